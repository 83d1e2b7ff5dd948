"""History: the whole battle played by the computer on both sides, its fronts against the fronts of 1944.

python -m lab.history_report                                       2 games by `normal`, and docs/lab/history.md
python -m lab.history_report --player greedy --games 1             a quick look
python -m lab.history_report --scenario operations/five-beaches --dates 1944-06-10
python -m lab.history_report --games 40 --balance build/balance.jsonl      the same games for the table of balance
python -m lab.history_report --system zocbonds                     another rule system: its page, store and targets

Games are written to build/history.jsonl as they end; give the same command again to go on. The historical front is read
from campaigns/normandy/history/front.yaml. Facts of one system alone are in `lab.telling`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

from lab.measuring.battles import TOLD, Battle, battles, count_for_balance, play_missing, teller_of
from lab.measuring.front_pages import fronts_table, picture
from lab.measuring.fronts import Ground
from lab.measuring.pages import marked, section_of
from lab.measuring.running import Options, best_player
from wab.cli.simulating import Job
from wab.systems import get_system

GAMES = 2
REMARKS = "remarks"
"""The section of the page that is written by hand and stays."""
OPTIONS = Options(Path("build/history.jsonl"), teller_of(TOLD[0]).PAGE, timed=False)


def page(ground: Ground, played: Sequence[Battle], dates: Sequence[str], remarks: str = "", drawn: str = "") -> str:
    """The page of some battles, with remarks that are written by hand and the picture `drawn` next to it."""
    first = played[0].job
    teller = teller_of(first.scenario)
    seconds = fmean(battle.seconds for battle in played)
    lines = [teller.INTRODUCTION.strip(), "", *marked(REMARKS, remarks), "", "## Fronts", ""]
    lines += [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(played)} {'game' if len(played) == 1 else 'games'} of `{first.scenario}`, "
        f"`{first.players['allied']}` on both sides, {seconds:.0f} seconds a game.",
        "",
        f"![Fronts of the games and of history]({drawn or teller.PAGE.with_suffix('.svg').name})",
        "",
        "Between the units, as on a map of the situation (and in the picture): ground belongs to the side whose "
        "nearest unit has the shortest way to it over land. A game counts on the days that it lasted.",
        "",
        fronts_table(ground, played, dates, nearest=True),
        "",
        "By the marks of the hexes, that is, by who passed last: ground far behind the front is its first owner's "
        "until somebody crosses it, and a column leaves a trail.",
        "",
        fronts_table(ground, played, dates, nearest=False),
        "",
        *teller.sections(ground, played, dates),
    ]
    return "\n".join(lines)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.history_report", description="Fronts against history.")
    parser.add_argument("--system", choices=TOLD, default=TOLD[0], help="the whole battle of this rule system")
    system = parser.parse_known_args(words)[0].system
    teller, player = teller_of(system), best_player(system)
    parser.add_argument("--scenario", default=teller.SCENARIO, help=f"the battle (default {teller.SCENARIO})")
    parser.add_argument("--player", default=player, help=f"who plays (default {player})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games (default {GAMES})")
    parser.add_argument("--dates", nargs="+", default=list(teller.DATES), help="days of which the front is drawn")
    parser.add_argument("--balance", type=Path, help="count the games for the table of balance too, kept in this file")
    replace(OPTIONS.of_system(system, TOLD[0]), page=teller.PAGE).add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page; 1 when there is nothing to report."""
    chosen = _arguments(words)
    sides = get_system(chosen.scenario.partition("/")[0]).sides
    jobs = [Job(chosen.scenario, dict.fromkeys(sides, chosen.player), seed) for seed in range(chosen.games)]
    if not chosen.report_only:
        done = {battle.job.seed for battle in battles(chosen.store, jobs, chosen.dates, chosen.mixed)}
        todo = [job for job in jobs if job.seed not in done]
        play_missing(chosen.store, todo, chosen.dates, chosen.workers, chosen.cluster)
    played = battles(chosen.store, jobs, chosen.dates, chosen.mixed)
    if not played:
        return 1
    if chosen.balance:
        count_for_balance(chosen.balance, played)
    ground, drawn = teller_of(chosen.scenario).ground(chosen.scenario), chosen.page.with_suffix(".svg")
    text = page(ground, played, chosen.dates, section_of(chosen.page, REMARKS), drawn.name)
    chosen.page.write_text(text, encoding="utf-8")
    drawn.write_text(picture(ground, played, chosen.dates), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
