"""Strategic movement (ledger section 6.3, and 8.4.2 for what it tires)."""

from __future__ import annotations

import pytest

from tests.moves import LETTER, code, move
from wab.systems.operations.movement.movement import (
    allowance,
    movement_left,
    offered_moves,
    reach,
)
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.boards import LETTERS, ledger_tables

# ---------------------------------------------------------------------------------------------- strategic movement


@pytest.mark.clause("OPS-6.3-1")
@pytest.mark.clause("OPS-6.3-5")
@pytest.mark.parametrize(("weather", "halves"), [("rain", 20), ("overcast", 15), ("sunny", 10)])
def test_strategic_movement_doubles_what_the_weather_leaves(board, weather, halves):
    b = board([". ."], weather=weather)
    panzers = b.place("armour", 0, "axis", movement=10)
    assert allowance(b.state, panzers) == halves
    assert allowance(b.state, panzers, strategic=True) == 2 * halves


@pytest.mark.clause("OPS-6.3-1")
@pytest.mark.clause("OPS-6.3-3")
def test_hexes_beyond_the_ordinary_reach_are_offered_as_marches(board):
    b = board([". . . . . . ."])
    unit = b.place("infantry", 0, movement=2)
    ordinary = {order.path[-1] for order in offered_moves(b.state, unit) if not order.strategic}
    marches = {order.path[-1] for order in offered_moves(b.state, unit) if order.strategic}
    assert (ordinary, marches) == ({1, 2}, {3, 4})


@pytest.mark.clause("OPS-6.3-4")
def test_who_may_march_is_unit_data(board):
    b = board([". . ."])
    unit = b.place("infantry", 0, strategic=False)
    assert code(b, Move((unit,), (0, 1), strategic=True)) == "no-strategic-movement"
    assert not any(order.strategic for order in offered_moves(b.state))


@pytest.mark.clause("OPS-6.3-6")
@pytest.mark.clause("OPS-T-STRATEGIC")
@pytest.mark.parametrize("terrain", sorted(set(LETTERS.values()) - {"sea", "estuary_flats"}))
def test_ground_for_columns_is_that_of_the_table(board, terrain):
    allowed = ledger_tables()["OPS-T-STRATEGIC"]["rebuild"]["allowed"][terrain]
    b = board([f". {LETTER[terrain]}"])
    unit = b.place("infantry", 0)
    assert code(b, Move((unit,), (0, 1), strategic=True)) == (None if allowed else "no-march")


@pytest.mark.clause("OPS-6.3-6")
@pytest.mark.clause("OPS-T-STRATEGIC")
def test_columns_need_bridges_and_take_any_road(board):
    b = board([". . f ."], rivers=[(0, 1)], roads=[(1, 2), (2, 3)])
    unit = b.place("infantry", 0)
    assert code(b, Move((unit,), (0, 1), strategic=True)) == "no-march"
    b = board([". . f ."], rivers=[(0, 1)], roads=[(0, 1), (1, 2), (2, 3)])
    unit = b.place("infantry", 0)
    assert code(b, Move((unit,), (0, 1, 2, 3), strategic=True)) is None


@pytest.mark.clause("OPS-6.3-6")
def test_a_road_elsewhere_in_the_hex_does_not_help_a_column(board):
    b = board([". f .", ". . ."], roads=[(1, 3 + 1)])
    unit = b.place("infantry", b.at(1, 0))
    assert code(b, Move((unit,), (b.at(1, 0), b.at(1, 1)), strategic=True)) == "no-march"


@pytest.mark.clause("OPS-6.3-6")
def test_a_march_has_no_minimum_move(board):
    b = board([". c"])
    unit = b.place("infantry", 0, movement=1, supplied=False)
    assert code(b, Move((unit,), (0, 1))) is None
    assert code(b, Move((unit,), (0, 1), strategic=True)) == "too-far"
    assert list(reach(b.state, (unit,), strategic=True)) == [0]


@pytest.mark.clause("OPS-6.3-7")
def test_zones_of_control_stop_columns_as_well(board):
    b = board([". . . . ."])
    unit = b.place("mechanised", 0)
    b.place("infantry", 3, "axis")
    assert list(reach(b.state, (unit,), strategic=True)) == [0, 1, 2]
    move(b, [unit], 0, 1, 2, strategic=True)
    assert b.state.units[unit].halted and b.state.units[unit].marched
    starter = b.place("mechanised", 2, held=True)
    assert list(reach(b.state, (starter,), strategic=True)) == [1, 2]


@pytest.mark.clause("OPS-6.2-14")
@pytest.mark.parametrize("deed", ["attacked", "supported"])
def test_who_has_fought_walks_but_does_not_march(board, deed):
    b = board([". . ."])
    unit = b.place("infantry", 0, **{deed: True})
    assert code(b, Move((unit,), (0, 1), strategic=True)) == "has-fought"
    assert code(b, Move((unit,), (0, 1))) is None


@pytest.mark.clause("OPS-6.3-6")
def test_a_march_is_the_only_movement_of_the_impulse(board):
    b = board([". . . . . . ."])
    walker, column = b.place("infantry", 0), b.place("infantry", 1)
    move(b, [walker], 0, 1)
    move(b, [column], 1, 2, strategic=True)
    assert code(b, Move((walker,), (1, 2), strategic=True)) == "has-moved"
    assert code(b, Move((column,), (2, 3))) == "marched"
    assert code(b, Move((column,), (2, 3, 4), strategic=True)) is None
    assert movement_left(b.state, column, strategic=True) == 22
