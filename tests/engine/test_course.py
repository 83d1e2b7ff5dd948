"""The course of a game in numbers: the end of each turn, and each seat's knowledge of it."""

from __future__ import annotations

import pytest

from wab.engine.history.course import causes, course, final_state
from wab.engine.history.journal import lasting
from wab.engine.kernel.measures import Account
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import Text
from wab.testing.walks import HOUSE, walk

GAMES = ("operations/causeway-to-carentan", "cards/sword-beach")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_chart_ends_where_the_game_stands(scenario):
    game, _ = walk(scenario, seed=3, length=200)
    charts = {chart.id: chart for chart in course(game.system, game.setup, lasting(game.journal))}
    now = {measure.id: measure for measure in game.system.measures(game.state, ())}
    assert set(now) <= set(charts)
    for curve in charts["points"].curves:
        assert curve.points[-1] == (game.turn, now["points"].values[curve.name])
        assert [turn for turn, _value in curve.points] == list(range(1, game.turn + 1))


@pytest.mark.parametrize("scenario", GAMES)
def test_what_several_seats_know_differently_is_in_no_chart(scenario):
    game, _ = walk(scenario, seed=3, length=40)
    records, seats = lasting(game.journal), game.seats
    common = {chart.id: chart for chart in course(game.system, game.setup, records, seats)}
    each = [
        {(chart.id, curve.name): dict(curve.points) for chart in charts for curve in chart.curves}
        for charts in (course(game.system, game.setup, records, [seat]) for seat in seats)
    ]
    for chart in common.values():
        for curve in chart.curves:
            assert all(dict(curve.points).items() <= known[chart.id, curve.name].items() for known in each)
    assert course(game.system, game.setup, records, []) == ()


def test_activation_of_the_enemy_is_known_to_the_enemy_alone():
    game, _ = walk(GAMES[0], seed=3, length=40)
    records = lasting(game.journal)

    def used(seats):
        charts = {chart.id: chart for chart in course(game.system, game.setup, records, seats)}
        return {curve.name: curve.points for curve in charts["activation"].curves}

    assert set(used(["allied"])) == {"allied"} and set(used(["axis"])) == {"axis"}
    assert used(None) == used(["allied"]) | used(["axis"])


def test_ground_stands_beside_history_on_the_days_that_history_knows():
    game, _ = walk(GAMES[0], seed=3, length=200)
    charts = {chart.id: chart for chart in course(game.system, game.setup, lasting(game.journal))}
    ground = {curve.name: dict(curve.points) for curve in charts["ground"].curves}
    dates = game.state.board.dates
    known = {"1944-06-10", "1944-06-12"}
    assert {dates[turn - 1] for turn in ground["history"]} == known & set(dates)
    assert set(ground["game"]) == set(range(1, game.turn + 1))
    assert all(0 < value < 5000 for value in ground["history"].values())


def test_figures_lost_add_up_over_the_turns():
    game, _ = walk(GAMES[1], seed=3, length=200)
    charts = {chart.id: chart for chart in course(game.system, game.setup, lasting(game.journal))}
    for curve in charts["losses"].curves:
        values = [value for _turn, value in curve.points]
        lost = sum(
            (event.figures if type(event).__name__ == "FiguresLost" else -event.figures)
            for record in lasting(game.journal)
            for event in record.events
            if type(event).__name__ in ("FiguresLost", "Recovered")
            and game.state.board.roster[event.unit].side == curve.name
        )
        assert values[-1] == lost
    assert any(chart.values[-1] for chart in charts.values())


@pytest.mark.parametrize("system", HOUSE, ids=lambda system: system.id)
def test_accounts_are_the_points_of_the_outcome(system):
    scenario = {
        "operations": GAMES[0],
        "cards": GAMES[1],
        "zocbonds": "zocbonds/the-first-week",
        "blind": "blind/the-blind-man-and-the-wall",
        "omaha": "omaha/easy-fox",
    }[system.id]
    game, _ = walk(scenario, seed=3, length=800)
    state = final_state(game.system, game.setup, lasting(game.journal))
    assert system.encode(state) == system.encode(game.state)
    outcome = game.outcome
    assert outcome is not None or system.id == "cards"
    for side, points in (outcome.points if outcome is not None else {}).items():
        assert sum(account.points.get(side, 0) for account in system.accounts(state)) == points


def test_causes_are_what_did_most_for_the_winner():
    accounts = [
        Account(Text(name), {"a": a, "b": b}) for name, a, b in (("x", 3, 9), ("y", 5, 1), ("z", 9, 3), ("w", 2, 2))
    ]
    won = Outcome("a", "win", {"a": 19, "b": 15})
    assert [str(one.words) for one in causes(accounts, won)] == ["z", "y"]
    assert [str(one.words) for one in causes(accounts, won, most=1)] == ["z"]
    drawn = Outcome(None, "draw", {"a": 19, "b": 15})
    assert [str(one.words) for one in causes(accounts, drawn)] == ["x", "z", "y"]
