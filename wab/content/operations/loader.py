"""Reads what campaigns/operations/ holds: tables, orders of battle, scenarios, with the checks across files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from wab.content.hexmap import HexMap, load_map
from wab.content.operations import shapes
from wab.content.operations import tables as table_shapes
from wab.content.operations.checks import (
    catalogue_problems,
    forces_of,
    part_hp_problems,
    random_weather_problems,
    scenario_problems,
)
from wab.content.operations.derivation import Derivation
from wab.content.operations.shapes import MOMENTS, Catalogue, ScenarioFile, UnitKind, UnitType
from wab.content.operations.table_checks import TABLE_CHECKS, Problem
from wab.content.operations.tables import Tables
from wab.content.pack import Pack
from wab.content.reader import Document, expect_names, not_in_file, read_document
from wab.content.shelf import Stamp, checked, read_checked, stamp, stamps

SYSTEM = "operations"
SIDES: tuple[shapes.Side, ...] = get_args(shapes.Side)
_FILES: dict[str, Any] = {
    "combat": ("combat_results", table_shapes.CombatTable),
    "support": ("support", table_shapes.SupportTable),
    "bombardment": ("bombardment", table_shapes.BombardmentTable),
    "terrain": ("terrain", table_shapes.TerrainTable),
    "weather": ("weather", table_shapes.WeatherTable),
    "state": ("state", table_shapes.StateTable),
    "fatigue": ("fatigue", table_shapes.FatigueTable),
    "conduct": ("conduct", table_shapes.ConductTable),
    "units": ("units", dict[str, UnitKind]),
    "estimates": ("estimates", dict[UnitType, table_shapes.Estimate]),
    "anti_air": ("anti_air", table_shapes.AntiAirTable),
    "air": ("air", dict[str, table_shapes.AirKind]),
    "derivation": ("derivation", Derivation),
}

T = TypeVar("T")


def operations_root() -> Path:
    """The folder of the flagship's data."""
    return PACK.root


def load_tables() -> Tables:
    """Every table, checked. DataError with file, line and field when one is wrong."""
    return _tables(operations_root(), stamps(operations_root() / "tables"))


def load_catalogue(side: shapes.Side) -> Catalogue:
    """The order of battle of a side, checked: every kind and division that it names exists."""
    return _catalogue(operations_root(), side, stamps(operations_root() / "forces"))


def load_catalogues() -> dict[str, Catalogue]:
    """The orders of battle of both sides."""
    return {side: load_catalogue(side) for side in SIDES}


def load_battle_map() -> HexMap:
    """The map on which all scenarios of this system are played."""
    root = operations_root()
    return _battle_map(root / "map.json", stamp(root / "map.json"), stamps(root / "tables"))


def read_scenario(path: str | Path) -> ScenarioFile:
    """A scenario that has its shape, not checked any further. DataError with file, line and field when it has not."""
    return checked(_read(path), ()).content


# ---------------------------------------------------------------------------------------------- kept between calls


@cache
def _tables(root: Path, files: tuple[Stamp, ...]) -> Tables:
    tables = msgspec.convert({table: _table(root, table) for table in _FILES}, Tables)
    for row in tables.derivation.step_of_row:
        if row not in tables.units:
            document = read_document(root / "tables" / "derivation.yaml", Derivation)
            raise document.error(f"step_of_row.{row}", not_in_file(row, "units.yaml", tables.units))
    return tables


def _table(root: Path, table: str) -> object:
    name, shape = _FILES[table]
    return read_checked(root / "tables" / f"{name}.yaml", shape, TABLE_CHECKS.get(table)).content


@cache
def _catalogue(root: Path, side: shapes.Side, files: tuple[Stamp, ...]) -> Catalogue:
    document = read_document(root / "forces" / f"{side}.yaml", Catalogue)
    tables = load_tables()
    return checked(document, catalogue_problems(document.content, side, tables.units, tables.derivation)).content


@cache
def _battle_map(path: Path, file: Stamp, tables: tuple[Stamp, ...]) -> HexMap:
    battle_map, known = load_map(path), load_tables().terrain.terrain
    expect_names(path, "legend", battle_map.terrain_names, "tables/terrain.yaml", known)
    return battle_map


def _read(path: str | Path) -> Document[ScenarioFile]:
    return read_document(path, ScenarioFile, load_battle_map().grid, borrows=True)


def _place_in_menu(scenario: ScenarioFile) -> tuple[int, int, int, str]:
    """Campaigns first, one after the other; then by kind, order and first day. Three groups (OPS-1.3-2), thirty
    in all (OPS-11.1-1).
    """
    kind = ("campaign", "advanced", "battle").index(scenario.kind)
    side, place = min(((SIDES.index(side), place) for side, place in scenario.campaigns.items()), default=(0, 0))
    return kind, side, place or scenario.order, scenario.dates[0]


def _problems_elsewhere() -> None:
    """DataError when tables, orders of battle or map are wrong, which no scenario can help."""
    load_tables()
    load_catalogues()
    load_battle_map()


def _facts(scenario: ScenarioFile) -> dict[str, Any]:
    return {
        "kind": scenario.kind,
        "sides": SIDES,
        "turns": len(scenario.weather_by_turn),
        "campaigns": {str(side): place for side, place in scenario.campaigns.items()},
        "units": {side: len(forces.setup) + len(forces.reinforcements) for side, forces in forces_of(scenario).items()},
        "multiplayer": scenario.multiplayer,
    }


def _problems(scenario: ScenarioFile) -> Iterator[Problem]:
    tables = load_tables()
    yield from scenario_problems(scenario, load_catalogues(), tables.units, tables.air, load_battle_map())
    yield from part_hp_problems(scenario, load_catalogues(), tables.units, tables.derivation)
    yield from random_weather_problems(scenario, tables.weather.random)


PACK = Pack(
    SYSTEM,
    parts=("tables", "forces", "scenarios", "map.json"),
    read=_read,
    problems=_problems,
    needed=_problems_elsewhere,
    place=_place_in_menu,
    facts=_facts,
    moments=MOMENTS,
)
scenario_paths = PACK.scenario_paths
scenario_id = PACK.scenario_id
scenario_path = PACK.scenario_path
load_scenario = PACK.load
scenario_document = PACK.document
scenario_faults = PACK.faults
scenario_infos = PACK.infos
damaged_scenarios = PACK.damaged
data_digest = PACK.digest
