"""A battle in numbers: what charts tell of each turn, and what the points are made of (OPS-9.2.1-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import sqrt

import numpy as np

from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.engine.events import Event
from wab.engine.measures import Account, Measure
from wab.engine.text import N_, Text
from wab.systems.operations import events as ev
from wab.systems.operations.board import SIDE_CODE, SIDES, Board
from wab.systems.operations.state import State
from wab.systems.operations.victory import points, points_for_losses

HISTORY = "history"


def measures(state: State, events: Sequence[Event], sides: Sequence[str] = SIDES) -> tuple[Measure, ...]:
    """A turn: points and HP lost so far, activation points used in it, km² of ground in Allied hands at its end.

    `sides` are those of whose activation points `events` tell all. Ground stands beside history's on the turns in which
    a day falls whose historical front is known.
    """
    return (
        Measure("points", Text(N_("Points")), points(state)),
        Measure("losses", Text(N_("HP lost")), {side: state.hp_lost.get(side, 0) for side in SIDES}),
        Measure("activation", Text(N_("Activation points used in the turn")), _used(state, events, sides)),
        *_ground(state),
    )


def accounts(state: State) -> tuple[Account, ...]:
    """What each objective brought, what the enemy's losses brought, the handicap."""
    handicap = state.board.scenario.victory.handicap
    found = [
        Account(state.board.objectives[number].noun, dict(earned))
        for number, earned in sorted(state.objective_points.items())
    ]
    found.append(Account(Text(N_("enemy losses")), {side: points_for_losses(state, side) for side in SIDES}))
    if state.result is not None and state.result.reason == "points":
        found.append(Account(Text(N_("handicap")), {side: getattr(handicap, side) for side in SIDES}))
    return tuple(found)


def _used(state: State, events: Sequence[Event], sides: Sequence[str]) -> dict[str, float]:
    """Activation points by side: one for each unit that was activated (OPS-5.2-2)."""
    used: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.Activated):
            used[state.side_of(event.unit)] += 1
    return {side: used[side] for side in sides}


def _ground(state: State) -> Iterator[Measure]:
    """Land in play that the Allies hold, in the game and in history."""
    board = state.board
    days = _days_of(board, state.turn)
    if days is None:
        return
    held = np.frombuffer(state.control, np.uint8) == SIDE_CODE["allied"]
    values = {"game": _km2(board, int((held & board.land & board.in_play).sum()))}
    snapshot = snapshot_of(days[1])
    if snapshot is not None and snapshot.day >= days[0]:
        values[HISTORY] = board.once(("ground in history", snapshot.day), lambda: _in_history(board, snapshot.day))
    names: Mapping[str, Text] = {"game": Text(N_("this game")), HISTORY: Text(N_("history"))}
    yield Measure("ground", Text(N_("Ground in Allied hands, km²")), values, names)


def _days_of(board: Board, turn: int) -> tuple[str, str] | None:
    """The first and the last day of a turn (YYYY-MM-DD); the last turn is as long as the one before it."""
    dates = [date.fromisoformat(day) for day in board.scenario.dates]
    if not 1 <= turn <= len(dates):
        return None
    first = dates[turn - 1]
    if turn < len(dates):
        return first.isoformat(), (dates[turn] - timedelta(days=1)).isoformat()
    length = first - dates[turn - 2] if turn > 1 else timedelta(days=1)
    return first.isoformat(), (first + length - timedelta(days=1)).isoformat()


def _in_history(board: Board, day: str) -> float:
    snapshot = snapshot_of(day)
    if snapshot is None:
        return 0.0
    return _km2(board, int((behind_the_front(snapshot, board.map) & board.land & board.in_play).sum()))


def _km2(board: Board, hexes: int) -> float:
    """The area of so many hexes, rounded to a km²."""
    return round(hexes * sqrt(3) / 2 * board.map.km_per_hex**2)
