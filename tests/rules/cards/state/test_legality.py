"""Orders that are refused in general (ledger 4.0): after the end, from other seats, and for other units."""

import pytest

from tests.cards_table import SYSTEM, CardTable
from wab.systems.cards.state.orders import Attack, Done, Move, OrderUnit

ROW = {
    "l": ("allies", "infantry", "B7"),
    "c": ("allies", "infantry", "F7"),
    "r": ("allies", "infantry", "L7"),
    "x": ("axis", "infantry", "F6", 1),
}


@pytest.mark.clause("CRD-3-5")
def test_after_the_end_nothing_is_ordered() -> None:
    table = CardTable(ROW, hands={"allies": ["attack_center"]}, to_win=(1, 9))
    table.in_force("attack_center", "c")
    table.to_stage("attack")
    table.throw("grenade", "star", "star")
    table.attack("c", "x")
    assert table.phase == "over"
    for order in (Done(), Move(table.ids["c"], (table.hex("F7"), table.hex("F8")))):
        refusal = table.why_not(order)
        assert refusal is not None and refusal.code == "over"


@pytest.mark.clause("CRD-4.0-7")
@pytest.mark.clause("CRD-A5.2-8")
def test_a_unit_that_nobody_ordered_is_refused_as_such_in_a_led_turn_too() -> None:
    options = {"variant": "younger", "allies_players": "3"}
    table = CardTable(ROW, hands={"allies": ["attack_left"]}, options=options)
    table.play("attack_left")
    table.order("l")
    table.done()
    assert table.to_act == "allies/left"
    refusal = table.why_not(Move(table.ids["c"], (table.hex("F7"), table.hex("F8"))))
    assert refusal is not None and refusal.code == "not-ordered"


@pytest.mark.clause("CRD-4.2-1")
def test_of_one_unit_its_own_order_is_offered() -> None:
    table = CardTable(ROW, hands={"allies": ["recon_in_force"]})
    table.play("recon_in_force")
    for name in ("l", "c", "r"):
        assert list(SYSTEM.offered(table.state, table.ids[name])) == [OrderUnit(table.ids[name])]


@pytest.mark.clause("CRD-4.3-1")
@pytest.mark.clause("CRD-4.4.1-3")
def test_of_one_unit_its_own_moves_and_attacks_are_offered() -> None:
    table = CardTable(ROW, hands={"allies": ["recon_in_force"]})
    table.in_force("recon_in_force", "l", "c")
    assert {order.unit for order in SYSTEM.offered(table.state, table.ids["l"])} == {table.ids["l"]}
    table.done()
    assert list(SYSTEM.offered(table.state, table.ids["c"])) == [Attack(table.ids["c"], table.ids["x"])]
    assert list(SYSTEM.offered(table.state, table.ids["l"])) == []
