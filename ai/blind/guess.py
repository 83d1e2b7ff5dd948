"""A guess at the enemy: the chance that a hex is occupied, and by what. The plainest goes by the last reports."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from ai.blind.ground import Values
from ai.blind.weights import KEPT, STEPS, STRENGTH, USUAL
from wab.systems.blind.state.state import State


class Stack(NamedTuple):
    """A stack that may stand in a hex: with what weight, the fire power of its forces, all its steps."""

    weight: float
    forces: tuple[int, ...]
    steps: int


class Guess(Protocol):
    """A guess at the enemy at one moment."""

    @property
    def occupied(self) -> Values:
        """float[N]: the chance that an enemy unit stands in a hex."""
        ...

    @property
    def power(self) -> Values:
        """float[N]: the fire power expected in a hex."""
        ...

    def stacks(self, hex_: int) -> list[Stack]:
        """The stacks that may stand in a hex, if it is occupied; weights sum to 1."""
        ...


class Reports:
    """The last report of each hex, less sure with every turn; units as they were last seen."""

    def __init__(self, state: State, side: str) -> None:
        self._state, self._side = state, side

    @cached_property
    def occupied(self) -> Values:
        """float[N]: a report counts less with every turn."""
        chances = np.full(self._state.board.grid.size, USUAL)
        turn, _ = self._state.now.when
        for hex_, report in self._state.now.reports.get(self._side, {}).items():
            said = 0.0 if report.heard == "vacant" else 1.0
            chances[hex_] = USUAL + (said - USUAL) * KEPT ** (turn - report.when[0])
        for hex_ in self._state.now.contacts:
            chances[hex_] = 1.0
        return chances

    @cached_property
    def power(self) -> Values:
        """float[N]: the strength of what was last seen there, else a usual one."""
        found = self.occupied * STRENGTH
        for hex_, stack in self._seen.items():
            found[hex_] = self.occupied[hex_] * sum(stack.forces)
        return found

    def stacks(self, hex_: int) -> list[Stack]:
        """The stack last seen there, else a usual one."""
        return [self._seen.get(hex_, Stack(1.0, (STRENGTH,), STEPS))]

    @cached_property
    def _seen(self) -> dict[int, Stack]:
        found: dict[int, list[tuple[int, int]]] = {}
        gone = {unit for units in self._state.now.boxes.values() for unit in units}
        for unit, seen in self._state.now.sightings.get(self._side, {}).items():
            if unit not in gone:
                found.setdefault(seen.hex, []).append((self._state.profile(unit).fire(seen.steps), seen.steps))
        return {hex_: stack_of(units) for hex_, units in found.items()}


def stack_of(units: list[tuple[int, int]], weight: float = 1.0) -> Stack:
    """A stack of units with fire power and steps: two units a force at most."""
    fires = sorted((fire for fire, _ in units), reverse=True)
    return Stack(weight, tuple(fires), sum(steps for _, steps in units))
