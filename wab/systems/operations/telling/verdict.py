"""The verdict on a turn (OPS-5.1-6): objectives taken and held, units destroyed, losses. One sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.events import Event
from wab.engine.text import N_, Argument, Text, counted, listed
from wab.engine.verdict import Cause
from wab.systems.operations.sequence.victory import holder
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.names import side_noun, unit_noun
from wab.systems.operations.state.state import State

_TAKES = N_("{side:The} {side:|takes|take} {place:the}")
_HOLDS = N_("{side:The} {side:|holds|hold} {place:the}")
_LOSES = N_("{side:The} {side:|loses|lose} {what:the}")
_LOSES_UNITS = N_("{side:The} {side:|loses|lose} {count}, {units:the} among them")
_TAKEN, _DESTROYED, _HELD = 1000, 100, 10
"""Weights: of an objective that changed hands, of each unit destroyed, of each point for one that was held."""
_NAMED = 2
"""Destroyed units that a sentence names."""


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
            yield Cause(_with_points(Text(_TAKES, told), points), _TAKEN + points, entered)
        elif points:
            yield Cause(_with_points(Text(_HOLDS, told), points), _HELD * points, own[-1])


def _entered(hex_: int, seen: Sequence[Event]) -> Event | None:
    """The last event by which a unit entered a hex."""
    for event in reversed(seen):
        if (isinstance(event, ev.Advanced) and event.units and event.target == hex_) or (
            isinstance(event, ev.Moved) and hex_ in event.path
        ):
            return event
    return None


def _losses(side: str, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """The units that a side lost, or else its HP; with what the other side gets for them (OPS-9.2.2-2)."""
    lost = [event for event in seen if isinstance(event, ev.LostHp | ev.Removed) and _side_of(ended, event) == side]
    gone = [event for event in lost if isinstance(event, ev.Removed) and event.cause != "withdrawn"]
    hp = sum(event.hp for event in lost if isinstance(event, ev.LostHp) or event in gone)
    points = hp * getattr(ended.board.scenario.victory.points_per_hp, enemy_of(side))
    if not hp and not gone:
        return
    names = listed([unit_noun(ended, event.unit) for event in gone[:_NAMED]])
    told: dict[str, Argument] = {"side": side_noun(side)}
    if len(gone) > _NAMED:
        count = counted("{n} unit", "{n} units", len(gone))
        words = Text(_LOSES_UNITS, {**told, "count": count, "units": names})
    elif gone:
        words = Text(_LOSES, {**told, "what": names})
    else:
        words = Text("{side:The} {side:|loses|lose} {hp} HP", {**told, "hp": hp})
    yield Cause(_with_points(words, points), _DESTROYED * len(gone) + hp, (gone or lost)[-1])


def _side_of(state: State, event: ev.LostHp | ev.Removed) -> str:
    profile = state.roster.get(event.unit)
    return profile.side if profile is not None else ""


def _with_points(words: Text, points: int) -> Text:
    """A sentence, with what it brought where that is something."""
    if not points:
        return Text(N_("{event}."), {"event": words})
    return Text(N_("{event}: {points}."), {"event": words, "points": counted("{n} point", "{n} points", points)})
