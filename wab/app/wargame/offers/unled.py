"""A hand for systems with orders of no unit: a click on a lit hex gives one while nothing is selected."""

from __future__ import annotations

from wab.app.wargame.adapter.adapter import units_of
from wab.app.wargame.hand.hand import Table
from wab.app.wargame.offers.offers import Mode, OfferAdapter, OfferHand
from wab.engine.kernel.orders import Order
from wab.hexes import HexId


class UnledHand(OfferHand):
    """Selection and orders of the player. While no unit is selected, orders of no unit stand open on their hexes:
    engineers clear a hex, ships fire at it, a question is answered with it.
    """

    def __init__(self, table: Table, adapter: OfferAdapter) -> None:
        super().__init__(table, adapter)
        self._unled: tuple[object, list[Order]] = (None, [])

    @property
    def unled(self) -> list[Order]:
        """The orders of no unit that a click on a hex gives."""
        if self.stopped:
            return []
        if self._unled[0] is not self.view:
            adapter = self.adapter
            found = [order for order in self._all() if not units_of(order) and adapter.goal_of(order) is not None]
            self._unled = self.view, found
        return self._unled[1]

    @property
    def mode(self) -> Mode:
        """The present activity: while orders of no unit are on offer, as if their units were selected."""
        found = super().mode
        return Mode.SELECTED if found is Mode.IDLE and self.unled else found

    def own_selection(self) -> bool:
        """Tell whether own units are selected, or none while orders of no unit are on offer."""
        return super().own_selection() or (not self.units and bool(self.unled))

    def _of_selection(self) -> list[Order]:
        return super()._of_selection() if self.units else self.unled

    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """Give an order of no unit if it answers a question, also on the hex of an own stack; else as everywhere."""
        asked = self.adapter.end_order() is None and hex_ in self.goals
        if not self.units and self.plan is None and asked:
            self.open(self.goals[hex_])
        else:
            super().click_hex(hex_, shift=shift)
