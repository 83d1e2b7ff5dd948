"""Reads what campaigns/zocbonds/ holds: tables, forces, map, lines, scenarios, with the checks across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from wab.content.hexmap import HexMap, load_map
from wab.content.pack import Pack
from wab.content.reader import Document, Title, expect_names, read_document
from wab.content.shelf import Problem, Stamp, checked, read_checked, stamp, stamps
from wab.content.zocbonds import checks, tables
from wab.content.zocbonds.scenario import LinesFile, ScenarioFile
from wab.content.zocbonds.shapes import FORCES, Forces, ForcesFile, Formation, Side, UnitCard
from wab.content.zocbonds.tables import Tables

SYSTEM = "zocbonds"
SIDES: tuple[Side, ...] = get_args(Side)
_FILES: dict[str, tuple[Any, Callable[[Any], Iterable[Problem]] | None]] = {
    "combat": (tables.CombatTable, checks.combat_problems),
    "defence": (tables.DefenceTable, checks.defence_problems),
    "invasion": (tables.InvasionTable, None),
    "tanks": (tables.TankTable, None),
    "scatter": (tables.ScatterTable, None),
    "weather": (tables.WeatherTable, checks.weather_problems),
    "weather_1944": (tables.HistoricalWeather, None),
    "jabos": (tables.JaboTable, None),
    "terrain": (tables.TerrainTable, None),
    "costs": (tables.CostTable, checks.cost_problems),
    "odds": (tables.OddsTable, None),
    "shifts": (tables.ShiftTable, None),
    "turns": (tables.TurnTable, None),
    "landing": (tables.LandingTable, None),
    "markers": (tables.MarkerTable, checks.marker_problems),
    "cadres": (tables.CadreTable, checks.counter_problems),
    "types": (tables.TypeTable, None),
    "conduct": (tables.ConductTable, None),
    "points": (tables.PointTable, None),
    "ranges": (tables.RangeTable, None),
    "dice": (tables.DiceTable, None),
    "named": (tables.NamedTable, None),
}


def zocbonds_root() -> Path:
    """The folder of the system's data."""
    return PACK.root


def load_tables() -> Tables:
    """Every table, checked. DataError with file, line and field when one is wrong."""
    return _tables(zocbonds_root(), stamps(zocbonds_root() / "tables"))


def load_forces() -> Forces:
    """The orders of battle of all armies, checked. DataError with file, line and field when one is wrong."""
    root = zocbonds_root()
    return _forces(root, stamps(root / "forces"), stamps(root / "tables"))


def load_battle_map() -> HexMap:
    """The map on which all scenarios are played; its terrain is known to the tables."""
    root = zocbonds_root()
    return _battle_map(root / "map.json", stamp(root / "map.json"), stamps(root / "tables"))


def load_lines() -> LinesFile:
    """Hexes that the rules name, checked against the map."""
    path = zocbonds_root() / "lines.yaml"
    return _lines(path, PACK.stamps())


# ---------------------------------------------------------------------------------------------- kept between calls


@cache
def _tables(root: Path, files: tuple[Stamp, ...]) -> Tables:
    read = {name: read_checked(root / "tables" / f"{name}.yaml", *wanted) for name, wanted in _FILES.items()}
    result = msgspec.convert({name: document.content for name, document in read.items()}, Tables)
    checked(read["terrain"], checks.terrain_problems(result.terrain, result.costs))
    checked(read["turns"], checks.turn_problems(result.turns, len(result.weather_1944.rows)))
    return result


@cache
def _forces(root: Path, files: tuple[Stamp, ...], table_files: tuple[Stamp, ...]) -> Forces:
    known = load_tables()
    formations: dict[str, Formation] = {}
    units: dict[str, UnitCard] = {}
    strongpoints: dict[str, Title] = {}
    for name in FORCES:
        document = read_document(root / "forces" / f"{name}.yaml", ForcesFile)
        side: Side = "axis" if name == "german" else "allied"
        checked(document, checks.forces_problems(document.content, side, known.types))
        checked(document, checks.cadre_problems(document.content, known))
        checked(document, checks.landing_problems(document.content, known))
        formations |= document.content.formations
        units |= document.content.units
        strongpoints |= document.content.strongpoints
    checked(
        read_document(root / "tables" / "turns.yaml", tables.TurnTable),
        checks.slowed_problems(known.turns, formations),
    )
    checked(
        read_document(root / "tables" / "named.yaml", tables.NamedTable),
        checks.named_problems(known.named, units, strongpoints, formations),
    )
    return Forces(formations, units, strongpoints)


@cache
def _battle_map(path: Path, file: Stamp, table_files: tuple[Stamp, ...]) -> HexMap:
    battle_map, terrain = load_map(path), load_tables().terrain
    known = {*terrain.terrain, *terrain.closed}
    expect_names(path, "legend", battle_map.terrain_names, "tables/terrain.yaml", known)
    return battle_map


@lru_cache(maxsize=4)
def _lines(path: Path, files: tuple[Stamp, ...]) -> LinesFile:
    battle_map = load_battle_map()
    document = read_document(path, LinesFile, battle_map.grid)
    return checked(document, checks.lines_problems(document.content, battle_map)).content


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    return checks.scenario_problems(scenario, load_forces(), load_lines(), load_battle_map(), load_tables())


def _read(path: str | Path) -> Document[ScenarioFile]:
    return read_document(path, ScenarioFile, load_battle_map().grid, borrows=True)


def _facts(scenario: ScenarioFile) -> dict[str, Any]:
    german = len(scenario.german_units) + len(scenario.strongpoints)
    return {
        "kind": scenario.kind,
        "sides": SIDES,
        "turns": scenario.turns,
        "units": {"allied": len(scenario.allied_units), "axis": german},
        "multiplayer": scenario.multiplayer,
    }


PACK = Pack(
    SYSTEM,
    parts=("map.json", "lines.yaml", "tables", "forces", "scenarios"),
    read=_read,
    problems=_problems,
    needed=load_lines,
    place=lambda scenario: (scenario.order,),
    facts=_facts,
)
scenario_paths = PACK.scenario_paths
scenario_id = PACK.scenario_id
scenario_path = PACK.scenario_path
load_scenario = PACK.load
scenario_document = PACK.document
scenario_faults = PACK.faults
scenario_infos = PACK.infos
