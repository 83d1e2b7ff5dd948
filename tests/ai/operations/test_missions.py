"""Missions in words: who is named for what, where the main effort is, what is called an assault."""

import pytest

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.judgement.planning import planning
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.missions import Assigned
from ai.operations.outlines.stakes import LATER, SEIZE, Outline, Stake
from ai.operations.outlines.tasks import ASSAULT, DEFEND, RELIEF, RESERVE, Task
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.missions import COMING, SPARE, SUPPORT, missions_of
from tests.ai.operations.scenes import picture_of, scene

GROUND = [". " * 10] * 6


def goal(hex_, held=False, worth=5.0):
    return Goal(hex_, worth, held, f"goal {hex_}", worth)


def stake(hex_, posture=SEIZE, need=10.0):
    return Stake(goal(hex_), posture, need, 10.0, 0.5, 2.5, 9)


def written(builder, tasks, places, reserve=(), main=None, stakes=()):
    picture = picture_of(builder)
    estimate = Estimate(Analysis(picture, updated(None, picture)), planning())
    return missions_of(estimate, tasks, Assigned({}, places, reserve), stakes, Outline(main, 1.0))


def in_words(mission):
    return " ".join(map(str, (mission.text, *mission.notes)))


def kinds(missions):
    return {mission.task: mission.units for mission in missions}


def test_guns_that_go_with_nobody_are_no_assault():
    builder = scene(GROUND)
    gun, infantry = builder.place("artillery", hex=10), builder.place("infantry", hex=11)
    tasks = [Task(ASSAULT, goal(35), 10.0)]
    assert kinds(written(builder, tasks, {gun: 0})) == {SUPPORT: (gun,)}
    assert kinds(written(builder, tasks, {gun: 0, infantry: 0})) == {ASSAULT: (gun, infantry)}


def test_whom_a_goal_does_not_need_is_at_hand_near_it():
    builder = scene(GROUND)
    inside, near, other = (builder.place("infantry", hex=hex_) for hex_ in (20, 21, 22))
    defence = picture_of(builder).defence(picture_of(builder).own[0])
    tasks = [Task(DEFEND, goal(20, held=True), 1.5 * defence)]
    missions = written(builder, tasks, {inside: 0, near: 0, other: 0})
    assert kinds(missions) == {DEFEND: (inside, near), SPARE: (other,)}


def test_who_stands_in_a_goal_is_never_called_spare():
    builder = scene(GROUND)
    units = tuple(builder.place("company", hex=20) for _ in range(2))
    missions = written(builder, [Task(DEFEND, goal(20, held=True), 0.0)], dict.fromkeys(units, 0))
    assert kinds(missions) == {DEFEND: units}


def test_who_is_more_than_a_march_away_is_on_the_way_to_hold_a_goal_and_does_not_count_as_holding_it():
    builder = scene([". " * 24] * 3)
    inside, far = (builder.place("infantry", hex=hex_) for hex_ in (0, 20))
    missions = written(builder, [Task(DEFEND, goal(0, held=True), 100.0)], {inside: 0, far: 0})
    assert kinds(missions) == {DEFEND: (inside,), COMING: (far,)}
    alone = picture_of(builder).defence(picture_of(builder).own[0])
    (means, *_rest) = missions[0].notes
    assert f"1 unit, defence {alone:.0f}" in str(means) and "on the way to hold" in str(missions[1].text)


def test_who_cannot_get_to_a_goal_at_all_is_not_on_the_way_to_it():
    builder = scene([". " * 10 + "~ " * 2 + ". " * 12] * 3)
    inside, other = (builder.place("infantry", hex=hex_) for hex_ in (0, 20))
    missions = written(builder, [Task(DEFEND, goal(0, held=True), 100.0)], {inside: 0, other: 0})
    assert COMING not in kinds(missions)


@pytest.mark.parametrize("task, told", [(ASSAULT, "in reserve for the attack on"), (DEFEND, "in reserve behind")])
def test_who_is_kept_back_has_a_mission_of_his_own(task, told):
    builder = scene(GROUND)
    ahead, back = (builder.place("infantry", hex=hex_) for hex_ in (20, 10))
    tasks = [Task(task, goal(35, held=task == DEFEND), 10.0)]
    missions = written(builder, tasks, {ahead: 0, back: 0}, reserve=(back,))
    assert kinds(missions) == {task: (ahead,), RESERVE: (back,)}
    assert [told in str(mission.text) for mission in missions] == [False, True]


@pytest.mark.parametrize("far, groups", [(23, 1), (29, 2)])
def test_those_who_break_out_side_by_side_are_one_group(far, groups):
    builder = scene(GROUND)
    units = [builder.place("infantry", hex=hex_) for hex_ in (40, 41)]
    tasks = [Task(RELIEF, goal(hex_), 1.0, only=(unit,)) for hex_, unit in zip((20, far), units, strict=True)]
    missions = written(builder, tasks, {units[0]: 0, units[1]: 1})
    assert [mission.task for mission in missions] == [RELIEF] * groups
    assert sorted(unit for mission in missions for unit in mission.units) == units


def main_effort(missions):
    return [mission.goal.hex for mission in missions if mission.main]


