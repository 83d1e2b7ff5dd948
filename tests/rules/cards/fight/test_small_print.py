"""The traces and words of an attack: tokens, faces of dice, refusals with their hexes, results."""

from __future__ import annotations

import pytest

from tests.cards_field import Field
from tests.cards_table import SYSTEM, CardTable
from wab.engine.kernel.events import Rolled
from wab.systems.cards.fight.combat import base_dice, dice_of
from wab.systems.cards.state import events as ev
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state.apply import apply
from wab.systems.cards.state.orders import Attack, RemoveWire

PAIR = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}


@pytest.mark.clause("CRD-4.4.3-2")
def test_no_kind_has_dice_at_a_hex_of_its_own_or_beyond_its_range() -> None:
    state = Field(PAIR).state
    assert [base_dice(state, "infantry", distance) for distance in range(5)] == [0, 3, 2, 1, 0]


@pytest.mark.clause("CRD-4.4.2-5")
def test_the_first_cause_names_close_combat_or_the_range() -> None:
    f = Field({**PAIR, "y": ("axis", "infantry", "H5")}).ordered("a")
    near, far = (dice_of(f.state, f.unit("a"), f.unit(name)).causes[0].text.msgid for name in ("x", "y"))
    assert (near, far) == ("{kind} in close combat", "{kind} at {range} hexes")


@pytest.mark.clause("CRD-4.4.5-2")
def test_artillery_heeds_neither_woods_nor_town_nor_sandbags() -> None:
    units = {"g": ("allies", "artillery", "E5"), "a": ("allies", "infantry", "F5"), "x": ("axis", "infantry", "E4")}
    for cover in ({"terrain": {"E4": "forest"}}, {"terrain": {"E4": "town"}}, {"obstacles": {"E4": "sandbags"}}):
        f = Field(units, **cover).ordered("g", "a")
        assert f.dice("g", "x") == 3 > f.dice("a", "x")


@pytest.mark.clause("CRD-4.4.1-8")
def test_a_refused_target_is_named_by_its_hex() -> None:
    f = Field({**PAIR, "y": ("axis", "infantry", "H5"), "b": ("allies", "infantry", "E9")}).ordered("a", "b")
    duty = f.why_not(Attack(f.ids["a"], f.ids["y"]))
    range_ = f.why_not(Attack(f.ids["b"], f.ids["x"]))
    assert duty is not None and duty.where == (f.hex("H5"),)
    assert range_ is not None and range_.code == "out_of_range" and range_.where == (f.hex("E4"),)


@pytest.mark.clause("CRD-4.4.1-1")
def test_attack_dice_have_six_faces_and_the_result_names_who_fired_at_whom() -> None:
    f = Field(PAIR).ordered("a")
    f.attack("a", "x")
    rolled = next(event for event in f.happened(Rolled) if event.stream == "attack")
    assert (rolled.faces, len(rolled.results)) == (6, 3)
    result = f.happened(ev.AttackResolved)[0]
    assert (result.unit, result.target) == (f.ids["a"], f.ids["x"])


@pytest.mark.clause("CRD-4.4.1-4")
def test_an_attack_uses_up_the_token_and_the_fight_says_whether_it_is_close() -> None:
    for hex_, close in (("E4", True), ("E3", False)):
        f = Field({**PAIR, "x": ("axis", "infantry", hex_)}).ordered("a")
        f.throw(*["star"] * (3 if close else 2))
        f.attack("a", "x")
        declared = f.happened(ev.AttackDeclared)[0]
        assert declared.fight.close is close
        assert (declared.token.attacks, declared.token.moved, declared.token.face) == (1, True, "none")


@pytest.mark.clause("CRD-A2.19-3")
def test_wire_is_offered_beside_the_attack_and_its_removal_uses_up_the_token() -> None:
    f = Field(PAIR, obstacles={"E5": "wire"}).ordered("a")
    assert {type(order) for order in f.offered()} >= {Attack, RemoveWire}
    f.give_order(RemoveWire(f.ids["a"]))
    token = f.happened(ev.TokenChanged)[0].token
    assert (token.attacks, token.moved, token.face) == (1, True, "none")


def test_every_event_makes_the_state_one_version_newer() -> None:
    f = Field(PAIR).ordered("a")
    before, happened = f.state.version, len(f.events)
    f.attack("a", "x")
    assert f.state.version == before + len(f.events) - happened


def test_one_of_two_obstacles_of_a_hex_stays_and_only_cleared_hexes_are_remembered() -> None:
    f = Field({"a": ("allies", "infantry", "A9")}, obstacles={"E5": "wire"})
    apply(f.state, ev.ObstaclePlaced(f.hex("E5"), "sandbags"))
    apply(f.state, ev.ObstacleRemoved(f.hex("E5"), "wire", "removed"))
    assert (f.state.obstacles[f.hex("E5")], f.state.cleared) == (("sandbags",), ())
    apply(f.state, ev.ObstacleRemoved(f.hex("E5"), "sandbags", "cleared"))
    assert f.hex("E5") not in f.state.obstacles and f.state.cleared == (f.hex("E5"),)


def test_at_the_end_of_a_turn_all_tokens_are_blank_and_the_next_turn_begins_without_any() -> None:
    f = CardTable(
        {**PAIR, "b": ("allies", "infantry", "H5")},
        hands={"allies": ["direct_from_hq"], "axis": ["direct_from_hq"]},
    )
    f.in_force("direct_from_hq", "a", "b")
    apply(f.state, ev.StageBegan("end", ""))
    assert {token.face for token in f.state.tokens.values()} == {"none"}
    apply(f.state, ev.TurnBegan(f.state.turn + 1, "axis"))
    assert (f.state.tokens, f.state.engaged, f.state.overrunner, f.state.salvos) == ({}, 0, 0, 0)


def test_a_game_without_a_winner_is_a_draw() -> None:
    for winner, level in ((None, "draw"), ("axis", "victory")):
        f = Field(PAIR)
        apply(f.state, ev.GameEnded(winner, {"allies": 4, "axis": 4}, "test"))
        outcome = SYSTEM.outcome(f.state)
        assert outcome is not None and (outcome.winner, outcome.level) == (winner, level)


def test_a_unit_that_leaves_the_board_takes_its_token_along() -> None:
    f = Field(PAIR).ordered("a")
    apply(f.state, ev.UnitLeft(f.ids["a"], "allies"))
    assert f.ids["a"] not in f.state.tokens and f.ids["a"] not in f.state.units


@pytest.mark.clause("CRD-C.ambush-1")
def test_ambush_is_on_offer_from_the_hand_that_holds_it_and_to_no_other() -> None:
    units = {"a": ("axis", "infantry", "F5"), "x": ("allies", "infantry", "F6")}
    for hand, plays in ((["ambush", "probe_left"], [False]), (["probe_left", "recon_left"], [])):
        table = CardTable(units, hands={"axis": ["direct_from_hq"], "allies": hand}, to_play="axis")
        table.in_force("direct_from_hq", "a")
        table.done()
        table.attack("a", "x", ask=True)
        offered = [order for order in table.offered() if isinstance(order, wish.Ambush)]
        assert [order.shared for order in offered if order.play] == plays
        assert [order for order in offered if not order.play]


def test_an_ambush_is_refused_when_nobody_is_asked() -> None:
    f = Field(PAIR).ordered("a")
    refusal = f.why_not(wish.Ambush(play=True))
    assert refusal is not None
