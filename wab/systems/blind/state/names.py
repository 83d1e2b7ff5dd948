"""Names of units, hexes, sides and phases in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wab.engine.words.text import N_, Noun, Text, listed
from wab.field.names import hex_noun as label_noun
from wab.hexes import HexId
from wab.systems.blind.state.state import State

SIDE_NAMES: Mapping[str, str] = {"allied": N_("Allies"), "axis": N_("Germans")}
LEVEL_NAMES: Mapping[str, str] = {
    "allied_major": N_("Allied major victory"),
    "allied_substantial": N_("Allied substantial victory"),
    "allied_minor": N_("Allied minor victory"),
    "draw": N_("draw"),
    "axis_minor": N_("German minor victory"),
    "axis_substantial": N_("German substantial victory"),
    "axis_major": N_("German major victory"),
}
PHASE_NAMES: Mapping[str, str] = {
    "placement": N_("Optional placement"),
    "port": N_("Port of Cherbourg"),
    "interdiction": N_("Air interdiction"),
    "axis_first": N_("German first movement"),
    "axis_combat": N_("German combat"),
    "allied_reserve": N_("Allied reserve movement"),
    "axis_second": N_("German second movement"),
    "allied_first": N_("Allied first movement"),
    "allied_air": N_("Allied air support"),
    "allied_combat": N_("Allied combat"),
    "axis_reserve": N_("German reserve movement"),
    "allied_second": N_("Allied second movement"),
}
EDGE_NAMES: Mapping[str, str] = {"east": N_("the east"), "south": N_("the south"), "west": N_("the west")}
ACCOUNT_NAMES: Mapping[str, str] = {
    "us": N_("12th Army Group"), "br": N_("21st Army Group"), "ge": N_("Germans")
}  # fmt: skip
_GRAMMAR: Mapping[str, dict[str, str]] = {
    "allied": {"en": "p le", "fr": "mp le elide"}, "axis": {"en": "p le", "fr": "mp le elide"},
}  # fmt: skip


def side_noun(side: str) -> Text:
    """A side in a sentence."""
    return Noun(SIDE_NAMES[side], **_GRAMMAR[side])


def unit_noun(state: State, unit: int) -> Text:
    """A unit in a sentence: "the 4th Infantry Division"."""
    profile = state.board.roster[unit]
    noun, *_ = profile.name["fr"].lower().split(" de ")
    feminine = any(word in noun for word in ("division", "brigade", "forteresse", "flak"))
    french = "fs le hold" if feminine else "ms le hold"  # « le IIIe corps »: no name begins with a vowel that is spoken
    plural = profile.name["en"] == "Rangers"
    return Text.of_data(profile.name, {"en": "p le" if plural else "s le", "fr": "mp le" if plural else french})


def units_nouns(state: State, units: Iterable[int]) -> str | Text:
    """Units in a row."""
    return listed([unit_noun(state, unit) for unit in units])


def hex_noun(state: State, hex_: HexId) -> Text:
    """A hex in a sentence: its place if it has one of the map's names, else its number."""
    place = state.board.places.get(hex_)
    if place is not None:
        name = f"{place.name} ({state.board.grid.label(hex_)})"
        return Text.of_data({"en": name, "fr": name}, {"en": "s", "fr": "ms"})
    return label_noun(state.board.grid, hex_)
