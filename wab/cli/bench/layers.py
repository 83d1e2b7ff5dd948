"""Influence layers, the sight table, and the map from far above."""

from __future__ import annotations

from functools import cache
from typing import Any

import networkx as nx
import numpy as np
from scipy.signal import fftconvolve

from wab.cli.bench.bounds import add_amounts
from wab.cli.bench.growth import FALLOFF
from wab.cli.bench.landscape import COLS, ROWS
from wab.cli.bench.reference import reference
from wab.cli.bench.rounds import Result, agree, interleaved, times_faster
from wab.cli.bench.searches import lands
from wab.hexes import Grid, SightBits, Workspace, influence_layer
from wab.hexes.cuts import cheapest_cut, contract, survey
from wab.hexes.grid import line_patterns

UNITS = 130
OBSERVERS = 250
RADIUS = SIGHT = 8
REGIONS = 150
ROUNDS = 9
_LAYOUTS = 40
_PRICES = 8


@cache
def _grid() -> Grid:
    return Grid(ROWS, COLS)


@cache
def _units(count: int) -> list[tuple[Any, Any]]:
    """Layouts of units: hexes and strengths."""
    chance = np.random.default_rng(count)
    size = _grid().size
    return [
        (chance.integers(0, size, count).astype(np.int32), chance.integers(1, 30, count).astype(np.int32))
        for _ in range(_LAYOUTS)
    ]


# ------------------------------------------------------------------------------------------------- influence


def influence() -> Result:
    """P5: what 130 units radiate over the ground around them."""
    grid, workspace, layouts = _grid(), Workspace(_grid(), accelerated=True), _units(UNITS)
    west = (grid.rows - 1) // 2  # the axial rectangle on which the convolution works
    kernel = influence_layer(Workspace(Grid(13, 13)), [Grid(13, 13).parse("0606")], 1, FALLOFF)
    q, r = Grid(13, 13).q - Grid(13, 13).q[84], Grid(13, 13).r - 6
    template = np.zeros((13, 13))
    near = (abs(q) <= 6) & (abs(q + r) <= 6)
    template[r[near] + 6, q[near] + 6] = kernel[near]

    def ours(number: int) -> Any:
        return influence_layer(workspace, *layouts[number % _LAYOUTS], FALLOFF)

    def convolved(number: int) -> Any:
        hexes, strengths = layouts[number % _LAYOUTS]
        board = np.zeros((grid.rows, grid.cols + west))
        np.add.at(board, (grid.r[hexes], grid.q[hexes] + west), strengths)
        return fftconvolve(board, template, mode="same")[grid.r, grid.q + west]

    stamped = [_stamped(grid, template, *layout) for layout in layouts]
    layer = np.zeros(grid.size, np.int32)

    def bound(number: int) -> None:
        layer[:] = 0
        add_amounts()(*stamped[number % _LAYOUTS], layer)

    for number in range(8):
        bound(number)
        agree("P5", ours(number).tolist(), np.rint(convolved(number)).astype(int).tolist(), layer.tolist())
    seconds = interleaved({"ours": (ours, 80), "bound": (bound, 80), "convolved": (convolved, 20)}, ROUNDS)
    ratio, least = times_faster(seconds, "ours", "convolved"), seconds["ours"] / seconds["bound"]
    return Result(
        "P5",
        "influence layer of 130 units: no slower than fftconvolve, <= 15x the lower bound",
        f"{ratio:.1f}x, {least:.1f}x; {seconds['ours'] * 1e6:.0f} us",
        ratio >= 1 and least <= 15,
    )


def _stamped(grid: Grid, template: Any, hexes: Any, strengths: Any) -> tuple[Any, Any]:
    """All hexes to which something is added, and how much, in one list."""
    rows, cols = np.nonzero(template)
    r, q = grid.r[hexes][:, None] + rows - 6, grid.q[hexes][:, None] + cols - 6
    col = q + r // 2
    inside = (r >= 0) & (r < grid.rows) & (col >= 0) & (col < grid.cols)
    amounts = strengths[:, None] * template[rows, cols].astype(np.int32)
    return (r * grid.cols + col)[inside].astype(np.int32), amounts[inside].astype(np.int32)


# ------------------------------------------------------------------------------------------------- sight


class _Gather:
    """The yardstick: the same answers by laying all lines of sight over every observer, with numpy, each time."""

    def __init__(self, grid: Grid, offsets: Any) -> None:
        self._wide = grid.cols + (grid.rows - 1) // 2 + 2 * RADIUS
        self._size = (grid.rows + 2 * RADIUS) * self._wide
        self.home = (grid.r + RADIUS) * self._wide + grid.q + (grid.rows - 1) // 2 + RADIUS
        self._lines = np.full((len(offsets), 2, RADIUS), self._size, np.int64)
        for target, (dq, dr) in enumerate(offsets.tolist()):
            patterns = line_patterns(dq, dr)
            for side in range(2):
                line = patterns[side % len(patterns)][1:]
                self._lines[target, side, : len(line)] = [r * self._wide + q for q, r in line]

    def board(self, values: Any) -> Any:
        """Values of the map with margins of "too far", and a place that counts nothing, for the ends of short lines."""
        board = np.full(2 * self._size + 1, SIGHT + 1, np.int16)
        board[self.home] = values
        board[self._size :] = 0
        return board

    def visible(self, board: Any, observers: Any) -> Any:
        """bool[U, T]"""
        crossed = self.home[observers][:, None, None, None] + self._lines
        return board[crossed].sum(axis=3).min(axis=2) <= SIGHT


