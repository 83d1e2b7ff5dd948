"""Garrisons: who is needed in a goal in danger stays there, who is not goes where he has been sent."""

from ai.operations.analysis import Analysis
from ai.operations.belief import updated
from ai.operations.garrisons import with_garrisons
from ai.operations.goals import Duty, Goal
from ai.operations.missions import Assigned
from ai.operations.planning import planning
from ai.operations.strategy import Estimate
from ai.operations.tasks import ASSAULT, DEFEND, RELIEF, Task
from tests.ai.operations.scenes import picture_of, scene

OPEN = [". " * 12] * 3
HOME, AWAY = 13, 22


def sent_away(worth, enemies=2, kind=ASSAULT):
    """Whether the second of two defenders still goes where he was sent: to something worth so many points."""
    builder = scene(OPEN, goals=[(HOME, "allied", 1, 10), (AWAY, "axis", 1, 1)])
    first, second = (builder.place("infantry", hex=HOME) for _ in range(2))
    for _ in range(enemies):
        builder.place("armour", hex=HOME + 3, side="axis")
    picture = picture_of(builder)
    estimate = Estimate(Analysis(picture, updated(None, picture)), planning())
    home, away = Goal(HOME, 40.0, True, "", 40.0), Goal(AWAY, worth, False, "", worth)
    tasks = (Task(DEFEND, home, 5.0), Task(kind, away, 0.0))
    duties = {first: Duty(home, 40.0, True), second: Duty(away, worth, False)}
    found = with_garrisons(estimate, tasks, Assigned(duties, {first: 0, second: 1}, (second,)))
    assert found.places[first] == 0
    goes = found.places[second] == 1
    assert (second in found.reserve) == goes
    assert (found.duties[second].goal == away) == goes
    return goes


def test_nobody_leaves_a_dear_goal_in_danger_for_a_cheap_one():
    assert not sent_away(worth=1.0)


def test_who_brings_more_elsewhere_goes():
    assert sent_away(worth=100.0)


def test_where_no_enemy_is_near_nobody_is_held_back():
    assert sent_away(worth=1.0, enemies=0)


def test_who_is_cut_off_breaks_out_all_the_same():
    assert sent_away(worth=1.0, kind=RELIEF)
