"""The commands of the command line, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

from wab.cli.common import warn
from wab.cli.streams import OutputError, ReaderGone, abandon, told_apart
from wab.engine.words.errors import DataError, SaveError, UsageError, WabError
from wab.locale import _

DONE, WRONG, BAD_INPUT, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141

# The base of typer's errors about usage: a class of click, which newer versions of typer carry in themselves.
_BadUsage: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit code."""
    with told_apart():
        try:
            code = _run(arguments)
            sys.stdout.flush()
        except ReaderGone:
            abandon()
            return NO_READER
        except OutputError as error:
            abandon()
            warn(str(error))
            return BAD_INPUT
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = _application(sys.argv[1:] if arguments is None else arguments)(arguments)
    except _BadUsage as error:
        warn(_one_line(error.format_message()))
        return BAD_INPUT
    except WabError as error:
        warn(str(error))
        return BAD_INPUT if _is_bad_input(error) else WRONG
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else DONE


def _is_bad_input(error: WabError) -> bool:
    from wab.app.launch import DisplayError

    return isinstance(error, UsageError | DataError | SaveError | DisplayError)


def _one_line(message: str) -> str:
    return " ".join(message.split())


class _Runner:
    def __init__(self, app: typer.Typer) -> None:
        self._command = typer.main.get_command(app)

    def __call__(self, arguments: Sequence[str] | None) -> object:
        return self._command.main(
            list(arguments) if arguments is not None else None, prog_name="wab", standalone_mode=False
        )


def _application(words: Sequence[str]) -> _Runner:
    from wab.cli import bench, bundling, career, checking, exporting, playing, replaying, rulebook, simulating
    from wab.cli.players import help_for, short_forms, with_game

    is_of_a_game = not {"play", "simulate"}.isdisjoint(words)  # the others need not load the rules
    short = short_forms() if is_of_a_game else {}
    below = help_for(words) if is_of_a_game and not {"-h", "--help"}.isdisjoint(words) else None
    app = typer.Typer(
        name="wab",
        help=_("Historical wargames of Normandy 1944. Without a command, the game opens."),
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(playing.open_game_without_command)
    app.command("play", help=_("Open the game straight in a scenario or a save."), epilog=below)(
        with_game(playing.play, short)
    )
    app.command("scenarios", help=_("List the scenarios."))(playing.scenarios)
    app.command("simulate", help=_("Let computer players play a scenario many times."), epilog=below)(
        with_game(simulating.simulate, short)
    )
    app.command("replay", help=_("Tell a saved game again, check it, or write its report."))(replaying.replay)
    app.command("export", help=_("Write what one side knows of a save into a file that holds nothing else."))(
        exporting.export
    )
    app.command("bundle", help=_("Write a save and all that tells of it into one file, to report a problem."))(
        bundling.bundle
    )
    app.command("screenshot", help=_("Draw a picture of the game into a file."))(playing.screenshot)
    app.command("career", help=_("Show rank, experience, campaigns and best scores."))(career.career)
    app.command("rules", help=_("Read and search the rules."))(rulebook.rules)
    app.command("coverage", help=_("Count the rules that are implemented and tested."))(rulebook.show_coverage)
    app.command("bench", help=_("Measure how fast the program is."))(bench.bench)
    app.command("check", help=_("Check a folder of content, a scenario, a map or a save."))(checking.check)
    return _Runner(app)
