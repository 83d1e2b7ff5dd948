"""Answers of blind to the shared battle screen: own units, reports of the enemy, orders, overlays, what was heard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np

from wab.app.blind.hand import forecast, words
from wab.app.blind.hand.table_rows import SHARED
from wab.app.blind.hand.unit_orders import UNIT_ORDERS, sample
from wab.app.blind.looks import looks, overlays, reports
from wab.app.blind.looks.tasks import TASKS, TRACK
from wab.app.blind.pages import hints
from wab.app.blind.pages import records as lists
from wab.app.blind.pages.rule_tables import SHEETS
from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec
from wab.app.hud.widgets import Action
from wab.app.wargame.adapter import place_names
from wab.app.wargame.adapter.adapter import Flags, Seen
from wab.app.wargame.adapter.pictures import (
    Act,
    Appear,
    Arrival,
    Fact,
    Glide,
    Gone,
    KeyPart,
    Known,
    Layer,
    LayerNote,
    Lost,
    Odds,
    Record,
    Status,
    Strength,
    Tell,
    Tints,
    Wipe,
)
from wab.app.wargame.adapter.typography import joined, signed
from wab.app.wargame.offers.fielded import FieldAdapter
from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.content.normandy.names import load_names
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import N_, Text
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.movement.calls import why_not_go_in
from wab.systems.blind.sequence.victory import points
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import CODES, SIDES, enemy_of
from wab.systems.blind.state.names import PHASE_NAMES, SIDE_NAMES
from wab.systems.blind.state.state import COMING, DEAD, State

LAYERS: Mapping[str, Layer] = {
    "reports": Layer(N_("Reports"), "radio", "O"),
    "belief": Layer(N_("Where the enemy may be"), "eye", "Y"),
    "supply": Layer(N_("Supply"), "crate", "L"),
    "boundary": Layer(N_("Army groups"), "front", "B"),
    "air": Layer(N_("Aircraft"), "plane", "A"),
    "control": FieldAdapter.layers["control"],
}
PHASES: Mapping[str, str] = {
    **PHASE_NAMES,
    "forces": N_("Which units fire in defence?"),
    "conduct": N_("How does the attack go on?"),
    "answer": N_("Stand or give ground?"),
    "retreat": N_("Where do the units go?"),
    "advance": N_("Which units enter the hex?"),
}
FILTERS: Mapping[str, str] = {
    "all": N_("All"),
    "heard": N_("Heard"),
    "own": N_("Own"),
    "tables": N_("Tables"),
    "supply": N_("Supply"),
}
_OWN = (ev.Marched, ev.Arrived, ev.Refitted, ev.Reserved, ev.Withdrawn, ev.BoundaryDrawn, ev.Placed)
_TABLES = (
    ev.TableOpened, ev.ForcesFormed, ev.Fired, ev.Pressed, ev.StepsLost, ev.Yielded, ev.Retreated, ev.Advanced,
)  # fmt: skip
_HEARD = (ev.Called, ev.Declared, ev.Left, ev.Diverted, ev.Interdicted)
_SUPPLY = (ev.Received, ev.Upkeep, ev.AirBound, ev.PortWorked)
ICONS: Mapping[type[Event], str] = {
    ev.Marched: "move", ev.Arrived: "flag", ev.Called: "radio", ev.Declared: "attack", ev.TableOpened: "attack",
    ev.Fired: "fire", ev.StepsLost: "heart", ev.TurnBegan: "clock", ev.PhaseBegan: "clock", ev.Received: "crate",
    ev.Interdicted: "plane", ev.Scored: "medal", ev.Yielded: "shield", ev.Retreated: "retreat", ev.Advanced: "move",
}  # fmt: skip
ORDER_WORDS: Mapping[type[Order], str] = {
    od.Done: N_("End phase"),
    od.March: N_("March"),
    od.Declare: N_("Join the attack"),
    od.Leave: N_("Leave the map"),
    od.Reserve: N_("Into reserve"),
    od.Repair: N_("Repair the port by a step"),
    od.Interdict: N_("Interdict from the air"),
    od.Fight: N_("Open the hex"),
    od.Yield: N_("Stand"),
    od.Press: N_("Go on with the attack"),
    od.Advance: N_("Enter the hex"),
}
ORDER_ICONS: Mapping[type[Order], str] = {
    od.Call: "radio", od.Declare: "attack", od.Fight: "attack", od.Bomb: "bombard", od.Interdict: "plane",
    od.OfferAir: "plane", od.Enter: "flag", od.Leave: "end_turn", od.Refit: "heart", od.Reserve: "clock",
    od.Standing: "fire", od.PickShips: "ship", od.Boundary: "front", od.Repair: "wrench",
}  # fmt: skip
WEIGHED = (od.Interdict, od.Bomb, od.Fight, od.Leave)
"""Orders that are looked at before they are given: none of them can be taken back."""


_Shown = tuple[object, bool, dict[int, reports.Mark], dict[HexId, tuple[int, ...]], dict[HexId, str]]
"""A view, whether it is covered, its reports by key and by hex, and the sides of its stacks."""


class BlindAdapter(FieldAdapter):
    """The answers of blind, from the view of the seat at the screen.

    `shared`: several persons sit here, so that nothing but the table is shown while they look at it together.
    """

    system, sides, codes, ends = "blind", SIDES, CODES, (od.Done,)
    names = SIDE_NAMES
    phases = PHASES
    track, tasks = TRACK, TASKS
    layers = LAYERS
    filters = FILTERS
    icons = ICONS
    order_words = ORDER_WORDS
    unit_orders = UNIT_ORDERS
    order_icons = ORDER_ICONS
    attacks = (ev.TableOpened,)
    sheets = SHEETS

    def __init__(self, seen: Seen, *, shared: bool = False) -> None:
        super().__init__(seen)
        self.shared = shared
        self._found: _Shown | None = None

    def at(self, view: Any) -> Self:
        """The same adapter on another view."""
        found = super().at(view)
        found.shared = self.shared
        return found

    @property
    def _state(self) -> State:
        state: State = self.position
        return state

    @property
    def covered(self) -> bool:
        """Two persons look at the table together: all that is secret to either of them is hidden."""
        return self.shared and self._state.now.table is not None and self._state.now.stage in SHARED

    @property
    def hexmap(self) -> HexMap:
        """The one map of all scenarios."""
        return self._state.board.map

    def phase_of_track(self) -> str:
        """The phase of the turn, also while the table is open."""
        return self._state.now.phase

    # ---- hints

    def hints(self) -> Sequence[Hint]:
        """The hints of the scenario, then the general ones."""
        return hints.hints_of(self._state.board.id)

    def has_come(self, moment: str) -> bool:
        """Check if a moment of this system has come; none does while the table is open."""
        return self._state.now.table is None and hints.has_come(self._state, moment)

    # ---- ground

    def ground_title(self, hex_: HexId) -> str:
        """The terrain in the reader's language."""
        return looks.ground_title(self._state.board, hex_)

    def place_name(self, hex_: HexId) -> str:
        """The place in a hex, "" for none."""
        return looks.place_name(self._state.board, hex_)

    def hex_title(self, hex_: HexId) -> str:
        """A hex by its place and number."""
        return looks.place_title(self._state.board, hex_)

    def hex_facts(self, hex_: HexId) -> str:
        """Points, what was heard of the hex, and how much it holds."""
        state, told = self._state, list[str]()
        if hex_ in state.board.places:
            worth = state.board.places[hex_].vp
            told.append(_("spoilt: no points") if hex_ in state.now.spoilt else _("{points} VP").format(points=worth))
        if hex_ in state.board.forts and hex_ not in state.now.forts:
            told.append(_("fort"))
        found = [mark for mark in self._marks().values() if mark.hex == hex_]
        if found:
            told += [joined(reports.title(state, mark), *reports.lines(state, mark)) for mark in found]
        elif state.holds(enemy_of(self.view.side), hex_):
            told.append(_("enemy ground: nothing heard"))
        return joined(*told)

    def flags(self) -> Iterable[FlagSpec]:
        """Cities and towns with their points, in the colour of the side that holds them."""
        state = self._state
        return [
            FlagSpec(hex_, state.control[hex_], "–" if hex_ in state.now.spoilt else str(place.vp), place.vp >= 5)
            for hex_, place in state.board.places.items()
        ]

    def map_names(self, of_map: list[NameSpec]) -> Sequence[NameSpec]:
        """The map's names, and regions, seas and beaches."""
        known, turn = load_names(), self.hexmap.projection.turn
        regions = place_names.regions(self.hexmap, known.regions)
        level = [replace(spec, turn=spec.turn - turn) for spec in regions]  # letters stay upright on a turned map
        return place_names.places((one for one in of_map if one.kind != "beach"), known.places) + level

    def fog(self) -> tuple[Flags, Flags]:
        """Own ground and the sea are seen; all ground is covered where two persons look on."""
        state = self._state
        own = np.frombuffer(bytes(state.control), np.uint8) == CODES[self.view.side]
        seen: Flags = ~state.board.land | (own & (not self.covered))
        return seen, self.in_play

    # ---- counters

    def _marks(self) -> Mapping[int, reports.Mark]:
        """Reports by their keys."""
        return self._of_view()[2]

    def _of_view(self) -> _Shown:
        """The counters on the map, worked out once for a view."""
        view = self.view
        if self._found is None or self._found[0] is not view or self._found[1] != self.covered:
            mine, theirs = view.side, enemy_of(view.side)
            found = reports.marks(self._state, mine)
            if self.covered:
                table = {one.unit for one in (*self._state.table.attackers, *self._state.table.defenders)}
                found = tuple(mark for mark in found if mark.unit in table)
            by_hex = {hex_: tuple(mark.key for mark in there) for hex_, there in reports.by_hex(found).items()}
            stacks: dict[HexId, str] = {**dict.fromkeys(by_hex, theirs), **dict.fromkeys(self._own(), mine)}
            shown: _Shown = (view, self.covered, {mark.key: mark for mark in found}, by_hex, stacks)
            self._found = shown
            return shown
        return self._found

    def _own(self) -> Mapping[HexId, tuple[int, ...]]:
        """Own units by hex: if two persons look on, only units on the table."""
        stacks: Mapping[HexId, tuple[int, ...]] = self._state.stacks
        if not self.covered:
            return stacks
        table = {one.unit for one in (*self._state.table.attackers, *self._state.table.defenders)}
        shown = {hex_: tuple(unit for unit in units if unit in table) for hex_, units in stacks.items()}
        return {hex_: units for hex_, units in shown.items() if units}

    def stacks(self) -> Mapping[HexId, str]:
        """Own units, and reports of the enemy."""
        return self._of_view()[4]

    def stack(self, hex_: HexId, selected: Collection[int] = ()) -> Sequence[int]:
        """The units or reports of a hex; selected ones lie on top."""
        found = self._own().get(hex_) or self._of_view()[3].get(hex_, ())
        return sorted(found, key=lambda unit: (unit not in selected, unit))

    def where(self, unit: int) -> HexId | None:
        """The hex of an own unit, or of a report."""
        mark = self._marks().get(unit)
        if mark is not None:
            return mark.hex if mark.kind != reports.EMPTY else None
        found = super().where(unit)
        return found if found is not None and unit in self._own().get(found, ()) else None

    def side_in(self, hex_: HexId) -> str | None:
        """The side of the counters in a hex."""
        return self.stacks().get(hex_)

    def unit_name(self, unit: int) -> str:
        """The full name of a unit; of a report what is known, "" for an unknown unit."""
        mark = self._marks().get(unit)
        if mark is not None and not mark.unit:
            return ""
        roster, number = self._state.board.roster, mark.unit if mark is not None else unit
        return looks.unit_name(roster[number]) if number in roster else ""

    def short_name(self, unit: int) -> str:
        """The text on the counter."""
        roster = self._state.board.roster
        return roster[unit].label if unit in roster else ""

    def counter(self, unit: int, *, stack: int = 0, selected: bool = False) -> CounterSpec:
        """The counter of a unit or of a report."""
        state, mark = self._state, self._marks().get(unit)
        if mark is not None:
            return reports.counter(state, mark, self.view.side, stack=stack)
        return looks.counter(state, state.units[unit], stack=stack, selected=selected)

    def newcomer(self, unit: int, hex_: HexId) -> CounterSpec | None:
        """A unit that comes onto the map; None for what this side does not see."""
        profile = self._state.board.roster.get(unit)
        if profile is None or profile.side != self.view.side:
            return None
        if unit in self._state.units:
            return self.counter(unit).at(hex_)
        return looks.printed(profile, hex_, profile.full)

    def facts(self, unit: int) -> Sequence[Fact]:
        """Of an own unit strength, movement, supply and signs; of a report what is known and how old it is."""
        state, mark = self._state, self._marks().get(unit)
        if mark is not None:
            return [Fact(_("Report"), line, "BLD-7-9") for line in reports.lines(state, mark)]
        fares, profile = state.units[unit], state.profile(unit)
        found = [
            Fact(_("Fire power"), str(profile.fire(fares.steps)), "BLD-8-3"),
            Fact(_("Movement"), str(state.supply(unit).movement(profile.row.movement)), "BLD-4-2"),
            Fact(_("RE"), str(state.re(unit)), "BLD-5-1"),
            Fact(_("Steps"), f"{fares.steps}/{profile.full}", "BLD-8-1"),
            Fact(_("Supply"), _(looks.SUPPLY[fares.supply]), "BLD-9-3"),
        ]
        marks = looks.marks_of(state, fares)
        found += [Fact(_("Sign"), _(lists.SIGN_WORDS[name][0]), lists.SIGN_WORDS[name][1]) for name in marks]
        for hex_, told in ((fares.target, _("Attacks")), (fares.bound, _("Bound to"))):
            if hex_ >= 0:
                found.append(Fact(told, self.hex_title(hex_), "BLD-4-29"))
        return found

    def known(self, unit: int) -> Known:
        """The known facts of a report, for the card next to the pointer."""
        mark = self._marks().get(unit)
        if mark is None:
            return super().known(unit)
        return Known(unit, reports.title(self._state, mark), "", reports.lines(self._state, mark))

    def arrivals(self) -> Sequence[Arrival]:
        """Own reinforcements, and enemy ones by the printed timetable where it is open."""
        state, side = self._state, self.view.side
        waiting = set(state.box(COMING))
        open_ = state.now.options.get("intelligence", "sheets") == "sheets"
        gone = {unit for name, units in state.now.boxes.items() if name != COMING for unit in units}
        found = []
        for unit, profile in state.board.roster.items():
            arrives = profile.arrives
            ahead = arrives is not None and arrives.turn >= state.now.turn and open_ and unit not in gone
            if arrives is None or not (unit in waiting if profile.side == side else ahead):
                continue
            hex_, late = profile.entry[0], profile.side == side and arrives.turn < state.now.turn
            first = state.board.row(arrives.turn).first if arrives.turn <= self.last_turn else ""
            found.append(
                Arrival(arrives.turn, first, unit, looks.unit_name(profile), profile.side, hex_,
                        self.hex_title(hex_), late)
            )  # fmt: skip
        return sorted(found, key=lambda one: (one.turn, one.side != side, one.unit))

    def lost(self) -> Sequence[Lost]:
        """Units that were destroyed: both sides see them."""
        roster = self._state.board.roster
        return [Lost(unit, looks.unit_name(roster[unit]), roster[unit].side) for unit in self._state.box(DEAD)]

    def records(self) -> Sequence[Record]:
        """Points, stocks, means of the turn, what both sides know."""
        return tuple(lists.records(self._state, self.view.side))

    def counter_key(self) -> Sequence[KeyPart]:
        """Armies, the parts of a counter, signs, short words."""
        return lists.counter_key(self._state.board)

    # ---- the turn

    def status(self) -> Sequence[Status]:
        """Points and what they mean, stocks, replacements, aircraft, ships, the port."""
        state, side = self._state, self.view.side
        level, more = lists.level_words(state)
        level = _("Nothing decided.") if state.now.turn <= state.board.first else level
        tip = joined(level, _("next level from {points}").format(points=more) if more is not None else "")
        found = [Status(_("VP"), str(points(state)), str(more) if more is not None else "", tip, "BLD-19-1")]
        if not self.covered:
            own = overlays.accounts(side)
            stocks, rp = (" · ".join(str(held.get(key, 0)) for key in own) for held in (state.now.stocks, state.now.rp))
            whose = _("12th and 21st Army Group") if side == "allied" else ""
            found += [
                Status(_("Supply"), stocks, tip=joined(_("Attack supply."), whose), clause="BLD-9-15"),
                Status(_("RP"), rp, tip=joined(_("Replacement points."), whose), clause="BLD-14-4"),
            ]
            if side == "allied":
                told = f"{state.now.air} · {len(state.now.ships)}"
                found.append(Status(_("Air, ships"), told, tip=_("Left this turn."), clause="BLD-12-10"))
        most, order = state.board.tables.limits.demolition, ""
        if side == "axis" and not self.covered:
            order = _("The demolition goes on.") if state.now.demolish else _("The demolition is stopped.")
        port = joined(_("Demolition of the port of Cherbourg."), order)
        found.append(Status(_("Port"), str(state.now.port), str(most), port, "BLD-10-2"))
        return found

    def asked_where(self) -> str:
        """The hex of the open table."""
        table = self._state.now.table
        return self.hex_title(table.target) if table is not None else ""

    def waits(self, unit: int) -> bool:
        """A unit that could still move, call, refit or go into reserve: in the phases in which units do that."""
        return "movement" in PHASES.get(self.view.phase, "").lower() and super().waits(unit)

    def end_action(self) -> Action:
        """The button that ends the phase."""
        action = super().end_action()
        return action if self.end_order() is not None else Action(_("End phase"), action.icon, "F5", off=action.off)

    # ---- orders

    def goal_of(self, order: Order) -> HexId | None:
        """The hex of an order; units that come in, and boundaries, are listed."""
        return None if isinstance(order, od.Enter | od.Place) else super().goal_of(order)

    def words_of(self, order: Order) -> str:
        """An order in a few words."""
        if isinstance(order, od.Boundary):
            return overlays.boundary_name(self._state.board, order.sides)
        return words.of(self._state, order) or super().words_of(order)

    def list_words(self, order: Order, selected: Collection[int]) -> str:
        """The words of an order say for which unit it is."""
        return self.words_of(order) if isinstance(order, od.Enter) else super().list_words(order, selected)

    def attackers(self, order: Order) -> tuple[int, ...]:
        """The units that were announced against the hex."""
        if isinstance(order, od.Fight):
            return tuple(one.unit for one in forecast.laid_out(self._state, order).attackers)
        return super().attackers(order)

    def notes_of(self, order: Order) -> tuple[str, ...]:
        """Its meaning, sentence by sentence."""
        return words.notes(self._state, order)

    def figure_of(self, order: Order) -> str:
        """The movement points that it takes."""
        found = words.cost(self._state, order)
        return str(found[0]) if found is not None else ""

    def figure_words(self, order: Order) -> str:
        """The movement points that it takes, and the points of the unit."""
        found = words.cost(self._state, order)
        return _("{cost} of {points} points").format(cost=found[0], points=found[1]) if found is not None else ""

    def odds_of(self, order: Order) -> Odds | None:
        """The dice of fire that an order leads to."""
        return forecast.odds_of(self._state, order) if isinstance(order, od.Fight | od.Bomb) else None

    def is_weighed(self, order: Order) -> bool:
        """Orders that open, bomb or show something for good."""
        return isinstance(order, WEIGHED)

    def why_not_there(self, units: Collection[int], hex_: HexId) -> Refusal:
        """The reason of the rules against a call or a march; of ground farther on, how it can be reached."""
        state = self._state
        unit = next((one for one in sorted(units) if one in state.units), None)
        if unit is None:
            return super().why_not_there(units, hex_)
        here = state.units[unit].hex
        if state.holds(self.view.side, hex_) or not state.board.land[hex_]:
            found = self.view.why_not(od.March(unit, (here, hex_)))
        elif state.board.grid.are_adjacent(here, hex_):
            found = self.view.why_not(od.Call(unit, hex_)) or why_not_go_in(state, unit, hex_)
        else:
            words_ = Text(N_("With Shift, the unit marches and calls hex after hex on the way there."))
            found = Refusal(words_, ("BLD-4-8",), (hex_,))
        return found or super().why_not_there(units, hex_)

    def sample(self, kind: type[Order], unit: int) -> Order | None:
        """Return an order of a kind that a unit would give."""
        return sample(self._state, self.view.side, kind, unit)

    def expected(self, events: Iterable[Event]) -> Iterator[Event]:
        """A plan counts on nothing that a call could answer."""
        for event in super().expected(events):
            if isinstance(event, ev.Called):
                return
            yield event

    # ---- overlays

    def has_layer(self, name: str) -> bool:
        """Army groups and promises of aircraft are of the Allies; none is shown where two persons look on."""
        return not self.covered and (name != "boundary" or self.view.side == "allied")

    def focus(self, name: str, hovered: HexId | None, considered: Order | None) -> object:
        """Of army groups, the boundary that is considered."""
        return considered.sides if name == "boundary" and isinstance(considered, od.Boundary) else None

    def layer(self, name: str) -> Tints | None:
        """Reports, supply, army groups, aircraft; control as every field has it."""
        return self.layer_with(name, None)

    def layer_with(self, name: str, focus: Any) -> Tints | None:
        """The same, with a considered boundary."""
        state, side = self._state, self.view.side
        if not self.has_layer(name):
            return None
        match name:
            case "reports":
                return overlays.report_tints(state, side)
            case "belief":
                return overlays.belief_tints(state, side)
            case "supply":
                return overlays.supply_tints(state, side)
            case "boundary":
                return overlays.boundary_tints(state, focus or ())
            case "air":
                return overlays.air_tints(state)
        return super().layer(name)

    def layer_notes(self, name: str) -> Sequence[LayerNote]:
        """Sentences next to an overlay."""
        state, side = self._state, self.view.side
        found = {
            "reports": lambda: overlays.report_notes(state, side),
            "belief": lambda: overlays.belief_notes(state, side),
            "supply": lambda: overlays.supply_notes(state, side),
            "air": lambda: overlays.air_notes(state),
        }.get(name)
        return tuple(found()) if found is not None and not self.covered else ()

    # ---- what happened

    def kind_of(self, event: Event) -> str:
        """Own moves and calls, news of the enemy, tables, supply."""
        if isinstance(event, _TABLES):
            return "tables"
        if isinstance(event, _SUPPLY):
            return "supply"
        if isinstance(event, _OWN) or (isinstance(event, ev.Called | ev.Declared) and event.unit):
            return "own"
        return "heard" if isinstance(event, _HEARD) else "all"

    def ends_turn(self, event: Event) -> bool:
        """A turn after the first begins."""
        return isinstance(event, ev.TurnBegan) and event.turn > self._state.board.first

    def acts(self, event: Event) -> Iterable[Act]:
        """The acts by which the replay shows an event."""
        match event:
            case ev.Called(hex=hex_, occupied=occupied, attack=attack, unit=unit):
                said = _("OCCUPIED") if occupied else _("VACANT")
                answer = Tell(hex_, joined(said, _("an attack is announced") if attack else ""), 0.9)
                here = self.where(unit) if unit else None
                moved = [Glide((unit,), (here, hex_))] if here is not None and not occupied and here != hex_ else []
                return [answer, *moved]
            case ev.Declared(hex=hex_):
                return [Tell(hex_, _("one more unit attacks"), 0.7)]
            case ev.Arrived(unit=unit, hex=hex_):
                return [Appear(unit, hex_)]
            case ev.Withdrawn(unit=unit) | ev.Left(unit=unit):
                return [Gone(unit)]
            case ev.Interdicted(hex=hex_):
                return [Tell(hex_, _("interdicted"), 0.7)]
            case ev.TableOpened(target=target, bombs=bombs):
                return [Tell(target, _("bombs") if bombs else _("the hex is opened"), 1.0)]
            case ev.Fired(fire=fire):
                place = self._state.now.table.target if self._state.now.table is not None else fire.force
                told = _("{power} on {line}, die {die}: {steps}").format(
                    power=fire.power, line=signed(fire.line), die=fire.die, steps=forecast.steps_words(fire.steps)
                )
                return [Tell(place, told, 1.1)] if place >= 0 else []
            case ev.StepsLost(losses=losses):
                return [Strength(unit, -steps) for unit, steps in losses]
            case ev.Advanced(hex=hex_):
                return [Tell(hex_, _("entered"), 0.9)]
            case ev.TableClosed():
                return [Wipe()]
        return super().acts(event)
