"""The weather of turns of two days: the weather of the day that decided the battle, else of the worse day
(OPS-T-CALENDAR).
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import wab
from wab.content.normandy.history import load_weather_history
from wab.content.operations.battle import load_battle
from wab.content.operations.loader import load_scenario
from wab.systems.operations.testing.boards import ledger_tables

WORSE = ("sunny", "overcast", "rain", "storm")
ROWS = ledger_tables()["OPS-T-CALENDAR"]["rebuild"]["turns"]
CALENDAR = load_battle().calendar
RECORD = {day: entry.weather for day, entry in load_weather_history().days.items()}


def days_of(turn):
    first = date.fromisoformat(turn.first)
    return [str(first + timedelta(days)) for days in range(turn.days)]


@pytest.mark.clause("OPS-T-CALENDAR")
@pytest.mark.clause("OPS-4.2.1-2")
@pytest.mark.parametrize("number", range(1, 43))
def test_a_turn_has_the_weather_of_the_day_that_decided_it_else_of_the_worse(number):
    turn, row = CALENDAR[number - 1], ROWS[number - 1]
    days = days_of(turn)
    decided = row.get("decided_by")
    assert decided is None or decided in days
    known = {RECORD[day] for day in ([decided] if decided else days)}
    assert turn.weather == max(known, key=WORSE.index)
    assert len({RECORD[day] for day in days}) == 1 or row["why"]


@pytest.mark.clause("OPS-T-CALENDAR")
def test_a_day_decides_only_where_the_days_differ_and_it_is_not_the_worse():
    for turn, row in zip(CALENDAR, ROWS, strict=True):
        worse = max((RECORD[day] for day in days_of(turn)), key=WORSE.index)
        assert ("decided_by" in row) == (turn.weather != worse), turn.first


@pytest.mark.clause("OPS-4.2.1-2")
def test_scenarios_in_turns_of_two_days_have_the_weather_of_the_calendar():
    known = {turn.first: turn.weather for turn in CALENDAR if turn.days == 2}
    checked = 0
    for info in (info for info in wab.scenarios() if info.system == "operations"):
        scenario = load_scenario(info.path)
        dates = [date.fromisoformat(day) for day in scenario.dates]
        if scenario.rules.weather == "random" or dates[-1] - dates[-2] != timedelta(2):
            continue
        checked += 1
        for day, weather in zip(scenario.dates, scenario.weather_by_turn, strict=True):
            assert known.get(day, weather) == weather, (info.id, day)
    assert checked == 5
