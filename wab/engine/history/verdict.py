"""The verdict on a turn: the points won in it and what mattered most, for the journal and for reports alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Cause

MOST = 3
"""Causes that a verdict names."""


class Verdict(msgspec.Struct, frozen=True):
    """A turn that is over: the points that each side won in it (less than 0: lost), and why, in `MOST` causes."""

    turn: int
    points: Mapping[str, float]
    causes: tuple[Cause, ...]


def verdict_on(system: System[Any], turn: int, began: Any, ended: Any, seen: Sequence[Event]) -> Verdict:
    """The verdict on a turn, from the knowledge of a seat when it began and when it ended, and the events that the seat
    saw.
    """
    before, after = points_of(system, began), points_of(system, ended)
    won = {side: value - before.get(side, 0) for side, value in after.items()}
    return Verdict(turn, won, most_important(system.turning_points(began, ended, seen)))


def most_important(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """The causes that weigh most, the greatest first."""
    return tuple(sorted(causes, key=lambda cause: -cause.weight)[:MOST])


def points_of(system: System[Any], knowledge: Any) -> Mapping[str, float]:
    """The points of each side so far, as its measures count them; none where a system counts no points."""
    measures = system.measures(knowledge, ())
    return next((measure.values for measure in measures if measure.id == "points"), {})
