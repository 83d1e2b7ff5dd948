"""A person at a real window on a virtual X server: pointer, keyboard, and the event lines that the window writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from tests.app.xserver import virtual_server

ROOT = Path(__file__).resolve().parents[2]
FRAME = 0.12
"""Seconds: the pointer is read once a frame, and a frame may be slow here."""
PATIENCE = 90.0
STILL = {"reduced_motion": True, "fullscreen_offered": True, "language": "en"}
"""Settings of a player for whom nothing moves by itself, and who is not asked about full screen."""

QUICKLY_DRAWN = {"LIBGL_ALWAYS_SOFTWARE": "1", "LP_PERF": "no_linear,no_mip_linear"}
"""Without a graphics card a frame takes a third less time if textures are not smoothed.

Other tests look at what a window shows; here they wait for frames again and again.
"""

WAB = (sys.executable, "-P", "-m", "wab")
Line = dict[str, Any]
Process = subprocess.Popen[bytes]


class Driver:
    """The program in its window, what it has logged, and the pointer and keyboard before it."""

    def __init__(self, display: str, server: Process, log: Path, program: Process, size: str) -> None:
        self.display, self.server, self.log, self.program = display, server, log, program
        self.size = tuple(int(part) for part in size.split("x"))
        self._lines: list[Line] = []
        self._read = 0  # bytes of the log
        self._heard = 0  # lines that `hear` has gone through

    # ---- what the window tells

    def lines(self) -> list[Line]:
        """All lines so far."""
        if self.log.exists():
            with self.log.open("rb") as log:
                log.seek(self._read)
                whole = log.read().rpartition(b"\n")
            self._read += len(whole[0]) + len(whole[1])
            self._lines += [json.loads(line) for line in whole[0].splitlines()]
        return self._lines

    def told(self, event: str) -> list[Line]:
        """All lines of an event so far."""
        return [line for line in self.lines() if line["event"] == event]

    def last(self, event: str) -> Line | None:
        """The last line of an event; None before the first."""
        return next((line for line in reversed(self.lines()) if line["event"] == event), None)

    def wait(self, event: str, count: int = 1, seconds: float = PATIENCE) -> Line:
        """The `count`-th line of this event, as soon as it is there."""
        self.until(lambda: len(self.told(event)) >= count, f"{event} number {count}", seconds, ends=event == "closed")
        return self.told(event)[count - 1]

    def hear(self, event: str, seconds: float = PATIENCE, **facts: Any) -> Line:
        """The next line of this event that agrees with the facts, after the last that was heard."""

        def heard() -> bool:
            lines = self.lines()
            for number in range(self._heard, len(lines)):
                if lines[number]["event"] == event and facts.items() <= lines[number].items():
                    self._heard = number + 1
                    return True
            return False

        self.until(heard, f"{event} {facts}", seconds)
        return self._lines[self._heard - 1]

    def until(
        self, holds: Callable[[], bool], what: str = "", seconds: float = PATIENCE, *, ends: bool = False
    ) -> None:
        """Wait until something holds: `seconds` long from the last line on that the window has written.

        `ends`: the program may end meanwhile.
        """
        written, end = len(self.lines()), time.monotonic() + seconds
        while not holds():
            if len(self.lines()) > written:
                written, end = len(self.lines()), time.monotonic() + seconds
            assert ends or self.program.poll() is None, f"ended with {self.program.returncode}: {self.said()}"
            assert time.monotonic() < end, (
                f"no {what} in {[line for line in self.lines() if line['event'] not in ('places', 'words')]}"
            )
            time.sleep(0.03)

    def said(self) -> str:
        """Return what the program has written to its streams, and its last lines."""
        return f"{self.log.with_name('said.txt').read_text(errors='replace')}\n{self.lines()[-5:]}"

    # ---- what the person does

    def do(self, *words: object) -> str:
        """A command of xdotool."""
        command = ["xdotool", *(str(word) for word in words)]
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    def point(self, x: float, y: float) -> None:
        """Move the pointer there."""
        self.do("mousemove", round(x), round(y))
        time.sleep(2 * FRAME)

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Press and let go there."""
        self.point(x, y)
        self.do("click", button)

    def key(self, name: str) -> None:
        """Press a key, and wait until the window has heard it."""
        heard = len(self.told("key"))
        self.do("key", name)
        self.wait("key", heard + 1)

    def picture(self, path: Path) -> Image.Image:
        """Return what the screen shows, also kept as a file."""
        subprocess.run(["import", "-display", self.display, "-window", "root", str(path)], check=True)
        with Image.open(path) as image:
            return image.convert("RGB")

    # ---- where things are

    @property
    def places(self) -> Mapping[str, tuple[float, float]]:
        """The middle of everything that can be clicked now, by name."""
        line = self.last("places")
        return {name: (x, y) for name, (x, y) in line["places"].items()} if line is not None else {}

    def place(self, name: str) -> tuple[float, float]:
        """The middle of something that can be clicked, as soon as it is there."""
        self.until(lambda: name in self.places, f"place {name} among {sorted(self.places)}")
        return self.places[name]

    def is_free(self, x: float, y: float, room: float = 0.0) -> bool:
        """Tell whether no part of the HUD lies on a pixel of the window, or nearer than `room`."""
        covered = (self.last("places") or {}).get("covered", ())
        inside = room <= x < self.size[0] - room and room <= y < self.size[1] - room
        return inside and not any(
            left - room <= x < left + wide + room and top - room <= y < top + high + room
            for left, top, wide, high in covered
        )

    @property
    def words(self) -> Sequence[str]:
        """Every text of the HUD as it is shown now."""
        line = self.last("words")
        return line["words"] if line is not None else []

    def press(self, name: str) -> None:
        """Click something by its name, as soon as it is there, and wait until what comes of it is drawn: else the next
        press might go where something lay before."""
        place = self.place(name)
        before = len(self.told("pressed"))
        self.click(*place)
        self.until(lambda: self._has_pressed(name, before), f"press of {name}", ends=True)

    def _has_pressed(self, name: str, before: int) -> bool:
        """Tell whether the press of a name has been told since, or the program ended with it."""
        return self.program.poll() is not None or name in [line["name"] for line in self.told("pressed")[before:]]

    def screen(self, name: str, seconds: float = PATIENCE) -> None:
        """Wait until a screen of this name is shown."""
        self.until(lambda: (self.last("screen") or {}).get("name") == name, f"screen {name}", seconds)


