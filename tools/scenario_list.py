"""The lists of all scenarios in docs/manual.md, one for each rule system, written from their files.

python -m tools.scenario_list            writes the sections of docs/manual.md
python -m tools.scenario_list --print    shows them
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import wab
from lab.measuring.pages import Cell, fill_section, table
from wab.content.cards import loader as cards_loader
from wab.content.operations import loader as operations_loader
from wab.engine.system import ScenarioInfo
from wab.systems import NAMES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "manual.md"
MONTHS: tuple[str, ...] = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September")
MONTHS += ("October", "November", "December")
CAMPAIGNS = (("allied", "The Allied campaign"), ("axis", "The Axis campaign"))
KINDS = (
    ("advanced", "Advanced scenarios"),
    ("battle", "Battles"),
    ("overlord", "On two boards"),
    ("scenario", "Shorter scenarios"),
    ("campaign", "The campaign"),
)


def mark(system: str) -> str:
    """The name of a system's section in the page."""
    return f"scenarios of {system}"


def section(system: str) -> str:
    """The whole section of a system, in Markdown."""
    return "\n\n".join(_groups(system, [info for info in wab.scenarios() if info.system == system]))


def _groups(system: str, infos: Sequence[ScenarioInfo]) -> Iterator[str]:
    """A table for each campaign and each kind of other scenarios that there are."""
    for side, heading in CAMPAIGNS:
        if own := sorted((info for info in infos if side in info.campaigns), key=lambda info: info.campaigns[side]):
            yield _group(system, heading, own, side)
    for kind, heading in KINDS:
        if own := [info for info in infos if info.kind == kind and not info.campaigns]:
            yield _group(system, heading, own)


def _group(system: str, heading: str, infos: Iterable[ScenarioInfo], side: str = "") -> str:
    columns = COLUMNS.get(system, _PLAIN)
    rows = [(_place(info, side) + info.title["en"] + _for_two(info), *_cells(columns, info)) for info in infos]
    lines = table(("scenario", *columns, "what it is about"), rows).replace("---: |\n", "--- |\n", 1)
    return f"**{heading}**\n\n{lines}"


def _place(info: ScenarioInfo, side: str) -> str:
    return f"{info.campaigns[side]}. " if side else ""


def _for_two(info: ScenarioInfo) -> str:
    return " ††" if info.multiplayer else ""


def _cells(columns: Mapping[str, Callable[[ScenarioInfo], Cell]], info: ScenarioInfo) -> tuple[Cell, ...]:
    return (*(told(info) for told in columns.values()), info.summary["en"])


def _units(info: ScenarioInfo) -> str:
    return ":".join(str(info.units[side]) for side in info.sides)


def _days_of_operations(info: ScenarioInfo) -> str:
    """From its first to its last day; the last turn lasts as long as the one before it."""
    days = [date.fromisoformat(day) for day in operations_loader.load_scenario(Path(info.path)).dates]
    first, last = days[0], days[-1] + (days[-1] - days[-2]) - timedelta(days=1)
    if first.month == last.month:
        return f"{first.day} to {last.day} {MONTHS[last.month]}"
    return f"{first.day} {MONTHS[first.month]} to {last.day} {MONTHS[last.month]}"


def _days_of_cards(info: ScenarioInfo) -> str:
    """Its days, without the year and the hour."""
    days: str = cards_loader.load_scenario(info.path).date["en"]
    return days.partition(" 1944")[0]


def _goals(info: ScenarioInfo) -> str:
    """The medals with which each side wins."""
    goals = cards_loader.load_scenario(info.path).medals_to_win
    return ":".join(str(goals.of(side)) for side in info.sides)


def _days_of_zocbonds(info: ScenarioInfo) -> str:
    """A day a turn, from 6 June."""
    return f"6 to {5 + info.turns} June"


COLUMNS: Mapping[str, Mapping[str, Callable[[ScenarioInfo], Cell]]] = {
    "operations": {
        "in 1944": _days_of_operations,
        "turns": lambda info: info.turns,
        "units": _units,
        "level": lambda info: info.difficulty,
    },
    "cards": {
        "in 1944": _days_of_cards,
        "minutes": lambda info: info.minutes,
        "units": _units,
        "medals": _goals,
        "level": lambda info: info.difficulty,
    },
    "zocbonds": {
        "in 1944": _days_of_zocbonds,
        "turns": lambda info: info.turns,
        "units": _units,
        "level": lambda info: info.difficulty,
    },
}
"""The columns of a list of scenarios between the title and what it is about, by system."""
_PLAIN: Mapping[str, Callable[[ScenarioInfo], Cell]] = {
    "turns": lambda info: info.turns,
    "units": _units,
    "level": lambda info: info.difficulty,
}


def main(words: Sequence[str] | None = None) -> None:
    """Write the sections, or show them."""
    parser = argparse.ArgumentParser(prog="python -m tools.scenario_list", description="The lists in the manual.")
    parser.add_argument("--print", action="store_true", help="show them and write nothing")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    chosen = parser.parse_args(words)
    for system in NAMES:
        if chosen.print:
            print(section(system), end="\n\n")
        else:
            fill_section(chosen.page, mark(system), section(system))


if __name__ == "__main__":
    main()
