"""The tactician: one impulse, order by order, along a plan. Staffs lead with it and imagine both sides with it.

First come refits and guns. Then comes the most valuable of these: an attack with the moves and the fire before it, a
goal that a move takes, a move that cuts enemies off. Then the other units move, the fire that is left is spent, and
commanders follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ai.operations import reasons
from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package, Slot
from ai.operations.greedy.under_way import UnderWay
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.judgement.tactics import FRESH_LOOKS
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.advance import best_advance
from ai.operations.tactics.assault import Assault, assaults, ranked
from ai.operations.tactics.batteries import GunStep, best_gun_move
from ai.operations.tactics.command import best_ride
from ai.operations.tactics.fire import best_fire_on, softening
from ai.operations.tactics.interdiction import Interdiction, Raid, may_raid
from ai.operations.tactics.moves import best_move, leads_back_to_supply
from ai.operations.tactics.reasons import raid_reason, refit_reason, ride_reason
from ai.operations.tactics.rebuild import best_refit
from ai.operations.tactics.substitutes import Exchanges, substitute
from ai.operations.tactics.supports import UNBACKED, Backing, backing_of
from ai.operations.tactics.watch import Changes
from ai.operations.tactics.worth import assess
from ai.shell.choice import Choice
from ai.shell.thinking import go_on
from ai.shell.thoughts import Thoughts
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import Unit

Ranks = Sequence[tuple[float, Assault]]
"""Attacks that are worth making, the best to begin with first, each with its value together with the next."""
Reorder = Callable[[Picture, Plan, Ranks], Ranks]


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner in which a tactician leads.

    `lapses`: the chance that it overlooks, for the whole impulse, an attack, a move or a fire that it would choose;
    moves to held goals are never overlooked. `raids`: it looks for moves that cut enemies off from their supply.
    `attack_from` is added to the least value for which it attacks.
    """

    lapses: float = 0.0
    raids: bool = True
    attack_from: float = 0.0


USUAL = Manner()


