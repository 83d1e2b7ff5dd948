"""Counters: markers as signs, the worst first; the words in the panel of a unit."""

from types import SimpleNamespace

import pytest

import wab
from tests.rules.zocbonds.field import position, unit
from wab.app.gfx.specs import NameSpec
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.locale import language
from wab.systems.zocbonds.state.state import ISOLATED, OUT, Works


def signs(state, key):
    return [sign.icon for sign in looks.signs(state, unit(state, key))]


@pytest.mark.parametrize("name", sorted(looks.MARKS))
def test_every_marker_has_a_sign_of_its_own(name):
    state = position({"de_352id_914": ("1432", {name: True})})
    assert signs(state, "de_352id_914") == [looks.MARKS[name].icon]
    assert len({sign.icon for sign in looks.MARKS.values()}) == len(looks.MARKS)


def test_lack_of_supply_comes_first_and_isolation_has_another_colour():
    state = position({"de_352id_914": ("1432", {"supply": OUT, "disrupted": True}),
                      "de_352id_915": ("1431", {"supply": ISOLATED})})  # fmt: skip
    assert signs(state, "de_352id_914") == ["crate", looks.MARKS["disrupted"].icon]
    first, second = (looks.signs(state, unit(state, key))[0] for key in ("de_352id_914", "de_352id_915"))
    assert first.icon == second.icon and first.ground != second.ground


def test_a_position_is_shown_once_a_hex_begun_or_done():
    state = position({"de_352id_914": "1432", "de_352id_915": "1432"})
    keys = ["de_352id_914", "de_352id_915"]
    state.changed(works=(Works(state.board.hex("1432"), "axis"),))
    begun = [sign for key in keys for sign in signs(state, key)]
    state.changed(works=(Works(state.board.hex("1432"), "axis", done=True),))
    done = [sign for key in keys for sign in signs(state, key)]
    assert (begun, done) == (["wrench"], ["shield"])


def test_the_counter_holds_its_signs():
    state = position({"de_352id_914": ("1432", {"reserve": True})})
    spec = looks.counter(state, unit(state, "de_352id_914"), stack=0, selected=False, acted=False)
    assert spec.signs == (looks.MARKS["reserve"],) and not spec.locked


def test_quality_and_armour_are_said_in_words():
    board = position({}).board
    with language("en"):
        assert [looks.quality_words(value) for value in (-2, 0, 1)] == ["−2, very poor", "0, usual", "+1, very good"]
        gun = next(profile for profile in board.roster.values() if profile.guns and profile.armour)
        tank = next(profile for profile in board.roster.values() if profile.armour and not profile.guns)
        assert looks.armour_words(gun) == f"{gun.armour}, guns, against armour alone"
        assert looks.armour_words(tank) == f"{tank.armour}, tanks"


def test_a_hex_far_out_is_called_by_its_sea_and_a_hex_on_land_is_not():
    board, far = position({}).board, {}
    for hex_ in range(board.grid.size):
        with language("en"):
            title = looks.place_title(board, hex_)
        assert board.dry[hex_] or board.grid.label(hex_) not in title, "no sea is called by a number"
        far[title] = hex_
    assert {"Bay of the Seine", "English Channel"} <= far.keys()
    assert board.map.terrain_name(far["off the map"]) == "beyond"
    with language("fr"):
        assert looks.place_title(board, board.hex("0024")) == "hors de la carte"
        assert looks.place_title(board, far["Bay of the Seine"]) == "Baie de la Seine"


def test_beaches_with_a_long_name_have_a_short_one():
    board = position({}).board
    with language("en"):
        assert looks.place_title(board, board.hex("2719")) == "Omaha Beach, Dog and Easy Green"
        assert looks.short_title(board, board.hex("2719")) == "Omaha, Dog"
        assert looks.short_title(board, board.hex("2430")) == "Sword Beach, Queen"


def test_the_colours_and_the_symbol_of_a_unit_come_from_its_card():
    roster = {profile.key: profile for profile in position({}).board.roster.values()}
    worn = {
        "de_12ss_25": "ss", "de_i_ss_pz": "ss", "de_101_ss_tiger": "ss", "de_6fj_fj": "luftwaffe",
        "de_ii_fj": "luftwaffe", "de_3flak_1_flak": "luftwaffe", "de_352id_914": "heer", "de_wn_utah": "heer",
        "us_4id_8": "us", "uk_3id_8": "uk", "ca_3id_8": "ca",
    }  # fmt: skip
    assert {key: looks.army_of(roster[key]) for key in worn} == worn
    drawn = {"de_101_ss_tiger": "heavy_tank", "de_21pz_200_stug": "assault_gun", "de_21pz_200_pzjg": "assault_gun",
             "de_100_pz": "armour", "us_899_td": "anti_tank"}  # fmt: skip
    assert {key: looks.symbol_of(roster[key]) for key in drawn} == drawn


def test_no_two_overlays_share_an_icon():
    icons = [layer.icon for layer in ZocBondsAdapter.layers.values()]
    assert len(set(icons)) == len(icons)


def test_the_map_is_lettered_in_the_reader_s_language_with_seas_beaches_and_regions():
    adapter = ZocBondsAdapter(SimpleNamespace(view=wab.new_game("zocbonds/the-first-week", seed=1).view("axis")))
    spots = [place.hex for place in adapter.hexmap.places if place.name == "Hill 112"]
    of_map = [NameSpec("Hill 112", 10.0, 10.0, "hill"), NameSpec("Bayeux", 12.0, 10.0, "town")]
    with language("fr"):
        told = {name.text: name for name in adapter.map_names(of_map)}
        assert told.keys() >= {"Cote 112", "Bayeux", "Omaha", "Utah", "Bessin", "Baie de la Seine"}
        assert "Hill 112" not in told
        assert not told.keys() & {"Maine", "Avranchin"}, "what lies beyond the map and the battle is left out"
        assert {adapter.place_name(hex_) for hex_ in spots} <= {"Cote 112"}
    with language("en"):
        assert {name.text for name in adapter.map_names(of_map)} >= {"Hill 112", "Bay of the Seine"}
    beach = told["Omaha"]
    assert adapter.hexmap.land_share[adapter.hexmap.grid.hex_at(beach.x, beach.y)] < 0.6


def test_a_beach_is_called_in_the_reader_s_language_wherever_its_hex_is_named():
    adapter = ZocBondsAdapter(SimpleNamespace(view=wab.new_game("zocbonds/the-first-week", seed=1).view("axis")))
    board = adapter.position.board
    hex_ = board.hex("2719")
    with language("en"):
        assert adapter.hex_title(hex_) == looks.place_title(board, hex_) == "Omaha Beach, Dog and Easy Green"
    with language("fr"):
        assert adapter.hex_title(hex_) == looks.place_title(board, hex_) == "Omaha Beach, Dog et Easy Green"
