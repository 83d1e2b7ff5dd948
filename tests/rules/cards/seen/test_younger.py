"""Younger players (ledger A5.2): section cards only, six in hand, members in charge of sections."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, ev
from wab.content.cards.loader import load_scenario, scenario_path
from wab.engine.words.errors import UsageError
from wab.systems.cards import Cards
from wab.systems.cards.seen.knowledge import known_state
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state import teams
from wab.systems.cards.state.deck import composition

SYSTEM = Cards()
ROW = {
    "l": ("allies", "infantry", "B7"),
    "line": ("allies", "infantry", "D8"),
    "c": ("allies", "infantry", "F7"),
    "r": ("allies", "infantry", "L7"),
    "x": ("axis", "infantry", "F1"),
}


@pytest.mark.clause("CRD-A5.2-1", "CRD-A5.2-2", "CRD-X-74")
def test_forty_section_cards_and_six_for_each_player() -> None:
    state = SYSTEM.new_state("cards/pegasus-bridge", 1, {"variant": "younger"})
    assert len(state.pile[""]) == 40
    assert all(state.board.cards[card].family == "section" for card in state.pile[""])
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    assert {holder: len(cards) for holder, cards in state.hands.items()} == {"allies": 6, "axis": 6}


@pytest.mark.clause("CRD-A5.2-2", "CRD-2.13-2")
def test_six_cards_stay_six_whatever_the_scenario_says_of_hands_that_grow() -> None:
    state = SYSTEM.new_state("cards/pegasus-bridge", 1, {"variant": "younger"})
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    while state.own_turns.get("axis", 0) < 2:
        offered = list(SYSTEM.offered(state))
        order = next((o for o in offered if isinstance(o, wish.Done)), offered[0])
        for event in SYSTEM.execute(state, order):
            SYSTEM.apply(state, event)
    assert len(state.hands["axis"]) == 6


@pytest.mark.clause("CRD-A5.2-10")
@pytest.mark.parametrize(("deck", "size"), [("sections", 40), ("simple", 53), ("full", 60)])
def test_tactic_cards_are_added_bit_by_bit(deck: str, size: int) -> None:
    table = CardTable(ROW, options={"variant": "younger", "deck": deck})
    cards = composition(table.board)
    assert len(cards) == size
    assert ("direct_from_hq" in cards and "dig_in" in cards) == (deck != "sections")
    assert ("behind_enemy_lines" in cards or "their_finest_hour" in cards) == (deck == "full")


@pytest.mark.clause("CRD-A5.2-3")
def test_the_plain_game_knows_neither_taking_ground_nor_overrun() -> None:
    units = {"a": ("allies", "armour", "F6"), "x": ("axis", "infantry", "F5", 1), "y": ("axis", "infantry", "F4")}
    for variant, phase in (("younger", "ground"), ("younger-plain", "card")):
        hands = {"allies": ["attack_center"], "axis": ["probe_left"]}
        table = CardTable(units, hands=hands, options={"variant": variant})
        table.in_force("attack_center", "a")
        table.done()
        table.throw("infantry", "star", "star")
        table.attack("a", "x")
        assert table.phase == phase


@pytest.mark.clause("CRD-A5.2-4", "CRD-A5.2-5", "CRD-A5.2-6")
@pytest.mark.parametrize(
    ("players", "seats", "places"),
    [
        ("3", ("commander", "left", "right"), ("left", "commander", "right")),
        ("2", ("commander", "flanks"), ("flanks", "commander", "flanks")),
    ],
)
def test_members_are_in_charge_of_sections(players: str, seats: tuple[str, ...], places: tuple[str, ...]) -> None:
    table = CardTable(ROW, options={"variant": "younger", "allies_players": players})
    assert teams.seats_of(table.board, "allies") == tuple(f"allies/{seat}" for seat in seats)
    led = [teams.seat_of_place(table.board, "allies", place) for place in ("left", "center", "right")]
    assert led == [f"allies/{place}" for place in places]
    assert teams.seats_of(table.board, "axis") == ("axis",)  # with an odd number one team has one more


@pytest.mark.clause("CRD-A5.2-7", "CRD-A5.2-8")
def test_the_commander_chooses_the_card_of_the_common_hand_and_whose_section_it_is_carries_it_out() -> None:
    table = CardTable(ROW, hands={"allies": ["attack_left"]}, options={"variant": "younger", "allies_players": "3"})
    for seat in ("allies/commander", "allies/left", "allies/right"):
        assert known_state(table.state, seat).hands["allies"] == ("attack_left",)
    assert known_state(table.state, "axis").hands["allies"] == ("",)
    assert table.to_act == "allies/commander"
    table.play("attack_left")
    assert table.to_act == "allies/left" and table.orderable() == {"l", "line"}
    table.order("l")
    table.done()
    assert (table.to_act, table.phase) == ("allies/left", "move")


@pytest.mark.clause("CRD-A5.2-8", "CRD-A5.2-11")
def test_a_card_for_all_sections_is_carried_out_by_one_member_after_another() -> None:
    table = CardTable(ROW, hands={"allies": ["recon_in_force"]}, options={"variant": "younger", "allies_players": "3"})
    table.play("recon_in_force")
    assert table.to_act == "allies/left" and table.orderable() == {"l", "line"}
    table.order("line")  # on the section line: led by the member through whose section it was ordered
    table.done()
    assert table.to_act == "allies/commander" and table.orderable() == {"c"}
    table.order("c")
    table.done()
    assert table.to_act == "allies/right"
    table.order("r")
    table.done()
    assert (table.to_act, table.phase) == ("allies/left", "move")
    assert table.why_not(wish.Move(table.ids["c"], (table.hex("F7"), table.hex("F6")))) is not None
    table.move("line", "D7")
    table.done()
    assert table.to_act == "allies/commander" and table.goals("line") == set() != table.goals("c")


@pytest.mark.clause("CRD-A5.2-9")
def test_the_commander_carries_out_the_tactic_cards_for_all_sections() -> None:
    options = {"variant": "younger", "deck": "full", "allies_players": "3"}
    table = CardTable(ROW, hands={"allies": ["direct_from_hq"]}, options=options)
    table.play("direct_from_hq")
    assert table.to_act == "allies/commander" and table.orderable() == {"l", "line", "c", "r"}
    assault = CardTable(ROW, hands={"allies": ["infantry_assault"]}, options=options)
    assault.play("infantry_assault", "right")
    assert assault.to_act == "allies/right" and assault.orderable() == {"r"}


@pytest.mark.clause("CRD-A5.2-5")
def test_a_unit_in_a_members_section_goes_back_as_he_says() -> None:
    units = {"a": ("axis", "infantry", "L4"), "b": ("axis", "infantry", "F1"), "x": ("allies", "infantry", "L5")}
    table = CardTable(
        units,
        hands={"axis": ["attack_left"], "allies": ["attack_left"]},
        options={"variant": "younger", "allies_players": "3"},
        to_play="axis",
    )
    table.in_force("attack_left", "a")
    table.done()
    table.throw("flag", "star", "star")
    table.attack("a", "x")
    assert (table.phase, table.to_act) == ("retreat", "allies/right")
    table.give_order(table.offered()[0])
    assert len(table.happened(ev.Retreated)) == 1


@pytest.mark.clause("CRD-A5.2-8")
def test_an_ordered_unit_goes_back_as_its_leader_says_wherever_it_stands() -> None:
    units = {"a": ("allies", "infantry", "D8"), "x": ("axis", "infantry", "E7"), "y": ("axis", "infantry", "A1")}
    options = {"variant": "younger", "deck": "full", "allies_players": "3"}
    table = CardTable(units, hands={"allies": ["attack_left"], "axis": ["ambush"]}, options=options)
    table.in_force("attack_left", "a")
    table.move("a", "E8")  # into the centre
    table.done()
    table.attack("a", "x", ask=True)
    table.throw("flag", "star", "star")
    table.give_order(wish.Ambush(play=True))
    assert (table.phase, table.to_act) == ("retreat", "allies/left")


def test_the_younger_players_game_is_for_one_board() -> None:
    scenario = load_scenario(scenario_path("cards/omaha-beach-double-board"))
    with pytest.raises(UsageError, match="one board"):
        teams.settled({"variant": "younger"}, scenario)


@pytest.mark.clause("CRD-A5.2-8")
@pytest.mark.parametrize(("card", "seats"), [("attack_left", ["left"]), ("pincer_move", ["left", "right"])])
def test_only_members_whose_sections_the_card_names_have_a_turn(card: str, seats: list[str]) -> None:
    table = CardTable(
        ROW, hands={"allies": [card], "axis": ["recon_left"]}, options={"variant": "younger", "allies_players": "3"}
    )
    table.play(card)
    table.end_turn()
    led = [event.leader for event in table.happened(ev.StageBegan) if event.stage == "order"]
    assert led == [f"allies/{seat}" for seat in seats]
