"""The initial phase of turns from 2 on (ZOC-3-2): weather, Mulberries, receipts, guns made ready."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.zocbonds.ground import batteries, beaches, weather
from wab.systems.zocbonds.movement import gliders
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import headquarters, receipts


def first_weather(state: State) -> Iterator[Event]:
    """Turn 1 has no initial phase: its weather is given, and its ships (ZOC-20.1-1, ZOC-20.1-2)."""
    yield from weather.first_weather(state)
    yield from receipts.first_day(state)


def begin(state: State) -> Iterator[Event]:
    """The initial phase (ZOC-3-2): in this order, and what has to be chosen is asked for at its end (ZOC-3-1)."""
    yield from weather.weather_of_the_day(state)
    yield from gliders.land(state)
    yield from beaches.construction(state)
    yield from receipts.allot(state)
    yield from receipts.supply_points(state)
    yield from receipts.replacements(state)
    yield from headquarters.made_ready(state)
    yield from batteries.suppress(state)
    steps = (*receipts.questions(state), *gliders.questions(state), *batteries.questions(state))
    if steps:
        yield ev.Asked(steps)
