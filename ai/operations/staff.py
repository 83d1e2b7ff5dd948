"""The staff: the player behind `easy`, `normal` and `hard`. It plans, chooses orders one by one, and never stalls.

Every layer may fail: what went wrong is kept in `incidents`, and a simpler one, in the end the greedy player, completes
the impulse. What the staff knows is its view; what it draws by chance follows from seed, side and moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import msgspec

from ai.agents import Advice, Reason
from ai.operations import reasons
from ai.operations.choice import Choice
from ai.operations.goals import goals_of
from ai.operations.greedy import Greedy
from ai.operations.levels import Level, Personality, personality_named
from ai.operations.openings import Opening, opening_for
from ai.operations.picture import Picture
from ai.operations.plan import Mission, Plan, plan_from_greedy
from ai.operations.planner import PlanMemory, current_plan
from ai.operations.staffwork import staff_paper
from ai.operations.tactics.foresight import Foresight
from ai.operations.tactics.rehearsal import Course, Rehearsal
from ai.operations.tactics.search import Search, Verdict, courses_of
from ai.operations.tactics.tactician import Manner, Ranks, Tactician
from ai.operations.tactics.watch import FEW, Lore
from ai.operations.temper import STAFF, Temper
from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.text import Text
from wab.engine.view import View
from wab.systems.operations.orders import Advance, Attack, Move, Pass
from wab.systems.operations.view import OperationsView

T = TypeVar("T")
SEEDS = 1 << 40
NEAR, LINES = 12, 8
"""Advice is about goals within so many hexes, and so many lines long at most: what a commander can do this week."""
FEWEST = 16
"""With fewer rehearsals than that nothing can be told, and with shorter ones too little: then there are none.

Nor are there any where enemies are hidden: by games (11 pairs, 3 won) guesses at where they stand mislead.
"""


class Incident(msgspec.Struct, frozen=True):
    """A layer that failed, and how: for the log of the player, not for the game."""

    turn: int
    impulse: int
    layer: str
    error: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What a decision left out because of the enemy's reply: attacks, by place, and moves, by the name of the unit."""

    attacks: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


