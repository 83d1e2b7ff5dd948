"""The words that games share for a turn and for their end: places taken, units lost, points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wab.engine.history.journal import lasting
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.engine.words.text import N_, Text, counted, listed

TAKES = N_("{side:The} {side:|takes|take} {place:the}")
HOLDS = N_("{side:The} {side:|holds|hold} {place:the}")
_LOSES = N_("{side:The} {side:|loses|lose} {what:the}")
_LOSES_UNITS = N_("{side:The} {side:|loses|lose} {count}, {units:the} among them")
_NAMED = 2
"""Lost units that a sentence names."""


def whole_journal(game: Game[Any]) -> list[Record]:
    """Return the records of a game that is over, without those taken back. ValueError while the game goes on."""
    if game.outcome is None:
        raise ValueError("the battle is not over")
    return lasting(game.journal)


def events_of(records: Sequence[Record]) -> Iterator[Event]:
    """Return the events of records, in order."""
    return (event for record in records for event in record.events)


def last_entry(seen: Sequence[Event], enters: Callable[[Any], bool]) -> Event | None:
    """Return the last event that enters a place, None if no event does."""
    return next((event for event in reversed(seen) if enters(event)), None)


def losses(side: Text, gone: Sequence[Text], otherwise: Text) -> Text:
    """Tell the units that a side lost, some by name; `otherwise` if it lost no unit."""
    if not gone:
        return otherwise
    names = listed(list(gone[:_NAMED]))
    if len(gone) <= _NAMED:
        return Text(_LOSES, {"side": side, "what": names})
    return Text(_LOSES_UNITS, {"side": side, "count": counted("{n} unit", "{n} units", len(gone)), "units": names})


def with_points(words: Text, points: int) -> Text:
    """Return a sentence with the points that it tells of, if there are any."""
    if not points:
        return Text(N_("{event}."), {"event": words})
    return Text(N_("{event}: {points}."), {"event": words, "points": counted("{n} point", "{n} points", points)})
