"""Facts that a side must not notice: where the enemy stands, what he has done and heard, and the dice to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tests.toys.calls.known import may_hide
from tests.toys.calls.state import Report, enemy_of
from wab.engine import Dice


def unnoticed(state: Any, side: str) -> Iterator[Any]:
    enemy = enemy_of(side)
    for unit in list(state.units_of(enemy)):
        for hex_ in may_hide(state, unit, side)[:2]:
            changed = state.copy()
            changed.put(replace(unit, hex=hex_))
            yield changed
        changed = state.copy()
        changed.put(replace(unit, done=not unit.done))
        yield changed
    changed = state.copy()
    changed.changed(reports={**state.now.reports, enemy: {0: Report(9, "vacant")}})
    yield changed
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"combat": 5})
    yield changed
