"""Answers of Omaha to the shared battle screen: units ashore and afloat, Germans, orders, overlays, cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec, WorkSpec
from wab.app.omaha.hand import forecast
from wab.app.omaha.hand.fought import outcome_of
from wab.app.omaha.looks import ground, inland, looks, overlays, turn, works
from wab.app.omaha.looks.looks import GERMAN
from wab.app.omaha.pages import records as lists
from wab.app.omaha.screen import answers, hints
from wab.app.omaha.screen.acts import acts
from wab.app.wargame.adapter.adapter import Flags
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.adapter.pictures import (
    Act,
    Arrival,
    Fact,
    Guide,
    KeyPart,
    Known,
    Layer,
    LayerNote,
    Lost,
    Odds,
    Record,
    Status,
    Tints,
)
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.offers.fielded import FieldAdapter
from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.omaha.combat.attack import TIES
from wab.systems.omaha.ground.control import controlled
from wab.systems.omaha.movement.arrivals import due_now
from wab.systems.omaha.sequence.victory import points
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.names import PHASE_NAMES, SIDE_NAMES
from wab.systems.omaha.state.state import DEAD, GERMANS, US, State
from wab.systems.omaha.state.steps import Force

LAYERS: Mapping[str, Layer] = {
    "fields": Layer(N_("Fields of fire"), "fire", "O"),
    "risk": Layer(N_("Risk"), "warning", "Y"),
    "control": FieldAdapter.layers["control"],
    "tide": Layer(N_("Tide"), "ship", "L"),
    "inland": Layer(N_("Command"), "radio", "A"),
}
FILTERS: Mapping[str, str] = {"all": N_("All"), "fire": N_("Fire"), "attacks": N_("Attacks"), "events": N_("Events")}
ICONS: Mapping[type[Event], str] = {
    ev.CardDrawn: "fire", ev.Fired: "fire", ev.Engaged: "attack", ev.Resolved: "attack", ev.UnitChanged: "heart",
    ev.Happened: "radio", ev.TurnBegan: "clock", ev.Cleared: "wrench", ev.Acted: "move", ev.Placed: "ship",
    ev.ForceChanged: "shield", ev.GameOver: "medal",
}  # fmt: skip
ORDER_WORDS: Mapping[type[Order], str] = {
    od.Done: N_("Finished"),
    od.PlaceInBox: N_("Into the box"),
    od.Delay: N_("Hold back for a turn"),
    od.Clear: N_("Clear the hex"),
    od.Move: N_("Move"),
    od.Climb: N_("Climb the cliff"),
    od.Recover: N_("Take the marker off"),
    od.Attack: N_("Attack"),
    od.Barrage: N_("Barrage"),
    od.NavalBarrage: N_("Naval fire"),
    od.PlaceBase: N_("Set an engineer base"),
    od.ExtendBase: N_("Extend the engineer base"),
    od.Garrison: N_("Set a garrison"),
    od.MakePost: N_("Make it a command post"),
    od.ExtendPost: N_("Extend the command post"),
    od.LeaveMap: N_("Leave the map"),
}
ORDER_ICONS: Mapping[type[Order], str] = {
    od.PlaceInBox: "ship", od.Delay: "clock", od.Clear: "wrench", od.Climb: "arrow_up", od.Recover: "heart",
    od.Attack: "attack", od.Barrage: "bombard", od.NavalBarrage: "ship", od.PlaceBase: "wrench",
    od.ExtendBase: "wrench", od.Garrison: "flag", od.MakePost: "radio", od.ExtendPost: "radio", od.LeaveMap: "end_turn",
}  # fmt: skip


PHASES: Mapping[str, str] = {**PHASE_NAMES, "task": N_("The cards fall")}
"""Names of phases and questions; "task" while cards are carried out."""


class OmahaAdapter(FieldAdapter):
    """The answers of Omaha, from the view of the seat at the screen.

    Units in landing boxes lie at sea, in front of the sand where they are to land.
    """

    system, sides, ends = "omaha", (US, GERMANS), (od.Done,)
    names = SIDE_NAMES
    phases = PHASES
    track, tasks = turn.EARLY, turn.TASKS
    layers = LAYERS
    filters = FILTERS
    icons = ICONS
    order_words = ORDER_WORDS
    order_icons = ORDER_ICONS
    attacks = (ev.Engaged,)

    @property
    def _state(self) -> State:
        state: State = self.position
        return state

    def side_name(self, side: str) -> str:
        """A side; of a seat that leads a division, the division."""
        return _(SIDE_NAMES[side]) if side in SIDE_NAMES else super().side_name(side)

    @property
    def hexmap(self) -> HexMap:
        """The one map of all scenarios."""
        return self._state.board.content.map

    def guide(self) -> Guide | None:
        """The track of the morning, or from turn 17 of the afternoon."""
        self.track = turn.LATE if self._state.late else turn.EARLY
        return super().guide()

    def phase_of_track(self) -> str:
        """The phase of the turn, also while a question is asked within it."""
        phase = self._state.now.phase
        return "landing" if phase == "arrivals" else phase

    # ---- hints

    def hints(self) -> Sequence[Hint]:
        """The hints of the scenario, or the general ones."""
        return hints.hints_of(self._state.board.id)

    # ---- ground

    def ground_title(self, hex_: HexId) -> str:
        """The terrain in the reader's language."""
        return looks.ground_title(self._state.board, hex_)

    def hex_title(self, hex_: HexId) -> str:
        """A German position by its name, any other hex by its place and number."""
        board = self._state.board
        name = looks.position_title(board, hex_) or self.place_name(hex_)
        label = board.grid.label(hex_)
        return f"{name} ({label})" if name else label

    def hex_facts(self, hex_: HexId) -> str:
        """Landing boxes, and the positions that sweep the hex."""
        return joined(*answers.hex_lines(self._state, hex_))

    def flags(self) -> Iterable[FlagSpec]:
        """The strongpoints, ours where we control them."""
        board, ours = self._state.board, controlled(self._state)
        wanted = [place for place in board.positions.values() if place.wn or place.vp]
        return [
            FlagSpec(hex_, 1 if ours[hex_] else 2, place.id if place.wn else "", place.wn)
            for place in wanted
            for hex_ in place.hexes
            if hex_ not in self._state.now.forces
        ]

    def map_names(self, of_map: list[NameSpec]) -> Sequence[NameSpec]:
        """The map’s names, landing boxes, draws and exits."""
        board = self._state.board
        return [*of_map, *ground.names(board, lambda box: looks.anchorage(board, box))]

    def under_water(self) -> Flags:
        """bool[N]: the sand that the tide covers."""
        return ground.under_water(self._state)

    def works(self) -> Iterable[WorkSpec]:
        """Obstacles and mines, bases, posts and garrisons."""
        return works.of(self._state)

    def front(self) -> NDArray[np.uint8]:
        """No line runs over this map."""
        return np.zeros(self.hexmap.grid.size, np.uint8)

    def held(self) -> Mapping[str, Flags]:
        """bool[N]: the hexes that we control."""
        return {US: controlled(self._state)}

    # ---- counters

    def _afloat(self) -> Mapping[HexId, tuple[int, ...]]:
        """The units in landing boxes, by the hex where they lie."""
        found: dict[HexId, tuple[int, ...]] = {}
        for unit in self._state.now.off.values():
            if unit.box in self._state.board.boxes:
                at = looks.anchorage(self._state.board, unit.box)
                found[at] = (*found.get(at, ()), unit.id)
        return found

    def stacks(self) -> Mapping[HexId, str]:
        """Own units ashore and afloat, and Germans."""
        state = self._state
        return {
            **dict.fromkeys(state.now.forces, GERMANS),
            **dict.fromkeys(self._afloat(), US),
            **dict.fromkeys(state.stacks, US),
        }

    def stack(self, hex_: HexId, selected: Collection[int] = ()) -> Sequence[int]:
        """The units of a hex; selected ones lie on top, leaders at the bottom."""
        state = self._state
        found = (*state.stacks.get(hex_, ()), *self._afloat().get(hex_, ()))
        if not found:
            return (GERMAN + hex_,) if hex_ in state.now.forces else ()
        return sorted(found, key=lambda unit: (unit not in selected, bool(state.profile(unit).leader), unit))

    def where(self, unit: int) -> HexId | None:
        """The hex of a unit ashore or afloat, or of Germans."""
        state = self._state
        if unit >= GERMAN:
            return unit - GERMAN if unit - GERMAN in state.now.forces else None
        off = state.now.off.get(unit)
        if off is not None and off.box in state.board.boxes:
            return looks.anchorage(state.board, off.box)
        return super().where(unit)

    def side_in(self, hex_: HexId) -> str | None:
        """The side in a hex."""
        return self.stacks().get(hex_)

    def unit_name(self, unit: int) -> str:
        """The designation of a unit; of Germans their position or name."""
        state = self._state
        if unit < GERMAN:
            return state.board.roster[unit].key if unit in state.board.roster else ""
        hex_ = unit - GERMAN
        force = state.now.forces.get(hex_)
        shown = state.board.counters.get(force.unit) if force is not None else None
        return (shown.row.name if shown is not None else "") or self.hex_title(hex_)

    def short_name(self, unit: int) -> str:
        """The text on the counter."""
        return self.unit_name(unit)

    def counter(self, unit: int, *, stack: int = 0, selected: bool = False) -> CounterSpec:
        """The counter of a unit or of Germans."""
        state = self._state
        if unit >= GERMAN:
            return looks.german(state, unit - GERMAN, state.now.forces[unit - GERMAN])
        hex_ = self.where(unit)
        assert hex_ is not None, "a counter is asked of what is shown"
        return looks.counter(state, state.unit(unit), hex_, stack=stack, selected=selected)

    def newcomer(self, unit: int, hex_: HexId) -> CounterSpec | None:
        """A unit that comes onto the map."""
        if unit >= GERMAN:
            return looks.german(self._state, hex_, self._state.now.forces.get(hex_, Force("")))
        return looks.counter(self._state, self._state.unit(unit), hex_)

    def facts(self, unit: int) -> Sequence[Fact]:
        """Strength, steps, weapons, command; of Germans what is known."""
        if unit >= GERMAN:
            return [Fact(_("Germans"), line, "OMA-9.1-1") for line in looks.german_lines(self._state, unit - GERMAN)]
        return answers.facts(self._state, unit)

    def known(self, unit: int) -> Known:
        """The known facts of Germans."""
        if unit < GERMAN:
            return super().known(unit)
        return Known(unit, self.unit_name(unit), "", looks.german_lines(self._state, unit - GERMAN))

    def arrivals(self) -> Sequence[Arrival]:
        """Units that are still to come, by turn."""
        state, found = self._state, []
        for unit in state.now.off.values():
            if unit.box.startswith("turn/"):
                when, profile = int(unit.box.removeprefix("turn/")), state.profile(unit.id)
                box = next((box for box in state.board.row if box.beach == profile.at or box.id == profile.at), None)
                hex_ = looks.anchorage(state.board, (box or state.board.row[0]).id)
                day = state.board.tables.turns.clock(when) if when <= self.last_turn else ""
                found.append(Arrival(when, day, unit.id, profile.key, US, hex_, profile.at, late=unit.late))
        return sorted(found, key=lambda one: (one.turn, one.unit))

    def lost(self) -> Sequence[Lost]:
        """Units and leaders that are lost."""
        state = self._state
        return [Lost(unit.id, state.profile(unit.id).key, US) for unit in state.boxed(DEAD)]

    # ---- the turn

    def status(self) -> Sequence[Status]:
        """Points, tide, loss boxes, naval fire, paid actions."""
        return answers.status(self._state, points(self._state))

    def records(self) -> Sequence[Record]:
        """Points by source, loss boxes, what is left of the pile."""
        return tuple(lists.records(self._state))

    def counter_key(self) -> Sequence[KeyPart]:
        """The parts of counters."""
        return lists.counter_key(self._state)

    def waits(self, unit: int) -> bool:
        """A unit that could still act for its sector."""
        return unit < GERMAN and bool(self._state.now.acting) and super().waits(unit)

    def question(self) -> str:
        """The unit of the question before it."""
        tie = answers.tie(self._state)
        return joined(self.unit_name(tie.unit) if tie is not None and tie.unit else "", super().question())

    def asked_where(self) -> str:
        """The hex of the question."""
        tie = answers.tie(self._state)
        return self.hex_title(tie.hex) if tie is not None and tie.hex >= 0 else ""

    # ---- orders

    def goal_of(self, order: Order) -> HexId | None:
        """The hex of an order: of a box its anchorage, of an answer the hex that it names."""
        if isinstance(order, od.PlaceInBox):
            return looks.anchorage(self._state.board, order.box)
        if isinstance(order, od.Choose):
            return answers.goal(self._state, order)
        if isinstance(order, od.Recover | od.Climb | od.MakePost | od.ExtendPost | od.LeaveMap):
            return None
        return super().goal_of(order)

    def words_of(self, order: Order) -> str:
        """An order in a few words."""
        return answers.words(self._state, order) or super().words_of(order)

    def list_words(self, order: Order, selected: Collection[int]) -> str:
        """An order in a list; an answer says all that it means."""
        return self.words_of(order) if isinstance(order, od.Choose) else super().list_words(order, selected)

    def may_take(self, unit: int) -> bool:
        """A unit that is due may be chosen for its box."""
        return unit in {one.id for one in due_now(self._state)}

    def notes_of(self, order: Order) -> tuple[str, ...]:
        """The price of an order, and the risk in the hex to which a unit goes."""
        return answers.notes(self._state, order)

    def detail_of(self, order: Order) -> str:
        """The first of its notes."""
        return joined(*self.notes_of(order)[:1])

    def odds_of(self, order: Order) -> Odds | None:
        """The chances of an attack, over all that may lie face down."""
        legal = isinstance(order, od.Attack) and self.view.why_not(order) is None
        return forecast.odds_of(self._state, order) if legal and isinstance(order, od.Attack) else None

    def outcome(self, events: Sequence[Event], before: Any) -> Outcome | None:
        """An attack after it was fought."""
        return outcome_of(before.position, events)

    def fight_goes_on(self) -> bool:
        """The hero, or the attacker that loses a step, is still asked about."""
        asked = answers.tie(self._state)
        return asked is not None and asked.kind in TIES

    def is_weighed(self, order: Order) -> bool:
        """Attacks and barrages cannot be taken back."""
        return isinstance(order, od.Attack | od.Barrage | od.NavalBarrage)

    # ---- overlays

    def focus(self, name: str, hovered: HexId | None, considered: Order | None) -> object:
        """Of the risk, the unit that is considered; of fields, the hex of a position under the pointer."""
        if name == "fields":
            return hovered if hovered is not None and self._state.place_at(hovered) is not None else None
        units = getattr(considered, "units", ()) if considered is not None else ()
        return units[0] if name == "risk" and units else None

    def layer(self, name: str) -> Tints | None:
        """An overlay without a unit."""
        return self.layer_with(name, None)

    def layer_with(self, name: str, focus: Any) -> Tints | None:
        """Fields of fire, risk, control, tide."""
        state = self._state
        match name:
            case "fields":
                return overlays.field_tints(state, focus)
            case "risk":
                return overlays.risk_tints(state, answers.risks(state, focus))
            case "control":
                return overlays.control_tints(state)
            case "tide":
                return overlays.tide_tints(state)
            case "inland":
                return inland.inland_tints(state)
        return None

    def layer_notes(self, name: str) -> Sequence[LayerNote]:
        """The advances that threaten, and the bases."""
        return tuple(inland.inland_notes(self._state)) if name == "inland" else ()

    def layer_words(self, name: str, hex_: HexId) -> str:
        """The cards that cost a unit a step in a hex: of the units there the one at the greatest risk."""
        state = self._state
        units = [unit for unit in state.stacks.get(hex_, ()) if state.profile(unit).full]
        if name != "risk" or not units:
            return ""
        risk = max(overlays.risks_of(state, unit, (hex_,))[hex_] for unit in units)
        return overlays.cards_words(state, risk)

    # ---- what happened

    def kind_of(self, event: Event) -> str:
        """Fire, attacks, events."""
        if isinstance(event, ev.CardDrawn | ev.Fired) or (isinstance(event, ev.UnitChanged) and event.why == "fire"):
            return "fire"
        if isinstance(event, ev.Engaged | ev.Resolved):
            return "attacks"
        return "events" if isinstance(event, ev.Happened) else "all"

    def place_of(self, event: Event | None) -> HexId | None:
        """The hex of what changed; of a unit that is lost, the hex where it stood."""
        found = event.unit.hex if isinstance(event, ev.UnitChanged) else super().place_of(event)
        if found is not None and found >= 0:
            return found
        return self.where(event.unit.id) if isinstance(event, ev.UnitChanged) else None

    def ends_turn(self, event: Event) -> bool:
        """A turn after the first begins."""
        return isinstance(event, ev.TurnBegan) and event.turn > self.first_turn

    def acts(self, event: Event) -> Iterable[Act]:
        """The acts by which the replay shows an event."""
        found = acts(self._state, event)
        return super().acts(event) if found is None else found
