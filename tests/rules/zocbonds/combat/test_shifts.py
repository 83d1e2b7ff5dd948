"""Column shifts, cause by cause (ZOC-11.3 to ZOC-11.9, ZOC-9.8.4)."""

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, position
from tests.rules.zocbonds.fighting import attack, find, fought, of, offered, refused, scene
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.state import Works

PLAIN, BESIDE, NEAR = "1432", "1433", "1532"
INFANTRY, TANKS, REGIMENT = "us_4id_8", "us_70_dd", "de_352id_914"


def shifts(state, order):
    """Every shift of an attack, by its clause."""
    return {shift.clause: shift.value for shift in preview(state, order).shifts}


def of_tanks(target, beside, defenders, works=()):
    """The shifts of infantry with tanks attached."""
    state = scene(target, defenders, {INFANTRY: (beside, {}), TANKS: (beside, {})})
    state.changed(works=works)
    return shifts(state, attack(state, target, "us_4id", TANKS))


# ------------------------------------------------------------------------------------------------- water


@pytest.mark.clause("ZOC-11.3-1")
@pytest.mark.clause("ZOC-11.3-2")
@pytest.mark.clause("ZOC-11.3-4")
@pytest.mark.clause("ZOC-11.7-1")
@pytest.mark.clause("ZOC-11.4.4-1")
@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.parametrize(("kind", "halved", "tanks", "left"), [
    ((), False, True, 0), (("river",), True, True, 0), (("major_river",), True, False, -1),
    (("flooded",), True, False, -1), (("airfield",), True, True, 0),
])  # fmt: skip
def test_what_hexsides_do_to_an_attack(kind, halved, tanks, left):
    terrain = {("major_river",): "clear", ("flooded",): "bocage", ("airfield",): "clear"}.get(kind, "mixed")
    target, beside = ("1926", "1927") if kind == ("airfield",) else find(terrain, kind)
    state = scene(target, {REGIMENT: {}}, {INFANTRY: (beside, {}), TANKS: (beside, {})})
    seen = preview(state, attack(state, target, "us_4id", TANKS))
    assert all(bool(part.halved) == halved for part in seen.attackers)
    found = {shift.clause: shift.value for shift in seen.shifts}
    assert ("ZOC-11.4.1-1" in found) == tanks and found.get("ZOC-11.3-4", 0) == left


@pytest.mark.clause("ZOC-11.3-5")
@pytest.mark.clause("ZOC-11.3-1")
@pytest.mark.clause("ZOC-11.3-2")
def test_a_bridge_spares_nobody_the_halving():
    on = board()
    bridges = {("1829", "1929"), ("1325", "1326"), ("2710", "2711")}
    for one, other in bridges:
        side = on.grid.direction(on.hex(one), on.hex(other))
        assert on.map.road[on.hex(one), side]
        state = scene(other, {"de_795_ost": {}}, {INFANTRY: (one, {})})
        assert preview(state, attack(state, other, "us_4id")).attackers[0].halved
        assert "ZOC-11.3-4" in shifts(state, attack(state, other, "us_4id"))


@pytest.mark.clause("ZOC-11.3-3")
@pytest.mark.clause("ZOC-11.4.4-1")
def test_out_of_a_flooded_hex_is_halved_and_into_one_not():
    state = scene("2514", {REGIMENT: {}}, {INFANTRY: ("2414", {}), TANKS: ("2414", {})})
    into = attack(state, "2514", "us_4id", TANKS)
    assert not preview(state, into).attackers[0].halved and shifts(state, into) == {}
    state = scene("2414", {REGIMENT: {}}, {INFANTRY: ("2514", {}), TANKS: ("2514", {})})
    out = attack(state, "2414", "us_4id", TANKS)
    assert all(part.halved for part in preview(state, out).attackers)
    assert shifts(state, out) == {"ZOC-11.3-4": -1}


@pytest.mark.clause("ZOC-11.3-4")
def test_one_unit_of_the_main_force_on_dry_ground_saves_the_shift():
    target, wet, dry = find("village", ("major_river",), ())
    state = scene(target, {REGIMENT: {}}, {INFANTRY: (wet, {}), "us_4id_12": (dry, {}), "us_1id_16": (dry, {})})
    assert "ZOC-11.3-4" not in shifts(state, attack(state, target, "us_4id"))
    assert "ZOC-11.3-4" in shifts(state, attack(state, target, "us_4id", units=[INFANTRY, "us_1id_16"]))


