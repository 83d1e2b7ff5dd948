"""Groups: the units of a division that stand together, and lone units, as a staff gives them orders."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ai.operations.analysis.supply import clusters
from ai.operations.picture import Picture
from wab.engine.text import Text
from wab.systems.operations.state import Unit

TOGETHER = 5
"""Hexes from one unit of a division to the next for both to be of one group, at most."""


class Group(msgspec.Struct, frozen=True):
    """Units that get their orders together. `hex` is where its strongest fighter stands, strengths are in points."""

    name: str | Text
    division: str
    units: tuple[int, ...]
    hex: int
    attack: float
    defence: float


def groups_of(picture: Picture, units: Iterable[Unit] | None = None) -> tuple[Group, ...]:
    """All groups of a side, by division and place; a unit without a division is a group of its own."""
    by_division: dict[str, list[Unit]] = {}
    for unit in picture.own if units is None else units:
        division = picture.profile(unit).division or f"#{unit.id:06}"
        by_division.setdefault(division, []).append(unit)
    groups: list[Group] = []
    for division, members in sorted(by_division.items()):
        for hexes in clusters(picture.grid, dict.fromkeys(unit.hex for unit in members), TOGETHER):
            groups.append(_group(picture, division, [unit for unit in members if unit.hex in hexes]))
    return tuple(groups)


def _group(picture: Picture, division: str, members: list[Unit]) -> Group:
    strongest = max(members, key=lambda unit: (picture.attack(unit) + picture.defence(unit), -unit.id))
    attack = sum(picture.attack(unit) for unit in members if picture.is_fighter(unit))
    defence = sum(picture.defence(unit) for unit in members if picture.is_fighter(unit))
    units = tuple(sorted(unit.id for unit in members))
    known = "" if division.startswith("#") else division
    return Group(name_of(picture, members), known, units, strongest.hex, attack, defence)


def name_of(picture: Picture, members: Iterable[Unit]) -> str | Text:
    """What a staff calls some units: their division, if they are of one, the corps of several, else their own names."""
    listed = list(members)
    divisions = dict.fromkeys(picture.profile(unit).division for unit in listed)
    names = [picture.board.division_names.get(division, "") for division in divisions if division]
    if len(divisions) == 1 and names and names[0]:
        return names[0]
    corps = dict.fromkeys(picture.profile(unit).corps for unit in listed)
    if len(listed) > 1 and len(corps) == 1 and (name := next(iter(corps))):
        return Text("{corps} Corps", {"corps": name})
    if len(names) == len(divisions) <= 2 and all(names):
        return ", ".join(names)
    shown = sorted(listed, key=lambda unit: (-picture.attack(unit), unit.id))[:3]
    more = ", …" if len(listed) > len(shown) else ""
    return ", ".join(picture.profile(unit).short for unit in shown) + more
