"""Shows on the map what was seen to happen, event by event: moves along their paths, fights with their result.

Both sides see it of the other one's turn before they play, the first from turn 2 on (OPS-5.1-4).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from wab.app.operations import texts
from wab.app.operations.presenter import counter
from wab.app.operations.texts import joined, number
from wab.app.specs import CounterSpec
from wab.engine.events import Event
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations import events as ev
from wab.systems.operations.state import Unit
from wab.systems.operations.view import OperationsView

JOIN_PAUSE, RESULT_PAUSE, LOSS_PAUSE, GONE_PAUSE, ARRIVAL_PAUSE = 0.55, 1.1, 0.16, 0.3, 0.25


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


@dataclass
class Tally:
    """What a replay has shown, for the line of report after it."""

    moves: int = 0
    attacks: int = 0
    bombardments: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)


class Replay:
    """A queue of events shown one after the other. `update` goes on with it; `skip` goes to its end.

    It keeps counters of its own (`shown`), which start as the map is and change with each event.
    """

    def __init__(self, stage: Stage, view: Callable[[], OperationsView]) -> None:
        self.stage, self._view = stage, view
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
            self._count(event)
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
        self._count(event)
        if isinstance(event, (ev.Moved, ev.Arrived, ev.TurnBegan, ev.ImpulseBegan)):
            self._clear()
        match event:
            case ev.Moved():
                self._glide(event.units, event.path)
            case ev.Retreated():
                self._glide((event.unit,), (event.origin, event.hex))
            case ev.Advanced():
                for unit in event.units:
                    if unit in self.shown:
                        self._glide((unit,), (self.shown[unit].hex, event.target))
            case ev.Arrived():
                self._appear(event.unit, event.hex)
            case ev.CombatJoined():
                self._joined(event)
            case ev.CombatResolved():
                self._resolved(event)
            case ev.SquadronFlew():
                self._flew(event)
            case ev.Bombarded():
                self._bombarded(event)
            case ev.Reconstituted():
                self._reconstituted(event)
            case ev.LostHp():
                self._lost(event)
            case ev.Removed():
                self._removed(event)

    def _refresh(self) -> None:
        self.stage.set_counters(restacked(self.shown.values()))

    def _spec(self, unit: int, hex_: HexId) -> CounterSpec | None:
        """A counter for a unit that was not on the map before: as the view knows it now, standing in a hex."""
        view = self._view()
        if unit in view.position.units:
            spec: CounterSpec | None = counter(view, view.unit(unit))
        elif unit in view.position.roster:
            spec = counter(view, Unit(unit, hex_, view.profile(unit).hp))
        else:
            spec = None
        return spec.at(hex_) if spec is not None else None

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
        spec = self._spec(unit, hex_)
        if spec is None:
            return None
        known = self._view().position.units
        there = [
            key
            for key, other in self.shown.items()
            if other.hex == hex_ and other.contact in ("detected", "recognised")
        ]
        for key in [key for key in there if key not in known][:1]:
            del self.shown[key]
        self.shown[unit] = spec
        return unit

    def _appear(self, unit: int, hex_: HexId) -> None:
        spec = self._spec(unit, hex_)
        if spec is not None:
            self.shown[unit] = spec
            self._refresh()
            self.stage.flash(hex_)
            self._pause = ARRIVAL_PAUSE

    def _joined(self, event: ev.CombatJoined) -> None:
        self.stage.set_path((event.main, event.target))
        self._label(event.target, joined(_("Combat"), event.final_ratio))
        self.stage.flash(event.target)
        self._pause = JOIN_PAUSE

    def _resolved(self, event: ev.CombatResolved) -> None:
        self.stage.set_path(())
        losses = _("attacker {ours}, defender {theirs}").format(
            ours=number(-event.attacker_hp), theirs=number(-event.defender_hp)
        )
        self._label(event.target, joined(event.ratio, losses, _("retreat") if event.retreat else ""))
        self._pause = RESULT_PAUSE

    def _bombarded(self, event: ev.Bombarded) -> None:
        self._label(event.target, joined(_("Bombardment"), _("{hp} HP").format(hp=number(-event.hp))))
        self.stage.flash(event.target)
        self._pause = RESULT_PAUSE * 0.8

    def _flew(self, event: ev.SquadronFlew) -> None:
        profile = self._view().board.squadrons.get(event.squadron)
        name = profile.name if profile is not None else _("Aircraft")
        outcome = _("driven off") if event.aborted else _("{points} points").format(points=event.points)
        self._label(event.target, joined(name, outcome))
        self.stage.flash(event.target)
        self._pause = JOIN_PAUSE

    def _reconstituted(self, event: ev.Reconstituted) -> None:
        spec = self.shown.get(event.unit)
        if spec is not None:
            self.shown[event.unit] = replace(spec, pips=min(spec.pips_max, spec.pips + event.hp))
            self._refresh()
            self._pause = LOSS_PAUSE

    def _lost(self, event: ev.LostHp) -> None:
        spec = self.shown.get(event.unit)
        if spec is not None:
            self.shown[event.unit] = replace(spec, pips=max(0, spec.pips - event.hp))
            self._refresh()
            self._pause = LOSS_PAUSE

    def _removed(self, event: ev.Removed) -> None:
        spec = self.shown.pop(event.unit, None)
        if spec is not None:
            self._refresh()
            self.stage.flash(spec.hex)
            self._pause = GONE_PAUSE

    # ---- what it came to

    def _count(self, event: Event) -> None:
        tally, roster = self.tally, self._view().position.roster
        match event:
            case ev.Moved():
                tally.moves += 1
            case ev.CombatJoined():
                tally.attacks += 1
            case ev.Bombarded():
                tally.bombardments += 1
            case ev.LostHp() if event.unit in roster:
                _add(tally.lost, roster[event.unit].side, event.hp)
            case ev.Removed() if event.unit in roster:
                _add(tally.gone, roster[event.unit].side, 1)
                _add(tally.lost, roster[event.unit].side, event.hp)
            case ev.Scored():
                _add(tally.points, event.side, event.points)


def _add(totals: dict[str, int], side: str, amount: int) -> None:
    totals[side] = totals.get(side, 0) + amount


def restacked(specs: Iterable[CounterSpec]) -> list[CounterSpec]:
    """Counters with their places in the stacks counted anew, in the order given."""
    places: dict[HexId, int] = {}
    found = []
    for spec in specs:
        place = places.get(spec.hex, 0)
        places[spec.hex] = place + 1
        found.append(replace(spec, stack=place))
    return found


def report(tally: Tally, side: str) -> str:
    """One line on what the enemy's turn brought; "" where nothing was seen."""
    enemy = "axis" if side == "allied" else "allied"
    parts = []
    if tally.moves:
        parts.append(_("moves seen: {count}").format(count=tally.moves))
    if tally.attacks:
        parts.append(_("attacks: {count}").format(count=tally.attacks))
    if tally.bombardments:
        parts.append(_("bombardments: {count}").format(count=tally.bombardments))
    if tally.lost:
        losses = _("HP lost: {ours} ours, {theirs} theirs")
        parts.append(losses.format(ours=tally.lost.get(side, 0), theirs=tally.lost.get(enemy, 0)))
    if tally.points:
        points = (f"{texts.side_name(who)} +{points}" for who, points in sorted(tally.points.items()))
        parts.append(_("points: {points}").format(points=", ".join(points)))
    return joined(*parts)