# ------------------------------------------------------------------------------------------------- armour


@pytest.mark.clause("ZOC-11.4.1-1")
@pytest.mark.clause("ZOC-11.4.1-2")
@pytest.mark.clause("ZOC-11.4.3-1")
@pytest.mark.clause("ZOC-11.4.2-3")
@pytest.mark.parametrize(("defenders", "clause"), [
    ({REGIMENT: {}}, "ZOC-11.4.1-1"), ({"de_100_pz": {}}, "ZOC-11.4.1-2"), ({"de_902_stug": {}}, None),
    ({"de_12ss_1_12": {}}, None), ({"de_709id_pzjg": {}}, None), ({"de_3flak_1_flak": {}}, None),
])  # fmt: skip
def test_tanks_shift_against_no_armour_or_worse(defenders, clause):
    """The best of each side, never added, red ones deny it."""
    found = of_tanks(PLAIN, BESIDE, defenders)
    assert [one for one in found if one.startswith("ZOC-11.4")] == ([clause] if clause else [])


@pytest.mark.clause("ZOC-11.4.3-1")
@pytest.mark.clause("ZOC-10.3-3")
def test_anti_tank_guns_never_earn_the_shift_and_only_the_main_force_does():
    state = scene(PLAIN, {REGIMENT: {}}, {INFANTRY: (BESIDE, {}), "us_803_td": (BESIDE, {}), TANKS: (NEAR, {})})
    assert "ZOC-11.4.1-1" not in shifts(state, attack(state, PLAIN, "us_4id", "us_803_td"))
    assert "ZOC-11.4.1-1" in shifts(state, attack(state, PLAIN, TANKS))


@pytest.mark.clause("ZOC-11.4.4-1")
@pytest.mark.clause("ZOC-11.4.4-3")
@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.parametrize(("terrain", "allowed"), [
    ("clear", True), ("mixed", True), ("bocage", True), ("village", True), ("woods", False), ("city", False),
])  # fmt: skip
def test_ground_that_bars_tanks(terrain, allowed):
    assert ("ZOC-11.4.1-1" in of_tanks(*find(terrain, ()), {REGIMENT: {}})) is allowed


@pytest.mark.clause("ZOC-11.4.4-1")
@pytest.mark.clause("ZOC-11.4.4-3")
@pytest.mark.clause("ZOC-16.1-1")
@pytest.mark.clause("ZOC-16.1-8")
@pytest.mark.clause("ZOC-16.2-2")
@pytest.mark.clause("ZOC-16.3-1")
@pytest.mark.clause("ZOC-11.8-1")
def test_works_strongpoints_and_the_perimeter_bar_tanks_and_a_hilltop_does_not():
    on, clause = board(), "ZOC-11.4.1-1"
    assert clause not in of_tanks(PLAIN, BESIDE, {REGIMENT: {}}, (Works(on.hex(PLAIN), "axis", done=True),))
    assert clause in of_tanks(PLAIN, BESIDE, {REGIMENT: {}}, (Works(on.hex(PLAIN), "axis"),))
    assert clause not in of_tanks(PLAIN, BESIDE, {REGIMENT: {}, "de_yorck": {}})
    assert clause not in of_tanks("3505", "3504", {REGIMENT: {}})
    assert on.overlay("perimeter")[on.hex("3505")] and not on.overlay("perimeter")[on.hex("3504")]
    hill, beside = "1230", "1231"
    assert on.overlay("hilltop")[on.hex(hill)]
    found = of_tanks(hill, beside, {REGIMENT: {}})
    assert found[clause] == 1 and found["ZOC-11.8-1"] == -1


@pytest.mark.clause("ZOC-11.4.2-1")
@pytest.mark.clause("ZOC-11.4.4-2")
@pytest.mark.clause("ZOC-11.4.3-1")
def test_infantry_and_tanks_together_shift_against_an_attack_without_armour():
    for terrain in ("clear", "city"):
        target, beside = find(terrain, ())
        state = scene(target, {REGIMENT: {}, "de_902_stug": {}}, {INFANTRY: (beside, {})})
        assert shifts(state, attack(state, target, "us_4id")) == {"ZOC-11.4.2-1": -1}
    for defenders in ({"de_902_stug": {}}, {REGIMENT: {}}, {REGIMENT: {}, "de_709id_pzjg": {}}):
        state = scene(PLAIN, defenders, {INFANTRY: (BESIDE, {})})
        assert "ZOC-11.4.2-1" not in shifts(state, attack(state, PLAIN, "us_4id"))


