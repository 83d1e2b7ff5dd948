"""`wab bench`: how fast the program is, against yardsticks measured in the same run."""

from __future__ import annotations

from typing import Annotated

import typer

from wab.cli.bench.rounds import Result
from wab.cli.common import out, progress, say_json
from wab.locale import _

__all__ = ["Result", "bench", "run"]


def bench(
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
    only: Annotated[str, typer.Option(help=_("Only these goals: P1,P3..."))] = "",
) -> None:
    """Measure, and say which goals are met: exit code 1 if one is not, even when measured twice."""
    from rich.table import Table

    results = run({name.strip().upper() for name in only.split(",") if name.strip()})
    if json:
        say_json(results)
    else:
        table = Table("", _("Goal"), _("Measured"), "", box=None)
        for result in results:
            table.add_row(result.id, result.goal, result.measured, _("met") if result.ok else _("missed"))
        out().print(table)
    if not all(result.ok for result in results):
        raise typer.Exit(1)


def run(only: set[str]) -> list[Result]:
    """Measure the goals of these ids, all if none is named. A goal that is missed is measured once more."""
    from wab.cli.bench.goals import GOALS, chosen

    goals = chosen(GOALS, only)
    results = []
    with progress() as shown:
        task = shown.add_task(_("Measuring"), total=len(goals))
        for goal in goals:
            result = goal()
            results.append(result if result.ok else goal())
            shown.advance(task)
    return results
