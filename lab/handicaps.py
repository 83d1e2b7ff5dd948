"""Handicaps that would have made the games of a balance run even, scenario by scenario (rule system `operations`).

python -m lab.handicaps --player normal                 by the games in build/balance.jsonl
python -m lab.handicaps --player normal --mixed         games of older scenarios and players too

A handicap is added when play ends (OPS-9.2.4-2) and no order depends on it (but `hard` looks at it when it rehearses),
so that the effect of any handicap on the played games is known without another game. This writes nothing: the file of a
scenario is changed by hand, with the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from lab.balance import FEW, OPTIONS
from lab.measuring.pages import table
from lab.measuring.running import USUAL
from lab.measuring.store import Entry, Store
from wab.content.operations.shapes import VictoryData
from wab.systems.operations.state.setup import build_board


class Finish(NamedTuple):
    """The end of a game: by so many points for the first side, or at once, with what that side scored by it."""

    margin: float
    at_once: float | None = None


def first_share(games: Sequence[Finish], added: int, draw: int) -> float:
    """The share of the first side, draws counted half, if its margins were so many points better."""
    return sum(_score(game, added, draw) for game in games) / len(games)


def _score(game: Finish, added: int, draw: int) -> float:
    if game.at_once is not None:
        return game.at_once
    return 0.5 if abs(game.margin + added) <= draw else float(game.margin + added > 0)


def evening(games: Sequence[Finish], draw: int) -> int:
    """The points to add to the first side's margins for the evenest share; of several the number nearest to the median.

    A side that has won at once keeps its victory, with any points added.
    """
    margins = [game.margin for game in games if game.at_once is None]
    if not margins:
        return 0
    middle = -median(margins)
    options = range(-round(max(margins)) - draw - 1, -round(min(margins)) + draw + 2)
    return min(options, key=lambda added: (abs(first_share(games, added, draw) - 0.5), abs(added - middle), added))


def rows(store: Store, player: str) -> list[tuple[str | int, ...]]:
    """A line for each scenario with games enough: shares as they are and as they would be, handicaps now and then."""
    found: list[tuple[str | int, ...]] = []
    entries = [entry for entry in store.entries() if set(entry.job.players.values()) == {player}]
    for scenario in sorted({entry.job.scenario for entry in entries}):
        board = build_board(scenario)
        games = [_finish(entry, board.turns) for entry in entries if entry.job.scenario == scenario]
        if len(games) >= FEW:
            found.append(_row(scenario, games, board.victory))
    return found


def _finish(entry: Entry, turns: int) -> Finish:
    """Return how a game ended: at once, if before its last turn."""
    at_once = entry.score(min(entry.played.points)) if entry.played.turns < turns else None
    return Finish(entry.margin, at_once)


def _row(scenario: str, games: Sequence[Finish], victory: VictoryData) -> tuple[str | int, ...]:
    draw = victory.margins.draw
    added = evening(games, draw)
    now = victory.handicap.allied - victory.handicap.axis
    return (
        scenario,
        len(games),
        f"{median(game.margin for game in games):+.0f}",
        f"{first_share(games, 0, draw):.0%}",
        _told(now),
        _told(now + added),
        f"{first_share(games, added, draw):.0%}",
    )


def _told(handicap: int) -> str:
    """A handicap in words: whose it is, and how much."""
    side = "allied" if handicap > 0 else "axis"
    return f"{side} {abs(handicap)}" if handicap else "none"


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 where there are no games to judge by."""
    parser = argparse.ArgumentParser(prog="python -m lab.handicaps", description="The handicap that makes even.")
    parser.add_argument("--player", default=USUAL, help=f"whose games against itself (default {USUAL})")
    parser.add_argument("--store", type=Path, default=OPTIONS.store, help="where the games are kept")
    parser.add_argument("--mixed", action="store_true", help=f"count games of older {OPTIONS.stale} too")
    chosen = parser.parse_args(words)
    found = rows(Store(chosen.store, mixed=chosen.mixed), chosen.player)
    if not found:
        print(f"No scenario has {FEW} games of {chosen.player} in {chosen.store}: python -m lab.balance plays them.")
        return 1
    heads = ("scenario", "games", "median margin", "Allied share", "handicap", "even with", "share then")
    print(table(heads, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
