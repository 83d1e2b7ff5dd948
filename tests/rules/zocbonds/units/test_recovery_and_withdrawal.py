"""Recovery (ZOC-3-7), withdrawals (ZOC-17.5, ZOC-22.2, ZOC-22.3, ZOC-26.3-3), the cadre card (ZOC-17.9)."""

import pytest

from tests.rules.zocbonds.field import carried_out, ids, position, unit
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.systems.zocbonds.sequence import recovery
from wab.systems.zocbonds.state.events import Withdrawn
from wab.systems.zocbonds.state.orders import WithdrawDivision
from wab.systems.zocbonds.units import cadres, losses, withdrawal

MARKED = {
    "replaced": True, "disrupted": True, "scattered": True, "reserve": True, "landed": True, "regroup": True,
}  # fmt: skip


def left(units, key, **now):
    state = position(units, phase="recovery", **now)
    carried_out(state, recovery.recovery(state))
    return {name for name in MARKED if getattr(unit(state, key), name)}


@pytest.mark.clause("ZOC-3-7")
@pytest.mark.clause("ZOC-3-9")
@pytest.mark.clause("ZOC-6.2-9")
@pytest.mark.clause("ZOC-13.6-8")
@pytest.mark.clause("ZOC-20.2-7")
@pytest.mark.clause("ZOC-6.5.2-4")
def test_the_allies_lose_every_marker_of_the_day():
    """ZOC-3-7, ZOC-3-9, ZOC-6.2-9, ZOC-13.6-8, ZOC-20.2-7, ZOC-6.5.2-4: reserves far from the enemy stay."""
    assert left({"us_4id_8": ("2713", MARKED)}, "us_4id_8") == {"reserve"}
    assert left({"us_4id_8": ("2713", MARKED), "de_lxxxiv": "2712"}, "us_4id_8") == set()


@pytest.mark.clause("ZOC-3-7")
@pytest.mark.clause("ZOC-6.4-3")
def test_the_germans_lose_theirs_and_what_they_cannot_save():
    """ZOC-3-7, ZOC-6.4-3."""
    marks = {"replaced": True, "disrupted": True, "reserve": True}
    state = position({"de_21pz_125": ("2128", marks)}, side="axis", phase="recovery", replacements={"german_low/0": 1})
    carried_out(state, recovery.recovery(state))
    now = unit(state, "de_21pz_125")
    assert (now.replaced, now.disrupted, now.reserve) == (False, False, True) and state.now.replacements == {}


@pytest.mark.clause("ZOC-3-7")
def test_only_the_side_on_turn_recovers():
    """ZOC-3-7."""
    assert left({"de_21pz_125": ("2128", {"disrupted": True})}, "de_21pz_125", side="allied") == {"disrupted"}


# ------------------------------------------------------------------------------------------------- commandos


def gone(units, **now):
    state = position(units, **now)
    carried_out(state, withdrawal.commandos(state))
    return {state.profile(one).key for one in state.box("withdrawn")}


@pytest.mark.clause("ZOC-17.5-1")
def test_the_rangers_go_once_no_german_is_near_pointe_du_hoc():
    """ZOC-17.5-1: four hexes, strongpoints included; both battalions."""
    rangers = {"us_2_ranger": "2818", "us_5_ranger": "2719"}
    assert gone(rangers) == {"us_2_ranger", "us_5_ranger"}
    assert gone({**rangers, "de_352id_916": "2518"}) == set()
    assert gone({**rangers, "de_352id_916": "2418"}) == set(), "four hexes"
    assert gone({**rangers, "de_352id_916": "2318"}) == set(rangers), "five"


@pytest.mark.clause("ZOC-17.5-1")
def test_they_are_checked_in_the_turn_of_the_allies():
    """ZOC-17.5-1."""
    assert withdrawal.comes_up(position({}, side="allied")) and not withdrawal.comes_up(position({}, side="axis"))


