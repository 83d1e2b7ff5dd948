"""Legal attacks and their leaders (ZOC-10.1 to 10.3, ZOC-22.1)."""

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import carried_out, ids, load, position, unit
from tests.rules.zocbonds.fighting import attack, beside_the_line, fought, of, offered, refused, scene
from wab.systems.zocbonds.combat.attack import attachable, why_not_attack
from wab.systems.zocbonds.combat.odds import main_force, preview
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import Works

PLAIN = "1432"


def plain(attackers, defenders=None, **now):
    """Attackers by hex around a clear hex far from water."""
    return scene(PLAIN, defenders or {"de_91id_1057": {}}, attackers, **now)


@pytest.mark.clause("ZOC-10.1-1")
@pytest.mark.clause("ZOC-10.1-3")
def test_attacks_are_made_on_neighbours_in_the_combat_phases_alone():
    state = plain({"us_4id_8": ("1433", {}), "us_4id_12": ("1435", {})})
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_8"])) == ""
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_12"])) == "not-adjacent"
    assert refused(state, attack(state, "1532", "us_4id", units=["us_4id_8"])) == "no-enemy"
    state.changed(phase="movement")
    refusal = why_not_attack(state, attack(state, PLAIN, "us_4id", units=["us_4id_8"]))
    assert refusal is not None and refusal.code == "not-now"


@pytest.mark.clause("ZOC-10.1-2")
@pytest.mark.clause("ZOC-15.4-1")
def test_no_unit_attacks_twice_in_a_phase_and_no_hex_is_attacked_twice():
    state = plain(
        {"us_4id_8": ("1433", {"reserve": True}), "us_4id_12": ("1532", {}), "us_4id_22": ("1431", {})},
    )
    fought(load(state, combat=(2,)), attack(state, PLAIN, "us_4id", units=["us_4id_8"]))  # 1-1: nothing happens
    assert state.now.fight is None and unit(state, "us_4id_8").fought and not unit(state, "us_4id_8").reserve
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_12"])) == "hex-attacked"
    state.changed(attacked=())
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_8"])) == "has-attacked"
    carried_out(state, (ev.PhaseBegan("allied", "reserve_combat", ""),))
    assert not unit(state, "us_4id_8").fought


@pytest.mark.clause("ZOC-10.1-4")
def test_units_of_a_stack_attack_different_hexes_one_after_the_other():
    state = scene(
        PLAIN, {"de_91id_1057": {}}, {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {}), "de_91id_1058": ("1434", {})}
    )  # fmt: skip
    fought(load(state, combat=(2,)), attack(state, PLAIN, "us_4id", units=["us_4id_8"]))
    assert refused(state, attack(state, "1434", "us_4id", units=["us_4id_12"])) == ""


@pytest.mark.clause("ZOC-10.1-5")
@pytest.mark.clause("ZOC-13.6-3")
@pytest.mark.clause("ZOC-17.9-3")
@pytest.mark.clause("ZOC-2.3.1-1")
@pytest.mark.parametrize(("key", "values", "code"), [
    ("us_vii", {}, "defends-only"),
    ("us_4id_8", {"steps": 1}, "defends-only"),
    ("us_1_esb_utah", {}, "defends-only"),
    ("us_4id_8", {"disrupted": True}, "disrupted"),
    ("us_4id_8", {"scattered": True}, "scattered"),
    ("us_4id_8", {"replaced": True}, "replacement"),
    ("us_4id_8", {}, ""),
    ("us_702_td", {}, ""),
])  # fmt: skip
def test_who_may_not_attack(key, values, code):
    state = plain({key: ("1433", values), "us_4id_12": ("1532", {})}, {"de_795_ost": {}})
    order = attack(state, PLAIN, state.profile(state.board.ids[key]).force, units=[key])
    assert refused(state, order) == code


@pytest.mark.clause("ZOC-10.1-5")
@pytest.mark.clause("ZOC-17.7-1")
@pytest.mark.clause("ZOC-17.6-3")
@pytest.mark.clause("ZOC-17.7-3")
def test_flak_and_strongpoints_defend_only_and_restricted_units_attack():
    keys = ("de_3flak_1_flak", "de_7_werfer", "de_17_mg", "de_21pz_200_pzjg", "de_periers_ridge")
    state = scene(PLAIN, {"us_101ab_506": {"steps": 1}}, {key: ("1433", {}) for key in keys}, side="axis")
    codes = {key: refused(state, attack(state, PLAIN, _force(state, key), units=[key])) for key in keys}
    assert codes == {
        "de_3flak_1_flak": "defends-only", "de_7_werfer": "defends-only", "de_17_mg": "", "de_21pz_200_pzjg": "",
        "de_periers_ridge": "defends-only",
    }  # fmt: skip


def _force(state, key):
    return state.profile(state.board.ids[key]).force


