"""Reserves (ZOC-15.1, ZOC-15.2, ZOC-15.4)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import board, carried_out, ids, path, position, unit
from wab.systems.zocbonds.combat.into_reserve import why_not_into_reserve
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.events import MarkerLifted, MarkerSet, Rebuilt, SupplyChecked
from wab.systems.zocbonds.state.orders import LiftReserve, Move, PlaceReserve
from wab.systems.zocbonds.state.state import OUT
from wab.systems.zocbonds.units import reserve


def why(state, *keys):
    refusal = reserve.why_not_place_reserve(state, PlaceReserve(ids(state, *keys)))
    return refusal.code if refusal else None


def placed(state, *keys):
    assert why(state, *keys) is None
    return carried_out(state, reserve.execute_place_reserve(state, PlaceReserve(ids(state, *keys))))


def gone(state, *labels, mode="ordinary"):
    way = path(state, *labels)
    order = Move(state.stacks[way[0]], way, mode)
    assert movement.why_not_move(state, order) is None
    return carried_out(state, movement.execute_move(state, order))


@pytest.mark.clause("ZOC-15.1-1")
def test_a_stack_that_moved_a_point_or_not_goes_into_reserve():
    state = position({"us_4id_8": "1330", "us_746": "1330", "us_4id_12": "1030"})
    assert placed(state, "us_4id_8", "us_746") == [MarkerSet(ids(state, "us_4id_8", "us_746"), "reserve", "movement")]
    gone(state, "1030", "1031")
    assert why(state, "us_4id_12") is None
    gone(state, "1031", "1032")
    assert why(state, "us_4id_12") == "moved"


@pytest.mark.clause("ZOC-15.1-1")
@pytest.mark.clause("ZOC-15.1-2")
def test_the_point_is_not_spent_on_an_enemy_zone():
    state = position({"us_4id_8": "1331", "de_12ss_25": "1333"})
    gone(state, "1331", "1332")
    assert why(state, "us_4id_8") == "moved", "it entered one"
    beside = position({"us_4id_8": "1332", "de_12ss_25": "1333"})
    assert why(beside, "us_4id_8") is None, "it has not moved"
    gone(beside, "1332", "1331")
    assert why(beside, "us_4id_8") == "moved", "it left one"


@pytest.mark.clause("ZOC-15.1-5")
@pytest.mark.clause("ZOC-15.1-10")
def test_tactical_movers_and_landings_are_no_reserve():
    state = position({"us_4id_8": "1330", "us_4id_12": ("2814", {"mode": "landing", "landed": True, "stopped": True})})
    gone(state, "1330", "1331", mode="tactical")
    assert why(state, "us_4id_8") == why(state, "us_4id_12") == "tactical"


@pytest.mark.clause("ZOC-15.1-4")
@pytest.mark.clause("ZOC-13.6-9")
@pytest.mark.parametrize("values", [{"replaced": True}, {"supply": OUT}, {"disrupted": True}])
def test_units_in_no_state_for_it_are_refused(values):
    assert why(position({"us_4id_8": ("1330", values)}), "us_4id_8") == "unfit"


@pytest.mark.clause("ZOC-15.1-4")
@pytest.mark.clause("ZOC-15.4-1")
@pytest.mark.parametrize("happening", ["supply", "replacement", "disruption"])
def test_whoever_falls_into_such_a_state_is_in_reserve_no_more(happening):
    state = position({"us_4id_8": ("1330", {"reserve": True, "steps": 2})}, replacements={"us_infantry": 1})
    (one,) = ids(state, "us_4id_8")
    apply(state, {
        "supply": SupplyChecked("allied", (one,), (), ()),
        "replacement": Rebuilt(one, "us_infantry", 3),
        "disruption": MarkerSet((one,), "disrupted"),
    }[happening])  # fmt: skip
    assert not unit(state, "us_4id_8").reserve
    ready = position({"us_4id_8": ("1330", {"reserve": True})})
    apply(ready, SupplyChecked("allied", (), (), (one,)))
    assert unit(ready, "us_4id_8").reserve, "in supply again takes nothing"


@pytest.mark.clause("ZOC-15.1-3")
@pytest.mark.clause("ZOC-15.4-2")
@pytest.mark.clause("ZOC-T-MARKERS")
def test_six_stacks_are_in_reserve_and_a_marker_lifted_is_free_at_once():
    keys = ("us_4id_8", "us_4id_12", "us_4id_22", "us_1id_16", "us_1id_18", "us_1id_26")
    labels = ("1030", "1031", "1032", "1033", "1130", "1131")
    where = {key: (label, {"reserve": True}) for key, label in zip(keys, labels, strict=True)}
    state = position({**where, "us_746": "1030", "us_90id_357": "1330"})
    assert reserve.markers_left(state, "allied") == 0 and reserve.markers_left(state, "axis") == 6
    assert why(state, "us_746") is None, "its hex has a marker"
    assert why(state, "us_90id_357") == "no-marker"
    lift = LiftReserve(state.board.hex("1031"))
    assert reserve.why_not_lift_reserve(state, lift) is None
    assert carried_out(state, reserve.execute_lift_reserve(state, lift)) == [
        MarkerLifted(ids(state, "us_4id_12"), "reserve", "lifted")
    ]
    assert why(state, "us_90id_357") is None


@pytest.mark.clause("ZOC-15.4-2")
def test_only_ones_own_markers_are_taken_off():
    state = position({"de_12ss_25": ("1333", {"reserve": True}), "us_4id_8": ("1330", {"reserve": True})})
    for hex_ in (*path(state, "1333", "1331"), -1, 10**6):
        assert reserve.why_not_lift_reserve(state, LiftReserve(hex_)).code == "no-reserve"
    offered = [order.hex for group in reserve.offered_lift_reserve(state) for order in group]
    assert offered == [state.board.hex("1330")]


@pytest.mark.clause("ZOC-15.1-1")
@pytest.mark.clause("ZOC-15.1-8")
def test_what_a_stranger_sends_is_refused():
    state = position({"us_4id_8": "1330", "us_4id_12": "1331", "de_12ss_25": "1335"})
    (at_sea,) = ids(state, "us_101ab_327")
    for units in ((), (-1,), (at_sea,), ids(state, "us_4id_8") * 2, ids(state, "de_12ss_25")):
        assert reserve.why_not_place_reserve(state, PlaceReserve(units)).code == "not-yours"
    assert why(state, "us_4id_8", "us_4id_12") == "not-together"
    placed(state, "us_4id_8")
    assert why(state, "us_4id_8") == "already"


@pytest.mark.clause("ZOC-15.1-1")
@pytest.mark.clause("ZOC-15.4-3")
def test_a_reserve_stays_one_while_it_moves_no_more_than_a_point():
    state = position({"us_4id_8": ("1330", {"reserve": True})})
    assert len(gone(state, "1330", "1331")) == 1 and unit(state, "us_4id_8").reserve
    assert gone(state, "1331", "1332")[0] == MarkerLifted(ids(state, "us_4id_8"), "reserve", "moved")
    tactical = position({"us_4id_8": ("1330", {"reserve": True})})
    gone(tactical, "1330", "1331", mode="tactical")
    assert not unit(tactical, "us_4id_8").reserve


@pytest.mark.clause("ZOC-3-6")
def test_a_reserve_phase_comes_up_where_there_are_reserves():
    units = {"us_4id_8": ("1330", {"reserve": True}), "de_12ss_25": "1335"}
    assert reserve.comes_up(position(units)) and not reserve.comes_up(position(units, side="axis"))


@pytest.mark.clause("ZOC-15.1-1")
def test_reserves_are_offered_singly_and_by_the_stack():
    state = position(
        {"us_4id_8": "1330", "us_746": "1330", "us_4id_12": ("1331", {"disrupted": True}), "us_1_esb_utah": "2814"}
    )
    offered = [order.units for group in reserve.offered_place_reserve(state) for order in group]
    one, two = ids(state, "us_4id_8"), ids(state, "us_746")
    assert sorted(offered) == sorted([one, two, ids(state, "us_4id_8", "us_746")])
    assert [order.units for group in reserve.offered_place_reserve(state, *two) for order in group] == [
        two, ids(state, "us_4id_8", "us_746"),
    ]  # fmt: skip


@pytest.mark.clause("ZOC-15.1-6")
@pytest.mark.clause("ZOC-15.1-7")
@pytest.mark.clause("ZOC-15.1-3")
def test_after_a_combat_the_same_states_and_markers_count():
    assert board().tables.markers.reserve == {"axis": 6, "allied": 6}
    state = position({"us_4id_8": ("1330", {"fought": True}), "us_4id_12": ("1331", {"landed": True}),
                      "us_4id_22": ("1332", {"disrupted": True})})  # fmt: skip
    codes = [why_not_into_reserve(state, ids(state, key)) for key in ("us_4id_8", "us_4id_12", "us_4id_22")]
    assert [refusal and refusal.code for refusal in codes] == [None, "regroup", "unfit"]


@pytest.mark.clause("ZOC-15.1-3")
@pytest.mark.parametrize("phase", ["movement", "reserve_movement"])
def test_who_leaves_a_marked_stack_needs_a_marker_of_his_own(phase):
    keys = ("us_4id_8", "us_4id_12", "us_4id_22", "us_1id_16", "us_1id_18", "us_1id_26")
    labels = ("1030", "1032", "1034", "1130", "1132", "1134")
    where = {key: (label, {"reserve": True}) for key, label in zip(keys, labels, strict=True)}
    state = position({**where, "us_746": ("1030", {"reserve": True})}, phase=phase)
    way = path(state, "1030", "1031")
    order = Move(ids(state, "us_746"), way, "tactical" if phase == "reserve_movement" else "ordinary")
    assert movement.why_not_move(state, order) is None
    carried_out(state, movement.execute_move(state, order))
    assert not unit(state, "us_746").reserve and unit(state, "us_4id_8").reserve
    state = position({"us_4id_8": ("1030", {"reserve": True}), "us_746": ("1030", {"reserve": True})}, phase=phase)
    order = Move(ids(state, "us_746"), way, "ordinary")
    carried_out(state, movement.execute_move(state, order))
    assert unit(state, "us_746").reserve == (unit(state, "us_746").spent <= 6)


@pytest.mark.clause("ZOC-15.1-3")
def test_a_reserve_that_moves_as_one_takes_its_marker_along_and_one_that_splits_needs_another():
    """ZOC-15.1-3: with all six markers in use."""
    held = {"us_1id_16": "1030", "us_1id_18": "1130", "us_1id_26": "1229", "us_29id_115": "1430", "us_29id_116": "1530"}
    units = {key: (label, {"reserve": True}) for key, label in held.items()}
    both = {"us_745": ("1336", {"reserve": True}), "us_746": ("1336", {"reserve": True})}
    state = position({**units, **both})
    assert reserve.markers_left(state, "allied") == 0
    gone(state, "1336", "1337", "1338")
    assert unit(state, "us_745").reserve and unit(state, "us_746").reserve
    state = position({**units, **both})
    order = Move(ids(state, "us_745"), path(state, "1336", "1337"), "ordinary")
    assert MarkerLifted(ids(state, "us_745"), "reserve", "moved") in carried_out(
        state, movement.execute_move(state, order)
    )
    assert unit(state, "us_746").reserve


@pytest.mark.clause("ZOC-15.4-2")
@pytest.mark.clause("ZOC-27.1-1")
def test_each_player_takes_his_own_units_out_of_a_reserve_of_both():
    """ZOC-15.4-2, ZOC-27.1-1: the marker of a hex that both armies share stays for the other one."""
    shared = {"us_4id_8": ("1330", {"reserve": True}), "uk_3id_8": ("1330", {"reserve": True})}
    lift = LiftReserve(path(position({}), "1330")[0])
    for army, mine, other in (("us", "us_4id_8", "uk_3id_8"), ("commonwealth", "uk_3id_8", "us_4id_8")):
        state = position(shared, player=f"allied/{army}", options={"players": "3"})
        assert reserve.why_not_lift_reserve(state, lift) is None
        assert [*reserve.offered_lift_reserve(state)] == [(lift,)]
        carried_out(state, reserve.execute_lift_reserve(state, lift))
        assert not unit(state, mine).reserve and unit(state, other).reserve
        assert reserve.why_not_lift_reserve(state, lift).code == "no-reserve"
    alone = position(shared)
    carried_out(alone, reserve.execute_lift_reserve(alone, lift))
    assert not reserve.in_reserve(alone, "allied")
