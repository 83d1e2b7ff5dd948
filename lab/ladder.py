"""The ladder: computer players against each other on many scenarios, both ways round, and a table of their strength.

python -m lab.ladder                                             random < greedy < easy < normal < hard, each step
python -m lab.ladder --all-pairs                                 a round-robin of all five
python -m lab.ladder --pairs easy:greedy --games 40 --scenarios operations/to-the-sea
python -m lab.ladder --report-only                               the table from what has been played
python -m lab.ladder --system cards                              another rule system: its page, store and picture

Each seed is played twice, the second time with the players' sides swapped, so that neither the lean of a scenario nor
the luck of a seed helps either player. Where there is one side, the players are compared on equal seeds.

Games are written to build/ladder.jsonl as they end: stop a run when you like and give the same command again. Games of
a scenario or a player that has changed since do not count (`--mixed`: they do).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from os.path import relpath
from pathlib import Path
from statistics import fmean

import wab
from lab.measuring import solo
from lab.measuring.pages import table
from lab.measuring.pictures import Dot, whiskers
from lab.measuring.running import PLAYERS, Options, play_jobs, players_of, scenario_id
from lab.measuring.statistics import Share, ratings
from lab.measuring.store import Entry, Store, key_of
from wab.cli.simulating import Job
from wab.engine.kernel.values import ScenarioInfo
from wab.systems import NAMES, system_names

ANCHOR, GAMES = "greedy", 400
UNITS = {"operations": (30, 110)}
"""By rule system: scenarios of so many units of both sides together are played unless some are named.

In smaller ones of `operations` the dice decide more than the players; larger ones take many seconds a game, or minutes.
"""
MANY = 10_000
WANTED = 0.65
"""The share that each level is to score against the one below."""
PICTURE = Path("docs/lab/ladder.svg")
OPTIONS = Options(Path("build/ladder.jsonl"), Path("docs/ai_results.md"), "ladder")
FIRST_SYSTEM = NAMES[0]


@dataclass(frozen=True)
class Pair:
    """Two players and the games between them; `upper` is the player that ought to win."""

    upper: str
    lower: str
    entries: tuple[Entry, ...]

    @property
    def share(self) -> Share:
        """Return what the upper player scored."""
        return Share(sum(score_of(entry, self.upper) for entry in self.entries), len(self.entries))

    @property
    def both_seats(self) -> Share:
        """Of the seeds played both ways round, the seeds in which the upper player got more points out of both seats.

        In a scenario that one side wins against equals, shares stay near a half however much better a player is.
        """
        leads: dict[tuple[str, int], list[float]] = {}
        for entry in self.entries:
            leads.setdefault((entry.job.scenario, entry.job.seed), []).append(lead_of(entry, self.upper))
        sums = [sum(both) for both in leads.values() if len(both) == 2]
        return Share(sum(0.5 if total == 0 else float(total > 0) for total in sums), len(sums))

    @property
    def scenarios(self) -> list[str]:
        """The scenarios on which they met."""
        return sorted({entry.job.scenario for entry in self.entries})

    @property
    def verdict(self) -> str:
        """Return whether the step is as wide as wanted, as far as the games say."""
        low, high = self.share.interval
        if low >= WANTED:
            return "reached"
        if high < WANTED:
            return "missed"
        return "reached, not yet certain" if self.share.value >= WANTED else "missed, not yet certain"


def side_of(entry: Entry, player: str) -> str:
    """The side that a player had in a game between two different players."""
    return next(side for side, name in sorted(entry.job.players.items()) if name == player)


def score_of(entry: Entry, player: str) -> float:
    """1 for a game that a player won, a half for a draw, 0 for one lost."""
    return entry.score(side_of(entry, player))


def lead_of(entry: Entry, player: str) -> float:
    """By how many points a player was ahead at the end."""
    points, side = entry.played.points, side_of(entry, player)
    return points[side] - fmean(value for other, value in points.items() if other != side)


def pair_of(upper: str, lower: str, entries: Sequence[Entry]) -> Pair:
    """The games between two players."""
    return Pair(upper, lower, tuple(e for e in entries if sorted(e.job.players.values()) == sorted((upper, lower))))


def of_size(infos: Sequence[ScenarioInfo], units: Sequence[int]) -> list[ScenarioInfo]:
    """The scenarios with so many units of both sides together, the least and the most of them."""
    least, most = units
    return [info for info in infos if least <= sum(info.units.values()) <= most]


def jobs_for(pairs: Sequence[tuple[str, str]], infos: Sequence[ScenarioInfo], games: int) -> list[Job]:
    """About `games` games for every pair over all scenarios, both ways round; a run that is stopped is fair to all."""
    rounds = max(1, round(games / (2 * len(infos))))
    jobs = []
    for seed in range(rounds):
        for info in infos:
            for upper, lower in pairs:
                jobs += [Job(info.id, players, seed) for players in _tables(info, upper, lower)]
    return list({key_of(job): job for job in jobs}.values())


def _tables(info: ScenarioInfo, upper: str, lower: str) -> Iterator[dict[str, str]]:
    """Both ways in which two players sit at a scenario; each by itself where it has one side."""
    for one, other in ((upper, lower), (lower, upper)):
        yield dict(zip(info.sides, (one, other), strict=False))


# ------------------------------------------------------------------------------------------------- the table


def section(store: Store, infos: Sequence[ScenarioInfo], drawn: str = "lab/ladder.svg") -> str:
    """The ladder's part of its page, over the picture `drawn` of it, by its path from the page."""
    if is_solitaire(infos):
        return solo.section(store.entries(), infos, _players(store.entries()), drawn)
    entries = _entries(store, infos)
    pairs = [pair for names in combinations(_players(entries), 2) if (pair := pair_of(*names[::-1], entries)).entries]
    rated = ratings({(pair.upper, pair.lower): (pair.share.points, pair.share.games) for pair in pairs}, ANCHOR)
    scenarios = {entry.job.scenario for entry in entries}
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(entries):,} games on {len(scenarios)} scenarios.",
        "",
        f"![Ratings]({drawn})",
        "",
        table(
            ("player", "Elo", "95 %", "games"),
            [(r.player, f"{r.elo:+.0f}", f"± {r.half_width:.0f}", r.games) for r in rated],
        ),
        "",
        "A step is a player against another one. The share is what the first scores, a draw counted half. Both seats: "
        "of the seeds played both ways round, the share in which it got more points out of the two seats together, "
        "whoever won; where one side wins between equals only this tells players apart.",
        "",
        _steps(pairs),
    ]
    if by_scenario := _by_scenario(pairs, infos):
        lines += [
            "",
            "The same by scenario: the share of the stronger player, and its mean lead in points.",
            "",
            by_scenario,
        ]
    return "\n".join(lines)


