"""Units bound to a place: restricted ones (ZOC-17.6), the units of turn 1 (ZOC-20.4), the Cherbourg scenario
(ZOC-26).
"""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import carried_out, ids, path, position, unit
from wab.systems.zocbonds.ground import leashes
from wab.systems.zocbonds.ground.marching import Manner, reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.sequence.decisions import DECISIONS
from wab.systems.zocbonds.state.events import MarkerSet
from wab.systems.zocbonds.state.orders import Done, Move

CHERBOURG = "zocbonds/cherbourg"


def german(units, **now):
    return position(units, **{"side": "axis", "row": 2, **now})


def refused(state, key, *labels, mode="ordinary"):
    refusal = movement.why_not_move(state, Move(ids(state, key), path(state, *labels), mode))
    return refusal and (refusal.code, refusal.clauses)


def code(state, key, *labels, mode="ordinary"):
    found = refused(state, key, *labels, mode=mode)
    return found and found[0]


# ---------------------------------------------------------------- restricted units


@pytest.mark.clause("ZOC-17.6-1")
def test_a_restricted_unit_does_not_move_until_the_enemy_is_within_two_hexes():
    where = {"de_711id_731": "2335"}
    assert code(german(where), "de_711id_731", "2335", "2336") == "restricted"
    for label, free in (("2332", False), ("2333", True)):
        state = german({**where, "uk_3id_8": label})
        happened = carried_out(state, leashes.released(state))
        assert happened == ([MarkerSet(ids(state, "de_711id_731"), "released", "enemy near")] if free else [])
        assert (code(state, "de_711id_731", "2335", "2336") is None) is free
    assert not list(leashes.released(state)), "once is enough"


@pytest.mark.clause("ZOC-17.6-1")
@pytest.mark.clause("ZOC-20.4-2")
def test_nobody_is_released_on_turn_1_and_ost_battalions_stay_as_well():
    state = german({"de_711id_731": "2335", "uk_3id_8": "2336", "de_795_ost": "2613"}, turn=1)
    assert not list(leashes.released(state))
    assert code(state, "de_795_ost", "2613", "2612") == code(state, "de_711id_731", "2335", "2235") == "turn-1"
    assert code(german({"de_795_ost": "2613"}), "de_795_ost", "2613", "2614") is None


@pytest.mark.clause("ZOC-17.6-2")
def test_the_garrison_of_cherbourg_moves_inside_the_perimeter():
    state = german({"de_cherbourg": "3606"})
    inside = state.board.overlay("perimeter")
    found = set(reach(state, ids(state, "de_cherbourg")))
    assert len(found) > 4 and all(inside[hex_] for hex_ in found)
    assert refused(state, "de_cherbourg", "3606", "3506", "3406") == ("kept-out", ("ZOC-17.6-2",))
    assert code(german({"de_cherbourg": "3606"}, turn=1), "de_cherbourg", "3606", "3607") == "turn-1"


@pytest.mark.clause("ZOC-17.6-2")
def test_with_one_of_the_garrison_all_of_it_is_released():
    state = german({"de_cherbourg": "3606", "de_709id_739": "3605", "de_km_marine_cherbourg": "3706",
                    "de_711id_731": "2335", "us_9id_39": "3406"})  # fmt: skip
    garrison = ids(state, "de_cherbourg", "de_709id_739", "de_km_marine_cherbourg")
    assert carried_out(state, leashes.released(state)) == [MarkerSet(garrison, "released", "enemy near")]
    assert leashes.closed_to(state, garrison[0]) is None


@pytest.mark.clause("ZOC-17.6-3")
def test_a_restricted_unit_that_retreats_is_free():
    state = german({"de_711id_731": ("2335", {"released": True})})
    assert leashes.why_bound(state, *ids(state, "de_711id_731")) is None
    assert leashes.is_restricted(german({"de_711id_731": "2335"}), *ids(state, "de_711id_731"))


# ---------------------------------------------------------------- the Cherbourg scenario


def americans(units, **now):
    return position(units, scenario=CHERBOURG, **{"turn": 3, **now})


@pytest.mark.clause("ZOC-26.1-2")
def test_the_allies_do_not_cross_the_line_of_27_june():
    state = americans({"us_4id_8": "2512"})
    line = state.board.overlay("allied_side_27_june")
    found = set(reach(state, ids(state, "us_4id_8")))
    assert found and all(line[hex_] for hex_ in found)
    grid, (near, south) = state.board.grid, path(state, "2412", "2312")
    assert line[near] and not line[south] and grid.are_adjacent(near, south)
    assert refused(americans({"us_4id_8": "2412"}), "us_4id_8", "2412", "2312") == ("kept-out", ("ZOC-26.1-2",))


