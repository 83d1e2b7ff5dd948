"""History: the grand battle played by the computer on both sides, its fronts against those of 1944.

python -m tools.history_report                                       2 games by `normal`, and docs/lab/history.md
python -m tools.history_report --player greedy --games 1             a quick look
python -m tools.history_report --scenario operations/five-beaches --dates 1944-06-10
python -m tools.history_report --games 40 --balance build/balance.jsonl      the same games for the table of balance

Games are written to build/history.jsonl as they end; give the same command again to go on. The historical front is read
from campaigns/normandy/history/front.yaml, losses at the historical pace from the ledger of the scenarios.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

import wab
from ai.agents import make_agents, own_among
from ai.match import play_out
from tools.measuring.fronts import (
    Flags,
    Panel,
    front_places,
    legend,
    mean_distance,
    most,
    nearest_ground,
    trace_places,
)
from tools.measuring.pages import marked, section_of, table
from tools.measuring.running import Options
from tools.measuring.store import Entry, add_line, key_of, read_lines, stamp_of
from wab.app.report.drawing import Drawing
from wab.cli.simulating import Job, Played
from wab.content.data import rules_root
from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.content.normandy.history import Snapshot
from wab.content.operations.calendar import held_in_history
from wab.content.plain import read_plain
from wab.engine.game import Game, Record
from wab.systems.operations.board import SIDE_CODE, SIDES, Board, enemy_of
from wab.systems.operations.setup import build_board
from wab.systems.operations.state import State

SCENARIO, PLAYER, GAMES = "operations/the-battle-of-normandy", "normal", 2
DATES = ("1944-06-30", "1944-07-31", "1944-08-19")
REMARKS = "remarks"
"""The section of the page that is written by hand and stays."""
SINGLY = 4
"""Up to so many games are told one by one."""
OPTIONS = Options(Path("build/history.jsonl"), Path("docs/lab/history.md"), timed=False)


class Day(msgspec.Struct, frozen=True):
    """A game in the evening of a day: who holds which hex (a digit a hex), the hexes of the units, HP lost, points."""

    control: str
    hp_lost: dict[str, int]
    units: dict[str, list[int]]
    points: dict[str, int]

    def held(self, code: int) -> Flags:
        """bool[N]: what a side holds."""
        held: Flags = np.frombuffer(self.control.encode(), np.uint8) == ord(str(code))
        return held


class Battle(msgspec.Struct, frozen=True):
    """One game: its days by date, the last one under "end", and what came of it."""

    job: Job
    stamp: str
    seconds: float
    turns: int
    days: dict[str, Day]
    outcome: Played | None = None


def turn_on(board: Board, date: str) -> int:
    """The last turn that begins on a day or before it."""
    return sum(begins <= date for begins in board.scenario.dates)


def play(dates: Sequence[str], job: Job) -> Battle:
    """Play a game and write down the days that are asked for."""
    from wab.systems.operations.victory import points

    began = time.perf_counter()
    game: Game[State] = wab.new_game(job.scenario, seed=job.seed)
    by_turn = {turn_on(game.state.board, date): date for date in dates}
    days: dict[str, Day] = {}
    turn = 1

    def day() -> Day:
        state = game.state
        units = {side: [unit.hex for unit in state.units_of(side)] for side in SIDES}
        control = "".join(str(code) for code in state.control)
        return Day(control, dict(state.hp_lost), units, points(state))

    def after(_: Record) -> None:
        nonlocal turn
        if game.turn != turn or game.to_act is None:
            if turn in by_turn:
                days[by_turn[turn]] = day()
            turn = game.turn

    play_out(game, make_agents(job.players, game.system.id, job.seed, own=own_among(job.players.values())), after)
    days["end"] = day()
    seconds, end = round(time.perf_counter() - began, 1), game.outcome
    digest = game.digest()
    outcome = None
    if end is not None:
        outcome = Played(job.seed, end.winner, end.level, end.points, game.turn, digest, seconds, end.reason)
    return Battle(job, stamp_of(job), seconds, game.turn, days, outcome)


def battles(path: Path, jobs: Sequence[Job], dates: Sequence[str], mixed: bool) -> list[Battle]:
    """The games in a file that are of these jobs, show these dates, and were played by today's players and data."""
    good = [
        b
        for b in read_lines(path, Battle)
        if b.job in jobs and set(dates) <= set(b.days) and (mixed or b.stamp == stamp_of(b.job))
    ]
    return [battle for _, battle in sorted({battle.job.seed: battle for battle in good}.items())]