def _entries(store: Store, infos: Sequence[ScenarioInfo]) -> list[Entry]:
    """The games between two different players on these scenarios."""
    known = {info.id for info in infos}
    return [e for e in store.entries() if len(set(e.job.players.values())) == 2 and e.job.scenario in known]


def is_solitaire(infos: Sequence[ScenarioInfo]) -> bool:
    """Tell whether the scenarios have one side, against the rules."""
    return all(len(info.sides) == 1 for info in infos)


def picture(store: Store, infos: Sequence[ScenarioInfo]) -> str:
    """docs/lab/ladder.svg."""
    if is_solitaire(infos):
        return solo.picture(store.entries(), infos, _players(store.entries()))
    entries = _entries(store, infos)
    pairs = [pair for names in combinations(_players(entries), 2) if (pair := pair_of(*names, entries)).entries]
    rated = ratings({(pair.upper, pair.lower): (pair.share.points, pair.share.games) for pair in pairs}, ANCHOR)
    return whiskers("Strength of the computer players", "Elo", [Dot(r.player, r.elo, r.half_width) for r in rated])


def _players(entries: Sequence[Entry]) -> list[str]:
    """All players that have played: the levels in their order, then guests by name."""
    names = {name for entry in entries for name in entry.job.players.values()}
    return sorted(names, key=lambda name: (PLAYERS.index(name) if name in PLAYERS else len(PLAYERS), name))


