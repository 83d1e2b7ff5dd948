"""Ordering units (ledger 4.2): the names of the ways to order a unit, and what a fall-back leaves out."""

from random import Random

import pytest

import wab
from tests.cards_table import CardTable, ev
from wab.systems.cards.command.ordering import orderable
from wab.systems.cards.command.orders_left import by_section, more_orders
from wab.systems.cards.command.playing import could_order, made
from wab.systems.cards.state.orders import Done, OrderUnit, PlayCard


@pytest.mark.clause("CRD-4.2-2")
@pytest.mark.clause("CRD-4.2-3")
def test_only_a_unit_on_a_section_line_has_ways_with_names() -> None:
    units = {"s": ("allies", "infantry", "D6"), "c": ("allies", "infantry", "F7"), "x": ("axis", "infantry", "F1")}
    table = CardTable(units, hands={"allies": ["recon_in_force"]})
    table.play("recon_in_force")
    found = orderable(table.state)
    assert (found[table.ids["c"]], set(found[table.ids["s"]])) == (("",), {"left", "center"})


@pytest.mark.clause("CRD-C-3")
@pytest.mark.clause("CRD-C.dig_in-3")
def test_a_unit_ordered_by_a_fall_back_digs_no_sandbags_and_may_move() -> None:
    table = CardTable({"t": ("allies", "armour", "F7"), "x": ("axis", "infantry", "F1")}, hands={"allies": ["dig_in"]})
    table.in_force("dig_in", "t")
    assert table.happened(ev.ObstaclePlaced) == []
    assert "F6" in table.goals("t")


# ------------------------------------------------------------------------------------------------- what is left


@pytest.mark.clause("CRD-4.2-5")
def test_orders_without_a_unit_are_not_counted_as_left() -> None:
    """General Advance allows two in each section: of four on the left and one on the right three can be ordered."""
    places = {"a": "A7", "b": "A8", "c": "B7", "d": "C8", "r": "L7"}
    units = {name: ("allies", "infantry", label) for name, label in places.items()}
    table = CardTable(units | {"x": ("axis", "infantry", "F1")}, hands={"allies": ["general_advance"]})
    table.play("general_advance")
    assert more_orders(table.state) == 3
    assert by_section(table.state) == {"left": 2, "center": 0, "right": 1}
    table.order("a")
    assert more_orders(table.state) == 2
    assert by_section(table.state) == {"left": 1, "center": 0, "right": 1}


@pytest.mark.clause("CRD-4.2-3")
def test_units_on_a_line_take_the_orders_that_leave_most_for_others() -> None:
    """Recon in Force, one in each section: the unit on the line is ordered through the section without another."""
    units = {"s": ("allies", "infantry", "D6"), "c": ("allies", "infantry", "F7"), "x": ("axis", "infantry", "F1")}
    table = CardTable(units, hands={"allies": ["recon_in_force"]})
    table.play("recon_in_force")
    assert more_orders(table.state) == 2
    table.order("s", section="center")
    assert more_orders(table.state) == 0


@pytest.mark.clause("CRD-C.their_finest_hour-2")
def test_stars_stand_in_for_symbols_that_are_missing() -> None:
    units = {name: ("allies", "infantry", label) for name, label in (("a", "F7"), ("b", "G7"), ("c", "H7"))}
    table = CardTable(units | {"x": ("axis", "infantry", "F1")}, hands={"allies": ["their_finest_hour", "dig_in"]})
    table.throw("infantry", "star")
    table.play("their_finest_hour")
    assert more_orders(table.state) == 2
    table.order("a")
    assert more_orders(table.state) == 1


@pytest.mark.parametrize("scenario", ["cards/omaha-beach", "cards/omaha-beach-double-board", "cards/mortain"])
def test_as_many_units_can_be_ordered_as_are_said_to_be_left(scenario: str) -> None:
    """Order by order in real games: an order takes up one at least, and with some left there is always one to give."""
    game, dice, counted = wab.new_game(scenario, seed=4), Random(4), 0
    for _ in range(400):
        if game.to_act is None:
            break
        if game.phase != "order":
            game.play(dice.choice(list(game.legal_orders())))
            continue
        left = more_orders(game.state)
        ways = [order for order in game.legal_orders() if isinstance(order, OrderUnit)]
        assert bool(left) == bool(ways)
        game.play(dice.choice(ways) if ways else Done())
        counted += 1
        if game.phase == "order" and ways:
            assert more_orders(game.state) < left
    assert counted > 20


def test_a_card_could_order_the_units_that_it_then_orders() -> None:
    units = {"a": ("allies", "infantry", "F7"), "t": ("allies", "armour", "G7"), "l": ("allies", "armour", "A7")}
    table = CardTable(units | {"x": ("axis", "infantry", "F1")}, hands={"allies": ["armor_assault", "probe_center"]})
    armour = could_order(table.state, made(table.state, PlayCard("armor_assault")))
    assert set(armour) == {table.ids["t"], table.ids["l"]}
    section = could_order(table.state, made(table.state, PlayCard("probe_center")))
    assert set(section) == {table.ids["a"], table.ids["t"]}
    table.play("probe_center")
    assert set(orderable(table.state)) == set(section)
