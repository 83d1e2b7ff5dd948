"""The list of all scenarios in docs/manual.md, written from their files.

python -m tools.scenario_list            writes the section of docs/manual.md
python -m tools.scenario_list --print    shows it
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import wab
from tools.measuring.pages import fill_section, table
from wab.content.operations_loader import load_scenario
from wab.engine.system import ScenarioInfo

PAGE = Path(__file__).resolve().parents[1] / "docs" / "manual.md"
SECTION = "scenarios"
SYSTEM = "operations"
MONTHS = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
MONTHS += ("November", "December")
CAMPAIGNS = (("allied", "The Allied campaign"), ("axis", "The Axis campaign"))
KINDS = (("advanced", "Advanced scenarios"), ("battle", "Battles"))
HEADS = ("scenario", "in 1944", "turns", "units", "level", "what it is about")


def section() -> str:
    """The whole section, in Markdown."""
    return "\n\n".join(_groups([info for info in wab.scenarios() if info.system == SYSTEM]))


def _groups(infos: Sequence[ScenarioInfo]) -> Iterator[str]:
    for side, heading in CAMPAIGNS:
        own = sorted((info for info in infos if side in info.campaigns), key=lambda info: info.campaigns[side])
        yield _group(heading, own, side)
    for kind, heading in KINDS:
        yield _group(heading, [info for info in infos if info.kind == kind])


def _group(heading: str, infos: Iterable[ScenarioInfo], side: str = "") -> str:
    lines = table(HEADS, [_row(info, side) for info in infos]).replace("---: |\n", "--- |\n", 1)
    return f"**{heading}**\n\n{lines}"


def _row(info: ScenarioInfo, side: str) -> tuple[str | int, ...]:
    place = f"{info.campaigns[side]}. " if side else ""
    for_two = " ††" if info.multiplayer else ""
    units = ":".join(str(info.units[each]) for each in info.sides)
    return (place + info.title["en"] + for_two, _days(info), info.turns, units, info.difficulty, info.summary["en"])


def _days(info: ScenarioInfo) -> str:
    """From its first to its last day; the last turn lasts as long as the one before it."""
    days = [date.fromisoformat(day) for day in load_scenario(Path(info.path)).dates]
    first, last = days[0], days[-1] + (days[-1] - days[-2]) - timedelta(days=1)
    if first.month == last.month:
        return f"{first.day} to {last.day} {MONTHS[last.month]}"
    return f"{first.day} {MONTHS[first.month]} to {last.day} {MONTHS[last.month]}"


def main(words: Sequence[str] | None = None) -> None:
    """Write the section, or show it."""
    parser = argparse.ArgumentParser(prog="python -m tools.scenario_list", description="The list in the manual.")
    parser.add_argument("--print", action="store_true", help="show it and write nothing")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    chosen = parser.parse_args(words)
    if chosen.print:
        print(section())
    else:
        fill_section(chosen.page, SECTION, section())


if __name__ == "__main__":
    main()
