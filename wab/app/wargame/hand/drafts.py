"""Orders that are planned and not given yet. Each is judged on the position to which the earlier orders would lead.

Only the view of the player is asked. The effect of an order is tried out on the facts that its side knows
(`wab.engine.kernel.trial`), and nothing of it happens in the game. Anything that depends on dice is assumed to move no
unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wab.app.play import table as games
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.hand.hand import Table
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.kernel.trial import Trial
from wab.engine.words.text import Text

_NOTHING_PLANNED = Refusal(Text("Nothing is planned yet."), code="nothing-planned")


@dataclass(frozen=True)
class Draft:
    """A planned order with its number: what is known before it, what is expected after it, and why it cannot be given.

    `after` is `before` where it cannot be given: nothing is then expected of it.
    """

    number: int
    order: Order
    before: Any
    after: Any
    refusal: Refusal | None


class Drafts(Table):
    """A table at which orders are planned while `planning`, and played otherwise.

    While planning, the hand of the player sees (`view`) the expected position after all planned orders. So reach, paths
    and odds belong to the moment of the next order. Undo takes the last order off.
    """

    def __init__(self, session: games.Table) -> None:
        self.session = session
        self.planning = False
        self._adapter: Adapter | None = None
        self._orders: list[tuple[int, Order]] = []
        self._last = 0
        self._judged: tuple[Any, tuple[tuple[int, Order], ...], tuple[Draft, ...]] | None = None

    def read_by(self, adapter: Adapter) -> None:
        """The adapter of the system, which says what a plan may count on."""
        self._adapter = adapter

    # ---- the table of the hand

    @property
    def view(self) -> Any:
        """The knowledge of the seat at the screen, or its expectation while it plans."""
        drafts = self.drafts if self.planning else ()
        return drafts[-1].after if drafts else self.session.view

    @property
    def lenient_undo(self) -> bool:
        """As in the game."""
        return self.session.lenient_undo

    @property
    def in_flight(self) -> bool:
        """As in the game; a plan is made of what is known."""
        return not self.planning and self.session.in_flight

    def play(self, order: Order) -> object:
        """Carry out an order; while planning, put it at the end of the plan."""
        if not self.planning:
            return self.session.play(order)
        self.add(order)
        return ()

    def undo(self) -> object:
        """Take back the last order of the game, or of the plan."""
        return self._orders.pop()[1] if self.planning else self.session.undo()

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        if self.planning:
            return None if self._orders else _NOTHING_PLANNED
        return self.session.why_not_undo()

    # ---- the plan

    def __len__(self) -> int:
        return len(self._orders)

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The planned orders in their order, judged on what is known now."""
        now, orders = self.session.view, tuple(self._orders)
        if self._judged is None or self._judged[0] is not now or self._judged[1] != orders:
            self._judged = (now, orders, self._judge(now, orders))
        return self._judged[2]

    def _judge(self, now: Any, orders: tuple[tuple[int, Order], ...]) -> tuple[Draft, ...]:
        found = []
        for number, order in orders:
            refusal = now.why_not(order)
            after = now if refusal is not None else self._after(now, order)
            found.append(Draft(number, order, now, after, refusal))
            now = after
        return tuple(found)

    def _after(self, view: Any, order: Order) -> Any:
        """Return the view that the seat expects after an order."""
        happening = Trial(view.rules, view.position)
        events = happening.play(order, self._adapter.plan_dice if self._adapter is not None else None)
        expected = Trial(view.rules, view.position)
        for event in self._adapter.expected(events) if self._adapter is not None else ():
            expected.system.apply(expected.position, event)
        expected.position.dice = view.position.dice
        return view.supposing(expected.position)

    def add(self, order: Order) -> None:
        """Plan an order after all others."""
        self._last += 1
        self._orders.append((self._last, order))

    def remove(self, number: int) -> None:
        """Take an order off the plan."""
        self._orders = [entry for entry in self._orders if entry[0] != number]

    def shift(self, number: int, by: int) -> None:
        """Move an order by so many places; it stays within the plan."""
        place = self.place_of(number)
        if place is not None:
            entry = self._orders.pop(place)
            self._orders.insert(min(max(0, place + by), len(self._orders)), entry)

    def place_of(self, number: int) -> int | None:
        """The place of an order in the plan, counted from 0."""
        return next((place for place, entry in enumerate(self._orders) if entry[0] == number), None)

    def clear(self) -> None:
        """Nothing is planned any more."""
        self._orders.clear()
