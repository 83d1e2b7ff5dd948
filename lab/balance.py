"""Balance: the same player on both sides of every scenario, and docs/lab/balance.md.

python -m lab.balance                               40 games of every scenario by `normal`; then the page
python -m lab.balance --player greedy --games 20    another player; fewer games
python -m lab.balance --scenarios operations/to-the-sea --minutes 5   a part, for a while
python -m lab.balance --report-only                 the page from what has been played
python -m lab.balance --system cards                another rule system, with a page and a store of its own

Games are written to build/balance.jsonl as they end: stop a run when you like and give the same command again. Games of
a scenario or a player that has changed since do not count (`--mixed`: they do).

The results are kept in docs/lab/balance.csv, a line a scenario. Page and picture are made of it, and need no games of
earlier runs. A run replaces a line when it has at least as many games. The text between the marks of `remarks` on the
page is written by hand and stays.

Balance is not strength: a scenario may lean to one side, as its battle did, and then its own notes for the designer say
so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import wab
from lab.measuring.pages import marked, section_of, table
from lab.measuring.pictures import Bar, share_bars
from lab.measuring.running import Options, best_player, play_jobs, scenario_id
from lab.measuring.store import Store
from lab.measuring.tallies import Key, Tally, merged, read_tallies, tally_of, today, write_tallies
from wab.cli.simulating import Job
from wab.engine.kernel.values import ScenarioInfo
from wab.systems import NAMES, get_system, system_names

GAMES = 40
LONG_GAMES, LONG_FROM = 4, 25
"""Of scenarios of so many turns and more fewer games are played: each takes many minutes."""
FEW = 10
"""Fewer games than this say nothing about who leans where."""
OPTIONS = Options(Path("build/balance.jsonl"), Path("docs/lab/balance.md"))
REMARKS = "remarks"
"""The section of the page that is written by hand."""
EVEN = (0.35, 0.65)
"""Shares of won games (draws count half) between which a scenario is called even."""


@dataclass(frozen=True)
class Row:
    """A scenario and the results of its games."""

    info: ScenarioInfo
    tally: Tally

    @property
    def verdict(self) -> str:
        """Return whether it is even, in a word or two."""
        if self.tally.games < FEW:
            return "too few games"
        return f"leans to {self.leans}" if self.leans else "even"

    @property
    def leans(self) -> str:
        """The side that wins clearly more than half, empty if it is even or there are too few games."""
        if EVEN[0] <= self.tally.first_side <= EVEN[1] or self.tally.games < FEW:
            return ""
        return parties(self.info)[0 if self.tally.first_side > EVEN[1] else 1]


def parties(info: ScenarioInfo) -> tuple[str, str]:
    """The two who may win a scenario: its sides by name, or its one side and the automaton."""
    first, *others = sorted(info.sides)
    return first, others[0] if others else get_system(info.system).automaton


def jobs_for(infos: Sequence[ScenarioInfo], player: str, games: int, long_games: int) -> list[Job]:
    """Every scenario once, then every scenario again: a run that is stopped has something of each."""
    counts = {info.id: long_games if info.turns >= LONG_FROM else games for info in infos}
    rounds = range(max(counts.values(), default=0))
    return [Job(i.id, dict.fromkeys(i.sides, player), seed) for seed in rounds for i in infos if seed < counts[i.id]]


def tallies_of(store: Store, player: str) -> list[Tally]:
    """Return the results of the games of a player against itself, a line a scenario."""
    entries = [entry for entry in store.entries() if set(entry.job.players.values()) == {player}]
    scenarios = sorted({entry.job.scenario for entry in entries})
    return [tally_of([e for e in entries if e.job.scenario == name], player, today()) for name in scenarios]


def rows_of(tallies: dict[Key, Tally], infos: Sequence[ScenarioInfo], player: str) -> list[Row]:
    """The scenarios with counted games of a player against itself, in the order of the menu."""
    return [Row(info, tallies[info.id, player]) for info in infos if (info.id, player) in tallies]


# ------------------------------------------------------------------------------------------------- the page


def page(rows: Sequence[Row], player: str, remarks: str = "", drawn: str = "balance.svg") -> str:
    """docs/lab/balance.md, with remarks that are written by hand and the picture `drawn` next to it."""
    games = sum(row.tally.games for row in rows)
    leaning = [row for row in rows if row.leans]
    system = rows[0].info.system
    introduction = _INTRODUCTION if system == NAMES[0] else _OF_ANOTHER_SYSTEM.replace("SYSTEM", system)
    lines = [introduction.strip(), "", *marked(REMARKS, remarks), "", "## The games", ""]
    lines += [
        f"{max(row.tally.day for row in rows)}: {games:,} games of {len(rows)} scenarios, `{player}` "
        f"{_where(rows)}. "
        f"{sum(row.verdict == 'even' for row in rows)} scenarios are even, {len(leaning)} lean.",
        "",
        f"![Shares of games won]({drawn})",
        "",
    ]
    if leaning:
        lines += ["## Scenarios that lean", "", _table(leaning), "", *(_told(row) for row in leaning), ""]
    return "\n".join(lines)


def _table(rows: Sequence[Row]) -> str:
    first, second = _names(rows)
    mean = "mean points" if len(rows[0].info.sides) == 1 else "mean margin"
    heads = ("scenario", "games", first, "draw", second, mean)
    return table(
        heads,
        [
            (
                row.info.title.get("en", row.info.id),
                row.tally.games,
                *(str(share) for share in row.tally.shares),
                f"{row.tally.margin:+.1f}",
            )
            for row in rows
        ],
    )


def _names(rows: Sequence[Row]) -> tuple[str, str]:
    """Return the names of the two sides."""
    info = rows[0].info
    first, second = (get_system(info.system).names.get(side, side) for side in parties(info))
    return first, second


def _where(rows: Sequence[Row]) -> str:
    return "on both sides" if len(rows[0].info.sides) == 2 else "against the rules"


def _told(row: Row) -> str:
    """A scenario that leans, with what its file says about that."""
    note = designers_note(Path(row.info.path))
    title = row.info.title.get("en", row.info.id)
    return f"* **{title}** ({row.leans}): " + (
        note or "its file does not say in a comment `Balance:` that it is meant so."
    )


def designers_note(path: Path) -> str:
    """Return what a scenario file says of its balance: the rest of the comment from the word "Balance:" on."""
    if not path.is_file():
        return ""
    words: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        comment = line.partition("#")[2].strip() if line.strip().startswith("#") else ""
        if words and (not comment or comment.startswith("- ")):
            break
        if words or "Balance:" in comment:
            words.append(comment if words else comment.partition("Balance:")[2].strip())
    return " ".join(words)


def picture(rows: Sequence[Row], player: str) -> str:
    """docs/lab/balance.svg."""
    bars = [
        Bar(
            row.info.title.get("en", row.info.id),
            (row.tally.shares[0].value, row.tally.shares[1].value, row.tally.shares[2].value),
            f"{row.tally.games} games",
        )
        for row in rows
    ]
    first, second = _names(rows)
    return share_bars(f"Games won, {player} {_where(rows)}", (first, "draw", second), bars, EVEN)


_INTRODUCTION = """
# Balance

