"""Two truths that a seat cannot tell apart: to every question, and after every order, it gets equal answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def difference(game: Game[Any], seat: str, truths: tuple[Any, Any], orders: Sequence[Order], chance: Chance) -> str:
    """Return how a seat could tell two truths apart, "" if it could not.

    It asks everything at once, and again after each order that is legal in both. Orders are those given, and an order
    of each kind on offer.
    """
    first, second = (Game(game.system, game.setup, truth, observers=[seat]) for truth in truths)
    tried = [*orders, *invented(first, chance, _TRIED)]
    if name := _unequal(answers(first, seat, tried), answers(second, seat, tried)):
        return f"{seat} can tell two truths apart by the {name}"
    for order in (*orders, *(_of_each_kind(first) if first.to_act == seat else ())):
        if first.why_not(order) is second.why_not(order) is None and (name := _after(order, seat, first, second)):
            return f"after {order} {seat} can tell two truths apart by the {name}"
    return ""


def _after(order: Order, seat: str, *truths: Game[Any]) -> str:
    """Return the first difference after an order that met equal dice, or "" if the order shows the seat a truth."""
    told, views = [], set[bytes]()
    for truth in truths:
        game = Game(truth.system, truth.setup, truth.state.copy(), observers=[seat])
        game.state.dice = truths[0].state.dice
        game.play(order)
        views.add(game.view(seat).encode())
        limit = game.why_not_undo() if truth.to_act == seat else None
        told.append(outside_the_view(game, seat) | {"limit of taking back": limit})
    return _unequal(*told) if len(views) == 1 else ""


def _unequal(first: dict[str, object], second: dict[str, object]) -> str:
    """The first name under which two tables differ."""
    return next((name for name in first if first[name] != second[name]), "")


def answers(game: Game[Any], seat: str, tried: Sequence[Order]) -> dict[str, object]:
    """Everything that a seat can learn by asking, orders on offer and refusals included."""
    view = game.view(seat)
    found = outside_the_view(game, seat) | {"view": view.encode(), "export": export_of(game, seat)}
    found["refusals"] = [view.why_not(order) for order in tried]
    if game.to_act == seat:
        legal = game.legal_orders()
        offered = some_orders(legal)
        found |= {"number of orders on offer": len(legal), "orders on offer": offered}
        looked_at = offered[:: max(1, len(offered) // _PREVIEWED)]
        found["previews"] = [aids_of(game.system).preview(view, order) for order in looked_at]
    return found


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


def _of_each_kind(game: Game[Any]) -> list[Order]:
    kinds: dict[type[Order], Order] = {}
    for order in some_orders(game.legal_orders(), 300):
        kinds.setdefault(type(order), order)
    return list(kinds.values())
