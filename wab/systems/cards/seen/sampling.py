"""A whole battle that a seat cannot tell from the true one: the cards that it does not see are dealt again."""

from __future__ import annotations

from msgspec.structs import replace

from wab.engine.kernel import pile as piles
from wab.engine.kernel.agenda import renewed
from wab.engine.kernel.dice import Chance
from wab.systems.cards.state.deck import composition
from wab.systems.cards.state.state import State
from wab.systems.cards.state.teams import pile_of, side_of


def dealt(position: State, chance: Chance) -> State:
    """Return a battle with the known facts of `position`; chance deals the cards that were never shown."""
    state = position.copy()
    for pile in sorted(state.pile):
        _deal_anew(state, pile, chance)
    state.version += 1
    return state


def unseen(position: State, pile: str) -> tuple[str, ...]:
    """The cards of a deck whose places are unknown, sorted."""
    seen = [position.discards.get(pile, ()), position.table.get(pile, ())]
    of_pile = {
        holder for holder in (*position.shared, *position.hands) if pile_of(position.board, side_of(holder)) == pile
    }
    seen += [(card,) for side, card in position.shared.items() if side in of_pile]
    seen += [cards for holder, cards in position.hands.items() if holder in of_pile]
    due = position.choosing
    if due is not None and pile_of(position.board, side_of(due.seat)) == pile:
        seen.append(due.cards)
    return piles.unseen(composition(position.board), *seen)


def _deal_anew(state: State, pile: str, chance: Chance) -> None:
    cards = list(unseen(state, pile))

    for holder in sorted(state.hands):
        if pile_of(state.board, side_of(holder)) == pile:
            state.hands[holder] = tuple(sorted(piles.dealt(state.hands[holder], cards, chance)))
    due = state.choosing
    if due is not None and pile_of(state.board, side_of(due.seat)) == pile:
        state.agenda = renewed(state.agenda, replace(due, cards=piles.dealt(due.cards, cards, chance)))
    state.pile[pile] = tuple(sorted(piles.dealt(state.pile[pile], cards, chance)))
