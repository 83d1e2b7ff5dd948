"""The map, the cards and the fire table as the ledger prints them, for tests that need no campaign files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import yaml

from wab.content.data import rules_root
from wab.content.ledger import Example, entry
from wab.hexes import Grid, HexId
from wab.systems.omaha.combat.fields import LEVELS, Fields

GRID = Grid(20, 36)
SECTORS = {"E": "east", "W": "west"}
ICONS = {"armor": "armour", "F": "fire"}


class Position(NamedTuple):
    id: str
    hexes: tuple[HexId, ...]
    sector: str
    colour: str
    wn: bool
    zone: str
    number: int
    building: bool
    dots: Mapping[HexId, str]


class Colour(NamedTuple):
    colour: str
    double: bool = False
    icon: str = "fire"


class Guns(NamedTuple):
    least: int
    calibres: tuple[int, ...]


class Card(NamedTuple):
    number: int
    fire: tuple[Colour, ...]
    target: str
    guns: Guns | None


class Force(NamedTuple):
    unit: str = "squad-1"
    marker: str | None = None
    seen: bool = False
    marker_seen: bool = False
    disrupted: bool = False


class Cells(NamedTuple):
    match: str
    none: str
    armour_match: str
    armour_none: str


class Coded(NamedTuple):
    steps: int
    disrupts: bool


class FireTable(NamedTuple):
    rows: Mapping[str, Mapping[str, Cells]]
    effects: Mapping[str, Coded]


def example(number: int) -> Any:
    """Return what a worked example of the ledger gives and expects."""
    found = entry(f"OMA-X-{number:02}")[1]
    assert isinstance(found, Example)
    return found.given, found.expect


@cache
def tables() -> dict[str, Any]:
    """Return the tables of the ledger, each as it was put together again."""
    whole = yaml.load((rules_root() / "omaha.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {table["id"]: table["rebuild"] for table in whole["tables"] if "rebuild" in table}


def at(label: str) -> HexId:
    """Return the hex of a label."""
    return (int(label[:2]) - 1) * GRID.cols + int(label[2:]) - 1


def sector_of(hex_: HexId) -> str:
    """Return the sector of a hex: the boundary runs along a column but for two rows (OMA-T-MAP)."""
    row, col = hex_ // GRID.cols + 1, hex_ % GRID.cols + 1
    return "west" if col >= {4: 18, 7: 20}.get(row, 19) else "east"


@cache
def fields() -> Fields:
    """Return the fields of fire of all positions of the map."""
    return Fields({row["id"]: _position(row) for row in tables()["OMA-T-MAP"]["positions"]}, GRID.distance)


def _position(row: dict[str, Any]) -> Position:
    name, hexes = row["id"], row.get("hexes") or [row["hex"]]
    numbered = name[1:].isdigit() and name[0] in "ABCDEFG"
    return Position(
        id=name,
        hexes=tuple(at(label) for label in hexes),
        sector=SECTORS[row["sector"]],
        colour=row["colour"],
        wn=name.startswith("WN"),
        zone=name[0] if numbered else "",
        number=int(name[1:]) if numbered else int(name[2:]) if name.startswith("WN") else 0,
        building=bool(row.get("building")),
        dots={at(label): level for level in LEVELS for label in row[level]},
    )


@cache
def cards() -> tuple[Card, ...]:
    """Return the deck."""
    return tuple(_card(row) for row in tables()["OMA-T-DECK"]["cards"])


def _card(row: dict[str, Any]) -> Card:
    colours = [text.split("/") for text in row["fire"]]
    fire = tuple(Colour(colour, symbol == "double", ICONS.get(icon, icon)) for colour, symbol, icon in colours)
    return Card(row["n"], fire, row["target"], guns(row["artillery"]))


def guns(text: str | None) -> Guns | None:
    """Return an artillery value as a card prints it: "3:75+88+105"."""
    if text is None:
        return None
    least, calibres = text.split(":")
    return Guns(int(least), tuple(int(calibre) for calibre in calibres.split("+")))


@cache
def fire_table() -> FireTable:
    """Return the German fire table."""
    columns = {"WN or revealed": "fit", "unrevealed": "unrevealed", "ambush": "ambush"}
    rows: dict[str, dict[str, Cells]] = {}
    for row in tables()["OMA-T-FIRE"]["rows"]:
        cells = Cells(row["match"], row["nomatch"], row["armor_match"], row["armor_nomatch"])
        rows.setdefault(columns[row["column"]], {})[row["dot"]] = cells
    effects = {"L": Coded(1, False), "D": Coded(0, True), "LD": Coded(1, True), "NE": Coded(0, False)}
    return FireTable(rows, effects)
