"""The battle as a whole (campaigns/operations/battle.yaml): setting, figures, calendar, words, advice (OPS-2.2-1)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Literal

from wab.content.normandy.history import Capture, held_on, load_captures
from wab.content.operations.loader import load_battle_map, operations_root
from wab.content.operations.shapes import Data, Hex, Nation, Positive, Side, Weather, day_of
from wab.content.operations.table_checks import Problem, words_problems
from wab.content.reader import Document, Title, Words, not_in_file, read_document
from wab.content.shelf import checked
from wab.engine.files.looking import is_file
from wab.hexes import Grid

Term = Literal[
    "artillery", "armoured", "infantry", "mechanised", "unit_card", "combat_ratio", "zone_of_control"
]  # OPS-2.4-1 to OPS-2.4-7


class CalendarTurn(Data, frozen=True):
    """A turn of the grand battle (OPS-T-CALENDAR): its first day, how many days it has, the weather as it was."""

    first: str
    days: Positive
    weather: Weather


class BattleObjective(Data, frozen=True):
    """An objective of the grand battle (OPS-T-VP-BATTLE): place, points a turn, turn of its liberation in history.

    `hex` is where it is scored; `capture` the record of history/captures.yaml that says when it changed hands.
    """

    name: Title
    hex: Hex
    capture: str
    lat: float
    lon: float
    value: Positive
    freed: Positive


class BattleFile(Data, frozen=True):
    """battle.yaml. Days are YYYY-MM-DD; `advice` by side, and for both.

    Objectives of the grand battle are worth `end_factor` times their value at its end (OPS-9.2.4-2).
    """

    title: Title
    setting: Words
    aims: tuple[Words, ...]
    first_day: str
    last_day: str
    km_per_hex: Positive
    men_per_hp: Positive
    nations: dict[Side, tuple[Nation, ...]]
    advice: dict[Literal["allied", "axis", "both"], tuple[Words, ...]]
    glossary: dict[Term, Words]
    calendar: tuple[CalendarTurn, ...]
    end_factor: Positive
    objectives: tuple[BattleObjective, ...]


def load_battle() -> BattleFile:
    """The battle as a whole, checked. DataError with file, line and field when it is wrong."""
    path = operations_root() / "battle.yaml"
    document = _battle(path, path.stat().st_mtime_ns if is_file(path) else 0, load_battle_map().grid)
    return checked(document, _history_problems(document.content, load_captures())).content


@cache
def _battle(path: Path, changed: int, grid: Grid) -> Document[BattleFile]:
    document = read_document(path, BattleFile, grid)
    return checked(document, battle_problems(document.content))


def _history_problems(battle: BattleFile, captures: dict[str, Capture]) -> Iterator[Problem]:
    """Every objective goes by a record of history, and is freed on the turn that the record says."""
    for number, objective in enumerate(battle.objectives):
        capture = captures.get(objective.capture)
        if capture is None:
            yield f"objectives[{number}].capture", not_in_file(objective.capture, "history/captures.yaml", captures)
            continue
        turns = range(1, len(battle.calendar) + 1)
        freed = next((turn for turn in turns if held_on(capture, last_day_of(battle, turn)) == "allied"), None)
        if freed != objective.freed:
            yield f"objectives[{number}].freed", f"is {objective.freed} (expected {freed}: history/captures.yaml)"


def battle_problems(battle: BattleFile) -> Iterator[Problem]:
    """Texts in both languages; turns that follow each other from the first day of the battle to its last."""
    texts = {"title": battle.title, "setting": battle.setting}
    texts |= {f"aims[{i}]": words for i, words in enumerate(battle.aims)}
    texts |= {f"glossary.{term}": words for term, words in battle.glossary.items()}
    texts |= {f"advice.{side}[{i}]": words for side, tips in battle.advice.items() for i, words in enumerate(tips)}
    texts |= {f"objectives[{i}].name": objective.name for i, objective in enumerate(battle.objectives)}
    for where, words in texts.items():
        yield from words_problems(where, words)
    yield from _calendar_problems(battle)


def _calendar_problems(battle: BattleFile) -> Iterator[Problem]:
    """Turns that follow each other from the first day of the battle to its last."""
    days = {"first_day": day_of(battle.first_day), "last_day": day_of(battle.last_day)}
    for field, found in days.items():
        if found is None:
            yield field, f"is {getattr(battle, field)} (expected a day, as 1944-06-06)"
    day, last = days["first_day"], days["last_day"]
    if day is None or last is None:
        return
    for i, turn in enumerate(battle.calendar):
        if turn.first != day.isoformat():
            yield f"calendar[{i}].first", f"is {turn.first} (expected {day}, the day after the turn before it)"
            return
        if turn.days > (last - day).days + 1:
            yield f"calendar[{i}].days", f"is {turn.days}, which leads beyond {last}, the last day of the battle"
            return
        day += timedelta(days=turn.days)
    if day - timedelta(days=1) != last:
        yield "calendar", f"ends on {day - timedelta(days=1)} (expected {last}, the last day)"


def turn_of(battle: BattleFile, day: str) -> int:
    """The turn of the grand battle that holds a day, from 1; 0 for a day outside the battle."""
    if not battle.first_day <= day <= battle.last_day:
        return 0
    return sum(turn.first <= day for turn in battle.calendar)


def last_day_of(battle: BattleFile, turn: int) -> str:
    """The last day (YYYY-MM-DD) of a turn of the grand battle, on whose evening it is scored."""
    entry = battle.calendar[turn - 1]
    return (date.fromisoformat(entry.first) + timedelta(days=entry.days - 1)).isoformat()
