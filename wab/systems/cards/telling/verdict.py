"""The verdict on a turn of the card game: objectives won and lost, units eliminated, figures lost (CRD-3-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Cause
from wab.engine.words.text import N_, Text, counted
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SIDES
from wab.systems.cards.state.names import side_noun
from wab.systems.cards.state.state import State
from wab.systems.cards.telling.journal import describe

_LOSES = N_("{side:The} {side:|loses|lose} {figures}.")
_MEDAL, _UNIT = 1000, 500
"""Weights of an objective and of a unit; a figure weighs 1."""


def turning_points(ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Yield what mattered in a turn, by the events that a seat saw in it; sentences of the journal where it has
    them.
    """
    for event in seen:
        weight = _weight(event)
        words = describe(ended, event) if weight else None
        if words is not None:
            yield Cause(words, weight, event)
    for side in SIDES:
        hits = [event for event in seen if isinstance(event, ev.FiguresLost) and _side_of(ended, event.unit) == side]
        count = sum(event.figures for event in hits)
        if count:
            figures = counted("{n} figure", "{n} figures", count)
            yield Cause(Text(_LOSES, {"side": side_noun(side), "figures": figures}), count, hits[-1])


def _weight(event: Event) -> int:
    if isinstance(event, ev.MedalWon | ev.MedalLost | ev.UnitLeft):
        return _MEDAL
    return _UNIT if isinstance(event, ev.Eliminated) else 0


def _side_of(state: State, unit: int) -> str:
    profile = state.board.roster.get(unit)
    return profile.side if profile is not None else ""
