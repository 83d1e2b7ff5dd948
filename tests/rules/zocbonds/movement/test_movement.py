"""Movement on the map (ZOC-9.1 to ZOC-9.7, ZOC-9.10, ZOC-8.2, ZOC-8.3, ZOC-8.5.2) and its two ends (ZOC-3-4)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import board, carried_out, conducted, ids, path, position, unit
from wab.systems.zocbonds.ground.allowance import allowance
from wab.systems.zocbonds.ground.manners import ORDINARY, TACTICAL
from wab.systems.zocbonds.ground.marching import Manner, reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import (
    Answered,
    Asked,
    Eliminated,
    HeldBack,
    MarkerLifted,
    MarkerSet,
    Moved,
    PhaseBegan,
    WorksDone,
    WorksGone,
)
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.state import OUT, Works

STORM, OVERCAST, CLEAR = 1, 2, 6


def german(units, **now):
    return position(units, **{"side": "axis", "row": OVERCAST, **now})


def going(state, *labels, keys=None, mode="ordinary", truck=False):
    """A move along hexes of the units in the first, or of some of them."""
    way = path(state, *labels)
    units = ids(state, *keys) if keys else state.stacks[way[0]]
    return Move(tuple(units), way, mode, truck)


def refused(state, *labels, **how):
    refusal = movement.why_not_move(state, going(state, *labels, **how))
    return refusal.code if refusal else None


def moved(state, *labels, **how):
    order = going(state, *labels, **how)
    assert movement.why_not_move(state, order) is None
    return carried_out(state, movement.execute_move(state, order))


def labels_of(state, key, manner=ORDINARY):
    return {state.board.grid.label(hex_) for hex_ in reach(state, ids(state, key), manner)}


# ---------------------------------------------------------------- points


@pytest.mark.clause("ZOC-9.7-1")
@pytest.mark.clause("ZOC-4.3-1")
@pytest.mark.clause("ZOC-4.3-2")
@pytest.mark.clause("ZOC-X-9.7")
@pytest.mark.clause("ZOC-X-9.7b")
@pytest.mark.parametrize(("id_", "row"), [("ZOC-X-9.7", CLEAR), ("ZOC-X-9.7b", STORM)])
def test_german_wheels_are_slower_in_clear_weather(id_, row):
    given, expect = example(id_)
    state = german({"de_12ss_25": "1330", "de_91id_1057": "1331"}, row=row)
    assert given["unit"] == "German mechanised MA 5" and given["weather"].lower() == state.sky
    assert allowance(state, *ids(state, "de_12ss_25")) == 6 * expect["MA"]
    assert allowance(state, *ids(state, "de_91id_1057")) == 6 * 4, "who walks is never affected"
    assert allowance(german({"de_12ss_25": "1330"}), *ids(state, "de_12ss_25")) == 6 * 5, "overcast"


@pytest.mark.clause("ZOC-15.2-1")
@pytest.mark.clause("ZOC-X-15.2a")
@pytest.mark.clause("ZOC-X-15.2b")
@pytest.mark.parametrize(("id_", "rows"), [("ZOC-X-15.2a", (OVERCAST, STORM)), ("ZOC-X-15.2b", (CLEAR,))])
def test_reserves_move_half_rounded_up_after_the_cut(id_, rows):
    given, expect = example(id_)
    for row in rows:
        state = german({"de_12ss_25": "1330"}, row=row, phase="reserve_movement")
        assert given["MA"] == state.values(unit(state, "de_12ss_25"))[1]
        assert allowance(state, *ids(state, "de_12ss_25")) == 6 * expect["reserve_MA"]


@pytest.mark.clause("ZOC-15.2-1")
@pytest.mark.parametrize(("switch", "points"), [("mechanised", 2), ("all", 1)])
def test_the_cut_in_reserve_movement_is_for_wheels_unless_a_switch_says_all(switch, points):
    state = conducted(
        german({"de_91id_1057": "1330"}, row=CLEAR, phase="reserve_movement"), reserve_movement_cut=switch
    )
    assert allowance(state, *ids(state, "de_91id_1057")) == 6 * points


@pytest.mark.clause("ZOC-20.4-3")
@pytest.mark.clause("ZOC-20.4-1")
@pytest.mark.clause("ZOC-X-GM-4")
def test_21st_panzer_has_three_points_on_turn_1_and_others_all_of_theirs():
    expect = example("ZOC-X-GM-4")[1]
    state = german({"de_21pz_125": "1330", "de_21pz_recon": "1331", "de_12ss_25": "1332"}, turn=1)
    found = [allowance(state, *ids(state, key)) for key in ("de_21pz_125", "de_21pz_recon", "de_12ss_25")]
    assert found == [6 * expect["MA"], 6 * expect["MA"], 6 * 5]
    state.changed(turn=2)
    assert [allowance(state, one) for one in ids(state, "de_21pz_125", "de_21pz_recon")] == [
        6 * state.values(unit(state, key))[1] for key in ("de_21pz_125", "de_21pz_recon")
    ], "from turn 2 on they have all of theirs too"


# ---------------------------------------------------------------- one path


@pytest.mark.clause("ZOC-9.1-1")
def test_a_move_costs_what_its_steps_cost_and_no_more_than_there_is():
    state = position({"us_4id_8": "1330"})
    event = moved(state, "1330", "1331", "1332")[0]
    assert event == Moved(ids(state, "us_4id_8"), path(state, "1330", "1331", "1332"), "ordinary", 12,
                          path(state, "1331", "1332"))  # fmt: skip
    assert unit(state, "us_4id_8").spent == 12
    assert refused(state, "1332", "1333", "1433", "1434", "1533") == "too-far"
    assert refused(state, "1332", "1333", "1433", "1434") is None


@pytest.mark.clause("ZOC-6.2-3")
@pytest.mark.clause("ZOC-9.1-1")
def test_who_passes_a_hex_controls_it():
    state = position({"us_4id_8": "1330"})
    moved(state, "1330", "1331", "1332")
    assert [state.control[hex_] for hex_ in path(state, "1331", "1332", "1333")] == [1, 1, CODES["axis"]]


@pytest.mark.clause("ZOC-9.1-1")
@pytest.mark.clause("ZOC-9.2-1")
@pytest.mark.parametrize(("units", "way", "code"), [
    ((), (1,), "units"), ((99_999,), (1,), "units"), ((-1,), (1,), "units"), (None, (), "not-a-path"),
    (None, ("1330",), "not-a-path"), (None, ("1331", "1330"), "not-a-path"), (None, ("1330", "1332"), "gap"),
    (None, ("1330", 10**7), "off-map"), (None, ("1330", -3), "off-map"),
])  # fmt: skip
def test_what_a_stranger_sends_is_refused(units, way, code):
    state = position({"us_4id_8": "1330"})
    hexes = tuple(state.board.hex(one) if isinstance(one, str) else one for one in way)
    order = Move(ids(state, "us_4id_8") if units is None else units, hexes)
    assert movement.why_not_move(state, order).code == code


@pytest.mark.clause("ZOC-9.1-1")
@pytest.mark.parametrize(("way", "named"), [
    (("1330", "1332"), ("1330", "1332")), (("1330", "1331", "1432", "1433", "1434"), ("1433",)),
    (("1330", "1331", "1332"), ("1332",)), (("1330", "1329", "1328", "1327", "1227", "1226"), ("1226",)),
])  # fmt: skip
def test_a_refusal_names_the_hexes_concerned(way, named):
    state = position({"us_4id_8": "1330", "de_12ss_25": "1333", "de_wn_utah": "1332"})
    refusal = movement.why_not_move(state, going(state, *way))
    assert all(label in str(refusal) for label in named) and "{" not in str(refusal)
    assert refusal.clauses and all(hex_ in path(state, *way) for hex_ in refusal.where)


@pytest.mark.clause("ZOC-9.1-1")
def test_nobody_moves_units_of_another():
    state = position(
        {"us_4id_8": "1330", "de_12ss_25": "1335", "uk_3id_8": "1030"}, player="allied/us", options={"players": "3"}
    )
    assert refused(state, "1335", "1334") == "not-yours"
    assert refused(state, "1030", "1031") == "not-yours"
    assert refused(state, "1330", "1331") is None
    double = ids(state, "us_4id_8") * 2
    assert movement.why_not_move(state, Move(double, path(state, "1330", "1331"))).code == "units"


@pytest.mark.clause("ZOC-9.1-1")
def test_there_are_four_manners_of_moving_and_no_trucks_for_tactical_steps():
    state = position({"us_4id_8": "1330"})
    assert refused(state, "1330", "1331", mode="flying") == "manner"
    assert refused(state, "1330", "1331", mode="tactical", truck=True) == "manner"


@pytest.mark.clause("ZOC-9.1-3")
def test_a_hex_with_an_enemy_is_never_entered():
    state = position({"us_4id_8": "1330", "de_wn_utah": "1331"})
    assert refused(state, "1330", "1331") == "enemy"
    assert refused(state, "1330", "1331", mode="tactical") == "enemy"


@pytest.mark.clause("ZOC-2.3.1-2")
@pytest.mark.clause("ZOC-17.8-1")
@pytest.mark.clause("ZOC-16.2-1")
def test_who_has_no_movement_allowance_never_moves():
    state = position({"us_1_esb_utah": "2814"})
    assert refused(state, "2814", "2713") == "immobile"
    assert not list(movement.offered_move(state))
    fort = german({"de_wn_utah": "2814", "de_30_flak_cherbourg": "3607"})
    assert refused(fort, "2814", "2713") == refused(fort, "3607", "3606") == "immobile"


# ---------------------------------------------------------------- stacks, and one after the other


@pytest.mark.clause("ZOC-9.1-2")
def test_a_stack_moves_at_the_speed_of_its_slowest_and_pays_the_dearest():
    together = ("us_4id_8", "us_746")
    state = position(dict.fromkeys(together, "2011"))
    assert refused(state, "2011", "2110", "2010") == "too-far", "bocage for tanks, with the points of infantry"
    for key in together:
        assert refused(state, "2011", "2110", "2010", keys=[key]) is None
    assert refused(state, "2011", "2110") is None


@pytest.mark.clause("ZOC-9.1-2")
def test_units_that_move_together_start_together():
    state = position({"us_4id_8": "1330", "us_4id_12": "1331"})
    order = Move(ids(state, "us_4id_8", "us_4id_12"), path(state, "1330", "1230"))
    assert movement.why_not_move(state, order).code == "not-together"
    moved(state, "1330", "1331")
    assert refused(state, "1331", "1332") == "not-together", "one has moved, the other has not"


@pytest.mark.clause("ZOC-9.1-2")
@pytest.mark.clause("ZOC-9.1-3")
def test_a_stack_drops_units_which_then_stay():
    state = position({"us_4id_8": "1330", "us_4id_12": "1330", "us_4id_22": "1030"})
    moved(state, "1330", "1331", keys=["us_4id_8", "us_4id_12"])
    moved(state, "1331", "1332", keys=["us_4id_8"])
    assert refused(state, "1331", "1332", keys=["us_4id_12"]) == "has-moved"
    assert refused(state, "1332", "1333") is None
    moved(state, "1030", "1031")
    assert refused(state, "1332", "1333") == "has-moved", "somebody else has moved since"


@pytest.mark.clause("ZOC-9.1-3")
def test_who_has_begun_goes_on_as_he_began():
    state = position({"us_746": "1330"})
    moved(state, "1330", "1331")
    assert refused(state, "1331", "1332", mode="tactical") == "other-manner"
    assert refused(state, "1331", "1332", mode="strategic") == "other-manner"


@pytest.mark.clause("ZOC-9.1-4")
def test_points_are_not_saved_for_the_next_phase():
    state = position({"us_4id_8": ("1330", {"mode": "ordinary", "spent": 30})}, moving=(), phase="replacement")
    apply(state, PhaseBegan("allied", "movement", "allied"))
    assert unit(state, "us_4id_8").spent == 0 and allowance(state, *ids(state, "us_4id_8")) == 30


# ---------------------------------------------------------------- zones


@pytest.mark.clause("ZOC-8.2-1")
@pytest.mark.clause("ZOC-8.4-1")
def test_a_unit_stops_where_it_enters_an_enemy_zone_at_no_extra_cost():
    state = position({"us_4id_8": "1330", "de_12ss_25": "1333"})
    assert refused(state, "1330", "1331", "1332", "1432") == "zone"
    event = moved(state, "1330", "1331", "1332")[0]
    assert event.stopped and event.spent == 12
    assert refused(state, "1332", "1331") == "stopped"


@pytest.mark.clause("ZOC-8.2-2")
def test_leaving_an_enemy_zone_costs_a_point():
    state = position({"us_4id_8": "1332", "de_12ss_25": "1333"})
    assert refused(state, "1332", "1331", "1330", "1329", "1328", "1327") == "too-far"
    assert refused(state, "1332", "1331", "1330", "1329", "1328") is None
    event = moved(state, "1332", "1331", "1330", "1329")[0]
    assert event.spent == 6 + 18 and event.left_zone


@pytest.mark.clause("ZOC-8.3-1")
def test_one_may_step_from_zone_to_zone_and_stop_there():
    state = position({"us_4id_8": "1332", "de_12ss_25": "1333"})
    event = moved(state, "1332", "1433")[0]
    assert event.stopped and event.left_zone and event.spent == 12
    state = position({"us_4id_8": "1332", "de_12ss_25": "1333"})
    assert refused(state, "1332", "1433", "1532") == "zone"


@pytest.mark.clause("ZOC-8.5.2-1")
@pytest.mark.clause("ZOC-8.5.2-5")
@pytest.mark.parametrize("mode", ["ordinary", "tactical"])
def test_no_enemy_bond_is_entered_or_crossed_whoever_moves_and_however(mode):
    for label in ("1232", "1233", "1432", "1433"):
        state = position({"us_746": label, "de_12ss_25": "1331", "de_12ss_26": "1333"})
        assert refused(state, label, "1332", mode=mode) == "bond"
        assert "1332" not in labels_of(state, "us_746", Manner(mode))


@pytest.mark.clause("ZOC-8.5.2-1")
@pytest.mark.clause("ZOC-8.5.3-1")
def test_a_hexside_bond_bars_the_step_over_it_until_friends_stand_on_both_sides():
    grid = board().grid
    one = board().hex("1331")
    first, second = grid.neighbour(one, 0), grid.neighbour(one, 1)
    other = next(hex_ for hex_ in grid.adjacent(first) if hex_ in grid.adjacent(second) and hex_ != one)
    where = {"de_12ss_25": grid.label(one), "de_12ss_26": grid.label(other), "us_4id_8": grid.label(first)}
    state = position(where)
    way = (grid.label(first), grid.label(second))
    assert refused(state, *way) == "bond" and refused(state, *way, mode="tactical") == "bond"
    assert refused(position(where | {"us_4id_12": way[1]}), *way) is None


@pytest.mark.clause("ZOC-8.5.1-1")
@pytest.mark.clause("ZOC-X-GM-2")
@pytest.mark.clause("ZOC-EOP-5")
def test_a_battalion_passes_between_two_scattered_airborne_units():
    assert example("ZOC-X-GM-2")[1]["legal"] is True
    between = {"us_82ab_505": ("2811", {"scattered": True}), "us_82ab_508": ("2809", {"scattered": True})}
    state = german({**between, "de_91id_fus": "2909"}, turn=1)
    assert refused(state, "2909", "2810") is None
    for key, (where, _) in between.items():
        state = german({**between, key: where, "de_91id_fus": "2909"}, turn=1)
        assert refused(state, "2909", "2810") is None, "one that is whole makes no bond with a scattered one"
    whole = german({"us_82ab_505": "2811", "us_82ab_508": "2809", "de_91id_fus": "2909"}, turn=1)
    assert refused(whole, "2909", "2810") == "bond"


# ---------------------------------------------------------------- water


@pytest.mark.clause("ZOC-9.4-1")
def test_a_major_river_without_a_bridge_is_crossed_by_the_first_step_from_beside():
    state = position({"uk_3id_8": "2231"})
    assert refused(state, "2231", "2232") is None, "clear ground and the river: two points"
    assert moved(state, "2231", "2232")[0].spent == 12
    state = position({"uk_3id_8": "2230"})
    assert refused(state, "2230", "2231", "2232") == "first-step"
    moved(state, "2230", "2231")
    assert refused(state, "2231", "2232") == "first-step", "it did not begin beside the river"
    assert "2232" not in labels_of(position({"uk_3id_8": "2230"}), "uk_3id_8", TACTICAL)


@pytest.mark.clause("ZOC-9.4-3")
@pytest.mark.clause("ZOC-9.3-1")
def test_over_a_bridge_there_is_nothing_to_pay():
    state = position({"us_746": "2231"})
    assert moved(state, "2231", "2131")[0].spent == 3
    state = position({"us_746": "2130"})
    assert refused(state, "2130", "2231", "2131") is None


@pytest.mark.clause("ZOC-9.5-2")
@pytest.mark.clause("ZOC-9.10-2")
def test_flooded_ground_stops_whoever_enters_it_off_the_roads():
    state = position({"us_4id_8": "2510"})
    assert refused(state, "2510", "2611", "2511") == "flood"
    assert refused(state, "2510", "2611", "2511", mode="tactical") == "flood"
    event = moved(state, "2510", "2611")[0]
    assert event.stopped and event.spent == 12
    state = position({"us_4id_8": "2512", "us_746": "2510"})
    assert not moved(state, "2512", "2412")[0].stopped, "along the road"
    assert refused(state, "2510", "2611") == "closed", "not on wheels"
    assert "2611" in labels_of(position({"us_4id_8": "2509"}), "us_4id_8")
    assert "2611" not in labels_of(position({"us_746": "2509"}), "us_746")


@pytest.mark.clause("ZOC-9.5-2")
def test_ways_on_through_flooded_ground_keep_to_the_road():
    state = position({"us_745": "2615", "us_4id_8": "2414"}, row=STORM)
    for group in movement.offered_move(state):
        assert all(movement.why_not_move(state, order) is None for order in group)
    assert {"2514", "2515", "2513"} <= labels_of(state, "us_4id_8")


@pytest.mark.clause("ZOC-9.5-1")
def test_a_flooded_side_is_crossed_on_foot_by_the_first_step():
    state = position({"us_4id_8": "2513"})
    assert refused(state, "2513", "2613") is None
    assert refused(position({"us_4id_8": "2414"}), "2414", "2513", "2613") == "first-step"
    assert refused(position({"us_746": "2513"}), "2513", "2613") == "closed"


@pytest.mark.clause("ZOC-9.11-1")
def test_a_causeway_is_no_first_step_matter():
    assert refused(position({"us_4id_8": "2812"}), "2812", "2813", "2814") is None


@pytest.mark.clause("ZOC-9.6-1")
def test_an_impassable_side_is_shut_to_everybody():
    for key in ("uk_3id_8", "us_746"):
        for mode in ("ordinary", "tactical"):
            assert refused(position({key: "2331"}), "2331", "2232", mode=mode) == "closed"


# ---------------------------------------------------------------- tactical movement


@pytest.mark.clause("ZOC-9.10-1")
def test_tactical_movement_is_one_or_two_hexes_free_of_all_costs():
    state = position({"us_746": "2011", "de_12ss_25": "2012"})
    event = moved(state, "2011", "2110", "2109", mode="tactical")[0]
    assert event.spent == 0 and event.stopped and not event.left_zone
    assert refused(position({"us_746": "2011"}), "2011", "2110", "2109", "2108", mode="tactical") == "too-far"
    assert len(labels_of(position({"us_4id_8": "1330"}), "us_4id_8", TACTICAL)) == 19


@pytest.mark.clause("ZOC-9.10-2")
def test_tactical_movement_stops_in_an_enemy_zone():
    state = position({"us_746": "1330", "de_12ss_25": "1332"})
    assert refused(state, "1330", "1331", "1431", mode="tactical") == "zone"


@pytest.mark.clause("ZOC-9.10-1")
@pytest.mark.clause("ZOC-13.6-2")
@pytest.mark.clause("ZOC-18.4-1")
@pytest.mark.parametrize("values", [{"disrupted": True}, {"supply": OUT}])
def test_disrupted_and_unsupplied_units_use_tactical_movement_alone(values):
    state = position({"us_4id_8": ("1330", values)})
    assert refused(state, "1330", "1331") == "tactical-only"
    assert refused(state, "1330", "1331", "1332", mode="tactical") is None
    groups = list(movement.offered_move(state))
    assert {order.mode for group in groups for order in group} == {"tactical"}


@pytest.mark.clause("ZOC-20.2-5")
def test_scattered_units_do_not_move():
    assert (
        refused(position({"us_82ab_505": ("2811", {"scattered": True})}), "2811", "2812", mode="tactical")
        == "scattered"
    )


@pytest.mark.clause("ZOC-6.2-8")
@pytest.mark.clause("ZOC-6.2-10")
def test_who_took_a_replacement_moves_one_hex_and_into_no_zone():
    state = position({"us_4id_8": ("1330", {"replaced": True}), "de_12ss_25": "1332"})
    assert refused(state, "1330", "1329", "1328") == "one-hex"
    assert refused(state, "1330", "1331") == "avoided"
    assert moved(state, "1330", "1329")[0].stopped
    beside = position({"us_4id_8": ("1331", {"replaced": True}), "de_12ss_25": "1332"})
    assert refused(beside, "1331", "1330") is None
    assert refused(beside, "1331", "1432") == "avoided"


# ---------------------------------------------------------------- reserve movement


@pytest.mark.clause("ZOC-3-6")
@pytest.mark.clause("ZOC-15.2-1")
@pytest.mark.clause("ZOC-15.2-2")
def test_reserves_alone_move_in_reserve_movement_and_keep_all_rules():
    units = {"us_4id_8": ("1330", {"reserve": True}), "us_4id_12": "1030", "de_12ss_25": "1333"}
    state = position(units, phase="reserve_movement")
    assert refused(state, "1030", "1031") == "no-reserve"
    assert refused(state, "1330", "1331", "1332", "1432") == "zone"
    assert refused(state, "1330", "1329", "1328", "1327") is None
    assert moved(state, "1330", "1331", "1332")[0].stopped
    assert unit(state, "us_4id_8").reserve, "it may still fight"


# ---------------------------------------------------------------- guns on the move


@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-EOP-4")
@pytest.mark.clause("ZOC-X-GM-1")
def test_a_headquarters_that_moves_one_hex_stays_ready():
    given, expect = example("ZOC-X-GM-1")
    assert given == {"unit": "Cotentin HQ", "moved_hexes": 1}
    state = german({"de_cotentin_art": "3108"}, turn=1)
    moved(state, "3108", "3109")
    assert unit(state, "de_cotentin_art").moved_side is expect["flipped"]
    happened = moved(state, "3109", "3110")
    assert MarkerSet(ids(state, "de_cotentin_art"), "moved_side", "moved") in happened


# ---------------------------------------------------------------- start and end of the phase


@pytest.mark.clause("ZOC-3-4")
@pytest.mark.clause("ZOC-16.1-6")
@pytest.mark.clause("ZOC-9.8.5-2")
@pytest.mark.clause("ZOC-17.6-1")
def test_a_movement_phase_begins_with_works_markers_and_releases():
    state = german({
        "de_91id_1057": "2507", "de_21pz_125": ("1630", {"column": True}), "de_709id_729": "3610", "us_4id_8": "3510",
    }, turn=5, works=tuple(Works(hex_, "axis") for hex_ in path(position({}), "2507", "2909")))  # fmt: skip
    assert carried_out(state, movement.begin(state)) == [
        WorksDone(path(state, "2507")), WorksGone(path(state, "2909"), "abandoned"),
        MarkerLifted(ids(state, "de_21pz_125"), "column", "not used again"),
        MarkerSet(ids(state, "de_709id_729"), "released", "enemy near"),
    ]  # fmt: skip
    second = position({}, side="allied", player="allied/commonwealth", options={"players": "3"},
                      works=(Works(state.board.hex("2507"), "us"),))  # fmt: skip
    assert not list(movement.begin(second)), "not again for the second seat of a side"


@pytest.mark.clause("ZOC-7.2-1")
@pytest.mark.clause("ZOC-6.6-4")
def test_a_movement_phase_ends_with_waiting_reinforcements_and_full_hexes():
    state = german({"de_91id_1057": "2507", "de_91id_1058": "2507", "de_352id_914": "2507"}, turn=2,
                   boxes={"arrivals": ids(position({}), "de_12ss_25", "de_lehr_901")})  # fmt: skip
    (asked,) = carried_out(state, movement.end(state))
    assert isinstance(asked, Asked) and [step.hex for step in asked.steps] == [state.board.hex("2507")]
    carried_out(state, [Eliminated(state.board.ids["de_352id_914"]), Answered()])
    (held,) = carried_out(state, movement.end(state))
    assert held == HeldBack(ids(state, "de_12ss_25")), "once, and those of turn 3 are not awaited yet"
    assert state.now.held == {state.board.ids["de_12ss_25"]: 1}


@pytest.mark.clause("ZOC-16.1-12")
@pytest.mark.clause("ZOC-16.3-2")
def test_empty_works_are_gone_when_the_enemy_comes():
    on = position({})
    where = path(on, "1331", "1332")
    state = position({"us_4id_8": "1330"}, works=(Works(where[0], "axis", done=True), Works(where[1], "us", done=True)))
    happened = moved(state, "1330", "1331", "1332")
    assert happened[-1] == WorksGone(where[:1], "entered")
    ring = position({"us_9id_39": "3409"}, works=(Works(on.board.hex("3507"), "axis", done=True, permanent=True),))
    assert moved(ring, "3409", "3508", "3507")[-1] == WorksGone(path(ring, "3507"), "entered")
