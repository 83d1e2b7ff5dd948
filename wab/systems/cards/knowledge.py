"""What a seat knows (CRD-2.10-2): everything but the cards in other hands, in the pile, and the dice to come."""

from __future__ import annotations

from wab.engine.dice import Dice
from wab.systems.cards.apply import HIDDEN
from wab.systems.cards.state import State
from wab.systems.cards.teams import sees_hand


def hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    """As many cards, none of them named."""
    return (HIDDEN,) * len(cards)


def known_state(state: State, seat: str) -> State:
    """A state of what a seat knows: its own hand by name, all others by number; the discards lie open (CRD-4.5-4)."""
    known = state.copy()
    known.dice = Dice(0)
    known.hands = {
        holder: cards if sees_hand(state.board, seat, holder) else hidden(cards)
        for holder, cards in state.hands.items()
    }
    known.pile = {pile: hidden(cards) for pile, cards in state.pile.items()}
    if state.drawing is not None and state.drawing.seat != seat:
        known.drawn = hidden(state.drawn)
    known._cache = {}  # what was derived from more than this seat knows
    return known
