"""The levels of the planning players, read from data. They differ in how much is thought about, never in knowledge or
luck.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.shell.levels import Count, Levels, named
from wab.content.reader import read_yaml
from wab.home import home

FILE = home() / "ai" / "omaha" / "data" / "levels.yaml"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The depth of a level's thought: see the file."""

    name: str
    noise: float = 0.0
    plans: bool = True
    worlds: Count = 0


@cache
def levels(file: Path = FILE) -> dict[str, Level]:
    """The levels by name; DataError when their file is wrong."""
    return read_yaml(file, Levels[Level]).by_name()


def level_named(name: str) -> Level:
    """A level; UsageError when there is none of that name."""
    return named(levels(), name, "level")
