"""The hand of the player: attacks are put together part by part, everything else is an order on offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from wab.app.wargame.adapter.pictures import EndQuestion, Part
from wab.app.wargame.adapter.typography import chance
from wab.app.wargame.attack.verdict import word_part
from wab.app.wargame.hand.hand import Badge
from wab.app.wargame.hand.ticks import Row
from wab.app.wargame.offers.offers import OfferHand, OfferPath, OfferPlan, OfferReach
from wab.app.zocbonds.hand import attack_choice, muster
from wab.app.zocbonds.looks import marches
from wab.engine.kernel.orders import Order
from wab.field.forecast import Forecast
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state.orders import Attack, Move, RetreatTo
from wab.systems.zocbonds.state.state import State

MOST_FIGURES = 110
"""As many figures on hexes as can be read at once."""


@dataclass(frozen=True)
class AttackPlan(OfferPlan):
    """The one attack that is being put together."""

    @property
    def attack(self) -> Attack:
        """It as it stands."""
        order: Any = self.orders[0]
        return order  # type: ignore[no-any-return]  # only made of attacks


class ZocBondsHand(OfferHand):
    """Selection and orders of the player."""

    _weighed: tuple[AttackPlan, Forecast | None] | None = None

    @property
    def position(self) -> State:
        """The position that the seat knows, or expects."""
        found: State = self.view.position
        return found

    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """Retreat a beaten unit to a hex, else as every hand does.

        Own units in the hex of a retreat do not matter. The player chooses the way in the list, and confirms it by a
        second click on the hex.
        """
        planned = isinstance(self.plan, OfferPlan) and self.adapter.goal_of(self.plan.order) == hex_
        back = self.ways.get(hex_, ()) if not planned else ()
        if back:
            self.plan = OfferPlan(self.loose, self.loose.index(back[0]))
        else:
            super().click_hex(hex_, shift=shift)

    @property
    def reach(self) -> OfferReach:
        """Return the reach. It shows marches by road or truck apart, and hexes in enemy zones in rose. If there are too
        many figures to read, only ordinary marches keep theirs."""
        found, state = super().reach, self.position
        if not found.near and self.plan is None and (ways := self.ways):
            return OfferReach(frozenset(ways))
        first = {hex_: orders[0] for hex_, orders in self.goals.items()} if found.near else {}
        far = frozenset(hex_ for hex_, order in first.items() if marches.is_column(order))
        rose = frozenset(hex_ for hex_, order in first.items() if marches.is_stopped(state, order))
        near, figures = found.near - far, found.figures
        if len(figures) > MOST_FIGURES:
            figures = {hex_: words for hex_, words in figures.items() if hex_ in near}
        return OfferReach(near, found.rose | rose, figures, far, found.teeth)

    def end_question(self) -> EndQuestion | None:
        """Return a question if units could still arrive or take replacements, or if no unit has moved yet."""
        left = " ".join((*self._idle(), *muster.left_over(self.view)))
        return EndQuestion(_("End the phase?"), left, _("End phase"), clause="ZOC-3-3") if left else None

    def _idle(self) -> Iterator[str]:
        """Yield a sentence if no unit has moved, although a unit could."""
        units = [self.position.units[unit] for unit in self.adapter.own_units()]
        moves = any(isinstance(order, Move) for unit in units for order in self.view.legal_orders(unit.id))
        if self.view.phase == "movement" and not any(unit.mode for unit in units) and moves:
            yield _("No unit has moved yet.")

    # ---- ways back

    @property
    def ways(self) -> Mapping[HexId, tuple[RetreatTo, ...]]:
        """While a retreat is asked about: the ways back on offer, by the hex in which each ends."""
        found: dict[HexId, list[RetreatTo]] = {}
        for order in self.loose:
            if isinstance(order, RetreatTo) and len(order.path) > 1:
                found.setdefault(order.path[-1], []).append(order)
        return {hex_: tuple(orders) for hex_, orders in found.items()}

    @property
    def path(self) -> OfferPath | None:
        """While a retreat is asked about, the first way to the hex under the pointer as well."""
        found = super().path
        orders = self._ways_there if found is None else ()
        return OfferPath(orders[0].path, self.adapter.notes_of(orders[0])) if orders else found

    @property
    def considered(self) -> Order | None:
        """The same of the order that is looked at."""
        found = super().considered
        return found if found is not None else next(iter(self._ways_there), None)

    @property
    def _ways_there(self) -> tuple[RetreatTo, ...]:
        """The ways back to the hex under the pointer, while none is chosen."""
        return self.ways.get(self.hovered, ()) if self.plan is None and self.hovered is not None else ()

    def badge(self) -> Badge | None:
        """A way back to the hex under the pointer: who goes it and what it costs."""
        if not (orders := self._ways_there):
            return self._attack_badge() or super().badge()
        words, told = self.adapter.words_of(orders[0]), self.adapter.detail_of(orders[0])
        rows = [[Part("move", words)], [Part("", told, "second")]]
        if len(orders) > 1:
            rows.append([Part("", _("orders to choose from: {count}").format(count=len(orders)), "second")])
        return Badge(rows, orders[0].path)

    def _attack_badge(self) -> Badge | None:
        """The attack that a click on the hex under the pointer opens: word, column, the chance to win the hex."""
        there = self.hovered
        if self.plan is not None or there is None or self.target != there:
            return None
        attacks = [order for order in self.goals.get(there, ()) if isinstance(order, Attack)]
        if not attacks:
            return None
        order = attack_choice.bettered(self.position, attack_choice.best(self.position, attacks))
        found = attack_choice.forecast(self.position, order)
        if found is None:
            return None
        column, won = preview(self.position, order).column, _("hex won {chance}").format(chance=chance(found.won))
        rows = [[word_part(found)], [Part("attack", column or "A1", "action"), Part("flag", won)]]
        return Badge(rows, (self.hex, there) if self.hex is not None else (there,))

    # ---- attacks

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the attack that is put together, found once; None while it is not legal."""
        plan = self.plan
        if not isinstance(plan, AttackPlan):
            return None
        if self._weighed is None or self._weighed[0] is not plan:
            self._weighed = plan, attack_choice.forecast(self.position, plan.attack)
        return self._weighed[1]

    def open(self, orders: tuple[Order, ...]) -> None:
        """Attacks on a hex open with the most promising one, to be changed part by part. Units of its stacks that raise
        the word of the attack take part at once."""
        attacks = [order for order in orders if isinstance(order, Attack)]
        if attacks and len(attacks) == len(orders):
            order = attack_choice.best(self.position, attacks)
            self.plan, self.part = AttackPlan((attack_choice.bettered(self.position, order),)), ""
        else:
            super().open(orders)

    @property
    def rows(self) -> tuple[attack_choice.Part, ...]:
        """The parts of the attack that is being put together; none where there is none."""
        plan = self.plan
        return attack_choice.rows(self.position, plan.attack) if isinstance(plan, AttackPlan) else ()

    def turn(self, by: int) -> None:
        """Give the marked part of the attack its next value (1), or the one before (-1)."""
        if (place := self.marked) is not None:
            row = self.rows[place]
            self.change(row if by > 0 or row.before is None else replace(row, after=row.before))

    def change(self, row: Row) -> None:
        """Go on to what a row of the attack leads to, or say why not."""
        if row.refusal is None and isinstance(row, attack_choice.Part):
            self.plan = AttackPlan((row.after,))
        else:
            super().change(row)
