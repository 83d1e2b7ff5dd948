"""The state, the orders and the events."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np

from tests.toys.bocage.board import SIDES, Board
from wab.engine import Dice, Event, Order, Outcome, Rolled
from wab.field import position

CODES = {"allied": 1, "axis": 2}


class Move(Order, frozen=True, tag="move"):
    unit: int
    path: tuple[int, ...]


class Attack(Order, frozen=True, tag="attack"):
    units: tuple[int, ...]
    target: int


class Advance(Order, frozen=True, tag="advance"):
    unit: int


class Stay(Order, frozen=True, tag="stay"):
    """No unit advances."""


class Done(Order, frozen=True, tag="done"):
    """The phase ends."""


class Moved(Event, frozen=True, tag="moved"):
    unit: int
    path: tuple[int, ...]
    taken: tuple[int, ...]


class Fought(Event, frozen=True, tag="fought"):
    units: tuple[int, ...]
    target: int
    ratio: str
    result: str


class StepLost(Event, frozen=True, tag="step_lost"):
    unit: int
    steps: int


class Offered(Event, frozen=True, tag="offered"):
    """One of these may advance into a hex; with none, that is settled."""

    target: int
    units: tuple[int, ...]


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    final: ClassVar[bool] = True
    turn: int
    side: str
    phase: str
    unsupplied: tuple[int, ...]


class Ended(Event, frozen=True, tag="ended"):
    final: ClassVar[bool] = True
    outcome: Outcome


Orders = Move | Attack | Advance | Stay | Done
Events = Moved | Fought | StepLost | Offered | PhaseBegan | Ended | Rolled


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    hex: int
    steps: int
    moved: bool = False
    attacked: bool = False
    supplied: bool = True


class Now(position.Now, frozen=True, omit_defaults=True):
    """`passed`: hex, target and weight of each unit that attacked in this phase."""

    passed: tuple[tuple[int, int, int], ...] = ()
    offer: Offered | None = None

    @property
    def stage(self) -> str:
        return "advance" if self.offer and not self.result else super().stage


class State(position.Position[Board, Unit, Now]):
    def side_of(self, unit: int) -> str:
        return self.board.roster[unit].side


def start(board: Board, seed: int) -> State:
    south = np.arange(board.grid.size) < board.file.axis_rows * board.grid.cols
    holders = bytearray(np.where(board.land, 1 + south, 0).astype(np.uint8))
    state = State(board=board, dice=Dice(seed), control=holders, now=Now())
    state.put_all(Unit(id_, unit.hex, unit.values["steps"]) for id_, unit in board.roster.items())
    for unit in board.roster.values():
        holders[unit.hex] = CODES[unit.side]
    return state


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]
