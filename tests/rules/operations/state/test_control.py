"""Control of hexes (ledger section 6.5)."""

from __future__ import annotations

import pytest

from wab.systems.operations.ground.sight import levels
from wab.systems.operations.movement.movement import execute_move
from wab.systems.operations.state.control import control_by_zoc
from wab.systems.operations.state.events import ImpulseEnded, Intruded, Moved
from wab.systems.operations.state.orders import Move

ROW = [". . . . . ."]


def owners(b):
    return "".join("-AX"[code] for code in b.state.control)


@pytest.mark.clause("OPS-6.5-4")
def test_entering_a_hex_takes_it(board):
    b = board(ROW, control="axis")
    unit = b.place("infantry", 0)
    events = b.happen(execute_move(b.state, Move((unit,), (0, 1, 2))))
    assert next(event for event in events if isinstance(event, Moved)).control == (1, 2)
    assert owners(b) == "AAAXXX"


@pytest.mark.clause("OPS-6.5-4")
def test_commanders_take_no_hexes_but_a_stack_with_one_does(board):
    b = board(ROW, control="axis")
    commander = b.place("commander", 0)
    b.happen(execute_move(b.state, Move((commander,), (0, 1))))
    assert owners(b) == "XXXXXX"
    infantry = b.place("infantry", 1)
    b.happen(execute_move(b.state, Move((commander, infantry), (1, 2))))
    assert owners(b) == "XAAXXX"


@pytest.mark.clause("OPS-6.5-4")
def test_unsupplied_units_take_hexes_by_entering_only(board):
    b = board(ROW, control="axis")
    unit = b.place("infantry", 0, supplied=False)
    b.happen(execute_move(b.state, Move((unit,), (0, 1))))
    assert owners(b) == "AAXXXX"
    assert control_by_zoc(b.state, "allied") == ()


@pytest.mark.clause("OPS-6.5-4")
def test_the_zone_wins_hexes_at_the_end_of_the_impulse(board):
    b = board([". . . .", ". . . .", "~ . . ."], control="axis")
    b.place("infantry", b.at(1, 1))
    won = control_by_zoc(b.state, "allied")
    assert won == tuple(sorted(b.board.grid.adjacent(b.at(1, 1))))
    b.happen([ImpulseEnded("allied", won)])
    assert control_by_zoc(b.state, "allied") == ()
    assert all(b.state.controls("allied", hex_) for hex_ in won)


@pytest.mark.clause("OPS-6.5-4")
def test_the_zone_wins_no_sea(board):
    b = board(["~ . ."], control="axis")
    b.place("infantry", 1)
    assert control_by_zoc(b.state, "allied") == (2,)


@pytest.mark.clause("OPS-6.5-4")
def test_the_zone_wins_nothing_where_the_enemy_stands_or_reaches(board):
    b = board(["c c . . c c"], control="axis")
    b.place("infantry", 1)
    assert control_by_zoc(b.state, "allied") == (0, 2)
    b.place("infantry", 3, "axis")
    assert control_by_zoc(b.state, "allied") == (0,)
    b.place("commander", 0, "axis")
    assert control_by_zoc(b.state, "allied") == ()


@pytest.mark.clause("OPS-6.5-4")
def test_an_enemy_without_a_zone_does_not_hold_the_next_hex(board):
    b = board(ROW, control="axis")
    b.place("infantry", 1)
    b.place("infantry", 3, "axis", supplied=False)
    assert control_by_zoc(b.state, "allied") == (0, 2)


@pytest.mark.clause("OPS-6.5-4")
@pytest.mark.parametrize("kind", ["commander", "ship"])
def test_commanders_and_ships_win_no_hexes(board, kind):
    b = board([". ~ ."] if kind == "ship" else [". . ."], control="axis")
    b.place(kind, 1)
    assert control_by_zoc(b.state, "allied") == ()


@pytest.mark.clause("OPS-6.5-3")
def test_who_enters_an_enemy_hex_is_spotted(board):
    b = board(ROW, control="axis")
    b.control("allied", 1)
    unit = b.place("infantry", 0)
    events = b.happen(execute_move(b.state, Move((unit,), (0, 1))))
    assert not any(isinstance(event, Intruded) for event in events)
    assert levels(b.state, "axis") == {}
    events = b.happen(execute_move(b.state, Move((unit,), (1, 2))))
    assert Intruded((unit,)) in events
    assert levels(b.state, "axis") == {unit: "detected"}


@pytest.mark.clause("OPS-6.5-3")
def test_control_is_read_before_the_entry(board):
    b = board(ROW, control="axis")
    first, second = b.place("infantry", 0), b.place("infantry", 0)
    assert Intruded((first,)) in b.happen(execute_move(b.state, Move((first,), (0, 1))))
    assert Intruded((second,)) not in b.happen(execute_move(b.state, Move((second,), (0, 1))))


@pytest.mark.clause("OPS-6.5-3")
def test_commanders_are_spotted_though_they_take_nothing(board):
    b = board(ROW, control="axis")
    commander = b.place("commander", 0)
    assert Intruded((commander,)) in b.happen(execute_move(b.state, Move((commander,), (0, 1))))


@pytest.mark.clause("OPS-6.5-3")
def test_the_spotting_lasts_to_the_end_of_the_spotters_impulse(board):
    b = board(ROW, control="axis")
    unit = b.place("infantry", 0)
    b.happen(execute_move(b.state, Move((unit,), (0, 1))))
    b.happen([ImpulseEnded("allied")])
    assert unit in levels(b.state, "axis")
    b.happen([ImpulseEnded("axis")])
    assert unit not in levels(b.state, "axis")
