"""Control, stacking, cost tables and supply areas, against slow words for the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import boards, unhurried
from wab.field import control, costs, stacking, supply
from wab.hexes import CLOSED, Grid, Workspace

GRID = Grid(4, 5)
holders = st.binary(max_size=60).map(lambda data: bytearray(byte % 4 for byte in data))


def flags(seed, *shape, share=0.6):
    return np.random.default_rng(seed).random(shape) < share


# ---------------------------------------------------------------- control


@unhurried
@given(holders)
def test_control_survives_its_text(held):
    text = control.to_runs(held)
    assert control.from_runs(text, len(held), range(4)) == held
    assert control.to_runs(control.from_runs(text, len(held), range(4))) == text


def test_control_is_written_in_runs():
    assert control.to_runs(bytes([1, 1, 1, 0, 2])) == "3x1 1x0 1x2"


@pytest.mark.parametrize("text", ["3x1", "5x1", "4x3", "4x1 x", "-1x1 5x1", "4x01", "9999999999x1", "", "1x1 ٣x1"])
def test_a_text_that_is_no_control_is_refused(text):
    with pytest.raises(ValueError, match="control"):
        control.from_runs(text, 4, (0, 1, 2))


@unhurried
@given(holders, st.integers(0, 3), st.lists(st.integers(0, 59)), st.integers(0, 99))
def test_hexes_pass_once_and_only_where_they_can_be_held(held, code, entered, seed):
    entered, ground = [hex_ for hex_ in entered if hex_ < len(held)], flags(seed, len(held))
    passing = control.newly_held(held, code, entered, ground)
    assert set(passing) == {hex_ for hex_ in entered if ground[hex_] and held[hex_] != code}
    assert list(passing) == sorted(set(passing), key=entered.index)
    assert control.held(held, code).tolist() == [holder == code for holder in held]


def test_codes_do_not_follow_what_changes_later():
    held = bytearray([1, 2])
    before = control.codes(held)
    held[0] = 2
    assert before.tolist() == [1, 2]
    assert not before.flags.writeable


# ---------------------------------------------------------------- stacking


@unhurried
@given(st.lists(st.integers(0, 9), min_size=1), st.integers(0, 6), st.integers(0, 5))
def test_a_hex_is_full_where_there_is_less_room_than_points(stacked, limit, points):
    there = np.array(stacked, np.int16)
    full = stacking.full(there, limit, points)
    assert full.tolist() == [there_ + points > limit for there_ in stacked]
    by_hex = np.arange(len(stacked)).astype(np.int16)
    assert stacking.full(there, by_hex, points).tolist() == [n + points > hex_ for hex_, n in enumerate(stacked)]
    if points:
        assert full.tolist() == [stacking.room(limit, there_) < points for there_ in stacked]
    assert stacking.overstacked(there, limit) == tuple(hex_ for hex_, n in enumerate(stacked) if n > limit)


@unhurried
@given(st.integers(0, 99), st.integers(0, 4))
def test_a_hexside_lets_pass_so_many_points_in_a_phase(seed, points):
    random = np.random.default_rng(seed)
    limit = random.integers(0, 5, (GRID.size, 6)).astype(np.int16)
    ways = [(hex_, there) for hex_ in range(GRID.size) for there in GRID.adjacent(hex_)]
    steps = [(*ways[place], int(random.integers(0, 3))) for place in random.integers(0, len(ways), 12)]
    gone = stacking.passed(steps)
    full = stacking.full_sides(GRID, limit, gone, points)
    for origin, target in ways:
        before = sum(some for here, there, some in steps if (here, there) == (origin, target))
        most = int(limit[origin, GRID.direction(origin, target)])
        assert gone.get((origin, target), 0) == before
        assert full[origin, GRID.direction(origin, target)] == (before + points > most)
    target = int(random.integers(0, GRID.size))
    going = {origin: int(random.integers(0, 4)) for origin in GRID.adjacent(target)}
    crowded = stacking.crowded(lambda origin: int(limit[origin, GRID.direction(origin, target)]), gone, going, target)
    assert list(crowded) == sorted(
        origin
        for origin, more in going.items()
        if gone.get((origin, target), 0) + more > limit[origin, GRID.direction(origin, target)]
    )
    with pytest.raises(ValueError, match="do not touch"):
        stacking.full_sides(GRID, 3, {(0, GRID.size - 1): 1}, 1)


# ---------------------------------------------------------------- costs


def test_costs_are_counted_in_parts_and_a_word_closes():
    assert [costs.price(cost, 2) for cost in (1, 1.5, "no")] == [2, 3, CLOSED]
    assert costs.price(2, 6) == 12


@unhurried
@given(st.integers(0, 99))
def test_a_table_says_what_the_hex_beyond_costs(seed):
    random = np.random.default_rng(seed)
    terrain = random.integers(0, 3, GRID.size).astype(np.uint8)
    values = {"clear": 2.0, "woods": 4.5, "sea": 300.0}
    enter = costs.by_terrain(tuple(values), terrain, values)
    table = costs.finished(costs.beyond(GRID, enter, CLOSED))
    for hex_ in range(GRID.size):
        for direction in range(6):
            there = GRID.neighbour(hex_, direction)
            expected = CLOSED if there < 0 else min(CLOSED, int(list(values.values())[terrain[there]]))
            assert table[hex_, direction] == expected
    assert not table.flags.writeable and table.dtype == np.uint8 and table.flags.c_contiguous
    with pytest.raises(KeyError):
        costs.by_terrain(("clear", "marsh", "sea"), terrain, values)


def test_nothing_costs_less_than_nothing():
    with pytest.raises(ValueError, match="less than nothing"):
        costs.finished(np.array([[2, -1]]))


@unhurried
@given(st.integers(0, 99), st.integers(1, 3))
def test_who_moves_together_pays_the_dearest_and_goes_where_all_can(seed, number):
    random = np.random.default_rng(seed)
    wide = [np.where(flags(seed + n, GRID.size, 6), random.integers(1, 9, (GRID.size, 6)), 999) for n in range(number)]
    tables = [costs.finished(np.where(GRID.neighbours < 0, 999, table)) for table in wide]
    dearest, shut = costs.dearest(tables), costs.closed_to_all(tables)
    for hex_ in range(GRID.size):
        for direction in range(6):
            prices = [int(table[hex_, direction]) for table in tables]
            assert dearest[hex_, direction] == max(prices)
            assert shut[hex_, direction] == (min(prices) == CLOSED)
    entered = {
        GRID.neighbour(hex_, d) for hex_ in range(GRID.size) for d in range(6) if not shut[hex_, d]
    }  # fmt: skip
    assert set(np.flatnonzero(costs.enterable(GRID, tables)).tolist()) == entered
    for question in (costs.dearest, costs.closed_to_all):
        with pytest.raises(ValueError, match="table"):
            question([])


# ---------------------------------------------------------------- supply


def flooded(grid, sources, passes, closed):
    """Hex after hex, from the sources that let pass."""
    joined = {source for source in sources if passes[source]}
    grown = True
    while grown:
        grown = False
        for here in sorted(joined):
            for direction in range(6):
                there = grid.neighbour(here, direction)
                if there >= 0 and passes[there] and not closed[here, direction] and there not in joined:
                    joined.add(there)
                    grown = True
    return joined


@unhurried
@given(st.integers(0, 2**32 - 1), st.sets(st.integers(0, GRID.size - 1), max_size=3))
def test_lines_run_wherever_a_flood_from_the_sources_gets(seed, sources):
    passes, closed = flags(seed, GRID.size), flags(seed + 1, GRID.size, 6, share=0.2)
    area = supply.lines(Workspace(GRID), sorted(sources), passes, closed)
    joined = flooded(GRID, sources, passes, closed)
    assert set(np.flatnonzero(area).tolist()) == joined
    ends = np.flatnonzero(flags(seed + 2, GRID.size))
    touching = {
        int(end)
        for end in ends
        for direction in range(6)
        if GRID.neighbour(int(end), direction) in joined and not closed[end, direction]
    }
    whole = supply.with_ends(GRID, area, ends, closed)
    assert set(np.flatnonzero(whole).tolist()) == joined | touching
    assert not whole.flags.writeable
    free = supply.with_ends(GRID, area, ends)
    assert set(np.flatnonzero(free).tolist()) >= joined | touching


@unhurried
@given(st.integers(0, 2**32 - 1), st.integers(0, GRID.size - 1), st.integers(0, GRID.size - 1))
def test_what_cuts_a_line_is_the_least_that_would_open_it(seed, here, source):
    passes, sides = flags(seed, GRID.size), flags(seed + 1, GRID.size, 6, share=0.2)
    closed = sides | np.take(np.append(sides, False), _mirrored(GRID))  # the same from both sides
    cut = supply.cut(Workspace(GRID), here, (source,), passes, closed)
    everywhere = np.ones(GRID.size, np.bool_)
    if cut is None:
        assert here not in flooded(GRID, [source], everywhere, closed)
        return
    opened = passes.copy()
    opened[[here, *cut]] = True
    assert here in flooded(GRID, [source], opened, closed) or here == source
    for missing in cut:
        one_less = opened.copy()
        one_less[missing] = False
        if missing != here:
            assert here not in flooded(GRID, [source], one_less, closed)


def _mirrored(grid):
    """int[N, 6]: the place, in a flattened [N, 6], of the same hexside seen from the other hex; -1 at the edge."""
    around = grid.neighbours
    return np.where(around >= 0, 6 * around + (np.arange(6) + 3) % 6, -1)


@unhurried
@given(boards())
def test_lines_of_limited_length_are_the_cheapest_ways_to_a_source(board):
    limit = min(board.budget, 40)
    near = supply.within(Workspace(board.grid), [board.goal], board.cost, limit, board.closed)
    for start in range(board.grid.size):
        spent = _cheapest(board, start)
        assert near[start] == (spent is not None and spent <= limit), start


def _cheapest(board, start):
    """Bellman and Ford from one hex to the goal: closed hexes are neither start nor way, the goal is always open."""
    if start == board.goal:
        return 0
    shut = {hex_ for hex_ in range(board.grid.size) if board.closed[hex_]} - {board.goal}
    best = {start: 0} if start not in shut else {}
    grown = bool(best)
    while grown:
        grown = False
        for here, so_far in list(best.items()):
            for direction in range(6):
                there, price = board.grid.neighbour(here, direction), int(board.cost[here, direction])
                if there < 0 or there in shut or price == CLOSED or here == board.goal:
                    continue
                if so_far + price < best.get(there, 10**9):
                    best[there] = so_far + price
                    grown = True
    return best.get(board.goal)
