"""Strategic movement, trucks and bicycles (ZOC-9.8, ZOC-9.9)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, path, position, unit
from wab.systems.zocbonds.combat import attack
from wab.systems.zocbonds.ground import columns
from wab.systems.zocbonds.ground.allowance import allowance
from wab.systems.zocbonds.ground.manners import MANNERS
from wab.systems.zocbonds.ground.marching import Manner, reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.events import MarkerLifted, PhaseBegan
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.state import OUT

STORM, OVERCAST, CLEAR = 1, 2, 6
COLUMN, TRUCK, TRUCKS_IN_COLUMN, RIDE = (
    Manner("strategic"),
    Manner("ordinary", True),
    Manner("strategic", True),
    Manner("bicycle"),
)
ROAD = ("1336", "1337", "1338", "1339")
"""A road in the south-east, far from all units."""


def german(units, **now):
    return position(units, **{"side": "axis", "row": OVERCAST, "turn": 3, **now})


def why(state, key, manner):
    refusal = movement.why_not_set_off(state, ids(state, key), manner)
    return refusal.code if refusal else None


def refused(state, key, manner, *labels):
    refusal = movement.why_not_move(state, Move(ids(state, key), path(state, *labels), manner.mode, manner.truck))
    return refusal.code if refusal else None


def gone(state, key, manner, *labels):
    order = Move(ids(state, key), path(state, *labels), manner.mode, manner.truck)
    assert movement.why_not_move(state, order) is None
    return carried_out(state, movement.execute_move(state, order))


@pytest.mark.clause("ZOC-9.8.5-1")
@pytest.mark.clause("ZOC-15.2-2")
def test_a_reserve_in_column_keeps_its_marker_when_it_moves_on():
    """ZOC-9.8.5-1: it stays on through the turn of the opponent, though reserve movement is no strategic movement."""
    values = {"column": True, "truck": True, "reserve": True}
    state = german({"de_91id_1057": ("1337", values)}, phase="reserve_movement")
    gone(state, "de_91id_1057", Manner(), "1337", "1338")
    assert unit(state, "de_91id_1057").column and unit(state, "de_91id_1057").truck


@pytest.mark.clause("ZOC-9.8.6-1")
@pytest.mark.clause("ZOC-9.1-3")
def test_who_began_on_trucks_goes_on_on_trucks():
    """ZOC-9.1-3: and who began on foot does not board on the way."""
    state = german({"de_91id_1057": "1336"})
    gone(state, "de_91id_1057", TRUCK, "1336", "1337")
    assert refused(state, "de_91id_1057", Manner(), "1337", "1338") == "other-manner"
    assert refused(state, "de_91id_1057", TRUCK, "1337", "1338") is None
    state = german({"de_91id_1057": "1336"})
    gone(state, "de_91id_1057", Manner(), "1336", "1337")
    assert refused(state, "de_91id_1057", TRUCK, "1337", "1338") == "other-manner"


@pytest.mark.clause("ZOC-9.8.1-1")
def test_strategic_movement_doubles_the_allowance_of_mechanised_units():
    state = german({"de_12ss_25": "1337", "de_91id_1057": "1338"})
    assert allowance(state, *ids(state, "de_12ss_25"), "strategic") == 2 * 5 * 6
    assert why(state, "de_12ss_25", COLUMN) is None
    assert why(state, "de_91id_1057", COLUMN) == "on-foot"


@pytest.mark.clause("ZOC-9.8.1-1")
@pytest.mark.clause("ZOC-13.6-9")
@pytest.mark.clause("ZOC-18.4-3")
@pytest.mark.parametrize("values", [{"disrupted": True}, {"supply": OUT}])
def test_disrupted_and_unsupplied_units_form_no_column(values):
    assert why(german({"de_12ss_25": ("1337", values)}), "de_12ss_25", COLUMN) == "unfit"


@pytest.mark.clause("ZOC-15.2-2")
@pytest.mark.clause("ZOC-9.8.1-1")
def test_there_are_none_in_reserve_movement():
    units = {"de_12ss_25": ("1337", {"reserve": True}), "de_91id_1057": ("1338", {"reserve": True})}
    state = german({**units, "de_30mob_1_30": ("1339", {"reserve": True})}, phase="reserve_movement")
    for key, manner in (("de_12ss_25", COLUMN), ("de_91id_1057", TRUCK), ("de_30mob_1_30", RIDE)):
        assert why(state, key, manner) == "reserve"


@pytest.mark.clause("ZOC-9.8.7-1")
@pytest.mark.clause("ZOC-20.4-4")
def test_there_are_none_on_turn_1():
    state = german({"de_12ss_25": "1337", "de_91id_1057": "1338"}, turn=1)
    assert why(state, "de_12ss_25", COLUMN) == why(state, "de_91id_1057", TRUCK) == "turn-1"
    assert why(position({"us_746": "1337"}, turn=1), "us_746", COLUMN) == "turn-1"


@pytest.mark.clause("ZOC-26.3-6")
def test_the_germans_have_none_in_the_cherbourg_scenario_and_the_allies_do():
    state = german({"de_206_pz": ("3209", {"released": True}), "de_91id_1057": "2507"}, scenario="zocbonds/cherbourg")
    assert why(state, "de_206_pz", COLUMN) == why(state, "de_91id_1057", TRUCK) == "scenario"
    assert why(position({"us_746": "2812"}, scenario="zocbonds/cherbourg"), "us_746", COLUMN) is None


@pytest.mark.clause("ZOC-9.8.1-2")
@pytest.mark.clause("ZOC-9.9-1")
@pytest.mark.parametrize(("key", "manner"), [("de_12ss_25", COLUMN), ("de_30mob_1_30", RIDE)])
def test_columns_and_bicycles_stay_on_roads(key, manner):
    state = german({key: "1337"})
    assert refused(state, key, manner, "1337", "1437") == "closed"
    on_roads = set(reach(state, ids(state, key), manner))
    assert all(state.board.map.road[hex_].any() for hex_ in on_roads) and len(on_roads) > 10


@pytest.mark.clause("ZOC-9.8.2-1")
@pytest.mark.clause("ZOC-9.8.6-2")
@pytest.mark.clause("ZOC-9.9-1")
@pytest.mark.parametrize(("key", "manner"), [
    ("de_12ss_25", COLUMN), ("de_91id_1057", TRUCK), ("de_91id_1057", TRUCKS_IN_COLUMN), ("de_30mob_1_30", RIDE),
])  # fmt: skip
def test_they_neither_start_in_an_enemy_zone_nor_enter_one(key, manner):
    assert why(german({key: "1338", "us_4id_8": "1339"}), key, manner) == "starts-in-zone"
    state = german({key: "1336", "us_4id_8": "1339"})
    assert refused(state, key, manner, "1336", "1337") is None
    assert refused(state, key, manner, "1336", "1337", "1338") == "avoided"
    assert state.board.hex("1338") not in reach(state, ids(state, key), manner)


@pytest.mark.clause("ZOC-9.8.2-2")
def test_a_column_ends_stacked_with_nobody_and_nobody_with_a_column():
    state = german({"de_12ss_25": "1336", "de_12ss_26": "1336", "de_lehr_901": "1338", "de_91id_1057": "1340"})
    assert refused(state, "de_12ss_25", COLUMN, *ROAD[:3]) == "column-stacked"
    assert movement.why_not_set_off(state, ids(state, "de_12ss_25", "de_12ss_26"), COLUMN).code == "one-at-a-time"
    gone(state, "de_12ss_25", COLUMN, *ROAD)
    assert unit(state, "de_12ss_25").column
    assert refused(state, "de_91id_1057", Manner(), "1340", "1339") == "column-stacked"
    assert refused(state, "de_91id_1057", Manner(), "1340", "1339", "1338") is None, "passing is allowed"
    offered = {order.path[-1] for group in movement.offered_move(state, *ids(state, "de_91id_1057")) for order in group}
    assert state.board.hex("1339") not in offered


@pytest.mark.clause("ZOC-9.8.3-1")
def test_three_units_of_a_side_go_by_column():
    keys = ("de_12ss_25", "de_12ss_26", "de_lehr_901", "de_lehr_902")
    state = german({key: (label, {"column": True} if number < 3 else {})
                    for number, (key, label) in enumerate(zip(keys, ROAD, strict=True))})  # fmt: skip
    assert columns.columns_left(state, "axis") == 0 and columns.columns_left(state, "allied") == 3
    assert why(state, "de_lehr_902", COLUMN) == "no-marker"
    assert why(state, "de_12ss_25", COLUMN) is None, "it has one"


@pytest.mark.clause("ZOC-9.8.5-1")
@pytest.mark.clause("ZOC-9.8.5-2")
@pytest.mark.clause("ZOC-9.8.5-3")
@pytest.mark.clause("ZOC-9.8.6-3")
def test_markers_stay_on_to_the_next_own_movement_phase():
    state = german({
        "de_12ss_25": ("1336", {"column": True}), "us_4id_8": "1339",
        "de_91id_1057": ("1338", {"column": True, "truck": True}),
    })  # fmt: skip
    for side, phase in (("axis", "combat"), ("allied", "movement"), ("allied", "supply")):
        apply(state, PhaseBegan(side, phase, side))
        assert unit(state, "de_12ss_25").column
    lifted = carried_out(state, columns.lifted(state, "axis"))
    assert lifted == [
        MarkerLifted(ids(state, "de_91id_1057"), "column", "beside the enemy"),
        MarkerLifted(ids(state, "de_12ss_25"), "column", "not used again"),
        MarkerLifted(ids(state, "de_91id_1057"), "truck", "beside the enemy"),
    ]
    assert columns.columns_left(state, "axis") == 3 and columns.trucks_left(state, "axis") == 1


@pytest.mark.clause("ZOC-9.8.5-4")
@pytest.mark.clause("ZOC-9.8.6-3")
def test_they_come_off_whoever_has_been_attacked():
    state = german(
        {"de_12ss_25": ("1336", {"column": True}), "de_91id_1057": ("1338", {"truck": True}), "de_12ss_26": "1337"}
    )
    gone_too = state.board.ids["de_lehr_901"]
    lifted = carried_out(
        state, columns.caught(state, (*ids(state, "de_12ss_25", "de_91id_1057", "de_12ss_26"), gone_too))
    )
    assert lifted == [
        MarkerLifted(ids(state, "de_12ss_25"), "column", "attacked"),
        MarkerLifted(ids(state, "de_91id_1057"), "truck", "attacked"),
    ]


# ---------------------------------------------------------------- trucks


@pytest.mark.clause("ZOC-9.8.6-1")
@pytest.mark.clause("ZOC-X-9.8.6")
def test_trucks_carry_a_unit_on_foot_as_a_mechanised_one():
    given, expect = example("ZOC-X-9.8.6")
    assert given["weather"].lower() == "clear"
    state = german({"de_91id_1057": "1336"}, row=CLEAR)
    (unit_id,) = ids(state, "de_91id_1057")
    assert allowance(state, unit_id, "strategic", truck=True) == 6 * expect["MA"]
    assert allowance(state, unit_id, truck=True) == 6 * 3
    assert allowance(german({"de_91id_1057": "1336"}), unit_id, truck=True) == 6 * 5
    event = gone(state, "de_91id_1057", TRUCK, "1336", "1337")[0]
    assert event.spent == 3 and event.truck and unit(state, "de_91id_1057").truck
    assert not unit(state, "de_91id_1057").column


@pytest.mark.clause("ZOC-9.8.6-1")
def test_one_german_unit_on_foot_rides_at_a_time():
    state = german({"de_91id_1057": "1336", "de_91id_1058": "1338", "de_12ss_25": "1340"})
    assert why(state, "de_12ss_25", TRUCK) == "no-truck"
    gone(state, "de_91id_1057", TRUCK, "1336", "1337")
    assert why(state, "de_91id_1058", TRUCK) == "no-truck-marker"
    assert why(state, "de_91id_1057", TRUCK) is None, "it rides on"
    assert why(position({"us_4id_8": "1336"}), "us_4id_8", TRUCK) == "no-truck"


@pytest.mark.clause("ZOC-9.8.6-1")
def test_trucks_and_a_column_take_both_markers():
    state = german({"de_91id_1057": "1336"})
    gone(state, "de_91id_1057", TRUCKS_IN_COLUMN, *ROAD)
    assert unit(state, "de_91id_1057").column and unit(state, "de_91id_1057").truck


# ---------------------------------------------------------------- bicycles


@pytest.mark.clause("ZOC-9.9-1")
@pytest.mark.clause("ZOC-2.3.3-3")
@pytest.mark.clause("ZOC-X-9.9")
@pytest.mark.clause("ZOC-EOP-11")
def test_bicycles_have_six_points_on_roads_in_overcast_weather():
    given, expect = example("ZOC-X-9.9")
    assert given["unit"] == "bicycle"
    for turn in (1, 3):
        state = german({"de_30mob_1_30": "1337", "de_91id_1057": "1336"}, turn=turn)
        assert state.sky in given["weather"].lower()
        assert why(state, "de_30mob_1_30", RIDE) is None
        assert allowance(state, *ids(state, "de_30mob_1_30"), "bicycle") == 6 * expect["MA"]
    assert allowance(state, *ids(state, "de_30mob_1_30")) == 6 * 4, "otherwise it is infantry"
    assert why(state, "de_91id_1057", RIDE) == "no-bicycle"
    for row in (STORM, CLEAR):
        assert why(german({"de_30mob_1_30": "1337"}, row=row), "de_30mob_1_30", RIDE) == "weather"


@pytest.mark.clause("ZOC-9.8.1-1")
def test_manners_are_offered_one_after_the_other_and_each_hex_once():
    state = german({"de_91id_1057": "1336"})
    seen = [order for group in movement.offered_move(state) for order in group]
    assert len({order.path[-1] for order in seen}) == len(seen)
    assert {Manner(order.mode, order.truck) for order in seen} <= set(MANNERS)
    assert any(order.truck for order in seen)


@pytest.mark.clause("ZOC-9.8.5-4")
def test_a_column_that_is_attacked_loses_its_marker_with_the_die():
    state = position({"de_12ss_25": ("1336", {"column": True}), "us_4id_8": "1337"}, phase="combat", turn=5)
    order = next(one for group in attack.offered_attacks(state) for one in group)
    happened = carried_out(state, attack.execute_attack(state, order))
    assert MarkerLifted(ids(state, "de_12ss_25"), "column", "attacked") in happened


@pytest.mark.clause("ZOC-9.8.2-1")
@pytest.mark.clause("ZOC-9.8.6-2")
def test_a_refusal_cites_the_rule_of_columns_or_of_trucks():
    """ZOC-9.8.2-1, ZOC-9.8.6-2: out of an enemy zone."""
    for key, manner, clause in (
        ("de_12ss_25", COLUMN, "ZOC-9.8.2-1"), ("de_91id_1057", TRUCK, "ZOC-9.8.6-2"),
    ):  # fmt: skip
        state = german({key: "1338", "us_4id_8": "1339"})
        refusal = movement.why_not_set_off(state, ids(state, key), manner)
        assert refusal is not None and clause in refusal.clauses


@pytest.mark.clause("ZOC-6.6-2")
@pytest.mark.clause("ZOC-9.1-1")
def test_a_unit_off_the_map_has_the_allowance_of_its_card():
    """ZOC-6.6-2, ZOC-9.1-1: of its full side."""
    state = german({})
    coming = [state.profile(unit_) for unit_ in state.board.boxes["arrivals"]]
    told = [profile for profile in coming if profile.foot and profile.values[0][0] != profile.values[0][1]]
    assert len(told) > 5
    for profile in told:
        assert allowance(state, profile.id) == 6 * profile.values[0][1], profile.key