@pytest.mark.clause("ZOC-11.4.2-2")
def test_an_allied_mixed_armoured_unit_is_both_at_once():
    for key, both in (("uk_7ad_22", True), ("us_70_dd", False), ("us_4_cav", True)):
        state = scene(PLAIN, {key: {}}, {"de_91id_1057": (BESIDE, {})}, side="axis")
        assert ("ZOC-11.4.2-1" in shifts(state, attack(state, PLAIN, "de_91id"))) is both
    state = scene(PLAIN, {"de_21pz_recon": {}}, {INFANTRY: (BESIDE, {})})
    assert "ZOC-11.4.2-1" not in shifts(state, attack(state, PLAIN, "us_4id")), "a German one is not"


@pytest.mark.clause("ZOC-11.4.2-1")
@pytest.mark.clause("ZOC-11.4.2-4")
def test_any_armour_value_of_the_main_force_denies_that_shift_barred_or_not():
    target, beside = find("village", ("major_river",))
    state = scene(target, {REGIMENT: {}, "de_902_stug": {}}, {INFANTRY: (beside, {}), TANKS: (beside, {})})
    assert set(shifts(state, attack(state, target, "us_4id", TANKS))) == {"ZOC-11.3-4"}
    state = scene(PLAIN, {REGIMENT: {}, "de_902_stug": {}}, {INFANTRY: (BESIDE, {}), "us_803_td": (BESIDE, {})})
    assert "ZOC-11.4.2-1" not in shifts(state, attack(state, PLAIN, "us_4id", "us_803_td"))
    assert "ZOC-11.4.2-1" in shifts(state, attack(state, PLAIN, "us_4id")), "outside the main force it does nothing"


# ------------------------------------------------------------------------------------------------- Tigers


@pytest.mark.clause("ZOC-11.9-1")
@pytest.mark.clause("ZOC-11.9-3")
@pytest.mark.clause("ZOC-11.9-4")
def test_tigers_shift_besides_the_armour_shift_and_into_close_ground():
    for terrain, armour in (("clear", True), ("city", False), ("woods", False)):
        target, beside = find(terrain, ())
        state = scene(target, {"us_101ab_506": {}}, {"de_101_ss_tiger": (beside, {})}, side="axis")
        found = shifts(state, attack(state, target, "de_101_ss_tiger"))
        assert found["ZOC-11.9-1"] == 1 and ("ZOC-11.4.1-1" in found) is armour


@pytest.mark.clause("ZOC-11.9-1")
def test_tigers_do_not_shift_across_deep_water_nor_into_floods_but_across_rivers():
    for target, beside, allowed in (
        (*find("mixed", ("river",)), True), (*find("village", ("major_river",)), False), ("2514", "2414", False),
        ("2414", "2514", False),
    ):  # fmt: skip
        state = scene(target, {"us_101ab_506": {}}, {"de_101_ss_tiger": (beside, {})}, side="axis")
        assert ("ZOC-11.9-1" in shifts(state, attack(state, target, "de_101_ss_tiger"))) is allowed


@pytest.mark.clause("ZOC-11.9-2")
def test_defending_tigers_shift_in_any_terrain():
    for target, beside in (find("clear", ()), find("city", ()), ("2514", "2414")):
        state = scene(target, {"de_101_ss_tiger": {}}, {INFANTRY: (beside, {})})
        assert shifts(state, attack(state, target, "us_4id"))["ZOC-11.9-2"] == -1


# ------------------------------------------------------------------------------------------------- quality


@pytest.mark.clause("ZOC-11.5-1")
@pytest.mark.clause("ZOC-11.5-3")
@pytest.mark.clause("ZOC-2.3.1-3")
def test_better_quality_shifts_by_one_however_much_better():
    for defender, shifted in (("de_795_ost", True), ("de_352id_914", True), ("de_12ss_25", False)):
        state = scene(PLAIN, {defender: {}}, {"us_82ab_505": (BESIDE, {})})
        assert shifts(state, attack(state, PLAIN, "us_82ab")).get("ZOC-11.5-1", 0) == int(shifted)


