"""Whole days of the rules of the day: invasion, initial, replacement, landing and supply phases, answered by chance."""

from itertools import islice

import pytest

from tests.rules.zocbonds.field import board, carried_out
from wab.engine.kernel.agenda import Decisions
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.combat import invasion
from wab.systems.zocbonds.movement import landings
from wab.systems.zocbonds.sequence import initial, invariants, recovery, victory
from wab.systems.zocbonds.sequence.answers import DECISIONS_OF_COMBAT
from wab.systems.zocbonds.sequence.day_answers import DECISIONS_OF_THE_DAY
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.armies import seats
from wab.systems.zocbonds.state.events import PhaseBegan, TurnBegan
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.units import replacements, supply, withdrawal

NO = Refusal(Text("No."))
DECISIONS = Decisions(
    {**DECISIONS_OF_COMBAT, **DECISIONS_OF_THE_DAY},
    phase_of=lambda state: state.now.phase,
    is_over=lambda state: state.now.result is not None or not state.agenda,
    over=NO,
    unknown=NO,
    not_now=NO,
)
DAYS = 6
"""Days that a game of this lasts at least: all engineers are ashore on the first, and no unit goes back before that."""
CASES = [
    ("zocbonds/three-weeks-in-june", {}),
    ("zocbonds/three-weeks-in-june", {"players": "4", "batteries": "on", "storm_points": "on"}),
    ("zocbonds/the-first-week", {"weather": "historical", "players": "3"}),
    ("zocbonds/cherbourg", {"batteries": "on"}),
]


class Days:
    """A game of nothing but these phases."""

    def __init__(self, scenario, seed, options):
        self.state = starting_state(board(scenario), seed, options)
        self.chance = Chance(seed, "days")

    def began(self, side, phase, seat=None):
        apply(self.state, PhaseBegan(side, phase, seat or side))

    def by_seat(self, side, phase):
        """A phase that each seat of a side plays, one after the other."""
        for seat in seats(self.state):
            if seat.startswith(side):
                self.began(side, phase, seat)
                yield seat

    def happens(self, events):
        carried_out(self.state, events)
        self.answered()

    def answered(self):
        """Answer every question by chance until none is left; every order on offer must be legal."""
        for _ in range(200):
            carried_out(self.state, DECISIONS.run(self.state))
            if not self.state.agenda:
                break
            assert DECISIONS.to_act(self.state) in seats(self.state)
            orders = [order for group in DECISIONS.offered(self.state) for order in group]
            assert orders and all(DECISIONS.why_not(self.state, order) is None for order in orders)
            carried_out(self.state, DECISIONS.execute(self.state, orders[self.chance.below(len(orders))]))
        assert not self.state.agenda

    def chosen(self, offered, execute, most=8):
        """Up to so many of what is offered, each carried out before the next is asked for."""
        for _ in range(most):
            groups = list(islice(offered(self.state), 60))
            if not groups:
                return
            group = groups[self.chance.below(len(groups))]
            self.happens(execute(self.state, group[self.chance.below(len(group))]))

    def sound(self):
        assert list(invariants.problems(self.state)) == []


def played(scenario, seed, options):
    days = Days(scenario, seed, options)
    state = days.state
    for turn in range(1, state.board.turns + 1):
        apply(state, TurnBegan(turn))
        days.began("", "invasion" if turn == 1 else "initial")
        days.happens(initial.first_weather(state) if turn == 1 else initial.begin(state))
        if turn == 1:
            days.happens(invasion.begin(state))
        for side in ("axis", "allied"):
            if side == "allied":
                days.happens(withdrawal.commandos(state))
            for _ in days.by_seat(side, "replacement"):
                days.chosen(replacements.offered_replace, replacements.execute_replace)
                days.chosen(replacements.offered_buy, replacements.execute_buy)
            for _ in days.by_seat(side, "movement") if side == "allied" else ():
                days.chosen(landings.offered_land, landings.execute_land, most=60 if turn == 1 else 8)
                if turn % 4 == 0 and turn > DAYS:
                    days.chosen(landings.offered_evacuate, landings.execute_evacuate)
            days.happens(stacking.ask_excess(state, side))
            days.began(side, "recovery")
            days.happens(recovery.recovery(state))
            days.began(side, "supply")
            days.happens(supply.supply_phase(state))
            days.sound()
        for _ in days.by_seat("allied", "end"):
            days.happens(withdrawal.begin(state))
            days.chosen(withdrawal.offered_withdraw, withdrawal.execute_withdraw)
        days.happens(victory.end_of_turn(state))
        days.sound()
        if state.now.result is not None:
            break
    return state


@pytest.mark.clause("ZOC-3-1")
@pytest.mark.clause("ZOC-3-2")
@pytest.mark.clause("ZOC-20.1-1")
@pytest.mark.parametrize(("scenario", "options"), CASES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.trial)])
def test_days_follow_each_other_to_an_end(scenario, options, seed):
    """ZOC-3-1, ZOC-3-2, ZOC-20.1-1: no question without an answer, no position against the rules."""
    state = played(scenario, seed, options)
    assert state.now.result is not None and state.now.turn > DAYS
