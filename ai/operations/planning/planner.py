"""The planner: from a picture to a plan. Its memory from turn to turn is in `PlanMemory`.

Order of work: belief, analysis, stakes, outline, tasks, assignment, rest, reserve.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import Belief, updated
from ai.operations.analysis.ground import regions_of
from ai.operations.analysis.outlook import needs_rest
from ai.operations.judgement.planning import BOLD_RESERVE, PATIENT_REST, RESERVE_UNTIL, REST_UNTIL, Planning, planning
from ai.operations.outlines.goals import Goal, stressed
from ai.operations.outlines.missions import Assigned
from ai.operations.outlines.plan import Plan
from ai.operations.outlines.stakes import (
    IGNORE,
    LATER,
    Outline,
    Stake,
    chosen_outline,
    drawn,
    outlines,
    stakes_of,
)
from ai.operations.outlines.tasks import (
    ASSAULT,
    DEFEND,
    FORCED,
    GUARD,
    LINE,
    SCREEN,
    WITHDRAW,
    Task,
)
from ai.operations.picture.goals import stakes_at
from ai.operations.picture.picture import Picture
from ai.operations.planning.assignment import Shares, assign
from ai.operations.planning.estimate import Estimate, walk_in_chance
from ai.operations.planning.exploitation import clearing_tasks, is_beaten
from ai.operations.planning.garrisons import with_garrisons
from ai.operations.planning.line import (
    Front,
    front_of,
    intruder_tasks,
    limits_of,
    line_share,
    line_tasks,
    patience,
    rallies,
)
from ai.operations.planning.missions import missions_of
from ai.operations.planning.tasks import (
    closing_hexes,
    corridor_tasks,
    counter_tasks,
    pocket_tasks,
    relief_tasks,
    supply_tasks,
)
from ai.operations.planning.withdrawal import withdrawal_tasks
from ai.shell.levels import Personality
from wab.hexes.cuts import Regions
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.reconstitution import in_contact


@dataclass(slots=True)
class PlanMemory:
    """A planner's memory from one decision to the next; nothing but facts from views."""

    board: Board | None = None
    belief: Belief | None = None
    regions: Regions | None = None
    outline: Outline | None = None
    plan: Plan | None = None
    moment: tuple[int, int] = (0, 0)
    basis: object = None
    duties: dict[int, int] = field(default_factory=dict)
    resting: dict[int, int] = field(default_factory=dict)
    assaulted: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def copy(self) -> PlanMemory:
        """A copy that does not change with the planner, nor the planner with it."""
        return replace(self, duties=dict(self.duties), resting=dict(self.resting), assaulted=dict(self.assaulted))

    def failures(self, turn: int) -> dict[int, int]:
        """By hex, the number of earlier turns in which it was assaulted."""
        return {hex_: sum(then < turn for then in turns) for hex_, turns in sorted(self.assaulted.items())}

    def note_assaults(self, picture: Picture) -> None:
        """Remember the hexes that this side has attacked this turn; forget hexes that it has won."""
        turn = picture.position.turn
        for hex_ in picture.position.attacked_hexes.get(picture.side, ()):
            turns = self.assaulted.get(hex_, ())
            if turn not in turns:
                self.assaulted[hex_] = (*turns, turn)
        won = [hex_ for hex_ in self.assaulted if picture.position.controls(picture.side, hex_)]
        for hex_ in won:
            del self.assaulted[hex_]


