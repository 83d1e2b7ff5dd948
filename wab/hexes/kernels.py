"""Compiled searches over flat arrays (numba). The same functions in plain Python, with the same answers: ``reference``.

Only ``paths.acceleration`` imports this module, because importing numba takes a noticeable part of a second. Every
array is passed in, C-contiguous and of one fixed type; the signatures are stated, so that everything is compiled (or
read from the disk cache) when the module is imported and never in the middle of a game.

All searches are bucket queues: costs are whole numbers from 1 to 254, so 256 slots used in a circle are enough,
whatever the distance. A slot is a linked list of entries in ``queue``. An entry whose hex was since reached more
cheaply is recognised by its distance and skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
ByteArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
Function = TypeVar("Function", bound=Callable[..., Any])

types: Any = numba.types  # numba declares no types of its own

CLOSED = 255
SLOTS = 256
UNREACHED = 1_000_000_000
SCAN_FACTOR = 40


def _given(kind: Any, dimensions: int) -> Any:
    """An argument that a kernel only reads; a writable array fits too."""
    return types.Array(kind, dimensions, "C", readonly=True)


_WHOLE = types.int64
_FLAG = types.boolean
_LIST = types.Array(types.int32, 1, "C")
_PAIRS = types.Array(types.int32, 2, "C")
_HEXES = _given(types.int32, 1)
_NEIGHBOURS = _given(types.int32, 2)
_COST = _given(types.uint8, 2)
_MASK = _given(types.boolean, 1)
_SCRATCH = (_PAIRS, _LIST, _LIST, _PAIRS)

STAMP, SPENT, CAME_FROM = 0, 1, 2
"""Columns of ``labels``, int32[N, 3]: what a search knows of a hex. It knows it when the stamp is its own epoch."""
LINK, ITEM = 0, 1
"""Columns of ``queue``, int32[7N + 8, 2]: the next entry in the same slot (-1 = none) and the hex of an entry."""


def _compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile for one signature; keep the result on disk where there is a place to write it."""

    def compile_it(function: Function) -> Function:
        try:
            return cast(Function, numba.njit(signature, cache=True)(function))
        except RuntimeError:  # numba found no folder for its cache: read-only installation
            return cast(Function, numba.njit(signature)(function))

    return compile_it


@_compiled(types.void(_LIST, _PAIRS, _WHOLE, _WHOLE, _WHOLE))
def push(heads: IntArray, queue: IntArray, entry: int, hex_id: int, distance: int) -> None:
    """Put a hex in the slot of its distance, as entry number ``entry``."""
    slot = distance % SLOTS
    queue[entry, ITEM] = hex_id
    queue[entry, LINK] = heads[slot]
    heads[slot] = entry


@_compiled(_FLAG(_PAIRS, _WHOLE, _WHOLE, _WHOLE, _WHOLE))
def improve(labels: IntArray, there: int, here: int, total: int, epoch: int) -> bool:
    """Write a way to ``there`` into its label; whether it is the cheapest so far. On a tie the lowest hex wins."""
    if labels[there, STAMP] == epoch:
        if total > labels[there, SPENT]:
            return False
        if total == labels[there, SPENT]:
            labels[there, CAME_FROM] = min(labels[there, CAME_FROM], here)
            return False
    labels[there, STAMP] = epoch
    labels[there, SPENT] = total
    labels[there, CAME_FROM] = here
    return True


@_compiled(_WHOLE(_NEIGHBOURS, _COST, _MASK, _MASK, _WHOLE, _WHOLE, _WHOLE, _FLAG, _FLAG, _WHOLE, *_SCRATCH))
def search(
    neighbours: IntArray,
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    budget: int,
    goal: int,
    first_step_only: bool,
    minimum_step: bool,
    epoch: int,
    labels: IntArray,
    touched: IntArray,
    heads: IntArray,
    queue: IntArray,
) -> int:
    """Cheapest ways from ``start``; ends early when ``goal`` (or -1) is settled.

    Fills ``touched`` with the hexes reached and ``labels`` at those, and returns their number; -1 when an edge is free.
    """
    heads[:] = -1
    improve(labels, start, -1, 0, epoch)
    push(heads, queue, 0, start, 0)
    touched[0] = start
    count, pushed, waiting, distance = 1, 1, 1, 0
    while waiting > 0:
        entry = heads[distance % SLOTS]
        heads[distance % SLOTS] = -1
        while entry >= 0:
            here = queue[entry, ITEM]
            entry = queue[entry, LINK]
            waiting -= 1
            if labels[here, SPENT] != distance or (stop[here] and here != start and here != goal):
                continue
            if here == goal:
                return count
            for direction in range(6):
                there = neighbours[here, direction]
                price = cost[here, direction]
                if there < 0 or price == CLOSED or closed[there]:
                    continue
                if price == 0:
                    return -1
                total = distance + price
                if total > budget and not (minimum_step and here == start):
                    continue
                if labels[there, STAMP] != epoch:
                    touched[count] = there
                    count += 1
                if improve(labels, there, here, total, epoch) and total <= budget:
                    push(heads, queue, pushed, there, total)
                    pushed += 1
                    waiting += 1
        if first_step_only:
            break
        distance += 1
    return count


@_compiled(types.void(_PAIRS, _LIST, _WHOLE, _WHOLE))
def put_in_order(labels: IntArray, touched: IntArray, count: int, epoch: int) -> None:
    """Sort the first ``count`` of ``touched``: by reading all labels from first to last hex where that is quicker."""
    lowest, highest = touched[0], touched[0]
    for i in range(1, count):
        lowest, highest = min(lowest, touched[i]), max(highest, touched[i])
    if highest - lowest > SCAN_FACTOR * count:
        touched[:count].sort()
        return
    place = 0
    for hex_id in range(lowest, highest + 1):
        if labels[hex_id, STAMP] == epoch:
            touched[place] = hex_id
            place += 1


