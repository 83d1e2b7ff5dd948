"""Reads what campaigns/omaha/ holds: tables, deck, forces, map, positions, scenarios, checked across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from wab.content.hexmap import HexMap, load_map
from wab.content.hints import hint_problems
from wab.content.omaha import checks, tables
from wab.content.omaha.shapes import (
    HOME,
    DeckFile,
    EventName,
    GermanFile,
    LeaderRow,
    PositionsFile,
    ScenarioFile,
    UnitRow,
    USFile,
)
from wab.content.omaha.tables import Tables
from wab.content.pack import Pack
from wab.content.reader import Document, expect_names, read_document
from wab.content.shelf import Problem, Stamp, read_checked

SYSTEM = "omaha"
SIDES = ("us",)
_FILES: dict[str, tuple[Any, Callable[[Any], Iterable[Problem]] | None]] = {
    "landing": (tables.LandingTable, checks.landing_problems),
    "fire": (tables.FireTable, checks.fire_problems),
    "attack": (tables.AttackTable, None),
    "barrage": (tables.BarrageTable, None),
    "actions": (tables.ActionTable, None),
    "terrain": (tables.TerrainTable, None),
    "types": (dict[str, tables.TypeRow], None),
    "turns": (tables.TurnTable, None),
    "limits": (tables.LimitTable, None),
    "events": (dict[EventName, tuple[tables.Verb, ...]], None),
    "victory": (tables.VictoryTable, None),
    "tracks": (tables.TrackTable, None),
    "variants": (tables.VariantTable, None),
}


class Content(msgspec.Struct, frozen=True):
    """Everything but scenarios, checked."""

    tables: Tables
    map: HexMap
    positions: PositionsFile
    deck: DeckFile
    us: USFile
    german: GermanFile


def load_content() -> Content:
    """Everything that all scenarios share. DataError with file, line and field when something is wrong."""
    return _content(PACK.root, PACK.stamps())


def members(scenario: ScenarioFile) -> tuple[str, ...]:
    """The US units and leaders that take part in a scenario (OMA-3-7, OMA-25-1)."""
    us = load_content().us
    rows: dict[str, UnitRow | LeaderRow] = {**us.units, **us.leaders}
    return tuple(
        key
        for key, row in rows.items()
        if row.turn < scenario.before
        and (not scenario.boxed or key in scenario.boxed)
        and HOME[row.division] in scenario.sectors
        and (scenario.late is None or scenario.late.has(key, row.turn))
    )


# ---------------------------------------------------------------------------------------------- kept between calls


@lru_cache(maxsize=4)
def _content(root: Path, files: tuple[Stamp, ...]) -> Content:
    read = {name: read_checked(root / "tables" / f"{name}.yaml", *wanted).content for name, wanted in _FILES.items()}
    known = msgspec.convert(read, Tables)
    battle_map = _battle_map(root / "map.json", known)
    positions = read_checked(
        root / "positions.yaml", PositionsFile, lambda file: checks.position_problems(file, battle_map)
    ).content
    us = read_checked(
        root / "forces" / "us.yaml", USFile, lambda file: checks.us_problems(file, known, positions)
    ).content
    german = read_checked(root / "forces" / "german.yaml", GermanFile).content
    deck = read_checked(root / "deck.yaml", DeckFile, checks.deck_problems).content
    return Content(known, battle_map, positions, deck, us, german)


def _battle_map(path: Path, known: Tables) -> HexMap:
    battle_map = load_map(path)
    expect_names(path, "legend", battle_map.terrain_names, "tables/terrain.yaml", known.terrain.hexes)
    expect_names(path, "legend", battle_map.side_overlays, "tables/terrain.yaml", known.terrain.sides)
    return battle_map


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    content = load_content()
    yield from checks.scenario_problems(scenario, content.positions, content.german, content.tables)
    yield from checks.unknown("boxed", scenario.boxed, content.us.units)
    yield from hint_problems(scenario.hints, (), content.map.grid, SIDES)


def _read(path: str | Path) -> Document[ScenarioFile]:
    return read_document(path, ScenarioFile, borrows=True)


def _facts(scenario: ScenarioFile) -> dict[str, Any]:
    return {
        "kind": scenario.kind,
        "sides": SIDES,
        "turns": scenario.turns,
        "units": {"us": len(members(scenario))},
        "multiplayer": scenario.multiplayer,
    }


PACK = Pack(
    SYSTEM,
    parts=("map.json", "positions.yaml", "deck.yaml", "tables", "forces", "scenarios"),
    read=_read,
    problems=_problems,
    needed=load_content,
    place=lambda scenario: (scenario.order,),
    facts=_facts,
)
scenario_path = PACK.scenario_path
load_scenario = PACK.load
