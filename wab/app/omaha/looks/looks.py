"""Looks of units, Germans and ground: army colours, symbols, signs, the figures on a counter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wab.app.gfx.specs import CounterSpec, Nation, Sign
from wab.app.gfx.theme import colour
from wab.app.wargame.adapter.typography import joined
from wab.content.normandy.miniatures import miniature_of
from wab.content.normandy.nations import load_nations
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.omaha.state.board import Board, Counter, Position, Profile
from wab.systems.omaha.state.state import CLIFF, HERO, State, Unit
from wab.systems.omaha.state.steps import Force

GERMAN = 100_000
"""The key of the German counter in a hex is this number and the hex."""
SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry", "heavy_infantry": "machine_gun", "infantry_battalion": "infantry", "ranger": "ranger",
    "tank": "armour", "artillery": "artillery", "dukw_artillery": "artillery", "sp_artillery": "self_propelled",
    "anti_tank": "anti_tank", "anti_aircraft": "anti_aircraft", "sp_anti_aircraft": "anti_aircraft",
    "engineer": "engineer", "hq": "headquarters", "general": "commander",
}  # fmt: skip
"""The symbol on the counter by the type of a unit."""
DIVISION_HEADS: Mapping[str, str] = {"1st": N_("1st"), "29th": N_("29th")}
"""The divisions, as headings of a figure."""
TERRAIN: Mapping[str, str] = {
    "sea": N_("sea"), "low_beach": N_("sand at low tide"), "mid_beach": N_("sand at mid tide"),
    "high_beach": N_("high sand"), "pavilion": N_("pavilion"), "draw": N_("valley off the beach"), "field": N_("field"),
    "bocage": N_("bocage"), "building": N_("buildings"), "woods": N_("woods"), "rough": N_("rough ground"),
}  # fmt: skip
DRIVEN = ("landing_craft", "tank_craft", "armour", "self_propelled", "anti_aircraft", "anti_tank")
INLAND = 180.0
"""Boats, vehicles and guns look inland, south, however the map is turned; men show their faces."""
_WORST, _BAD, _GOOD, _WAITS = map(colour, ("8E1B14", "C0561E", "3C7A3A", "2F5E96"))
DISRUPTED, CLIMBS, HAS_HERO, RESERVE, BEATEN = (
    Sign("mute", _WORST),
    Sign("arrow_up", _WAITS),
    Sign("star", _GOOD),
    Sign("lock", _BAD),
    Sign("mute", _GOOD),
)


@cache
def nations() -> dict[str, Nation]:
    """The armies by key (campaigns/normandy/nations.yaml)."""
    return Nation.table(load_nations().nations)


def ground_title(board: Board, hex_: HexId) -> str:
    """The terrain of a hex."""
    return _(TERRAIN[board.terrain[hex_]])


def position_title(board: Board, hex_: HexId) -> str:
    """A German position with its hex, "" for other hexes; one without a number has its hex alone."""
    found = board.position_at.get(hex_)
    return found.id if found is not None and not found.id.startswith("u") else ""


def counter(state: State, unit: Unit, hex_: HexId, *, stack: int = 0, selected: bool = False) -> CounterSpec:
    """Strength and the symbol for fire, pips for steps; a unit that has acted is dimmed."""
    profile = state.profile(unit.id)
    symbol = SYMBOLS[profile.type]
    borne = symbol if unit.box not in state.board.boxes else "tank_craft" if profile.armoured else "landing_craft"
    signs = ((unit.disrupted, DISRUPTED), (bool(unit.climb), CLIMBS), (bool(unit.hero), HAS_HERO))
    return CounterSpec(
        unit.id, hex_, nations()["us"], symbol, profile.key, left=str(state.strength(unit.id)) if unit.steps else "",
        mark=profile.symbol or "", pips=unit.steps, pips_max=profile.full,
        size_mark="I", side=1, figure=miniature_of("us", borne), heading=INLAND if borne in DRIVEN else None,
        stack=stack, selected=selected, acted=unit.acted,
        signs=tuple(sign for there, sign in signs if there),
    )  # fmt: skip


def german(state: State, hex_: HexId, force: Force) -> CounterSpec:
    """A German unit, face down or with its strength and the weapons that it asks for."""
    board = state.board
    shown = board.counters.get(force.unit)
    place = state.place_at(hex_)
    signs = ((force.disrupted, BEATEN), (force.marker is not None, RESERVE))
    symbol = _german_symbol(place, shown)
    strength = str(shown.row.strength) if shown is not None else ""
    return CounterSpec(
        GERMAN + hex_, hex_, nations()["heer"], symbol, position_title(board, hex_), left=strength,
        right=" ".join(shown.row.needs) if shown is not None else "", side=2,
        contact="own" if shown is not None else "recognised", figure=_german_figure(place, shown, symbol),
        signs=tuple(sign for there, sign in signs if there),
    )  # fmt: skip


def _german_symbol(place: Position | None, shown: Counter | None) -> str:
    if place is not None and place.mobile:
        return "armour"
    if shown is not None and shown.calibre:
        return "anti_tank"
    return "fortress" if place is not None and place.wn else "infantry"


def _german_figure(place: Position | None, shown: Counter | None, symbol: str) -> str:
    """Concrete on a strongpoint, an open pit once it is known to have no gun; men, vehicles and guns elsewhere."""
    pit = shown is not None and not shown.calibre
    walls = place is not None and place.wn and not place.mobile
    return miniature_of("heer", ("open_pit" if pit else "fortress") if walls else symbol)


def german_lines(state: State, hex_: HexId) -> tuple[str, ...]:
    """Return the known facts of the Germans in a hex, line by line."""
    force, counters = state.now.forces[hex_], state.board.counters
    found = []
    if force.unit in counters:
        row = counters[force.unit].row
        found.append(joined(_("strength {n}").format(n=row.strength), _("asks for {weapons}").format(
            weapons=", ".join(row.needs)) if row.needs else ""))  # fmt: skip
    else:
        found.append(_("face down"))
    if force.marker is not None:
        reserve = counters.get(force.marker)
        known = _("a reserve of strength {n}").format(n=reserve.row.strength) if reserve is not None else ""
        found.append(known or _("a reserve, face down"))
    if force.disrupted:
        found.append(_("disrupted: it does not fire"))
    return tuple(found)


def condition(unit: Unit, profile: Profile) -> tuple[str, ...]:
    """The condition of a unit in words."""
    there = (
        (unit.disrupted, _("disrupted")),
        (unit.climb == CLIFF, _("climbs a cliff")),
        (bool(unit.climb) and unit.climb != CLIFF, _("climbs")),
        (unit.hero == HERO, _("has a hero")),
        (bool(unit.hero) and unit.hero != HERO, _("inspired")),
        (unit.wounded, _("wounded")),
    )
    return tuple(words for holds, words in there if holds)


def anchorage(board: Board, name: str) -> HexId:
    """The sea hex in front of the sand of a landing box: where its units are shown."""
    shore = next(hex_ for hex_ in board.boxes[name].hexes if hex_ is not None)
    sea = [hex_ for hex_ in board.grid.adjacent(shore) if board.terrain[hex_] == "sea"]
    return max(sea, default=shore)


def name_of(state: State, position: str) -> str:
    """A position by its name, one without a number by its hex."""
    found = state.positions[position]
    named = not found.mobile and not position.startswith("u")
    return position if named else state.board.grid.label(found.hexes[0])
