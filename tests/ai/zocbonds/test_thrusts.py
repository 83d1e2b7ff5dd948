"""The ways of the enemy: where it would come through to a side's goals, and the worth of standing there."""

import numpy as np
import pytest

from ai.zocbonds import judgement as j
from ai.zocbonds.stakes import distances, worth_of
from ai.zocbonds.thrusts import Goal, Thrusts, drawn_to, in_the_way, thrusts_against
from tests.ai.zocbonds.test_planner_zocbonds import CHERBOURG, planned
from tests.rules.zocbonds.field import board, ids, position, unit

SAINT_LO = "1815"
ENEMY = {"us_2ad_cca": "2416"}
WORTH = 4.0


def against(state, *labels, side="axis", worth=WORTH, starts=("2416",)):
    """The thrusts from some hexes to goals of a side."""
    on = state.board
    goals = tuple(Goal((on.hex(label),), worth) for label in labels)
    return Thrusts(on, side, goals, tuple(sorted(on.hexes(starts))))


def way(traffic):
    return np.flatnonzero(traffic).tolist()


# ------------------------------------------------------------------------------------------------- traffic


def test_traffic_runs_hex_by_hex_from_the_enemy_to_the_goal():
    state = position(ENEMY)
    on = state.board
    traffic = against(state, SAINT_LO).traffic(state)
    found = sorted(way(traffic), key=lambda hex_: int(distances(on, on.hex(SAINT_LO))[hex_]))
    assert found[0] == on.hex(SAINT_LO) and on.hex("2416") not in found
    assert len(found) >= on.grid.distance(on.hex("2416"), on.hex(SAINT_LO))
    for hex_ in found[1:]:
        assert any(near in found for near in on.grid.adjacent(hex_))
    assert len({float(traffic[hex_]) for hex_ in found}) == 1 and 0 < traffic[found[0]] < WORTH


def test_ways_that_meet_add_up_and_the_nearer_hex_of_a_goal_is_wanted():
    state = position(ENEMY)
    on = state.board
    alone, both = (against(state, *labels).traffic(state) for labels in ((SAINT_LO,), (SAINT_LO, SAINT_LO)))
    assert both == pytest.approx(2 * alone)
    either = Thrusts(on, "axis", (Goal((on.hex("1416"), on.hex(SAINT_LO)), WORTH),), (on.hex("2416"),)).traffic(state)
    assert np.array_equal(either, alone)


def test_what_is_far_away_draws_less_and_at_last_nothing():
    state = position(ENEMY)
    near, far = (against(state, label).traffic(state).max() for label in ("2215", "1416"))
    assert near > far > 0
    caen = state.board.grid.label(state.board.lines.cities["caen"][0])
    assert against(state, caen, starts=("1833",)).traffic(state).any()
    assert not against(state, caen, starts=("3706",)).traffic(state).any()


def test_nobody_who_marches_means_no_traffic():
    state = position({})
    assert not against(state, SAINT_LO, starts=()).traffic(state).any()


