"""The game in its window, from the request of the command line to the last frame."""

from __future__ import annotations

from pathlib import Path

import wab
from wab.app.archive import SUFFIX, saves_folder
from wab.app.engine_config import WindowSettings, open_base
from wab.app.fronts import get_front
from wab.app.launch import GameRequest
from wab.app.navigator import Navigator
from wab.app.settings import Settings, load_settings, settings_path
from wab.app.window import GameWindow
from wab.engine.errors import UsageError
from wab.engine.system import ScenarioInfo
from wab.locale import _, set_language
from wab.systems import NAMES


def run(request: GameRequest) -> None:
    """Open the window and play until it is closed. DisplayError, UsageError or SaveError when that cannot begin."""
    loaded = load_settings()
    settings = loaded.settings
    set_language(request.language or settings.language or None)
    window = open_base(GameWindow, window_settings(request, settings))
    go = Navigator(
        window,
        settings,
        folder=saves_folder(),
        settings_file=settings_path(),
        language=request.language,
        mode=request.mode,
    )
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
    """How the window is opened."""
    width, height = request.size
    return WindowSettings(
        width=width,
        height=height,
        fullscreen=settings.fullscreen,
        hud_scale=settings.hud_scale,
        title=get_front(NAMES[0]).cover().title,
    )


def is_save(what: str) -> bool:
    """Tell the path of a save from the id of a scenario."""
    return what.endswith(SUFFIX) or Path(what).is_file()


def scenario_info(scenario: str) -> ScenarioInfo:
    """The entry of a scenario. UsageError when there is none."""
    for info in wab.scenarios():
        if info.id == scenario:
            return info
    raise UsageError(_("There is no scenario {id}.").format(id=repr(scenario)))


def open_first_page(go: Navigator, request: GameRequest) -> None:
    """Straight into what was asked for: a save, a scenario, its briefing where no side was named, or the title."""
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
        others = {other: go.settings.opponent for other in info.sides if other != side}
        go.start(info, side, {**others, **request.agents}, request.seed, request.options)
