"""Difficulty and character of the staff, read from data: how far it thinks, how often it errs, what it is like.

A level never changes dice, rules or knowledge: only how much is thought about, and how well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from wab.content.reader import read_yaml
from wab.engine.errors import UsageError

FOLDER = Path(__file__).with_name("data")

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard the staff thinks.

    `lapses`: the chance that it overlooks, for an impulse, an attack, a move or a fire that it would choose.
    `evaluations`: courses that it may rehearse in an impulse, at most, and `effort`: units times impulses that it may
    imagine for that. `worlds`: how many guesses at what it does not see it tries them in. `horizon`: impulses of either
    side that it looks ahead at most. `plans`: it makes a plan, rather than take each impulse as it comes.
    `openings`: it has studied the battle beforehand and follows an opening plan where there is one. `foresight`: it
    looks at the enemy's reply before it moves, and before it has done; its plans let nobody fall back then.
    `interdicts`: it sees what the enemy's supply lines are worth; `raids`: it looks for moves that cut them.
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


class Personality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The character of a commander, each trait from -1 to 1 with 0 for balanced.

    `aggression` makes attacks and risks dearer or cheaper, `concentration` gathers strength at the main effort,
    `patience` rests tired units, `boldness` keeps a smaller reserve.
    """

    name: str
    aggression: float = 0.0
    concentration: float = 0.0
    patience: float = 0.0
    boldness: float = 0.0


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]


class _Personalities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    personalities: tuple[Personality, ...]


@cache
def levels(file: Path = FOLDER / "levels.yaml") -> dict[str, Level]:
    """The levels by name; DataError when their file is wrong."""
    return {level.name: level for level in read_yaml(file, _Levels).levels}


@cache
def personalities(file: Path = FOLDER / "personalities.yaml") -> dict[str, Personality]:
    """The characters by name; DataError when their file is wrong."""
    return {one.name: one for one in read_yaml(file, _Personalities).personalities}


def level_named(name: str) -> Level:
    """A level; UsageError when there is none of that name."""
    try:
        return levels()[name]
    except KeyError:
        raise UsageError(f"There is no level {name!r}; there are: {', '.join(levels())}.") from None


def personality_named(name: str) -> Personality:
    """A character; UsageError when there is none of that name."""
    try:
        return personalities()[name]
    except KeyError:
        raise UsageError(f"There is no character {name!r}; there are: {', '.join(personalities())}.") from None
