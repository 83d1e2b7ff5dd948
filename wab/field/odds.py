"""Combat tables by odds: which column a comparison of strengths reaches, rounded down, and what the die makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wab.engine.kernel.orders import Shift
from wab.field import chances


class Columns:
    """The columns of an odds table, worst for the attacker first, each a ratio in words: "1:2", "1:1", "3:2", "4:1"."""

    def __init__(self, ratios: Sequence[str]) -> None:
        """ValueError if a ratio is not two whole numbers from 1, or where they do not rise."""
        self.ratios = tuple(ratios)
        self._terms = [_terms(ratio) for ratio in ratios]
        if not ratios or any(a * d >= b * c for (a, c), (b, d) in zip(self._terms, self._terms[1:], strict=False)):
            raise ValueError(f"the columns of an odds table rise: {', '.join(ratios) or 'none is given'}")

    def __len__(self) -> int:
        return len(self.ratios)

    def reached(self, attack: int, defence: int) -> int:
        """The place of the best column whose ratio the strengths reach, from 0; -1 below the first of them.

        Against no defence it is the last column for any attack.
        """
        if defence <= 0:
            return len(self) - 1
        return sum(attack * right >= left * defence for left, right in self._terms) - 1

    def within(self, place: int) -> int:
        """A place brought within the table, once all shifts are made."""
        return max(0, min(len(self) - 1, place))


class Table(Columns):
    """A combat table: its columns, and a row of results for each face of the die, from 1."""

    def __init__(self, ratios: Sequence[str], rows: Sequence[str]) -> None:
        """Rows are results in words without blanks, one a column. ValueError if a row has more or fewer."""
        super().__init__(ratios)
        self._rows = [tuple(row.split()) for row in rows]
        if wrong := next((row for row in self._rows if len(row) != len(self)), None):
            raise ValueError(f"a row of the combat table has a result for each column: {' '.join(wrong)}")

    def shifted(self, attack: int, defence: int, shifts: Iterable[Shift]) -> tuple[int, int]:
        """The column that two strengths reach, and the column after all shifts; both within the table."""
        start = self.reached(attack, defence)
        return self.within(start), self.within(start + int(sum(shift.value for shift in shifts)))

    def result(self, place: int, face: int) -> str:
        """Return the result that a face of the die has in a column."""
        return self._rows[face - 1][place]

    def results(self, place: int) -> dict[str, int]:
        """Every result of a column, with the faces that bring it counted."""
        return chances.results(chances.sums(1, len(self._rows)), lambda face: self.result(place, face))


def _terms(ratio: str) -> tuple[int, int]:
    left, colon, right = ratio.partition(":")
    if not (colon and left.isascii() and left.isdigit() and right.isascii() and right.isdigit()):
        raise ValueError(f'"{ratio}" is not a ratio (expected two whole numbers such as 3:1)')
    if not int(left) or not int(right):
        raise ValueError(f'"{ratio}" is not a ratio (both its numbers are 1 or more)')
    return int(left), int(right)
