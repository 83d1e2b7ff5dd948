"""Whole games by the strongest player, kept along the way, with every invariant asked after every order."""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import wab
from ai.agents import make_agents
from ai.match import play_out
from lab.measuring.pages import teller
from trials.trust.finding import Finding
from wab.engine.kernel.values import Record
from wab.engine.outside.processes import process_pool
from wab.engine.saves.autosave import Autosave
from wab.systems import NAMES, get_system
from wab.testing.watch import save_problems

PLAYER = "hard"


def hard_games(games: int, seed: int, workers: int) -> Finding:
    """Play the smallest battles of every system in turn; the processes tell how much memory they took at most."""
    jobs = [(scenario, seed + number) for number, scenario in enumerate(_scenarios(games))]
    tell, failures, orders, peaks = teller("hard games"), list[str](), 0, list[float]()
    with process_pool(workers) as pool:
        for number, (problems, count, peak) in enumerate(pool.map(play_watched, *zip(*jobs, strict=True)), 1):
            failures += problems
            orders += count
            peaks.append(peak)
            tell(number, len(jobs))
    half = len(peaks) // 2
    grown = f"{max(peaks[:half] or peaks):.0f} MB in the first half of the games, {max(peaks):.0f} MB in all"
    return Finding(
        "games by `hard`", "games", games, tuple(failures), f"{orders:,} orders; memory of a process at most {grown}."
    )


def _scenarios(games: int) -> list[str]:
    """The battles with the fewest unit-turns of each system, in turn."""
    smallest = []
    for name in NAMES:
        infos = sorted(get_system(name).scenarios(), key=lambda info: (info.turns or 12) * sum(info.units.values()))
        smallest.append([info.id for info in infos[:6]])
    return [smallest[number % len(NAMES)][number // len(NAMES) % 6] for number in range(games)]


def play_watched(scenario: str, seed: int) -> tuple[list[str], int, float]:
    """Play one game: what went wrong, how many orders it had, and the most memory the process has taken, in MB."""
    problems: list[str] = []
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, PLAYER), game.system.id, seed, game.seats)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.wab"
        save = Autosave(game, path)

        def after(_record: Record) -> None:
            save.keep()
            problems.extend(game.system.invariants(game.state))

        try:
            play_out(game, players, after)
            problems += save_problems(game, game.system, path)
        except Exception as error:  # any error that escapes is what we are looking for
            problems.append(f"{type(error).__name__}: {error}")
    return [f"{scenario}, seed {seed}: {problem}" for problem in problems[:3]], len(game.journal), _peak()


def _peak() -> float:
    """The most memory that this process has taken so far, in MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / 1e6 if sys.platform == "darwin" else size / 1e3
