"""Thrusts: the ways of the enemy to the goals that it wants, and the worth of standing in its way.

Each goal that a side holds draws the enemy along the cheapest way to it. Ways avoid our stacks, zones and bonds as far
as that is shorter. The traffic of a hex is the worth of the goals whose ways lead through it: where much traffic goes,
the line has a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.zocbonds import judgement as j
from ai.zocbonds.stakes import ENDLESS, distances
from wab.hexes import CLOSED, OFF_MAP, UNREACHED, field
from wab.systems.zocbonds.ground.lines_of_supply import cherbourg_sources, south_sources, way_to
from wab.systems.zocbonds.sequence.victory import edge_hexes
from wab.systems.zocbonds.state.board import CODES, Board, Flags, enemy_of
from wab.systems.zocbonds.state.bonds import bonds
from wab.systems.zocbonds.state.state import State

Traffic = NDArray[np.float32]
Costs = NDArray[np.uint8]


class Goal(NamedTuple):
    """A goal of the enemy: any one of some hexes, and its worth in steps."""

    hexes: tuple[int, ...]
    worth: float


@dataclass(frozen=True)
class Thrusts:
    """The enemy's goals against a side, and the places that it starts from; kept for one march."""

    board: Board
    side: str
    goals: tuple[Goal, ...]
    starts: tuple[int, ...]

    def traffic(self, state: State, without: Iterable[int] = ()) -> Traffic:
        """float32[N]: the worth that comes through each hex, as units stand but for some who count as gone."""
        stands, ends, zone = self._closing(state, frozenset(without))
        return self._through(self._costs(state, stands, ends, zone), stands)

    def _costs(self, state: State, stands: Flags, ends: Flags, zone: Flags) -> Costs:
        """uint8[N, 6]: what a step over each side costs the enemy."""
        board = self.board
        enemies = state.deployed(enemy_of(self.side)).occupied
        closed = bonds(board.ground, ends, enemies)
        around = board.grid.neighbours
        into = np.where(zone, j.THRUST_ZONE, 0) + np.where(stands, j.THRUST_STACK, 0)
        into += np.where(closed.hexes, j.THRUST_BOND, 0)
        found = _steps(board) + into[around] + np.where(closed.sides, j.THRUST_BOND, 0)
        costs: Costs = np.where(_joined(board), found, CLOSED).astype(np.uint8)
        return costs

    def _closing(self, state: State, without: frozenset[int]) -> tuple[Flags, Flags, Flags]:
        """Return where a side stands, where its bonds end, and where its zones reach, without some units."""
        board = self.board
        stands, ends = np.zeros(board.grid.size, np.bool_), np.zeros(board.grid.size, np.bool_)
        zoned = stands.copy()
        for hex_, post in state.deployed(self.side).posts.items():
            left = [state.units[unit] for unit in post.units if unit not in without]
            stands[hex_] = bool(left)
            zoned[hex_], ends[hex_] = any(map(state.has_zone, left)), any(map(state.binds, left))
        around, open_ = board.grid.neighbours, board.ground.open_
        reached = around[zoned][open_[zoned]]
        zone = zoned.copy()
        zone[reached] = True
        return stands, ends, zone

    def _through(self, costs: Costs, stands: Flags) -> Traffic:
        board = self.board
        found: Traffic = np.zeros(board.grid.size, np.float32)
        if not self.starts:
            return found
        away = field(board.workspace, self.starts, costs)
        before = _before(board, away, costs)
        for goal in self.goals:
            hex_ = min(goal.hexes, key=lambda one: (int(away[one]), one))
            share = 1.0 - float(away[hex_]) / j.THRUST_FADES
            if stands[hex_]:  # it takes a fight to enter
                share *= j.THRUST_HELD
            while share > 0 and hex_ != OFF_MAP and away[hex_] > 0:
                found[hex_] += share * goal.worth
                hex_ = int(before[hex_])
        return found


def thrusts_against(state: State, side: str, worth: NDArray[np.float32]) -> Thrusts:
    """The thrusts that a side has to expect, by what hexes are worth to it."""
    board, enemy = state.board, enemy_of(side)
    held = np.frombuffer(bytes(state.control), np.uint8) == CODES[side]
    goals = [Goal((hex_,), float(worth[hex_])) for hex_ in np.flatnonzero((worth > 0) & held & board.dry).tolist()]
    goals += _of_the_germans(state) if side == "axis" else ()
    movers = state.deployed(enemy).posts.items()
    starts = {hex_ for hex_, post in movers if any(state.values(state.units[unit])[1] > 0 for unit in post.units)}
    return Thrusts(board, side, tuple(goals), tuple(sorted(starts)))


def _of_the_germans(state: State) -> Iterator[Goal]:
    """Yield what ends the campaign for the Germans besides cities: the road to Cherbourg cut, a breakout (ZOC-23.2)."""
    board = state.board
    if board.victory in ENDLESS:
        return
    for start in cherbourg_sources(state)[:1]:
        road = way_to(state, "axis", start, south_sources(state), "south")
        if road:
            yield Goal(road, j.ROAD_TO_CHERBOURG)
    yield Goal(tuple(np.flatnonzero(edge_hexes(board)).tolist()), j.BREAKOUT)


def in_the_way(board: Board, traffic: Traffic, hex_: int) -> float:
    """Return what a stack in a hex would stop: the traffic through it, or a share of the most that passes next
    to it.
    """
    beside = board.grid.neighbours[hex_]
    open_ = board.ground.open_[hex_] & (beside != OFF_MAP)
    near = float(traffic[beside[open_]].max(initial=0.0))
    return j.IN_THE_WAY * min(j.MOST_TRAFFIC, max(float(traffic[hex_]), j.BESIDE_THE_WAY * near))


def drawn_to(board: Board, traffic: Traffic) -> Traffic:
    """float32[N]: how strongly the holes of the line draw units from afar."""
    found: Traffic = np.zeros(board.grid.size, np.float32)
    for hex_ in np.argsort(-traffic, kind="stable")[: j.HOLES].tolist():
        if traffic[hex_] <= 0:
            break
        near = j.IN_THE_WAY * min(j.MOST_TRAFFIC, float(traffic[hex_])) - j.TO_A_HOLE * distances(board, hex_)
        np.maximum(found, near.astype(np.float32), out=found)
    return found


@lru_cache(maxsize=8)
def _steps(board: Board) -> NDArray[np.int64]:
    """int64[N, 6]: what a step costs over open ground; roads are faster."""
    road = board.map.road > 0
    found: NDArray[np.int64] = np.where(road, j.THRUST_ROAD, j.THRUST_STEP).astype(np.int64)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=8)
def _joined(board: Board) -> Flags:
    around = board.grid.neighbours
    found: Flags = (around != OFF_MAP) & board.dry[around] & board.dry[:, None] & ~board.impassable
    found.setflags(write=False)
    return found


def _before(board: Board, away: NDArray[np.int32], costs: Costs) -> NDArray[np.int32]:
    """int32[N]: the hex before each on its cheapest way, OFF_MAP at its start and where none leads."""
    around = board.grid.neighbours
    back = costs[around, np.array([3, 4, 5, 0, 1, 2])].astype(np.int64)
    fits = (around != OFF_MAP) & (back != CLOSED) & (away[around] + back == away[:, None])
    fits &= (away < UNREACHED)[:, None]
    found: NDArray[np.int32] = np.where(fits.any(axis=1), around[np.arange(away.size), fits.argmax(axis=1)], OFF_MAP)
    return found
