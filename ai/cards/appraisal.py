"""How a battle stands for a side, in medals: what a search compares when it has played a turn or two."""

from __future__ import annotations

from ai.cards.chances import wear
from ai.cards.lore import Lore
from ai.cards.picture import Picture
from ai.cards.weights import Weights
from wab.systems.cards.board import enemy_of
from wab.systems.cards.state import State
from wab.systems.cards.victory import medals

VICTORY = 6.0
TO_MOVE = 0.5
"""Share of what the side to move could do at once that counts as done."""
PLACES = 0.5
"""Weight of where units stand beside medals and losses."""


def appraise(position: State, side: str, lore: Lore, weights: Weights) -> float:
    """What a position is worth to a side: positive when it is ahead."""
    enemy = enemy_of(side)
    if position.result is not None:
        return VICTORY if position.result.winner == side else -VICTORY
    return _standing(position, side, lore, weights) - _standing(position, enemy, lore, weights)


def _standing(position: State, side: str, lore: Lore, weights: Weights) -> float:
    """A side's medals, nearer the end worth more, less its losses, and the places of its units."""
    board = position.board
    gained, goal = medals(position, side).total, board.goal(side)
    standing = gained + gained * gained / (2.0 * goal)
    picture = Picture(position, side, lore, weights)
    for unit in picture.own:
        standing -= wear(unit.figures, board.roster[unit.id].figures)
        standing += PLACES * (
            picture.draw(unit, unit.hex)
            + weights.menace * picture.menace(unit, unit.hex)
            - weights.caution * picture.danger(unit, unit.hex)
        )
    return standing
