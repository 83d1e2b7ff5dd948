"""Piles without an order: what a die draws, what is hidden, and what a sample deals."""

from collections import Counter

import pytest

from wab.engine import Chance, Dice, Text
from wab.engine.kernel.pile import HIDDEN, dealt, draw, drawn, hidden, pile_of, unseen, with_cards, without

DECK = pile_of({"recon": 2, "assault": 1, "fire": 3})
WHY = Text("card drawn")


def test_a_pile_is_sorted_whatever_the_order_of_its_counts():
    assert DECK == ("assault", "fire", "fire", "fire", "recon", "recon")
    assert pile_of({"fire": 3, "recon": 2, "assault": 1}) == DECK
    assert with_cards(("fire", "recon"), ("assault", "fire")) == ("assault", "fire", "fire", "recon")


def test_a_pile_is_drawn_to_its_last_card_by_dice_with_as_many_faces():
    dice, pile, cards = Dice(7), DECK, []
    while pile:
        rolled = draw(dice, "deck", pile, WHY)
        assert (rolled.faces, rolled.stream, len(rolled.results)) == (len(pile), "deck", 1)
        cards.append(drawn(pile, rolled))
        pile, dice = without(pile, cards[-1:]), dice.after(rolled)
    assert sorted(cards) == list(DECK)
    with pytest.raises(ValueError, match="no card in the pile"):
        draw(dice, "deck", pile, WHY)


def test_each_card_is_drawn_as_often_as_it_is_there():
    counted = Counter(drawn(DECK, draw(Dice(seed), "deck", DECK, WHY)) for seed in range(3000))
    assert {card: round(6 * times / 3000, 1) for card, times in counted.items()} == pytest.approx(
        {"recon": 2, "assault": 1, "fire": 3}, abs=0.2
    )


def test_a_card_that_is_not_there_is_no_card_to_take():
    with pytest.raises(ValueError, match="not in list"):
        without(DECK, ("mortar",))
    assert without(hidden(DECK), ("mortar", "fire")) == (HIDDEN,) * 4
    assert without(("fire", HIDDEN), ("fire",)) == (HIDDEN,)


def test_what_is_hidden_is_the_deck_less_what_lies_open_and_is_dealt_anew():
    discards, hand, pile = ("fire", "recon"), ("assault", HIDDEN), hidden(DECK[:3])
    left = unseen(DECK, discards, hand, pile)
    assert left == ("fire", "fire", "recon")
    found = set()
    for seed in range(20):
        cards = [*left, "recon"]
        full = dealt((*hand, *pile), cards, Chance(seed, "sample"))
        assert full[0] == "assault" and cards == []
        assert sorted(full[1:]) == ["fire", "fire", "recon", "recon"]
        found.add(full)
    assert len(found) > 3
    assert dealt(pile, list(left), Chance(1, "sample")) == dealt(pile, list(left), Chance(1, "sample"))
