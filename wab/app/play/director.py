"""The director: shows scenes in their order, each for its seconds, and says where to look. It knows no map.

A performer shows the events of a scene; a lens looks at its place. Scenes that the programme leaves out happen unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Protocol

from wab.engine.history.pace import SECONDS, Programme
from wab.engine.history.scenes import Moment, Scene
from wab.engine.kernel.events import Event
from wab.engine.kernel.plot import FIRE
from wab.engine.words.text import Text
from wab.hexes import HexId

READ = 0.6
"""The share of its seconds for which a scene stays at least, so that its sentence can be read."""


class Role(StrEnum):
    """The deeds that a show is about."""

    OTHERS = "others"
    ANSWER = "answer"
    """Others answer in the turn of the seat at the screen."""
    OWN = "own"
    """An own fight: it takes as long as its events, without a pause after it."""
    OPENING = "opening"
    """The events before the first decision; they take as long as they need."""
    PAST = "past"


UNHURRIED, HURRIED = 0.6, 4.0
"""After this share of its time the rest of a scene passes so many times as fast: losses come last and must be seen."""


class Performer(Protocol):
    """The hand that moves counters."""

    active: bool

    @property
    def to_come(self) -> tuple[Event, ...]:
        """The events that it has not shown to their end."""

    def kept(self) -> Any:
        """Return the present picture, to be put back later."""

    def put_back(self, kept: Any) -> None:
        """Go back to a picture."""

    def enqueue(self, events: Iterable[Event]) -> None:
        """Show events."""

    def pass_over(self, events: Iterable[Event]) -> None:
        """Let events have happened unseen."""

    def update(self, seconds: float) -> bool:
        """Let time pass."""

    def skip(self) -> None:
        """Show the rest at once."""


class Lens(Protocol):
    """The eye of the spectator."""

    def begin(self) -> None:
        """Remember the view of the player."""

    def look(self, hexes: Sequence[HexId], seconds: float) -> None:
        """Look at the place of a scene that takes so many seconds."""

    def end(self) -> None:
        """Give the player the view back."""


class Director:
    """A show of some scenes. `place` counts the shown scenes; `paused` stops the clock."""

    def __init__(self, performer: Performer, lens: Lens) -> None:
        self._performer, self._lens = performer, lens
        self.going = False
        self.paused = False
        self.role = Role.OTHERS
        self.place = 0
        self.scenes: tuple[Scene, ...] = ()
        self.programme = Programme((), ())
        self.haste = 1.0
        """The present scene is so many times as fast as usual."""
        self.patient = False
        """Scenes take as long as their events: the programme shortens none."""
        self._moments: Sequence[Moment] = ()
        self._clock, self._passed = 0.0, 0
        self._starts: dict[int, Any] = {}
        self._opening: Any = None

    # ---- for the HUD

    @property
    def scene(self) -> Scene | None:
        """The scene that is being shown."""
        shown = self.programme.shown
        return self.scenes[shown[self.place].number] if self.going and self.place < len(shown) else None

    @property
    def result(self) -> Text | None:
        """The words on the end of the present scene, once that end has been shown."""
        scene = self.scene
        if scene is None or scene.result is None:
            return None
        coming = {id(event) for event in self._performer.to_come}
        told = [moment for moment in self.moments_of(scene) if moment.text == scene.result]
        return None if any(id(moment.event) in coming for moment in told) else scene.result

    def moments_of(self, scene: Scene) -> Sequence[Moment]:
        """Return the events of a scene, from which a card with its result can be worked out."""
        return self._moments[scene.first : scene.last + 1]

    @property
    def seconds_left(self) -> float:
        """Seconds to the end at normal speed."""
        return max(0.0, sum(one.seconds for one in self.programme.shown[self.place :]) - self._clock)

    @property
    def share(self) -> float:
        """The part of the show that is over, 0 to 1."""
        if self.takes_its_time:
            return self.place / max(1, len(self.programme.shown))
        whole = self.programme.seconds
        return 1.0 - self.seconds_left / whole if whole else 1.0

    @property
    def to_come(self) -> tuple[Event, ...]:
        """The events that have not been shown to their end."""
        if not self.going:
            return ()
        return (*self._performer.to_come, *(moment.event for moment in self._moments[self._passed :]))

    # ---- the show

    def open(
        self,
        moments: Sequence[Moment],
        scenes: tuple[Scene, ...],
        programme: Programme,
        role: Role = Role.OTHERS,
        *,
        at: int = 0,
    ) -> None:
        """Begin a show at the shown scene `at`, from the picture that the performer has before all moments."""
        self._moments, self.scenes, self.programme, self.role = moments, scenes, programme, role
        self.going, self.paused, self._passed = True, False, 0
        self._starts, self._opening = {}, self._performer.kept()
        self._lens.begin()
        self._start(at)

    def _start(self, place: int) -> None:
        """Begin with a shown scene; the events before it happen unseen."""
        self.place, self._clock = place, 0.0
        if place >= len(self.programme.shown):
            self._close()
            return
        shown = self.programme.shown[place]
        scene = self.scenes[shown.number]
        self._pass(scene.first)
        self._starts[place] = self._performer.kept()
        self.haste = 1.0 if self.patient else max(1.0, SECONDS[scene.kind] / shown.seconds)
        if self.role != Role.OWN or scene.kind in FIRE:
            self._lens.look(scene.hexes, shown.seconds)
        self._performer.enqueue(moment.event for moment in self.moments_of(scene))
        self._passed = scene.last + 1

    def _pass(self, first: int) -> None:
        if first > self._passed:
            self._performer.pass_over(moment.event for moment in self._moments[self._passed : first])
            self._passed = first

    def _close(self) -> None:
        self._pass(len(self._moments))
        self.going, self.paused = False, False
        self._lens.end()

    def update(self, seconds: float, speed: float) -> bool:
        """Let time pass; True in the moment in which the show is over. Speed 0 shows everything at once."""
        if not self.going:
            return False
        if not speed:
            self.skip()
            return True
        if self.paused:
            return False
        shown = self.programme.shown[self.place] if self.place < len(self.programme.shown) else None
        self._clock += seconds * speed
        if shown is not None and not self.takes_its_time and self._clock > UNHURRIED * shown.seconds:
            self.haste = max(self.haste, HURRIED * SECONDS[self.scenes[shown.number].kind] / shown.seconds)
        self._performer.update(seconds)
        if shown is not None and self._stays(shown.seconds):
            return False
        if self._performer.active:
            self._performer.skip()
        self._start(self.place + 1)
        return not self.going

    def _stays(self, seconds: float) -> bool:
        """Tell whether the present scene, which takes so many seconds, goes on."""
        if self.takes_its_time:
            return self._performer.active
        return self._clock < seconds * (1.0 if self._performer.active else READ)

    @property
    def takes_its_time(self) -> bool:
        """Scenes last as long as their events."""
        return self.patient or self.role in (Role.OWN, Role.OPENING)

    # ---- commands of the player

    def pause(self) -> None:
        """Stop, or go on."""
        self.paused = not self.paused

    def go_to(self, place: int) -> None:
        """Show a scene that is behind or ahead, and go on from there."""
        if not self.going:
            return
        if self._performer.active:
            self._performer.skip()
        place = max(0, place)
        if place in self._starts:
            self._performer.put_back(self._starts[place])
            self._passed = self.scenes[self.programme.shown[place].number].first
        elif place < self.place:
            self._performer.put_back(self._opening)
            self._passed = 0
        self.paused = False
        self._start(min(place, len(self.programme.shown)))

    def back(self) -> None:
        """Show the scene before the present one again; the first one from its start."""
        self.go_to(self.place - 1)

    def forward(self) -> None:
        """Go on to the next scene."""
        self.go_to(self.place + 1)

    def again(self) -> None:
        """Show everything again."""
        self.go_to(0)

    def skip(self) -> None:
        """Go to the end of everything."""
        if self.going:
            if self._performer.active:
                self._performer.skip()
            self.place = len(self.programme.shown)
            self._close()

    def show_rest(self) -> None:
        """Show also the scenes that the programme leaves out, from the present scene on."""
        if self.going and self.programme.strip:
            number = self.programme.shown[min(self.place, len(self.programme.shown) - 1)].number
            self.programme = self.programme.with_rest(number, self.scenes)
            self.paused = False
