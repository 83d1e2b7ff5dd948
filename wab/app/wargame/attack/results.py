"""The fights that are being shown, gathered event by event: the card of the last one, and tags of all in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, Protocol

from wab.app.wargame.adapter.outcome import Outcome
from wab.engine.kernel.events import Event
from wab.engine.kernel.plot import Plot

SECONDS = 2.5
"""A card of an enemy's fight stays so long."""


class Teller(Protocol):
    """The facts about fights that a system tells."""

    def outcome(self, events: Sequence[Event], before: Any) -> Outcome | None:
        """A fight as the seat saw it, from its events and the view before them; None if there is nothing to tell."""

    def fight_goes_on(self) -> bool:
        """Tell whether a fight is not over: something is still asked of it."""

    def ends_turn(self, event: Event) -> bool:
        """Tell whether an event begins a turn after the first."""


class Results:
    """Events go in as a seat sees them; when the last of a fight has been shown, its card comes out.

    `plot` says which events open a fight and which go on with it. `before` gives the knowledge of the seat just before
    it saw an event, None for an event of long ago. `tags` are the fights of a turn, by their goals: a later fight for a
    hex takes the place of an earlier fight.
    """

    def __init__(self, plot: Plot, before: Callable[[Event], Any]) -> None:
        self.card: Outcome | None = None
        self.tags: dict[int, Outcome] = {}
        self._plot, self._before = plot, before
        self._coming: list[Event] = []
        self._fight: list[Event] = []
        self._kind = ""
        self._leading: list[Event] = []
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

    def update(self, seconds: float, to_come: Iterable[Event], teller: Teller) -> None:
        """Let time pass; `to_come` are the events that have not been shown to their end."""
        self._left -= seconds
        if self.card is not None and self._left <= 0:
            self.card = None
        waiting = {id(event) for event in to_come}
        while self._coming and id(self._coming[0]) not in waiting:
            self._hear(self._coming.pop(0), teller)
            self._unshown = max(0, self._unshown - 1)
        if self._fight and not self._coming and not waiting and not teller.fight_goes_on():
            self._show(teller)

    def _hear(self, event: Event, teller: Teller) -> None:
        beat = self._plot.beat(event)
        if teller.ends_turn(event):
            self._show(teller)
            self.tags = {}
        if beat.leads:  # it belongs to the event after it
            self._leading.append(event)
            return
        if beat.opens_fight or not beat.follows(self._kind):
            self._show(teller)
        if beat.opens_fight:
            self._kind, self._quiet = beat.kind, self._unshown > 0
            self._fight = [event]
        elif self._kind:
            self._fight += (*self._leading, event)
        self._leading = []

    def _show(self, teller: Teller) -> None:
        events, self._fight, self._kind = self._fight, [], ""
        before = self._before(events[0]) if events else None
        card = teller.outcome(events, before) if before is not None else None
        if card is None:
            return
        self.tags = {**self.tags, card.hexes[0]: card}
        if not self._quiet:
            self.card, self._left = card, inf if card.attacked else SECONDS
