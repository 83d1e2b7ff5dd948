"""Difficulty and character of the staff, read from data: how far it thinks, how often it errs, how bold it is.

A level never changes dice, rules or knowledge: only how much is thought about, and how well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ai.shell.levels import Count, Levels, Personality, Share, named
from wab.content.reader import read_yaml
from wab.home import home

FOLDER = home() / "ai" / "operations" / "data"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The depth of the staff's thought.

    `lapses`: the chance that it overlooks, for an impulse, an attack, a move or a fire that it would choose.
    `evaluations`: courses that it may rehearse in an impulse, at most. `effort`: units times impulses that it may
    imagine for that. `worlds`: sampled worlds in which it tries them. `horizon`: impulses of either side that it looks
    ahead, at most. `plans`: it makes a plan; without one it takes each impulse by itself. `openings`: it follows an
    opening plan where there is one. `foresight`: it looks at the enemy's reply before it moves and before it passes;
    its plans order no withdrawals then. `interdicts`: it sees what the enemy's supply lines are worth. `raids`: it
    looks for moves that cut them. `impulses`: it chooses the orders of an impulse together, not one by one.
    """

    name: str
    lapses: Share = 0.0
    evaluations: Count = 0
    effort: Count = 0
    worlds: Count = 1
    horizon: Count = 1
    plans: bool = False
    openings: bool = False
    foresight: bool = False
    interdicts: bool = True
    raids: bool = False
    impulses: bool = False


class _Personalities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    personalities: tuple[Personality, ...]


@cache
def levels(file: Path = FOLDER / "levels.yaml") -> dict[str, Level]:
    """The levels by name; DataError when their file is wrong."""
    return read_yaml(file, Levels[Level]).by_name()


@cache
def personalities(file: Path = FOLDER / "personalities.yaml") -> dict[str, Personality]:
    """The characters by name; DataError when their file is wrong."""
    return {one.name: one for one in read_yaml(file, _Personalities).personalities}


def level_named(name: str) -> Level:
    """A level; UsageError when there is none of that name."""
    return named(levels(), name, "level")


def personality_named(name: str) -> Personality:
    """A character; UsageError when there is none of that name."""
    return named(personalities(), name, "character")
