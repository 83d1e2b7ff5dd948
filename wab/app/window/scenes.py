"""The contract of a scene with the frame of the window: a camera, the hex under the pointer, and that it lets time
pass.

Each front brings its own: a painted map with counters (`wab.app.map.scene`), a table with a board and figures
(`wab.app.cards.table.scene`).
"""

from __future__ import annotations

from typing import Protocol

from wab.app.gfx.palettes import Palette
from wab.app.window.camera import MapCamera
from wab.hexes import HexId


class Scene(Protocol):
    """Something under `base.render` on which a game is played, seen in two or three dimensions."""

    camera: MapCamera

    def pick(self, px: float, py: float) -> HexId | None:
        """The hex at a pixel of the window (from the upper left), None if there is none."""
        ...

    def set_speed(self, speed: float) -> None:
        """Speed of movements: 1 normal, 2 twice as fast, 0 at once."""
        ...

    def set_palette(self, palette: Palette, *, patterns: bool = False) -> None:
        """Other colours of the sides, and patterns next to them if wanted."""
        ...

    def thin_out(self, most: int) -> None:
        """Leave so many of the things that matter most, clear of each other, so that a small picture can be read."""
        ...

    def show_figures(self, shown: bool) -> None:
        """Figures for units in three dimensions, or counters there as well, where the game leaves the choice."""
        ...

    def show_weather(self, shown: bool) -> None:
        """Let the weather be seen, where the game has any, or not."""
        ...

    def turn_by(self, degrees: float) -> None:
        """Turn what the game is played on counter-clockwise, where that can be seen from any side."""
        ...

    def face_home(self) -> None:
        """Turn it back as it lay at the beginning, and look at it as steeply as then."""
        ...

    def update(self, dt: float) -> None:
        """One frame: let `dt` seconds pass and follow the camera."""
        ...

    def follow_camera(self) -> None:
        """Fit sizes in pixels to the camera: the player may have moved it since `update`."""
        ...

    def close(self) -> None:
        """Take everything away."""
        ...