@pytest.mark.clause("ZOC-17.5-2")
@pytest.mark.clause("ZOC-17.5-3")
def test_the_4th_brigade_goes_once_no_german_is_near_arromanches():
    """ZOC-17.5-2, ZOC-17.5-3: Longues counts with the batteries alone; the 1st brigade stays."""
    brigades = {"uk_4_ss": "2329", "uk_1_ss": "2331"}
    assert gone(brigades) == {"uk_4_ss"}
    assert gone({**brigades, "de_longues": "2623"}) == {"uk_4_ss"}
    assert gone({**brigades, "de_longues": "2623"}, options={"batteries": "on"}) == set()
    assert gone({**brigades, "de_352id_916": "2325"}) == set()


# ------------------------------------------------------------------------------------------------- divisions

DIVISION = {**BEACHES, "us_82ab_505": "2713", "us_82ab_507": ("2712", {"steps": 1})}


def late(units=None, boxes=None, **now):
    state = position(units or DIVISION, **{"turn": 8, "phase": "end", **now})
    state.changed(boxes={name: ids(state, *keys) for name, keys in (boxes or {"cadres": ("us_82ab_508",)}).items()})
    return state


def why(state, formation="us_82ab"):
    refusal = withdrawal.why_not_withdraw(state, WithdrawDivision(formation))
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-22.2-1")
@pytest.mark.clause("ZOC-22.2-2")
@pytest.mark.clause("ZOC-3-10")
@pytest.mark.clause("ZOC-DN-8")
def test_a_whole_airborne_division_leaves():
    """ZOC-22.2-1, ZOC-22.2-2, ZOC-3-10: with its cadres and its dead, whose counters are free and who count no more; so
    an army that runs out of cadres is helped (ZOC-DN-8)."""
    state = late()
    assert why(state) is None and len(cadres.big_units_lost(state, "us")) == 2
    assert cadres.to_defeat(state, "us") == state.board.tables.cadres.most_lost["us"] - 2
    before = losses.cadres_left(state, state.profile(state.board.ids["us_101ab_502"]))
    (event,) = carried_out(state, withdrawal.execute_withdraw(state, WithdrawDivision("us_82ab")))
    assert isinstance(event, Withdrawn) and set(ids(state, "us_82ab_505", "us_82ab_508")) <= set(event.units)
    assert cadres.big_units_lost(state, "us") == ()
    assert cadres.to_defeat(state, "us") == state.board.tables.cadres.most_lost["us"]
    assert losses.cadres_left(state, state.profile(state.board.ids["us_101ab_502"])) == before + 2
    assert why(state) == "no-division"


@pytest.mark.clause("ZOC-22.3-1")
@pytest.mark.parametrize(
    ("units", "now", "expected"),
    [
        (DIVISION, {"turn": 7}, "too-early"),
        ({"us_82ab_505": "2713"}, {}, "out-of-supply"),
        ({**DIVISION, "de_91id_1058": "2612"}, {}, "beside-enemy"),
        (DIVISION, {"player": "allied/commonwealth", "options": {"players": "3"}}, "other-seat"),
    ],
)
def test_when_a_division_may_go(units, now, expected):
    """ZOC-22.3-1."""
    assert why(late(units, **now)) == expected


@pytest.mark.clause("ZOC-22.2-1")
def test_no_other_division_goes():
    """ZOC-22.2-1."""
    assert why(late(), "us_4id") == why(late(), "nobody") == why(late(), "") == "no-division"


@pytest.mark.clause("ZOC-3-10")
@pytest.mark.clause("ZOC-22.3-1")
def test_the_choice_comes_up_when_there_is_one():
    """ZOC-3-10, ZOC-22.3-1."""
    assert withdrawal.is_open(late({**DIVISION, "us_101ab_501": "2612", "de_91id_1058": "2512"}))
    only = {"us_82ab_505": "2713"}
    state = late(only)
    for key in state.board.ids:
        if key.startswith(("us_101ab", "uk_6ab")):
            state.rehouse(state.board.ids[key], "withdrawn")
    assert not withdrawal.is_open(state) and list(withdrawal.offered_withdraw(state)) == []
    assert next(withdrawal.offered_withdraw(late()))[0] == WithdrawDivision("us_82ab")
    of_unit = {key: [*withdrawal.offered_withdraw(late(), state.board.ids[key])] for key in ("us_82ab_505", "us_4id_8")}
    assert of_unit == {"us_82ab_505": [(WithdrawDivision("us_82ab"),)], "us_4id_8": []}


