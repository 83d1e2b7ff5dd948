"""What a seat knows (CRD-2.10-2): everything but the cards in other hands, in the pile, and the dice to come."""

from __future__ import annotations

from msgspec.structs import replace

from wab.engine.dice import Dice
from wab.systems.cards.apply import HIDDEN
from wab.systems.cards.state import Play, State
from wab.systems.cards.teams import sees_hand, side_of


def hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    """As many cards, none of them named."""
    return (HIDDEN,) * len(cards)


def as_seen(plays: tuple[Play, ...], side: str) -> tuple[Play, ...]:
    """Cards in force as a side sees them: what an enemy commander wrote to his generals is not for it (CRD-O-22)."""
    return tuple(replace(play, note="") if play.note and side_of(play.seat) != side else play for play in plays)


def known_state(state: State, seat: str) -> State:
    """A state of what a seat knows: its own hand by name, all others by number; the discards lie open (CRD-4.5-4)."""
    known = state.copy()
    known.dice = Dice(0)
    known.hands = {
        holder: cards if sees_hand(state.board, seat, holder) else hidden(cards)
        for holder, cards in state.hands.items()
    }
    known.pile = {pile: hidden(cards) for pile, cards in state.pile.items()}
    known.plays = as_seen(state.plays, side_of(seat))
    known.last_plays = {side: as_seen(plays, side_of(seat)) for side, plays in state.last_plays.items()}
    if state.drawing is not None and state.drawing.seat != seat:
        known.drawn = hidden(state.drawn)
    known._cache = {}  # what was derived from more than this seat knows
    return known
