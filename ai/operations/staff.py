"""The staff: the player behind `easy`, `normal` and `hard`. It plans, chooses orders one by one, and never stalls.

Every layer may fail: the fault is kept in `incidents`, and a simpler layer, in the end the greedy player, completes the
impulse. The staff knows its view alone. Its random choices follow from seed, side and moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import msgspec

from ai.operations import names, reasons
from ai.operations.greedy.player import Greedy
from ai.operations.impulse.conductor import Conductor
from ai.operations.judgement.levels import Level, level_named, personality_named
from ai.operations.judgement.lookahead import FEWEST_REHEARSALS
from ai.operations.judgement.staff_weights import (
    ADVICE_LINES,
    ADVICE_WITHIN,
    AGGRESSIVE_ATTACK,
    AGGRESSIVE_RISK,
    LEAST_ATTACK_FROM,
    PATIENT_REST,
    STAFF,
    StaffWeights,
)
from ai.operations.lookahead.courses import Search, Verdict, courses_of
from ai.operations.lookahead.foresight import Foresight
from ai.operations.lookahead.rehearsal import Course, Rehearsal
from ai.operations.openings import Opening, opening_for
from ai.operations.outlines.plan import Mission, Plan
from ai.operations.picture.goals import goals_of
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.planning.planner import PlanMemory, current_plan
from ai.operations.planning.staffwork import BEHIND, staff_paper
from ai.operations.tactics.tactician import Manner, Ranks, Tactician
from ai.operations.tactics.watch import FEW, StaffMemory
from ai.shell.choice import Choice
from ai.shell.layers import guarded
from ai.shell.levels import Personality
from ai.shell.reasons import Advice, Reason
from ai.shell.thinking import SEEDS, Thinker
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Undone:
    """Orders left out because of the enemy's reply: attacks by the name of the place, moves by the name of the unit."""

    attacks: list[Text] = field(default_factory=list)
    moves: list[Text] = field(default_factory=list)


def make(name: str, seed: int) -> Staff:
    """The staff at the level of that name."""
    return Staff(seed, level_named(name))


