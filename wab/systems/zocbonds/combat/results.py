"""The results of combat (ZOC-12.1 to 12.3, ZOC-12.6): steps lost, the player who chooses them, and the order of what
follows.

A result puts a list of steps on the agenda: losses, the decisions of the defender, the retreat, the advance. The last
of them, the advance, ends the combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from wab.content.zocbonds.tables import CombatTable, Result
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.state.events import Answered, Asked, FightChanged
from wab.systems.zocbonds.state.orders import IgnoreRetreat, LoseStep
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import (
    AnyStep,
    DeterminedDefence,
    Fight,
    LoseSteps,
    MayAdvance,
    MayIgnore,
    MustRetreat,
)
from wab.systems.zocbonds.units.losses import LOST, lose_step, steps_of

FULL_ADVANCE: frozenset[Result] = frozenset(("A1/DR", "DR", "A1/D1", "D1", "A1/D2", "DH"))
"""Results whose defenders, gone or beaten back, leave the way open for two hexes (ZOC-13.4-2, ZOC-14.1-1)."""
SHATTERING: frozenset[Result] = frozenset(("A1/D2", "DH"))
"""Results after which no stand is made, the retreat is long, and attackers may go into reserve (ZOC-12.1-1, 12.1-2)."""


class Effect(NamedTuple):
    """The least effect of a result: steps of the attacker and of the defender, and whether the defender has to go back.

    For weighing an attack; `follow` settles the real effect step by step.
    """

    attacker: int
    defender: int
    retreat: bool


_EFFECTS: Mapping[Result, Effect] = {
    "A1": Effect(1, 0, False),
    "NE": Effect(0, 0, False),
    "A1/DR": Effect(1, 0, True),
    "EX": Effect(1, 1, False),
    "DR": Effect(0, 0, True),
    "A1/D1": Effect(1, 1, True),
    "D1": Effect(0, 1, True),
    "A1/D2": Effect(1, 2, True),
}


def effect_of(table: CombatTable, result: Result) -> Effect:
    """Return what a result takes at least, by its name; of DH the table says how many steps (ZOC-12.1-1)."""
    if result == "DH":
        return Effect(0, table.least_shattered, True)
    return _EFFECTS[result]


def with_result(state: State, column: str, result: Result) -> Fight:
    """The facts of the combat with its result: how far the attackers may go (ZOC-14.1-3, ZOC-14.1-4), and whether into
    reserve (ZOC-15.1-6). An exchange opens the vacated hex alone (ZOC-12.1-7), a D1 that kills the only defender two
    hexes as any other (ZOC-14.1-6)."""
    open_ = state.board.tables.combat.advance
    advance = open_.full if result in FULL_ADVANCE else open_.exchange if result == "EX" else 0
    return replace(
        state.fight,
        column=column,
        result=result,
        advance=advance,
        limited=result == "EX",
        may_reserve=result in SHATTERING,
    )


def follow(state: State, earners: tuple[int, ...]) -> Iterator[Event]:
    """Yield what follows the result of the combat, in order: table losses are taken first (ZOC-12.4.1-1, ZOC-EOP-6)."""
    fight = state.fight
    steps: list[AnyStep] = []
    if fight.result == "DH":
        yield from _shatter(state, steps)
    else:
        steps += _BY_RESULT[fight.result](state, fight, earners)
    steps.append(MayAdvance(fight.seat, fight.units))
    yield Asked(tuple(steps))


def _attackers_loss(fight: Fight, earners: tuple[int, ...]) -> LoseSteps:
    """The attacker loses a step of a unit that gave a quality, armour or Tiger shift, else of any unit of the main
    force (ZOC-12.2-2, ZOC-12.2-3)."""
    return LoseSteps(fight.seat, earners or fight.main, 1)


def _defenders_loss(state: State, fight: Fight) -> LoseSteps:
    """The defender chooses freely in the hex (ZOC-12.2-5)."""
    return LoseSteps(fight.against, ids(fighting(state, fight)), 1)


def _beaten(fight: Fight) -> tuple[AnyStep, ...]:
    """The defender retreats, or tries to stay (ZOC-12.1-5)."""
    return (DeterminedDefence(fight.against),)


def _a1(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-8."""
    return (_attackers_loss(fight, earners),)


