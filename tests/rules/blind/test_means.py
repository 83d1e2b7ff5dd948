"""Supply (BLD-9), the port (BLD-10), rebuilding (BLD-14), hedge cutters (BLD-15)."""

from __future__ import annotations

import pytest

from tests.rules.blind.field import board, carried_out, hexes, number, of, offered, play, position, rebuilt, unit, why
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.lines import attacking_causes, uses_armour_column
from wab.systems.blind.seen.known import known
from wab.systems.blind.sequence.flow import next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.areas import judged, map_edge, status
from wab.systems.blind.state.state import FULL, ISOLATED, PARTIAL
from wab.systems.blind.state.steps import Exit, Shown
from wab.systems.blind.units import port, stocks

CORRIDOR = "1006 0906 0806 0807"


def supply(state, key):
    return judged(state, unit(state, key))


def refit(state, key, how):
    return why(state, od.Refit(number(state, key), how))


# ---------------------------------------------------------------- general supply


@pytest.mark.clause("BLD-9-1")
@pytest.mark.clause("BLD-9-3")
@pytest.mark.clause("BLD-9-4")
@pytest.mark.clause("BLD-9-6")
@pytest.mark.clause("BLD-9-7")
@pytest.mark.clause("BLD-9-8")
@pytest.mark.clause("BLD-9-11")
def test_a_line_of_any_length_over_own_ground():
    state = position({"us_1_inf": "0808", "ge_91_inf": "0907"}, allied=CORRIDOR)
    assert supply(state, "us_1_inf") == FULL
    take_ground(state, state.board.hex("0906"), "axis")
    assert supply(state, "us_1_inf") == ISOLATED
    state = position({"us_1_inf": "1106"}, allied="1205")
    for beach in ("omaha", "utah"):
        take_ground(state, state.board.beaches[beach], "axis")
    assert supply(state, "us_1_inf") == PARTIAL  # Gold is secondary for the Americans
    assert {name: source.primary for name, source in state.board.lines.sources.items()} == {
        "us": ("utah", "omaha"), "br": ("gold", "juno"),
    }  # fmt: skip


@pytest.mark.clause("BLD-9-5")
def test_a_line_through_the_other_army_group_is_a_partial_one():
    state = position({"br_50_inf": "1206", "us_1_inf": "1206"}, allied="1205 1106")
    assert supply(state, "br_50_inf") == FULL
    assert state.now.boundary != () and supply(state, "us_1_inf") == PARTIAL


@pytest.mark.clause("BLD-9-9")
def test_a_source_must_be_friendly_and_a_corner_belongs_to_both_edges():
    on = board()
    assert on.hex("2820") in map_edge(on, "east") and on.hex("2820") in map_edge(on, "south")
    state = position({"ge_91_inf": "2806", "ge_709_inf": "0402", "ge_352_inf": "0320"})
    assert [supply(state, key) for key in ("ge_91_inf", "ge_709_inf", "ge_352_inf")] == [FULL, FULL, FULL]
    for hex_ in map_edge(on, "east"):
        take_ground(state, hex_, "allied")
    assert supply(state, "ge_709_inf") == PARTIAL == supply(state, "ge_352_inf")
    state = position({"ge_709_inf": "0503", "us_4_inf": "0402"}, allied="0403 0502 0504 0603 0604 0602")
    assert supply(state, "ge_709_inf") == ISOLATED


@pytest.mark.clause("BLD-9-2")
def test_supply_is_judged_as_phases_begin():
    state = position(
        {"us_1_inf": ("0808", {"supply": ISOLATED}), "ge_91_inf": ("2809", {"supply": ISOLATED})}, allied=CORRIDOR
    )
    carried_out(state, [ev.PhaseBegan("allied_second", "allied")])
    assert (unit(state, "us_1_inf").supply, unit(state, "ge_91_inf").supply) == (FULL, ISOLATED)
    carried_out(state, [ev.PhaseBegan("allied_combat", "allied")])
    assert unit(state, "ge_91_inf").supply == FULL


# ---------------------------------------------------------------- attack supply


@pytest.mark.clause("BLD-9-12")
@pytest.mark.clause("BLD-9-13")
@pytest.mark.clause("BLD-9-14")
@pytest.mark.clause("BLD-9-19")
@pytest.mark.clause("BLD-T-SCHEDULE")
@pytest.mark.clause("BLD-14-6")
@pytest.mark.clause("BLD-14-10")
def test_accounts_are_apart_and_points_are_saved():
    state = position({"us_1_inf": "1005", "ge_91_inf": "2809"}, phase="axis_second", stocks={"us": 1, "br": 2, "ge": 3})
    events = carried_out(state, next_phase(state))
    received = {event.account: (event.supply, event.rp) for event in of(events, ev.Received)}
    assert received == {"br": (4, 1), "us": (3, 1)}
    assert state.now.stocks == {"us": 4, "br": 6, "ge": 3} and state.now.rp["us"] == 1
    state = position({"us_1_inf": "1005", "ge_91_inf": "2809"}, phase="interdiction")
    (german_receipt,) = of(carried_out(state, next_phase(state)), ev.Received)
    assert (german_receipt.account, state.now.stocks) == ("ge", {"us": 20, "br": 20, "ge": 20 + german_receipt.supply})
    assert german_receipt.supply == board().row(2).supply["ge"] > 0
    for turn, row in enumerate(rebuilt("BLD-T-SCHEDULE")["rows"], 1):
        found = board().row(turn)
        assert (found.supply, found.rp) == tuple(
            {key: row[f"{key}_{what}"] for key in ("us", "br", "ge")} for what in ("supply", "rp")
        )
        assert (found.air, list(found.carpet), found.naval) == (row["air"], row["carpet_H"], row["naval"])


