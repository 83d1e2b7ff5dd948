"""The archives of `make apps`: what they hold, and the archive for Linux unpacked and played. No part of `make test`.

They lie in dist/, or in the folder that WAB_APPS names.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.app.xserver import virtual_screen
from tools.apps.archive import archive_name
from tools.apps.checking import held, problems
from tools.apps.contents import ROOT, contents
from tools.apps.sealing import is_of_apple_silicon, is_signed
from tools.apps.targets import LINUX, MACOS, TARGETS, Target

OUT = Path(os.environ.get("WAB_APPS", ROOT / "dist"))
SCENARIO = "operations/cliffs-and-shingle"


def archive(target: Target) -> Path:
    return OUT / archive_name(target, contents().version)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_archive_holds_what_it_must(target: Target) -> None:
    files = held(archive(target))
    assert list(problems(target, contents(), files)) == []
    if target is MACOS:
        code = [data for data in files.values() if data.startswith(MACOS.formats) and is_of_apple_silicon(data)]
        assert len(code) > 100 and all(map(is_signed, code))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the game for Linux, as its player unpacks it."""
    folder = tmp_path_factory.mktemp("player")
    subprocess.run(["tar", "xzf", str(archive(LINUX))], cwd=folder, check=True)
    (top,) = folder.iterdir()
    return top


@pytest.fixture
def bare(tmp_path: Path) -> Mapping[str, str]:
    """The environment of a user with nothing installed, no language chosen, and an empty home."""
    return {"HOME": str(tmp_path)}


def _wab(folder: Path, environment: Mapping[str, str], *words: str, seconds: float = 300) -> str:
    done = subprocess.run(
        [folder / "wab", *words], env=environment, capture_output=True, encoding="utf-8", timeout=seconds, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_command_line_lists_cites_and_speaks_french(unpacked: Path, bare: Mapping[str, str]) -> None:
    assert SCENARIO in _wab(unpacked, bare, "scenarios")
    assert "ZOC" in _wab(unpacked, bare, "rules", "OPS-8.2.1-1")
    assert "Sans commande, le jeu s’ouvre." in _wab(unpacked, {**bare, "LANGUAGE": "fr"}, "--help")
    assert "operations" in _wab(unpacked, bare, "coverage")  # reads the sources that rules cite
    assert json.loads(_wab(unpacked, bare, "career", "--json"))["games"] == 0  # with an SQLite of its own


def test_computer_players_play_there_in_several_processes(unpacked: Path, bare: Mapping[str, str]) -> None:
    told = _wab(
        unpacked, bare, "simulate", SCENARIO, "--games", "2", "--workers", "2",
        "--player", "allied=easy", "--player", "axis=greedy",
    )  # fmt: skip
    assert "Mean points" in told


class Window:
    """The game in its window, and what it has written about it."""

    def __init__(self, program: subprocess.Popen[bytes], log: Path, display: str) -> None:
        self.program, self.log, self.display = program, log, display

    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()] if self.log.exists() else []

    def wait(self, wanted: Callable[[dict[str, Any]], bool], key: str = "", seconds: float = 240) -> dict[str, Any]:
        """The first line that is wanted, as soon as it is there; meanwhile `key` is pressed over the window."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in filter(wanted, self.told()):
                return line
            assert self.program.poll() is None, "the game has ended"
            if key:
                subprocess.run(
                    ["xdotool", "mousemove", "600", "400", "key", key],
                    env={**os.environ, "DISPLAY": self.display},
                    check=True,
                )
            time.sleep(1.0)
        raise AssertionError(f"not in {self.told()[-5:]}")

    def colours(self, picture: Path) -> int:
        """Return how many colours the screen shows, and keep a picture of it."""
        command = ["import", "-display", self.display, "-window", "root", str(picture)]
        subprocess.run(command, check=True)
        with Image.open(picture) as image:
            return len(image.convert("RGB").getcolors(1 << 20) or ())


@pytest.fixture
def window(unpacked: Path, bare: Mapping[str, str], tmp_path: Path) -> Iterator[Window]:
    log = tmp_path / "events.jsonl"
    words = ["play", SCENARIO, "--side", "axis", "--player", "allied=easy", "--size", "1200x700", "--events", str(log)]
    with virtual_screen("1280x800") as display:
        environment = {**bare, "DISPLAY": display}
        program = subprocess.Popen([unpacked / "wab", *words], env=environment, stderr=subprocess.DEVNULL)
        yield Window(program, log, display)
        program.terminate()
        program.wait(timeout=20)


def test_in_its_window_the_computer_plays_in_a_process_of_its_own_and_keys_are_heard(
    window: Window, tmp_path: Path
) -> None:
    def ended_by(side: str) -> Callable[[dict[str, Any]], bool]:
        return lambda line: line["event"] == "played" and line["order"]["order"] == "pass" and line["to_act"] != side

    window.wait(lambda line: line["event"] == "ready")
    window.wait(ended_by("allied"))
    assert window.colours(tmp_path / "window.png") > 1000
    window.wait(lambda line: line["event"] == "key" and line["key"] == "space", key="space")
