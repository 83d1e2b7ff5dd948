"""The map from far above: where it is cut in two most cheaply, and the map contracted to a graph of regions.

The cut of the hex map is a maximum flow, compiled like the searches once these are, else scipy's. The graph of regions
is small: what is asked of it once a turn, gates, ways, neighbourhoods, is asked of networkx, which says it in the
clearest words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wab.hexes.grid import OFF_MAP, Grid, HexId, IntArray
from wab.hexes.paths import CLOSED, UNREACHED, CostTable, Mask, Workspace, acceleration_at_hand, field

if TYPE_CHECKING:
    import networkx as nx

_BACK = [3, 4, 5, 0, 1, 2]


class Cut(NamedTuple):
    """Hexes that, once closed, part two groups of hexes, and what closing them costs together."""

    price: int
    hexes: tuple[HexId, ...]


def cheapest_cut(
    grid: Grid, prices: IntArray, sources: Iterable[HexId], targets: Iterable[HexId], closed_side: Mask | None = None
) -> Cut | None:
    """Return what to close so that no way leads from a source to a target; of equally cheap cuts the one nearest to
    sources.

    ``prices``: int32[N], what closing each hex costs; 0 for one that is closed already. Sources and targets cannot be
    closed: None when two of them coincide or touch. ``closed_side``: bool[N, 6], sides not crossed when leaving a hex.
    Raises ValueError on prices of a wrong type, shape or size, or hexes off the map.
    """
    _check_prices(grid, prices)
    starts, ends = _distinct(grid, sources), _distinct(grid, targets)
    if not starts.size or not ends.size:
        return Cut(0, ())
    joined = grid.neighbours >= 0
    if closed_side is not None:
        joined &= ~closed_side
    if np.isin(starts, ends).any() or np.isin(grid.neighbours[starts][joined[starts]], ends).any():
        return None
    return _minimum_cut(grid, prices, starts, ends, joined)


def _minimum_cut(grid: Grid, prices: IntArray, starts: IntArray, ends: IntArray, joined: Mask) -> Cut:
    """Units enter hex n at node n and leave it from node N + n; its price lies between the two."""
    through = prices.copy()
    through[starts] = through[ends] = prices.sum() + 1
    open_hex = through > 0
    joined = joined & open_hex[:, np.newaxis] & open_hex[grid.neighbours]
    kernels = acceleration_at_hand()
    if kernels is None:
        reached = _reached(grid, through, starts, ends, joined)
    else:
        reached = kernels.parted(*_sides(grid, through, joined), starts, ends + np.int32(grid.size))
    entered, left_again = reached.reshape(2, -1)
    hexes = np.flatnonzero(entered & ~left_again & (prices > 0))
    return Cut(int(prices[hexes].sum()), tuple(hexes.tolist()))


def _sides(grid: Grid, through: IntArray, joined: Mask) -> tuple[IntArray, npt.NDArray[np.int64]]:
    """int32[2N, 7], int64[2N, 7]: where each side of a node leads and what can flow there, as ``kernels.parted`` reads.

    Sides 0 to 5 of a node are the sides of the hex; by side 6 what enters the hex leaves it. Nothing flows back yet.
    """
    hexes = np.arange(grid.size, dtype=np.int32)
    around = np.where(grid.neighbours < 0, hexes[:, np.newaxis], grid.neighbours)
    beyond = np.empty((2, grid.size, 7), np.int32)
    beyond[0, :, :6], beyond[0, :, 6] = around + hexes.size, hexes + hexes.size
    beyond[1, :, :6], beyond[1, :, 6] = around, hexes
    room = np.zeros((2, grid.size, 7), np.int64)
    room[0, :, 6] = through
    room[1, :, :6] = joined * int(through.max())
    return beyond.reshape(-1, 7), room.reshape(-1, 7)


def _reached(grid: Grid, through: IntArray, starts: IntArray, ends: IntArray, joined: Mask) -> Mask:
    """bool[2N]: the nodes that a maximum flow can still reach, as ``kernels.parted`` finds them; with scipy."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    source, target, endless = 2 * grid.size, 2 * grid.size + 1, int(through.max())
    here, side = np.nonzero(joined)
    hexes = np.flatnonzero(through > 0)
    heads = np.concatenate((hexes, here + grid.size, np.full(starts.size, source), ends + grid.size))
    tails = np.concatenate((hexes + grid.size, grid.neighbours[here, side], starts, np.full(ends.size, target)))
    amounts = np.full(heads.size, endless, np.int32)
    amounts[: hexes.size] = through[hexes]
    capacities: Any = csr_matrix((amounts, (heads, tails)), shape=(target + 1, target + 1))
    left = capacities - maximum_flow(capacities, source, target).flow
    left.eliminate_zeros()
    reached = np.zeros(target + 1, np.bool_)
    reached[breadth_first_order(left, source, return_predecessors=False)] = True
    return reached[:source]


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The map contracted: each hex belongs to the seed from which it is reached most cheaply. Arrays are read-only."""

    seeds: tuple[HexId, ...]
    owner: IntArray
    """int32[N]: the number of the region of each hex, -1 where no seed reaches."""
    borders: IntArray
    """int32[4, E], by first, then second region. Rows 0 and 1 name the two regions. Row 2 is the length of the cheapest
    way from seed to seed across that border. Row 3 is the number of hexsides that may be crossed in this direction.
    """

    def graph(self) -> nx.Graph[int]:
        """Regions and borders for networkx: of both directions, the shorter ``length`` and the larger ``width``."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(self.seeds)))
        for first, second, length, width in self.borders.T.tolist():
            known = graph.get_edge_data(first, second, {"length": length, "width": width})
            graph.add_edge(first, second, length=min(length, known["length"]), width=max(width, known["width"]))
        return graph


