"""The double board (ledger A5.3, O): a commander-in-chief with all cards, three field generals, two sections each."""

from __future__ import annotations

import msgspec
import pytest

from tests.cards_table import CardTable, discarded, ev
from wab.content.cards.loader import load_scenario, scenario_path
from wab.systems.cards import Cards
from wab.systems.cards.command.section_cards import sections_of_command
from wab.systems.cards.seen.knowledge import known_state
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state import teams
from wab.systems.cards.state.state import Play

SYSTEM = Cards()
FOUR = {"allies_players": "4", "axis_players": "4"}
UNITS = {
    "s1": ("allies", "infantry", "B7"),
    "s1b": ("allies", "armour", "C7"),
    "on12": ("allies", "infantry", "D8"),  # x = 7: sections 1 and 2
    "s2": ("allies", "infantry", "F7"),
    "on23": ("allies", "infantry", "I8"),  # x = 17: the left and the centre command
    "s3": ("allies", "infantry", "K7"),
    "s4": ("allies", "infantry", "O7"),
    "s5": ("allies", "infantry", "S7"),
    "s6": ("allies", "infantry", "Y7"),
    "w": ("axis", "infantry", "B2"),
    "m": ("axis", "infantry", "M2"),
    "e": ("axis", "infantry", "Y2"),
}
SPARE = ["probe_left"] * 3


def _table(*cards: str, spare: int = 3, side: str = "allies", **more: object) -> CardTable:
    """A double board where the commander to play holds these cards and some spare ones."""
    options = more.pop("options", {})
    assert isinstance(options, dict)
    other = "axis" if side == "allies" else "allies"

    def holder(of: str) -> str:
        return of if options.get(f"{of}_players", "1") == "1" else f"{of}/commander"

    hands = {holder(side): [*cards, *["recon_right"] * spare], holder(other): ["probe_left"] * 3}
    hands.update(more.pop("hands", {}))  # type: ignore[call-overload]
    more.setdefault("sizes", (9, 7))
    return CardTable(UNITS, hands=hands, boards=2, options=options, to_play=side, **more)  # type: ignore[arg-type]


def _give(table: CardTable, card: str, general: str = "", section: int = 0) -> None:
    table.give_order(wish.GiveCard(card, general, section))


def _refused(table: CardTable, card: str, general: str = "", section: int = 0) -> str:
    refusal = table.why_not(wish.GiveCard(card, general, section))
    return "" if refusal is None else refusal.code


@pytest.mark.clause("CRD-O-3")
def test_each_general_has_two_sections_numbered_as_the_south_sees_them() -> None:
    board = _table("probe_left").board
    assert [sections_of_command(board, "allies", place) for place in ("left", "center", "right")] == [
        ("1", "2"),
        ("3", "4"),
        ("5", "6"),
    ]
    assert [sections_of_command(board, "axis", place) for place in ("left", "center", "right")] == [
        ("5", "6"),
        ("3", "4"),
        ("1", "2"),
    ]


@pytest.mark.clause("CRD-A5.3-1", "CRD-A5.3-2", "CRD-O-1", "CRD-O-4", "CRD-O-5")
@pytest.mark.parametrize(
    ("players", "seats", "led"),
    [
        ("4", ["commander", "left", "center", "right"], ["left", "center", "right"]),
        ("3", ["commander", "left", "right"], ["left", "commander", "right"]),
        ("2", ["commander", "flanks"], ["flanks", "commander", "flanks"]),
    ],
)
def test_up_to_four_players_a_side(players: str, seats: list[str], led: list[str]) -> None:
    board = _table("probe_left", options={"allies_players": players}).board
    assert list(teams.seats_of(board, "allies")) == [f"allies/{seat}" for seat in seats]
    assert [teams.seat_of_place(board, "allies", place) for place in ("left", "center", "right")] == [
        f"allies/{seat}" for seat in led
    ]
    assert teams.seats_of(board, "axis") == ("axis",)


