"""Lists of words in a panel: lines of several sizes and colours that the wheel moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box, Kit

LEADING = 1.28


@dataclass(frozen=True)
class Line:
    """A line of a list: words, colour, and what it is written in."""

    words: str
    ink: Rgba
    font: str = "body"
    size: float = 13.5


def wrapped(kit: Kit, words: str, room: float, ink: Rgba, font: str = "body", size: float = 13.5) -> list[Line]:
    """Words broken into lines that fit the room."""
    return [Line(line, ink, font, size) for line in kit.lines(words, room, font, size)]


def draw_lines(kit: Kit, name: str, box: Box, lines: Sequence[Line], *, to_the_end: bool = False) -> None:
    """Draw a list that the wheel moves; `to_the_end`: scroll to its last line now."""
    with kit.scroll(name, box, sum(kit.grown(line.size) * LEADING for line in lines)) as part:
        y = part.top
        for line in lines:
            if part.shows(y, kit.grown(line.size) * LEADING):
                kit.text(line.words, box.x, y, line.ink, size=line.size, font=line.font)
            y += kit.grown(line.size) * LEADING
        if to_the_end:
            imgui.set_scroll_y(imgui.get_scroll_max_y() + 1e5)
