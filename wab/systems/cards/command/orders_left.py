"""The orders that the cards in force have left: by section, by symbol, and the number of units in all (CRD-4.2-1)."""

from __future__ import annotations

from collections.abc import Iterable

from wab.content.cards.shapes import EVERYBODY, number_of
from wab.field.matching import matched
from wab.systems.cards.command import ordering, section_cards, tactic_cards
from wab.systems.cards.state import deck
from wab.systems.cards.state.state import State, Unit

Room = tuple[int, str]
"""The number of a card in force, and the section or symbol of its orders; "" if neither counts."""


def more_orders(state: State) -> int:
    """Return how many more units may be ordered now, if each is ordered through the section that serves best
    (CRD-4.2-3).

    Orders for which there is no unit are not counted (CRD-4.2-5).
    """
    return state.derived("more orders", lambda: len(matched(_ways(state), _rooms(state))))


def by_section(state: State) -> dict[str, int]:
    """The units that section cards in force may still order in each section; a unit on a line counts on both sides."""
    found: dict[str, int] = {}
    ways = ordering.choices(state)
    for (number, section), left in _rooms(state).items():
        card = deck.effect_of(state, state.plays[number])
        if card is not None and card.orders is not None and card.orders.by_section:
            there = sum(any(way[:2] == (number, section) for way in choice) for choice in ways.values())
            found[section] = found.get(section, 0) + min(left, there)
    return found


def _rooms(state: State) -> dict[Room, int]:
    """The orders that each card in force has left."""
    return {room: left for number in range(len(state.plays)) for room, left in _rooms_of(state, number).items()}


def _rooms_of(state: State, number: int) -> dict[Room, int]:
    play, card = state.plays[number], deck.effect_of(state, state.plays[number])
    if card is None:
        return {}
    if card.orders is not None and card.orders.by_section:
        return {(number, section): left for section, left in section_cards.orders_left(state, number).items()}
    if card.orders_by_face and not play.fall_back:
        return _symbols_left(state, number)
    if tactic_cards.is_used_up(state, number):
        return {}
    most = 1 if play.fall_back or card.orders is None else number_of(card.orders.units or EVERYBODY)
    return {(number, ""): most - len(deck.tokens_of(state, number))}


def _symbols_left(state: State, number: int) -> dict[Room, int]:
    """The symbols rolled that have ordered no unit yet; stars stand in for any (CRD-C.their_finest_hour-2)."""
    left = dict(state.plays[number].symbols)
    for token in deck.tokens_of(state, number):
        type_ = state.board.type_of(state.units[token.unit].kind)
        symbol = type_ if left.get(type_) else tactic_cards.STAR
        left[symbol] = left.get(symbol, 0) - 1
    return {(number, symbol): count for symbol, count in left.items() if count > 0}


def _ways(state: State) -> list[dict[Room, int]]:
    """For each unit that may be ordered, of what it would take up one; none of them costs more than another."""
    found = []
    for id_, choices in ordering.choices(state).items():
        rooms = (room for choice in choices for room in _taken(state, state.units[id_], choice))
        found.append(dict.fromkeys(rooms, 0))
    return found


def _taken(state: State, unit: Unit, choice: ordering.Choice) -> Iterable[Room]:
    play, card = state.plays[choice.play], deck.effect_of(state, state.plays[choice.play])
    assert card is not None, "a card that orders somebody"
    if card.orders is not None and card.orders.by_section:
        return ((choice.play, choice.section),)
    if card.orders_by_face and not play.fall_back:
        return (choice.play, state.board.type_of(unit.kind)), (choice.play, tactic_cards.STAR)
    return ((choice.play, ""),)
