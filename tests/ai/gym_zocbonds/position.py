"""Positions of zocbonds in which one thing can be seen that a good player does: units on the map of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from tests.ai.gym.room import Expected
from tests.rules.zocbonds.field import CAMPAIGN, LoadedDice, position
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.state import State

FOLDER = Path(__file__).with_name("positions")
Shift = tuple[int, int]
Placed = str | tuple[str, dict[str, Any]]
"""A hex, or a hex with values of its unit."""


class PositionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """tests/ai/gym_zocbonds/positions/NAME.yaml. Hexes are numbered as on the printed map.

    `units`: by id, where each stands; none: the scenario from its start. `variants`: further or other units, and
    `shifts`: rows (an even number) and columns by which all units stand elsewhere; the seeds go through all of them.
    `opponent`: a player, "still" or "striker"; the latter makes the attack with the most units on `struck`.
    `player_turns`: so many are played, the turn of `first` among them. `now`: values of `Now`. `dice`: the next results
    by stream. `allied_from`: rows from this on are Allied ground, the others German.
    """

    test: str
    title: str
    what: str
    side: str
    expected: tuple[Expected, ...]
    units: dict[str, Placed] = {}
    variants: tuple[dict[str, Placed | None], ...] = ({},)
    shifts: tuple[Shift, ...] = ((0, 0),)
    scenario: str = CAMPAIGN
    first: str = ""
    phase: str = "movement"
    player_turns: int = 1
    opponent: str = "still"
    struck: str = ""
    seeds: int = 12
    now: dict[str, Any] = {}
    dice: dict[str, tuple[int, ...]] = {}
    allied_from: int = 0


@dataclass(frozen=True)
class Position:
    """A position as one seed makes it: its units stand `shift` away from where the file has them."""

    file: PositionFile
    state: State
    shift: Shift

    def hex(self, label: str) -> int:
        """A hex by the label that the file uses for it."""
        return self.state.board.hex(shifted(label, self.shift))


@cache
def load_file(name: str) -> PositionFile:
    """Return what a position file says. ValueError when it has another shape."""
    path = FOLDER / f"{name}.yaml"
    return msgspec.convert(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader), PositionFile)


def shifted(label: str, shift: Shift) -> str:
    """The label of a hex that lies so many rows and columns away."""
    return f"{int(label[:2]) + shift[0]:02d}{int(label[2:]) + shift[1]:02d}"


def position_of(name: str, seed: int) -> Position:
    """A position as a seed makes it: the seeds go through the variants, and through the shifts of each."""
    file = load_file(name)
    variant = file.variants[seed % len(file.variants)]
    shift = file.shifts[seed // len(file.variants) % len(file.shifts)]
    units = {key: _moved(where, shift) for key, where in (file.units | variant).items() if where is not None}
    state = _scenario(file, seed) if not units else _placed(file, units, seed)
    if file.allied_from:
        _give_ground(state, file.allied_from + shift[0])
    if file.dice:
        state.dice = LoadedDice(seed, loaded=file.dice)
    return Position(file, state, shift)


def _moved(where: Placed, shift: Shift) -> Placed:
    return shifted(where, shift) if isinstance(where, str) else (shifted(where[0], shift), where[1])


def _placed(file: PositionFile, units: dict[str, Placed], seed: int) -> State:
    side = file.first or file.side
    now = {"turn": 5, "side": side, "player": side, "phase": file.phase} | file.now
    boxes = {name: tuple(keys) for name, keys in now.pop("boxes", {}).items()}
    state = position(units, scenario=file.scenario, seed=seed, **now)
    ids = state.board.ids
    filled = {name: tuple(sorted(ids[key] for key in keys)) for name, keys in boxes.items()}
    placed = {*state.units, *(unit for units in filled.values() for unit in units)}
    elsewhere = tuple(unit for unit in sorted(state.board.roster) if unit not in placed)
    state.changed(boxes=dict(sorted((filled | {"withdrawn": elsewhere}).items())))
    return state


def _give_ground(state: State, row: int) -> None:
    """The ground from a row on is Allied, but for what Germans stand on."""
    board = state.board
    for hex_ in range(board.grid.size):
        if int(board.grid.label(hex_)[:2]) >= row and board.in_play[hex_] and state.side_in(hex_) != "axis":
            state.control[hex_] = CODES["allied"]


def _scenario(file: PositionFile, seed: int) -> State:
    game = Game.start(SYSTEM, Setup("zocbonds", file.scenario, seed))
    return game.state


def start(placed: Position, seed: int) -> Game[State]:
    """A game that goes on from a position."""
    state = placed.state.copy()
    if not isinstance(state.dice, LoadedDice):
        state.dice = Dice(seed)
    return Game(SYSTEM, SYSTEM.setup_of(state), state)
