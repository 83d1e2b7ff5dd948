"""Looks of units: army colours, symbol and miniature by type, figures on the counter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wab.app.gfx.specs import CounterSpec, Nation, Sign
from wab.app.gfx.theme import Rgba, colour
from wab.app.wargame.adapter.place_names import called, hex_title, label_title, sea_title
from wab.app.wargame.adapter.typography import signed, typographic, words
from wab.content.normandy.miniatures import miniature_of
from wab.content.normandy.names import load_names
from wab.content.normandy.nations import load_nations
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.state.board import CODES, Board, Profile
from wab.systems.zocbonds.state.state import ISOLATED, State, Unit
from wab.systems.zocbonds.telling.journal import TRACKS

SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry",
    "fortress": "infantry",
    "security": "infantry",
    "ost": "infantry",
    "bicycle": "bicycle",
    "commando": "ranger",
    "parachute": "airborne",
    "glider": "glider",
    "motorised_infantry": "motorised",
    "panzer_engineer": "engineer",
    "panzergrenadier": "mechanised",
    "tank": "armour",
    "anti_tank": "anti_tank",
    "flak": "anti_aircraft",
    "recon": "recon",
    "armoured_brigade": "armour",
    "combat_command": "armour",
    "hq": "commander",
    "werfer": "rocket",
    "beach_engineer": "engineer",
    "strongpoint": "coastal",
}
"""The symbol on the counter, by type of unit."""
_WORST, _BAD, _WAITS, _GOOD, _WORKS = map(colour, ("8E1B14", "C0561E", "2F5E96", "3C7A3A", "6A5426"))
MARKS: Mapping[str, Sign] = {
    "disrupted": Sign("bolt", _WORST),
    "scattered": Sign("warning", _WORST),
    "reserve": Sign("clock", _WAITS),
    "regroup": Sign("reform", _WAITS),
    "replaced": Sign("heart", _GOOD),
    "moved_side": Sign("boot", _GOOD),
    "truck": Sign("gear", _GOOD),
    "column": Sign("end_turn", _GOOD),
}
"""The sign of each marker, by its name in `Unit`; the worst first."""
SIGNS: Mapping[str, Sign] = {
    "isolated": Sign("crate", _WORST),
    "out": Sign("crate", _BAD),
    **MARKS,
    "begun": Sign("wrench", _WORKS),
    "done": Sign("shield", _WORKS),
}
"""Every sign that a counter can carry."""
SEA, BEYOND = "sea", "beyond"
"""Kinds of ground: the sea, and what lies beyond the edge of the battle."""
_NATIONS = {"us": "us", "british": "uk", "canadian": "ca"}
QUALITIES: Mapping[int, str] = {-2: N_("very poor"), -1: N_("poor"), 0: N_("usual"), 1: N_("very good")}
"""Troop qualities in words."""
QUALITY_ABOVE_WORST = 2
"""Added to a troop quality of -2 to +1 it counts the chevrons of a counter."""


@cache
def nations() -> dict[str, Nation]:
    """The armies by key (campaigns/normandy/nations.yaml)."""
    return Nation.table(load_nations().nations)


def army_of(profile: Profile) -> str:
    """The army whose colours a unit wears (ZOC-2.3.4-1)."""
    return profile.branch or _NATIONS[profile.nation]


def symbol_of(profile: Profile) -> str:
    """The symbol of a unit: a Tiger is heavier than a tank, guns on tracks are assault guns."""
    if profile.is_tiger:
        return "heavy_tank"
    if profile.vehicle in ("assault_gun", "jagdpanther"):
        return "assault_gun"
    return SYMBOLS[profile.type]


def figure_of(profile: Profile) -> str:
    """The miniature that stands for a unit, "" for none."""
    if profile.vehicle == "panther":
        return "panther"
    return miniature_of(army_of(profile), symbol_of(profile))


ARMY_TINTS: Mapping[str, Rgba] = {
    "us": colour("A9BE78"),
    "commonwealth": colour("DDBE7C"),
    "seventh_army": colour("DB6A54"),
    "panzergruppe_west": colour("C9A9C4"),
}
"""The colour in panels of an army with its own player: its counters' colour, light enough to read."""


