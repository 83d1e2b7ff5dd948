"""Compiled searches over flat arrays (numba). The same functions in plain Python, with the same answers: ``reference``.

Only ``paths.acceleration`` imports this module, because importing numba takes a noticeable part of a second. Every
array is passed in, C-contiguous and of one fixed type; the signatures are stated, so that everything is compiled (or
read from the disk cache) when the module is imported and never in the middle of a game.

All searches are bucket queues: costs are whole numbers from 1 to 254, so 256 slots used in a circle are enough for any
distance. A slot is a linked list in ``queue``, uint64: an entry holds a hex in its lower half and the number of the
next entry in its upper half (0 = none); the first 256 entries are the heads of the slots. An entry whose hex was since
reached more cheaply is recognised by its distance and skipped.

Neighbours are read from two small tables, so that a large map strains the memory less: ``kinds``, uint8[N], says which
row of ``steps``, int64[P, 6], is to be added to the number of a hex; a step is 0 if a side is the map's edge.

The loops over six sides are written without branches: every side is worked out, written to the end of the queue, and
counted only where it was an improvement. On broken ground a processor guesses branches wrong often enough to pay for
that. Numbers that serve as an index are unsigned, which saves the test for a negative one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
LabelArray = npt.NDArray[np.int64]
StepArray = npt.NDArray[np.int64]
WordArray = npt.NDArray[np.uint64]
ByteArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
Function = TypeVar("Function", bound=Callable[..., Any])

types: Any = numba.types  # numba declares no types of its own
# numba takes settings out of a file in the current folder, the place of its cache among them; and what lies in a cache
# is run. It is made to forget that name, and what it has read there.
settings: Any = numba.core.config
settings._config_fname = ""
settings.reload_config()

CLOSED = 255
DEAREST = 254
SLOTS = 256  # so that the slot of a distance is its lowest byte
UNREACHED = 1_000_000_000
UNKNOWN = 2**62
"""The label of a hex that no search has reached: all labels are like this between two searches."""
_BARRED = -1
"""The distance, during the search, of a hex that may not be entered: no way to it is shorter."""


def _given(kind: Any, dimensions: int) -> Any:
    """An argument that a kernel only reads; a writable array fits too."""
    return types.Array(kind, dimensions, "C", readonly=True)


_WHOLE = types.int64
_FLAG = types.boolean
_LIST = types.Array(types.int32, 1, "C")
_PAIRS = types.Array(types.int32, 2, "C")
_HEXES = _given(types.int32, 1)
_KINDS = _given(types.uint8, 1)
_STEPS = _given(types.int64, 2)
_COST = _given(types.uint8, 2)
_MASK = _given(types.boolean, 1)
_LABELS = types.Array(types.int64, 1, "C")
_WORDS = types.Array(types.uint64, 1, "C")
_FLAGS = types.Array(types.boolean, 1, "C")
_HEX_PAIRS = _given(types.int32, 2)
_FLOWS = types.Array(types.int64, 2, "C")
_MEMORY = (_KINDS, _STEPS, _LABELS, _WORDS, _WORDS)

ENDLESS = 2**40
"""More than can flow through any map."""
SPENT_BITS = 32
"""A label is a distance, and in its lower 32 bits the hex that one came from: of two, the better is the lower."""
FROM_BITS = 2**32 - 1

_NONE, _ONE, _SIX, _LAST, _TOP, _HALF = (np.uint64(number) for number in (0, 1, 6, 63, 58, 32))
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.zeros(64, np.uint64)
"""The bit of 64 that is set, by the top six bits of its product with a number in which all patterns of six bits occur.
"""
_PLACES[[(int(_DE_BRUIJN) << bit) % 2**64 >> 58 for bit in range(64)]] = range(64)


def _compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile for one signature; keep the result on disk where there is a place to write it."""

    def compile_it(function: Function) -> Function:
        try:
            return cast(Function, numba.njit(signature, cache=True)(function))
        except RuntimeError:  # numba found no folder for its cache: read-only installation
            return cast(Function, numba.njit(signature)(function))

    return compile_it


