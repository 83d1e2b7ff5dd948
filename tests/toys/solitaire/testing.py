"""Facts that the patrol must not notice: which card lies in reserve, and the dice to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wab.engine import Dice
from wab.engine.kernel.pile import with_cards, without


def unnoticed(state: Any, seat: str) -> Iterator[Any]:
    other = next((card for card in state.pile if card != state.reserve), None)
    if not state.shown and other is not None:
        changed = state.copy()
        changed.pile, changed.reserve = with_cards(without(state.pile, (other,)), (state.reserve,)), other
        yield changed
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"pile": 5})
    yield changed
