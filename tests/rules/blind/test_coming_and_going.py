"""Reinforcements (BLD-16), withdrawals (BLD-17), exits and their points (BLD-18, BLD-19)."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests.rules.blind.field import (
    board,
    carried_out,
    hexes,
    ids,
    number,
    of,
    offered,
    play,
    position,
    rebuilt,
    unit,
    why,
)
from wab.systems.blind import SYSTEM
from wab.systems.blind.ground.costs import landing_cost
from wab.systems.blind.movement import arrivals, exits
from wab.systems.blind.movement.marching import points_left
from wab.systems.blind.seen.known import known
from wab.systems.blind.sequence import victory
from wab.systems.blind.sequence.flow import next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.state import ISOLATED
from wab.systems.blind.state.steps import Exit


def waiting(*keys, phase="allied_first", turn=2, **more):
    return position(more.pop("units", {}), phase=phase, turn=turn, boxes={"coming": keys}, **more)


def enter(state, key, label):
    return why(state, od.Enter(number(state, key), *hexes(state, label)))


# ---------------------------------------------------------------- reinforcements


@pytest.mark.clause("BLD-16-1")
@pytest.mark.clause("BLD-16-3")
@pytest.mark.clause("BLD-16-4")
@pytest.mark.clause("BLD-T-REINF-ALLIED")
@pytest.mark.clause("BLD-T-REINF-GERMAN")
def test_the_tables_of_arrivals_are_the_ledgers():
    found = sorted(
        (profile.arrives.turn, profile.arrives.at, profile.arrives.phase, profile.type)
        for profile in board().roster.values()
        if profile.arrives
    )
    rows = [*rebuilt("BLD-T-REINF-ALLIED")["rows"], *rebuilt("BLD-T-REINF-GERMAN")["rows"]]
    assert found == sorted((row["turn"], row["letter"], row["phase"], row["row"]) for row in rows)


@pytest.mark.clause("BLD-16-1")
@pytest.mark.clause("BLD-16-3")
@pytest.mark.clause("BLD-16-4")
def test_a_unit_lands_on_its_beach_in_its_phase_or_later_but_in_no_reserve_phase():
    state = waiting("us_9_inf", "us_30_inf", "br_11_armd")
    assert enter(state, "us_9_inf", "0804") is None and enter(state, "us_9_inf", "1005") == "no-entry"
    assert enter(state, "us_30_inf", "1005") == "not-due"  # the second movement phase
    assert enter(state, "br_11_armd", "1205") == "not-due"  # turn 3
    state.changed(turn=3)
    assert {order.hex for order in offered(state, od.Enter, "br_11_armd")} == {*hexes(state, "1205 1405")}
    assert enter(state, "us_30_inf", "1005") is None
    state.changed(phase="allied_reserve")
    assert why(state, od.Enter(number(state, "us_30_inf"), *hexes(state, "1005"))) == "not-now"


@pytest.mark.clause("BLD-16-2")
@pytest.mark.clause("BLD-16-5")
@pytest.mark.clause("BLD-16-13")
def test_it_comes_at_full_strength_moves_on_and_has_moved():
    state = waiting("us_9_inf", allied="0705")
    (arrived,) = play(state, od.Enter(number(state, "us_9_inf"), *hexes(state, "0804")))
    assert SYSTEM.witnessed(state, arrived, state, "axis") is None
    assert (unit(state, "us_9_inf").steps, unit(state, "us_9_inf").turned) == (4, True)
    assert points_left(state, number(state, "us_9_inf")) == 8 - 1 and offered(state, od.March, "us_9_inf")


@pytest.mark.clause("BLD-16-6")
def test_a_beach_in_german_hands_delays_a_unit():
    state = waiting("us_9_inf")
    take_ground(state, state.board.beaches["utah"], "axis")
    assert enter(state, "us_9_inf", "0804") == "no-entry"


@pytest.mark.clause("BLD-16-7")
@pytest.mark.clause("BLD-16-8")
def test_units_put_off_land_one_a_beach_and_phase_and_nobody_else():
    state = waiting("us_90_inf", "us_9_inf", "us_2_inf", "us_30_inf")
    play(state, od.Enter(number(state, "us_90_inf"), *hexes(state, "0804")))  # due on turn 1
    assert enter(state, "us_9_inf", "0804") == "beach-busy"
    play(state, od.Enter(number(state, "us_2_inf"), *hexes(state, "1005")))
    state.changed(phase="allied_second")
    assert enter(state, "us_30_inf", "1005") == "beach-busy"
    assert enter(state, "us_9_inf", "0804") is None  # put off itself by now
    state = waiting("us_90_inf", "us_9_inf")
    play(state, od.Enter(number(state, "us_9_inf"), *hexes(state, "0804")))
    assert enter(state, "us_90_inf", "0804") == "beach-busy"


@pytest.mark.clause("BLD-16-9")
@pytest.mark.clause("BLD-16-10")
@pytest.mark.clause("BLD-16-11")
@pytest.mark.clause("BLD-T-ENTRY")
def test_germans_come_in_at_their_letter_by_road():
    state = waiting("ge_77_inf", "ge_17_ss_pzgr", phase="axis_first")
    assert enter(state, "ge_77_inf", "0117") is None and enter(state, "ge_77_inf", "0115") == "no-entry"
    assert landing_cost(state, number(state, "ge_77_inf"), state.board.hex("0117")) == 1
    state.changed(interdicted=hexes(state, "0117"))
    assert landing_cost(state, number(state, "ge_77_inf"), state.board.hex("0117")) == 2
    take_ground(state, state.board.hex("0117"), "allied")
    assert enter(state, "ge_77_inf", "0117") == "no-entry"


@pytest.mark.clause("BLD-16-11")
def test_germans_come_in_across_country_where_an_entry_hex_has_no_road():
    state = waiting("ge_77_inf", phase="axis_first")
    on, here, unit = state.board, state.board.hex("0117"), number(state, "ge_77_inf")
    bare = dataclasses.replace(on.map, road=np.zeros_like(on.map.road))
    state.board = dataclasses.replace(on, map=bare)
    assert landing_cost(state, unit, here) == on.tables.terrain.terrain[on.terrain(here)].foot
    assert {letter: state.board.grid.label(hex_) for letter, hex_ in state.board.entries.items()} == {
        letter: entry["hex"] for letter, entry in rebuilt("BLD-T-ENTRY").items()
    }


# ---------------------------------------------------------------- withdrawals


@pytest.mark.clause("BLD-17-4")
@pytest.mark.clause("BLD-17-6")
@pytest.mark.clause("BLD-17-7")
@pytest.mark.clause("BLD-17-8")
def test_the_sixth_airborne_leaves_unseen_unless_it_is_cut_off():
    state = position({"br_6ab": ("1506", {"steps": 1})}, turn=21, left_in={"br": 20}, allied="1406")
    assert list(arrivals.withdrawals(state)) == []
    state.changed(turn=22)
    (gone,) = arrivals.withdrawals(state)
    assert gone == ev.Withdrawn(number(state, "br_6ab")) and SYSTEM.witnessed(state, gone, state, "axis") is None
    state = position({"br_6ab": "1606"}, turn=22, left_in={"br": 20})
    assert list(arrivals.withdrawals(state)) == []  # isolated
    take_ground(state, state.board.hex("1506"), "allied")
    carried_out(state, arrivals.withdrawals(state))
    assert state.box("withdrawn") == ids(state, "br_6ab") and known(state, "axis").now.boxes.get("withdrawn") is None


# ---------------------------------------------------------------- exits


@pytest.mark.clause("BLD-18-1")
@pytest.mark.clause("BLD-18-3")
@pytest.mark.clause("BLD-18-4")
@pytest.mark.clause("BLD-18-5")
@pytest.mark.clause("BLD-18-6")
@pytest.mark.clause("BLD-18-15")
def test_a_unit_leaves_from_an_entry_hex_on_which_its_movement_began():
    state = position({"us_2_armd": "0117", "us_4_cav": "0116", "ge_91_inf": "2806"}, turn=20)
    state.control[state.board.hex("0117")] = state.control[state.board.hex("0116")] = 1
    edges = {state.board.grid.label(hex_): edge for hex_, edge in state.board.edges.items()}
    wanted = {"2806": "east", "2809": "east", "2812": "east", "1920": "south", "1120": "south", "0320": "south"}
    assert edges == {**wanted, "0117": "west", "0115": "west"}
    play(state, od.March(number(state, "us_4_cav"), hexes(state, "0116 0117")))
    assert why(state, od.Leave(number(state, "us_4_cav"))) == "no-exit"
    (left,) = play(state, od.Leave(number(state, "us_2_armd")))
    assert (left.edge, left.re) == ("west", 2) and SYSTEM.witnessed(state, left, state, "axis").hex == -1
    assert known(state, "axis").now.boxes["left"] == ids(state, "us_2_armd")
    assert known(state, "axis").now.exits[0].hex == -1 != known(state, "allied").now.exits[0].hex
    assert state.now.left_in == {"any": 20, "us": 20, "west": 20}
    for phase in ("allied_reserve", "axis_first"):
        other = position(
            {"us_4_cav": ("0117", {"reserve": True}), "ge_91_inf": ("2806", {"reserve": True})}, phase=phase
        )
        assert why(other, od.Leave(number(other, "us_4_cav"))) == "not-now"
        assert why(other, od.Leave(number(other, "ge_91_inf"))) == "not-now"


def gone(state, edge, *keys, turn=20, phase="allied_first"):
    """Units that have left by a side of the map."""
    hex_ = next(hex_ for hex_, one in state.board.edges.items() if one == edge)
    found = tuple(Exit(one, state.profile(one).row.re, edge, turn, phase, hex_) for one in ids(state, *keys))
    dead = tuple(one for one in state.box("dead") if one not in ids(state, *keys))
    boxes = {**state.now.boxes, "dead": dead, "left": tuple(sorted((*state.box("left"), *ids(state, *keys))))}
    state.changed(exits=(*state.now.exits, *found), boxes=boxes)
    return state


@pytest.mark.clause("BLD-12-9")
@pytest.mark.clause("BLD-18-13")
def test_exits_without_supply_or_aircraft_neither_score_nor_divert():
    state = gone(position({}, turn=21, air=0), "east", "us_1_inf", "us_4_inf", "br_3_inf", "br_50_inf", "us_4_cav")
    (bound,) = exits.air_cover(state)
    assert (bound.units, bound.uncovered) == (0, 9)
    carried_out(state, [bound])
    assert exits.counted_exits(state) == []
    state.changed(unpaid={"us": 2})
    counted = {state.profile(one.unit).key for one in exits.counted_exits(state)}
    assert counted == {"us_4_inf", "us_4_cav", "br_3_inf", "br_50_inf"}  # the last American to leave goes unpaid


@pytest.mark.clause("BLD-18-10")
def test_a_division_goes_for_one_re_where_no_regiment_is_due():
    state = position({}, turn=22, phase="axis_first", boxes={"coming": ("ge_331_inf", "ge_kg_343")})
    gone(state, "east", "us_4_cav")
    (diverted,) = exits.diversions(state)
    assert diverted == ev.Diverted(ids(state, "ge_331_inf"), "east", 2)
    carried_out(state, [diverted])
    assert state.now.diverted == {"east": 2} and list(exits.diversions(state)) == []
    state = position({}, turn=1, phase="axis_first", boxes={"coming": ("ge_3_para", "ge_77_inf", "ge_kg_266")})
    gone(state, "west", "us_4_cav")
    (diverted,) = exits.diversions(state)
    assert diverted.units == ids(state, "ge_kg_266")


@pytest.mark.clause("BLD-19-8")
@pytest.mark.parametrize(("manner", "points"), [("each_phase", [2, 2]), ("each_turn", [0, 2]), ("once", [2, 0])])
def test_exits_score_each_phase_each_turn_or_once(manner, points):
    state = gone(position({}, turn=20, options={"exit_vp": manner}), "south", "us_1_inf")
    for hex_ in range(state.board.grid.size):
        if state.board.land[hex_]:
            take_ground(state, hex_, "allied")
    found = []
    for phase in ("allied_first", "allied_second"):
        state.changed(phase=phase)
        found.append(sum(event.points for event in exits.award(state)))
    assert found == points


@pytest.mark.clause("BLD-19-10")
def test_exits_score_with_a_line_from_the_hex_by_which_they_left():
    state = gone(position({}, turn=20), "west", "us_1_inf")
    (hex_,) = {one.hex for one in state.now.exits}
    assert exits.award_by(state, "west", fresh=False) == 0
    for other in range(state.board.grid.size):
        if state.board.land[other]:
            take_ground(state, other, "allied")
    assert exits.award_by(state, "west", fresh=False) == 2 and state.holds("allied", hex_)


@pytest.mark.clause("BLD-19-1")
@pytest.mark.clause("BLD-19-5")
@pytest.mark.clause("BLD-19-13")
def test_points_are_places_exits_and_losses_while_isolated():
    state = position({}, scored={"west": 10, "isolation": -3})
    for label, total in (("0808", 9), ("1206", 10)):
        take_ground(state, state.board.hex(label), "allied")
        assert victory.points(state) == total
    take_ground(state, state.board.hex("0808"), "axis")
    take_ground(state, state.board.hex("0808"), "allied")
    assert victory.points(state) == 8
    for side in ("allied", "axis"):
        assert victory.points(known(state, side)) == 8
    assert {str(one.words): one.points["allied"] for one in SYSTEM.accounts(state)} == {
        "Cities and towns": 1.0, "Units beyond the west": 10.0, "Losses while isolated": -3.0,
    }  # fmt: skip


def test_points_follow_the_phases():
    state = gone(
        position({"us_4_inf": ("0804", {"supply": ISOLATED})}, turn=20, phase="allied_first"), "south", "us_1_inf"
    )
    for hex_ in range(state.board.grid.size):
        if state.board.land[hex_]:
            take_ground(state, hex_, "allied")
    assert of(carried_out(state, next_phase(state)), ev.Scored) == [ev.Scored("south", 2)]
