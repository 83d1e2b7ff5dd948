"""The game on a machine without a screen: the computer plays both sides, and the journal is printed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import typer

from ai.agents import Agent, make_agents, own_among
from ai.match import play_out
from wab.app.play.seating import new_seed
from wab.app.report.words import in_language, name_of, told_outcome
from wab.app.requests import GameRequest
from wab.cli.breaking import BrokenOff, breaks_raised
from wab.cli.common import open_game, say
from wab.engine.history.journal import Line, Narrator, lasting
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record, ScenarioInfo
from wab.engine.outside.processes import python_command
from wab.engine.saves.autosave import Autosave
from wab.locale import _

PLAYER = "greedy"
HALFWAY = 8
"""The turn at which a game without a last one is drawn a second time."""
_WAB = "import sys; from wab.cli import main; sys.exit(main())"
_PATIENCE = 180  # seconds that a picture may take


def play_without_window(request: GameRequest) -> None:
    """Play a scenario, the first one if none is named, to its end; print the journal and draw the map three times."""
    import wab

    infos = {info.id: info for info in wab.scenarios()}
    seed = new_seed() if request.seed is None else request.seed
    game = open_game(request.what or next(iter(infos)), seed, request.options)
    info = infos[game.setup.scenario]
    players = {side: request.agents.get(side, PLAYER) for side in info.sides}
    players |= {seat: agent for seat, agent in request.agents.items() if seat in game.seats}
    names = told_players(info.system, players)
    say(_("{title}, played by the computer ({players}).").format(title=in_language(info.title), players=names))
    agents = make_agents(players, info.system, game.setup.seed, game.seats, own_among(request.agents.values()))
    pictures = Album(game, request, info)
    try:
        _play(game, agents, pictures)
    finally:
        pictures.close()


def _play(game: Game[Any], agents: Mapping[str, Agent], pictures: Album) -> None:
    with breaks_raised():
        try:
            pictures.begin()
            teller = Teller(game)
            play_out(game, agents, after=lambda record: _after(record, teller, pictures))
        except BrokenOff as stop:
            pictures.tell_save()
            raise typer.Exit(stop.code) from None
    say(told_outcome(game.outcome, game.system.id))
    pictures.finish()


def _after(record: Record, teller: Teller, pictures: Album) -> None:
    teller.tell(record)
    pictures.look()


def told_players(system: str, players: Mapping[str, str]) -> str:
    """The player of each side or seat."""
    return ", ".join(f"{name_of(system, side)}: {player}" for side, player in players.items())


class Teller:
    """Prints the journal of a running game, with a heading for every turn; it leaves out what was played before."""

    def __init__(self, game: Game[Any]) -> None:
        self._narrator = Narrator(game.system, game.setup)
        self._turn = 0
        for number, record in enumerate(lasting(game.journal)):
            lines = list(self._narrator.tell(record))
            if number == 0 and len(game.journal) == 1:
                self._print(lines)

    def tell(self, record: Record) -> None:
        """Print what came of an order."""
        self._print(self._narrator.tell(record))

    def _print(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line.turn != self._turn:
                self._turn = line.turn
                say("\n" + _("Turn {turn}").format(turn=line.turn))
            say(f"  {line.text}")


class Album:
    """The save of a game, and pictures of the map at the start, halfway and at the end, in a folder of their own.

    Each is drawn by a process of its own: a broken graphics driver then costs a picture and not the game.
    """

    def __init__(self, game: Game[Any], request: GameRequest, info: ScenarioInfo) -> None:
        self._game, self._request = game, request
        self._halfway = (info.turns + 1) // 2 or HALFWAY
        self._folder = Path(mkdtemp(prefix="wab-"))
        self._save = Autosave(game, self._folder / "game.wab")
        self._problem = ""
        self._drawn: list[Path] = []

    def begin(self) -> None:
        """Draw the start."""
        self._draw("1-start")

    def look(self) -> None:
        """Keep the last order, and draw when the game has come to its middle."""
        self._save.keep()
        if self._game.turn > self._halfway and len(self._drawn) < 2 and not self._problem:
            self._draw("2-middle")

    def finish(self) -> None:
        """Draw the end, and say where pictures and save lie."""
        self._draw("3-end")
        if self._problem:
            say(_("No pictures of the map: {problem}").format(problem=self._problem))
        else:
            say(_("Pictures of the map are in {folder}.").format(folder=self._folder))
        self.tell_save()

    def tell_save(self) -> None:
        """Say where the game is kept, as far as it was played."""
        self.close()
        say(_("The game is kept in {path}; `wab replay` tells it again.").format(path=self._save.path))

    def close(self) -> None:
        """Let the save go, so that no lock is left."""
        self._save.close()

    def _draw(self, name: str) -> None:
        if self._problem:
            return
        save, picture = self._folder / f"{name}.wab", self._folder / f"{name}.png"
        self._game.save(save)
        width, height = self._request.size
        more = ["--mode", self._request.mode, "--size", f"{width}x{height}"]
        more += ["--side", self._request.side] if self._request.side else []
        self._problem = picture_of(save, picture, *more)
        save.unlink()
        self._drawn += [] if self._problem else [picture]


def picture_of(save: Path, picture: Path, *more: str) -> str:
    """Draw a save in a process of its own; "" when it worked, else one line that says why not. `more` are options."""
    command = python_command(_WAB, "screenshot", str(save), "--out", str(picture), *more)
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0 and os.path.isfile(picture):
        return ""
    last = done.stderr.strip().splitlines()[-1:] or [_("the picture was not drawn.")]
    return last[0]
