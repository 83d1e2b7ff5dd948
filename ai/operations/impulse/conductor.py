"""The conductor: a tactician that chooses all orders of an impulse together, and again after every throw of dice.

First the columns: what each unit could do. Then the choice that is worth most, with the demands of the enemy's reply as
rows. Then the orders: guns move up, attacks with the fire before them, moves, fire that is left, commanders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from msgspec.structs import replace as change

from ai.operations import reasons
from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.impulse.agenda import basis_of, place_in_turn, troops_of, with_marches
from ai.operations.impulse.columns import Column, Row
from ai.operations.impulse.deeds import fire_columns, move_column, walks
from ai.operations.impulse.demands import first_rows, rows_after
from ai.operations.impulse.master import Solution, Troops, second_best, solved
from ai.operations.impulse.parties import Parties, attack_columns
from ai.operations.impulse.words import left_open, other_attack
from ai.operations.judgement.impulse import AGAIN, LEADER_PAYS, REPLIES
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.lookahead.replies import Replies
from ai.operations.outlines.goals import Duty
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.advance import best_advance
from ai.operations.tactics.assault import Assault, assaults
from ai.operations.tactics.batteries import GunStep
from ai.operations.tactics.command import Ride, best_ride
from ai.operations.tactics.interdiction import Raid
from ai.operations.tactics.reasons import raid_reason, refit_reason, ride_reason
from ai.operations.tactics.rebuild import best_refit
from ai.operations.tactics.slots import slots_for
from ai.operations.tactics.supports import UNBACKED, backing_of
from ai.operations.tactics.tactician import USUAL, Manner, Reorder, Tactician
from ai.shell.choice import Choice
from ai.shell.layers import guarded
from ai.shell.thinking import go_on
from ai.shell.thoughts import Thoughts
from wab.engine.words.text import Text
from wab.systems.operations.state.orders import Pass

Note = Callable[[str, Exception], None]


class Conductor(Tactician):
    """Gives the orders of an impulse planned whole. `note` receives faults; single orders then take over. `has_time`:
    tells whether the enemy's reply may be looked at. `rejected`: the second-best plan in words, and the points that it
    promised; None if it attacks nothing else.
    """

    def __init__(
        self,
        note: Note,
        manner: Manner = USUAL,
        go_on: Callable[[], bool] = go_on,
        second_opinion: Reorder | None = None,
        has_time: Callable[[], bool] = go_on,
    ) -> None:
        self._marches: Thoughts[Step | None] = Thoughts(go_on)
        self._rides: Thoughts[Ride | None] = Thoughts(go_on)
        super().__init__(manner, go_on, second_opinion)
        self._note = note
        self._has_time = has_time
        self._replies = Replies()
        self._feared: list[Row] = []
        self._basis: tuple[object, ...] | None = None
        self._open_plan: tuple[Plan, Plan] | None = None
        self._rows: list[Row] = []
        self._settled: set[int] = set()
        self.solution: Solution | None = None
        self.rejected: tuple[Text, float] | None = None

    def choices(self, picture: Picture, plan: Plan) -> Iterator[Choice]:
        """The choices now, the best first; a later one replaces earlier ones that the rules refuse."""
        self._look(picture)
        if picture.view.phase == "advance":
            yield best_advance(picture, self._bound(picture, plan))
            return
        yield from self._carried_on(picture, plan)
        if refit := best_refit(picture, plan):
            yield Choice(refit.order, refit_reason(picture, refit), refit.gain)
        found = guarded(self._note, [("impulse", lambda: self._solve(picture, plan))], lambda: None)
        if found is None:
            yield from super().choices(picture, plan)
            return
        self.solution = found
        for column in sorted(found.columns, key=lambda column: place_in_turn(column, found, self._rows)):
            yield from self._carried_out(picture, plan, column)
        if reason := left_open(picture, found):
            yield Choice(Pass(), reason)

    # ---- the solution

    def _solve(self, picture: Picture, plan: Plan) -> Solution | None:
        """Choose what to do in the rest of the impulse. The enemy's reply is looked at again after every throw."""
        basis = basis_of(picture)
        is_fresh = basis != self._basis
        if self._basis is None or basis[:2] != self._basis[:2]:
            self._settled.clear()
        if is_fresh:
            self._feared, self.rejected = [], None
        self._basis = basis
        open_plan = self._without_held(plan)
        rows = [*first_rows(picture, plan), *self._feared]
        found = list(self._columns(picture, plan, open_plan, rows))
        columns = [column for column in with_marches(found) if not self._is_idle(column)]
        troops = troops_of(picture, columns)
        solution = solved(columns, rows, troops)
        if is_fresh and not picture.plays_last and self._has_time():
            for number in range(REPLIES):
                fresh = self._rows_after(picture, plan, solution, rows, troops, cuts=number == 0)
                if not fresh:
                    break
                rows += fresh
                self._feared += fresh
                columns += walks(picture, open_plan, fresh, {})
                troops = troops_of(picture, columns)
                solution = solved(columns, rows, troops)
            hexes, value = second_best(columns, rows, troops, solution)
            self.rejected = (other_attack(picture, hexes), round(value, 2)) if hexes else None
        self._rows = rows
        return solution

    def _rows_after(
        self,
        picture: Picture,
        plan: Plan,
        solution: Solution,
        rows: list[Row],
        troops: Troops,
        *,
        cuts: bool,
    ) -> list[Row]:
        if not self._go_on():
            return []
        return rows_after(picture, plan, self._replies, solution, rows, troops, cuts=cuts)

    def _is_idle(self, column: Column) -> bool:
        """Tell whether a column only moves a unit again that has moved already, for little."""
        return isinstance(column.deed, Step) and column.value < AGAIN and not self._settled.isdisjoint(column.uses)

    def _columns(self, picture: Picture, plan: Plan, open_plan: Plan, rows: list[Row]) -> Iterator[Column]:
        """Everything that the units could do."""
        guards = {unit.id for unit in picture.own if any(unit.hex in row.hexes for row in rows)}
        yield from self._attacks(picture, plan, guards)
        for step in self._best_marches(picture, open_plan):
            yield move_column(picture, open_plan, step, step.order, step.gain)
        if raid := self._best_raid(picture, open_plan):
            yield move_column(picture, open_plan, raid, raid.step.order, raid.step.gain)
        kept = {unit.id: self.kept(picture, unit) for unit in picture.own if picture.is_fighter(unit)}
        yield from walks(picture, open_plan, rows, kept)
        for gun_step in self._best_gun_moves(picture, plan):
            yield move_column(picture, plan, gun_step, gun_step.order, gun_step.gain)
        yield from fire_columns(picture, self._all_fires(picture, plan))
        for ride in self._best_rides(picture, plan):
            yield move_column(picture, plan, ride, ride.order, ride.gain)

    def _look(self, picture: Picture) -> None:
        """Forget what is out of date, marches and rides as well."""
        if (picture.position.turn, picture.position.impulse) != self._moment:
            self._marches, self._rides = Thoughts(self._go_on), Thoughts(self._go_on)
        super()._look(picture)
        changes, units = self._changes, picture.position.units

        def is_stale(id_: int, _: object) -> bool:
            return id_ not in units or id_ in changes.own or changes.concerns(units[id_].hex)

        self._marches.forget(is_stale)
        self._rides.forget(is_stale)

    def _best_marches(self, picture: Picture, plan: Plan) -> list[Step]:
        """The move of each fighter that gains most, as if held goals were worth nothing."""
        units = [unit.id for unit in picture.own if picture.is_fighter(unit) and picture.can_act(unit)]
        found = self._marches.of(units, lambda id_: self._move_of(picture, plan, picture.position.units[id_]))
        return [step for step in found if step is not None]

    def _best_rides(self, picture: Picture, plan: Plan) -> list[Ride]:
        """The move of each commander that gains most."""
        units = [unit.id for unit in picture.own if picture.profile(unit).is_commander]
        found = self._rides.of(units, lambda id_: best_ride(picture, plan, picture.position.units[id_]))
        return [ride for ride in found if ride is not None]

    def _attacks(self, picture: Picture, plan: Plan, guards: set[int]) -> Iterator[Column]:
        least = picture.weights.attack_from + self.manner.attack_from + plan.patience
        clears = STAFF.long_shot if picture.turns_left > 1 else 0.0
        found = list(self._assaults.of(picture.foes, lambda target: self._assault(picture, plan, target)))
        parties = [one for one in found if isinstance(one, Parties)]
        yield from attack_columns(picture, parties, least, clears, guards)

    def _assault(self, picture: Picture, plan: Plan, target: int) -> Assault | None:
        return next(assaults(picture, plan, (target,), Parties), None)

    def _all_fires(self, picture: Picture, plan: Plan) -> Iterable[Fire]:
        found = self._fires.of(picture.foes, lambda target: self._fire_on(picture, plan, target))
        return [fire for fire in found if fire is not None]

    def _without_held(self, plan: Plan) -> Plan:
        """The plan in which held goals are worth nothing to a single unit: rows stand for them."""
        if self._open_plan is None or self._open_plan[0] is not plan:
            goals = tuple(change(goal, worth=0.0) if goal.held else goal for goal in plan.goals)
            self._open_plan = plan, replace(plan, goals=goals)
        return self._open_plan[1]

    def _bound(self, picture: Picture, plan: Plan) -> Plan:
        """The plan in which the last fighter of a demanded goal stays when others go forward."""
        duties = dict(plan.duties)
        for goal in plan.goals:
            if goal.held and picture.position.side_in(goal.hex) == picture.side and self._is_demanded(goal.hex):
                fighters = [unit for unit in picture.position.stack(goal.hex) if picture.is_fighter(unit)]
                pinned = (duties.get(unit.id) for unit in fighters)
                if fighters and not any(duty is not None and duty.pinned for duty in pinned):
                    last = min(fighters, key=lambda unit: (picture.attack(unit) - picture.defence(unit), unit.id))
                    duties[last.id] = Duty(goal, goal.draw, True)
        return replace(plan, duties=duties)

    def _is_demanded(self, hex_: int) -> bool:
        return any(row.goal is not None and row.goal.hex == hex_ for row in self._rows)

    # ---- the orders

    def _carried_out(self, picture: Picture, plan: Plan, column: Column) -> Iterator[Choice]:
        """The next order of a column."""
        match column.deed:
            case Package() as package:
                self._begun.package = self._led(picture, plan, package)
                yield from self._carried_on(picture, plan)
                self._begun.package = None
            case Raid() as raid:
                yield Choice(raid.step.order, raid_reason(picture, raid), raid.step.gain)
            case Step() as step:
                self._settled.update(column.uses)
                yield Choice(step.order, reasons.move(picture, step), step.gain)
            case GunStep() as step:
                yield Choice(step.order, reasons.guns_move(picture, step.order, step.gain), step.gain)
            case Fire() as fire:
                yield Choice(fire.order, reasons.fire(picture, fire), fire.value)
            case Ride() as ride:
                yield Choice(ride.order, ride_reason(picture, ride), ride.gain)

    def _led(self, picture: Picture, plan: Plan, package: Package) -> Package:
        """The attack from the best hexes, and with a commander where that is worth it."""
        target, units = package.order.target, package.order.units
        slots = {unit: one for unit, one in slots_for(picture, plan, target).items() if unit in units}
        places = {unit: package.places.get(unit, picture.position.units[unit].hex) for unit in units}
        chosen = [slot for unit, one in sorted(slots.items()) for slot in one if slot.hex == places[unit]]
        supports = package.order.supports
        backing = backing_of(picture, target, supports) if supports else UNBACKED
        parties = Parties(picture, target, slots, plan, (backing,))
        parties.try_out(chosen)
        if len(chosen) != len(units) or parties.best is None:
            return package
        parties.rearrange()
        alone = parties.best
        parties.lead()
        return parties.best if parties.value >= alone.value + LEADER_PAYS else alone