@_compiled(_FLAG(_KINDS, _STEPS, _COST, _MASK, _MASK, _WHOLE, _WHOLE, _WHOLE, _LABELS, _WORDS))
def _has_free_edge(
    kinds: ByteArray,
    steps: StepArray,
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    budget: int,
    last: int,
    labels: LabelArray,
    queue: WordArray,
) -> bool:
    """Return whether a search that read a cost of 0 read it at a side that it could have crossed."""
    for entry in range(SLOTS, last + 1):
        here = np.uint32(queue[entry])
        if here != start and (stop[here] or labels[here] >> SPENT_BITS >= budget):
            continue
        for direction in range(6):
            there = here + steps[kinds[here], direction]
            if cost[here, direction] == 0 and there != here and not closed[there]:
                return True
    return False


@_compiled(
    types.UniTuple(_WHOLE, 4)(_COST, _MASK, _MASK, _WHOLE, _WHOLE, _WHOLE, _FLAG, _FLAG, *_MEMORY)
)  # fmt: skip
def search(
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    budget: int,
    goal: int,
    first_step_only: bool,
    minimum_step: bool,
    kinds: ByteArray,
    steps: StepArray,
    labels: LabelArray,
    marks: WordArray,
    queue: WordArray,
) -> tuple[int, int, int, int]:
    """Cheapest ways from ``start``; ends early when ``goal`` (or -1) is settled.

    Writes ``labels`` and a bit in ``marks`` of each hex settled. Returns how many these are, the lowest and highest of
    them, and the last entry used in ``queue``; -1 hexes when an edge is free.
    """
    labels[start] = 0
    queue[SLOTS] = start
    queue[0] = np.uint64(SLOTS) << _HALF
    lowest: Any = start
    highest: Any = start
    cheapest: Any = CLOSED
    count, distance = 0, 0
    last, popped = np.uint64(SLOTS), np.uint64(SLOTS - 1)
    while popped < last:
        slot = np.uint64(np.uint8(distance))
        entry = queue[slot] >> _HALF
        queue[slot] = _NONE
        while entry > 0:
            here = np.uint32(queue[entry])
            entry = queue[entry] >> _HALF
            popped += _ONE
            if labels[here] >> SPENT_BITS != distance:
                continue
            count += 1
            marks[np.uint64(here) >> _SIX] |= _ONE << (np.uint64(here) & _LAST)
            lowest, highest = min(lowest, here), max(highest, here)
            if here == goal:
                popped = last
                break
            room = 0 if stop[here] | first_step_only else min(budget - distance, DEAREST)
            if here == start:
                room = DEAREST if minimum_step else min(budget, DEAREST)
            elif room <= 0:
                continue
            origin = (distance << SPENT_BITS) | here
            kind = kinds[here]
            for direction in range(6):
                side = np.uint64(direction)
                there = np.uint64(np.int64(here) + steps[kind, side])
                price = np.int64(cost[here, side])
                cheapest = min(cheapest, price)
                label, old = origin + (price << SPENT_BITS), labels[there]
                offer = label if (price <= room) > closed[there] else old
                labels[there] = min(offer, old)
                is_new = offer < (old & ~FROM_BITS)
                place, end = np.uint64(np.uint8(distance + price)), last + _ONE
                head = queue[place]
                queue[end] = head | there
                queue[place] = (end << _HALF) if is_new else head
                last += _ONE if is_new else _NONE
        distance += 1
    used: Any = np.int64(last)
    if cheapest == 0 and _has_free_edge(kinds, steps, cost, stop, closed, start, budget, used, labels, queue):
        count = -1
    return count, lowest, highest, used


@_compiled(types.void(_WHOLE, _LABELS, _WORDS, _WORDS))
def forget(last: int, labels: LabelArray, marks: WordArray, queue: WordArray) -> None:
    """Undo what a search wrote, by its entries in the queue."""
    queue[:SLOTS] = _NONE
    for entry in range(SLOTS, last + 1):
        hex_id = np.uint32(queue[entry])
        labels[hex_id] = UNKNOWN
        marks[np.uint64(hex_id) >> _SIX] = _NONE


