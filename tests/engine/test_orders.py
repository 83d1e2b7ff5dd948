"""Orders on offer: counted and picked without being made."""

from typing import Literal

import pytest

from wab.engine import LegalOrders, Order, Refusal, Text
from wab.engine.kernel.orders import malformed


class Go(Order, frozen=True, tag="go"):
    """Go somewhere."""

    where: int


class March(Order, frozen=True, tag="march"):
    """Units go along a path, or not."""

    units: tuple[int, ...]
    path: tuple[int, ...] = ()
    mode: Literal["slow", "quick"] = "slow"
    leader: int | None = None
    really: bool = True


class Lazy:
    """A group that tells which of its orders were made."""

    def __init__(self, first, size):
        self.first, self.size, self.made = first, size, []

    def __len__(self):
        return self.size

    def __iter__(self):
        return (self[place] for place in range(self.size))

    def __getitem__(self, place):
        self.made.append(place)
        return Go(self.first + place)


def refuse(order):
    return None if order.where >= 0 else Refusal(Text("No."))


def test_orders_of_groups_are_one_row():
    groups = [Lazy(0, 3), (), Lazy(3, 2), (Go(5),)]
    legal = LegalOrders.of_groups(lambda: groups, refuse)
    assert len(legal) == 6
    assert [legal[number].where for number in range(6)] == [order.where for order in legal] == list(range(6))
    assert Go(17) in legal and Go(-1) not in legal and "Go" not in legal


def test_counting_makes_no_order_and_picking_makes_one():
    group = Lazy(0, 1_000_000)
    legal = LegalOrders.of_groups(lambda: [group], refuse)
    assert len(legal) == 1_000_000 and group.made == []
    assert legal[77] == Go(77) and group.made == [77]


def test_groups_are_asked_for_once_when_they_have_been_counted():
    asked = []

    def groups():
        asked.append(1)
        return [(Go(1), Go(2))]

    legal = LegalOrders.of_groups(groups, refuse)
    assert asked == []
    assert len(legal) == 2 and legal[1] == Go(2) and list(legal) == [Go(1), Go(2)] and legal
    assert asked == [1]


@pytest.mark.parametrize("number", [-1, 2, 100])
def test_there_is_no_order_beyond_the_last(number):
    legal = LegalOrders(lambda: (Go(1), Go(2)), refuse)
    with pytest.raises(IndexError, match="among 2"):
        legal[number]


def test_no_orders_are_none():
    legal = LegalOrders(lambda: (), refuse)
    assert len(legal) == 0 and not legal and list(legal) == []


@pytest.mark.parametrize("order", [Go(5), Go(-(10**40)), March((), ()), March((1, 2), (7, 8), "quick", None, False)])
def test_an_order_of_the_declared_types_is_well_formed(order):
    assert malformed(order) is None


@pytest.mark.parametrize(("order", "field"), [
    (Go("5"), "where"), (Go(5.0), "where"), (Go(True), "where"), (Go(None), "where"),
    (Go(object()), "where"), (March([1, 2]), "units"), (March((1, "x")), "units"), (March((1, (2,))), "units"),
    (March((1,), {"a": 1}), "path"), (March((1,), (), "sideways"), "mode"),
    (March((1,), leader=float("nan")), "leader"), (March((1,), really=1), "really"),
])  # fmt: skip
def test_an_order_that_could_not_be_read_from_a_file_is_malformed(order, field):
    refusal = malformed(order)
    assert refusal is not None and refusal.code == "malformed"
    assert str(refusal.text) == f"The field {field} of this order holds no value of its kind."
