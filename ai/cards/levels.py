"""The levels of the players, read from data. They differ in how much is thought about, never in knowledge or luck."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.cards.search import Budget
from ai.cards.weights import SHORT_SIGHTED, WHOLE_TURN, Weights
from ai.shell.levels import Levels, Share, named
from wab.content.reader import read_yaml
from wab.home import home

FILE = home() / "ai" / "cards" / "data" / "levels.yaml"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The search of a level before it plays a card; without a budget it does not search. `answers`: it weighs what the
    enemy could do in its next turn. `lapses`: the share of cards that it overlooks.
    """

    name: str
    answers: bool = True
    lapses: Share = 0.0
    budget: Budget | None = None

    @property
    def weights(self) -> Weights:
        """The prices of the level."""
        return WHOLE_TURN if self.answers else SHORT_SIGHTED


@cache
def levels(file: Path = FILE) -> dict[str, Level]:
    """The levels by name; DataError when their file is wrong."""
    return read_yaml(file, Levels[Level]).by_name()


def level_named(name: str) -> Level:
    """A level; UsageError when there is none of that name."""
    return named(levels(), name, "level")
