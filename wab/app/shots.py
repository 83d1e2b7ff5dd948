"""Pictures of the game without a window: the same screens, drawn into memory. Same request, same picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import wab
from ai.agents import Agent, make_agents
from wab.app.archive import Seats
from wab.app.engine_config import WindowSettings, open_base
from wab.app.fronts import Pose, get_front
from wab.app.launch import PictureRequest
from wab.app.main import is_save, scenario_info
from wab.app.navigator import Navigator
from wab.app.settings import Settings
from wab.app.window import GameWindow
from wab.engine.errors import SaveError, UsageError
from wab.engine.game import Game
from wab.locale import _

PLAYER = "greedy"
SEED = 0
FRAME = 0.25  # seconds between two frames of a picture
FRAMES = 6  # until panels have found their sizes and movements have ended


def take(request: PictureRequest) -> None:
    """Draw a picture and write it as PNG.

    DisplayError where nothing can be drawn, UsageError or SaveError when what is asked for is not there or the picture
    cannot be written.
    """
    width, height = request.size
    window = open_base(GameWindow, WindowSettings(width=width, height=height, offscreen=True))
    go = Navigator(window, Settings(reduced_motion=True), language=request.language, mode=request.mode)
    try:
        show(go, request)
        for _frame in range(FRAMES):
            window.step(FRAME)
        window.screenshot(request.out)
    finally:
        go.close_session()
        window.close()
    if not request.out.is_file():
        raise SaveError(str(request.out), _("the picture cannot be written; is there room, and may you write there?"))


def show(go: Navigator, request: PictureRequest) -> None:
    """Bring what is asked for to the screen."""
    _SHOWS[request.screen](go, request)


def _title(go: Navigator, request: PictureRequest) -> None:
    go.title()


def _scenarios(go: Navigator, request: PictureRequest) -> None:
    go.choose(request.what)


def _briefing(go: Navigator, request: PictureRequest) -> None:
    go.brief(scenario_info(open_game(request.what).setup.scenario))


def _battle(pose: Pose) -> Callable[[Navigator, PictureRequest], None]:
    def show_battle(go: Navigator, request: PictureRequest) -> None:
        game = open_game(request.what)
        side = request.side or game.to_act or game.system.sides[0]
        _lead_to(game, side, pose)
        go.play(game, Seats(side), None)
        if go.session is not None and game.outcome is None:
            go.front.pose(go.window, go.session, pose, request.overlay)

    return show_battle


def _outcome(go: Navigator, request: PictureRequest) -> None:
    game = open_game(request.what)
    side = request.side or game.system.sides[0]
    players = _players(game)
    while (actor := game.to_act) is not None:
        game.play(players[actor].decide(game.view(actor)))
    go.play(game, Seats(side), None)


def open_game(what: str) -> Game[Any]:
    """A save, or a scenario with the dice of pictures."""
    return wab.load(Path(what)) if is_save(what) else wab.new_game(what, seed=SEED)


def _players(game: Game[Any]) -> dict[str, Agent]:
    return make_agents(dict.fromkeys(game.system.sides, PLAYER), game.system.id, game.setup.seed, game.seats)


def _lead_to(game: Game[Any], side: str, pose: Pose) -> None:
    """Let the computer play both sides until there is something to show. UsageError when that never comes."""
    players, front = _players(game), get_front(game.system.id)
    while not front.ready(game.view(side), pose):
        actor = game.to_act
        if actor is None:
            raise UsageError(_("There is nothing of that kind to show in {what}.").format(what=game.setup.scenario))
        game.play(players[actor].decide(game.view(actor)))


_SHOWS: dict[str, Callable[[Navigator, PictureRequest], None]] = {
    "title": _title,
    "scenarios": _scenarios,
    "briefing": _briefing,
    "map": _battle("map"),
    "move": _battle("move"),
    "combat": _battle("combat"),
    "staff": _battle("staff"),
    "outcome": _outcome,
}