def test_the_way_goes_round_a_stack_unless_it_counts_as_gone():
    free = position(ENEMY)
    first = against(free, SAINT_LO).traffic(free)
    middle = way(first)[len(way(first)) // 2]
    held = position(ENEMY | {"de_352id_916": free.board.grid.label(middle)})
    thrusts = against(held, SAINT_LO)
    assert thrusts.traffic(held)[middle] == 0 < first[middle]
    assert np.array_equal(thrusts.traffic(held, ids(held, "de_352id_916")), first)


def lost(state, thrusts, label, *keys, share=1.0):
    """Return how much dearer the way to a goal is than it would be without some units, in the costs of ways; `share`:
    of the worth of the goal that draws the enemy.
    """
    hex_ = state.board.hex(label)
    whole, without = (float(thrusts.traffic(state, gone)[hex_]) for gone in ((), ids(state, *keys)))
    return (without - whole / share) / WORTH * j.THRUST_FADES


@pytest.mark.parametrize(("key", "zones"), [("de_fort_du_roule", 0), ("de_352id_916", 2)])
def test_a_stack_costs_the_enemy_what_he_meets_there_and_each_zone_on_the_way(key, zones):
    """Strongpoints have no zone; a regiment's reaches the hex before it. A goal that must be fought for draws less."""
    state = position(ENEMY | {key: SAINT_LO})
    assert state.has_zone(unit(state, key)) == bool(zones)
    dearer = lost(state, against(state, SAINT_LO), SAINT_LO, key, share=j.THRUST_HELD)
    assert dearer == pytest.approx(j.THRUST_STACK + zones * j.THRUST_ZONE, abs=1e-3)


def test_a_bond_closes_the_hex_between_two_regiments():
    state = position(ENEMY | {"de_352id_914": "2014", "de_352id_916": "2016"})
    dearer = lost(state, against(state, "2015"), "2015", "de_352id_916")
    assert j.THRUST_BOND <= round(dearer, 3) <= j.THRUST_BOND + 2 * j.THRUST_ZONE


def test_a_bond_closes_the_side_between_two_regiments_off_the_line():
    on = board()
    here = on.hex("2016")
    there = next(int(hex_) for hex_ in on.ground.aslant[here] if hex_ >= 0)
    start, goal = (on.grid.label(hex_) for hex_ in set(on.grid.adjacent(here)) & set(on.grid.adjacent(there)))
    state = position({"us_2ad_cca": start, "de_352id_914": "2016", "de_352id_916": on.grid.label(there)})
    dearer = lost(state, against(state, goal, starts=(start,)), goal, "de_352id_916")
    assert dearer == pytest.approx(j.THRUST_BOND, abs=1e-3)


# ------------------------------------------------------------------------------------------------- whose goals


def goals_of(state, side):
    return thrusts_against(state, side, worth_of(state.board)).goals


def test_the_goals_are_what_a_side_holds_and_values():
    state = position(ENEMY)
    on = state.board
    hexes = {hex_ for goal in goals_of(state, "axis") if len(goal.hexes) == 1 for hex_ in goal.hexes}
    assert on.hex(SAINT_LO) in hexes and all(state.holds("axis", hex_) for hex_ in hexes)
    assert not {hex_ for goal in goals_of(state, "allied") for hex_ in goal.hexes} & hexes


def test_the_germans_guard_the_road_to_cherbourg_and_the_edges_of_the_map_but_not_where_that_ends_nothing():
    state = position(ENEMY)
    worths = sorted(goal.worth for goal in goals_of(state, "axis") if len(goal.hexes) > 1)
    assert worths == sorted([j.ROAD_TO_CHERBOURG, j.BREAKOUT])
    assert not [goal for goal in goals_of(state, "allied") if len(goal.hexes) > 1]
    port = position({"us_4id_8": "2814"}, scenario=CHERBOURG)
    assert not [goal for goal in goals_of(port, "axis") if len(goal.hexes) > 1]


def test_thrusts_start_from_those_who_march():
    state = position({"us_4id_8": "2512", "de_wn_utah": "2814", "de_6fj_fj": "2312"})
    assert thrusts_against(state, "allied", worth_of(state.board)).starts == (state.board.hex("2312"),)


# ------------------------------------------------------------------------------------------------- standing in the way


def through(label, traffic):
    found = np.zeros(board().grid.size, np.float32)
    found[board().hex(label)] = traffic
    return found


def test_a_stack_stops_what_comes_through_its_hex_and_a_share_of_what_passes_beside_it():
    on, traffic = board(), through("1720", 2.0)
    beside = next(hex_ for hex_ in on.grid.adjacent(on.hex("1720")) if on.ground.open_[hex_].all())
    assert in_the_way(on, traffic, on.hex("1720")) == pytest.approx(j.IN_THE_WAY * 2.0)
    assert in_the_way(on, traffic, beside) == pytest.approx(j.IN_THE_WAY * j.BESIDE_THE_WAY * 2.0)
    assert in_the_way(on, traffic, on.hex("2020")) == 0.0
    assert in_the_way(on, through("1720", 100.0), on.hex("1720")) == pytest.approx(j.IN_THE_WAY * j.MOST_TRAFFIC)


def test_nothing_is_stopped_across_a_side_that_no_zone_crosses():
    on = board()
    shut = np.argwhere(~on.ground.open_ & (on.grid.neighbours >= 0) & on.dry[:, None] & on.dry[on.grid.neighbours])
    hex_, direction = shut[0].tolist()
    there = on.grid.label(int(on.grid.neighbours[hex_, direction]))
    assert in_the_way(on, through(there, 3.0), hex_) == 0.0


def test_holes_draw_from_afar_and_the_nearer_the_stronger():
    on = board()
    found, hole = drawn_to(on, through("1720", 2.0)), on.hex("1720")
    assert found[hole] == pytest.approx(j.IN_THE_WAY * 2.0)
    near, far = on.hex("1721"), on.hex("1723")
    assert found[near] == pytest.approx(found[hole] - j.TO_A_HOLE) and found[near] > found[far]
    assert not drawn_to(on, np.zeros(on.grid.size, np.float32)).any()


def test_a_unit_without_an_enemy_in_reach_marches_into_the_hole():
    """Nothing but the way of the enemy to Saint-Lô tells the regiment where to stand."""
    state = position(ENEMY | {"de_352id_916": "1720"}, side="axis", player="axis")
    plan, picture = planned(state, "axis")
    one = unit(state, "de_352id_916").id
    hex_ = plan.places[one].hex
    thrusts = thrusts_against(picture.state, "axis", picture.ground.worth)
    traffic = thrusts.traffic(picture.state, (one,))
    assert in_the_way(state.board, traffic, hex_) > in_the_way(state.board, traffic, state.board.hex("1720"))
