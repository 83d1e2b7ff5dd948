"""The front door of the window: what the command line asks for, as plain data. Panda3D is imported behind it only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wab.app.engine_config import DisplayError, why_no_window

__all__ = ["DisplayError", "GameRequest", "PictureRequest", "run_game", "take_screenshot", "why_no_window"]

MODES = ("2d", "3d")
SCREENS = ("title", "scenarios", "briefing", "map", "move", "combat", "staff", "outcome")


@dataclass(frozen=True, slots=True)
class GameRequest:
    """How to open the game.

    `what` is a scenario id, the path of a save, or "" for the title screen; `side` the side that sits at this screen
    ("" asks for it); `agents` the computer players by side; `options` what was chosen for the scenario; `language` a
    code ("" takes that of the environment); `size` in pixels; `events` a file to which the window writes a JSON line
    for everything that happens, for tests.
    """

    what: str = ""
    side: str = ""
    agents: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    mode: str = "2d"
    language: str = ""
    size: tuple[int, int] = (1600, 900)
    events: Path | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to show and where to write it: `screen` is one of SCREENS, `overlay` the name of a map overlay or ""."""

    what: str
    out: Path
    mode: str = "2d"
    size: tuple[int, int] = (1600, 900)
    side: str = ""
    overlay: str = ""
    screen: str = "map"
    language: str = ""


def run_game(request: GameRequest) -> None:
    """Open the window and play until it is closed. DisplayError where no window can be opened."""
    if reason := why_no_window():
        raise DisplayError(reason)
    from wab.app.main import run

    run(request)


def take_screenshot(request: PictureRequest) -> None:
    """Draw a picture without a window and write it as PNG. DisplayError where nothing can be drawn at all."""
    from wab.app.shots import take

    take(request)
