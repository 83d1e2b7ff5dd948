"""Games as a whole: copies, bytes, random play, start-up."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import time
from functools import cache
from importlib import import_module
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

import wab
from ai.agents import RandomAgent
from wab.cli.bench.operations.battle import grand_battle, new_battle
from wab.cli.bench.rounds import Result, agree, interleaved, no_collector, times_faster
from wab.engine.kernel.game import Game
from wab.engine.kernel.trial import Trial
from wab.engine.outside.processes import python_command
from wab.systems.operations import SYSTEM
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import State
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.units.supply import supplied_hexes

_ORDERS = 60
_PLIES = 400
_STATES = 12
_NO_CHESS = "not measured: the yardstick is missing (pip install chess)"


@cache
def _battles() -> list[Game[Any]]:
    """Copies of the generated battle of 250 units, each some moves farther than the one before."""
    game = new_battle(1)
    games = []
    for _ in range(_STATES):
        _move_somebody(game)
        games.append(game.copy())
    return games


def _move_somebody(game: Game[Any]) -> None:
    view: Any = game.view(str(game.to_act))
    for unit in view.own_units():
        move = next((order for order in view.legal_orders(unit.id) if isinstance(order, Move)), None)
        if move is not None and not unit.moved:
            game.play(move)
            return


def _deep(state: Any) -> Any:
    """A deep copy of what changes in a game: board and profiles, which do not, are shared as in our own copy.

    Derived facts are left out, since no program would copy that deeply.
    """
    shared = {id(state.board): state.board, id(state.roster): state.roster}
    shared |= {id(worked_out): type(worked_out)() for worked_out in (state._cache, state._deployed, state._touched)}
    return copy.deepcopy(state, shared)


def snapshot() -> Result:
    """P13: a copy of the state; a plain move tried out on a copy, and the same with what a player asks next.

    The move goes by all the rules of the game, sight and fatigue included; taking it back is dropping the copy.
    """
    states, system = [game.state for game in _battles()], _battles()[0].system
    agree("P13", system.encode(states[0]), system.encode(states[0].copy()), system.encode(_deep(states[0])))
    position, moves = _moves()
    chess = _chess()
    board: Any = chess.Board() if chess else None
    pushes = list(board.legal_moves) if board else []

    def tried(number: int) -> Trial[State]:
        trial = Trial(SYSTEM, position)
        trial.play(moves[number % len(moves)])
        return trial

    def asked(number: int) -> None:
        after = tried(number).position
        for side in SIDES:
            zone_of_control(after, side)
            supplied_hexes(after, side)

    def push_and_pop(number: int) -> None:
        board.push(pushes[number % len(pushes)])
        board.pop()

    seconds = interleaved(
        {
            "ours": (lambda number: states[number % len(states)].copy(), 200),
            "deepcopy": (lambda number: _deep(states[number % len(states)]), 4),
            "move": (tried, 60),
            "asked": (asked, 60),
            **({"push": (push_and_pop, 400)} if chess else {}),
        }
    )
    ratio = times_faster(seconds, "ours", "deepcopy")
    moved = seconds["move"] / seconds["push"] if chess else None
    return Result(
        "P13",
        "copy of a game of 250 units: >= 400x faster than copy.deepcopy; a move tried out: <= 3x push and pop at chess",
        f"{ratio:.0f}x, {_NO_CHESS if moved is None else f'{moved:.0f}x'}; {seconds['ours'] * 1e6:.1f} us, "
        f"{seconds['move'] * 1e6:.0f} us, with zones and supply {seconds['asked'] * 1e6:.0f} us",
        ratio >= 400 and moved is not None and moved <= 3,
    )


def _moves() -> tuple[State, list[Move]]:
    """Return what a side knows in the generated battle of 300 units, and a move of each of its units."""
    game = grand_battle(2)
    view: Any = game.view(str(game.to_act))
    moves = []
    for unit in view.own_units():
        orders = [order for order in view.legal_orders(unit.id) if isinstance(order, Move)]
        if orders:
            moves.append(orders[len(orders) // 2])
    return view.position, moves


def _chess() -> Any:
    """Return python-chess, the yardstick for random play, or None if it is not installed.

    It comes as source only and under the GPL, so that neither the lock nor an extra has it.
    """
    try:
        return import_module("chess")
    except ImportError:
        return None


@cache
def _largest() -> str:
    """The scenario with most turns: the one with most units, too."""
    return max(wab.scenarios(), key=lambda info: (info.turns, info.id)).id


def random_plies() -> Result:
    """P14: orders a second of a player that takes any legal order, against one that does so at chess."""
    goal = "random orders: >= 0.5x the random plies a second of python-chess"
    if not (chess := _chess()):
        return Result("P14", goal, _NO_CHESS, False)
    ours, theirs = [], []
    for seed in range(5):
        ours.append(_orders_a_second(seed))
        theirs.append(_plies_a_second(chess, seed))
    rate, yardstick = median(ours), median(theirs)
    return Result(
        "P14",
        goal,
        f"{rate / yardstick:.3f}x; {rate:.0f} against {yardstick:.0f} a second",
        rate >= 0.5 * yardstick,
    )


def _orders_a_second(seed: int) -> float:
    game, player = wab.new_game(_largest(), seed=seed), RandomAgent(seed)
    with no_collector():
        started = time.process_time()
        for _ in range(_ORDERS):
            if game.to_act is None:
                break
            game.play(player.decide(game.view(game.to_act)))
        return len(game.journal) / (time.process_time() - started)


def _plies_a_second(chess: Any, seed: int) -> float:
    chance = Random(seed)
    board = chess.Board()
    with no_collector():
        started = time.process_time()
        for _ in range(_PLIES):
            if board.is_game_over():
                board.reset()
            board.push(chance.choice(list(board.legal_moves)))
        return _PLIES / (time.process_time() - started)


def state_as_bytes() -> Result:
    """P15: writing and reading one snapshot, checked, against the json module, which checks nothing."""
    states, system = [game.state for game in _battles()], _battles()[0].system
    plain = [_in_full(state) for state in states]
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
        "writing and reading a snapshot of 250 units: >= 3x faster than the json module, <= 35 kB",
        f"{ratio:.1f}x, {size:.0f} kB; {seconds['ours'] * 1e3:.2f} ms",
        ratio >= 3 and size <= 35,
    )


def _in_full(state: Any) -> Any:
    """A state as the json module has to write it: every field of every unit."""
    from wab.systems.operations.seen.codec import pack

    packed = msgspec.to_builtins(pack(state))
    packed["units"] = [
        {name: getattr(unit, name) for name in unit.__struct_fields__} for _, unit in sorted(state.units.items())
    ]
    return json.loads(json.dumps(packed))


def start_up() -> Result:
    """P16: from a cold process to the first legal orders of a game; and once with nothing compiled before."""
    scenario = wab.scenarios()[0].id
    program = f"import wab; next(iter(wab.new_game({scenario!r}).legal_orders()))"
    commands = {"ours": python_command(program), "numba": [sys.executable, "-P", "-c", "import numba"]}

    def process(command: list[str], **environment: str) -> Any:
        return lambda number: subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, **environment}
        )

    for command in commands.values():
        process(command)(0)  # compiles what is not compiled yet
    contestants = {name: (process(command), 1) for name, command in commands.items()}
    compiling = python_command(program + "; from wab.hexes.paths import acceleration; acceleration()")
    with TemporaryDirectory() as empty:
        first = interleaved({"first": (process(compiling, NUMBA_CACHE_DIR=empty), 1)}, 1, time.perf_counter)
    seconds = interleaved(contestants, clock=time.perf_counter)
    ratio, slowest = seconds["ours"] / seconds["numba"], first["first"] / seconds["numba"]
    return Result(
        "P16",
        "start-up to the first legal orders: <= 2.5x the import of numba, <= 20x when all kernels are compiled first",
        f"{ratio:.1f}x, {slowest:.0f}x; {seconds['ours']:.2f} s",
        ratio <= 2.5 and slowest <= 20,
    )
