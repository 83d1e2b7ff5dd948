"""Reads what campaigns/blind/ holds: tables, forces, map, lines, boundaries, scenarios, checked across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from wab.content.blind import checks, tables
from wab.content.blind.shapes import FORCES, ForcesFile, LinesFile, NamedBoundary, ScenarioFile, UnitCard
from wab.content.blind.tables import Tables
from wab.content.hexmap import HexMap, load_map
from wab.content.pack import Pack
from wab.content.reader import Document, expect_names, read_document
from wab.content.shelf import Problem, Stamp, checked, read_checked, stamp, stamps

SYSTEM = "blind"
_FILES: dict[str, tuple[Any, Callable[[Any], Iterable[Problem]] | None]] = {
    "combat": (tables.CombatTable, checks.combat_problems),
    "terrain": (tables.TerrainTable, checks.terrain_problems),
    "supply": (tables.SupplyTable, None),
    "types": (tables.TypeTable, None),
    "turns": (tables.TurnTable, checks.turn_problems),
    "support": (tables.SupportTable, None),
    "limits": (tables.LimitTable, None),
    "victory": (tables.VictoryTable, None),
}


def load_tables() -> Tables:
    """Every table, checked. DataError with file, line and field when one is wrong."""
    return _tables(PACK.root, stamps(PACK.root / "tables"))


def load_forces() -> dict[str, UnitCard]:
    """The units of both sides by id, checked, Allies first."""
    root = PACK.root
    return _forces(root, stamps(root / "forces"), stamps(root / "tables"))


def load_battle_map() -> HexMap:
    """The map on which all scenarios are played; its terrain is known to the tables."""
    root = PACK.root
    return _battle_map(root / "map.json", stamp(root / "map.json"), stamps(root / "tables"))


def load_lines() -> LinesFile:
    """Hexes that the rules name, checked against the map."""
    return _lines(PACK.root / "lines.yaml", PACK.stamps())


def load_boundaries() -> dict[str, NamedBoundary]:
    """The boundaries that have a name, checked against the map."""
    return _boundaries(PACK.root / "boundaries.yaml", PACK.stamps())


def members(scenario: ScenarioFile) -> tuple[str, ...]:
    """The units that take part in a scenario: placed ones, and arrivals that are still due, in the order of forces."""
    placed, units = set(checks.placed_units(scenario)), load_forces()
    turns = range(scenario.first, scenario.last + 1) if scenario.arrivals else range(0)
    return tuple(key for key, unit in units.items() if key in placed or (unit.arrives and unit.arrives.turn in turns))


# ---------------------------------------------------------------------------------------------- kept between calls


@cache
def _tables(root: Path, files: tuple[Stamp, ...]) -> Tables:
    read = {name: read_checked(root / "tables" / f"{name}.yaml", *wanted).content for name, wanted in _FILES.items()}
    return msgspec.convert(read, Tables)


@cache
def _forces(root: Path, files: tuple[Stamp, ...], table_files: tuple[Stamp, ...]) -> dict[str, UnitCard]:
    units: dict[str, UnitCard] = {}
    for side in FORCES:
        document = read_document(root / "forces" / f"{side}.yaml", ForcesFile)
        units |= checked(document, checks.forces_problems(document.content, load_tables())).content.units
    return units


@cache
def _battle_map(path: Path, file: Stamp, table_files: tuple[Stamp, ...]) -> HexMap:
    battle_map, terrain = load_map(path), load_tables().terrain
    known = {*terrain.terrain, *terrain.impassable}
    expect_names(path, "legend", battle_map.terrain_names, "tables/terrain.yaml", known)
    return battle_map


@lru_cache(maxsize=4)
def _lines(path: Path, files: tuple[Stamp, ...]) -> LinesFile:
    document = read_document(path, LinesFile)
    return checked(document, checks.lines_problems(document.content, load_battle_map())).content


@lru_cache(maxsize=4)
def _boundaries(path: Path, files: tuple[Stamp, ...]) -> dict[str, NamedBoundary]:
    document: Document[Any] = read_document(path, dict[str, NamedBoundary])
    named: dict[str, NamedBoundary] = checked(
        document, checks.boundary_problems(document.content, load_battle_map())
    ).content
    return named


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    return checks.scenario_problems(scenario, load_forces(), load_boundaries(), load_battle_map(), load_tables())


def _read(path: str | Path) -> Document[ScenarioFile]:
    return read_document(path, ScenarioFile, borrows=True)


def _facts(scenario: ScenarioFile) -> dict[str, Any]:
    units, keys = load_forces(), members(scenario)
    allied = sum(units[key].group is not None for key in keys)
    return {
        "kind": scenario.kind,
        "sides": FORCES,
        "turns": scenario.turns,
        "units": {"allied": allied, "axis": len(keys) - allied},
        "multiplayer": scenario.multiplayer,
    }


PACK = Pack(
    SYSTEM,
    parts=("map.json", "lines.yaml", "boundaries.yaml", "tables", "forces", "scenarios"),
    read=_read,
    problems=_problems,
    needed=load_lines,
    place=lambda scenario: (scenario.order,),
    facts=_facts,
    moments=checks.MOMENTS,
)
scenario_paths = PACK.scenario_paths
scenario_path = PACK.scenario_path
load_scenario = PACK.load
