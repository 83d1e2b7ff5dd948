"""Ways over the map: how far a mover gets, the cheapest way, distance fields, connection.

Costs are whole numbers, uint8[N, 6]: ``cost[n, d]`` is paid for LEAVING hex n by side d, into ``grid.neighbours[n,
d]``. 1 to 254 are costs, CLOSED (255) is a side that may not be crossed; 0 is refused with ValueError if a search meets
it. Masks are bool[N]: a ``stop`` hex is entered but not left again, a ``closed`` hex is never entered.

Ties are broken by the hex number, so that the same question has the same answer everywhere: among equally cheap
predecessors the lowest hex wins. The searches are compiled with numba where it is installed (WAB_NUMBA=0 in the
environment switches it off) and run in plain Python otherwise, with equal answers. Loading numba takes as long as some
thousand plain searches: it waits until a workspace was asked for as much, or until ``acceleration`` is called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from wab.hexes import reference
from wab.hexes.grid import OFF_MAP, Grid, HexId, IntArray

CostTable = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

CLOSED = 255
UNREACHED = 1_000_000_000
"""The distance, in a field, of hexes that are not reached. Two of them still add up within int32."""

_FREE_EDGE = "a step costs nothing: costs of steps are whole numbers from 1 to 254, or 255 for closed"
_SLOTS = 256
_UNKNOWN = 2**62
_TABLES_KEPT = 64
_HEXES_OF_A_REACH = 150
_PATIENCE = 2000
"""Plain reaches, or as much other work, that take about as long as loading numba."""
_HEX = np.dtype(np.int32)
_COST = np.dtype(np.uint8)
_MASK = np.dtype(np.bool_)


@cache
def acceleration() -> ModuleType | None:
    """The compiled kernels, or None without numba or with WAB_NUMBA=0. Imported at the first question, then kept."""
    if os.environ.get("WAB_NUMBA") == "0":
        return None
    try:
        from wab.hexes import kernels
    except ImportError:
        return None
    return kernels


def acceleration_at_hand() -> ModuleType | None:
    """The compiled kernels if they have been imported already, for a question that alone would not be worth that."""
    return acceleration() if acceleration.cache_info().currsize else None


class Workspace:
    """Scratch memory for searches on one grid: make one a map and use it again. Not to be shared between threads.

    ``accelerated=False`` keeps to the plain Python searches even where numba is there; True loads numba at the first
    search, None (the rule) as soon as that pays.
    """

    def __init__(self, grid: Grid, accelerated: bool | None = None) -> None:
        self.grid = grid
        self._accelerated = accelerated
        self._patience = _PATIENCE if accelerated is None else 0
        self._memory: Memory | None = None
        self._plain_costs: dict[tuple[int, bool], reference.Costs] = {}
        self.nowhere: Mask = np.zeros(grid.size, np.bool_)
        """bool[N], all False: no hex closed, no hex that stops."""
        self.nowhere.setflags(write=False)

    def kernels(self, effort: int = 1) -> ModuleType | None:
        """The compiled searches, or None if plain ones are to do it. ``effort``: how many reaches it is worth."""
        if self._accelerated is False:
            return None
        if self._patience > 0 and not acceleration.cache_info().currsize:
            self._patience -= effort
            if self._patience > 0:
                return None
        self._patience = 0
        return acceleration()

    def note(self, effort: int) -> None:
        """A plain search turned out to be worth so many reaches more than it was taken for."""
        self._patience = max(self._patience - effort, min(self._patience, 1))

    def of_whole_map(self) -> int:
        """Return how many reaches a search of the whole map is worth."""
        return self.grid.size // _HEXES_OF_A_REACH + 1

    @property
    def memory(self) -> Memory:
        """The working arrays of the compiled searches."""
        if self._memory is None:
            self._memory = Memory.of(self.grid)
        return self._memory

    def plain_costs(self, cost: CostTable, towards: bool = False) -> reference.Costs:
        """A table of costs for the plain searches, which keep what they unpacked of it for the next one."""
        place, table = (cost.ctypes.data, towards), cost.tobytes()
        known = self._plain_costs.get(place)
        if known is None or known.table != table:  # another table may have come to lie where one was
            if len(self._plain_costs) >= _TABLES_KEPT:
                self._plain_costs.clear()
            known = self._plain_costs[place] = reference.Costs(self.grid.neighbour_rows, table, towards)
        return known


class Memory(NamedTuple):
    """The memory of compiled searches, and the neighbours in the form in which they read them (see ``kernels``)."""

    kinds: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int64]
    marks: npt.NDArray[np.uint64]
    queue: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, grid: Grid) -> Memory:
        """Memory for one grid. Each search pushes a hex at most once from each side."""
        ways = np.where(grid.neighbours < 0, 0, grid.neighbours - np.arange(grid.size)[:, np.newaxis])
        steps, kinds = np.unique(ways, axis=0, return_inverse=True)
        return cls(
            kinds.reshape(-1).astype(np.uint8),
            steps.astype(np.int64),
            np.full(grid.size, _UNKNOWN, np.int64),
            np.zeros(grid.size // 64 + 1, np.uint64),
            np.zeros(_SLOTS + 7 * grid.size + 8, np.uint64),
        )


class Reach(Struct, frozen=True, eq=False):
    """The hexes that a mover can reach: K hexes, sorted, the start among them with nothing spent. All arrays are
    read-only.
    """

    start: HexId
    table: IntArray
    """int32[3, K]: the three arrays below as rows."""

    @property
    def hexes(self) -> IntArray:
        """int32[K]: the hexes reached."""
        row: IntArray = self.table[0]
        return row

    @property
    def spent(self) -> IntArray:
        """int32[K]: the cost of the cheapest way to each."""
        row: IntArray = self.table[1]
        return row

    @property
    def came_from(self) -> IntArray:
        """int32[K]: the hex before on that way, OFF_MAP for the start."""
        row: IntArray = self.table[2]
        return row

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.hexes.tolist())

    def __contains__(self, hex_id: object) -> bool:
        return isinstance(hex_id, (int, np.integer)) and self._place(int(hex_id)) >= 0

    def spent_at(self, hex_id: HexId) -> int:
        """The cost of the cheapest way to a hex, -1 when it is not reached."""
        place = self._place(hex_id)
        return int(self.table[1, place]) if place >= 0 else -1

    def path_to(self, hex_id: HexId) -> tuple[HexId, ...]:
        """The cheapest way from the start to a hex, both included. Raises ValueError when it is not reached."""
        if self._place(hex_id) < 0:
            raise ValueError(f"hex number {hex_id} is not within reach of hex number {self.start}")
        return _trace(self.start, int(hex_id), lambda here: int(self.table[2, self._place(here)]))

    def _place(self, hex_id: HexId) -> int:
        hexes = self.table[0]
        place = int(hexes.searchsorted(hex_id))
        return place if place < hexes.size and hexes[place] == hex_id else -1


@dataclass(frozen=True, slots=True, eq=False)
class ReachTable:
    """The reaches of U movers side by side; ``reaches[i]`` is the Reach of mover i, without copying.

    Mover i owns the columns ``offsets[i]`` to ``offsets[i + 1]`` of ``table``.
    """

    starts: IntArray
    """int32[U]"""
    offsets: IntArray
    """int32[U + 1]"""
    table: IntArray
    """int32[3, K]: hexes, spent, came_from, as in Reach."""

    def __len__(self) -> int:
        return self.starts.size

    def __getitem__(self, mover: int) -> Reach:
        if not 0 <= mover < len(self):
            raise IndexError(f"there is no mover number {mover} among {len(self)}")
        return Reach(int(self.starts[mover]), self.table[:, self.offsets[mover] : self.offsets[mover + 1]])

    def __iter__(self) -> Iterator[Reach]:
        return (self[mover] for mover in range(len(self)))


def reach(
    workspace: Workspace,
    start: HexId,
    budget: int,
    cost: CostTable,
    stop: Mask | None = None,
    closed: Mask | None = None,
    *,
    first_step_only: bool = False,
    minimum_step: bool = False,
) -> Reach:
    """Every hex that can be entered from ``start`` for at most ``budget``, with the cheapest way to each.

    The start is left even when it is a stop hex, and is reached even when closed. ``first_step_only`` allows one step
    and no more; ``minimum_step`` allows one step at any cost (``spent`` then says its true cost, more than the budget),
    closed sides and hexes excepted. Raises ValueError on arrays of a wrong type or shape, a start off the map, a step
    that costs nothing.
    """
    grid = workspace.grid
    cost, stop, closed = _cost_table(grid, cost), _mask(workspace, stop), _mask(workspace, closed)
    _check_on_map(grid, start)
    if kernels := workspace.kernels():
        table: IntArray = kernels.reach(
            cost, stop, closed, start, budget, first_step_only, minimum_step, *workspace.memory
        )
        if not table.size:
            raise ValueError(_FREE_EDGE)
    else:
        table = _plain_reach(workspace, cost, stop, closed, start, budget, first_step_only, minimum_step)
    table.setflags(write=False)
    return Reach(int(start), table)


def reach_many(
    workspace: Workspace,
    starts: npt.ArrayLike,
    budgets: npt.ArrayLike,
    costs: CostTable,
    cost_rows: npt.ArrayLike,
    stop: Mask | None = None,
    closed: Mask | None = None,
    closed_rows: npt.ArrayLike | None = None,
    *,
    first_step_only: npt.ArrayLike = False,
    minimum_step: bool = False,
) -> ReachTable:
    """The reaches of U movers in one call: equal to ``reach`` for each, many times quicker when compiled.

    ``starts``: one hex a mover; ``budgets``, ``cost_rows``, ``closed_rows``, ``first_step_only``: one value a mover, or
    one for all. ``costs``: uint8[C, N, 6], one table a movement class; ``cost_rows`` says which one a mover uses.
    ``closed``: bool[N], or bool[K, N] with ``closed_rows`` (say, one row a stacking size). Raises ValueError like
    ``reach``, and on rows that do not exist.
    """
    grid = workspace.grid
    masks = np.atleast_2d(workspace.nowhere if closed is None else closed)
    costs = _in_order("costs", costs, _COST, (len(costs), grid.size, 6))
    masks = _in_order("closed", masks, _MASK, (len(masks), grid.size))
    stop = _mask(workspace, stop)
    movers = _Movers.of(starts, budgets, cost_rows, 0 if closed_rows is None else closed_rows, first_step_only)
    movers.check(grid, len(costs), len(masks))
    if kernels := workspace.kernels(len(movers.starts)):
        offsets, room = kernels.reach_many(costs, stop, masks, *movers, minimum_step, *workspace.memory)
        if not offsets.size:
            raise ValueError(_FREE_EDGE)
        table = room[:, : offsets[-1]]
    else:
        offsets, table = _plain_reach_many(workspace, costs, stop, masks, movers, minimum_step)
    for array in (movers.starts, offsets, table):
        array.setflags(write=False)
    return ReachTable(movers.starts, offsets, table)


def cheapest_path(
    workspace: Workspace,
    start: HexId,
    goal: HexId,
    cost: CostTable,
    stop: Mask | None = None,
    closed: Mask | None = None,
    budget: int = UNREACHED,
) -> tuple[HexId, ...] | None:
    """The cheapest way from ``start`` to ``goal``, both included, or None when there is none within ``budget``.

    A stop hex may be the goal. The same way, and the same ties, as ``reach(...).path_to(goal)``; the search ends at the
    goal. Raises ValueError like ``reach``.
    """
    grid = workspace.grid
    cost, stop, closed = _cost_table(grid, cost), _mask(workspace, stop), _mask(workspace, closed)
    _check_on_map(grid, start, goal)
    if kernels := workspace.kernels():
        way = kernels.path(cost, stop, closed, start, goal, budget, *workspace.memory).tolist()
        if way == [OFF_MAP]:
            raise ValueError(_FREE_EDGE)
        return tuple(reversed(way)) or None
    labels = _plain_search(workspace, cost, stop, closed, start, budget, goal, False, False)
    return _trace(start, goal, lambda here: labels[here] % grid.size) if goal in labels else None


def field(
    workspace: Workspace,
    sources: Iterable[HexId],
    cost: CostTable,
    closed: Mask | None = None,
    limit: int = UNREACHED - 1,
    *,
    reversed: bool = False,
) -> IntArray:
    """int32[N]: the cost of the cheapest way between each hex and the nearest source, UNREACHED beyond ``limit``.

    ``reversed=False``: travelling outwards, FROM the nearest source TO the hex. ``reversed=True``: travelling FROM the
    hex TO the nearest source. Costs differ by the way one goes, so the two differ. Sources are 0 even where closed;
    other closed hexes are UNREACHED and never travelled through. Raises ValueError like ``reach``.
    """
    grid = workspace.grid
    cost, closed, found = _cost_table(grid, cost), _mask(workspace, closed), _hexes(grid, sources)
    if kernels := workspace.kernels(workspace.of_whole_map()):
        memory = workspace.memory
        result: IntArray = kernels.field(memory.kinds, memory.steps, cost, closed, found, limit, reversed, memory.queue)
        if not result.size:
            raise ValueError(_FREE_EDGE)
        return result
    try:
        known = reference.field(workspace.plain_costs(cost, reversed), closed.tobytes(), found.tolist(), limit)
    except reference.FreeEdgeError:
        raise ValueError(_FREE_EDGE) from None
    result = np.full(grid.size, UNREACHED, np.int32)
    result[list(known)] = np.array(list(known.values()), np.int64) // grid.size
    return result


def connected(workspace: Workspace, sources: Iterable[HexId], passable: Mask, closed_side: Mask | None = None) -> Mask:
    """bool[N]: the passable hexes joined to one of ``sources`` by passable hexes; a source not passable joins nothing.

    ``closed_side``: bool[N, 6], sides that may not be crossed when leaving a hex. Raises ValueError like ``reach``.
    """
    grid = workspace.grid
    passable, found = _mask(workspace, passable), _hexes(grid, sources)
    sides = np.zeros((0, 6), np.bool_)
    if closed_side is not None:
        sides = _in_order("closed_side", closed_side, _MASK, (grid.size, 6))
    if kernels := workspace.kernels(workspace.of_whole_map()):
        memory = workspace.memory
        joined: Mask = kernels.connected(memory.kinds, memory.steps, found, passable, sides, memory.queue)
        return joined
    flags = reference.connected(grid.neighbour_rows, found.tolist(), passable.tobytes(), sides.tobytes())
    return np.frombuffer(flags, np.bool_)


# --- inside: checked arguments ---


def _in_order(name: str, array: npt.NDArray[Any], kind: np.dtype[Any], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """The array as a search reads it: of this type and shape, its values one behind the other in memory."""
    if array.shape != shape or (array.dtype is not kind and array.dtype != kind):
        raise ValueError(f"{name} must be {kind}{list(shape)}, not {array.dtype}{list(array.shape)}")
    return np.ascontiguousarray(array)


def _cost_table(grid: Grid, cost: CostTable) -> CostTable:
    return _in_order("cost", cost, _COST, (grid.size, 6))


def _mask(workspace: Workspace, mask: Mask | None) -> Mask:
    return workspace.nowhere if mask is None else _in_order("mask", mask, _MASK, (workspace.grid.size,))


def _check_on_map(grid: Grid, *hexes: HexId) -> None:
    for hex_id in hexes:
        if not 0 <= hex_id < grid.size:
            raise ValueError(f"there is no hex number {hex_id} on a map of {grid.rows} x {grid.cols} hexes")


def _hexes(grid: Grid, hexes: Iterable[HexId]) -> IntArray:
    found = np.array(hexes if isinstance(hexes, np.ndarray) else list(hexes), np.int32)
    if found.size:
        _check_on_map(grid, int(found.min()), int(found.max()))
    return found


class _Movers(NamedTuple):
    """One value a mover, in the order in which the compiled search takes them."""

    starts: IntArray
    budgets: IntArray
    cost_rows: IntArray
    closed_rows: IntArray
    first_step_only: Mask

    @classmethod
    def of(cls, starts: npt.ArrayLike, *values: npt.ArrayLike) -> _Movers:
        first = np.array(starts, np.int32, ndmin=1)
        kinds = (_HEX, _HEX, _HEX, _MASK)
        spread = [_one_each(value, kind, first.shape) for value, kind in zip(values, kinds, strict=True)]
        return cls(first, *spread)

    def check(self, grid: Grid, costs: int, masks: int) -> None:
        limits = (
            ("start", self.starts, grid.size),
            ("cost row", self.cost_rows, costs),
            ("closed row", self.closed_rows, masks),
        )
        for name, values, limit in limits:
            if values.size and values.view(np.uint32).max() >= limit:  # read like this, a negative number is too large
                raise ValueError(f"a {name} of a mover is not between 0 and {limit - 1}")


def _one_each(value: npt.ArrayLike, kind: np.dtype[Any], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """One value a mover, of one for all or one each. Raises ValueError when there are more or fewer."""
    array = np.asarray(value, kind)
    return np.ascontiguousarray(array) if array.shape == shape else np.full(shape, array, kind)


# --- inside: the plain Python searches ---


def _trace(start: HexId, goal: HexId, came_from: Callable[[HexId], HexId]) -> tuple[HexId, ...]:
    path = [goal]
    while path[-1] != start:
        path.append(came_from(path[-1]))
    return tuple(reversed(path))


def _plain_search(
    workspace: Workspace,
    cost: CostTable,
    stop: Mask,
    closed: Mask,
    start: HexId,
    budget: int,
    goal: HexId,
    first_step_only: bool,
    minimum_step: bool,
) -> reference.Labels:
    masks = stop.tobytes(), closed.tobytes()
    costs = workspace.plain_costs(cost)
    try:
        return reference.search(costs, *masks, int(start), int(budget), int(goal), first_step_only, minimum_step)
    except reference.FreeEdgeError:
        raise ValueError(_FREE_EDGE) from None


def _plain_reach(
    workspace: Workspace,
    cost: CostTable,
    stop: Mask,
    closed: Mask,
    start: HexId,
    budget: int,
    first_step_only: bool,
    minimum_step: bool,
) -> IntArray:
    labels = _plain_search(workspace, cost, stop, closed, start, budget, OFF_MAP, first_step_only, minimum_step)
    workspace.note(len(labels) // _HEXES_OF_A_REACH)
    hexes = sorted(labels)
    spent, came_from = np.divmod(np.array([labels[here] for here in hexes]), workspace.grid.size)
    table: IntArray = np.array([hexes, spent, came_from], np.int32)
    table[2, hexes.index(start)] = OFF_MAP
    return table


def _plain_reach_many(
    workspace: Workspace, costs: CostTable, stop: Mask, closed: Mask, movers: _Movers, minimum_step: bool
) -> tuple[IntArray, IntArray]:
    tables = [np.zeros((3, 0), np.int32)]
    for start, budget, cost_row, closed_row, one_step in zip(*(column.tolist() for column in movers), strict=True):
        tables.append(
            _plain_reach(workspace, costs[cost_row], stop, closed[closed_row], start, budget, one_step, minimum_step)
        )
    offsets = np.cumsum([table.shape[1] for table in tables], dtype=np.int32)
    return offsets, np.concatenate(tables, axis=1)
