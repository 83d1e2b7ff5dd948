"""Helpers for tests of combat: dice that show what a test wants, and what came of a fight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import count
from typing import Any, TypeVar

from wab.engine import Dice, Event
from wab.engine.kernel.dice import draw
from wab.engine.kernel.orders import Refusal
from wab.systems.operations.state.events import LostHp, Removed
from wab.systems.operations.state.state import State
from wab.systems.operations.testing.boards import BoardBuilder, make_board

E = TypeVar("E", bound=Event)


@cache
def seed_of_pair(stream: str, first: int, second: int) -> int:
    """The lowest seed with which a stream begins with these two dice."""
    return next(s for s in count(1) if (draw(s, stream, 0, 6) + 1, draw(s, stream, 1, 6) + 1) == (first, second))


def dice_showing(total: int, stream: str = "combat") -> Dice:
    """Fresh dice whose first throw of two in a stream shows this total."""
    first = max(1, total - 6)
    return Dice(seed_of_pair(stream, first, total - first))


def only(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def the(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = only(events, kind)
    return event


def hp_lost(events: Iterable[Event], cause: str = "combat") -> dict[int, int]:
    """HP lost by unit from one cause."""
    lost: dict[int, int] = {}
    for event in only(events, LostHp):
        if event.cause == cause:
            lost[event.unit] = lost.get(event.unit, 0) + event.hp
    return lost


def removed(events: Iterable[Event]) -> dict[int, str]:
    """Return why units left the game."""
    return {event.unit: event.cause for event in only(events, Removed)}


def hex_of(state: State, unit: int) -> int:
    """Return where a unit stands."""
    return state.units[unit].hex


def code(refusal: Refusal | None) -> str | None:
    """The code of a refusal, None if there is none."""
    return None if refusal is None else refusal.code


def front(**board: Any) -> tuple[BoardBuilder, int, int, int, int]:
    """Hexes 0 to 4 in a row: a gun in 0, two regiments in 1, an enemy in 2."""
    b = make_board([". . . . ."], **board)
    return b, b.place("artillery", 0), b.place("infantry", 1), b.place("infantry", 1), b.place("infantry", 2, "axis")
