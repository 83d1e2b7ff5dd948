"""Landing and evacuation (ZOC-6.5, ZOC-20.5, ZOC-21.2, ZOC-21.3)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import board, carried_out, ids, position, unit
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.systems.zocbonds.movement import landings
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import BeachClosed, BeachOpened, Landed
from wab.systems.zocbonds.state.orders import Evacuate, Land
from wab.systems.zocbonds.state.state import Mulberry

SIX = {"us": 6, "commonwealth": 6}
HEXES = {"Utah": "2814", "Omaha": "2719", "Gold": "2525", "Juno": "2527", "British Mulberry": "2524"}
ASHORE = {
    4: {"us": "us_3ad_cca", "commonwealth": "uk_4_arm"},
    2: {"us": "us_viii", "commonwealth": "uk_viii_br"},
    1: {"us": "us_801_td", "commonwealth": "uk_61_at"},
}
"""A unit of an army by its price, where there is one."""


def waiting(*keys, units=BEACHES, box="britain", points=SIX, **now):
    state = position(units, points=points, **{"turn": 3, "row": 4, **now})
    state.changed(boxes={box: ids(state, *keys)})
    return state


def land(state, key, *labels):
    return Land((state.board.ids[key],), state.board.hexes(labels))


def landed(state, key, *labels):
    order = land(state, key, *labels)
    assert landings.why_not_land(state, order) is None, landings.why_not_land(state, order)
    return carried_out(state, landings.execute_land(state, order))


def code(state, key, *labels):
    refusal = landings.why_not_land(state, land(state, key, *labels))
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-6.5.1-3")
@pytest.mark.clause("ZOC-6.5.1-4")
@pytest.mark.clause("ZOC-6.5.1-5")
@pytest.mark.clause("ZOC-6.5.1-7")
def test_prices_are_those_of_the_list():
    """ZOC-6.5.1-3, ZOC-6.5.1-4, ZOC-6.5.1-5, ZOC-6.5.1-7."""
    prices = {
        "uk_4_arm": 4, "us_3ad_cca": 4, "us_9id_39": 3, "uk_49id_70": 3, "us_viii": 2, "us_4_cav": 2, "us_749": 2,
    }  # fmt: skip
    state = waiting(*prices)
    assert {key: landings.price(state, state.board.ids[key]) for key in prices} == prices


@pytest.mark.clause("ZOC-6.5.2-1")
@pytest.mark.clause("ZOC-6.5.2-5")
@pytest.mark.clause("ZOC-X-6.5.2")
def test_both_armies_land_six_points():
    """ZOC-6.5.2-1, ZOC-6.5.2-5: the worked example ZOC-X-6.5.2."""
    given, expect = example("ZOC-X-6.5.2")
    armies = {"Utah": "us", "Omaha": "us", "Gold": "commonwealth", "Juno": "commonwealth"}
    keys = {beach: ASHORE[points][armies[beach]] for beach, points in given["landing_rp"].items()}
    state = waiting(*keys.values())
    for beach, key in keys.items():
        landed(state, key, HEXES[beach])
    spent = {army: 6 - left for army, left in state.now.points.items()}
    assert expect["legal"] and spent == {"us": expect["us_spent"], "commonwealth": expect["cw_spent"]}


@pytest.mark.clause("ZOC-6.5.2-5")
@pytest.mark.clause("ZOC-21.1-7")
@pytest.mark.clause("ZOC-X-6.5.2b")
def test_the_british_mulberry_shares_the_limit_of_gold():
    """ZOC-6.5.2-5, ZOC-21.1-7: the worked example ZOC-X-6.5.2b."""
    given, expect = example("ZOC-X-6.5.2b")
    first, second = (ASHORE[points]["commonwealth"] for points in given["landing_rp"].values())
    harbour = {"commonwealth": Mulberry(done=True)}
    state = waiting(first, second, units={**BEACHES, "uk_50id_231": "2524"}, mulberries=harbour)
    assert code(state, second, HEXES["British Mulberry"]) is None
    landed(state, first, HEXES["Gold"])
    assert (code(state, second, HEXES["British Mulberry"]) is None) is expect["legal"]
    assert code(state, second, HEXES["British Mulberry"]) == code(state, second, "2526") == "beach-full"


@pytest.mark.clause("ZOC-6.5.2-5")
@pytest.mark.clause("ZOC-21.1-7")
@pytest.mark.clause("ZOC-21.1-9")
def test_the_us_mulberry_lifts_the_limit_of_its_hex():
    """ZOC-6.5.2-5, ZOC-21.1-7, ZOC-21.1-9."""
    plain = waiting("us_3ad_cca", "us_viii", beached={"omaha": 4})
    assert code(plain, "us_viii", "2620") == code(plain, "us_viii", "2719") == "beach-full"
    harbour = waiting("us_viii", "us_3ad_cca", beached={"omaha": 4}, mulberries={"us": Mulberry(done=True)})
    landed(harbour, "us_3ad_cca", "2620", "2520")
    assert code(harbour, "us_viii", "2620") is None, "all six points of the day"


@pytest.mark.clause("ZOC-6.5.1-1")
@pytest.mark.clause("ZOC-6.5.1-2")
def test_points_are_those_of_the_day_and_of_the_army():
    """ZOC-6.5.1-1, ZOC-6.5.1-2: none in a storm; no army lands for points of the other."""
    state = waiting("us_3ad_cca", points={"us": 0, "commonwealth": 6})
    assert code(state, "us_3ad_cca", "2814") == "points"
    assert code(waiting("us_3ad_cca"), "us_3ad_cca", "2525") == "no-beach"


@pytest.mark.clause("ZOC-6.5.2-1")
@pytest.mark.clause("ZOC-20.5-6")
def test_units_land_in_the_movement_phase_alone_and_not_on_turn_1():
    """ZOC-6.5.2-1, ZOC-20.5-6."""
    assert code(waiting("us_3ad_cca", phase="reserve_movement"), "us_3ad_cca", "2814") == "not-now"
    assert code(waiting("us_3ad_cca", turn=1), "us_3ad_cca", "2814") == "too-early"
    assert code(waiting(), "us_3ad_cca", "2814") == "not-waiting"


@pytest.mark.clause("ZOC-21.1-2")
def test_a_closed_beach_lands_nobody():
    """ZOC-21.1-2."""
    units = {key: where for key, where in BEACHES.items() if where != "2814"} | {"us_4id_8": "2814"}
    assert code(waiting("us_3ad_cca", units=units), "us_3ad_cca", "2814") == "no-beach"


@pytest.mark.clause("ZOC-6.5.2-2")
def test_landing_is_tactical_and_one_hex_further_at_most():
    """ZOC-6.5.2-2: the landing hex is the first of two; out of an enemy zone no unit goes on."""
    state = waiting("us_9id_39")
    assert code(state, "us_9id_39", "2814", "2713") is None
    assert code(state, "us_9id_39", "2814", "2713", "2712") == "too-far"
    near = waiting("us_9id_39", units={**BEACHES, "de_709id_919": "2913"})
    assert code(near, "us_9id_39", "2814") is None
    assert code(near, "us_9id_39", "2814", "2713") == "zone"
    held = waiting("us_9id_39", units={**BEACHES, "de_wn_utah": "2913"})
    assert code(held, "us_9id_39", "2814", "2913") == "enemy"
    event = landed(state, "us_9id_39", "2814", "2713")[0]
    assert isinstance(event, Landed) and unit(state, "us_9id_39").hex == state.board.hex("2713")
    assert state.holds("allied", state.board.hex("2713"))


@pytest.mark.clause("ZOC-6.5.2-3")
@pytest.mark.clause("ZOC-6.5.2-4")
@pytest.mark.clause("ZOC-20.5-2")
def test_who_lands_beside_the_enemy_regroups():
    """ZOC-6.5.2-3, ZOC-6.5.2-4, ZOC-20.5-2: the mark that halves its attack comes with the landing."""
    state = waiting("us_9id_39", "us_801_td", units={**BEACHES, "de_709id_919": "2913"})
    landed(state, "us_9id_39", "2814")
    landed(state, "us_801_td", "2719")
    first, second = unit(state, "us_9id_39"), unit(state, "us_801_td")
    assert (first.landed, first.regroup, second.landed, second.regroup) == (True, True, True, False)
    on = waiting("us_9id_39", "us_801_td", units={**BEACHES, "de_709id_919": "2613"})
    landed(on, "us_9id_39", "2814")
    landed(on, "us_801_td", "2814", "2713")
    assert (unit(on, "us_9id_39").regroup, unit(on, "us_801_td").regroup) == (False, True), "where the way ends"


@pytest.mark.clause("ZOC-20.5-3")
@pytest.mark.clause("ZOC-EOP-8")
@pytest.mark.clause("ZOC-7.1-1")
def test_no_room_no_landing():
    """ZOC-20.5-3, ZOC-7.1-1."""
    full = {**BEACHES, "us_4id_8": "2814", "us_4id_22": "2814"}
    state = waiting("us_9id_39", units=full)
    assert code(state, "us_9id_39", "2814") == "full" and code(state, "us_9id_39", "2814", "2713") is None


FIRST_DAY = {"us_4id_8": "2814", "us_29id_116": "2719", "us_1id_16": "2620"}


@pytest.mark.clause("ZOC-20.5-1")
@pytest.mark.clause("ZOC-20.5-2")
@pytest.mark.clause("ZOC-20.5-4")
@pytest.mark.clause("ZOC-20.2-12")
def test_the_second_wave_lands_free_on_its_own_beach():
    """ZOC-20.5-1, ZOC-20.5-2, ZOC-20.5-4, ZOC-20.2-12: from turn 1, without points, the 327th as well."""
    wave = ("us_101ab_327", "us_4id_12", "us_1_esb_utah", "us_vii")
    state = waiting(*wave, units=FIRST_DAY, box="wave/utah", turn=1, points={}, beached={"utah": 4})
    assert code(state, "us_101ab_327", "2719") == "no-beach"
    events = landed(state, "us_1_esb_utah", "2814")
    assert BeachOpened("utah") in events and events[0].points == 0
    landed(state, "us_vii", "2814")
    landed(state, "us_101ab_327", "2814")
    assert code(state, "us_4id_12", "2814") == "full" and state.box("wave/utah") == ids(state, "us_4id_12")


@pytest.mark.clause("ZOC-20.5-5")
def test_engineers_and_headquarters_land_whatever_the_stack():
    """ZOC-20.5-5."""
    full = {**FIRST_DAY, "us_4id_22": "2814"}
    state = waiting("us_1_esb_utah", "us_vii", units=full, box="wave/utah", turn=1, points={})
    assert code(state, "us_1_esb_utah", "2814") is None and code(state, "us_vii", "2814") is None
    landed(state, "us_vii", "2814", "2713")
    assert unit(state, "us_vii").moved_side


@pytest.mark.clause("ZOC-20.3.3-2")
@pytest.mark.clause("ZOC-20.5-3")
def test_a_wave_whose_beach_failed_uses_the_other_hex():
    """ZOC-20.3.3-2, ZOC-20.5-3."""
    units = {"us_1id_16": "2620"}
    state = waiting("us_29id_175", units=units, box="wave/omaha_29", turn=1, points={})
    assert code(state, "us_29id_175", "2620") == "no-beach"
    state.changed(once=("failed/omaha_29",))
    assert code(state, "us_29id_175", "2620") is None


@pytest.mark.clause("ZOC-21.1-2")
@pytest.mark.clause("ZOC-6.5.3-3")
@pytest.mark.clause("ZOC-17.8-2")
@pytest.mark.clause("ZOC-6.2-8")
@pytest.mark.clause("ZOC-A-19")
def test_engineers_return_to_their_own_beach_for_a_point():
    """ZOC-21.1-2, ZOC-6.5.3-3, ZOC-17.8-2: not while Germans are in the hex; lost engineers by a replacement of their
    nation, whose marker they then have.
    """
    lost = {key: where for key, where in BEACHES.items() if key != "us_1_esb_utah"} | {"us_4id_8": "2814"}
    for others in ({}, {"us_infantry": 0, "british_infantry": 2, "us_armour": 1}):
        none = waiting("us_1_esb_utah", units=lost, box="eliminated", replacements=others)
        assert code(none, "us_1_esb_utah", "2814") == "no-replacement"
        assert not any(landings.offered_land(none))
    state = waiting("us_1_esb_utah", units=lost, box="eliminated", replacements={"us_infantry": 2})
    assert code(state, "us_1_esb_utah", "2719") == "no-beach"
    landed(state, "us_1_esb_utah", "2814")
    assert state.now.points["us"] == 5 and state.now.replacements["us_infantry"] == 1
    assert unit(state, "us_1_esb_utah").replaced and not state.box("eliminated")
    sent_back = waiting("us_1_esb_utah", units=lost)
    landed(sent_back, "us_1_esb_utah", "2814")
    assert not unit(sent_back, "us_1_esb_utah").replaced, "who was only evacuated needs none"
    held = waiting("us_1_esb_utah", units={**BEACHES, "us_1_esb_utah": "2719", "de_709id_919": "2814"}, box="britain")
    assert code(held, "us_1_esb_utah", "2814") is not None


@pytest.mark.clause("ZOC-21.1-2")
def test_engineers_return_to_a_beach_that_the_germans_have_left_but_still_control():
    units = {key: where for key, where in BEACHES.items() if key != "us_1_esb_utah"}
    state = waiting("us_1_esb_utah", units=units)
    state.control[state.board.hex("2814")] = CODES["axis"]
    assert not state.holds("allied", state.board.hex("2814"))
    landed(state, "us_1_esb_utah", "2814")
    refusal = landings.why_not_land(waiting("us_1_esb_utah", units=units), land(state, "us_1_esb_utah", "2620"))
    assert refusal is not None and "its own closed beach" in str(refusal)


@pytest.mark.clause("ZOC-28.3-4")
def test_mont_canisy_may_shut_sword():
    """ZOC-28.3-4."""
    state = waiting("uk_8bde_24_l", "uk_49id_70")
    assert code(state, "uk_49id_70", "2430") is None
    state.changed(once=("sword_shut/3",))
    assert code(state, "uk_49id_70", "2430") == "no-beach"
    assert code(state, "uk_49id_70", "2525") is None, "Gold stays open"


@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-6.5.2-2")
def test_a_headquarters_that_stays_on_the_beach_is_ready():
    """ZOC-17.2-7: it has moved one hex; one that goes on has moved two."""
    for way, turned in ((("2814",), False), (("2814", "2713"), True)):
        state = waiting("us_viii")
        landed(state, "us_viii", *way)
        assert unit(state, "us_viii").moved_side is turned


@pytest.mark.clause("ZOC-6.5.2-1")
def test_what_is_offered_is_legal_and_whole():
    """ZOC-6.5.2-1."""
    state = waiting("us_9id_39", "uk_49id_70", "us_viii")
    groups = list(landings.offered_land(state))
    assert [group[0].units for group in groups] == [(one,) for one in ids(state, "us_9id_39", "uk_49id_70", "us_viii")]
    orders = [order for group in groups for order in group]
    assert all(landings.why_not_land(state, order) is None for order in orders)
    assert len({order.path[0] for order in orders}) == 8
    only = state.board.ids["us_viii"]
    assert {order.units for group in landings.offered_land(state, only) for order in group} == {(only,)}


@pytest.mark.clause("ZOC-6.5.1-1")
@pytest.mark.parametrize("order", [Land((), ()), Land((10**6,), (1,)), Land((2, 1), (-1,)), Land((5,), ())])
def test_strange_orders_are_refused(order):
    """ZOC-6.5.1-1."""
    assert landings.why_not_land(waiting("us_9id_39"), order) is not None


@pytest.mark.clause("ZOC-26.1-6")
@pytest.mark.clause("ZOC-26.1-2")
def test_cherbourg_stops_at_the_line_and_lands_at_utah():
    """ZOC-26.1-6, ZOC-26.1-2."""
    state = waiting("us_9id_39", units={"us_1_esb_utah": "2814"}, points={"us": 4}, scenario="zocbonds/cherbourg")
    assert set(landings.sites(state, state.board.ids["us_9id_39"])) == {board().hex("2814")}


# ------------------------------------------------------------------------------------------------- evacuation


def evacuation(units, key, **now):
    state = position(units, **{"turn": 4, "row": 4, "phase": "movement", **now})
    return state, Evacuate(state.board.ids[key])


@pytest.mark.clause("ZOC-21.3-1")
def test_a_unit_goes_back_with_its_losses_and_lands_again_at_its_price():
    """ZOC-21.3-1."""
    units = {**BEACHES, "us_4id_8": ("2814", {"steps": 2})}
    state, order = evacuation(units, "us_4id_8", points=SIX)
    assert landings.why_not_evacuate(state, order) is None
    carried_out(state, landings.execute_evacuate(state, order))
    assert order.unit in state.box("britain") and landings.price(state, order.unit) == 3
    landed(state, "us_4id_8", "2814")
    assert unit(state, "us_4id_8").steps == 2


@pytest.mark.clause("ZOC-21.3-1")
@pytest.mark.parametrize(
    ("units", "now", "expected"),
    [
        ({"us_4id_8": "2713"}, {}, "no-beach"),
        ({"us_4id_8": ("2814", {"mode": "tactical"})}, {}, "has-moved"),
        ({"us_4id_8": ("2814", {"landed": True})}, {}, "has-moved"),
        ({"us_4id_8": "2814"}, {"row": 1}, "storm"),
        ({"us_4id_8": "2814", "de_709id_919": "2913"}, {}, "enemy-zone"),
        ({"us_4id_8": "2814"}, {"phase": "combat"}, "not-now"),
    ],
)
def test_when_nobody_goes_back(units, now, expected):
    """ZOC-21.3-1."""
    state, order = evacuation({**BEACHES, **units}, "us_4id_8", **now)
    assert landings.why_not_evacuate(state, order).code == expected


@pytest.mark.clause("ZOC-21.3-2")
@pytest.mark.clause("ZOC-21.2-1")
def test_engineers_that_go_close_their_beach():
    """ZOC-21.3-2, ZOC-21.2-1."""
    state, order = evacuation(BEACHES, "uk_101_beach_sub_area_sword")
    events = carried_out(state, landings.execute_evacuate(state, order))
    assert BeachClosed("sword_queen") in events
    assert any(order in group for group in landings.offered_evacuate(evacuation(BEACHES, "us_1_esb_utah")[0]))


@pytest.mark.clause("ZOC-6.5.1-1")
@pytest.mark.clause("ZOC-6.5.2-1")
def test_who_waits_nowhere_has_no_beach():
    """ZOC-6.5.1-1, ZOC-6.5.2-1: units on the map, Germans, and the dead but for beach engineers."""
    state = waiting("us_9id_39", units={**BEACHES, "us_4id_8": "2713"})
    state.changed(
        boxes={**state.now.boxes, "eliminated": ids(state, "us_4id_12"), "arrivals": ids(state, "de_12ss_25")}
    )
    for key in ("us_4id_8", "us_4id_12", "de_12ss_25"):
        assert landings.sites(state, state.board.ids[key]) == {}
    assert landings.sites(state, state.board.ids["us_9id_39"])


@pytest.mark.clause("ZOC-9.8.2-2")
def test_nobody_lands_onto_a_unit_in_column():
    """ZOC-9.8.2-2: not in a hex beyond the beach where one stands; once it is no column any more they may."""
    for column, expected in ((True, "column-stacked"), (False, None)):
        state = waiting("us_9id_39", units={**BEACHES, "us_801_td": ("2713", {"column": column})})
        assert code(state, "us_9id_39", "2814") is None and code(state, "us_9id_39", "2814", "2713") == expected


@pytest.mark.clause("ZOC-20.5-3")
@pytest.mark.clause("ZOC-7.1-1")
def test_room_is_needed_where_the_way_from_the_beach_ends():
    """ZOC-20.5-3, ZOC-7.1-1: not on the beach that it leaves."""
    full = {"us_4id_8": "2814", "us_4id_12": "2814"}
    state = waiting("us_9id_39", units={**BEACHES, **full})
    assert code(state, "us_9id_39", "2814") == "full" and code(state, "us_9id_39", "2814", "2713") is None
    state = waiting("us_9id_39", units={**BEACHES, "us_4id_8": "2713", "us_4id_12": "2713"})
    assert code(state, "us_9id_39", "2814") is None and code(state, "us_9id_39", "2814", "2713") == "full"


@pytest.mark.clause("ZOC-28.3-4")
@pytest.mark.clause("ZOC-20.5-3")
def test_a_battery_that_no_ship_keeps_down_lets_nobody_ashore_at_sword():
    """ZOC-28.3-4: neither reinforcements nor the second wave that still waits, nor engineers."""
    open_ = {"uk_104_beach_gp_gold": "2525", "uk_101_beach_sub_area_sword": "2430"}
    late = {"wave/sword_queen": "uk_3id_9", "britain": "uk_49id_70"}
    for once, beaches in (((), {"2430"}), (("sword_shut/3",), set()), (("sword_shut/2",), {"2430"})):
        state = waiting(units=open_, once=once)
        state.changed(boxes={box: ids(state, key) for box, key in late.items()})
        for key in late.values():
            found = {state.board.grid.label(hex_) for hex_ in landings.sites(state, state.board.ids[key])}
            assert found & {"2430"} == beaches, (key, once)
        assert code(state, "uk_49id_70", "2525") is None
    shut = waiting("uk_101_beach_sub_area_sword", units={"uk_3id_8": "2430"}, once=("sword_shut/3",))
    assert code(shut, "uk_101_beach_sub_area_sword", "2430") == "no-beach"
    shut.changed(once=())
    assert code(shut, "uk_101_beach_sub_area_sword", "2430") is None
