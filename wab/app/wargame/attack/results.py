"""The fights that are being shown, gathered event by event: the card of the last one, and tags of all in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.outcome import Outcome
from wab.engine.kernel.events import Event

SECONDS = 2.5
"""A card of an enemy's fight stays so long."""


class Results:
    """Events go in as a seat sees them; when the last of a fight has been shown, its card comes out.

    `before` gives the knowledge of the seat just before it saw an event, None for an event of long ago. `tags` are the
    fights of a turn, by their goals: a later fight for a hex takes the place of an earlier fight.
    """

    def __init__(self, before: Callable[[Event], Any]) -> None:
        self.card: Outcome | None = None
        self.tags: dict[int, Outcome] = {}
        self._before = before
        self._coming: list[Event] = []
        self._fight: list[Event] = []
        self._left = 0.0
        self._unshown, self._quiet = 0, False

    @property
    def waits(self) -> bool:
        """A card waits for the player that made the attack."""
        return self.card is not None and self._left == inf

    def take(self, events: Iterable[Event]) -> None:
        """Events will be shown."""
        self._coming += events

    def close(self) -> None:
        """Put the card away."""
        self.card = None

    def forget(self) -> None:
        """Events that are still to be shown get no card, as they are skipped; their fights leave tags."""
        self.card, self._unshown = None, len(self._coming)

    def of(self, events: Iterable[Event]) -> Outcome | None:
        """Return how the fight ended that began with one of these events, in this turn."""
        begun = {id(event) for event in events}
        return next((card for card in self.tags.values() if id(card.first) in begun), None)

    def update(self, seconds: float, to_come: Iterable[Event], adapter: Adapter) -> None:
        """Let time pass; `to_come` are the events that have not been shown to their end."""
        self._left -= seconds
        if self.card is not None and self._left <= 0:
            self.card = None
        waiting = {id(event) for event in to_come}
        while self._coming and id(self._coming[0]) not in waiting:
            self._hear(self._coming.pop(0), adapter)
            self._unshown = max(0, self._unshown - 1)
        if self._fight and not self._coming and not waiting and not adapter.fight_goes_on():
            self._show(adapter)

    def _hear(self, event: Event, adapter: Adapter) -> None:
        if isinstance(event, adapter.fights.opening):
            self._show(adapter)
            self._fight, self._quiet = [event], self._unshown > 0
        elif self._fight and isinstance(event, adapter.fights.within):
            self._fight.append(event)
        else:
            self._show(adapter)
        if adapter.ends_turn(event):
            self.tags = {}

    def _show(self, adapter: Adapter) -> None:
        events, self._fight = self._fight, []
        before = self._before(events[0]) if events else None
        card = adapter.outcome(events, before) if before is not None else None
        if card is None:
            return
        self.tags = {**self.tags, card.hexes[0]: card}
        if not self._quiet:
            self.card, self._left = card, inf if card.attacked else SECONDS
