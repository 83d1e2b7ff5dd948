"""Reads what campaigns/zocbonds/ holds: tables, forces, map, lines, scenarios, with the checks across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from wab.content.hexmap import HexMap, load_map
from wab.content.reader import Document, Title, did_you_mean, read_document, shown_path
from wab.content.shelf import Problem, Shelf, Stamp, checked, digest_of, faults_of, read_checked, stamp, stamps
from wab.content.zocbonds import checks, tables
from wab.content.zocbonds.scenario import LinesFile, ScenarioFile
from wab.content.zocbonds.shapes import FORCES, Forces, ForcesFile, Formation, Side, UnitCard
from wab.content.zocbonds.tables import Tables
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError

SYSTEM = "zocbonds"
SHELF = Shelf(SYSTEM)
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
    return SHELF.root


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
    return _lines(path, _content_stamps())


scenario_paths = SHELF.scenario_paths
scenario_id = SHELF.scenario_id
scenario_path = SHELF.scenario_path


def load_scenario(path: str | Path) -> ScenarioFile:
    """A scenario, checked against orders of battle, lines and map. DataError with file, line and field when wrong."""
    return scenario_document(path).content


def scenario_document(path: str | Path) -> Document[ScenarioFile]:
    """As `load_scenario`, with the lines of its fields."""
    return _document(Path(path), (stamp(Path(path)), *_content_stamps()))


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
    return digest_of(zocbonds_root(), _content_stamps())


# ---------------------------------------------------------------------------------------------- kept between calls


def _content_stamps() -> tuple[Stamp, ...]:
    root = zocbonds_root()
    folders = (stamps(root / name) for name in ("tables", "forces", "scenarios"))
    return (stamp(root / "map.json"), stamp(root / "lines.yaml"), *(file for folder in folders for file in folder))


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
    for name in battle_map.terrain_names:
        if name not in known:
            problem = f'the terrain "{name}" is not in tables/terrain.yaml ({did_you_mean(name, known)})'
            raise DataError(shown_path(path), None, "legend", problem)
    return battle_map


@lru_cache(maxsize=4)
def _lines(path: Path, files: tuple[Stamp, ...]) -> LinesFile:
    document = read_document(path, LinesFile)
    return checked(document, checks.lines_problems(document.content, load_battle_map())).content


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    return checks.scenario_problems(scenario, load_forces(), load_lines(), load_battle_map(), load_tables())


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
    return ScenarioInfo(
        id=scenario_id(path),
        system=SYSTEM,
        kind=scenario.kind,
        title={str(language): text for language, text in scenario.title.items()},
        sides=SIDES,
        turns=scenario.turns,
        summary={str(language): text for language, text in scenario.summary.items()},
        difficulty=scenario.difficulty,
        path=str(path),
        minutes=scenario.minutes,
        units={"allied": len(scenario.allied_units), "axis": len(scenario.german_units) + len(scenario.strongpoints)},
        ledger=scenario.ledger,
        multiplayer=scenario.multiplayer,
    )