@pytest.mark.clause("CRD-O-6", "CRD-O-22")
def test_only_the_commander_holds_and_sees_the_hand() -> None:
    table = _table("probe_left", options=FOUR)
    assert table.to_act == "allies/commander"
    for seat in SYSTEM.seats(table.state):
        seen = known_state(table.state, seat).hands["allies/commander"]
        assert all(seen) == (seat == "allies/commander") and len(seen) == 4
    _give(table, "probe_left", "left", 1)
    assert known_state(table.state, "allies/left").plays[0].card == "probe_left"  # given out, it lies open


@pytest.mark.clause("CRD-O-7")
def test_each_side_has_its_own_deck() -> None:
    state = SYSTEM.new_state("cards/omaha-beach-double-board", 2, {})
    assert {pile: len(cards) for pile, cards in state.pile.items()} == {"allies": 60, "axis": 60}
    table = _table("probe_left")
    _give(table, "probe_left", "left", 1)
    table.end_turn()
    assert discarded(table, "allies") == ("probe_left",) and discarded(table, "axis") == ()


@pytest.mark.clause("CRD-O-8")
def test_one_to_three_cards_a_turn_and_one_is_kept() -> None:
    table = _table("probe_left", "probe_center", "probe_right", "recon_left")
    refusal = table.why_not(wish.Done())
    assert refusal is not None and refusal.code == "give"
    for card, general, section in (
        ("probe_left", "left", 1),
        ("probe_center", "center", 3),
        ("probe_right", "right", 5),
    ):
        _give(table, card, general, section)
    assert _refused(table, "recon_left", "left", 2) == "enough"
    last = _table("probe_left", spare=0, hands={"allies": ["probe_left"]})
    assert _refused(last, "probe_left", "left", 1) == "enough"
    assert last.offered() == [wish.Done()]  # the last card is kept
    last.done()
    assert len(last.hand("allies")) == 3 and last.state.active == "axis"


@pytest.mark.clause("CRD-O-9", "CRD-O-11")
def test_a_general_gets_two_section_cards_for_different_sections_or_one_other_card() -> None:
    table = _table("probe_left", "attack_left", "recon_left", "direct_from_hq", "recon_in_force")
    _give(table, "probe_left", "left", 1)
    assert _refused(table, "attack_left", "left", 1) == "alone"
    assert _refused(table, "direct_from_hq", "left") == "alone"
    assert _refused(table, "recon_in_force", "left") == "alone"
    _give(table, "attack_left", "left", 2)
    assert _refused(table, "recon_left", "left", 2) == "alone"
    first = _table("probe_left", "direct_from_hq")
    assert _refused(first, "attack_left", "left", 1) == "not-held"
    assert _refused(first, "direct_from_hq") == "who" == _refused(first, "direct_from_hq", "flanks")
    _give(first, "direct_from_hq", "left")
    assert _refused(first, "probe_left", "left", 1) == "alone"


@pytest.mark.clause("CRD-O-10")
def test_a_section_card_goes_to_the_general_it_names_in_one_of_his_sections() -> None:
    table = _table("attack_left")
    assert _refused(table, "attack_left", "center", 3) == "who"
    assert _refused(table, "attack_left", "left", 3) == "where" == _refused(table, "attack_left", "left")
    _give(table, "attack_left", "left", 1)
    table.done()
    assert table.orderable() == {"s1", "s1b", "on12"}
    other = _table("attack_left")
    _give(other, "attack_left", "left", 2)
    other.done()
    assert other.orderable() == {"on12", "s2", "on23"}


@pytest.mark.clause("CRD-O-11")
def test_a_unit_between_two_sections_takes_up_an_order_of_one_of_them() -> None:
    table = _table("recon_left", "recon_left", spare=3)
    _give(table, "recon_left", "left", 1)
    _give(table, "recon_left", "left", 2)
    table.done()
    assert table.why_not(wish.OrderUnit(table.ids["on12"])) is not None
    table.order("on12", section="1")
    assert table.orderable() == {"s2", "on23"}


