"""The turn (ledger 4.0 to 4.2, 4.5): cards, orders, steps, drawing."""

import pytest

from tests.cards_field import Field
from wab.content.cards.loader import load_tables
from wab.systems.cards import SYSTEM
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Attack, Done, Move, OrderUnit, PlayCard

UNITS = {
    "a": ("allies", "infantry", "E7"), "b": ("allies", "infantry", "H7"), "l": ("allies", "infantry", "B7"),
    "s": ("allies", "infantry", "D6"), "x": ("axis", "infantry", "E2"), "y": ("axis", "infantry", "K2"),
}  # fmt: skip


def table(*cards, **more):
    hands = {"allies": [*cards, "recon_left"], "axis": ["probe_left", "probe_center", "probe_right"]}
    return Field(UNITS, **{"hands": hands, **more})


@pytest.mark.clause("CRD-4.0-1")
@pytest.mark.clause("CRD-4.5-1")
def test_sides_alternate_whole_turns():
    t = table("probe_center", "probe_left")
    sides = []
    for _ in range(4):
        sides.append(t.state.active)
        t.give_order(t.offered()[0])
        t.end_turn() if t.state.active == sides[-1] else None
    assert sides == ["allies", "axis", "allies", "axis"]
    assert [event.turn for event in t.happened(ev.TurnBegan)] == [2, 3, 4, 5]


@pytest.mark.clause("CRD-4.0-6")
def test_the_steps_come_in_order():
    t = table("probe_center")
    t.play("probe_center")
    assert t.phase == "order"
    t.order("a")
    assert t.why_not(Move(t.ids["a"], (t.hex("E7"), t.hex("E6")))).code == "not-now"
    t.done()
    assert t.phase == "move"
    assert t.why_not(OrderUnit(t.ids["b"])).code == "not-now"
    t.move("a", "E6")
    t.done()
    assert t.to_act == "axis"
    assert [event.stage for event in t.happened(ev.StageBegan)] == ["order", "move", "attack", "end", "card"]


@pytest.mark.clause("CRD-4.1-1")
def test_one_card_of_the_hand_is_played_for_all_to_see():
    t = table("probe_center", "attack_left")
    assert {order.card for order in t.offered()} == {"probe_center", "attack_left", "recon_left"}
    assert t.why_not(PlayCard("assault_right")).code == "not-held"
    t.play("probe_center")
    assert t.hand("allies") == ("attack_left", "recon_left")
    assert t.why_not(PlayCard("attack_left")).code == "not-now"
    assert SYSTEM.view(t.state, "axis").play[0].card == "probe_center"


@pytest.mark.clause("CRD-4.1-2")
@pytest.mark.clause("CRD-4.2-7")
def test_a_card_must_be_played_and_nobody_need_be_ordered():
    t = table("probe_center")
    assert not any(isinstance(order, Done) for order in t.offered())
    t.play("probe_center")
    t.done()
    assert t.to_act == "axis"
    assert t.happened(ev.UnitOrdered) == []


@pytest.mark.clause("CRD-4.1-2")
def test_with_no_card_the_turn_is_the_draw_alone():
    t = Field(UNITS, hands={"allies": ["probe_center"], "axis": []})
    t.play("probe_center")
    t.end_turn()
    assert t.state.active == "allies"
    assert t.state.turn == 3
    assert len(t.hand("axis")) == 1


@pytest.mark.clause("CRD-4.1-3")
@pytest.mark.clause("CRD-4.1-4")
@pytest.mark.clause("CRD-4.1-5")
def test_two_families_of_cards():
    cards = load_tables().deck.cards
    assert {card.family for card in cards} == {"section", "tactic"}
    for card in cards:
        if card.family == "section":
            assert card.orders.by_section
            assert not (card.bonus.close_combat or card.bonus.ranged or card.move or card.strike or card.places)
        else:
            assert card.orders is None or not card.orders.by_section


@pytest.mark.clause("CRD-4.2-1")
def test_the_list_is_fixed_before_anybody_moves():
    t = table("attack_center")
    t.play("attack_center")
    t.order("a", "b")
    t.done()
    t.move("a", "E6")
    assert {name for name in UNITS if t.ids[name] in t.state.tokens} == {"a", "b"}
    assert not any(isinstance(order, OrderUnit) for order in t.offered())


@pytest.mark.clause("CRD-4.2-2")
@pytest.mark.clause("CRD-4.2-3")
def test_a_unit_on_the_line_uses_up_an_order_of_one_section():
    t = table("recon_in_force")
    t.play("recon_in_force")
    assert t.orderable() == {"a", "b", "l", "s"}
    assert t.why_not(OrderUnit(t.ids["s"])).code == "which-section"
    t.order("s", section="left")
    assert t.orderable() == {"a", "b"}
    t = table("recon_in_force")
    t.play("recon_in_force")
    t.order("s", section="center")
    assert t.orderable() == {"l"}


