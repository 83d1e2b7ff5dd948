"""Names of units, hexes, sectors, levels, phases and ties in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wab.engine.words.text import N_, Noun, Text, listed
from wab.field.names import hex_noun as label_noun
from wab.hexes import HexId
from wab.systems.omaha.state.state import State

SIDE_NAMES: Mapping[str, str] = {
    "us": N_("Americans"), "us/1st": N_("1st Division"), "us/29th": N_("29th Division"), "germans": N_("Germans"),
}  # fmt: skip
LEVEL_NAMES: Mapping[str, str] = {
    "us_victory": N_("American victory"), "us_defeat": N_("American defeat"),
    "decisive_victory": N_("decisive American victory"), "operational_victory": N_("operational American victory"),
    "tactical_victory": N_("tactical American victory"), "tactical_defeat": N_("tactical American defeat"),
    "operational_defeat": N_("operational American defeat"), "decisive_defeat": N_("decisive American defeat"),
    "catastrophe": N_("catastrophic losses"), "draw": N_("draw"),
}  # fmt: skip
SECTOR_NAMES: Mapping[str, str] = {"east": N_("the eastern sector"), "west": N_("the western sector")}
PHASE_NAMES: Mapping[str, str] = {
    "landing": N_("Amphibious operations"), "arrivals": N_("Landing boxes"), "event": N_("Event"),
    "fire": N_("German fire"), "engineers": N_("US engineers"), "actions": N_("US actions"),
    "end": N_("End of the turn"), "second_event": N_("Second event"), "works": N_("US engineers and headquarters"),
    "leader_drift": N_("A leader drifts along, or stays"), "ranger_drift": N_("How far the rangers drift"),
    "mine": N_("Which unit a mine hits"), "sacrifice": N_("A hero dies for the unit, or the unit dies"),
    "go_on": N_("The unit goes on, or stays"), "new_hero": N_("Which unit has a hero"),
    "rockets": N_("Which unit the rockets hit"), "smoke": N_("Where the grass burns"),
    "sand": N_("Where the heavy units stand"), "push": N_("Where the unit is pushed"),
    "overstack": N_("Which unit is given up"),
    "victim": N_("Which unit is hit next"),
    "leader": N_("Which leader is hit"),
    "attacker": N_("Which attacker loses a step"), "hero": N_("What a hero does in the attack"),
}  # fmt: skip
COLOUR_NAMES: Mapping[str, str] = {
    "red": N_("red"), "orange": N_("orange"), "brown": N_("brown"), "green": N_("green"), "blue": N_("blue"),
    "purple": N_("purple"),
}  # fmt: skip
SYMBOL_NAMES: Mapping[str, str] = {
    "circle": N_("circle"), "diamond": N_("diamond"), "triangle": N_("triangle")
}  # fmt: skip


def unit_noun(state: State, unit: int) -> Text:
    """A unit in a sentence: its designation."""
    key = state.board.roster[unit].key
    return Text.of_data({"en": key, "fr": key}, {"en": "s", "fr": "fs"})


def units_nouns(state: State, units: Iterable[int]) -> str | Text:
    """Units in a row."""
    return listed([unit_noun(state, unit) for unit in units])


def hex_noun(state: State, hex_: HexId) -> Text:
    """A hex in a sentence: a German position by its id, any other hex by its number."""
    position = state.board.position_at.get(hex_)
    if position is not None and not position.id.startswith("u"):
        name = f"{position.id} ({state.board.grid.label(hex_)})"
        return Text.of_data({"en": name, "fr": name}, {"en": "s", "fr": "ms"})
    return label_noun(state.board.grid, hex_)


def sector_noun(sector: str) -> Text:
    """A sector in a sentence."""
    return Noun(SECTOR_NAMES[sector], en="s", fr="ms")
