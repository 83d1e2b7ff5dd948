"""The knowledge and the guesses of a side at one moment, as arrays over all hexes."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.blind.ground import Ground, Values, ground_of
from ai.blind.guess import Guess
from ai.blind.weights import REACH
from wab.field.control import held
from wab.hexes import CLOSED, UNREACHED, field
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.ground.stacking import side_limit
from wab.systems.blind.state.board import CODES, enemy_of
from wab.systems.blind.state.state import State, Unit

Flags = NDArray[np.bool_]


class Picture:
    """A position of one side, with its guess at the enemy. The position is only read."""

    def __init__(self, state: State, side: str, guess: Guess) -> None:
        self.state, self.side, self.enemy, self.guess = state, side, enemy_of(side), guess
        self.board, self.now = state.board, state.now
        self.ground: Ground = ground_of(state.board)
        self.own: Flags = held(state.control, CODES[side]) & self.board.land
        self.foreign: Flags = held(state.control, CODES[self.enemy]) & self.board.land

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of the side on the map."""
        return tuple(self.state.units_of(self.side))

    @cached_property
    def front(self) -> Flags:
        """bool[N]: own hexes that touch enemy ground."""
        return self.own & self.ground.around(self.foreign)

    @cached_property
    def line(self) -> Flags:
        """bool[N]: enemy hexes that touch own ground."""
        return self.foreign & self.ground.around(self.own)

    @cached_property
    def depth(self) -> NDArray[np.int16]:
        """int16[N]: hexes to the nearest enemy ground."""
        rows = np.flatnonzero(self.foreign)
        if not rows.size:
            return np.full(self.board.grid.size, 99, np.int16)
        found: NDArray[np.int16] = self.ground.distances[rows].min(axis=0)
        return found

    @cached_property
    def risk(self) -> Values:
        """float[N]: how near each own hex is to the enemy by ways on which no own unit stands: 1 next to it, 0 out of
        its reach. A hex with a unit in it has the risk that it would have without.
        """
        quick = next(key for key, one in self.board.roster.items() if one.side == self.enemy and one.row.movement > 6)
        costs = ways(self.state, quick).march
        held_ = np.zeros(self.board.grid.size, np.bool_)
        held_[list(self.state.stacks)] = True
        way = field(self.board.workspace, np.flatnonzero(self.line), costs, held_, limit=REACH)
        around = np.append(way, UNREACHED)[self.board.grid.neighbours].astype(np.int64)
        back = costs[self.board.grid.neighbours, np.array([3, 4, 5, 0, 1, 2])].astype(np.int64)
        near = np.where(self.board.grid.neighbours < 0, UNREACHED, around + np.where(back < CLOSED, back, UNREACHED))
        spent = np.minimum(near.min(axis=1), REACH)
        found: Values = np.where(self.own, 1.0 - np.maximum(0, spent - 3) / (REACH - 3), 0.0)
        return found

    @cached_property
    def power(self) -> Values:
        """float[N]: own fire power by hex, less for units that moved or are in bad supply."""
        total = np.zeros(self.board.grid.size)
        for unit in self.units:
            total[unit.hex] += self.worth_of(unit)
        return total

    @cached_property
    def crowd(self) -> Values:
        """float[N]: own RE by hex."""
        return np.asarray(self.state.deployed(self.side).stacked, np.float64)

    def fire_of(self, unit: Unit) -> int:
        """The fire power of a unit that stands still."""
        return self.state.profile(unit.id).fire(unit.steps)

    def worth_of(self, unit: Unit) -> float:
        """The fire power of a unit as a holder of ground."""
        fire = self.fire_of(unit) + 0.4 * unit.steps
        return fire * (0.6 if unit.turned else 1.0) * (0.8, 1.0)[unit.supply == 0]

    def limit(self, origin: int, target: int) -> int:
        """The RE that may still go through a hexside."""
        gone = sum(re for here, there, re in self.now.passed if (here, there) == (origin, target))
        return side_limit(self.board, origin, target) - gone

    def neighbours(self, hex_: int) -> tuple[int, ...]:
        """The land hexes joined with a hex."""
        return self.board.around(hex_)

    def label(self, hex_: int) -> str:
        """A hex by its number."""
        return self.board.grid.label(hex_)
