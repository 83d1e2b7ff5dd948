"""Zones of control (ledger sections 8.2 and 8.2.1)."""

from __future__ import annotations

import pytest

from wab.systems.operations.movement.movement import execute_move, is_held, reach, why_not_move
from wab.systems.operations.seen.codec import pack, unpack
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.sequence import flow
from wab.systems.operations.state.events import Advanced, AdvanceOffered, ImpulseBegan, Removed
from wab.systems.operations.state.orders import Advance, Move, Pass
from wab.systems.operations.state.zoc import exerts_zoc, in_enemy_zoc, zone_of_control

OPEN = [". . . . .", ". . . . .", ". . . . ."]


@pytest.mark.clause("OPS-8.2-1")
def test_the_zone_is_the_six_hexes_around(board):
    b = board([". . . . ."] * 5)
    b.place("infantry", b.at(2, 2), "axis")
    zone = zone_of_control(b.state, "axis")
    assert sorted(zone.nonzero()[0].tolist()) == sorted(b.board.grid.adjacent(b.at(2, 2)))
    assert not zone_of_control(b.state, "allied").any()


@pytest.mark.clause("OPS-8.2-2")
def test_zones_end_at_the_sea(board):
    b = board(["~ . ."])
    b.place("infantry", 1, "axis")
    b.place("ship", 0, "axis", zoc=1)
    assert zone_of_control(b.state, "axis").tolist() == [0, 0, 1]


@pytest.mark.clause("OPS-8.2-2")
@pytest.mark.parametrize("ground", ["m", "c", "b", "H"])
def test_no_ground_stops_a_zone(board, ground):
    b = board([f". {ground} {ground}"], rivers=[(0, 1)])
    b.place("infantry", 0, "axis")
    assert in_enemy_zoc(b.state, "allied", 1)


@pytest.mark.clause("OPS-8.2-2")
def test_a_wide_estuary_is_sea_to_a_zone(board):
    b = board([". ."], closed=[(0, 1)])
    b.place("infantry", 0, "axis")
    assert not in_enemy_zoc(b.state, "allied", 1)
    assert not exerts_zoc(b.state, "axis", 0, 1)


@pytest.mark.clause("OPS-8.2-3")
@pytest.mark.clause("OPS-8.5.2-2")
@pytest.mark.parametrize(
    ("kind", "traits", "has_zone"),
    [
        ("infantry", {}, True),
        ("artillery", {}, True),
        ("company", {}, True),
        ("commander", {}, False),
        ("commander", {"zoc": 1}, False),
        ("infantry", {"supplied": False}, False),
    ],
)
def test_who_has_a_zone(board, kind, traits, has_zone):
    b = board([". ."])
    b.place(kind, 0, "axis", **traits)
    assert in_enemy_zoc(b.state, "allied", 1) == has_zone
    assert exerts_zoc(b.state, "axis", 0, 1) == has_zone


def test_one_member_with_a_zone_is_enough(board):
    b = board([". ."])
    b.place("commander", 0, "axis")
    b.place("infantry", 0, "axis", supplied=False)
    assert not in_enemy_zoc(b.state, "allied", 1)
    b.place("infantry", 0, "axis")
    assert in_enemy_zoc(b.state, "allied", 1)


@pytest.mark.clause("OPS-8.2.1-1")
def test_entering_a_zone_ends_the_move_for_the_turn(board):
    b = board([". . . . ."])
    mover = b.place("infantry", 0)
    b.place("infantry", 4, "axis")
    assert list(reach(b.state, (mover,))) == [0, 1, 2, 3]
    events = b.happen(execute_move(b.state, Move((mover,), (0, 1, 2, 3))))
    assert any(getattr(event, "halted", False) for event in events)
    refusal = why_not_move(b.state, Move((mover,), (3, 2)))
    assert refusal is not None and refusal.code == "halted"
    assert list(reach(b.state, (mover,))) == [3]


@pytest.mark.clause("OPS-8.2.1-1")
def test_no_path_leads_through_a_zone(board):
    b = board(OPEN)
    mover = b.place("infantry", b.at(1, 0))
    b.place("infantry", b.at(2, 2), "axis")
    path = (b.at(1, 0), b.at(1, 1), b.at(1, 2))
    refusal = why_not_move(b.state, Move((mover,), path))
    assert refusal is not None and refusal.code == "zoc" and refusal.where == (b.at(1, 1),)
    assert reach(b.state, (mover,)).path_to(b.at(1, 2)) == (b.at(1, 0), b.at(0, 1), b.at(0, 2), b.at(1, 2))


