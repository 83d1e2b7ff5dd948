"""The enemy's next attacks: the points on each hex, the arms that take part, and the columns for and against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wab.systems.operations.movement.movement import reach
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.strength import attack_value, defence_value

POINT = 100
"""Values of units are in hundredths of a point."""


@dataclass(frozen=True, slots=True)
class Threat:
    """The attacks that one side could make next impulse, an entry a hex: attack points, and the arms among them.

    Each hex counts as if every unit that can strike it did.
    """

    points: NDArray[np.float64]
    tanks: NDArray[np.bool_]
    half_tracks: NDArray[np.bool_]
    foot: NDArray[np.bool_]

    @classmethod
    def none(cls, size: int) -> Threat:
        """No threat to any of so many hexes."""
        return cls(np.zeros(size, np.float64), *(np.zeros(size, np.bool_) for _ in range(3)))


def threat_by(position: State, side: str) -> Threat:
    """The threat of a side's known units, which move first as far as they can. Guns and commanders threaten nothing."""
    threat = Threat.none(position.board.grid.size)
    around = position.board.grid.neighbours
    by_type = {"armoured": threat.tanks, "mechanised": threat.half_tracks, "infantry": threat.foot}
    for unit in position.units_of(side):
        profile, value = position.profile(unit.id), attack_value(position, unit) / POINT
        if value == 0 or profile.is_gun:
            continue
        touched = around[reach(position, (unit.id,)).hexes].ravel()
        struck = np.zeros(threat.points.size, np.bool_)
        struck[touched[touched >= 0]] = True
        threat.points[struck] += value
        if profile.type in by_type:
            by_type[profile.type][struck] = True
    return threat


@dataclass(frozen=True, slots=True)
class Garrison:
    """Units that hold a hex together: defence points, HP, and the arms among them."""

    defence: float
    hp: int
    types: frozenset[str]


def garrison_of(position: State, units: Iterable[Unit]) -> Garrison:
    """Units as the garrison of a hex."""
    stack = tuple(units)
    profiles = [position.roster[unit.id] for unit in stack]
    types = frozenset([profile.type for profile in profiles if not profile.is_commander])
    return Garrison(sum([defence_value(position, u) for u in stack]) / POINT, sum([u.hp for u in stack]), types)


def columns_against(board: Board, threat: Threat, hex_: int, shelter: int, types: frozenset[str]) -> int:
    """Columns by which an attack on a hex is shifted: its ground, combined arms of both sides, tanks in the open."""
    conduct, hex_map = board.tables.conduct, board.map
    shift = -shelter
    tanks = bool(threat.tanks[hex_])
    if tanks and (threat.foot[hex_] or threat.half_tracks[hex_]):
        shift += conduct.combined_arms
    if "armoured" in types and types & {"infantry", "mechanised"}:
        shift -= conduct.combined_arms
    if types == {"infantry"} and board.tables.terrain.terrain[hex_map.terrain_name(hex_)].clear:
        if tanks:
            shift += conduct.open_ground_armoured
        elif threat.half_tracks[hex_]:
            shift += conduct.open_ground_mechanised
    return shift