def make_plan(
    picture: Picture,
    memory: PlanMemory,
    personality: Personality,
    emphasis: Mapping[int, float] | None = None,
    *,
    withdraws: bool = True,
    alone: bool = False,
) -> Plan:
    """A plan for this impulse, made from what is known and remembered.

    `emphasis`: factors on the worth of goals, by hex. `withdraws`: groups that could be cut off fall back in time.
    `alone`: other troops of the side do not come when they are needed, so that dear goals are garrisoned earlier.
    """
    if memory.board is not picture.board:
        _begin(memory, picture)
    memory.note_assaults(picture)
    numbers = planning()
    memory.belief = updated(memory.belief, picture)
    analysis = Analysis(picture, memory.belief, memory.regions)
    estimate = Estimate(analysis, numbers)
    goals = stressed(stakes_at(picture, numbers.horizon), emphasis or {})
    stakes = stakes_of(estimate, goals, memory.failures(picture.position.turn))
    outline = _outline(picture, memory, stakes, numbers)
    front = front_of(estimate, goals)
    before = _withdrawing(memory.plan)
    tasks = (
        *_tasks(estimate, stakes, outline, personality, front),
        *_ways_back(estimate, stakes, front, withdraws, before),
    )
    if front is not None:
        tasks = (*tasks, *_besides(tasks, (*line_tasks(estimate, front), *intruder_tasks(estimate, front))))
        tasks = (*tasks, *_besides(tasks, clearing_tasks(estimate)))
    resting = _resting(picture, memory, numbers, personality)
    pursuit = front is not None and is_beaten(estimate)
    shares = Shares(line_share(estimate) if front else 0.0, reserve_share(estimate, personality), pursuit)
    assigned = assign(estimate, tasks, memory.duties, shares)
    assigned = with_garrisons(estimate, tasks, assigned, alone=alone)
    posts = assigned.on(tasks, LINE, GUARD)
    limits: dict[int, frozenset[int]] = {}
    if front is not None:
        posts = {unit: hex_ for unit, hex_ in posts.items() if unit not in assigned.reserve}
        limits = _kept_in_hand(picture, front, assigned, posts)
    missions = missions_of(estimate, tasks, assigned, stakes, outline)
    memory.plan = Plan(
        goals=_goals(goals, tasks),
        duties=assigned.duties,
        missions=missions,
        resting=frozenset(resting),
        reserve=frozenset(assigned.reserve),
        limits=limits,
        posts=posts,
        patience=patience(estimate) if front is not None else 0.0,
        closing=closing_hexes(tasks),
        walk_ins={stake.goal.hex: walk_in_chance(estimate, stake.goal) for stake in stakes if stake.goal.held},
    )
    _remember(picture, memory, outline, resting)
    return memory.plan


def _kept_in_hand(
    picture: Picture, front: Front, assigned: Assigned, posts: Mapping[int, int]
) -> dict[int, frozenset[int]]:
    """Return where units may go; the reserve gets its waiting places as duties."""
    waiting = rallies(picture, front, assigned.reserve)
    assigned.duties.update(waiting)
    return limits_of(picture, front, posts, {unit: duty.goal.hex for unit, duty in waiting.items()})


def current_plan(
    picture: Picture,
    memory: PlanMemory,
    personality: Personality,
    emphasis: Mapping[int, float] | None = None,
    *,
    withdraws: bool = True,
    alone: bool = False,
) -> Plan:
    """The plan of this impulse, made at its first decision and again when a goal has changed hands. See `make_plan`.

    Units are loyal to their duties, so that most of a plan stays.
    """
    moment = picture.position.turn, picture.position.impulse
    plan = memory.plan
    is_old = memory.board is not picture.board or memory.moment != moment
    if plan is None or is_old or memory.basis != _basis(picture):
        return make_plan(picture, memory, personality, emphasis, withdraws=withdraws, alone=alone)
    return plan


def _basis(picture: Picture) -> object:
    """Return what a plan depends on within an impulse: which side holds what."""
    return tuple((goal.hex, goal.held) for goal in stakes_at(picture))


def _begin(memory: PlanMemory, picture: Picture) -> None:
    fresh = PlanMemory(picture.board)
    for name in PlanMemory.__slots__:
        setattr(memory, name, getattr(fresh, name))
    memory.regions = regions_of(picture.board)


def _remember(picture: Picture, memory: PlanMemory, outline: Outline, resting: Sequence[int]) -> None:
    plan = memory.plan
    if plan is None:
        return
    moment = picture.position.turn, picture.position.impulse
    memory.moment = moment
    memory.basis = _basis(picture)
    memory.outline = outline
    memory.duties = {unit: duty.goal.hex for unit, duty in sorted(plan.duties.items())}
    memory.resting = dict.fromkeys(resting, picture.position.turn)


def _outline(picture: Picture, memory: PlanMemory, stakes: Sequence[Stake], numbers: Planning) -> Outline:
    found = outlines(stakes, numbers)
    return chosen_outline(found, memory.outline, numbers, picture.chance.below(len(found)))


