"""The open facts of a game that is over: nothing is secret any more, but only this much is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wab.engine.kernel.events import Rolled
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.field.telling import events_of, whole_journal
from wab.systems.cards.sequence.victory import MedalTrack, medals
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SIDES, Board
from wab.systems.cards.state.state import State

ATTACKS = "attack"
"""The stream of the dice of attacks."""


class Loss(msgspec.Struct, frozen=True):
    """Units of one kind of a side: how many there were, how many were eliminated; the same of their figures."""

    side: str
    kind: str
    units: int
    eliminated: int
    figures: int
    figures_lost: int


class Ending(msgspec.Struct, frozen=True):
    """The sum of a game: medals by side, who holds each objective (by number), losses by kind, faces of attack dice."""

    board: Board
    medals: dict[str, MedalTrack]
    held: dict[int, str]
    losses: tuple[Loss, ...]
    faces: dict[str, int]


def ending(game: Game[Any]) -> Ending:
    """Sum up a game that is over. ValueError when it is not."""
    state: State = game.state
    tracks = {side: medals(state, side) for side in SIDES}
    records = whole_journal(game)
    losses = _losses(state, _carried_off(state, records))
    return Ending(state.board, tracks, dict(state.held), tuple(losses), _faces(state, records))


def _carried_off(state: State, records: Sequence[Record]) -> dict[int, int]:
    """The figures with which units left the board by an exit, by unit: they are not lost (CRD-S-4)."""
    figures = {unit: profile.figures for unit, profile in state.board.roster.items()}
    left: dict[int, int] = {}
    for event in events_of(records):
        if isinstance(event, ev.FiguresLost):
            figures[event.unit] -= event.figures
        elif isinstance(event, ev.Recovered):
            figures[event.unit] += event.figures
        elif isinstance(event, ev.UnitLeft):
            left[event.unit] = figures[event.unit]
    return left


def _losses(state: State, left_with: Mapping[int, int]) -> list[Loss]:
    """Side by side, kinds in the order of the roster. A unit that left the board, or never came, is not lost."""
    roster, found = state.board.roster, []
    for side in SIDES:
        for kind in dict.fromkeys(profile.kind for profile in roster.values() if profile.side == side):
            own = [unit for unit, profile in roster.items() if (profile.side, profile.kind) == (side, kind)]
            full = sum(roster[unit].figures for unit in own)
            left = sum(state.units[unit].figures for unit in own if unit in state.units)
            left += sum(left_with.get(unit, 0) for unit in own)
            absent = sum(roster[unit].figures for unit in own if unit not in state.units and unit not in state.removed)
            gone = sum(unit in state.removed and unit not in left_with for unit in own)
            found.append(Loss(side, kind, len(own), gone, full, full - left - absent))
    return found


def _faces(state: State, records: Sequence[Record]) -> dict[str, int]:
    """Return how often each face of the dice came up in attacks."""
    faces: Counter[str] = Counter()
    table = state.board.tables.dice.faces
    for event in events_of(records):
        if isinstance(event, Rolled) and event.stream == ATTACKS:
            faces.update(table[result - 1] for result in event.results)
    return dict(faces)
