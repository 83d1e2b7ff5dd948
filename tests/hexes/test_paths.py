"""Reach, cheapest ways, fields, connection: against brute force, against each other, compiled against plain."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import Board, boards, cheapest_by_relaxation, unhurried, walking_cost
from wab.hexes import (
    CLOSED,
    OFF_MAP,
    UNREACHED,
    Grid,
    Reach,
    Workspace,
    cheapest_path,
    connected,
    field,
    opposite,
    reach,
    reach_many,
)
from wab.hexes.paths import acceleration

GRID = Grid(7, 9)
PLAIN = np.full((GRID.size, 6), 2, np.uint8)


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def workspace(request: pytest.FixtureRequest) -> Workspace:
    return Workspace(GRID, accelerated=request.param)


def both_ways(grid: Grid) -> tuple[Workspace, Workspace]:
    return Workspace(grid, accelerated=True), Workspace(grid, accelerated=False)


def mask(*labels: str) -> np.ndarray:
    found = np.zeros(GRID.size, np.bool_)
    found[[GRID.parse(label) for label in labels]] = True
    return found


def at(label: str) -> int:
    return GRID.parse(label)


def as_dict(found: Reach) -> dict[int, int]:
    return dict(zip(found.hexes.tolist(), found.spent.tolist(), strict=True))


# --- reach ---


def test_reach_over_open_ground_is_a_disk(workspace: Workspace) -> None:
    found = reach(workspace, at("0304"), 5, PLAIN)
    assert tuple(found) == GRID.disk(at("0304"), 2)
    assert len(found) == 19
    assert found.spent_at(at("0304")) == 0
    assert found.spent_at(at("0306")) == 4
    assert found.spent_at(at("0307")) == -1
    assert at("0306") in found and at("0307") not in found and OFF_MAP not in found
    assert found.hexes.dtype == found.spent.dtype == found.came_from.dtype == np.int32


def test_a_stop_hex_is_entered_but_not_left(workspace: Workspace) -> None:
    wall = mask("0305", "0405", "0404", "0303", "0204", "0205")  # the ring around 0304
    found = reach(workspace, at("0304"), 20, PLAIN, stop=wall)
    assert tuple(found) == GRID.disk(at("0304"), 1)


def test_the_start_is_left_although_it_is_a_stop_hex(workspace: Workspace) -> None:
    assert len(reach(workspace, at("0304"), 4, PLAIN, stop=mask("0304"))) == 19


def test_one_step_only_means_the_six_neighbours(workspace: Workspace) -> None:
    found = reach(workspace, at("0304"), 20, PLAIN, stop=mask("0304"), closed=mask("0305"), first_step_only=True)
    assert tuple(found) == tuple(hex_id for hex_id in GRID.disk(at("0304"), 1) if hex_id != at("0305"))


def test_a_closed_hex_is_never_entered_but_may_be_the_start(workspace: Workspace) -> None:
    found = reach(workspace, at("0304"), 4, PLAIN, closed=mask("0304", "0305"))
    assert at("0304") in found
    assert at("0305") not in found
    assert found.spent_at(at("0306")) == -1  # straight through it 4, around it 6


def test_a_closed_side_is_not_crossed_that_way(workspace: Workspace) -> None:
    cost = PLAIN.copy()
    cost[at("0304"), 0] = CLOSED
    assert reach(workspace, at("0304"), 6, cost).spent_at(at("0305")) == 4
    assert reach(workspace, at("0305"), 6, cost).spent_at(at("0304")) == 2


def test_the_minimum_step_is_one_hex_whatever_it_costs(workspace: Workspace) -> None:
    dear = np.full_like(PLAIN, 9)
    dear[at("0304"), 1] = CLOSED
    arguments = workspace, at("0304"), 4, dear
    assert len(reach(*arguments)) == 1
    found = reach(*arguments, closed=mask("0305"), minimum_step=True)
    expected = set(GRID.disk(at("0304"), 1)) - {at("0305"), GRID.neighbour(at("0304"), 1)}
    assert set(found) == expected
    assert sorted(set(found.spent.tolist())) == [0, 9]


def test_the_minimum_step_does_not_hide_a_cheaper_way_round(workspace: Workspace) -> None:
    cost = PLAIN.copy()
    cost[at("0304"), 0] = 9
    found = reach(workspace, at("0304"), 4, cost, minimum_step=True)
    assert found.spent_at(at("0305")) == 4
    assert len(found.path_to(at("0305"))) == 3


def test_equally_cheap_ways_come_from_the_lowest_hex(workspace: Workspace) -> None:
    found = reach(workspace, at("0304"), 4, PLAIN)
    for hex_id in GRID.ring(at("0304"), 2):
        between = set(GRID.adjacent(hex_id)) & set(GRID.adjacent(at("0304")))
        assert found.path_to(hex_id)[1] == min(between)


def test_a_path_to_a_hex_out_of_reach_is_an_error(workspace: Workspace) -> None:
    with pytest.raises(ValueError, match="not within reach"):
        reach(workspace, 0, 2, PLAIN).path_to(GRID.size - 1)


def test_a_reach_cannot_be_changed(workspace: Workspace) -> None:
    with pytest.raises(ValueError, match="read-only"):
        reach(workspace, 0, 2, PLAIN).spent[0] = 1


@unhurried
@given(boards())
def test_reach_equals_brute_force(board: Board) -> None:
    for workspace in both_ways(board.grid):
        found = reach(workspace, board.start, board.budget, board.cost, board.stop, board.closed)
        assert as_dict(found) == cheapest_by_relaxation(board)
        for hex_id in found:
            path = found.path_to(hex_id)
            assert (path[0], path[-1]) == (board.start, hex_id)
            assert walking_cost(board, path) == found.spent_at(hex_id)


@unhurried
@given(boards())
def test_the_way_comes_from_the_lowest_of_equal_predecessors(board: Board) -> None:
    for workspace in both_ways(board.grid):
        found = reach(workspace, board.start, board.budget, board.cost, board.stop, board.closed)
        for hex_id, came_from in zip(found, found.came_from.tolist(), strict=True):
            equal = [
                there
                for there in board.grid.adjacent(hex_id)
                if there in found
                and (there == board.start or not board.stop[there])
                and board.cost[there, board.grid.direction(there, hex_id)] != CLOSED
                and found.spent_at(there) + int(board.cost[there, board.grid.direction(there, hex_id)])
                == found.spent_at(hex_id)
            ]
            assert came_from == (OFF_MAP if hex_id == board.start else min(equal))


@unhurried
@given(boards(), st.booleans(), st.booleans())
def test_compiled_and_plain_searches_agree(board: Board, first_step_only: bool, minimum_step: bool) -> None:
    compiled, plain = (
        reach(
            workspace,
            board.start,
            board.budget,
            board.cost,
            board.stop,
            board.closed,
            first_step_only=first_step_only,
            minimum_step=minimum_step,
        )
        for workspace in both_ways(board.grid)
    )
    assert compiled.table.tolist() == plain.table.tolist()


def test_one_workspace_serves_many_searches(workspace: Workspace) -> None:
    first = reach(workspace, at("0304"), 4, PLAIN)
    before = as_dict(first)
    reach(workspace, at("0600"), 9, PLAIN)
    assert as_dict(first) == before == as_dict(reach(workspace, at("0304"), 4, PLAIN))


def test_a_search_that_ends_early_leaves_nothing_behind(workspace: Workspace) -> None:
    expected = as_dict(reach(workspace, at("0304"), 4, PLAIN))
    free = PLAIN.copy()
    free[at("0305")] = 0
    for _ in range(3):
        with pytest.raises(ValueError, match="costs nothing"):
            reach(workspace, at("0304"), 8, free)
        with pytest.raises(ValueError, match="costs nothing"):
            cheapest_path(workspace, at("0304"), at("0600"), free)
        assert cheapest_path(workspace, at("0304"), at("0305"), PLAIN) == (at("0304"), at("0305"))
        assert as_dict(reach(workspace, at("0304"), 4, PLAIN)) == expected


def test_a_side_at_the_edge_may_have_any_cost(workspace: Workspace) -> None:
    cost = np.where(GRID.neighbours < 0, 0, PLAIN).astype(np.uint8)
    assert len(reach(workspace, at("0000"), 100, cost)) == GRID.size
    assert int(field(workspace, [at("0000")], cost).max()) == 2 * int(GRID.distances(at("0000")).max())


# --- many movers at once ---


@unhurried
@given(boards(), st.data())
def test_many_reaches_equal_single_ones(board: Board, data: st.DataObject) -> None:
    grid = board.grid
    count = data.draw(st.integers(0, 5))
    starts = [data.draw(st.integers(0, grid.size - 1)) for _ in range(count)]
    budgets = [data.draw(st.integers(0, board.budget)) for _ in range(count)]
    rows = [data.draw(st.integers(0, 1)) for _ in range(count)]
    one_step = [data.draw(st.booleans()) for _ in range(count)]
    costs = np.stack([board.cost, np.minimum(board.cost, 3)])
    masks = np.stack([board.closed, board.stop])
    for workspace in both_ways(grid):
        table = reach_many(workspace, starts, budgets, costs, rows, board.stop, masks, rows, first_step_only=one_step)
        assert len(table) == count
        for mover, found in enumerate(table):
            row = rows[mover]
            single = reach(
                workspace,
                starts[mover],
                budgets[mover],
                costs[row],
                board.stop,
                masks[row],
                first_step_only=one_step[mover],
            )
            assert found.start == starts[mover]
            assert found.table.tolist() == single.table.tolist()


def test_many_reaches_take_one_value_for_all_and_grow_as_needed(workspace: Workspace) -> None:
    starts = list(range(GRID.size)) * 3
    table = reach_many(workspace, starts, 100, PLAIN[None], 0, minimum_step=True)
    assert [len(found) for found in table] == [GRID.size] * len(starts)
    assert table.offsets[-1] == table.table.shape[1] == GRID.size * len(starts)
    with pytest.raises(IndexError):
        table[len(starts)]


@pytest.mark.parametrize(
    "change", [{"starts": [63]}, {"cost_rows": 1}, {"cost_rows": -1}, {"closed_rows": 1}, {"costs": PLAIN}]
)
def test_many_reaches_refuse_what_does_not_exist(workspace: Workspace, change: dict[str, object]) -> None:
    arguments = {"starts": [0], "budgets": 4, "costs": PLAIN[None], "cost_rows": 0, **change}
    with pytest.raises(ValueError):
        reach_many(workspace, **arguments)  # type: ignore[arg-type]


# --- the cheapest way ---


@unhurried
@given(boards())
def test_the_cheapest_path_is_the_one_of_reach(board: Board) -> None:
    for workspace in both_ways(board.grid):
        found = reach(workspace, board.start, board.budget, board.cost, board.stop, board.closed)
        path = cheapest_path(
            workspace, board.start, board.goal, board.cost, board.stop, board.closed, budget=board.budget
        )
        assert path == (found.path_to(board.goal) if board.goal in found else None)


def test_a_path_to_where_one_stands_is_that_hex(workspace: Workspace) -> None:
    assert cheapest_path(workspace, 5, 5, PLAIN) == (5,)


def test_a_path_goes_round_an_obstacle_or_does_not_exist(workspace: Workspace) -> None:
    wall = mask(*(f"{row:02d}04" for row in range(6)))
    path = cheapest_path(workspace, at("0000"), at("0008"), PLAIN, closed=wall)
    assert path is not None and at("0604") in path
    assert cheapest_path(workspace, at("0000"), at("0008"), PLAIN, closed=wall | mask("0604")) is None


# --- fields ---


@unhurried
@given(boards(), st.lists(st.integers(0, 80), max_size=4))
def test_a_field_is_the_nearest_of_single_reaches(board: Board, numbers: list[int]) -> None:
    sources = [number % board.grid.size for number in numbers]
    for workspace in both_ways(board.grid):
        found = field(workspace, sources, board.cost, board.closed, limit=board.budget)
        expected = np.full(board.grid.size, UNREACHED)
        for source in sources:
            single = reach(workspace, source, board.budget, board.cost, closed=board.closed)
            expected[single.hexes] = np.minimum(expected[single.hexes], single.spent)
        assert found.tolist() == expected.tolist()
        assert found.dtype == np.int32


@unhurried
@given(boards())
def test_a_reversed_field_is_the_field_of_reversed_costs(board: Board) -> None:
    grid = board.grid
    backwards = np.full_like(board.cost, CLOSED)
    for hex_id in range(grid.size):
        for direction in range(6):
            there = grid.neighbour(hex_id, direction)
            if there != OFF_MAP:
                backwards[there, opposite(direction)] = board.cost[hex_id, direction]
    for workspace in both_ways(grid):
        found = field(workspace, [board.start], board.cost, board.closed, reversed=True)
        assert found.tolist() == field(workspace, [board.start], backwards, board.closed).tolist()


@unhurried
@given(boards())
def test_a_reversed_field_says_what_the_way_to_the_source_costs(board: Board) -> None:
    open_board = replace(board, stop=np.zeros_like(board.stop), closed=np.zeros_like(board.closed))
    for workspace in both_ways(board.grid):
        found = field(workspace, [board.goal], board.cost, reversed=True)
        path = cheapest_path(workspace, board.start, board.goal, board.cost)
        assert found[board.start] == (UNREACHED if path is None else walking_cost(open_board, path))


def test_a_field_knows_uphill_from_downhill(workspace: Workspace) -> None:
    cost = PLAIN.copy()
    cost[:, 0] = 5  # going east is hard
    outwards = field(workspace, [at("0300")], cost)
    inwards = field(workspace, [at("0300")], cost, reversed=True)
    assert outwards[at("0302")] > inwards[at("0302")] == 4


def test_a_field_without_sources_reaches_nothing(workspace: Workspace) -> None:
    assert set(field(workspace, [], PLAIN).tolist()) == {UNREACHED}


# --- connection ---


@unhurried
@given(boards(), st.lists(st.integers(0, 80), max_size=4))
def test_connection_is_reach_without_costs(board: Board, numbers: list[int]) -> None:
    grid, sources = board.grid, [number % board.grid.size for number in numbers]
    sides = board.cost == CLOSED
    free = np.where(sides, CLOSED, 1).astype(np.uint8)
    for workspace in both_ways(grid):
        expected = np.zeros(grid.size, np.bool_)
        for source in sources:
            if not board.closed[source]:
                expected[reach(workspace, source, grid.size, free, closed=board.closed).hexes] = True
        found = connected(workspace, sources, ~board.closed, sides)
        assert found.dtype == np.bool_
        assert found.tolist() == expected.tolist()
        if not sides.any():
            assert connected(workspace, sources, ~board.closed).tolist() == expected.tolist()


def test_a_source_that_is_not_passable_joins_nothing(workspace: Workspace) -> None:
    assert not connected(workspace, [5], ~mask("0005")).any()


# --- wrong arguments ---


@pytest.mark.parametrize("cost", [PLAIN.astype(np.int64), PLAIN[:-1], PLAIN[:, :5]])
def test_a_cost_table_of_another_kind_is_refused(workspace: Workspace, cost: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"cost must be uint8\[63, 6\]"):
        reach(workspace, 0, 4, cost)


def test_a_mask_of_another_kind_is_refused(workspace: Workspace) -> None:
    with pytest.raises(ValueError, match=r"mask must be bool\[63\]"):
        reach(workspace, 0, 4, PLAIN, stop=np.zeros(GRID.size, np.uint8))


@pytest.mark.parametrize("hex_id", [OFF_MAP, GRID.size])
def test_a_hex_off_the_map_is_refused(workspace: Workspace, hex_id: int) -> None:
    with pytest.raises(ValueError, match="no hex number"):
        reach(workspace, hex_id, 4, PLAIN)
    with pytest.raises(ValueError, match="no hex number"):
        cheapest_path(workspace, 0, hex_id, PLAIN)
    with pytest.raises(ValueError, match="no hex number"):
        field(workspace, [0, hex_id], PLAIN)
    with pytest.raises(ValueError, match="no hex number"):
        connected(workspace, [0, hex_id], mask("0000"))


def test_a_step_that_costs_nothing_is_refused(workspace: Workspace) -> None:
    free = np.zeros_like(PLAIN)
    with pytest.raises(ValueError, match="costs nothing"):
        reach(workspace, 0, 4, free)
    with pytest.raises(ValueError, match="costs nothing"):
        reach_many(workspace, [0], 4, free[None], 0)
    with pytest.raises(ValueError, match="costs nothing"):
        cheapest_path(workspace, 0, 9, free)
    with pytest.raises(ValueError, match="costs nothing"):
        field(workspace, [0], free)


def test_arrays_need_not_lie_in_memory_in_order(workspace: Workspace) -> None:
    upside_down = np.asfortranarray(PLAIN)
    every_other = np.zeros(2 * GRID.size, np.bool_)[::2]
    assert len(reach(workspace, at("0304"), 5, upside_down, stop=every_other, closed=every_other)) == 19


# --- the choice of the machine ---


@pytest.fixture
def fresh_choice() -> Iterator[None]:
    acceleration.cache_clear()
    yield
    acceleration.cache_clear()


@pytest.mark.usefixtures("fresh_choice")
def test_the_environment_switches_numba_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAB_NUMBA", "0")
    assert acceleration() is None
    assert len(reach(Workspace(GRID), at("0304"), 5, PLAIN)) == 19


@pytest.mark.usefixtures("fresh_choice")
def test_everything_works_where_numba_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "wab.hexes.kernels", raising=False)
    monkeypatch.delattr("wab.hexes.kernels", raising=False)
    assert acceleration() is None
    assert len(reach(Workspace(GRID), at("0304"), 5, PLAIN)) == 19


def test_importing_the_grid_does_not_import_numba() -> None:
    program = "import sys, wab.hexes; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.usefixtures("fresh_choice")
def test_numba_is_loaded_when_as_much_was_asked_for_as_loading_takes() -> None:
    workspace = Workspace(GRID)
    expected = as_dict(reach(workspace, at("0304"), 5, PLAIN))
    assert acceleration.cache_info().currsize == 0
    reach_many(workspace, [at("0304")] * 3000, 1, PLAIN[None], 0)
    assert acceleration.cache_info().currsize == 1
    assert as_dict(reach(workspace, at("0304"), 5, PLAIN)) == expected