def seat_tint(seat: str) -> Rgba | None:
    """The colour of a seat that leads a part of a side; None for a side, which has its own."""
    return ARMY_TINTS.get(seat.partition("/")[2])


def seat_name(seat: str) -> str:
    """The army of a seat that leads a part of a side; "" for a side (ZOC-27.1-1)."""
    army = seat.partition("/")[2]
    return _(TRACKS[army]) if army in TRACKS else ""


def place_title(board: Board, hex_: HexId) -> str:
    """Return the title of a hex: its place, the nearest place, the sea, or its number."""
    terrain = board.map.terrain_name(hex_)
    if terrain == BEYOND:
        return _("off the map")
    by_number, found = label_title(board.map, hex_), hex_title(board.map, hex_, lambda one: place_name(board, one))
    return sea_title(board.map, hex_, load_names().regions) if found == by_number and terrain == SEA else found


def short_title(board: Board, hex_: HexId) -> str:
    """The same, shorter where a beach has a name for that."""
    name = board.map.name(hex_)
    short = next((row.short for row in board.lines.beaches.values() if row.short and row.name["en"] == name), None)
    return typographic(words(short)) if short is not None else place_title(board, hex_)


def place_name(board: Board, hex_: HexId) -> str:
    """Return the reader's name of the place in a hex, or "". Beaches are named as in the rules."""
    name = board.map.name(hex_)
    beach = next((row.name for row in board.lines.beaches.values() if row.name["en"] == name), None)
    return typographic(words(beach)) if beach is not None else called(name, load_names().places)


def unit_name(profile: Profile) -> str:
    """The full name in the reader's language."""
    return typographic(words(profile.name))


def formation_name(board: Board, formation: str) -> str:
    """A formation in the reader's language, "" for none."""
    found = board.formations.get(formation)
    return typographic(words(found.name)) if found is not None else ""


def strength_words(state: State, unit: Unit) -> str:
    """Its strength as printed: in brackets where it can only defend (ZOC-2.3.1-1)."""
    profile, strength = state.profile(unit.id), state.strength(unit)
    bound = profile.defends_only or state.is_cadre(unit)
    return f"({strength})" if bound else str(strength)


def signs(state: State, unit: Unit) -> tuple[Sign, ...]:
    """The markers of a unit, what hinders it first; the uppermost of a hex shows the position that is there."""
    found = [MARKS[name] for name in MARKS if getattr(unit, name)]
    if unit.supply:
        found.insert(0, SIGNS["isolated" if unit.supply == ISOLATED else "out"])
    works = state.works_in(unit.hex) if unit.id == min(state.stacks.get(unit.hex, (unit.id,))) else None
    if works is not None:
        found.append(SIGNS["done" if works.done else "begun"])
    return tuple(found)


def quality_words(quality: int) -> str:
    """A troop quality from -2 to +1 with its name (ZOC-2.3.1-3)."""
    return f"{signed(quality)}, {_(QUALITIES[quality])}" if quality in QUALITIES else signed(quality)


def armour_words(profile: Profile) -> str:
    """An armour value, and what its colour says: red ones are of guns, which count against armour alone
    (ZOC-12.4.2-3)."""
    kind = _("guns, against armour alone") if profile.guns else _("tanks")
    return f"{profile.armour}, {kind}"


def counter(state: State, unit: Unit, *, stack: int, selected: bool, acted: bool) -> CounterSpec:
    """Strength at the left, movement allowance at the right, chevrons for quality, pips for steps."""
    profile = state.profile(unit.id)
    return CounterSpec(
        unit.id,
        unit.hex,
        nations()[army_of(profile)],
        symbol_of(profile),
        profile.label,
        left=strength_words(state, unit),
        right=str(state.values(unit)[1]),
        pips=unit.steps,
        pips_max=profile.steps,
        quality=max(0, state.quality(unit) + QUALITY_ABOVE_WORST),
        size_mark=profile.size,
        stack=stack,
        side=CODES[profile.side],
        group=profile.formation,
        group_name=profile.label,
        selected=selected,
        acted=acted,
        signs=signs(state, unit),
        star=profile.is_hq,
        figure=figure_of(profile),
    )