@pytest.mark.clause("CRD-O-12")
def test_cards_for_several_sections_are_for_one_general() -> None:
    table = _table("recon_in_force", "general_advance", "pincer_move")
    assert _refused(table, "pincer_move", "center", 3) == "who"
    _give(table, "recon_in_force", "left")
    _give(table, "pincer_move", "right", 6)
    table.done()
    assert table.orderable() == {"s1", "s1b", "on12", "s2", "on23", "s6"}
    table.order("s1")
    assert table.orderable() == {"on12", "s2", "on23", "s6"}  # one in each of the general's two sections
    advance = _table("general_advance")
    _give(advance, "general_advance", "left")
    advance.done()
    advance.order("s1", "s1b")
    assert advance.orderable() == {"on12", "s2", "on23"}


@pytest.mark.clause("CRD-O-13", "CRD-T-OVERLORD")
def test_a_tactic_card_works_inside_the_command_and_so_does_its_fall_back() -> None:
    table = _table("direct_from_hq", "armor_assault", "infantry_assault")
    _give(table, "direct_from_hq", "center")
    assert table.state.plays[0].fall_back is False
    _give(table, "armor_assault", "right")
    assert table.state.plays[1].fall_back  # there is armour, but not in this command
    assert _refused(table, "infantry_assault", "left") == "where"
    _give(table, "infantry_assault", "left", 2)
    table.done()
    assert table.orderable() == {"on12", "s2", "on23", "s3", "s4", "s5", "s6"}
    table.order("s5")
    assert "s6" not in table.orderable()


@pytest.mark.clause("CRD-O-14", "CRD-C-5")
def test_air_power_is_the_commanders_and_comes_before_any_general() -> None:
    table = _table("air_power", "barrage", "probe_left", options=FOUR)
    assert _refused(table, "air_power", "left") == "who"
    _give(table, "probe_left", "left", 1)
    _give(table, "air_power")
    _give(table, "barrage")
    assert _refused(table, "recon_right", "right", 5) == "enough"  # each counts as one of the three
    table.done()
    assert (table.phase, table.to_act) == ("strike", "allies/commander")
    table.throw("star", "armour")
    table.strike("e")  # anywhere
    table.throw("infantry", "armour", "armour", "armour")
    table.strike("m")
    assert (table.figures("e"), table.figures("m")) == (3, 3)
    assert (table.phase, table.to_act) == ("order", "allies/left")


@pytest.mark.clause("CRD-O-15")
def test_medics_roll_four_dice_for_a_unit_of_the_general() -> None:
    hurt = {name: (*unit, 1) if name in ("s1", "s5") else unit for name, unit in UNITS.items()}
    table = CardTable(hurt, hands={"allies": ["medics_mechanics", *SPARE], "axis": SPARE}, boards=2, sizes=(9, 7))
    _give(table, "medics_mechanics", "left")
    table.done()
    assert table.orderable() == {"s1"}
    table.throw("infantry", "star", "flag", "flag")
    table.order("s1")
    assert table.figures("s1") == 3


@pytest.mark.clause("CRD-O-15")
def test_their_finest_hour_comes_alone_and_each_general_rolls_for_his_own_command() -> None:
    table = _table("their_finest_hour", "probe_left", options=FOUR)
    table.throw("infantry", "flag", "flag", "flag")
    table.throw("flag", "flag", "flag", "flag")
    table.throw("star", "star", "flag", "flag")
    _give(table, "their_finest_hour")
    assert _refused(table, "probe_left", "left", 1) == "only"
    late = _table("their_finest_hour", "probe_left")
    _give(late, "probe_left", "left", 1)
    assert _refused(late, "their_finest_hour") == "only"
    table.done()
    assert table.to_act == "allies/left" and table.orderable() == {"s1", "on12", "s2", "on23"}
    table.order("on23")
    table.done()
    assert table.to_act == "allies/right" and table.orderable() == {"s5", "s6"}  # the centre rolled nothing
    table.end_turn_of("allies")
    assert discarded(table, "allies") == ()
    assert "their_finest_hour" in (*table.state.pile["allies"], *table.hand("allies/commander"))


