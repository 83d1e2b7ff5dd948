"""The hand of the player: attacks are put together part by part, everything else is an order on offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wab.app.wargame.offers import OfferHand, OfferPlan
from wab.app.zocbonds import attack_choice
from wab.engine.orders import Order
from wab.systems.zocbonds.orders import Attack
from wab.systems.zocbonds.state import State


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

    @property
    def position(self) -> State:
        """The position that the seat knows, or expects."""
        found: State = self.view.position
        return found

    def open(self, orders: tuple[Order, ...]) -> None:
        """Attacks on a hex open with the most promising one, to be changed part by part."""
        attacks = [order for order in orders if isinstance(order, Attack)]
        if attacks and len(attacks) == len(orders):
            self.plan = AttackPlan((attack_choice.best(self.position, attacks),))
        else:
            super().open(orders)

    @property
    def rows(self) -> tuple[attack_choice.Row, ...]:
        """The parts of the attack that is being put together; none where there is none."""
        plan = self.plan
        return attack_choice.rows(self.position, plan.attack) if isinstance(plan, AttackPlan) else ()

    @property
    def rows_open(self) -> bool:
        """A list, or an attack with parts to choose, is open."""
        return isinstance(self.plan, AttackPlan) or super().rows_open

    def choose(self, place: int) -> bool:
        """Choose an order of a list; of an attack, the next value of a part."""
        if not isinstance(self.plan, AttackPlan):
            return super().choose(place)
        found = self.rows
        if place >= len(found):
            return False
        self.change(found[place])
        return True

    def change(self, row: attack_choice.Row) -> None:
        """Go on to what a row of the attack leads to, or say why not."""
        if row.refusal is not None:
            self.say_no(row.refusal)
        else:
            self.plan = AttackPlan((row.after,))
