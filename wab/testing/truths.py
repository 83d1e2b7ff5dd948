"""Two truths that a seat cannot tell apart: to every question, and after every order, it gets equal answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from wab.engine import Chance, Game, LegalOrders, Order
from wab.engine.saves.export import export_of
from wab.testing.aids import aids_of
from wab.testing.players import invented

MOST_ORDERS = 1000
"""Of more orders on offer a sample is looked at."""
_TRIED, _PREVIEWED = 12, 12


def some_orders(legal: LegalOrders, most: int = MOST_ORDERS) -> list[Order]:
    """Return the orders on offer, or so many of them, evenly spread."""
    count = len(legal)
    return list(legal) if count <= most else [legal[number * count // most] for number in range(most)]


def others(game: Game[Any], state: Any, seat: str) -> Iterator[Any]:
    """Other truths that a seat must not be able to tell from this state."""
    return aids_of(game.system).unnoticed(state, seat)


class Truth:
    """A truth before a seat. The answers to the seat are worked out once, with however many others they are compared.

    `dice`: the dice that its orders meet, if not its own.
    """

    def __init__(self, game: Game[Any], seat: str, state: Any, dice: Any = None) -> None:
        self.seat, self.game = seat, Game(game.system, game.setup, state, observers=[seat])
        self.dice = state.dice if dice is None else dice
        self._after: dict[Order, tuple[bytes, dict[str, object]]] = {}

    @cached_property
    def answers(self) -> dict[str, object]:
        """Everything that the seat can learn by asking, orders on offer included."""
        view = self.game.view(self.seat)
        found = outside_the_view(self.game, self.seat)
        found |= {"view": view.encode(), "export": export_of(self.game, self.seat)}
        if self.game.to_act == self.seat:
            legal = self.game.legal_orders()
            offered = some_orders(legal)
            found |= {"number of orders on offer": len(legal), "orders on offer": offered}
            looked_at = offered[:: max(1, len(offered) // _PREVIEWED)]
            found["previews"] = [aids_of(self.game.system).preview(view, order) for order in looked_at]
        return found

    def refusals(self, tried: Sequence[Order]) -> dict[str, object]:
        """The answers to orders that the seat tries."""
        view = self.game.view(self.seat)
        return {"refusals": [view.why_not(order) for order in tried]}

    @cached_property
    def of_each_kind(self) -> tuple[Order, ...]:
        """An order of each kind on offer; none while another seat decides."""
        if self.game.to_act != self.seat:
            return ()
        kinds: dict[type[Order], Order] = {}
        for order in some_orders(self.game.legal_orders(), 300):
            kinds.setdefault(type(order), order)
        return tuple(kinds.values())

    def after(self, order: Order) -> tuple[bytes, dict[str, object]]:
        """The view after an order, and the answers outside it."""
        if order not in self._after:
            game = Game(self.game.system, self.game.setup, self.game.state.copy(), observers=[self.seat])
            game.state.dice = self.dice
            game.play(order)
            limit = game.why_not_undo() if self.game.to_act == self.seat else None
            told = outside_the_view(game, self.seat) | {"limit of taking back": limit}
            self._after[order] = game.view(self.seat).encode(), told
        return self._after[order]


def difference(first: Truth, other: Any, orders: Sequence[Order], chance: Chance) -> str:
    """Return how its seat could tell a truth from another state, "" if it could not.

    It asks everything at once, and again after each order that is legal in both. Orders are those given, and an order
    of each kind on offer.
    """
    second = Truth(first.game, first.seat, other, first.dice)
    tried = [*orders, *invented(first.game, chance, _TRIED)]
    if name := _unequal(first.answers | first.refusals(tried), second.answers | second.refusals(tried)):
        return f"{first.seat} can tell two truths apart by the {name}"
    for order in (*orders, *first.of_each_kind):
        if first.game.why_not(order) is second.game.why_not(order) is None and (name := _after(order, first, second)):
            return f"after {order} {first.seat} can tell two truths apart by the {name}"
    return ""


def _after(order: Order, first: Truth, second: Truth) -> str:
    """Return the first difference after an order that met equal dice, or "" if the order shows the seat a truth."""
    (one, told), (another, told_there) = first.after(order), second.after(order)
    return _unequal(told, told_there) if one == another else ""


def _unequal(first: dict[str, object], second: dict[str, object]) -> str:
    """The first name under which two tables differ."""
    return next((name for name in first if first[name] != second[name]), "")


def outside_the_view(game: Game[Any], seat: str) -> dict[str, object]:
    """Everything about a game that a seat is shown outside its view."""
    fleeting = aids_of(game.system).fleeting
    return {
        "seat that decides": game.to_act,
        "phase": game.phase,
        "turn": game.turn,
        "outcome": game.outcome,
        "events seen": [event for event in game.seen[seat] if not isinstance(event, fleeting)],
    }
