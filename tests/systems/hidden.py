"""For every system with hidden facts: how to change some of them, so that a side must not notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from tests.toys.calls.hidden import changed_calls
from tests.toys.solitaire.hidden import changed_solitaire
from wab.engine import Dice
from wab.systems.cards.teams import pile_of, sees_hand, side_of
from wab.systems.operations.sight import levels, visible_hexes


def changed_operations(state: Any, side: str) -> Iterator[Any]:
    """Unseen enemies elsewhere, weaker, more tired; the enemy's activations; other dice to come."""
    unseen = [unit for _, unit in sorted(state.units.items()) if hides(state, unit, side)]
    for unit in unseen[:2]:
        for hex_ in hiding_places(state, unit, side)[:2]:
            yield with_unit(state, unit, hex=hex_)
        turned = {"halted": not unit.halted, "held": not unit.held}
        yield with_unit(state, unit, hp=max(1, unit.hp - 1), fatigue=unit.fatigue + 1, **turned)
    for _, unit in sorted(state.units.items())[:40]:
        if state.side_of(unit.id) != side:
            yield with_unit(state, unit, activated=1, spent=2, attacked=True, held=not unit.held)
            break
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"combat": 5})
    yield changed


def hides(state: Any, unit: Any, side: str) -> bool:
    return state.side_of(unit.id) != side and unit.id not in levels(state, side)


def hiding_places(state: Any, unit: Any, side: str) -> list[int]:
    """Empty land of the enemy's that `side` does not see."""
    seen = visible_hexes(state, side)
    enemy = state.side_of(unit.id)
    return [
        hex_
        for hex_ in range(state.board.grid.size)
        if state.board.land[hex_] and not seen[hex_] and state.controls(enemy, hex_) and hex_ not in state.stacks
    ]


def with_unit(state: Any, unit: Any, **values: Any) -> Any:
    changed = state.copy()
    changed.put(replace(unit, **values))
    changed.version += 1
    return changed


def changed_cards(state: Any, seat: str) -> Iterator[Any]:
    """Cards that a seat does not see exchanged between another hand, or the drawn ones, and the pile; other dice."""
    for holder, cards in sorted(state.hands.items()):
        pile = pile_of(state.board, side_of(holder))
        if not sees_hand(state.board, seat, holder) and cards:
            for number in {0, len(cards) - 1}:
                other = next((card for card in state.pile[pile] if card != cards[number]), None)
                if other is not None:
                    yield with_cards(state, holder, pile, cards[number], other)
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"attack": 5})
    yield changed


def with_cards(state: Any, holder: str, pile: str, given: str, taken: str) -> Any:
    """A card of a hand exchanged for one of the pile."""
    changed = state.copy()
    hand, rest = list(state.hands[holder]), list(state.pile[pile])
    hand.remove(given)
    rest.remove(taken)
    changed.hands[holder] = tuple(sorted([*hand, taken]))
    changed.pile[pile] = tuple(sorted([*rest, given]))
    changed.version += 1
    return changed


def changed_zocbonds(state: Any, side: str) -> Iterator[Any]:
    """An open game hides the dice to come alone."""
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"combat": 5})
    yield changed


HIDDEN_CHANGES: dict[str, Callable[[Any, str], Iterator[Any]]] = {
    "operations": changed_operations,
    "cards": changed_cards,
    "zocbonds": changed_zocbonds,
    "solitaire": changed_solitaire,
    "calls": changed_calls,
}
