"""Open games: both sides see everything, only the dice to come are hidden. Everything that such a system need not write
itself.

A view of an open game is the state without its dice, a sample the same state with others, and every seat sees each
event as it is. A system that hides nothing derives from `OpenSystem` in place of `System`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.system import GameState
from wab.engine.shells.position import NO_DICE, Carried, PositionSystem

S = TypeVar("S", bound=GameState)


class _Listed(Carried, frozen=True, array_like=True):
    """A view of an open game as its bytes hold it, in the form of the first of them."""


class OpenSystem(PositionSystem[S]):
    """A rule system that hides nothing but the dice to come."""

    carried = _Listed
    relives = True

    def known(self, state: S, seat: str) -> S:
        """Everything but the dice."""
        position = state.copy()
        position.dice = NO_DICE
        return position

    def dealt(self, seat: str, position: S, chance: Chance) -> S:
        """The game as it stands."""
        return position.copy()

    def reveals(self, before: S, events: Sequence[Event], after: S, seat: str) -> Refusal | None:
        """Nothing: there is nothing to show."""
        return None

    def witnessed(self, before: S, event: Event, after: S, seat: str) -> Event | None:
        """Return the event itself: every seat sees everything."""
        return event
