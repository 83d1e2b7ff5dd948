"""Piles of cards without an order: a card is drawn by a die, at the moment when it is drawn.

A pile is a sorted tuple of the names of its cards. A die with as many faces as there are cards says which one is drawn,
so that no order is hidden in a state: same seed and same orders, same cards. Each draw is two events of a system, in
this order: `Rolled`, by `draw`, and one of its own that names the card, which `drawn` finds before the pile changes.

A card that a seat does not know has the name HIDDEN. All functions are pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from wab.engine.kernel.dice import Chance, Dice
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text

Pile = tuple[str, ...]
HIDDEN = ""


def pile_of(counts: Mapping[str, int]) -> Pile:
    """A pile of so many cards of each name."""
    return tuple(sorted(Counter(counts).elements()))


def draw(dice: Dice, stream: str, pile: Pile, purpose: Text) -> Rolled:
    """The die that says which card of a pile is drawn. ValueError for an empty pile."""
    if not pile:
        raise ValueError("there is no card in the pile")
    return dice.roll(stream, purpose, len(pile))


def drawn(pile: Pile, rolled: Rolled) -> str:
    """The card that a die of `draw` says."""
    return pile[rolled.total - 1]


def with_cards(pile: Pile, cards: Iterable[str]) -> Pile:
    """A pile with more cards in it, as when discards are shuffled in."""
    return tuple(sorted((*pile, *cards)))


def without(cards: Pile, gone: Iterable[str]) -> Pile:
    """Cards, in their order, less some of them. ValueError for one that is not there.

    Where the cards are hidden, a hidden one goes in place of one that is not among them.
    """
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else HIDDEN)
    return tuple(left)


def hidden(cards: Iterable[str]) -> Pile:
    """So many cards that the seat does not know."""
    return tuple(HIDDEN for _ in cards)


def unseen(whole: Iterable[str], *seen: Iterable[str]) -> Pile:
    """The cards of a whole deck that do not lie open anywhere: what all hidden cards together are."""
    left = Counter(whole)
    for cards in seen:
        left.subtract(card for card in cards if card != HIDDEN)
    return tuple(sorted(left.elements()))


def dealt(places: Pile, cards: list[str], chance: Chance) -> Pile:
    """Places with a card in each hidden one, taken from `cards` by chance: what a sample of a game does."""
    return tuple(card or cards.pop(chance.below(len(cards))) for card in places)
