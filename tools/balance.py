"""Balance: the same player on both sides of every scenario, and docs/balance.md.

python -m tools.balance                               40 games of every scenario by `greedy`; then the page
python -m tools.balance --player normal --games 20    another player; fewer games
python -m tools.balance --scenarios operations/to-the-sea --minutes 5   a part, for a while
python -m tools.balance --report-only                 the page from what has been played

Games are written to build/balance.jsonl as they end: stop a run when you like and give the same command again. Games of
a scenario or a player that has changed since do not count (`--mixed`: they do). Balance is not strength: a scenario may
lean to one side, as its battle did, and then its own notes for the designer say so.
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
from tools.measuring.pages import table
from tools.measuring.pictures import Bar, share_bars
from tools.measuring.running import Options, play_jobs
from tools.measuring.statistics import Share
from tools.measuring.store import Entry, Store
from wab.cli.simulating import Job
from wab.engine.system import ScenarioInfo

GAMES, PLAYER = 40, "greedy"
LONG_GAMES, LONG_FROM = 4, 25
"""Of scenarios of so many turns and more fewer games are played: each takes many minutes."""
FEW = 10
"""Fewer games than this say nothing about who leans where."""
OPTIONS = Options(Path("build/balance.jsonl"), Path("docs/balance.md"))
EVEN = (0.35, 0.65)
"""Shares of won games (draws count half) between which a scenario is called even."""


@dataclass(frozen=True)
class Row:
    """A scenario and its games."""

    info: ScenarioInfo
    entries: tuple[Entry, ...]

    def share(self, winner: str | None) -> Share:
        """The share of the games that a side has won, of those drawn for None."""
        return Share(sum(entry.played.winner == winner for entry in self.entries), len(self.entries))

    @property
    def verdict(self) -> str:
        """Whether it is even, in a word or two."""
        if len(self.entries) < FEW:
            return "too few games"
        return f"leans to {self.leans}" if self.leans else "even"

    @property
    def first_side(self) -> float:
        """The share of the first side with draws as halves."""
        return fmean(entry.score(self.info.sides[0]) for entry in self.entries)

    @property
    def leans(self) -> str:
        """The side that wins clearly more than half, empty where it is even or nobody can say."""
        if EVEN[0] <= self.first_side <= EVEN[1] or len(self.entries) < FEW:
            return ""
        return self.info.sides[0 if self.first_side > EVEN[1] else 1]


def jobs_for(infos: Sequence[ScenarioInfo], player: str, games: int, long_games: int) -> list[Job]:
    """Every scenario once, then every scenario again: a run that is stopped has something of each."""
    counts = {info.id: long_games if info.turns >= LONG_FROM else games for info in infos}
    rounds = range(max(counts.values(), default=0))
    return [Job(i.id, dict.fromkeys(i.sides, player), seed) for seed in rounds for i in infos if seed < counts[i.id]]


def rows_of(store: Store, infos: Sequence[ScenarioInfo], player: str) -> list[Row]:
    """The scenarios of which games have been played by a player against itself."""
    entries = [entry for entry in store.entries() if set(entry.job.players.values()) == {player}]
    rows = [Row(info, tuple(entry for entry in entries if entry.job.scenario == info.id)) for info in infos]
    return [row for row in rows if row.entries]


# ------------------------------------------------------------------------------------------------- the page


def page(rows: Sequence[Row], player: str) -> str:
    """docs/balance.md."""
    games = sum(len(row.entries) for row in rows)
    leaning = [row for row in rows if row.leans]
    lines = [_INTRODUCTION.strip(), "", "## The games", ""]
    lines += [
        f"{datetime.now(UTC):%Y-%m-%d}: {games:,} games of {len(rows)} scenarios, `{player}` on both sides. "
        f"{sum(row.verdict == 'even' for row in rows)} scenarios are even, {len(leaning)} lean.",
        "",
        "![Shares of games won](balance.svg)",
        "",
        _table(rows),
        "",
    ]
    if leaning:
        lines += ["## Scenarios that lean", "", *(_told(row) for row in leaning), ""]
    return "\n".join(lines)


def _table(rows: Sequence[Row]) -> str:
    heads = ("scenario", "kind", "games", "Allied", "draw", "Axis", "mean margin", "seconds a game", "")
    return table(
        heads,
        [
            (
                row.info.title.get("en", row.info.id),
                row.info.kind,
                len(row.entries),
                str(row.share(row.info.sides[0])),
                str(row.share(None)),
                str(row.share(row.info.sides[1])),
                f"{fmean(entry.margin for entry in row.entries):+.1f}",
                f"{fmean(entry.played.seconds for entry in row.entries):.1f}",
                row.verdict,
            )
            for row in rows
        ],
    )


def _told(row: Row) -> str:
    """A scenario that leans, with what its file says about that."""
    note = designers_note(Path(row.info.path))
    title = row.info.title.get("en", row.info.id)
    return f"* **{title}** ({row.leans}): " + (
        note or "its file does not say in a comment `Balance:` that it is meant so."
    )


def designers_note(path: Path) -> str:
    """What a scenario file says of its balance: the rest of the comment from the word "Balance:" on."""
    words: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        comment = line.partition("#")[2].strip() if line.strip().startswith("#") else ""
        if words and (not comment or comment.startswith("- ")):
            break
        if words or "Balance:" in comment:
            words.append(comment if words else comment.partition("Balance:")[2].strip())
    return " ".join(words)


def picture(rows: Sequence[Row], player: str) -> str:
    """docs/balance.svg."""
    bars = [
        Bar(
            row.info.title.get("en", row.info.id),
            (row.share(row.info.sides[0]).value, row.share(None).value, row.share(row.info.sides[1]).value),
            f"{len(row.entries)} games",
        )
        for row in rows
    ]
    return share_bars(f"Games won, {player} on both sides", ("Allied", "draw", "Axis"), bars, EVEN)


_INTRODUCTION = """
# Balance

