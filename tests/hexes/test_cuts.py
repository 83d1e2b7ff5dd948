"""Cuts and regions: drawn examples, and networkx on the same map written down hex by hex."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import Board, boards, unhurried
from wab.hexes import CLOSED, UNREACHED, Grid, Workspace, cuts, field, opposite
from wab.hexes.cuts import Cut, cheapest_cut, contract, survey
from wab.hexes.paths import acceleration

GRID = Grid(3, 7)


def drawn(*rows: str) -> np.ndarray:
    """Prices of a small map, the northern row first; a dot is a hex that is closed already."""
    digits = "".join(reversed([row.replace(" ", "") for row in rows]))
    return np.array([0 if digit == "." else int(digit) for digit in digits], np.int32)


def column(col: int) -> list[int]:
    return [row * GRID.cols + col for row in range(GRID.rows)]


def test_a_map_is_cut_where_it_is_narrow() -> None:
    prices = drawn(
        "1 1 1 . 1 1 1",
        " 1 1 2 1 2 1 1",
        "1 1 1 . 1 1 1",
    )
    assert cheapest_cut(GRID, prices, column(0), column(6)) == Cut(1, (GRID.parse("0103"),))


def test_a_dear_narrow_is_not_the_cheapest_cut() -> None:
    prices = drawn(
        "9 1 9 . 9 9 9",
        " 9 1 9 9 9 9 9",
        "9 1 9 . 9 9 9",
    )
    cut = cheapest_cut(GRID, prices, column(0), column(6))
    assert cut == Cut(3, tuple(column(1)))


def test_of_equal_cuts_the_one_nearest_to_the_sources_is_taken() -> None:
    prices = np.ones(GRID.size, np.int32)
    west, east = (cheapest_cut(GRID, prices, *ends) for ends in ((column(0), column(6)), (column(6), column(0))))
    assert west is not None and east is not None
    assert set(west.hexes) <= set(column(1)) | set(column(2))
    assert set(east.hexes) <= set(column(5)) | set(column(4))


def test_what_touches_cannot_be_parted_unless_the_side_between_is_closed() -> None:
    prices = np.ones(GRID.size, np.int32)
    here, there = GRID.parse("0103"), GRID.parse("0104")
    assert cheapest_cut(GRID, prices, [here], [there]) is None
    assert cheapest_cut(GRID, prices, [here], [here]) is None
    wall = np.zeros((GRID.size, 6), np.bool_)
    wall[here, GRID.direction(here, there)] = True
    around = cheapest_cut(GRID, prices, [here], [there], wall)
    assert around == Cut(2, (GRID.parse("0004"), GRID.parse("0204")))


def test_what_is_not_joined_needs_no_cut() -> None:
    prices = np.ones(GRID.size, np.int32)
    prices[column(3)] = 0
    assert cheapest_cut(GRID, prices, column(0), column(6)) == Cut(0, ())
    assert cheapest_cut(GRID, prices, [], column(6)) == Cut(0, ())


@unhurried
@given(st.tuples(st.integers(1, 6), st.integers(3, 6)), st.integers(0, 2**32 - 1))
def test_the_cut_is_the_minimum_cut_of_networkx(size: tuple[int, int], seed: int) -> None:
    grid, random = Grid(*size), np.random.default_rng(seed)
    prices = random.integers(0, 5, grid.size).astype(np.int32)
    walls = random.random((grid.size, 6)) < 0.1
    sources, targets = ([int(hex_) for hex_ in found] for found in random.integers(0, grid.size, (2, 2)))
    graph = nx.DiGraph()
    graph.add_nodes_from(["from", "to"])
    fixed = {*sources, *targets}
    for here in range(grid.size):
        if prices[here] or here in fixed:
            graph.add_edge((here, "in"), (here, "out"), **({} if here in fixed else {"capacity": int(prices[here])}))
            for direction, there in enumerate(grid.neighbour_rows[here]):
                if there >= 0 and not walls[here, direction] and (prices[there] or there in fixed):
                    graph.add_edge((here, "out"), (there, "in"))
    graph.add_edges_from(("from", (hex_, "in")) for hex_ in sources)
    graph.add_edges_from(((hex_, "out"), "to") for hex_ in targets)
    found = cheapest_cut(grid, prices, sources, targets, walls)
    try:
        expected = nx.minimum_cut_value(graph, "from", "to")
    except nx.NetworkXUnbounded:
        assert found is None
        return
    assert found is not None
    assert found.price == expected == int(prices[list(found.hexes)].sum())
    graph.remove_nodes_from([(hex_, "out") for hex_ in found.hexes])
    assert not nx.has_path(graph, "from", "to")


@unhurried
@given(st.tuples(st.integers(1, 9), st.integers(3, 12)), st.integers(1, 3), st.sampled_from((2, 6, 40)), st.integers(0))
def test_compiled_and_plain_searches_find_the_same_cut(
    size: tuple[int, int], ends: int, dearest: int, seed: int
) -> None:
    grid, random = Grid(*size), np.random.default_rng(seed)
    prices = random.integers(0, dearest, grid.size).astype(np.int32)
    walls = random.random((grid.size, 6)) < 0.1
    question = grid, prices, *random.integers(0, grid.size, (2, ends)).tolist(), walls
    assert acceleration() is not None
    compiled = cheapest_cut(*question)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuts, "acceleration_at_hand", lambda: None)
        assert cheapest_cut(*question) == compiled


@pytest.mark.parametrize(
    "prices, sources",
    [
        (np.ones(GRID.size), [0]),
        (np.ones(5, np.int32), [0]),
        (np.full(GRID.size, -1, np.int32), [0]),
        (np.full(GRID.size, UNREACHED // 2, np.int32), [0]),
        (np.ones(GRID.size, np.int32), [GRID.size]),
    ],
)
def test_what_cannot_be_cut_is_refused(prices: np.ndarray, sources: list[int]) -> None:
    with pytest.raises(ValueError):
        cheapest_cut(GRID, prices, sources, [GRID.size - 1])


# --- regions ---


@unhurried
@given(boards(), st.lists(st.integers(0, 80), min_size=1, max_size=5))
def test_a_hex_belongs_to_its_nearest_seed(board: Board, numbers: list[int]) -> None:
    seeds = list(dict.fromkeys(number % board.grid.size for number in numbers))
    for workspace in (Workspace(board.grid, accelerated=True), Workspace(board.grid, accelerated=False)):
        regions = contract(workspace, seeds, board.cost, board.closed)
        nearest = field(workspace, seeds, board.cost, board.closed)
        alone = [field(workspace, [seed], board.cost, board.closed) for seed in seeds]
        for hex_, owner in enumerate(regions.owner.tolist()):
            assert (owner < 0) == (nearest[hex_] == UNREACHED)
            if owner >= 0:
                assert alone[owner][hex_] == nearest[hex_]
        assert [int(regions.owner[seed]) for seed in seeds] == list(range(len(seeds)))


@unhurried
@given(boards())
def test_borders_count_the_sides_between_regions(board: Board) -> None:
    workspace, grid = Workspace(board.grid), board.grid
    seeds = sorted({0, grid.size // 2, grid.size - 1})
    regions = contract(workspace, seeds, board.cost)
    nearest = field(workspace, seeds, board.cost)
    expected: dict[tuple[int, int], list[int]] = {}
    for here in range(grid.size):
        for direction, there in enumerate(grid.neighbour_rows[here]):
            if there < 0 or board.cost[here, direction] == CLOSED:
                continue
            pair = int(regions.owner[here]), int(regions.owner[there])
            if pair[0] != pair[1] and min(pair) >= 0:
                length = int(nearest[here]) + int(board.cost[here, direction]) + int(nearest[there])
                expected.setdefault(pair, []).append(length)
    assert regions.borders.T.tolist() == [
        [*pair, min(lengths), len(lengths)] for pair, lengths in sorted(expected.items())
    ]


def test_two_seeds_on_a_plain_share_it_and_are_as_far_apart_as_the_hexes() -> None:
    workspace, cost = Workspace(GRID), np.full((GRID.size, 6), 2, np.uint8)
    west, east = GRID.parse("0100"), GRID.parse("0106")
    regions = contract(workspace, [west, east], cost)
    graph = regions.graph()
    assert graph.edges[0, 1]["length"] == 2 * GRID.distance(west, east)
    assert np.bincount(regions.owner).sum() == GRID.size
    assert opposite(GRID.direction(west, west + 1)) == 3
    with pytest.raises(ValueError, match="twice"):
        contract(workspace, [west, west], cost)


def test_a_survey_of_two_rooms_and_a_door() -> None:
    graph: nx.Graph[int] = nx.Graph()
    rooms = [(0, 1), (1, 2), (2, 0), (4, 5), (5, 6), (6, 4)]
    graph.add_edges_from(rooms, length=2, width=3)
    graph.add_edge(2, 3, length=1, width=1)
    graph.add_edge(3, 4, length=1, width=2)
    found = survey(graph, 0, 6)
    assert (found.cut_width, found.cut) == (1, ((2, 3),))
    assert found.gates == (2, 3, 4)
    assert found.ways == ((0, 2, 3, 4, 6), (0, 1, 2, 3, 4, 6), (0, 2, 3, 4, 5, 6))
    assert sorted(region for group in found.neighbourhoods for region in group) == list(range(7))
    assert found.lengths[0][6] == 6


def test_a_survey_of_regions_that_are_not_joined() -> None:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from([0, 1])
    found = survey(graph, 0, 1)
    assert (found.cut_width, found.cut, found.ways, found.lengths[0]) == (0, (), (), {0: 0})
    assert survey(graph, 0, 0).ways == ((0,),)
    with pytest.raises(KeyError):
        survey(graph, 0, 2)
