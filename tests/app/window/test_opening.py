"""The first picture of the window."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.app.driver import Driver, running
from wab.app.gfx.theme import HUD
from wab.app.window.opening import MODULES, game_title, line_place, name_place
from wab.systems import NAMES

HEAVY = ("numpy", "imgui_bundle", "scipy", "yaml", "wab.app.window.window")

FIRST = """
import sys
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.opening import Opening
from wab.cli.opening import open_game_without_command

engine = open_engine(WindowSettings(width=640, height=400, offscreen=True))
opening = Opening(engine)
engine.win.saveScreenshot(sys.argv[1])
print(*sorted(sys.modules))
"""

CLOSING = """
    import sys
    from pathlib import Path
    from wab.app.window import opening
    from wab.app.window.engine import open_engine
    from wab.app.window.engine_config import WindowSettings

    engine = open_engine(WindowSettings(width=400, height=300, sync=False, title="wab test"))
    shown = opening.Opening(engine)
    opening.MODULES = ("this",) * 100_000
    Path(sys.argv[2]).write_text('{"event": "ready"}\\n')
    assert not shown.load()
    engine.close()
    Path(sys.argv[2]).write_text('{"event": "ready"}\\n{"event": "closed"}\\n')
"""


def test_the_first_picture_needs_only_the_engine(tmp_path: Path) -> None:
    picture = tmp_path / "first.png"
    done = subprocess.run([sys.executable, "-c", FIRST, str(picture)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert not loaded & set(HEAVY)
    pixels = np.asarray(Image.open(picture).convert("RGB"))
    light = int((pixels.min(axis=2) > 200).sum())
    assert 300 < light < 0.1 * 640 * 400, "the name stands on the ground of the HUD"
    assert tuple(pixels[-1, -1]) == HUD.ground[:3]


def test_the_name_is_the_title_of_the_first_game() -> None:
    from wab.app.pages.fronts import get_front

    assert [game_title(name) for name in NAMES] == [get_front(name).cover().title for name in NAMES]
    assert f"wab.app.{NAMES[0]}.front" in MODULES


def test_the_line_lies_below_the_name_in_a_low_window_as_well() -> None:
    for width, height in ((1600, 900), (640, 360)):
        _x, y, size = name_place(width, height)
        assert y + size < line_place(y, size) < height / 2


@pytest.fixture
def closing(tmp_path: Path) -> Iterator[Driver]:
    with running(CLOSING, tmp_path, "400x300") as driver:
        yield driver


@pytest.mark.window
def test_a_window_that_is_closed_while_it_loads_ends_the_program(closing: Driver) -> None:
    closing.wait("ready")
    window = closing.do("search", "--pid", closing.program.pid).split()[-1]
    closing.do("windowclose", window)
    closing.wait("closed")
    assert closing.program.wait(timeout=20) == 0
