"""Replacements (ZOC-6.2 to 6.4, ZOC-17.2-9, ZOC-17.9) and supply that is bought (ZOC-5.3-4)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, position, unit
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.systems.zocbonds.state.orders import BuySupply, Replace
from wab.systems.zocbonds.state.state import Mulberry
from wab.systems.zocbonds.units import cadres, replacements

TRACKS = (
    "german_infantry", "german_armour", "us_infantry", "us_armour", "us_airborne", "british_infantry",
    "canadian_infantry", "british_armour", "british_airborne",
)  # fmt: skip
ALL = dict.fromkeys(TRACKS, 2)


def phase(units, side="allied", boxes=None, **now):
    state = position(units, **{"side": side, "phase": "replacement", "turn": 4, "replacements": ALL, **now})
    state.changed(boxes={name: ids(state, *keys) for name, keys in (boxes or {}).items()})
    return state


def code(state, key, track, label=None):
    order = Replace(state.board.ids[key], track, None if label is None else state.board.hex(label))
    refusal = replacements.why_not_replace(state, order)
    return refusal.code if refusal else None


def rebuilt(state, key, track, label=None):
    assert code(state, key, track, label) is None
    order = Replace(state.board.ids[key], track, None if label is None else state.board.hex(label))
    carried_out(state, replacements.execute_replace(state, order))
    return unit(state, key)


@pytest.mark.clause("ZOC-6.2-1")
@pytest.mark.clause("ZOC-6.2-6")
@pytest.mark.clause("ZOC-6.2-8")
@pytest.mark.clause("ZOC-3-3")
def test_a_replacement_is_a_step_and_a_marker():
    """ZOC-6.2-1, ZOC-6.2-6, ZOC-6.2-8, ZOC-3-3."""
    state = phase({**BEACHES, "us_4id_8": ("2713", {"steps": 1})})
    now = rebuilt(state, "us_4id_8", "us_infantry")
    assert (now.steps, now.replaced, state.now.replacements["us_infantry"]) == (2, True, 1)
    assert code(state, "us_4id_8", "us_infantry") == "replaced"


@pytest.mark.clause("ZOC-17.9-4")
@pytest.mark.clause("ZOC-17.9-3")
def test_a_cadre_becomes_its_parent_and_frees_the_counter():
    """ZOC-17.9-4, ZOC-17.9-3."""
    state = phase({**BEACHES, "us_4id_8": ("2713", {"steps": 1})})
    infantry = next(row for row in cadres.card(state, "allied") if (row.nation, row.kind) == ("us", "infantry"))
    assert infantry.free == infantry.all - 1 and infantry.units == ids(state, "us_4id_8")
    rebuilt(state, "us_4id_8", "us_infantry")
    assert next(row for row in cadres.card(state, "allied") if row.nation == "us" and row.kind == "infantry").free == 9


@pytest.mark.clause("ZOC-6.2-5")
@pytest.mark.clause("ZOC-18.4-1")
@pytest.mark.clause("ZOC-20.2-5")
@pytest.mark.clause("ZOC-13.6-5")
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"steps": 3}, "whole"),
        ({"steps": 2, "disrupted": True}, "disrupted"),
        ({"steps": 2, "scattered": True}, "disrupted"),
        ({"steps": 2, "supply": 1}, None),
    ],
)
def test_who_may_take_one(values, expected):
    """ZOC-6.2-5, ZOC-18.4-1, ZOC-20.2-5, ZOC-13.6-5: the line of the moment decides, not the marker."""
    assert code(phase({**BEACHES, "us_4id_8": ("2713", values)}), "us_4id_8", "us_infantry") == expected


@pytest.mark.clause("ZOC-6.2-5")
@pytest.mark.clause("ZOC-3-3")
def test_no_line_no_replacement():
    """ZOC-6.2-5, ZOC-3-3."""
    assert code(phase({"us_4id_8": ("2713", {"steps": 2})}), "us_4id_8", "us_infantry") == "out-of-supply"


@pytest.mark.clause("ZOC-6.2-12")
@pytest.mark.clause("ZOC-6.2-13")
@pytest.mark.clause("ZOC-6.2-14")
@pytest.mark.clause("ZOC-6.2-15")
@pytest.mark.clause("ZOC-6.3-1")
@pytest.mark.clause("ZOC-6.3-2")
@pytest.mark.clause("ZOC-6.4-1")
@pytest.mark.clause("ZOC-6.4-2")
@pytest.mark.parametrize(
    ("key", "tracks"),
    [
        ("us_746", ("us_armour",)),
        ("us_4_cav", ("us_armour",)),
        ("us_82ab_505", ("us_airborne",)),
        ("us_101ab_327", ("us_airborne",)),
        ("uk_6ab_al", ("british_airborne",)),
        ("us_vii", ("us_infantry",)),
        ("ca_3id_7", ("canadian_infantry",)),
        ("ca_2bde_6_car_dd", ("british_armour",)),
        ("uk_50id_69", ("british_infantry",)),
        ("us_2_ranger", ()),
        ("uk_1_ss", ()),
        ("us_1_esb_utah", ()),
        ("de_3flak_1_flak", ()),
        ("de_439_ost", ()),
        ("de_wn_utah", ()),
        ("de_101_ss_tiger", ("german_tiger",)),
        ("de_12ss_1_12", ("german_tiger",)),
        ("de_12ss_2_12", ("german_armour", "german_tiger")),
        ("de_654_pzjg", ("german_armour", "german_tiger")),
        ("de_7_werfer", ("german_armour", "german_tiger")),
        ("de_21pz_125", ("german_infantry",)),
        ("de_6fj_fj", ("german_infantry",)),
        ("de_lxxxiv", ("german_infantry", "german_low/0")),
        ("de_709id_919", ("german_infantry", "german_low/-1", "german_low/0")),
    ],
)
def test_which_replacement_serves_whom(key, tracks):
    """ZOC-6.2-12 to ZOC-6.2-15, ZOC-6.3-1, ZOC-6.3-2, ZOC-6.4-1, ZOC-6.4-2."""
    state = position({})
    assert replacements.tracks_for(state, state.board.ids[key]) == tracks


@pytest.mark.clause("ZOC-6.4-2")
@pytest.mark.clause("ZOC-6.4-3")
@pytest.mark.clause("ZOC-X-6.4")
def test_a_low_replacement_serves_no_unit_of_quality_1():
    """ZOC-6.4-2, ZOC-6.4-3: the worked example ZOC-X-6.4."""
    given, expect = example("ZOC-X-6.4")
    assert given["weather_result"] == 5
    state = phase({"de_6fj_fj": ("2409", {"steps": 1})}, side="axis", replacements={"german_low/0": 1})
    assert state.quality(unit(state, "de_6fj_fj")) == given["unit_tq"]
    assert (code(state, "de_6fj_fj", "german_low/0") is None) is expect["replacement_allowed"]
    assert code(state, "de_6fj_fj", "german_low/0") == "wrong-kind"


@pytest.mark.clause("ZOC-6.2-7")
@pytest.mark.clause("ZOC-20.2-8")
def test_an_airborne_division_takes_one_a_turn():
    """ZOC-6.2-7, ZOC-20.2-8."""
    units = {**BEACHES, "us_82ab_505": ("2713", {"steps": 1}), "us_82ab_507": ("2712", {"steps": 1}),
             "us_101ab_501": ("2612", {"steps": 1})}  # fmt: skip
    state = phase(units)
    rebuilt(state, "us_82ab_505", "us_airborne")
    assert code(state, "us_82ab_507", "us_airborne") == "division-replaced"
    assert code(state, "us_101ab_501", "us_airborne") is None


@pytest.mark.clause("ZOC-20.2-8")
@pytest.mark.clause("ZOC-A-23")
def test_at_cherbourg_replacements_of_the_drops_serve_on_turn_2():
    """ZOC-A-23: the weather gives none before turn 3."""
    units = {"us_1_esb_utah": "2814", "us_101ab_501": ("2713", {"steps": 1})}
    now = {"phase": "replacement", "player": "allied", "replacements": {"us_airborne": 1}}
    state = position(units, scenario="zocbonds/cherbourg", turn=2, **now)
    assert code(state, "us_101ab_501", "us_airborne") is None


DIVISION = {**BEACHES, "us_4id_22": "2713", "us_vii": "2713"}


@pytest.mark.clause("ZOC-6.2-1")
@pytest.mark.clause("ZOC-6.2-2")
@pytest.mark.clause("ZOC-17.9-5")
def test_the_dead_return_beside_their_headquarters_as_cadres():
    """ZOC-6.2-1, ZOC-6.2-2, ZOC-17.9-5: at the weakest step; the next replacement makes the parent."""
    state = phase(DIVISION, boxes={"cadres": ("us_4id_8",)})
    now = rebuilt(state, "us_4id_8", "us_infantry", "2713")
    assert (now.steps, now.replaced) == (1, True) and state.is_cadre(now) and not state.box("cadres")
    assert code(state, "us_4id_8", "us_infantry") == "replaced"


@pytest.mark.clause("ZOC-6.2-2")
@pytest.mark.clause("ZOC-6.2-3")
@pytest.mark.clause("ZOC-6.2-4")
def test_where_the_dead_return():
    """ZOC-6.2-2, ZOC-6.2-3, ZOC-6.2-4: own headquarters or town, in supply, within five hexes of the division."""
    state = phase(DIVISION, boxes={"eliminated": ("us_4id_8", "uk_50id_231", "us_9id_39")})
    assert code(state, "us_4id_8", "us_infantry", "2712") == "no-base"
    assert code(state, "uk_50id_231", "british_infantry", "2713") == "no-base"  # a US headquarters
    assert code(state, "us_4id_8", "us_infantry", "2812") == "no-base"  # German
    state.control[state.board.hex("2812")] = 1
    assert code(state, "us_4id_8", "us_infantry", "2812") is None
    assert code(state, "us_9id_39", "us_infantry", "2812") == "far-from-division"  # no unit of it is left
    state.control[state.board.hex("2322")] = 1
    assert code(state, "us_4id_8", "us_infantry", "2322") == "far-from-division"
    assert code(state, "us_4id_8", "us_infantry", None) == "no-hex"


@pytest.mark.clause("ZOC-6.2-4")
def test_independent_units_return_anywhere():
    """ZOC-6.2-4."""
    state = phase({**BEACHES, "us_vii": "2713"}, boxes={"eliminated": ("us_746",)})
    assert code(state, "us_746", "us_armour", "2713") is None


@pytest.mark.clause("ZOC-6.2-10")
@pytest.mark.clause("ZOC-7.1-1")
def test_nobody_returns_into_an_enemy_zone_or_a_full_hex():
    """ZOC-6.2-10, ZOC-7.1-1."""
    near = phase({**DIVISION, "de_709id_919": "2813"}, boxes={"cadres": ("us_4id_8",)})
    assert code(near, "us_4id_8", "us_infantry", "2713") == "enemy-zone"
    full = phase({**DIVISION, "us_4id_12": "2713"}, boxes={"cadres": ("us_4id_8",)})
    assert code(full, "us_4id_8", "us_infantry", "2713") == "full"


@pytest.mark.clause("ZOC-17.9-1")
@pytest.mark.clause("ZOC-17.9-7")
@pytest.mark.clause("ZOC-17.9-2")
def test_without_a_cadre_counter_nobody_returns_as_one():
    """ZOC-17.9-1, ZOC-17.9-7: who is gone for good never does (ZOC-17.9-2)."""
    cadre = ("us_1id_16", "us_1id_18", "us_1id_26", "us_29id_115", "us_29id_116", "us_29id_175", "us_2id_9",
             "us_2id_23", "us_2id_38")  # fmt: skip
    state = phase(DIVISION, boxes={"eliminated": ("us_4id_8",), "cadres": cadre})
    assert code(state, "us_4id_8", "us_infantry", "2713") == "no-cadre"
    lost = phase(DIVISION, boxes={"lost": ("us_4id_8",)})
    assert code(lost, "us_4id_8", "us_infantry", "2713") == "not-eliminated"


@pytest.mark.clause("ZOC-17.2-9")
def test_a_headquarters_returns_in_a_city():
    """ZOC-17.2-9."""
    state = phase({"de_709id_919": "3110"}, side="axis", boxes={"eliminated": ("de_lxxxiv",)})
    assert code(state, "de_lxxxiv", "german_infantry", "3110") == "no-base"  # a village
    assert rebuilt(state, "de_lxxxiv", "german_infantry", "1815").steps == 1


@pytest.mark.clause("ZOC-26.2-2")
def test_cherbourg_has_its_armour_replacement_in_a_storm():
    """ZOC-26.2-2: with historical weather when a 1 was rolled."""
    units = {"de_243id_pzjg": ("3302", {"steps": 1})}
    for receipts, expected in ((1, None), (4, "no-storm")):
        state = phase(units, side="axis", scenario="zocbonds/cherbourg", receipts=receipts)
        assert code(state, "de_243id_pzjg", "german_armour") == expected


@pytest.mark.clause("ZOC-3-3")
@pytest.mark.parametrize(
    ("order", "expected"),
    [(Replace(10**6, "x"), "not-now"), (Replace(-1, "us_infantry", 5), "not-now"), (Replace(1, "", -7), "wrong-kind")],
)
def test_strange_orders_are_refused(order, expected):
    """ZOC-3-3."""
    assert replacements.why_not_replace(phase(BEACHES), order).code == expected


@pytest.mark.clause("ZOC-6.2-1")
def test_none_left_is_none():
    """ZOC-6.2-1."""
    state = phase({**BEACHES, "us_4id_8": ("2713", {"steps": 2})}, replacements={})
    assert code(state, "us_4id_8", "us_infantry") == "none-left" and not replacements.is_open(state)


@pytest.mark.clause("ZOC-3-3")
@pytest.mark.clause("ZOC-6.2-1")
def test_what_is_offered_is_legal():
    """ZOC-3-3, ZOC-6.2-1."""
    state = phase({**DIVISION, "us_4id_12": ("2713", {"steps": 2})}, boxes={"cadres": ("us_4id_8",)})
    groups = list(replacements.offered_replace(state))
    assert {group[0].unit for group in groups} == set(ids(state, "us_4id_12"))
    orders = [order for group in groups for order in group]
    assert orders and all(replacements.why_not_replace(state, order) is None for order in orders)
    assert replacements.is_open(state)


# ------------------------------------------------------------------------------------------------- supply


def shopping(**now):
    harbours = {"us": Mulberry(done=True), "commonwealth": Mulberry(done=True)}
    return phase(BEACHES, **{"points": {"us": 6, "commonwealth": 6}, "mulberries": harbours, **now})


def buy(state, army="us", points=3):
    refusal = replacements.why_not_buy(state, BuySupply(army, points))
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-5.3-4")
@pytest.mark.clause("ZOC-5.3-5")
@pytest.mark.clause("ZOC-6.5.1-4")
def test_three_points_are_a_supply_point():
    """ZOC-5.3-4, ZOC-5.3-5, ZOC-6.5.1-4."""
    state = shopping()
    assert buy(state) is None
    carried_out(state, replacements.execute_buy(state, BuySupply("us", 6)))
    assert state.now.supply["us"] == 2 and state.now.points == {"us": 0, "commonwealth": 6}


@pytest.mark.clause("ZOC-5.3-4")
@pytest.mark.clause("ZOC-5.1-2")
@pytest.mark.clause("ZOC-6.5.1-2")
@pytest.mark.clause("ZOC-6.5.1-6")
@pytest.mark.clause("ZOC-6.5.2-5")
@pytest.mark.parametrize(
    ("now", "army", "points", "expected"),
    [
        ({"mulberries": {}}, "us", 3, "no-mulberry"),
        ({}, "us", 4, "price"),
        ({}, "us", 0, "price"),
        ({}, "us", -3, "price"),
        ({}, "us", 9, "points"),
        ({"supply": {"us": 19}}, "us", 3, "full-store"),
        ({"beached": {"gold": 2}}, "commonwealth", 3, "beach-full"),
        ({"beached": {"omaha": 4}}, "us", 3, None),
        ({"phase": "movement"}, "us", 3, "not-now"),
    ],
)
def test_when_supply_can_be_bought(now, army, points, expected):
    """ZOC-5.3-4, ZOC-5.1-2, ZOC-6.5.1-2, ZOC-6.5.1-6, ZOC-6.5.2-5."""
    assert buy(shopping(**now), army, points) == expected


@pytest.mark.clause("ZOC-26.1-7")
@pytest.mark.clause("ZOC-26.3-5")
def test_cherbourg_buys_from_turn_6():
    """ZOC-26.1-7, ZOC-26.3-5."""
    for turn, expected in ((5, "no-mulberry"), (6, None)):
        state = phase({"us_1_esb_utah": "2814"}, scenario="zocbonds/cherbourg", turn=turn, points={"us": 4})
        assert buy(state) == expected


@pytest.mark.clause("ZOC-5.3-4")
def test_purchases_are_offered():
    """ZOC-5.3-4."""
    groups = list(replacements.offered_buy(shopping()))
    assert [[order.points for order in group] for group in groups] == [[3, 6], [3]]
