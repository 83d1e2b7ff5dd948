"""Counter-Attack (ledger CRD-C.counter_attack): which card is copied, and where."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, discarded, ev
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state.state import Play

UNITS = {
    "w": ("axis", "infantry", "B3"),
    "c": ("axis", "infantry", "G3"),
    "e": ("axis", "infantry", "L3"),
    "t": ("axis", "armour", "F3"),
    "a": ("allies", "infantry", "B7"),
    "b": ("allies", "infantry", "G7"),
    "d": ("allies", "infantry", "L7"),
}


def _table(last: str, section: str = "", *, units: dict[str, tuple[object, ...]] = UNITS, **more: object) -> CardTable:
    """The Axis holds a Counter-Attack; the Allies played a card in their last turn."""
    hands = {"axis": ["counter_attack", "dig_in", "dig_in"], "allies": ["dig_in"]}
    table = CardTable(units, hands=hands, to_play="axis", own_turns={"allies": 1}, **more)  # type: ignore[arg-type]
    if last:
        table.last_played("allies", last, section)
    return table


@pytest.mark.clause("CRD-C.counter_attack-1", "CRD-C.counter_attack-2")
@pytest.mark.parametrize(
    ("last", "effect", "units"),
    [
        ("probe_left", "probe_right", {"w"}),
        ("attack_right", "attack_left", {"e"}),
        ("assault_center", "assault_center", {"c", "t"}),
        ("pincer_move", "pincer_move", {"w", "e"}),
        ("recon_in_force", "recon_in_force", {"w", "c", "e", "t"}),
        ("move_out", "move_out", {"w", "c", "e"}),
    ],
)
def test_it_works_as_the_opponents_last_card_on_the_same_ground(last: str, effect: str, units: set[str]) -> None:
    table = _table(last)
    table.play("counter_attack")
    assert table.state.plays[0].effect == effect
    assert table.orderable() == units


@pytest.mark.clause("CRD-C.counter_attack-4", "CRD-X-78")
def test_sections_are_exchanged_also_twice() -> None:
    table = CardTable(UNITS, hands={"allies": ["probe_left", "counter_attack"], "axis": ["counter_attack"]})
    table.play("probe_left")
    table.end_turn()
    table.play("counter_attack")
    assert table.state.plays[0].effect == "probe_right"
    table.end_turn()
    table.play("counter_attack")
    assert table.state.plays[0].effect == "probe_left"


@pytest.mark.clause("CRD-C.counter_attack-2", "CRD-X-95")
def test_infantry_assault_is_copied_on_the_same_ground() -> None:
    table = _table("infantry_assault", "left")
    assert {o.section for o in table.offered() if isinstance(o, wish.PlayCard) and o.card == "counter_attack"} == {""}
    table.play("counter_attack")
    assert table.state.plays[0].section == "right" and table.orderable() == {"w"}
    fallen_back = _table("infantry_assault")  # the opponent had no infantry: it was used in no section
    offered = [o for o in fallen_back.offered() if isinstance(o, wish.PlayCard) and o.card == "counter_attack"]
    assert {order.section for order in offered} == {"left", "center", "right"}
    gone = _table("infantry_assault", "left", units={name: unit for name, unit in UNITS.items() if name != "w"})
    gone.play("counter_attack")
    assert gone.happened(ev.UnitOrdered) == [] and gone.to_act == "allies"  # none there, others elsewhere: nothing
    tanks = {name: unit for name, unit in UNITS.items() if unit[0] == "allies" or unit[1] == "armour"}
    fallen = _table("infantry_assault", "left", units=tanks)
    fallen.play("counter_attack")
    assert fallen.orderable() == {"t"}  # no infantry on the board: one unit of choice


@pytest.mark.clause("CRD-C.counter_attack-3")
def test_numbers_are_the_copiers_own() -> None:
    air = _table("air_power")
    air.play("counter_attack")
    air.throw("star")  # the Axis rolls one die
    air.strike("a")
    assert air.figures("a") == 3
    hour = _table("their_finest_hour")
    hour.throw("star", "flag", "flag")  # three cards, this one counted
    hour.play("counter_attack")
    assert hour.orderable() == {"w", "c", "e", "t"}
    hour.end_turn()
    assert hour.state.discards[""] == ()  # reshuffled
    recon = _table("recon_left")
    recon.play("counter_attack")
    recon.done()
    assert recon.phase == "keep"
    falling = _table("artillery_bombard")
    falling.play("counter_attack")
    assert falling.orderable() == {"w", "c", "e", "t"}  # no own artillery


@pytest.mark.clause("CRD-C.counter_attack-5")
def test_with_nothing_to_copy_it_orders_nothing() -> None:
    table = _table("")
    assert not table.does_something("counter_attack")
    table.play("counter_attack")
    assert table.happened(ev.UnitOrdered) == [] and len(table.hand("axis")) == 3
    assert table.to_act == "allies"


@pytest.mark.clause("CRD-C.counter_attack-5")
def test_a_turn_without_a_card_leaves_nothing_to_copy() -> None:
    table = CardTable(UNITS, hands={"axis": ["dig_in", "counter_attack"], "allies": []}, pile=[], to_play="axis")
    table.last_played("allies", "probe_left")
    table.play("dig_in")
    table.end_turn_of("axis")  # the Allies have no card: their turn is the draw alone
    assert (table.to_act, table.state.turn) == ("axis", 3)
    assert "allies" not in table.state.last_plays
    assert not table.does_something("counter_attack")


@pytest.mark.clause("CRD-C.counter_attack-6")
def test_an_ambush_played_in_the_copiers_turn_is_not_copied() -> None:
    units = {"a": ("axis", "infantry", "F5"), "x": ("allies", "infantry", "F6"), "y": ("allies", "infantry", "C7")}
    hands = {"allies": ["probe_left", "ambush"], "axis": ["probe_center", "counter_attack"]}
    table = CardTable(units, hands=hands)
    table.play("probe_left")
    table.done()
    table.play("probe_center")
    table.order("a")
    table.done()
    table.done()
    table.throw("star", "star", "star")
    table.attack("a", "x", ask=True)
    table.throw("star", "star", "star")
    table.give_order(wish.Ambush(play=True))
    table.end_turn_of("axis")
    assert [play.card for play in table.state.last_plays["axis"]] == ["probe_center"]
    assert [play.card for play in table.state.last_plays["allies"]] == ["probe_left"]  # what the Axis would copy now


@pytest.mark.clause("CRD-C.counter_attack-7")
def test_the_counter_attack_is_discarded_and_the_copied_card_stays_where_it_lies() -> None:
    table = _table("move_out", discards=["move_out"])
    table.play("counter_attack")
    table.end_turn()
    assert discarded(table) == ("move_out", "counter_attack")


@pytest.mark.clause("CRD-C.counter_attack-5", "CRD-C.ambush-8")
def test_a_card_that_ordered_nobody_is_copied_as_nothing() -> None:
    table = _table("")
    table.state.last_plays["allies"] = (Play("ambush", "", "allies"),)  # an Ambush that had to be discarded
    assert not table.does_something("counter_attack")
    table.play("counter_attack")
    assert table.state.last_plays["axis"][0].effect == "" and table.happened(ev.UnitOrdered) == []
