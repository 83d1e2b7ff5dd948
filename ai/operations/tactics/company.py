"""Commanders are not left alone within the enemy's reach: they are captured without a fight (OPS-7.4.5-3)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.operations.judgement.tactics import CAPTURED, COMMANDER, COMMANDER_FADES
from ai.operations.picture.picture import Picture
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.state.orders import Advance
from wab.systems.operations.state.state import State, Unit


def cost_of_being_alone(picture: Picture, hex_: int, stack: Sequence[Unit]) -> float:
    """Points that commanders staying in a hex are expected to cost; nothing if a fighter is with them."""
    if picture.threat.points[hex_] <= 0 or any(not picture.profile(unit).is_commander for unit in stack):
        return 0.0
    return CAPTURED * sum(_worth(picture, unit) for unit in stack if _stays(picture, unit))


def _worth(picture: Picture, unit: Unit) -> float:
    return picture.loss * unit.hp + COMMANDER * min(1.0, (picture.turns_left - 1) / COMMANDER_FADES)


def _stays(picture: Picture, unit: Unit) -> bool:
    """Tell whether a commander cannot follow the others any more in this impulse."""
    return unit.attacked or not picture.can_act(unit) or picture.reach(unit) is None


def helpless_hexes(picture: Picture) -> frozenset[int]:
    """The hexes where commanders of the side are alone and stay."""
    found = (unit for unit in picture.own if picture.profile(unit).is_commander and not picture.beside(unit.hex, unit))
    return frozenset(unit.hex for unit in found if _stays(picture, unit))


def cost_of_leaving(picture: Picture, after: State, hexes: Sequence[int]) -> float:
    """Points that it costs when commanders in some hexes are alone after some moves."""
    total = 0.0
    for hex_ in dict.fromkeys(hexes):
        if after.side_in(hex_) == picture.side:
            total += cost_of_being_alone(picture, hex_, after.stack(hex_))
    return total


def accompanied(picture: Picture, order: Advance, value: float) -> Advance:
    """An advance with the commanders that would be left alone; none where more is lost behind than won."""
    offer, position = picture.position.offer, picture.position
    if offer is None or not order.units:
        return order
    origins = [hex_ for hex_ in dict.fromkeys(position.units[id_].hex for id_ in order.units) if hex_ != offer.target]
    for id_ in offer.units:
        unit = position.units[id_]
        if id_ in order.units or not picture.profile(unit).is_commander or not _is_alone(picture, unit.hex, order):
            continue
        together = Advance(tuple(sorted((*order.units, id_))))
        if DECISIONS.why_not(position, together) is None:
            order = together
    left = sum(cost_of_being_alone(picture, hex_, _staying(picture, hex_, order)) for hex_ in origins)
    return order if left <= value else Advance(())


def _staying(picture: Picture, hex_: int, order: Advance) -> tuple[Unit, ...]:
    return tuple(unit for unit in picture.position.stack(hex_) if unit.id not in order.units)


def _is_alone(picture: Picture, hex_: int, order: Advance) -> bool:
    return not any(picture.is_fighter(unit) for unit in _staying(picture, hex_, order))