def _steps(pairs: Sequence[Pair]) -> str:
    rows = [
        (
            f"{pair.upper} against {pair.lower}",
            pair.share.games,
            len(pair.scenarios),
            str(pair.share),
            str(pair.both_seats) if pair.both_seats.games else "–",
            f"{fmean(lead_of(entry, pair.upper) for entry in pair.entries):+.1f}",
            pair.verdict if _is_step(pair) else "",
        )
        for pair in pairs
    ]
    return table(
        ("pair", "games", "scenarios", "share", "both seats", "mean lead", f"wanted {100 * WANTED:.0f} %"), rows
    )


def _is_step(pair: Pair) -> bool:
    """Levels next to each other."""
    known = pair.upper in PLAYERS and pair.lower in PLAYERS
    return known and PLAYERS.index(pair.upper) - PLAYERS.index(pair.lower) == 1


def _by_scenario(pairs: Sequence[Pair], infos: Sequence[ScenarioInfo]) -> str:
    """The steps, scenario by scenario."""
    shown = [pair for pair in pairs if _is_step(pair)]
    rows = []
    for info in infos:
        met = [[entry for entry in pair.entries if entry.job.scenario == info.id] for pair in shown]
        if any(met):
            cells = [_cell(entries, pair.upper) for entries, pair in zip(met, shown, strict=True)]
            rows.append((info.title.get("en", info.id), *cells))
    return table(("scenario", *(f"{pair.upper} : {pair.lower}" for pair in shown)), rows) if rows else ""


def _cell(entries: Sequence[Entry], player: str) -> str:
    if not entries:
        return "–"
    share = fmean(score_of(entry, player) for entry in entries)
    return f"{100 * share:.0f} %, {fmean(lead_of(entry, player) for entry in entries):+.1f}"


# ------------------------------------------------------------------------------------------------- the command


def _pairs(chosen: argparse.Namespace) -> list[tuple[str, str]]:
    """(stronger, weaker) as asked for: named ones, all, or each step of the ladder, of the levels that there are."""
    players = players_of(chosen.system)
    if chosen.pairs:
        named = [pair.split("/") if "/" in pair else pair.rsplit(":", 1) for pair in chosen.pairs]
        return [(upper, lower) for upper, lower in named]
    if chosen.all_pairs:
        return [(upper, lower) for lower, upper in combinations(players, 2)]
    return list(zip(players[1:], players, strict=False))


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.ladder", description="Players against each other.")
    parser.add_argument("--pairs", nargs="+", default=[], metavar="A:B", help="A/B where a name has a colon of its own")
    parser.add_argument("--all-pairs", action="store_true", help="everybody against everybody, not the steps alone")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games for each pair (default {GAMES})")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=[], metavar="ID", help="only these")
    parser.add_argument(
        "--units", type=int, nargs=2, metavar=("LEAST", "MOST"), help="only scenarios of so many units of both sides"
    )
    parser.add_argument("--system", choices=system_names(), default=FIRST_SYSTEM, help="scenarios of this rule system")
    parser.add_argument("--picture", type=Path, default=PICTURE, help="the picture to write")
    options = _options_of(parser.parse_known_args(words)[0].system)
    options.add_to(parser)
    chosen = parser.parse_args(words)
    chosen.options = options
    if chosen.picture == PICTURE and chosen.system != FIRST_SYSTEM:
        chosen.picture = PICTURE.with_stem(f"{PICTURE.stem}_{chosen.system}")
    return chosen


def _options_of(system: str) -> Options:
    """The first system's tables have a page of their own; tables of another system stand on the page about its
    players.
    """
    options = OPTIONS.of_system(system, FIRST_SYSTEM)
    return options if system == FIRST_SYSTEM else replace(options, page=Path(f"docs/lab/ai_{system}.md"))


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table; 1 when a game went wrong."""
    chosen = _arguments(words)
    infos = [info for info in wab.scenarios() if info.system == chosen.system]
    picked = [info for info in infos if info.id in chosen.scenarios]
    picked = picked or of_size(infos, chosen.units or UNITS.get(chosen.system, (0, MANY)))
    store, problems = play_jobs(chosen, "ladder", lambda: jobs_for(_pairs(chosen), picked, chosen.games))
    if not store.entries():
        return 1
    chosen.options.show(chosen, section(store, infos, Path(relpath(chosen.picture, chosen.page.parent)).as_posix()))
    if not chosen.aloud:
        chosen.picture.write_text(picture(store, infos), encoding="utf-8")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
