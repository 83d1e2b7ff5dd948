"""Delegated troops: a person lends some of his units to the staff, which proposes orders for these and nobody else.

The staff is asked on a view in which the others of the side stand where they are and are not at hand: so the rules
themselves keep it from using them, and it reckons with the ground that they hold.

A list of proposals is what the staff means to do one after the other. Nobody knows the dice, so it is thought out on
imagined outcomes, each throw coming out in the middle; only what comes before the first throw is sure. When orders are
carried out and come to what was imagined, the list goes on where it was; when they do not, it is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from ai.agents import Proposal
from ai.operations import reasons
from ai.operations.goals import Duty
from ai.operations.levels import level_named
from ai.operations.picture import Picture
from ai.operations.plan import Plan
from ai.operations.planner import PlanMemory
from ai.operations.staff import NEAR, Incident, Staff
from wab.engine.errors import UsageError
from wab.engine.events import Rolled
from wab.engine.orders import Order
from wab.engine.view import View
from wab.systems.operations import bombardment, combat
from wab.systems.operations.orders import OperationsOrder, Pass
from wab.systems.operations.state import State, Unit
from wab.systems.operations.trial import Trial
from wab.systems.operations.view import OperationsView

LEVEL = "normal"
"""How hard the staff thinks about troops that are lent to it."""
MIDDLE = {combat.STREAM: 7, bombardment.STREAM: 7}
"""What two dice are imagined to come to: as many throws are better as are worse."""


def entrusted(view: OperationsView, units: Collection[int]) -> OperationsView:
    """The view of a staff that leads these units and air units, and may use no others of the side."""
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


class Detachment(Staff):
    """A staff that leads a part of the side, and in its own part of the country: no goal is followed far away.

    It cannot count on the others to come when they are needed, and spares troops for a dear goal earlier.
    """

    def _staff_plan(self, picture: Picture) -> Plan:
        plan, lent = super()._staff_plan(picture), [unit for unit in picture.own if unit.available]
        return _at_home(picture, plan, lent) if self._leads_a_part(picture) else plan

    def _leads_a_part(self, picture: Picture) -> bool:
        """Tell whether somebody was not lent; a ship may be away by itself (OPS-10.1.1-16)."""
        return any(not unit.available and not picture.profile(unit).is_ship for unit in picture.own)


def _at_home(picture: Picture, plan: Plan, units: Sequence[Unit]) -> Plan:
    """The plan with something nearer to see to for those whose goal is too far away, nothing where there is nothing."""
    duties, missions = dict(plan.duties), plan.missions
    for unit in units:
        duty = duties.get(unit.id)
        if duty is None or picture.grid.distance(unit.hex, duty.goal.hex) <= NEAR:
            continue
        del duties[unit.id]
        missions = tuple(changed(m, units=tuple(id_ for id_ in m.units if id_ != unit.id)) for m in missions)
        near = [goal for goal in plan.goals if picture.grid.distance(unit.hex, goal.hex) <= NEAR]
        pulls = {goal: goal.draw * picture.nearness(unit, goal.hex) for goal in near}
        goal = max(near, key=lambda goal: (pulls[goal], -goal.hex), default=None)
        if goal is not None:
            duties[unit.id] = Duty(goal, pulls[goal], False)
    return replace(plan, duties=duties, missions=missions)


@dataclass(frozen=True, slots=True)
class _Step:
    """A proposal, the position for which it is made, and what the planner remembered when it was made."""

    before: State
    memory: PlanMemory
    proposal: Proposal


class Deputy:
    """The officer who leads lent units. One for a seat of a game; he remembers what he was about.

    `cancelled` is asked while he thinks: once it says yes, the list ends with what he has, and goes on from there when
    he is asked again. `incidents`: layers of the staff that failed.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cancelled: Callable[[], bool] = lambda: False
        self.incidents: list[Incident] = []
        self._units: frozenset[int] = frozenset()
        self._begin(PlanMemory())

    def _begin(self, memory: PlanMemory) -> None:
        """A staff without a thought but for what the planner remembers."""
        self._staff = Detachment(self.seed, level_named(LEVEL))
        self._staff.plans, self._staff.incidents = _kept(memory), self.incidents
        self._steps: list[_Step] = []
        self._next: State | None = None
        self._sure = True

    def propose(self, view: View, units: Collection[int], most: int) -> tuple[Proposal, ...]:
        """What he would do with these units now, in order, at most so many; nothing where nothing is worth doing.

        An advance after combat is his where all who may take it are lent to him; else it is the person's to decide.
        UsageError for a view of another system.
        """
        if not isinstance(view, OperationsView):
            raise UsageError("The deputy of operations was given a view of another system.")
        lent = frozenset(units) & (view.position.units.keys() | view.position.squadrons.keys())
        if view.to_act != view.side or not lent or not _may_decide(view, lent):
            return ()
        position = entrusted(view, lent).position
        self._take_up(position, lent)
        while len(self._steps) < most and not self.cancelled() and self._think(view.side, lent):
            pass
        return tuple(step.proposal for step in self._steps[:most])

    # ---- from one question to the next

    def _take_up(self, position: State, units: frozenset[int]) -> None:
        """Go on where things stand as imagined, else begin anew with what is remembered of the last thing that was."""
        there = position.units.keys() | position.squadrons.keys()
        others, self._units = units ^ (self._units & there), units
        if others:
            self._begin(replace(self._memory, plan=None))
        place = next((number for number, step in enumerate(self._steps) if _alike(step.before, position)), None)
        if place is not None:
            self._steps = self._steps[place:]
        elif self._has_not_dreamt() or (self._next is not None and _alike(self._next, position)):
            self._steps = []
        else:
            self._begin(self._memory)
        if not self._steps:
            self._next = position
        self._mark()

    def _has_not_dreamt(self) -> bool:
        """Tell whether the staff has decided on nothing but what was: then it may go on from there, dice or no dice."""
        return not self._steps or (len(self._steps) == 1 and self._next is not None)

    @property
    def _memory(self) -> PlanMemory:
        """What the planner remembers of the last thing that was more than imagined."""
        return self._steps[0].memory if self._steps else self._staff.plans

    def _mark(self) -> None:
        """What comes first now is sure, and everything else up to the next throw of dice."""
        sure = True
        for number, step in enumerate(self._steps):
            self._steps[number] = replace(step, proposal=changed(step.proposal, sure=sure))
            sure = sure and not step.proposal.throws
        self._sure = sure

    # ---- one more order

    def _think(self, side: str, units: frozenset[int]) -> bool:
        """Add what he would do next; False when there is nothing more."""
        before = self._next
        if before is None or before.active != side or before.result is not None:
            return False
        view = OperationsView(side, before)
        self._staff.cancelled = self.cancelled
        if not _may_decide(view, units):
            return False
        order = self._staff.decide(view)
        if self.cancelled():  # what was thought in a hurry is not proposed
            return False
        if isinstance(order, Pass) or not named_in(order) <= units:
            self._next = None
            return False
        reason = self._staff.reason or reasons.nothing_left()
        trial = Trial(before, self.seed)
        rolled = any(isinstance(event, Rolled) for event in trial.play(_known(order), MIDDLE))
        self._steps.append(_Step(before, _kept(self._staff.plans), Proposal(order, reason, self._sure, rolled)))
        self._sure = self._sure and not rolled
        self._next = trial.position.copy()
        return True


def _known(order: Order) -> OperationsOrder:
    """An order of this system, as which the staff has given it."""
    assert isinstance(order, OperationsOrder)
    return order


def _may_decide(view: OperationsView, units: frozenset[int]) -> bool:
    offer = view.position.offer
    return view.phase == "action" or (view.phase == "advance" and offer is not None and units.issuperset(offer.units))


def _kept(memory: PlanMemory) -> PlanMemory:
    """A copy that stays as it is when the planner goes on."""
    return replace(memory, duties=dict(memory.duties), resting=dict(memory.resting), assaulted=dict(memory.assaulted))


def _alike(one: State, other: State) -> bool:
    """Tell whether two positions of known facts are the same to whoever decides on them."""
    return one is other or all(getattr(one, fact) == getattr(other, fact) for fact in _FACTS)


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