@_compiled(_WHOLE(_WHOLE, _WHOLE, _WHOLE, _LABELS, _WORDS, _PAIRS, _WHOLE))
def write_down(
    start: int, lowest: int, highest: int, labels: LabelArray, marks: WordArray, found: IntArray, end: int
) -> int:
    """Write hexes, spent and came_from of a whole search to ``found`` from column ``end`` on, hexes ascending.

    Forgets the search on the way; returns where the next one may begin.
    """
    for word in range(lowest >> 6, (highest >> 6) + 1):
        rest = marks[word]
        marks[word] = _NONE
        while rest != _NONE:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            hex_id = (np.uint64(word) << _SIX) | _PLACES[(bit * _DE_BRUIJN) >> _TOP]
            label = labels[hex_id]
            labels[hex_id] = UNKNOWN
            found[0, end] = hex_id
            found[1, end] = label >> SPENT_BITS
            found[2, end] = -1 if hex_id == np.uint64(start) else label & FROM_BITS
            end += 1
    return end


@_compiled(_PAIRS(_COST, _MASK, _MASK, _WHOLE, _WHOLE, _FLAG, _FLAG, *_MEMORY))
def reach(
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    budget: int,
    first_step_only: bool,
    minimum_step: bool,
    kinds: ByteArray,
    steps: StepArray,
    labels: LabelArray,
    marks: WordArray,
    queue: WordArray,
) -> IntArray:
    """All hexes within a budget: int32[3, K] with rows hexes (sorted), spent, came_from; K = 0 when an edge is free."""
    count, lowest, highest, last = search(
        cost, stop, closed, start, budget, -1, first_step_only, minimum_step, kinds, steps, labels, marks, queue
    )
    if count < 0:
        forget(last, labels, marks, queue)
        return np.empty((3, 0), np.int32)
    found = np.empty((3, count), np.int32)
    write_down(start, lowest, highest, labels, marks, found, 0)
    return found


@_compiled(
    types.Tuple((_LIST, _PAIRS))(
        _given(types.uint8, 3), _MASK, _given(types.boolean, 2), _HEXES, _HEXES, _HEXES, _HEXES, _MASK, _FLAG,
        *_MEMORY,
    )
)  # fmt: skip
def reach_many(
    costs: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    starts: IntArray,
    budgets: IntArray,
    cost_rows: IntArray,
    closed_rows: IntArray,
    first_step_only: BoolArray,
    minimum_step: bool,
    kinds: ByteArray,
    steps: StepArray,
    labels: LabelArray,
    marks: WordArray,
    queue: WordArray,
) -> tuple[IntArray, IntArray]:
    """The reaches of many movers: (offsets, the tables of ``reach`` side by side and some columns of nothing).

    No offsets when an edge is free.
    """
    offsets = np.zeros(starts.size + 1, np.int32)
    found = np.empty((3, 192 * starts.size + kinds.size), np.int32)
    end = 0
    for mover in range(starts.size):
        start = starts[mover]
        count, lowest, highest, last = search(
            costs[cost_rows[mover]], stop, closed[closed_rows[mover]], start, budgets[mover], -1,
            first_step_only[mover], minimum_step, kinds, steps, labels, marks, queue,
        )  # fmt: skip
        if count < 0:
            forget(last, labels, marks, queue)
            return offsets[:0].copy(), found
        if end + count > found.shape[1]:
            found = np.concatenate((found, np.empty_like(found)), axis=1)
        end = write_down(start, lowest, highest, labels, marks, found, end)
        offsets[mover + 1] = end
    return offsets, found