def play_missing(path: Path, jobs: Sequence[Job], dates: Sequence[str], workers: int) -> None:
    """Play games and write each down as it ends."""
    for number, battle in enumerate(_played(jobs, dates, workers)):
        add_line(path, battle)
        print(f"history: {number + 1}/{len(jobs)}, {battle.seconds:.0f} s", file=sys.stderr, flush=True)


def _played(jobs: Sequence[Job], dates: Sequence[str], workers: int) -> Iterator[Battle]:
    if min(workers, len(jobs)) <= 1:
        yield from map(partial(play, dates), jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play, dates), jobs)


def count_for_balance(path: Path, played: Sequence[Battle]) -> None:
    """Add the games to those of `python -m tools.balance`, which has no need to play them again."""
    known = {(entry.key, entry.stamp) for entry in read_lines(path, Entry)}
    for battle in played:
        if battle.outcome is not None and (key_of(battle.job), battle.stamp) not in known:
            add_line(path, Entry(battle.job, battle.outcome, battle.stamp))


# ------------------------------------------------------------------------------------------------- the page


def page(board: Board, played: Sequence[Battle], dates: Sequence[str], remarks: str = "") -> str:
    """docs/lab/history.md, with remarks that are written by hand."""
    first = played[0].job
    snapshots = {date: snapshot for date in dates if (snapshot := snapshot_of(date))}
    seconds = fmean(battle.seconds for battle in played)
    lines = [_INTRODUCTION.strip(), "", *marked(REMARKS, remarks), "", "## Fronts", ""]
    lines += [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(played)} games of `{first.scenario}`, `{first.players['allied']}` on both "
        f"sides, {seconds:.0f} seconds a game.",
        "",
        "![Fronts of the games and of history](history.svg)",
        "",
        "Between the units, as on a map of the situation (and in the picture): ground belongs to the side whose "
        "nearest unit has the shortest way to it over land.",
        "",
        _fronts(board, played, snapshots, nearest=True),
        "",
        "By the marks of the hexes, that is, by who passed last: ground far behind the front is its first owner's "
        "until somebody crosses it, and a column leaves a trail.",
        "",
        _fronts(board, played, snapshots, nearest=False),
        "",
        "## Places",
        "",
        "In how many of the games the Allies held a place in the evening of a day; in brackets where they did not in "
        "history, which took it at the end of the turn that begins on the day given.",
        "",
        _places(board, played, dates),
        "",
        "## Losses",
        "",
        "Units are those on the map at the end.",
        "",
        _losses(board, played, first.scenario),
        "",
    ]
    return "\n".join(lines)


def grounds(board: Board, day: Day, nearest: bool) -> dict[str, Flags]:
    """The land of each side: what is nearer to its units than to the enemy's, or what is marked as its own."""
    land = board.land & board.in_play
    ground = {side: day.held(code) & land for side, code in SIDE_CODE.items()}
    if not nearest:
        return ground
    units = day.units  # ships among them get nowhere over land
    return {
        side: nearest_ground(board, held, units[side], units[enemy_of(side)]) & land for side, held in ground.items()
    }


