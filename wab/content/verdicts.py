"""The words for attacks and the numbers behind them (campaigns/normandy/verdicts.yaml)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from wab.content.data import shared_file
from wab.content.normandy import Data
from wab.content.reader import read_document
from wab.content.shelf import Problem, Stamp, checked, stamp

Word = Literal["hopeless", "poor", "even", "good", "crushing"]
"""An attack in one word."""


class Row(Data, frozen=True):
    """The conditions of a word: percent to win the ground, and losses of theirs for one of ours.

    `needs_losses`: the row is left out where the exchange does not count.
    """

    word: Word
    won: float = 0.0
    won_below: float = 101.0
    exchange: float = 0.0
    exchange_below: float = float("inf")
    needs_losses: bool = False

    def holds(self, won: float, exchange: float | None) -> bool:
        """Tell whether a chance and an exchange meet the conditions; None leaves the exchange out."""
        if not self.won <= 100 * won < self.won_below:
            return False
        return not self.needs_losses if exchange is None else self.exchange <= exchange < self.exchange_below


class VerdictsFile(Data, frozen=True):
    """verdicts.yaml: words from the worst on, the rows that choose among them, and what else counts."""

    words: tuple[Word, ...]
    rows: tuple[Row, ...]
    otherwise: Word
    unhurt: float
    doubtful: Word
    shown_from: float
    lower_from: float
    lowest: Word
    through: float
    costly: float


def load_verdicts() -> VerdictsFile:
    """The words and their numbers, checked. DataError with file, line and field when the file is wrong."""
    path = shared_file("campaigns/normandy/verdicts.yaml")
    return _verdicts(path, stamp(path))


@cache
def _verdicts(path: Path, file: Stamp) -> VerdictsFile:
    document = read_document(path, VerdictsFile)
    return checked(document, _problems(document.content)).content


def _problems(found: VerdictsFile) -> Iterator[Problem]:
    """Every word that is used stands among the words."""
    used = {found.otherwise, found.doubtful, found.lowest, *(row.word for row in found.rows)}
    for word in sorted(used - set(found.words)):
        yield "words", f"does not hold {word} (expected every word that the file uses)"
