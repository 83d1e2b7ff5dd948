"""The computer players that plan: side-turns by level and size, a whole battle, two processes, memory."""

from __future__ import annotations

import math
import subprocess
import time
from collections.abc import Mapping
from functools import cache
from statistics import fmean, median

from ai.agents import make_agents
from wab.cli.bench.operations.battle import GRAND_TURNS, grand_battle
from wab.cli.bench.reference import reference_seconds
from wab.cli.bench.rounds import BenchError, Result, no_collector
from wab.cli.simulating import Job, play_job
from wab.engine.outside.processes import process_pool, python_command
from wab.engine.words.errors import WabError
from wab.hexes.paths import acceleration

A_SIDE = 120
"""Units of each side in the battle that is measured."""
GOALS = {"normal": 60, "hard": 300}
"""The most T_ref that a side-turn may take, by level."""
GROWTH = 0.3
"""The time for one unit may grow with their number to this power from a quarter of them on."""
WESNOTH = 1160
"""T_ref that the default player of Wesnoth 1.16 takes for a side-turn of as many units on a map of 60 x 60 hexes: 87 ms
a unit, on a machine on which T_ref was 9 ms."""
TURNS = 3
"""Turns from which the time of a whole battle is reckoned: the fronts are in contact in all of them."""
TWO_WORKERS, GAMES, SCENARIO = 1.6, 8, "operations/the-night-of-the-crickets"
MEMORY, LARGE_MEMORY = 0.5, 0.8
"""GB that a battle of large armies may take, and the searches on 100,000 hexes."""


@cache
def _side_turns(level: str, units: int, turns: int) -> tuple[float, ...]:
    """Seconds of each side-turn of a battle of so many units that a level plays against itself."""
    game = grand_battle(1, units=units)
    players = make_agents(dict.fromkeys(game.system.sides, level), game.system.id, 1)
    spent: dict[tuple[int, str], float] = {}
    with no_collector():
        for _ in range(game.system.nature.step_limit):
            side, turn = game.to_act, game.turn
            if side is None or turn > turns:
                return tuple(spent.values())
            view = game.view(side)
            started = time.process_time()
            order = players[side].decide(view)
            spent[turn, side] = spent.get((turn, side), 0.0) + time.process_time() - started
            game.play(order)
    raise WabError("The battle of the bench does not get on.")


def side_turns_by_level() -> Result:
    """P9: a side-turn of 120 units by level, and how the time for one unit grows from 30 units on."""
    acceleration()
    _side_turns.cache_clear()
    unit = reference_seconds()
    spent = {level: median(_side_turns(level, 2 * A_SIDE, 1)) for level in GOALS}
    small = median(_side_turns("normal", A_SIDE // 2, 1))
    growth = math.log((spent["normal"] / A_SIDE) / (small / (A_SIDE / 4))) / math.log(4)
    asked = ", ".join(f"{level} <= {goal} T_ref" for level, goal in GOALS.items())
    found = ", ".join(f"{level} {seconds / unit:.0f} T_ref ({seconds:.2f} s)" for level, seconds in spent.items())
    return Result(
        "P9",
        f"side-turn of {A_SIDE} units: {asked}; time for a unit grows with units^{GROWTH} at most",
        f"{found}, units^{growth:.2f}; T_ref {unit * 1e3:.1f} ms",
        growth <= GROWTH and all(spent[level] <= goal * unit for level, goal in GOALS.items()),
    )


def against_wesnoth() -> Result:
    """P10: a side-turn of 120 units against one of the default player of Wesnoth, as that was measured once."""
    acceleration()
    unit = reference_seconds()
    ours = median(_side_turns("normal", 2 * A_SIDE, 1)) / unit
    return Result(
        "P10",
        f"side-turn of {A_SIDE} units, normal: <= 1/10 of the default player of Wesnoth 1.16 ({WESNOTH} T_ref)",
        f"1/{WESNOTH / ours:.0f}; {ours:.0f} T_ref",
        10 * ours <= WESNOTH,
    )


def whole_battle() -> Result:
    """P11: the battle of 42 turns, reckoned from its first turns, worst turn among them; and two processes against a
    single one.
    """
    acceleration()
    unit = reference_seconds()
    spent = _side_turns("normal", 2 * A_SIDE, TURNS)
    battle, goal = fmean(spent) * 2 * GRAND_TURNS, 2 * GRAND_TURNS * GOALS["normal"] * unit
    worst = max(spent) / median(spent)
    gain = _games_a_second(2) / _games_a_second(1)
    return Result(
        "P11",
        f"battle of {GRAND_TURNS} turns, normal against normal: <= {2 * GRAND_TURNS} x {GOALS['normal']} T_ref, worst "
        f"side-turn <= 3x the median; two processes >= {TWO_WORKERS}x the games of one",
        f"{battle / goal:.1f}x of that, {battle:.0f} s reckoned from {TURNS} turns; worst {worst:.1f}x; {gain:.2f}x",
        battle <= goal and worst <= 3 and gain >= TWO_WORKERS,
    )


def _games_a_second(workers: int) -> float:
    """Games that so many processes play in a second of the clock on the wall, start-up of the processes left out."""
    jobs = [Job(SCENARIO, {"allied": "greedy", "axis": "greedy"}, seed) for seed in range(GAMES)]
    with process_pool(workers) as pool:
        list(pool.map(play_job, jobs[:workers]))
        started = time.perf_counter()
        list(pool.map(play_job, jobs))
        return len(jobs) / (time.perf_counter() - started)


_MEMORY = """
import pathlib, re, resource
{work}
status = pathlib.Path("/proc/self/status")
if status.exists():  # what the operating system says for `resource` may be what the bench itself used
    print(re.search("VmHWM:[^0-9]*([0-9]+)", status.read_text())[1])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
_BATTLE = """
from wab.cli.bench.operations.staffs import _side_turns
_side_turns("normal", {units}, 1)
"""
_SEARCHES = """
from wab.cli.bench.growth import SIZES, _Country, _questions
for question in _questions(_Country(SIZES[-1])).values():
    question(0)
"""


def memory() -> Result:
    """P12: the most memory that a battle of large armies takes, two players of a level in it, and large searches."""
    works: Mapping[str, str] = {"battle": _BATTLE.format(units=2 * A_SIDE), "searches": _SEARCHES}
    used = {name: _peak(work) for name, work in works.items()}
    return Result(
        "P12",
        f"memory: battle of {2 * A_SIDE} units on 4,828 hexes <= {MEMORY} GB, searches on 100,000 <= {LARGE_MEMORY} GB",
        f"{used['battle']:.2f} GB, {used['searches']:.2f} GB",
        used["battle"] <= MEMORY and used["searches"] <= LARGE_MEMORY,
    )


def _peak(work: str) -> float:
    """GB at most of a process that does some work."""
    program = python_command(_MEMORY.format(work=work))
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BenchError(f"P12: a process of the bench failed: {done.stderr.strip()[-200:]}")
    return int(done.stdout) * 1024 / 1e9
