"""`wab` alone, and the window for every command that opens it, with what stands in for it without a screen.

Little is imported here: `wab --version` and the first picture of the window are not to wait.
"""

from __future__ import annotations

from typing import Annotated

import typer

from wab.app.launch import DisplayError, GameRequest, run_game
from wab.cli.common import say, warn
from wab.engine.kernel.writer import program_version
from wab.locale import _


def _tell_version(wanted: bool) -> None:
    if wanted:
        say(program_version())
        raise typer.Exit


def open_game_without_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help=_("Show the version of the program and exit."), callback=_tell_version)
    ] = False,
) -> None:
    """Open the game on its title screen unless a command follows."""
    if context.invoked_subcommand is None:
        open_window(GameRequest())


def open_window(request: GameRequest) -> None:
    """Play in the window; without a screen the computer plays, and the journal is printed."""
    try:
        run_game(request)
    except DisplayError as error:
        warn(str(error))
        from wab.cli.windowless import play_without_window

        play_without_window(request)
