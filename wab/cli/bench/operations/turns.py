"""Whole side-turns of a large battle by computer players, in units of the plain reach of a side."""

from __future__ import annotations

import time
from statistics import median

from ai.agents import make_agents
from wab.cli.bench.operations.battle import grand_battle
from wab.cli.bench.reference import reference_seconds
from wab.cli.bench.rounds import Result, no_collector
from wab.engine.words.errors import WabError
from wab.hexes.paths import acceleration

_ROUNDS = 3
RANDOM_GOAL, GREEDY_GOAL = 20, 60
"""The most T_ref that a side-turn may take: a battle of 42 turns takes about half a minute, a minute and a half."""


def side_turns() -> Result:
    """P19: a side-turn, both impulses of one side in a turn, of 300 units on the whole map."""
    acceleration()
    unit = reference_seconds()
    spent = {player: median(_seconds(player, seed) for seed in range(_ROUNDS)) for player in ("random", "greedy")}
    random, greedy = spent["random"] / unit, spent["greedy"] / unit
    return Result(
        "P19",
        f"side-turn of the large battle, 300 units: random <= {RANDOM_GOAL} T_ref, greedy <= {GREEDY_GOAL} T_ref",
        f"{random:.0f}, {greedy:.0f}; {spent['random']:.2f} s, {spent['greedy']:.2f} s, T_ref {unit * 1e3:.1f} ms",
        random <= RANDOM_GOAL and greedy <= GREEDY_GOAL,
    )


def _seconds(player: str, seed: int) -> float:
    """Seconds that a side-turn takes, the mean of both sides over the first turn: the fronts are in contact in it."""
    game = grand_battle(seed)
    players = make_agents(dict.fromkeys(game.system.sides, player), game.system.id, seed)
    with no_collector():
        started = time.process_time()
        for _ in range(game.system.nature.step_limit):
            side = game.to_act
            if side is None or game.turn > 1:
                return (time.process_time() - started) / len(game.system.sides)
            game.play(players[side].decide(game.view(side)))
    raise WabError("The battle of the bench does not get on.")
