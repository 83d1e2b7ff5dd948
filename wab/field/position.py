"""A hex-and-counter game of the plainest kind: its state, its bytes, and the answers that follow from both.

For games in which everything but units, control and dice fits into one immutable value (`Now`). A system derives its
own `Now` and `Position`, and `PlainSystem` if it hides nothing, else `Answers` with `ClosedSystem`. It writes rules and
data.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from wab.engine.kernel.dice import Dice
from wab.engine.kernel.values import Outcome, Setup
from wab.engine.shells.open_game import OpenSystem
from wab.engine.shells.position import PositionSystem
from wab.engine.words.errors import DataError, UsageError, no_such_option, not_a_value
from wab.engine.words.text import Text
from wab.field import control
from wab.field.deployment import Deployment, Stack
from wab.field.stacks import OnMap, U
from wab.field.zones import Zones
from wab.hexes import Grid, HexId


class PlainBoard(Protocol):
    """The unchanging facts of a game, as far as a position asks for them."""

    @property
    def id(self) -> str:
        """The scenario."""
        ...

    @property
    def grid(self) -> Grid:
        """The grid of the map."""
        ...

    @property
    def zones(self) -> Zones:
        """Return where zones of control reach on it."""
        ...

    @property
    def roster(self) -> Mapping[int, Any]:
        """Return what never changes of a unit, by id: all units that there may be."""
        ...


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """The moment of a game: turn, side to act, phase of the sequence of play, and how it ended."""

    turn: int = 0
    side: str = ""
    phase: str = ""
    result: Outcome | None = None

    @property
    def stage(self) -> str:
        """Return what is being decided: the phase, "over" at the end, or what interrupts a phase."""
        return "over" if self.result else self.phase


B = TypeVar("B", bound=PlainBoard)
N = TypeVar("N", bound=Now)


@dataclass(kw_only=True)
class Position(OnMap[U, Stack], Generic[B, U, N]):
    """Board, dice, who holds each hex (a byte a hex, see `wab.field.control`), units in plain stacks, and the rest."""

    board: B
    dice: Dice
    control: bytearray
    now: N
    units: dict[int, U] = field(default_factory=dict)
    stacks: dict[HexId, tuple[int, ...]] = field(default_factory=dict)
    _deployed: dict[str, Deployment[Stack]] = field(default_factory=dict, compare=False, repr=False)
    _touched: set[int] = field(default_factory=set, compare=False, repr=False)

    def copy(self) -> Self:
        """An independent copy that shares what never changes."""
        return replace(
            self,
            control=self.control[:],
            units=self.units.copy(),
            stacks=self.stacks.copy(),
            _deployed=self._deployed.copy(),
            _touched=self._touched.copy(),
        )

    @property
    def zones(self) -> Zones:
        """Return where zones of control reach on the map."""
        return self.board.zones

    def weight(self, units: Iterable[int]) -> int:
        """Stacking points of units: one each, unless the system says otherwise."""
        return len(tuple(units))

    def has_zone(self, unit: U) -> bool:
        """Return whether a unit has a zone of control: every unit, unless the system says otherwise."""
        return True

    def post(self, hex_: HexId) -> Stack | None:
        """The stack in a hex as the deployments know it, None if the hex is empty."""
        there = self.stack(hex_)
        if not there:
            return None
        return Stack(self.stacks[hex_], self.weight(self.stacks[hex_]), any(map(self.has_zone, there)))


P = TypeVar("P", bound=Position[Any, Any, Any])


class Answers(PositionSystem[P]):
    """The common answers of rule systems with such positions, open or closed: without options."""

    position_type: type[P]
    unit_type: Any
    now_type: type[Now]
    codes: dict[str, int]
    """The byte of each side in `control`; 0 is no side."""
    read: Callable[[Path], object]
    """Reads the file of a scenario, DataError for what is wrong in it; a system that writes `problems` needs none."""

    @abstractmethod
    def board_of(self, scenario: str) -> Any:
        """The board of a scenario; UsageError when there is none of that id."""

    def problems(self, path: Path) -> Iterator[DataError]:
        """Yield what is wrong in the file of a scenario."""
        try:
            self.read(path)
        except DataError as error:
            yield error

    @abstractmethod
    def start(self, board: Any, seed: int) -> P:
        """The state in which a game on a board begins, its dice with a seed."""

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> P:
        """The state in which a scenario begins; UsageError for options."""
        if options:
            raise UsageError(Text("{scenario} has no options.", {"scenario": scenario}))
        return self.start(self.board_of(scenario), seed)

    def setup_of(self, state: P) -> Setup:
        """Scenario and seed."""
        return Setup(self.id, state.board.id, state.dice.seed)

    def to_act(self, state: P) -> str | None:
        """The side that must decide now; None when the game is over."""
        return None if state.now.result else state.now.side

    def turn(self, state: P) -> int:
        """Number of the current turn, from 1."""
        return max(1, int(state.now.turn))

    def phase(self, state: P) -> str:
        """Name of what is being decided now."""
        return str(state.now.stage)

    def outcome(self, state: P) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        result: Outcome | None = state.now.result
        return result

    def encode(self, state: P) -> bytes:
        """Canonical bytes of a state: equal states give equal bytes on any machine."""
        units = [state.units[unit] for unit in sorted(state.units)]
        packed = (state.board.id, state.dice, control.to_runs(state.control), state.now, units)
        return msgspec.json.encode(msgspec.to_builtins(packed, str_keys=True, order="deterministic"))

    def decode(self, data: bytes) -> P:
        """The state that `encode` wrote; ValueError when the bytes are none or name what there is not."""
        shape = tuple[str, Dice, str, self.now_type, list[self.unit_type]]  # type: ignore[name-defined]
        scenario, dice, runs, now, units = msgspec.json.decode(data, type=shape)
        board = self.board_of(scenario)
        if any(unit.id not in board.roster or unit.hex not in board.grid for unit in units):
            raise ValueError("there is no such unit, or no such hex")
        if now.side not in ("", *self.sides):
            raise ValueError("there is no such side")
        holders = control.from_runs(runs, board.grid.size, (0, *self.codes.values()))
        state = self.position_type(board=board, dice=dice, control=holders, now=now)
        state.put_all(units)
        return state

    def invariants(self, state: P) -> list[str]:
        """Return what is wrong with units and stacks; a system adds its own."""
        return list(state.misplaced())


class WithOptions(Answers[P]):
    """The same answers for rules with options: `board.options` holds the values of each that a scenario allows, and
    `state.now.options` the values with which a game was begun.
    """

    @abstractmethod
    def begin(self, board: Any, seed: int, options: Mapping[str, str]) -> P:
        """The state in which a game on a board begins, its dice with a seed."""

    def start(self, board: Any, seed: int) -> P:
        """The state in which a game on a board begins, without options."""
        return self.begin(board, seed, {})

    def fitting(self, scenario: str, chosen: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """The choices that a scenario allows."""
        allowed = self.board_of(scenario).options
        return {name: tuple(allowed[name]) for name in self.options if name in allowed}

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> P:
        """The state in which a scenario begins; UsageError for an unknown scenario or option."""
        board, fitting = self.board_of(scenario), self.fitting(scenario, {})
        for name, value in sorted(options.items()):
            if name not in fitting:
                raise UsageError(no_such_option(name, fitting))
            if value not in fitting[name]:
                raise UsageError(not_a_value(name, value, fitting[name]))
        return self.begin(board, seed, options)

    def setup_of(self, state: P) -> Setup:
        """Scenario, seed, options."""
        return Setup(self.id, state.board.id, state.dice.seed, dict(state.now.options))


class PlainSystem(Answers[P], OpenSystem[P]):
    """An open rule system of such positions."""
