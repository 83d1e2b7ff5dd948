"""The game in its window, from the request of the command line to the last frame."""

from __future__ import annotations

from pathlib import Path

from ai.agents import own_among
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import saves_folder
from wab.app.play.seating import fitting_level
from wab.app.requests import GameRequest, is_save, scenario_info
from wab.app.window.engine import Engine
from wab.app.window.opening import Opening
from wab.app.window.settings import Loaded, settings_path
from wab.app.window.window import GameWindow
from wab.career.career import own_career


def play(engine: Engine, opening: Opening, request: GameRequest, loaded: Loaded) -> None:
    """Play in the window until it is closed. UsageError or SaveError if that cannot begin."""
    window = GameWindow(engine)
    opening.show(0.8)
    go = PageNavigator(
        window,
        loaded.settings,
        folder=saves_folder(),
        settings_file=settings_path(),
        language=request.language,
        mode=request.mode,
        career=own_career(),
    )
    opening.show(0.9)

    def lost() -> None:
        go.close_session(picture=False)
        window.log("lost")
        window.stop_logging()

    window.when_lost = lost
    try:
        if request.events is not None:
            window.log_events(request.events)
        if loaded.problem:
            go.tell(loaded.problem)
        open_first_page(go, request)
        opening.close()
        window.run_until_closed()
    finally:
        go.close_session()
        window.close()


def open_first_page(go: PageNavigator, request: GameRequest) -> None:
    """Straight into what was asked for: a save, a scenario, its briefing where no side was named, or the title."""
    go.own = own_among(request.agents.values())
    if request.online is not None:
        go.join(request.online)
    elif not request.what:
        go.title()
    elif is_save(request.what):
        go.resume(Path(request.what), request.side, request.agents)
    else:
        info = scenario_info(request.what)
        side = request.side or (info.sides[0] if len(request.agents) == len(info.sides) else "")
        if not side:
            go.brief(info, request.options, seed=request.seed)
            return
        level = fitting_level(info.system, go.settings.opponent)
        others = {other: level for other in info.sides if other != side}
        go.start(info, side, {**others, **request.agents}, request.seed, request.options)