def _fronts(board: Board, played: Sequence[Battle], snapshots: dict[str, Snapshot], nearest: bool) -> str:
    """A row for each date and game, or for all of many games; and one for the front of most of them."""
    rows: list[tuple[str, ...]] = []
    for date, snapshot in snapshots.items():
        sides = [grounds(board, battle.days[date], nearest) for battle in played]
        found = [_against(board, snapshot, ground) for ground in sides]
        begin = (date, f"{snapshot.day}")
        turn = f"{turn_on(board, date)}"
        if len(played) <= SINGLY:
            for battle, (apart, ahead, short) in zip(played, found, strict=True):
                rows.append((*begin, f"{battle.job.seed}", turn, f"{apart:.1f}", f"{ahead:,.0f}", f"{short:,.0f}"))
        else:
            columns = zip(zip(*found, strict=True), (".1f", ",.0f", ",.0f"), strict=True)
            cells = tuple(span(column, how) for column, how in columns)
            rows.append((*begin, f"{len(played)}, one by one", turn, *cells))
        if len(played) > 2:
            apart, ahead, short = _against(board, snapshot, _of_most(sides))
            rows.append((*begin, "most of them", turn, f"{apart:.1f}", f"{ahead:,.0f}", f"{short:,.0f}"))
    heads = ("date", "front of", "game", "turn", "mean distance, km", "ahead of history, km²", "short of it, km²")
    return table(heads, rows)


def _of_most(sides: Sequence[dict[str, Flags]]) -> dict[str, Flags]:
    """What each side holds in more than half of the games."""
    return {side: most([one[side] for one in sides]) for side in SIDES}


def _against(board: Board, snapshot: Snapshot, ground: dict[str, Flags]) -> tuple[float, float, float]:
    """How far a front is from that of history, in km; the km² by which the Allies are ahead of it and short of it."""
    was_allied = behind_the_front(snapshot, board.map) & board.in_play
    trace = trace_places(board.map, snapshot, board.in_play)
    apart = mean_distance(front_places(board.map, ground["allied"], ground["axis"]), trace)
    area = board.map.km_per_hex**2 * 3**0.5 / 2
    ahead, short = (ground["allied"] & ~was_allied).sum(), (was_allied & ground["axis"]).sum()
    return apart, float(ahead * area), float(short * area)


def span(values: Sequence[float], form: str) -> str:
    """The mean of some figures, the least and the most of them."""
    return f"{fmean(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def _places(board: Board, played: Sequence[Battle], dates: Sequence[str]) -> str:
    """A row for each objective: when it changed hands in history, and how many games the Allies held it in."""
    turns = {date: turn_on(board, date) for date in dates} | {"end": board.turns}
    rows = []
    for objective in board.scenario.objectives:
        taken = objective.changed
        hex_ = board.grid.parse(objective.hex)
        cells = []
        for date, turn in turns.items():
            count = sum(battle.days[date].held(SIDE_CODE["allied"])[hex_] for battle in played)
            cells.append(f"{count}" if held_in_history(objective, turn) == "allied" else f"({count})")
        rows.append((objective.name["en"], board.scenario.dates[taken - 1] if taken else "–", *cells))
    return table(("place", "in history", *dates, "at the end"), rows)


def _losses(board: Board, played: Sequence[Battle], scenario: str) -> str:
    par = historical_par(board.scenario.title["en"])
    rows: list[tuple[str, ...]] = []
    ends = [battle.days["end"] for battle in played]
    if len(played) <= SINGLY:
        for battle, end in zip(played, ends, strict=True):
            figures = [f"{figure:,}" for figure in _figures(end)]
            rows.append((f"seed {battle.job.seed}, {battle.turns} turns", *figures))
    else:
        columns = zip(*(_figures(end) for end in ends), strict=True)
        rows.append((f"{len(played)} games", *(span(column, ",.0f") for column in columns)))
    known = [f"{par[name]:,}" if name in par else "–" for name in ("allied_hp_lost", "axis_hp_lost")]
    scored = [f"{par[name]:,}" if name in par else "–" for name in ("allied_points", "axis_points")]
    rows.append(("historical pace (ledger)", *known, "–", "–", *scored))
    present = [str(sum(board.roster[unit].side == side for unit in board.roster)) for side in SIDES]
    rows.append(("in the order of battle", "", "", *present, "", ""))
    heads = (
        "",
        "Allied HP lost",
        "Axis HP lost",
        "Allied units at the end",
        "Axis units",
        "Allied points",
        "Axis points",
    )
    return table(heads, rows)


