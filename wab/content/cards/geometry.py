"""The playing field of the card game: which hexes there are, their labels, sections, commands and base lines.

A hex is a number of `wab.hexes.Grid`: row * columns + column, row 0 in the south, which is row 9 of the labels. In
doubled coordinates (CRD-B-2) a hex lies at x = 2 * column, one more in rows that are shifted, and y counts from the
north edge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from wab.content.cards.shapes import BoardSize, BoardTable, Section
from wab.hexes import OFF_MAP, Axis, Grid, Numbering

SECTIONS: tuple[Section, ...] = ("left", "center", "right")
_MIRRORED: dict[str, Section] = {"left": "right", "center": "center", "right": "left"}
NUMBERING = Numbering("col-row", Axis(first=1, backwards=True), Axis(letters=True), digits=1, short="odd")
"""Columns are letters from the west, rows numbers from 1 in the north; even ones have one hex less (CRD-B-2)."""


def mirrored(section: str) -> Section:
    """The section of the same ground as the other side calls it (CRD-4.0-3)."""
    return _MIRRORED[section]


@dataclass(frozen=True)
class Field:
    """The hexes of one board, or of two side by side (CRD-B-1, CRD-O-2).

    `section_of` gives by hex the numbers of its sections, from 1 in the west: two of them on a section line (CRD-B-5);
    none for the half hexes at the sides, which cannot be entered (CRD-B-3). `command_of` likewise, from 1 to 3.
    """

    size: BoardSize
    grid: Grid
    hexes: tuple[int, ...]
    x: tuple[int, ...]
    y: tuple[int, ...]
    section_of: tuple[tuple[int, ...], ...]
    command_of: tuple[tuple[int, ...], ...]
    adjacent: tuple[tuple[int, ...], ...] = field(repr=False)

    def label(self, hex_id: int) -> str:
        """The printed name of a hex, as "E7"."""
        return self.grid.label(hex_id)

    def hex(self, label: str) -> int:
        """The hex with this label. ValueError, with a sentence, when there is none on this board."""
        hex_id = self.grid.labelled(label)
        if hex_id == OFF_MAP:
            raise ValueError(f'"{label}" is not a hex of this board (expected {self.grid.labels_expected})')
        return hex_id

    def is_playable(self, hex_id: int) -> bool:
        """Return whether a unit can stand there: not beyond the board and not a half hex at its sides (CRD-B-3)."""
        return 0 <= hex_id < self.grid.size and bool(self.section_of[hex_id])

    def label_row(self, hex_id: int) -> int:
        """The row by its printed number, 1 in the north."""
        return NUMBERING.rows.number(hex_id // self.grid.cols, self.grid.rows)

    def sections(self, hex_id: int, south: bool) -> tuple[Section, ...]:
        """The sections of a hex of a single board, as the player in the south, or in the north, sees them (CRD-B-4)."""
        return tuple(_as_seen(number, south) for number in self.section_of[hex_id])

    def commands(self, hex_id: int, south: bool) -> tuple[Section, ...]:
        """The commands of field generals in which a hex of a double board lies (CRD-O-3)."""
        return tuple(_as_seen(number, south) for number in self.command_of[hex_id])

    def base_row(self, south: bool) -> int:
        """The row, by its printed number, of the base line of the player in the south, or in the north (CRD-B-6)."""
        return self.grid.rows if south else 1

    def base_line(self, south: bool) -> tuple[int, ...]:
        """The hexes of a base line, from west to east (CRD-4.0-5)."""
        row = self.base_row(south)
        return tuple(hex_id for hex_id in self.hexes if self.label_row(hex_id) == row)


@cache
def _field(rows: int, size: BoardSize) -> Field:
    grid = Grid(rows, size.columns, NUMBERING)
    places = [divmod(hex_id, size.columns) for hex_id in range(grid.size)]
    x = tuple(2 * column + row % 2 for row, column in places)
    playable = [grid.has_label(hex_id) for hex_id in range(grid.size)]

    def numbers(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(_between(at, lines) if is_playable else () for at, is_playable in zip(x, playable, strict=True))

    return Field(
        size=size,
        grid=grid,
        hexes=tuple(hex_id for hex_id in range(grid.size) if playable[hex_id]),
        x=x,
        y=tuple(rows - 1 - row for row, _ in places),
        section_of=numbers(size.section_lines),
        command_of=numbers(size.command_lines),
        adjacent=tuple(
            tuple(other for other in grid.adjacent(hex_id) if playable[other]) if playable[hex_id] else ()
            for hex_id in range(grid.size)
        ),
    )


def field_of(table: BoardTable, boards: int) -> Field:
    """The field of one board or of two."""
    return _field(table.rows, table.sizes[boards])


def _between(x: int, lines: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers, from 1, of the strips between upright lines in which x lies; on a line, the strips on both sides."""
    bounds = (-1, *lines, max((*lines, x)) + 1)
    return tuple(number for number in range(1, len(bounds)) if bounds[number - 1] <= x <= bounds[number])


def _as_seen(number: int, south: bool) -> Section:
    """The first, second or third strip from the west by its name for one of the two players."""
    return SECTIONS[number - 1] if south else mirrored(SECTIONS[number - 1])
