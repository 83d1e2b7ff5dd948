"""The greedy player of zocbonds: legal to the end, beaches kept free, and back inside a leash before the phase ends."""

import pytest

from ai.agents import make_agent
from ai.zocbonds.greedy import Greedy
from ai.zocbonds.stakes import beach_to_clear, held_by, stakes, worth_of
from tests.rules.zocbonds.field import board, ids, position, unit
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state import orders as od

CHERBOURG = "zocbonds/cherbourg"


def begun(state, seat="allied"):
    """A game that goes on from a position, and its view of a seat."""
    game = Game.start(SYSTEM, Setup("zocbonds", state.board.id, 1, {}))
    game._state = state
    return game, game.view(seat)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scenario", [CHERBOURG, "zocbonds/the-first-week"])
def test_it_plays_legal_orders_for_all_seats(scenario, seed):
    game = Game.start(SYSTEM, Setup("zocbonds", scenario, seed, {}))
    players = {seat: make_agent("greedy", "zocbonds", seed) for seat in game.seats}
    for _ in range(150):
        if game.to_act is None:
            break
        order = players[game.to_act].decide(game.view(game.to_act))
        assert game.why_not(order) is None, order
        game.play(order)
    assert game.state.now.turn > 1


def crowded():
    """Two regiments that stand on Utah, with others still at sea."""
    state = position({"us_4id_8": "2814", "us_4id_12": "2814", "us_1_esb_utah": "2814", "de_6fj_fj": "2410"})
    state.changed(boxes={"britain": ids(state, "us_90id_357")}, player="allied", points={"us": 6, "commonwealth": 6})
    return state


def test_it_makes_room_on_a_beach_for_those_at_sea():
    state = crowded()
    assert beach_to_clear(state, ids(state, "us_4id_8"))
    _, view = begun(state)
    order = Greedy().decide(view)
    assert isinstance(order, od.Move) and order.path[0] == state.board.hex("2814") != order.path[-1]
    state.changed(boxes={})
    assert not beach_to_clear(state, ids(state, "us_4id_8"))


def test_the_last_stack_stays_on_a_beach_with_the_enemy_near():
    units = {"us_4id_8": "2814", "us_1_esb_utah": "2814", "de_6fj_fj": "2713"}
    state = position(units, boxes={})
    state.changed(boxes={"britain": ids(state, "us_90id_357")})
    assert not beach_to_clear(state, ids(state, "us_4id_8"))
    assert held_by(state, ids(state, "us_4id_8"), stakes(state, "allied")) > 0
    state = position(units | {"de_6fj_fj": "1040"})
    state.changed(boxes={"britain": ids(state, "us_90id_357")})
    assert beach_to_clear(state, ids(state, "us_4id_8"))


def test_it_does_not_leave_a_goal_open_beside_the_enemy():
    state = position({"us_4id_8": "2512", "de_6fj_fj": "2412"})
    ground = stakes(state, "allied")
    assert held_by(state, ids(state, "us_4id_8"), ground) > 0
    state = position({"us_4id_8": "2512", "us_4id_12": "2512", "de_6fj_fj": "2412"})
    assert held_by(state, ids(state, "us_4id_8"), stakes(state, "allied")) == 0


def test_what_wins_a_scenario_is_worth_more_than_its_like():
    for scenario, label, other in ((CHERBOURG, "2512", "2812"), ("zocbonds/three-weeks-in-june", "1815", "2322")):
        on = board(scenario)
        worth = worth_of(on)
        assert worth[on.hex(label)] > worth[on.hex(other)] > 0, scenario


def test_who_must_come_back_is_moved_before_the_phase_ends():
    state = position({"us_82ab_505": "3209", "us_1_esb_utah": "2814"}, scenario=CHERBOURG, turn=5, player="allied")
    assert movement.must_return(state) == ids(state, "us_82ab_505")
    greedy = Greedy()
    greedy._phase = (5, "allied", "movement", "allied")
    greedy._done = set(state.units)
    game, view = begun(state)
    order = greedy.decide(view)
    assert isinstance(order, od.Move) and order.units == ids(state, "us_82ab_505")
    game.play(order)
    assert unit(game.state, "us_82ab_505").mode
