"""The worth of hexes to a side: points, beaches, and the distance to hexes that the enemy holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.zocbonds.weights import BEACH, CITY, DECISIVE, DRIVE, FADE, FIRM, FIRM_CITY, LAST_HEX, MARCH, VILLAGE
from wab.field import control
from wab.systems.zocbonds.sequence.victory import objectives
from wab.systems.zocbonds.state.board import CODES, Board, enemy_of
from wab.systems.zocbonds.state.state import State

Worth = NDArray[np.float32]
AIMS: Mapping[str, Mapping[float, tuple[str, ...]]] = {
    "cherbourg": {6.0: ("carentan",), 2.5: ("perimeter",)},
    "first_week": {1.0: ("drops",), 3.0: ("saint_lo", "caen")},
    "line": {8.0: ("saint_lo",), 3.0: ("caen", "cherbourg")},
    "lesson": {8.0: ("goals",)},
}
"""By what a scenario is won (ZOC-24.3, ZOC-25.2, ZOC-26.3): what places are worth beyond what all of their kind are."""


ENDLESS = ("cherbourg", "lesson")
"""Victories that no breakout and no city brings before the time."""


@dataclass(frozen=True)
class Stakes:
    """The worth of ground for one side. float32[N] each.

    `worth`: of holding a hex, for its present holder or not; `pull`: how strongly the enemy's goals, and own goals
    under threat, draw from where a unit stands. `dear`: the hexes that decide the game.
    """

    worth: Worth
    pull: Worth
    dear: tuple[int, ...] = ()


@lru_cache(maxsize=8)
def worth_of(board: Board) -> Worth:
    """float32[N]: cities, villages and beaches."""
    found = np.zeros(board.grid.size, np.float32)
    for terrain, worth in (("city", CITY), ("village", VILLAGE)):
        found[board.map.is_terrain(terrain) & board.in_play] = worth
    for hex_ in board.beaches.values():
        found[hex_] = BEACH
    for worth, places in AIMS[board.victory].items():
        for place in places:
            found[_hexes(board, place)] += worth
    found.setflags(write=False)
    return found


def worth_now(state: State) -> Worth:
    """float32[N]: as `worth_of`, and more for what would end the game: two of three objectives are enough
    (ZOC-23.2-2)."""
    board, worth = state.board, worth_of(state.board)
    if board.victory in ENDLESS:
        return worth
    met = objectives(state)
    if not any(met.values()):
        return worth
    found = worth.copy()
    for place in ("saint_lo", "caen"):
        hexes = _hexes(board, place)
        still_held = sum(state.holds("axis", hex_) for hex_ in hexes.tolist())
        if any(met[other] for other in met if other != place):
            found[hexes] += DECISIVE / max(1, still_held)
    return found


def _hexes(board: Board, place: str) -> NDArray[np.int64]:
    """The hexes that a name of `AIMS` stands for."""
    if place == "perimeter":
        return np.flatnonzero(board.overlay("perimeter"))
    if place == "goals":
        hexes = board.lesson.goals if board.lesson else ()
    elif place == "drops":
        hexes = tuple(board.drops.values())
    elif place == "carentan":
        hexes = (board.special.carentan,) if board.special else ()
    else:
        hexes = {str(name): found for name, found in board.lines.cities.items()}[place]
    return np.array(hexes, np.int64)


@lru_cache(maxsize=1024)
def distances(board: Board, hex_: int) -> NDArray[np.int32]:
    """int32[N]: how many hexes it is to a hex."""
    found: NDArray[np.int32] = board.grid.distances(hex_).astype(np.int32)
    return found


def stakes(state: State, side: str, worth: Worth | None = None) -> Stakes:
    """The stakes as they are now; `worth`: what hexes are worth to who judges, `worth_now` unless it is given."""
    board, worth = state.board, worth_now(state) if worth is None else worth
    held = control.held(state.control, CODES[side])
    threatened = state.zone_of(enemy_of(side))
    dear, foes = dear_hexes(board), list(state.deployed(enemy_of(side)).posts)
    open_ = np.ones(board.grid.size, np.bool_)
    for hex_, post in state.deployed(side).posts.items():
        open_[hex_] = _strength(state, post.units) < (FIRM_CITY if hex_ in dear else FIRM)
    for hex_ in dear:
        threatened[hex_] |= bool((distances(board, hex_)[foes] <= DRIVE).any())
    goals = np.flatnonzero((worth > 0) & board.dry & (~held | (threatened & open_)))
    pull = np.zeros(board.grid.size, np.float32)
    for goal in goals.tolist():
        near = worth[goal] - FADE * distances(board, goal)
        np.maximum(pull, near.astype(np.float32), out=pull)
    return Stakes(worth, pull, dear)


@lru_cache(maxsize=8)
def dear_hexes(board: Board) -> tuple[int, ...]:
    """The cities with which the Allies win outright (ZOC-23.2-2); none where nothing ends the game before its time."""
    if board.victory in ENDLESS:
        return ()
    return tuple(int(hex_) for place in ("saint_lo", "caen") for hex_ in _hexes(board, place))


def last_hexes(state: State) -> dict[int, float]:
    """Return the hex of Saint-Lô, and of Caen, in which the Germans hold out longest, with the cost of its fall: two of
    three objectives end the game (ZOC-23.2-2).
    """
    if not dear_hexes(state.board):
        return {}
    foes, met, found = list(state.deployed("allied").posts), objectives(state), dict[int, float]()
    for place in ("saint_lo", "caen"):
        held = [hex_ for hex_ in _hexes(state.board, place).tolist() if state.holds("axis", hex_)]
        if held:
            away = {hex_: int(distances(state.board, hex_)[foes].min(initial=state.board.grid.size)) for hex_ in held}
            last = max(held, key=away.__getitem__)
            found[last] = LAST_HEX[any(met[other] for other in met if other != place)]
    return found


def _strength(state: State, units: Iterable[int]) -> int:
    return sum(state.strength(state.units[unit]) for unit in units)


def beach_to_clear(state: State, units: tuple[int, ...]) -> bool:
    """Return whether units stand on a beach over which others of their side are still to come, and may leave it: other
    units hold it, or no enemy is near.
    """
    if not all(unit in state.units for unit in units) or state.side_of(units[0]) != "allied":
        return False
    hex_ = state.units[units[0]].hex
    waiting = any(box == "britain" or box.startswith("wave/") for box in state.now.boxes)
    if not waiting or hex_ not in state.board.beaches.values():
        return False
    return not _left_alone(state, units) or not is_enemy_near(state, hex_, "allied")


def held_by(state: State, units: tuple[int, ...], ground: Stakes) -> float:
    """Return what is lost for the moment when units leave their hex: the worth of a hex that no other unit holds, with
    the enemy near.
    """
    hex_ = state.units[units[0]].hex
    alone = _left_alone(state, units) and is_enemy_near(state, hex_, state.side_of(units[0]))
    return float(ground.worth[hex_]) * (2.0 if ground.worth[hex_] >= BEACH else 1.0) if alone else 0.0


def _left_alone(state: State, units: tuple[int, ...]) -> bool:
    """Return whether only engineers stay in a hex that units leave."""
    there = state.stacks[state.units[units[0]].hex]
    return all(unit in units or state.profile(unit).type == "beach_engineer" for unit in there)


def is_enemy_near(state: State, hex_: int, side: str) -> bool:
    """Return whether an enemy that moves stands within a march of a hex."""
    away = distances(state.board, hex_)
    posts = [there for there in state.deployed(enemy_of(side)).posts if away[there] <= MARCH]
    return any(state.values(unit)[1] > 0 for there in posts for unit in state.stack(there))