class Staff:
    """The planning player. `reason` says why it gave the last order, `incidents` what went wrong so far.

    `cancelled` is asked every few milliseconds of thought: once it says yes, the best of what has been thought so far
    is done, in the end a pass. With `hurried` there is no search. `progress` is told the share of the search at the
    start of an impulse that is done, 0 to 1.
    `verdict` is what the search found in this impulse, `plan` what the staff means to do.
    """

    def __init__(self, seed: int, level: Level, personality: Personality | None = None) -> None:
        self.seed = seed
        self.level = level
        self.personality = personality or personality_named("balanced")
        self.reason: Reason | None = None
        self.incidents: list[Incident] = []
        self.cancelled: Callable[[], bool] = _never
        self.hurried = False
        self.progress: Callable[[float], None] | None = None
        self.verdict: Verdict | None = None
        self.plan: Plan | None = None
        self.plans = PlanMemory()
        self._weights = weights_of(self.personality, interdicts=level.interdicts)
        self._greedy = Greedy(seed)
        self._memory: Lore | None = None
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
        for layer, choices in (("tactics", self._led), ("greedy", self._simply)):
            try:
                return self._first_legal(view, choices(view))
            except Exception as error:  # whatever it is, a simpler layer completes the impulse
                self._note(view, layer, error)
        return self._done(view)

    def advise(self, view: View) -> tuple[Advice, ...]:
        """What the staff would do in somebody's place, mission by mission, the main effort first; no order is given."""
        if not isinstance(view, OperationsView):
            raise UsageError("The staff of operations was given a view of another system.")
        picture = self._picture(view)
        lines = staff_paper(picture, self._staff_plan(picture))
        near = [line for line in lines if picture.grid.distance(line.start, line.goal) <= NEAR]
        paper = sorted(near, key=lambda line: not line.main)[:LINES]
        return tuple(Advice(line.text, line.units, line.start, line.goal, line.main) for line in paper)

    def _first_legal(self, view: OperationsView, choices: Iterator[Choice]) -> Order:
        for choice in choices:
            if view.why_not(choice.order) is None:
                self.reason = self._explained(choice)
                return choice.order
        return self._done(view)

    def _done(self, view: OperationsView) -> Order:
        self.reason = Reason(Text("Nothing left that is worth doing"))
        return Advance(()) if view.phase == "advance" else Pass()

    def _explained(self, choice: Choice) -> Reason:
        """The reason with the mission that it serves, and the courses that were rejected."""
        mission = self._mission_of(choice)
        helps = mission is not None and not set(mission.units) & set(_units_of(choice.order))
        rejected = self.verdict.others if self.verdict is not None else ()
        return msgspec.structs.replace(
            choice.reason,
            mission=mission.text if mission is not None else None,
            helps=helps,
            spared=mission is not None and not helps and self._is_spared(mission, choice),
            course=self._course.name,
            rejected=tuple(entry for entry in rejected if entry[0] != self._course.name),
        )

    def _mission_of(self, choice: Choice) -> Mission | None:
        """The mission whose goal an order strikes or leads up to, else that of the first unit it names that has one."""
        plan, order = self.plan, choice.order
        if plan is None:
            return None
        target: int | None = getattr(order, "target", choice.target)
        struck = (mission for mission in plan.missions if mission.goal.hex == target and not mission.goal.held)
        own = (mission for unit in _units_of(order) if (mission := plan.mission_of(unit)) is not None)
        return next(struck, None) or next(own, None)

    def _is_spared(self, mission: Mission, choice: Choice) -> bool:
        """Tell whether an attack, or a move up for one, takes units off their mission: it lies elsewhere."""
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
        """The same choices as far as the enemy's reply speaks for them, and at last what had better be done.

        A unit whose move is objected to stays where it is: with the next best one of each `hard` scored 5 % less of 130
        games against `normal` (± 3, same seeds).
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
                self._undone.moves.append(picture.position.roster[choice.order.units[0]].short)
        if precaution := self._foreseen(view, partial(foresight.precaution, picture, plan, self._tactician.kept), None):
            yield precaution
        yield Choice(Pass(), reasons.nothing_left(self._undone.attacks, self._undone.moves), 0.0)

    def _reordered(self, picture: Picture, plan: Plan, ranks: Ranks) -> Ranks:
        if not self._looks_ahead(picture):
            return ranks
        bearable = self._foreseen(picture.view, partial(self._foresight.reordered, picture, plan, ranks), ranks)
        kept = {assault.target for _, assault in bearable}
        left_out = (assault.target for _, assault in ranks if assault.target not in kept)
        self._undone.attacks[:] = [reasons.name_of(picture, target) for target in left_out]
        return bearable

    def _looks_ahead(self, picture: Picture) -> bool:
        """Tell whether it asks for the enemy's reply: not in a hurry, nor where it rehearses and has to be predictable.

        By games of the five scenarios without fog, no rehearsals: 50 % of 200 against `normal`, 43 % of 215 with it.
        """
        return self.level.foresight and not self.hurried and self._rehearsals(picture) < FEWEST

    def _rehearsals(self, picture: Picture) -> int:
        """So many courses it could rehearse in this impulse: none where enemies are hidden, few in large battles."""
        if picture.board.scenario.rules.fog:
            return 0
        units = max(1, len(picture.position.units))
        return min(self.level.evaluations, self.level.effort // (units * self._impulses(picture)))

    def _impulses(self, picture: Picture) -> int:
        """So many impulses of either side a rehearsal looks ahead."""
        return max(1, min(self.level.horizon, _impulses_left(picture)))

    def _foreseen(self, view: OperationsView, look: Callable[[], T], without: T) -> T:
        """What a look ahead says; what is done without one if it fails."""
        try:
            return look()
        except Exception as error:
            self._note(view, "foresight", error)
            return without

    def _simply(self, view: OperationsView) -> Iterator[Choice]:
        """The order that the greedy player would give."""
        order = self._greedy.decide(view)
        yield Choice(order, self._greedy.reason or reasons.nothing_left())

    def _planned(self, picture: Picture) -> Plan:
        """The plan of the course chosen: the planner's, or one made on the spot, kept as long as little changes."""
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
        try:
            withdraws, alone = not self._looks_ahead(picture), self._leads_a_part(picture)
            return current_plan(
                picture, self.plans, self.personality, self._course.emphasis, withdraws=withdraws, alone=alone
            )
        except Exception as error:
            self._note(picture.view, "plan", error)
            return plan_from_greedy(picture)

    def _leads_a_part(self, picture: Picture) -> bool:
        """Tell whether others of the side are led by somebody else."""
        return False

    def _picture(self, view: OperationsView) -> Picture:
        if self._memory is None or self._memory.board is not view.board:
            self._memory = Lore(view.board, self._weights.threat_share)
        moment = f"staff/{view.side}/{view.turn}/{view.position.impulse}/{self._decisions}"
        return Picture(view, self._memory, self._course.weights, Chance(self.seed, moment))

    # ---- an impulse

    def _prepare(self, view: OperationsView) -> None:
        """At the start of an impulse: choose a course, by rehearsals as far as the level thinks ahead."""
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
            if self._rehearsals(picture) >= FEWEST and not self.hurried:
                self.verdict = self._search(picture, usual)
                usual = self.verdict.course
        except Exception as error:  # the usual course does without
            self._note(view, "search", error)
        finally:
            self._begin_impulse(usual)

    def _opening(self, view: OperationsView) -> Opening | None:
        """The opening that is followed in this battle: the same in every impulse."""
        if not self.level.openings:
            return None
        return opening_for(view.board.scenario_id, view.side, Chance(self.seed, f"staff/{view.side}/opening"))

    def _begin_impulse(self, course: Course) -> None:
        self._course = course
        manner = replace(course.manner, lapses=self.level.lapses, raids=self.level.raids)
        self._tactician = Tactician(manner, self._go_on, self._reordered if self.level.foresight else None)

    def _search(self, picture: Picture, usual: Course) -> Verdict:
        view, level = picture.view, self.level
        moment = f"staff/{view.side}/{view.turn}/{view.position.impulse}/search"
        rehearsal = Rehearsal(view, Chance(self.seed, moment).below(SEEDS), level.worlds, self._go_on)
        search = Search(rehearsal, level.worlds, self._impulses(picture), self._tell)
        return search.best(courses_of(usual, goals_of(picture)), self._rehearsals(picture))

    def _go_on(self) -> bool:
        return not self.cancelled()

    def _tell(self, share: float) -> None:
        if self.progress is not None:
            self.progress(share)

    def _note(self, view: OperationsView, layer: str, error: Exception) -> None:
        text = f"{type(error).__name__}: {error}"
        self.incidents.append(Incident(view.turn, view.position.impulse, layer, text))


def _impulses_left(picture: Picture) -> int:
    """Impulses of both sides to the end of the game, this one among them."""
    a_turn = 2 * picture.board.scenario.impulses
    return picture.turns_left * a_turn - 2 * (picture.position.impulse - 1)


def _never() -> bool:
    return False


def _units_of(order: Order) -> tuple[int, ...]:
    units: tuple[int, ...] = getattr(order, "units", ())
    unit: int | None = getattr(order, "unit", None)
    return units if unit is None else (unit,)


def weights_of(personality: Personality, *, interdicts: bool = True) -> Temper:
    """What a commander of this character holds dear; who does not interdict does not see what supply is worth."""
    bold = personality.aggression
    return replace(
        STAFF,
        risk=STAFF.risk * (1.0 - 0.3 * bold),
        fear=min(1.0, STAFF.fear * (1.0 - 0.3 * bold)),
        attack_from=max(0.1, STAFF.attack_from * (1.0 - 0.7 * bold)),
        rest=STAFF.rest * (1.0 + 0.5 * personality.patience),
        interdiction=STAFF.interdiction if interdicts else 0.0,
    )
