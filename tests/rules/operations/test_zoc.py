"""Zones of control (ledger sections 8.2 and 8.2.1)."""

from __future__ import annotations

import pytest

from wab.systems.operations.movement import execute_move, reach, why_not_move
from wab.systems.operations.orders import Move
from wab.systems.operations.zoc import exerts_zoc, in_enemy_zoc, zone_of_control

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
    mover = b.place("infantry", b.at(1, 1))
    b.place("infantry", b.at(2, 2), "axis")
    neighbours = set(b.board.grid.adjacent(b.at(1, 1))) - {b.at(2, 2)}
    assert set(reach(b.state, (mover,))) == neighbours | {b.at(1, 1)}
    refusal = why_not_move(b.state, Move((mover,), (b.at(1, 1), b.at(1, 0), b.at(0, 0))))
    assert refusal is not None and refusal.code == "starts-in-zoc"


@pytest.mark.clause("OPS-8.2.1-2")
@pytest.mark.parametrize("goal", [(1, 2), (1, 0)], ids=["into another hex of the zone", "out of the zone"])
def test_after_that_one_hex_the_unit_is_done(board, goal):
    b = board(OPEN)
    mover = b.place("infantry", b.at(1, 1))
    b.place("infantry", b.at(2, 2), "axis")
    order = Move((mover,), (b.at(1, 1), b.at(*goal)))
    assert why_not_move(b.state, order) is None
    b.happen(execute_move(b.state, order))
    assert b.state.units[mover].halted


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
