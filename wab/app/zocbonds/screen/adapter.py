"""Answers of zocbonds to the shared battle screen: places of units, meanings of orders, bonds that close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.widgets import Action
from wab.app.wargame.adapter import place_names
from wab.app.wargame.adapter.adapter import Seen
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.adapter.pictures import (
    CROSSES,
    LINES,
    Act,
    Appear,
    Arrival,
    Echelon,
    Fact,
    Glide,
    Gone,
    KeyPart,
    Kind,
    Layer,
    LayerNote,
    Lost,
    Odds,
    Record,
    Status,
    Strength,
    Tell,
    Tints,
    tints,
)
from wab.app.wargame.adapter.typography import joined, signed, typographic, words
from wab.app.wargame.offers.fielded import TINT, FieldAdapter
from wab.app.zocbonds.hand import answers, consents, landing_day
from wab.app.zocbonds.hand.attack_choice import force_name
from wab.app.zocbonds.hand.fought import landing_words, outcome_of
from wab.app.zocbonds.hand.odds_board import odds_of
from wab.app.zocbonds.hand.unit_orders import UNIT_ORDERS, effect, sample
from wab.app.zocbonds.looks import looks, marches, overlays
from wab.app.zocbonds.looks.goals import goal_status
from wab.app.zocbonds.looks.hints import hints_of
from wab.app.zocbonds.looks.phases import PHASES, TASKS, TRACK
from wab.app.zocbonds.pages import legend
from wab.app.zocbonds.pages.records import kind_name, records
from wab.app.zocbonds.pages.rule_tables import SHEETS
from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.content.normandy.names import load_names
from wab.content.zocbonds.loader import load_battle_map
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext, pgettext
from wab.systems.zocbonds.ground import weather
from wab.systems.zocbonds.ground.lines_of_supply import sources, supplied
from wab.systems.zocbonds.sequence.victory import points
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import CODES, SIDES, Flags
from wab.systems.zocbonds.state.room import to_come
from wab.systems.zocbonds.state.state import ISOLATED, OUT, State, Unit
from wab.systems.zocbonds.state.steps import LoseSteps, MayAdvance
from wab.systems.zocbonds.telling.journal import RESULTS, SKIES, TRACKS

MODES: Mapping[str, str] = {
    "ordinary": N_("March"),
    "tactical": N_("Tactical movement"),
    "strategic": N_("Strategic movement"),
    "bicycle": N_("On bicycles"),
}
SUPPLY_WORDS = {OUT: N_("Out of supply"), ISOLATED: N_("Isolated")}
MEANS: Mapping[str, str] = {"guns": N_("artillery"), "air": N_("aircraft"), "naval": N_("ships")}
MARKERS: Mapping[str, str] = {
    "disrupted": N_("Disrupted"),
    "scattered": N_("Scattered"),
    "reserve": N_("In reserve"),
    "regroup": N_("Regroups"),
    "replaced": N_("Took a replacement"),
    "column": N_("In column"),
    "truck": N_("On trucks"),
    "moved_side": N_("Has moved: gives no support"),
}


NAMES: Mapping[str, str] = {"allied": N_("Allies"), "axis": N_("Germans")}
LAYERS: Mapping[str, Layer] = {
    **FieldAdapter.layers,
    "bonds": Layer(N_("Bonds"), "bond", "B"),
    "supply": Layer(N_("Supply"), "crate", "L"),
    "points": Layer(N_("Points"), "flag", "O"),
}
FILTERS: Mapping[str, str] = {"all": N_("All"), "combat": N_("Combat"), "supply": N_("Supply")}
KINDS: Mapping[type[Event], str] = {
    ev.AttackDeclared: "combat",
    ev.CombatRolled: "combat",
    ev.DefenceRolled: "combat",
    ev.StepLost: "combat",
    ev.Eliminated: "combat",
    ev.SupplyReceived: "supply",
    ev.SupplyChecked: "supply",
}
ICONS: Mapping[type[Event], str] = {
    ev.Moved: "move",
    ev.AttackDeclared: "attack",
    ev.CombatRolled: "attack",
    ev.StepLost: "heart",
    ev.TurnBegan: "clock",
    ev.PhaseBegan: "clock",
    ev.SupplyReceived: "crate",
}
ORDER_WORDS: Mapping[type[Order], str] = {
    od.Done: N_("End phase"),
    od.PlaceReserve: N_("Into reserve"),
    od.IntoReserve: N_("Into reserve"),
    od.LiftReserve: N_("Lift the reserve marker"),
    od.BuildWorks: N_("Dig in"),
    od.RemoveWorks: N_("Give up the position"),
    od.Evacuate: N_("Back to Britain"),
}
ORDER_ICONS: Mapping[type[Order], str] = {
    od.Attack: "attack",
    od.Stand: "shield",
    od.GiveGround: "move",
    od.LoseStep: "heart",
}
UNFED = colour("2B1D3A").fade(0.42)
"""The tint of ground without a supply line."""


def weather_status(state: State) -> Status:
    """The weather of the day, and, after a storm or the clearest sky, what it adds to the next die (ZOC-4.1-3)."""
    carried = weather.carry_over(state)
    tip = _("One die for both sides.")
    if not carried:
        return Status(_("Weather"), _(SKIES[state.sky]), tip=tip, clause="ZOC-4.1-4")
    told = _("{value} on the next weather die.").format(value=signed(carried))
    return Status(_("Weather"), _(SKIES[state.sky]), signed(carried), joined(tip, told), "ZOC-4.1-3")


class ZocBondsAdapter(FieldAdapter):
    """The answers of zocbonds, from the view of the seat at the screen."""

    system, sides, codes, ends = "zocbonds", SIDES, CODES, (od.Done,)
    names = NAMES
    phases = PHASES
    track, tasks = TRACK, TASKS
    layers = LAYERS
    filters = FILTERS
    kinds = KINDS
    icons = ICONS
    order_words = ORDER_WORDS
    unit_orders = UNIT_ORDERS
    order_icons = ORDER_ICONS
    attacks = (ev.AttackDeclared,)
    sheets = SHEETS

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._foreseen: tuple[object, Order, State | None] | None = None

    @property
    def _state(self) -> State:
        state: State = self.position
        return state

    @property
    def hexmap(self) -> HexMap:
        """The one map of all scenarios."""
        return load_battle_map()

    @property
    def in_play(self) -> Flags:
        """bool[N]: the hexes of the scenario, sea among them."""
        return self._state.board.in_play

    @property
    def last_turn(self) -> int:
        """The number of days."""
        return self._state.board.turns

    def hints(self) -> Sequence[Hint]:
        """The hints of the scenario, then the general ones."""
        return hints_of(self._state.board)

    # ---- ground and units

    def ground_title(self, hex_: HexId) -> str:
        """The terrain in the reader's language."""
        row = self._state.board.tables.terrain.terrain.get(self.hexmap.terrain_name(hex_))
        return typographic(words(row.name)) if row is not None else ""

    def place_name(self, hex_: HexId) -> str:
        """Return the reader's name of the place in a hex, or "" if the hex has no name."""
        return looks.place_name(self._state.board, hex_)

    def hex_title(self, hex_: HexId) -> str:
        """A hex by its place, else by the nearest one, at sea by the sea, else by its number."""
        return looks.place_title(self._state.board, hex_)

    def short_title(self, hex_: HexId) -> str:
        """The same where there is no room for the whole name of a beach."""
        return looks.short_title(self._state.board, hex_)

    def map_names(self, of_map: list[NameSpec]) -> Sequence[NameSpec]:
        """Return the map's names in the reader's language, with the regions, seas and beaches of this battle."""
        board, grid, known = self._state.board, self.hexmap.grid, load_names()
        found = place_names.regions(self.hexmap, known.regions)
        fought_for = [name for name in found if board.in_play[grid.hex_at(name.x, name.y)]]
        return place_names.places(of_map, known.places) + fought_for

    def flags(self) -> Iterable[FlagSpec]:
        """Flags of cities and villages in the colour of who holds them, with the points of the campaign (ZOC-UI-6)."""
        state, table = self._state, self._state.board.tables.points
        worth = {"city": table.city, "village": table.village}
        return [
            FlagSpec(int(hex_), state.control[int(hex_)], str(points))
            for terrain, points in worth.items()
            for hex_ in np.flatnonzero(self.hexmap.is_terrain(terrain) & state.board.in_play)
        ]

    def tint_of(self, seat: str) -> Rgba | None:
        """The colour of the army that a seat leads; None for a whole side."""
        return looks.seat_tint(seat)

    def side_name(self, side: str) -> str:
        """A side; of a seat that leads a part of it, its army (ZOC-27.1-1)."""
        return looks.seat_name(side) or super().side_name(side)

    def unit_name(self, unit: int) -> str:
        """Its full name."""
        return looks.unit_name(self._state.board.roster[unit])

    def short_name(self, unit: int) -> str:
        """Return the text on the counter of a unit."""
        return self._state.board.roster[unit].label

    def counter(self, unit: int, *, stack: int = 0, selected: bool = False) -> CounterSpec:
        """Its counter."""
        fares = self._state.units[unit]
        return looks.counter(self._state, fares, stack=stack, selected=selected, acted=self._acted(fares))

    def counters(self, selected: Collection[int] = ()) -> list[CounterSpec]:
        """Every counter of the map, then those off the coast: assaults before they are made, the second wave after it
        (ZOC-EOP-2)."""
        return [*super().counters(selected), *self._afloat(selected)]

    def _afloat(self, selected: Collection[int]) -> Iterable[CounterSpec]:
        depth: Counter[HexId] = Counter()
        for unit, hex_ in landing_day.afloat(self._state).items():
            spec = self._off_the_map(unit, hex_)
            yield replace(spec, stack=depth[hex_], selected=unit in selected)
            depth[hex_] += 1

    def _off_the_map(self, unit: int, hex_: HexId) -> CounterSpec:
        fares = to_come(self._state, unit)
        return looks.counter(self._state, fares, stack=0, selected=False, acted=False).at(hex_)

    def newcomer(self, unit: int, hex_: HexId) -> CounterSpec:
        """The counter of a unit that comes onto the map, also of one that is gone by now."""
        return self._off_the_map(unit, hex_)

    def _acted(self, unit: Unit) -> bool:
        if self._state.side_of(unit.id) != self._state.now.side:
            return False
        return unit.fought if "combat" in self._state.now.phase else bool(unit.mode) or unit.stopped

    def facts(self, unit: int) -> Sequence[Fact]:
        """Strength, movement, quality, steps, supply and markers."""
        state, fares, profile = self._state, self._state.units[unit], self._state.board.roster[unit]
        _strength, movement, _quality = state.values(fares)
        found = [
            Fact(pgettext("combat value", "Strength"), looks.strength_words(state, fares), "ZOC-2.3.1-1"),
            Fact(_("Movement"), str(movement), "ZOC-2.3.1-2"),
            Fact(_("Quality"), looks.quality_words(state.quality(fares)), "ZOC-2.3.1-3"),
            Fact(_("Steps"), f"{fares.steps}/{profile.steps}", "ZOC-17.9-1"),
        ]
        if profile.armour:
            found.append(Fact(_("Armour"), looks.armour_words(profile), "ZOC-2.3.1-4"))
        if fares.supply:
            found.append(Fact(_("Supply"), _(SUPPLY_WORDS[fares.supply]), "ZOC-18.3-1"))
        marks = [_(said) for name, said in MARKERS.items() if getattr(fares, name)]
        return [*found, Fact(_("Markers"), ", ".join(marks))] if marks else found

    def echelons(self, unit: int) -> Sequence[Echelon]:
        """Its formation."""
        formation = self._state.board.roster[unit].formation
        name = looks.formation_name(self._state.board, formation)
        return [Echelon(formation, name)] if name else []

    def arrivals(self) -> Sequence[Arrival]:
        """German reinforcements that are still to come, by turn."""
        state, board, waiting = self._state, self._state.board, set(self._state.box("arrivals"))
        found = []
        for arrival in board.arrivals:
            hex_ = board.lines.entries[arrival.entry or "green"][0] if arrival.hex is None else arrival.hex
            for key in arrival.units:
                unit = board.ids[key]
                if unit in waiting:
                    late = arrival.turn <= state.now.turn
                    found.append(
                        Arrival(arrival.turn, "", unit, self.unit_name(unit), "axis", hex_, self.hex_title(hex_), late)
                    )
        return sorted(found, key=lambda one: (one.turn, one.unit))

    def records(self) -> Sequence[Record]:
        """Supply, replacements, means of the turn, harbours, and what is missing to win."""
        return records(self.position)

    def counter_key(self) -> Sequence[KeyPart]:
        """Armies, the parts of a counter, signs, short words."""
        return legend.counter_key(self.position.board)

    def lost(self) -> Sequence[Lost]:
        """Units that are gone."""
        board = self._state.board
        return [
            Lost(unit, self.unit_name(unit), board.roster[unit].side, board.roster[unit].formation)
            for unit in self._state.box("eliminated")
        ]

    # ---- the day

    def phase_of_track(self) -> str:
        """The phase of the day, also while a combat asks for something."""
        return self._state.now.phase

    def light(self) -> str:
        """The light of the weather."""
        return {"storm": "storm", "overcast": "overcast", "clear": "clear"}.get(self._state.sky, "clear")

    def status(self) -> Sequence[Status]:
        """Weather, supply points, aircraft, ships."""
        state, own = self._state, self.view.side
        goal = goal_status(state)
        found = [weather_status(state), *((goal,) if goal is not None else ())]
        tracks = ("us", "commonwealth") if own == "allied" else ("seventh_army", "fortress", "panzergruppe_west")
        found += [
            Status(_(TRACKS[track]), str(state.now.supply[track]), tip=_("Supply points."), clause="ZOC-5.1-1")
            for track in tracks
            if track in state.now.supply and (state.board.special is None or track != "commonwealth")
        ]
        if own == "allied":
            air, ships = (sum(means.values()) for means in (state.now.air, state.now.ships))
            found.append(Status(_("Air, ships"), f"{air}, {ships}", tip=_("Left this turn."), clause="ZOC-19.1.1-1"))
        return found

    def moment(self) -> str:
        """Return the current decision in words. For a lost step, the words tell the side of the units (ZOC-UI-4)."""
        step = self._state.agenda[0] if self._state.agenda else None
        if isinstance(step, LoseSteps) and self.view.to_act == self.view.seat:
            return answers.whose_step(self._state, step)
        return super().moment()

    def asked_where(self) -> str:
        """The hex of the combat, or of the assault from the sea, about which something is asked."""
        state = self._state
        step = state.agenda[0] if state.agenda and self.view.to_act == self.view.seat else None
        hex_ = state.fight.target if step is not None and state.now.fight is not None else None
        if step is not None and (asked := consents.where(state)) is not None:
            hex_ = asked[0]
        if hex_ is None and isinstance(step, LoseSteps):
            hex_ = next((state.units[unit].hex for unit in step.units if unit in state.units), None)
        return self.hex_title(hex_) if hex_ is not None else ""

    # ---- orders

    def end_action(self) -> Action:
        """The button that ends the phase or a question; greyed, it says that something has to be answered first."""
        action, asked = super().end_action(), bool(self._state.agenda)
        if self.end_order() is not None:
            return action
        return replace(action, label=_("Answer first") if asked else _(ORDER_WORDS[od.Done]))

    def words_of(self, order: Order) -> str:
        """An order in a few words."""
        match order:
            case od.Move(mode=mode, truck=truck) | od.Enter(mode=mode, truck=truck):
                return joined(_(MODES[mode]), _("on trucks") if truck else "")
            case od.Done():
                return answers.end_words(self._state) or super().words_of(order)
            case od.Land():
                return _("Land")
            case od.Attack():
                return self._attack_words(order)
            case od.Remove(unit=unit):
                return self.unit_name(unit)
            case _ if isinstance(order, answers.Answer):
                return answers.words(self._state, order)
            case od.AssignSupply(seventh=seventh, fortress=fortress, west=west):
                shares = {"seventh_army": seventh, "fortress": fortress, "panzergruppe_west": west}
                return ", ".join(f"{_(TRACKS[track])} +{points}" for track, points in shares.items() if points)
            case od.ChooseReplacement(nation=nation):
                return kind_name(f"{nation}_infantry")
            case od.Replace(unit=unit, kind=kind, hex=hex_):
                where = self.hex_title(hex_) if hex_ is not None else ""
                return joined(_("Replacement: {unit}").format(unit=self.unit_name(unit)), kind_name(kind), where)
            case od.Strafe(hexes=hexes):
                places = ", ".join(map(self.hex_title, hexes))
                return _("Strafe: {places}").format(places=places) if places else _("No strafing")
            case od.LandGlider(unit=unit) | od.Mobilise(unit=unit):
                return self.unit_name(unit)
            case od.BuySupply(points=count):
                return _("Reinforcement points to supply points: {count}").format(count=count)
            case od.Consent():
                return consents.words(order)
            case od.SuppressMontCanisy(yes=yes):
                return _("Yes") if yes else _("No")
        return super().words_of(order)

    def _attack_words(self, order: od.Attack) -> str:
        """An attack by its main force, what is attached to it, and the means that support it."""
        told = [force_name(self._state, order.main)]
        if order.attached is not None:
            told.append(_("with {name}").format(name=self.short_name(order.attached)))
        if others := len(order.units) - 1 - (order.attached is not None):
            told.append(ngettext("{count} more unit", "{count} more units", others).format(count=others))
        means = [("guns", len(order.guns)), ("air", order.air), ("naval", order.naval)]
        told += [f"{_(MEANS[name])} {count}" for name, count in means if count]
        return ", ".join(told)

    def odds_of(self, order: Order) -> Odds | None:
        """The odds of an attack or of a stand, as the rules count them."""
        if isinstance(order, od.Stand):
            return answers.stand_odds(self._state, order)
        if isinstance(order, od.Consent):
            return consents.odds(self._state, order)
        return odds_of(self._state, order) if isinstance(order, od.Attack) else None

    def is_weighed(self, order: Order) -> bool:
        """Attacks, stands, what the other player asks for, and ways back, which are seen on the map first."""
        if isinstance(order, od.Consent):
            return order.yes
        return isinstance(order, od.Attack | od.Stand | od.RetreatTo | od.GiveGround)

    def may_take(self, unit: int) -> bool:
        """Tell whether a unit off the coast is of the side at the screen."""
        return bool(self._state.side_of(unit) == self.view.side)

    def loose(self) -> list[Order]:
        """Ways back are listed as well: they are answers."""
        if self._state.now.stage != "retreat":
            return super().loose()
        return list(self.orders())

    def list_words(self, order: Order, selected: Collection[int]) -> str:
        """Return the words of an order for a list. Answers and attacks always name their units."""
        named = isinstance(order, od.Attack | answers.Answer)
        return self.words_of(order) if named else super().list_words(order, selected)

    def detail_of(self, order: Order) -> str:
        """Return the expected result of an answer."""
        if isinstance(order, od.Consent):
            return consents.detail(self._state, order)
        return answers.detail(self._state, order)

    def why_not_there(self, units: Collection[int], hex_: HexId) -> Refusal:
        """Return the reason of the rules against an attack on the enemy in a hex, or against a march there."""
        found = marches.why_not_there(self.view, sorted(units), hex_)
        return found if found is not None else super().why_not_there(units, hex_)

    def sample(self, kind: type[Order], unit: int) -> Order | None:
        """Return an order of a kind that a unit would give."""
        return sample(self._state, kind, unit)

    def effect_of(self, kind: Kind, orders: Sequence[Order]) -> str:
        """Return what a kind of order does, of a march also its points."""
        return effect(self._state, kind, orders)

    def figure_of(self, order: Order) -> str:
        """Return the cost of a march."""
        return marches.figure(self._state, order)

    def figure_words(self, order: Order) -> str:
        """Return the cost of a march and the points that its units have."""
        return marches.cost_words(self._state, order)

    def notes_of(self, order: Order) -> tuple[str, ...]:
        """Return the reasons for the expected result. For a march, add the bonds that it would close and open."""
        if isinstance(order, od.Consent):
            return consents.notes(self._state, order)
        if isinstance(order, overlays.MARCHES) and (after := self._after(order)) is not None:
            told = (*overlays.bonds_told(self._state, after), *overlays.ways_told(self._state, after))
            return (*answers.notes(self._state, order), *told)
        return answers.notes(self._state, order)

    # ---- overlays

    def layer(self, name: str) -> Tints | None:
        """Bonds, supply, points; the rest as every field has it."""
        return self.layer_with(name, None)

    def focus(self, name: str, hovered: HexId | None, considered: Order | None) -> object:
        """Of bonds, the march that is considered; of supply, the stack under the pointer."""
        if name == "bonds" and isinstance(considered, overlays.MARCHES):
            return considered
        return hovered if name == "supply" and hovered in self._state.stacks else None

    def layer_with(self, name: str, focus: Any) -> Tints | None:
        """Bonds: the hexes that they close, and bars from stack to stack; supply: from where a line leads to a source,
        and the line of a stack; points: the hexes that count."""
        state = self._state
        if name == "bonds":
            after = self._after(focus) if focus is not None else None
            closed: dict[str, Flags] = {side: (after or state).bonds_of(side).hexes for side in self.sides}
            bars = (*overlays.bond_bars(state, after), *overlays.rings(state, after))
            found = self.tinted(closed)
            told = _("{side}: closed hexes")
            legend = tuple((tint, sign, told.format(side=name)) for tint, sign, name in found.legend)
            return replace(found, legend=legend, bars=bars, keys=overlays.bond_keys(self._side_names()))
        if name == "supply":
            return replace(self._supply(), bars=overlays.supply_bars(state, focus))
        if name == "points":
            return self.tinted({side: self._scoring(side) for side in self.sides})
        return super().layer(name)

    def layer_words(self, name: str, hex_: HexId) -> str:
        """Of bonds, whose closes the hex; of supply, where it comes from."""
        if name == "bonds":
            return overlays.bond_words(self._state, hex_, self._side_names())
        return overlays.supply_words(self._state, hex_) if name == "supply" else super().layer_words(name, hex_)

    def _side_names(self) -> Mapping[str, str]:
        return {side: self.side_name(side) for side in self.sides}

    def layer_notes(self, name: str) -> Sequence[LayerNote]:
        """Return notes on units out of supply, or on the points that each hex counts for."""
        if name == "supply":
            return tuple(overlays.supply_notes(self._state, self.view.side))
        return tuple(overlays.points_notes(self._state)) if name == "points" else ()

    def _supply(self) -> Tints:
        """The ground from which the side at the screen has no supply line, and its sources."""
        state, side = self._state, self.view.side
        dry = state.board.dry & self.in_play
        ends = np.zeros(self.hexmap.grid.size, np.bool_)
        ends[list(sources(state, side))] = True
        parts = [
            (dry & ~supplied(state, side) & ~ends, UNFED, CROSSES, _("No supply line")),
            (ends, self.look(side).mark.fade(TINT), LINES, _("Sources of supply")),
        ]
        return tints(self.hexmap.grid.size, parts)

    def _scoring(self, side: str) -> Flags:
        found = np.zeros(self.hexmap.grid.size, np.bool_)
        found[[score.hex for score in points(self._state) if score.side == side and score.hex is not None]] = True
        return found

    def _after(self, order: Order) -> State | None:
        """The position after a march, found once."""
        known = self._foreseen
        if known is None or known[0] is not self.view or known[1] != order:
            known = self._foreseen = self.view, order, overlays.position_after(self.view, order)
        return known[2]

    # ---- what happened

    def outcome(self, events: Sequence[Event], before: Any) -> Outcome | None:
        """A combat with its dice, the stand of the defender, losses and ground."""
        return outcome_of(self._state, before.position, self.view.side, events)

    def fight_goes_on(self) -> bool:
        """Losses, a stand or a retreat are still asked about; the advance comes after the result."""
        state = self._state
        return state.now.fight is not None and not (state.agenda and isinstance(state.agenda[0], MayAdvance))

    def acts(self, event: Event) -> Iterable[Act]:
        """Return the acts by which the replay shows an event."""
        match event:
            case ev.CombatRolled(result=result, fight=fight):
                return [Tell(fight.target, joined(result, _(RESULTS[result])), 1.8)]
            case ev.Placed(units=units, hex=hex_):
                boats = landing_day.boats_of(self._state.board, units)
                return [Glide(units, (boats, hex_))] if boats is not None else [Appear(unit, hex_) for unit in units]
            case ev.AssaultRolled(landing=landing, rolled=rolled, result=result):
                beach = self._state.board.landings[landing]  # type: ignore[index]  # a landing
                return [Tell(beach, joined(_("die {die}").format(die=rolled), landing_words(result)), 1.4)]
            case ev.Scattered(unit=unit, result=result):
                where = self.where(unit)
                return [Tell(where, _(landing_day.SCATTER[result]), 0.8)] if where is not None else []
            case ev.StepLost(unit=unit):
                return [Strength(unit, -1)]
            case ev.Eliminated(unit=unit):
                return [Gone(unit)]
        return super().acts(event)