@pytest.mark.clause("CRD-4.2-4")
def test_no_unit_is_ordered_twice():
    t = table("assault_center")
    t.play("assault_center")
    t.order("a")
    assert t.why_not(OrderUnit(t.ids["a"])).code == "not-orderable"


@pytest.mark.clause("CRD-4.2-5")
@pytest.mark.clause("CRD-4.2-6")
def test_orders_without_units_are_lost():
    t = table("probe_right")
    t.play("probe_right")
    assert t.to_act == "axis"
    assert len(t.hand("allies")) == 2
    assert t.happened(ev.UnitOrdered) == []


@pytest.mark.clause("CRD-4.2-8")
def test_the_section_is_judged_when_the_unit_is_ordered():
    t = Field({"a": ("allies", "armour", "E7"), "x": ("axis", "infantry", "C4")},
              hands={"allies": ["probe_center", "recon_left"], "axis": []})  # fmt: skip
    t.in_force("probe_center", "a")
    t.move("a", "D7", "C7", "C6")
    assert t.board.sections(t.hex("C6"), "allies") == ("left",)
    t.done()
    assert t.why_not(Attack(t.ids["a"], t.ids["x"])) is None


# ---------------------------------------------------------------- drawing


@pytest.mark.clause("CRD-4.5-1")
def test_the_card_played_is_discarded_and_another_drawn():
    t = table("probe_center", pile=["assault_right", "recon_right"])
    t.draw_next("assault_right")
    t.play("probe_center")
    t.end_turn()
    assert t.hand("allies") == ("assault_right", "recon_left")
    assert t.state.discards[""] == ("probe_center",)
    assert t.state.pile[""] == ("recon_right",)


@pytest.mark.clause("CRD-4.5-2")
@pytest.mark.clause("CRD-4.5-3")
def test_an_empty_pile_is_made_anew_when_a_card_is_needed():
    t = table("probe_center", pile=[], discards=["attack_left", "attack_right"])
    t.play("probe_center")
    t.end_turn()
    assert len(t.happened(ev.Reshuffled)) == 1
    assert t.state.discards[""] == ()
    assert sorted([*t.state.pile[""], *t.hand("allies")]) == sorted(
        ["attack_left", "attack_right", "probe_center", "recon_left"]
    )
    last = table("probe_center", pile=["attack_left"])
    last.play("probe_center")
    last.end_turn()
    assert last.happened(ev.Reshuffled) == []


@pytest.mark.clause("CRD-4.5-3")
def test_with_no_cards_anywhere_nothing_is_drawn():
    t = Field(UNITS, hands={"allies": ["probe_center"], "axis": ["probe_left"]}, pile=[])
    t.state.plays = ()
    t.play("probe_center")
    t.state.table[""] = ()
    t.state.discards[""] = ()
    t.state.plays = ()
    t.end_turn()
    assert t.hand("allies") == ()


# ---------------------------------------------------------------- tokens


@pytest.mark.clause("CRD-5-1")
@pytest.mark.clause("CRD-5-3")
@pytest.mark.clause("CRD-5-4")
@pytest.mark.clause("CRD-5-5")
@pytest.mark.clause("CRD-5-6")
@pytest.mark.clause("CRD-T-TOKENS")
def test_tokens_say_what_a_unit_may_still_do():
    units = {**UNITS, "e": ("axis", "infantry", "E5"), "h": ("axis", "infantry", "H4")}
    t = Field(units, hands={"allies": ["attack_center", "recon_left"], "axis": []})

    def face(name):
        return t.state.tokens[t.ids[name]].face

    t.play("attack_center")
    t.order("a", "b")
    assert (face("a"), face("b")) == ("move", "move")
    t.done()
    t.move("b", "H6", "H5")
    assert face("b") == "none"
    assert face("a") == "move"
    t.done()
    assert face("a") == "attack"
    t.throw("star", "star")
    t.attack("a", "e")
    assert [event.token.face for event in t.happened(ev.AttackDeclared)] == ["none"]


@pytest.mark.clause("CRD-4.4.1-3")
def test_of_one_unit_its_own_attacks_are_offered():
    units = {"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "F6"), "x": ("axis", "infantry", "E3")}
    f = Field(units).ordered("a", "b")
    for name in ("a", "b"):
        assert list(SYSTEM.offered(f.state, f.ids[name])) == [Attack(f.ids[name], f.ids["x"])]
