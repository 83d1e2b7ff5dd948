"""Activation (ledger section 5.2)."""

from __future__ import annotations

import pytest

from wab.systems.operations.movement.movement import execute_move, offered_moves, why_not_move
from wab.systems.operations.state.events import Activated
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.stacking import room
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.testing.boards import ledger_examples
from wab.systems.operations.units.activation import activations, cost, why_not_activated


@pytest.mark.clause("OPS-X-1")
@pytest.mark.clause("OPS-5.2-1")
@pytest.mark.clause("OPS-5.2-3")
def test_worked_example_of_points_left(board):
    example = ledger_examples()["OPS-X-1"]
    given = example["given"]
    b = board([". . . . . . . ."], activation_points=given["ap_total"])
    for hex_ in range(given["units_activated_so_far"]):
        unit = b.place("infantry", hex_ + 1)
        b.happen(execute_move(b.state, Move((unit,), (hex_ + 1, hex_))))
    assert b.state.activation_points == example["expect"]["ap_left"]


@pytest.mark.clause("OPS-X-2")
@pytest.mark.clause("OPS-5.2-4")
@pytest.mark.clause("OPS-5.2-5")
def test_worked_example_of_a_stack_and_one_point(board):
    given = ledger_examples()["OPS-X-2"]["given"]
    b = board([". . ."], activation_points=given["ap_left"])
    stack = tuple(b.place("infantry", 0) for _ in range(given["selected_stack_units"]))
    refusal = why_not_activated(b.state, stack)
    assert refusal is not None and refusal.code == "activation-points"
    assert [order for order in offered_moves(b.state) if order.units == stack] == []
    single = next(iter(offered_moves(b.state, stack[0])))
    assert why_not_move(b.state, single) is None
    b.happen(execute_move(b.state, single))
    assert b.state.activation_points == 0


@pytest.mark.clause("OPS-X-3")
@pytest.mark.clause("OPS-5.2-2")
def test_worked_example_of_free_further_actions(board):
    example = ledger_examples()["OPS-X-3"]
    b = board([". . . ."], activation_points=example["given"]["ap_left"])
    unit = b.place("infantry", 0, activated=1)
    assert cost(b.state, (unit,)) == example["expect"]["ap_spent"]
    assert why_not_activated(b.state, (unit,)) is None
    assert list(offered_moves(b.state))


@pytest.mark.clause("OPS-5.2-2")
def test_the_point_is_paid_once(board):
    b = board([". . . ."], activation_points=2)
    unit = b.place("infantry", 0)
    b.happen(execute_move(b.state, Move((unit,), (0, 1))))
    events = b.happen(execute_move(b.state, Move((unit,), (1, 2))))
    assert not any(isinstance(event, Activated) for event in events)
    assert b.state.activation_points == 1


@pytest.mark.clause("OPS-X-4")
@pytest.mark.clause("OPS-5.1-9")
@pytest.mark.clause("OPS-5.2-13")
def test_worked_example_of_a_unit_used_in_impulse_1(board):
    example = ledger_examples()["OPS-X-4"]
    given = example["given"]
    b = board([". . ."], impulses=given["impulses"])
    used = b.place("infantry", 0, activated=given["unit_activated_in_impulse"])
    b.set(impulse=given["now_impulse"])
    refusal = why_not_activated(b.state, (used,))
    assert refusal is not None and refusal.code == "locked"
    assert cost(b.state, (used,)) == 1  # the point of impulse 1 does not count for impulse 2
    assert (list(offered_moves(b.state)) != []) == example["expect"]["selectable_for_action"]
    assert in_enemy_zoc(b.state, "axis", 1)
    assert room(b.state, "allied", 0) == 2


@pytest.mark.clause("OPS-5.1-9")
def test_a_unit_of_the_same_impulse_is_not_locked(board):
    b = board([". ."], impulses=2)
    unit = b.place("infantry", 0, activated=2)
    b.set(impulse=2, activation_points=0)
    assert why_not_activated(b.state, (unit,)) is None


@pytest.mark.clause("OPS-5.2-5")
def test_only_members_not_yet_activated_count(board):
    b = board([". ."], activation_points=1)
    pair = (b.place("infantry", 0, activated=1), b.place("infantry", 0))
    assert cost(b.state, pair) == 1
    assert why_not_activated(b.state, pair) is None
    assert [event.unit for event in activations(b.state, pair)] == [pair[1]]


@pytest.mark.clause("OPS-5.1-2")
def test_only_the_side_to_act_is_activated(board):
    b = board([". . ."])
    enemy = b.place("infantry", 0, "axis")
    refusal = why_not_activated(b.state, (enemy,))
    assert refusal is not None and refusal.code == "not-own-unit"


@pytest.mark.parametrize(("units", "code"), [((), "no-units"), ((77,), "no-such-unit"), ((1, 1), "named-twice")])
def test_selections_that_make_no_sense_are_refused(board, units, code):
    b = board([". ."])
    b.place("infantry", 0)
    refusal = why_not_activated(b.state, units)
    assert refusal is not None and refusal.code == code
