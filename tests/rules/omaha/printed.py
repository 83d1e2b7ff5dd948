"""Positions, cards and examples for tests of rules that take plain values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import yaml

from wab.content.data import rules_root
from wab.content.ledger import Example, entry
from wab.content.omaha.loader import load_content
from wab.content.omaha.shapes import LEVELS, CardRow, GunValue, Level, PositionRow
from wab.content.omaha.tables import TerrainRow
from wab.hexes import HexId
from wab.systems.omaha.combat.fields import Fields

GRID = load_content().map.grid
TABLES = load_content().tables


class Position(NamedTuple):
    id: str
    hexes: tuple[HexId, ...]
    sector: str
    colour: str
    wn: bool
    zone: str
    number: int
    building: bool
    dots: Mapping[HexId, Level]


class Force(NamedTuple):
    unit: str = "squad-1"
    marker: str | None = None
    seen: bool = False
    marker_seen: bool = False
    disrupted: bool = False


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
    return GRID.parse(label)


def sector_of(hex_: HexId) -> str:
    """Return the sector of a hex: the boundary runs along a column but for two rows (OMA-T-MAP)."""
    row, col = divmod(int(GRID.label(hex_)), 100)
    return "west" if col >= {4: 18, 7: 20}.get(row, 19) else "east"


@cache
def fields() -> Fields:
    """Return the fields of fire of all positions of the map."""
    rows = load_content().positions.positions
    return Fields({name: _position(name, row) for name, row in rows.items()}, GRID.distance)


def _position(name: str, row: PositionRow) -> Position:
    wn, numbered = name.startswith("WN"), name[0] in "ABCDEFG"
    return Position(
        id=name,
        hexes=tuple(at(label) for label in row.hexes),
        sector=row.sector,
        colour=row.colour,
        wn=wn,
        zone=name[0] if numbered else "",
        number=int(name[2:]) if wn else int(name[1:]) if numbered else 0,
        building=terrain(at(row.hexes[0])) == "building",
        dots={at(label): level for level in LEVELS for label in getattr(row, level)},
    )


def side(here: HexId, there: HexId) -> TerrainRow:
    """Return the hexside between two adjacent hexes."""
    battle_map, direction = load_content().map, GRID.direction(here, there)
    names = [name for name, flags in battle_map.side_overlays.items() if flags[here, direction]]
    return TABLES.terrain.sides[names[0] if names else "open"]


def terrain(hex_: HexId) -> str:
    """Return the terrain of a hex."""
    battle_map = load_content().map
    return str(battle_map.terrain_names[battle_map.terrain[hex_]])


def cards() -> list[CardRow]:
    """Return the deck, by number."""
    return list(load_content().deck.cards.values())


def card(*fire: Any, target: Any = "circle", guns: GunValue | None = None) -> CardRow:
    """Return a card that shows some colours."""
    return CardRow(landing="AAA", mine=False, target=target, fire=fire, events=(), guns=guns)


def guns(text: str) -> GunValue:
    """Return an artillery value as the ledger prints it: "3:75+88+105"."""
    least, calibres = text.split(":")
    return GunValue(int(least), tuple(int(calibre) for calibre in calibres.split("+")))
