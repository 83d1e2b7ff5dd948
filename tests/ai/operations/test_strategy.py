"""Strategy in a line of armies: what stands between us and a goal is asked for, and economy of force."""

import pytest

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.judgement.planning import planning
from ai.operations.outlines.stakes import stakes_of
from ai.operations.picture.goals import stakes_at
from ai.operations.planning.estimate import Estimate
from tests.ai.operations.scenes import picture_of, scene

ROWS, COLS = 11, 24
OPEN = [". " * COLS] * ROWS
PORT, TOWN = 1 * COLS + 20, 9 * COLS + 20
LONG = planning().line_turns


def two_goals(own=18, before_the_town=8, turns=LONG, town="axis"):
    """Allies in the west, two goals alike in the east: a port without cover, a town behind an army."""
    builder = scene(OPEN, goals=[(PORT, "axis", 1, 6), (TOWN, town, 1, 6)], turns=turns)
    for row in range(ROWS):
        builder.control("allied", *range(row * COLS, row * COLS + 8))
        builder.control("axis", *range(row * COLS + 8, (row + 1) * COLS))
    builder.control(town, TOWN)
    for number in range(own):
        builder.place("infantry", hex=(number % ROWS) * COLS + 5 - number // ROWS)
    builder.place("infantry", hex=PORT, side="axis")
    builder.place("infantry", hex=TOWN, side=town)
    for number in range(before_the_town):
        builder.place("infantry", hex=(7 + number % 4) * COLS + 13 + number // 4, side="axis")
    return builder


def estimate_of(builder):
    picture = picture_of(builder)
    return Estimate(Analysis(picture, updated(None, picture)), planning())


def goals_and_stakes(builder):
    estimate = estimate_of(builder)
    goals = stakes_at(estimate.picture)
    return {goal.hex: goal for goal in goals}, {stake.goal.hex: stake for stake in stakes_of(estimate, goals, {})}


def test_an_army_between_us_and_a_goal_is_asked_for():
    builder = two_goals()
    estimate = estimate_of(builder)
    goals = {goal.hex: goal for goal in stakes_at(estimate.picture)}
    one = float(estimate.foes.defence[0])
    assert estimate.between(goals[TOWN]) == pytest.approx(8 * one)
    assert estimate.between(goals[PORT]) == 0.0


def test_of_two_goals_alike_the_one_behind_less_draws_more():
    _, stakes = goals_and_stakes(two_goals())
    assert stakes[PORT].goal.worth == stakes[TOWN].goal.worth
    assert stakes[PORT].chance > stakes[TOWN].chance
    assert stakes[PORT].goal.draw > 1.5 * stakes[TOWN].goal.draw


def test_without_an_army_in_between_they_draw_alike():
    _, stakes = goals_and_stakes(two_goals(before_the_town=0))
    assert stakes[TOWN].goal.draw == pytest.approx(stakes[PORT].goal.draw)


@pytest.mark.parametrize("short", [{"turns": LONG - 1}, {"own": planning().line_from - 1}])
def test_in_a_short_battle_or_a_small_force_attacks_see_to_it_one_by_one(short):
    goals, stakes = goals_and_stakes(two_goals(**short))
    assert stakes[TOWN].goal.draw == pytest.approx(goals[TOWN].worth)


def test_nobody_is_between_us_and_what_we_hold():
    estimate = estimate_of(two_goals(town="allied"))
    goals = {goal.hex: goal for goal in stakes_at(estimate.picture)}
    assert goals[TOWN].held
    assert estimate.between(goals[TOWN]) == 0.0
