"""Whole games and pieces of them: sequence of play (ZOC-3), invariants after every order, saves that come back."""

import pytest

from ai.agents import RandomAgent
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.sequence.decisions import DECISIONS
from wab.systems.zocbonds.state.events import AssaultRolled
from wab.systems.zocbonds.state.orders import Done
from wab.systems.zocbonds.state.steps import Assault

SCENARIOS = ("zocbonds/cherbourg", "zocbonds/the-first-week", "zocbonds/three-weeks-in-june")


def new_game(scenario, seed, **options):
    return Game.start(SYSTEM, Setup("zocbonds", scenario, seed, options))


def played(game, orders, seed):
    """Random players for so many orders; the state is sound after each."""
    agents = {seat: RandomAgent(seed + number) for number, seat in enumerate(game.seats)}
    for number in range(orders):
        if game.to_act is None:
            break
        seat = game.to_act
        order = agents[seat].decide(game.view(seat))
        assert game.why_not(order) is None, (number, order, game.why_not(order))
        game.play(order)
        assert SYSTEM.invariants(game.state) == [], (number, order)
        assert DECISIONS.is_settled(game.state), (number, order)
    return game


@pytest.mark.trial
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_players_keep_every_state_sound(scenario):
    """ZOC-3-1 to ZOC-3-10."""
    game = played(new_game(scenario, 3), 400, 5)
    again = SYSTEM.decode(SYSTEM.encode(game.state))
    assert SYSTEM.encode(again) == SYSTEM.encode(game.state)


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.clause("ZOC-20.3.1-1")
def test_every_landing_is_assaulted_whatever_is_answered(scenario, seed):
    """All nine, the first of them too: a game begins where a seat has to decide."""
    game = new_game(scenario, seed)
    assert DECISIONS.is_settled(game.state)
    while game.phase != "movement":
        game.play(list(game.legal_orders())[-1])
    made = {event.landing for record in game.journal for event in record.events if isinstance(event, AssaultRolled)}
    assert made == set(game.state.board.assault)


@pytest.mark.clause("ZOC-20.3.1-1")
def test_an_assault_that_is_still_to_be_made_cannot_be_passed_over():
    state = SYSTEM.new_state(SCENARIOS[1], 0, {})
    state.changed(turn=1, phase="invasion", agenda=(Assault("allied", "utah"),))
    assert DECISIONS.why_not(state, Done()).code == "assault-first"
    state.changed(agenda=(Assault("allied", "utah", 2),))
    assert DECISIONS.why_not(state, Done()) is None
