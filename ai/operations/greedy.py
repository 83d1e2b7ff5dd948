"""The greedy player: the best single thing to do now, priced in victory points, until nothing is worth doing.

Each impulse it brings up its guns, then takes in turn whatever is worth more, an attack (with the moves that bring its
units up) or a goal to be had for the walking; then the others move, guns that are left fire, and it passes. It keeps no
plan but the rest of an attack that it has begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.agents import Reason
from ai.operations.goals import Duty, Goal, duties_of, goals_of
from ai.operations.guns import best_fire, best_gun_step, softening
from ai.operations.manoeuvre import Step, best_step
from ai.operations.packages import Package, Slot, assess, best_package
from ai.operations.picture import Memory, Picture
from ai.operations.pursuit import best_pursuit
from ai.operations.weights import GREEDY, Weights
from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.text import Text
from wab.engine.view import View
from wab.systems.operations.orders import Advance, Bombard, Move, Pass
from wab.systems.operations.view import OperationsView


@dataclass(frozen=True, slots=True)
class Choice:
    """An order with the reason for it."""

    order: Order
    reason: Reason


def make(seed: int) -> Greedy:
    """The greedy player of the flagship."""
    return Greedy(seed)


class Greedy:
    """Plays the best single order by its own reckoning. `reason` says why it gave the last one."""

    def __init__(self, seed: int = 0, weights: Weights = GREEDY) -> None:
        self.seed = seed
        self.weights = weights
        self.reason: Reason | None = None
        self._memory: Memory | None = None
        self._begun: Package | None = None
        self._left_alone: object = None
        self._impulse = (0, 0)
        self._decisions = 0

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, OperationsView):
            raise UsageError("The greedy player of operations was given a view of another system.")
        picture = self._picture(view)
        for choice in self._choices(picture):
            if view.why_not(choice.order) is None:
                self.reason = choice.reason
                return choice.order
            self._begun = None
        self.reason = Reason(Text("Nothing left that is worth doing"))
        return Advance(()) if view.phase == "advance" else Pass()

    def _picture(self, view: OperationsView) -> Picture:
        if self._memory is None or self._memory.board is not view.board:
            self._memory, self._begun = Memory(view.board), None
        if self._impulse != (view.turn, view.position.impulse):
            self._impulse, self._decisions = (view.turn, view.position.impulse), 0
            self._begun = self._left_alone = None
        self._decisions += 1
        moment = f"greedy/{view.side}/{view.turn}/{view.position.impulse}/{self._decisions}"
        return Picture(view, self._memory, self.weights, Chance(self.seed, moment))

    def _choices(self, picture: Picture) -> Iterator[Choice]:
        """What to do now, the best first; each later one stands in if the rules refuse those before it."""
        goals = goals_of(picture)
        duties = duties_of(picture, goals)
        if picture.view.phase == "advance":
            yield _pursuit(picture, goals, duties)
            return
        if self._begun is not None:
            yield from self._carried_on(picture, goals)
        if gun_step := best_gun_step(picture, goals, duties):
            yield Choice(gun_step.order, _why_gun_moves(picture, gun_step.order, gun_step.gain))
        step = best_step(picture, goals, duties)
        package = self._attack(picture, goals, duties)
        if step is not None and step.takes and (package is None or step.gain > package.value):
            yield Choice(step.order, _why_move(picture, step))
        if package is not None:
            if fire := softening(picture, goals, package.order):
                yield Choice(fire.order, _why_fire(picture, fire.order, fire.value, fire.hp))
            self._begun = package
            yield from self._carried_on(picture, goals)
        if step is not None:
            yield Choice(step.order, _why_move(picture, step))
        if fire := best_fire(picture, goals):
            yield Choice(fire.order, _why_fire(picture, fire.order, fire.value, fire.hp))

    def _attack(self, picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Package | None:
        """The best attack; not looked for again while the enemy stands as he stood when there was none."""
        if picture.enemies == self._left_alone:
            return None
        package = best_package(picture, goals, duties)
        self._left_alone = picture.enemies if package is None else None
        return package

    # ---- an attack under way

    def _carried_on(self, picture: Picture, goals: tuple[Goal, ...]) -> Iterator[Choice]:
        """The next order of the attack begun: a move up, or the attack itself if it is still worth making."""
        package = self._begun
        if package is None:
            return
        for unit, hex_ in sorted(package.places.items()):
            there = picture.position.units.get(unit)
            if there is None:
                self._begun = None
                return
            if there.hex != hex_:
                yield from self._moves_up(picture, package, there.hex, hex_)
                return
        self._begun = None
        value = _value_now(picture, goals, package)
        if value is not None and value >= self.weights.carry_on:
            yield Choice(package.order, _why_attack(picture, package, value))

    def _moves_up(self, picture: Picture, package: Package, origin: int, hex_: int) -> Iterator[Choice]:
        """Those who go from one hex to the same other go together, if they can; else one by one."""
        units = picture.position.units
        group = [id_ for id_, goal in sorted(package.places.items()) if goal == hex_ and units[id_].hex == origin]
        for movers in (tuple(group), tuple(group[:1])):
            reached = picture.view.reach(movers)
            if hex_ in reached:
                yield Choice(Move(movers, reached.path_to(hex_)), _why_move_up(picture, package))
        self._begun = None


def _value_now(picture: Picture, goals: tuple[Goal, ...], package: Package) -> float | None:
    """What the attack is worth as things stand, None when its target or its units are gone."""
    order, units = package.order, picture.position.units
    if order.target not in picture.foes or any(id_ not in units for id_ in (*order.units, *order.supports)):
        return None
    slots = [Slot(units[id_], units[id_].hex, picture.attack(units[id_]), 0.0) for id_ in order.units]
    now = assess(picture, goals, order.target, slots, order.supports)
    return now.value if now is not None else None


def _pursuit(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Choice:
    pursuit = best_pursuit(picture, goals, duties)
    text = Text("Follow the enemy") if pursuit.order.units else Text("Stay on the old ground")
    return Choice(pursuit.order, Reason(text, round(pursuit.value, 2)))


# ------------------------------------------------------------------------------------------------- reasons


def _name(picture: Picture, hex_: int) -> str:
    return picture.board.map.name(hex_) or picture.grid.label(hex_)


def _why_attack(picture: Picture, package: Package, value: float) -> Reason:
    text = Text(
        "Attack {hex} at {ratio}: {percent} % to clear it",
        {
            "hex": _name(picture, package.order.target),
            "ratio": package.odds.final_ratio,
            "percent": round(100 * package.clears),
        },
    )
    return Reason(text, round(value, 2))


def _why_move_up(picture: Picture, package: Package) -> Reason:
    text = Text("Move up for an attack on {hex}", {"hex": _name(picture, package.order.target)})
    return Reason(text, round(package.value, 2))


def _why_move(picture: Picture, step: Step) -> Reason:
    if step.goal is None:
        return Reason(Text("Move to better ground"), round(step.gain, 2))
    goal = step.goal.name or _name(picture, step.goal.hex)
    text = Text("Cover {goal}", {"goal": goal}) if step.goal.held else Text("Move on {goal}", {"goal": goal})
    return Reason(text, round(step.gain, 2))


def _why_gun_moves(picture: Picture, order: Move, gain: float) -> Reason:
    return Reason(Text("Bring the guns to {hex}", {"hex": _name(picture, order.path[-1])}), round(gain, 2))


def _why_fire(picture: Picture, order: Bombard, value: float, hp: float) -> Reason:
    text = Text("Bombard {hex}: {hp} HP expected", {"hex": _name(picture, order.target), "hp": round(hp, 1)})
    return Reason(text, round(value, 2))
