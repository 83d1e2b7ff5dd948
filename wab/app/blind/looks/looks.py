"""Looks of units and names of the ground: army colours, symbols, signs, the figures on a counter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wab.app.gfx.specs import CounterSpec, Nation, Sign
from wab.app.gfx.theme import colour
from wab.app.wargame.adapter.place_names import hex_title, label_title, sea_title
from wab.app.wargame.adapter.typography import typographic, words
from wab.content.normandy.miniatures import miniature_of
from wab.content.normandy.names import load_names
from wab.content.normandy.nations import load_nations
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.state.board import CODES, Board, Profile
from wab.systems.blind.state.state import FIRST, FULL, ISOLATED, PARTIAL, State, Unit

SYMBOLS: Mapping[str, str] = {
    "airborne": "airborne",
    "arm": "armour",
    "cav": "recon",
    "ranger": "ranger",
    "commando": "ranger",
    "tank": "armour",
    "para": "airborne",
    "pz": "armour",
    "pzgr": "mechanised",
    "tiger": "heavy_tank",
    "stug": "assault_gun",
    "flak": "anti_aircraft",
    "werfer": "rocket",
    "fortress": "fortress",
}
"""The symbol on the counter, by the second part of the type of a unit; infantry otherwise."""
_AIR_FORCE = ("ge_lw", "ge_para", "ge_para_regt", "ge_flak")
_ARMIES: Mapping[str, str] = {"us": "us", "br": "uk", "al": "uk", "ca": "ca", "pl": "pl", "fr": "fr"}
_WORST, _BAD, _WAITS, _GOOD, _BOUND = map(colour, ("8E1B14", "C0561E", "2F5E96", "3C7A3A", "6A5426"))
SIGNS: Mapping[str, Sign] = {
    "isolated": Sign("crate", _WORST),
    "partial": Sign("crate", _BAD),
    "attacks": Sign("attack", _WORST),
    "bound": Sign("lock", _BOUND),
    "turned": Sign("boot", _BAD),
    "silent": Sign("mute", _BAD),
    "reserve": Sign("clock", _WAITS),
    "rebuilt": Sign("heart", _GOOD),
    "cutters": Sign("wrench", _GOOD),
}
"""Every sign that a counter can carry, the worst first."""
TERRAIN: Mapping[str, str] = {
    "sea": N_("sea"),
    "clear": N_("clear ground"),
    "bocage": N_("bocage"),
    "hills": N_("hills"),
    "forest": N_("forest"),
    "marsh": N_("marsh"),
    "city": N_("city"),
    "beach": N_("beach"),
}
SUPPLY: Mapping[int, str] = {FULL: N_("full"), PARTIAL: N_("partial"), ISOLATED: N_("isolated")}


@cache
def nations() -> dict[str, Nation]:
    """The armies by key (campaigns/normandy/nations.yaml)."""
    return Nation.table(load_nations().nations)


def army_of(profile: Profile) -> str:
    """The army whose colours a unit wears."""
    if profile.side == "allied":
        return _ARMIES[profile.key.partition("_")[0]]
    if "_ss_" in profile.key:
        return "ss"
    return "luftwaffe" if profile.type in _AIR_FORCE else "heer"


def symbol_of(profile: Profile) -> str:
    """The symbol of a unit by its type: what moves on wheels alone is motorised."""
    found = next((SYMBOLS[part] for part in profile.type.split("_")[1:] if part in SYMBOLS), "")
    return found or ("motorised" if profile.row.ground == "motorised" and profile.side == "axis" else "infantry")


def unit_name(profile: Profile) -> str:
    """The full name in the reader's language."""
    return typographic(words(profile.name))


def place_name(board: Board, hex_: HexId) -> str:
    """The place in a hex, "" for none."""
    return typographic(board.places[hex_].name) if hex_ in board.places else ""


def place_title(board: Board, hex_: HexId) -> str:
    """The title of a hex: its place, at sea the sea, else the nearest place; each with its number."""
    label = board.grid.label(hex_)
    if not board.land[hex_]:
        return sea_title(board.map, hex_, load_names().regions)
    found = hex_title(board.map, hex_, lambda one: typographic(board.map.name(one)))
    return found if found == label_title(board.map, hex_) else f"{found} ({label})"


def ground_title(board: Board, hex_: HexId) -> str:
    """The terrain of a hex."""
    return _(TERRAIN[board.terrain(hex_)])


def marks_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The names of the signs of a unit, the worst first."""
    there = {
        "isolated": unit.supply == ISOLATED,
        "partial": unit.supply == PARTIAL,
        "attacks": unit.target >= 0,
        "bound": unit.bound >= 0 and unit.target < 0,
        "turned": unit.turned,
        "silent": unit.silent,
        "reserve": unit.reserve,
        "rebuilt": unit.rebuilt,
        "cutters": unit.cutters,
    }
    return tuple(name for name in SIGNS if there[name])


def counter(state: State, unit: Unit, *, stack: int = 0, selected: bool = False) -> CounterSpec:
    """Fire power and movement, pips for steps, crosses for RE; a unit that has moved is dimmed."""
    profile = state.profile(unit.id)
    moves = state.now.side == profile.side
    acted = (moves and unit.act in ("moved", "halted", "fitted")) or (unit.turned and state.now.phase not in FIRST)
    signs = tuple(SIGNS[name] for name in marks_of(state, unit))
    movement = state.supply(unit.id).movement(profile.row.movement)
    spec = printed(profile, unit.hex, unit.steps, turned=unit.turned)
    return CounterSpec(
        spec.key, spec.hex, spec.nation, spec.symbol, spec.name, left=spec.left, right=str(movement), pips=spec.pips,
        pips_max=spec.pips_max, size_mark=spec.size_mark, side=spec.side, figure=spec.figure, stack=stack,
        selected=selected, acted=acted, signs=signs,
    )  # fmt: skip


def printed(profile: Profile, hex_: HexId, steps: int, *, turned: bool = False) -> CounterSpec:
    """A unit with so many steps, as it fires: half of its power if it has moved (BLD-4-20)."""
    army, symbol = army_of(profile), symbol_of(profile)
    power = profile.fire(steps) // (2 if turned else 1) if steps else 0
    return CounterSpec(
        profile.id, hex_, nations()[army], symbol, profile.label, left=str(power), right=str(profile.row.movement),
        pips=steps, pips_max=profile.full, size_mark="XX" if profile.re(steps) > 1 else "III",
        side=CODES[profile.side], figure=miniature_of(army, symbol),
    )  # fmt: skip
