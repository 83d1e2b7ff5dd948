"""The patrol's knowledge: all but the card of the reserve, the pile by name, and the dice to come."""

from __future__ import annotations

from tests.toys.solitaire.state import DECK, State
from wab.engine import Chance, Dice
from wab.engine.kernel.pile import HIDDEN, dealt, hidden, unseen


def known_state(state: State) -> State:
    return State(
        scenario=state.scenario,
        chosen=state.chosen,
        dice=Dice(0),
        squads=state.squads,
        pile=hidden(state.pile),
        discards=state.discards,
        reserve=state.reserve if state.shown else HIDDEN,
        shown=state.shown,
        turn=state.turn,
        moved=state.moved,
        phase=state.phase,
        agenda=state.agenda,
        result=state.result,
    )


def dealt_anew(position: State, chance: Chance) -> State:
    state = position.copy()
    cards = list(unseen(DECK, state.discards, (state.reserve,)))
    (state.reserve,) = dealt((state.reserve,), cards, chance)
    state.pile = tuple(sorted(dealt(state.pile, cards, chance)))
    return state
