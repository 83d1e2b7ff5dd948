"""The cadre card (ZOC-17.9): counters by nation and kind, and who is down to a cadre or gone (ZOC-23.3-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wab.content.zocbonds.shapes import Army, CadreKind, Nation
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.losses import cadres_left

GONE = ("eliminated", "cadres", "lost")


class Counters(NamedTuple):
    """A row of the cadre card: counters of a kind, all of them and the free ones, and the units that are cadres of it
    or rest on it, ascending.
    """

    nation: Nation
    kind: CadreKind
    all: int
    free: int
    units: tuple[int, ...]


def card(state: State, side: str) -> tuple[Counters, ...]:
    """The cadre card of a side (ZOC-17.9-6, ZOC-17.9-7), for the kinds that its units have."""
    found: dict[tuple[Nation, CadreKind], list[int]] = {}
    for unit, profile in state.board.roster.items():
        if profile.side == side and profile.cadre is not None:
            found.setdefault((profile.nation, profile.cadre), []).append(unit)
    rows = []
    for (nation, kind), units in sorted(found.items()):
        row = state.board.cadre_row(state.board.roster[units[0]])
        assert row is not None  # the units of this row have a cadre
        down = tuple(unit for unit in sorted(units) if is_down(state, unit))
        rows.append(Counters(nation, kind, row.count, cadres_left(state, state.board.roster[units[0]]), down))
    return tuple(rows)


def is_down(state: State, unit: int) -> bool:
    """Return whether a three-step unit is eliminated or a cadre now; one that was taken back to Britain counts with the
    losses that it has (ZOC-21.3-1), a withdrawn one not at all (ZOC-22.2-2).
    """
    standing = state.units.get(unit)
    if standing is not None:
        return state.is_cadre(standing)
    if any(unit in state.box(box) for box in GONE):
        return True
    return state.board.roster[unit].has_cadre and unit not in state.box("withdrawn") and _evacuated_cadre(state, unit)


def _evacuated_cadre(state: State, unit: int) -> bool:
    return state.now.evacuated.get(unit) == 1


def big_units_lost(state: State, army: Army) -> tuple[int, ...]:
    """The three-step units of an army that are eliminated or cadres at this moment (ZOC-23.3-2), Canadian ones and
    smaller ones left out (ZOC-23.3-3, ZOC-DN-2); ascending."""
    return tuple(unit for unit in _big(state, army) if is_down(state, unit))


def _big(state: State, army: Army) -> Iterator[int]:
    for unit, profile in sorted(state.board.roster.items()):
        if profile.army == army and counts(state.board, unit):
            yield unit


def counts(board: Board, unit: int) -> bool:
    """Return whether a unit is among the big ones whose loss may end the game (ZOC-23.3-2, ZOC-23.3-3)."""
    profile, table = board.roster[unit], board.tables.cadres
    return (
        profile.army is not None
        and profile.nation == table.counted[profile.army]
        and (profile.steps == table.big_steps)
    )


def to_defeat(state: State, army: Army) -> int:
    """Return how many more big units an army may lose until the Germans have won (ZOC-17.9-6); 0 once they have."""
    return max(0, state.board.tables.cadres.most_lost[army] - len(big_units_lost(state, army)))
