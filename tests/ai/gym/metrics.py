"""The metrics of whole battles, and their table in docs/ai_results.md.

python -m tests.ai.gym.metrics                                  easy, normal and hard on every scenario, both sides
python -m tests.ai.gym.metrics --players easy --games 1 --print one game of each, on the screen

Games are kept in build/metrics.jsonl; games of a player or a scenario that has changed since are played again.
`lab.objectives` counts T18, the seats in which a player beats `greedy` on points.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import wab
from lab.measuring.pages import table
from lab.measuring.running import Options, play_lines
from lab.measuring.store import read_lines
from tests.ai.gym.batch import METRICS, OPPONENT, Tally, pace, share_of, tally, tally_stamp
from wab.engine.kernel.values import ScenarioInfo

PLAYERS = ("greedy", "easy", "normal", "hard")
GAMES = 2
LONG = 20
"""Turns of a battle beyond which it has a table of its own."""
OPTIONS = Options(Path("build/metrics.jsonl"), Path("docs/ai_results.md"), "metrics", "players and scenarios")
Wanted = tuple[str, str, str, int]


def wanted(infos: Sequence[ScenarioInfo], players: Sequence[str], games: int) -> list[Wanted]:
    """Every game that is asked for; a run that is stopped has some of each."""
    return [(info.id, p, side, seed) for seed in range(games) for info in infos for side in info.sides for p in players]


def kept(path: Path, mixed: bool) -> dict[Wanted, Tally]:
    """The games in the file that still count; `mixed`: games of older players and scenarios too."""
    known = {info.id for info in wab.scenarios()}
    good = [
        t
        for t in read_lines(path, Tally)
        if t.scenario in known and (mixed or t.stamp == tally_stamp(t.scenario, t.player))
    ]
    return {(one.scenario, one.player, one.side, one.seed): one for one in good}


# ------------------------------------------------------------------------------------------------- the tables


def section(tallies: Sequence[Tally], players: Sequence[str]) -> str:
    """The part of docs/ai_results.md about whole battles."""
    shown = [player for player in players if any(one.player == player for one in tallies)]
    scenarios = {one.scenario for one in tallies}
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(tallies):,} games on {len(scenarios)} scenarios, both sides in turn, "
        f"against `{OPPONENT}`. **Bold** misses its bound.",
        "",
        _metrics(tallies, shown),
        "",
        *_without_the_long_ones(tallies, shown),
        "Seconds that a side thinks about a turn, median and longest: " + _paces(tallies, shown) + ".",
    ]
    return "\n".join(lines)


def _without_the_long_ones(tallies: Sequence[Tally], shown: Sequence[str]) -> list[str]:
    """The same table over the shorter battles, where longer ones, which have most of all turns, are among them."""
    turns = {info.id: info.turns for info in wab.scenarios()}
    shorter = [one for one in tallies if turns[one.scenario] <= LONG]
    if len(shorter) in (0, len(tallies)):
        return []
    scenarios = {one.scenario for one in shorter}
    return [f"The same over the {len(scenarios)} that last {LONG} turns at most:", "", _metrics(shorter, shown), ""]


def _metrics(tallies: Sequence[Tally], players: Sequence[str]) -> str:
    rows = []
    for name, metric in METRICS.items():
        cells = []
        for player in players:
            happened, of = share_of([one for one in tallies if one.player == player], name)
            cells.append(_cell(happened, of, metric.bound, metric.at_most))
        bound = f"{'≤' if metric.at_most else '≥'} {100 * metric.bound:.0f} %"
        rows.append((metric.test, metric.says, bound, *cells))
    return table(("test", "counted", "bound", *players), rows)


def _cell(happened: int, of: int, bound: float, at_most: bool) -> str:
    if not of:
        return "–"
    share = happened / of
    text = f"{100 * share:.1f} % of {of:,}"
    return text if (share <= bound if at_most else share >= bound) else f"**{text}**"


def _paces(tallies: Sequence[Tally], players: Sequence[str]) -> str:
    found = {player: pace([one for one in tallies if one.player == player]) for player in players}
    return ", ".join(f"`{player}` {middle:.2f} and {longest:.2f}" for player, (middle, longest) in found.items())


# ------------------------------------------------------------------------------------------------- the command


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.ai.gym.metrics", description="Metrics of whole battles.")
    parser.add_argument("--players", nargs="+", default=list(PLAYERS), metavar="NAME", help="who is measured")
    parser.add_argument("--scenarios", nargs="+", default=[], metavar="ID", help="only these")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each scenario and side (default {GAMES})")
    OPTIONS.add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the tables."""
    chosen = _arguments(words)
    infos = [
        i for i in wab.scenarios() if i.system == "operations" and (not chosen.scenarios or i.id in chosen.scenarios)
    ]
    asked = wanted(infos, chosen.players, chosen.games)
    if not chosen.report_only:
        done = kept(chosen.store, chosen.mixed)
        play_lines(chosen, "metrics", tally, [one for one in asked if one not in done])
    tallies = [one for _, one in sorted(kept(chosen.store, chosen.mixed).items())]
    if not tallies:
        return 1
    text = section(tallies, chosen.players)
    OPTIONS.show(chosen, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
