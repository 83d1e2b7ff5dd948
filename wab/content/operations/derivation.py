"""Values by rule, for a unit with another quality than its row, or for a piece of the unit that the row means.

The steps are data (tables/derivation.yaml), so that a whole class is changed in one place (OPS-3.2-2, OPS-10.1.1-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wab.content.operations.shapes import (
    CatalogueUnit,
    Count,
    Data,
    MoveClass,
    Percent,
    Positive,
    Quality,
    Size,
    UnitKind,
)
from wab.content.reader import not_in_file
from wab.content.shelf import Problem

_SHARED_OUT = ("hp", "attack", "defence", "bombardment", "anti_air")
_WHOLE = 100


class Step(Data, frozen=True):
    """The effect of one grade of quality on the attack and the defence of a full unit."""

    attack: Count
    defence: Count
    why: str = ""


class Part(Data, frozen=True):
    """A piece of a unit: the percent of the whole's values, and its size."""

    percent: Percent
    size: Size
    why: str = ""


class Derivation(Data, frozen=True):
    """derivation.yaml: grades from the lowest up, what one of them is worth by class or by row, pieces of units.

    `full_hp`: the HP of the unit to which the steps apply in full; others change in proportion, without fractions.
    """

    grades: tuple[Quality, ...]
    full_hp: Positive
    step: dict[MoveClass, Step]
    step_of_row: dict[str, Step]
    parts: dict[str, Part]


def derived_traits(
    row: str, kind: UnitKind, derivation: Derivation, quality: Quality | None = None, part: str = ""
) -> dict[str, object]:
    """The traits of a unit of a row that differ from the row's, by its quality (None: the row's) and its part.

    Empty for a unit that is just as its row says. KeyError for a part that is not in the table.
    """
    values: dict[str, int] = {name: getattr(kind, name) for name in _SHARED_OUT}
    changed: dict[str, object] = {}
    if quality is not None and quality != kind.quality:
        values |= _graded(row, kind, derivation, quality)
        changed["quality"] = quality
    if part:
        piece = derivation.parts[part]
        values = {name: value * piece.percent // _WHOLE for name, value in values.items()}
        changed["size"] = piece.size
    return changed | {name: value for name, value in values.items() if value != getattr(kind, name)}


def _graded(row: str, kind: UnitKind, derivation: Derivation, quality: Quality) -> dict[str, int]:
    """Attack and defence at another quality than the row's."""
    step = derivation.step_of_row.get(row, derivation.step[kind.move_class])
    grades = derivation.grades.index(quality) - derivation.grades.index(kind.quality)
    sign, points = (1 if grades > 0 else -1), abs(grades) * kind.hp
    return {
        "attack": max(0, kind.attack + sign * (points * step.attack // derivation.full_hp)),
        "defence": max(0, kind.defence + sign * (points * step.defence // derivation.full_hp)),
    }


def part_problems(
    key: str, unit: CatalogueUnit, kinds: Mapping[str, UnitKind], derivation: Derivation
) -> Iterator[Problem]:
    """A part that the table knows, of a unit that is whole."""
    where = f"units.{key}.part"
    if not unit.part:
        return
    if unit.part not in derivation.parts:
        yield where, not_in_file(unit.part, "derivation.yaml", derivation.parts)
    elif unit.kind in kinds and kinds[unit.kind].hp < derivation.full_hp:
        yield where, f"is given, but {unit.kind} has {kinds[unit.kind].hp} HP (expected {derivation.full_hp}: a whole)"