def test_the_main_effort_is_where_the_strength_goes():
    builder = scene(GROUND)
    one, two, three = (builder.place("infantry", hex=hex_) for hex_ in (20, 21, 22))
    tasks = [Task(ASSAULT, goal(35, worth=9.0), 16.0), Task(ASSAULT, goal(39), 12.0)]
    places, stakes = {one: 0, two: 1, three: 1}, [stake(35), stake(39)]
    missions = written(builder, tasks, places, main=35, stakes=stakes)
    assert main_effort(missions) == [39]
    assert missions[0].main and "Main effort" in str(missions[0].text)
    assert main_effort(written(builder, tasks, {one: 0, two: 1}, main=39, stakes=stakes)) == [39]
    assert main_effort(written(builder, tasks, {one: 0, two: 1}, main=35, stakes=stakes)) == [35]


def test_nothing_is_the_main_effort_that_cannot_be_hoped_for_or_is_not_to_be_stormed():
    builder = scene(GROUND)
    one, two = (builder.place("infantry", hex=hex_) for hex_ in (20, 21))
    places, strong = {one: 0, two: 1}, Task(ASSAULT, goal(35), 200.0)
    for need, expected in ((6.0, [39]), (0.0, [])):
        tasks, stakes = [strong, Task(ASSAULT, goal(39), need)], [stake(35), stake(39, need=need)]
        assert main_effort(written(builder, tasks, places, main=35, stakes=stakes)) == expected


def test_there_is_no_main_effort_in_an_even_plan_nor_on_a_goal_for_later():
    builder = scene(GROUND)
    unit = builder.place("infantry", hex=20)
    tasks = [Task(ASSAULT, goal(35), 10.0)]
    assert main_effort(written(builder, tasks, {unit: 0}, main=None, stakes=[stake(35)])) == []
    assert main_effort(written(builder, tasks, {unit: 0}, main=35, stakes=[stake(35, LATER)])) == []


@pytest.mark.parametrize(
    "need, told",
    [
        (0.0, "occupies hex 0305, where no enemy has been seen."),
        (200.0, "not strong enough to take it. 1 unit with 6 attack points; it takes 200."),
        (6.0, "takes hex 0305. 1 unit with 6 attack points, just enough: 56% chance on its own."),
        (9.0, "attacks hex 0305. 1 unit with 6 attack points; it takes 9: 34% chance on its own."),
        (3.0, "takes hex 0305. 1 unit with 6 attack points; 3 would do: 85% chance on its own."),
    ],
)
def test_an_assault_is_told_as_what_those_who_have_it_can_hope_for(need, told):
    builder = scene(GROUND)
    unit = builder.place("infantry", hex=20)
    (mission,) = written(builder, [Task(ASSAULT, goal(35), need)], {unit: 0})
    assert told in in_words(mission)


def test_an_assault_through_the_enemy_says_what_stands_on_the_way():
    builder = scene([". " * 10] * 3)
    units = [builder.place("infantry", hex=10) for _ in range(3)]
    builder.place("infantry", hex=0, side="axis")  # next to the start, and not on the way
    (open_,) = written(builder, [Task(ASSAULT, goal(19), 0.0)], dict.fromkeys(units, 0))
    builder.place("infantry", hex=14, side="axis")
    builder.place("infantry", hex=18, side="axis")  # next to the goal, which asks for it anyway
    (mission,) = written(builder, [Task(ASSAULT, goal(19), 0.0)], dict.fromkeys(units, 0))
    (foe,) = picture_of(builder).foes[14]
    assert "where no enemy has been seen" in str(open_.text)
    assert f"{picture_of(builder).defence(foe):.0f} of them to break through on the way" in in_words(mission)


def test_a_goal_for_later_that_is_held_is_not_walked_into():
    builder = scene(GROUND)
    unit = builder.place("infantry", hex=20)
    builder.place("infantry", hex=29, side="axis")
    (mission,) = written(builder, [Task(ASSAULT, goal(29), 0.0)], {unit: 0})
    assert "no enemy" not in str(mission.text)


@pytest.mark.parametrize(
    "kind, hex_, told",
    [
        ("artillery", 35, "which the enemy can hardly defend."),
        ("artillery", 37, "; the enemy is close by."),
        ("artillery", 39, ", where no enemy has been seen."),
    ],
)
def test_no_goal_is_called_empty_with_an_enemy_in_view(kind, hex_, told):
    builder = scene(GROUND)
    unit = builder.place("infantry", hex=20)
    builder.place(kind, hex=hex_, side="axis")
    (mission,) = written(builder, [Task(ASSAULT, goal(35), 0.0)], {unit: 0})
    assert told in str(mission.text)


def test_the_main_effort_says_what_comes_next_if_it_fails():
    builder = scene(GROUND)
    one, two, three = (builder.place("infantry", hex=hex_) for hex_ in (20, 21, 22))
    tasks = [Task(ASSAULT, goal(35, worth=9.0), 16.0), Task(ASSAULT, goal(39), 6.0)]
    main, other = written(builder, tasks, {one: 0, two: 0, three: 1}, main=35, stakes=[stake(35), stake(39)])
    assert "Up to 9 victory points are at stake until the end of the battle." in in_words(main)
    assert in_words(main).endswith("If it fails, hex 0309 comes next: 29% chance.")
    assert "If it fails" not in in_words(other)


def test_a_goal_that_is_held_says_what_is_lost_with_it():
    builder = scene(GROUND)
    unit = builder.place("infantry", hex=20)
    (mission,) = written(builder, [Task(DEFEND, goal(20, held=True, worth=1.0), 1.0)], {unit: 0})
    assert "no attack expected. If it falls, 1 victory point is lost by the end of the battle." in in_words(mission)
