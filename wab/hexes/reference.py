"""The searches of ``kernels`` in plain Python, for machines without numba, and to check the compiled ones against.

Equal arguments give equal answers, tie-breaking included. Byte strings stand for arrays of uint8 and bool: they are the
quickest thing that Python can index, and copying an array into one costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

NeighbourRows = Sequence[Sequence[int]]

CLOSED = 255


class FreeEdgeError(Exception):
    """An edge costs nothing: the searches need costs of at least 1."""


def search(
    neighbours: NeighbourRows,
    cost: bytes,
    stop: bytes,
    closed: bytes,
    start: int,
    budget: int,
    goal: int,
    first_step_only: bool,
    minimum_step: bool,
) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest ways from ``start``: (spent by hex, came_from by hex). Raises FreeEdgeError.

    ``cost`` holds six values a hex, 255 = closed. Ends early when ``goal`` (or -1) is settled.
    """
    spent = {start: 0}
    came_from = {start: -1}
    heap = [(0, start)]
    while heap:
        distance, here = heappop(heap)
        if spent[here] != distance:
            continue
        if here == goal:
            break
        if stop[here] and here != start:
            continue
        highest = CLOSED if minimum_step and here == start else budget - distance
        for there, price in zip(neighbours[here], cost[6 * here : 6 * here + 6], strict=True):
            if there < 0 or price == CLOSED or closed[there]:
                continue
            if price == 0:
                raise FreeEdgeError
            if price > highest:
                continue
            total = distance + price
            known = spent.get(there)
            if known is None or total < known:
                spent[there] = total
                came_from[there] = here
                if total < budget:
                    heappush(heap, (total, there))
            elif total == known and here < came_from[there]:
                came_from[there] = here
        if first_step_only:
            break
    return spent, came_from


def field(
    neighbours: NeighbourRows, cost: bytes, closed: bytes, sources: Iterable[int], limit: int, towards: bool
) -> dict[int, int]:
    """Cost from the nearest source to the hexes within ``limit``, or (``towards``) back. Raises FreeEdgeError."""
    distances = dict.fromkeys(sources, 0)
    heap = [(0, source) for source in distances]
    while heap:
        distance, here = heappop(heap)
        if distances[here] != distance:
            continue
        for direction, there in enumerate(neighbours[here]):
            if there < 0 or closed[there]:
                continue
            price = cost[6 * there + (direction + 3) % 6] if towards else cost[6 * here + direction]
            if price == 0:
                raise FreeEdgeError
            total = distance + price
            if price == CLOSED or total > limit or total >= distances.get(there, total + 1):
                continue
            distances[there] = total
            heappush(heap, (total, there))
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