@pytest.mark.clause("BLD-9-23")
@pytest.mark.clause("BLD-14-9")
@pytest.mark.clause("BLD-18-14")
def test_an_exit_by_the_east_ends_german_supply_and_replacements():
    state = position({}, turn=21, phase="axis_first")
    for edge, supply_, rp in (("west", 8, 1), ("east", 0, 0)):
        state.changed(left_in={"any": 20, edge: 20})
        assert (stocks.supply_of(state, "ge"), stocks.replacements_of(state, "ge")) == (supply_, rp)
    assert state.now.stocks["ge"] == 20


# ---------------------------------------------------------------- the port


@pytest.mark.clause("BLD-10-2")
@pytest.mark.clause("BLD-10-3")
@pytest.mark.clause("BLD-10-7")
def test_demolition_is_a_standing_order():
    state = position({"ge_91_inf": "2809", "us_1_inf": "1005"}, phase="axis_reserve")
    assert [event.points for event in carried_out(state, port.demolition(state))] == [1]
    assert known(state, "allied").now.port == 1
    (given,) = play(state, od.Standing(False))
    assert SYSTEM.witnessed(state, given, state, "allied") is None and list(port.demolition(state)) == []
    assert why(state, od.Standing(False)) == "standing"
    play(state, od.Standing(True))
    state.changed(port=7)
    assert list(port.demolition(state)) == [] and offered(state, od.Standing) == []
    take_ground(state, state.board.port, "allied")
    state.changed(port=0)
    assert list(port.demolition(state)) == []


@pytest.mark.clause("BLD-10-4")
@pytest.mark.clause("BLD-10-6")
def test_repair_costs_a_point_a_turn_and_stops_with_the_port():
    state = position(
        {"us_1_inf": "0402", "ge_91_inf": "2809"}, phase="port", port=2, rp={"us": 1, "br": 5, "ge": 0}, repaired=3
    )
    play(state, od.Repair())
    assert (state.now.port, state.now.rp["us"], state.now.phase) == (1, 0, "interdiction")
    state.changed(phase="port")
    assert why(state, od.Repair()) == "no-repair"
    state.changed(port=0)
    assert stocks.port_supply(state) == 1
    take_ground(state, state.board.port, "axis")
    assert stocks.port_supply(state) == 0 and list(port.demolition(state)) == [ev.PortWorked(1)]


# ---------------------------------------------------------------- rebuilding


@pytest.mark.clause("BLD-14-1")
@pytest.mark.clause("BLD-14-2")
@pytest.mark.clause("BLD-14-3")
@pytest.mark.clause("BLD-2-3")
@pytest.mark.clause("BLD-4-27")
def test_a_unit_that_stands_still_in_primary_supply_is_rebuilt():
    points = {"us": 5, "br": 5, "ge": 5}
    state = position(
        {
            "us_1_inf": ("1005", {"steps": 2}),
            "us_29_inf": ("1005", {"steps": 2, "supply": PARTIAL}),
            "us_2_inf": ("1006", {"steps": 2}),
            "us_4_inf": "0804",
        },
        rp=points,
        allied="1106",
    )
    play(state, od.March(number(state, "us_2_inf"), hexes(state, "1006 1106")))
    assert refit(state, "us_2_inf", "step") == "moved"
    assert refit(state, "us_29_inf", "step") == "no-supply"
    assert refit(state, "us_4_inf", "step") == "not-reduced"
    play(state, od.Refit(number(state, "us_1_inf"), "step"))
    assert unit(state, "us_1_inf").steps == 3 and state.now.rp["us"] == 4
    assert refit(state, "us_1_inf", "step") == "again"
    state.changed(phase="allied_second")
    assert why(state, od.Refit(number(state, "us_1_inf"), "step")) == "not-now"


