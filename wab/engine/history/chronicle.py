"""The events that one seat has seen: follows a running game's journal and tells it by that seat's knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wab.engine.history.journal import Line
from wab.engine.history.scenes import Moment
from wab.engine.history.verdict import Verdict, verdict_on
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.engine.kernel.view import View
from wab.engine.words.text import Text

MOMENTS = 300
"""Of so many events that a seat saw last it is still told what was known before them."""


@dataclass
class PlayedTurn:
    """A turn as one seat saw it: what is true as it begins, the events seen in it, the verdict once it is over."""

    turn: int
    began: Any
    moments: list[Moment] = field(default_factory=list)
    verdict: Verdict | None = None

    @property
    def seen(self) -> list[Event]:
        """The events alone."""
        return [moment.event for moment in self.moments]


class _Place(NamedTuple):
    """A place in a chronicle: the true state there, and the length of the story so far."""

    stood: Any
    lines: int
    turns: int
    seen: int


class Chronicle:
    """The story of a game for one seat. `lines` are its sentences so far; orders taken back leave them again.

    `turns` are the turns that were begun, the present one last.

    `began` is the true state at the start of a game without a beginning; else the scenario gives that state.

    It follows with a state of its own, so that it tells each event by what the seat knew when it happened.
    """

    def __init__(self, game: Game[Any], seat: str, began: Any = None) -> None:
        setup = game.setup
        self.seat = seat
        self.lines: list[Line] = []
        self._game, self._system = game, game.system
        fresh = began is None
        self._state = game.system.new_state(setup.scenario, setup.seed, setup.rule_options) if fresh else began.copy()
        self.turns = [PlayedTurn(game.system.turn(self._state), self._state.copy())]
        self._told = 0
        self._past: list[_Place] = []
        self._moments: dict[int, Any] = {}
        self.follow()

    def follow(self) -> tuple[Event, ...]:
        """Take in the records that are new, and return what the seat saw of them; nothing for orders taken back."""
        witnessed: list[Event] = []
        for record in self._game.journal[self._told :]:
            if record.undo:
                self._go_back_to(self._past.pop())
            else:
                witnessed += self._take_in(record)
        self._told = len(self._game.journal)
        return tuple(witnessed)

    def known_before(self, event: Event) -> View | None:
        """Return the seat's knowledge just before it saw something happen; None for what is long past."""
        state = self._moments.get(id(event))
        return self._system.view(state, self.seat) if state is not None else None

    def _take_in(self, record: Record) -> list[Event]:
        before = _Place(self._state.copy(), len(self.lines), len(self.turns), len(self.turns[-1].moments))
        actor = self._system.to_act(before.stood)
        witnessed = list(self._happen(record))
        # The same limits as the game's own undo: a state from before them is never asked for again.
        if record.order is None or any(event.final for event in record.events) or self._actor != actor:
            self._past.clear()
        else:
            self._past.append(before)
        return witnessed

    @property
    def _actor(self) -> str | None:
        return self._system.to_act(self._state)

    def _happen(self, record: Record) -> Iterator[Event]:
        for event in record.events:
            before, actor = self._state.copy(), self._actor
            self._system.apply(self._state, event)
            seen = self._system.witnessed(before, event, self._state, self.seat)
            self._turn_over(before)
            if seen is not None:
                self.turns[-1].moments.append(Moment(seen, actor, self._tell(seen, actor)))
                self._moments[id(seen)] = before
                if len(self._moments) > MOMENTS:  # at once: a long game is opened in one go
                    del self._moments[next(iter(self._moments))]
                yield seen
            if self._system.outcome(self._state) is not None:
                self._judge(self._state)

    def _go_back_to(self, place: _Place) -> None:
        self._state = place.stood
        del self.lines[place.lines :]
        del self.turns[place.turns :]
        del self.turns[-1].moments[place.seen :]
        self.turns[-1].verdict = None

    def _turn_over(self, before: Any) -> None:
        """If an event has begun another turn, judge the turn before."""
        turn = self._system.turn(self._state)
        if turn != self._system.turn(before):
            self._judge(before)
            self.turns.append(PlayedTurn(turn, self._state.copy()))

    def _judge(self, ended: Any) -> None:
        """The verdict on the turn that is over, by what the seat knew."""
        played = self.turns[-1]
        if played.turn > 0:
            began, end = (self._system.view(state, self.seat) for state in (played.began, ended))
            played.verdict = verdict_on(self._system, played.turn, began, end, played.seen)

    def _tell(self, event: Event, actor: str | None) -> Text | None:
        text = self._system.describe(self._system.view(self._state, self.seat), event)
        if text is not None:
            self.lines.append(Line(self._system.turn(self._state), actor, event, text))
        return text
