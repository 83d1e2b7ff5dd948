"""The show of what others did: it gathers events while the computer decides, and lets the director show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from wab.app.play.director import Director, Lens, Performer, Role
from wab.app.play.table import Table
from wab.engine.history.pace import SECONDS, Programme, Shown, budget_of, programme, stretches
from wab.engine.history.scenes import Moment, Scene, scenes
from wab.engine.kernel.events import Event
from wab.engine.kernel.plot import CARD, FIGHTS, FIRE
from wab.engine.kernel.values import side_of

PATIENCE, WATCHED = 6.0, 1.5
"""Seconds after which a show begins with what there is, though the computer still decides; without persons sooner."""
MEANWHILE = 0.5
"""The share of the time left that such a show may take."""
BLOWS = FIRE | {CARD}
"""Kinds of scenes for which a game opens with a show."""


LensT = TypeVar("LensT", bound=Lens)


class Show(Generic[LensT]):
    """The deeds of others, from the first event that reaches the screen to the last one that has been shown.

    `whole`: nothing is left out, and each scene takes as long as its events.
    """

    def __init__(self, session: Table, replay: Performer, lens: LensT, *, whole: bool = False) -> None:
        self._session, self._replay, self.lens = session, replay, lens
        self.director = Director(replay, lens)
        self.director.patient = self._whole = whole
        self._gathered: list[Moment] = []
        self._known: Any = None
        self._waited = 0.0
        self._all: list[Moment] = []
        self._spent = 0.0
        self._last: tuple[int, bool] | None = None

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
    def shown(self) -> Sequence[Event]:
        """Everything that has been shown since `forget`."""
        return [moment.event for moment in self._all]

    def forget(self) -> None:
        """Begin to count again: another side's turn has begun."""
        self._all.clear()
        self._spent = 0.0

    def gather(self, events: Iterable[Event], known: Any) -> None:
        """Keep events for the show; `known` is the picture before them."""
        if not self.active:
            self._known, self._waited = known, 0.0
        self._gathered += self._session.moments_of(list(events))

    def update(self, seconds: float, speed: float) -> bool:
        """Let time pass; True in the moment in which everything that was gathered has been shown."""
        over = self.director.update(seconds, speed)
        if self._gathered and not self.director.going:
            self._waited += seconds
            patience = PATIENCE if self._session.persons else WATCHED
            if not self._session.busy or not speed or self._waited > patience:
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
        moments, self._gathered = tuple(self._gathered), []
        found = self._scenes(moments)
        if not self._session.persons:  # the turns of the computer players have no end at which to begin again
            self._spent = 0.0
        left = max(0.0, self._budget - self._spent) * (MEANWHILE if self._session.busy else 1.0)
        pace = programme(found, self._session.side, left) if not self._whole else _everything(found)
        if self._known is not None:
            self._replay.put_back(self._known)
            self._known = None
        self._all += moments
        self._spent += pace.seconds
        self.director.open(moments, found, pace, Role.ANSWER if self._answers(moments) else Role.OTHERS)

    def _answers(self, moments: Sequence[Moment]) -> bool:
        """Tell whether moments go on with a fight that began before them."""
        beats = (self._session.rules.plot.beat(moment.event) for moment in moments)
        first = next((beat for beat in beats if not beat.leads), None)
        return first is not None and (not first.kind or (first.kind in FIGHTS and not first.opens))

    # ---- own fights, and the past

    def show_own(self, events: Sequence[Event], known: Any) -> bool:
        """Show an own fight at once, from this picture on. False if there is none: then nothing happens."""
        moments = self._session.moments_of(events)
        found = self._scenes(moments)
        if not any(scene.kind in FIRE for scene in found):
            return False
        self._replay.put_back(known)
        self.director.open(moments, found, _everything(found), Role.OWN)
        return True

    def show_opening(self, counters: Any, moments: Sequence[Moment]) -> bool:
        """Show what happened before the first decision, from the first blow on. False, and nothing happens, without."""
        found = self._scenes(moments)
        first = next((number for number, scene in enumerate(found) if scene.kind in BLOWS), None)
        if first is None:
            return False
        self._replay.put_back(counters)
        self.director.open(moments, found, _everything(found, first), Role.OPENING)
        return True

    def show_past(self, counters: Any, moments: Sequence[Moment], first: int) -> None:
        """Show what happened from a moment on; `counters` are those before all moments."""
        found = self._scenes(moments)
        number = next(number for number, scene in enumerate(found) if scene.last >= first)
        pace = programme(found, self._session.side, self._budget, range(number, len(found)))
        self._reopen(counters, moments, found, pace.with_scene(number, SECONDS[found[number].kind]))

    def show_last_turn(self, counters: Any, moments: Sequence[Moment]) -> None:
        """Open the last turn of others, paused at its first scene."""
        found = self._scenes(moments)
        parts = [part for own, part in stretches(found, self._session.side) if not own]
        if parts:
            pace = programme(found, self._session.side, self._budget, parts[-1])
            first = parts[-1].start
            self._reopen(counters, moments, found, pace.with_scene(first, SECONDS[found[first].kind]))
            self.director.pause()

    @property
    def has_last_turn(self) -> bool:
        """Tell whether others have acted in this turn or in the turn before."""
        moment, side = self._session.moment, self._session.side
        if self._last is None or self._last[0] != moment:
            seats = (seen.seat for played in self._session.turns[-2:] for seen in played.moments)
            self._last = moment, any(seat is not None and side_of(seat) != side for seat in seats)
        return self._last[1]

    def _reopen(self, counters: Any, moments: Sequence[Moment], found: tuple[Scene, ...], pace: Programme) -> None:
        self._replay.skip()
        self._replay.put_back(counters)
        self.director.open(moments, found, pace, Role.PAST)

    def _scenes(self, moments: Sequence[Moment]) -> tuple[Scene, ...]:
        plot = self._session.rules.plot
        return scenes(moments, plot, plot.theatre(self._session.view))

    @property
    def _budget(self) -> float:
        infos, scenario = self._session.rules.scenarios(), self._session.setup.scenario
        return budget_of(next(info for info in infos if info.id == scenario))


def _everything(found: Sequence[Scene], first: int = 0) -> Programme:
    shown = (Shown(number, SECONDS[found[number].kind]) for number in range(first, len(found)))
    return Programme(tuple(shown), ())


def deed_of_show(director: Director, key: str) -> Callable[[], object] | None:
    """Return the deed of a key while a show is going on: the scene before, the next scene, everything again."""
    deeds = {"backspace": director.back, "tab": director.forward, "r": director.again}
    return deeds.get(key)
