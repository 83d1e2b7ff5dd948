"""Facts that a rule system gives its tests, in the module `testing` of its package. Each name may be left out.

* `unnoticed(state, seat)`: states that differ from this one in what the seat does not know;
* `invented(state, chance)`: an order that a player could think of, sensible or not;
* `preview(view, order)`: the forecast that the seat sees of an order before it gives it;
* `ACCOUNTS`: functions of the state before, the state after and the events, which name each sum that does not add up;
* `ENDS`: the kinds of order that end a task of the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from wab.engine import Chance, Dice, Event, Order, System, View

Account = Callable[[Any, Any, tuple[Event, ...]], Iterable[str]]


@dataclass(frozen=True)
class Aids:
    """The functions that a system gives to its tests."""

    unnoticed: Callable[[Any, str], Iterator[Any]]
    invented: Callable[[Any, Chance], Order] | None
    preview: Callable[[View, Order], object]
    accounts: tuple[Account, ...]
    ends: tuple[type[Order], ...]
    fleeting: tuple[type[Event], ...]


@cache
def aids_of(system: System[Any]) -> Aids:
    """The aids of a system. A system without a module `testing` hides nothing but the dice to come."""
    found: Any = next((import_module(name) for name in _modules(type(system)) if find_spec(name) is not None), None)
    return Aids(
        getattr(found, "unnoticed", other_dice),
        getattr(found, "invented", None),
        getattr(found, "preview", _no_preview),
        getattr(found, "ACCOUNTS", ()),
        getattr(found, "ENDS", ()),
        getattr(found, "FLEETING", ()),
    )


def _modules(kind: type[System[Any]]) -> Iterator[str]:
    """Yield the modules that may hold aids: next to the class of the system, then next to its base classes."""
    for base in kind.__mro__:
        if base is System:
            return
        module = import_module(base.__module__)
        package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
        yield f"{package}.testing"


def other_dice(state: Any, seat: str) -> Iterator[Any]:
    """The same state with other dice to come."""
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, dict.fromkeys(state.dice.drawn, 5) or {"any": 5})
    yield changed


def _no_preview(view: View, order: Order) -> object:
    return None
