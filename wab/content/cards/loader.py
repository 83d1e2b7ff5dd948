"""Reads what campaigns/cards/ holds: tables, deck, board, scenarios, with the checks across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, get_args

from wab.content.cards import shapes
from wab.content.cards.checks import (
    air_problems,
    board_problems,
    deck_problems,
    ground_problems,
    obstacle_problems,
    overlord_problems,
    team_problems,
    terrain_problems,
    unit_problems,
)
from wab.content.cards.scenario import ScenarioFile
from wab.content.cards.scenario_checks import scenario_problems, scenario_warnings
from wab.content.cards.shapes import Tables
from wab.content.pack import Pack
from wab.content.reader import Document, read_document
from wab.content.shelf import Problem, Stamp, checked, read_checked, stamps
from wab.engine.words.errors import DataError

SYSTEM = "cards"
SIDES: tuple[shapes.Side, ...] = get_args(shapes.Side)
_FILES: dict[str, tuple[str, Any, Callable[[Any], Iterable[Problem]] | None]] = {
    "units": ("tables/units", shapes.UnitTable, unit_problems),
    "terrain": ("tables/terrain", dict[str, shapes.TerrainKind], terrain_problems),
    "obstacles": ("tables/obstacles", dict[str, shapes.Obstacle], obstacle_problems),
    "dice": ("tables/dice", shapes.DiceTable, None),
    "air": ("tables/air", shapes.AirTable, air_problems),
    "teams": ("tables/teams", shapes.TeamTable, team_problems),
    "overlord": ("tables/overlord", shapes.OverlordTable, None),
    "deck": ("deck", shapes.DeckFile, deck_problems),
    "board": ("board", shapes.BoardTable, board_problems),
}


def cards_root() -> Path:
    """The folder of the card game's data."""
    return PACK.root


def load_tables() -> Tables:
    """Every table, the deck and the board, checked. DataError with file, line and field when one is wrong."""
    root = cards_root()
    return _tables(root, (*stamps(root), *stamps(root / "tables")))


def scenario_doubts(path: str | Path) -> tuple[DataError, ...]:
    """Return what is odd about a sound scenario and forbidden by nothing (the warnings of CRD-S-2)."""
    document = PACK.document(path)
    return tuple(document.error(where, doubt) for where, doubt in scenario_warnings(document.content, load_tables()))


# ---------------------------------------------------------------------------------------------- kept between calls


@cache
def _tables(root: Path, files: tuple[Stamp, ...]) -> Tables:
    read = {table: read_checked(root / f"{name}.yaml", *wanted) for table, (name, *wanted) in _FILES.items()}
    tables = Tables(**{table: document.content for table, document in read.items()})
    checked(read["overlord"], overlord_problems(tables.overlord, tables.deck))
    checked(read["board"], ground_problems(tables.board, tables.terrain))
    return tables


def _read(path: Path) -> Document[ScenarioFile]:
    return read_document(path, ScenarioFile)


def _problems(scenario: ScenarioFile) -> Iterable[Problem]:
    return scenario_problems(scenario, load_tables())


def _facts(scenario: ScenarioFile) -> dict[str, Any]:
    return {
        "kind": "lesson" if scenario.lesson else "overlord" if scenario.board.boards > 1 else "battle",
        "sides": SIDES,
        "turns": 0,  # no limit: it lasts until a side has its medals
        "units": {side: len(scenario.units_of(side)) for side in SIDES},
        "multiplayer": True,
    }


PACK = Pack(
    SYSTEM,
    parts=("", "tables", "scenarios"),
    read=_read,
    problems=_problems,
    needed=load_tables,
    place=lambda scenario: (scenario.board.boards, scenario.lesson, scenario.order),
    facts=_facts,
)
scenario_paths = PACK.scenario_paths
scenario_id = PACK.scenario_id
scenario_path = PACK.scenario_path
load_scenario = PACK.load
scenario_faults = PACK.faults
scenario_infos = PACK.infos
damaged_scenarios = PACK.damaged
data_digest = PACK.digest
