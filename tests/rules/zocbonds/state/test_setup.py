"""Setting up (ZOC-24.2, ZOC-25.1, ZOC-26.1): who begins where, what is printed, whose the ground is."""

import numpy as np
import pytest

from tests.rules.zocbonds.field import CAMPAIGN, board, load, position, unit
from wab.engine.words.text import Text
from wab.systems.zocbonds.state import armies
from wab.systems.zocbonds.state.setup import starting_state

SCENARIOS = (CAMPAIGN, "zocbonds/the-first-week", "zocbonds/cherbourg")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_begins_in_one_place(scenario):
    """ZOC-24.2-1, ZOC-24.2-2: on the map, or in one box."""
    state = starting_state(board(scenario), 1, {})
    boxed = [id_ for ids in state.now.boxes.values() for id_ in ids]
    assert sorted([*state.units, *boxed]) == sorted(state.board.roster)
    assert not list(state.misplaced())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_begins_in_a_hex_that_holds_too_much(scenario):
    """ZOC-7.1-1."""
    state = starting_state(board(scenario), 1, {})
    assert state.deployed("axis").stacked.max() <= 4


def test_all_ground_begins_german(scenario=CAMPAIGN):
    """ZOC-6.2-3, ZOC-18.2-6."""
    state = starting_state(board(), 1, {})
    held = np.frombuffer(bytes(state.control), np.uint8)
    assert set(held[state.board.dry]) == {2} and set(held[~state.board.dry]) == {0}


def test_values_follow_the_steps_that_are_left():
    """ZOC-2.3.1, ZOC-17.9-1: full, reduced, cadre."""
    state = position({"us_4id_8": "2814"})
    shown = []
    for steps in (3, 2, 1):
        state.change(state.board.ids["us_4id_8"], steps=steps)
        shown.append(state.values(unit(state, "us_4id_8")))
    assert [values[0] for values in shown] == [6, 4, 2]
    assert state.is_cadre(unit(state, "us_4id_8"))


def test_silhouettes_and_headquarters_count_as_quality_0():
    """ZOC-11.5-3."""
    state = position({"us_746": "2814", "us_vii": "2814", "us_82ab_505": "2811"})
    assert [state.quality(unit(state, key)) for key in ("us_746", "us_vii", "us_82ab_505")] == [0, 0, 1]


def test_one_silhouette_a_hex_stacks_free_and_free_kinds_always_do():
    """ZOC-7.1-1 to ZOC-7.1-3."""
    state = position({"us_4id_8": "2814", "us_746": "2814", "us_vii": "2814", "us_1_esb_utah": "2814"})
    there = state.stacks[state.board.hex("2814")]
    assert state.weight(there) == 2
    assert state.weight([*there, state.board.ids["us_746"]]) == 4


def test_seats_follow_the_number_of_players():
    """ZOC-27.1-1, ZOC-27.1-2."""
    seats = {players: armies.seats(position({}, options={"players": players})) for players in "234"}
    assert seats["2"] == ("allied", "axis")
    assert seats["3"] == ("allied/us", "allied/commonwealth", "axis")
    assert seats["4"][2:] == (armies.SEVENTH, armies.WEST)


def test_a_german_unit_belongs_to_the_side_of_the_boundary_on_which_it_stands():
    """ZOC-27.1-2, ZOC-27.1-3."""
    state = position({"de_91id_1057": "2507", "de_21pz_125": "1831"}, options={"players": "4"})
    ids = state.board.ids
    led = [armies.seat_of(state, ids[key]) for key in ("de_91id_1057", "de_21pz_125", "de_17ss_37", "de_12ss_25")]
    assert led == [armies.SEVENTH, armies.WEST, armies.SEVENTH, armies.WEST]


def test_given_dice_come_in_their_order():
    state = load(position({}), combat=(3, 5))
    first = state.dice.roll("combat", Text("x"))
    state.dice = state.dice.after(first)
    assert (first.results, state.dice.roll("combat", Text("x")).results) == ((3,), (5,))


@pytest.mark.clause("ZOC-ERR-1")
@pytest.mark.clause("ZOC-ERR-2")
def test_printed_values_that_were_corrected():
    """ZOC-ERR-1, ZOC-ERR-2: the regiments of the 17th SS are 37 and 38; the tanks of Utah move six."""
    on = board()
    labels = {profile.label for profile in on.roster.values() if profile.formation == "de_17ss"}
    assert {"37", "38"} <= labels and not {"22", "23"} & labels
    assert on.roster[on.ids["us_70_dd"]].values[0][1] == 6


@pytest.mark.clause("ZOC-ERR-3")
@pytest.mark.clause("ZOC-ERR-4")
def test_places_and_turns_that_were_corrected():
    """ZOC-ERR-3, ZOC-ERR-4: Pointe du Hoc and the field replacement battalion; the last regiment comes on turn 22."""
    on = board()
    hexes = [on.grid.label(on.placed[on.ids[key]]) for key in ("de_pointe_du_hoc", "de_352id_feb")]
    assert hexes == ["2818", "1815"]
    assert [arrival.turn for arrival in on.arrivals if "de_276id_986" in arrival.units] == [22]


@pytest.mark.clause("ZOC-ERR-5")
@pytest.mark.clause("ZOC-ERR-6")
def test_road_and_flood_that_were_made_clear():
    """ZOC-ERR-5, ZOC-ERR-6: a road from 3705 to 3606, none to 3706; flooded hexes and others."""
    on = board()

    def side(one, other):
        return on.hex(one), on.grid.direction(on.hex(one), on.hex(other))

    assert on.map.road[side("3705", "3606")] and not on.map.road[side("3705", "3706")]
    flooded = on.map.side_overlays["flooded"]
    assert flooded[side("2710", "2711")] and flooded[side("2713", "2814")] and not flooded[side("2610", "2611")]


@pytest.mark.clause("ZOC-11.9-1")
def test_what_a_unit_fights_with_is_on_its_card():
    """ZOC-11.9-1: Tigers are one battalion of the campaign."""
    roster = {profile.key: profile for profile in board().roster.values()}
    assert [key for key, profile in roster.items() if profile.is_tiger] == ["de_101_ss_tiger"]
    assert roster["de_654_pzjg"].vehicle == "jagdpanther" and roster["us_4id_8"].vehicle == ""
    assert (roster["de_12ss_25"].branch, roster["de_352id_914"].branch, roster["us_4id_8"].branch) == ("ss", "heer", "")
