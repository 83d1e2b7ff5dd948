"""`wab bench`: how fast the program is, against yardsticks measured in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from wab.cli.bench.rounds import Result
from wab.cli.breaking import BrokenOff, breaks_raised
from wab.cli.common import out, progress, say_json, warn
from wab.locale import _

__all__ = ["Result", "bench", "run"]


def bench(
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
    only: Annotated[str, typer.Option(help=_("Only these goals: P1,P3..."))] = "",
) -> None:
    """Measure, and say which goals are met: exit code 1 if one is not, even when measured twice."""
    results: list[Result] = []
    stop: BrokenOff | None = None
    with breaks_raised():
        try:
            for result in run({name.strip().upper() for name in only.split(",") if name.strip()}):
                results.append(result)
        except BrokenOff as error:
            stop = error
        _show(results, json=json)
    if stop is not None:
        warn(_("Broken off: not every goal is measured."))
        raise typer.Exit(stop.code)
    if not all(result.ok for result in results):
        raise typer.Exit(1)


def _show(results: list[Result], *, json: bool) -> None:
    from rich.table import Table

    if json:
        say_json(results)
    else:
        table = Table("", _("Goal"), _("Measured"), "", box=None)
        for result in results:
            table.add_row(result.id, result.goal, result.measured, _("met") if result.ok else _("missed"))
        out().print(table)


def run(only: set[str]) -> Iterator[Result]:
    """Measure the goals of these ids, all if none is named. A goal that is missed is measured once more."""
    from wab.cli.bench.goals import GOALS, chosen

    goals = chosen(GOALS, only)
    with progress() as shown:
        task = shown.add_task(_("Measuring"), total=len(goals))
        for goal in goals:
            result = goal()
            yield result if result.ok else goal()
            shown.advance(task)
