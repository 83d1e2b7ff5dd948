"""Checks of the data of the double-blind campaign that a shape cannot express, each a field and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import get_args

from wab.content.blind.shapes import (
    BeachLetter,
    EntryLetter,
    ForcesFile,
    LinesFile,
    NamedBoundary,
    ScenarioFile,
    UnitCard,
)
from wab.content.blind.tables import CombatTable, Tables, TerrainTable, TurnTable
from wab.content.hexmap import HexMap
from wab.content.hints import hint_problems
from wab.content.reader import did_you_mean
from wab.content.shelf import Problem
from wab.hexes import HexId

OPTIONS: dict[str, tuple[str, ...]] = {
    "placement": ("printed", "optional"),
    "exit_vp": ("each_phase", "each_turn", "once"),
    "early_end": ("on", "off"),
    "intelligence": ("sheets", "dark"),
}
"""The options that rules know, with their values, the usual one first."""
MOMENTS = ("first-movement", "contact", "announced", "second-movement", "reserve-movement")
"""Moments of hints that this system adds: a movement phase of a kind; an enemy has answered a call in the first one; an
attack waits in a combat phase."""


def combat_problems(table: CombatTable) -> Iterator[Problem]:
    """Given cells stand; results never fall with the die, with fire power, nor from a line to a better one."""
    if list(table.columns) != sorted(set(table.columns)) or table.columns[0] != 1:
        yield "columns", "must rise from 1"
        return
    for name, rows in table.lines.items():
        if len(rows) != len(table.columns):
            yield f"lines.{name}", f"has {len(rows)} rows (expected {len(table.columns)}, one a column)"
            return
        if any(list(row) != sorted(row) for row in rows):
            yield f"lines.{name}", "has a row that falls with the die"
        if any(low > high for one, more in pairwise(rows) for low, high in zip(one, more, strict=True)):
            yield f"lines.{name}", "falls with the fire power"
    for worse in range(table.least_line, table.best_line):
        pairs = zip(table.lines[str(worse)], table.lines[str(worse + 1)], strict=True)  # type: ignore[index]
        if any(low > high for one, more in pairs for low, high in zip(one, more, strict=True)):
            yield f"lines.{worse + 1}", f"is worse than line {worse}"
    for number, (line, power, die, steps) in enumerate(table.pinned):
        if table.row(line, power)[die - 1] != steps:
            yield f"pinned[{number}]", "is not what the table has"


def terrain_problems(table: TerrainTable) -> Iterator[Problem]:
    """No terrain is both open and closed; the road is the cheapest way (BLD-4-6)."""
    for name, row in table.terrain.items():
        if name in table.impassable:
            yield f"terrain.{name}", "stands among the impassable ones too"
        if min(row.foot, row.motor) < table.road:
            yield f"terrain.{name}", "costs less than the road"
    if table.spared_off_road not in table.terrain:
        yield "spared_off_road", did_you_mean(table.spared_off_road, table.terrain)


def turn_problems(table: TurnTable) -> Iterator[Problem]:
    """Turns follow each other by three days (BLD-20-12)."""
    for number, (row, later) in enumerate(pairwise(table.turns)):
        if not row.first < row.last < later.first:
            yield f"turns[{number}]", "does not end before the next turn begins"


def forces_problems(file: ForcesFile, tables: Tables) -> Iterator[Problem]:
    """Each unit is of a kind that there is; Allied units have an army group, Germans none."""
    for key, unit in file.units.items():
        where = f"units.{key}"
        if unit.type not in tables.types:
            yield f"{where}.type", f"{unit.type} is no kind of unit ({did_you_mean(unit.type, tables.types)})"
        if (unit.group is None) == (file.side == "allied"):
            yield f"{where}.group", "Allied units have an army group, German units have none"
        if unit.arrives and unit.arrives.at not in (
            get_args(EntryLetter) if file.side == "axis" else get_args(BeachLetter)
        ):
            yield f"{where}.arrives.at", "is a place of the other side"


def lines_problems(lines: LinesFile, battle_map: HexMap) -> Iterator[Problem]:
    """Named hexes are land."""
    sea = battle_map.is_terrain("sea")
    named = {
        **{f"places.{label}": label for label in lines.places},
        **{f"beaches.{key}.hex": beach.hex for key, beach in lines.beaches.items()},
        **{f"entries.{letter}.hex": entry.hex for letter, entry in lines.entries.items()},
        **{f"fortified.{label}": label for label in lines.fortified},
        "port": lines.port,
    }
    for where, label in named.items():
        if (hex_ := hex_of(battle_map, label)) is None or sea[hex_]:
            yield where, f"{label} is no land hex of the map"


def boundary_problems(named: Mapping[str, NamedBoundary], battle_map: HexMap) -> Iterator[Problem]:
    """Each side lies between two hexes that touch."""
    for name, boundary in named.items():
        for number, side in enumerate(boundary.sides):
            first, second = (hex_of(battle_map, label) for label in side.split("-"))
            if first is None or second is None or not battle_map.grid.are_adjacent(first, second):
                yield f"{name}.sides[{number}]", f"{side} is no hexside of the map"


def scenario_problems(
    scenario: ScenarioFile,
    units: Mapping[str, UnitCard],
    boundaries: Mapping[str, NamedBoundary],
    battle_map: HexMap,
    tables: Tables,
) -> Iterator[Problem]:
    """Units are placed once, on land of their own side, with steps left; names are names that there are."""
    yield from _placed_problems(scenario, units, battle_map, tables)
    yield from hint_problems(scenario.hints, MOMENTS, battle_map.grid)
    if scenario.victory not in tables.victory:
        yield "victory", did_you_mean(scenario.victory, tables.victory)
    if scenario.boundary not in boundaries:
        yield "boundary", did_you_mean(scenario.boundary, boundaries)
    if not scenario.first <= scenario.last <= len(tables.turns.turns):
        yield "last", f"is {scenario.last} (expected {scenario.first} to {len(tables.turns.turns)})"
    for option, values in scenario.options.items():
        if not set(values) <= set(OPTIONS[option]):
            yield f"options.{option}", f"has another value than {', '.join(OPTIONS[option])}"


def _placed_problems(
    scenario: ScenarioFile, units: Mapping[str, UnitCard], battle_map: HexMap, tables: Tables
) -> Iterator[Problem]:
    sea, own = battle_map.is_terrain("sea"), set(scenario.allied_ground)
    for side, hexes in scenario.placed.items():
        for label, keys in hexes.items():
            hex_ = hex_of(battle_map, label)
            if hex_ is None or sea[hex_]:
                yield f"placed.{side}.{label}", "is no land hex of the map"
            if (label in own) != (side == "allied"):
                yield f"placed.{side}.{label}", "is ground of the other side"
            strangers = [key for key in keys if key not in units or (units[key].group is None) == (side == "allied")]
            yield from ((f"placed.{side}.{label}", f"{key} is no unit of this side") for key in strangers)
    times = Counter(placed_units(scenario))
    yield from (("placed", f"{key} stands in {count} places") for key, count in times.items() if count > 1)
    for key, steps in scenario.lost.items():
        if key not in units or steps >= len(tables.types[units[key].type].fire):
            yield f"lost.{key}", "has not so many steps to lose"
    for key, labels in scenario.placement.items():
        if key not in units or any(hex_of(battle_map, label) is None for label in labels):
            yield f"placement.{key}", "is no unit, or a hex is not on the map"


def placed_units(scenario: ScenarioFile) -> Iterable[str]:
    """The units that stand on the map as a scenario begins."""
    return (key for hexes in scenario.placed.values() for keys in hexes.values() for key in keys)


def hex_of(battle_map: HexMap, label: str) -> HexId | None:
    """The hex of a label, None if the map has none of that label."""
    try:
        return battle_map.grid.parse(label)
    except ValueError:
        return None
