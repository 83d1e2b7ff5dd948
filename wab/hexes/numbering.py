"""Names of the hexes of a printed map: rows and columns, from 0 or 1, in figures or letters, as data.

A map that is printed on its side has the rows of its `Grid` as columns (`Numbering.sideways`). Everything else here
speaks of rows and columns as they are printed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_DIGITS = 4


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way in which the rows, or the columns, are counted.

    `first` is the number of the first one; with `letters` 0 is A, 25 Z, 26 AA. `backwards`: the last one of the grid
    has that number, as where rows count from the north.
    """

    first: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    letters: bool = False
    backwards: bool = False

    def number(self, index: int, count: int) -> int:
        """The number of a row by its index in the grid, of `count` rows."""
        return self.first + (count - 1 - index if self.backwards else index)


class Numbering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scheme of labels. The default is row and column from 0, two digits each ("RRCC").

    `digits` are the fewest of a number; where both parts are numbers, both get as many as the largest one needs.
    `short` names the rows of the grid, counted from 0, that are one hex shorter: their last hex has no label.
    `sideways`: the map is printed with the rows of its grid as columns.
    Raises ValueError when both rows and columns are letters.
    """

    order: Literal["row-col", "col-row"] = "row-col"
    rows: Axis = Axis()
    cols: Axis = Axis()
    digits: Annotated[int, msgspec.Meta(ge=1, le=MOST_DIGITS)] = 2
    short: Literal["none", "odd", "even"] = "none"
    sideways: bool = False

    def __post_init__(self) -> None:
        if self.rows.letters and self.cols.letters:
            raise ValueError("rows and columns cannot both be letters (make one of them numbers)")

    def has_label(self, row: int, col: int, shape: tuple[int, int]) -> bool:
        """Return whether a hex of a grid of `shape` (rows, columns) is one of the map: the last of a short row
        is not.
        """
        return self.short == "none" or col < shape[1] - 1 or (row % 2 == 1) != (self.short == "odd")

    def label(self, row: int, col: int, shape: tuple[int, int]) -> str:
        """The name of the hex in a row and column of a grid of `shape` (rows, columns)."""
        (across, down), (width, height) = self._printed((col, row)), self._printed((shape[1], shape[0]))
        digits = self._digits(shape)
        parts = (
            _written(self.rows, self.rows.number(down, height), digits),
            _written(self.cols, self.cols.number(across, width), digits),
        )
        return "".join(parts if self.order == "row-col" else parts[::-1])

    def pattern(self, shape: tuple[int, int]) -> str:
        """Return what a label looks like: "RRCC" or "CCRR"; "" if it has letters."""
        if self.rows.letters or self.cols.letters:
            return ""
        digits = self._digits(shape)
        return "".join(letter * digits for letter in ("RC" if self.order == "row-col" else "CR"))

    def expected(self, shape: tuple[int, int]) -> str:
        """The labels of a grid of `shape` in words, for messages: "RRCC, 0000 to 6770"."""
        pattern = self.pattern(shape)
        words = f"{pattern}, " if pattern else ""
        return f"{words}{self._extreme(shape, last=False)} to {self._extreme(shape, last=True)}{self._gaps(shape)}"

    # --- inside ---

    def _printed(self, pair: tuple[int, int]) -> tuple[int, int]:
        return pair[::-1] if self.sideways else pair

    def _digits(self, shape: tuple[int, int]) -> int:
        """Digits of a number of these labels: two numbers side by side are of one length, to be told apart."""
        if self.rows.letters or self.cols.letters:
            return self.digits
        width, height = self._printed((shape[1], shape[0]))
        return max(self.digits, len(str(max(self.rows.first + height, self.cols.first + width) - 1)))

    def _extreme(self, shape: tuple[int, int], *, last: bool) -> str:
        """The lowest label, or the highest."""
        width, height = self._printed((shape[1], shape[0]))
        down = height - 1 if last != self.rows.backwards else 0
        across = width - 1 if last != self.cols.backwards else 0
        col, row = self._printed((across, down))
        return self.label(row, col, shape)

    def _gaps(self, shape: tuple[int, int]) -> str:
        if self.short == "none":
            return ""
        axis, word = (self.cols, "columns") if self.sideways else (self.rows, "rows")
        number = axis.number(int(self.short == "odd"), shape[0])
        return f"; {'odd' if number % 2 else 'even'} {word} are one hex shorter"


RRCC = Numbering()
"""Row and column from 0, two digits each."""


def _written(axis: Axis, number: int, digits: int) -> str:
    if not axis.letters:
        return f"{number:0{digits}d}"
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        text = _LETTERS[letter] + text
    return text


class Labels(NamedTuple):
    """The labels of a grid: by hex, and the hex by its label. A hex that is no part of the map is not in `hexes`."""

    names: tuple[str, ...]
    hexes: dict[str, int]


@lru_cache(maxsize=32)
def labels(rows: int, cols: int, numbering: Numbering) -> Labels:
    """All labels of a grid. Equal grids share them, so they are never written to."""
    shape = (rows, cols)
    names = tuple(numbering.label(row, col, shape) for row in range(rows) for col in range(cols))
    hexes = {name: at for at, name in enumerate(names) if numbering.has_label(*divmod(at, cols), shape)}
    return Labels(names, hexes)
