"""What a player can want, and why he may not have it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec

from wab.engine.text import Text


class Order(msgspec.Struct, frozen=True, tag_field="order"):
    """Base of all orders: small, immutable, hashable; a system declares its own with a `tag`."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not legal: a sentence, the clauses of the rules, and the place or unit concerned."""

    text: Text
    clauses: tuple[str, ...] = ()
    where: tuple[int, ...] = ()
    code: str = ""

    def __str__(self) -> str:
        """The sentence, with its clauses in brackets."""
        return f"{self.text} [{', '.join(self.clauses)}]" if self.clauses else str(self.text)


class Shift(msgspec.Struct, frozen=True):
    """One cause of a number shown to a player: how much it adds, why, and the clause that says so."""

    value: float
    text: Text
    clause: str


class LegalOrders(Collection[Order]):
    """The legal orders of a moment, made only when somebody asks.

    `order in legal` answers for every order there is (it asks `why_not`). Iteration runs over the orders on offer:
    each legal, each once, in a fixed order; a system may leave out combinations of what it offers singly where their
    number explodes, and says so in its own documentation.
    """

    def __init__(self, offered: Callable[[], Iterable[Order]], why_not: Callable[[Order], Refusal | None]) -> None:
        self._offered = offered
        self._why_not = why_not
        self._made: tuple[Order, ...] | None = None

    def __iter__(self) -> Iterator[Order]:
        """Iterate over the orders on offer, lazily until somebody has counted them."""
        yield from self._offered() if self._made is None else self._made

    def __contains__(self, order: object) -> bool:
        """Tell whether an order is legal now."""
        return isinstance(order, Order) and self._why_not(order) is None

    def __len__(self) -> int:
        """Count the orders on offer."""
        if self._made is None:
            self._made = tuple(self._offered())  # `list` counts before it starts: nothing is to be made twice
        return len(self._made)

    def __bool__(self) -> bool:
        """Tell whether there is any order on offer."""
        return next(iter(self), None) is not None
