"""Searches on the hex grid against networkx, scipy, plain Python, and the least that a compiled loop could do."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse.csgraph import dijkstra

from wab.cli.bench.bounds import touch_edges
from wab.cli.bench.landscape import COLS, ROWS, Landscape, landscapes, starts
from wab.cli.bench.rounds import Result, agree, interleaved, times_faster
from wab.hexes import UNREACHED, connected, field, reach, reach_many

BUDGETS = (12, 20, 24, 20)  # half movement points: on foot, tanks, reconnaissance, lorries
MOVERS = 120
SOURCES = 30
DEPOTS = 5
ROUNDS = 9  # calls of a few microseconds: one more busy moment of the machine must not decide
_CASES = 50  # starts a layout: with eight layouts, 400 different inputs
_DISTANCES = np.zeros(ROWS * COLS, np.int32)


@cache
def lands() -> list[Landscape]:
    """The layouts, made once."""
    return landscapes()


def edges_of(land: Landscape, hexes: Any) -> int:
    """The lower bound of a search that looks at these hexes."""
    return touch_edges()(land.workspace.grid.neighbours, land.cost, hexes, _DISTANCES)


@cache
def _starts() -> list[tuple[Landscape, int]]:
    """Layouts and starts, mixed so that neighbours in the list have nothing in common."""
    by_land = [(land, starts(land, _CASES, number)) for number, land in enumerate(lands())]
    return [(land, found[case]) for case in range(_CASES) for land, found in by_land]


def _case(number: int) -> tuple[Landscape, int]:
    cases = _starts()
    return cases[number % len(cases)]


def _budget(number: int) -> int:
    return BUDGETS[number // len(lands()) % len(BUDGETS)]


def _our_reach(number: int) -> Any:
    land, start = _case(number)
    return reach(land.workspace, start, _budget(number), land.cost, land.stop)


def _networkx_reach(number: int) -> Any:
    land, start = _case(number)
    return nx.single_source_dijkstra_path_length(land.graph, start, cutoff=_budget(number))


def _scipy_reach(number: int) -> Any:
    land, start = _case(number)
    return dijkstra(land.matrix, indices=[start], limit=float(_budget(number)))[0]


def one_reach() -> Result:
    """P1: where one mover gets to."""
    for number in range(16):
        ours, plain, dense = _our_reach(number), _networkx_reach(number), _scipy_reach(number)
        found = dict(zip(ours.hexes.tolist(), ours.spent.tolist(), strict=True))
        agree("P1", found, dict(plain), {int(hex_): int(dense[hex_]) for hex_ in np.flatnonzero(np.isfinite(dense))})
    reached = [_our_reach(number).hexes for number in range(len(_starts()))]
    seconds = interleaved(
        {
            "ours": (_our_reach, 400),
            "bound": (lambda number: edges_of(_case(number)[0], reached[number % len(reached)]), 400),
            "networkx": (_networkx_reach, 40),
            "scipy": (_scipy_reach, 40),
        },
        ROUNDS,
    )
    networkx, scipy = times_faster(seconds, "ours", "networkx"), times_faster(seconds, "ours", "scipy")
    bound = seconds["ours"] / seconds["bound"]
    return Result(
        "P1",
        "reach of one unit on 4,000 hexes: >= 40x faster than networkx, >= 5x than scipy, <= 5x the lower bound",
        f"{networkx:.0f}x, {scipy:.1f}x, {bound:.1f}x; {seconds['ours'] * 1e6:.1f} us",
        networkx >= 40 and scipy >= 5 and bound <= 5,
    )


def all_reaches() -> Result:
    """P2: where all movers of a side get to."""

    def side(number: int) -> tuple[Landscape, list[int]]:
        land = lands()[number % len(lands())]
        return land, starts(land, MOVERS, 1000 + number)

    cases = [side(number) for number in range(ROUNDS * 8)]
    budgets = [BUDGETS[mover % len(BUDGETS)] for mover in range(MOVERS)]

    def ours(number: int) -> Any:
        land, where = cases[number % len(cases)]
        return reach_many(land.workspace, where, budgets, land.cost[np.newaxis], 0, land.stop)

    def networkx(number: int) -> Any:
        land, where = cases[number % len(cases)]
        searched = zip(where, budgets, strict=True)
        return [nx.single_source_dijkstra_path_length(land.graph, start, cutoff=budget) for start, budget in searched]

    agree("P2", [len(found) for found in ours(0)], [len(found) for found in networkx(0)])
    reached = [ours(number).table[0] for number in range(len(cases))]

    def bound(number: int) -> int:
        return edges_of(cases[number % len(cases)][0], reached[number % len(cases)])

    seconds = interleaved({"ours": (ours, 8), "bound": (bound, 8), "networkx": (networkx, 1)}, ROUNDS)
    ratio, least = times_faster(seconds, "ours", "networkx"), seconds["ours"] / seconds["bound"]
    return Result(
        "P2",
        "reaches of all 120 units of a side: >= 80x faster than networkx, <= 6x the lower bound",
        f"{ratio:.0f}x, {least:.1f}x; {seconds['ours'] * 1e3:.2f} ms",
        ratio >= 80 and least <= 6,
    )


def field_of_many() -> Result:
    """P3: how far every hex is from the nearest of many sources."""
    cases = [(land, starts(land, SOURCES, 2000 + number)) for number, land in enumerate(lands() * 10)]

    def ours(number: int) -> Any:
        land, sources = cases[number % len(cases)]
        return field(land.workspace, sources, land.cost, land.stop)

    def networkx(number: int) -> Any:
        land, sources = cases[number % len(cases)]
        return nx.multi_source_dijkstra_path_length(land.graph, set(sources))

    def scipy(number: int) -> Any:
        land, sources = cases[number % len(cases)]
        return dijkstra(land.matrix, indices=sources, min_only=True)

    for number in range(8):  # the graphs end in hexes that stop; the field does not enter them
        open_hexes = ~cases[number][0].stop
        flat, dense = ours(number), scipy(number)
        reached = open_hexes & (flat < UNREACHED)
        agree("P3", flat[reached].tolist(), dense[reached].astype(int).tolist())
        agree("P3", int(reached.sum()), sum(1 for hex_ in networkx(number) if open_hexes[hex_]))
    found = [np.flatnonzero(ours(number) < UNREACHED).astype(np.int32) for number in range(len(cases))]

    def bound(number: int) -> int:
        return edges_of(cases[number % len(cases)][0], found[number % len(cases)])

    seconds = interleaved(
        {"ours": (ours, 80), "bound": (bound, 80), "networkx": (networkx, 4), "scipy": (scipy, 20)}, ROUNDS
    )
    plain, dense = times_faster(seconds, "ours", "networkx"), times_faster(seconds, "ours", "scipy")
    least = seconds["ours"] / seconds["bound"]
    return Result(
        "P3",
        "field around 30 sources on 4,000 hexes: >= 40x faster than networkx, >= 4x than scipy, <= 7x the lower bound",
        f"{plain:.0f}x, {dense:.1f}x, {least:.1f}x; {seconds['ours'] * 1e6:.0f} us",
        plain >= 40 and dense >= 4 and least <= 7,
    )


def supply_trace() -> Result:
    """P4: which hexes are joined to the depots."""
    cases = [(land, starts(land, DEPOTS, 3000 + number)) for number, land in enumerate(lands() * 10)]
    rows = [[[n for n in row if n >= 0] for row in land.workspace.grid.neighbours.tolist()] for land in lands()]
    free = [(land.passable & ~land.stop) for land in lands()]
    flags = [mask.tolist() for mask in free]

    def ours(number: int) -> Any:
        land, depots = cases[number % len(cases)]
        return connected(land.workspace, depots, free[number % len(free)])

    def plain(number: int) -> set[int]:
        return _flood(rows[number % len(rows)], flags[number % len(flags)], cases[number % len(cases)][1])

    for number in range(8):
        agree("P4", set(np.flatnonzero(ours(number)).tolist()), plain(number))
    found = [np.flatnonzero(ours(number)).astype(np.int32) for number in range(len(cases))]

    def bound(number: int) -> int:
        return edges_of(cases[number % len(cases)][0], found[number % len(cases)])

    seconds = interleaved({"ours": (ours, 80), "bound": (bound, 80), "plain": (plain, 20)}, ROUNDS)
    ratio, least = times_faster(seconds, "ours", "plain"), seconds["ours"] / seconds["bound"]
    return Result(
        "P4",
        "supply trace of one side: >= 5x faster than a Python deque, <= 15x the lower bound",
        f"{ratio:.0f}x, {least:.1f}x; {seconds['ours'] * 1e6:.0f} us",
        ratio >= 5 and least <= 15,
    )


def _flood(neighbours: list[list[int]], passable: list[bool], depots: list[int]) -> set[int]:
    found = {depot for depot in depots if passable[depot]}
    queue = deque(found)
    while queue:
        for there in neighbours[queue.popleft()]:
            if passable[there] and there not in found:
                found.add(there)
                queue.append(there)
    return found