@pytest.mark.clause("OPS-8.2.1-2")
def test_from_a_zone_one_hex_only(board):
    b = board(OPEN)
    mover = b.place("infantry", b.at(1, 1), held=True)
    b.place("infantry", b.at(2, 2), "axis")
    neighbours = set(b.board.grid.adjacent(b.at(1, 1))) - {b.at(2, 2)}
    assert set(reach(b.state, (mover,))) == neighbours | {b.at(1, 1)}
    refusal = why_not_move(b.state, Move((mover,), (b.at(1, 1), b.at(1, 0), b.at(0, 0))))
    assert refusal is not None and refusal.code == "starts-in-zoc"


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.parametrize("goal", [(1, 2), (1, 0)], ids=["into another hex of the zone", "out of the zone"])
def test_after_that_one_hex_the_unit_is_done(board, goal):
    b = board(OPEN)
    mover = b.place("infantry", b.at(1, 1), held=True)
    b.place("infantry", b.at(2, 2), "axis")
    order = Move((mover,), (b.at(1, 1), b.at(*goal)))
    assert why_not_move(b.state, order) is None
    b.happen(execute_move(b.state, order))
    assert b.state.units[mover].halted


LONG = [". . . . . . . ."] * 3


def contact(board, side="allied", **options):
    """A unit of each side next to the other in the middle row, at columns 3 and 4; the turn begins with `side`."""
    b = board(LONG, switches={"supply": False, "fatigue": False}, **options)
    units = {"allied": b.place("infantry", b.at(1, 3)), "axis": b.place("infantry", b.at(1, 4), "axis")}
    b.happen(flow.execute(b.state, Pass()))
    if side == "allied":
        b.happen(flow.execute(b.state, Pass()))
    return b, units[side]


def row(b, *columns):
    """A path along the middle row."""
    return tuple(b.at(1, column) for column in columns)


def code(b, order):
    refusal = why_not_move(b.state, order)
    return None if refusal is None else refusal.code


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_turn_of_a_side_tells_which_of_its_units_stand_in_a_zone(board, side):
    b, unit = contact(board, side)
    assert [unit_.id for unit_ in b.state.units.values() if unit_.held] == [unit]
    far = row(b, 3, 2, 1) if side == "allied" else row(b, 4, 5, 6)
    assert code(b, Move((unit,), far)) == "starts-in-zoc" and code(b, Move((unit,), far[:2])) is None
    assert far[2] not in reach(b.state, (unit,))
    assert far[2] not in reach(b.state, (unit,), strategic=True), "OPS-6.3-7"


@pytest.mark.clause("OPS-8.2.1-2")
def test_a_unit_that_began_in_a_zone_goes_one_hex_though_a_friend_has_cleared_it(board):
    b, unit = contact(board)
    foe = next(b.state.units_of("axis")).id
    b.place("infantry", b.at(1, 7), "axis")
    b.happen([Removed(foe, "destroyed", 0)])
    assert not in_enemy_zoc(b.state, "allied", b.at(1, 3))
    assert code(b, Move((unit,), row(b, 3, 4, 5))) == "starts-in-zoc"
    assert set(reach(b.state, (unit,))) == {b.at(1, 3), *b.board.grid.adjacent(b.at(1, 3))}
    b.happen(execute_move(b.state, Move((unit,), row(b, 3, 2))))
    assert code(b, Move((unit,), row(b, 2, 1))) == "halted"


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.clause("OPS-7.3.5-9")
def test_after_attack_and_advance_it_goes_that_one_hex_and_no_farther(board):
    b, unit = contact(board)
    foe = next(b.state.units_of("axis")).id
    b.place("infantry", b.at(1, 7), "axis")
    b.happen([Removed(foe, "destroyed", 0), AdvanceOffered(b.at(1, 4), (unit,))])
    b.happen(flow.execute(b.state, Advance((unit,))))
    assert not b.state.units[unit].halted, "an advance is no movement"
    assert code(b, Move((unit,), row(b, 4, 3, 2))) == "starts-in-zoc"
    b.happen(execute_move(b.state, Move((unit,), row(b, 4, 3))))
    assert b.state.units[unit].halted


@pytest.mark.clause("OPS-8.2.1-1")
@pytest.mark.clause("OPS-7.3.5-9")
@pytest.mark.parametrize(("other", "halted"), [(5, True), (6, False)])
def test_an_advance_into_another_zone_ends_all_movement(board, other, halted):
    b = board(LONG, switches={"supply": False, "fatigue": False})
    unit = b.place("infantry", b.at(1, 3), attacked=True)
    b.place("infantry", b.at(1, other), "axis")
    b.happen([AdvanceOffered(b.at(1, 4), (unit,))])
    events = b.happen(flow.execute(b.state, Advance((unit,))))
    assert next(event for event in events if isinstance(event, Advanced)).halted == halted
    assert b.state.units[unit].halted == halted
    assert code(b, Move((unit,), row(b, 4, 3))) == ("halted" if halted else None)


@pytest.mark.clause("OPS-8.2.1-2")
def test_a_zone_that_comes_during_the_turn_holds_nobody_who_stands_there(board):
    b = board(LONG)
    unit = b.place("infantry", b.at(1, 3))
    b.place("infantry", b.at(1, 4), "axis")  # as an enemy that retreats next to it
    assert in_enemy_zoc(b.state, "allied", b.at(1, 3))
    assert code(b, Move((unit,), row(b, 3, 2, 1))) is None
    assert b.at(1, 1) in reach(b.state, (unit,))


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.clause("OPS-5.1-7")
def test_each_impulse_holds_those_who_stand_in_a_zone_then_and_sets_nobody_free(board):
    b, unit = contact(board, impulses=2, active="axis")
    other = b.place("infantry", b.at(0, 0))
    foe = next(b.state.units_of("axis")).id
    b.set(impulse=1, active="axis")
    b.change(unit, held=True)
    b.change(foe, hex=b.at(0, 1))
    b.happen(flow.execute(b.state, Pass()))
    assert (b.state.impulse, b.state.active) == (2, "allied")
    assert b.state.units[unit].held and not in_enemy_zoc(b.state, "allied", b.at(1, 3)), "held since the turn began"
    assert b.state.units[other].held, "held since this impulse began"


