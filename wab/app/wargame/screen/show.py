"""The show of what others did: it gathers events while the computer decides, and lets the director show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wab.app.gfx.specs import CounterSpec
from wab.app.play.director import Director
from wab.app.play.session import Session
from wab.app.wargame.adapter.pictures import Tally
from wab.app.wargame.replay.lens import MapLens
from wab.app.wargame.replay.replay import Replay
from wab.engine.history.pace import budget_of, programme
from wab.engine.history.scenes import Moment, scenes
from wab.engine.kernel.events import Event
from wab.engine.kernel.values import side_of

PATIENCE = 6.0
"""Seconds after which a show begins with what there is, though the computer still decides."""


class Show:
    """The deeds of others, from the first event that reaches the screen to the last one that has been shown."""

    def __init__(self, session: Session, replay: Replay, lens: MapLens) -> None:
        self._session, self._replay, self.lens = session, replay, lens
        self.director = Director(replay, lens)
        self._gathered: list[Moment] = []
        self._known: Sequence[CounterSpec] | None = None
        self._waited = 0.0
        self._all: list[Moment] = []

    @property
    def waits(self) -> bool:
        """Events have been gathered and are not shown yet."""
        return bool(self._gathered)

    @property
    def active(self) -> bool:
        """Something of it is still to be shown."""
        return self.waits or self.director.going

    @property
    def to_come(self) -> tuple[Event, ...]:
        """The events that have not been shown to their end."""
        return (*self.director.to_come, *(moment.event for moment in self._gathered))

    @property
    def tally(self) -> Tally:
        """The count of everything since `forget`."""
        found = Tally()
        for moment in self._all:
            self._replay.adapter.count(found, moment.event)
        return found

    def forget(self) -> None:
        """Begin to count again."""
        self._all.clear()

    def gather(self, events: Iterable[Event], known: Sequence[CounterSpec]) -> None:
        """Keep events for the show; `known` are the counters before them."""
        if not self.active:
            self._known, self._waited = known, 0.0
        self._gathered += self._session.moments_of(list(events))

    def update(self, seconds: float, speed: float) -> bool:
        """Let time pass; True in the moment in which everything that was gathered has been shown."""
        over = self.director.update(seconds, speed)
        if self._gathered and not self.director.going:
            self._waited += seconds
            if not self._session.busy or not speed or self._waited > PATIENCE:
                self._open()
                over = self.director.update(0.0, speed) or not self.director.going
        return over and not self._gathered

    def skip(self) -> None:
        """Go to the end of everything at once."""
        self.director.skip()
        if self._gathered:
            self._open()
            self.director.skip()

    def _open(self) -> None:
        game, viewer = self._session.game, self._session.view
        moments, self._gathered = tuple(self._gathered), []
        plot = game.system.plot
        found = scenes(moments, plot, plot.theatre(viewer))
        info = next(info for info in game.system.scenarios() if info.id == game.setup.scenario)
        if self._known is not None:
            self._replay.put_back(self._known)
            self._known = None
        self._all += moments
        self.director.open(moments, found, programme(found, side_of(viewer.seat), budget_of(info)))
