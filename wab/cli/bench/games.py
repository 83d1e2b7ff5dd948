"""Games as a whole: copies, bytes, random play, start-up."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import time
from functools import cache
from statistics import median
from typing import Any

import wab
from ai.agents import RandomAgent
from wab.cli.bench.rounds import Result, agree, interleaved, no_collector, times_faster

_ORDERS = 40
_STATES = 12


@cache
def _largest() -> str:
    """The scenario with most turns: the one with most units, too."""
    return max(wab.scenarios(), key=lambda info: (info.turns, info.id)).id


@cache
def _states() -> list[Any]:
    """States of the largest scenario along a game of random orders, so that no two are equal."""
    game, player = wab.new_game(_largest(), seed=1), RandomAgent(1)
    states = []
    for number in range(_STATES * 4):
        if game.to_act is None:
            break
        if number % 4 == 0:
            states.append(game.state.copy())
        game.play(player.decide(game.view(game.to_act)))
    return states


def _deep(state: Any) -> Any:
    """A deep copy of what changes in a game: the board, which does not, is shared as in our own copy."""
    board = getattr(state, "board", None)
    return copy.deepcopy(state, {id(board): board})


def snapshot() -> Result:
    """P13: a copy of the state, which undo and search need all the time."""
    states, system = _states(), wab.new_game(_largest()).system
    agree("P13", system.encode(states[0]), system.encode(states[0].copy()), system.encode(_deep(states[0])))
    seconds = interleaved(
        {
            "ours": (lambda number: states[number % len(states)].copy(), 200),
            "deepcopy": (lambda number: _deep(states[number % len(states)]), 4),
        }
    )
    ratio = times_faster(seconds, "ours", "deepcopy")
    measured = f"{ratio:.0f}x; {seconds['ours'] * 1e6:.1f} us"
    return Result("P13", "copy of a state: >= 400x faster than copy.deepcopy", measured, ratio >= 400)


def random_plies() -> Result:
    """P14: orders a second of a player that takes any order on offer. Few hexes a side make no floor: see the goal."""
    times = [_plies_a_second(seed) for seed in range(5)]
    rate = median(times)
    return Result("P14", "random orders: >= 100 a second, digest and record included", f"{rate:.0f}", rate >= 100)


def _plies_a_second(seed: int) -> float:
    game, player = wab.new_game(_largest(), seed=seed), RandomAgent(seed)
    with no_collector():
        started = time.perf_counter()
        for _ in range(_ORDERS):
            if game.to_act is None:
                break
            game.play(player.decide(game.view(game.to_act)))
        return len(game.journal) / (time.perf_counter() - started)


def state_as_bytes() -> Result:
    """P15: writing and reading one snapshot, checked, against the json module, which checks nothing."""
    states, system = _states(), wab.new_game(_largest()).system
    plain = [json.loads(system.encode(state)) for state in states]
    size = max(len(system.encode(state)) for state in states) / 1000

    def ours(number: int) -> Any:
        return system.decode(system.encode(states[number % len(states)]))

    def json_module(number: int) -> Any:
        return json.loads(json.dumps(plain[number % len(plain)], sort_keys=True))

    agree("P15", system.encode(ours(0)), system.encode(states[0]))
    agree("P15", json_module(0), plain[0])
    seconds = interleaved({"ours": (ours, 40), "json": (json_module, 40)})
    ratio = times_faster(seconds, "ours", "json")
    return Result(
        "P15",
        "writing and reading a snapshot: no slower than the json module with its plain data; <= 35 kB",
        f"{ratio:.1f}x; {seconds['ours'] * 1e3:.2f} ms, {size:.0f} kB",
        ratio >= 1 and size <= 35,
    )


def start_up() -> Result:
    """P16: from a cold process to the first legal orders of a game."""
    scenario = wab.scenarios()[0].id
    programs = {
        "ours": f"import wab; next(iter(wab.new_game({scenario!r}).legal_orders()))",
        "numba": "import numba",
    }

    def process(program: str) -> Any:
        return lambda number: subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)

    process(programs["ours"])(0)  # the first start ever compiles
    process(programs["numba"])(0)
    seconds = interleaved({name: (process(program), 1) for name, program in programs.items()})
    ratio = seconds["ours"] / seconds["numba"]
    return Result(
        "P16",
        "start-up to the first legal orders: <= 2.5x the import of numba",
        f"{ratio:.1f}x; {seconds['ours']:.2f} s",
        ratio <= 2.5,
    )
