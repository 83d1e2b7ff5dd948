"""Things under each other that scroll together, each with its height: only things in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from wab.app.gfx.theme import Rgba
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit

BAR = 16.0
"""Room for the bar at the right of what scrolls."""
_LEADING = 1.3


@dataclass(frozen=True)
class Piece:
    """Something so high that is drawn into a box."""

    high: float
    draw: Callable[[Box], None]


def draw_pieces(kit: Kit, name: str, box: Box, pieces: Sequence[Piece], by: float = 0.0) -> None:
    """Draw pieces under each other; the wheel moves them, and `by` moves them so far at once."""
    with kit.scroll(name, box, sum(piece.high for piece in pieces)) as part:
        if by:
            imgui.set_scroll_y(max(0.0, imgui.get_scroll_y() + by * kit.scale))
        y = part.top
        for piece in pieces:
            if part.shows(y, piece.high):
                piece.draw(Box(box.x, y, box.w - BAR, piece.high))
            y += piece.high


def heading(kit: Kit, words: str) -> Piece:
    """A heading with a line after it."""
    return Piece(34, lambda box: kit.heading(words, Box(box.x, box.y + 8, box.w, 19), kit.colours.brass, size=17))


def gap(high: float) -> Piece:
    """Room."""
    return Piece(high, lambda _box: None)


def paragraph(
    kit: Kit, words: str, room: float, *, font: str = "body", size: float = 17, ink: Rgba | None = None
) -> Piece:
    """Words broken into lines that fit the room."""
    rows = kit.lines(words, room, font, size)
    step = round(size * _LEADING)

    def draw(box: Box) -> None:
        for number, row in enumerate(rows):
            kit.text(row, box.x, box.y + number * step, ink, size=size, font=font)

    return Piece(len(rows) * step + 6, draw)


def row_of(pieces: Sequence[Piece], room: float, apart: float = 36.0) -> Piece:
    """Pieces next to each other, each as wide as the others."""
    wide = (room - apart * (len(pieces) - 1)) / len(pieces)

    def draw(box: Box) -> None:
        for number, piece in enumerate(pieces):
            piece.draw(Box(box.x + number * (wide + apart), box.y, wide, piece.high))

    return Piece(max(piece.high for piece in pieces), draw)


def stacked(pieces: Iterable[Piece]) -> Piece:
    """Pieces under each other as one."""
    parts = list(pieces)

    def draw(box: Box) -> None:
        y = box.y
        for piece in parts:
            piece.draw(Box(box.x, y, box.w, piece.high))
            y += piece.high

    return Piece(sum(piece.high for piece in parts), draw)