class Staff(Thinker):
    """The planning player. Once `cancelled` says yes it plays the best order that it has, in the end a pass.

    `hurried`: there is no search. `verdict`: the result of the search in this impulse. `plan`: the plan of the staff.
    """

    def __init__(self, seed: int, level: Level, personality: Personality | None = None) -> None:
        super().__init__(seed)
        self.level = level
        self.personality = personality or personality_named("balanced")
        self.hurried = False
        self.verdict: Verdict | None = None
        self.plan: Plan | None = None
        self.plans = PlanMemory()
        self._weights = weights_of(self.personality, interdicts=level.interdicts)
        if level.impulses:
            self._weights = replace(self._weights, activation=0.0)  # the choice of an impulse prices points itself
        self._greedy = Greedy(seed)
        self._memory: StaffMemory | None = None
        self._asked: Staff | None = None
        self._moment = (0, 0)
        self._decisions = 0
        self._foresight = Foresight(self._go_on)
        self._undone = Undone()
        self._basis: object = None
        self._usual = Course("usual", Manner(), self._weights)
        self._begin_impulse(self._usual)

    # ---- an order

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, OperationsView):
            raise UsageError("The staff of operations was given a view of another system.")
        self._undone = Undone()
        layers = (("tactics", self._led), ("greedy", self._simply))
        return guarded(
            self._noting_at(view),
            [(name, partial(self._first_of, view, choices)) for name, choices in layers],
            partial(self._done, view),
        )

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what the staff would do in a person's place, mission by mission, first the main effort, last
        reserves.
        """
        if not isinstance(view, OperationsView):
            raise UsageError("The staff of operations was given a view of another system.")
        aside = self._aside()
        picture = aside._picture(view)
        lines = staff_paper(picture, aside._staff_plan(picture))
        near = [line for line in lines if picture.grid.distance(line.start, line.goal) <= ADVICE_WITHIN]
        paper = sorted(near, key=lambda line: (not line.main, line.kind in BEHIND))[:ADVICE_LINES]
        return tuple(Advice(line.text, line.units, line.start, line.goal, line.main, line.notes) for line in paper)

    def _aside(self) -> Staff:
        """A copy of this staff, to be asked: its thoughts and its memory change no later order.

        It goes on from the last question, or from decisions made since.
        """
        before, aside = self._asked, copy(self)
        is_later = before is not None and before.plans.moment > self.plans.moment
        aside.plans = (before if before is not None and is_later else self).plans.copy()
        aside._memory, aside._asked = before._memory if before is not None else None, None
        self._asked = aside
        return aside

    def _first_of(self, view: OperationsView, choices: Callable[[OperationsView], Iterator[Choice]]) -> Order:
        return self._first_legal(view, choices(view))

    def _first_legal(self, view: OperationsView, choices: Iterator[Choice]) -> Order:
        for choice in choices:
            if view.why_not(choice.order) is None:
                self.reason = self._explained(choice)
                return choice.order
        return self._done(view)

    def _done(self, view: OperationsView) -> Order:
        self.reason = reasons.NOTHING_LEFT
        return Advance(()) if view.phase == "advance" else Pass()

    def _explained(self, choice: Choice) -> Reason:
        """The reason with the mission that it serves, and the courses that were rejected."""
        mission = self._mission_of(choice)
        helps = mission is not None and not set(mission.units) & set(_units_of(choice.order))
        rejected: tuple[tuple[str | Text, float], ...] = self.verdict.others if self.verdict is not None else ()
        course = self._course.name
        if isinstance(self._tactician, Conductor) and (other := self._tactician.rejected):
            course, rejected = "", (other,)
        return msgspec.structs.replace(
            choice.reason,
            mission=mission.text if mission is not None else None,
            helps=helps,
            spared=mission is not None and not helps and self._is_spared(mission, choice),
            course=course,
            rejected=tuple(entry for entry in rejected if entry[0] != course),
        )

    def _mission_of(self, choice: Choice) -> Mission | None:
        """The mission whose goal an order attacks or prepares to attack, or the mission of the first unit that
        has one.
        """
        plan, order = self.plan, choice.order
        if plan is None:
            return None
        target: int | None = getattr(order, "target", choice.target)
        struck = (mission for mission in plan.missions if mission.goal.hex == target and not mission.goal.held)
        own = (mission for unit in _units_of(order) if (mission := plan.mission_of(unit)) is not None)
        return next(struck, None) or next(own, None)

    def _is_spared(self, mission: Mission, choice: Choice) -> bool:
        """Tell whether an attack, or a move up to attack, lies away from the mission of its units."""
        order, struck = choice.order, getattr(choice.order, "target", choice.target)
        if self.plan is None or self._memory is None or struck is None or not isinstance(order, Attack | Move):
            return False
        start = order.main if isinstance(order, Attack) else order.path[0]
        return self.plan.spares(self._memory.board.grid, mission, order.units, start, struck)

    # ---- the layers

    def _led(self, view: OperationsView) -> Iterator[Choice]:
        """The orders of the tactician along the plan."""
        self._prepare(view)
        picture = self._picture(view)
        self.plan = self._planned(picture)
        if self._looks_ahead(picture):
            yield from self._looking_ahead(picture, self.plan)
        else:
            yield from self._tactician.choices(picture, self.plan)

    def _looking_ahead(self, picture: Picture, plan: Plan) -> Iterator[Choice]:
        """The same choices as far as the enemy's reply allows, and at last precautions.

        A unit stays where it is when there is an objection to its move.
        """
        foresight, view = self._foresight, picture.view
        if view.phase == "advance":
            for usual in self._tactician.choices(picture, plan):
                yield self._foreseen(view, partial(foresight.advance, picture, plan, usual), usual)
            return
        for choice in self._tactician.choices(picture, plan):
            unwise = partial(foresight.objects_to, picture, choice)
            if self._tactician.is_attacking or not self._foreseen(view, unwise, False):
                yield choice
            elif isinstance(choice.order, Move):
                self._undone.moves.append(picture.position.roster[choice.order.units[0]].noun)
        if precaution := self._foreseen(view, partial(foresight.precaution, picture, plan, self._tactician.kept), None):
            yield precaution
        yield Choice(Pass(), reasons.nothing_left(self._undone.attacks, self._undone.moves), 0.0)

    def _reordered(self, picture: Picture, plan: Plan, ranks: Ranks) -> Ranks:
        if not self._looks_ahead(picture):
            return ranks
        bearable = self._foreseen(picture.view, partial(self._foresight.reordered, picture, plan, ranks), ranks)
        kept = {assault.target for _, assault in bearable}
        left_out = (assault.target for _, assault in ranks if assault.target not in kept)
        self._undone.attacks[:] = [names.place(picture, target) for target in left_out]
        return bearable

    def _looks_ahead(self, picture: Picture) -> bool:
        """Tell whether it looks at the enemy's reply: not in a hurry, nor where it rehearses."""
        return self.level.foresight and not self.hurried and self._rehearsals(picture) < FEWEST_REHEARSALS

    def _rehearsals(self, picture: Picture) -> int:
        """The courses that it could rehearse in this impulse: none where enemies are hidden, few in large battles."""
        if picture.board.rules.fog:
            return 0
        units = max(1, len(picture.position.units))
        return min(self.level.evaluations, self.level.effort // (units * self._impulses(picture)))

    def _impulses(self, picture: Picture) -> int:
        """The number of impulses of either side that a rehearsal looks ahead."""
        return max(1, min(self.level.horizon, _impulses_left(picture)))

    def _foreseen(self, view: OperationsView, look: Callable[[], T], without: T) -> T:
        """The result of a look ahead; `without` if it fails."""
        return guarded(self._noting_at(view), [("foresight", look)], lambda: without)

    def _simply(self, view: OperationsView) -> Iterator[Choice]:
        """The order that the greedy player would give."""
        order = self._greedy.decide(view)
        yield Choice(order, self._greedy.reason or reasons.nothing_left())

    def _planned(self, picture: Picture) -> Plan:
        """The plan of the chosen course: the planner's, or one made on the spot and kept as long as little changes."""
        if self._course.plan is not None:
            return self._staff_plan(picture)
        few = len(picture.position.units) <= FEW
        attacks = len(picture.position.attacked_hexes.get(picture.side, ()))
        basis = self._moment, self._decisions if few else attacks
        if self.plan is None or basis != self._basis:
            self._basis, self.plan = basis, self._course.plan_for(picture)
        return self.plan

    def _staff_plan(self, picture: Picture) -> Plan:
        """The planner's plan; the greedy player's where it fails."""
        return guarded(
            self._noting_at(picture.view),
            [("plan", partial(self._planners_plan, picture))],
            partial(plan_from_greedy, picture),
        )

    def _planners_plan(self, picture: Picture) -> Plan:
        withdraws, alone = not self._looks_ahead(picture), self._leads_a_part(picture)
        return current_plan(
            picture, self.plans, self.personality, self._course.emphasis, withdraws=withdraws, alone=alone
        )

    def _leads_a_part(self, picture: Picture) -> bool:
        """Tell whether other units of the side have another leader."""
        return False

    def _picture(self, view: OperationsView) -> Picture:
        if self._memory is None or self._memory.board is not view.board:
            self._memory = StaffMemory(view.board, self._weights.threat_share)
        moment = f"staff/{view.side}/{view.turn}/{view.position.impulse}/{self._decisions}"
        return Picture(view, self._memory, self._course.weights, Chance(self.seed, moment))

    # ---- an impulse

    def _prepare(self, view: OperationsView) -> None:
        """Choose a course at the start of an impulse, by rehearsals as far as the level allows."""
        self._decisions += 1
        if self._moment == (view.turn, view.position.impulse):
            return
        self._moment, self._decisions = (view.turn, view.position.impulse), 1
        self.verdict, self.plan = None, None
        usual = self._usual
        try:
            opening = self._opening(view)
            if opening is not None:
                usual = opening.led(usual, view.board.grid)
            self._begin_impulse(usual)
            picture = self._picture(view)
            if self.level.plans and (opening is None or opening.staff):
                usual = replace(usual, plan=self._staff_plan(picture))
            if self._rehearsals(picture) >= FEWEST_REHEARSALS and not self.hurried:
                self.verdict = self._search(picture, usual)
                usual = self.verdict.course
        except Exception as error:  # the usual course needs no search
            self._noting_at(view)("search", error)
        finally:
            self._begin_impulse(usual)

    def _opening(self, view: OperationsView) -> Opening | None:
        """The opening of this battle, the same in every impulse."""
        if not self.level.openings:
            return None
        return opening_for(view.board.scenario_id, view.side, Chance(self.seed, f"staff/{view.side}/opening"))

    def _begin_impulse(self, course: Course) -> None:
        self._course = course
        self._tactician: Tactician
        manner = replace(course.manner, lapses=self.level.lapses, raids=self.level.raids)
        opinion = self._reordered if self.level.foresight else None
        if self.level.impulses:
            self._tactician = Conductor(self._noting("impulse"), manner, self._go_on, opinion, lambda: not self.hurried)
        else:
            self._tactician = Tactician(manner, self._go_on, opinion)

    def _search(self, picture: Picture, usual: Course) -> Verdict:
        view, level = picture.view, self.level
        moment = f"staff/{view.side}/{view.turn}/{view.position.impulse}/search"
        rehearsal = Rehearsal(view, Chance(self.seed, moment).below(SEEDS), level.worlds, self._go_on)
        search = Search(rehearsal, level.worlds, self._impulses(picture), self._tell)
        return search.best(courses_of(usual, goals_of(picture)), self._rehearsals(picture))

    def _noting_at(self, view: OperationsView) -> Callable[[str, Exception], None]:
        return self._noting(f"turn {view.turn}, impulse {view.position.impulse}")


def _impulses_left(picture: Picture) -> int:
    """Impulses of both sides to the end of the game, this one among them."""
    a_turn = 2 * picture.board.impulses
    return picture.turns_left * a_turn - 2 * (picture.position.impulse - 1)


def _units_of(order: Order) -> tuple[int, ...]:
    units: tuple[int, ...] = getattr(order, "units", ())
    unit: int | None = getattr(order, "unit", None)
    return units if unit is None else (unit,)


def weights_of(personality: Personality, *, interdicts: bool = True) -> StaffWeights:
    """The prices of a commander of this character; without interdiction supply has no price."""
    bold = personality.aggression
    return replace(
        STAFF,
        risk=STAFF.risk * (1.0 - AGGRESSIVE_RISK * bold),
        fear=min(1.0, STAFF.fear * (1.0 - AGGRESSIVE_RISK * bold)),
        attack_from=max(LEAST_ATTACK_FROM, STAFF.attack_from * (1.0 - AGGRESSIVE_ATTACK * bold)),
        rest=STAFF.rest * (1.0 + PATIENT_REST * personality.patience),
        interdiction=STAFF.interdiction if interdicts else 0.0,
    )
