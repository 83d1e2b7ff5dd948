"""The losses and points of games of `omaha`, next to the wanted figures: docs/lab/omaha_balance.md.

python -m lab.landings                                       40 games of each morning by `normal`, and the page
python -m lab.landings --games 100 --player greedy           more games, another player
python -m lab.landings --scenarios omaha/easy-fox --games 20 --first 500   other seeds of one scenario
python -m lab.landings --report-only                         the page from what has been played

Games are written to build/landings.jsonl as they end. The wanted figures stand in lab/landings.yaml. The text between
the marks of `remarks` on the page is written by hand and stays.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from time import process_time

import msgspec

import wab
from ai.agents import make_agent, seat_seed
from lab.measuring.pages import marked, section_of, table
from lab.measuring.running import Options, play_lines, scenario_id
from lab.measuring.statistics import Share
from lab.measuring.store import read_lines
from wab.content.reader import read_document
from wab.systems.omaha.state.board import DIVISIONS, Profile
from wab.systems.omaha.state.state import US, State

OPTIONS = Options(Path("build/landings.jsonl"), Path("docs/lab/omaha_balance.md"))
WANTED = Path(__file__).with_suffix(".yaml")
MORNINGS = ("omaha/the-first-waves", "omaha/easy-fox")
FIRST_HOUR = 4
FEW = 10
"""Of fewer games nothing is called met or missed."""
REMARKS = "remarks"
CATASTROPHE = "catastrophe"


class Landing(msgspec.Struct, frozen=True):
    """A game: how it ended, points, steps lost by regular infantry (in the first hour too) and tanks, loss boxes,
    Germans left, seconds of thought a turn.
    """

    scenario: str
    player: str
    seed: int
    level: str
    points: float
    turns: int
    hour: int
    infantry: int
    tanks: int
    boxes: tuple[int, ...]
    germans: int
    seconds: float


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The span in which a measure is wanted, and why."""

    measure: str
    low: float
    high: float
    why: str = ""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wanted results of `normal`, by scenario."""

    scenarios: dict[str, tuple[Bounds, ...]]


MEASURES: dict[str, Callable[[Landing], float]] = {
    "infantry steps lost": lambda one: one.infantry,
    "infantry steps lost by turn 4": lambda one: one.hour,
    "tank steps lost": lambda one: one.tanks,
    "loss box, 1st Division": lambda one: one.boxes[0],
    "loss box, 29th Division": lambda one: one.boxes[1],
    "points": lambda one: one.points,
}
SHARES: dict[str, Callable[[Landing], bool]] = {
    "games ended by catastrophe": lambda one: one.level == CATASTROPHE,
    "games won": lambda one: one.level.endswith("victory"),
}


@cache
def wanted() -> Wanted:
    """The bounds; DataError when their file is wrong."""
    content: Wanted = read_document(WANTED, Wanted).content
    return content


# ------------------------------------------------------------------------------------------------- playing


def play_one(scenario: str, player: str, seed: int) -> Landing:
    """Play a game and count."""
    game, agent = wab.new_game(scenario, seed=seed), make_agent(player, "omaha", seat_seed(seed, US))
    hour, began = 0, process_time()
    while game.outcome is None:
        if game.turn <= FIRST_HOUR:
            hour = _lost(game.state, _is_regular)
        game.play(agent.decide(game.view(US)))
    state, end = game.state, game.outcome
    return Landing(
        scenario,
        player,
        seed,
        end.level,
        end.points[US],
        game.turn,
        hour,
        _lost(state, _is_regular),
        _lost(state, _is_tank),
        tuple(state.losses(division) for division in DIVISIONS),
        len(state.now.forces),
        round((process_time() - began) / max(1, game.turn), 3),
    )


def _lost(state: State, counts: Callable[[Profile], bool]) -> int:
    units = ((state.profile(unit.id), unit.steps) for unit in state.everyone())
    return sum(profile.full - steps for profile, steps in units if counts(profile))


def _is_regular(profile: Profile) -> bool:
    return profile.regular


def _is_tank(profile: Profile) -> bool:
    return profile.type == "tank"


# ------------------------------------------------------------------------------------------------- the page


def page(games: Sequence[Landing], remarks: str) -> str:
    """docs/lab/omaha_balance.md, with remarks that are written by hand."""
    lines = [_INTRODUCTION.strip(), "", *marked(REMARKS, remarks)]
    for scenario in sorted({one.scenario for one in games}):
        among = [one for one in games if one.scenario == scenario]
        lines += ["", f"## {_title(scenario)}", ""]
        for player in sorted({one.player for one in among}):
            own = [one for one in among if one.player == player]
            lines += [
                f"{len(own)} games of `{player}`, {fmean(one.seconds for one in own):.2f} s of thought a turn.",
                "",
            ]
            lines += [table(("measure", "wanted", "found", "least", "most", ""), _rows(own)), ""]
    return "\n".join(lines)


def _title(scenario: str) -> str:
    return next(info.title["en"] for info in wab.scenarios() if info.id == scenario)


def _rows(games: Sequence[Landing]) -> list[tuple[str, ...]]:
    normal = games[0].player == "normal"
    bounds = {one.measure: one for one in wanted().scenarios.get(games[0].scenario, ())} if normal else {}
    rows = []
    for name, of in MEASURES.items():
        found = [of(one) for one in games]
        mean = fmean(found)
        rows.append((name, _span(bounds.get(name)), f"{mean:.1f}", f"{min(found):g}", f"{max(found):g}"))
    for name, true in SHARES.items():
        share = Share(sum(map(true, games)), len(games))
        rows.append((name, _span(bounds.get(name), 100), str(share), "", ""))
    values = [fmean(of(one) for one in games) for of in MEASURES.values()]
    values += [fmean(true(one) for one in games) for true in SHARES.values()]
    return [(*row, _verdict(bounds.get(row[0]), value, len(games))) for row, value in zip(rows, values, strict=True)]


def _span(bounds: Bounds | None, scale: int = 1) -> str:
    unit = " %" if scale > 1 else ""
    return f"{scale * bounds.low:g} to {scale * bounds.high:g}{unit}" if bounds else ""


def _verdict(bounds: Bounds | None, value: float, games: int) -> str:
    if bounds is None:
        return ""
    return "too few games" if games < FEW else "met" if bounds.low <= value <= bounds.high else "missed"


_INTRODUCTION = """
# The balance of `omaha`

One side commands, the cards lead the Germans. So balance asks what a competent player loses and gains, next to the
published position of 10:00, which says what the first sixteen turns cost.

    python -m lab.landings --games 100          games of `normal` in both mornings, and this page
    python -m lab.landings --report-only        this page from the games there are

Steps are those of 24 companies (72) and twelve tank units (24) in The First Waves. Intervals are Wilson's, of 95 %.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games of each scenario (default 40)")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--player", default="normal", help="who plays (default normal)")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=MORNINGS, metavar="ID", help="only these")
    OPTIONS.add_to(parser)
    chosen = parser.parse_args(words)
    if not chosen.report_only:
        known = {(one.scenario, one.player, one.seed) for one in read_lines(chosen.store, Landing)}
        seeds = range(chosen.first, chosen.first + chosen.games)
        todo = [(name, chosen.player, seed) for seed in seeds for name in chosen.scenarios]
        play_lines(chosen, "landings", play_one, [one for one in todo if one not in known])
    games = list(read_lines(chosen.store, Landing))
    if games:
        chosen.page.write_text(page(games, section_of(chosen.page, REMARKS)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
