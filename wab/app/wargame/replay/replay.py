"""Shows seen events on the map one by one: moves along their paths, fights with their result.

The adapter decides on the acts for an event; the replay performs them, one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from wab.app.gfx.specs import CounterSpec
from wab.app.play import replay as queue
from wab.app.sound.cues import book, unheard
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.pictures import (
    Act,
    Appear,
    Become,
    Follow,
    Glide,
    Gone,
    Overfly,
    Remark,
    Reveal,
    Strength,
    Tell,
    Throw,
    Volley,
    Wipe,
)
from wab.app.wargame.replay.open_card import OpenCard
from wab.app.wargame.replay.scene_stage import SceneStage
from wab.engine.kernel.events import Event
from wab.hexes import HexId

GONE_PAUSE, ARRIVAL_PAUSE, DICE_PAUSE = 0.3, 0.25, 0.35
PIP_PAUSE, PIPS_LONGEST = 0.18, 0.7
"""Seconds of a pip that falls, and of all that fall from one counter at most."""
AHEAD = 3
"""Events that are looked through for what dice are thrown for."""
CONTACTS = ("detected", "recognised")


class Picture:
    """The counters on the map as they are shown, by unit: they change with each act."""

    def __init__(self, adapter: Adapter, shown: Iterable[CounterSpec] = ()) -> None:
        self.adapter = adapter
        self.shown = {spec.key: replace(spec, selected=False) for spec in shown}

    def change(self, act: Act) -> None:
        """Let an act have happened."""
        match act:
            case Glide(units, path, _step):
                self.move(self.take_on(units, path[0]), path[-1])
            case Follow(units, target, _step):
                self.move([unit for unit in units if unit in self.shown], target)
            case Appear(unit, hex_) if (spec := self.adapter.newcomer(unit, hex_)) is not None:
                self.shown[unit] = spec
            case Become(counter):
                self.shown[counter.key] = counter
            case Strength(unit, by) if (spec := self.shown.get(unit)) is not None:
                self.shown[unit] = replace(spec, pips=min(spec.pips_max, max(0, spec.pips + by)))
            case Gone(unit):
                self.shown.pop(unit, None)

    def move(self, units: Iterable[int], hex_: HexId) -> None:
        """Counters stand in another hex."""
        for unit in units:
            self.shown[unit] = self.shown[unit].at(hex_)

    def take_on(self, units: Iterable[int], hex_: HexId) -> list[int]:
        """Return the units that can be shown, in the hex from which they move."""
        return [unit for unit in units if self._take_on(unit, hex_)]

    def _take_on(self, unit: int, hex_: HexId) -> bool:
        """Show a unit by its counter, else in place of a contact in the hex that was this unit, else by a new
        counter. Return False if it cannot be shown."""
        if unit in self.shown:
            self.shown[unit] = self.shown[unit].at(hex_)
            return True
        spec = self.adapter.newcomer(unit, hex_)
        if spec is None:
            return False
        there = [key for key, other in self.shown.items() if other.hex == hex_ and other.contact in CONTACTS]
        for key in [key for key in there if self.adapter.where(key) is None][:1]:
            del self.shown[key]
        self.shown[unit] = spec
        return True

    @property
    def counters(self) -> list[CounterSpec]:
        """All counters, stack by stack."""
        return restacked(self.shown.values())


class Replay(queue.Replay[SceneStage]):
    """Shows events on the map.

    It keeps counters of its own (`shown`), which start as the map is and change with each event.
    """

    def __init__(self, stage: SceneStage, adapter: Adapter, tell: Callable[[Event], None] = unheard) -> None:
        super().__init__(stage, tell)
        self.adapter = adapter
        self.picture = Picture(adapter)
        self.card = OpenCard()
        self.now: Event | None = None
        """The event that is being shown; None before the first event and after the last."""
        self._aim: tuple[HexId, HexId | None] | None = None
        self._labelled = False

    @property
    def shown(self) -> Mapping[int, CounterSpec]:
        """The counters by unit."""
        return self.picture.shown

    @property
    def to_come(self) -> tuple[Event, ...]:
        """Events that have not been shown to their end."""
        return (*((self.now,) if self.now is not None else ()), *super().to_come)

    def start(self, shown: Iterable[CounterSpec], events: Iterable[Event]) -> None:
        """Show events, beginning with these counters; while one is going on, the events are put after it."""
        if not self.active:
            self.picture = Picture(self.adapter, shown)
        self.enqueue(events)

    def kept(self) -> tuple[CounterSpec, ...]:
        """Return the counters as they are shown now."""
        return tuple(self.shown.values())

    def put_back(self, kept: Iterable[CounterSpec]) -> None:
        """Show counters that were kept."""
        self.picture = Picture(self.adapter, kept)
        self.stage.set_counters(self.picture.counters)

    def pass_over(self, events: Iterable[Event]) -> None:
        """Let events have happened unseen."""
        for event in events:
            for act in self.adapter.acts(event):
                self._pass_over(act)
        self.stage.set_counters(self.picture.counters)

    def _pass_over(self, act: Act) -> None:
        self.picture.change(act)
        self.card.change(act)

    def skip(self) -> None:
        """Go to the end at once."""
        left = tuple(self._queue)
        super().skip()
        for thing in left:
            if isinstance(thing, Event):
                self.pass_over((thing,))
            else:
                self._pass_over(thing)
        self.card.turn_up()
        self.stage.set_counters(self.picture.counters)
        self.stage.quiet()

    def _passed(self, seconds: float) -> float:
        """At once, no pause is kept."""
        return seconds * self.speed if self.speed else math.inf

    def update(self, seconds: float) -> bool:
        """Let time pass, also for a card that is turned over."""
        self.card.pass_time(self._passed(seconds))
        return super().update(seconds)

    def _finish(self) -> None:
        super()._finish()
        self._clear()
        self.now = None

    def _clear(self) -> None:
        if self._labelled:
            self.stage.set_path(())
            self.stage.label(None, "")
        self._labelled = False
        self._aim = None
        self.stage.quiet(dice_only=True)

    # ---- one event

    def _begin(self, thing: Event | Act) -> None:
        if isinstance(thing, Event):
            self._heard(thing)
            self.now = thing
            self._queue.extendleft(reversed(tuple(self.adapter.acts(thing))))
        else:
            self._do(thing)

    def _do(self, act: Act) -> None:
        match act:
            case Wipe():
                self._clear()
            case Glide(units, path, step):
                self._glide(self.picture.take_on(units, path[0]), path, step)
            case Follow(units, target, step):
                for unit in units:
                    if unit in self.shown:
                        self._glide([unit], (self.shown[unit].hex, target), step)
            case Volley():
                self._volley(act)
            case Throw(faces):
                self._throw(faces)
            case Overfly():
                if self.speed:
                    self.stage.overfly(act)
            case Tell():
                self._tell(act)
            case Strength(unit) if unit in self.shown:
                self._strength(act)
            case Become():
                self._become(act)
            case Reveal() | Remark():
                self.card.change(act)
                if not self.speed:
                    self.card.turn_up()
                self._rest(act.seconds + self.card.turns_for)
            case Appear(unit, hex_):
                self.picture.change(act)
                if unit in self.shown:
                    self._redraw(hex_, ARRIVAL_PAUSE)
            case Gone(unit) if unit in self.shown:
                hex_ = self.shown[unit].hex
                self.picture.change(act)
                self._redraw(hex_, GONE_PAUSE)

    def _redraw(self, hex_: HexId | None = None, seconds: float = 0.0) -> None:
        """The counters as they are now, with the eye drawn to a hex for some seconds."""
        self.stage.set_counters(self.picture.counters)
        if hex_ is not None:
            self.stage.flash(hex_)
            self._rest(seconds)

    def _volley(self, act: Volley) -> None:
        """Show some units firing; from then on dice are thrown for their target."""
        self._aim = act.target, act.origin
        places = {self.shown[unit].hex: book().arm(self.shown[unit].symbol) for unit in act.units if unit in self.shown}
        if not places and act.origin is not None:
            places = {act.origin: ""}
        if self.speed:
            self.stage.volley(tuple(places.items()), act.target)

    def _throw(self, faces: tuple[int, ...]) -> None:
        """Throw dice for the target of the fire, else for the hex that the next events name."""
        aim = self._aim
        if aim is None:
            targets = (getattr(event, "target", None) for event in super().to_come[:AHEAD])
            aim = next(((target, None) for target in targets if isinstance(target, int)), None)
        if aim is not None and self.speed:
            self.stage.throw(faces, *aim)
            self._rest(DICE_PAUSE)

    def _glide(self, units: Sequence[int], path: tuple[HexId, ...], step: float) -> None:
        if not units:
            return
        self._redraw()
        if len(path) > 1:
            self.stage.animate_move(units, path, step=step)
        self.picture.move(units, path[-1])

    def _tell(self, act: Tell) -> None:
        if act.path is not None:
            self.stage.set_path(act.path)
        self.stage.label(act.hex, act.words)
        self._labelled = True
        if act.flash:
            self.stage.flash(act.hex)
        self._rest(act.seconds)

    def _become(self, act: Become) -> None:
        """Redraw a counter; one that loses strength trembles."""
        spec, before = act.counter, self.shown.get(act.counter.key)
        self.picture.change(act)
        if before is None:
            self._redraw(spec.hex, ARRIVAL_PAUSE)
            return
        self._redraw()
        if spec.pips < before.pips and self.speed:
            self.stage.shake(spec.hex)
            self._rest(PIPS_LONGEST)

    def _strength(self, act: Strength) -> None:
        """Pips fall, or come back, one by one."""
        if abs(act.by) != 1:
            one = Strength(act.unit, 1 if act.by > 0 else -1, min(PIP_PAUSE, PIPS_LONGEST / max(1, abs(act.by))))
            self._queue.extendleft([one] * abs(act.by))
            return
        self.picture.change(act)
        self._redraw()
        if act.by < 0 and self.speed:
            self.stage.shake(self.shown[act.unit].hex)
        self._rest(act.seconds or PIP_PAUSE)


def restacked(specs: Iterable[CounterSpec]) -> list[CounterSpec]:
    """Return counters in the given order, with their places in the stacks counted again."""
    places: dict[HexId, int] = {}
    found = []
    for spec in specs:
        place = places.get(spec.hex, 0)
        places[spec.hex] = place + 1
        found.append(replace(spec, stack=place))
    return found