class Tactician:
    """Gives the orders of an impulse one by one. It keeps the rest of an attack under way, nothing more.

    `go_on` is asked every few milliseconds; once it says no, the best order weighed so far is given. `second_opinion`
    may put attacks that are worth making into another order and leave some out.
    """

    def __init__(
        self, manner: Manner = USUAL, go_on: Callable[[], bool] = go_on, second_opinion: Reorder | None = None
    ) -> None:
        self.manner = manner
        self._go_on = go_on
        self._second_opinion = second_opinion
        self._begun = UnderWay()
        self._interdiction = Interdiction()
        self._moment = (0, 0)
        self._forget_all()

    def _forget_all(self) -> None:
        self._changes = Changes()
        self._noticed: dict[tuple[str, int], bool] = {}
        self._assaults: Thoughts[Assault | None] = Thoughts(self._go_on)
        self._moves: Thoughts[Step | None] = Thoughts(self._go_on)
        self._gun_moves: Thoughts[GunStep | None] = Thoughts(self._go_on)
        self._fires: Thoughts[Fire | None] = Thoughts(self._go_on)
        self._exchanges = Exchanges()

    @property
    def is_attacking(self) -> bool:
        """Tell whether an attack is under way with more orders to come."""
        return self._begun.package is not None

    def kept(self, picture: Picture, unit: Unit) -> float:
        """The worth of a unit's staying, apart from its ground: enemies that it cuts off there."""
        return self._interdiction.kept(picture, unit)

    def choices(self, picture: Picture, plan: Plan) -> Iterator[Choice]:
        """The choices now, the best first; a later one replaces earlier ones that the rules refuse."""
        self._look(picture)
        plan = self._exchanges.applied(plan)
        if picture.view.phase == "advance":
            yield best_advance(picture, plan)
            return
        yield from self._carried_on(picture, plan)
        if refit := best_refit(picture, plan):
            yield Choice(refit.order, refit_reason(picture, refit), refit.gain)
        for gun_step in self._best_gun_moves(picture, plan):
            yield Choice(gun_step.order, reasons.guns_move(picture, gun_step.order, gun_step.gain), gun_step.gain)
            self._gun_moves.drop(gun_step.order.units[0])
        steps = list(self._best_moves(picture, plan))
        step = steps[0] if steps else None
        package = self._attack(picture, plan)
        raid = self._best_raid(picture, plan)
        if raid is not None and raid.step.gain > max(package.value if package else 0.0, step.gain if step else 0.0):
            yield Choice(raid.step.order, raid_reason(picture, raid), raid.step.gain)
        if step is not None and step.takes and (package is None or step.gain > package.value):
            if package is not None and step.order.units[0] in package.order.units:
                step = self._substitute(picture, plan, step, package) or step
            yield Choice(step.order, reasons.move(picture, step), step.gain)
        if package is not None:
            if back := _way_back(picture, steps, package):
                yield Choice(back.order, reasons.move(picture, back), back.gain)
            yield from self._opens(picture, plan, package)
        yield from self._afterwards(picture, plan, steps)

    def _afterwards(self, picture: Picture, plan: Plan, steps: Iterable[Step]) -> Iterator[Choice]:
        """The choices when no attack is worth making any more."""
        for step in steps:
            yield Choice(step.order, reasons.move(picture, step), step.gain)
            self._moves.drop(step.order.units[0])
        if fire := self._best_fire(picture, plan):
            yield Choice(fire.order, reasons.fire(picture, fire), fire.value)
            self._fires.drop(fire.order.target)
        rides = [ride for unit in picture.own if (ride := best_ride(picture, plan, unit)) is not None]
        for ride in sorted(rides, key=lambda ride: (-ride.gain, ride.order.units)):
            yield Choice(ride.order, ride_reason(picture, ride), ride.gain)

    # ---- what is known already

    def _look(self, picture: Picture) -> None:
        """Forget what is out of date: everything in a new impulse, otherwise what is near a change."""
        moment = picture.position.turn, picture.position.impulse
        if moment != self._moment:
            self._moment, self._begun = moment, UnderWay()
            self._forget_all()
        changes, units = self._changes, picture.position.units
        changes.look(picture)

        def unit_is_stale(id_: int, _: object) -> bool:
            return id_ not in units or id_ in changes.own or changes.concerns(units[id_].hex)

        done = picture.position.attacked_hexes.get(picture.side, ())

        def assault_is_stale(target: int, assault: Assault | None) -> bool:
            if target not in picture.foes or changes.concerns(target) or target in done:
                return True
            return assault is not None and _uses(picture, assault, changes.own)

        def fire_is_stale(target: int, fire: Fire | None) -> bool:
            return changes.concerns(target) or (fire is not None and not changes.own.isdisjoint(fire.order.units))

        self._moves.forget(unit_is_stale)
        self._gun_moves.forget(unit_is_stale)
        self._assaults.forget(assault_is_stale)
        self._fires.forget(fire_is_stale)

    # ---- the best of each kind

    def _best_gun_moves(self, picture: Picture, plan: Plan) -> list[GunStep]:
        """The move of each gun that gains most, the best first."""
        units = [unit.id for unit in picture.own if picture.profile(unit).is_gun and picture.can_act(unit)]
        found = self._gun_moves.of(units, lambda id_: best_gun_move(picture, plan, picture.position.units[id_]))
        return sorted((step for step in found if step), key=lambda step: (-step.gain, step.order.units[0]))

    def _best_moves(self, picture: Picture, plan: Plan) -> Iterator[Step]:
        """The move of each fighter that gains most, the best first, without overlooked ones."""
        units = [unit.id for unit in picture.own if picture.is_fighter(unit) and picture.can_act(unit)]
        found = self._moves.of(units, lambda id_: self._move_of(picture, plan, picture.position.units[id_]))
        for step in sorted((step for step in found if step), key=lambda step: (-step.gain, step.order.units)):
            if _guards(step) or self._notices(picture, "move", step.order.units[0]):
                yield step

    def _best_raid(self, picture: Picture, plan: Plan) -> Raid | None:
        return self._interdiction.best(picture, plan) if self.manner.raids and may_raid(picture) else None

    def _move_of(self, picture: Picture, plan: Plan, unit: Unit) -> Step | None:
        return best_move(picture, plan, unit, self.kept(picture, unit))

    def _best_fire(self, picture: Picture, plan: Plan) -> Fire | None:
        found = self._fires.of(picture.foes, lambda target: self._fire_on(picture, plan, target))
        fires = sorted((fire for fire in found if fire), key=lambda fire: (-fire.value, fire.order.target))
        return next((fire for fire in fires if self._notices(picture, "fire", fire.order.target)), None)

    def _fire_on(self, picture: Picture, plan: Plan, target: int) -> Fire | None:
        return best_fire_on(picture, plan, target)

    def _attack(self, picture: Picture, plan: Plan) -> Package | None:
        """The best attack to begin with, weighed again, since earlier thoughts may be out of date."""
        least = picture.weights.attack_from + self.manner.attack_from + plan.patience
        for _ in range(FRESH_LOOKS):
            found = self._assaults.of(picture.foes, lambda t: self._assault(picture, plan, t))
            hopeful = [a for a in found if a is not None and not _is_long_shot(picture, a)]
            ranks: Ranks = ranked(picture, hopeful, least)
            if self._second_opinion is not None and ranks:
                ranks = self._second_opinion(picture, plan, ranks)
            assault = next((one for _, one in ranks if self._notices(picture, "attack", one.target)), None)
            if assault is None:
                return None
            if assault.picture is not picture:
                self._assaults.drop(assault.target)
                again = self._assaults.of([assault.target], lambda t: self._assault(picture, plan, t))
                fresh = next(again, None)
                if fresh is None or fresh.value < assault.value - picture.weights.near_equal:
                    continue
                assault = fresh
            assault.rearrange()
            assault.lead()
            return assault.best
        return None

    def _substitute(self, picture: Picture, plan: Plan, step: Step, package: Package) -> Step | None:
        """The step of another unit to the goal of a unit that an attack needs; the two exchange duties."""
        other = substitute(picture, plan, step, package)
        if other is not None:
            units = step.order.units[0], other.order.units[0]
            self._exchanges.note(plan, *units)
            for unit in units:
                self._moves.drop(unit)
        return other

    def _assault(self, picture: Picture, plan: Plan, target: int) -> Assault | None:
        return next(assaults(picture, plan, (target,)), None)

    def _notices(self, picture: Picture, kind: str, number: int) -> bool:
        """Tell whether it notices an attack or a fire on a hex, or a move of a unit; the same all impulse long."""
        if self.manner.lapses <= 0:
            return True
        if (kind, number) not in self._noticed:
            self._noticed[kind, number] = picture.chance.unit() >= self.manner.lapses
        return self._noticed[kind, number]

    # ---- an attack

    def _opens(self, picture: Picture, plan: Plan, package: Package) -> Iterator[Choice]:
        """The fire before an attack, then the attack itself with the moves that it needs."""
        if fire := softening(picture, plan, package):
            yield Choice(fire.order, reasons.fire(picture, fire), fire.value)
        self._begun.package = package
        yield from self._carried_on(picture, plan)

    def _carried_on(self, picture: Picture, plan: Plan) -> Iterator[Choice]:
        """The next order of the attack under way."""
        yield from self._begun.carried_on(picture, lambda package: _as_things_stand(picture, plan, package))


