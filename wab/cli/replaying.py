"""`wab replay`: a save told again, verified, or written up as an after-action report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from wab.cli.common import as_json, out, say, write_text
from wab.cli.report import Story, markdown, read_story
from wab.cli.windowless import told_outcome
from wab.engine.errors import SaveError, UsageError
from wab.engine.replay import Verdict, verify
from wab.locale import _


class Verified(msgspec.Struct, frozen=True):
    """What `--verify` says to programs. `first_divergence` is the number of a record from 0, None when all agree."""

    ok: bool
    first_divergence: int | None
    records: int
    problem: str


class Summary(msgspec.Struct, frozen=True):
    """A save in a few words, for programs."""

    scenario: str
    seed: int
    records: int
    turns: int
    torn: bool
    outcome: Any


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A save."))],
    verify: Annotated[bool, typer.Option("--verify", help=_("Play it again with the dice and compare."))] = False,
    report: Annotated[Path | None, typer.Option(help=_("Write an after-action report, in Markdown."))] = None,
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
) -> None:
    """Tell a save again."""
    if not file.is_file():
        raise UsageError(_("There is no file {path}.").format(path=file))
    if verify:
        _verify(file, json)
    if report is not None:
        write_text(report, markdown(read_story(file)))
        if not json:
            say(_("The report is in {path}.").format(path=report))
    if not verify and report is None:
        _tell(read_story(file), json)


def _verify(file: Path, json: bool) -> None:
    """Print the verdict; exit code 1 where the file does not hold."""
    verdict = verdict_on(file)
    if json:
        say(as_json(Verified(verdict.ok, verdict.first_divergence, verdict.records, verdict.problem)))
    elif verdict.ok:
        say(_("{path}: all {count} records agree.").format(path=file, count=verdict.records))
    elif verdict.first_divergence is None:
        say(verdict.problem)
    else:
        message = _("{path}: the first divergence is in record {number}: {problem}")
        say(message.format(path=file, number=verdict.first_divergence, problem=verdict.problem))
    if not verdict.ok:
        raise typer.Exit(1)


def verdict_on(file: Path) -> Verdict:
    """The verification of a save. One that is damaged fails it at the record of the line that is wrong."""
    from wab.systems import get_system

    try:
        return verify(file, get_system)
    except SaveError as error:
        divergence = max(0, error.line - 2) if error.line is not None else None  # the first line is the header
        return Verdict(False, 0, divergence, str(error))


def _tell(story: Story, json: bool) -> None:
    if json:
        setup = story.setup
        records, turns = len(story.records), story.lines[-1].turn if story.lines else 0
        say(as_json(Summary(setup.scenario, setup.seed, records, turns, story.torn, story.outcome)))
        return
    turn = 0
    for line in story.lines:
        if line.turn != turn:
            turn = line.turn
            out().print("\n" + _("Turn {turn}").format(turn=turn), style="bold")
        say(f"  {line.text}")
    say("\n" + told_outcome(story.outcome, story.setup.system))