def _goals(goals: Sequence[Goal], tasks: Sequence[Task]) -> tuple[Goal, ...]:
    """The goals for tactics: every hex that scores, with the tasks next to them."""
    chosen = {goal.hex: goal for goal in goals}
    for task in tasks:
        if task.goal.hex in chosen and task.kind in (ASSAULT, DEFEND):
            chosen[task.goal.hex] = task.goal
        elif task.kind not in (*FORCED, LINE):
            chosen.setdefault(task.goal.hex, task.goal)
    return tuple(sorted(chosen.values(), key=lambda goal: (-goal.worth, goal.hex)))


# ------------------------------------------------------------------------------------------------- tasks


def _tasks(
    estimate: Estimate,
    stakes: Sequence[Stake],
    outline: Outline,
    personality: Personality,
    front: Front | None,
) -> tuple[Task, ...]:
    """All tasks about goals, supply, pockets and units that are cut off."""
    picture, numbers = estimate.picture, estimate.numbers

    def is_covered(stake: Stake) -> bool:
        return stake.posture == LATER or (front is not None and stake.goal.held and front.covers(stake.goal.hex))

    tasks = [
        Task(
            DEFEND if stake.goal.held else ASSAULT,
            drawn(stake, outline, numbers, personality.concentration),
            0.0 if is_covered(stake) else stake.need,
            picture.weights.first if stake.goal.held else 0.0,
            claims=stake.posture != IGNORE,
        )
        for stake in stakes
    ]
    more = (
        *supply_tasks(estimate),
        *corridor_tasks(estimate),
        *pocket_tasks(estimate),
        *counter_tasks(estimate, stakes),
    )
    tasks += _besides(tasks, more)
    return (*tasks, *relief_tasks(estimate))


def _ways_back(
    estimate: Estimate, stakes: Sequence[Stake], front: Front | None, withdraws: bool, before: Mapping[int, int]
) -> list[Task]:
    """Units that fall back, and units that screen them. `before`: by unit already on its way back, its goal."""
    if not withdraws or (front is not None and is_beaten(estimate)):
        return []  # no unit falls back before a beaten enemy
    goals = tuple(stake.goal for stake in stakes)
    if front is None:
        return list(withdrawal_tasks(estimate, goals, before))
    tasks = withdrawal_tasks(estimate, goals, {})
    return [task for task in tasks if task.kind != SCREEN]  # the line is screen enough


def _withdrawing(plan: Plan | None) -> dict[int, int]:
    """By unit the hex to which it was falling back under the plan before."""
    missions = plan.missions if plan is not None else ()
    return {unit: mission.goal.hex for mission in missions if mission.task == WITHDRAW for unit in mission.units}


def _besides(tasks: Sequence[Task], more: Iterable[Task]) -> list[Task]:
    """The tasks among some more at a hex without a task so far."""
    taken = {task.goal.hex for task in tasks}
    fresh: list[Task] = []
    for task in more:
        if task.goal.hex not in taken:
            taken.add(task.goal.hex)
            fresh.append(task)
    return fresh


# ------------------------------------------------------------------------------------------------- rest and reserve


def reserve_share(estimate: Estimate, personality: Personality) -> float:
    """The share of the strength that is kept back: none in small forces and near the end."""
    numbers = estimate.numbers
    if int(estimate.own.fighters.sum()) < numbers.reserve_from or estimate.picture.turns_left <= RESERVE_UNTIL:
        return 0.0
    return numbers.reserve * (1.0 - BOLD_RESERVE * personality.boldness)


def _resting(picture: Picture, memory: PlanMemory, numbers: Planning, personality: Personality) -> tuple[int, ...]:
    """Units that gain more by a turn out of action than they would do in it, ascending."""
    if picture.turns_left < REST_UNTIL:
        return ()
    margin = round(numbers.rest_margin + PATIENT_REST * personality.patience)
    found = [
        unit.id
        for unit in picture.own
        if picture.is_fighter(unit)
        and unit.supplied
        and not unit.activated
        and (needs_rest(picture, unit, margin) or _rebuilds(picture, unit, numbers))
    ]
    return tuple(found)


def _rebuilds(picture: Picture, unit: Unit, numbers: Planning) -> bool:
    """Tell whether a unit that rebuilds by itself does so where it stands when it rests."""
    rules = picture.board.rules
    profile = picture.profile(unit)
    if not (rules.reconstitution_allied and profile.rebuild == "automatic"):
        return False
    return unit.hp < numbers.rebuild_below * profile.hp and not in_contact(picture.position, unit)