def _is_long_shot(picture: Picture, assault: Assault) -> bool:
    """Tell whether an attack would hardly ever empty its hex; in the last turn no attack counts as such."""
    return picture.turns_left > 1 and assault.best is not None and assault.best.clears < STAFF.long_shot


def _way_back(picture: Picture, steps: Iterable[Step], package: Package) -> Step | None:
    """The best move back into supply, if it is worth more than an attack and points are too few for both.

    Attacks come first and would leave no points for it; a unit without supply cannot attack and loses HP
    (OPS-8.5.2-1, OPS-8.5.2-4).
    """
    if not picture.points_are_scarce:
        return None
    returns = (step for step in steps if leads_back_to_supply(picture, step.order))
    return next((step for step in returns if step.gain > package.value), None)


def _guards(step: Step) -> bool:
    """Tell whether a unit moves for a goal that its side holds."""
    return step.goal is not None and step.goal.held


def _uses(picture: Picture, assault: Assault, changed: frozenset[int]) -> bool:
    """Tell whether an attack needs units that have changed, or aircraft that have flown."""
    if not changed.isdisjoint(assault.taken) or not changed.isdisjoint(assault.supports):
        return True
    squadrons = picture.position.squadrons
    return any(id_ in squadrons and squadrons[id_].flown for id_ in assault.supports)


def _as_things_stand(picture: Picture, plan: Plan, package: Package) -> Package | None:
    """The attack as it stands now, with its planned supports; None when its target or its units are gone."""
    order, units = package.order, picture.position.units
    if order.target not in picture.foes or any(id_ not in units for id_ in order.units):
        return None
    slots = [Slot(units[id_], units[id_].hex, picture.attack(units[id_]), 0.0) for id_ in order.units]
    now = assess(picture, plan, order.target, slots, (_foreseen(picture, order),))
    return now if now is not None and now.order.units == order.units else None


def _foreseen(picture: Picture, order: Attack) -> Backing:
    return backing_of(picture, order.target, order.supports) if order.supports else UNBACKED
