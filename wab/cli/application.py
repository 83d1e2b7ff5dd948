"""The commands of the command line, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import typer

from wab.cli.common import warn
from wab.cli.streams import OutputError, ReaderGone, abandon, told_apart
from wab.engine.words.errors import DataError, SaveError, UsageError, WabError
from wab.engine.words.text import N_
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
    """The program with its commands, or with the one command that the words name: the others are not loaded."""
    from wab.cli.opening import open_game_without_command

    app = typer.Typer(
        name="wab",
        help=_("Historical wargames of Normandy 1944. Without a command, the game opens."),
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(open_game_without_command)
    for name in _named(words):
        place, help_words = _COMMANDS[name]
        module, _colon, function = place.partition(":")
        command = getattr(import_module(f"wab.cli.{module}"), function)
        if name in _OF_A_GAME:
            _add_game_command(app, name, command, words)
        else:
            app.command(name, help=_(help_words))(command)
    return _Runner(app)


def _named(words: Sequence[str]) -> tuple[str, ...]:
    first = words[0] if words else "--version"
    if first == "--version":
        return ()
    return (first,) if first in _COMMANDS else tuple(_COMMANDS)


def _add_game_command(app: typer.Typer, name: str, command: Callable[..., None], words: Sequence[str]) -> None:
    """Add a command with options that the rules name; the rules are loaded only if the words name such a command."""
    from wab.cli.players import help_for, short_forms, with_game

    is_meant = not _OF_A_GAME.isdisjoint(words)
    below = help_for(words) if is_meant and not {"-h", "--help"}.isdisjoint(words) else None
    short = short_forms() if is_meant else {}
    app.command(name, help=_(_COMMANDS[name][1]), epilog=below)(with_game(command, short))


_COMMANDS = {
    "play": ("playing:play", N_("Open the game straight in a scenario or a save.")),
    "scenarios": ("playing:scenarios", N_("List the scenarios.")),
    "serve": ("online.serving:serve", N_("Hold games between people on this machine.")),
    "invite": ("online.joining:invite", N_("Begin a game on a server, and invite others to it.")),
    "join": ("online.joining:join", N_("Play a game that lies on a server.")),
    "simulate": ("simulating:simulate", N_("Let computer players play a scenario many times.")),
    "scenes": ("scenes:show_scenes", N_("List the scenes of a saved game as the window shows them.")),
    "replay": ("replaying:replay", N_("Tell a saved game again, check it, or write its report.")),
    "export": ("exporting:export", N_("Write what one side knows of a save into a file that holds nothing else.")),
    "bundle": ("bundling:bundle", N_("Write a save and all that tells of it into one file, to report a problem.")),
    "screenshot": ("playing:screenshot", N_("Draw a picture of the game into a file.")),
    "career": ("career:career", N_("Show rank, experience, campaigns and best scores.")),
    "rules": ("rulebook:rules", N_("Read and search the rules.")),
    "coverage": ("rulebook:show_coverage", N_("Count the rules that are implemented and tested.")),
    "bench": ("bench:bench", N_("Measure how fast the program is.")),
    "check": ("checking:check", N_("Check a folder of content, a scenario, a map or a save.")),
}
"""The commands in the order of the help: the function and its module, and what the help says."""
_OF_A_GAME = {"play", "simulate"}
