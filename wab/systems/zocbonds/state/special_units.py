"""Special kinds of units (ZOC-16.2, ZOC-17.7, ZOC-17.8): units that never attack, fixed units, the hexes that Flak
covers.
"""

from __future__ import annotations

from wab.hexes import HexId
from wab.systems.zocbonds.state.board import Profile
from wab.systems.zocbonds.state.state import State


def never_attacks(profile: Profile) -> bool:
    """Return whether a unit only defends, its strength in parentheses (ZOC-2.3.1-1): headquarters (ZOC-17.2-1), Werfer
    brigades (ZOC-17.3-6), Flak (ZOC-17.7-1), beach engineers (ZOC-17.8-2) and strongpoints (ZOC-16.2-1). The anti-tank
    guns of 21st Panzer are no Flak: they attack (ZOC-17.7-3).
    """
    return profile.defends_only


def is_fixed(profile: Profile) -> bool:
    """Return whether a unit never moves, and is gone where it is forced to retreat: strongpoints (ZOC-16.2-1,
    ZOC-2.3.7-1), beach engineers (ZOC-17.8-1, ZOC-17.8-2). All their sides have an allowance of 0 (ZOC-2.3.1-2).
    """
    return all(movement == 0 for _, movement, _ in profile.values)


def flak_covers(state: State, hex_: HexId) -> bool:
    """Return whether a Flak unit stands in a hex or next to it: a strafing roll there takes 1 off (ZOC-17.7-2). Mobile
    ones do so wherever they go (ZOC-17.7-4).
    """
    around = (hex_, *state.board.grid.adjacent(hex_))
    return any(state.profile(unit).type == "flak" for there in around for unit in state.stacks.get(there, ()))
