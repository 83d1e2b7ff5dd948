"""The front: where the two sides' ground meets, in which sectors, and the battle line with its flanks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wab.hexes import OFF_MAP, Grid
from wab.systems.operations.board import CLOSED, SIDE_CODE, Board

if TYPE_CHECKING:
    import networkx as nx

LINKED = 4
"""Hexes between two stacks of one line, at most."""
SECTOR = 6
"""Hexes of frontier in a sector, at most: what one division holds."""

Mask = NDArray[np.bool_]


def frontier(board: Board, control: NDArray[np.uint8], side: str, enemy: str) -> Mask:
    """bool[N]: land hexes of a side that touch, over a side that can be crossed, land that the enemy controls."""
    own = (control == SIDE_CODE[side]) & board.land
    theirs = np.append((control == SIDE_CODE[enemy]) & board.land, False)
    passable = board.leave_cost["inf"] != CLOSED
    touched: Mask = own & (theirs[board.grid.neighbours] & passable).any(axis=1)
    return touched


def sectors(grid: Grid, line: Mask, longest: int = SECTOR) -> tuple[tuple[int, ...], ...]:
    """A frontier cut into stretches of adjacent hexes, in the order in which one walks along it.

    Each begins at the hex with the fewest neighbours left, the lowest number first, and takes the nearest ones on.
    """
    left = dict.fromkeys(np.flatnonzero(line).tolist())
    found: list[tuple[int, ...]] = []
    while left:
        stretch = _stretch(grid, left, longest)
        for hex_ in stretch:
            del left[hex_]
        found.append(stretch)
    return tuple(found)


def _stretch(grid: Grid, left: dict[int, None], longest: int) -> tuple[int, ...]:
    def beside(hex_: int) -> list[int]:
        return [other for other in grid.adjacent(hex_) if other in left]

    start = min(left, key=lambda hex_: (len(beside(hex_)), hex_))
    stretch, queue = [start], beside(start)
    while queue and len(stretch) < longest:
        nearest = min(queue, key=lambda hex_: (grid.distance(start, hex_), hex_))
        stretch.append(nearest)
        queue = [hex_ for known in stretch for hex_ in beside(known) if hex_ not in stretch]
    return tuple(stretch)


@dataclass(frozen=True, slots=True)
class BattleLine:
    """Stacks that hang together as one line: `spine` from flank to flank, `wings` the stacks off it.

    `anchored`: for the first and the last hex of the spine, whether that flank rests on the sea, the edge of the map or
    ground that cannot be crossed.
    """

    spine: tuple[int, ...]
    wings: tuple[int, ...]
    anchored: tuple[bool, bool]


def battle_lines(board: Board, hexes: Iterable[int]) -> tuple[BattleLine, ...]:
    """The lines that stacks form: trees of the shortest links between them, their longest way being the spine."""
    import networkx as nx

    stacks = sorted(dict.fromkeys(hexes))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(stacks)
    for number, first in enumerate(stacks):
        away = board.grid.distances(first)
        for second in stacks[number + 1 :]:
            if away[second] <= LINKED:
                graph.add_edge(first, second, weight=int(away[second]))
    tree = nx.minimum_spanning_tree(graph)
    parts = sorted(sorted(part) for part in nx.connected_components(tree))
    return tuple(_line(board, tree.subgraph(part), part) for part in parts)


def _line(board: Board, tree: nx.Graph[int], part: Sequence[int]) -> BattleLine:
    import networkx as nx

    start = _farthest(nx.single_source_dijkstra_path_length(tree, part[0]))
    lengths = nx.single_source_dijkstra_path_length(tree, start)
    way = nx.shortest_path(tree, start, _farthest(lengths))
    spine = tuple(way) if way[0] <= way[-1] else tuple(reversed(way))
    wings = tuple(hex_ for hex_ in part if hex_ not in spine)
    return BattleLine(spine, wings, (is_anchored(board, spine[0]), is_anchored(board, spine[-1])))


def _farthest(lengths: Mapping[int, float]) -> int:
    return min(lengths, key=lambda hex_: (-lengths[hex_], hex_))


def is_anchored(board: Board, hex_: int) -> bool:
    """Tell whether nobody can come round a hex on some side: sea, the edge of the map, closed ground."""
    around = board.grid.neighbours[hex_]
    return bool((around == OFF_MAP).any() or (board.leave_cost["inf"][hex_] == CLOSED).any())
