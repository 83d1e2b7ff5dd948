"""Small positions in which one thing can be seen that a good player does: drawn in YAML, played like scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import msgspec
import yaml
from msgspec import Meta, Struct

from tests.ai.gym.room import Expected, paths_in
from wab.content.operations.shapes import ImmediateVictory, Margins, Side, Sides, VictoryData
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.operations import Operations
from wab.systems.operations.state import setup
from wab.systems.operations.state.board import Board, Entry, Objective
from wab.systems.operations.state.state import State
from wab.systems.operations.testing.boards import BoardBuilder, make_board

FOLDER = Path(__file__).with_name("positions")
PREFIX = "operations/gym-"
HexLabel = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the shapes of a position file."""


class Placed(Shape, frozen=True):
    """Units of one kind: a unit for each hex of `at`. `name` is how properties call them.

    `traits` are the traits of `BoardBuilder.place`.

    `turn`: they come as reinforcements of that turn.
    """

    kind: str
    at: tuple[HexLabel, ...]
    name: str = ""
    turn: int = 0
    traits: dict[str, Any] = {}


class Flying(Shape, frozen=True):
    """Air units of one kind of the campaign."""

    kind: str
    count: int = 1


class Goal(Shape, frozen=True):
    """An objective with its holder at the start."""

    at: HexLabel
    held_by: Side
    per_turn: int = 0
    at_end: int = 0


