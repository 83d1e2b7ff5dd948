"""The worth of ground: points, supply, the way off the map."""

from __future__ import annotations

import numpy as np

from ai.blind.ground import Values, supply_worth
from ai.blind.picture import Picture
from ai.blind.weights import EXIT, EXIT_FADE, FARTHER_ON, GROUND, OUTWARD


def open_places(seen: Picture) -> Values:
    """float[N]: the points of places that still count: one that was lost again brings nothing (BLD-19-3)."""
    places = seen.ground.places.copy()
    places[list(seen.now.spoilt)] = 0.0
    return places


def goals(seen: Picture) -> Values:
    """float[N]: what is to be won or lost by the Allies at each hex, and beyond it."""
    german = seen.foreign if seen.side == "allied" else seen.own
    worth = np.where(german, open_places(seen), 0.0)
    found: Values = worth + FARTHER_ON * seen.ground.spread(worth) + outward(seen)
    return found


def outward(seen: Picture) -> Values:
    """float[N]: the pull of the ways off the map, for each turn that is left to score there (BLD-19-7)."""
    board, turn = seen.board, seen.now.turn
    left = board.last - turn
    worth = np.zeros(board.grid.size)
    if left > OUTWARD:
        worth[list(board.edges)] = EXIT * min(left, 12)
    return seen.ground.spread(worth, EXIT_FADE)


def treasures(seen: Picture) -> Values:
    """float[N]: what the Germans could take away from the Allies at each hex, and beyond it."""
    allied = seen.own if seen.side == "allied" else seen.foreign
    worth = np.where(allied, open_places(seen) + supply_worth(seen.ground), 0.0)
    found: Values = worth + FARTHER_ON * seen.ground.spread(worth)
    return found


def takings(seen: Picture) -> Values:
    """float[N]: the gain of taking each hex of the enemy."""
    found: Values = GROUND + (goals(seen) if seen.side == "allied" else treasures(seen))
    return np.where(seen.foreign, found, 0.0)


def holdings(seen: Picture) -> Values:
    """float[N]: the loss by losing each own hex, as far as the enemy could come there."""
    found: Values = treasures(seen) if seen.side == "allied" else goals(seen)
    return np.where(seen.own, found * seen.risk, 0.0)


def charges(seen: Picture) -> Values:
    """float[N]: own hexes with points or supply that the enemy could reach."""
    held = open_places(seen) + (supply_worth(seen.ground) if seen.side == "allied" else 0.0)
    found: Values = np.where(seen.own, held * seen.risk, 0.0)
    return found
