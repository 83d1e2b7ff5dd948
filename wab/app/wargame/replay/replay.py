"""Shows on the map what was seen to happen, event by event: moves along their paths, fights with their result.

What an event looks like is the adapter's to say; here it is done, one act after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, Protocol

from wab.app.gfx.specs import CounterSpec
from wab.app.sound.cues import book, unheard
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.pictures import (
    Act,
    Appear,
    Follow,
    Glide,
    Gone,
    Overfly,
    Strength,
    Tally,
    Tell,
    Throw,
    Volley,
    Wipe,
)
from wab.engine.events import Event
from wab.hexes import HexId

GONE_PAUSE, ARRIVAL_PAUSE, DICE_PAUSE = 0.3, 0.25, 0.35
PIP_PAUSE, PIPS_LONGEST = 0.18, 0.7
"""Seconds of a pip that falls, and of all that fall from one counter at most."""
AHEAD = 3
"""Events that are looked through for what dice are thrown for."""


class _Pip(NamedTuple):
    """A single pip of a counter that falls or comes back."""

    unit: int
    by: int
    seconds: float


class Stage(Protocol):
    """What the replay does on the map; the scene satisfies it."""

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters."""
        ...

    def animate_move(
        self, keys: Iterable[int], path: Any, done: Callable[[], None] | None = None, step: float = 0.0
    ) -> None:
        """Let counters glide along a path, at `step` seconds a hex where it is not 0."""
        ...

    def volley(self, shooters: Sequence[tuple[HexId, str]], target: HexId) -> None:
        """Let units fire from hexes, each with the word of its arm, at a hex."""
        ...

    def throw(self, faces: Sequence[int], target: HexId, origin: HexId | None) -> None:
        """Roll dice beside a hex."""
        ...

    def overfly(self, act: Overfly) -> None:
        """Let an aircraft pass over a hex."""
        ...

    def shake(self, hex_id: HexId) -> None:
        """Let the counters of a hex tremble."""
        ...

    def quiet(self, *, dice_only: bool = False) -> None:
        """Take the dice away, and smoke as well unless told otherwise."""
        ...

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex."""
        ...

    def set_path(self, hexes: Any, badge: str = "", *, firm: bool = True) -> None:
        """Draw a path with a label at its end."""
        ...

    def label(self, hex_id: HexId | None, text: str) -> None:
        """Put a label above a hex, or take it away."""
        ...

    def skip(self) -> None:
        """Go to the end of everything that moves."""
        ...

    @property
    def busy(self) -> bool:
        """Something still moves."""
        ...


class Replay:
    """A queue of events shown one after the other. `update` goes on with it; `skip` goes to its end.

    It keeps counters of its own (`shown`), which start as the map is and change with each event. `tell` lets an
    event be heard when it is shown.
    """

    def __init__(self, stage: Stage, adapter: Adapter, tell: Callable[[Event], None] = unheard) -> None:
        self.stage, self.adapter, self._heard = stage, adapter, tell
        self.shown: dict[int, CounterSpec] = {}
        self.tally = Tally()
        self.speed = 1.0
        self.now: Event | None = None
        """What is being shown; None before the first event and when all have been."""
        self._queue: deque[Event] = deque()
        self._acts: deque[Act | _Pip] = deque()
        self._aim: tuple[HexId, HexId | None] | None = None
        self._pause = 0.0
        self._labelled = False
        self._running = False

    @property
    def active(self) -> bool:
        """Something is still to be shown."""
        return self._running

    @property
    def to_come(self) -> tuple[Event, ...]:
        """What has not been shown to its end."""
        return (*((self.now,) if self.now is not None else ()), *self._queue)

    def start(self, shown: Iterable[CounterSpec], events: Iterable[Event]) -> None:
        """Show events, beginning with these counters; while one is going on, the events are put after it."""
        if not self.active:
            self.shown = {spec.key: replace(spec, selected=False) for spec in shown}
        self._queue.extend(events)
        self._running = True

    def start_at(self, shown: Iterable[CounterSpec], events: Sequence[Event], first: int) -> None:
        """Show events from the one numbered `first` on; `shown` are the counters before all of them."""
        past = Replay(_Nowhere(), self.adapter)
        past.shown = {spec.key: replace(spec, selected=False) for spec in shown}
        for event in events[:first]:
            past.pass_over(event)
        self.skip()
        self.stage.set_counters(restacked(past.shown.values()))
        self.start(past.shown.values(), events[first:])

    def pass_over(self, event: Event) -> None:
        """Let an event have happened without showing it."""
        self._acts.extend(self.adapter.acts(event))
        while self._acts:
            self._do(self._acts.popleft())

    def update(self, seconds: float) -> bool:
        """Let time pass. True in the moment in which the last event has been shown."""
        if not self._running:
            return False
        self._pause = max(0.0, self._pause - seconds * self.speed)
        while (self._acts or self._queue) and (self._pause <= 0 or self.speed == 0) and not self.stage.busy:
            if self._acts:
                self._do(self._acts.popleft())
            else:
                self._show(self._queue.popleft())
        waits = self._pause > 0 and self.speed > 0
        self._running = bool(self._acts or self._queue) or waits or self.stage.busy
        if not self._running:
            self._clear()
        return not self._running

    def skip(self) -> None:
        """Go to the end at once."""
        for event in self._queue:
            self.adapter.count(self.tally, event)
        self._queue.clear()
        self._acts.clear()
        self._pause = 0.0
        self._running = False
        self.stage.skip()
        self.stage.quiet()
        self._clear()

    def _clear(self) -> None:
        if self._labelled:
            self.stage.set_path(())
            self.stage.label(None, "")
        self._labelled = False
        self._aim = None
        self.stage.quiet(dice_only=True)
        if not self._running:
            self.now = None

    def _label(self, hex_: HexId, text: str) -> None:
        self.stage.label(hex_, text)
        self._labelled = True

    # ---- one event

    def _show(self, event: Event) -> None:
        self.adapter.count(self.tally, event)
        self._heard(event)
        self.now = event
        self._acts.extend(self.adapter.acts(event))

    def _do(self, act: Act | _Pip) -> None:
        match act:
            case Wipe():
                self._clear()
            case Glide(units, path, step):
                self._glide(units, path, step)
            case Follow(units, target, step):
                for unit in units:
                    if unit in self.shown:
                        self._glide((unit,), (self.shown[unit].hex, target), step)
            case Volley():
                self._volley(act)
            case Throw(faces):
                self._throw(faces)
            case Overfly():
                if self.speed:
                    self.stage.overfly(act)
            case _Pip(unit, by, seconds):
                self._pip(unit, by, seconds)
            case Appear(unit, hex_):
                self._appear(unit, hex_)
            case Tell():
                self._tell(act)
            case Strength(unit, by):
                self._strength(unit, by)
            case Gone(unit):
                self._gone(unit)

    def _refresh(self) -> None:
        self.stage.set_counters(restacked(self.shown.values()))

    def _volley(self, act: Volley) -> None:
        """Who fires is shown to fire; from then on dice are thrown for its target."""
        self._aim = act.target, act.origin
        places = {self.shown[unit].hex: book().arm(self.shown[unit].symbol) for unit in act.units if unit in self.shown}
        if not places and act.origin is not None:
            places = {act.origin: ""}
        if self.speed:
            self.stage.volley(tuple(places.items()), act.target)

    def _throw(self, faces: tuple[int, ...]) -> None:
        """Dice, for what is aimed at, else for the hex of which the next events tell."""
        aim = self._aim
        if aim is None:
            targets = (getattr(event, "target", None) for event in islice(self._queue, AHEAD))
            aim = next(((target, None) for target in targets if isinstance(target, int)), None)
        if aim is not None and self.speed:
            self.stage.throw(faces, *aim)
            self._pause = DICE_PAUSE

    def _glide(self, units: tuple[int, ...], path: tuple[HexId, ...], step: float = 0.0) -> None:
        keys = [key for key in (self._take_on(unit, path[0]) for unit in units) if key is not None]
        if not keys:
            return
        self._refresh()
        if len(path) > 1:
            self.stage.animate_move(keys, path, step=step)
        for key in keys:
            self.shown[key] = self.shown[key].at(path[-1])
        if len(path) == 1:
            self._refresh()

    def _take_on(self, unit: int, hex_: HexId) -> int | None:
        """The counter for a moving unit: its own, else a contact that stood there and was this unit, else a new one."""
        if unit in self.shown:
            self.shown[unit] = self.shown[unit].at(hex_)
            return unit
        spec = self.adapter.newcomer(unit, hex_)
        if spec is None:
            return None
        there = [
            key
            for key, other in self.shown.items()
            if other.hex == hex_ and other.contact in ("detected", "recognised")
        ]
        for key in [key for key in there if self.adapter.where(key) is None][:1]:
            del self.shown[key]
        self.shown[unit] = spec
        return unit

    def _appear(self, unit: int, hex_: HexId) -> None:
        spec = self.adapter.newcomer(unit, hex_)
        if spec is not None:
            self.shown[unit] = spec
            self._refresh()
            self.stage.flash(hex_)
            self._pause = ARRIVAL_PAUSE

    def _tell(self, act: Tell) -> None:
        if act.path is not None:
            self.stage.set_path(act.path)
        self._label(act.hex, act.words)
        if act.flash:
            self.stage.flash(act.hex)
        self._pause = act.seconds

    def _strength(self, unit: int, by: int) -> None:
        """Pips fall, or come back, one by one."""
        if unit in self.shown:
            seconds = min(PIP_PAUSE, PIPS_LONGEST / max(1, abs(by)))
            pips = [_Pip(unit, 1 if by > 0 else -1, seconds)] * abs(by)
            self._acts.extendleft(pips)

    def _pip(self, unit: int, by: int, seconds: float) -> None:
        spec = self.shown.get(unit)
        if spec is not None:
            self.shown[unit] = replace(spec, pips=min(spec.pips_max, max(0, spec.pips + by)))
            self._refresh()
            if by < 0 and self.speed:
                self.stage.shake(spec.hex)
            self._pause = seconds

    def _gone(self, unit: int) -> None:
        spec = self.shown.pop(unit, None)
        if spec is not None:
            self._refresh()
            self.stage.flash(spec.hex)
            self._pause = GONE_PAUSE


class _Nowhere:
    """A stage on which nothing is shown."""

    busy = False

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Nothing."""

    def animate_move(
        self, keys: Iterable[int], path: Any, done: Callable[[], None] | None = None, step: float = 0.0
    ) -> None:
        """Nothing."""

    def volley(self, shooters: Sequence[tuple[HexId, str]], target: HexId) -> None:
        """Nothing."""

    def throw(self, faces: Sequence[int], target: HexId, origin: HexId | None) -> None:
        """Nothing."""

    def overfly(self, act: Overfly) -> None:
        """Nothing."""

    def shake(self, hex_id: HexId) -> None:
        """Nothing."""

    def quiet(self, *, dice_only: bool = False) -> None:
        """Nothing."""

    def flash(self, hex_id: HexId) -> None:
        """Nothing."""

    def set_path(self, hexes: Any, badge: str = "", *, firm: bool = True) -> None:
        """Nothing."""

    def label(self, hex_id: HexId | None, text: str) -> None:
        """Nothing."""

    def skip(self) -> None:
        """Nothing."""


def restacked(specs: Iterable[CounterSpec]) -> list[CounterSpec]:
    """Counters with their places in the stacks counted anew, in the order given."""
    places: dict[HexId, int] = {}
    found = []
    for spec in specs:
        place = places.get(spec.hex, 0)
        places[spec.hex] = place + 1
        found.append(replace(spec, stack=place))
    return found
