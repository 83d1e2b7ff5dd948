"""The handling of the player's plan: open it, order it, give it. The orders themselves are in `drafts`."""

from __future__ import annotations

from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.hand.drafts import Draft, Drafts
from wab.app.wargame.hand.hand import Hand
from wab.locale import _, ngettext


class Planning:
    """The plan of the seat at the screen. `chosen` is the number of the order that keys speak of.

    `giving`: order by order is given until there is something to look at.
    """

    def __init__(self, drafts: Drafts, hand: Hand) -> None:
        self.drafts, self.hand = drafts, hand
        self.adapter: Adapter = hand.adapter
        drafts.read_by(self.adapter)
        self.chosen: int | None = None
        self.giving = False
        self._given: tuple[Draft, frozenset[int]] | None = None  # an order that went out, and what was selected

    @property
    def on(self) -> bool:
        """Orders are planned and not given."""
        return self.drafts.planning

    @property
    def expected(self) -> bool:
        """The map shows more than what is: there is a plan on it."""
        return self.on and bool(len(self.drafts))

    def why_not(self) -> str:
        """Return the reason why nothing can be planned now, "" if planning is possible."""
        if self.hand.over:
            return _("The battle is over.")
        if self.hand.stopped:
            return _("Not now: the enemy is moving.")
        if self.hand.standing_plan() is not None:
            return _("Not now: something else has to be decided first.")
        return "" if hasattr(self.drafts.session.view, "supposing") else _("Orders of this system cannot be planned.")

    # ---- open and close

    def toggle(self) -> None:
        """Plan orders, or go back to giving them; the plan stays."""
        if not self.on and (why := self.why_not()):
            self.hand.tell(why)
            return
        self._set(not self.on)

    def _set(self, on: bool) -> None:
        keep = self.hand.units
        self.hand.plan, self.hand.question = None, None
        self.drafts.planning, self.giving = on, False
        self.hand.refresh(keep)

    def check(self) -> str:
        """Drop a plan whose time is over; a sentence where there was one, else ""."""
        view = self.drafts.session.view
        if view.to_act == view.seat or not (self.on or len(self.drafts)):
            return ""
        count = len(self.drafts)
        self.drop()
        words = ngettext(
            "Your turn is over: {count} planned order was dropped.",
            "Your turn is over: {count} planned orders were dropped.",
            count,
        )
        return typographic(words.format(count=count)) if count else ""

    def drop(self) -> None:
        """Drop the plan and stop planning, for example when another person sits down."""
        self.drafts.clear()
        self.drafts.planning, self.giving, self.chosen, self._given = False, False, None, None

    # ---- order it

    def _pick(self) -> Draft | None:
        """The order that keys speak of: the chosen one, else the last."""
        found = self.drafts.drafts
        return next((draft for draft in found if draft.number == self.chosen), found[-1] if found else None)

    def choose(self, place: int) -> None:
        """Choose an order by its place, counted from 0."""
        found = self.drafts.drafts
        if place < len(found):
            self.chosen = found[place].number

    def remove(self, number: int | None = None) -> None:
        """Take an order off the plan: the chosen one where none is named, else the last."""
        picked = self._pick()
        if number is None and picked is not None:
            number = picked.number
        if number is not None:
            self.drafts.remove(number)
            self.hand.refresh()

    def shift(self, by: int, number: int | None = None) -> None:
        """Move an order in the plan, the chosen one where none is named."""
        picked = self._pick()
        if number is None and picked is not None:
            number = picked.number
        if number is not None:
            self.chosen = number
            self.drafts.shift(number, by)
            self.hand.refresh()

    def clear(self) -> None:
        """Nothing is planned any more."""
        self.drafts.clear()
        self.hand.refresh()

    # ---- give it

    def give_all(self) -> None:
        """Give order after order; `carry_on` does it."""
        self.giving = bool(len(self.drafts))

    def stop(self) -> None:
        """Give no further order."""
        self.giving = False

    def carry_on(self) -> str:
        """Give the next order where all are to be given; a sentence where that ends, else ""."""
        if self.drafts.session.in_flight or not (self.giving or self._given):
            return ""
        words = self._look() if self._given else self.give_next()
        if not self.giving:
            return words
        if words or not len(self.drafts):
            self.giving = False
        return words or ("" if self.giving else _("All planned orders have been given."))

    def give_next(self) -> str:
        """Give the first order. A sentence where the plan should be looked at before it goes on, else ""."""
        drafts = self.drafts.drafts
        session = self.drafts.session
        if not drafts or self.hand.stopped or session.in_flight:
            return ""
        first = drafts[0]
        if first.refusal is not None:
            return _("Order 1 cannot be given: {why}").format(why=typographic(str(first.refusal.text)))
        keep = self.hand.units
        session.play(first.order)
        self._given = first, keep
        return "" if session.in_flight else self._look()

    def _look(self) -> str:
        """Compare what came of the order that went out with what was expected of it."""
        if self._given is None:
            return ""
        (first, keep), self._given = self._given, None
        self.drafts.remove(first.number)
        now = self.drafts.session.view
        asked = now.to_act != now.seat or now.phase != first.before.phase or self.hand.standing_plan() is not None
        if asked and self.on:
            self.drafts.planning = False
        self.hand.refresh(keep)
        if asked:
            return _("Something has to be decided before the plan goes on.")
        if self._picture(now) != self._picture(first.after):
            return _("Something is not as expected: look before the plan goes on.")
        return ""

    def _picture(self, view: object) -> dict[int, object]:
        """Return the known units with their places."""
        adapter = self.adapter.at(view)
        return {unit: adapter.where(unit) for unit in adapter.units()}
