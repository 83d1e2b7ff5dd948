"""T18: in how many seats of the flagship's scenarios a player does better on points than `greedy` would in its place.

python -m lab.objectives                                   normal and hard against greedy, greedy against itself
python -m lab.objectives --players normal --games 24 --scenarios operations/to-the-sea
python -m lab.objectives --report-only --print             the table from what has been played, on the screen

A seat is a side of a scenario. Its measure is the player's lead there against `greedy`, over its games, less the lead
of `greedy` there against itself. Games are written to build/objectives.jsonl as they end, and go on where they were
stopped; games of a scenario or a player that has changed since do not count (`--mixed`: they do).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, variance

import wab
from lab.measuring.pages import table
from lab.measuring.running import Options, play_jobs, scenario_id
from lab.measuring.statistics import Z95
from lab.measuring.store import Entry
from wab.cli.simulating import Job
from wab.engine.kernel.values import ScenarioInfo
from wab.systems.operations.state.board import SIDES

YARDSTICK = "greedy"
PLAYERS, GAMES, LONG = ("normal", "hard"), 6, 20
WANTED = "28 of 30"
AT_ONCE = ("immediate", "destruction")
"""The reasons for which a game ends before the end is scored (OPS-9.1-2, OPS-9.1-3)."""
OPTIONS = Options(Path("build/objectives.jsonl"), Path("docs/ai_results.md"), "objectives")


@dataclass(frozen=True)
class Seat:
    """A player's success in a seat: points that it is ahead of `greedy` there, with the half width of 95 %.

    `won` of `games` by the player, `usually_won` of `usual_games` by `greedy` in its place.
    """

    scenario: str
    side: str
    lead: float
    error: float
    won: float
    games: int
    usually_won: float
    usual_games: int

    @property
    def surely(self) -> bool:
        """The difference, whichever way, is larger than its error."""
        return abs(self.lead) > self.error

    @property
    def text(self) -> str:
        """The lead with its error; of a single game there is none."""
        return f"{self.lead:+.1f} ± {self.error:.1f}" if math.isfinite(self.error) else f"{self.lead:+.1f}, one game"


def jobs_for(players: Sequence[str], infos: Sequence[ScenarioInfo], games: int) -> list[Job]:
    """Every game that is asked for, of both seats of each scenario; a run that is stopped has some of each."""
    seats = [(info, mine, yours) for info in infos for mine, yours in (info.sides, info.sides[::-1])]
    jobs = []
    for seed in range(games):
        jobs += [Job(info.id, dict.fromkeys(info.sides, YARDSTICK), seed) for info in infos]
        jobs += [
            Job(info.id, {mine: player, yours: YARDSTICK}, seed) for info, mine, yours in seats for player in players
        ]
    return jobs


@dataclass(frozen=True)
class Scale:
    """The scale of a scenario's points: the margin up to which a victory is a tactical one (OPS-9.2).

    The gain of a side that holds all objectives that score for it: `per_turn` in each of so many `turns`, `at_end` at
    the end.
    """

    tactical: float
    per_turn: Mapping[str, float]
    at_end: Mapping[str, float]
    turns: int

    def rest(self, side: str, turn: int) -> float:
        """Return what a side would earn that holds them all from a turn's end on that is not scored any more."""
        return self.per_turn[side] * (self.turns - turn) + self.at_end[side]


def scales_of(infos: Sequence[ScenarioInfo]) -> dict[str, Scale]:
    """The scale of each scenario."""
    scales = {}
    for info in infos:
        board = wab.new_game(info.id, seed=0).state.board
        scoring = {side: [one for one in board.objectives if one.scores_for in (side, "both")] for side in SIDES}
        per_turn = {side: float(sum(one.per_turn for one in those)) for side, those in scoring.items()}
        at_end = {side: float(sum(one.at_end for one in those)) for side, those in scoring.items()}
        scales[info.id] = Scale(board.victory.margins.tactical, per_turn, at_end, board.turns)
    return scales


def lead_of(entry: Entry, side: str, scales: Mapping[str, Scale]) -> float:
    """Points by which a side was ahead at the end; a side that won at once is given all objectives from then on.

    Such a victory is decisive (OPS-9.2.3-5) and ends before the rest is scored; without that it would count for less
    the sooner it comes. It is worth a point more than a tactical one at least.
    """
    margin, played = entry.margin, entry.played
    if played.level == "decisive" and played.winner is not None:
        sign, scale = 1 if played.winner == SIDES[0] else -1, scales[entry.job.scenario]
        unscored = scale.rest(played.winner, played.turns) if played.reason in AT_ONCE else 0.0
        margin = sign * max(sign * margin + unscored, scale.tactical + 1)
    return margin if side == SIDES[0] else -margin