class PositionFile(Shape, frozen=True):
    """tests/ai/gym/positions/NAME.yaml. `ground`: rows of letters (LETTERS), the north first; hexes are "RRCC"."""

    test: str
    title: str
    what: str
    side: Side
    turns: int
    ground: tuple[str, ...]
    allied: tuple[Placed, ...]
    axis: tuple[Placed, ...]
    expected: tuple[Expected, ...]
    seeds: int = 50
    opponent: str = "greedy"
    first_player: Side = "allied"
    impulses: int = 1
    activation_points: int = 99
    weather: str = "overcast"
    rules: dict[str, Any] = {}
    rivers: tuple[tuple[HexLabel, HexLabel], ...] = ()
    roads: tuple[tuple[HexLabel, HexLabel], ...] = ()
    fortified: tuple[HexLabel, ...] = ()
    held: dict[Side, tuple[str, ...]] = {}
    supply: dict[Side, tuple[HexLabel, ...]] = {}
    flying: dict[Side, tuple[Flying, ...]] = {}
    objectives: tuple[Goal, ...] = ()
    immediate: tuple[dict[str, Any], ...] = ()
    rebuild: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position ready to be played: `names` tells which unit ids a name stands for."""

    file: PositionFile
    id: str
    board: Board
    state: State
    names: Mapping[str, tuple[int, ...]]

    @property
    def other(self) -> str:
        """The side that is not tested."""
        return "axis" if self.file.side == "allied" else "allied"


def position_paths() -> tuple[Path, ...]:
    """The position files, by name."""
    return paths_in(FOLDER)


@cache
def load_position(path: Path) -> Position:
    """A position out of its file. ValueError when what it says has not the shape or cannot be drawn."""
    file = msgspec.convert(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader), PositionFile)
    builder = _drawn(file)
    names = _people(file, builder)
    board = _with_stakes(file, builder, PREFIX + path.stem)
    state = builder.state
    state.board = board
    state.awaited = tuple(range(len(board.entries)))
    state.rebuild_points = 0
    start = {id_: (unit.hex, unit.hp, unit.fatigue) for id_, unit in sorted(state.units.items())}
    board.start.update(start)
    return Position(file, PREFIX + path.stem, board, state, names)


def _drawn(file: PositionFile) -> BoardBuilder:
    grid = make_board(file.ground).board.grid

    def sides(pairs: tuple[tuple[str, str], ...]) -> list[tuple[int, int]]:
        return [(grid.parse(one), grid.parse(other)) for one, other in pairs]

    return make_board(
        file.ground,
        rivers=sides(file.rivers),
        roads=sides(file.roads),
        fortified=[grid.parse(label) for label in file.fortified],
        switches={"fog": True, "supply": bool(file.supply), "fatigue": True} | file.rules,
        supply={side: {grid.parse(label): 1 for label in labels} for side, labels in file.supply.items()},
        impulses=file.impulses,
        turns=file.turns,
        weather=file.weather,
        active=file.first_player,
        activation_points=file.activation_points,
    )


def _people(file: PositionFile, builder: BoardBuilder) -> dict[str, tuple[int, ...]]:
    """Units and air units of both sides; control follows from `held`, and then from their places."""
    grid = builder.board.grid
    for side, labels in file.held.items():
        builder.control(side, *(hex_ for label in labels for hex_ in hexes_of(grid, label)))
    names: dict[str, tuple[int, ...]] = {}
    entries: list[Entry] = []
    for side, groups in (("allied", file.allied), ("axis", file.axis)):
        for group in groups:
            ids = tuple(builder.place(group.kind, grid.parse(label), side, **group.traits) for label in group.at)
            names[group.name] = names.get(group.name, ()) + ids
            if group.turn:
                entries += [_comes_later(builder, id_, group.turn) for id_ in ids]
        for flying in file.flying.get(side, ()):  # type: ignore[call-overload]  # both are sides
            for _ in range(flying.count):
                builder.squadron(flying.kind, side)
    builder.board = replace(builder.board, entries=tuple(sorted(entries, key=lambda entry: (entry.turn, entry.unit))))
    return names


def hexes_of(grid: Any, label: str) -> Iterator[int]:
    """The hex of a label, or for "RR**" the whole row, for "**CC" the whole column."""
    if "*" not in label:
        yield grid.parse(label)
        return
    for hex_ in range(grid.size):
        if all(pattern in ("*", digit) for pattern, digit in zip(label, grid.label(hex_), strict=True)):
            yield hex_


def _comes_later(builder: BoardBuilder, id_: int, turn: int) -> Entry:
    unit = builder.state.take(id_)
    return Entry(turn, unit.hex, id_, unit.hp, unit.fatigue)


def _with_stakes(file: PositionFile, builder: BoardBuilder, name: str) -> Board:
    board, grid = builder.board, builder.board.grid
    objectives = tuple(
        Objective(
            {"en": f"objective {goal.at}"}, grid.parse(goal.at), goal.held_by, goal.per_turn, goal.at_end, "both", True
        )
        for goal in file.objectives
    )
    for goal in file.objectives:
        builder.control(goal.held_by, grid.parse(goal.at))
    sudden = [ImmediateVictory(**entry | {"hexes": tuple(map(grid.parse, entry["hexes"]))}) for entry in file.immediate]
    board = replace(
        board,
        first_player=file.first_player,
        weather_by_turn=(file.weather,) * file.turns,
        activation_points=Sides(file.activation_points, file.activation_points),
        victory=VictoryData(Sides(1, 1), Margins(2, 8, 16), immediate=tuple(sudden)),
        reconstitution_points=file.rebuild,
        scenario_id=name,
        objectives=objectives,
        start_control=bytes(builder.state.control),
        squadron_hp={id_: squadron.hp for id_, squadron in builder.state.squadrons.items()},
        by_side={},
    )
    return board


# ------------------------------------------------------------------------------------------------- to play them


class Gym(Operations):
    """The flagship, whose scenarios are the positions."""

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        """The position of this name before its first turn, with dice of this seed."""
        state = load_position(FOLDER / f"{scenario.removeprefix(PREFIX)}.yaml").state.copy()
        state.dice = msgspec.structs.replace(state.dice, seed=seed)
        return state


GYM = Gym()


def start(position: Position, seed: int) -> Game[State]:
    """A game of a position from its first turn."""
    return Game.start(GYM, Setup("operations", position.id, seed))


@contextmanager
def known_positions() -> Iterator[None]:
    """While it lasts, boards of positions are found by their names, as boards of scenarios are by their files."""
    from_file = setup._board

    def board(scenario: str, digest: str) -> Board:
        if scenario.startswith(PREFIX):
            return load_position(FOLDER / f"{scenario.removeprefix(PREFIX)}.yaml").board
        return from_file(scenario, digest)

    with patch.object(setup, "_board", board):
        yield
