"""Steps lost, and cadres (ZOC-12.3, ZOC-17.9)."""

import pytest

from tests.rules.zocbonds.field import carried_out, ids, position, unit
from wab.systems.zocbonds.state.events import Eliminated, StepLost
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.losses import cadres_left, eliminate, lose_step

US_INFANTRY = [
    "us_1id_16",
    "us_1id_18",
    "us_1id_26",
    "us_29id_115",
    "us_29id_116",
    "us_29id_175",
    "us_2id_23",
    "us_2id_38",
    "us_2id_9",
    "us_30id_117",
]


def loses(state: State, key: str) -> list:
    return carried_out(state, lose_step(state, state.board.ids[key]))


@pytest.mark.clause("ZOC-12.3-1")
def test_a_lost_step_flips_the_unit_and_its_last_one_removes_it():
    state = position({"de_91id_1057": "2507"})
    id_ = state.board.ids["de_91id_1057"]
    assert loses(state, "de_91id_1057") == [StepLost(id_, 1)]
    assert state.strength(unit(state, "de_91id_1057")) == 3
    assert loses(state, "de_91id_1057") == [Eliminated(id_)]
    assert state.box("eliminated") == (id_,) and not state.units


@pytest.mark.clause("ZOC-17.9-1")
@pytest.mark.clause("ZOC-17.9-5")
@pytest.mark.clause("ZOC-17.9-3")
@pytest.mark.clause("ZOC-12.3-1")
def test_a_unit_of_three_steps_becomes_a_cadre_and_the_cadre_is_tied_up_when_it_is_lost():
    state = position({"us_82ab_505": "2811", "us_4id_8": "2814"})
    profile = state.profile(state.board.ids["us_82ab_505"])
    free = cadres_left(state, profile)
    loses(state, "us_82ab_505")
    assert cadres_left(state, profile) == free == 5
    loses(state, "us_82ab_505")
    assert state.is_cadre(unit(state, "us_82ab_505")) and state.strength(unit(state, "us_82ab_505")) == 2
    assert cadres_left(state, profile) == free - 1
    loses(state, "us_82ab_505")
    assert state.box("cadres") == ids(state, "us_82ab_505") and cadres_left(state, profile) == free - 1
    assert cadres_left(state, state.profile(state.board.ids["us_4id_8"])) == 9, "another kind of cadre"


@pytest.mark.clause("ZOC-17.9-2")
@pytest.mark.clause("ZOC-17.9-7")
def test_without_a_free_cadre_the_unit_is_gone_for_good():
    """Nine US infantry cadres, some of them taken back to Britain."""
    state = position({key: "1815" if n % 2 else "1816" for n, key in enumerate(US_INFANTRY)})
    for key in US_INFANTRY[:8]:
        state.change(state.board.ids[key], steps=1)
    away = state.board.ids[US_INFANTRY[7]]
    state.take(away)
    state.changed(evacuated={away: 1}, boxes={"britain": (away,)})
    state.change(state.board.ids[US_INFANTRY[8]], steps=2)
    state.change(state.board.ids[US_INFANTRY[9]], steps=2)
    assert loses(state, US_INFANTRY[8]) == [StepLost(state.board.ids[US_INFANTRY[8]], 1)]
    assert loses(state, US_INFANTRY[9]) == [Eliminated(state.board.ids[US_INFANTRY[9]], box="lost")]
    assert list(state.lost_now("us")) == [state.board.ids[US_INFANTRY[9]]]


@pytest.mark.clause("ZOC-17.9-1")
@pytest.mark.clause("ZOC-17.9-5")
def test_eliminated_with_all_steps_a_unit_leaves_no_cadre():
    """A whole unit goes to the eliminated box, a cadre onto its parent."""
    state = position({"us_4id_8": "2814", "us_4id_12": ("2814", {"steps": 1})})
    carried_out(state, eliminate(state, ids(state, "us_4id_8", "us_4id_12"), "retreat"))
    assert state.box("eliminated") == ids(state, "us_4id_8") and state.box("cadres") == ids(state, "us_4id_12")


@pytest.mark.clause("ZOC-17.9-1")
@pytest.mark.clause("ZOC-20.3.3-2")
@pytest.mark.parametrize("box", ["britain", "wave/omaha_1"])
def test_a_cadre_in_the_boats_keeps_its_counter(box):
    """ZOC-17.9-1, ZOC-20.3.3-2, ZOC-21.3-1: taken back, or thrown back at Omaha."""
    state = position({})
    profile = state.profile(state.board.ids["us_1id_16"])
    whole = cadres_left(state, profile)
    state.changed(boxes={box: (profile.id,)}, evacuated={profile.id: 1})
    assert cadres_left(state, profile) == whole - 1
    state.changed(evacuated={profile.id: 2})
    assert cadres_left(state, profile) == whole, "two steps are no cadre"
