"""Colours of the card game's table. One place, so that its look is changed by changing values."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.gfx.palettes import Palette
from wab.app.gfx.theme import Rgba, colour


class TableColours(NamedTuple):
    """Colours of what stands on the board. Pairs are of the Allies and the Axis."""

    figures: tuple[Rgba, Rgba] = (colour("718F41"), colour("587DB2"))
    metal: tuple[Rgba, Rgba] = (colour("566C36"), colour("42608C"))
    felt: tuple[Rgba, Rgba] = (colour("34452A"), colour("2C3A52"))
    edge: tuple[Rgba, Rgba] = (colour("7E9A4C"), colour("6F93C4"))
    words: tuple[Rgba, Rgba] = (colour("A9C46C"), colour("86ADE2"))  # in the HUD, on dark ground
    elite: Rgba = colour("E3B53F")
    resistance: Rgba = colour("C8473A")
    odd_size: Rgba = colour("F4CF3A")
    odd_ink: Rgba = colour("2A2014")
    section: Rgba = colour("B3271E")
    frame: Rgba = colour("EBDDBB")
    frame_edge: Rgba = colour("4B3620")
    ink: Rgba = colour("2A2014")
    halo: Rgba = colour("F3EAD2", 0.86)
    # What can be clicked: light lines on dark ones, so that they are seen on grass, sand and water alike.
    units: Rgba = colour("FFF3B8")
    reach: Rgba = colour("FFF3B8")
    target: Rgba = colour("E2452F")
    retreat: Rgba = colour("8FD3F4")
    ground: Rgba = colour("FFC93C")
    choice: Rgba = colour("E7B84E")
    active: Rgba = colour("FFD75E")
    dark: Rgba = colour("1A1408")
    medal: tuple[Rgba, Rgba] = (colour("E3BE5E"), colour("B9BDC4"))
    die: Rgba = colour("F3EBD3")
    die_edge: Rgba = colour("CDBF9C")


TABLE = TableColours()
TABLE_COLOUR_BLIND = TableColours(
    figures=(colour("4C8CC4"), colour("D9822B")),
    metal=(colour("2F6391"), colour("9E5A17")),
    felt=(colour("25415C"), colour("5A3A16")),
    edge=(colour("7FB4DE"), colour("F0B274")),
    words=(colour("7FB4DE"), colour("F0B274")),
)


TABLE_TRITAN = TableColours(
    figures=(colour("2FA3A8"), colour("D2544A")),
    metal=(colour("1F777C"), colour("963830")),
    felt=(colour("1E4A4C"), colour("57231F")),
    edge=(colour("7ED0D2"), colour("F0A095")),
    words=(colour("7ED0D2"), colour("F0A095")),
)
TABLES = {"protan": TABLE_COLOUR_BLIND, "deutan": TABLE_COLOUR_BLIND, "tritan": TABLE_TRITAN}


def colours_for(palette: Palette) -> TableColours:
    """The colours of the table in a palette."""
    return TABLES.get(palette.name, TABLE)


# Static things on the board.
LEAVES = tuple(colour(text) for text in ("6F8F45", "5F8140", "7E9B50", "577A3C", "88A257"))
DARK_LEAVES = tuple(colour(text) for text in ("4F7239", "466A36", "587C3F", "3F6232"))
HEDGE = tuple(colour(text) for text in ("5B7A38", "66853F", "506F33"))
TRUNK = colour("6B4E33")
CONCRETE, CONCRETE_DARK, SLIT = colour("A8A38F"), colour("858069"), colour("2A2824")
CAMOUFLAGE = colour("8B8A5E")
SAND_BAG = tuple(colour(text) for text in ("C9B184", "BBA375", "D3BC90"))
STEEL, WIRE, POST = colour("5B564E"), colour("8B8A86"), colour("6E5539")
SEA_WALL, SHINGLE = colour("BEB6A2"), colour("A79F8D")
TIMBER, TIMBER_DARK, STONE = colour("B08D5B"), colour("7C5F3A"), colour("B6AB94")