@contextmanager
def driven(command: Sequence[object], folder: Path, size: str, environment: Mapping[str, str]) -> Iterator[Driver]:
    """A program that writes its event lines to events.jsonl in `folder`, on a virtual screen of its own."""
    with virtual_server(size) as (display, server):
        with (folder / "said.txt").open("wb") as said:
            program = subprocess.Popen(
                [str(word) for word in command],
                env={**os.environ, "PYTHONPATH": str(ROOT), **QUICKLY_DRAWN, **environment, "DISPLAY": display},
                stdout=said,
                stderr=said,
            )
        driver = Driver(display, server, folder / "events.jsonl", program, size)
        try:
            yield driver
        except AssertionError:
            if server.poll() is None:
                driver.picture(folder / "failed.png")
            raise
        finally:
            program.terminate()
            try:
                program.wait(timeout=20)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()


@contextmanager
def running(program: str, folder: Path, size: str) -> Iterator[Driver]:
    """A program of a test's own in its window. Its words are the map of the campaign and the file for event lines."""
    script = folder / "program.py"
    script.write_text(textwrap.dedent(program))
    campaign = ROOT / "campaigns" / "operations" / "map.json"
    with driven([sys.executable, script, campaign, folder / "events.jsonl"], folder, size, {}) as driver:
        yield driver


@contextmanager
def playing(
    folder: Path,
    *words: str,
    size: str = "1280x720",
    settings: Mapping[str, Any] | None = None,
    packages: Sequence[Path] = (),
    command: str = "play",
) -> Iterator[Driver]:
    """`wab play`, or another command, with these words, for a player whose settings, saves and career lie in `folder`.

    `size` is the size of screen and window, `settings` the player's settings, `packages` are folders of installed rule
    systems.
    """
    config = folder / "config" / "wab" / "settings.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    if settings is not None:
        config.write_text(json.dumps(settings))
    own = {"HOME": folder, "XDG_DATA_HOME": folder / "data", "XDG_CONFIG_HOME": folder / "config"}
    environment = {
        **{name: str(path) for name, path in {**own, "XDG_STATE_HOME": folder / "state"}.items()},
        "LANGUAGE": "en",
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *packages))),
    }
    told = ["--size", size, "--events", folder / "events.jsonl"]
    with driven([*WAB, command, *words, *told], folder, size, environment) as driver:
        yield driver
