"""Whole games and pieces of them: sequence of play (ZOC-3), invariants after every order, saves that come back."""

import pytest

from ai.agents import RandomAgent
from wab.engine.game import Game, Setup
from wab.systems.zocbonds import SYSTEM

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
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_players_keep_every_state_sound(scenario):
    """ZOC-3-1 to ZOC-3-10."""
    game = played(new_game(scenario, 3), 400, 5)
    again = SYSTEM.decode(SYSTEM.encode(game.state))
    assert SYSTEM.encode(again) == SYSTEM.encode(game.state)
