"""What one seat has seen happen: follows the journal of a running game and tells it by that seat's knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wab.engine.events import Event
from wab.engine.game import Game, Record
from wab.engine.journal import Line


class Chronicle:
    """The story of a game for one seat. `lines` are its sentences so far; what is taken back leaves them again.

    It follows with a state of its own, so that each event is told by what the seat knew when it happened.
    """

    def __init__(self, game: Game[Any], seat: str) -> None:
        setup = game.setup
        self.seat = seat
        self.lines: list[Line] = []
        self._game, self._system = game, game.system
        self._state = game.system.new_state(setup.scenario, setup.seed, setup.rule_options)
        self._told = 0
        self._past: list[tuple[Any, int]] = []
        self.follow()

    def follow(self) -> tuple[Event, ...]:
        """Take in the records that are new, and return what the seat saw of them; nothing for orders taken back."""
        witnessed: list[Event] = []
        for record in self._game.journal[self._told :]:
            if record.undo:
                self._state, count = self._past.pop()
                del self.lines[count:]
            else:
                witnessed += self._take_in(record)
        self._told = len(self._game.journal)
        return tuple(witnessed)

    def _take_in(self, record: Record) -> list[Event]:
        before, count = self._state.copy(), len(self.lines)
        actor = self._system.to_act(before)
        witnessed = list(self._happen(record))
        # The same limits as the game's own undo: a state from before them is never asked for again.
        if record.order is None or any(event.final for event in record.events) or self._actor != actor:
            self._past.clear()
        else:
            self._past.append((before, count))
        return witnessed

    @property
    def _actor(self) -> str | None:
        return self._system.to_act(self._state)

    def _happen(self, record: Record) -> Iterator[Event]:
        for event in record.events:
            before, actor = self._state.copy(), self._actor
            self._system.apply(self._state, event)
            seen = self._system.witnessed(before, event, self._state, self.seat)
            if seen is not None:
                self._tell(seen, actor)
                yield seen

    def _tell(self, event: Event, actor: str | None) -> None:
        text = self._system.describe(self._system.view(self._state, self.seat), event)
        if text is not None:
            self.lines.append(Line(self._system.turn(self._state), actor, event, text))
