"""What handicap would have made the games of a balance run even, scenario by scenario (rule system `operations`).

python -m tools.handicaps --player normal                 by the games in build/balance.jsonl
python -m tools.handicaps --player normal --mixed         those of older scenarios and players too

A handicap is added when play ends (OPS-9.2.4-2) and no order depends on it (but `hard` looks at it when it rehearses),
so that it is known without another game what any handicap would have made of those that were played. This writes
nothing: the file of a scenario is changed by hand, with the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tools.balance import FEW, OPTIONS, PLAYER
from tools.measuring.pages import table
from tools.measuring.store import Store
from wab.content.operations import VictoryData
from wab.systems.operations.setup import build_board


def first_share(margins: Sequence[float], added: int, draw: int) -> float:
    """The share of the first side, draws counted half, if its margins were so many points better."""
    scores = [0.5 if abs(margin + added) <= draw else float(margin + added > 0) for margin in margins]
    return sum(scores) / len(scores)


def evening(margins: Sequence[float], draw: int) -> int:
    """The points to add to the first side's margins for the evenest share; of several the one nearest to the median."""
    middle = -median(margins)
    options = range(-round(max(margins)) - draw - 1, -round(min(margins)) + draw + 2)
    return min(options, key=lambda added: (abs(first_share(margins, added, draw) - 0.5), abs(added - middle), added))


def rows(store: Store, player: str) -> list[tuple[str | int, ...]]:
    """A line for each scenario with games enough: shares as they are and as they would be, handicaps now and then."""
    found: list[tuple[str | int, ...]] = []
    entries = [entry for entry in store.entries() if set(entry.job.players.values()) == {player}]
    for scenario in sorted({entry.job.scenario for entry in entries}):
        margins = [entry.margin for entry in entries if entry.job.scenario == scenario]
        if len(margins) >= FEW:
            victory = build_board(scenario).scenario.victory
            found.append(_row(scenario, margins, victory))
    return found


def _row(scenario: str, margins: Sequence[float], victory: VictoryData) -> tuple[str | int, ...]:
    draw = victory.margins.draw
    added = evening(margins, draw)
    now = victory.handicap.allied - victory.handicap.axis
    return (
        scenario,
        len(margins),
        f"{median(margins):+.0f}",
        f"{first_share(margins, 0, draw):.0%}",
        _told(now),
        _told(now + added),
        f"{first_share(margins, added, draw):.0%}",
    )


def _told(handicap: int) -> str:
    """A handicap in words: whose it is, and how much."""
    side = "allied" if handicap > 0 else "axis"
    return f"{side} {abs(handicap)}" if handicap else "none"


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 where there are no games to judge by."""
    parser = argparse.ArgumentParser(prog="python -m tools.handicaps", description="The handicap that makes even.")
    parser.add_argument("--player", default=PLAYER, help=f"whose games against itself (default {PLAYER})")
    parser.add_argument("--store", type=Path, default=OPTIONS.store, help="where the games are kept")
    parser.add_argument("--mixed", action="store_true", help=f"count games of older {OPTIONS.stale} too")
    chosen = parser.parse_args(words)
    found = rows(Store(chosen.store, mixed=chosen.mixed), chosen.player)
    if not found:
        print(f"No scenario has {FEW} games of {chosen.player} in {chosen.store}: python -m tools.balance plays them.")
        return 1
    heads = ("scenario", "games", "median margin", "Allied share", "handicap", "even with", "share then")
    print(table(heads, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
