"""Facts that are kept and carried on from event to event agree with facts worked out again from nothing."""

import numpy as np
import pytest

from wab.engine import Chance
from wab.systems.operations import SYSTEM
from wab.systems.operations.ground.sight import hex_levels, levels, view_from
from wab.systems.operations.movement.movement import barred, reach, stops
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence.flow import execute
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.stacking import occupied, stacked
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.testing.positions import known_boards, position
from wab.systems.operations.units.supply import supplied, supplied_hexes
from wab.testing.walks import choose

ORDERS = 20
ARRAYS = (zone_of_control, occupied, stacked, hex_levels, supplied_hexes, stops)
ANSWERS = (levels, supplied)


def from_nothing(state):
    """The same state with nothing worked out yet."""
    fresh = state.copy()
    fresh.put_all(list(state.units.values()))
    return fresh


def played(number):
    """A position and what random orders make of it, state by state; the state is one and the same object."""
    state, chance = position(number), Chance(number, "in step")
    yield state
    for _ in range(ORDERS):
        if not state.active:
            return
        order = choose(list(SYSTEM.offered(known_state(state, state.active))), chance)
        for event in execute(state, order):
            apply(state, event)
            yield state


@pytest.mark.parametrize("number", range(1, 7))
def test_facts_carried_on_are_those_worked_out_anew(number):
    moments = 0
    for state in played(number):
        fresh = from_nothing(state)
        for side in SIDES:
            for fact in ARRAYS:
                assert np.array_equal(fact(state, side), fact(fresh, side)), fact.__name__
            for fact in ANSWERS:
                assert fact(state, side) == fact(fresh, side), fact.__name__
            assert list(levels(state, side)) == sorted(levels(state, side))
            assert [unit.id for unit in state.units_of(side)] == [
                id_ for id_ in sorted(state.units) if state.side_of(id_) == side
            ]
            for points in range(4):
                assert np.array_equal(barred(state, side, points), barred(fresh, side, points))
        moments += 1
    assert moments > 5


@pytest.mark.parametrize("number", range(1, 7))
def test_knowledge_carried_on_is_that_put_together_anew(number):
    for state in played(number):
        fresh = from_nothing(state)
        for side in SIDES:
            known, anew = known_state(state, side), known_state(fresh, side)
            assert OperationsView(side, known).encode() == OperationsView(side, anew).encode()
            assert (known.stacks, known.roster) == (anew.stacks, anew.roster)


@pytest.mark.parametrize("number", range(1, 7))
def test_orders_on_offer_are_those_found_anew(number):
    for state in played(number):
        if state.active:
            known = known_state(state, state.active)
            orders = list(SYSTEM.offered(known))
            assert orders == list(SYSTEM.offered(from_nothing(known)))
            groups = list(SYSTEM.groups(known, None))
            assert [len(group) for group in groups] == [len(list(group)) for group in groups]
            assert [group[place] for group in groups for place in range(len(group))] == orders


@pytest.mark.parametrize("number", range(1, 5))
def test_reaches_found_before_still_hold(number):
    for state in played(number):
        fresh = from_nothing(state)
        for side in SIDES:
            for unit in list(state.units_of(side)):
                ours, anew = reach(state, (unit.id,)), reach(fresh, (unit.id,))
                assert np.array_equal(ours.table, anew.table)


def test_copies_go_their_own_ways():
    state = next(state for state in map(position, range(1, 30)) if state.active and len(state.units) > 4)
    with known_boards():
        before = OperationsView("allied", known_state(state, "allied")).encode()
        twin = state.copy()
        unit = next(iter(twin.units_of(twin.active)))
        zones = {side: zone_of_control(state, side).copy() for side in SIDES}
        twin.take(unit.id)
        twin.version += 1
        assert unit.id not in [other.id for other in twin.units_of(state.active)]
        assert unit.id in [other.id for other in state.units_of(state.active)]
        assert all(np.array_equal(zone_of_control(state, side), zones[side]) for side in SIDES)
        assert OperationsView("allied", known_state(state, "allied")).encode() == before


def test_nothing_that_is_handed_out_can_be_written_to():
    state = position(1)
    for side in SIDES:
        for fact in ARRAYS:
            if fact is not stops:
                with pytest.raises(ValueError, match="read-only"):
                    fact(state, side)[0] = 1


def test_a_view_from_a_hex_holds_each_hex_once():
    board = position(1).board
    for hex_ in range(0, board.grid.size, 7):
        targets, seen = view_from(board, hex_, 18)
        assert len(set(targets.tolist())) == len(targets) == len(seen)
        assert set(board.grid.adjacent(hex_)) <= set(targets[seen == 3].tolist())


@pytest.mark.parametrize("number", range(1, 7))
def test_nothing_of_a_contact_is_left_in_a_sampled_game(number):
    state = position(number)
    with known_boards():
        for side in SIDES:
            sampled = OperationsView(side, known_state(state, side)).sample(number).state
            fresh = from_nothing(sampled)
            for other in SIDES:
                for fact in ARRAYS:
                    assert np.array_equal(fact(sampled, other), fact(fresh, other)), fact.__name__
                assert sampled.deployed(other).ids == fresh.deployed(other).ids
