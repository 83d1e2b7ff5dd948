"""Drops, scatter and gliders (ZOC-20.2)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, load, position, unit
from wab.systems.zocbonds.movement import gliders
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import Scattered
from wab.systems.zocbonds.state.orders import LandGlider
from wab.systems.zocbonds.state.state import Unit
from wab.systems.zocbonds.state.steps import PlacesGlider

DROPS = {
    "507": "us_82ab_507", "505": "us_82ab_505", "508": "us_82ab_508", "502": "us_101ab_502", "506": "us_101ab_506",
    "501": "us_101ab_501", "3(-)": "uk_6ab_3", "5": "uk_6ab_5", "8/3": "uk_6ab_8_3",
}  # fmt: skip
SINGLE = ["SC-507", "SC-505", "SC-508", "SC-502", "SC-506", "SC-501", "SC-3-minus", "SC-5", "SC-8-3"]


def dropped(key, die, state=None):
    state = state or position({}, turn=1)
    state = load(state, scatter=(die,))
    id_ = state.board.ids[key]
    hex_ = state.board.drops[key]
    return state, carried_out(state, gliders.drop(state, id_, hex_))


@pytest.mark.clause("ZOC-20.2-1")
@pytest.mark.clause("ZOC-20.2-2")
@pytest.mark.clause("ZOC-20.2-3")
@pytest.mark.clause("ZOC-20.2-4")
@pytest.mark.clause("ZOC-X-SC-507")
@pytest.mark.clause("ZOC-X-SC-505")
@pytest.mark.clause("ZOC-X-SC-508")
@pytest.mark.clause("ZOC-X-SC-502")
@pytest.mark.clause("ZOC-X-SC-506")
@pytest.mark.clause("ZOC-X-SC-501")
@pytest.mark.clause("ZOC-X-SC-3-minus")
@pytest.mark.clause("ZOC-X-SC-5")
@pytest.mark.clause("ZOC-X-SC-8-3")
@pytest.mark.parametrize("name", SINGLE)
def test_the_drops_of_the_play_example(name):
    """ZOC-20.2-1 to ZOC-20.2-4: ZOC-X-SC-507, ZOC-X-SC-505, ZOC-X-SC-508, ZOC-X-SC-502, ZOC-X-SC-506, ZOC-X-SC-501,
    ZOC-X-SC-3-minus, ZOC-X-SC-5, ZOC-X-SC-8-3."""
    given, expect = example(f"ZOC-X-{name}")
    key = DROPS[given["unit"]]
    state, events = dropped(key, given["die"])
    (scattered,) = [event for event in events if isinstance(event, Scattered)]
    standing, profile = unit(state, key), state.profile(state.board.ids[key])
    assert scattered.result == expect["result"]
    assert profile.steps - standing.steps == expect["steps_lost"]
    assert standing.scattered is expect["scattered"]
    assert sum(state.now.replacements.values()) == expect["airborne_replacements"]
    assert standing.hex == state.board.drops[key]  # no drift


@pytest.mark.clause("ZOC-X-SC-total")
def test_all_nine_drops_together():
    """ZOC-X-SC-total."""
    given, expect = example("ZOC-X-SC-total")
    assert given["all_rolls"]
    state = position({}, turn=1)
    for name in SINGLE:
        one = example(f"ZOC-X-{name}")[0]
        state, _ = dropped(DROPS[one["unit"]], one["die"], state)
    assert state.now.replacements["us_airborne"] == expect["us_airborne_replacements"]
    assert state.now.replacements["british_airborne"] == expect["british_airborne_replacements"]
    cadres = {state.profile(one.id).key for one in state.units.values() if state.is_cadre(one)}
    assert cadres == {DROPS[name.split("/")[0]] for name in expect["cadres"]}
    us = [one for one in state.units.values() if state.profile(one.id).army == "us"]
    assert sum(one.scattered for one in us) == expect["scattered_us"]
    whole = {DROPS[name.rsplit("/", 1)[0]] for name in expect["not_scattered"]}
    assert {state.profile(one.id).key for one in state.units.values() if not one.scattered} == whole


@pytest.mark.clause("ZOC-20.2-5")
@pytest.mark.clause("ZOC-20.2-6")
def test_scattered_units_have_a_zone_and_no_bond_and_defend_in_full():
    """ZOC-20.2-5, ZOC-20.2-6."""
    state, _ = dropped("us_82ab_505", 5)
    standing = unit(state, "us_82ab_505")
    assert state.has_zone(standing) and not state.binds(standing) and state.strength(standing) == 4


def second_day(units=None, **dice):
    state = position(units or {}, turn=2, phase="initial")
    ids = state.board.ids
    state.changed(boxes={"gliders": tuple(sorted((ids["us_82ab_325"], ids["uk_6ab_al"])))})
    return load(state, **dice)


@pytest.mark.clause("ZOC-20.2-9")
@pytest.mark.clause("ZOC-20.2-12")
def test_gliders_come_down_on_turn_2_with_a_better_die():
    """ZOC-20.2-9, ZOC-20.2-12: 1 and 6 count as 2 and 6; the 327th is none of them."""
    state = second_day(scatter=(1, 6))
    assert state.board.ids["us_101ab_327"] not in state.box("gliders")
    carried_out(state, gliders.land(state))
    assert unit(state, "us_82ab_325").hex == state.board.hex("2711") and not state.box("gliders")
    results = sorted((one.steps, one.scattered) for one in state.units.values())
    assert results == [(2, True), (3, False)]  # 6th Airlanding first, by the number of its hex
    assert gliders.scatter_result(state, "us_82ab", 7) == "-"


@pytest.mark.clause("ZOC-20.2-10")
def test_a_landing_zone_held_by_the_enemy_puts_the_landing_off_to_a_hex_near_it():
    """ZOC-20.2-10: zones of control do not matter; a day later it is another Allied hex within four."""
    state = second_day({"de_91id_1057": "2711", "us_82ab_505": "2811", "de_91id_1058": "2031"}, scatter=(6,))
    carried_out(state, gliders.land(state))
    late = state.board.ids["us_82ab_325"]
    assert state.box("gliders") == (late,)
    assert unit(state, "uk_6ab_al").hex == state.board.hex("2132")
    assert list(gliders.questions(state)) == [] and not gliders.waits_for_room(state, late)
    state.changed(turn=3)
    assert list(gliders.questions(state)) == [PlacesGlider("allied", late)]
    state.changed(agenda=(PlacesGlider("allied", late),))
    assert gliders.elsewhere(state, late) == (state.board.hex("2811"),)
    assert gliders.why_not_land_glider(state, LandGlider(late, state.board.hex("2812"))).code == "not-there"
    load(state, scatter=(6,))
    carried_out(state, gliders.glider_by_itself(state))
    assert unit(state, "us_82ab_325").hex == state.board.hex("2811") and not state.agenda


@pytest.mark.clause("ZOC-20.2-10")
def test_several_places_are_a_choice_and_none_is_another_day():
    """ZOC-20.2-10."""
    units = {"de_91id_1057": "2711", "us_82ab_505": "2811", "us_82ab_507": "2810"}
    state = second_day(units)
    late = state.board.ids["us_82ab_325"]
    state.changed(turn=3, agenda=(PlacesGlider("allied", late),))
    (orders,) = gliders.offered_land_glider(state)
    assert len(orders) == 2 and gliders.glider_by_itself(state) is None
    state.changed(agenda=(PlacesGlider("allied", late), PlacesGlider("allied", state.board.ids["uk_6ab_al"])))
    assert [*gliders.offered_land_glider(state)] == [orders], "one regiment after the other"
    nowhere = second_day({"de_91id_1057": "2711"})
    nowhere.changed(turn=3, agenda=(PlacesGlider("allied", late),))
    assert list(gliders.questions(nowhere)) == []
    carried_out(nowhere, gliders.glider_by_itself(nowhere))
    assert nowhere.box("gliders") and not nowhere.agenda


@pytest.mark.clause("ZOC-20.2-10")
def test_a_zone_that_the_enemy_has_left_meanwhile_is_not_landed_in():
    """ZOC-20.2-10: neither in the movement phase of the same day nor on a later one."""
    state = second_day({"de_91id_1057": "2711", "us_82ab_505": "2811", "uk_6ab_3": "2132"}, scatter=(6,))
    carried_out(state, gliders.land(state))
    late = state.board.ids["us_82ab_325"]
    state.change(state.board.ids["de_91id_1057"], hex=state.board.hex("2609"))
    state.change(state.board.ids["us_82ab_505"], hex=state.board.hex("2711"))
    state.changed(phase="movement", side="allied")
    state.control[state.board.hex("2711")] = CODES["allied"]
    assert not gliders.waits_for_room(state, late)
    assert gliders.why_not_land_glider(state, LandGlider(late, state.board.hex("2711"))).code == "no-glider"
    state.changed(turn=3, agenda=(PlacesGlider("allied", late),))
    assert gliders.elsewhere(state, late) == (state.board.hex("2811"),)
    assert gliders.why_not_land_glider(state, LandGlider(late, state.board.hex("2711"))).code == "not-there"


@pytest.mark.clause("ZOC-20.2-11")
def test_a_full_zone_waits_for_the_allied_movement_phase():
    """ZOC-20.2-11: until it has been cleared; if it is not, the landing is put off."""
    full = {"us_82ab_505": "2711", "us_82ab_507": "2711"}
    state = second_day(full, scatter=(6, 6))
    carried_out(state, gliders.land(state))
    late = state.board.ids["us_82ab_325"]
    assert state.box("gliders") == (late,)
    state.changed(phase="movement", side="allied")
    order = LandGlider(late, state.board.hex("2711"))
    assert gliders.why_not_land_glider(state, order).code == "full"
    assert gliders.why_not_land_glider(state, LandGlider(late, state.board.hex("2811"))).code == "other-zone"
    state.change(state.board.ids["us_82ab_507"], hex=state.board.hex("2811"))
    assert gliders.why_not_land_glider(state, order) is None
    assert list(gliders.offered_land_glider(state)) == [(order,)]
    carried_out(state, gliders.execute_land_glider(state, order))
    assert unit(state, "us_82ab_325").hex == state.board.hex("2711")


@pytest.mark.clause("ZOC-9.8.2-2")
@pytest.mark.clause("ZOC-20.2-11")
def test_gliders_that_waited_do_not_come_down_onto_a_unit_in_column():
    key = "us_82ab_325"
    for column, code in ((True, "column-stacked"), (False, None)):
        state = position({"us_746": ("2711", {"column": column})}, turn=2, phase="movement")
        unit_ = state.board.ids[key]
        state.changed(boxes={"gliders": (unit_,)})
        refusal = gliders.why_not_land_glider(state, LandGlider(unit_, state.board.hex("2711")))
        assert (refusal.code if refusal else None) == code


@pytest.mark.clause("ZOC-20.2-11")
def test_only_on_its_day_does_a_full_zone_wait_for_the_movement_phase():
    """ZOC-20.2-11."""
    key = "us_82ab_325"
    for turn, waits in ((2, True), (3, False)):
        state = position({"us_4id_8": "2711"}, turn=turn, phase="movement")
        unit_ = state.board.ids[key]
        state.changed(boxes={"gliders": (unit_,)})
        assert gliders.waits_for_room(state, unit_) is waits


@pytest.mark.clause("ZOC-20.2-11")
@pytest.mark.parametrize(("left", "code"), [("nobody", None), ("a German", "no-glider")])
def test_a_full_zone_that_everybody_has_left_takes_the_gliders(left, code):
    """ZOC-20.2-11: it may be emptied of all that stood there; the enemy may not have come in."""
    state = second_day({"us_82ab_505": "2711", "us_82ab_507": "2711", "uk_6ab_3": "2132"}, scatter=(6, 6))
    carried_out(state, gliders.land(state))
    late, zone = state.board.ids["us_82ab_325"], state.board.hex("2711")
    for key, label in (("us_82ab_505", "2811"), ("us_82ab_507", "2810")):
        state.change(state.board.ids[key], hex=state.board.hex(label))
    if left == "a German":
        state.put(Unit(state.board.ids["de_91id_1057"], zone, 2))
    state.changed(phase="movement", side="allied")
    refusal = gliders.why_not_land_glider(state, LandGlider(late, zone))
    assert (refusal.code if refusal else None) == code
    assert [*gliders.offered_land_glider(state)] == ([(LandGlider(late, zone),)] if code is None else [])