def contract(workspace: Workspace, seeds: Sequence[HexId], cost: CostTable, closed: Mask | None = None) -> Regions:
    """Contract the map to one region a seed: a hex goes to the seed nearest by cost, on a tie by way of the lowest hex.

    A length is counted from the seed to the border, over it, and from there to the other seed at the costs of coming
    from that seed. Raises ValueError like ``field``, and on a seed named twice.
    """
    if len(set(seeds)) < len(seeds):
        raise ValueError("a seed is named twice")
    distances = field(workspace, seeds, cost, closed)
    owner = _owners(workspace.grid, seeds, distances, cost)
    borders = _borders(workspace.grid, owner, distances, cost, len(seeds))
    for array in (owner, borders):
        array.setflags(write=False)
    return Regions(tuple(int(seed) for seed in seeds), owner, borders)


def _owners(grid: Grid, seeds: Sequence[HexId], distances: IntArray, cost: CostTable) -> IntArray:
    """Follow every hex back to its seed, all at once, twice as far in every round."""
    around = grid.neighbours
    price = cost[around, _BACK]  # what stepping here from each neighbour costs
    reached = distances < UNREACHED
    on_the_way = (around != OFF_MAP) & (price != CLOSED) & (distances[around] + price == distances[:, np.newaxis])
    before = np.where(on_the_way & reached[:, np.newaxis], around, grid.size).min(axis=1)
    before = np.where(before < grid.size, before, np.arange(grid.size))
    while not np.array_equal(farther := before[before], before):
        before = farther
    number = np.full(grid.size, -1, np.int32)
    number[list(seeds)] = np.arange(len(seeds))
    owner: IntArray = number[before]
    return owner


def _borders(grid: Grid, owner: IntArray, distances: IntArray, cost: CostTable, count: int) -> IntArray:
    around = grid.neighbours
    crossed = (around != OFF_MAP) & (cost != CLOSED) & (owner[around] != owner[:, np.newaxis])
    here, side = np.nonzero(crossed & (owner[around] >= 0) & (owner >= 0)[:, np.newaxis])
    there = around[here, side]
    pairs, which = np.unique(owner[here].astype(np.int64) * count + owner[there], return_inverse=True)
    lengths = np.full(pairs.size, UNREACHED, np.int32)
    np.minimum.at(lengths, which, distances[here] + cost[here, side] + distances[there])
    widths = np.bincount(which, minlength=pairs.size)
    return np.array([pairs // count, pairs % count, lengths, widths], np.int32).reshape(4, -1)


class Survey(NamedTuple):
    """Facts about the ways from one region to another, read from a graph of regions. All numbers are numbers of
    regions.
    """

    cut_width: int
    """Number of hexsides that must be closed between two regions to part them."""
    cut: tuple[tuple[int, int], ...]
    """The borders to which these belong, on the near side first."""
    gates: tuple[int, ...]
    """Regions without which the map falls apart."""
    ways: tuple[tuple[int, ...], ...]
    """The shortest ways from one to the other, the shortest first."""
    neighbourhoods: tuple[tuple[int, ...], ...]
    """Groups of regions that hang together more closely than with the rest."""
    lengths: Mapping[int, Mapping[int, float]]
    """The length of the shortest way from each region to each that it is joined with."""


def survey(graph: nx.Graph[int], start: int, goal: int, ways: int = 3) -> Survey:
    """Look at a graph of regions (``Regions.graph``) as a strategist does. KeyError when start or goal is not in it."""
    import networkx as nx

    for region in (start, goal):
        if region not in graph:
            raise KeyError(f"there is no region number {region}")
    width, near = _parted(graph, start, goal)
    joined = nx.has_path(graph, start, goal)
    found = islice(nx.shortest_simple_paths(graph, start, goal, weight="length"), ways) if joined else ()
    groups = nx.community.label_propagation_communities(graph)
    return Survey(
        width,
        tuple(sorted((a, b) for a in near for b in graph[a] if b not in near)),
        tuple(sorted(nx.articulation_points(graph))),
        tuple(tuple(way) for way in found),
        tuple(sorted(tuple(sorted(group)) for group in groups)),
        dict(nx.all_pairs_dijkstra_path_length(graph, weight="length")),
    )


def _parted(graph: nx.Graph[int], start: int, goal: int) -> tuple[int, set[int]]:
    """Width of the cheapest cut and the regions on the near side of it; a region is not parted from itself."""
    import networkx as nx

    if start == goal:
        return 0, set(graph)
    width, (near, _) = nx.minimum_cut(graph, start, goal, capacity="width")
    return int(width), set(near)


# --- inside: checked arguments ---


def _check_prices(grid: Grid, prices: npt.NDArray[Any]) -> None:
    if prices.dtype != np.dtype(np.int32) or prices.shape != (grid.size,):
        raise ValueError(f"prices must be int32[{grid.size}], not {prices.dtype}{list(prices.shape)}")
    if int(prices.min()) < 0 or int(prices.sum(dtype=np.int64)) >= UNREACHED:
        raise ValueError(f"prices are 0 or more, and less than {UNREACHED} together")


def _distinct(grid: Grid, hexes: Iterable[HexId]) -> IntArray:
    found = np.unique(np.array(list(hexes), np.int32))
    if found.size and not (found[0] >= 0 and found[-1] < grid.size):
        raise ValueError(f"there are hexes off a map of {grid.rows} x {grid.cols} hexes")
    return found
