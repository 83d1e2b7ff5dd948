"""A whole battle that a seat cannot tell from the true one: the cards that it does not see are dealt anew."""

from __future__ import annotations

from collections import Counter

from wab.engine.dice import Chance, Dice
from wab.engine.game import Game, Setup
from wab.systems.cards.apply import HIDDEN
from wab.systems.cards.deck import composition
from wab.systems.cards.state import State
from wab.systems.cards.teams import pile_of, side_of


def sample(seat: str, position: State, seed: int) -> Game[State]:
    """A game whose view for `seat` is the one that `position` came from; the seed chooses among such games."""
    from wab.systems.cards import SYSTEM  # the system object stands above its chapters

    state = position.copy()
    state.dice = Dice(seed)
    chance = Chance(seed, "sample")
    for pile in sorted(state.pile):
        _deal_anew(state, pile, chance)
    state.version += 1
    return Game(SYSTEM, Setup(SYSTEM.id, state.board.scenario_id, seed, dict(state.board.options)), state)


def unseen(position: State, pile: str) -> tuple[str, ...]:
    """The cards of a deck of which nobody has shown where they are, sorted."""
    lying = Counter(composition(position.board))
    lying.subtract(position.discards.get(pile, ()))
    lying.subtract(position.table.get(pile, ()))
    for side, card in position.shared.items():
        lying.subtract((card,) if card and pile_of(position.board, side) == pile else ())
    for holder, cards in position.hands.items():
        lying.subtract(cards if pile_of(position.board, side_of(holder)) == pile else ())
    if position.drawing is not None and pile_of(position.board, side_of(position.drawing.seat)) == pile:
        lying.subtract(position.drawn)
    del lying[HIDDEN]
    return tuple(sorted(lying.elements()))


def _deal_anew(state: State, pile: str, chance: Chance) -> None:
    cards = list(unseen(state, pile))

    def named(places: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card or cards.pop(chance.below(len(cards))) for card in places)

    for holder in sorted(state.hands):
        if pile_of(state.board, side_of(holder)) == pile:
            state.hands[holder] = tuple(sorted(named(state.hands[holder])))
    if state.drawing is not None and pile_of(state.board, side_of(state.drawing.seat)) == pile:
        state.drawn = named(state.drawn)
    state.pile[pile] = tuple(sorted(named(state.pile[pile])))