@pytest.mark.clause("ZOC-6.2-11")
@pytest.mark.clause("ZOC-16.1-7")
@pytest.mark.clause("ZOC-10.1-5")
def test_no_unit_attacks_out_of_a_hex_with_a_replacement_marker_or_works_just_begun():
    state = plain({"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {"replaced": True}), "us_4id_22": ("1532", {})})
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_8"])) == "replacement"
    state.changed(works=(Works(state.board.hex("1532"), "us"),))
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_22"])) == "works-begun"
    state.changed(works=(Works(state.board.hex("1532"), "us", done=True),))
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_22"])) == ""


@pytest.mark.clause("ZOC-10.1-6")
@pytest.mark.clause("ZOC-9.6-1")
def test_attacks_go_over_water_that_tanks_cannot_cross_but_not_over_impassable_sides():
    state = scene("2813", {"de_795_ost": {}}, {"us_70_dd": ("2913", {})})
    assert refused(state, attack(state, "2813", "us_70_dd")) == ""
    shut = scene("2615", {"de_795_ost": {}}, {"us_70_dd": ("2616", {})})
    assert refused(shut, attack(shut, "2615", "us_70_dd", units=["us_70_dd"])) == "impassable"


@pytest.mark.clause("ZOC-10.3-1")
@pytest.mark.clause("ZOC-11.1-1")
def test_the_main_force_is_one_formation_and_all_others_are_halved():
    state = plain({"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_1id_16": ("1431", {})})
    order = attack(state, PLAIN, "us_4id")
    assert refused(state, order) == "" and refused(state, attack(state, PLAIN, "us_9id")) == "no-main-force"
    seen = preview(state, order)
    assert {part.unit: len(part.halved) for part in seen.attackers} == dict(
        zip(ids(state, "us_4id_8", "us_4id_12", "us_1id_16"), (1, 0, 0), strict=True)
    )
    assert seen.attack == 6 + 6 + 4
    assert main_force(state, order) == ids(state, "us_4id_8", "us_4id_12")


@pytest.mark.clause("ZOC-10.3-2")
@pytest.mark.clause("ZOC-10.3-3")
@pytest.mark.clause("ZOC-X-10.3")
def test_one_unit_stacked_with_the_formation_is_attached_and_fights_at_full_strength():
    given = named("10.3").given["attackers"]
    assert [party["units"] for party in given] == [
        ["TD battalion"], ["29th Division units", "Ranger battalion"], ["1st Division units", "tank battalion"],
    ]  # fmt: skip
    state = plain({
        "us_803_td": ("1433", {}), "us_29id_116": ("1532", {}), "us_2_ranger": ("1532", {}),
        "us_1id_16": ("1431", {}), "us_741_dd": ("1431", {}),
    })  # fmt: skip
    everybody = attack(state, PLAIN, "us_29id").units
    with_29th, with_1st = attachable(state, everybody, "us_29id"), attachable(state, everybody, "us_1id")
    assert (with_29th, with_1st) == (ids(state, "us_2_ranger"), ids(state, "us_741_dd"))
    assert named("10.3").expect["td_attachable"] is False
    for main, attached in (("us_29id", "us_803_td"), ("us_1id", "us_803_td"), ("us_29id", "us_741_dd")):
        assert refused(state, attack(state, PLAIN, main, attached)) == "not-attachable"
    order = attack(state, PLAIN, "us_1id", "us_741_dd")
    assert refused(state, order) == "" and main_force(state, order) == ids(state, "us_1id_16", "us_741_dd")
    full = {part.unit for part in preview(state, order).attackers if not part.halved}
    assert full == set(ids(state, "us_1id_16", "us_741_dd"))


@pytest.mark.clause("ZOC-10.3-5")
@pytest.mark.clause("ZOC-17.1-1")
def test_independent_units_attack_with_one_of_them_as_main_force():
    state = plain({"us_741_dd": ("1433", {}), "us_743_dd": ("1433", {})}, {"de_795_ost": {}})
    order = attack(state, PLAIN, "us_741_dd", "us_743_dd")
    assert refused(state, order) == "" and preview(state, order).attack == 6


@pytest.mark.clause("ZOC-10.3-4")
def test_units_of_the_main_force_are_halved_by_ground_and_stay_in_it():
    state = scene("1735", {"de_91id_fus": {}}, {"us_4id_8": ("1734", {}), "us_70_dd": ("1734", {})})
    order = attack(state, "1735", "us_4id", "us_70_dd")
    seen = preview(state, order)
    assert [shift.clause for part in seen.attackers for shift in part.halved] == ["ZOC-11.3-1"] * 2
    assert seen.earners == ids(state, "us_70_dd"), "the tanks give their shift across a river"


@pytest.mark.clause("ZOC-22.1-1")
@pytest.mark.clause("ZOC-7.2-3")
def test_the_two_allied_armies_never_attack_together():
    state = plain({"us_4id_8": ("1433", {}), "uk_3id_8": ("1433", {})}, {"de_795_ost": {}})
    assert refused(state, attack(state, PLAIN, "us_4id")) == "two-armies"
    parties = {order.units for order in offered(state)}
    assert parties == {ids(state, "us_4id_8"), ids(state, "uk_3id_8")}


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-22.1-3")
def test_a_player_attacks_with_the_units_that_he_leads():
    state = plain(
        {"us_4id_8": ("1433", {}), "uk_3id_8": ("1532", {})}, {"de_795_ost": {}}, options={"players": "3"},
        player="allied/us",
    )  # fmt: skip
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_8"])) == ""
    assert refused(state, attack(state, PLAIN, "uk_3id", units=["uk_3id_8"])) == "other-seat"


@pytest.mark.clause("ZOC-10.2-1")
@pytest.mark.clause("ZOC-10.2-2")
@pytest.mark.clause("ZOC-19.1.3-1")
def test_an_attack_takes_its_course_in_the_order_of_the_rules():
    state = scene(
        PLAIN, {"us_101ab_506": {}},
        {"de_91id_1057": ("1433", {}), "de_lxxxiv": ("1433", {}), "de_7_werfer": ("1434", {})},
        side="axis", row=5, supply={"seventh_army": 2},
    )  # fmt: skip
    order = attack(state, PLAIN, "de_91id", units=["de_91id_1057"], guns=["de_lxxxiv", "de_7_werfer"])
    assert state.sky == "clear"
    done = fought(load(state, jabos=(6,), combat=(1,)), order)
    kinds = [type(event).__name__ for event in done if type(event).__name__ != "Rolled"]
    assert kinds[:6] == ["AttackDeclared", "SupplySpent", "MeansUsed", "JabosRolled", "CombatRolled", "Asked"]
    assert of(done, ev.AttackDeclared)[0].column == "3-1" and of(done, ev.CombatRolled)[0].column == "1-2"
    assert state.now.supply == {"seventh_army": 1} and unit(state, "de_7_werfer").moved_side


def test_a_stranger_may_send_anything():
    state = plain({"us_4id_8": ("1433", {})})
    hex_, eight = state.board.hex(PLAIN), state.board.ids["us_4id_8"]
    for order in (
        Attack(-5, (eight,), "us_4id"), Attack(10**9, (eight,), "us_4id"), Attack(hex_, (), "us_4id"),
        Attack(hex_, (eight, eight), "us_4id"), Attack(hex_, (-1,), "us_4id"), Attack(hex_, (999999,), "us_4id"),
        Attack(hex_, (eight,), "us_4id", 999999), Attack(hex_, (eight,), "us_4id", None, (999999,)),
        Attack(hex_, (eight,), "us_4id", None, (), -1), Attack(hex_, (eight,), "us_4id", None, (), 0, -1),
        Attack(hex_, (eight,), "us_4id", None, (), 99, 99), Attack(hex_, (eight,), "us_4id", None, (eight,)),
    ):  # fmt: skip
        assert refused(state, order) != ""


@pytest.mark.clause("ZOC-10.1-1")
@pytest.mark.clause("ZOC-11.6-1")
def test_every_attack_on_offer_is_legal_and_each_is_offered_once():
    state = position(
        {
            "us_4id_8": "1433", "us_70_dd": "1433", "us_4id_12": "1532", "us_1id_16": "1532", "us_vii": "1434",
            "de_91id_1057": PLAIN, "de_352id_914": "1531",
        },
        phase="combat", supply={"us": 2}, air={"us": 1, "commonwealth": 1},
    )  # fmt: skip
    found = offered(state)
    assert len(found) == len(set(found)) > 50
    assert all(refused(state, order) == "" for order in found)
    assert {len(order.guns) for order in found} == {0, 1, 2} and {order.air for order in found} == {0, 1}
    assert {order.target for order in found} == set(state.board.hexes((PLAIN, "1531")))


@pytest.mark.clause("ZOC-26.1-2")
@pytest.mark.clause("ZOC-26.1-3")
@pytest.mark.clause("ZOC-26.1-9")
def test_in_the_cherbourg_scenario_the_allies_do_not_attack_across_the_line_and_germans_do():
    inside, beyond = beside_the_line()
    setting = {"scenario": "zocbonds/cherbourg"}
    state = scene(beyond, {"de_91id_fus": {}}, {"us_9id_39": (inside, {})}, **setting)
    assert refused(state, attack(state, beyond, "us_9id")) == "line"
    back = scene(inside, {"us_9id_39": {"steps": 2}}, {"de_91id_1057": (beyond, {})}, side="axis", **setting)
    assert refused(back, attack(back, inside, "de_91id")) == ""
    campaign = scene(beyond, {"de_91id_fus": {}}, {"us_9id_39": (inside, {})})
    assert refused(campaign, attack(campaign, beyond, "us_9id")) == ""


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-26.3-4")
def test_airborne_divisions_on_leashes_fight_near_their_places_alone():
    for key, target, beside, turn, code in (
        ("us_101ab_506", "2509", "2510", 3, ""), ("us_101ab_506", "3109", "3110", 3, "leash"),
        ("us_101ab_506", "3109", "3110", 2, ""), ("us_82ab_505", "3209", "3109", 4, "leash"),
        ("us_82ab_505", "3109", "3110", 4, ""), ("us_9id_39", "3209", "3109", 4, ""),
    ):  # fmt: skip
        state = scene(target, {"de_91id_fus": {}}, {key: (beside, {})}, scenario="zocbonds/cherbourg", turn=turn)
        assert refused(state, attack(state, target, state.profile(state.board.ids[key]).force)) == code
