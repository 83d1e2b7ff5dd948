"""Guns and commanders are not left alone where the enemy gets at them: he takes them without a fight, or nearly so."""

from __future__ import annotations

from collections.abc import Sequence

from ai.operations.picture import Picture
from wab.systems.operations.legality import why_not
from wab.systems.operations.orders import Advance
from wab.systems.operations.state import State, Unit

TAKEN = 0.7
"""The chance that the enemy comes for guns or commanders whom he finds alone."""
LEADER = 3.0
"""What a commander is worth beside his HP: the columns of all battles to come."""
SOON_OVER = 3
"""Turns to come below which that fades."""


def cost_of_being_alone(picture: Picture, hex_: int, stack: Sequence[Unit]) -> float:
    """Points that guns and commanders are expected to cost who stand in a hex; nothing where a fighter is with them."""
    if picture.threat.points[hex_] <= 0 or any(picture.is_fighter(unit) for unit in stack):
        return 0.0
    return TAKEN * sum(_worth(picture, unit) for unit in stack)


def _worth(picture: Picture, unit: Unit) -> float:
    profile = picture.profile(unit)
    if profile.is_ship:
        return 0.0
    leads = LEADER * min(1.0, (picture.turns_left - 1) / SOON_OVER) if profile.is_commander else 0.0
    return picture.loss * unit.hp + leads


def helpless_hexes(picture: Picture) -> frozenset[int]:
    """Where guns and commanders of the side stand."""
    helpless = (unit for unit in picture.own if not picture.is_fighter(unit) and not picture.profile(unit).is_ship)
    return frozenset(unit.hex for unit in helpless)


def cost_of_leaving(picture: Picture, after: State, hexes: Sequence[int]) -> float:
    """What it costs that guns and commanders in some hexes are alone after some moves."""
    total = 0.0
    for hex_ in dict.fromkeys(hexes):
        if after.side_in(hex_) == picture.side:
            total += cost_of_being_alone(picture, hex_, after.stack(hex_))
    return total


def accompanied(picture: Picture, order: Advance, value: float) -> Advance:
    """An advance with the commanders who would be left alone; nobody goes where more is lost behind than is won."""
    offer, position = picture.position.offer, picture.position
    if offer is None or not order.units:
        return order
    origins = [hex_ for hex_ in dict.fromkeys(position.units[id_].hex for id_ in order.units) if hex_ != offer.target]
    for id_ in offer.units:
        unit = position.units[id_]
        if id_ in order.units or not picture.profile(unit).is_commander or not _is_alone(picture, unit.hex, order):
            continue
        together = Advance(tuple(sorted((*order.units, id_))))
        if why_not(position, together) is None:
            order = together
    left = sum(cost_of_being_alone(picture, hex_, _staying(picture, hex_, order)) for hex_ in origins)
    return order if left <= value else Advance(())


def _staying(picture: Picture, hex_: int, order: Advance) -> tuple[Unit, ...]:
    return tuple(unit for unit in picture.position.stack(hex_) if unit.id not in order.units)


def _is_alone(picture: Picture, hex_: int, order: Advance) -> bool:
    return not any(picture.is_fighter(unit) for unit in _staying(picture, hex_, order))
