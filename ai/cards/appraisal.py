"""The chance of a side to win from a position: what a search compares when it has played a turn or two.

The numbers are log-odds: most come from a logistic fit to games of the quick player against itself.
"""

from __future__ import annotations

from math import exp

from ai.cards.chances import wear
from ai.cards.ground import Ground
from ai.cards.picture import Picture
from ai.cards.weights import (
    BUT_ONE,
    CARD_WORTH,
    DANGER,
    HAND,
    LAST,
    NEED,
    OTHER_CARD,
    PLACE,
    TEMPO,
    UNIT,
    WEAR,
    Weights,
)
from wab.engine.kernel.values import side_of
from wab.systems.cards.state.board import enemy_of
from wab.systems.cards.state.state import State


def appraise(position: State, side: str, ground: Ground, weights: Weights, even: float = 0.0) -> float:
    """The chance of a side to win, 0 to 1, if a position with the log-odds `even` counts as even.

    Scenarios lean by more than their units show, so that only positions of one scenario can be compared.
    """
    if position.result is not None:
        return float(position.result.winner == side)
    return 1.0 / (1.0 + exp(even - log_odds(position, side, ground, weights)))


def log_odds(position: State, side: str, ground: Ground, weights: Weights) -> float:
    """The log-odds of an undecided position for a side: positive when it is ahead."""
    odds = _standing(position, side, ground, weights) - _standing(position, enemy_of(side), ground, weights)
    return odds + (TEMPO if position.active == side else -TEMPO)


def _standing(position: State, side: str, ground: Ground, weights: Weights) -> float:
    picture, board = Picture(position, side, ground, weights), position.board
    standing = UNIT * len(picture.own) - NEED * picture.missing / board.goal(side)
    standing += LAST if picture.missing <= 1 else BUT_ONE if picture.missing == 2 else 0.0
    standing -= WEAR * sum(wear(unit.figures, board.roster[unit.id].figures) for unit in picture.own)
    standing -= DANGER * sum(picture.danger(unit, unit.hex) for unit in picture.own)
    standing += PLACE * sum(
        picture.draw(unit, unit.hex) + weights.menace * picture.menace(unit, unit.hex) for unit in picture.own
    )
    return standing + HAND * _hand_worth(position, side)


def _hand_worth(position: State, side: str) -> float:
    """The worth of the cards in a side's hands; unknown cards count as usual ones."""
    cards = position.board.cards
    held = (card for holder, hand in position.hands.items() if side_of(holder) == side for card in hand)
    return sum(CARD_WORTH.get(cards[card].name, OTHER_CARD) if card else OTHER_CARD for card in held)
