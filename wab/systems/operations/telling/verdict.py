"""The verdict on a turn (OPS-5.1-6): objectives taken and held, units destroyed, losses. One sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Cause
from wab.engine.words.text import Argument, Text
from wab.field.telling import HOLDS, TAKES, last_entry, losses, with_points
from wab.systems.operations.sequence.victory import holder
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.names import side_noun, unit_noun
from wab.systems.operations.state.state import State

_TAKEN, _DESTROYED, _HELD = 1000, 100, 10
"""Weights: of an objective that changed hands, of each unit destroyed, of each point for one that was held."""


def turning_points(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Yield what mattered in a turn, from the knowledge of a seat at its two ends and the events that the seat saw in
    it.
    """
    yield from _objectives(began, ended, seen)
    for side in SIDES:
        yield from _losses(side, ended, seen)


def _objectives(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Objectives that changed hands, with the points they brought; objectives that were held, for their points."""
    scored = [event for event in seen if isinstance(event, ev.Scored)]
    for number, objective in enumerate(ended.board.objectives):
        side = holder(ended, number)
        if side is None:
            continue
        told: dict[str, Argument] = {"side": side_noun(side), "place": objective.noun}
        own = [event for event in scored if (event.objective, event.side) == (number, side)]
        points = sum(event.points for event in own)
        if holder(began, number) != side:
            entered = _entered(objective.hex, seen) or (own[-1] if own else None)
            yield Cause(with_points(Text(TAKES, told), points), _TAKEN + points, entered)
        elif points:
            yield Cause(with_points(Text(HOLDS, told), points), _HELD * points, own[-1])


def _entered(hex_: int, seen: Sequence[Event]) -> Event | None:
    """Return the last event by which a unit came into a hex."""
    return last_entry(
        seen,
        lambda event: (
            (isinstance(event, ev.Advanced) and bool(event.units) and event.target == hex_)
            or (isinstance(event, ev.Moved) and hex_ in event.path)
        ),
    )


def _losses(side: str, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """The units that a side lost, or else its HP; with what the other side gets for them (OPS-9.2.2-2)."""
    lost = [event for event in seen if isinstance(event, ev.LostHp | ev.Removed) and _side_of(ended, event) == side]
    gone = [event for event in lost if isinstance(event, ev.Removed) and event.cause != "withdrawn"]
    hp = sum(event.hp for event in lost if isinstance(event, ev.LostHp) or event in gone)
    points = hp * getattr(ended.board.victory.points_per_hp, enemy_of(side))
    if not hp and not gone:
        return
    names = [unit_noun(ended, event.unit) for event in gone]
    told: dict[str, Argument] = {"side": side_noun(side), "hp": hp}
    words = losses(side_noun(side), names, Text("{side:The} {side:|loses|lose} {hp} HP", told))
    yield Cause(with_points(words, points), _DESTROYED * len(gone) + hp, (gone or lost)[-1])


def _side_of(state: State, event: ev.LostHp | ev.Removed) -> str:
    profile = state.roster.get(event.unit)
    return profile.side if profile is not None else ""
