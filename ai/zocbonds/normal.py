"""The planning player of zocbonds: attacks are gathered before anybody marches, and nobody stands where the enemy's
answer costs more than the hex is worth. Everything is recomputed from the position, so that a game taken up again goes
on as it would have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ai.shell.choice import Choice
from ai.shell.reasons import Reason
from ai.zocbonds import judgement as j
from ai.zocbonds.answers import advance_value, loss_value, replacement_value, retreat_value, stand_value
from ai.zocbonds.assault import Assaults
from ai.zocbonds.greedy import Greedy, own_units
from ai.zocbonds.march import Course, Planner
from ai.zocbonds.picture import Picture
from ai.zocbonds.stakes import stakes
from wab.engine.errors import UsageError
from wab.engine.open_game import OpenView
from wab.engine.orders import Order
from wab.engine.view import View
from wab.systems.zocbonds import movement
from wab.systems.zocbonds import orders as od
from wab.systems.zocbonds.board import enemy_of
from wab.systems.zocbonds.state import State

MARCHING, FIGHTING = ("movement", "reserve_movement"), ("combat", "reserve_combat")


def make(_name: str, seed: int) -> Normal:
    """The planning player of zocbonds."""
    return Normal(seed)


class Normal:
    """Plans each march as a whole. `reason` says why it gave the last order."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.reason: Reason | None = None
        self._greedy = Greedy(seed)
        self._phase: tuple[object, ...] = ()
        self._queue: list[Order] = []
        self._course = Course()
        self._asked: set[int] = set()

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, OpenView) or not isinstance(view.position, State):
            raise UsageError("The planning player of zocbonds was given a view of another system.")
        choice = self._choose(view, view.position)
        self.reason = choice.reason
        return choice.order

    def _choose(self, view: OpenView[State], state: State) -> Choice:
        picture = Picture(state, view.side, stakes(state, view.side))
        if view.phase in MARCHING:
            return self._march(view, picture)
        if view.phase in FIGHTING:
            return self._fight(view, picture)
        return max(
            (self._answer(view, picture, order) for order in view.legal_orders()), key=lambda one: one.value
        )  # fmt: skip

    # ---- marches

    def _march(self, view: OpenView[State], picture: Picture) -> Choice:
        state = picture.state
        now = state.now
        phase = (now.turn, now.side, now.phase, now.player)
        if phase != self._phase:
            astray = movement.must_return(state)
            if astray:
                return self._greedy.choice(view)
            self._phase, self._asked = phase, set()
            planner = Planner(view, picture, own_units(state, view.side))
            self._course = planner.plan()
            self._queue = [
                place.order
                for _, place in sorted(self._course.places.items(), key=lambda one: self._first(one[0]))
                if place.order is not None
            ]
        while self._queue:
            order = self._queue.pop(0)
            if view.why_not(order) is None:
                return self._said(state, order, 1.0)
        for unit in own_units(state, view.side):
            if unit in self._asked:
                continue
            found = max(
                (self._after(view, picture, order) for order in view.legal_orders(unit)),
                key=lambda one: one.value,
                default=None,
            )
            if found is not None and found.value > j.MARCH_ENOUGH:
                return found
            self._asked.add(unit)
        if movement.must_return(state):
            return self._greedy.choice(view)
        return self._said(state, od.Done(), 0.0)

    def _first(self, unit: int) -> tuple[bool, int]:
        """Those that fight go first."""
        return (unit not in self._course.fighters, unit)

    def _after(self, view: OpenView[State], picture: Picture, order: Order) -> Choice:
        """What is done when the marches are over: landings, works, reserves."""
        state, value = picture.state, -1.0
        if isinstance(order, od.Land | od.Mobilise | od.Enter):
            value = self._greedy.weigh(view, order).value
        elif isinstance(order, od.BuildWorks):
            unit = state.units[order.unit]
            fights = order.unit in self._course.fighters
            menaced = picture.menace(unit.hex).strength > 0
            value = j.DIG if menaced and not fights else -1.0
        elif isinstance(order, od.PlaceReserve):
            value = self._reserve(picture, order)
        return self._said(state, order, value)

    def _reserve(self, picture: Picture, order: od.PlaceReserve) -> float:
        """Reserves strike once more: the strong that have nothing to attack, with all of their stack that may."""
        state = picture.state
        if any(unit in self._course.fighters for unit in order.units):
            return -1.0
        strength = sum(state.strength(state.units[unit]) for unit in order.units)
        hex_ = state.units[order.units[0]].hex
        if state.zone_of(enemy_of(picture.side))[hex_] or strength < 4 or not picture.enemy_reach[hex_]:
            return -1.0
        return j.RESERVE + 0.01 * strength

    # ---- attacks

    def _fight(self, view: OpenView[State], picture: Picture) -> Choice:
        """The best attack of all targets, without the units that add nothing."""
        assaults = Assaults(picture, picture.state)
        best, found = j.ATTACK_ENOUGH, None
        for order in view.legal_orders():
            if isinstance(order, od.Attack):
                value = assaults.value(order)
                if value > best:
                    best, found = value, order
        if found is None:
            return self._said(picture.state, od.Done(), 0.0)
        value, order = assaults.pruned(best, found)
        if view.why_not(order) is not None:
            value, order = best, found
        return self._said(picture.state, order, value)

    # ---- answers

    def _answer(self, view: OpenView[State], picture: Picture, order: Order) -> Choice:
        state = picture.state
        if isinstance(order, od.Stand):
            return self._said(state, order, stand_value(state, picture, order))
        if isinstance(order, od.GiveGround):
            return self._said(state, order, 0.0)
        if isinstance(order, od.RetreatTo):
            return self._said(state, order, retreat_value(state, picture, order))
        if isinstance(order, od.Advance):
            return self._said(state, order, advance_value(state, picture, order))
        if isinstance(order, od.LoseStep):
            return self._said(state, order, loss_value(state, order))
        if isinstance(order, od.Replace):
            return self._said(state, order, replacement_value(state, order))
        return self._greedy.weigh(view, order)

    def _said(self, state: State, order: Order, value: float) -> Choice:
        return Choice(order, Reason(self._greedy.words(state, order), value), value)


def orders_of(orders: Iterable[Order]) -> Iterator[Order]:
    """Orders as they are."""
    yield from orders
