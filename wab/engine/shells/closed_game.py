"""Closed games: a seat knows a part of the truth.

A system writes `known`, `dealt` and `witnessed`; its views, their bytes, samples and refusals follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.system import GameState
from wab.engine.shells.position import PositionSystem
from wab.engine.words.text import Text

S = TypeVar("S", bound=GameState)


class ClosedSystem(PositionSystem[S]):
    """A rule system in which seats know different things."""

    shown: ClassVar[Refusal] = Refusal(Text("Something new was seen: that cannot be taken back."), code="shown")
    """The reason why an order is final that showed its seat something new."""

    def reveals(self, before: S, events: Sequence[Event], after: S, seat: str) -> Refusal | None:
        """Return why an order is final: one of its events is."""
        return self.shown if any(event.final for event in events) else None