@_compiled(_LIST(_COST, _MASK, _MASK, _WHOLE, _WHOLE, _WHOLE, *_MEMORY))
def path(
    cost: ByteArray,
    stop: BoolArray,
    closed: BoolArray,
    start: int,
    goal: int,
    budget: int,
    kinds: ByteArray,
    steps: StepArray,
    labels: LabelArray,
    marks: WordArray,
    queue: WordArray,
) -> IntArray:
    """The cheapest way from ``goal`` back to ``start``, both included: empty if there is none.

    A single -1 when an edge is free.
    """
    count, _, _, last = search(
        cost, stop, closed, start, budget, goal, False, False, kinds, steps, labels, marks, queue
    )
    way = np.empty(max(count, 1), np.int32)
    way[0] = goal if count >= 0 else -1
    length = 1 if count < 0 or labels[goal] != UNKNOWN else 0
    here: Any = goal
    while length > 0 and count >= 0 and here != start:
        here = np.int64(labels[here] & FROM_BITS)
        way[length] = here
        length += 1
    forget(last, labels, marks, queue)
    return way[:length].copy()


@_compiled(_FLAG(_KINDS, _STEPS, _COST, _MASK, _LIST, _FLAG))
def _field_has_free_edge(
    kinds: ByteArray, steps: StepArray, cost: ByteArray, closed: BoolArray, distances: IntArray, towards: bool
) -> bool:
    """Return whether a field that read a cost of 0 read it at a side that it could have crossed."""
    for here in range(distances.size):
        if distances[here] in (_BARRED, UNREACHED):
            continue
        for direction in range(6):
            there = here + steps[kinds[here], direction]
            price = cost[there, (direction + 3) % 6] if towards else cost[here, direction]
            if price == 0 and there != here and not closed[there]:
                return True
    return False


@_compiled(_LIST(_KINDS, _STEPS, _COST, _MASK, _HEXES, _WHOLE, _FLAG, _WORDS))
def field(
    kinds: ByteArray,
    steps: StepArray,
    cost: ByteArray,
    closed: BoolArray,
    sources: IntArray,
    limit: int,
    towards: bool,
    queue: WordArray,
) -> IntArray:
    """Cost from the nearest source to every hex (``towards``: from every hex to it); empty when an edge is free."""
    distances = np.empty(closed.size, np.int32)
    for hex_id in range(closed.size):
        distances[hex_id] = _BARRED if closed[hex_id] else UNREACHED
    last, popped, distance = np.uint64(SLOTS - 1), np.uint64(SLOTS - 1), 0
    cheapest: Any = CLOSED
    for source in sources:
        if distances[source] != 0:
            distances[source] = 0
            last += _ONE
            queue[last] = queue[0] | np.uint64(source)
            queue[0] = last << _HALF
    while popped < last:
        slot = np.uint64(np.uint8(distance))
        entry = queue[slot] >> _HALF
        queue[slot] = _NONE
        while entry > 0:
            here = np.uint32(queue[entry])
            entry = queue[entry] >> _HALF
            popped += _ONE
            if distances[here] != distance:
                continue
            room = min(limit - distance, DEAREST)
            kind = kinds[here]
            for direction in range(6):
                side = np.uint64(direction)
                there = np.uint64(np.int64(here) + steps[kind, side])
                price = np.int64(cost[there, np.uint64((direction + 3) % 6)] if towards else cost[here, side])
                cheapest = min(cheapest, price)
                total, old = distance + price, distances[there]
                offer = np.int32(total) if price <= room else old
                is_new = offer < old
                distances[there] = min(offer, old)
                place, end = np.uint64(np.uint8(total)), last + _ONE
                head = queue[place]
                queue[end] = head | there
                queue[place] = (end << _HALF) if is_new else head
                last += _ONE if is_new else _NONE
        distance += 1
    if cheapest == 0 and _field_has_free_edge(kinds, steps, cost, closed, distances, towards):
        return distances[:0].copy()
    for hex_id in range(closed.size):
        distances[hex_id] = UNREACHED if distances[hex_id] == _BARRED else distances[hex_id]
    return distances


