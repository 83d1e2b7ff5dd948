"""Delegated troops: a person lends some units to the staff, which proposes orders for these units alone.

The staff gets a view in which the other units of the side stand where they are and are not available. So the rules
keep it from using them, and it counts the ground that they hold.

A list of proposals holds the next orders of the staff. The dice are unknown, so it is thought out with every throw in
the middle; only what comes before the first throw is sure. When orders turn out as imagined, the list goes on where it
was; otherwise it is made again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import replace

from msgspec.structs import replace as changed

from ai.operations import reasons
from ai.operations.judgement.levels import level_named
from ai.operations.judgement.staff_weights import ADVICE_WITHIN
from ai.operations.outlines.goals import Duty
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.planner import PlanMemory
from ai.operations.staff import Staff
from ai.shell.deputy import Deputy as Lent
from ai.shell.reasons import Reason
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat import bombardment, combat
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import OperationsOrder, Pass
from wab.systems.operations.state.state import State, Unit

LEVEL = "normal"
"""The level of a staff with lent troops."""
MIDDLE = {combat.STREAM: 7, bombardment.STREAM: 7}
"""The imagined total of two dice: as many throws are better as are worse."""


def entrusted(view: OperationsView, units: Collection[int]) -> OperationsView:
    """The view of a staff that leads these units and air units and may use no others of the side."""
    position = view.position.copy()
    others = {unit.id for unit in view.own_units()}.difference(units)
    roster = position.roster
    position.roster = roster | {id_: changed(roster[id_], movement=0) for id_ in sorted(others)}
    position.put_all(changed(unit, available=False) if id_ in others else unit for id_, unit in position.units.items())
    position.squadrons = {
        id_: squadron if id_ in units else changed(squadron, flown=True) for id_, squadron in position.squadrons.items()
    }
    position.version += 1
    return OperationsView(view.side, position)


def named_in(order: Order) -> frozenset[int]:
    """The units and air units that an order uses."""
    units: tuple[int, ...] = getattr(order, "units", ())
    supports: tuple[int, ...] = getattr(order, "supports", ())
    unit: int | None = getattr(order, "unit", None)
    return frozenset((*units, *supports, *(() if unit is None else (unit,))))


def make(_name: str, seed: int) -> Deputy:
    """The deputy of operations: it leads lent troops."""
    return Deputy(seed)


class Detachment(Staff):
    """A staff that leads a part of the side, in its own part of the country: it follows no goal far away.

    Other troops may not come when they are needed, so it sends troops to a dear goal earlier.
    """

    def _staff_plan(self, picture: Picture) -> Plan:
        plan, lent = super()._staff_plan(picture), [unit for unit in picture.own if unit.available]
        return _at_home(picture, plan, lent) if self._leads_a_part(picture) else plan

    def _leads_a_part(self, picture: Picture) -> bool:
        """Tell whether some units were not lent; a ship may be away by itself (OPS-10.1.1-16)."""
        return any(not unit.available and not picture.profile(unit).is_ship for unit in picture.own)


def _at_home(picture: Picture, plan: Plan, units: Sequence[Unit]) -> Plan:
    """The plan with a nearer duty, or none, for units with a goal too far away."""
    duties, missions = dict(plan.duties), plan.missions
    for unit in units:
        duty = duties.get(unit.id)
        if duty is None or picture.grid.distance(unit.hex, duty.goal.hex) <= ADVICE_WITHIN:
            continue
        del duties[unit.id]
        missions = tuple(changed(m, units=tuple(id_ for id_ in m.units if id_ != unit.id)) for m in missions)
        near = [goal for goal in plan.goals if picture.grid.distance(unit.hex, goal.hex) <= ADVICE_WITHIN]
        pulls = {goal: goal.draw * picture.nearness(unit, goal.hex) for goal in near}
        goal = max(near, key=lambda goal: (pulls[goal], -goal.hex), default=None)
        if goal is not None:
            duties[unit.id] = Duty(goal, pulls[goal], False)
    return replace(plan, duties=duties, missions=missions)


class Deputy(Lent[State, PlanMemory]):
    """The deputy of operations: a staff leads the units that are lent to it.

    It decides an advance after combat when all units that may take it are lent; otherwise the person does.
    """

    def _lead(self, memory: PlanMemory | None) -> None:
        self._staff = Detachment(self.seed, level_named(LEVEL))
        self._staff.plans = memory.copy() if memory is not None else PlanMemory()
        self._staff.incidents = self.incidents

    def _remembered(self) -> PlanMemory:
        return self._staff.plans

    def _kept(self, memory: PlanMemory, *, plan: bool) -> PlanMemory:
        copied = memory.copy()
        return copied if plan else replace(copied, plan=None)

    def _entrusted(self, view: View, units: Collection[int]) -> tuple[State, frozenset[int]] | None:
        if not isinstance(view, OperationsView):
            raise UsageError("The deputy of operations was given a view of another system.")
        lent = frozenset(units) & self._in_play(view.position)
        if view.to_act != view.side or not lent or not _is_its_decision(view, lent):
            return None
        return entrusted(view, lent).position, lent

    def _in_play(self, position: State) -> Set[int]:
        return position.units.keys() | position.squadrons.keys()

    def _alike(self, one: State, other: State) -> bool:
        return one is other or all(getattr(one, fact) == getattr(other, fact) for fact in _FACTS)

    def _may_decide(self, position: State, side: str, units: frozenset[int]) -> bool:
        if position.active != side or position.result is not None:
            return False
        return _is_its_decision(OperationsView(side, position), units)

    def _decided(self, position: State, side: str) -> tuple[Order, Reason]:
        self._staff.cancelled = self.cancelled
        order = self._staff.decide(OperationsView(side, position))
        return order, self._staff.reason or reasons.nothing_left()

    def _is_for(self, order: Order, units: frozenset[int]) -> bool:
        return not isinstance(order, Pass) and named_in(order) <= units

    def _imagined(self, position: State, order: Order) -> tuple[State, bool]:
        trial = Trial(SYSTEM, position, self.seed)
        rolled = any(isinstance(event, Rolled) for event in trial.play(_known(order), MIDDLE))
        return trial.position.copy(), rolled


def _known(order: Order) -> OperationsOrder:
    """The order, as one of this system."""
    assert isinstance(order, OperationsOrder)
    return order


def _is_its_decision(view: OperationsView, units: frozenset[int]) -> bool:
    offer = view.position.offer
    return view.phase == "action" or (view.phase == "advance" and offer is not None and units.issuperset(offer.units))


_FACTS = (
    "turn",
    "impulse",
    "active",
    "activation_points",
    "offer",
    "units",
    "squadrons",
    "attacked_hexes",
    "control",
    "rebuild_points",
    "weather",
)
"""The facts by which two positions are compared."""
