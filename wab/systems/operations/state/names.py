"""Names in sentences of sides, units, formations and hexes, with their grammar (`wab.engine.words.text`)."""

from __future__ import annotations

from functools import lru_cache

from wab.content.normandy.grammar import noun
from wab.content.normandy.names import load_names
from wab.engine.words.text import Noun, Text
from wab.field.names import hex_noun
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.state import State

ALLIES = Noun("Allies", en="p le", fr="mp le")
AXIS = Noun("Axis", en="s le", fr="ms le")
SIDE_NOUNS = {"allied": ALLIES, "axis": AXIS}
UNIDENTIFIED = Noun("unidentified unit", en="s un", fr="fs un")


def side_noun(side: str) -> Text:
    """A side, for a sentence with its article: `{side:The} {side:|wins|win}`."""
    return SIDE_NOUNS.get(side) or Text(side)


def unit_noun(state: State, unit: int) -> Text:
    """A unit or an air unit; contacts, and units that have passed out of knowledge, are unidentified."""
    profile = state.roster.get(unit) or state.board.squadrons.get(unit)
    return profile.noun if profile is not None and profile.noun.msgid else UNIDENTIFIED


def division_noun(board: Board, division: str) -> Text:
    """A formation by its key; the key itself where there is none."""
    return board.division_nouns.get(division) or Text.of_data({"en": division})


def corps_noun(corps: str) -> Text:
    """A corps by what stands on its units: "XXX" is "XXX Corps", « XXXe corps »."""
    number, _, kind = corps.partition(" ")
    ordinal = f"{number}er" if number == "I" else f"{number}e"
    words = {"": "{ordinal} corps", "SS": "{ordinal} corps SS", "Canadian": "{ordinal} corps canadien"}
    french = {"FJ": "{ordinal} corps parachutiste", "Flak": "{ordinal} corps de DCA"} | words
    told = french.get(kind, "{ordinal} corps " + kind).replace("{ordinal}", ordinal)
    return Text.of_data({"en": f"{corps} Corps", "fr": told}, {"en": "s", "fr": "ms le hold"})


def place_noun(board: Board, hex_: int) -> Text:
    """A hex as sentences call it: by the place in it, by its label where there is none ("hex 4623")."""
    name = board.map.name(hex_)
    return _place(name) if name else label_noun(board, hex_)


def label_noun(board: Board, hex_: int) -> Text:
    """A hex by its label: "hex 4623", « l’hexagone 4623 »."""
    return hex_noun(board.grid, hex_)


def full_place_noun(board: Board, hex_: int) -> Text:
    """A hex by the place in it and its label, "Carentan (4722)"; by its label alone where there is no place."""
    name = board.map.name(hex_)
    if not name:
        return label_noun(board, hex_)
    return Text("{name:*} ({label})", {"name": _place(name), "label": board.grid.label(hex_)})


@lru_cache(maxsize=4096)
def _place(name: str) -> Text:
    """A place of the map in the reader's language: campaigns/normandy/names.yaml has some that are called otherwise."""
    return noun(load_names().places.get(name) or {"en": name, "fr": name})