def _figures(end: Day) -> tuple[int, ...]:
    """HP lost, units on the map and points of both sides."""
    return tuple(figure for of in (end.hp_lost, _numbers(end), end.points) for figure in (of[side] for side in SIDES))


def _numbers(day: Day) -> dict[str, int]:
    return {side: len(hexes) for side, hexes in day.units.items()}


def historical_par(title: str) -> dict[str, int]:
    """HP losses and points at the historical pace, as the ledger of the scenarios reckons them; empty for no entry."""
    ledger = read_plain(rules_root() / "scenarios_operations.yaml").content
    found: Iterator[dict[str, Any]] = (entry for entry in ledger["scenarios"] if entry["title"] == title)
    entry = next(found, None)
    par: dict[str, int] = entry.get("historical_par", {}) if entry else {}
    return par


def picture(board: Board, played: Sequence[Battle], dates: Sequence[str]) -> str:
    """docs/lab/history.svg: a panel for each date."""
    width, top = 560.0, 44.0
    shown = [(date, snapshot) for date in dates if (snapshot := snapshot_of(date))]
    drawing = Drawing(20 + (width + 20) * len(shown), 0)
    for number, (date, snapshot) in enumerate(shown):
        panel = Panel(drawing, board.map, board.in_play, (20 + (width + 20) * number, top), width)
        sides = [grounds(board, battle.days[date], nearest=True) for battle in played]
        panel.paint(most([ground["allied"] for ground in sides]), behind_the_front(snapshot, board.map))
        panel.trace(snapshot)
        for ground in sides if len(sides) <= SINGLY else [_of_most(sides)]:
            panel.sides(ground["allied"], ground["axis"])
        drawing.words(panel.corner[0], top - 14, f"{date} (history: {snapshot.day})", size=16)
        drawing.height = max(drawing.height, top + panel.height + 40)
    legend(drawing, 20, drawing.height - 14, "front of each game" if len(played) <= SINGLY else "front of most games")
    drawing.width = max(drawing.width, 1240)
    return str(drawing)


_INTRODUCTION = """
# The computer's battle and history's

Computer players fight the whole battle of Normandy, and their fronts are laid over those of 1944. Nobody tells them
what happened: they know the rules, the reinforcements' timetable and what an hour of ground is worth. The distance is
the mean, over both lines, from each place to the nearest one of the other line.

    make history                                        2 games: a quick look
    python -m tools.history_report --player greedy      other players
    python -m tools.history_report --games 40 --balance build/balance.jsonl

The last one makes this page as it is, of the same games as the row of the whole battle in the table of
[balance](balance.md). Of few games each has its own row; of many there is a row for all of them, and one for the front
that most of them have.
"""


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.history_report", description="Fronts against history.")
    parser.add_argument("--scenario", default=SCENARIO, help=f"the battle (default {SCENARIO})")
    parser.add_argument("--player", default=PLAYER, help=f"who plays (default {PLAYER})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games (default {GAMES})")
    parser.add_argument("--dates", nargs="+", default=list(DATES), help="days of which the front is drawn")
    parser.add_argument("--balance", type=Path, help="count the games for the table of balance too, kept in this file")
    OPTIONS.add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the page; 1 when there is nothing to report."""
    chosen = _arguments(words)
    jobs = [Job(chosen.scenario, dict.fromkeys(SIDES, chosen.player), seed) for seed in range(chosen.games)]
    if not chosen.report_only:
        done = {battle.job.seed for battle in battles(chosen.store, jobs, chosen.dates, chosen.mixed)}
        play_missing(chosen.store, [job for job in jobs if job.seed not in done], chosen.dates, chosen.workers)
    played = battles(chosen.store, jobs, chosen.dates, chosen.mixed)
    if not played:
        return 1
    if chosen.balance:
        count_for_balance(chosen.balance, played)
    board = build_board(chosen.scenario)
    text = page(board, played, chosen.dates, section_of(chosen.page, REMARKS))
    chosen.page.write_text(text, encoding="utf-8")
    drawn = picture(board, played, chosen.dates)
    chosen.page.with_suffix(".svg").write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