@pytest.mark.clause("CRD-O-16", "CRD-O-17")
def test_all_generals_order_then_all_move_then_all_attack_and_each_leads_his_own() -> None:
    table = _table("attack_left", "attack_center", options=FOUR)
    _give(table, "attack_center", "center", 3)
    _give(table, "attack_left", "left", 2)
    table.done()
    assert (table.phase, table.to_act) == ("order", "allies/left")
    table.order("s2", "on23")
    table.done()
    assert (table.phase, table.to_act) == ("order", "allies/center") and table.orderable() == {"s3"}
    table.order("s3")
    table.done()
    assert (table.phase, table.to_act) == ("move", "allies/left")
    table.move("on23", "J7")  # into the ground of the centre
    table.done()
    assert (table.phase, table.to_act) == ("move", "allies/center")
    assert table.goals("on23") == set() and table.goals("s3")


@pytest.mark.clause("CRD-O-5", "CRD-O-16")
def test_who_leads_both_flanks_does_so_in_one_go() -> None:
    table = _table("probe_left", "probe_right", options={"allies_players": "2"})
    _give(table, "probe_left", "left", 1)
    _give(table, "probe_right", "right", 6)
    table.done()
    assert table.to_act == "allies/flanks" and table.orderable() == {"s1", "s1b", "on12", "s6"}


@pytest.mark.clause("CRD-O-18", "CRD-O-19")
@pytest.mark.parametrize(
    ("given", "spare", "size", "after"),
    [
        (["probe_left"], 3, 9, 5),  # two cards
        (["recon_left"], 3, 9, 6),  # and one more for a recon, all kept
        (["recon_left", "recon_center"], 3, 9, 7),
        (["probe_left"], 8, 9, 9),  # never above the hand of the scenario
        (["recon_left"], 8, 9, 9),
    ],
)
def test_the_commander_draws_two_cards_up_to_the_hand_size(given: list[str], spare: int, size: int, after: int) -> None:
    table = _table(*given, spare=spare, sizes=(size, 7))
    for card, general, section in zip(given, ("left", "center"), (1, 3), strict=False):
        _give(table, card, general, section)
    table.end_turn_of("allies")
    assert len(table.hand("allies")) == after and table.happened(ev.ChoiceDrawn) == []


@pytest.mark.clause("CRD-O-20")
def test_the_commander_ambushes_for_any_of_his_units_and_draws_at_once() -> None:
    units = {"a": ("axis", "infantry", "S5"), "x": ("allies", "infantry", "S6"), "far": ("allies", "infantry", "B9")}
    hands = {"axis": ["probe_left", "recon_left"], "allies/commander": ["ambush", "probe_left"]}
    table = CardTable(units, hands=hands, boards=2, options={"allies_players": "4"}, to_play="axis", sizes=(9, 7))
    _give(table, "probe_left", "left", 5)
    table.done()
    table.order("a")
    table.done()
    table.done()
    table.attack("a", "x", ask=True)
    assert (table.phase, table.to_act) == ("ambush", "allies/commander")
    table.throw("star", "star", "star")
    table.draw_next("barrage", pile="allies")
    table.give_order(wish.Ambush(play=True))
    assert "barrage" in table.hand("allies/commander") and table.state.owed == ()
    mine = _table("ambush")
    assert _refused(mine, "ambush") == "ambush"  # never given out


@pytest.mark.clause("CRD-O-21")
def test_a_general_counters_what_his_opposite_number_got_on_the_same_ground() -> None:
    table = _table("counter_attack", "counter_attack", side="axis", own_turns={"allies": 1})
    table.last_played("allies", "attack_left", "1", general="left")
    assert _refused(table, "counter_attack", "left", 5) == "nothing-to-copy"
    assert _refused(table, "counter_attack", "left", 1) == "nothing-to-copy"  # that was not the opposite general
    assert _refused(table, "counter_attack", "right", 2) == "nothing-to-copy"
    _give(table, "counter_attack", "right", 1)
    table.done()
    assert table.orderable() == {"w"}  # section 1, which the north calls its right


@pytest.mark.clause("CRD-O-21")
def test_the_commander_counters_what_the_enemy_commander_played_himself() -> None:
    table = _table("counter_attack", side="axis", own_turns={"allies": 1})
    table.last_played("allies", "air_power")
    assert _refused(table, "counter_attack", "right") == "nothing-to-copy"
    _give(table, "counter_attack")
    table.done()
    table.throw("star")  # with the dice of the own side
    table.strike("s6")
    assert table.figures("s6") == 3


