"""One offscreen window for all tests of the app: the engine allows one a process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.app.served import served
from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table import gallery
from wab.app.cards.table.painting import PIXELS, Bytes
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.specs import CounterSpec, Nation
from wab.app.gfx.theme import colour
from wab.app.hud.kit import Kit
from wab.app.map.scene import MapScene, open_map
from wab.app.window.camera import PITCH
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.content.data import data_root
from wab.content.hexmap import HexMap, load_map
from wab.locale import language
from wab.online import keyring, promises

WIDTH, HEIGHT = 520, 320
ART = data_root() / "campaigns" / "operations" / "art"
NATION = Nation.of("66733F", "3A4323", "FBF6E2", "EDE6C8")


class _Waiting:
    """The tasks of the engine, which draw a frame only if a test looks at it."""

    def __init__(self, tasks: Any) -> None:
        self.tasks, self.behind = tasks, False

    def step(self) -> None:
        self.behind = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tasks, name)


class PatientWindow(GameWindow):
    """A window that is drawn when a test takes a picture."""

    def __init__(self, settings: WindowSettings) -> None:
        super().__init__(settings)
        self.taskMgr = _Waiting(self.taskMgr)

    def screenshot(self, path: Path | None = None) -> npt.NDArray[np.uint8]:
        waiting = self.taskMgr
        self.taskMgr = waiting.tasks
        try:
            return super().screenshot(path)
        finally:
            self.taskMgr, waiting.behind = waiting, False

    def pixels(self) -> npt.NDArray[np.uint8]:
        tasks = self.taskMgr
        if isinstance(tasks, _Waiting) and tasks.behind:
            tasks.tasks.step()
            tasks.tasks.step()
            tasks.behind = False
        return super().pixels()


@pytest.fixture(scope="session")
def window() -> Iterator[GameWindow]:
    window: GameWindow = PatientWindow(open_engine(WindowSettings(width=WIDTH, height=HEIGHT, offscreen=True)))
    yield window
    window.close()


@pytest.fixture(scope="session")
def hexmap() -> HexMap:
    return load_map(data_root() / "campaigns" / "operations" / "map.json")


@pytest.fixture(autouse=True, scope="session")
def _boards_painted_once() -> Iterator[None]:
    """The ground of a board is painted for the first test that shows it; the others get copies of that picture.

    `tests/app/cards/test_ground.py` asks the painter itself.
    """
    paint = gallery.paint

    @lru_cache(maxsize=16)
    def kept(board: BoardSpec, pixels: int) -> Bytes:
        return paint(board, BoardRelief(board), pixels)

    def painted(board: BoardSpec, relief: BoardRelief, pixels: int = PIXELS) -> Bytes:
        return kept(board, pixels).copy()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "paint", painted)
        yield


@pytest.fixture(autouse=True)
def _window_as_it_was(request: pytest.FixtureRequest) -> Iterator[None]:
    """Yield what a test sets for the whole window does not reach the next one."""
    if "window" not in request.fixturenames:
        yield
        return
    window: GameWindow = request.getfixturevalue("window")
    before = window.hud_scale, window.hud.text_size, window.palette, window.patterns, window.tool_words
    known = window.bindings, window.remember, dict(window.always_keys)
    yield
    scale, text_size, palette, patterns, window.tool_words = before
    window.bindings, window.remember, window.always_keys = known
    window.set_palette(palette, patterns=patterns)
    window.set_text_size(text_size)
    window.set_hud_scale(scale)


@pytest.fixture
def english() -> Iterator[None]:
    """Texts are in English."""
    with language("en"):
        yield


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that the panels draw."""
    seen: list[str] = []
    draw = Kit.text

    def noted(kit: Kit, text: str, *rest: Any, **more: Any) -> Any:
        seen.append(text)
        return draw(kit, text, *rest, **more)

    monkeypatch.setattr(Kit, "text", noted)
    return seen


@pytest.fixture
def scene(window: GameWindow, hexmap: HexMap) -> Iterator[MapScene]:
    """The scene with nothing on it but the map, flat, in the middle distance; put back so after each test."""
    scene = open_map(window, hexmap, ART)  # made again only if a test has shown something else
    _clear(window, scene)
    yield scene
    if window.scene is scene:
        _clear(window, scene)


@pytest.fixture
def cleared(window: GameWindow, scene: MapScene) -> Iterator[GameWindow]:
    """The window of all tests, with nothing on its screen after a test."""
    yield window
    window.show_screen(Screen())


def _clear(window: GameWindow, scene: MapScene) -> None:
    scene.set_counters([])
    scene.set_flags([])
    scene.set_overlay(None)
    scene.set_reach([])
    scene.set_path([])
    scene.set_front(None)
    scene.set_fog(None)
    scene.set_names(scene.default_names())
    scene.set_hover(None)
    scene.set_light("clear")
    scene.set_speed(1.0)
    scene.camera.margins = (0, 0, 0, 0)
    scene.camera.pitch = PITCH
    scene.camera.set_mode(False, at_once=True)
    scene.camera.fly_to(49.0, 40.2, 7.0)
    window.show_screen(Screen())
    window.inject_move(-1.0, -1.0)
    scene.tweens.finish()
    window.step(0.0)  # clears the panels of the last screen


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server of games that runs in this process. Its players keep what they keep in the folder of the test."""
    monkeypatch.setattr(keyring, "keyring_path", lambda: tmp_path / "servers.json")
    monkeypatch.setattr(promises, "promises_path", lambda: tmp_path / "promises.json")
    with served(tmp_path) as found:
        yield found


def counter(key: int, hex_id: int, **changes: object) -> CounterSpec:
    """A counter with something of everything on it."""
    facts: dict[str, object] = {
        "symbol": "infantry", "name": f"{key}/1", "band": colour("8A1F1B"), "left": "5", "right": "7", "pips": 5,
        "pips_max": 8, "energy": 0.5, "quality": 2, "size_mark": "III", "side": 1,
    }  # fmt: skip
    return CounterSpec(key, hex_id, NATION, **(facts | changes))  # type: ignore[arg-type]


def art_exists() -> bool:
    """The painted pictures are there."""
    return (ART / "ground.json").is_file() and Path(ART / "lines.json").is_file()
