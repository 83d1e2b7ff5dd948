"""The hand of the player on a hex map: what is selected, what is pointed at, what is asked, and how an order goes out.

It knows nothing of windows. Every question of legality goes to the view; every order goes out through `play`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol

from wab.app.wargame.adapter.adapter import Adapter, Seen
from wab.app.wargame.adapter.pictures import EndQuestion, Part, Path, Reach
from wab.app.wargame.adapter.typography import joined, typographic
from wab.app.wargame.hand.cursor import stepped
from wab.app.wargame.hand.ticks import Row, TickPlan
from wab.engine.kernel.orders import Order, Refusal
from wab.field.forecast import Forecast, is_doubtful, verdict
from wab.hexes import HexId
from wab.locale import _

TOAST_SECONDS = 4.5
NO_UNITS: frozenset[int] = frozenset()


class Table(Seen, Protocol):
    """The game as the hand needs it: one side's view, and orders to play."""

    def play(self, order: Order) -> object:
        """Carry out a legal order."""

    def undo(self) -> object:
        """Take back the last order."""

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""

    @property
    def lenient_undo(self) -> bool:
        """An order that showed new ground can be taken back."""

    @property
    def in_flight(self) -> bool:
        """An order is on its way, and the view does not know it yet."""


@dataclass
class Toast:
    """A sentence next to the pointer, with the clause that says so; it fades by itself."""

    text: str
    clauses: tuple[str, ...] = ()
    hex: HexId | None = None
    seconds: float = TOAST_SECONDS
    bad: bool = True


class Plan(Protocol):
    """An order that is put together before it goes out."""

    @property
    def order(self) -> Order:
        """The order as it stands."""


class Badge(NamedTuple):
    """Words next to the pointer on the map: rows of parts, and the hexes of the path or arrow under it."""

    rows: list[list[Part]]
    path: tuple[HexId, ...]


