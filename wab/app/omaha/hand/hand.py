"""The hand of the player: orders on offer, attacks put together by ticks, warnings before a sector ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from wab.app.omaha.hand import dangers
from wab.app.omaha.hand.forecast import forecast_of, with_unit
from wab.app.wargame.adapter.pictures import EndQuestion
from wab.app.wargame.hand.ticks import Row
from wab.app.wargame.offers.offers import OfferPlan
from wab.app.wargame.offers.unled import UnledHand
from wab.engine.kernel.orders import Order
from wab.field.forecast import Forecast
from wab.locale import _, ngettext
from wab.systems.omaha.combat.attack import NO_NAVAL, why_not_join
from wab.systems.omaha.movement.actions import why_not_fight
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State


@dataclass(frozen=True)
class AttackPlan(OfferPlan):
    """The attack that is being put together; `others` are further orders against the same hex."""

    others: tuple[Order, ...] = ()

    @property
    def attack(self) -> od.Attack:
        """It as it stands."""
        order = self.orders[0]
        assert isinstance(order, od.Attack)
        return order


@dataclass(frozen=True)
class AttackRow(Row):
    """A unit, or the ships: the attack to which a click leads."""

    after: od.Attack | None = None

    @property
    def key(self) -> str:
        """Its name."""
        return f"attack-{self.unit}"


class OmahaHand(UnledHand):
    """Selection and orders of the player."""

    _weighed: tuple[object, Forecast | None] = (None, None)

    @property
    def position(self) -> State:
        """The position that the seat knows, or expects."""
        found: State = self.view.position
        return found

    # ---- attacks

    def open(self, orders: tuple[Order, ...]) -> None:
        """Put an attack together where one is on offer, else as everywhere."""
        attacks = [order for order in orders if isinstance(order, od.Attack)]
        if attacks:
            others = tuple(order for order in orders if not isinstance(order, od.Attack))
            first = next((order for order in attacks if not order.naval), attacks[0])
            self.plan = AttackPlan((first,), others=others)
        else:
            super().open(orders)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The units that could join the attack, and the ships."""
        if not isinstance(self.plan, AttackPlan):
            return tuple(super().rows)
        return (*self._units(self.plan.attack), self._ships(self.plan.attack))

    def _units(self, order: od.Attack) -> Iterator[AttackRow]:
        state = self.position
        grid = state.board.grid
        for one in sorted(state.units.values(), key=lambda unit: (grid.distance(unit.hex, order.target), unit.id)):
            reach = state.profile(one.id).range(one.steps)
            if one.id in order.units:
                yield AttackRow(one.id, True, None, with_unit(order, one.id))
            elif reach and grid.distance(one.hex, order.target) <= reach:
                after = with_unit(order, one.id)
                refusal = why_not_fight(state, one.id) or why_not_join(state, order.target, one.id, after.units)
                yield AttackRow(one.id, False, refusal, after)

    def _ships(self, order: od.Attack) -> AttackRow:
        after = replace(order, naval=not order.naval)
        refusal = None if order.naval else NO_NAVAL if not self.position.now.naval else self.view.why_not(after)
        return AttackRow(None, order.naval, refusal, after)

    def change(self, row: Row) -> None:
        """Take the attack to which a row leads, or say why not."""
        if isinstance(row, AttackRow) and isinstance(self.plan, AttackPlan):
            if row.refusal is None and row.after is not None and row.after.units:
                self.plan = AttackPlan((row.after,), others=self.plan.others)
            else:
                self.say_no(row.refusal)
        else:
            super().change(row)

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the attack that is put together, None while it is not legal."""
        plan = self.plan
        if not isinstance(plan, AttackPlan):
            return None
        if self._weighed[0] is not plan:
            legal = self.view.why_not(plan.attack) is None
            self._weighed = plan, forecast_of(self.position, plan.attack) if legal else None
        return self._weighed[1]

    # ---- the end of a sector

    def end_question(self) -> EndQuestion | None:
        """A question if paid actions are left, if the tide comes, or if a hex is too full."""
        told = " ".join(self.warnings()) if self.position.now.acting else ""
        words = _("End the actions of this division?")
        return EndQuestion(words, told, _("End them"), clause="OMA-7.2-1") if told else None

    def warnings(self) -> Iterator[str]:
        """Yield the dangers and omissions of the moment in which the actions of a division end."""
        state = self.position
        left = state.paid_actions(state.now.acting)
        if left and any(self.adapter.waits(unit) for unit in self.adapter.own_units()):
            yield ngettext("{count} paid action is left.", "{count} paid actions are left.", left).format(count=left)
        yield from (danger.words for danger in dangers.of(state))