@pytest.mark.clause("ZOC-11.5-2")
@pytest.mark.clause("ZOC-11.5-3")
def test_a_main_force_of_poor_quality_is_shifted_back_unless_tanks_or_better_units_are_in_it():
    state = scene(
        PLAIN, {"us_4id_8": {"steps": 2}}, {"de_709id_729": (BESIDE, {}), "de_902_stug": (BESIDE, {})}, side="axis"
    )  # fmt: skip
    assert shifts(state, attack(state, PLAIN, "de_709id"))["ZOC-11.5-2"] == -1
    assert "ZOC-11.5-2" not in shifts(state, attack(state, PLAIN, "de_709id", "de_902_stug"))


# ------------------------------------------------------------------------------------------------- means and columns


@pytest.mark.clause("ZOC-9.8.4-1")
def test_a_target_in_column_shifts_right_and_keeps_its_quality():
    state = scene(PLAIN, {"de_12ss_25": {"column": True}}, {"us_82ab_505": (BESIDE, {})})
    assert shifts(state, attack(state, PLAIN, "us_82ab")) == {"ZOC-9.8.4-1": 1}


@pytest.mark.clause("ZOC-11.6-1")
@pytest.mark.clause("ZOC-11.6-3")
@pytest.mark.clause("ZOC-17.3-2")
@pytest.mark.clause("ZOC-X-11.6")
@pytest.mark.parametrize(
    "pair", [("de_7_werfer", "de_lxxxiv"), ("de_lxxxiv", "de_lxxxvi"), ("de_7_werfer", "de_8_werfer")]
)
def test_two_german_guns_give_two_shifts_and_each_only_one(pair):
    assert len(named("11.6").given["options"]) == 3
    state = scene(
        PLAIN, {"us_101ab_506": {}}, {"de_91id_1057": (BESIDE, {}), **{gun: (BESIDE, {}) for gun in pair}}, side="axis",
        supply={"seventh_army": 5},
    )  # fmt: skip
    units = ["de_91id_1057"]
    order = attack(state, PLAIN, "de_91id", units=units, guns=pair)
    assert refused(state, order) == ""
    assert shifts(state, order)["ZOC-11.6-1"] == named("11.6").expect["artillery_shifts"]
    twice = attack(state, PLAIN, "de_91id", units=units, guns=[pair[0], pair[0]])
    assert refused(state, twice) == "gun-twice"


@pytest.mark.clause("ZOC-11.6-1")
@pytest.mark.clause("ZOC-11.6-2")
@pytest.mark.clause("ZOC-17.2-2")
@pytest.mark.clause("ZOC-17.2-3")
@pytest.mark.clause("ZOC-X-11.6b")
def test_an_allied_headquarters_gives_two_shifts_and_a_storm_allows_one():
    units, setting = {INFANTRY: (BESIDE, {}), "us_vii": (BESIDE, {})}, {"supply": {"us": 2}}
    state = scene(PLAIN, {"de_12ss_25": {}}, units, **setting)
    order = attack(state, PLAIN, "us_4id", units=[INFANTRY], guns=["us_vii", "us_vii"])
    assert refused(state, order) == "" and shifts(state, order)["ZOC-11.6-1"] == 2
    done = fought(state, order)
    assert [event.points for event in of(done, ev.SupplySpent)] == [1, 1] and state.now.supply["us"] == 0
    storm = scene(PLAIN, {"de_12ss_25": {}}, units, row=1, **setting)
    assert storm.sky == named("11.6b").given["weather"].lower()
    assert refused(storm, order) == "too-many-guns"
    one = attack(storm, PLAIN, "us_4id", units=[INFANTRY], guns=["us_vii"])
    assert refused(storm, one) == "" and shifts(storm, one)["ZOC-11.6-1"] == named("11.6b").expect["artillery_shifts"]


@pytest.mark.clause("ZOC-11.6-1")
@pytest.mark.clause("ZOC-13.6-7")
@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.parametrize(("values", "supply", "code"), [
    ({"disrupted": True}, 2, "disrupted"), ({"moved_side": True}, 2, "not-ready"), ({}, 1, "no-supply-point"),
])  # fmt: skip
def test_guns_that_cannot_fire_give_no_shift(values, supply, code):
    state = scene(
        PLAIN, {"de_12ss_25": {}}, {INFANTRY: (BESIDE, {}), "us_vii": (BESIDE, values)}, supply={"us": supply}
    )  # fmt: skip
    assert refused(state, attack(state, PLAIN, "us_4id", units=[INFANTRY], guns=["us_vii", "us_vii"])) == code


