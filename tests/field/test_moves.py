"""Paths judged step by step against the searches, and moves made when asked for against moves made at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import boards, unhurried
from wab.engine import Order
from wab.field import moves
from wab.field.costs import finished
from wab.hexes import CLOSED, Grid, Workspace, reach


class March(Order, frozen=True, tag="march"):
    path: tuple[int, ...]


def judged(board, path, **manner):
    grid, cost = board.grid, board.cost
    return moves.fault(grid, path, board.start, board.budget, cost, board.stop, board.closed, **manner)


def reached_from(board, budget, **manner):
    return reach(Workspace(board.grid), board.start, budget, board.cost, board.stop, board.closed, **manner)


manners = st.fixed_dictionaries({"first_step_only": st.booleans(), "minimum_step": st.booleans()})


@unhurried
@given(boards(), manners)
def test_every_way_of_a_reach_is_sound_and_costs_what_it_says(board, manner):
    found = reached_from(board, board.budget, **manner)
    for hex_ in found:
        if hex_ != board.start:
            path = found.path_to(hex_)
            assert judged(board, path, **manner) is None
            assert moves.path_cost(board.grid, board.cost, path) == found.spent_at(hex_)


@unhurried
@given(boards(), manners, st.lists(st.integers(0, 5), min_size=1, max_size=5))
def test_a_sound_path_leads_into_the_reach_and_another_does_not_name_a_wrong_place(board, manner, directions):
    path = [board.start]
    for direction in directions:
        there = board.grid.neighbour(path[-1], direction)
        if there < 0:
            return
        path.append(there)
    found = judged(board, tuple(path), **manner)
    if found is None:
        assert path[-1] in reached_from(board, board.budget, **manner)
        return
    assert set(found.hexes) <= set(path)
    proof = {
        "held": lambda start: manner["first_step_only"] and len(path) > 2,
        "stop": lambda hex_: board.stop[hex_] and hex_ in path[1:-1],
        "barred": lambda hex_: board.closed[hex_],
        "closed": lambda here, there: board.cost[here, board.grid.direction(here, there)] == CLOSED,
        "too-far": lambda goal: moves.path_cost(board.grid, board.cost, path) > board.budget,
    }
    assert proof[found.kind](*found.hexes)


@pytest.mark.parametrize(
    ("path", "kind", "hexes"),
    [
        ((0, 99), "off-map", ()),
        ((0, -1), "off-map", ()),
        ((), "not-a-path", ()),
        ((0,), "not-a-path", (0,)),
        ((1, 2), "not-a-path", (1,)),
        ((0, 2), "gap", (0, 2)),
        ((0, 0), "gap", (0, 0)),
    ],
)
def test_hexes_that_are_no_path(path, kind, hexes):
    assert moves.broken(Grid(3, 3), path, 0) == moves.Fault(kind, hexes)
    assert moves.broken(Grid(3, 3), (0, 1, 2), 0) is None


@unhurried
@given(boards(), st.data())
def test_moves_are_those_of_a_reach_cheapest_first(board, data):
    found = reached_from(board, board.budget)
    near = reached_from(board, data.draw(st.integers(0, board.budget))) if data.draw(st.booleans()) else None
    offered = moves.Moves(found, March, near)
    goals = [hex_ for hex_ in found if hex_ != board.start and (near is None or hex_ not in near)]
    goals.sort(key=lambda hex_: (found.spent_at(hex_), hex_))
    expected = [March(found.path_to(hex_)) for hex_ in goals]
    assert list(offered) == expected
    assert len(offered) == len(expected)
    assert [offered[place] for place in range(len(expected))] == expected
    for hex_ in range(board.grid.size):
        touched = np.zeros(board.grid.size, np.bool_)
        touched[hex_] = True
        assert offered.is_touched(touched) == (hex_ in found)


@unhurried
@given(boards(), st.integers(0, 2**32 - 1))
def test_a_reach_that_nothing_changed_touches_still_holds(board, seed):
    random = np.random.default_rng(seed)
    stop, closed = board.stop.copy(), board.closed.copy()
    for flags in (stop, closed):
        flags[random.integers(0, board.grid.size, 2)] ^= True
    before = reached_from(board, board.budget)
    changed = moves.changed(board.grid, stop, closed, board.stop, board.closed)
    after = reach(Workspace(board.grid), board.start, board.budget, board.cost, stop, closed)
    if not changed[before.hexes].any():
        assert np.array_equal(before.table, after.table)


def test_nothing_has_changed_where_nothing_changes():
    grid, none = Grid(3, 3), np.zeros(9, np.bool_)
    one = none.copy()
    one[4] = True
    assert not moves.changed(grid, none, none, none, none).any()
    assert np.flatnonzero(moves.changed(grid, one, none, none, none)).tolist() == [4]
    assert np.flatnonzero(moves.changed(grid, none, one, none, none)).tolist() == sorted([4, *grid.adjacent(4)])


def test_a_step_between_neighbours_has_a_price():
    costs = finished(np.arange(54).reshape(9, 6) * 5)
    assert moves.step_cost(Grid(3, 3), costs, 4, 5) == costs[4, 0] == 120
