"""Garrisons: a unit that is needed in a goal in danger stays there, another goes where it has been sent."""

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.judgement.planning import planning
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.missions import Assigned
from ai.operations.outlines.tasks import ASSAULT, DEFEND, RELIEF, Task
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.garrisons import with_garrisons
from tests.ai.operations.scenes import picture_of, scene

OPEN = [". " * 12] * 3
HOME, AWAY = 13, 22
NEXT = 14


def two_tasks(builder, aim, worth, kind):
    """Return what is made of a scene, and two tasks in it: to hold home, dear and in danger, and another elsewhere."""
    picture = picture_of(builder)
    estimate = Estimate(Analysis(picture, updated(None, picture)), planning())
    home, away = Goal(HOME, 40.0, True, "", 40.0), Goal(aim, worth, False, "", worth)
    return estimate, (home, away), (Task(DEFEND, home, 5.0), Task(kind, away, 0.0))


def sent_away(worth, enemies=2, kind=ASSAULT):
    """Return whether the second of two defenders still goes where it was sent: to something worth so many points."""
    builder = scene(OPEN, goals=[(HOME, "allied", 1, 10), (AWAY, "axis", 1, 1)])
    first, second = (builder.place("infantry", hex=HOME) for _ in range(2))
    for _ in range(enemies):
        builder.place("armour", hex=HOME + 3, side="axis")
    estimate, (home, away), tasks = two_tasks(builder, AWAY, worth, kind)
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


def called_back(worth=4.0, enemies=3, kind=ASSAULT, attackers=1, beside_enemy=False, far=False):
    """Return how many units next to a goal in danger are called back to it, who were sent to something worth so many
    points.
    """
    aim = NEXT + 1 if beside_enemy else AWAY
    builder = scene(OPEN, goals=[(HOME, "allied", 1, 10), (aim, "axis", 1, 1)])
    guard = builder.place("battalion", hex=HOME)
    others = [builder.place("infantry", hex=HOME + 7 if far else NEXT) for _ in range(attackers)]
    if beside_enemy:
        builder.place("infantry", hex=aim, side="axis")
    for _ in range(enemies):
        builder.place("armour", hex=HOME + 3, side="axis")
    estimate, (home, away), tasks = two_tasks(builder, aim, worth, kind)
    duties = {guard: Duty(home, 40.0, True)} | {other: Duty(away, worth, False) for other in others}
    places = {guard: 0} | dict.fromkeys(others, 1)
    found = with_garrisons(estimate, tasks, Assigned(duties, places, tuple(others)))
    back = [other for other in others if found.places[other] == 0]
    assert all(found.duties[other] == Duty(home, 40.0, False) for other in back)
    assert set(found.reserve) == set(others) - set(back)
    return len(back)


def test_who_is_at_hand_is_called_back_to_a_dear_goal_in_danger():
    assert called_back() == 1


def test_nobody_is_called_back_from_what_is_worth_more():
    assert called_back(worth=100.0) == 0


def test_nobody_is_called_back_who_breaks_out_or_is_too_far_away_or_about_to_strike():
    assert called_back(kind=RELIEF) == called_back(far=True) == called_back(beside_enemy=True) == 0


def test_where_the_goal_is_in_no_danger_nobody_is_called_back():
    assert called_back(enemies=0) == 0


def test_no_more_are_called_back_than_find_room():
    assert called_back(worth=0.0, enemies=4, attackers=3) == 2, "three in a hex, and one is there"


def test_in_an_army_with_a_line_nobody_is_called_back_from_it(monkeypatch):
    monkeypatch.setattr(Estimate, "holds_a_line", True)
    assert called_back() == 0
    assert not sent_away(worth=1.0), "who stands in the goal stays all the same"


def spared(worth=4.0, enemies=3, pinned=False, kind=DEFEND, alone=True):
    """Return whether a unit some turns off with a goal of so many points is sent to a dearer one that enemies come
    near.
    """
    builder = scene(OPEN, goals=[(HOME, "allied", 1, 10), (AWAY, "allied", 1, 1)])
    guard, other = builder.place("battalion", hex=HOME), builder.place("infantry", hex=NEXT + 6)
    for _ in range(enemies):
        builder.place("armour", hex=HOME - 12, side="axis")
    estimate, (home, _), (task, _) = two_tasks(builder, AWAY, worth, kind)
    away = Goal(AWAY, worth, True, "", worth)
    duties = {guard: Duty(home, 40.0, True), other: Duty(away, worth, pinned)}
    tasks = (task, Task(kind, away, 0.0))
    found = with_garrisons(estimate, tasks, Assigned(duties, {guard: 0, other: 1}, ()), alone=alone)
    return found.places[other] == 0


def test_whom_another_goal_can_spare_goes_to_a_dearer_one_before_the_enemy_does():
    assert spared()


def test_nobody_is_spared_from_what_is_worth_more_nor_who_is_needed_or_breaks_out():
    assert not spared(worth=100.0)
    assert not spared(pinned=True)
    assert not spared(kind=RELIEF)


def test_nobody_is_spared_for_a_goal_that_no_enemy_is_near():
    assert not spared(enemies=0)


def test_nobody_is_spared_where_others_can_come():
    assert not spared(alone=False)


def test_in_an_army_with_a_line_nobody_is_spared(monkeypatch):
    monkeypatch.setattr(Estimate, "holds_a_line", True)
    assert not spared()
