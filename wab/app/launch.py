"""The front door of the window for the command line. Panda3D is imported behind it only."""

from __future__ import annotations

from wab.app.requests import MODES, SCREENS, GameRequest, MapsRequest, PictureRequest
from wab.app.window.engine_config import DisplayError, WindowSettings, graphics_loaded, why_no_window
from wab.app.window.settings import load_settings
from wab.locale import set_language
from wab.systems import NAMES

__all__ = [
    "MODES",
    "SCREENS",
    "DisplayError",
    "GameRequest",
    "MapsRequest",
    "PictureRequest",
    "draw_maps",
    "measure_window",
    "run_game",
    "take_screenshot",
    "why_no_window",
]


def run_game(request: GameRequest) -> None:
    """Open the window and play until it is closed. DisplayError if no window can be opened."""
    if reason := why_no_window():
        raise DisplayError(reason)
    with graphics_loaded():
        from wab.app.window.engine import open_engine
        from wab.app.window.opening import Opening, game_title
    loaded = load_settings()
    set_language(request.language or loaded.settings.language or None)
    width, height = request.size
    wanted = WindowSettings(
        width=width,
        height=height,
        fullscreen=loaded.settings.fullscreen,
        hud_scale=loaded.settings.hud_scale,
        title=game_title(NAMES[0]),
    )
    engine = open_engine(wanted)
    try:
        with graphics_loaded():
            opening = Opening(engine)
            if not opening.load():
                return
            from wab.app.main import play
        play(engine, opening, request, loaded)
    finally:
        engine.close()


def take_screenshot(request: PictureRequest) -> None:
    """Draw a picture without a window and write it as PNG. DisplayError if nothing can be drawn at all."""
    with graphics_loaded():
        from wab.app.shots import take
    take(request)


def draw_maps(request: MapsRequest) -> None:
    """Draw the map of a saved game at the ends of turns, without a window and without panels, as JPEG files.

    DisplayError if nothing can be drawn at all.
    """
    with graphics_loaded():
        from wab.app.maps import draw
    draw(request)


def measure_window(scenario: str, to_the_end: bool) -> str:
    """Return what a battle takes in the window, as JSON (`wab.app.measured.Measured`). To be asked in a process of its
    own.

    DisplayError if nothing can be drawn at all.
    """
    import msgspec

    with graphics_loaded():
        from wab.app.measured import measure
    return msgspec.json.encode(measure(scenario, to_the_end=to_the_end)).decode()
