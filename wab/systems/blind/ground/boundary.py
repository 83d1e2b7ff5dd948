"""The boundary between the army groups (BLD-6)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import CLOSED, HexId, field
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import zone
from wab.systems.blind.state.board import Board, Boundary, Flags
from wab.systems.blind.state.state import State

_ODD = Refusal(
    Text("A boundary is one chain of hexsides that parts the beaches of the army groups."),
    ("BLD-6-5",),
    code="boundary",
)
_LATE = Refusal(
    Text("The boundary is drawn before the first unit moves, lands or calls."), ("BLD-6-3",), code="boundary-late"
)


def barred_by_boundary(state: State, unit: int, start: HexId) -> Flags:
    """bool[N]: hexes that a unit may not enter: the zone of the other army group (BLD-6-4). A unit on the wrong side
    may go nearer to its own zone (BLD-6-5).
    """
    board, account = state.board, state.profile(unit).account
    if account == "ge":
        return np.zeros(board.grid.size, np.bool_)
    own = zone(board, state.now.boundary, account)
    if own[start]:
        return ~own
    homeward = _way_home(board, state.now.boundary, account)
    barred: Flags = ~own & (homeward >= homeward[start])
    return barred


def _way_home(board: Board, boundary: Boundary, account: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """int32[N]: hexes to the zone of an army group."""
    group = "us" if account == "us" else "br"
    own = zone(board, boundary, group)  # type: ignore[arg-type]  # one of the two
    steps = np.where(board.closed, CLOSED, 1).astype(np.uint8)
    return board.once(
        ("home", boundary, group), lambda: field(board.workspace, np.flatnonzero(own).tolist(), steps, reversed=True)
    )


def is_at_home(state: State, unit: int, hex_: HexId) -> bool:
    """Check if a hex lies in the zone of a unit's army group; all hexes do for a German unit (BLD-6-1, BLD-6-2)."""
    account = state.profile(unit).account
    return account == "ge" or bool(zone(state.board, state.now.boundary, account)[hex_])


def is_sound(board: Board, sides: Boundary) -> bool:
    """Check the form of a boundary: with it the land falls into two parts, each in one piece with its beaches, and all
    its hexsides lie between them (BLD-6-5). All land hangs together, so none is left over.
    """
    if list(sides) != sorted(set(sides)) or not all(_touches(board, here, there) for here, there in sides):
        return False
    us, br = zone(board, sides, "us"), zone(board, sides, "br")
    beaches = board.lines.sources
    return (
        not (us & br).any()
        and all(us[board.beaches[beach]] for beach in beaches["us"].primary)
        and all(br[board.beaches[beach]] for beach in beaches["br"].primary)
        and all(us[here] and br[there] for here, there in sides)
    )


def _touches(board: Board, here: HexId, there: HexId) -> bool:
    grid = board.grid
    return here in grid and there in grid and grid.are_adjacent(here, there)


def border(board: Board, us: Flags) -> Boundary:
    """The boundary around the land of the 12th Army Group."""
    pairs = (
        (int(here), there)
        for here in np.flatnonzero(us)
        for there in board.grid.adjacent(int(here))
        if board.land[there] and not us[there]
    )
    return tuple(sorted(pairs))


def _is_late(state: State) -> bool:
    """Check if a unit has moved, landed, called or left the map in this phase; fitting one with cutters is no move."""
    now = state.now
    return (
        bool(now.passed)
        or any(unit.act not in ("", "fitted") for unit in state.units_of("allied"))
        or any((one.turn, one.phase) == (now.turn, now.phase) for one in now.exits)
    )


def why_not_boundary(state: State, order: od.Boundary) -> Refusal | None:
    """Before the first unit moves, in a form that parts the groups (BLD-6-3, BLD-6-5)."""
    if _is_late(state):
        return _LATE
    return None if is_sound(state.board, order.sides) else _ODD


def execute_boundary(state: State, order: od.Boundary) -> Iterator[Event]:
    """The former one holds until another is drawn (BLD-6-3); the enemy does not see it (BLD-6-6)."""
    yield ev.BoundaryDrawn(order.sides)


def offered_boundaries(state: State, unit: int | None) -> Iterator[Group]:
    """Named lines, and the present one with a hex at its inland end on the other side."""
    now, board = state.now, state.board
    if unit is not None or _is_late(state):
        return
    candidates = [*board.boundaries.values(), *_moved_by_a_hex(board, now.boundary)]
    lines = dict.fromkeys(line for line in candidates if line != now.boundary and is_sound(board, line))
    yield [od.Boundary(line) for line in lines]


def _moved_by_a_hex(board: Board, boundary: Boundary) -> Iterator[Boundary]:
    us = zone(board, boundary, "us")
    ends = {hex_ for pair in boundary for hex_ in pair if any(n < 0 for n in board.grid.neighbours[hex_])}
    for hex_ in sorted(ends):
        other = us.copy()
        other[hex_] = not us[hex_]
        yield border(board, other)
