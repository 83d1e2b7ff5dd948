"""Names in sentences, the numbers of a game (BLD-19), and the scenes of a turn (BLD-7-3)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.rules.blind.field import hexes, number, position
from wab.engine.kernel.plot import COMBAT, MARCH, Facts
from wab.engine.words.text import Text
from wab.field.telling import TAKES
from wab.locale import language
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.names import hex_noun, unit_noun, units_nouns
from wab.systems.blind.state.steps import Shown
from wab.systems.blind.telling import account
from wab.systems.blind.telling.scenes import BlindPlot

PLOT = BlindPlot()


def told(words, tongue="en"):
    with language(tongue):
        return str(words)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("key", "english", "french"),
    [
        ("us_1_inf", "The 1st Infantry Division takes", "La 1re division d’infanterie prend"),
        ("br_8_armd_bde", "The 8th Armoured Brigade takes", "La 8e brigade blindée prend"),
        ("us_4_cav", "The 4th Cavalry Group takes", "Le 4e groupe de cavalerie prend"),
        ("us_rangers", "The Rangers take", "Les Rangers prennent"),
        ("ge_le_havre_fortress", "The Le Havre Fortress takes", "La forteresse du Havre prend"),
        ("ge_cherbourg_flak", "The Cherbourg Flak takes", "La Flak de Cherbourg prend"),
        (
            "ge_cherbourg_fortress_1",
            "The 1st Cherbourg Fortress Regiment takes",
            "Le 1er régiment de forteresse de Cherbourg prend",
        ),
        (
            "ge_iii_flak_corps_1_regt",
            "The III Flak Corps, 1st Regiment takes",
            "Le IIIe corps de Flak, 1er régiment prend",
        ),
    ],
)
def test_a_unit_has_the_article_and_the_number_of_its_name(key, english, french):
    state = position({})
    text = Text(TAKES, {"side": unit_noun(state, number(state, key)), "place": hex_noun(state, state.board.port)})
    assert told(text) == f"{english} Cherbourg (0402)" and told(text, "fr") == f"{french} Cherbourg (0402)"


def test_units_stand_in_a_row_and_a_hex_without_a_place_has_its_number():
    state = position({})
    both = units_nouns(state, (number(state, "us_4_inf"), number(state, "us_1_inf")))
    assert told(both) == "4th Infantry Division and 1st Infantry Division"
    assert told(hex_noun(state, state.board.hex("1005"))) == "hex 1005"


# ---------------------------------------------------------------- numbers of a game


@pytest.mark.clause("BLD-19-1")
def test_points_and_destroyed_units_are_measured():
    state = position({}, boxes={"dead": ("us_1_inf", "ge_91_inf", "ge_709_inf")}, scored={"west": 10})
    found = {one.id: (str(one.title), one.values) for one in account.measures(state)}
    assert found == {
        "points": ("Victory points", {"allied": 10.0}),
        "lost": ("Units lost", {"allied": 1.0, "axis": 2.0}),
    }


def turning_points(began, ended):
    return [(told(cause.words), cause.weight) for cause in account.turning_points(began, ended, ())]


@pytest.mark.clause("BLD-19-3")
@pytest.mark.clause("BLD-19-5")
def test_a_place_that_changes_hands_weighs_by_its_points_and_scores_once():
    began = position({})
    caen = began.board.hex("1407")
    taken = began.copy()
    take_ground(taken, caen, "allied")
    assert turning_points(began, taken) == [("The Allies take Caen (1407): 7 points.", 21.0)]
    lost = taken.copy()
    take_ground(lost, caen, "axis")
    assert turning_points(taken, lost) == [("The Germans take Caen (1407): 7 points.", 21.0)]
    again = lost.copy()
    take_ground(again, caen, "allied")
    assert turning_points(lost, again) == [("The Allies hold Caen (1407).", 21.0)]


@pytest.mark.clause("BLD-8-3")
def test_units_lost_in_a_turn_are_told_by_side():
    began = position({}, boxes={"dead": ("us_2_inf", "ge_352_inf")})
    ended = position({}, boxes={"dead": ("us_1_inf", "us_2_inf", "ge_91_inf", "ge_352_inf", "ge_709_inf")})
    assert turning_points(began, ended) == [
        ("The Allies lose the 1st Infantry Division.", 1.0),
        ("The Germans lose the 709th Infantry Division and the 91st Infantry Division.", 2.0),
    ]


# ---------------------------------------------------------------- scenes


@pytest.mark.clause("BLD-7-3")
def test_the_open_table_begins_a_combat_of_the_attackers_towards_their_target():
    opened = ev.TableOpened(9, (Shown(1, 7, 3), Shown(2, 8, 2), Shown(3, 7, 1)), (Shown(4, 9, 2),))
    assert (PLOT.beat(opened).kind, PLOT.beat(opened).opens) == (COMBAT, True)
    assert PLOT.facts(opened) == Facts((1, 2, 3), (7, 8, 9))
    assert PLOT.facts(ev.Retreated(True, ((5, False),), ((4, 5),))) == Facts()
    march = ev.Marched(1, (7, 8), 3)
    assert PLOT.beat(march).kind == MARCH and PLOT.facts(march) == Facts((1,), (7, 8))


def test_the_theatre_is_own_units_and_places():
    state = position({"us_1_inf": "1005", "us_4_inf": "0804", "ge_91_inf": "0603"})
    for side, own in (("allied", "1005 0804"), ("axis", "0603")):
        found = PLOT.theatre(SimpleNamespace(position=state, side=side))
        assert (found.grid, found.own) == (state.board.grid, {*hexes(state, own)})
        assert found.goals == state.board.places.keys()
