"""Every decision of the player: orders, the reasons against them, what comes of them, and ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Order, Refusal
from wab.engine.words.text import Text
from wab.field.packs import decisions
from wab.systems.omaha.combat import attack, barrage, fire_phase
from wab.systems.omaha.combat import german_arrivals as reinforcements
from wab.systems.omaha.movement import arrivals, infiltration, landing, moving
from wab.systems.omaha.sequence import engineers, flow, happenings, victory, works
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Task, Tie
from wab.systems.omaha.units import losses
from wab.systems.omaha.units.players import to_act

Procedure = Callable[[State, Task], Iterator[Event]]
Offer = Callable[[State, int | None], Iterator[Group]]
_SECTOR = Refusal(Text("The actions of that sector are not to begin now."), ("OMA-7.2-1",), code="sector")
_NO_SECTOR = Refusal(Text("Begin the actions of a sector first."), ("OMA-7.2-1",), code="no-sector")
_NOT_AMONG = Refusal(Text("That is not among the answers."), code="not-among")


def _step_to(state: State, task: Task) -> Iterator[Event]:
    yield ev.Settled()
    yield from moving.step_to(state, task.units, task.hexes[0])


TASKS: Mapping[str, Procedure] = {
    "land": landing.land,
    "drift": landing.drift,
    "mine": landing.mine,
    "beach": landing.beach,
    "sacrifice": losses.sacrifice,
    "infiltrate": infiltration.infiltrate,
    "go_on": infiltration.go_on,
    "walk": moving.walk,
    "step_to": _step_to,
    **fire_phase.TASKS,
    **attack.TASKS,
    **reinforcements.TASKS,
    **happenings.TASKS,
    **flow.TASKS,
}
"""The procedures of tasks, by name."""
TIES = (
    "leader_drift", "ranger_drift", "mine", "sacrifice", "go_on",
    *fire_phase.TIES, *attack.TIES, *reinforcements.TIES, *happenings.TIES, *flow.TIES,
)  # fmt: skip
"""The kinds of ties."""


def _done(state: State, order: od.Done) -> Iterator[Event]:
    """The engineers have finished, or a sector has; after the last one the phase is over."""
    if state.now.phase == "actions":
        yield ev.SectorBegan("")
        if flow.sectors_left(state):
            yield from flow.begin_only_sector(state)
            return
    yield from flow.next_phase(state, state.now.phase)


def _legal(state: State, order: Order) -> Refusal | None:
    return None


def _why_not_done(state: State, order: od.Done) -> Refusal | None:
    return None if state.now.acting else _NO_SECTOR


def _why_not_begin(state: State, order: od.BeginSector) -> Refusal | None:
    return _SECTOR if state.now.acting or order.sector not in flow.sectors_left(state) else None


def _begin(state: State, order: od.BeginSector) -> Iterator[Event]:
    yield ev.SectorBegan(order.sector)


def _offered_sectors(state: State, unit: int | None) -> Iterator[Group]:
    if unit is None:
        if state.now.acting:
            yield [od.Done()]
        else:
            yield [od.BeginSector(sector) for sector in flow.sectors_left(state)]


def _offered_end(state: State, unit: int | None) -> Iterator[Group]:
    if unit is None:
        yield [od.Done()]


def _offers(*offers: Offer) -> Callable[[State, int | None], Iterable[Group]]:
    def offered(state: State, unit: int | None) -> Iterator[Group]:
        for offer in offers:
            yield from (group for group in offer(state, unit) if len(group))

    return offered


def _goes_on(is_open: Callable[[State], bool]) -> Callable[[State], Iterator[Event] | None]:
    """The next phase follows where nothing is left to decide; a catastrophe ends the game (OMA-13.1-1)."""

    def by_itself(state: State) -> Iterator[Event] | None:
        if losses.is_catastrophe(state):
            return victory.catastrophe(state)
        return None if is_open(state) else flow.next_phase(state, state.now.phase)

    return by_itself


def _always(state: State) -> bool:
    return True


def _never(state: State) -> bool:
    return False


def _acting(answer: Answer[State]) -> Answer[State]:
    """Actions need a sector that has begun."""
    return Answer(
        lambda state, order: answer.why_not(state, order) if state.now.acting else _NO_SECTOR, answer.carry_out
    )


_ACTIONS: dict[type[Order], Answer[State]] = {
    od.Move: _acting(Answer(moving.why_not_move, moving.execute_move)),
    od.Climb: _acting(Answer(moving.why_not_climb, moving.execute_climb)),
    od.Recover: _acting(Answer(moving.why_not_recover, moving.execute_recover)),
    od.Attack: _acting(Answer(attack.why_not_attack, attack.execute_attack)),
    od.Barrage: _acting(Answer(barrage.why_not_barrage, barrage.execute_barrage)),
    od.NavalBarrage: _acting(Answer(barrage.why_not_naval, barrage.execute_naval)),
    od.LeaveMap: _acting(Answer(works.why_not_leave, works.execute_leave)),
    od.BeginSector: Answer(_why_not_begin, _begin),
    od.Done: Answer(_why_not_done, _done),
}


def _offered_actions(state: State, unit: int | None) -> Iterator[Group]:
    """The actions of the sector that is played."""
    if state.now.acting:
        for offer in (
            moving.offered_moves,
            moving.offered_climbs,
            works.offered_leaving,
            attack.offered_attacks,
            barrage.offered_barrages,
            barrage.offered_naval,
        ):
            yield from offer(state, unit)


PHASES: dict[str, Decision[State, Group]] = {
    **{phase: Decision(to_act, {}, _offers(), _goes_on(_never)) for phase in flow.CLOSED},
    "arrivals": Decision(
        to_act,
        {
            od.PlaceInBox: Answer(arrivals.why_not_place, arrivals.execute_place),
            od.Delay: Answer(arrivals.why_not_delay, arrivals.execute_delay),
        },
        _offers(arrivals.offered_arrivals),
        _goes_on(lambda state: bool(arrivals.due_now(state))),
    ),
    "engineers": Decision(
        to_act,
        {od.Clear: Answer(engineers.why_not_clear, engineers.execute_clear), od.Done: Answer(_legal, _done)},
        _offers(engineers.offered_clearings, _offered_end),
        _goes_on(engineers.can_clear),
    ),
    "works": Decision(
        to_act,
        {
            od.MakePost: Answer(works.why_not_make_post, works.execute_make_post),
            od.ExtendPost: Answer(works.why_not_extend_post, works.execute_extend_post),
            od.PlaceBase: Answer(works.why_not_place_base, works.execute_place_base),
            od.ExtendBase: Answer(works.why_not_extend_base, works.execute_extend_base),
            od.Garrison: Answer(works.why_not_garrison, works.execute_garrison),
            od.Done: Answer(_legal, _done),
        },
        _offers(works.offered_works, _offered_end),
        _goes_on(works.can_work),
    ),
    "actions": Decision(to_act, _ACTIONS, _offers(_offered_actions, _offered_sectors), _goes_on(_always)),
}
"""The phases of the turn (OMA-4-1)."""


# ---------------------------------------------------------------- tasks and ties


def _task_by_itself(state: State) -> Iterator[Event]:
    if losses.is_catastrophe(state):
        return victory.catastrophe(state)
    task = state.agenda[0]
    assert isinstance(task, Task)
    return TASKS[task.name](state, task)


def _why_not_choose(state: State, order: od.Choose) -> Refusal | None:
    tie = state.agenda[0]
    return None if isinstance(tie, Tie) and order.answer in tie.among else _NOT_AMONG


def _choose(state: State, order: od.Choose) -> Iterator[Event]:
    yield ev.Chosen(order.answer)


def _offered_choices(state: State, unit: int | None) -> Iterator[Group]:
    tie = state.agenda[0]
    if unit is None and isinstance(tie, Tie):
        yield [od.Choose(answer) for answer in tie.among]


_CHOICE: dict[type[Order], Answer[State]] = {od.Choose: Answer(_why_not_choose, _choose)}
_TIE: Decision[State, Group] = Decision(to_act, _CHOICE, _offers(_offered_choices))
_TASK: Decision[State, Group] = Decision(to_act, {}, _offers(), _task_by_itself)


DECISIONS: Decisions[State, Group] = decisions({**PHASES, "task": _TASK, **dict.fromkeys(TIES, _TIE)}, "OMA-4-1")
"""The sequence of play (OMA-4): decisions by phase and by kind of tie."""