The same computer player takes both sides of every scenario. Balance is not strength ([the computer players](ai.md) are
measured against each other): it says whether two equal players have equal chances. Many battles of 1944 were not even,
and a scenario may lean as its battle did; one that does says so in its file, in a comment with the word `Balance:`.

A scenario is called even when the first side's share, draws counted half, lies between 35 and 65 %. The intervals are
Wilson's, of 95 %; of fewer than ten games nothing is said. The margin is Allied points less Axis points at the end.

    make balance                                          40 games of every scenario by `greedy`, and this page
    python -m tools.balance --player normal --games 20    another player, fewer games
    python -m tools.balance --report-only                 this page from the games there are

A run may be stopped and continued: games are kept in `build/balance.jsonl`, and those of a scenario or a player that
has changed since are played again.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description="The same player on both sides.")
    parser.add_argument("--player", default=PLAYER, help=f"who plays (default {PLAYER})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each scenario (default {GAMES})")
    parser.add_argument("--long-games", type=int, default=LONG_GAMES, help=f"those of {LONG_FROM} turns and more")
    parser.add_argument("--scenarios", nargs="+", default=[], metavar="ID", help="only these")
    parser.add_argument("--system", default="operations", help="scenarios of this rule system")
    OPTIONS.add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page; 1 when a game went wrong."""
    chosen = _arguments(words)
    infos = [info for info in wab.scenarios() if info.system == chosen.system]
    picked = [info for info in infos if not chosen.scenarios or info.id in chosen.scenarios]
    store, problems = play_jobs(
        chosen, "balance", lambda: jobs_for(picked, chosen.player, chosen.games, chosen.long_games)
    )
    if rows := rows_of(store, infos, chosen.player):
        chosen.page.write_text(page(rows, chosen.player), encoding="utf-8")
        chosen.page.with_suffix(".svg").write_text(picture(rows, chosen.player), encoding="utf-8")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
