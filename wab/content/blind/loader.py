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
from wab.content.reader import Document, did_you_mean, read_document, shown_path
from wab.content.shelf import Problem, Shelf, Stamp, checked, digest_of, faults_of, read_checked, stamp, stamps
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError

SYSTEM = "blind"
SHELF = Shelf(SYSTEM)
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

scenario_paths = SHELF.scenario_paths
scenario_id = SHELF.scenario_id
scenario_path = SHELF.scenario_path


def load_tables() -> Tables:
    """Every table, checked. DataError with file, line and field when one is wrong."""
    return _tables(SHELF.root, stamps(SHELF.root / "tables"))


def load_forces() -> dict[str, UnitCard]:
    """The units of both sides by id, checked, Allies first."""
    root = SHELF.root
    return _forces(root, stamps(root / "forces"), stamps(root / "tables"))


def load_battle_map() -> HexMap:
    """The map on which all scenarios are played; its terrain is known to the tables."""
    root = SHELF.root
    return _battle_map(root / "map.json", stamp(root / "map.json"), stamps(root / "tables"))


def load_lines() -> LinesFile:
    """Hexes that the rules name, checked against the map."""
    return _lines(SHELF.root / "lines.yaml", _content_stamps())


def load_boundaries() -> dict[str, NamedBoundary]:
    """The boundaries that have a name, checked against the map."""
    return _boundaries(SHELF.root / "boundaries.yaml", _content_stamps())


def load_scenario(path: str | Path) -> ScenarioFile:
    """A scenario, checked against forces and map. DataError with file, line and field when wrong."""
    return _document(Path(path), (stamp(Path(path)), *_content_stamps())).content


def scenario_faults(path: str | Path) -> tuple[DataError, ...]:
    """Everything that is wrong with a scenario file, one error a fault; none for a sound one."""
    return faults_of(lambda: read_document(path, ScenarioFile, borrows=True), _problems)


def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """Return what a list of scenarios shows, in the order of a menu; without damaged ones."""
    return _listed(_content_stamps())[0]


def damaged_scenarios() -> tuple[Damage, ...]:
    """The scenario files that cannot be played, by name, each with the first thing that is wrong with it."""
    return _listed(_content_stamps())[1]


def data_digest() -> str:
    """Digest of all files that the rules of this system read, 32 hexadecimal digits."""
    return digest_of(SHELF.root, _content_stamps())


def members(scenario: ScenarioFile) -> tuple[str, ...]:
    """The units that take part in a scenario: placed ones, and arrivals that are still due, in the order of forces."""
    placed, units = set(checks.placed_units(scenario)), load_forces()
    turns = range(scenario.first, scenario.last + 1) if scenario.arrivals else range(0)
    return tuple(key for key, unit in units.items() if key in placed or (unit.arrives and unit.arrives.turn in turns))


# ---------------------------------------------------------------------------------------------- kept between calls


def _content_stamps() -> tuple[Stamp, ...]:
    root = SHELF.root
    folders = (stamps(root / name) for name in ("tables", "forces", "scenarios"))
    single = (stamp(root / name) for name in ("map.json", "lines.yaml", "boundaries.yaml"))
    return (*single, *(file for folder in folders for file in folder))


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
    for name in battle_map.terrain_names:
        if name not in known:
            problem = f'the terrain "{name}" is not in tables/terrain.yaml ({did_you_mean(name, known)})'
            raise DataError(shown_path(path), None, "legend", problem)
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


@lru_cache(maxsize=64)
def _document(path: Path, files: tuple[Stamp, ...]) -> Document[ScenarioFile]:
    document = read_document(path, ScenarioFile, borrows=True)
    return checked(document, _problems(document.content))


@lru_cache(maxsize=8)
def _listed(files: tuple[Stamp, ...]) -> tuple[tuple[ScenarioInfo, ...], tuple[Damage, ...]]:
    kept = SHELF.listed(files)
    if kept is not None:
        return kept, ()
    if not scenario_paths():  # a folder of content for other systems
        return (), ()
    load_lines()  # what is wrong there no scenario can help
    sound, damaged = SHELF.sorted_out(load_scenario)
    sound.sort(key=lambda entry: (entry[1].order, entry[0].stem))
    return tuple(_info(path, scenario) for path, scenario in sound), damaged


def _info(path: Path, scenario: ScenarioFile) -> ScenarioInfo:
    units, keys = load_forces(), members(scenario)
    allied = sum(units[key].group is not None for key in keys)
    return ScenarioInfo(
        id=scenario_id(path),
        system=SYSTEM,
        kind=scenario.kind,
        title={str(language): text for language, text in scenario.title.items()},
        sides=FORCES,
        turns=scenario.turns,
        summary={str(language): text for language, text in scenario.summary.items()},
        difficulty=scenario.difficulty,
        path=str(path),
        minutes=scenario.minutes,
        units={"allied": allied, "axis": len(keys) - allied},
        ledger=scenario.ledger,
        multiplayer=scenario.multiplayer,
    )
