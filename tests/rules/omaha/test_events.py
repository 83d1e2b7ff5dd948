"""Events (OMA-24), engineers (OMA-10), set-up (OMA-3) and the deck (OMA-4-7)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.omaha.playing import at, give, tasks, why
from tests.rules.omaha.printed import ALONE, BOARD, example, game, label, of, run
from wab.systems.omaha.sequence import engineers, flow, happenings
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.setup import build_board, set_up, starting_state
from wab.systems.omaha.state.state import HERO
from wab.systems.omaha.state.steps import Force, Task


def happen(state, verb, *at_, answers=()):
    return tasks(state, Task("happen", sector=verb, at=(verb, *at_)), answers=answers)


# ---------------------------------------------------------------- event cards


@pytest.mark.clause("OMA-4-3", "OMA-2.3-3", "OMA-2.3-5", "OMA-X-01")
def test_the_band_of_the_turn_applies():
    given, expect = example(1)
    state = game(given["turn"])
    state.changed(pile=(f"{given['card']:02d}",), pools={"tactical": ("tactical-1",)})
    tasks(state, Task("event"))
    assert state.now.naval == expect["naval_fire_markers_gained"]
    zones = [BOARD.position_at[hex_].zone for hex_ in state.now.forces]
    assert [f"zone {zone}" for zone in zones] == expect["reinforcements"]
    assert state.now.track == (("event", "01"),)


@pytest.mark.clause("OMA-8.5-1", "OMA-8.54-1")
def test_naval_fire_markers_are_kept_up_to_eight():
    state = game()
    for _ in range(9):
        happen(state, "naval")
    assert state.now.naval == 8


@pytest.mark.clause("OMA-11.11-1", "OMA-11.11-2", "OMA-11.1-1")
def test_a_hero_goes_to_a_unit_of_the_division_that_the_player_chooses():
    state = game(A_1_16="0815", B_1_16="0815", A_1_116="0825")
    _, ties = happen(state, "hero", "1st", answers=[of("B_1_16")])
    assert ties[0].among == (of("A_1_16"), of("B_1_16"))
    assert (state.units[of("B_1_16")].hero, state.now.heroes["1st"]) == (HERO, 7)
    happen(state, "hero", "29th")
    assert state.units[of("A_1_116")].hero == HERO
    state = game()
    told, _ = happen(state, "hero", "1st")
    assert not [event for event in told if isinstance(event, ev.Happened)]


@pytest.mark.clause("OMA-9.23-1")
def test_the_marker_of_a_hero_comes_in_his_sector():
    state = game(forces={"0807": ALONE, "0727": Force("squad-2")}, A_1_16="0825")
    steps = [Task("happen", sector=verb, at=("hero_reserve", "1st")) for verb in ("hero", "hero_marker")]
    tasks(state, *steps)
    assert state.now.forces[at("0727")].marker and not state.now.forces[at("0807")].marker


@pytest.mark.clause("OMA-24-3", "OMA-6.53-1")
def test_the_rockets_hit_twice_and_then_never():
    rockets = {"1122": Force("rocket-1")}
    state = game(forces=rockets, A_1_16="0714", A_1_116="0623", B_1_116=("0625", {"steps": 2}))
    happen(state, "rockets")
    assert [state.unit(of(name)).steps for name in ("A_1_16", "A_1_116", "B_1_116")] == [2, 2, 2]
    _, ties = happen(state, "rockets", answers=[of("B_1_116")])
    assert set(ties[0].among) == {of("A_1_16"), of("A_1_116"), of("B_1_116")}
    assert not happen(state, "rockets")[1]
    silent = game(forces={"1122": Force("rocket-1", disrupted=True)}, A_1_16="0714")
    happen(silent, "rockets")
    assert (silent.now.rockets, silent.unit(of("A_1_16")).steps) == (1, 3)


@pytest.mark.clause("OMA-24-1")
def test_smoke_lies_where_the_player_chooses_until_the_turn_ends():
    state = game(A_1_16="0714")
    hexes = happenings.smoke_hexes(state, "east")
    assert hexes and all(not BOARD.beach[hex_] for hex_ in hexes)
    happen(state, "smoke", "east", answers=[hexes[0]])
    assert state.now.smoke == (hexes[0],)
    run(state, [ev.TurnEnded()])
    assert state.now.smoke == ()


def test_confusion_takes_an_action_from_each_sector_named():
    state = game()
    tasks(state, Task("happen", sector="limit", at=("confusion", "east", "west")))
    assert (state.paid_actions("east"), state.paid_actions("west")) == (1, 1)


def test_units_beside_their_leaders_rally():
    state = game(A_1_16=("0815", {"disrupted": True}), B_1_16=("0818", {"disrupted": True}), **{"16__HQ": "0814"})
    happen(state, "rally")
    assert [state.units[of(name)].disrupted for name in ("A_1_16", "B_1_16")] == [False, True]


@pytest.mark.clause("OMA-13.12-1")
def test_a_division_reorganises_up_to_two_companies():
    state = game(A_1_16=("0815", {"steps": 1}))
    happen(state, "reorganise", "1st")
    assert state.losses("1st") == 0


@pytest.mark.clause("OMA-6.5-1")
def test_no_gun_fires_by_event_before_turn_4():
    state = game(3, forces={"0809": Force("wn88-1")}, A_1_16="0714")
    happen(state, "guns", "east")
    assert state.unit(of("A_1_16")).steps == 3
    state.changed(turn=4)
    happen(state, "guns", "east")
    assert state.unit(of("A_1_16")).steps == 2


@pytest.mark.clause("OMA-11.11-1")
def test_a_hero_goes_to_no_leader_and_to_no_unit_that_has_one():
    state = game(A_1_16=("0815", {"hero": HERO}), B_1_16="0815", **{"16__HQ": "0815"})
    told, ties = happen(state, "hero", "1st")
    assert not ties and [event.unit for event in told if isinstance(event, ev.Happened)] == [of("B_1_16")]
    told, _ = happen(state, "hero", "1st")
    assert not [event for event in told if isinstance(event, ev.Happened)]


@pytest.mark.clause("OMA-9.5-1", "OMA-24-1")
@pytest.mark.parametrize("verb", ["meyer", "rally", "naval", "rockets"])
def test_an_event_is_told_even_if_it_changes_nothing(verb):
    told, _ = happen(game(), verb)
    assert [event.verb for event in told if isinstance(event, ev.Happened)] == [verb]


# ---------------------------------------------------------------- engineers


def working(turn, forces, colours, sector="east"):
    state = game(turn, forces=forces)
    name = next(name for name in BOARD.cards if {sign[0] for sign in BOARD.card(name).fire} == set(colours))
    state.changed(phase="engineers", track=((f"fire{sector}", name),))
    return state


@pytest.mark.clause("OMA-10-1", "OMA-10.1-1", "OMA-10.1-2", "OMA-X-43", "OMA-X-44")
@pytest.mark.parametrize("number", [43, 44])
def test_hexes_out_of_the_fire_of_the_card_can_be_cleared(number):
    given, expect = example(number)
    first, _ = example(43)
    strongpoints = {label(hex_): ALONE for place in BOARD.positions.values() if place.wn for hex_ in place.hexes}
    if number == 44:
        assert "WN60 eliminated" in given["WN"]
        del strongpoints["0807"]
    state = working(given["turn"], strongpoints, first["fire_card_colours"])
    east = [order.hex for group in engineers.offered_clearings(state, None) for order in group]
    assert [label(hex_) for hex_ in sorted(east, key=label) if BOARD.sector(hex_) == "east"] == expect["clearable"]


@pytest.mark.clause("OMA-10.12-1", "OMA-4-5", "OMA-X-46")
def test_two_hexes_a_turn_at_low_tide_and_one_at_mid_tide():
    given, expect = example(46)
    turns = BOARD.tables.turns
    assert turns.clearing(given["turn"]) == expect["max_hexes"]
    assert [turns.clearing(turn) for turn in (1, 2, 6, 7, 15, 16)] == [0, 2, 2, 1, 1, 0]
    state = working(4, {}, ["red", "purple", "blue"])
    give(state, od.Clear(at("0612")))
    give(state, od.Clear(at("0613")))
    assert why(state, od.Clear(at("0614"))) == "enough"
    assert why(state, od.Clear(at("0612"))) == "no-obstacles"
    assert state.now.cleared == tuple(sorted((at("0612"), at("0613"))))


@pytest.mark.clause("OMA-10.12-1", "OMA-4-5")
@pytest.mark.parametrize(("turn", "most"), [(1, 0), (7, 1), (16, 0)])
def test_no_hex_is_cleared_beyond_the_number_of_the_turn(turn, most):
    state = working(turn, {}, ["red", "purple", "blue"])
    for hex_ in ("0612", "0613")[:most]:
        assert why(state, od.Clear(at(hex_))) == ""
        give(state, od.Clear(at(hex_)))
    assert why(state, od.Clear(at("0614"))) == "enough"


@pytest.mark.clause("OMA-10-1", "OMA-10.1-2")
def test_a_disrupted_position_and_an_obstacle_of_no_sector_in_play():
    place = next(one for one in BOARD.positions.values() if one.sector == "east" and set(one.dots) & BOARD.obstacles)
    hex_ = min(hex_ for hex_ in place.dots if hex_ in BOARD.obstacles and BOARD.sector(hex_) == "east")
    name = next(name for name in BOARD.cards if place.colour in {sign[0] for sign in BOARD.card(name).fire})
    for disrupted, wanted in ((False, "fire"), (True, "")):
        state = game(4, forces={label(place.hexes[0]): Force("squad-1", disrupted=disrupted)})
        state.changed(phase="engineers", track=(("fireeast", name),))
        assert why(state, od.Clear(hex_)) == wanted
    state.changed(acting="west")
    assert why(state, od.Clear(hex_)) == "no-obstacles"
    assert why(state, od.Clear(-1)) == why(state, od.Clear(at("0915"))) == "no-obstacles"


# ---------------------------------------------------------------- set-up, deck


def started(scenario="omaha/the-first-waves", seed=3):
    state = starting_state(build_board(scenario), seed)
    run(state, set_up(state))
    return state


@pytest.mark.clause("OMA-3-2", "OMA-3-3", "OMA-3-4", "OMA-3-6", "OMA-2.1-9", "OMA-2.1-22", "OMA-2.1-23", "OMA-9-1")
def test_strongpoints_are_manned_and_nine_have_a_marker():
    state = started()
    kinds = {label(hex_): kind_of(force.unit) for hex_, force in state.now.forces.items()}
    assert {kinds[hex_] for hex_ in ("0809", "0631")} == {"wn88"}
    assert {kinds[hex_] for hex_ in ("0807", "0912", "0918", "0824", "0727", "0532")} == {"wn75"}
    assert kinds["1122"] == "rocket"
    assert Counter(kinds.values()) == {"wn88": 2, "wn75": 6, "rocket": 1, "squad": 9}
    assert sum(force.marker is not None for force in state.now.forces.values()) == 9
    assert not any(force.seen for force in state.now.forces.values())
    assert {name: len(pool) for name, pool in state.now.pools.items()} == {
        "tactical": 9, "division": 11, "meyer": 8, "wn_marker": 9, "mobile_marker": 20, "meyer_marker": 4,
        "building_marker": 8,
    }  # fmt: skip


@pytest.mark.clause("OMA-3-7", "OMA-4-11")
def test_eight_tanks_wait_in_their_boxes_and_other_units_on_the_track():
    state = started()
    boxed = [unit.id for unit in state.now.off.values() if unit.box in BOARD.boxes]
    assert len(boxed) == 8 and all(state.profile(unit).type == "tank" for unit in boxed)
    assert all(profile.turn < 16 for profile in BOARD.roster.values())


@pytest.mark.clause("OMA-3-8", "OMA-4-7", "OMA-4-8")
def test_the_deck_is_shuffled_as_the_track_says_and_when_it_runs_out():
    assert len(started().now.pile) == 54
    state = game(6)
    state.changed(pile=("01",), discards=("02",), track=(("event", "03"),))
    run(state, [ev.Due((Task("end_turn"),))])
    run(state, flow.end_turn(state, Task("end_turn")))
    shown = {card for _, card in state.now.track}
    assert {*state.now.pile, *state.now.discards} | shown == {"01", "02", "03"}
    state = game(3)
    state.changed(pile=(), discards=("02",), track=(("event", "03"),))
    tasks(state, Task("event"))
    assert ("event", "02") in state.now.track


@pytest.mark.clause("OMA-25-1", "OMA-3-1")
def test_easy_fox_is_the_east_half():
    state = started("omaha/easy-fox")
    board = state.board
    assert {place.sector for place in board.positions.values()} == {"east"}
    assert {profile.division for profile in board.roster.values()} == {"1st"}
    assert len(state.now.forces) == 7
    assert len(state.now.pools["tactical"]) == 6


@pytest.mark.clause("OMA-2.1-19")
def test_the_clock():
    clock = BOARD.tables.turns.clock
    assert [clock(turn) for turn in (1, 4, 6, 10, 16, 17, 18, 32)] == [
        "06:15", "07:00", "07:30", "08:30", "10:00", "10:15", "10:45", "17:45",
    ]  # fmt: skip
