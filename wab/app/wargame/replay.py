"""Shows on the map what was seen to happen, event by event: moves along their paths, fights with their result.

What an event looks like is the adapter's to say; here it is done, one act after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from wab.app.gfx.specs import CounterSpec
from wab.app.sound.cues import unheard
from wab.app.wargame.adapter import Adapter
from wab.app.wargame.pictures import Act, Appear, Follow, Glide, Gone, Strength, Tally, Tell, Wipe
from wab.engine.events import Event
from wab.hexes import HexId

LOSS_PAUSE, GONE_PAUSE, ARRIVAL_PAUSE = 0.16, 0.3, 0.25


class Stage(Protocol):
    """What the replay does on the map; the scene satisfies it."""

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters."""
        ...

    def animate_move(self, keys: Iterable[int], path: Any, done: Callable[[], None] | None = None) -> None:
        """Let counters glide along a path."""
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
        self._queue: deque[Event] = deque()
        self._pause = 0.0
        self._labelled = False
        self._running = False

    @property
    def active(self) -> bool:
        """Something is still to be shown."""
        return self._running

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
        for act in self.adapter.acts(event):
            self._do(act)

    def update(self, seconds: float) -> bool:
        """Let time pass. True in the moment in which the last event has been shown."""
        if not self._running:
            return False
        self._pause = max(0.0, self._pause - seconds * self.speed)
        while self._queue and (self._pause <= 0 or self.speed == 0) and not self.stage.busy:
            self._show(self._queue.popleft())
        waits = self._pause > 0 and self.speed > 0
        self._running = bool(self._queue) or waits or self.stage.busy
        if not self._running:
            self._clear()
        return not self._running

    def skip(self) -> None:
        """Go to the end at once."""
        for event in self._queue:
            self.adapter.count(self.tally, event)
        self._queue.clear()
        self._pause = 0.0
        self._running = False
        self.stage.skip()
        self._clear()

    def _clear(self) -> None:
        if self._labelled:
            self.stage.set_path(())
            self.stage.label(None, "")
        self._labelled = False

    def _label(self, hex_: HexId, text: str) -> None:
        self.stage.label(hex_, text)
        self._labelled = True

    # ---- one event

    def _show(self, event: Event) -> None:
        self.adapter.count(self.tally, event)
        self._heard(event)
        for act in self.adapter.acts(event):
            self._do(act)

    def _do(self, act: Act) -> None:
        match act:
            case Wipe():
                self._clear()
            case Glide(units, path):
                self._glide(units, path)
            case Follow(units, target):
                for unit in units:
                    if unit in self.shown:
                        self._glide((unit,), (self.shown[unit].hex, target))
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

    def _glide(self, units: tuple[int, ...], path: tuple[HexId, ...]) -> None:
        keys = [key for key in (self._take_on(unit, path[0]) for unit in units) if key is not None]
        if not keys:
            return
        self._refresh()
        if len(path) > 1:
            self.stage.animate_move(keys, path)
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
        spec = self.shown.get(unit)
        if spec is not None:
            self.shown[unit] = replace(spec, pips=min(spec.pips_max, max(0, spec.pips + by)))
            self._refresh()
            self._pause = LOSS_PAUSE

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

    def animate_move(self, keys: Iterable[int], path: Any, done: Callable[[], None] | None = None) -> None:
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
