"""A machine that lacks a library of the graphics, or a screen: one sentence says which, and what to do."""

from __future__ import annotations

import builtins
import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wab.app import launch
from wab.app.launch import DisplayError, GameRequest, MapsRequest, PictureRequest
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings, why_no_window
from wab.app.window.libraries import install_command, missing_libraries
from wab.cli import main, windowless

LOST = "libX11.so.6: cannot open shared object file: No such file or directory"
ASK = {
    "wab.app.main": lambda: launch.run_game(GameRequest()),
    "wab.app.shots": lambda: launch.take_screenshot(PictureRequest("cards/pegasus-bridge", Path("picture.png"))),
    "wab.app.maps": lambda: launch.draw_maps(MapsRequest(Path("game.wab"), Path(), "allies", (0,))),
    "wab.app.measured": lambda: launch.measure_window("cards/pegasus-bridge", to_the_end=False),
}


@pytest.fixture
def without_x11(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Debian whose libX11 cannot be loaded."""
    load, import_module = ctypes.CDLL, builtins.__import__

    def no_library(name: Any, *how: Any, **more: Any) -> Any:
        if name == "libX11.so.6":
            raise OSError(LOST)
        return load(name, *how, **more)

    def no_module(name: str, *how: Any, **more: Any) -> Any:
        if name in ASK:
            raise ImportError(LOST)
        return import_module(name, *how, **more)

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", no_library)
    monkeypatch.setattr(builtins, "__import__", no_module)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"})


@pytest.mark.usefixtures("without_x11")
@pytest.mark.parametrize("asked", ASK.values(), ids=ASK)
def test_whatever_needs_the_graphics_names_the_library_and_its_package(asked: Callable[[], object]) -> None:
    with pytest.raises(DisplayError, match=r"libX11\.so\.6.*sudo apt install libx11-6"):
        asked()


@pytest.mark.usefixtures("without_x11")
def test_the_game_is_played_and_kept_without_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(windowless, "picture_of", lambda *words: "no picture")
    words = ["play", "cards/pegasus-bridge", "--player", "allies=random", "--player", "axis=random"]
    assert main(words) == 0
    told = capsys.readouterr()
    assert len(told.err.strip().splitlines()) == 1 and "apt install libx11-6" in told.err
    assert "The game is kept in" in told.out


def test_a_display_that_nobody_serves_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", ":987")
    assert missing_libraries() == ()
    assert ":987" in (why_no_window() or "")


def test_an_engine_without_a_library_to_draw_with_is_one_sentence() -> None:
    def no_pipe(settings: WindowSettings) -> None:
        raise Exception("No graphics pipe is available!\nYour Config.prc file must name one.")  # as Panda3D does

    with pytest.raises(DisplayError) as told:
        open_engine(WindowSettings(offscreen=True), no_pipe)
    assert "No graphics pipe is available" in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("system", "command"),
    [
        ({"ID": "debian"}, "sudo apt install libx11-6 libgl1"),
        ({"ID": "fedora"}, "sudo dnf install libX11 libglvnd-glx"),
        ({"ID": "manjaro", "ID_LIKE": "arch"}, "sudo pacman -S libx11 libglvnd"),
        ({"ID": "gentoo"}, ""),
    ],
)
def test_the_command_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, system: dict[str, str], command: str
) -> None:
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: system)
    assert install_command(["libX11.so.6", "libGL.so.1"]) == command
