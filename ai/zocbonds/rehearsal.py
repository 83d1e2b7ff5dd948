"""Rehearsals: what a march in each temper comes to once the enemy has answered it."""

from __future__ import annotations

from collections.abc import Callable

from ai.zocbonds import judgement as j
from ai.zocbonds.greedy import Greedy
from ai.zocbonds.levels import Level
from ai.zocbonds.stakes import worth_of
from ai.zocbonds.worths import step_worth
from wab.engine.dice import Chance
from wab.engine.open_game import OpenView
from wab.engine.trial import Trial
from wab.engine.view import side_of
from wab.field import control
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.board import CODES, enemy_of
from wab.systems.zocbonds.state import State

MOST_ORDERS = 600
SEEDS = 1 << 40


def best_temper(
    view: OpenView[State], seed: int, level: Level, pause: Callable[[], None], tell: Callable[[float], None]
) -> j.Temper:
    """The temper whose march, with the enemy's answer to it, leaves the side best off; all are tried with the same
    dice. `pause` may stop it, `tell` is told the share that is done."""
    now, side = view.position.now, view.side
    dice = Chance(seed, f"rehearsal/{now.turn}/{side}").below(SEEDS)
    found = []
    for number, name in enumerate(level.courses):
        found.append((_rehearsed(view.position, side, j.TEMPERS[name], level, dice, pause), -number))
        tell((number + 1) / len(level.courses))
    return j.TEMPERS[level.courses[-max(found)[1]]]


def _rehearsed(
    position: State, side: str, temper: j.Temper, level: Level, dice: int, pause: Callable[[], None]
) -> float:  # fmt: skip
    """What the position is worth after one's own turn in a temper and the enemy's after it."""
    from ai.zocbonds.planner import with_temper  # a player rehearses with players of its kind

    trial: Trial[State] = Trial(SYSTEM, position, dice)
    ours, theirs = with_temper(level, dice, temper), Greedy(dice)
    began = trial.position.now.turn, trial.position.now.side
    answered = False
    for _ in range(MOST_ORDERS):
        seat = trial.to_act
        if seat is None:
            break
        now = trial.position.now
        if (now.turn, now.side) != began and now.side == side:
            break
        if answered and now.side not in (enemy_of(side), ""):
            break
        answered = answered or now.side == enemy_of(side)
        pause()
        seen = SYSTEM.view(trial.position, seat)
        player = ours if side_of(seat) == side else theirs
        trial.play(player.decide(seen))
    return worth_of_position(trial.position, side)


def worth_of_position(state: State, side: str) -> float:
    """Goals held against goals lost, and steps on the map against those of the enemy; decided games by far the most."""
    if state.now.result is not None:
        return j.DECIDED * (1 if state.now.result.winner == side else -1)
    worth = worth_of(state.board)
    value = 0.0
    for one, sign in ((side, 1.0), (enemy_of(side), -1.0)):
        value += sign * float(worth[control.held(state.control, CODES[one])].sum())
        value += sign * j.BALANCE * sum(unit.steps * step_worth(state, unit) for unit in state.units_of(one))
    return value
