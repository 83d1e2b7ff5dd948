"""Reads what campaigns/omaha/ holds: tables, deck, forces, map, positions, scenarios, checked across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from wab.content.hexmap import HexMap, load_map
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
from wab.content.reader import Document, did_you_mean, read_document, shown_path
from wab.content.shelf import Problem, Shelf, Stamp, checked, digest_of, faults_of, read_checked, stamp, stamps
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError

SYSTEM = "omaha"
SHELF = Shelf(SYSTEM)
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
}

scenario_paths = SHELF.scenario_paths
scenario_id = SHELF.scenario_id
scenario_path = SHELF.scenario_path


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
    return _content(SHELF.root, _content_stamps())


def load_scenario(path: str | Path) -> ScenarioFile:
    """A scenario, checked against the rest. DataError with file, line and field when wrong."""
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
    """The US units and leaders that take part in a scenario (OMA-3-7, OMA-25-1)."""
    us = load_content().us
    rows: dict[str, UnitRow | LeaderRow] = {**us.units, **us.leaders}
    return tuple(
        key
        for key, row in rows.items()
        if row.turn < scenario.before
        and HOME[row.division] in scenario.sectors
        and (scenario.late is None or scenario.late.has(key, row.turn))
    )


# ---------------------------------------------------------------------------------------------- kept between calls


def _content_stamps() -> tuple[Stamp, ...]:
    root = SHELF.root
    folders = (stamps(root / name) for name in ("tables", "forces", "scenarios"))
    single = (stamp(root / name) for name in ("map.json", "positions.yaml", "deck.yaml"))
    return (*single, *(file for folder in folders for file in folder))


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
    for names, rows in (
        (battle_map.terrain_names, known.terrain.hexes),
        (battle_map.side_overlays, known.terrain.sides),
    ):
        for name in names:
            if name not in rows:
                problem = f'"{name}" is not in tables/terrain.yaml ({did_you_mean(name, rows)})'
                raise DataError(shown_path(path), None, "legend", problem)
    return battle_map


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    content = load_content()
    return checks.scenario_problems(scenario, content.positions, content.german, content.tables)


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
    load_content()  # what is wrong there no scenario can help
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
        units={"us": len(members(scenario))},
        ledger=scenario.ledger,
        multiplayer=scenario.multiplayer,
    )
