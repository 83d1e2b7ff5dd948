"""Moves: paths judged step by step, what they cost, and all that are on offer to a mover, made when they are asked for.

The rules of a path are the rules of `wab.hexes.reach`: a side may be closed, a closed hex is never entered, a stop hex
is not left again, and so on. A path that is judged sound here leads to a hex of the reach, and the other way about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_, Text
from wab.field.costs import Costs
from wab.field.names import hex_noun
from wab.hexes import CLOSED, Grid, HexId, Reach

Flags = NDArray[np.bool_]
Path = Sequence[HexId]
M = TypeVar("M", bound=Order)


class Fault(NamedTuple):
    """The fault of a path, and its place. The system has the clause for each kind; `sentence` has words for it.

    "off-map"; "not-a-path": it does not begin at the start or leads nowhere; "gap": two hexes that do not touch;
    "held": more than the one step allowed; "stop": on after a hex that stops; "barred": a closed hex; "closed": a
    hexside that may not be crossed (hex left, hex entered); "too-far": the budget does not last.
    """

    kind: Literal["off-map", "not-a-path", "gap", "held", "stop", "barred", "closed", "too-far"]
    hexes: tuple[HexId, ...]


_SENTENCES = {
    "off-map": N_("The path leads off the map."),
    "not-a-path": N_("A path starts in the hex of the units and leads at least one hex farther."),
    "gap": N_("The path has a gap: {first:the} and {second:the} do not touch."),
    "held": N_("A unit that began the turn in an enemy zone of control moves one hex only."),
    "stop": N_("An enemy zone of control ends the move {hex:at}."),
    "barred": N_("Units cannot enter {hex:the}: enemies stand there, or there is no room."),
    "closed": N_("These units cannot go from {first:the} to {second:the}."),
    "too-far": N_("The way to {hex:the} costs more movement points than are left."),
}


def sentence(grid: Grid, found: Fault) -> Text:
    """A fault in words, for systems that have none of their own for it."""
    names = ("first", "second") if len(found.hexes) > 1 else ("hex",)
    hexes = [hex_noun(grid, hex_) for hex_ in found.hexes]
    return Text(_SENTENCES[found.kind], dict(zip(names, hexes, strict=False)))


def broken(grid: Grid, path: Path, start: HexId) -> Fault | None:
    """Return what keeps some hexes from being a path from a start: None, "off-map", "not-a-path" or "gap"."""
    if any(hex_ not in grid for hex_ in path):
        return Fault("off-map", ())
    if len(path) < 2 or path[0] != start:
        return Fault("not-a-path", tuple(path[:1]))
    for here, there in pairwise(path):
        if not grid.are_adjacent(here, there):
            return Fault("gap", (here, there))
    return None


def step_cost(grid: Grid, costs: Costs, here: HexId, there: HexId) -> int:
    """Return the cost of one step between neighbours, CLOSED where it is not possible."""
    return int(costs[here, grid.direction(here, there)])


def path_cost(grid: Grid, costs: Costs, path: Path) -> int:
    """Return the cost of a whole path; every step must be between neighbours and open."""
    return sum(step_cost(grid, costs, here, there) for here, there in pairwise(path))


def fault(
    grid: Grid,
    path: Path,
    start: HexId,
    budget: int,
    costs: Costs,
    stop: Flags,
    closed: Flags,
    *,
    first_step_only: bool = False,
    minimum_step: bool = False,
) -> Fault | None:
    """The first thing wrong with a path, None for a sound one; arguments as in `wab.hexes.reach`."""
    if found := broken(grid, path, start):
        return found
    if first_step_only and len(path) > 2:
        return Fault("held", (start,))
    for hex_ in path[1:-1]:
        if stop[hex_]:
            return Fault("stop", (hex_,))
    for here, there in pairwise(path):
        if closed[there]:
            return Fault("barred", (there,))
        if step_cost(grid, costs, here, there) == CLOSED:
            return Fault("closed", (here, there))
    if path_cost(grid, costs, path) <= budget or (minimum_step and len(path) == 2):
        return None
    return Fault("too-far", (path[-1],))


def changed(grid: Grid, stop: Flags, closed: Flags, stop_before: Flags, closed_before: Flags) -> Flags:
    """bool[N]: hexes that a reach must not hold if it is to be still right after stop and closed hexes have changed.

    A stop matters to a unit that enters the hex; a closed hex matters to a unit that could enter it from a neighbour.
    """
    touched: Flags = stop_before != stop
    for hex_ in np.flatnonzero(closed_before != closed).tolist():
        touched[[hex_, *grid.adjacent(hex_)]] = True
    return touched


class Moves(Generic[M]):
    """Moves of the same units in the same manner, cheapest first, then by hex; a move is made when it is asked for.

    One to each hex of a reach, except its start and the hexes that are `near` already (in reach in a better manner);
    always by the cheapest way. A group of orders as `LegalOrders.of_groups` takes them.
    """

    def __init__(self, reached: Reach, along: Callable[[tuple[HexId, ...]], M], near: Reach | None = None) -> None:
        """`along` makes the order to move along a path."""
        self._reached, self._along, self._near = reached, along, near
        self._size = len(reached) - (1 if near is None else _in_common(reached, near))
        self._order: list[HexId] = []
        self._before: dict[HexId, HexId] = {}

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[M]:
        """All of them, each way taken on from the one before its last hex."""
        return map(self._along, self.paths())

    def __getitem__(self, number: int, /) -> M:
        """The move at a place, from 0."""
        return self._along(self.path(number))

    def paths(self) -> Iterator[tuple[HexId, ...]]:
        """The ways of all moves, in their order."""
        reached = self._reached
        ways: dict[HexId, tuple[HexId, ...]] = {reached.start: (reached.start,)}
        near = frozenset(self._near or ())
        nearest_first = reached.table[:, np.argsort(reached.spent, kind="stable")]
        hexes, _, came_from = nearest_first.tolist()
        for hex_, before in zip(hexes[1:], came_from[1:], strict=True):  # the start comes first: it alone costs nothing
            way = ways[hex_] = (*ways[before], hex_)
            if hex_ not in near:
                yield way

    def path(self, number: int) -> tuple[HexId, ...]:
        """The way of the move at a place, from 0."""
        if not self._before:
            reached, near = self._reached, frozenset(self._near or ())
            nearest_first = reached.hexes[np.argsort(reached.spent, kind="stable")].tolist()
            self._order = [hex_ for hex_ in nearest_first if hex_ != reached.start and hex_ not in near]
            self._before = dict(zip(reached.hexes.tolist(), reached.came_from.tolist(), strict=True))
        way = [self._order[number]]
        while way[-1] != self._reached.start:
            way.append(self._before[way[-1]])
        return tuple(reversed(way))

    def is_touched(self, hexes: Flags) -> bool:
        """Tell whether one of the hexes in reach is among some, bool[N]."""
        return bool(hexes[self._reached.hexes].any())


def _in_common(reached: Reach, near: Reach) -> int:
    """Return how many hexes are in both reaches; the start is."""
    return len(set(reached.hexes.tolist()).intersection(near.hexes.tolist()))
