"""The one authority on what is legal, while an advance is to be decided and otherwise."""

from __future__ import annotations

import pytest

from wab.engine.kernel.orders import Order
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.retreat import why_not_advance
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass
from wab.systems.operations.state.state import Offer
from wab.systems.operations.testing.boards import make_board


class Dance(Order, frozen=True, tag="dance"):
    """An order of no system."""


@pytest.fixture
def b():
    """Two Allied regiments may advance from hex 1 into hex 2, a third one stands in hex 0."""
    board = make_board([". . . . . . . ."], switches={"supply": False})
    for hex_ in (1, 1, 0):
        board.place("infantry", hex_)
    board.place("infantry", 7, "axis")
    board.set(agenda=(Offer(2, (1, 2)),))
    return board


@pytest.mark.clause("OPS-7.3.5-8")
@pytest.mark.parametrize("order", [Move((3,), (0, 1)), Attack((1,), 2, 1), Pass()])
def test_an_advance_is_decided_before_anything_else(b, order):
    assert SYSTEM.why_not(b.state, order) is not None
    b.set(agenda=())
    assert SYSTEM.why_not(b.state, order) is None or isinstance(order, Attack)


@pytest.mark.clause("OPS-7.3.5-8")
def test_an_advance_is_judged_by_its_own_chapter(b):
    assert SYSTEM.why_not(b.state, Advance((1,))) is None
    refusal = SYSTEM.why_not(b.state, Advance((3,)))
    assert refusal is not None and refusal == why_not_advance(b.state, Advance((3,)))


@pytest.mark.clause("OPS-7.3.5-8")
def test_advances_are_offered_alone_and_narrowed_to_a_unit(b):
    everything = list(SYSTEM.offered(b.state))
    assert everything and all(isinstance(order, Advance) for order in everything)
    assert Advance(()) in everything
    assert {order.units for order in SYSTEM.offered(b.state, 1)} == {
        order.units for order in everything if 1 in order.units
    }
    assert {order.units for order in everything if 1 in order.units} < {order.units for order in everything}
    assert list(SYSTEM.offered(b.state, 3)) == []


def test_an_order_of_no_system_is_refused(b):
    b.set(agenda=())
    assert SYSTEM.why_not(b.state, Dance()) is not None
