"""Days and turns of a scenario, its weather and its points, against what the days were like in history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

from wab.content.normandy.history import WeatherHistory
from wab.content.operations.battle import BattleFile
from wab.content.operations.shapes import ObjectiveData, ScenarioFile, Side, day_of
from wab.content.operations.table_checks import Problem


def calendar_problems(scenario: ScenarioFile, battle: BattleFile, weather: WeatherHistory) -> Iterator[Problem]:
    """Compare a scenario's turns, weather and points with history."""
    days = [day_of(text) for text in scenario.dates]
    known = [day for day in days if day is not None]
    if len(known) < len(days) or len(days) != len(scenario.weather_by_turn):
        return  # said already
    yield from _turn_lengths(scenario, known, battle)
    if scenario.rules.weather == "historical" and not scenario.weather_why:
        yield from _foul_weather(scenario, known, battle, weather)
    yield from _course_problems(scenario)


def _turn_lengths(scenario: ScenarioFile, days: list[date], battle: BattleFile) -> Iterator[Problem]:
    """Turns follow each other without a gap: all of one length, or as in the grand battle (OPS-T-CALENDAR)."""
    calendar = [turn.first for turn in battle.calendar]
    if len(days) > 1 and list(scenario.dates) == calendar[: len(days)]:
        return
    steps = [(later - earlier).days for earlier, later in pairwise(days)]
    for i, step in enumerate(steps, start=1):
        if step < 1 or step != steps[0]:
            expected = days[i - 1] + timedelta(days=max(1, steps[0]))
            yield f"dates[{i}]", f"is {days[i]} (expected {expected}: turns follow without a gap, all of one length)"
            return


def _foul_weather(
    scenario: ScenarioFile, days: list[date], battle: BattleFile, weather: WeatherHistory
) -> Iterator[Problem]:
    """Historical weather is the day's where a turn is a day, the calendar's in the grand battle (OPS-4.2.1-2)."""
    known = {day: entry.weather for day, entry in weather.days.items()}
    if scenario.kind == "battle":
        known = {turn.first: turn.weather for turn in battle.calendar}
    elif any((later - earlier).days != 1 for earlier, later in pairwise(days)):
        return
    for i, (day, mine) in enumerate(zip(days, scenario.weather_by_turn, strict=True)):
        theirs = known.get(day.isoformat(), mine)
        if mine != theirs:
            yield f"weather_by_turn[{i}]", f"is {mine}, but {day} was {theirs} (change it, or say why in weather_why)"


def _course_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """The historical course, where its losses are given, is a draw with the handicap (OPS-9.2.4-2)."""
    turns, victory = len(scenario.weather_by_turn), scenario.victory
    for i, objective in enumerate(scenario.objectives):
        for name, turn in (("changed", objective.changed), ("returned", objective.returned)):
            if turn is not None and turn > turns:
                yield f"objectives[{i}].{name}", f"is {turn}, the scenario has {turns} turns"
        if objective.returned is not None and objective.returned <= (objective.changed or turns):
            yield f"objectives[{i}].returned", "must come after changed"
    if victory.historical_losses is None:
        return
    points = historical_points(scenario)
    if abs(points["allied"] - points["axis"]) > victory.margins.draw:
        told = f"the historical course gives the Allies {points['allied']} points and the Axis {points['axis']}"
        yield "victory.handicap", f"{told} (expected a draw: {victory.margins.draw} points apart at most)"


def historical_points(scenario: ScenarioFile) -> dict[Side, int]:
    """Points of both sides at the end of the historical course, handicap included (OPS-9.2.4-2).

    ValueError if `historical_losses` are not given.
    """
    turns, victory = len(scenario.weather_by_turn), scenario.victory
    losses = victory.historical_losses
    if losses is None:
        raise ValueError("the losses of the historical course are not given")
    points: dict[Side, int] = {
        "allied": victory.handicap.allied + victory.points_per_hp.allied * losses.axis,
        "axis": victory.handicap.axis + victory.points_per_hp.axis * losses.allied,
    }
    for objective in scenario.objectives:
        for turn in range(1, turns + 1):
            side = held_in_history(objective, turn)
            if objective.scores_for in ("both", side):
                points[side] += objective.per_turn + (objective.at_end if turn == turns else 0)
    return points


def held_in_history(objective: ObjectiveData, turn: int) -> Side:
    """The side that had an objective at the end of a turn in history."""
    other: Side = "axis" if objective.held_by == "allied" else "allied"
    lost = objective.changed is not None and objective.changed <= turn
    back = objective.returned is not None and objective.returned <= turn
    return other if lost and not back else objective.held_by
