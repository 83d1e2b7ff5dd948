"""`wab replay`: a save told again, verified, or written up as an after-action report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from wab.app.play.bundle import save_of
from wab.app.report.story import Story, read_story, told_in_part
from wab.app.report.words import name_of, told_outcome, told_undo
from wab.app.report.writing import write_report
from wab.cli.common import SameData, out, say, say_json, tell_data, tell_other_data, warn
from wab.cli.kinds import kind_of, require_kind
from wab.cli.targets import REPORTS, check_target
from wab.engine.kernel.values import LENIENT, Setup
from wab.engine.saves.export import read_export
from wab.engine.saves.replay import Verdict, verify
from wab.engine.shells.told import lived
from wab.engine.words.errors import SaveError, UsageError
from wab.locale import _


class Verified(msgspec.Struct, frozen=True):
    """The answer of `--verify` to programs. `first_divergence` is the number of a record from 0, None when all
    agree.
    """

    ok: bool
    first_divergence: int | None
    records: int
    problem: str


class Summary(msgspec.Struct, frozen=True):
    """A save in a few words, for programs. `whole`: nothing of its story is kept from the reader.

    `seed` and `records` are null while the game goes on, unless it is to be spoiled (`Story.closed`).
    `undo` is "lenient" where it was, else null.
    """

    scenario: str
    seed: int | None
    records: int | None
    turns: int
    torn: bool
    outcome: Any
    whole: bool = True
    undo: str | None = None


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=_("A save, a bundle of one, or what `wab export` wrote."))
    ],
    verify: Annotated[bool, typer.Option("--verify", help=_("Play it again with the dice and compare."))] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            help=_("Write an after-action report: HTML for a name in .html, else Markdown with pictures beside.")
        ),
    ] = None,
    maps: Annotated[bool, typer.Option(help=_("Maps in the report, drawn without a window."))] = True,
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
    side: Annotated[str, typer.Option(help=_("Side whose view is told before the game is over."))] = "",
    spoil: Annotated[bool, typer.Option("--spoil", help=_("Tell hidden events too, before the game is over."))] = False,
    same_data: SameData = False,
) -> None:
    """Tell a save again: all of a game that is over, and what its players know of one that goes on."""
    require_kind(file, "save", "bundle", "export")
    if kind_of(file) == "export":
        if verify or report is not None or side or spoil:
            message = _("{path} holds what one side knows: it can be told, with --json or without, and nothing else.")
            raise UsageError(message.format(path=file))
        _tell_export(file, json, same_data)
        return
    if report is not None:
        check_target(report, *REPORTS)
    with save_of(file) as save:
        tell_other_data(save, stop=same_data, name=file)
        if verify:
            _verify(save, file, json)
        if report is not None:
            why_no_maps = write_report(save, report, read_story(save, side, spoil=spoil), maps=maps)
            if why_no_maps:
                warn(_("The report has no maps: {why}").format(why=why_no_maps))
            if not json:
                say(_("The report is in {path}.").format(path=report))
        if not verify and report is None:
            _tell(read_story(save, side, spoil=spoil), json)


def _tell_export(file: Path, json: bool, same_data: bool) -> None:
    """Tell what one side carried away of a game (`wab export`), as that side lived it."""
    from wab.systems import get_system

    found = read_export(file, get_system)
    tell_data(file, found.other_data, stop=same_data)
    setup = Setup(found.system.id, found.scenario, 0, found.options)
    story = Story(setup, (), tuple(lived(file, found)), found.outcome, torn=False, whole=False, closed=False)
    whose = _("The file holds what one side saw ({seat}), and nothing else.")
    _tell(story, json, whose.format(seat=name_of(found.system.id, found.view.seat)))


def _verify(save: Path, file: Path, json: bool) -> None:
    """Print the verdict on a save, by the name of the file; exit code 1 where it does not hold."""
    verdict = verdict_on(save)
    verdict = msgspec.structs.replace(verdict, problem=verdict.problem.replace(str(save), str(file)))
    if json:
        say_json(Verified(verdict.ok, verdict.first_divergence, verdict.records, verdict.problem))
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


def _tell(story: Story, json: bool, in_part: str = "") -> None:
    """Tell a story; `in_part` says why not all of it, if there is more to say than of a game that goes on."""
    if json:
        setup = story.setup
        seed, records = (setup.seed, len(story.records)) if story.closed else (None, None)
        turns = story.lines[-1].turn if story.lines else 0
        undo = LENIENT if setup.lenient_undo else None
        say_json(Summary(setup.scenario, seed, records, turns, story.torn, story.outcome, story.whole, undo))
        return
    turn = 0
    for line in story.lines:
        if line.turn != turn:
            turn = line.turn
            out().print("\n" + _("Turn {turn}").format(turn=turn), style="bold")
        say(f"  {line.text}")
    say("\n" + told_outcome(story.outcome, story.setup.system))
    if undo := told_undo(story.setup):
        say(undo)
    if not story.whole:
        say(in_part or told_in_part())