def seats_of(player: str, entries: Sequence[Entry], scales: Mapping[str, Scale]) -> list[Seat]:
    """The seats in which both the player has met `greedy` and `greedy` itself, by side and scenario."""
    found = []
    for side in SIDES:
        for scenario in sorted({entry.job.scenario for entry in entries}):
            here = [entry for entry in entries if entry.job.scenario == scenario]
            met = [
                e for e in here if set(e.job.players.values()) == {player, YARDSTICK} and e.job.players[side] == player
            ]
            usual = [e for e in here if set(e.job.players.values()) == {YARDSTICK}]
            if met and usual:
                found.append(_seat(scenario, side, met, usual, scales))
    return found


def _seat(scenario: str, side: str, met: Sequence[Entry], usual: Sequence[Entry], scales: Mapping[str, Scale]) -> Seat:
    leads, others = ([lead_of(entry, side, scales) for entry in games] for games in (met, usual))
    error = Z95 * math.sqrt(_spread(leads) + _spread(others))
    won, usually = (sum(entry.score(side) for entry in games) for games in (met, usual))
    return Seat(scenario, side, fmean(leads) - fmean(others), error, won, len(met), usually, len(usual))


def _spread(values: Sequence[float]) -> float:
    """The square of the standard error of a mean; nan for a single game."""
    return variance(values) / len(values) if len(values) > 1 else math.inf


# ------------------------------------------------------------------------------------------------- the table


def section(entries: Sequence[Entry], infos: Sequence[ScenarioInfo], players: Sequence[str]) -> str:
    """The part of docs/ai_results.md about T18."""
    scales = scales_of(infos)
    known = [entry for entry in entries if entry.job.scenario in scales]
    by_player = {player: seats_of(player, known, scales) for player in players}
    shown = {player: seats for player, seats in by_player.items() if seats}
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(known):,} games. T18, on how many scenarios a player does better on "
        f"points than `{YARDSTICK}` would in its place; wanted are {WANTED} on each side. In brackets those that are "
        "beyond their error of 95 %; the lead is the mean over all scenarios. Who wins at once, before the end is "
        "counted, is given what all objectives bring that side from then on.",
        "",
        table(("player", "as Allies", "lead", "as Axis", "lead"), [(f"`{p}`", *_row(s)) for p, s in shown.items()]),
    ]
    if behind := _behind(shown, {info.id: info.title.get("en", info.id) for info in infos}):
        lines += ["", "The seats where the player is not better:", "", behind]
    return "\n".join(lines)


def _row(seats: Sequence[Seat]) -> list[str]:
    cells = []
    for side in SIDES:
        here = [seat for seat in seats if seat.side == side]
        better = [seat for seat in here if seat.lead > 0]
        cells.append(f"{len(better)} of {len(here)} ({sum(seat.surely for seat in better)})")
        cells.append(f"{fmean(seat.lead for seat in here):+.1f}" if here else "–")
    return cells


def _behind(shown: Mapping[str, Sequence[Seat]], titles: Mapping[str, str]) -> str:
    rows = []
    for player, seats in shown.items():
        for seat in sorted((s for s in seats if s.lead <= 0), key=lambda seat: seat.lead):
            rows.append(
                (
                    f"`{player}`, {titles[seat.scenario]}, {seat.side.capitalize()}",
                    seat.text,
                    f"{seat.won:g} of {seat.games}",
                    f"{seat.usually_won:g} of {seat.usual_games}",
                )
            )
    return table(("seat", "lead", "won", f"by `{YARDSTICK}` in its place"), rows) if rows else ""


# ------------------------------------------------------------------------------------------------- the command


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.objectives", description="T18: points, seat by seat.")
    parser.add_argument("--players", nargs="+", default=list(PLAYERS), metavar="NAME", help="who is measured")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=[], metavar="ID", help="only these")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each seat (default {GAMES})")
    OPTIONS.add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table; 1 when a game went wrong. The longest battles only if named."""
    chosen = _arguments(words)
    infos = [info for info in wab.scenarios() if info.system == "operations"]
    picked = [i for i in infos if i.id in chosen.scenarios or (not chosen.scenarios and i.turns <= LONG)]
    store, problems = play_jobs(chosen, "objectives", lambda: jobs_for(chosen.players, picked, chosen.games))
    if not store.entries():
        return 1
    OPTIONS.show(chosen, section(store.entries(), infos, chosen.players))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