@pytest.mark.clause("OPS-8.2.1-2")
def test_the_next_turn_begins_anew(board):
    b, unit = contact(board)
    b.change(unit, hex=b.at(1, 0))
    for _ in range(2):
        b.happen(flow.execute(b.state, Pass()))
    assert not b.state.units[unit].held
    assert code(b, Move((unit,), row(b, 0, 1, 2))) is None


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.clause("OPS-6.2-8")
def test_a_stack_goes_as_far_as_its_held_unit_and_only_that_one_is_done(board):
    b = board(LONG)
    held, free = b.place("infantry", b.at(1, 3), held=True), b.place("infantry", b.at(1, 3))
    assert code(b, Move((held, free), row(b, 3, 2, 1))) == "starts-in-zoc"
    assert code(b, Move((free,), row(b, 3, 2, 1))) is None
    b.happen(execute_move(b.state, Move((held, free), row(b, 3, 2))))
    assert code(b, Move((held,), row(b, 2, 1))) == "halted" and code(b, Move((free,), row(b, 2, 1))) is None


@pytest.mark.clause("OPS-8.2.1-2")
def test_the_reach_of_a_side_that_is_not_to_act_is_judged_where_it_stands(board):
    b = board(LONG)
    b.place("infantry", b.at(1, 3))
    foe = b.place("infantry", b.at(1, 4), "axis")
    assert is_held(b.state, foe) and b.at(1, 6) not in reach(b.state, (foe,))
    b.change(foe, hex=b.at(1, 6))
    assert not is_held(b.state, foe)


@pytest.mark.clause("OPS-8.2.1-2")
def test_a_side_knows_it_of_its_own_units_and_a_copy_keeps_it(board):
    b, unit = contact(board)
    foe = next(b.state.units_of("axis")).id
    b.change(foe, held=True)
    assert known_state(b.state, "allied").units[unit].held
    assert not known_state(b.state, "axis").units[unit].held
    assert not known_state(b.state, "allied").units[foe].held
    again = unpack(pack(b.state), b.board)
    assert again.units == b.state.units and again.units[unit].held
    assert unpack(pack(known_state(b.state, "allied")), b.board).units[unit].held


@pytest.mark.clause("OPS-8.2.1-2")
def test_the_other_side_is_not_told_who_is_held(board):
    b = board(LONG, switches={"supply": False})
    b.place("infantry", b.at(1, 3))
    b.place("infantry", b.at(1, 4), "axis")
    before = b.state.copy()
    events = b.happen(flow.execute(b.state, Pass()))
    began = next(event for event in events if isinstance(event, ImpulseBegan))
    assert began.side == "axis" and began.held
    assert witnessed(before, began, b.state, "axis") == began
    assert witnessed(before, began, b.state, "allied").held == ()


@pytest.mark.clause("OPS-8.2.1-3")
def test_a_friend_in_the_hex_does_not_lift_the_zone(board):
    b = board([". . . . ."])
    mover = b.place("infantry", 0)
    b.place("infantry", 3)
    b.place("infantry", 4, "axis")
    b.happen(execute_move(b.state, Move((mover,), (0, 1, 2, 3))))
    assert b.state.units[mover].halted


@pytest.mark.clause("OPS-8.2.1-4")
def test_commanders_are_stopped_like_any_unit(board):
    b = board([". . . . ."])
    commander = b.place("commander", 0)
    b.place("infantry", 2, "axis")
    b.happen(execute_move(b.state, Move((commander,), (0, 1))))
    assert b.state.units[commander].halted


def test_outside_zones_a_move_leaves_the_unit_free(board):
    b = board([". . . . ."])
    mover = b.place("infantry", 0)
    b.place("commander", 2, "axis")
    b.happen(execute_move(b.state, Move((mover,), (0, 1))))
    assert not b.state.units[mover].halted


@pytest.mark.clause("OPS-8.2-1")
@pytest.mark.clause("OPS-8.2-3")
def test_a_side_holds_its_neighbours_in_its_zone_and_nobody_elses(board):
    b = board(OPEN)
    b.place("infantry", 6, "axis")
    b.place("commander", 6, "axis")
    b.place("infantry", 8)
    assert exerts_zoc(b.state, "axis", 6, 7) is True, "one unit of the stack with a zone is enough"
    assert exerts_zoc(b.state, "allied", 6, 7) is False, "the stack is not its own"
    assert exerts_zoc(b.state, "axis", 6, 8) is False, "too far"
    assert exerts_zoc(b.state, "axis", 5, 6) is False, "nobody there"
