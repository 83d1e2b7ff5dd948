"""The costs of ground: arrays that are worked out once and never written to."""

from __future__ import annotations

import numpy as np
import pytest

from wab.systems.operations.state.board import CLOSED
from wab.systems.operations.testing.boards import make_board

EAST, WEST = 0, 3


@pytest.mark.clause("OPS-T-MOVE")
def test_ships_go_from_sea_to_sea_and_nowhere_else():
    b = make_board([". ~ ~ . s ~"])
    costs = b.board.leave_cost["ship"]
    open_ = [(hex_, side) for hex_ in range(6) for side in (EAST, WEST) if costs[hex_, side] != CLOSED]
    assert open_ == [(1, EAST), (2, WEST)]
    assert costs[1, EAST] == costs[2, WEST] > 0


def test_nobody_can_write_into_costs_zones_or_land():
    b = make_board([". b . ~"], roads=[(0, 1)])
    board = b.board
    for costs in (*board.leave_cost.values(), *board.march_cost.values()):
        assert costs.dtype == np.uint8 and costs.flags.c_contiguous and not costs.flags.writeable
    assert not board.zoc_side.flags.writeable and not board.land.flags.writeable


@pytest.mark.clause("OPS-6.3-6")
def test_a_march_takes_no_river_without_a_bridge_and_no_cliff():
    b = make_board([". . . ."], rivers=[(0, 1)], cliffs=[(1, 2)])
    march = b.board.march_cost["inf"]
    assert [int(march[hex_, EAST]) for hex_ in (0, 1)] == [CLOSED, CLOSED]
    assert march[2, EAST] == b.board.leave_cost["inf"][2, EAST] != CLOSED
