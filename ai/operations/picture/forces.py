"""Units of one side as arrays: strength, and turns of march to a hex."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.judgement.picture import DESPAIR, WAY_ROUND
from ai.operations.picture.picture import FAR, Picture
from wab.hexes.paths import UNREACHED
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.state.state import Unit

Column = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Forces:
    """Units in a fixed order with their values, one entry a unit: attack and defence in points, 0 for non-fighters.

    `speed` in half movement points a turn; `rows`: the rows of each movement class.
    """

    picture: Picture
    units: tuple[Unit, ...]
    hexes: NDArray[np.int32]
    attack: Column
    defence: Column
    speed: Column
    fighters: NDArray[np.bool_]
    rows: dict[str, NDArray[np.int64]]

    @classmethod
    def of(cls, picture: Picture, units: Iterable[Unit]) -> Forces:
        """The forces made of some units, in their order."""
        listed = tuple(units)
        fights = [picture.is_fighter(unit) for unit in listed]
        pairs = tuple(zip(listed, fights, strict=True))
        classes = [picture.profile(unit).move_class for unit in listed]
        return cls(
            picture,
            listed,
            np.array([unit.hex for unit in listed], np.int32),
            np.array([picture.attack(unit) if fighter else 0.0 for unit, fighter in pairs], np.float64),
            np.array([picture.defence(unit) if fighter else 0.0 for unit, fighter in pairs], np.float64),
            np.array([allowance(picture.position, unit.id) for unit in listed], np.float64),
            np.array(fights, np.bool_),
            {name: np.flatnonzero([one == name for one in classes]) for name in dict.fromkeys(classes)},
        )

    def turns_over_open_ground(self, goal: int) -> Column:
        """float64[U]: turns of march to a hex with no unit in the way; FAR without a way."""
        turns = np.full(len(self.units), float(FAR))
        for name, rows in self.rows.items():
            self._fill(turns, rows, self.picture.memory.open_distance(goal, name))
        return turns

    def turns_to(self, goal: int) -> Column:
        """float64[U]: turns of march to a hex, for near units around the enemies."""
        turns = self.turns_over_open_ground(goal)
        for name, rows in self.rows.items():
            if rows.size and turns[rows].min() <= WAY_ROUND:
                self._fill(turns, rows, self.picture.distance(goal, name))
        return turns

    def _fill(self, turns: Column, rows: NDArray[np.int64], distance: NDArray[np.int32]) -> None:
        away = distance[self.hexes[rows]]
        speed = self.speed[rows]
        reached = (away < UNREACHED) & (speed > 0)
        turns[rows] = np.where(reached, away / np.maximum(speed, 1.0), float(FAR))
        turns[rows[away == 0]] = 0.0

    def nearness(self, turns: Column) -> Column:
        """float64[U]: 1 at a goal, less with every turn of march to it, almost 0 if it is reached too late."""
        near: Column = float(self.picture.weights.delay) ** np.minimum(turns, 60.0)
        near[(self.speed == 0) & (turns > 0)] = 0.0  # a unit that cannot move gets nowhere else
        return np.where(turns > self.picture.turns_left, DESPAIR * near, near)
