"""The searches of ``kernels`` in plain Python, for machines without numba, and to check the compiled ones against.

Equal arguments give equal answers, tie-breaking included. Byte strings stand for arrays of bool: they are the quickest
thing that Python can index, and copying an array into one costs next to nothing. Costs are unpacked hex by hex, when a
search first comes there, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NeighbourRows = Sequence[Sequence[int]]
Ways = tuple[tuple[int, int], ...]
Labels = dict[int, int]
"""A search's knowledge of a hex: distance * N + the hex one came from. Of two labels the lower is the better one."""

CLOSED = 255
_DEAREST = 254
_FREE = -(2**62)
_NO_LIMIT = 2**62


class FreeEdgeError(Exception):
    """An edge costs nothing: the searches need costs of at least 1."""


class Costs:
    """A table of costs as the searches here read it: the ways out of each hex, (hex, price * N), open sides only.

    ``towards``: the ways into it instead, each with the hex where it comes from. A free way has the price _FREE.
    """

    def __init__(self, neighbours: NeighbourRows, cost: bytes, towards: bool = False) -> None:
        self.size = len(neighbours)
        self.table = cost
        self._neighbours = neighbours
        self._towards = towards
        self._ways: list[Ways | None] = [None] * self.size

    def ways(self, here: int) -> Ways:
        """The ways of one hex."""
        known = self._ways[here]
        if known is None:
            known = self._ways[here] = tuple(
                (there, price * self.size or _FREE)
                for direction, there in enumerate(self._neighbours[here])
                if there >= 0 and (price := self._price(here, there, direction)) != CLOSED
            )
        return known

    def _price(self, here: int, there: int, direction: int) -> int:
        return self.table[6 * there + (direction + 3) % 6] if self._towards else self.table[6 * here + direction]


def search(
    costs: Costs,
    stop: bytes,
    closed: bytes,
    start: int,
    budget: int,
    goal: int,
    first_step_only: bool,
    minimum_step: bool,
) -> Labels:
    """Cheapest ways from ``start``, whose own label is 0; ends early when ``goal`` (or -1) is settled.

    Raises FreeEdgeError.
    """
    size, ways = costs.size, costs.ways
    labels = {start: 0}
    known = labels.get
    slots = max(0, min(budget, _DEAREST)) + 1
    queue: list[list[int]] = [[] for _ in range(slots)]
    queue[0].append(start)
    waiting, distance = 1, 0
    while waiting:
        settled, queue[distance % slots] = queue[distance % slots], []
        waiting -= len(settled)
        for here in settled:
            if labels[here] // size != distance:
                continue
            if here == goal:
                return labels
            if stop[here] and here != start:
                continue
            origin = distance * size + here
            beyond = _NO_LIMIT if minimum_step and here == start else (budget + 1) * size
            for there, price in ways(here):
                label = origin + price
                old = known(there, beyond)
                if label >= old or closed[there]:
                    continue
                if price == _FREE:
                    raise FreeEdgeError
                if label >= beyond:  # cheaper than the minimum step, and still too dear
                    continue
                labels[there] = label
                total = label // size
                if total < budget and total < old // size:
                    queue[total % slots].append(there)
                    waiting += 1
        if first_step_only:
            break
        distance += 1
    return labels


def field(costs: Costs, closed: bytes, sources: Iterable[int], limit: int) -> dict[int, int]:
    """Cost from the nearest source to the hexes within ``limit``, or back, as ``costs`` are made. Raises FreeEdgeError.

    The costs returned are multiplied by N, as ``costs`` are.
    """
    size, ways = costs.size, costs.ways
    distances = dict.fromkeys(sources, 0)
    known = distances.get
    beyond = (limit + 1) * size
    slots = _DEAREST + 1
    queue: list[list[int]] = [[] for _ in range(slots)]
    queue[0] = list(distances)
    waiting, distance = len(distances), 0
    while waiting:
        settled, queue[distance % slots] = queue[distance % slots], []
        waiting -= len(settled)
        origin = distance * size
        for here in settled:
            if distances[here] != origin:
                continue
            for there, price in ways(here):
                total = origin + price
                if total >= known(there, beyond) or closed[there]:
                    continue
                if price == _FREE:
                    raise FreeEdgeError
                distances[there] = total
                queue[total // size % slots].append(there)
                waiting += 1
        distance += 1
    return distances


def connected(neighbours: NeighbourRows, sources: Iterable[int], passable: bytes, closed_side: bytes) -> bytearray:
    """One byte a hex: 1 where a passable hex touches a source; an empty ``closed_side`` closes no side."""
    joined = bytearray(len(passable))
    waiting = [source for source in sources if passable[source]]
    for source in waiting:
        joined[source] = 1
    while waiting:
        here = waiting.pop()
        for direction, there in enumerate(neighbours[here]):
            if there < 0 or joined[there] or not passable[there]:
                continue
            if closed_side and closed_side[6 * here + direction]:
                continue
            joined[there] = 1
            waiting.append(there)
    return joined