@pytest.mark.clause("BLD-14-11")
def test_a_rebuilt_unit_stands_still_for_the_turn():
    state = position(
        {"us_1_inf": ("1005", {"steps": 2}), "us_29_inf": ("1005", {"steps": 2, "roved": True}), "ge_352_inf": "1006"},
        rp={"us": 5},
    )
    assert refit(state, "us_29_inf", "step") == "moved"
    play(state, od.Refit(number(state, "us_1_inf"), "step"))
    assert why(state, od.Call(number(state, "us_1_inf"), *hexes(state, "1006"), attack=True)) == "cannot-move"
    state.changed(phase="allied_second")
    assert why(state, od.Call(number(state, "us_1_inf"), *hexes(state, "1006"))) == "cannot-move"
    assert why(state, od.Reserve(number(state, "us_1_inf"))) is None
    carried_out(state, [ev.TurnBegan(3)])
    assert not unit(state, "us_1_inf").rebuilt


@pytest.mark.clause("BLD-14-5")
@pytest.mark.clause("BLD-14-7")
@pytest.mark.clause("BLD-14-8")
def test_each_nation_uses_its_own_points_and_germans_rebuild_foot():
    state = position({"fr_2_armd": ("1005", {"steps": 2}), "pl_1_armd": ("1405", {"steps": 2})}, rp={"us": 1, "br": 0})
    assert refit(state, "fr_2_armd", "step") is None and refit(state, "pl_1_armd", "step") == "no-points"
    assert refit(state, "us_1_inf", "step") == "no-unit"  # destroyed
    state = position(
        {"ge_2_pz": ("2806", {"steps": 2}), "ge_91_inf": ("2806", {"steps": 1})}, phase="axis_first", rp={"ge": 2}
    )
    assert refit(state, "ge_2_pz", "step") == "motors" and refit(state, "ge_91_inf", "step") is None


@pytest.mark.clause("BLD-14-12")
@pytest.mark.clause("BLD-14-13")
def test_british_armour_and_motorised_infantry_are_broken_up():
    state = position(
        {"br_59_inf": ("1405", {"steps": 3}), "ca_2_armd_bde": "1405", "br_6ab": "1205", "ca_3_inf": "1205"}
    )
    for key in ("ca_2_armd_bde", "br_6ab", "ca_3_inf"):
        assert refit(state, key, "disband") == "kept"
    play(state, od.Refit(number(state, "br_59_inf"), "disband"))
    assert state.now.rp["br"] == 3 and state.box("disbanded") == (number(state, "br_59_inf"),)
    assert known(state, "axis").now.boxes.get("disbanded") is None


# ---------------------------------------------------------------- hedge cutters


@pytest.mark.clause("BLD-15-1")
@pytest.mark.clause("BLD-15-2")
@pytest.mark.clause("BLD-15-3")
@pytest.mark.clause("BLD-15-4")
@pytest.mark.clause("BLD-15-6")
def test_an_armoured_unit_a_turn_is_fitted_from_july_on():
    units = {"us_2_armd": "1005", "us_4_cav": "1005", "us_1_inf": "1005"}
    early = position(units, turn=13)
    assert refit(early, "us_2_armd", "cutters") == "no-cutters"
    state = position(units, turn=14, allied="1006")
    assert refit(state, "us_1_inf", "cutters") == "no-cutters"
    (fitted,) = play(state, od.Refit(number(state, "us_2_armd"), "cutters"))
    assert SYSTEM.witnessed(state, fitted, state, "axis") is None
    assert refit(state, "us_4_cav", "cutters") == "no-cutters"
    assert why(state, od.March(number(state, "us_2_armd"), hexes(state, "1005 1006"))) == "cannot-move"
    state = position(units, turn=20, left_in={"any": 20})
    assert refit(state, "us_2_armd", "cutters") == "no-cutters"


@pytest.mark.clause("BLD-15-5")
def test_cutters_take_the_penalty_of_armour_away():
    state = position({"us_2_armd": ("0509", {"cutters": True}), "us_3_armd": "0509", "ge_91_inf": "0510"})
    origin, target = hexes(state, "0509 0510")
    fitted, plain = (Shown(number(state, key), origin, 5) for key in ("us_2_armd", "us_3_armd"))
    assert sum(cause.value for cause in attacking_causes(state, [fitted], origin, target)) == 0
    assert sum(cause.value for cause in attacking_causes(state, [plain], origin, target)) == -1
    assert uses_armour_column(state, [fitted, plain])  # as many armoured RE as others


@pytest.mark.clause("BLD-18-16")
@pytest.mark.clause("BLD-18-13")
def test_what_stock_lacks_is_taken_from_what_arrives():
    state = position(
        {"us_1_inf": "1005"}, turn=20, phase="axis_second", stocks={"us": 0, "br": 0, "ge": 0}, arrears={"us": 16}
    )
    gone = tuple(
        Exit(number(state, key), 2, "east", 19, "allied_first", state.board.hex("2806"))
        for key in ("us_2_inf", "us_4_inf")
    )
    state.changed(exits=gone)
    carried_out(state, stocks.receipts(state, "allied"))
    assert state.now.stocks["us"] == 0 and state.now.unpaid == {"us": (16 - 14) * 4} and state.now.arrears == {}
    assert status(state, "us", state.board.hex("1005")) == FULL