def _ne(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-8: nothing happens."""
    return ()


def _ex(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """Each side loses a step that the other one chooses; neither retreats (ZOC-12.1-7, ZOC-12.2-1)."""
    theirs = LoseSteps(fight.seat, ids(fighting(state, fight)), 1)
    return (LoseSteps(fight.against, fight.main, 1), theirs)


def _dr(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-5."""
    return _beaten(fight)


def _a1_dr(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-6."""
    return (_attackers_loss(fight, earners), MayIgnore(fight.against), *_beaten(fight))


def _d1(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-3."""
    return (_defenders_loss(state, fight), *_beaten(fight))


def _a1_d1(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """ZOC-12.1-4."""
    return (
        _attackers_loss(fight, earners), _defenders_loss(state, fight), MayIgnore(fight.against), *_beaten(fight),
    )  # fmt: skip


def _a1_d2(state: State, fight: Fight, earners: tuple[int, ...]) -> tuple[AnyStep, ...]:
    """One step of the main force, two of the defender, each chosen by the other side; no stand, four hexes. Against a
    single step the attacker loses nothing (ZOC-12.1-2, ZOC-12.2-1)."""
    there = fighting(state, fight)
    ours = () if steps_of(there) == 1 else (LoseSteps(fight.against, fight.main, 1),)
    retreat = far_retreat(state)
    return (*ours, LoseSteps(fight.seat, ids(there), 2), MayIgnore(fight.against), retreat)


_BY_RESULT = {
    "A1": _a1,
    "NE": _ne,
    "EX": _ex,
    "DR": _dr,
    "A1/DR": _a1_dr,
    "D1": _d1,
    "A1/D1": _a1_d1,
    "A1/D2": _a1_d2,
}


def _shatter(state: State, steps: list[AnyStep]) -> Iterator[Event]:
    """Every defending unit loses a step, at least two are lost in all; survivors go back four hexes (ZOC-12.1-1).

    With the switch `half` the owner removes half of all steps instead, a fraction up.
    """
    fight = state.fight
    there = fighting(state, fight)
    if state.board.tables.conduct.shattered == "half":
        owed = -(-steps_of(there) // 2)
    else:
        for unit in there:
            yield from lose_step(state, unit.id)
        owed = state.board.tables.combat.least_shattered - len(there)
    if owed > 0:
        steps.append(LoseSteps(fight.against, ids(there), owed))
    steps.append(far_retreat(state))


def must_retreat(state: State) -> MustRetreat:
    """The retreat that follows without a stand, of two hexes (ZOC-13.1-1)."""
    return _retreat(state, state.board.tables.combat.retreat.near)


def far_retreat(state: State) -> MustRetreat:
    """The retreat after DH and A1/D2, of four hexes (ZOC-13.1-1)."""
    return _retreat(state, state.board.tables.combat.retreat.far)


def _retreat(state: State, length: int) -> MustRetreat:
    fight = state.fight
    return MustRetreat(fight.against, fight.defenders, fight.target, length)


# ------------------------------------------------------------------------------------------------- who is there


def in_target(state: State, fight: Fight) -> tuple[Unit, ...]:
    """The defenders that are still in their hex."""
    return tuple(unit for unit in state.stack(fight.target) if unit.id in fight.defenders)


def fighting(state: State, fight: Fight) -> tuple[Unit, ...]:
    """The given units that can take losses and lead a stand (ZOC-13.5-1, ZOC-13.5-2)."""
    return tuple(unit for unit in in_target(state, fight) if unit.id not in fight.passive)


def ids(units: Iterable[Unit]) -> tuple[int, ...]:
    """The numbers of units."""
    return tuple(unit.id for unit in units)


def held(state: State, limited: bool = False) -> Iterator[Event]:
    """The defence holds: no retreat, and no advance but into a hex that it left empty (ZOC-12.4.1-1, ZOC-14.1-4)."""
    yield FightChanged(replace(state.fight, stood=True, **({"advance": 1, "limited": True} if limited else {})))


# ------------------------------------------------------------------------------------------------- losing steps


def step_of_losses(state: State) -> LoseSteps | None:
    """The losses that are being chosen, None if none are."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, LoseSteps) else None


def losers(state: State, step: LoseSteps) -> tuple[int, ...]:
    """The units that can still lose a step."""
    return tuple(unit for unit in step.units if unit in state.units)


def seat_of_losses(state: State) -> str | None:
    """The seat that chooses."""
    step = step_of_losses(state)
    return step.seat if step else None


def losses_by_themselves(state: State) -> Iterator[Event] | None:
    """Losses without a choice: one unit, or every step left."""
    step = step_of_losses(state)
    if step is None:
        return None
    able = losers(state, step)
    if len(able) > 1 and steps_of(state.units[unit] for unit in able) > step.steps:
        return None
    return _all_lost(state, step)


def _all_lost(state: State, step: LoseSteps) -> Iterator[Event]:
    owed = step.steps
    for unit in losers(state, step):
        while owed and unit in state.units:
            yield from lose_step(state, unit, step.cause)
            owed -= 1
    yield Answered()


def why_not_lose_step(state: State, order: LoseStep) -> Refusal | None:
    """None if this unit may be chosen (ZOC-12.2-1 to ZOC-12.2-5)."""
    step = step_of_losses(state)
    if step is None:
        return Refusal(Text("No step has to be lost now."), ("ZOC-12.3-1",), (), "no-loss")
    if order.unit not in losers(state, step):
        text = Text("This unit is not among those that can take the loss.")
        return Refusal(text, ("ZOC-12.2-2", "ZOC-12.2-3", "ZOC-12.2-5"), (), "not-a-loser")
    return None


def execute_lose_step(state: State, order: LoseStep) -> Iterator[Event]:
    """The chosen unit loses a step; others may follow."""
    step = step_of_losses(state)
    if step is None:
        raise ValueError("no step has to be lost")
    yield from lose_step(state, order.unit, step.cause)
    yield Answered((replace(step, steps=step.steps - 1),) if step.steps > 1 else ())


def offered_losses(state: State, unit: int | None = None) -> Iterator[tuple[LoseStep, ...]]:
    """Each unit that may be chosen."""
    step = step_of_losses(state)
    if step is not None:
        yield tuple(LoseStep(id_) for id_ in losers(state, step) if unit in (None, id_))


# ------------------------------------------------------------------------------------------------- no main force left


def may_ignore_retreat(state: State) -> bool:
    """Return whether the main force had a single step, and that one is gone, so that the defender need not go back
    (ZOC-12.6-1). One that is gone for good had two, and found no cadre (ZOC-17.9-2): it does not count.
    """
    fight = state.fight
    gone = not any(unit in state.units or unit in state.box(LOST) for unit in fight.main)
    return gone and bool(in_target(state, fight))


def ignoring_by_itself(state: State) -> Iterator[Event] | None:
    """Nothing to ignore: the main force is there, or the defenders are gone."""
    return None if may_ignore_retreat(state) else iter((Answered(),))


def seat_of_ignoring(state: State) -> str | None:
    """The defender."""
    return state.fight.against


def why_not_ignore(state: State, order: IgnoreRetreat) -> Refusal | None:
    """None while it is asked (ZOC-12.6-1)."""
    if state.agenda and isinstance(state.agenda[0], MayIgnore):
        return None
    return Refusal(Text("There is no retreat to be ignored."), ("ZOC-12.6-1",), (), "no-retreat")


def execute_ignore(state: State, order: IgnoreRetreat) -> Iterator[Event]:
    """The retreat is ignored, or carried out all the same; steps lost stay lost (ZOC-12.6-1)."""
    if order.yes:
        yield from held(state)
    yield Answered()


def offered_ignoring(state: State, unit: int | None = None) -> Iterator[tuple[IgnoreRetreat, ...]]:
    """Yes and no."""
    if unit is None:
        yield (IgnoreRetreat(True), IgnoreRetreat(False))
