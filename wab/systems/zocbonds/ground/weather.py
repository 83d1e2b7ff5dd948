"""Weather (ZOC-4, ZOC-28.1): one die a turn, that sets nearly everything else of the day."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.zocbonds.tables import WeatherRow
from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import Text
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.state import State

STREAM = "weather"


def first_weather(state: State) -> Iterator[Event]:
    """Turn 1 is Overcast-2 (ZOC-4.1-1, ZOC-20.1-2)."""
    first = state.board.tables.weather.first_row
    yield ev.WeatherSet(first, row(state, first).sky, receipts=first)


def weather_of_the_day(state: State) -> Iterator[Event]:
    """The weather die of turns from 2 on (ZOC-4.1-1, ZOC-4.2-1).

    With historical weather the calendar says what the sky is, and the die still what is received (ZOC-28.1-1).
    """
    turn = state.now.turn
    rolled: Rolled = state.dice.roll(STREAM, Text("Weather"))
    yield rolled
    early = turn < state.board.tables.weather.first_roll_turn
    modifier = 0 if early else carry_over(state)
    receipts = second_row(state, rolled.total) if early else modified(state, rolled.total, modifier)
    now = state.board.tables.weather_1944.rows[turn - 1] if is_historical(state) else receipts
    yield ev.WeatherSet(now, row(state, now).sky, rolled.total, modifier, receipts)


def is_historical(state: State) -> bool:
    """Return whether the weather follows the calendar of 1944 (ZOC-28.1-1)."""
    return state.now.options.get("weather") == "historical"


def second_row(state: State, die: int) -> int:
    """The row of turn 2, Overcast-2 or Overcast-3 (ZOC-4.2-1): for everything else of the turn too (ZOC-4.2-2)."""
    return state.board.tables.weather.second_turn[die - 1]


def carry_over(state: State) -> int:
    """Return what the weather of the last turn adds to the die: -1 after a storm, 1 after Clear-6 (ZOC-4.1-2,
    ZOC-4.3-3).
    """
    return state.weather.next_roll


def modified(state: State, die: int, modifier: int) -> int:
    """The row of a die with its modifier, no worse than 1 and no better than 6 (ZOC-4.1-2)."""
    return min(len(state.board.tables.weather.rows), max(1, die + modifier))


def row(state: State, number: int) -> WeatherRow:
    """A row of the weather table by its die (ZOC-4.1-4)."""
    return state.board.tables.weather.rows[number - 1]


def receipts(state: State) -> WeatherRow:
    """The row that says what is received this turn (ZOC-4.3-4): the row of the weather, unless it is historical."""
    return row(state, state.now.receipts)
