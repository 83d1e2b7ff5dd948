"""Searches on the hex grid against networkx, scipy and plain Python."""

from __future__ import annotations

import math
from collections import deque
from functools import cache
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse.csgraph import dijkstra

from wab.cli.bench.landscape import Landscape, landscapes, starts
from wab.cli.bench.rounds import Result, agree, interleaved, times_faster
from wab.hexes import UNREACHED, Grid, Workspace
from wab.hexes.paths import connected, field, reach, reach_many

BUDGETS = (12, 20, 24, 20)  # half movement points: on foot, tanks, reconnaissance, lorries
MOVERS = 120
SOURCES = 30
_DAY = 24
_CASES = 50  # starts a layout: with eight layouts, 400 different inputs


@cache
def _lands() -> list[Landscape]:
    return landscapes()


@cache
def _starts() -> list[tuple[Landscape, int]]:
    """Layouts and starts, mixed so that neighbours in the list have nothing in common."""
    by_land = [(land, starts(land, _CASES, number)) for number, land in enumerate(_lands())]
    return [(land, found[case]) for case in range(_CASES) for land, found in by_land]


def _case(number: int) -> tuple[Landscape, int]:
    cases = _starts()
    return cases[number % len(cases)]


def _budget(number: int) -> int:
    return BUDGETS[number // len(_lands()) % len(BUDGETS)]


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
    seconds = interleaved({"ours": (_our_reach, 400), "networkx": (_networkx_reach, 40), "scipy": (_scipy_reach, 40)})
    networkx, scipy = times_faster(seconds, "ours", "networkx"), times_faster(seconds, "ours", "scipy")
    return Result(
        "P1",
        "reach of one unit on 4,000 hexes: >= 40x faster than networkx, >= 5x than scipy",
        f"{networkx:.0f}x, {scipy:.1f}x; {seconds['ours'] * 1e6:.0f} us",
        networkx >= 40 and scipy >= 5,
    )


def all_reaches() -> Result:
    """P2: where all movers of a side get to."""

    def side(number: int) -> tuple[Landscape, list[int]]:
        land = _lands()[number % len(_lands())]
        return land, starts(land, MOVERS, 1000 + number)

    cases = [side(number) for number in range(40)]
    budgets = [BUDGETS[mover % len(BUDGETS)] for mover in range(MOVERS)]

    def ours(number: int) -> Any:
        land, where = cases[number % len(cases)]
        return reach_many(land.workspace, where, budgets, land.cost[np.newaxis], 0, land.stop)

    def networkx(number: int) -> Any:
        land, where = cases[number % len(cases)]
        searched = zip(where, budgets, strict=True)
        return [nx.single_source_dijkstra_path_length(land.graph, start, cutoff=budget) for start, budget in searched]

    agree("P2", [len(found) for found in ours(0)], [len(found) for found in networkx(0)])
    seconds = interleaved({"ours": (ours, 8), "networkx": (networkx, 1)})
    ratio = times_faster(seconds, "ours", "networkx")
    measured = f"{ratio:.0f}x; {seconds['ours'] * 1e3:.2f} ms"
    return Result("P2", "reaches of all 120 units of a side: >= 80x faster than networkx", measured, ratio >= 80)


def field_of_many() -> Result:
    """P3: how far every hex is from the nearest of many sources."""
    lands = [(land, starts(land, SOURCES, 2000 + number)) for number, land in enumerate(_lands() * 10)]

    def ours(number: int) -> Any:
        land, sources = lands[number % len(lands)]
        return field(land.workspace, sources, land.cost, land.stop)

    def networkx(number: int) -> Any:
        land, sources = lands[number % len(lands)]
        return nx.multi_source_dijkstra_path_length(land.graph, set(sources))

    def scipy(number: int) -> Any:
        land, sources = lands[number % len(lands)]
        return dijkstra(land.matrix, indices=sources, min_only=True)

    for number in range(8):  # the graphs end in hexes that stop; the field does not enter them
        open_hexes = ~lands[number][0].stop
        flat, dense = ours(number), scipy(number)
        reached = open_hexes & (flat < UNREACHED)
        agree("P3", flat[reached].tolist(), dense[reached].astype(int).tolist())
        agree("P3", int(reached.sum()), sum(1 for hex_ in networkx(number) if open_hexes[hex_]))
    seconds = interleaved({"ours": (ours, 80), "networkx": (networkx, 8), "scipy": (scipy, 40)})
    plain, dense = times_faster(seconds, "ours", "networkx"), times_faster(seconds, "ours", "scipy")
    return Result(
        "P3",
        "field around 30 sources on 4,000 hexes: >= 40x faster than networkx, >= 4x than scipy",
        f"{plain:.0f}x, {dense:.1f}x; {seconds['ours'] * 1e6:.0f} us",
        plain >= 40 and dense >= 4,
    )


def supply_trace() -> Result:
    """P4: which hexes are joined to the depots."""
    lands = [(land, starts(land, 5, 3000 + number)) for number, land in enumerate(_lands() * 10)]
    rows = [[[n for n in row if n >= 0] for row in land.workspace.grid.neighbours.tolist()] for land in _lands()]
    free = [(land.passable & ~land.stop) for land in _lands()]
    flags = [mask.tolist() for mask in free]

    def ours(number: int) -> Any:
        land, depots = lands[number % len(lands)]
        return connected(land.workspace, depots, free[number % len(free)])

    def plain(number: int) -> set[int]:
        return _flood(rows[number % len(rows)], flags[number % len(flags)], lands[number % len(lands)][1])

    for number in range(8):
        agree("P4", set(np.flatnonzero(ours(number)).tolist()), plain(number))
    seconds = interleaved({"ours": (ours, 80), "plain": (plain, 20)})
    ratio = times_faster(seconds, "ours", "plain")
    measured = f"{ratio:.0f}x; {seconds['ours'] * 1e6:.0f} us"
    return Result("P4", "supply trace of one side: >= 5x faster than a Python deque", measured, ratio >= 5)


def _flood(neighbours: list[list[int]], passable: list[bool], depots: list[int]) -> set[int]:
    found = {depot for depot in depots if passable[depot]}
    queue = deque(found)
    while queue:
        for there in neighbours[queue.popleft()]:
            if passable[there] and there not in found:
                found.add(there)
                queue.append(there)
    return found


def growth() -> Result:
    """P8: how the time of a field and of a reach grows with the map."""
    sizes = (32, 100, 316)  # a side: 1,000, 10,000 and 100,000 hexes
    maps = {size: _open_country(size) for size in sizes}

    def field_on(size: int) -> Any:
        workspace, cost, sources = maps[size]
        return lambda number: field(workspace, sources[number % len(sources)], cost)

    def reach_on(size: int) -> Any:
        workspace, cost, sources = maps[size]
        return lambda number: reach(workspace, sources[number % len(sources)][0], _DAY, cost)

    contestants = {f"field {size}": (field_on(size), max(2, 200_000 // size**2)) for size in sizes}
    contestants |= {f"reach {size}": (reach_on(size), 400) for size in sizes}
    seconds = interleaved(contestants)
    slopes = {
        kind: math.log(seconds[f"{kind} {sizes[-1]}"] / seconds[f"{kind} {sizes[0]}"])
        / (2 * math.log(sizes[-1] / sizes[0]))
        for kind in ("field", "reach")
    }
    return Result(
        "P8",
        "growth from 1,000 to 100,000 hexes: exponent <= 1.15 for a field, <= 0.25 for one reach",
        f"{slopes['field']:.2f}, {slopes['reach']:.2f}",
        slopes["field"] <= 1.15 and slopes["reach"] <= 0.25,
    )


def _open_country(size: int) -> tuple[Workspace, Any, list[list[int]]]:
    chance = np.random.default_rng(size)
    grid = Grid(size, size)
    cost = chance.integers(2, 7, (grid.size, 6)).astype(np.uint8)
    sources = [[int(hex_) for hex_ in chance.integers(0, grid.size, SOURCES)] for _ in range(20)]
    return Workspace(grid), cost, sources
