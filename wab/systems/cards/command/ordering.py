"""Ordering units (CRD-4.2): which the cards in force allow now, one after the other; the list is fixed by `Done`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.command import section_cards, tactic_cards
from wab.systems.cards.state import deck
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import OrderUnit
from wab.systems.cards.state.state import Play, State, Token, Unit


class Choice(NamedTuple):
    """A way to order a unit: the number of the card in force, and the section through which it is ordered.

    `name` tells the ways of one unit apart, as an order says it.
    """

    play: int
    section: str
    name: str


def orderable(state: State) -> dict[int, tuple[str, ...]]:
    """The units that may be ordered now, by id, each with the names of the sections through which it can be.

    A unit in one section only has the one name "". No unit is ordered twice (CRD-4.2-4); fewer may be ordered than a
    card allows, or none (CRD-4.2-7).
    """
    found = choices(state)
    return {unit: tuple(choice.name for choice in ways) for unit, ways in found.items()}


def choices(state: State) -> dict[int, tuple[Choice, ...]]:
    """The ways to order each unit that the seat to act may order now."""
    return state.derived("orders", lambda: _choices(state))


def _choices(state: State) -> dict[int, tuple[Choice, ...]]:
    found: dict[int, tuple[Choice, ...]] = {}
    waiting = [unit for unit in state.units_of(state.active) if unit.id not in state.tokens]
    for number in range(len(state.plays)):
        for unit, choice in _ways(state, number, waiting):
            found[unit] = (*found.get(unit, ()), choice)
    return {unit: ways if len(ways) > 1 else (ways[0]._replace(name=""),) for unit, ways in sorted(found.items())}


def _ways(state: State, number: int, waiting: list[Unit]) -> Iterator[tuple[int, Choice]]:
    """The units that one card in force may order, and how, by the seat to act (CRD-A5.2-11)."""
    play, card = state.plays[number], deck.effect_of(state, state.plays[number])
    if card is None:
        return
    if card.orders is not None and card.orders.by_section:
        left = section_cards.orders_left(state, number)
        for unit in waiting if left else ():
            for section in section_cards.open_sections(state, left, unit):
                if _leads(state, play, section) and tactic_cards.in_command(state, play, unit):
                    yield unit.id, Choice(number, section, section)
    elif _leads(state, play, play.section) and not tactic_cards.is_used_up(state, number):
        for unit in waiting:
            if tactic_cards.may_still_order(state, number, unit):
                yield unit.id, Choice(number, play.section, play.general or play.section)


def _leads(state: State, play: Play, section: str) -> bool:
    return state.leader in ("", deck.leader_of_play(state, play, section))


_NOT_ORDERABLE = Refusal(
    Text(N_("The card does not let you order that unit.")), ("CRD-4.2-1", "CRD-4.2-4"), code="not-orderable"
)
_WHICH_SECTION = N_("Say through which of its sections the unit is ordered: {sections}.")


def chosen(state: State, order: OrderUnit) -> Choice | None:
    """The way that an order means, None if there is no such way or more than one."""
    ways = choices(state).get(order.unit, ())
    if len(ways) == 1 and order.section in ("", ways[0].section):
        return ways[0]
    return next((choice for choice in ways if choice.name == order.section), None)


def why_not(state: State, order: OrderUnit) -> Refusal | None:
    """None if a unit may be ordered in that way."""
    ways = choices(state).get(order.unit, ())
    if not ways:
        return _NOT_ORDERABLE
    if chosen(state, order) is not None:
        return None
    sections = ", ".join(choice.name for choice in ways)
    return Refusal(Text(_WHICH_SECTION, {"sections": sections}), ("CRD-4.2-3",), (order.unit,), "which-section")


def execute(state: State, order: OrderUnit) -> Iterator[Event]:
    """Order a unit (CRD-4.2-1), and what its card does at once: sandbags, or dice for lost figures."""
    choice, unit = chosen(state, order), state.units[order.unit]
    assert choice is not None, "only legal orders are carried out"
    play = state.plays[choice.play]
    card = deck.effect_of(state, play)
    if card is None or play.fall_back:
        yield ev.UnitOrdered(Token(unit.id, play=choice.play, section=choice.section, start=unit.hex))
    elif card.heals:
        yield from tactic_cards.recover(state, choice.play, unit, choice.section)
    elif card.places:
        yield from tactic_cards.dig_in(choice.play, unit, choice.section, card.places)
    else:
        yield ev.UnitOrdered(Token(unit.id, play=choice.play, section=choice.section, start=unit.hex))
