"""A game in numbers, as its rule system counts them: measures turn by turn, and what the points are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from wab.engine.words.text import Text


class Measure(msgspec.Struct, frozen=True):
    """A thing that is counted, and its values at the end of a turn.

    `values` by side, or by a name whose words are in `names`: a line that is not a side's, such as history. A name
    without a value this turn is left out. `id` is a word of lower-case letters, the same in all turns. `adds`: values
    are of the turn alone, and a chart shows their running total.
    """

    id: str
    title: Text
    values: Mapping[str, float]
    names: Mapping[str, Text] = {}
    adds: bool = False


class Account(msgspec.Struct, frozen=True):
    """One source of points, in words, and what it brought each side."""

    words: Text
    points: Mapping[str, float]


class Change(NamedTuple):
    """A place passed to a side on a day (YYYY-MM-DD)."""

    day: str
    side: str


class Landmark(msgspec.Struct, frozen=True):
    """A place whose fate is compared with history: its holder (None for no side), and how it changed hands in history.

    `id` is the same in all turns.
    """

    id: str
    name: Text
    holder: str | None
    history: tuple[Change, ...] = ()
