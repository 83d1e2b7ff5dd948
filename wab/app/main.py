"""The game in its window, from the request of the command line to the last frame."""

from __future__ import annotations

from pathlib import Path

from ai.agents import own_among
from wab.app.pages.fronts import get_front
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import saves_folder
from wab.app.play.seating import fitting_level
from wab.app.requests import GameRequest, is_save, scenario_info
from wab.app.window.engine_config import WindowSettings, open_base
from wab.app.window.settings import Settings, load_settings, settings_path
from wab.app.window.window import GameWindow
from wab.career.career import own_career
from wab.locale import set_language
from wab.systems import NAMES


def run(request: GameRequest) -> None:
    """Open the window and play until it is closed. DisplayError, UsageError or SaveError when that cannot begin."""
    loaded = load_settings()
    settings = loaded.settings
    set_language(request.language or settings.language or None)
    window = open_base(GameWindow, window_settings(request, settings))
    go = PageNavigator(
        window,
        settings,
        folder=saves_folder(),
        settings_file=settings_path(),
        language=request.language,
        mode=request.mode,
        career=own_career(),
    )

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
        window.run_until_closed()
    finally:
        go.close_session()
        window.close()


def window_settings(request: GameRequest, settings: Settings) -> WindowSettings:
    """Return how the window is opened."""
    width, height = request.size
    return WindowSettings(
        width=width,
        height=height,
        fullscreen=settings.fullscreen,
        hud_scale=settings.hud_scale,
        title=get_front(NAMES[0]).cover().title,
    )


def open_first_page(go: PageNavigator, request: GameRequest) -> None:
    """Straight into what was asked for: a save, a scenario, its briefing where no side was named, or the title."""
    go.own = own_among(request.agents.values())
    if not request.what:
        go.title()
    elif is_save(request.what):
        go.resume(Path(request.what), request.side, request.agents)
    else:
        info = scenario_info(request.what)
        side = request.side or (info.sides[0] if len(request.agents) == len(info.sides) else "")
        if not side:
            go.brief(info, request.options)
            return
        level = fitting_level(info.system, go.settings.opponent)
        others = {other: level for other in info.sides if other != side}
        go.start(info, side, {**others, **request.agents}, request.seed, request.options)
