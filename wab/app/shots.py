"""Pictures of the game without a window: the same screens, drawn into memory.

The same request gives the same picture, of the player's own career where it shows one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import wab
from ai.agents import Agent, built_in, make_agents
from wab.app.pages.fronts import Pose, get_front
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.requests import PictureRequest, is_save, scenario_info
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.key_actions import chord_of
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.career.career import own_career
from wab.engine.kernel.game import Game
from wab.engine.saves.reader import open_save
from wab.engine.words.errors import UsageError
from wab.locale import _
from wab.systems import get_system

PLAYER = "greedy"
SEED = 0
FRAME = 0.25  # seconds between two frames of a picture
FRAMES = 6  # until panels have found their sizes and movements have ended
WITH_CAREER = ("title", "scenarios", "career", "briefing")
"""Screens that show the player's own career. Others keep one for themselves: what they play does not count."""


def take(request: PictureRequest) -> None:
    """Draw a picture and write it as PNG.

    DisplayError if nothing can be drawn, UsageError or SaveError when what is asked for is not there or the picture
    cannot be written.
    """
    width, height = request.size
    window = GameWindow(open_engine(WindowSettings(width=width, height=height, offscreen=True)))
    settings = Settings(reduced_motion=True, hud_scale=request.hud_scale)
    career = own_career() if request.screen in WITH_CAREER else None
    go = PageNavigator(window, settings, language=request.language, mode=request.mode, career=career)
    try:
        show(go, request)
        if request.turn or request.keys or request.overlay or request.at or request.span:
            put_hints_away(window)
        _frames(window)
        look(window, request)
        for key in request.keys:
            press(window, key)
        if request.at or request.span or request.keys:
            _frames(window)
        window.screenshot(request.out)
    finally:
        go.close_session()
        window.close()


def put_hints_away(window: GameWindow) -> None:
    """Show no hints: the picture is of something else."""
    if isinstance(window.screen, HexBattle):
        window.screen.ui.hints_off = True


def look(window: GameWindow, request: PictureRequest) -> None:
    """Bring the part of the map that is asked for into the picture. UsageError if there is no such hex."""
    scene = window.scene
    if scene is None or not (request.at or request.span):
        return
    camera = scene.camera
    x, y = camera.x, camera.y
    if request.at:
        try:
            x, y = camera.grid.centre(camera.grid.parse(request.at))
        except ValueError as error:
            raise UsageError(f"--at: {error}") from error
    camera.fly_to(x, y, request.span or camera.span)


def press(window: GameWindow, key: str) -> None:
    """Press a key, as the settings write it: "f2", "ctrl+f"; and let its movements end."""
    chord = chord_of(key)
    window.inject_key(chord.key, control=chord.control, shift=chord.shift)
    window.step(FRAME)
    window.step(FRAME)


def _frames(window: GameWindow) -> None:
    for _frame in range(FRAMES):
        window.step(FRAME)


def show(go: PageNavigator, request: PictureRequest) -> None:
    """Bring what is asked for to the screen."""
    _SHOWS[request.screen](go, request)


def _title(go: PageNavigator, request: PictureRequest) -> None:
    go.title()


def _scenarios(go: PageNavigator, request: PictureRequest) -> None:
    go.choose(request.what)


def _career(go: PageNavigator, request: PictureRequest) -> None:
    go.review()


def _settings(go: PageNavigator, request: PictureRequest) -> None:
    go.title()
    go.configure()


def _briefing(go: PageNavigator, request: PictureRequest) -> None:
    go.brief(scenario_info(open_game(request.what).setup.scenario))


def _battle(pose: Pose) -> Callable[[PageNavigator, PictureRequest], None]:
    def show_battle(go: PageNavigator, request: PictureRequest) -> None:
        game = open_game(request.what)
        side = request.side or game.to_act or game.system.sides[0]
        _lead_to(game, side, pose, request.turn, request.phase)
        go.play(game, Seats(side), None)
        if isinstance(go.window.screen, HexBattle):
            go.window.screen.skip()
        if go.session is not None and game.outcome is None:
            go.front.pose(go.window, go.session, pose, request.overlay)

    return show_battle


def _curtain(go: PageNavigator, request: PictureRequest) -> None:
    game = open_game(request.what)
    side = request.side or game.to_act or game.system.sides[0]
    _lead_to(game, side, "map", request.turn, request.phase)
    go.play(game, Seats(side, people=game.seats), None)


def _what_if(go: PageNavigator, request: PictureRequest) -> None:
    _battle("move")(go, request)
    go.try_out(SEED)


def _outcome(go: PageNavigator, request: PictureRequest) -> None:
    game = open_game(request.what)
    side = request.side or game.system.sides[0]
    players = _players(game)
    while (actor := game.to_act) is not None:
        game.play(players[actor].decide(game.view(actor)))
    go.play(game, Seats(side), None)


def open_game(what: str) -> Game[Any]:
    """A save, or a scenario with the dice of pictures."""
    return open_save(Path(what), get_system).game if is_save(what) else wab.new_game(what, seed=SEED)


def _players(game: Game[Any]) -> dict[str, Agent]:
    name = PLAYER if PLAYER in built_in(game.system.id) else "random"
    return make_agents(dict.fromkeys(game.system.sides, name), game.system.id, game.setup.seed, game.seats)


def _lead_to(game: Game[Any], side: str, pose: Pose, turn: int = 0, phase: str = "") -> None:
    """Let the computer play both sides until there is something to show, in that turn and phase or later. UsageError
    when that never comes."""
    players, front = _players(game), get_front(game.system.id)
    while not _is_there(game, side, turn, phase) or not front.ready(game.view(side), pose):
        actor = game.to_act
        if actor is None:
            raise UsageError(_("There is nothing of that kind to show in {what}.").format(what=game.setup.scenario))
        game.play(players[actor].decide(game.view(actor)))


def _is_there(game: Game[Any], side: str, turn: int, phase: str = "") -> bool:
    """Tell whether the turn and phase that are asked for have come, and the side is to play. Any moment will do where
    neither is."""
    if phase and game.phase != phase:
        return False
    return not (turn or phase) or (game.turn >= turn and game.to_act == side)


_SHOWS: dict[str, Callable[[PageNavigator, PictureRequest], None]] = {
    "title": _title,
    "scenarios": _scenarios,
    "career": _career,
    "settings": _settings,
    "briefing": _briefing,
    "map": _battle("map"),
    "move": _battle("move"),
    "combat": _battle("combat"),
    "answer": _battle("answer"),
    "staff": _battle("staff"),
    "plan": _battle("plan"),
    "call": _battle("call"),
    "table": _battle("table"),
    "report": _battle("report"),
    "curtain": _curtain,
    "whatif": _what_if,
    "outcome": _outcome,
}
