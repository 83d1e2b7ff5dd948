"""The agenda of an impulse: claims that its columns share, facts that it needs, and the order of its orders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.impulse.columns import Column, Row
from ai.operations.impulse.master import Solution, Troops
from ai.operations.picture.picture import Picture
from ai.operations.tactics.batteries import GunStep
from ai.operations.tactics.command import Ride
from ai.operations.tactics.interdiction import Raid
from wab.systems.operations.state.stacking import room


def troops_of(picture: Picture, columns: Iterable[Column]) -> Troops:
    """The means that the columns share in a position."""
    position = picture.position
    fighters = {unit.id: (unit.hex, picture.defence(unit)) for unit in picture.own if picture.is_fighter(unit)}
    hexes = {hex_ for column in columns for hex_ in column.places.values()}
    rooms = {hex_: room(position, picture.side, hex_) for hex_ in sorted(hexes)}
    weights = {unit.id: picture.profile(unit).weight for unit in picture.own}
    return Troops(position.activation_points, fighters, rooms, weights)


def with_marches(columns: list[Column]) -> list[Column]:
    """The columns in which an attack forgoes no march of its units: they can march later, and win ground by it. The
    ground that the attack leads away from is in its price already.
    """
    marches: dict[int, float] = {}
    for column in columns:
        if isinstance(column.deed, Step) and not column.deed.takes:
            unit = column.uses[0]
            marches[unit] = max(column.value, marches.get(unit, 0.0))
    return [
        replace(column, value=column.value + sum(marches.get(unit, 0.0) for unit in column.uses))
        if column.strikes
        else column
        for column in columns
    ]


def basis_of(picture: Picture) -> tuple[object, ...]:
    """Return what a solution depends on but for the moves that it contains itself."""
    position = picture.position
    attacked = tuple(position.attacked_hexes.get(picture.side, ()))
    return position.turn, position.impulse, picture.enemies, attacked


def place_in_turn(column: Column, solution: Solution, rows: Iterable[Row]) -> tuple[int, float, tuple[int, ...]]:
    """A key to sort columns by the time at which they are carried out in an impulse."""
    attacks = {one.target: one.deed.value for one in solution.columns if isinstance(one.deed, Package)}
    worth = column.value
    match column.deed:
        case GunStep():
            place = 0
        case Fire():
            place, worth = (1, attacks[column.target] + 1e-6) if column.target in attacks else (3, worth)
        case Package() as package:
            place, worth = 1, package.value
        case Ride():
            place = 4
        case _:
            saved = [row.price for row in rows if any(hex_ in row.hexes for hex_ in column.places.values())]
            guards = (
                bool(saved) or isinstance(column.deed, Raid) or (isinstance(column.deed, Step) and column.deed.takes)
            )
            place, worth = (1 if guards else 2), worth + sum(saved)
    return place, -worth, column.uses
