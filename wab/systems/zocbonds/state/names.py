"""Names in sentences of sides, units, formations and hexes, with their grammar (`wab.engine.words.text`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wab.content.normandy.grammar import noun
from wab.content.normandy.names import load_names
from wab.engine.words.text import Noun, Text, listed
from wab.field.names import hex_noun
from wab.hexes import HexId
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.state import State

SIDE_NOUNS = {"allied": Noun("Allies", en="p le", fr="mp le"), "axis": Noun("Germans", en="p le", fr="mp le")}
ARMY_NOUNS = {
    "us": Noun("US First Army", en="s le", fr="fs le"),
    "commonwealth": Noun("British Second Army", en="s le", fr="fs le"),
}


def side_noun(side: str) -> Text:
    """A side, or the side of a seat, for a sentence with its article."""
    return SIDE_NOUNS.get(side.partition("/")[0]) or Text(side)


def unit_noun(state: State, unit: int) -> Text:
    """A unit by its name in the reader's language."""
    return _named(state.board, unit)


@lru_cache(maxsize=4096)
def _named(board: Board, unit: int) -> Text:
    return noun(board.roster[unit].name)


def formation_noun(board: Board, formation: str) -> Text:
    """A formation by its id; the id itself where there is none."""
    found = board.formations.get(formation)
    return noun(found.name) if found is not None else Text.of_data({"en": formation})


def units_nouns(state: State, units: Iterable[int]) -> str | Text:
    """Several units, one after the other."""
    return listed([unit_noun(state, unit) for unit in units], whole=True)


def place_noun(board: Board, hex_: HexId) -> Text:
    """A hex by the place in it and its number, "Carentan (2512)"; by its number alone where there is no place."""
    name = board.map.name(hex_)
    if not name:
        return hex_noun(board.grid, hex_)
    return Text("{name:*} ({label})", {"name": _place(name), "label": board.grid.label(hex_)})


@lru_cache(maxsize=1024)
def _place(name: str) -> Text:
    """A place of the map: campaigns/normandy/names.yaml has some that are called otherwise in one language."""
    return noun(load_names().places.get(name) or {"en": name, "fr": name})


CITIES = {"cherbourg": "Cherbourg", "caen": "Caen", "bayeux": "Bayeux", "saint_lo": "Saint-Lô"}
"""The cities that have hexes of their own, as they are called."""


@lru_cache(maxsize=8)
def _city_hexes(board: Board) -> dict[HexId, str]:
    return {hex_: CITIES[name] for name, hexes in board.lines.cities.items() for hex_ in hexes}


def city_of(board: Board, hex_: HexId) -> str:
    """The city that a hex belongs to, with any place printed in it; "" for none."""
    return _city_hexes(board).get(hex_, "")


def hexes_of_city(board: Board, hex_: HexId) -> tuple[HexId, ...]:
    """All hexes of the city that a hex belongs to; the hex alone where it belongs to none."""
    city = city_of(board, hex_)
    return tuple(one for one, name in _city_hexes(board).items() if name == city) if city else (hex_,)


def noun_of_place(board: Board, hex_: HexId) -> Text:
    """The city or the place of a hex, without its number; a hex by its number where there is none."""
    name = city_of(board, hex_) or board.map.name(hex_)
    return _place(name) if name else hex_noun(board.grid, hex_)
