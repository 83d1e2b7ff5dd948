"""Orders: what a player can want, and the reason why an order is not allowed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

import msgspec

from wab.engine.words.errors import WabError
from wab.engine.words.text import Text


class Order(msgspec.Struct, frozen=True, tag_field="order"):
    """Base of all orders: small, immutable, hashable; a system declares its own with a `tag`."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an order is not legal: a sentence, the clauses of the rules, and the place or unit concerned."""

    text: Text
    clauses: tuple[str, ...] = ()
    where: tuple[int, ...] = ()
    code: str = ""

    def __str__(self) -> str:
        """The sentence, with its clauses in brackets."""
        return f"{self.text} [{', '.join(self.clauses)}]" if self.clauses else str(self.text)


def malformed(order: object) -> Refusal | None:
    """Return None if every field of an order holds a value of its declared type, as it does when read from a file.
    Otherwise return which field does not. Rules that a view asks take the types of an order as given. A value that is
    no order at all is left to them.
    """
    if not isinstance(order, Order):
        return None
    try:
        if _decoder(type(order)).decode(_ENCODER.encode(order)) == order:
            return None
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        pass  # told below, by the name of the field
    text = Text("The field {field} of this order holds no value of its kind.", {"field": _wrong_field(order)})
    return Refusal(text, code="malformed")


_ENCODER = msgspec.json.Encoder()


@lru_cache(maxsize=256)
def _decoder(kind: type[Order]) -> msgspec.json.Decoder[Order]:
    return msgspec.json.Decoder(kind)


def _wrong_field(order: Order) -> str:
    """The first field whose value is not of its type."""
    for field in msgspec.structs.fields(order):
        value = getattr(order, field.name)
        try:
            if msgspec.json.decode(_ENCODER.encode(value), type=field.type) == value:
                continue
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
            pass
        return field.name
    return "order"


class Shift(msgspec.Struct, frozen=True):
    """One cause of a number shown to a player: how much it adds, why, and the clause that says so."""

    value: float
    text: Text
    clause: str


class IllegalOrder(WabError):  # noqa: N818 - the name that the contract promises
    """An order was played that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class NothingToUndo(WabError):  # noqa: N818
    """The last order cannot be taken back; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Group(Protocol):
    """Orders that are offered together, and that may be made only when a caller wants one of them."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Order]: ...

    def __getitem__(self, number: int, /) -> Order: ...


class LegalOrders(Collection[Order]):
    """The legal orders of a moment, made only when a caller asks.

    `order in legal` answers for every order there is (it asks `why_not`). Iteration runs over the orders on offer: each
    legal, each once, in a fixed order; a system may leave out combinations of what it offers singly where their number
    explodes, and says so in its own documentation. `legal[number]` is one of them by its place from 0, and like
    `len(legal)` it makes no others where the system offers them in groups.
    """

    def __init__(self, offered: Callable[[], Iterable[Order]], why_not: Callable[[Order], Refusal | None]) -> None:
        self._groups: Callable[[], Iterable[Group]] = lambda: ((order,) for order in offered())
        self._why_not = why_not
        self._counted: tuple[list[Group], list[int]] | None = None

    @classmethod
    def of_groups(
        cls, groups: Callable[[], Iterable[Group]], why_not: Callable[[Order], Refusal | None]
    ) -> LegalOrders:
        """Orders offered in groups that know their size, one group after the other."""
        legal = cls(lambda: (), why_not)
        legal._groups = groups
        return legal

    def __iter__(self) -> Iterator[Order]:
        """Iterate over the orders on offer, lazily until a caller has counted them."""
        groups = self._groups() if self._counted is None else self._counted[0]
        return (order for group in groups for order in group)

    def __contains__(self, order: object) -> bool:
        """Tell whether an order is legal now."""
        return isinstance(order, Order) and self._why_not(order) is None

    def __len__(self) -> int:
        """Count the orders on offer."""
        totals = self._count()[1]
        return totals[-1] if totals else 0

    def __bool__(self) -> bool:
        """Tell whether there is any order on offer."""
        return next(iter(self), None) is not None

    def __getitem__(self, number: int) -> Order:
        """The order at a place, from 0. IndexError when there is none."""
        groups, totals = self._count()
        if not 0 <= number < len(self):
            raise IndexError(f"there is no order number {number} among {len(self)}")
        place = bisect_right(totals, number)
        return groups[place][number - totals[place] + len(groups[place])]

    def groups(self) -> Sequence[Group]:
        """The orders on offer in the groups in which the system offers them, one after the other."""
        return self._count()[0]

    def _count(self) -> tuple[list[Group], list[int]]:
        """The groups, made once, with the number of orders in all up to and including each."""
        if self._counted is None:
            groups = list(self._groups())
            self._counted = groups, list(accumulate(map(len, groups)))
        return self._counted
