"""The account of the campaign of `zocbonds`: how games end, targets next to what was found, arithmetic of the
tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from ai.operations.maps.country import Country
from lab.measuring.battles import Battle, Day
from lab.measuring.fronts import Ground
from lab.measuring.pages import table
from lab.measuring.targets import ends_table, load_targets, targets_table
from wab.content.zocbonds.loader import load_tables
from wab.content.zocbonds.tables import Tables
from wab.engine.history.journal import lasting
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.hexes import HexId
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.sequence.victory import net, totals
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import ARMIES, CODES, SIDES, Board
from wab.systems.zocbonds.state.setup import build_board
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling.ending import steps_lost
from wab.systems.zocbonds.units.supply import cherbourg_traces_south

SCENARIO = "zocbonds/three-weeks-in-june"
DATES = ("1944-06-12", "1944-06-18", "1944-06-24")
PAGE = Path("docs/lab/history_zocbonds.md")
TARGETS = Path(__file__).with_suffix(".yaml")
SETTLED = 4
"""The turn from which attacks are counted: before it the landing is being sorted out."""
QUALITIES = (-2, 0, 2)
"""Modifiers of a determined defence that the arithmetic shows: the quality of the lead unit and what supports it."""
INTRODUCTION = """
# Three weeks in June by the computer, and history's

Computer players fight the campaign of `zocbonds` on both sides. What the games come to stands beside what is wanted
of them, and their fronts are laid over those of 1944. Nobody tells the players what happened. The distance of two
fronts is the mean, over both lines, from each place to the nearest one of the other line. Intervals are Wilson's, of
95 %.

    python -m lab.history_report --system zocbonds                    2 games: a quick look
    python -m lab.history_report --system zocbonds --player greedy    other players
    python -m lab.history_report --system zocbonds --games 100 --balance build/balance_zocbonds.jsonl