@pytest.mark.clause("ZOC-22.1-1")
@pytest.mark.clause("ZOC-17.2-5")
@pytest.mark.clause("ZOC-19.2-4")
@pytest.mark.clause("ZOC-19.1.2-2")
def test_headquarters_and_ships_help_their_own_army_and_aircraft_both():
    target, beside = find("clear", (), also=lambda hex_: bool(board().overlay("naval_zone")[hex_]))
    state = scene(
        target, {"de_12ss_25": {}}, {INFANTRY: (beside, {}), "uk_i": (beside, {})}, supply={"commonwealth": 2},
        ships={"commonwealth": 2}, air={"commonwealth": 2},
    )  # fmt: skip
    assert refused(state, attack(state, target, "us_4id", units=[INFANTRY], guns=["uk_i"])) == "other-army"
    assert refused(state, attack(state, target, "us_4id", units=[INFANTRY], naval=1)) == "no-naval"
    lent = attack(state, target, "us_4id", units=[INFANTRY], air=1)
    assert refused(state, lent) == "" and shifts(state, lent) == {"ZOC-19.1.2-1": 1}
    fought(state, lent)
    assert state.now.air == {"commonwealth": 1}


@pytest.mark.clause("ZOC-19.2-2")
@pytest.mark.clause("ZOC-19.2-3")
@pytest.mark.clause("ZOC-19.2-5")
@pytest.mark.clause("ZOC-19.2-7")
def test_ships_reach_as_far_as_their_zone_and_only_one_helps():
    target, beside = find("clear", (), also=lambda hex_: bool(board().overlay("naval_zone")[hex_]))
    for place, near, code in ((target, beside, ""), (PLAIN, BESIDE, "out-of-reach")):
        state = scene(place, {"de_yorck": {}, "de_716id_736": {}}, {INFANTRY: (near, {})}, ships={"us": 2})
        order = attack(state, place, "us_4id", naval=1)
        assert refused(state, order) == code
        assert refused(state, attack(state, place, "us_4id", naval=2)) == "too-many-ships"
    state = scene(target, {"de_716id_736": {}}, {INFANTRY: (beside, {})}, ships={"us": 1})
    fought(state, attack(state, target, "us_4id", naval=1))
    assert state.now.ships == {"us": 0}


@pytest.mark.clause("ZOC-11.6-4")
def test_the_defender_has_no_shift_of_artillery():
    state = scene(
        PLAIN, {REGIMENT: {}, "de_lxxxiv": {}, "de_7_werfer": {}}, {INFANTRY: (BESIDE, {})}, supply={"seventh_army": 9}
    )
    assert shifts(state, attack(state, PLAIN, "us_4id")) == {}


@pytest.mark.clause("ZOC-13.5-1")
def test_units_that_fell_back_onto_others_add_nothing():
    back = {"disrupted": True, "retreated": True}
    state = scene(PLAIN, {"de_352id_fus": {}, "de_12ss_25": back}, {"us_82ab_505": (BESIDE, {})})
    order = attack(state, PLAIN, "us_82ab")
    seen = preview(state, order)
    assert seen.defence == 2 and {"ZOC-11.5-1"} == {shift.clause for shift in seen.shifts}
    alone = scene(PLAIN, {"de_12ss_25": back}, {"us_82ab_505": (BESIDE, {}), "us_82ab_507": (BESIDE, {})})
    assert preview(alone, attack(alone, PLAIN, "us_82ab")).defence == 7


@pytest.mark.clause("ZOC-12.2-4")
def test_a_shift_cannot_be_declined():
    """The order has no say in it."""
    state = position({"us_82ab_505": BESIDE, "de_795_ost": PLAIN}, phase="combat")
    assert all("ZOC-11.5-1" in shifts(state, order) for order in offered(state))


@pytest.mark.clause("ZOC-A-7")
@pytest.mark.clause("ZOC-9.8.4-1")
def test_one_of_a_stack_in_column_is_enough():
    """ZOC-A-7, ZOC-9.8.4-1."""
    state = scene(PLAIN, {"de_12ss_25": {"column": True}, "de_352id_fus": {}}, {"us_82ab_505": (BESIDE, {})})
    assert "ZOC-9.8.4-1" in {shift.clause for shift in preview(state, attack(state, PLAIN, "us_82ab")).shifts}
