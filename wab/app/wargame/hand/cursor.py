"""Moves by key: the pointer from hex to hex or from one possible target to the next, and a mark among rows."""

from __future__ import annotations

from collections.abc import Sequence

from wab.hexes import OFF_MAP, Grid, HexId, shown_as

# The six keys lie around H as the six neighbours lie around a hex, on QWERTY as on AZERTY keyboards.
DIRECTIONS = {"j": 0, "u": 1, "y": 2, "g": 3, "b": 4, "n": 5}


def step(grid: Grid, here: HexId, key: str, turn: float = 0.0) -> HexId:
    """The neighbour on the side of a key of DIRECTIONS, on a map shown turned; the hex itself at the edge."""
    there = grid.neighbour(here, shown_as(DIRECTIONS[key], turn))
    return here if there == OFF_MAP else there


def following(targets: Sequence[HexId], here: HexId | None, *, back: bool = False) -> HexId | None:
    """Return the hex after the given one among some hexes, round and round; None if there are no hexes."""
    if not targets:
        return None
    if here not in targets:
        return targets[-1 if back else 0]
    return targets[(targets.index(here) + (-1 if back else 1)) % len(targets)]


def stepped(place: int | None, by: int, count: int) -> int:
    """The row below a row (1) or above it (-1) among `count`, no farther than the ends; from None, that at an end."""
    if place is None:
        return 0 if by > 0 else count - 1
    return min(max(0, place + by), count - 1)
