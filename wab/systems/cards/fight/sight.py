"""Line of sight (ledger sections 4.4.6, A2.14, A2.15): what lies on a line between two hexes and blocks it."""

from __future__ import annotations

from collections.abc import Iterable

from wab.systems.cards.state.state import State


def sees(state: State, first: int, second: int) -> bool:
    """Return whether a line from centre to centre is free (CRD-4.4.6-2), at any distance (CRD-4.4.6-11).

    It is blocked by an obstruction inside which it passes, or by one on each side where it only runs along hex sides
    (CRD-4.4.6-5), be they at different places (CRD-4.4.6-6); the board's side is one (CRD-4.4.6-7). Units and obstacles
    in the two end hexes never block (CRD-4.4.6-4), so neighbours always see each other (CRD-4.4.6-8).
    """
    if second in state.board.adjacent[first]:
        return True
    line = state.board.lines.between(first, second)
    height = state.board.height
    level = min(height[first], height[second])
    if any(obstructs(state, hex_, level) for hex_ in line.through) or _lake(state, line.through, level):
        return False
    return not (
        (line.left_edge or _blocked_beside(state, line.left, level))
        and (line.right_edge or _blocked_beside(state, line.right, level))
    )


def obstructs(state: State, hex_: int, level: int) -> bool:
    """Return whether a hex by itself obstructs a line whose lower end is at height `level` (CRD-4.4.6-3).

    Units, and terrain and obstacles that block, have the height of the ground (CRD-A2.15-6) and they block if it is at
    least as high as one of the two ends (CRD-4.4.6-9, CRD-A2.15-4). Bare high ground does so only where it is above one
    of them (CRD-A2.4-4, CRD-A2.15-5).
    """
    ground = state.board.ground[hex_]
    if ground is None:
        return True
    if ground.height < level:
        return False
    if hex_ in state.at or ground.sight == "blocks":
        return True
    if ground.sight == "unless_both_high" and ground.height > level:
        return True
    obstacles = state.obstacles.get(hex_)
    return obstacles is not None and any(state.board.tables.obstacles[name].blocks_sight for name in obstacles)


def _blocked_beside(state: State, hexes: Iterable[int], level: int) -> bool:
    beside = tuple(hexes)
    return any(obstructs(state, hex_, level) for hex_ in beside) or _lake(state, beside, level)


def _lake(state: State, hexes: tuple[int, ...], level: int) -> bool:
    """Two lake hexes next to each other block, one does not (CRD-A2.14-2); from above both are overlooked."""
    ground = state.board.ground
    lakes = [
        hex_
        for hex_ in hexes
        if (kind := ground[hex_]) is not None and kind.sight == "two_adjacent" and kind.height >= level
    ]
    return any(other in state.board.adjacent[hex_] for hex_ in lakes for other in lakes)
