"""The switches of the table: each row of an order that is put together, and the order that a row leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from wab.app.blind.hand import words
from wab.app.wargame.hand.ticks import Row
from wab.app.wargame.offers.offers import OfferPlan
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.locale import _
from wab.systems.blind.combat import answer, conduct
from wab.systems.blind.combat.losses import Spread
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

SHARED = ("forces", "conduct", "answer", "advance")
"""The questions that are decided in sight of both sides: all that they speak of lies on the table."""
QUESTIONS = (*SHARED, "retreat")


@dataclass(frozen=True)
class TablePlan(OfferPlan):
    """The answer to a question of the table, as it stands."""


@dataclass(frozen=True)
class TableRow(Row):
    """A row: its words, and the order to which a click leads; `group` is the heading above it."""

    words: str = ""
    group: str = ""
    after: Order | None = None
    name: str = ""

    @property
    def key(self) -> str:
        """Its name."""
        return self.name


def first_answer(view: View) -> Order | None:
    """The answer from which a question of the table starts: of an advance, all that fit; None for no question."""
    if view.phase not in QUESTIONS or view.to_act != view.seat:
        return None
    orders = list(view.legal_orders())
    if view.phase == "advance":
        return max(orders, key=lambda order: (len(getattr(order, "units", ())), orders.index(order)))
    return orders[0]


def rows(view: View, state: State, order: Order) -> tuple[TableRow, ...]:
    """The rows of an answer."""
    match order:
        case od.Form() | od.Retreat():
            return tuple(_ready(view, state, order))
        case od.Press():
            return tuple(_of_press(view, state, order))
        case od.Yield():
            return tuple(_of_yield(view, state, order))
        case od.Advance():
            return tuple(_of_advance(view, state, order))
    return ()


def _ready(view: View, state: State, chosen: Order) -> Iterator[TableRow]:
    """Answers that are offered whole: none of them tells which units could not be in it."""
    group = _("Defending forces") if isinstance(chosen, od.Form) else _("Ways back")
    for place, order in enumerate(view.legal_orders()):
        yield TableRow(None, order == chosen, None, words.of(state, order), group, order, f"ready-{place}")


def _losses(view: View, state: State, order: od.Press | od.Yield, spread: Spread) -> Iterator[TableRow]:
    """The units that lose the last steps, if there is a choice."""
    if not 0 < spread.last < len(spread.pool):
        return
    chosen = order.losses or tuple(sorted(spread.pool[: spread.last]))
    for unit in spread.pool:
        others = [one for one in chosen if one != unit][: spread.last - 1]
        after = replace(order, losses=tuple(sorted((unit, *others))))
        yield _row(view, state, unit, unit in chosen, _("Loses a step"), after)


def _row(view: View, state: State, unit: int, ticked: bool, group: str, after: Order) -> TableRow:
    name = f"{type(after).__name__}-{group}-{unit}"
    return TableRow(unit, ticked, view.why_not(after), words.name(state, unit), group, after, name)


def _toggled(units: Iterable[int], unit: int) -> tuple[int, ...]:
    return tuple(sorted({*units} ^ {unit}))


def _of_press(view: View, state: State, order: od.Press) -> Iterator[TableRow]:
    told = _("Restrained: half the losses, half the fire")
    other = od.Press(not order.restrained)
    yield TableRow(None, order.restrained, view.why_not(other), told, _("The attack"), other, "restrained")
    yield from _losses(view, state, order, conduct.spread_of(state, order.restrained))
    for one in state.table.attackers:
        after = replace(order, called_off=_toggled(order.called_off, one.unit))
        yield _row(view, state, one.unit, one.unit in order.called_off, _("Called off"), after)


def _of_yield(view: View, state: State, order: od.Yield) -> Iterator[TableRow]:
    if not state.table.bombs:
        told = _("Give ground: half the losses, and all go back")
        other = od.Yield(not order.gives_ground)
        yield TableRow(None, order.gives_ground, view.why_not(other), told, _("The defence"), other, "gives-ground")
    yield from _losses(view, state, order, answer.spread_of_defence(state, order.gives_ground))


def _of_advance(view: View, state: State, order: od.Advance) -> Iterator[TableRow]:
    for one in state.table.active:
        after = od.Advance(_toggled(order.units, one.unit))
        yield _row(view, state, one.unit, one.unit in order.units, _("Enter the hex"), after)


def effect(state: State, order: Order) -> tuple[str, ...]:
    """The certain effect of an answer: losses by unit, units called off, the hex entered."""
    match order:
        case od.Press():
            return _lost(state, conduct.spread_of(state, order.restrained), order.losses)
        case od.Yield():
            return _lost(state, answer.spread_of_defence(state, order.gives_ground), order.losses)
        case od.Advance(units=()):
            return (_("No unit enters: the hex stays with the defender."),)
        case od.Retreat():
            return words.notes(state, order)
    return ()


def _lost(state: State, spread: Spread, chosen: tuple[int, ...]) -> tuple[str, ...]:
    lost = ", ".join(f"{state.profile(unit).label} −{steps}" for unit, steps in spread.losses(chosen))
    return (_("Losses: {units}").format(units=lost) if lost else _("No losses."),)
