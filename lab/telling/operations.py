"""The account of the whole battle of `operations`: holders of places by day, losses against the historical pace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ai.operations.analysis.ground import country_of
from lab.measuring.battles import Battle, Day
from lab.measuring.front_pages import SINGLY, span
from lab.measuring.fronts import Ground
from lab.measuring.pages import table
from wab.content.data import rules_root
from wab.content.operations.calendar import held_in_history
from wab.content.operations.loader import load_scenario, scenario_path
from wab.content.plain import read_plain
from wab.engine.kernel.game import Game
from wab.systems.operations.sequence.victory import points
from wab.systems.operations.state.board import SIDE_CODE, SIDES, Board
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.state.state import State

SCENARIO = "operations/the-battle-of-normandy"
DATES = ("1944-06-30", "1944-07-31", "1944-08-19")
PAGE = Path("docs/lab/history.md")
INTRODUCTION = """
# The computer's battle and history's

Computer players fight the whole battle of Normandy, and their fronts are laid over those of 1944. Nobody tells them
what happened: they know the rules, the reinforcements' timetable and what an hour of ground is worth. The distance is
the mean, over both lines, from each place to the nearest one of the other line.

    make history                                        2 games: a quick look
    python -m lab.history_report --player greedy      other players
    python -m lab.history_report --games 40 --balance build/balance.jsonl

The last one makes this page as it is, of the same games as the row of the whole battle in the table of
[balance](balance.md). Of few games each has its own row; of many there is a row for all of them, and one for the front
that most of them have.
"""


def ground(scenario: str) -> Ground:
    """Return what the fronts of a scenario are drawn over."""
    board = build_board(scenario)
    return Ground(board.map, board.in_play, country_of(board), SIDE_CODE, board.dates)


def day(game: Game[State]) -> Day:
    """A game as it stands."""
    state = game.state
    units = {side: [unit.hex for unit in state.units_of(side)] for side in SIDES}
    control = "".join(str(code) for code in state.control)
    return Day(control, dict(state.hp_lost), units, points(state))


def reached(game: Game[Any]) -> Sequence[str]:
    """Nothing: the days tell who held which place."""
    return ()


def counts(game: Game[Any]) -> Mapping[str, float]:
    """Nothing: the last day tells the losses."""
    return {}


def sections(ground: Ground, played: Sequence[Battle], dates: Sequence[str]) -> Sequence[str]:
    """Places and losses."""
    first = played[0].job
    board = build_board(first.scenario)
    return [
        "## Places",
        "",
        "In how many of the games the Allies held a place in the evening of a day; in brackets where they did not in "
        "history, which took it at the end of the turn that begins on the day given. A game that ended earlier stays "
        "as it ended.",
        "",
        _places(board, ground, played, dates),
        "",
        "## Losses",
        "",
        "Units are those on the map at the end.",
        "",
        _losses(board, played),
        "",
    ]


def _places(board: Board, ground: Ground, played: Sequence[Battle], dates: Sequence[str]) -> str:
    """A row for each objective: when it changed hands in history, and how many games the Allies held it in."""
    turns = {date: ground.turn_on(date) for date in dates} | {"end": board.turns}
    rows = []
    for objective in load_scenario(scenario_path(board.scenario_id)).objectives:
        taken = objective.changed
        cells = []
        for date, turn in turns.items():
            ended = [battle.days.get(date, battle.days["end"]) for battle in played]
            count = sum(one.held(SIDE_CODE["allied"])[objective.hex] for one in ended)
            cells.append(f"{count}" if held_in_history(objective, turn) == "allied" else f"({count})")
        rows.append((objective.name["en"], board.dates[taken - 1] if taken else "–", *cells))
    return table(("place", "in history", *dates, "at the end"), rows)


def _losses(board: Board, played: Sequence[Battle]) -> str:
    par = historical_par(board.title["en"])
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
    numbers = {side: len(hexes) for side, hexes in end.units.items()}
    return tuple(figure for of in (end.hp_lost, numbers, end.points) for figure in (of[side] for side in SIDES))


def historical_par(title: str) -> dict[str, int]:
    """HP losses and points at the historical pace, as the ledger of the scenarios reckons them; empty for no entry."""
    ledger = read_plain(rules_root() / "scenarios_operations.yaml").content
    found: Iterator[dict[str, Any]] = (entry for entry in ledger["scenarios"] if entry["title"] == title)
    entry = next(found, None)
    par: dict[str, int] = entry.get("historical_par", {}) if entry else {}
    return par
