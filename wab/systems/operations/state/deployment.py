"""The stacks of the flagship as the arrays of a deployment know them (`wab.field.deployment`): weight, zone, eyes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from wab.systems.operations.state.board import Profile

if TYPE_CHECKING:
    from wab.systems.operations.state.state import Unit


class Post(NamedTuple):
    """One stack, as far as the arrays go: unit ids, stacking points, whether it has a zone of control, how far it sees.

    `sight` in hexes, before ground and weather. `spotted`: those seen where they entered a hex (OPS-6.5-3).
    """

    units: tuple[int, ...]
    weight: int
    zone: bool
    sight: int
    spotted: tuple[int, ...]


def has_zone(unit: Unit, profile: Profile) -> bool:
    """All units have a zone of control except commanders and unsupplied units (OPS-8.2-3, OPS-8.5.2-2)."""
    return unit.supplied and profile.zoc > 0 and not profile.is_commander


def post_of(units: Iterable[Unit], roster: Mapping[int, Profile]) -> Post | None:
    """The stack that units of one hex make, None of none; by id, as stacks are kept."""
    stack = [(unit, roster[unit.id]) for unit in units]
    if not stack:
        return None
    return Post(
        tuple([unit.id for unit, _ in stack]),
        sum([profile.weight for _, profile in stack]),
        any(has_zone(unit, profile) for unit, profile in stack),
        max([profile.sight for _, profile in stack]),
        tuple([unit.id for unit, _ in stack if unit.spotted]),
    )
