"""Aids for tests that only the card game can give: a stranger's orders, secrets of seats, sums that must add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from wab.engine import Chance, Dice, Event, Order
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.board import SECTIONS, SIDES
from wab.systems.cards.state.events import FiguresLost, Recovered, UnitLeft, UnitPlaced
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
from wab.systems.cards.state.teams import pile_of, sees_hand, side_of

T = TypeVar("T")

ENDS = (Done,)
_NOBODY = 77_777
_OFF_BOARD = (-1, 10**9)
_STRAY = 20


def invented(state: State, chance: Chance) -> Order:
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


# ---------------------------------------------------------------- what a seat must not notice


def unnoticed(state: State, seat: str) -> Iterator[State]:
    """Cards that a seat does not see exchanged between another hand, or the drawn ones, and the pile; other dice."""
    for holder, cards in sorted(state.hands.items()):
        pile = pile_of(state.board, side_of(holder))
        if not sees_hand(state.board, seat, holder) and cards:
            for number in {0, len(cards) - 1}:
                other = next((card for card in state.pile[pile] if card != cards[number]), None)
                if other is not None:
                    yield _with_cards(state, holder, pile, cards[number], other)
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"attack": 5})
    yield changed


def _with_cards(state: State, holder: str, pile: str, given: str, taken: str) -> State:
    """A card of a hand exchanged for one of the pile."""
    changed = state.copy()
    hand, rest = list(state.hands[holder]), list(state.pile[pile])
    hand.remove(given)
    rest.remove(taken)
    changed.hands[holder] = tuple(sorted([*hand, taken]))
    changed.pile[pile] = tuple(sorted([*rest, given]))
    changed.version += 1
    return changed


# ---------------------------------------------------------------- what must add up


def _figures(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Figures on the board change by what the events say: none is made, none vanishes."""
    changes: Counter[str] = Counter()
    for event in events:
        match event:
            case FiguresLost():
                changes[after.profile(event.unit).side] -= event.figures
            case Recovered():
                changes[after.profile(event.unit).side] += event.figures
            case UnitPlaced():
                changes[after.profile(event.unit).side] += after.profile(event.unit).figures
            case UnitLeft():
                changes[event.side] -= before.units[event.unit].figures
    for side in SIDES:
        there = [sum(unit.figures for unit in state.units_of(side)) for state in (before, after)]
        if there[1] - there[0] != changes[side]:
            yield f"the {side} went from {there[0]} to {there[1]} figures, the events say {changes[side]:+}"


ACCOUNTS = (_figures,)


def preview(view: CardsView, order: Order) -> object:
    """The odds of an attack."""
    return view.preview(order) if isinstance(order, Attack) else None