def sight() -> Result:
    """P6: what 250 units see."""
    grid, layouts = _grid(), [hexes for hexes, _ in _units(OBSERVERS)]
    chance = np.random.default_rng(6)
    values = [chance.choice(np.array([1, 1, 1, 2, 3], np.int16), grid.size) for _ in range(8)]
    tables = [SightBits.build(grid, hidden, RADIUS, SIGHT) for hidden in values]
    gather = _Gather(grid, tables[0].offsets)
    boards = [gather.board(hidden) for hidden in values]

    def ours(number: int) -> Any:
        return tables[number % 8].rows(layouts[number % _LAYOUTS])

    def gathered(number: int) -> Any:
        return gather.visible(boards[number % 8], layouts[number % _LAYOUTS])

    def build(number: int) -> Any:
        return SightBits.build(grid, values[number % 8], RADIUS, SIGHT)

    for number in range(4):
        bits = np.unpackbits(ours(number), axis=1, count=len(tables[0].offsets), bitorder="little")
        agree("P6", bits.astype(bool).tolist(), gathered(number).tolist())
    seconds = interleaved({"ours": (ours, 400), "gathered": (gathered, 4), "build": (build, 4)})
    ratio, cost = times_faster(seconds, "ours", "gathered"), seconds["build"] / seconds["gathered"]
    return Result(
        "P6",
        "sight of 250 units from the table: >= 100x faster than the numpy gather; the table in <= 4 gathers",
        f"{ratio:.0f}x, {cost:.1f}; {seconds['ours'] * 1e6:.1f} us, {seconds['build'] * 1e3:.1f} ms",
        ratio >= 100 and cost <= 4,
    )


# ------------------------------------------------------------------------------------------------- from far above


def strategy() -> Result:
    """P7: the cut of the hex map, and everything asked of the contracted one."""
    grid = _grid()
    prices = [land.passable.astype(np.int32) for land in lands()]  # every open hex takes one unit to hold
    west, east = range(0, grid.size, grid.cols), range(grid.cols - 1, grid.size, grid.cols)

    def ours(number: int) -> Any:
        return cheapest_cut(grid, prices[number % _PRICES], west, east)

    graphs = [_flow_graph(grid, found, west, east) for found in prices[:2]]

    def networkx(number: int) -> int:
        flow = nx.algorithms.flow.preflow_push(graphs[number % 2], "from", "to", value_only=True)
        return int(flow.graph["flow_value"])

    agree("P7", [ours(number).price for number in range(2)], [networkx(number) for number in range(2)])
    seconds = interleaved(
        {"ours": (ours, 4), "networkx": (networkx, 1), "refresh": (_refresh, 1), "reference": (reference, 1)}
    )
    ratio, share = times_faster(seconds, "ours", "networkx"), seconds["refresh"] / seconds["reference"]
    return Result(
        "P7",
        "cut of 4,000 hexes: >= 100x faster than networkx preflow_push; strategic refresh <= 10 T_ref",
        f"{ratio:.0f}x, {share:.1f} T_ref; {seconds['ours'] * 1e3:.1f} ms, {seconds['refresh'] * 1e3:.0f} ms",
        ratio >= 100 and share <= 10,
    )


def _refresh(number: int) -> Any:
    """Contract a layout and survey the regions: cut, gates, ways, neighbourhoods, all pairs."""
    land = lands()[number % len(lands())]
    seeds = np.random.default_rng(700 + number).choice(np.flatnonzero(land.passable), REGIONS, replace=False)
    return survey(contract(land.workspace, seeds.tolist(), land.cost).graph(), 0, REGIONS - 1)


def _flow_graph(grid: Grid, prices: Any, west: range, east: range) -> Any:
    graph: Any = nx.DiGraph()
    fixed = {*west, *east}
    for here in range(grid.size):
        if prices[here] or here in fixed:
            price = {} if here in fixed else {"capacity": int(prices[here])}
            graph.add_edge((here, "in"), (here, "out"), **price)
            around = (there for there in grid.adjacent(here) if prices[there] or there in fixed)
            graph.add_edges_from(((here, "out"), (there, "in")) for there in around)
    graph.add_edges_from(("from", (here, "in")) for here in west)
    graph.add_edges_from(((here, "out"), "to") for here in east)
    return graph
