"""Weather (ledger sections 4.2.1 and 4.2.3): what each turn brings, and how far units get in it."""

from __future__ import annotations

from collections.abc import Generator
from datetime import date

from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import Text
from wab.systems.operations.state.board import Profile
from wab.systems.operations.state.state import State

WEATHERS = ("sunny", "overcast", "rain", "storm")
_MONTHS = {6: "june", 7: "july", 8: "august"}
_STREAM = "weather"


def movement_percent(state: State, profile: Profile) -> int:
    """Percent of its movement allowance that a unit has in the weather of the turn (OPS-4.2.3-1, OPS-T-WEATHER-MOVE).

    Commanders have a row of their own where the table gives their side one; all other units go by type.
    """
    rows = state.board.tables.weather.movement
    row = rows.get(f"{profile.side}_commander") if profile.is_commander else None
    row = row or rows[f"{profile.side}_{profile.type}"]
    return row.percent[state.weather]  # type: ignore[index]  # the weather comes from checked data


def weather_of_turn(state: State, turn: int) -> Generator[Event, None, str]:
    """The weather of a turn: from the scenario's list (OPS-4.2.1-2), or drawn where it says so (OPS-4.2.1-3).

    One weather for the whole map and turn (OPS-4.2.1-1). Players may choose the other of the two for any scenario.
    """
    board = state.board
    if (state.weather_rule or board.rules.weather) != "random":
        return board.weather_by_turn[turn - 1]
    return (yield from _drawn(state, turn))


def _drawn(state: State, turn: int) -> Generator[Event, None, str]:
    """First whether yesterday's weather lasts, then which one comes instead (OPS-T-WEATHER-RANDOM)."""
    if turn > 1:
        lasts = yield from _percent(state, Text("Does the weather last?"))
        if lasts <= state.board.tables.weather.persistence:
            return state.weather
    chances = random_table(state, turn)
    roll = yield from _percent(state, Text("Weather of the turn"))
    for weather in WEATHERS:
        roll -= chances.get(weather, 0)
        if roll <= 0:
            return weather
    return WEATHERS[-1]


def _percent(state: State, purpose: Text) -> Generator[Event, None, int]:
    rolled: Rolled = state.dice.roll(_STREAM, purpose, faces=100)
    yield rolled
    return rolled.total


def random_table(state: State, turn: int) -> dict[str, int]:
    """Chances in percent by weather: the row that the scenario names, else the row of the month."""
    board = state.board
    month = _MONTHS[date.fromisoformat(board.dates[turn - 1]).month]
    row = board.tables.weather.random[board.random_weather or month]
    return {str(weather): percent for weather, percent in row.items()}
