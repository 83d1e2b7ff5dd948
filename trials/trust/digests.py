"""The same games in processes that differ in what must not matter: numba, the order of sets, the folder, the locale."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from trials.trust.finding import Finding
from wab.systems import NAMES, get_system

ROOT = Path(__file__).resolve().parents[2]
WAYS: Mapping[str, Mapping[str, str]] = {
    "with numba": {"PYTHONHASHSEED": "0"},
    "without numba": {"PYTHONHASHSEED": "0", "WAB_NUMBA": "0"},
    "other order of sets": {"PYTHONHASHSEED": "4242"},
    "in French": {"PYTHONHASHSEED": "0", "LANGUAGE": "fr"},
    "optimised": {"PYTHONHASHSEED": "0", "PYTHONOPTIMIZE": "1"},
}
SHORTEST = 3
"""Scenarios of a system that are short enough."""
_PROGRAM = """
import sys
import wab
from ai.agents import make_agents
from ai.match import play_out
for number, word in enumerate(sys.argv[1:]):
    scenario, player = word.split("=")
    game = wab.new_game(scenario, seed=number)
    play_out(game, make_agents(dict.fromkeys(game.system.sides, player), game.system.id, number, game.seats))
    print(word, len(game.journal), game.digest(), flush=True)
"""


def digests(games: int, seed: int, pythons: Sequence[str] = ()) -> Finding:
    """Whole games by simple players and by staffs, each in every way; all ways must print the same lines.

    `pythons`: other interpreters with the libraries that the game needs.
    """
    played = _games(games, seed)
    told = {name: _told(sys.executable, values, played) for name, values in WAYS.items()}
    told |= {_version(python): _told(python, {"PYTHONHASHSEED": "0"}, played) for python in pythons}
    first = next(iter(told.values()))
    failures = [f"{name}: {_difference(first, lines)}" for name, lines in told.items() if lines != first]
    if len(first) != len(played):
        failures.append(f"{len(played)} games were to be played, {len(first)} ended")
    ways = ", ".join([*WAYS, *map(_version, pythons)])
    return Finding(
        "digests", "games played in each way", len(played), tuple(failures), f"Ways: {_version(sys.executable)} {ways}."
    )


def _games(games: int, seed: int) -> list[str]:
    """The shortest scenarios of one system after the other, by `greedy` and `normal` in turn."""
    found = []
    for number in range(seed, seed + games):
        turn, system = divmod(number, len(NAMES))
        infos = sorted(
            get_system(NAMES[system]).scenarios(), key=lambda info: (info.turns or 99, sum(info.units.values()))
        )
        info = infos[turn % min(len(infos), SHORTEST)]
        found.append(f"{info.id}={('greedy', 'normal')[turn % 2]}")
    return found


def _version(python: str) -> str:
    said = subprocess.run([python, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.strip()


def _told(python: str, values: Mapping[str, str], games: list[str]) -> list[str]:
    with TemporaryDirectory() as elsewhere:
        done = subprocess.run(
            [python, "-c", _PROGRAM, *games],
            cwd=elsewhere,
            env={**os.environ, "PYTHONPATH": str(ROOT), **values},
            capture_output=True,
            text=True,
            check=False,
        )
    return done.stdout.splitlines() or done.stderr.splitlines()[-1:]


def _difference(first: list[str], lines: list[str]) -> str:
    for one, other in zip(first, lines, strict=False):
        if one != other:
            return f"{other!r} instead of {one!r}"
    return f"{len(lines)} games instead of {len(first)}"