@_compiled(types.Array(types.boolean, 1, "C")(_KINDS, _STEPS, _HEXES, _MASK, _given(types.boolean, 2), _WORDS))
def connected(
    kinds: ByteArray,
    steps: StepArray,
    sources: IntArray,
    passable: BoolArray,
    closed_side: BoolArray,
    queue: WordArray,
) -> BoolArray:
    """The passable hexes joined to a passable source through open sides; an empty ``closed_side`` closes none."""
    waiting = queue[SLOTS:]
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
        kind = kinds[here]
        for direction in range(6):
            side = np.uint64(direction)
            there = np.uint64(np.int64(here) + steps[kind, side])
            is_new = passable[there] & (not joined[there])
            if sides_matter:
                is_new &= not closed_side[here, side]
            joined[there] |= is_new
            waiting[np.uint64(count)] = there
            count += 1 if is_new else 0
    return joined


@_compiled(_LIST(_WHOLE, _WHOLE, _HEXES, _HEXES, _given(types.int32, 2)))
def stamp(rows: int, cols: int, hexes: IntArray, strengths: IntArray, template: IntArray) -> IntArray:
    """int32[rows * cols]: the template, times its strength, laid over the map around each hex.

    ``template``: int32[2R + 1, 2R + 1] by axial offsets from (-R, -R) on, 0 outside the disk of radius R.
    """
    radius = template.shape[0] // 2
    layer = np.zeros(rows * cols, np.int32)
    for i in range(hexes.size):
        row, col = hexes[i] // cols, hexes[i] % cols
        strength = strengths[i]
        for dr in range(max(-radius, -row), min(radius, rows - 1 - row) + 1):
            middle = col - (row >> 1) + ((row + dr) >> 1)  # where the axial offset (0, dr) lies in its row
            first = max(-radius, -radius - dr, -middle)
            last = min(radius, radius - dr, cols - 1 - middle)
            place = (row + dr) * cols + middle
            for dq in range(first, last + 1):
                layer[place + dq] += strength * template[dr + radius, dq + radius]
    return layer


@_compiled(_FLAGS(_HEX_PAIRS, _FLOWS, _HEXES, _HEXES))
def parted(beyond: IntArray, room: LabelArray, sources: IntArray, targets: IntArray) -> BoolArray:
    """bool[M]: the nodes that a maximum flow from sources to targets can still reach; the cheapest cut parts the rest.

    ``beyond``: int32[M, 7], the node to which each side of a node leads; the way back goes by the opposite side, from
    side 6 by side 6. ``room``: int64[M, 7], how much can flow there; it is used up. Shortest ways first (Dinic):
    ``depths`` counts steps from the sources, ``turns`` says by which side one goes on from a node.
    """
    size = len(beyond)
    depths, turns, way = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    is_target = np.zeros(size, np.bool_)
    for target in targets:
        is_target[target] = True
    while True:
        depths[:] = -1
        first, count, arrived = 0, 0, False
        for source in sources:
            depths[source] = 0
            way[count] = source
            count += 1
        while first < count and not arrived:
            here = way[first]
            first += 1
            arrived = is_target[here]
            for side in range(7):
                there = beyond[here, side]
                if room[here, side] > 0 and depths[there] < 0:
                    depths[there] = depths[here] + 1
                    way[count] = there
                    count += 1
        if not arrived:
            return depths >= 0
        turns[:] = 0
        for source in sources:
            way[0], length = source, 0
            while length >= 0:
                here = way[length]
                if is_target[here]:
                    amount = ENDLESS
                    for place in range(length):
                        amount = min(amount, room[way[place], turns[way[place]]])
                    for place in range(length - 1, -1, -1):
                        here, side = way[place], turns[way[place]]
                        room[way[place + 1], (side + 3) % 6 if side < 6 else 6] += amount
                        room[here, side] -= amount
                        if room[here, side] == 0:
                            length = place  # from here one goes on by another side
                elif turns[here] > 6:
                    length -= 1
                    turns[way[max(length, 0)]] += 1
                elif room[here, turns[here]] > 0 and depths[beyond[here, turns[here]]] == depths[here] + 1:
                    length += 1
                    way[length] = beyond[here, turns[here]]
                else:
                    turns[here] += 1
