"""Reserves of the planning players: who waits behind an attack, what the second blow is worth, who strikes."""

import pytest

from ai.agents import make_agent
from ai.zocbonds.assault import Assaults
from ai.zocbonds.reserve import Opening, Reserves, opening, stacks_for_reserve
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.ai.zocbonds.test_planner_zocbonds import picture_of, planned
from tests.rules.zocbonds.field import ids, position, unit
from wab.systems.zocbonds.state import orders as od

ENEMIES = {"de_352id_914": "1530", "de_352id_916": "1532", "de_352id_915": "1534"}
DIVISION = {"uk_3id_8": "1634", "uk_3id_185": "1634", "uk_3id_9": "1635"}
BRIGADE = {"uk_7ad_22": "1733", "uk_7ad_131": "1733"}


def test_what_is_driven_out_and_what_stays_is_all_but_the_dead():
    state = position(ENEMIES | DIVISION)
    picture, target = picture_of(state), state.board.hex("1534")
    _, order = Assaults(picture, state).best(target, ids(state, *DIVISION))
    first = opening(picture, state, order, holds=0.0)
    assert first.target == target and 0 < first.driven <= 1 - first.stays
    assert all(state.board.grid.distance(end, target) == 2 for end in first.ends)
    firm = opening(picture, state, order, holds=0.5)
    assert firm.driven < first.driven and firm.stays > first.stays


def test_a_blow_is_worth_more_against_those_who_are_surely_driven_out_and_nothing_out_of_reach():
    state = position(ENEMIES | DIVISION | BRIGADE | {"uk_50id_69": "2329"})
    target, end = (state.board.hex(label) for label in ("1534", "1433"))
    reserves, brigade = Reserves(picture_of(state), state), ids(state, *BRIGADE)
    sure, doubtful = (reserves.value(brigade, Opening(target, driven, 0, (end,), 0.0)) for driven in (0.9, 0.3))
    assert sure > doubtful > 0
    assert reserves.value(ids(state, "uk_50id_69"), Opening(target, 0.9, 0, (end,), 0.0)) == 0.0


def test_weighing_a_blow_leaves_the_position_as_it_was():
    state = position(ENEMIES | DIVISION | BRIGADE)
    target, end = (state.board.hex(label) for label in ("1534", "1433"))
    before = {one.id: one for one in state.units.values()}
    Reserves(picture_of(state), state).value(ids(state, *BRIGADE), Opening(target, 0.6, 1, (end,), 0.4))
    assert {one.id: one for one in state.units.values()} == before and state.now.phase == "movement"


def test_who_is_in_an_enemy_zone_disrupted_or_weak_is_no_reserve():
    units = {"uk_7ad_22": "1635", "uk_7ad_131": ("1733", {"disrupted": True}), "uk_3id_9": "1831"}
    state = position(ENEMIES | units | {"us_2_ranger": "2029"})
    found = stacks_for_reserve(state, "allied", ids(state, *units, "us_2_ranger"))
    assert found == {state.board.hex("1831"): ids(state, "uk_3id_9")}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_brigade_waits_behind_an_attack_that_can_do_without_it(level):
    start = {"uk_3id_8": "1632", "uk_3id_185": "1632", "uk_3id_9": "1633"} | BRIGADE
    state = position(ENEMIES | start)
    plan, _ = planned(state, level=level)
    assert plan.targets and plan.held_back == set(ids(state, *BRIGADE))
    assert not plan.held_back & plan.fighters
    assert all(plan.places[one].order is None for one in plan.held_back)


def test_a_strong_stack_that_is_needed_is_not_held_back():
    state = position({"de_352id_915": "1534"} | BRIGADE)
    plan, _ = planned(state)
    assert plan.fighters == set(ids(state, *BRIGADE)) and not plan.reserves


def test_nobody_waits_where_nothing_is_attacked():
    plan, _ = planned(position({"de_352id_915": "1010"} | BRIGADE))
    assert not plan.targets and not plan.reserves


def test_only_those_in_reserve_are_meant_to_strike_in_the_reserve_phase():
    """A division next to the enemy has had its turn."""
    reserves = {key: (hex_, {"reserve": True}) for key, hex_ in BRIGADE.items()}
    weak = {"de_352id_914": "1530", "de_352id_916": "1532", "de_352id_fus": "1534"}
    state = position(weak | DIVISION | reserves, phase="reserve_movement", player="allied")
    plan, _ = planned(state)
    assert plan.fighters and plan.fighters <= set(ids(state, *BRIGADE))


def test_reserves_are_placed_when_the_marches_are_over():
    start = {"uk_3id_8": "1632", "uk_3id_185": "1632", "uk_3id_9": "1633"} | BRIGADE
    game, _ = begun(position(ENEMIES | start, player="allied"))
    player, given = make_agent("normal", "zocbonds", 1), []
    while game.phase == "movement" and game.state.now.side == "allied":
        given.append(player.decide(game.view("allied")))
        game.play(given[-1])
    assert od.PlaceReserve(ids(game.state, *BRIGADE)) in given
    assert unit(game.state, "uk_7ad_22").reserve and not player.incidents
