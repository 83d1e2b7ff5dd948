"""Moves on offer, and the reach of units, on maps strewn with units (ZOC-9.1, ZOC-9.2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from tests.rules.zocbonds.field import CAMPAIGN, board, carried_out, ids, path, position
from wab.content.zocbonds.tables import SIXTHS
from wab.systems.zocbonds.ground.manners import MANNERS, ORDINARY, TACTICAL
from wab.systems.zocbonds.ground.marching import going, leaving, path_cost, reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import State, Unit


def free_for_all(seed, side, turn, row):
    """The campaign with units of both sides strewn over the land, a few of them in odd shape."""
    state = starting_state(board(CAMPAIGN), 1, {})
    rng = np.random.default_rng(seed)
    land = np.flatnonzero(state.board.dry)
    state.put_all(())
    for number, id_ in enumerate(rng.permutation(sorted(state.board.roster))[:90].tolist()):
        hex_ = int(rng.choice(land))
        there = state.stacks.get(hex_, ())
        if not there or state.side_of(there[0]) == state.side_of(id_):
            state.put(Unit(id_, hex_, state.board.roster[id_].steps, disrupted=number % 7 == 0, reserve=number % 5 == 0,
                           replaced=number % 11 == 0, scattered=number % 13 == 0, column=number % 17 == 0))  # fmt: skip
    state.changed(turn=turn, side=side, phase="movement", row=row, boxes={}, works_left={"axis": 2, "us": 1})
    return state


@settings(max_examples=12, deadline=None)
@drawn(st.integers(0, 10**6), st.sampled_from(["allied", "axis"]), st.integers(1, 6), st.integers(1, 6))
def test_every_move_on_offer_is_legal_and_none_crosses_an_enemy_bond(seed, side, turn, row):
    state = free_for_all(seed, side, turn, row)
    bonds = state.bonds_of(enemy_of(side))
    grid = state.board.grid
    for group in movement.offered_move(state):
        orders = list(group)
        assert len(orders) == len(group) and orders[-1] == group[len(group) - 1]
        for order in orders[:: max(1, len(orders) // 6)]:
            assert movement.why_not_move(state, order) is None
            steps = list(zip(order.path, order.path[1:], strict=False))
            assert not any(bonds.bars(here, grid.direction(here, there), there) for here, there in steps)


@settings(max_examples=12, deadline=None)
@drawn(st.integers(0, 10**6), st.sampled_from(["allied", "axis"]), st.sampled_from(range(6)))
def test_reach_holds_every_hex_to_which_a_sound_path_leads(seed, side, number):
    """Random walks that nothing speaks against end within the reach and among the goals."""
    state = free_for_all(seed, side, 3, 1 + seed % 6)
    rng = np.random.default_rng(seed + 1)
    manner = MANNERS[number]
    for id_ in state.deployed(side).ids:
        if movement.why_not_set_off(state, (id_,), manner) is not None:
            continue
        found, goals = reach(state, (id_,), manner), movement.goals(state, (id_,), manner)
        for _ in range(4):
            way = [state.units[id_].hex]
            for _ in range(int(rng.integers(1, 7))):
                way.append(int(rng.choice(state.board.grid.adjacent(way[-1]))))
                order = Move((id_,), tuple(way), manner.mode, manner.truck)
                refusal = movement.why_not_move(state, order)
                if refusal is not None and refusal.code != "column-stacked":
                    break
                assert way[-1] in found
                assert refusal is not None or way[-1] in goals or way[-1] == way[0]


@settings(max_examples=8, deadline=None)
@drawn(st.integers(0, 10**6), st.sampled_from(["allied", "axis"]), st.sampled_from(range(6)))
def test_every_goal_is_legal_and_is_paid_as_the_reach_says(seed, side, number):
    """Alone and together, in each manner; units that may not set off have no goal."""
    state = free_for_all(seed, side, 3, 1 + seed % 6)
    manner = MANNERS[number]
    parties = {(id_,) for id_ in state.deployed(side).ids} | {
        post.units for post in state.deployed(side).posts.values()
    }
    for units in sorted(parties):
        goals, found = movement.goals(state, units, manner), reach(state, units, manner)
        assert not goals or movement.why_not_set_off(state, units, manner) is None
        for hex_, order in sorted(goals.items())[:: 1 + len(goals) // 8]:
            assert movement.why_not_move(state, order) is None and order.path[-1] == hex_
            if manner.mode != "tactical":
                after = state.copy()
                carried_out(after, movement.execute_move(after, order))
                assert after.units[units[0]].spent - state.units[units[0]].spent == found.spent_at(hex_)


@pytest.mark.clause("ZOC-8.2-2")
def test_the_point_for_leaving_an_enemy_zone_is_part_of_the_cost_of_a_reach():
    """On the way from 1635, next to an Allied unit in 1636."""
    state = position({"de_100_pz": "1635", "us_4id_8": "1636"}, side="axis", row=6)
    units, goal = ids(state, "de_100_pz"), state.board.hex("1735")
    found, how = reach(state, units), going(state, units, ORDINARY)
    assert leaving(state, units[0]) == how.leaving == SIXTHS
    assert found.spent_at(goal) == path_cost(state, found.path_to(goal), how) <= how.budget
    free = position({"de_100_pz": "1635"}, side="axis", row=6)
    assert reach(free, units).spent_at(goal) == found.spent_at(goal) - SIXTHS
    direct = Move(units, path(state, "1635", "1735"))
    assert path_cost(state, direct.path, how) > how.budget
    assert movement.why_not_move(state, direct).code == "too-far", "the straight way is dearer"
    assert set(movement.goals(state, units)) == set(found) - {found.start}


@settings(max_examples=6, deadline=None)
@drawn(st.integers(0, 10**6), st.sampled_from(["allied", "axis"]))
def test_what_is_kept_from_move_to_move_is_what_is_worked_out_anew(seed, side):
    state = free_for_all(seed, side, 3, 1 + seed % 6)
    rng = np.random.default_rng(seed)
    for _ in range(6):
        groups = list(movement.offered_move(state))
        if not groups:
            return
        group = groups[int(rng.integers(len(groups)))]
        carried_out(state, movement.execute_move(state, group[int(rng.integers(len(group)))]))
        fresh = State(board=state.board, dice=state.dice, control=state.control, now=state.now)
        fresh.put_all(state.units.values())
        for id_ in state.deployed(side).ids[::3]:
            for manner in (ORDINARY, TACTICAL):
                assert np.array_equal(reach(state, (id_,), manner).table, reach(fresh, (id_,), manner).table)


@pytest.mark.clause("ZOC-9.1-1")
def test_hexes_that_would_hold_too_much_are_not_offered_but_may_be_entered():
    full = dict.fromkeys(("us_4id_12", "us_4id_22"), "1331")
    state = position({"us_4id_8": "1330", **full})
    offered = {order.path[-1] for group in movement.offered_move(state, *ids(state, "us_4id_8")) for order in group}
    assert state.board.hex("1331") not in offered and state.board.hex("1332") in offered
    assert movement.why_not_move(state, Move(ids(state, "us_4id_8"), path(state, "1330", "1331"))) is None


@pytest.mark.clause("ZOC-9.1-2")
def test_whole_stacks_are_offered_beside_their_members():
    state = position({"us_4id_8": "1330", "us_746": "1330", "us_1_esb_utah": "1330"})
    movers = [group.units for group in movement.offered_move(state)]
    assert ids(state, "us_4id_8", "us_746") in movers and ids(state, "us_4id_8") in movers
    assert not any(state.board.ids["us_1_esb_utah"] in units for units in movers)
