"""Section cards (ledger sections 4.2 and C): how many units, in which sections, seen from whose side."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, discarded, ev
from wab.systems.cards.state import orders as wish

LINE = {
    "l1": ("allies", "infantry", "A7"),
    "l2": ("allies", "infantry", "B7"),
    "l3": ("allies", "infantry", "C7"),
    "l4": ("allies", "armour", "D7"),
    "c1": ("allies", "infantry", "E7"),
    "c2": ("allies", "infantry", "F7"),
    "c3": ("allies", "artillery", "G7"),
    "c4": ("allies", "infantry", "H7"),
    "r1": ("allies", "infantry", "J7"),
    "r2": ("allies", "infantry", "K7"),
    "r3": ("allies", "infantry", "L7"),
    "r4": ("allies", "infantry", "M7"),
    "foe": ("axis", "infantry", "G1"),
}


def _ordered(card: str) -> dict[str, int]:
    """Return how many units of each section a card orders, when as many as possible are named from left to right."""
    table = CardTable(LINE, hands={"allies": [card]})
    table.play(card)
    found = {"l": 0, "c": 0, "r": 0}
    while names := table.orderable():
        name = min(names)
        table.order(name)
        found[name[0]] += 1
    return found


@pytest.mark.parametrize(
    ("card", "left", "center", "right"),
    [
        pytest.param("recon_left", 1, 0, 0, marks=pytest.mark.clause("CRD-C.recon-1")),
        pytest.param("recon_center", 0, 1, 0, marks=pytest.mark.clause("CRD-C.recon-1")),
        pytest.param("probe_right", 0, 0, 2, marks=pytest.mark.clause("CRD-C.probe-1")),
        pytest.param("attack_center", 0, 3, 0, marks=pytest.mark.clause("CRD-C.attack-1")),
        pytest.param("assault_left", 4, 0, 0, marks=pytest.mark.clause("CRD-C.assault-1")),
        pytest.param("recon_in_force", 1, 1, 1, marks=pytest.mark.clause("CRD-C.recon_in_force-1")),
        pytest.param("general_advance", 2, 2, 2, marks=pytest.mark.clause("CRD-C.general_advance-1")),
        pytest.param("pincer_move", 2, 0, 2, marks=pytest.mark.clause("CRD-C.pincer_move-1")),
    ],
)
@pytest.mark.clause("CRD-4.1-4")
def test_a_section_card_orders_so_many_units_in_its_sections(card: str, left: int, center: int, right: int) -> None:
    assert _ordered(card) == {"l": left, "c": center, "r": right}


@pytest.mark.clause("CRD-4.1-4", "CRD-4.0-3")
def test_the_left_flank_of_the_north_is_the_right_flank_of_the_south() -> None:
    units = {"west": ("axis", "infantry", "B3"), "east": ("axis", "infantry", "L3"), "x": ("allies", "infantry", "G9")}
    table = CardTable(units, hands={"axis": ["attack_left"]}, to_play="axis")
    table.play("attack_left")
    assert table.orderable() == {"east"}


@pytest.mark.clause("CRD-4.2-2", "CRD-X-30")
def test_a_unit_on_a_section_line_is_ordered_through_either_section() -> None:
    units = {"a": ("allies", "infantry", "D4"), "b": ("allies", "infantry", "D5"), "x": ("axis", "infantry", "G1")}
    for card, expected in (("attack_left", {"a", "b"}), ("attack_center", {"a"})):
        table = CardTable(units, hands={"allies": [card]})
        table.play(card)
        assert table.orderable() == expected


@pytest.mark.clause("CRD-4.2-3", "CRD-4.2-4")
def test_a_straddling_unit_takes_up_one_order_of_the_section_that_the_player_names() -> None:
    units = {
        "a": ("allies", "infantry", "D4"),
        "b": ("allies", "infantry", "B5"),
        "c": ("allies", "infantry", "F5"),
        "x": ("axis", "infantry", "G1"),
    }
    table = CardTable(units, hands={"allies": ["recon_in_force"]})
    table.play("recon_in_force")
    assert table.why_not(wish.OrderUnit(table.ids["a"])) is not None  # the section must be said
    table.order("a", section="left")
    assert table.orderable() == {"c"}  # the left order is spent, and no unit is ordered twice
    other = CardTable(units, hands={"allies": ["recon_in_force"]})
    other.play("recon_in_force")
    other.order("a", section="center")
    assert other.orderable() == {"b"}


@pytest.mark.clause("CRD-4.2-5", "CRD-X-32")
def test_surplus_orders_are_lost() -> None:
    units = {"a": ("allies", "infantry", "B5"), "b": ("allies", "infantry", "H5"), "x": ("axis", "infantry", "G1")}
    table = CardTable(units, hands={"allies": ["attack_left"]})
    table.play("attack_left")
    assert table.orderable() == {"a"}
    assert table.why_not(wish.OrderUnit(table.ids["a"], "right")) is not None
    table.order("a", section="left")  # it may be said, but there is no other
    assert table.orderable() == set()
    token = table.state.tokens[table.ids["a"]]
    assert (token.section, token.start, token.face) == ("left", table.hex("B5"), "move")


@pytest.mark.clause("CRD-4.2-6", "CRD-X-31")
def test_with_nobody_in_the_section_the_turn_is_the_draw_alone() -> None:
    units = {"a": ("allies", "infantry", "B5"), "x": ("axis", "infantry", "G1")}
    hand = ["attack_right", "probe_left", "probe_left", "probe_left"]
    table = CardTable(units, hands={"allies": hand, "axis": ["probe_left"]})
    table.play("attack_right")
    assert table.happened(ev.UnitOrdered) == []
    assert len(table.hand("allies")) == len(hand)
    assert (table.to_act, table.phase) == ("axis", "card")


@pytest.mark.clause("CRD-4.2-7")
def test_fewer_units_may_be_ordered_or_none() -> None:
    table = CardTable(LINE, hands={"allies": ["attack_left"], "axis": ["probe_left"]})
    table.play("attack_left")
    table.done()
    assert table.to_act == "axis"


@pytest.mark.clause("CRD-4.2-1", "CRD-4.2-8")
def test_the_list_is_fixed_before_the_first_move_and_section_is_judged_then() -> None:
    table = CardTable(LINE, hands={"allies": ["attack_left"]})
    table.play("attack_left")
    table.order("l4")
    assert table.why_not(wish.Move(table.ids["l4"], (table.hex("D7"), table.hex("E6")))) is not None
    table.done()
    assert table.why_not(wish.OrderUnit(table.ids["l1"])) is not None
    table.move("l4", "D6", "E6", "F5")  # into the centre, and it still attacks by the card of the left
    assert table.state.tokens[table.ids["l4"]].face == "attack"


@pytest.mark.clause("CRD-4.1-1", "CRD-4.1-3", "CRD-4.5-1")
def test_one_card_a_turn_face_up_then_discarded_and_one_is_drawn() -> None:
    table = CardTable(LINE, hands={"allies": ["probe_left", "attack_right"], "axis": ["probe_left"]})
    assert table.playable() == {"probe_left", "attack_right"}
    assert table.why_not(wish.PlayCard("assault_left")) is not None  # not in the hand
    table.draw_next("barrage")
    table.play("probe_left")
    assert table.why_not(wish.PlayCard("attack_right")) is not None  # one a turn
    table.end_turn()
    assert table.hand("allies") == ("attack_right", "barrage")
    assert discarded(table) == ("probe_left",)


@pytest.mark.clause("CRD-4.1-2")
def test_a_card_must_be_played_while_the_hand_is_not_empty() -> None:
    table = CardTable(LINE, hands={"allies": ["attack_left"]})
    assert table.why_not(wish.Done()) is not None
    empty = CardTable(LINE, hands={"allies": ["attack_left"], "axis": []})
    empty.play("attack_left")
    empty.end_turn()  # the Axis has no card: its turn is the draw alone, and the Allies play again
    assert (len(empty.hand("axis")), empty.to_act, empty.state.turn) == (1, "allies", 3)


# ---------------------------------------------------------------------------------------------- recon


@pytest.mark.clause("CRD-C.recon-2", "CRD-X-75")
def test_recon_draws_two_and_keeps_one() -> None:
    pile = ["barrage", "ambush", *["probe_left"] * 8]
    hand = ["recon_left", "dig_in", "dig_in", "dig_in", "dig_in"]
    table = CardTable(LINE, hands={"allies": hand, "axis": ["dig_in"]}, pile=pile, discards=["move_out"] * 4)
    table.draw_next("barrage", "ambush")
    table.play("recon_left")
    table.done()
    assert (table.phase, table.to_act) == ("keep", "allies")
    assert table.why_not(wish.Keep("probe_left")) is not None
    table.give_order(wish.Keep("ambush"))
    assert "ambush" in table.hand("allies") and "barrage" not in table.hand("allies")
    assert (len(table.hand("allies")), len(table.state.pile[""])) == (5, 8)
    assert discarded(table) == ("move_out",) * 4 + ("recon_left", "barrage")


@pytest.mark.clause("CRD-C.recon-3")
def test_recon_near_the_end_of_the_pile_shuffles_between_its_cards() -> None:
    table = CardTable(LINE, hands={"allies": ["recon_left"]}, pile=["barrage"], discards=["dig_in"])
    table.play("recon_left")
    table.done()
    assert table.phase == "keep"
    assert len(table.happened(ev.Reshuffled)) == 1
    assert set(table.state.choosing.cards) <= {"barrage", "dig_in", "recon_left"}
    assert "barrage" in table.state.choosing.cards
    alone = CardTable(LINE, hands={"allies": ["recon_left"], "axis": ["dig_in"]}, pile=[])
    alone.play("recon_left")
    alone.done()
    assert alone.hand("allies") == ("recon_left",)  # the one card that can be had is kept


@pytest.mark.clause("CRD-C.recon-4")
def test_recon_without_units_still_draws_two() -> None:
    units = {"a": ("allies", "infantry", "B5"), "x": ("axis", "infantry", "G1")}
    table = CardTable(units, hands={"allies": ["recon_right"]})
    table.play("recon_right")
    assert table.phase == "keep" and len(table.state.choosing.cards) == 2


@pytest.mark.clause("CRD-C.recon_in_force-1")
def test_recon_in_force_draws_one_card_only() -> None:
    table = CardTable(LINE, hands={"allies": ["recon_in_force"], "axis": ["dig_in"]})
    table.play("recon_in_force")
    table.done()
    assert len(table.hand("allies")) == 1 and table.to_act == "axis"


# ---------------------------------------------------------------------------------------------- the pile


@pytest.mark.clause("CRD-4.5-2", "CRD-4.5-3")
def test_an_empty_pile_is_made_anew_of_the_discards_the_card_just_played_among_them() -> None:
    table = CardTable(LINE, hands={"allies": ["attack_left"], "axis": ["dig_in"]}, pile=[])
    table.play("attack_left")
    table.done()
    assert table.hand("allies") == ("attack_left",)
    assert table.state.pile[""] == () and discarded(table) == ()


@pytest.mark.clause("CRD-C-1", "CRD-T-DECK", "CRD-2.10-1", "CRD-2.11-1")
def test_the_deck_has_forty_section_and_twenty_tactic_cards() -> None:
    table = CardTable(LINE)
    pile = table.state.pile[""]
    section = [card for card in pile if table.board.cards[card].family == "section"]
    assert (len(pile), len(section)) == (60, 40)
    by_place = [table.board.cards[card].section or card for card in section]
    assert [by_place.count(place) for place in ("left", "center", "right", "pincer_move")] == [11, 13, 11, 1]
    twice = {card for card in pile if table.board.cards[card].family == "tactic" and pile.count(card) == 2}
    assert twice == {"armor_assault", "counter_attack", "direct_from_hq", "infantry_assault", "move_out"}
    assert len({card for card in pile if table.board.cards[card].family == "tactic"}) == 15
