"""The program without numba: the same games, not much slower."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from typing import Any

import msgspec

from ai.agents import make_agent
from wab.cli.bench.operations.battle import new_battle
from wab.cli.bench.reference import reference
from wab.cli.bench.rounds import Result, agree, interleaved
from wab.engine.outside.processes import python_command

_ROUNDS = 3
_LAST_ORDER = 40
_PROGRAM = "from wab.cli.bench.operations.plain import tell_side_turn; tell_side_turn()"


class SideTurn(msgspec.Struct, frozen=True):
    """A side-turn as a process reports it: the processor's seconds, and the digest after each order."""

    seconds: float
    digests: tuple[str, ...]


def play_side_turn(seed: int = 0) -> SideTurn:
    """Let the computer play the first impulse of the generated battle; loading and compiling are not counted.

    An impulse ends by itself when activation points run out; a limit on its orders keeps the measurement short.
    """
    warm = new_battle(seed)
    make_agent("greedy", "operations", seed).decide(warm.view(str(warm.to_act)))
    game, player = new_battle(seed), make_agent("greedy", "operations", seed)
    side = str(game.to_act)

    def turn(number: int) -> None:
        while game.to_act == side and len(game.journal) < _LAST_ORDER:
            game.play(player.decide(game.view(side)))

    seconds = interleaved({"turn": (turn, 1)}, 1)["turn"]
    return SideTurn(seconds, tuple(record.digest for record in game.journal))


def tell_side_turn() -> None:
    """Play a side-turn and write it to standard output as JSON."""
    sys.stdout.buffer.write(msgspec.json.encode(play_side_turn()))


def without_numba() -> Result:
    """P17: a side-turn of the computer in a process without numba against one with it; equal digests."""
    turns: dict[str, list[SideTurn]] = {"1": [], "0": []}
    for _ in range(_ROUNDS):
        for numba, found in turns.items():
            found.append(_in_a_process(numba))
    agree("P17", *(turn.digests for found in turns.values() for turn in found))
    compiled, plain = (median(turn.seconds for turn in found) for found in turns.values())
    ratio = plain / compiled
    return Result(
        "P17",
        "side-turn without numba: equal digests, <= 4x the time with it",
        f"equal, {ratio:.1f}x; {plain:.2f} s",
        ratio <= 4,
    )


def _in_a_process(numba: str) -> SideTurn:
    environment = {**os.environ, "WAB_NUMBA": numba}
    done = subprocess.run(python_command(_PROGRAM), check=True, capture_output=True, env=environment)
    return msgspec.json.decode(done.stdout, type=SideTurn)


def mouse_over() -> Result:
    """P18: the reach of the unit under the mouse, through the view as the window asks for it."""
    games = {"compiled": new_battle(0), "plain": new_battle(0, accelerated=False)}
    views: dict[str, Any] = {name: game.view(str(game.to_act)) for name, game in games.items()}
    units = [unit.id for unit in views["plain"].own_units()]

    def look(name: str) -> Any:
        return lambda number: views[name].reach((units[number % len(units)],))

    for number in range(8):
        agree("P18", *(look(name)(number).table.tolist() for name in views))
    seconds = interleaved({name: (look(name), 40) for name in views} | {"reference": (reference, 1)})
    shares = [seconds[name] / seconds["reference"] for name in ("compiled", "plain")]
    return Result(
        "P18",
        "reach of one unit for the mouse, with and without numba: <= 0.1 T_ref",
        f"{shares[0]:.4f}, {shares[1]:.4f} T_ref; {seconds['compiled'] * 1e6:.0f}, {seconds['plain'] * 1e6:.0f} us",
        max(shares) <= 0.1,
    )