class Hand(ABC):
    """Selection, plan and orders of the player at the screen. A system says what a click means and what it plans."""

    def __init__(self, table: Table, adapter: Adapter) -> None:
        self.table, self.adapter = table, adapter
        self.units: frozenset[int] = NO_UNITS
        self.shown_unit: int | None = None
        self.hex: HexId | None = None
        self.hovered: HexId | None = None
        self.plan: Any = None
        self.part = ""
        """The key of the row to which arrows have come, "" for none."""
        self.reveal = False
        """Arrows have come to a row, which has to come into sight."""
        self.question: EndQuestion | None = None
        self.toast: Toast | None = None
        self.watching = False
        self.asks_twice = True
        """An attack at poor odds goes out with a second Enter."""
        self._warned: object = None

    # ---- reading

    @property
    def view(self) -> Any:
        """The view of the seat at the screen, as it is now."""
        return self.table.view

    @property
    @abstractmethod
    def mode(self) -> Enum:
        """Return the present activity of the player, in the words of the system."""

    @property
    def to_act(self) -> bool:
        """The seat at the screen decides."""
        return bool(self.view.to_act == self.view.seat)

    @property
    def over(self) -> bool:
        """The battle is over."""
        return self.view.to_act is None

    @property
    def stopped(self) -> bool:
        """The player can only look on: others move or are shown, an order is on its way, or the battle is over."""
        return self.over or self.watching or not self.to_act or self.table.in_flight

    @property
    def idle(self) -> bool:
        """Nothing is selected, planned or asked."""
        return not self.units and self.plan is None and self.question is None

    @property
    def aimed(self) -> object:
        """The use of the next click if a button asked for something; None for the obvious use."""
        return None

    @property
    def weighing(self) -> bool:
        """A panel tells of the enemy who is pointed at: nothing else does."""
        return False

    @property
    def covered(self) -> bool:
        """A dialog covers the map."""
        return False

    @property
    @abstractmethod
    def reach(self) -> Reach:
        """The hexes that the selected units can reach; empty while something else is being decided."""

    @property
    @abstractmethod
    def path(self) -> Path | None:
        """The path to the hovered hex, None if no path leads there."""

    @property
    def target(self) -> HexId | None:
        """The hovered enemy hex that a click would mean to attack."""
        return None

    @property
    def attacking(self) -> bool:
        """An attack is put together, and has not gone out."""
        return self.plan is not None and self.target is not None

    @property
    def considered(self) -> Order | None:
        """The order that the player looks at before giving it, None for none."""
        return None

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the attack that is put together; None if there is none, or a system does not say."""
        return None

    @property
    def doubtful(self) -> bool:
        """The planned attack has odds at which the player is asked twice."""
        found = self.forecast
        return found is not None and is_doubtful(verdict(found))

    @property
    def warned(self) -> bool:
        """The player has confirmed the doubtful attack once: the next time it goes out."""
        return self.plan is not None and self._warned is self.plan

    def badge(self) -> Badge | None:
        """Return the words next to the path or the target under the pointer."""
        return None

    # ---- the rows of an order that is put together

    @property
    def rows(self) -> Sequence[Row]:
        """The rows of the order that is put together; none where there is none."""
        return self.plan.rows if isinstance(self.plan, TickPlan) else ()

    def change(self, row: Row) -> None:
        """Go on to what a row leads to, tick or untick its unit, or say why not."""
        if row.unit is not None and isinstance(self.plan, TickPlan):
            self.toggle(row.unit)
        else:
            self.say_no(row.refusal)

    def toggle(self, unit: int) -> None:
        """Tick or untick a unit in the plan that is open; say why where the rules bar it."""
        if not isinstance(self.plan, TickPlan):
            return
        changed = self.plan.toggle(unit)
        if changed is self.plan:
            self.say_no(next((row.refusal for row in self.rows if row.unit == unit), None))
        self.plan = changed

    @property
    def rows_open(self) -> bool:
        """Rows are listed, and a number chooses one."""
        return bool(self.rows)

    @property
    def answers_open(self) -> bool:
        """Rows are listed, and the player has to take one: arrows go through them."""
        return bool(self.rows)

    @property
    def marked(self) -> int | None:
        """The row to which arrows have come; None for none."""
        return next((place for place, row in enumerate(self.rows) if row.key == self.part), None)

    def step(self, by: int) -> bool:
        """Mark the row below the marked one (1) or above it (-1), at first the row at that end. False without rows."""
        if rows := self.rows:
            self.reveal, self.part = True, rows[stepped(self.marked, by, len(rows))].key
        return bool(rows)

    def turn(self, by: int) -> None:
        """Give the marked row its next value (1), or the one before (-1)."""
        if (place := self.marked) is not None:
            self.change(self.rows[place])

    def choose(self, place: int) -> bool:
        """Choose a row by its place, counted from 0. True when there is one."""
        rows = self.rows
        if place < len(rows):
            self.change(rows[place])
        return place < len(rows)

    def own_selection(self) -> bool:
        """Tell whether own units are selected."""
        return bool(self.units) and all(self.adapter.is_own(unit) for unit in self.units)

    # ---- the pointer

    def hover(self, hex_: HexId | None) -> None:
        """The pointer is over a hex; None: over none."""
        self.hovered = hex_

    def click(self, hex_: HexId | None, unit: int | None = None, *, shift: bool = False) -> None:
        """The left button on a hex.

        `unit` is the counter that was hit: it counts more than the hex, which a tall stack may overhang.
        """
        self.toast = None
        if unit is not None and (there := self.adapter.where(unit)) is not None:
            hex_ = there
        if self.question is not None:
            return
        if hex_ is None:
            self.tell(_("That is beyond the edge of the map."))
            return
        if self.stopped:
            self.look_at(hex_)
        else:
            self.click_hex(hex_, shift=shift)

    @abstractmethod
    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """A click while the player decides."""

    def right_click(self) -> None:
        """Put away what is open: question, aim, plan, then the selection."""
        self.cancel()

    # ---- selection

    def look_at(self, hex_: HexId) -> None:
        """Show a unit of a hex without selecting it: of a stack, the one under the top."""
        stack = tuple(self.adapter.stack(hex_))
        self.set_selection(NO_UNITS, hex_ if stack else None)
        if stack:
            self.shown_unit = _after(stack, self.shown_unit)
        else:
            self.describe(hex_)

    def describe(self, hex_: HexId) -> None:
        """Say what an empty hex is."""
        adapter = self.adapter
        self.tell(joined(adapter.hex_title(hex_), adapter.ground_title(hex_), adapter.hex_facts(hex_)))
        if self.toast is not None:
            self.toast.hex = hex_

    def select_stack(self, hex_: HexId) -> None:
        """The whole stack first; clicking it again goes through its units one by one, and back to the whole."""
        ids = tuple(self.adapter.stack(hex_))
        there = self.units & frozenset(ids)
        if self.hex != hex_ or not there or len(ids) == 1:
            self.set_selection(frozenset(ids), hex_)
            return
        by_id = tuple(sorted(ids))
        if len(there) != 1:
            self.set_selection(frozenset(by_id[:1]), hex_)
            return
        last = next(iter(there))
        place = by_id.index(last) + 1
        self.set_selection(frozenset(by_id[place : place + 1]) or frozenset(ids), hex_)

    def select(self, unit: int, *, add: bool = False) -> None:
        """Select one unit, or with `add` tick or untick it in the stack that is selected (OPS-5.2-16)."""
        hex_ = self.adapter.where(unit)
        if hex_ is None:
            return
        if not self.adapter.is_own(unit):
            self.set_selection(NO_UNITS, hex_)
            self.shown_unit = unit
        elif add and hex_ == self.hex:
            self.set_selection((self.units ^ {unit}) or frozenset({unit}), hex_)
        else:
            self.set_selection(frozenset({unit}), hex_)

    def select_all(self) -> None:
        """Every unit of the stack that is selected."""
        if self.hex is not None and self.adapter.side_in(self.hex) == self.view.side:
            self.set_selection(frozenset(self.adapter.stack(self.hex)), self.hex)

    def next_of_stack(self) -> None:
        """From the whole stack that is selected to its units one by one, and back to the whole."""
        if self.hex is not None and self.adapter.side_in(self.hex) == self.view.side:
            self.select_stack(self.hex)

    def set_selection(self, units: frozenset[int], hex_: HexId | None) -> None:
        """Select units of a hex, and put away plans for other units."""
        self.units, self.hex, self.plan, self.part = units, hex_, None, ""
        stack = self.adapter.stack(hex_, units) if hex_ is not None else ()
        self.shown_unit = stack[0] if stack else None

    def deselect(self) -> None:
        """Nothing is selected any more."""
        self.set_selection(NO_UNITS, None)

    def waiting_hexes(self) -> list[HexId]:
        """Hexes with own units that could still act, from the south-west on."""
        if self.stopped:
            return []
        places = (self.adapter.where(unit) for unit in self.waiting())
        return sorted({hex_ for hex_ in places if hex_ is not None})

    def waiting(self) -> list[int]:
        """The own units that could still act."""
        return [unit for unit in self.adapter.own_units() if self.adapter.waits(unit)]

    def next_unit(self, *, back: bool = False) -> HexId | None:
        """Select the next own unit that has not acted and could, and let keys point from it; its hex, None for none."""
        waiting = self.waiting_hexes()
        if not waiting:
            self.tell(_(self.adapter.nobody_waits))
            return None
        after = [hex_ for hex_ in waiting if self.hex is not None and (hex_ < self.hex if back else hex_ > self.hex)]
        hex_ = (after[-1] if back else after[0]) if after else (waiting[-1] if back else waiting[0])
        fresh = {unit for unit in self.adapter.stack(hex_) if self.adapter.waits(unit)}
        self.set_selection(frozenset(fresh), hex_)
        self.hover(None)
        return hex_

    # ---- orders

    def give(self, order: Order) -> bool:
        """Play an order if the rules allow it, else say why not. True when it was played."""
        if refusal := self.view.why_not(order):
            self.say_no(refusal)
            return False
        keep = self.units
        self.plan = None
        self.table.play(order)
        self.refresh(keep)
        return True

    def refresh(self, keep: Collection[int] | None = None) -> None:
        """The game has changed: keep of the selection who is still there, open what has to be decided."""
        wanted = self.units if keep is None else keep
        places = {unit: self.adapter.where(unit) for unit in wanted if self.adapter.is_own(unit)}
        kept = {unit: hex_ for unit, hex_ in places.items() if hex_ is not None}
        first = min(kept.values(), default=None)
        standing = self.standing_plan()
        self.set_selection(frozenset(unit for unit, hex_ in kept.items() if hex_ == first), first)
        self.plan = standing

    def standing_plan(self) -> Any:
        """Return the plan that has to be decided before anything else, None if there is none."""
        return None

    def confirm(self) -> bool:
        """Do what is open: end the turn, give the order that is planned. True when an order went out."""
        if self.question is not None:
            self.question = None
            return self._end()
        if self.plan is not None and (self.to_act and not self.watching):
            if self.asks_twice and self.doubtful and not self.warned:
                self._warned = self.plan
                return False
            return self.give(self.plan.order)
        return False

    def cancel(self) -> None:
        """Put away what is open: question, plan, then the selection."""
        self.toast = None
        if self.question is not None:
            self.question = None
        elif self.plan is not None:
            self.plan = None
        else:
            self.deselect()

    # ---- turn

    def undo(self) -> bool:
        """Take back the last order; say why where that cannot be."""
        if refusal := self.table.why_not_undo():
            self.say_no(refusal)
            return False
        keep = self.units
        self.table.undo()
        self.refresh(keep)
        return True

    def end_turn(self) -> bool:
        """End the turn or the phase; asks first when units could still act. True when it ended at once."""
        if self.stopped or self.question is not None:
            return False
        order = self.adapter.end_order()
        if order is None:
            self.tell(_("Not now: something else has to be decided first."))
            return False
        if refusal := self.view.why_not(order):
            self.say_no(refusal)
            return False
        self.question = self.end_question()
        return self.question is None and self._end()

    def end_question(self) -> EndQuestion | None:
        """Return the question before the turn ends, None if it may end at once."""
        return None

    def _end(self) -> bool:
        order = self.adapter.end_order()
        self.deselect()
        return order is not None and self.give(order)

    # ---- words

    def say_no(self, refusal: Refusal | None, hex_: HexId | None = None) -> None:
        """Show next to the pointer why something is refused."""
        if refusal is not None:
            where = hex_ if hex_ is not None else (refusal.where[0] if refusal.where else None)
            self.toast = Toast(typographic(str(refusal.text)), refusal.clauses, where)

    def tell(self, text: str) -> None:
        """Say something that is no refusal."""
        self.toast = Toast(text, bad=False)

    def pass_time(self, seconds: float) -> None:
        """Let a sentence next to the pointer fade."""
        if self.toast is not None:
            self.toast.seconds -= seconds
            if self.toast.seconds <= 0:
                self.toast = None


def _after(ids: tuple[int, ...], unit: int | None) -> int:
    return ids[(ids.index(unit) + 1) % len(ids)] if unit in ids else ids[0]
