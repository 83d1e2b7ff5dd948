from __future__ import annotations

import json
from pathlib import Path

import pytest

from wab.app.map.scene import MapScene
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import BARS, DisplayError, WindowSettings, fitted, why_no_window
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow


class _Recorder(Screen):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def enter(self, window: GameWindow) -> None:
        self.seen.append("enter")

    def leave(self) -> None:
        self.seen.append("leave")

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        self.seen.append("click")

    def on_double_click(self, x: float, y: float) -> None:
        self.seen.append("double")

    def on_right_click(self, x: float, y: float) -> None:
        self.seen.append("right")

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        self.seen.append(f"{'ctrl-' if control else ''}{key}")
        return key == "a"


@pytest.fixture
def recorder(window: GameWindow, scene: MapScene) -> _Recorder:
    recorder = _Recorder()
    window.show_screen(recorder)
    window.step(0.02)
    return recorder


def test_screens_are_told_when_they_come_and_go(window: GameWindow, recorder: _Recorder) -> None:
    window.show_screen(Screen())
    assert recorder.seen == ["enter", "leave"]


def test_clicks_are_told_apart(window: GameWindow, recorder: _Recorder) -> None:
    window.inject_click(100, 100)
    window.inject_click(300, 100)
    window.inject_click(300, 100)
    window.inject_click(200, 200, button=1)
    assert recorder.seen[1:] == ["click", "click", "double", "right"]


def test_a_key_that_the_screen_does_not_use_moves_the_map(
    window: GameWindow, recorder: _Recorder, scene: MapScene
) -> None:
    span, x = scene.camera.span, scene.camera.x
    window.inject_key("a", control=True)
    assert (scene.camera.span, scene.camera.x) == (span, x)
    window.inject_key("+")
    window.inject_key("arrow_right")
    assert scene.camera.span < span and scene.camera.x > x
    assert recorder.seen[1:] == ["ctrl-a", "+", "arrow_right"]


def test_the_wheel_zooms_the_map(window: GameWindow, recorder: _Recorder, scene: MapScene) -> None:
    window.inject_move(300, 200)
    span = scene.camera.span
    window.inject_wheel(1.0)
    assert scene.camera.span < span


def test_events_are_written_as_lines(window: GameWindow, recorder: _Recorder, tmp_path: Path) -> None:
    window.log_events(tmp_path / "events.jsonl")
    window.inject_click(100, 100)
    window.inject_key("space")
    window.inject_wheel(-1.0)
    window.stop_logging()
    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    told = [line for line in lines if line["event"] in ("click", "key", "zoom")]
    assert [line["event"] for line in told] == ["click", "key", "zoom"]
    assert {"places", "words"} <= {line["event"] for line in lines}
    assert (told[0]["x"], told[0]["y"], told[0]["button"]) == (100, 100, 0)


def test_without_a_screen_there_is_a_sentence_and_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "DISPLAY" in (why_no_window() or "")
    with pytest.raises(DisplayError, match="DISPLAY"):
        GameWindow(open_engine(WindowSettings()))


def test_with_a_screen_nothing_is_said_against_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr("wab.app.window.engine_config.display_opens", lambda: True)
    assert why_no_window() is None


def test_a_window_larger_than_the_screen_is_made_to_fit_it() -> None:
    wanted = WindowSettings(width=1600, height=900)
    assert fitted(wanted, (1366, 768)) == (1366, 768 - BARS)
    assert fitted(wanted, (1366, 1200)) == (1366, 900)
    for screen in (2560, 1440), (1600, 900), (0, 0):
        assert fitted(wanted, screen) == (1600, 900)


def test_in_full_screen_the_window_is_as_large_as_the_screen() -> None:
    full = WindowSettings(width=1600, height=900, fullscreen=True)
    assert [fitted(full, screen) for screen in ((1366, 768), (2560, 1440))] == [(1366, 768), (2560, 1440)]
