"""Teams of three and four (ledger A5.1): seats, turns, the open card, who is asked."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, discarded, ev
from wab.content.cards.loader import load_scenario, scenario_path
from wab.content.cards.scenario import Growth, Specials
from wab.engine.words.errors import UsageError
from wab.systems.cards import Cards
from wab.systems.cards.command.tactic_cards import cards_held
from wab.systems.cards.seen.knowledge import known_state
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state import teams
from wab.systems.cards.state.state import State

SYSTEM = Cards()
UNITS = {"a": ("allies", "infantry", "F7"), "b": ("allies", "infantry", "B7"), "x": ("axis", "infantry", "F1")}
FOUR = {"allies_players": "2", "axis_players": "2"}
THREE = {"allies_players": "2"}


def _opened(scenario: str, options: dict[str, str], seed: int = 5) -> State:
    state = SYSTEM.new_state(scenario, seed, options)
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    return state


def _play_on(state: State) -> None:
    """Carry out the first order on offer, `Done` before all others."""
    offered = list(SYSTEM.offered(state))
    order = next((o for o in offered if isinstance(o, wish.Done)), offered[0])
    for event in SYSTEM.execute(state, order):
        SYSTEM.apply(state, event)


def _turns(state: State, number: int) -> list[str]:
    """The seats that take the next turns."""
    seats = []
    while len(seats) < number:
        turn = state.turn
        seats.append(str(SYSTEM.to_act(state)))
        while state.turn == turn:
            _play_on(state)
    return seats


@pytest.mark.clause("CRD-A5.1-1", "CRD-A5.1-2", "CRD-A5.1-3")
def test_a_team_of_two_has_a_seat_for_each_member() -> None:
    state = _opened("cards/pegasus-bridge", FOUR)
    assert SYSTEM.seats(state) == ("allies/1", "allies/2", "axis/1", "axis/2")
    alone = _opened("cards/pegasus-bridge", {})
    assert SYSTEM.seats(alone) == ("allies", "axis")
    assert {u.hex for u in state.units.values()} == {u.hex for u in alone.units.values()}  # the set-up is the same


@pytest.mark.clause("CRD-A5.1-4", "CRD-A5.1-6", "CRD-X-70")
@pytest.mark.parametrize(("size", "each"), [(4, 2), (5, 3), (6, 4)])
def test_the_scenarios_hand_is_shared_out(size: int, each: int) -> None:
    table = CardTable(UNITS, options=THREE, sizes=(size, size))
    assert teams.first_hands(table.board, "allies") == ({"allies/1": each, "allies/2": each}, 1)
    assert teams.first_hands(table.board, "axis") == ({"axis": size}, 0)  # alone on a side


@pytest.mark.clause("CRD-A5.1-9", "CRD-A5.1-10", "CRD-A5.1-11", "CRD-X-72")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (FOUR, ["allies/1", "axis/1", "allies/2", "axis/2", "allies/1"]),
        (THREE, ["allies/1", "axis", "allies/2", "axis", "allies/1"]),
        ({"axis_players": "2"}, ["allies", "axis/1", "allies", "axis/2", "allies"]),
    ],
)
def test_sides_take_turns_and_within_a_side_its_members(options: dict[str, str], expected: list[str]) -> None:
    assert _turns(_opened("cards/pegasus-bridge", options), 5) == expected


@pytest.mark.clause("CRD-A5.1-7", "CRD-X-71")
def test_the_growing_hand_of_an_axis_team_at_pegasus_bridge() -> None:
    state = _opened("cards/pegasus-bridge", {"axis_players": "2"})
    hands = []
    for _ in range(3):
        hands.append([len(state.hands["axis/1"]), len(state.hands["axis/2"]), int(bool(state.shared["axis"]))])
        _turns(state, 2)
    assert hands == [[1, 1, 1], [2, 1, 1], [2, 2, 1]]


@pytest.mark.clause("CRD-2.13-2", "CRD-X-87")
def test_the_growing_hand_of_an_axis_player_at_pegasus_bridge() -> None:
    state = _opened("cards/pegasus-bridge", {})
    sizes = [len(state.hands["axis"])]
    for _ in range(3):
        _turns(state, 2)
        sizes.append(len(state.hands["axis"]))
    assert sizes == [2, 3, 4, 4]
    assert len(state.hands["allies"]) == 6  # the other side's hand does not grow


@pytest.mark.clause("CRD-2.13-2")
def test_a_growing_hand_with_recon_draws_one_more_and_chooses_as_usual() -> None:
    special = Specials(hand_growth=Growth("allies", {1: 2}))
    table = CardTable(UNITS, hands={"allies": ["recon_left", "dig_in"], "axis": ["dig_in"]}, special=special)
    table.play("recon_left")
    table.done()
    assert table.phase == "keep" and len(table.hand("allies")) == 2
    table.give_order(table.offered()[0])
    assert len(table.hand("allies")) == 3


@pytest.mark.clause("CRD-A5.1-5", "CRD-2.10-2", "CRD-A5.1-14")
def test_the_open_card_is_seen_by_all_and_hands_by_nobody_else() -> None:
    state = _opened("cards/pegasus-bridge", FOUR)
    for seat in SYSTEM.seats(state):
        known = known_state(state, seat)
        assert known.shared == state.shared and all(known.shared.values())
        for holder, cards in known.hands.items():
            assert (cards == state.hands[holder]) == (holder == seat)
            assert len(cards) == len(state.hands[holder])


def _team(**more: object) -> CardTable:
    hands = {"allies/1": ["probe_left", "dig_in"], "allies/2": ["attack_center"], "axis": ["dig_in"]}
    more.setdefault("shared", {"allies": "probe_center"})
    return CardTable(UNITS, hands=hands, options=THREE, **more)  # type: ignore[arg-type]


@pytest.mark.clause("CRD-A5.1-12")
def test_a_member_plays_of_his_own_hand_or_the_open_card_never_his_partners() -> None:
    table = _team()
    playable = {(o.card, o.shared) for o in table.offered() if isinstance(o, wish.PlayCard)}
    assert playable == {("probe_left", False), ("dig_in", False), ("probe_center", True)}
    assert table.why_not(wish.PlayCard("attack_center")) is not None
    assert table.why_not(wish.PlayCard("probe_center")) is not None  # it lies open, it is in no hand


@pytest.mark.clause("CRD-A5.1-12", "CRD-4.1-2")
def test_a_member_without_a_card_of_his_own_plays_the_open_one() -> None:
    hands = {"allies/1": ["probe_left"], "allies/2": [], "axis": ["dig_in"]}
    table = CardTable(UNITS, hands=hands, shared={"allies": "probe_center"}, options=THREE, pile=[], to_play="axis")
    table.state.own_turns["allies"] = 1
    table.play("dig_in")
    table.end_turn_of("axis")
    assert (table.to_act, table.phase, table.playable()) == ("allies/2", "card", {"probe_center"})


@pytest.mark.clause("CRD-A5.1-13")
def test_the_new_card_goes_to_the_place_of_the_card_played() -> None:
    shared = _team()
    shared.draw_next("barrage")
    shared.play("probe_center", shared=True)
    shared.end_turn()
    assert shared.state.shared["allies"] == "barrage" and len(shared.hand("allies/1")) == 2
    own = _team()
    own.draw_next("barrage")
    own.play("probe_left")
    own.end_turn()
    assert own.state.shared["allies"] == "probe_center" and "barrage" in own.hand("allies/1")


@pytest.mark.clause("CRD-A5.1-15", "CRD-A5.1-16", "CRD-A5.1-22")
def test_the_active_player_decides_alone_and_commands_all_units_of_his_side() -> None:
    table = _team()
    table.play("probe_center", shared=True)
    assert table.to_act == "allies/1" and table.orderable() == {"a"}
    partner = _team(own_turns={"allies": 1})
    assert partner.to_act == "allies/2"
    partner.play("attack_center")
    assert partner.orderable() == {"a"}


@pytest.mark.clause("CRD-A5.1-17", "CRD-A5.1-18", "CRD-X-73")
def test_dice_are_counted_by_the_own_hand_and_the_open_card() -> None:
    hands = {"allies/1": ["their_finest_hour", "dig_in", "dig_in"], "allies/2": ["dig_in"] * 4, "axis": ["dig_in"]}
    table = CardTable(UNITS, hands=hands, shared={"allies": "dig_in"}, options=THREE)
    table.throw("infantry", "flag", "flag", "flag")  # three own cards and the open one
    table.play("their_finest_hour")
    assert table.orderable() == {"a", "b"}
    hurt = {**UNITS, "a": ("allies", "infantry", "F7", 1)}
    medics = CardTable(
        hurt,
        hands={"allies/1": ["dig_in", "dig_in"], "axis": ["dig_in"]},
        shared={"allies": "medics_mechanics"},
        options=THREE,
    )
    medics.play("medics_mechanics", shared=True)
    assert cards_held(medics.state, "allies/1") == 3
    medics.throw("infantry", "flag", "flag")
    medics.order("a")
    assert medics.figures("a") == 2


@pytest.mark.clause("CRD-A5.1-19", "CRD-X-88")
def test_recon_as_the_open_card() -> None:
    table = CardTable(
        {"x": ("axis", "infantry", "L3"), "a": ("allies", "infantry", "F9")},
        hands={"axis/1": ["dig_in"], "axis/2": ["dig_in"], "allies": ["dig_in"]},
        shared={"axis": "recon_left"},
        options={"axis_players": "2"},
        to_play="axis",
        own_turns={"axis": 1, "allies": 2},
    )
    table.draw_next("barrage", "air_power")
    table.play("recon_left", shared=True)
    table.done()
    assert (table.phase, table.to_act) == ("keep", "axis/2")
    table.give_order(wish.Keep("air_power"))
    assert table.state.shared["axis"] == "air_power" and discarded(table) == ("recon_left", "barrage")
    assert known_state(table.state, "allies").shared["axis"] == "air_power"


AMBUSHED = {"a": ("axis", "infantry", "F5"), "x": ("allies", "infantry", "F6"), "far": ("allies", "infantry", "A9")}


def _ambushed(hands: dict[str, list[str]], shared: str = "dig_in") -> CardTable:
    table = CardTable(
        AMBUSHED,
        hands={"axis": ["direct_from_hq"], **hands},
        shared={"allies": shared},
        options=THREE,
        to_play="axis",
    )
    table.in_force("direct_from_hq", "a")
    table.done()
    table.attack("a", "x", ask=True)
    return table


@pytest.mark.clause("CRD-A5.1-20", "CRD-A5.1-21", "CRD-X-89")
def test_either_team_mate_may_ambush_and_the_new_card_goes_where_it_came_from() -> None:
    table = _ambushed({"allies/1": ["dig_in"], "allies/2": ["ambush"]})
    assert table.to_act == "allies/1"
    table.give_order(wish.Ambush(play=False))
    assert table.to_act == "allies/2" and table.happened(ev.AttackResolved) == []
    table.throw("star", "star", "star")
    table.give_order(wish.Ambush(play=True))
    table.end_turn_of("axis")
    assert len(table.hand("allies/2")) == 1 and table.state.shared["allies"] == "dig_in"
    open_one = _ambushed({"allies/1": ["dig_in"], "allies/2": ["dig_in"]}, shared="ambush")
    assert open_one.why_not(wish.Ambush(play=True)) is not None  # not of the hand
    open_one.throw("star", "star", "star")
    open_one.give_order(wish.Ambush(play=True, shared=True))
    open_one.end_turn_of("axis")
    assert open_one.state.shared["allies"] not in ("", None) and len(open_one.hand("allies/1")) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"allies_players": "3"}, "1 to 2 players a side"),
        ({"variant": "younger", "axis_players": "4"}, "1 to 3 players a side"),
        ({"allies_players": "9"}, "allies_players cannot be '9'"),
        ({"colour": "red"}, "There is no option 'colour'"),
    ],
)
def test_options_that_do_not_go_are_refused_in_a_sentence(options: dict[str, str], message: str) -> None:
    scenario = load_scenario(scenario_path("cards/pegasus-bridge"))
    with pytest.raises(UsageError, match=message):
        teams.settled(options, scenario)


@pytest.mark.clause("CRD-C.ambush-7")
def test_who_sees_the_ambush_lie_open_in_the_other_team_is_not_asked() -> None:
    hands = {"axis/1": ["direct_from_hq"], "axis/2": ["dig_in"], "allies": ["probe_left"]}
    for shared, asked in (("ambush", False), ("probe_left", True)):
        table = CardTable(AMBUSHED, hands=hands, shared={"axis": shared}, options={"axis_players": "2"}, to_play="axis")
        table.in_force("direct_from_hq", "a")
        table.done()
        table.attack("a", "x", ask=True)
        assert (table.phase == "ambush") == asked


@pytest.mark.clause("CRD-A5.1-19", "CRD-C.recon-3")
def test_the_last_card_of_all_that_an_open_recon_draws_lies_open_again() -> None:
    hands = {"allies/1": ["dig_in"], "allies/2": ["dig_in"], "axis": ["dig_in"]}
    table = CardTable(UNITS, hands=hands, shared={"allies": "recon_right"}, options=THREE, pile=[])
    table.play("recon_right", shared=True)
    assert table.state.shared["allies"] == "recon_right" and len(table.hand("allies/1")) == 1


# ---------------------------------------------------------------------------------------------- out of turn


@pytest.mark.clause("CRD-A5.1-9", "CRD-4.4.9-3")
@pytest.mark.parametrize(("taken", "expected"), [(0, "allies/1"), (1, "allies/2"), (2, "allies/1")])
def test_a_team_answers_by_the_member_whose_turn_comes_next(taken: int, expected: str) -> None:
    table = CardTable(AMBUSHED, options=THREE, to_play="axis", own_turns={"allies": taken})
    assert teams.answering_seat(table.state, table.unit("x")) == expected


@pytest.mark.clause("CRD-4.4.9-3", "CRD-A5.1-15")
def test_a_unit_of_the_player_of_the_turn_goes_back_as_he_says() -> None:
    hands = {"axis/1": ["direct_from_hq"], "axis/2": ["dig_in"], "allies": ["ambush"]}
    table = CardTable(AMBUSHED, hands=hands, options={"axis_players": "2"}, to_play="axis")
    table.in_force("direct_from_hq", "a")
    table.done()
    table.attack("a", "x", ask=True)
    table.throw("flag", "star", "star")
    table.give_order(wish.Ambush(play=True))
    assert (table.phase, table.to_act) == ("retreat", "axis/1")
    lone = CardTable(AMBUSHED, options={"variant": "younger"}, to_play="axis")
    assert teams.answering_seat(lone.state, lone.unit("x")) == "allies"


@pytest.mark.clause("CRD-O-17", "CRD-A5.2-11")
@pytest.mark.parametrize(
    ("hex_", "south", "north"),
    [("A5", "left", "right"), ("I6", "left", "right"), ("M5", "center", "center"), ("Q6", "center", "center")],
)
def test_on_the_double_board_whoever_has_the_ground_answers(hex_: str, south: str, north: str) -> None:
    four = {"allies_players": "4", "axis_players": "4"}
    mine = {"u": ("allies", "infantry", hex_), "x": ("axis", "infantry", "Z1")}
    table = CardTable(mine, boards=2, options=four, to_play="axis")
    assert teams.answering_seat(table.state, table.unit("u")) == f"allies/{south}"
    theirs = CardTable({"u": ("axis", "infantry", hex_), "x": ("allies", "infantry", "Z9")}, boards=2, options=four)
    assert teams.answering_seat(theirs.state, theirs.unit("u")) == f"axis/{north}"
