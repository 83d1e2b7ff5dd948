"""The flagship's answers to the battle screen of hex wars (see `wab.app.wargame.adapter.adapter.Adapter`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec
from wab.app.hud.widgets import Action
from wab.app.operations.hand import hints, planned
from wab.app.operations.hand.modes import NOBODY_WAITS
from wab.app.operations.looks import known, overlays, presenter, texts
from wab.app.operations.looks.fought import outcome_of
from wab.app.operations.looks.happenings import ICONS, KINDS, acts_of, count, kind_of, symbols_of
from wab.app.operations.looks.status import arrival_rows, guide
from wab.app.operations.pages.briefing_page import briefing_page
from wab.app.operations.pages.diagrams import DIAGRAMS
from wab.app.operations.pages.rule_tables import SHEETS
from wab.app.pages.fronts import BriefingPage
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.adapter.pictures import Act, Arrival, Echelon, Guide, Known, LayerNote, Lost, Part, Tally, Tints
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.offers.fielded import FieldAdapter
from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.content.operations.loader import load_scenario, scenario_path
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Shift
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.combat.combat import STREAM
from wab.systems.operations.combat.modifiers import ground_shifts
from wab.systems.operations.combat.two_dice import DICE, FACES
from wab.systems.operations.ground.sight import hex_levels
from wab.systems.operations.movement.movement import movement_left
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.events import Scored, TurnBegan
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.activation import is_active, is_locked

Flags = NDArray[np.bool_]


class OperationsAdapter(FieldAdapter):
    """Answers the battle screen from the view of the side at the screen."""

    system = "operations"
    sides = SIDES
    names = texts.SIDES
    filters: Mapping[str, str] = {
        "all": N_("All"),
        "combat": N_("Combat"),
        "moves": N_("Moves"),
        "points": N_("Points"),
    }
    layers = overlays.OVERLAYS
    diagrams = DIAGRAMS
    sheets = SHEETS
    icons = ICONS
    kinds = KINDS
    order_icons = planned.ICONS
    nobody_waits = NOBODY_WAITS
    losses = N_("HP lost: {ours} ours, {theirs} theirs")
    clauses: Mapping[str, str] = {
        "journal": "OPS-9.2.1-2",
        "briefing": "OPS-9.2.1-1",
        "rules": "OPS-0-1",
        "side": "OPS-5.1-2",
    }
    plan_dice: Mapping[str, int] = {STREAM: DICE * FACES}
    has_briefing = True

    @property
    def view(self) -> OperationsView:
        """The view of the side at the screen, as it is now."""
        found: OperationsView = self._seen.view
        return found

    # ---- hints

    def hints(self) -> Sequence[Hint]:
        """The hints of the scenario, then the general ones."""
        return hints.hints_of(self.view)

    def has_come(self, moment: str) -> bool:
        """Check if a moment of this system has come."""
        return hints.has_come(self.view, moment)

    def deeds(self, units: Collection[int]) -> Iterable[str]:
        """Return the moments that come with the first commander, ship or gun."""
        return hints.deeds(self.view, units)

    # ---- the ground

    @property
    def hexmap(self) -> HexMap:
        """The map of all battles."""
        return self.view.board.map

    @property
    def in_play(self) -> Flags:
        """bool[N]: the hexes of the scenario."""
        return self.view.board.in_play

    def place_name(self, hex_: HexId) -> str:
        """The place in a hex as the reader calls it."""
        return presenter.place_name(self.view, hex_)

    def ground_title(self, hex_: HexId) -> str:
        """The terrain of a hex; of a town or beach also the ground that it stands on."""
        return presenter.terrain_title(self.view, hex_)

    def hex_facts(self, hex_: HexId) -> str:
        """Return its holder, rivers and floods, and whether it is in sight."""
        return facts(self.view, hex_)

    def flags(self) -> Iterable[FlagSpec]:
        """A flag for each objective."""
        return presenter.flags(self.view)

    def front(self) -> NDArray[np.uint8]:
        """Return the side that controls each hex."""
        return presenter.front_sides(self.view)

    def fog(self) -> tuple[Flags, Flags] | None:
        """Hexes in sight, hexes in play."""
        return presenter.fog(self.view)

    def why_no_fog(self) -> str:
        """A scenario may do without fog of war."""
        return "" if self.view.board.rules.fog else _("There is no fog of war in this scenario.")

    def light(self) -> str:
        """The weather of the turn."""
        return presenter.light(self.view)

    def hour(self) -> str:
        """Return morning or evening, if the impulses of a turn make up one day."""
        return presenter.hour(self.view)

    def map_names(self, of_map: list[NameSpec]) -> Sequence[NameSpec]:
        """Names in the reader's language, objectives first, with regions and seas."""
        return presenter.names(self.hexmap, of_map, list(self.marked))

    def symbols(self, event: Event) -> Iterable[str]:
        """Return also the symbols for the units that attack and fly."""
        return symbols_of(event, self.view)

    # ---- units on the map

    def stack(self, hex_: HexId, selected: Collection[int] = ()) -> Sequence[int]:
        """The units of a hex, the strongest on top, commanders below."""
        return [unit.id for unit in presenter.stack_order(self.view.position, hex_, selected)]

    def is_own(self, unit: int) -> bool:
        """Check if a unit on the map belongs to the side at the screen."""
        return unit in self.view.position.units and self.view.profile(unit).side == self.view.side

    def units(self) -> list[int]:
        """All units that are known, by id."""
        return sorted(self.view.position.units)

    def own_units(self) -> list[int]:
        """The side's own units."""
        return [unit.id for unit in self.view.own_units()]

    def counter(self, unit: int, *, stack: int = 0, selected: bool = False) -> CounterSpec:
        """The counter of a unit on the map."""
        return presenter.counter(self.view, self.view.unit(unit), stack=stack, selected=selected)

    def newcomer(self, unit: int, hex_: HexId) -> CounterSpec | None:
        """As the view knows the unit now; one that is gone again as it was when fresh."""
        view = self.view
        if unit in view.position.units:
            return presenter.counter(view, view.unit(unit)).at(hex_)
        if unit in view.position.roster:
            return presenter.counter(view, Unit(unit, hex_, view.profile(unit).hp)).at(hex_)
        return None

    def unit_name(self, unit: int) -> str:
        """The name of a unit, "" for one that is not identified."""
        return self.view.profile(unit).name

    def short_name(self, unit: int) -> str:
        """Its short name."""
        return self.view.profile(unit).short

    def known(self, unit: int) -> Known:
        """Name, kind and state of an enemy, as far as it is known."""
        return known.known(self.view, unit)

    def ground_shifts(self, hex_: HexId, attackers: Collection[int] = ()) -> Sequence[Shift]:
        """Return the terrain of a hex, and the terrain that adjacent own units would have to cross."""
        state, grid = self.view.position, self.hexmap.grid
        near = [state.units[unit] for unit in sorted(attackers) if grid.are_adjacent(state.units[unit].hex, hex_)]
        return ground_shifts(state, self.view.side, hex_, near)

    def echelons(self, unit: int) -> Sequence[Echelon]:
        """Corps and division."""
        return known.echelons(self.view, unit)

    def arrivals(self) -> Sequence[Arrival]:
        """The timetables of both sides, as far as they are known."""
        roster = self.view.board.roster
        return [
            Arrival(
                row.turn,
                row.day,
                row.unit,
                row.name,
                roster[row.unit].side,
                row.hex,
                row.place,
                row.late,
                known.echelons_of(self.view, roster[row.unit]),
            )
            for row in arrival_rows(self.view)
        ]

    def lost(self) -> Sequence[Lost]:
        """Every unit that was removed."""
        found = ((unit, self.view.position.roster[unit]) for unit in self.view.position.removed)
        names = self.view.board.division_names
        return [Lost(unit, one.name, one.side, names.get(one.division, "")) for unit, one in found]

    # ---- the turn

    def waits(self, unit: int) -> bool:
        """Neither activated nor locked, and with something left to do."""
        state = self.view.position
        here = state.units[unit]
        if is_active(state, here) or is_locked(state, here):
            return False
        return movement_left(state, unit) > 0 or state.profile(unit).is_gun

    def guide(self) -> Guide | None:
        """The impulses of the turn as a track, and what can be done in the present impulse."""
        return None if self.view.to_act is None else guide(self.view)

    def end_order(self) -> Pass:
        """Pass: the other side moves."""
        return Pass()

    def end_action(self) -> Action:
        """The impulse ends, or the turn; not before an advance is decided."""
        view = self.view
        if view.phase == "advance":
            return Action(_("End turn"), "end_turn", "", off=_("First decide who advances."), clause="OPS-7.3.1-1")
        words = _("End impulse") if view.board.impulses > view.position.impulse else _("End turn")
        return Action(words, "end_turn", "F5", "primary", tip=_("Pass: the other side moves."), clause="OPS-5.1-10")

    # ---- overlays

    def layer(self, name: str) -> Tints | None:
        """Supply, control, zones of control, sight."""
        return overlays.overlay(self.view, name)

    def layer_notes(self, name: str) -> Sequence[LayerNote]:
        """Return notes on the supply overlay too: the units cut off, and what cuts them off."""
        return overlays.notes(self.view, name)

    def layer_words(self, name: str, hex_: HexId) -> str:
        """Return the words of an overlay on one hex."""
        return overlays.words(self.view, name, hex_)

    def has_layer(self, name: str) -> bool:
        """Supply only where it is played."""
        return name != "supply" or self.view.board.rules.supply

    def briefing(self) -> BriefingPage:
        """The briefing of the scenario."""
        return briefing_page(load_scenario(scenario_path(self.view.board.scenario_id)), self.hexmap)

    # ---- orders that are planned and not given yet

    def expected(self, events: Iterable[Event]) -> Iterator[Event]:
        """Activation, movement, that units have fought and are tired by it; nothing that dice decide."""
        return planned.expected(events)

    def plan_line(self, order: Order) -> tuple[HexId, ...]:
        """From where to where it leads; an attack from the hex of the main attackers."""
        return planned.line_of(self.view, order)

    def plan_facts(self, order: Order, after: OperationsView) -> Sequence[Part]:
        """Activation points, fatigue, supply, odds."""
        return planned.facts(self.view, order, after)

    def plan_total(self, after: OperationsView) -> str:
        """The activation points of the whole plan."""
        return planned.total(self.view, after)

    # ---- what happened

    def kind_of(self, event: Event) -> str:
        """Combat, moves or points."""
        return kind_of(event)

    def place_of(self, event: Event | None) -> HexId | None:
        """Return the place as every system does; points for an objective happen at the objective."""
        if isinstance(event, Scored):
            return self.view.board.objectives[event.objective].hex if event.objective >= 0 else None
        return super().place_of(event)

    def acts(self, event: Event) -> Iterable[Act]:
        """Return the acts by which the replay shows an event."""
        return acts_of(event, self.view)

    def count(self, tally: Tally, event: Event) -> None:
        """Add an event to what the replay has shown."""
        count(tally, event, self.view)

    def outcome(self, events: Sequence[Event], before: OperationsView) -> Outcome | None:
        """A combat with its dice, losses and ground."""
        return outcome_of(self.view, before, events)

    def ends_turn(self, event: Event) -> bool:
        """A turn after the first has begun."""
        return isinstance(event, TurnBegan) and event.turn > 1


def facts(view: OperationsView, hex_: HexId) -> str:
    """Return the facts of a hex in words, without its name and ground."""
    board = view.board
    if not board.in_play[hex_]:
        return _("outside the battle")
    holder = next((side for side in ("allied", "axis") if view.position.controls(side, hex_)), "")
    known = bool(hex_levels(view.position, view.side)[hex_])
    return joined(
        texts.side_name(holder) if holder else "",
        _("river") if board.map.river[hex_].any() else "",
        _("flooded") if board.map.flooded[hex_] else "",
        "" if known else _("not in sight"),
    )
