"""Rehearsals: the result of a march in each temper once the enemy has answered it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.agents import Agent
from ai.shell.thinking import SEEDS
from ai.zocbonds import judgement as j
from ai.zocbonds.greedy import Greedy
from ai.zocbonds.stakes import worth_of
from ai.zocbonds.worths import step_worth
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.trial import Trial
from wab.engine.kernel.values import side_of
from wab.engine.shells.position import PositionView
from wab.field import control
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.state.board import CODES, enemy_of
from wab.systems.zocbonds.state.state import State

MOST_ORDERS = 600
"""Orders of the two turns that are rehearsed, at most."""
PlayerOf = Callable[[str, int], Agent]
"""Makes a player that plans in a temper, with a seed."""


def best_temper(
    view: PositionView[State],
    courses: Sequence[str],
    player_of: PlayerOf,
    seed: int,
    pause: Callable[[], None],
    tell: Callable[[float], None],
) -> str:
    """The temper, of those named, whose march leaves the side best off once the enemy has answered it; all are tried
    with the same dice. `pause` may stop it, `tell` receives the share that is done.
    """
    now, side = view.position.now, view.side
    dice = Chance(seed, f"rehearsal/{now.turn}/{side}").below(SEEDS)
    found = []
    for number, name in enumerate(courses):
        ours = player_of(name, dice)
        found.append((_rehearsed(view.position, side, ours, dice, pause), -number))
        tell((number + 1) / len(courses))
    return courses[-max(found)[1]]


def _rehearsed(position: State, side: str, ours: Agent, dice: int, pause: Callable[[], None]) -> float:
    """Return the worth of the position after one's own turn and the enemy's after it."""
    trial: Trial[State] = Trial(SYSTEM, position, dice)
    theirs, answered = Greedy(dice), False
    for _ in range(MOST_ORDERS):
        seat, mover = trial.to_act, trial.position.now.side
        if seat is None or (answered and mover == side):
            break
        answered = answered or mover == enemy_of(side)
        pause()
        player = ours if side_of(seat) == side else theirs
        trial.play(player.decide(SYSTEM.view(trial.position, seat)))
    return worth_of_position(trial.position, side)


def worth_of_position(state: State, side: str) -> float:
    """Goals held against goals lost, and steps on the map against the enemy's; decided games by far the most."""
    if state.now.result is not None:
        return j.DECIDED * (1 if state.now.result.winner == side else -1)
    worth = worth_of(state.board)
    value = 0.0
    for one, sign in ((side, 1.0), (enemy_of(side), -1.0)):
        value += sign * float(worth[control.held(state.control, CODES[one])].sum())
        value += sign * j.BALANCE * sum(unit.steps * step_worth(state, unit) for unit in state.units_of(one))
    return value
