"""Maps for reports: a saved game as one side knew it at the ends of turns, drawn into memory without any panel."""

from __future__ import annotations

from wab.app.gfx.png import write_picture
from wab.app.pages.fronts import get_front
from wab.app.requests import MapsRequest, map_name, scenario_info
from wab.app.window.camera import Rect
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.engine.history.course import at_turns
from wab.engine.history.journal import lasting
from wab.engine.saves.reader import begin, fitting, read_save, records_of
from wab.engine.words.text import Text
from wab.locale import set_language
from wab.systems import get_system

_FRAME, _FRAMES = 0.25, 6
"""Seconds between two frames of a picture, and frames until everything has come to rest."""
_AROUND = 0.6
"""Hexes of ground around the play area."""
_LONG, _SHORT = 1120, 620
"""Pixels of the longer side of a picture, and the least of the shorter one."""


def draw(request: MapsRequest) -> None:
    """Draw the maps. DisplayError if nothing can be drawn, SaveError for a file that cannot be read or written."""
    set_language(request.language or None)
    contents = read_save(request.save)
    setup = contents.header.setup
    system, _state = begin(request.save, contents.header, get_system)
    with fitting(request.save, Text("it does not fit these rules and data")):
        records = lasting(records_of(request.save, contents, system))
        states = at_turns(system, setup, records, request.turns)
        views = {turn: system.view(state, request.side) for turn, state in states.items()}
    front, info = get_front(system.id), scenario_info(setup.scenario)
    area = front.area(info)
    width, height = _size(area)
    window = GameWindow(open_engine(WindowSettings(width=width, height=height, offscreen=True)))
    try:
        scene = front.open_scene(window, info)
        window.show_screen(Screen())
        for turn, view in views.items():
            front.dress(scene, view, fog=False)
            scene.camera.fit(Rect(area.left - _AROUND, area.bottom - _AROUND, area.right + _AROUND, area.top + _AROUND))
            for _frame in range(_FRAMES):
                window.step(_FRAME)
            write_picture(window.win, request.folder / map_name(turn))
    finally:
        window.close()


def _size(area: Rect) -> tuple[int, int]:
    """A picture as wide for its height as the play area, within reason."""
    wide, high = area.right - area.left, area.top - area.bottom
    longer = max(wide, high)
    return max(_SHORT, round(_LONG * wide / longer)), max(_SHORT, round(_LONG * high / longer))