@_compiled(_PAIRS(_NEIGHBOURS, _COST, _MASK, _MASK, _WHOLE, _WHOLE, _FLAG, _FLAG, _WHOLE, *_SCRATCH))
def reach(
    neighbours: IntArray,
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    budget: int,
    first_step_only: bool,
    minimum_step: bool,
    epoch: int,
    labels: IntArray,
    touched: IntArray,
    heads: IntArray,
    queue: IntArray,
) -> IntArray:
    """All hexes within a budget: int32[3, K] with rows hexes (sorted), spent, came_from; K = 0 when an edge is free."""
    count = search(
        neighbours, cost, stop, closed, start, budget, -1, first_step_only, minimum_step, epoch,
        labels, touched, heads, queue,
    )  # fmt: skip
    count = max(count, 0)
    put_in_order(labels, touched, count, epoch)
    found = np.empty((3, count), np.int32)
    for i in range(count):
        found[0, i] = touched[i]
        found[1, i] = labels[touched[i], SPENT]
        found[2, i] = labels[touched[i], CAME_FROM]
    return found


@_compiled(
    types.Tuple((_LIST, _PAIRS))(
        _NEIGHBOURS, _given(types.uint8, 3), _MASK, _given(types.boolean, 2), _HEXES, _HEXES, _HEXES, _HEXES,
        _MASK, _FLAG, _WHOLE, *_SCRATCH,
    )
)  # fmt: skip
def reach_many(
    neighbours: IntArray,
    costs: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    starts: IntArray,
    budgets: IntArray,
    cost_rows: IntArray,
    closed_rows: IntArray,
    first_step_only: BoolArray,
    minimum_step: bool,
    epoch: int,
    labels: IntArray,
    touched: IntArray,
    heads: IntArray,
    queue: IntArray,
) -> tuple[IntArray, IntArray]:
    """The reaches of many movers: (offsets, the tables of ``reach`` side by side); no offsets when an edge is free.

    Uses the epochs from ``epoch`` to ``epoch + len(starts) - 1``.
    """
    offsets = np.zeros(starts.size + 1, np.int32)
    found = np.empty((3, 64 * starts.size + touched.size), np.int32)
    end = 0
    for mover in range(starts.size):
        count = search(
            neighbours, costs[cost_rows[mover]], stop, closed[closed_rows[mover]], starts[mover], budgets[mover], -1,
            first_step_only[mover], minimum_step, epoch + mover, labels, touched, heads, queue,
        )  # fmt: skip
        if count < 0:
            return offsets[:0].copy(), queue[:0].copy()
        if end + count > found.shape[1]:
            found = np.concatenate((found, np.empty_like(found)), axis=1)
        put_in_order(labels, touched, count, epoch + mover)
        for i in range(count):
            found[0, end] = touched[i]
            found[1, end] = labels[touched[i], SPENT]
            found[2, end] = labels[touched[i], CAME_FROM]
            end += 1
        offsets[mover + 1] = end
    return offsets, found[:, :end].copy()


@_compiled(_LIST(_NEIGHBOURS, _COST, _MASK, _HEXES, _WHOLE, _FLAG, _LIST, _PAIRS))
def field(
    neighbours: IntArray,
    cost: ByteArray,
    closed: BoolArray,
    sources: IntArray,
    limit: int,
    towards: bool,
    heads: IntArray,
    queue: IntArray,
) -> IntArray:
    """Cost from the nearest source to every hex (``towards``: from every hex to it); empty when an edge is free."""
    distances = np.full(neighbours.shape[0], UNREACHED, np.int32)
    heads[:] = -1
    pushed, distance = 0, 0
    for source in sources:
        if distances[source] != 0:
            distances[source] = 0
            push(heads, queue, pushed, source, 0)
            pushed += 1
    waiting = pushed
    while waiting > 0:
        entry = heads[distance % SLOTS]
        heads[distance % SLOTS] = -1
        while entry >= 0:
            here = queue[entry, ITEM]
            entry = queue[entry, LINK]
            waiting -= 1
            if distances[here] != distance:
                continue
            for direction in range(6):
                there = neighbours[here, direction]
                if there < 0 or closed[there]:
                    continue
                price = cost[there, (direction + 3) % 6] if towards else cost[here, direction]
                if price == 0:
                    return distances[:0].copy()
                total = distance + price
                if price == CLOSED or total > limit or total >= distances[there]:
                    continue
                distances[there] = total
                push(heads, queue, pushed, there, total)
                pushed += 1
                waiting += 1
        distance += 1
    return distances


@_compiled(types.Array(types.boolean, 1, "C")(_NEIGHBOURS, _HEXES, _MASK, _given(types.boolean, 2), _LIST))
def connected(
    neighbours: IntArray, sources: IntArray, passable: BoolArray, closed_side: BoolArray, waiting: IntArray
) -> BoolArray:
    """The passable hexes joined to a passable source through open sides; an empty ``closed_side`` closes none.

    ``waiting`` is scratch, int32[N].
    """
    joined = np.zeros(passable.size, np.bool_)
    sides_matter = closed_side.shape[0] > 0
    count = 0
    for source in sources:
        if passable[source] and not joined[source]:
            joined[source] = True
            waiting[count] = source
            count += 1
    while count > 0:
        count -= 1
        here = waiting[count]
        for direction in range(6):
            there = neighbours[here, direction]
            if there < 0 or joined[there] or not passable[there]:
                continue
            if sides_matter and closed_side[here, direction]:
                continue
            joined[there] = True
            waiting[count] = there
            count += 1
    return joined
