"""What is summed up of a battle, or of a part of it: steps lost, unit by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wab.engine.events import Event
from wab.systems.zocbonds import events as ev
from wab.systems.zocbonds.board import Board


def steps_lost(board: Board, events: Iterable[Event]) -> Counter[int]:
    """The steps that units lost in some events, from the first of the game on, by unit; a step that was replaced and
    lost again counts twice (ZOC-12.1-1)."""
    left: dict[int, int] = {}
    lost: Counter[int] = Counter()

    def falls_to(unit: int, steps: int) -> None:
        lost[unit] += max(0, left.get(unit, board.roster[unit].steps) - steps)
        left[unit] = steps

    for event in events:
        match event:
            case ev.StepLost(unit=unit, steps=steps):
                falls_to(unit, steps)
            case ev.Eliminated(unit=unit):
                falls_to(unit, 0)
            case ev.LandingFailed(units=units):
                for unit, steps in units.items():
                    falls_to(unit, steps)
            case ev.Rebuilt(unit=unit, steps=steps):
                left[unit] = steps
    return +lost