@pytest.mark.clause("ZOC-26.3-3")
def test_the_6th_parachute_regiment_leaves_cherbourg_with_carentan():
    """ZOC-26.3-3."""
    units = {"de_6fj_fj": "2409", "de_6fj_1_6_fj": "2511"}
    state = position(units, scenario="zocbonds/cherbourg", phase="end")
    assert list(withdrawal.begin(state)) == []
    state.control[state.board.hex("2512")] = 1
    carried_out(state, withdrawal.begin(state))
    assert not state.units and state.box("withdrawn") == ids(state, *units)
    assert list(withdrawal.begin(position({**units, "us_4id_8": "2512"}))) == []


# ------------------------------------------------------------------------------------------------- the card


@pytest.mark.clause("ZOC-17.9-6")
@pytest.mark.clause("ZOC-17.9-7")
@pytest.mark.clause("ZOC-23.3-2")
def test_the_card_counts_by_nation_and_kind():
    """ZOC-17.9-6, ZOC-17.9-7, ZOC-23.3-2."""
    state = late({"uk_50id_69": ("2322", {"steps": 1})}, {"cadres": ("uk_50id_231",)})
    rows = {(row.nation, row.kind): row for row in cadres.card(state, "allied")}
    british = rows["british", "infantry"]
    assert (british.all, british.free, british.units) == (6, 4, ids(state, "uk_50id_69", "uk_50id_231"))
    assert cadres.to_defeat(state, "commonwealth") == 3
    assert {row.nation for row in cadres.card(state, "axis")} == {"german"}


@pytest.mark.clause("ZOC-23.3-2")
@pytest.mark.clause("ZOC-23.3-3")
@pytest.mark.clause("ZOC-21.3-1")
@pytest.mark.clause("ZOC-17.9-2")
def test_who_counts_for_the_german_victory():
    """ZOC-23.3-2, ZOC-23.3-3, ZOC-21.3-1, ZOC-17.9-2: neither Canadians nor small units; evacuated cadres do."""
    boxes = {
        "eliminated": ("ca_3id_7", "uk_1_ss", "us_746", "us_4id_8"),
        "lost": ("us_1id_16",),
        "britain": ("us_9id_39",),
    }
    state = late({"us_29id_115": ("2713", {"steps": 2})}, boxes)
    assert cadres.big_units_lost(state, "us") == ids(state, "us_4id_8", "us_1id_16")
    state.changed(evacuated={state.board.ids["us_9id_39"]: 1})
    assert cadres.big_units_lost(state, "us") == ids(state, "us_4id_8", "us_1id_16", "us_9id_39")
    assert cadres.big_units_lost(state, "commonwealth") == ()


@pytest.mark.clause("ZOC-22.2-2")
@pytest.mark.clause("ZOC-21.3-1")
def test_an_evacuated_cadre_counts_until_its_division_is_withdrawn():
    """ZOC-22.2-2, ZOC-21.3-1: then its losses count no more, the losses that it took to Britain among them."""
    state = late(boxes={"britain": ("us_82ab_508",)})
    state.changed(evacuated={state.board.ids["us_82ab_508"]: 1})
    assert state.board.ids["us_82ab_508"] in cadres.big_units_lost(state, "us")
    carried_out(state, withdrawal.execute_withdraw(state, WithdrawDivision("us_82ab")))
    assert cadres.big_units_lost(state, "us") == ()


@pytest.mark.clause("ZOC-17.9-6")
def test_no_more_can_be_lost_than_all():
    """ZOC-17.9-6: once the Germans have won, nothing is left to lose."""
    keys = [
        profile.key for profile in position({}).board.roster.values() if profile.nation == "us" and profile.steps == 3
    ]
    assert cadres.to_defeat(late(boxes={"eliminated": tuple(keys[:9])}), "us") == 0
