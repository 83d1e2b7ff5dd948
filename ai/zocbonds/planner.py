"""The planning players of zocbonds: attacks are gathered before any unit marches, and no unit stands where the enemy's
answer costs more than the hex is worth. Where the level says so, plans of several tempers are rehearsed first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from ai.shell.choice import Choice
from ai.shell.layers import guarded
from ai.shell.reasons import Advice, Reason
from ai.shell.thinking import Thinker
from ai.zocbonds import judgement as j
from ai.zocbonds.advice import advice_on_attacks, words_for_march, words_for_missions
from ai.zocbonds.answers import answer_value
from ai.zocbonds.assault import Assaults
from ai.zocbonds.greedy import Greedy, own_units
from ai.zocbonds.levels import Level, level_named
from ai.zocbonds.march import Marching, MarchPlan
from ai.zocbonds.peninsula import stakes_of_plans
from ai.zocbonds.picture import Picture
from ai.zocbonds.rehearsal import best_temper
from ai.zocbonds.strafing import best_missions
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.shells.position import PositionView
from wab.engine.words.errors import UsageError
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.reserve import in_reserve

MARCHING, FIGHTING = ("movement", "reserve_movement"), ("combat", "reserve_combat")
STRIKING = ("reserve_movement", "reserve_combat")
Asked = PositionView[State]


def make(name: str, seed: int) -> Planner:
    """The planning player at the level of that name."""
    return Planner(seed, level_named(name))


class Planner(Thinker):
    """Plans each march as a whole when it begins, and goes on from where it finds the position if that changes.

    `temper` is the temper of its plans, unless courses are rehearsed.
    """

    def __init__(self, seed: int, level: Level, temper: str = "usual") -> None:
        super().__init__(seed)
        self.level, self.temper = level, temper
        self._greedy = Greedy(seed)
        self._phase: tuple[object, ...] = ()
        self._meant = MarchPlan()
        self._orders: list[Order] = []
        self._asked: set[int] = set()

    @property
    def plan(self) -> MarchPlan:
        """Return what was meant when the last march began."""
        return self._meant

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        known = _known(view)
        noting = self._noting(f"turn {known.turn}, {known.phase}")
        choice = guarded(
            noting, [("plan", partial(self._planned, known))], partial(self._greedy.choice, known)
        )  # fmt: skip
        self.reason = choice.reason
        return choice.order

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what it would do in a person's place, the attacks first; no order is given."""
        known = _known(view)
        picture = self._picture(known)
        if known.phase == "movement":
            plan = Marching(known, picture, own_units(picture.state, known.side), self.level).plan()
            if plan.targets:
                return advice_on_attacks(picture.state, plan)
        choice = self._planned(known)
        return (Advice(choice.reason.text, tuple(getattr(choice.order, "units", ())), main=True),)

    def _picture(self, view: Asked) -> Picture:
        temper = j.temper(self.temper, view.position.board.victory, view.side, view.turn)
        if view.phase in STRIKING:  # a unit that waited for a second blow is kept back for nothing better
            temper = temper._replace(enough=j.TEMPERS[self.temper].enough)
        return Picture(view.position, view.side, stakes_of_plans(view.position, view.side), temper)

    def _planned(self, view: Asked) -> Choice:
        if view.phase in MARCHING:
            return self._march(view)
        picture = self._picture(view)
        if (found := self._missions(view, picture)) is not None:
            return found
        if view.phase in FIGHTING:
            return self._fight(view, picture)
        weighed = (self._answer(view, picture, order) for order in view.legal_orders())
        return max(weighed, key=lambda one: one.value)

    # ---- marches

    def _march(self, view: Asked) -> Choice:
        state, now = view.position, view.position.now
        phase = (now.turn, now.side, now.phase, now.player)
        if phase != self._phase:
            if movement.must_return(state):
                return self._greedy.choice(view)
            self._begin_march(view, phase)
        while self._orders:
            order = self._orders.pop(0)
            if view.why_not(order) is None:
                return Choice(order, Reason(words_for_march(state, order, self._meant)))
        found = self._afterwards(view)
        if found is not None:
            return found
        if movement.must_return(state):
            return self._greedy.choice(view)
        return self._said(state, od.Done(), 0.0)

    def _begin_march(self, view: Asked, phase: tuple[object, ...]) -> None:
        if self.level.courses and view.phase == "movement":
            self.temper = best_temper(view, self.level.courses, self._in_temper, self.seed, self._pause, self._tell)
        picture = self._picture(view)
        units = [unit for unit in self._movers(view) if not self._lapses(view, unit)]
        self._meant = Marching(view, picture, units, self.level).plan()
        fighters = self._meant.fighters
        first = sorted(self._meant.places.items(), key=lambda one: (one[0] not in fighters, one[0]))
        self._orders = [place.order for _, place in first if place.order is not None]
        self._phase, self._asked = phase, set()

    def _movers(self, view: Asked) -> Iterable[int]:
        """The units that may have orders in this march: in reserve movement the reserves alone (ZOC-15.2-1)."""
        state = view.position
        return in_reserve(state, view.side) if view.phase == "reserve_movement" else own_units(state, view.side)

    def _in_temper(self, temper: str, seed: int) -> Planner:
        """A player of the same level that plans in a temper and rehearses nothing."""
        return Planner(seed, replace(self.level, courses=()), temper)

    def _lapses(self, view: Asked, unit: int) -> bool:
        """Return whether a unit is left out of the plan of this turn, by seed, turn and unit alone."""
        if not self.level.lapses:
            return False
        return Chance(self.seed, f"lapse/{view.turn}/{unit}").below(100) < 100 * self.level.lapses

    def _afterwards(self, view: Asked) -> Choice | None:
        """Return what is done when the marches are over, unit by unit: those left out of the plan, landings, works,
        reserves. None when nothing more is worth it.
        """
        picture = self._picture(view)
        for unit in self._movers(view):
            if unit in self._asked:
                continue
            weighed = (self._after(view, picture, order) for order in view.legal_orders(unit))
            found = max(weighed, key=lambda one: one.value, default=None)
            if found is not None and found.value > j.AFTER_ENOUGH:
                return found
            self._asked.add(unit)
        return None

    def _after(self, view: Asked, picture: Picture, order: Order) -> Choice:
        state, value = picture.state, -1.0
        if isinstance(order, od.Land | od.Mobilise | od.Enter):
            return self._greedy.weigh(view, order)
        if isinstance(order, od.Move) and len(order.units) == 1 and self._lapses(view, order.units[0]):
            return self._greedy.weigh(view, order)
        if isinstance(order, od.BuildWorks) and not self._attacks_out_of(state, order.unit):
            value = j.DIG if picture.menace(state.units[order.unit].hex).strength else -1.0
        elif isinstance(order, od.PlaceReserve):
            value = self._reserve(picture, order)
        return self._said(state, order, value)

    def _attacks_out_of(self, state: State, unit: int) -> bool:
        """Return whether a unit is to attack out of the hex of a unit: none does where works are begun (ZOC-16.1-7)."""
        return any(one in self._meant.fighters for one in state.stacks[state.units[unit].hex])

    def _reserve(self, picture: Picture, order: od.PlaceReserve) -> float:
        """Reserves strike once more: the strong that have nothing to attack, near the front but out of contact."""
        state = picture.state
        if set(order.units) & self._meant.held_back:
            return j.RESERVE + float(len(order.units))
        strength = sum(state.strength(state.units[unit]) for unit in order.units)
        hex_ = state.units[order.units[0]].hex
        engaged = bool(state.zone_of(enemy_of(picture.side))[hex_]) or not picture.enemy_reach[hex_]
        meant = any(unit in self._meant.fighters for unit in order.units)
        return -1.0 if meant or engaged or strength < j.RESERVE_STRENGTH else j.RESERVE + 0.01 * strength

    # ---- attacks and answers

    def _missions(self, view: Asked, picture: Picture) -> Choice | None:
        """The strafing missions of a segment, before its first attack; None if there are none."""
        now = view.position.now
        if view.side != "allied" or now.side != "allied" or now.attacked or view.phase not in (*FIGHTING, "strafing"):
            return None
        posts = view.position.deployed("axis").posts
        found = best_missions(view, picture, frozenset(hex_ for hex_ in self._meant.targets if hex_ in posts))
        if found is None:
            return None
        value, order = found
        return Choice(order, Reason(words_for_missions(view.position, order.hexes), value), value)

    def _fight(self, view: Asked, picture: Picture) -> Choice:
        """The best attack of all targets, without the units that add nothing."""
        assaults = Assaults(picture, picture.state)
        weighed = [(assaults.value(order), order) for order in _attacks(view)]
        value, order = max(weighed, key=lambda one: one[0], default=(0.0, None))
        if order is None or value < picture.temper.enough:
            return self._said(picture.state, od.Done(), 0.0)
        better, fewer = assaults.pruned(value, order)
        if view.why_not(fewer) is None:
            value, order = better, fewer
        return self._said(picture.state, order, value)

    def _answer(self, view: Asked, picture: Picture, order: Order) -> Choice:
        value = answer_value(picture.state, picture, order)
        return self._greedy.weigh(view, order) if value is None else self._said(picture.state, order, value)

    def _said(self, state: State, order: Order, value: float) -> Choice:
        return Choice(order, Reason(self._greedy.words(state, order), value), value)


def _attacks(view: Asked) -> Iterator[od.Attack]:
    yield from (order for order in view.legal_orders() if isinstance(order, od.Attack))


def _known(view: View) -> Asked:
    if not isinstance(view, PositionView) or not isinstance(view.position, State):
        raise UsageError("The planning player of zocbonds was given a view of another system.")
    return view
