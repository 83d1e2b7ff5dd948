"""The levels of the planning players, read from data. They differ in how much is thought about, never in knowledge or
luck.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.belief.particles import Habits
from ai.belief.scale import Scale
from ai.shell.levels import Count, Levels, Share, named
from wab.content.reader import read_yaml
from wab.home import home

FILE = home() / "ai" / "blind" / "data" / "levels.yaml"
BELIEF = home() / "ai" / "blind" / "data" / "belief.yaml"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The depth of a level's thought: see the file."""

    name: str
    particles: Count
    lapses: Share = 0.0


class Beliefs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The expected movement of each side, and the corrections of chances by the side that believes them."""

    habits: dict[str, Habits]
    scales: dict[str, Scale]


@cache
def levels(file: Path = FILE) -> dict[str, Level]:
    """The levels by name; DataError when their file is wrong."""
    return read_yaml(file, Levels[Level]).by_name()


@cache
def beliefs(file: Path = BELIEF) -> Beliefs:
    """The numbers of the belief; DataError when their file is wrong."""
    return read_yaml(file, Beliefs)


def level_named(name: str) -> Level:
    """A level; UsageError when there is none of that name."""
    return named(levels(), name, "level")
