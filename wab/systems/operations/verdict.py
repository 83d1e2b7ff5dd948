"""What mattered in a turn (OPS-5.1-6): objectives taken and held, units destroyed, losses. One sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.events import Event
from wab.engine.text import N_, Text, listed
from wab.engine.verdict import Cause
from wab.systems.operations import events as ev
from wab.systems.operations.board import SIDES, enemy_of
from wab.systems.operations.journal import unit_name
from wab.systems.operations.state import State
from wab.systems.operations.victory import holder

_TAKES = {"allied": N_("The Allies take {place}"), "axis": N_("The Axis takes {place}")}
_HOLDS = {"allied": N_("The Allies hold {place}"), "axis": N_("The Axis holds {place}")}
_LOSES_UNIT = {"allied": N_("The Allies lose {unit}"), "axis": N_("The Axis loses {unit}")}
_LOSES_UNITS = {
    "allied": N_("The Allies lose {count} units, {units} among them"),
    "axis": N_("The Axis loses {count} units, {units} among them"),
}
_LOSES_HP = {"allied": N_("The Allies lose {hp} HP"), "axis": N_("The Axis loses {hp} HP")}
_TAKEN, _DESTROYED, _HELD = 1000, 100, 10
"""Weights: of an objective that changed hands, of each unit destroyed, of each point for one that was held."""
_NAMED = 2
"""Destroyed units that a sentence names."""


def turning_points(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """What mattered in a turn, by what somebody knew at its two ends and the events that he saw in it."""
    yield from _objectives(began, ended, seen)
    for side in SIDES:
        yield from _losses(side, ended, seen)


def _objectives(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Objectives that changed hands, with the points they brought; those that were held, for their points."""
    scored = [event for event in seen if isinstance(event, ev.Scored)]
    for number, objective in enumerate(ended.board.objectives):
        side = holder(ended, number)
        if side is None:
            continue
        place = Text.of_data(objective.names)
        own = [event for event in scored if (event.objective, event.side) == (number, side)]
        points = sum(event.points for event in own)
        if holder(began, number) != side:
            entered = _entered(objective.hex, seen) or (own[-1] if own else None)
            yield Cause(_with_points(Text(_TAKES[side], {"place": place}), points), _TAKEN + points, entered)
        elif points:
            yield Cause(_with_points(Text(_HOLDS[side], {"place": place}), points), _HELD * points, own[-1])


def _entered(hex_: int, seen: Sequence[Event]) -> Event | None:
    """The last event by which somebody came into a hex."""
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
    names = listed([unit_name(ended, event.unit) for event in gone[:_NAMED]])
    if len(gone) > _NAMED:
        words = Text(_LOSES_UNITS[side], {"count": len(gone), "units": names})
    elif gone:
        words = Text(_LOSES_UNIT[side], {"unit": names})
    else:
        words = Text(_LOSES_HP[side], {"hp": hp})
    yield Cause(_with_points(words, points), _DESTROYED * len(gone) + hp, (gone or lost)[-1])


def _side_of(state: State, event: ev.LostHp | ev.Removed) -> str:
    profile = state.roster.get(event.unit)
    return profile.side if profile is not None else ""


def _with_points(words: Text, points: int) -> Text:
    """A sentence, with what it brought where that is something."""
    if not points:
        return Text(N_("{event}."), {"event": words})
    told = Text(N_("1 point")) if points == 1 else Text(N_("{count} points"), {"count": points})
    return Text(N_("{event}: {points}."), {"event": words, "points": told})
