"""Special kinds of units (ZOC-17.1, ZOC-17.2-1, ZOC-17.3-6, ZOC-17.7, ZOC-17.8)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import board, position, unit
from wab.systems.zocbonds.state.special_units import flak_covers, is_fixed, never_attacks


def profile(key):
    return board().roster[board().ids[key]]


@pytest.mark.clause("ZOC-2.3.1-1")
@pytest.mark.clause("ZOC-17.2-1")
@pytest.mark.clause("ZOC-17.3-6")
@pytest.mark.clause("ZOC-17.7-1")
@pytest.mark.clause("ZOC-17.8-1")
@pytest.mark.parametrize(("key", "defends"), [
    ("us_vii", True), ("de_7_werfer", True), ("de_3flak_1_flak", True), ("us_1_esb_utah", True), ("de_crisbecq", True),
    ("us_4id_8", False), ("us_746", False), ("de_795_ost", False),
])  # fmt: skip
def test_who_only_defends(key, defends):
    assert never_attacks(profile(key)) is defends


@pytest.mark.clause("ZOC-17.7-3")
def test_the_guns_of_21st_panzer_are_no_flak():
    guns = profile("de_21pz_200_pzjg")
    assert not never_attacks(guns) and guns.guns and guns.armour == 4 and guns.replacement == "armour"
    state = position({"de_21pz_200_pzjg": "2027"})
    assert not flak_covers(state, state.board.hex("2027"))


@pytest.mark.clause("ZOC-17.7-2")
@pytest.mark.clause("ZOC-17.7-4")
def test_flak_covers_its_hex_and_those_beside_it_wherever_it_is():
    for label, beside, beyond in (("2617", "2618", "2619"), ("1330", "1331", "1332")):
        state = position({"de_3flak_1_flak": label})
        covered = [flak_covers(state, state.board.hex(one)) for one in (label, beside, beyond)]
        assert covered == [True, True, False]
    mobile = [key for key in board().ids if key.startswith("de_3flak")]
    assert len(mobile) == 4 and all(profile(key).values[0][1] > 0 for key in mobile)


@pytest.mark.clause("ZOC-17.8-2")
@pytest.mark.clause("ZOC-16.2-1")
def test_engineers_and_strongpoints_are_fixed():
    engineers = [key for key in board().ids if profile(key).type == "beach_engineer"]
    assert len(engineers) == 8, "one a landing hex"
    for key in (*engineers, "de_crisbecq"):
        assert is_fixed(profile(key)) and profile(key).steps == 1 and not profile(key).zone
    assert all(profile(key).values == ((1, 0, 0),) for key in engineers)
    assert not is_fixed(profile("us_4id_8"))


@pytest.mark.clause("ZOC-17.1-1")
def test_battalions_belong_to_their_division_and_others_to_none():
    assert profile("uk_6ab_8_3").division == "uk_6ab"
    assert all(not profile(key).division for key in ("us_746", "us_vii", "de_100_pz", "de_6fj_fj"))


@pytest.mark.clause("ZOC-17.2-8")
@pytest.mark.clause("ZOC-17.3-6")
@pytest.mark.clause("ZOC-17.2-9")
@pytest.mark.parametrize(("key", "replacement"), [("us_vii", "infantry"), ("de_7_werfer", "armour")])
def test_guns_have_one_step_and_defend_with_1_on_either_side(key, replacement):
    for moved in (False, True):
        state = position({key: ("2020", {"moved_side": moved})})
        assert state.strength(unit(state, key)) == 1 and profile(key).steps == 1
        assert not state.has_zone(unit(state, key))
    assert profile(key).free and profile(key).replacement == replacement
