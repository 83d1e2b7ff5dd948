"""Every scenario played to its end by simple players on both sides, and docs/lab/play_all.md.

python -m lab.play_all                                   5 seeds of every scenario by `random` and by `greedy`
python -m lab.play_all --seeds 2 --players random        fewer games
python -m lab.play_all --scenarios operations/to-the-sea --minutes 5   a part, for a while
python -m lab.play_all --report-only                     the page from what has been played

Games are written to build/play_all.jsonl as they end: stop a run when you like and give the same command again. Games
of a scenario or a player that has changed since are played again. The page names a game that goes wrong, with its seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

import wab
from lab.measuring.pages import Cell, table, teller
from lab.measuring.running import add_place_to, scenario_id
from lab.measuring.store import Entry, Store, play
from wab.cli.simulating import Job
from wab.engine.kernel.values import ScenarioInfo
from wab.systems import system_names

SEEDS, PLAYERS = 5, ("random", "greedy")
STORE, PAGE = Path("build/play_all.jsonl"), Path("docs/lab/play_all.md")


@dataclass(frozen=True)
class Row:
    """A scenario played by one player against itself: the games that ended, and how many did not."""

    info: ScenarioInfo
    player: str
    entries: tuple[Entry, ...]
    failures: int

    @property
    def seconds(self) -> float:
        """Mean seconds of a game; 0 if none ended."""
        return fmean(entry.played.seconds for entry in self.entries) if self.entries else 0.0


def jobs_for(infos: Sequence[ScenarioInfo], players: Sequence[str], seeds: int) -> list[Job]:
    """Seed by seed, the shortest scenarios first: a run that is stopped has something of each."""
    by_size = sorted(infos, key=lambda info: (max(1, info.turns) * sum(info.units.values()), info.id))
    return [
        Job(info.id, dict.fromkeys(info.sides, player), seed)
        for seed in range(1, seeds + 1)
        for player in players
        for info in by_size
    ]


def rows_of(entries: Sequence[Entry], infos: Sequence[ScenarioInfo], failed: Sequence[Job]) -> list[Row]:
    """A row for each scenario and player with a game that was tried."""
    players = sorted({name for job in (*(entry.job for entry in entries), *failed) for name in job.players.values()})
    rows = [
        Row(
            info,
            player,
            tuple(entry for entry in entries if _is(entry.job, info, player)),
            sum(_is(job, info, player) for job in failed),
        )
        for info in infos
        for player in players
    ]
    return [row for row in rows if row.entries or row.failures]


def _is(job: Job, info: ScenarioInfo, player: str) -> bool:
    return job.scenario == info.id and set(job.players.values()) == {player}


# ------------------------------------------------------------------------------------------------- the page


def page(rows: Sequence[Row], problems: Sequence[str], scenarios: int) -> str:
    """docs/lab/play_all.md."""
    games, failures = sum(len(row.entries) for row in rows), sum(row.failures for row in rows)
    played = len({row.info.id for row in rows})
    lines = [_INTRODUCTION.strip(), "", "## The games", ""]
    lines += [
        f"{datetime.now(UTC):%Y-%m-%d}: {games:,} games of {played} of {scenarios} scenarios came to their end; "
        f"{failures} went wrong.",
        "",
        _table(rows),
        "",
    ]
    if problems:
        lines += ["## What went wrong", "", *(f"* {problem}" for problem in problems), ""]
    return "\n".join(lines)


def _table(rows: Sequence[Row]) -> str:
    heads = ("player", "scenarios", "games", "failures", "seconds of the longest games")
    return table(heads, [_of_player(player, rows) for player in sorted({row.player for row in rows})])


def _of_player(player: str, rows: Sequence[Row]) -> tuple[Cell, ...]:
    own = [row for row in rows if row.player == player]
    games, failures = sum(len(row.entries) for row in own), sum(row.failures for row in own)
    longest = max(own, key=lambda row: row.seconds)
    return (player, len(own), games + failures, failures, f"{longest.seconds:.1f}, {longest.info.id}")


_INTRODUCTION = """
# Every scenario to its end

Every scenario is played to its outcome with the same simple player on both sides. This says that nothing is stuck,
refused or endless anywhere; what the results say of balance is in [balance.md](balance.md).

    make play-all                                         5 seeds of every scenario by `random` and by `greedy`
    python -m lab.play_all --scenarios operations/to-the-sea --seeds 20   a part
    python -m lab.play_all --report-only                this page from the games there are

A run may be stopped and continued: games are kept in `build/play_all.jsonl`, and those of a scenario or a player that
has changed since are played again.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.play_all", description="Every scenario to its end.")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"games of each scenario and player (default {SEEDS})")
    parser.add_argument("--players", default=",".join(PLAYERS), help="who plays, with commas between")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=[], metavar="ID", help="only these")
    parser.add_argument("--system", choices=system_names(), default=None, help="only scenarios of this rule system")
    add_place_to(parser)
    parser.add_argument("--minutes", type=float, default=0.0, help="begin no game after so many minutes (0: no limit)")
    parser.add_argument("--store", type=Path, default=STORE, help="where games are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    parser.add_argument("--report-only", action="store_true", help="play nothing")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page; 1 when a game went wrong."""
    chosen = _arguments(words)
    infos = wab.scenarios()
    picked = [info for info in infos if chosen.system in (None, info.system)]
    picked = [info for info in picked if not chosen.scenarios or info.id in chosen.scenarios]
    store, jobs, told = Store(chosen.store), jobs_for(picked, chosen.players.split(","), chosen.seeds), []
    failed: list[Job] = []
    if not chosen.report_only:
        told = play(store, jobs, chosen.workers, chosen.minutes, teller("play-all"), failed.append, chosen.cluster)
    for problem in told:
        print(problem, file=sys.stderr)
    chosen.page.write_text(page(rows_of(store.entries(), infos, failed), told, len(infos)), encoding="utf-8")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
