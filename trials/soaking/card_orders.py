"""Orders of the card game made up from what there is, sensible or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from wab.engine import Chance, Order
from wab.systems.cards.state.board import SECTIONS
from wab.systems.cards.state.orders import (
    Ambush,
    Attack,
    Done,
    GiveCard,
    Keep,
    Move,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Retreat,
    Rise,
    Strike,
    TakeGround,
)
from wab.systems.cards.state.state import State

T = TypeVar("T")

_NOBODY = 77_777
_OFF_BOARD = (-1, 10**9)
_STRAY = 20


def invented_card_order(state: State, chance: Chance) -> Order:
    """Any order: half of the time of a kind that could be given now, of units and hexes that are there."""
    return _KINDS[chance.below(len(_KINDS))](state, chance)


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.below(len(things))]


def _unit(state: State, chance: Chance) -> int:
    ordered = sorted(state.tokens)
    if ordered and chance.below(3):
        return _one(ordered, chance)
    return _one([*sorted(state.units), _NOBODY], chance)


def _hex(state: State, chance: Chance) -> int:
    return _one(_OFF_BOARD, chance) if not chance.below(_STRAY) else chance.below(state.board.field.grid.size)


def _walk(state: State, start: int, chance: Chance) -> tuple[int, ...]:
    path = [start]
    for _ in range(chance.below(5)):
        around = state.board.adjacent[path[-1]] if 0 <= path[-1] < len(state.board.adjacent) else ()
        path.append(_one(around, chance) if around and chance.below(_STRAY) else _hex(state, chance))
    return tuple(path)


def _card(state: State, chance: Chance) -> str:
    held = [card for cards in state.hands.values() for card in cards]
    return _one(held, chance) if held and chance.below(4) else _one([*state.board.cards, "joker"], chance)


def _section(chance: Chance) -> str:
    return _one(("", *SECTIONS, "3", "nowhere"), chance)


def _move(state: State, chance: Chance) -> Order:
    unit = _unit(state, chance)
    start = state.units[unit].hex if unit in state.units else _hex(state, chance)
    return Move(unit, _walk(state, start, chance), leave=not chance.below(4))


def _retreat(state: State, chance: Chance) -> Order:
    unit = state.retreat.unit if state.retreat is not None else _unit(state, chance)
    start = state.units[unit].hex if unit in state.units else _hex(state, chance)
    return Retreat(_walk(state, start, chance), ignore=not chance.below(2))


def _strike(state: State, chance: Chance) -> Order:
    return Strike(tuple(_unit(state, chance) for _ in range(chance.below(5))))


_KINDS: tuple[Callable[[State, Chance], Order], ...] = (
    _move,
    _move,
    _retreat,
    _strike,
    lambda state, chance: Attack(_unit(state, chance), _unit(state, chance)),
    lambda state, chance: Attack(_unit(state, chance), _unit(state, chance)),
    lambda state, chance: OrderUnit(_unit(state, chance), _section(chance)),
    lambda state, chance: PlayCard(_card(state, chance), _section(chance), shared=not chance.below(4)),
    lambda state, chance: GiveCard(_card(state, chance), _one(("", *SECTIONS), chance), chance.below(8)),
    lambda state, chance: RemoveWire(_unit(state, chance)),
    lambda state, chance: Rise(_hex(state, chance)),
    lambda state, chance: Keep(_card(state, chance)),
    lambda state, chance: TakeGround(take=bool(chance.below(2))),
    lambda state, chance: Ambush(play=bool(chance.below(2)), shared=not chance.below(3)),
    lambda state, chance: Done(),
)
