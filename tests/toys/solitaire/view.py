"""The patrol's knowledge: all but the card of the reserve, the pile by name, and the dice to come."""

from __future__ import annotations

import msgspec

from tests.toys.solitaire.state import DECK, State
from wab.engine import Chance, Dice, Game, Refusal, Setup, System, Text
from wab.engine.pile import HIDDEN, dealt, hidden, unseen
from wab.engine.position import PositionView


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


class SolitaireView(PositionView[State]):
    not_yours = Refusal(Text("The patrol decides."), ("SOL-1-1",), code="not-yours")

    @property
    def rules(self) -> System[State]:
        from tests.toys.solitaire import SYSTEM

        return SYSTEM

    def sample(self, seed: int) -> Game[State]:
        state, chance = self.position.copy(), Chance(seed, "sample")
        cards = list(unseen(DECK, state.discards, (state.reserve,)))
        (state.reserve,) = dealt((state.reserve,), cards, chance)
        state.pile, state.dice = tuple(sorted(dealt(state.pile, cards, chance))), Dice(seed)
        return Game(self.rules, Setup(self.rules.id, state.scenario, seed, dict(state.chosen)), state)

    def encode(self) -> bytes:
        return msgspec.json.encode(self.position, order="deterministic")