@pytest.mark.clause("CRD-O-21", "CRD-O-15")
def test_their_finest_hour_is_countered_by_the_commander_for_all_three_generals() -> None:
    table = _table("counter_attack", "probe_left", side="axis", own_turns={"allies": 1})
    hour = Play("their_finest_hour", "their_finest_hour", "allies")
    generals = ("left", "center", "right")
    table.state.last_plays["allies"] = tuple(msgspec.structs.replace(hour, general=general) for general in generals)
    assert _refused(table, "counter_attack", "right") == "nothing-to-copy"
    for _ in generals:
        table.throw("star", "flag", "flag", "flag")
    _give(table, "counter_attack")
    assert _refused(table, "probe_left", "left", 5) == "only"
    table.done()
    assert table.orderable() == {"w", "m", "e"}


@pytest.mark.clause("CRD-O-22")
def test_a_card_may_come_with_an_order_in_words() -> None:
    table = _table("probe_left")
    table.give_order(wish.GiveCard("probe_left", "left", 1, "take the draw"))
    assert table.state.plays[0].note == "take the draw"


@pytest.mark.clause("CRD-O-23", "CRD-A5.3-3")
def test_medals_are_counted_for_the_side_as_a_whole() -> None:
    scenario = load_scenario(scenario_path("cards/omaha-beach-double-board"))
    assert 10 <= scenario.medals_to_win.allies <= 14 and 10 <= scenario.medals_to_win.axis <= 14
    table = _table("barrage", to_win=(2, 9), options=FOUR)
    table.state.kills["allies"] = 1
    table.state.put(table.unit("e"))
    _give(table, "barrage")
    table.done()
    table.throw("infantry", "infantry", "infantry", "infantry")
    table.strike("e")
    outcome = SYSTEM.outcome(table.state)
    assert outcome is not None and outcome.winner == "allies"


@pytest.mark.clause("CRD-O-20")
def test_an_ambush_is_replaced_before_the_attack_goes_on_not_at_the_end_of_the_turn() -> None:
    units = {
        "a": ("axis", "infantry", "S5"),
        "b": ("axis", "infantry", "U5"),
        "x": ("allies", "infantry", "S6"),
        "y": ("allies", "infantry", "U6"),
    }
    hands = {"axis": ["probe_left", "recon_left"], "allies/commander": ["ambush", "probe_left"]}
    table = CardTable(units, hands=hands, boards=2, options={"allies_players": "4"}, to_play="axis", sizes=(9, 7))
    _give(table, "probe_left", "left", 5)
    table.done()
    table.order("a", "b")
    table.done()
    table.done()
    table.attack("a", "x", ask=True)
    table.throw("star", "star", "star")
    table.throw("star", "star", "star")
    table.draw_next("barrage", pile="allies")
    table.give_order(wish.Ambush(play=True))
    assert table.state.turn == 1 and table.phase == "attack", "the turn goes on: the second unit has not attacked"
    assert table.hand("allies/commander") == ("barrage", "probe_left")
    kinds = [type(event) for event in table.events]
    assert kinds.index(ev.AmbushPlayed) < kinds.index(ev.CardsDrawn) < kinds.index(ev.FightEnded)


@pytest.mark.clause("CRD-O-13", "CRD-C-3")
def test_a_fall_back_is_for_the_whole_command_not_for_the_section_that_was_named() -> None:
    units = {"t1": ("allies", "armour", "B7"), "t2": ("allies", "armour", "G7"), "i": ("allies", "infantry", "O7"),
             "x": ("axis", "infantry", "B2")}  # fmt: skip
    hands = {"allies": ["infantry_assault", *SPARE], "axis": SPARE}
    table = CardTable(units, hands=hands, boards=2, sizes=(9, 7))
    _give(table, "infantry_assault", "left", 2)
    assert (table.state.plays[0].fall_back, table.state.plays[0].section) == (True, "")
    table.done()
    assert table.orderable() == {"t1", "t2"}
