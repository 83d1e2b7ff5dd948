"""The miniature of a figure on the board (campaigns/cards/miniatures.yaml)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import field

from wab.content.cards.loader import SIDES, cards_root
from wab.content.models import miniatures
from wab.content.normandy import Data
from wab.content.reader import read_yaml
from wab.content.shelf import Stamp, stamp
from wab.engine.words.errors import DataError

FIGURES = ("infantry", "elite_infantry", "resistance", "armour", "elite_armour", "artillery")
"""Types of units with their badges: every side needs a miniature for each."""
Rows = dict[str, dict[str, str]]


class MiniaturesFile(Data, frozen=True):
    """miniatures.yaml: by side and figure, and the same of single battles by the names of their files."""

    sides: Rows
    battles: dict[str, Rows] = field(default_factory=dict)


def miniatures_of(scenario: str) -> Mapping[str, Mapping[str, str]]:
    """By side and figure (`FIGURES`) the miniature of a battle ("sword-beach"). DataError for a bad file."""
    path = cards_root() / "miniatures.yaml"
    file = _miniatures(path, stamp(path))
    own = file.battles.get(scenario, {})
    return {side: {**rows, **own.get(side, {})} for side, rows in file.sides.items()}


@cache
def _miniatures(path: Path, made: Stamp) -> MiniaturesFile:
    found, there = read_yaml(path, MiniaturesFile), miniatures()
    for where, side, rows in _rows(found):
        if side not in SIDES:
            raise DataError(str(path), None, where, f"is no side (expected {', '.join(SIDES)})")
        for figure, name in rows.items():
            if figure not in FIGURES:
                raise DataError(str(path), None, f"{where}.{figure}", f"is no figure (expected {', '.join(FIGURES)})")
            if name not in there:
                raise DataError(str(path), None, f"{where}.{figure}", f"names {name}, which is not in models/")
    for side in SIDES:
        if missing := [figure for figure in FIGURES if figure not in found.sides.get(side, {})]:
            raise DataError(str(path), None, f"sides.{side}", f"has no miniature for {', '.join(missing)}")
    return found


def _rows(file: MiniaturesFile) -> Iterator[tuple[str, str, dict[str, str]]]:
    for side, rows in file.sides.items():
        yield f"sides.{side}", side, rows
    for battle, sides in file.battles.items():
        for side, rows in sides.items():
            yield f"battles.{battle}.{side}", side, rows