The same computer player takes both sides of every scenario. Balance is not strength: it says whether two equal
[players](../ai.md) have equal chances. Many battles of 1944 were not even, and a scenario may lean as its battle did;
its file then says so, in a comment with the word `Balance:`.

A scenario is even if the first side's share, draws counted half, lies between 35 and 65 %. Intervals are Wilson's, of
95 %; fewer than ten games count for nothing. The margin is the points of the first side less those of the second.

    make balance                                          40 games of every scenario, and this page
    python -m lab.balance --player greedy --games 20      another player, fewer games
    python -m lab.balance --report-only                   this page from the games there are

`build/balance.jsonl` keeps the games, so that a run continues after a break; it plays games of a changed scenario or
player again. The file of the same name as this page, with the ending `.csv`, keeps the numbers, a line a scenario:
games won and drawn, mean margin, seconds and day. A run replaces a line if it has at least as many games.
"""

_OF_ANOTHER_SYSTEM = """
# Balance of `SYSTEM`

[The page of operations](balance.md) tells the method. `python -m lab.balance --system SYSTEM` plays the games.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.balance", description="The same player on both sides.")
    parser.add_argument("--system", choices=system_names(), default=NAMES[0], help="scenarios of this rule system")
    system = parser.parse_known_args(words)[0].system
    player = best_player(system)
    parser.add_argument("--player", default=player, help=f"who plays (default {player})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each scenario (default {GAMES})")
    parser.add_argument("--long-games", type=int, default=LONG_GAMES, help=f"those of {LONG_FROM} turns and more")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=[], metavar="ID", help="only these")
    OPTIONS.of_system(system, NAMES[0]).add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page; 1 when a game went wrong, 2 when what is kept cannot be read."""
    chosen = _arguments(words)
    infos = [info for info in wab.scenarios() if info.system == chosen.system]
    picked = [info for info in infos if not chosen.scenarios or info.id in chosen.scenarios]
    counted = chosen.page.with_suffix(".csv")
    try:
        kept = read_tallies(counted)
    except ValueError as error:
        print(f"{error}. Mend the line, or take it out to count its games anew.", file=sys.stderr)
        return 2
    store, problems = play_jobs(
        chosen, "balance", lambda: jobs_for(picked, chosen.player, chosen.games, chosen.long_games)
    )
    tallies = merged(kept, tallies_of(store, chosen.player))
    if rows := rows_of(tallies, infos, chosen.player):
        drawn = chosen.page.with_suffix(".svg")
        write_tallies(counted, tallies)
        text = page(rows, chosen.player, section_of(chosen.page, REMARKS), drawn.name)
        chosen.page.write_text(text, encoding="utf-8")
        drawn.write_text(picture(rows, chosen.player), encoding="utf-8")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
