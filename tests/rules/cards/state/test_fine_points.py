"""Points that show only at the edge of a rule: who is asked, in which order, what a token says afterwards."""

from __future__ import annotations

import pytest

from tests.cards_field import Field
from tests.cards_table import SYSTEM, CardTable, ev
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state import teams

PAIR = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}


@pytest.mark.clause("CRD-4.4.9-3")
def test_ways_back_are_those_of_the_unit_that_must_go() -> None:
    f = Field({**PAIR, "y": ("axis", "infantry", "H4")})
    f.flags("x", 1)
    assert f.phase == "retreat"
    everything = list(SYSTEM.offered(f.state))
    assert everything and list(SYSTEM.offered(f.state, f.ids["x"])) == everything
    assert list(SYSTEM.offered(f.state, f.ids["y"])) == []


def test_what_belongs_to_no_unit_is_not_on_offer_where_one_is_named() -> None:
    table = CardTable(PAIR, hands={"allies": ["direct_from_hq"], "axis": ["dig_in"]})
    unit = table.ids["a"]
    assert list(SYSTEM.offered(table.state)) and list(SYSTEM.offered(table.state, unit)) == []
    table.play("direct_from_hq")
    assert list(SYSTEM.offered(table.state, unit)) == [wish.OrderUnit(unit, "")]
    table.order("a")
    table.to_stage("attack")
    assert list(SYSTEM.offered(table.state, unit)) == [wish.Attack(unit, table.ids["x"])]
    assert wish.Done() in list(SYSTEM.offered(table.state))


@pytest.mark.clause("CRD-4.4.9-10")
def test_ways_back_are_offered_by_the_hex_in_which_they_end() -> None:
    f = Field({"x": ("axis", "infantry", "E5")}, obstacles={"E5": "sandbags"})
    f.flags("x", 2)
    ends = [order.path[-1] for order in SYSTEM.offered(f.state) if isinstance(order, wish.Retreat)]
    assert len(ends) > 2 and ends == sorted(ends)


@pytest.mark.clause("CRD-C.ambush-3")
def test_the_token_of_an_attacker_that_was_driven_off_says_that_it_attacks_no_more() -> None:
    units = {"a": ("axis", "infantry", "F5"), "x": ("allies", "infantry", "F6"), "far": ("allies", "infantry", "A9")}
    hands = {"axis": ["direct_from_hq"], "allies": ["ambush", "probe_left"]}
    table = CardTable(units, hands=hands, to_play="axis")
    table.in_force("direct_from_hq", "a")
    table.done()
    table.attack("a", "x", ask=True)
    table.throw("grenade", "flag", "star")
    table.give_order(wish.Ambush(play=True))
    table.retreat("F4")
    token = table.happened(ev.TokenChanged)[-1].token
    assert (token.unit, token.face, token.barred) == (table.ids["a"], "none", True)


@pytest.mark.clause("CRD-2.13-1")
@pytest.mark.parametrize("scenario", ["cards/pegasus-bridge", "cards/sainte-mere-eglise"])
def test_a_game_opens_with_the_first_turn_of_the_side_that_the_scenario_names(scenario: str) -> None:
    state = SYSTEM.new_state(scenario, 1, {})
    events = []
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
        events.append(event)
    first = state.board.first
    assert [event for event in events if isinstance(event, ev.TurnBegan)] == [ev.TurnBegan(1, first)]
    assert (state.turn, state.active, SYSTEM.phase(state)) == (1, first, "card")


@pytest.mark.clause("CRD-A5.2-5")
def test_before_its_first_turn_a_team_is_answered_for_by_the_member_that_comes_first() -> None:
    units = {**PAIR, "u": ("axis", "infantry", "G2")}
    hands = {"allies": ["probe_left"], "axis/1": ["dig_in"], "axis/2": ["dig_in"]}
    table = CardTable(units, hands=hands, options={"axis_players": "2"})
    table.state.own_turns = {"allies": 1}
    assert teams.answering_seat(table.state, table.unit("u")) == teams.seats_of(table.board, "axis")[0]


@pytest.mark.clause("CRD-A2.10-4")
def test_only_tokens_that_promise_an_attack_are_turned_in_the_water() -> None:
    units = {"a": ("allies", "armour", "F8"), "b": ("allies", "armour", "H8"), "x": ("axis", "infantry", "F7")}
    f = Field({**units, "c": ("allies", "armour", "G6")}, face="beach").ordered("a", "b", "c", stage="move")
    f.mark("b", face="none")
    f.done()
    turned = [event.token.unit for event in f.happened(ev.TokenChanged)]
    assert f.ids["a"] in turned and f.ids["b"] not in turned


@pytest.mark.clause("CRD-C.behind_enemy_lines-1")
@pytest.mark.clause("CRD-O-9")
def test_one_general_s_second_move_comes_though_another_s_units_have_none() -> None:
    units = {
        "s1": ("allies", "infantry", "B7"),
        "s3": ("allies", "infantry", "K7"),
        "w": ("axis", "infantry", "B2"),
    }
    hands = {"allies": ["behind_enemy_lines", "probe_center", *["recon_right"] * 3], "axis": ["probe_left"] * 3}
    table = CardTable(units, hands=hands, boards=2, sizes=(9, 7))
    table.give_order(wish.GiveCard("behind_enemy_lines", "left", 0))
    table.give_order(wish.GiveCard("probe_center", "center", 3))
    table.done()
    while table.phase == "order":
        orders = [order for order in table.offered() if isinstance(order, wish.OrderUnit)]
        table.give_order(orders[0] if orders else wish.Done())
    assert set(table.state.tokens) == {table.ids["s1"], table.ids["s3"]}
    table.to_stage("second_move")
    assert table.goals("s1") and not table.goals("s3")