@pytest.mark.clause("ZOC-26.1-3")
def test_the_germans_cross_it_and_nobody_enters_column_15():
    state = position({"de_91id_1057": "2507"}, scenario=CHERBOURG, side="axis")
    line = state.board.overlay("allied_side_27_june")
    assert {bool(line[hex_]) for hex_ in reach(state, ids(state, "de_91id_1057"))} == {True, False}
    east = position({"de_352id_914": "2514"}, side="axis")
    assert code(east, "de_352id_914", "2514", "2515") is None
    shut = position({"de_91id_1057": "2514"}, scenario=CHERBOURG, side="axis")
    assert code(shut, "de_91id_1057", "2514", "2515") == "closed"


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-26.3-4")
@pytest.mark.parametrize(("key", "home", "clause", "anchors", "most"), [
    ("us_101ab_502", "2612", "ZOC-26.3-2", ("2512",), 4),
    ("us_82ab_505", "2811", "ZOC-26.3-4", ("2710", "2810", "2811"), 3),
])  # fmt: skip
def test_two_divisions_are_on_a_leash_from_turn_3(key, home, clause, anchors, most):
    free, bound = (americans({key: home}, turn=turn) for turn in (2, 3))
    assert leashes.leash_of(free, *ids(free, key)) is None
    found, grid = set(reach(bound, ids(bound, key))), bound.board.grid
    near = [min(grid.distance(hex_, anchor) for anchor in path(bound, *anchors)) for hex_ in found]
    assert max(near) <= most
    assert leashes.closed_to(bound, *ids(bound, key))[1] == clause
    valognes = bound.board.hex("3209")
    assert leashes.within_leash(free, *ids(free, key), valognes) and not leashes.within_leash(
        bound, *ids(bound, key), valognes
    )
    assert leashes.within_leash(bound, *ids(bound, key), bound.board.hex(home))


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-26.3-4")
@pytest.mark.clause("ZOC-9.1-2")
@pytest.mark.parametrize(("bound", "home", "anchors", "most"), [
    ("us_101ab_502", "2612", ("2512",), 4), ("us_82ab_505", "2811", ("2710", "2810", "2811"), 3),
])  # fmt: skip
def test_a_stack_goes_as_far_as_the_leash_of_any_of_it(bound, home, anchors, most):
    """ZOC-26.3-2, ZOC-26.3-4, ZOC-9.1-2: whether the bound unit is the first of it by number or not."""
    state = americans({bound: home, "us_4id_8": home})
    grid, places = state.board.grid, path(state, *anchors)

    def farthest(*keys):
        return max(min(grid.distance(hex_, one) for one in places) for hex_ in reach(state, ids(state, *keys)))

    assert farthest("us_4id_8") > most >= farthest(bound, "us_4id_8")


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-26.3-4")
def test_who_is_beyond_his_leash_comes_nearer_step_by_step_and_must():
    state = americans({"us_82ab_505": "3209", "us_82ab_507": "2810", "us_4id_8": "2814"})
    (astray,) = ids(state, "us_82ab_505")
    assert leashes.is_astray(state, astray)
    assert movement.must_return(state) == (astray,)
    home, grid = path(state, "2710", "2810", "2811"), state.board.grid
    away = {hex_: min(grid.distance(hex_, one) for one in home) for hex_ in reach(state, (astray,))}
    assert all(distance < 4 for hex_, distance in away.items() if hex_ != state.board.hex("3209"))
    goal = min(away, key=away.__getitem__)
    order = Move((astray,), reach(state, (astray,)).path_to(goal))
    carried_out(state, movement.execute_move(state, order))
    assert not leashes.is_astray(state, astray) and movement.must_return(state) == ()
    held = americans({"us_82ab_505": ("3209", {"scattered": True})})
    assert movement.must_return(held) == (), "it cannot"
    assert unit(held, "us_82ab_505").scattered


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-26.3-4")
def test_the_phase_does_not_end_before_they_have_tried():
    """ZOC-26.3-2, ZOC-26.3-4: the end of it is neither legal nor on offer, until the last of them has moved."""
    state = americans({"us_82ab_505": "3209", "us_4id_8": "2814"}, player="allied")
    refusal = DECISIONS.why_not(state, Done())
    assert refusal.code == "astray" and "505" in str(refusal.text) and refusal.where == path(state, "3209")
    assert Done() not in [order for group in DECISIONS.offered(state, None) for order in group]
    (astray,) = ids(state, "us_82ab_505")
    home = min(reach(state, (astray,)), key=lambda hex_: state.board.grid.distance(hex_, state.board.hex("2811")))
    carried_out(state, DECISIONS.execute(state, Move((astray,), reach(state, (astray,)).path_to(home))))
    assert DECISIONS.why_not(state, Done()) is None
    assert Done() in [order for group in DECISIONS.offered(state, None) for order in group]


@pytest.mark.clause("ZOC-26.3-4")
def test_nobody_has_to_come_back_where_every_hex_within_reach_is_full():
    alone = americans({"us_82ab_505": ("3209", {"supply": 1})})
    astray = ids(alone, "us_82ab_505")
    near = sorted(set(reach(alone, astray, Manner("tactical"))) - {alone.board.hex("3209")})
    assert movement.must_return(alone) == astray and near
    regiments = iter(
        one.key for one in alone.board.roster.values()
        if one.side == "allied" and one.infantry and one.steps == 3 and one.key != "us_82ab_505"
    )  # fmt: skip
    full = {next(regiments): alone.board.grid.label(hex_) for hex_ in near for _ in range(2)}
    state = americans({"us_82ab_505": ("3209", {"supply": 1}), **full})
    assert not list(movement.choices(state, astray)) and astray[0] not in movement.must_return(state)


@pytest.mark.clause("ZOC-26.1-2")
def test_in_the_campaign_there_is_no_line():
    state = position({"us_82ab_505": "2811"}, turn=5)
    assert leashes.closed_to(state, *ids(state, "us_82ab_505")) is None and not leashes.is_astray(
        state, *ids(state, "us_82ab_505")
    )
    assert len(reach(state, ids(state, "us_82ab_505"), Manner("tactical"))) > 1
