"""Supply lines (ZOC-18.1, ZOC-18.2): the sources of a side, and from where a line leads to them.

A line has two parts: up to five hexes across country, then any way along roads to a source, which may also end the
first part. Both parts may enter and cross the same ground; an enemy city or village bars the second part alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from wab.field import supply as field_supply
from wab.hexes import CLOSED, HexId
from wab.systems.zocbonds.ground.beaches import open_beaches
from wab.systems.zocbonds.state.board import CODES, LINE, Board, Flags, enemy_of
from wab.systems.zocbonds.state.state import State

# ------------------------------------------------------------------------------------------------- sources


def sources(state: State, side: str) -> tuple[HexId, ...]:
    """The supply sources of a side now, ascending (ZOC-18.1-1 to ZOC-18.1-4)."""
    found = _allied_sources(state) if side == "allied" else (*cherbourg_sources(state), *edge_sources(state))
    return tuple(sorted(set(found)))


def _allied_sources(state: State) -> Iterator[HexId]:
    """ZOC-18.1-2: open beaches and finished Mulberries, for either army; nothing else (ZOC-18.1-3, ZOC-18.1-4)."""
    yield from (state.board.beaches[beach] for beach in open_beaches(state))
    for army, hex_ in state.board.lines.mulberries.items():
        mulberry = state.now.mulberries.get(army)
        if mulberry is not None and mulberry.done:
            yield hex_


def cherbourg(board: Board) -> tuple[HexId, ...]:
    """The city hexes of Cherbourg."""
    return board.lines.cities["cherbourg"]


def cherbourg_sources(state: State) -> tuple[HexId, ...]:
    """The city hexes of Cherbourg that the Germans control (ZOC-18.1-1)."""
    return tuple(hex_ for hex_ in cherbourg(state.board) if state.holds("axis", hex_))


def edge_sources(state: State) -> tuple[HexId, ...]:
    """The entry hexes on the edge that the Germans control (ZOC-18.1-1); in the Cherbourg scenario, the roads over the
    line of 27 June (ZOC-26.1-4)."""
    return tuple(hex_ for hex_ in _edge(state.board) if state.holds("axis", hex_))


def south_sources(state: State) -> tuple[HexId, ...]:
    """The German sources at the edge that lie in the south (ZOC-5.2-2, ZOC-23.2-2)."""
    if state.board.special is not None:
        return edge_sources(state)
    south = state.board.lines.south_row
    return tuple(hex_ for hex_ in edge_sources(state) if int(state.board.grid.label(hex_)) // 100 == south)


def _edge(board: Board) -> tuple[HexId, ...]:
    if board.special is not None:
        return tuple(map(int, np.flatnonzero(_over_the_line(board))))
    return tuple(sorted(hex_ for hexes in board.lines.entries.values() for hex_ in hexes))


def _over_the_line(board: Board) -> Flags:
    """bool[N]: hexes on the German side of the line that a road joins to the Allied side."""
    allied = board.overlay(LINE)
    around = board.grid.neighbours
    joined = (board.map.road > 0) & (around >= 0) & allied[around] & board.dry[around]
    found: Flags = board.dry & ~allied & joined.any(axis=1)
    return found


# ------------------------------------------------------------------------------------------------- lines


def supplied(state: State, side: str) -> Flags:
    """bool[N]: from where a unit of a side has a supply line now (ZOC-18.2-1), as if it stood there. Read-only."""
    return lines_to(state, side, sources(state, side), "sources")


def in_supply(state: State, unit: int) -> bool:
    """Return whether a unit on the map has a supply line at this moment, with any marker on it."""
    return bool(supplied(state, state.side_of(unit))[state.units[unit].hex])


def lines_to(state: State, side: str, to: Iterable[HexId], name: str) -> Flags:
    """bool[N]: from where a unit of a side has a supply line to one of some hexes. Read-only.

    `name` says which hexes they are: what was found is kept under it while nothing changes. An empty hex is looked at
    as if a unit of the side stood there, and all else stayed.
    """
    ends = tuple(to)
    return state.kept(f"lines/{side}/{name}", _basis(state, side, ends), lambda: _limited(state, side, ends))


def unlimited(state: State, side: str) -> Flags:
    """bool[N]: from where a line of any length across country leads to a source (ZOC-18.3-2). Read-only."""
    ends = sources(state, side)
    return state.kept(f"unlimited/{side}", _basis(state, side, ends), lambda: _unlimited(state, side, ends))


def traces_to(state: State, side: str, hex_: HexId, to: Iterable[HexId]) -> bool:
    """Return whether a supply line of a side leads from a hex to one of some others (ZOC-18.2-1)."""
    ends = tuple(sorted(to))
    return bool(lines_to(state, side, ends, f"to {ends}")[hex_])


def way(state: State, side: str, hex_: HexId) -> tuple[HexId, ...]:
    """The hexes of a shortest supply line of a side from a hex to a source, both included; () where there is none
    (ZOC-18.2-1)."""
    return way_to(state, side, hex_, sources(state, side), "sources")


def way_to(state: State, side: str, hex_: HexId, to: Iterable[HexId], name: str) -> tuple[HexId, ...]:
    """As `way`, to one of some hexes; `name` says which they are, as for `lines_to`."""
    ends = tuple(to)
    if not lines_to(state, side, ends, name)[hex_]:
        return ()
    open_, closed = _enterable(state, side), _closed(state, side)
    road = _road(state, side, ends, open_, closed) | _flags(state.board, ends)
    country = _walk(state, hex_, road, lambda here: _barred(state, side)[here] if here == hex_ else closed[here], open_)
    held = np.frombuffer(state.control, np.uint8) == CODES[enemy_of(side)]
    passes = (open_ & ~(state.board.map.is_terrain("city", "village") & held)) | _flags(state.board, ends)
    off_road = closed | (state.board.map.road == 0)
    by_road = _walk(state, country[-1], _flags(state.board, ends), lambda here: off_road[here], passes)
    return (*country, *by_road[1:])


def _walk(
    state: State, start: HexId, goals: Flags, barred: Callable[[HexId], Flags], open_: Flags
) -> tuple[HexId, ...]:
    """The shortest way from a hex to one of the goals (itself, if it is one) through open hexes and over sides that
    are not barred: bool[6] of a hex."""
    before: dict[HexId, HexId] = {start: start}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if goals[here]:
            found = [here]
            while found[-1] != start:
                found.append(before[found[-1]])
            return tuple(reversed(found))
        shut = barred(here)
        for direction, there in enumerate(map(int, state.board.grid.neighbours[here])):
            if there >= 0 and there not in before and not shut[direction] and (open_[there] or goals[there]):
                before[there] = here
                waiting.append(there)
    return (start,)


def _basis(state: State, side: str, ends: tuple[HexId, ...]) -> tuple[object, ...]:
    """The facts that a line depends on: the units in each hex, control of the ground, the goal of the line."""
    enemy = enemy_of(side)
    return (state.deployed(side), state.deployed(enemy), state.bonds_of(enemy), bytes(state.control), ends)


def _limited(state: State, side: str, ends: tuple[HexId, ...]) -> Flags:
    """Lines across country go a few hexes, to a road or straight to a source (ZOC-18.2-1, ZOC-18.2-7)."""
    open_, closed = _enterable(state, side), _closed(state, side)
    road = _road(state, side, ends, open_, closed)
    cost = np.where(closed, CLOSED, 1).astype(np.uint8)
    first = [*ends, *map(int, np.flatnonzero(road))]
    most = state.board.tables.ranges.supply_off_road
    near = field_supply.within(state.board.workspace, first, cost, most - 1, ~open_)
    passed = near & open_
    return _with_start(state, side, passed, road | _flags(state.board, ends))


def _unlimited(state: State, side: str, ends: tuple[HexId, ...]) -> Flags:
    open_ = _enterable(state, side)
    passed = field_supply.lines(state.board.workspace, ends, open_, _closed(state, side))
    return _with_start(state, side, passed, _flags(state.board, ends))


def _road(state: State, side: str, ends: tuple[HexId, ...], open_: Flags, closed: Flags) -> Flags:
    """bool[N]: hexes from which the line goes along roads alone (ZOC-18.2-1), through no enemy-controlled city or
    village (ZOC-18.2-6)."""
    board = state.board
    held = np.frombuffer(state.control, np.uint8) == CODES[enemy_of(side)]
    passes = open_ & ~(board.map.is_terrain("city", "village") & held)
    return field_supply.lines(board.workspace, ends, passes, closed | (board.map.road == 0))


def _with_start(state: State, side: str, passed: Flags, there: Flags) -> Flags:
    """Hexes from which the first step of a line leads into one that it passes: the zone in the hex of a unit itself is
    negated by it, so that only what the step enters and crosses counts (ZOC-18.2-5)."""
    board = state.board
    around = board.grid.neighbours
    steps = ~_barred(state, side) & (around >= 0) & passed[around]
    found: Flags = (steps.any(axis=1) | there) & board.dry
    found.setflags(write=False)
    return found


def _flags(board: Board, hexes: Iterable[HexId]) -> Flags:
    found: Flags = np.zeros(board.grid.size, np.bool_)
    found[list(hexes)] = True
    return found


def _enterable(state: State, side: str) -> Flags:
    """bool[N]: hexes that a line may enter: land but the marsh (ZOC-18.2-2, ZOC-18.2-3), without enemy units or an
    enemy bond across them (ZOC-18.2-4)."""
    enemy = enemy_of(side)
    bonded = state.bonds_of(enemy).hexes & ~_refuge(state, side)
    found: Flags = state.board.dry & ~state.deployed(enemy).occupied & ~bonded
    return found


def _refuge(state: State, side: str) -> Flags:
    """bool[N]: hexes where zones and bonds of the enemy do not count: in the Cherbourg scenario, for the Germans, all
    beyond the line of 27 June (ZOC-26.1-4)."""
    board = state.board
    if board.special is None or side != "axis":
        return board.workspace.nowhere
    found: Flags = ~board.overlay(LINE)
    return found


def _barred(state: State, side: str) -> Flags:
    """bool[N, 6]: hexsides that no line crosses: impassable ones (ZOC-18.2-2) and enemy bonds (ZOC-18.2-4,
    ZOC-8.5.2-4)."""
    refuge, around = _refuge(state, side), state.board.grid.neighbours
    within = refuge[:, None] & refuge[around]
    found: Flags = state.board.impassable | (state.bonds_of(enemy_of(side)).sides & ~within)
    return found


def _closed(state: State, side: str) -> Flags:
    """bool[N, 6]: those, and the sides between two vacant hexes in enemy zones, which no line enters one after the
    other; friendly units negate the zone in their hex (ZOC-18.2-5)."""
    vacant = state.zone_of(enemy_of(side)) & ~state.deployed(side).occupied & ~_refuge(state, side)
    around = state.board.grid.neighbours
    found: Flags = _barred(state, side) | (vacant[:, None] & (around >= 0) & vacant[around])
    return found