A run may be stopped and given again: games are kept in `build/history_zocbonds.jsonl`. `python -m lab.balance --system
zocbonds` counts who wins the other scenarios.
"""


def ground(scenario: str) -> Ground:
    """Return what the fronts of a scenario are drawn over."""
    board = build_board(scenario)
    country = Country(board.grid, board.dry, ~board.impassable, board.impassable)
    first = date.fromisoformat(board.tables.turns.first_day)
    dates = [(first + timedelta(days=turn)).isoformat() for turn in range(board.turns)]
    return Ground(board.map, board.in_play, country, CODES, dates)


def day(game: Game[State]) -> Day:
    """A game as it stands."""
    state = game.state
    units: dict[str, list[int]] = {side: [unit.hex for unit in state.units_of(side)] for side in SIDES}
    points = {side: int(value) for side, value in totals(state).items()}
    return Day("".join(map(str, state.control)), {}, units, points)


def places(board: Board) -> dict[str, tuple[HexId, ...]]:
    """The places whose capture the account tells, with all their hexes."""
    lines = board.lines
    cities: dict[str, tuple[HexId, ...]] = {str(name): hexes for name, hexes in lines.cities.items()}
    return {**cities, "carentan": (lines.carentan,), "montebourg": (board.map.place("Montebourg").hex,)}


def reached(game: Game[State]) -> list[str]:
    """Return what the Allies have now: places, a foot in Cherbourg, the peninsula cut off."""
    state = game.state
    of = {name: [state.holds("allied", hex_) for hex_ in hexes] for name, hexes in places(state.board).items()}
    names = [name for name, held in of.items() if all(held)]
    names += ["cherbourg_entered"] if any(of["cherbourg"]) else []
    return names if cherbourg_traces_south(state) else [*names, "cut_off"]


def counts(game: Game[State]) -> dict[str, float]:
    """The sums of a game that is over."""
    state, end = game.state, game.outcome
    events = [event for record in lasting(game.journal) for event in record.events]
    found = counted(state.board, events)
    if end is not None:
        automatic = end.level == "automatic"
        found |= {"allied_wins": float(end.winner == "allied"), "automatic": float(automatic)}
        found |= {f"automatic_{side}": float(automatic and end.winner == side) for side in SIDES}
        if not automatic:
            found["net"] = net(state)
    return found


# ------------------------------------------------------------------------------------------------- counting


def counted(board: Board, events: Sequence[Event]) -> dict[str, float]:
    """Steps lost and attacks made in all events of a game.

    `d_day_ARMY` and `lost_ARMY` are steps lost on turn 1 and in all by an Allied army, `lost_german` the steps of
    German units but strongpoints; a step that was replaced and lost again counts twice. From turn `SETTLED` on:
    `attacks_SIDE` in `turns_SIDE` player turns; `telling` are all `attacks` that took a step of the defender or drove
    it back.
    """
    first_day = [event for turn, event in _by_turn(events) if turn == 1]
    found: Counter[str] = Counter()
    for name, part in (("d_day", first_day), ("lost", events)):
        found.update({f"{name}_{army}": 0 for army in (*ARMIES, "german")})
        for unit, steps in steps_lost(board, part).items():
            profile = board.roster[unit]
            if profile.type != "strongpoint":
                found[f"{name}_{profile.army or 'german'}"] += steps
    found.update({f"{what}_{side}": 0 for what in ("attacks", "turns") for side in SIDES})
    found.update(_attacks(board, [event for turn, event in _by_turn(events) if turn >= SETTLED]))
    found["attacks"] = found["attacks_allied"] + found["attacks_axis"]
    found.setdefault("telling", 0)
    return {name: float(value) for name, value in found.items()}


def _by_turn(events: Iterable[Event]) -> Iterable[tuple[int, Event]]:
    """Events with the turn in which they happen; 0 before the first."""
    turn = 0
    for event in events:
        if isinstance(event, ev.TurnBegan):
            turn = event.turn
        yield turn, event


def _attacks(board: Board, events: Iterable[Event]) -> Counter[str]:
    found: Counter[str] = Counter()
    attacked = ""
    """The side that is being attacked, until the attack has told on it."""
    for event in events:
        match event:
            case ev.PlayerTurnBegan(side=side):
                found[f"turns_{side}"] += 1
                attacked = ""
            case ev.AttackDeclared(fight=fight):
                found[f"attacks_{fight.side}"] += 1
                attacked = next(side for side in SIDES if side != fight.side)
            case ev.PhaseBegan():
                attacked = ""
            case ev.StepLost(unit=unit) | ev.Eliminated(unit=unit) | ev.Retreated(units=(unit, *_)):
                if board.roster[unit].side == attacked:
                    found["telling"] += 1
                    attacked = ""
    return found


# ------------------------------------------------------------------------------------------------- the page


def sections(ground: Ground, played: Sequence[Battle], dates: Sequence[str]) -> list[str]:
    """Return how games ended, the targets, and what the tables alone say."""
    return [
        "## Ends",
        "",
        ends_table(played),
        "",
        "## Targets",
        "",
        "Turns are those on whose evening something is so for the first time, in the middle game of all; a game that "
        f"never sees it counts as the latest. Of fewer than ten games nothing is called met or missed. {_AFTER}",
        "",
        targets_table(load_targets(TARGETS), ground, played),
        "",
        "## What the tables alone say",
        "",
        "The chance, in percent, that an attack drives the defender back, by odds column and by ground; he tries to "
        "stand wherever he may. The modifier is that of the determined defence: the quality of the lead unit, and 1 "
        "for support. `none` is a defender who does not try. A desperate defence, which averts some retreats, is left "
        "out.",
        "",
        retreat_table(load_tables()),
        "",
    ]


_AFTER = (
    "History took Cherbourg on 25 to 27 June, turns 20 to 22; Caen and Saint-Lô fell after the last turn, in July. "
    "Field units are all but strongpoints."
)


def retreat_table(tables: Tables) -> str:
    """The chances of a retreat by ground and modifier, a column for each odds column."""
    columns = tables.combat.columns
    rows: list[tuple[str | int, ...]] = [("any", "none", *_percent(tables, columns, "", 0))]
    for name in tables.defence.columns:
        rows += [(name, f"{modifier:+d}", *_percent(tables, columns, name, modifier)) for modifier in QUALITIES]
    return table(("ground", "modifier", *columns), rows)


def _percent(tables: Tables, columns: Sequence[str], ground: str, modifier: int) -> tuple[int, ...]:
    return tuple(round(100 * retreats(tables, column, ground, modifier)) for column in columns)


def retreats(tables: Tables, column: str, ground: str, modifier: int) -> float:
    """The chance that a defender goes back: by the die of the combat, and by the die of a stand on the ground.

    `ground` is a column of the table of determined defence; "" for a defender who does not try to stand.
    """
    table: Mapping[str, Sequence[Any]] = tables.combat.rows  # type: ignore[assignment]  # by the names of its columns
    fails = 1 - _stands(tables, ground, modifier) if ground else 1.0
    chances = [
        (1.0 if result in SHATTERING else fails) for result in table[column] if effect_of(tables.combat, result).retreat
    ]  # after shattering results no stand is made
    return sum(chances) / len(table[column])


def _stands(tables: Tables, ground: str, modifier: int) -> float:
    rows: Mapping[str, Sequence[str]] = tables.defence.rows  # type: ignore[assignment]  # by the names of its columns
    row, limit = rows[ground], tables.defence.most_modifier
    totals = [die + max(-limit, min(limit, modifier)) for die in range(1, 7)]
    return sum("holds" in row[max(1, min(len(row), total)) - 1].split() for total in totals) / 6
