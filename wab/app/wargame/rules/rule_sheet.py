"""A table of the rule book as rows on the page: columns as wide as their words, the longest one broken into lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wab.app.hud.kit import Box, Kit
from wab.content.rulebook import Sheet

_SIZE, _SMALLEST, _GAP, _PAD = 14.5, 9.0, 16.0, 6.0
_LEAST = 180.0
"""Least room of a column for breaking its text into lines. With less, the whole table is written smaller."""


@dataclass(frozen=True)
class Row:
    """A row on the page: the lines of its cells, the widths of the columns, how high it is, how it looks."""

    cells: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    size: float
    is_head: bool
    is_striped: bool

    @property
    def high(self) -> float:
        """Height in logical pixels."""
        return max((len(cell) for cell in self.cells), default=1) * self.size * 1.3 + _PAD

    def draw(self, kit: Kit, box: Box) -> None:
        """Draw it at the top left of a box."""
        c, font = kit.colours, "strong" if self.is_head else "body"
        if self.is_striped:
            wide = sum(self.widths) + _GAP * len(self.widths)
            kit.plate(Box(box.x - 6, box.y, wide, self.high), c.raised, 2)
        x = box.x
        for cell, wide in zip(self.cells, self.widths, strict=True):
            for number, words in enumerate(cell):
                ink = c.brass if self.is_head else c.text
                kit.text(words, x, box.y + _PAD / 2 + number * self.size * 1.3, ink, size=self.size, font=font)
            x += wide + _GAP


def rows_of(kit: Kit, sheet: Sheet, room: float) -> list[Row]:
    """The rows of a table for so much room, its head first."""
    size, widths = _fitted(kit, sheet, room)
    return [
        _row(kit, cells, widths, size, number) for number, cells in enumerate((sheet.head, *sheet.rows))
    ]  # fmt: skip


def _fitted(kit: Kit, sheet: Sheet, room: float) -> tuple[float, tuple[float, ...]]:
    """The size of its letters and the widths of its columns."""
    natural = _widths(kit, sheet, _SIZE)
    free = room - _GAP * len(natural)
    if sum(natural) <= free:
        return _SIZE, natural
    longest = max(range(len(natural)), key=natural.__getitem__)
    rest = free - (sum(natural) - natural[longest])
    if rest >= min(_LEAST, natural[longest]):
        return _SIZE, tuple(rest if number == longest else wide for number, wide in enumerate(natural))
    size = max(_SMALLEST, _SIZE * free / sum(natural))
    return size, _widths(kit, sheet, size)


def _widths(kit: Kit, sheet: Sheet, size: float) -> tuple[float, ...]:
    heads = [kit.width(words, "strong", size) for words in sheet.head]
    return tuple(
        max([head, *(kit.width(row[number], "body", size) for row in sheet.rows)]) for number, head in enumerate(heads)
    )


def _row(kit: Kit, cells: Sequence[str], widths: tuple[float, ...], size: float, number: int) -> Row:
    font = "body" if number else "strong"
    broken = tuple(tuple(kit.lines(words, wide + 1, font, size)) for words, wide in zip(cells, widths, strict=True))
    return Row(broken, widths, size, not number, bool(number) and number % 2 == 0)
