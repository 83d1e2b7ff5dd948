"""How a battle stands for a side, as its chance to win: what a search compares when it has played a turn or two.

The numbers are those that explain best how some 330 games of the quick player against itself ended, taken at the start
of each turn: a logistic fit. Where units stand explains nothing beside the danger in which they are.
"""

from __future__ import annotations

from math import exp

from ai.cards.chances import wear
from ai.cards.lore import Lore
from ai.cards.picture import Picture
from ai.cards.weights import CARD_WORTH, OTHER_CARD, Weights
from wab.engine.view import side_of
from wab.systems.cards.board import enemy_of
from wab.systems.cards.state import State

UNIT, NEED, LAST, BUT_ONE = 0.8, 1.9, 1.3, 0.5
"""Log-odds of a unit on the field, of all medals still to be won, of there being only one, or two, of them."""
WEAR, DANGER, HAND, TEMPO = 1.1, 0.45, 0.15, 0.5
"""Of a medal's worth of losses, of such losses to be feared, of cards worth a medal, of being the one to play."""
PLACE = 0.6
"""Of a medal's worth of being near what is wanted: not in the fit, where both sides press on as far as they can."""
MEDAL = 1.2
"""Log-odds of a unit eliminated: to compare with what is told in medals."""


def appraise(position: State, side: str, lore: Lore, weights: Weights, even: float = 0.0) -> float:
    """The chance of a side to win, 0 to 1, taken that a position with the log-odds `even` is an even one.

    Scenarios lean by more than their units show: how a position compares with another one says more than what it is.
    """
    if position.result is not None:
        return float(position.result.winner == side)
    return 1.0 / (1.0 + exp(even - log_odds(position, side, lore, weights)))


def log_odds(position: State, side: str, lore: Lore, weights: Weights) -> float:
    """How a position that is not decided stands for a side: positive when it is ahead."""
    odds = _standing(position, side, lore, weights) - _standing(position, enemy_of(side), lore, weights)
    return odds + (TEMPO if position.active == side else -TEMPO)


def _standing(position: State, side: str, lore: Lore, weights: Weights) -> float:
    picture, board = Picture(position, side, lore, weights), position.board
    standing = UNIT * len(picture.own) - NEED * picture.missing / board.goal(side)
    standing += LAST if picture.missing <= 1 else BUT_ONE if picture.missing == 2 else 0.0
    standing -= WEAR * sum(wear(unit.figures, board.roster[unit.id].figures) for unit in picture.own)
    standing -= DANGER * sum(picture.danger(unit, unit.hex) for unit in picture.own)
    standing += PLACE * sum(
        picture.draw(unit, unit.hex) + weights.menace * picture.menace(unit, unit.hex) for unit in picture.own
    )
    return standing + HAND * _hand_worth(position, side)


def _hand_worth(position: State, side: str) -> float:
    """What the cards of a side's hands are worth together; those that nobody knows count as usual ones."""
    cards = position.board.cards
    held = (card for holder, hand in position.hands.items() if side_of(holder) == side for card in hand)
    return sum(CARD_WORTH.get(cards[card].name, OTHER_CARD) if card else OTHER_CARD for card in held)
