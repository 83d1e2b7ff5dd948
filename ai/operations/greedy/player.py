"""The greedy player: the best single order now, priced in victory points, until nothing is worth doing.

Each impulse it moves its guns. Then it takes the more valuable of two: an attack with the moves up that it needs, or a
goal that a move takes. Then the other units move, guns that are left fire, and it passes. It keeps no plan but the rest
of an attack under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ai.operations import reasons
from ai.operations.greedy.guns import best_fire, best_gun_step, softening
from ai.operations.greedy.manoeuvre import best_step
from ai.operations.greedy.packages import Package, Slot, assess, best_package
from ai.operations.greedy.pursuit import best_pursuit
from ai.operations.greedy.under_way import UnderWay
from ai.operations.judgement.weights import GREEDY, Weights
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.goals import duties_of, goals_of
from ai.operations.picture.picture import Memory, Picture
from ai.shell.choice import Choice
from ai.shell.reasons import Reason
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Advance, Pass


def make(_name: str, seed: int) -> Greedy:
    """The greedy player of the flagship."""
    return Greedy(seed)


class Greedy:
    """Plays the best single order by its prices. `reason` says why it gave the last one."""

    def __init__(self, seed: int = 0, weights: Weights = GREEDY) -> None:
        self.seed = seed
        self.weights = weights
        self.reason: Reason | None = None
        self._memory: Memory | None = None
        self._begun = UnderWay()
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
            self._begun.package = None
        self.reason = reasons.nothing_left()
        return Advance(()) if view.phase == "advance" else Pass()

    def _picture(self, view: OperationsView) -> Picture:
        if self._memory is None or self._memory.board is not view.board:
            self._memory, self._begun = Memory(view.board), UnderWay()
        if self._impulse != (view.turn, view.position.impulse):
            self._impulse, self._decisions = (view.turn, view.position.impulse), 0
            self._begun, self._left_alone = UnderWay(), None
        self._decisions += 1
        moment = f"greedy/{view.side}/{view.turn}/{view.position.impulse}/{self._decisions}"
        return Picture(view, self._memory, self.weights, Chance(self.seed, moment))

    def _choices(self, picture: Picture) -> Iterator[Choice]:
        """The choices now, the best first; a later one replaces earlier ones that the rules refuse."""
        goals = goals_of(picture)
        duties = duties_of(picture, goals)
        if picture.view.phase == "advance":
            yield _pursuit(picture, goals, duties)
            return
        yield from self._carried_on(picture, goals)
        if gun_step := best_gun_step(picture, goals, duties):
            yield Choice(gun_step.order, reasons.guns_move(picture, gun_step.order, gun_step.gain), gun_step.gain)
        step = best_step(picture, goals, duties)
        package = self._attack(picture, goals, duties)
        if step is not None and step.takes and (package is None or step.gain > package.value):
            yield Choice(step.order, reasons.move(picture, step), step.gain)
        if package is not None:
            if fire := softening(picture, goals, package.order):
                yield Choice(fire.order, reasons.fire(picture, fire), fire.value)
            self._begun.package = package
            yield from self._carried_on(picture, goals)
        if step is not None:
            yield Choice(step.order, reasons.move(picture, step), step.gain)
        if fire := best_fire(picture, goals):
            yield Choice(fire.order, reasons.fire(picture, fire), fire.value)

    def _attack(self, picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Package | None:
        """The best attack; not looked for again while the enemy stands as when there was none."""
        if picture.enemies == self._left_alone:
            return None
        package = best_package(picture, goals, duties)
        self._left_alone = picture.enemies if package is None else None
        return package

    # ---- an attack under way

    def _carried_on(self, picture: Picture, goals: tuple[Goal, ...]) -> Iterator[Choice]:
        """The next order of the attack under way."""
        yield from self._begun.carried_on(picture, lambda package: _as_things_stand(picture, goals, package))


def _as_things_stand(picture: Picture, goals: tuple[Goal, ...], package: Package) -> Package | None:
    """The attack with its present value, None when its target or its units are gone: others may have led them away."""
    order, units = package.order, picture.position.units
    if order.target not in picture.foes or any(id_ not in units for id_ in (*order.units, *order.supports)):
        return None
    beside = picture.grid.adjacent(order.target)
    if any(units[id_].hex not in beside for id_ in order.units):
        return None
    slots = [Slot(units[id_], units[id_].hex, picture.attack(units[id_]), 0.0) for id_ in order.units]
    now = assess(picture, goals, order.target, slots, order.supports)
    return replace(package, value=now.value) if now is not None else None


def _pursuit(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Choice:
    pursuit = best_pursuit(picture, goals, duties)
    return Choice(pursuit.order, reasons.pursuit(pursuit.order, pursuit.value), pursuit.value)
