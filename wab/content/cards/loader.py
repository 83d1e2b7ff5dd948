"""Reads what campaigns/cards/ holds: tables, deck, board, scenarios, with the checks across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args

from wab.content.cards import shapes
from wab.content.cards.checks import (
    Problem,
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
from wab.content.reader import Document, read_document
from wab.content.shelf import Shelf, Stamp, checked, digest_of, faults_of, read_checked, stamp, stamps
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError

SYSTEM = "cards"
SHELF = Shelf(SYSTEM)
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
    return SHELF.root


def load_tables() -> Tables:
    """Every table, the deck and the board, checked. DataError with file, line and field when one is wrong."""
    return _tables(cards_root(), _table_stamps())


scenario_paths = SHELF.scenario_paths
scenario_id = SHELF.scenario_id
scenario_path = SHELF.scenario_path


def load_scenario(path: str | Path) -> ScenarioFile:
    """A scenario, checked (CRD-S-2). DataError with file, line and field when it is wrong."""
    return scenario_document(path).content


def scenario_document(path: str | Path) -> Document[ScenarioFile]:
    """As `load_scenario`, with the lines of its fields."""
    return _document(Path(path), (stamp(Path(path)), *_table_stamps()))


def scenario_faults(path: str | Path) -> tuple[DataError, ...]:
    """Everything that is wrong with a scenario file, one error a fault; none for a sound one."""
    return faults_of(
        lambda: read_document(path, ScenarioFile), lambda scenario: scenario_problems(scenario, load_tables())
    )


def scenario_doubts(path: str | Path) -> tuple[DataError, ...]:
    """Return what is odd about a sound scenario and forbidden by nothing (the warnings of CRD-S-2)."""
    document = scenario_document(path)
    return tuple(document.error(where, doubt) for where, doubt in scenario_warnings(document.content, load_tables()))


def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """Return what a list of scenarios shows, in the order of a menu; without damaged ones."""
    return _listed(_content_stamps())[0]


def damaged_scenarios() -> tuple[Damage, ...]:
    """The scenario files that cannot be played, by name, each with the first thing that is wrong with it."""
    return _listed(_content_stamps())[1]


def data_digest() -> str:
    """Digest of all files that the rules of this system read, 32 hexadecimal digits."""
    return digest_of(cards_root(), _content_stamps())


# ---------------------------------------------------------------------------------------------- kept between calls


def _table_stamps() -> tuple[Stamp, ...]:
    root = cards_root()
    return (*stamps(root), *stamps(root / "tables"))


def _content_stamps() -> tuple[Stamp, ...]:
    return (*_table_stamps(), *stamps(cards_root() / "scenarios"))


@cache
def _tables(root: Path, files: tuple[Stamp, ...]) -> Tables:
    read = {table: read_checked(root / f"{name}.yaml", *wanted) for table, (name, *wanted) in _FILES.items()}
    tables = Tables(**{table: document.content for table, document in read.items()})
    checked(read["overlord"], overlord_problems(tables.overlord, tables.deck))
    checked(read["board"], ground_problems(tables.board, tables.terrain))
    return tables


@lru_cache(maxsize=64)
def _document(path: Path, files: tuple[Stamp, ...]) -> Document[ScenarioFile]:
    document = read_document(path, ScenarioFile)
    return checked(document, scenario_problems(document.content, load_tables()))


@lru_cache(maxsize=8)
def _listed(files: tuple[Stamp, ...]) -> tuple[tuple[ScenarioInfo, ...], tuple[Damage, ...]]:
    kept = SHELF.listed(files)
    if kept is not None:
        return kept, ()
    if not scenario_paths():  # a folder of content for other systems
        return (), ()
    load_tables()  # what is wrong there no scenario can help
    sound, damaged = SHELF.sorted_out(load_scenario)
    sound.sort(key=lambda entry: (entry[1].board.boards, entry[1].order, entry[0].stem))
    return tuple(_info(path, scenario) for path, scenario in sound), damaged


def _info(path: Path, scenario: ScenarioFile) -> ScenarioInfo:
    return ScenarioInfo(
        id=scenario_id(path),
        system=SYSTEM,
        kind="overlord" if scenario.board.boards > 1 else "battle",
        title={str(language): text for language, text in scenario.title.items()},
        sides=SIDES,
        turns=0,  # no limit: it lasts until a side has its medals
        summary={str(language): text for language, text in scenario.summary.items()},
        difficulty=scenario.difficulty,
        path=str(path),
        minutes=scenario.minutes,
        units={side: len(scenario.units_of(side)) for side in SIDES},
        ledger=scenario.ledger,
        multiplayer=True,
    )
