"""After a fight that was won: advances that gain ground and are no retreats, and stacks that go into reserve."""

import pytest

from ai.agents import make_agent
from ai.zocbonds import judgement as j
from ai.zocbonds.answers import answer_value
from ai.zocbonds.reserve import Reserves
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.ai.zocbonds.test_planner_zocbonds import picture_of
from tests.rules.zocbonds.combat.test_advance import PLAIN, won
from tests.rules.zocbonds.field import ids, unit
from wab.systems.zocbonds.state import orders as od

WORN = {"us_4id_8": ("1433", {"steps": 2})}
ARMY = {"de_17ss_37": ("1331", {}), "de_17ss_38": ("1332", {}), "de_12ss_25": ("1333", {})}


def after(fighters, others, **facts):
    return won(fighters, others=others.items(), units=list(fighters), **facts)


def worth_of_going(state, *labels):
    """Return the worth of the regiment's advance along some hexes, and what it risks at its start and at its end."""
    picture, one = picture_of(state), unit(state, "us_4id_8")
    path = (one.hex, *state.board.hexes(labels))
    risks = [picture.exposure(hex_, (one.id,)) for hex_ in (path[0], path[-1])]
    return answer_value(state, picture, od.Advance(one.id, path)), *risks


def test_getting_out_of_the_enemy_s_reach_is_no_gain_of_an_advance():
    state = after(WORN, ARMY)
    value, here, there = worth_of_going(state, "1532", "1632")
    assert there < here and value < 0


def test_an_advance_towards_what_is_wanted_is_worth_it():
    value, here, there = worth_of_going(after(WORN, {}), PLAIN)
    assert value > 0 and here == there == 0


def test_an_advance_away_from_friends_is_worth_less_the_more_risk_counts():
    state = after(WORN, ARMY | {"us_9id_39": ("1433", {})})
    one = unit(state, "us_4id_8").id
    order = od.Advance(one, (unit(state, "us_4id_8").hex, state.board.hex(PLAIN)))
    pictures = (picture_of(state, temper=name) for name in ("bold", "careful"))
    bold, careful = (answer_value(state, picture, order) for picture in pictures)
    assert careful < bold


def test_a_stack_goes_into_reserve_where_the_result_lets_it():
    state = after(WORN, ARMY, may_reserve=True, result="A1/D2")
    game, _ = begun(state)
    player, given = make_agent("normal", "zocbonds", 1), []
    while game.state.now.fight is not None and len(given) < 4:
        given.append(player.decide(game.view("allied")))
        game.play(given[-1])
    assert od.IntoReserve(ids(state, "us_4id_8")) in given and unit(game.state, "us_4id_8").reserve


@pytest.mark.parametrize("disrupted", [True, False])
def test_the_blow_that_a_stack_could_strike_is_what_going_into_reserve_is_worth(disrupted):
    pair = {"us_4id_8": ("1433", {"fought": True}), "us_4id_12": ("1433", {"fought": True})}
    state = after(pair, {"de_352id_916": ("1332", {"disrupted": disrupted})}, may_reserve=True)
    picture, before = picture_of(state), {one.id: one for one in state.units.values()}
    blow = Reserves(picture, state).next_blow(ids(state, *pair))
    assert answer_value(state, picture, od.IntoReserve(ids(state, *pair))) == j.SECOND_MARCH + blow
    assert (blow > j.LATER) if disrupted else (blow < 1.0)
    assert {one.id: one for one in state.units.values()} == before and state.now.phase == "combat"


def test_nobody_near_is_nobody_to_strike():
    state = after(WORN, {"de_17ss_37": ("1010", {})}, may_reserve=True)
    assert Reserves(picture_of(state), state).next_blow(ids(state, "us_4id_8")) == 0.0
