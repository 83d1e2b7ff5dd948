"""Battles to measure on: units of the catalogues on the real map, two fronts in contact. Made, not designed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import numpy as np

from wab.content.operations.loader import load_battle_map, load_catalogues, load_scenario, load_tables, scenario_paths
from wab.content.operations.shapes import Box, Catalogue, Forces, Placement, ScenarioFile, Sides, Switches
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.words.text import Text
from wab.hexes import Workspace
from wab.systems.operations import Operations
from wab.systems.operations.seen import codec
from wab.systems.operations.state.board import SIDE_CODE, SIDES, Board, Objective
from wab.systems.operations.state.setup import make_board, starting_state
from wab.systems.operations.state.state import State

NAME = "operations/bench"
UNITS = 250
GRAND_UNITS = 300
GRAND_TURNS = 42
_EVERYTHING = Box(west=-180.0, east=180.0, south=-90.0, north=90.0)
_PER_HEX = 2
_OBJECTIVES = 30
_packed = msgspec.json.Decoder(codec.Packed)


class BenchSystem(Operations):
    """The flagship, on a board of its own instead of a scenario file."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        """The state before the first event."""
        return starting_state(self.board, seed)

    def decode(self, data: bytes) -> State:
        """The state that `encode` wrote, checked field by field."""
        return codec.unpack(_packed.decode(data), self.board)


def new_battle(seed: int = 0, accelerated: bool = True) -> Game[State]:
    """A battle of 250 units at its first decision; without acceleration it searches in plain Python."""
    board = battle_board()
    board = replace(board, workspace=Workspace(board.grid, accelerated), by_side={})
    return Game.start(BenchSystem(board), Setup("operations", NAME, seed))


def grand_battle(seed: int = 0, turns: int = GRAND_TURNS, units: int = GRAND_UNITS) -> Game[State]:
    """A battle of the size of the whole campaign: 300 units, 30 objectives, two impulses a turn, all rules of the land.

    It has as many `turns` as one likes to wait for, and as many `units` of both sides together.
    """
    board = battle_board(units)
    board = replace(
        board,
        dates=tuple(f"{1944 + turn}-06-06" for turn in range(turns)),
        weather_by_turn=tuple(("overcast", "sunny", "rain")[turn % 3] for turn in range(turns)),
        impulses=2,
        activation_points=Sides(25, 20),
        rules=Switches(),
        objectives=_towns(board),
        workspace=Workspace(board.grid),
        by_side={},
    )
    return Game.start(BenchSystem(board), Setup("operations", NAME, seed))


def _towns(board: Board) -> tuple[Objective, ...]:
    """The largest places of the land as objectives, each held by the side that controls it."""
    places = sorted(board.map.places, key=lambda place: (-place.population, place.hex))
    hexes = list(dict.fromkeys(place.hex for place in places if board.land[place.hex]))[:_OBJECTIVES]
    return tuple(
        Objective({"en": board.map.name(hex_)}, hex_, SIDES[board.start_control[hex_] - 1], 3, 30, "both", number < 5)
        for number, hex_ in enumerate(hexes)
    )


@cache
def battle_board(units: int = UNITS) -> Board:
    """The board: half of the units a side, along a line from west to east, supplied from the edges behind them."""
    plain = _board_of_all_kinds()
    land = np.flatnonzero(plain.land)
    rows = plain.grid.r[land]
    front = int(np.median(rows))
    behind = {"allied": land[rows >= front], "axis": land[rows < front]}
    control = np.zeros(plain.grid.size, np.uint8)
    for side in SIDES:
        control[behind[side]] = SIDE_CODE[side]
    roster, start = {}, {}
    for number in range(units):
        side = SIDES[number % 2]
        kinds = [profile for profile in plain.roster.values() if profile.side == side and profile.movement]
        roster[number] = msgspec.structs.replace(
            kinds[number // 2 % len(kinds)], noun=Text.of_data({"en": f"Unit {number}"})
        )
        start[number] = (_place(plain, behind[side], front, number // 2), roster[number].hp, number % 7)
    edges = {
        "allied": tuple((int(hex_), 1) for hex_ in behind["allied"][200::40]),
        "axis": tuple((int(hex_), 1) for hex_ in behind["axis"][:-200:40]),
    }
    return replace(
        plain,
        scenario_id=NAME,
        roster=roster,
        start=start,
        objectives=(),
        entries=(),
        start_control=control.tobytes(),
        supply_hexes=edges,
        supplied_to={},
        squadrons={},
        squadron_hp={},
        by_side={},
    )


def _place(board: Board, ground: Any, front: int, number: int) -> int:
    """Return where unit number so and so of a side stands: near the front first, spread from west to east, two in a
    hex.
    """
    nearest = ground[np.argsort(np.abs(board.grid.r[ground] - front), kind="stable")]
    return int(nearest[number // _PER_HEX * 3])


def _board_of_all_kinds() -> Board:
    """Every land unit of the catalogues once, all in one hex: their profiles are what counts."""
    battle_map, tables = load_battle_map(), load_tables()
    middle = battle_map.grid.size // 2
    forces = {side: _everybody(catalogue, middle, tables) for side, catalogue in load_catalogues().items()}
    scenario: ScenarioFile = msgspec.structs.replace(
        load_scenario(scenario_paths()[0]), window=_EVERYTHING, objectives=(), supply=(), supply_exceptions=(), **forces
    )
    return make_board(NAME, scenario, tables, battle_map)


def _everybody(catalogue: Catalogue, hex_: int, tables: Any) -> Forces:
    units = [key for key, unit in catalogue.units.items() if tables.units[unit.kind].move_class != "ship"]
    return Forces(setup=tuple(Placement(unit=key, hex=hex_) for key in units))
