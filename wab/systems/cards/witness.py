"""What a seat sees happen: everything on the table; of cards drawn by others only how many (CRD-2.10-2)."""

from __future__ import annotations

from msgspec.structs import replace

from wab.engine.events import Event, Rolled
from wab.systems.cards import events as ev
from wab.systems.cards.apply import HIDDEN
from wab.systems.cards.drawing import STREAM
from wab.systems.cards.knowledge import as_seen, hidden
from wab.systems.cards.state import State
from wab.systems.cards.teams import sees_hand, side_of


def witnessed(before: State, event: Event, after: State, seat: str) -> Event | None:
    """An event as a seat sees it: the event itself, or one in which cards have no name."""
    board = after.board
    match event:
        case Rolled() if event.stream == STREAM:
            return None  # where in the pile a card lay would tell something of which one it is
        case ev.CardPlayed() if event.play.note:
            return replace(event, play=as_seen((event.play,), side_of(seat))[0])
        case ev.CardsDrawn() if not event.shared and not sees_hand(board, seat, event.holder):
            return replace(event, cards=hidden(event.cards))
        case ev.ChoiceDrawn() if event.seat != seat:
            return replace(event, cards=hidden(event.cards))
        case ev.CardKept() if not event.shared and not sees_hand(board, seat, event.holder):
            return replace(event, card=HIDDEN)
    return event
