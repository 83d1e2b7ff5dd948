"""The line: firm ground, where the line runs, who mans it, how far units may go, where the reserve waits."""

from dataclasses import replace

import numpy as np
import pytest

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.analysis.ground import country_of, held_by
from ai.operations.judgement.levels import personality_named
from ai.operations.judgement.planning import planning
from ai.operations.maps.lines import firm_ground, line_between, posts_on_line, steps_from
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.tasks import ASSAULT, COUNTER, LINE, RESERVE, Task
from ai.operations.picture.goals import stakes_at
from ai.operations.planning.assignment import Shares, assign
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.line import front_of, intruder_tasks, limits_of, line_share, line_tasks, patience, rallies
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.planning.planner import PlanMemory, make_plan
from ai.operations.tactics import worth
from ai.operations.tactics.assault import assaults
from ai.operations.tactics.moves import ground
from ai.operations.tactics.slots import slots_for
from ai.operations.tactics.tactician import Tactician
from tests.ai.operations.scenes import picture_of, scene
from wab.systems.operations.state.board import AXIS
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.orders import Attack

OPEN = [". " * 20] * 8
COLS = 20


def column(number):
    return [row * COLS + number for row in range(8)]


def at(builder, *hexes):
    flags = np.zeros(builder.board.grid.size, np.bool_)
    flags[list(hexes)] = True
    return flags


def two_lines(own=18, enemies=6, turns=40, entries=()):
    """Both sides across an open board: the Allies in the west, the Axis from column 10 on."""
    goals = [(4 * COLS + 2, "allied", 1, 6), (4 * COLS + 18, "axis", 1, 6)]
    builder = scene(OPEN, goals=goals, turns=turns, entries=entries)
    for number in range(COLS):
        builder.control("allied" if number < 10 else "axis", *column(number))
    for number in range(own):
        builder.place("infantry", hex=(number % 8) * COLS + 7 - number // 8)
    for number in range(enemies):
        builder.place("infantry", hex=(number % 8) * COLS + 12, side="axis")
    return builder


def estimate_of(builder, side="allied"):
    picture = picture_of(builder, side)
    return Estimate(Analysis(picture, updated(None, picture)), planning())


def seen(builder):
    estimate = estimate_of(builder)
    return estimate, front_of(estimate, stakes_at(estimate.picture))


# ------------------------------------------------------------------------------------------------- ground


def test_the_trail_of_a_column_is_not_firm_ground():
    builder = scene(OPEN)
    for number in range(COLS):
        builder.control("allied" if number < 6 else "axis", *column(number))
    builder.control("allied", *range(4 * COLS + 6, 4 * COLS + 16))
    firm = firm_ground(country_of(builder.board), held_by(builder.state, "allied"))
    assert firm[4 * COLS + 3]
    assert not firm[4 * COLS + 9 : 4 * COLS + 16].any()


def test_steps_go_round_what_is_barred_and_not_over_water():
    builder = scene([". . ~ . ."] * 4 + [". . . . ."])
    grid = builder.board.grid
    start = at(builder, 20)
    steps = steps_from(country_of(builder.board), start, 20)
    assert steps[21] == 1
    assert steps[23] > grid.distance(20, 23)
    assert steps[22] == 21  # the sea is never reached
    barred = steps_from(country_of(builder.board), start, 20, at(builder, *range(5)))
    assert barred[23] == 21


def test_the_line_is_the_neck_and_never_the_sea():
    builder = scene([". . . . . . . ~ . . . . . ."] * 2 + [". " * 14] + [". . . . . . . ~ . . . . . ."] * 2)
    own = at(builder, *(hex_ for hex_ in range(70) if hex_ % 14 < 10)) & builder.board.land
    enemy = at(builder, *(hex_ for hex_ in range(70) if hex_ % 14 > 10))
    nothing = np.zeros(70, np.float32)
    line = line_between(country_of(builder.board), own, enemy, (), at(builder), nothing, nothing)
    assert len(line) == 1
    assert steps_from(country_of(builder.board), enemy, 20, at(builder, *line))[28] == 21


def test_a_line_runs_over_strong_ground_and_where_people_stand_already():
    builder = scene(OPEN)
    own, enemy = at(builder), at(builder)
    for number in range(COLS):
        (own if number < 12 else enemy)[column(number)] = True
    plain, nobody = np.zeros(own.size, np.float32), at(builder)

    def columns_of(defensibility, manned):
        line = line_between(country_of(builder.board), own, enemy, (), manned, defensibility, plain)
        return {hex_ % COLS for hex_ in line}

    strong = plain.copy()
    strong[column(9)] = 2.0
    assert columns_of(strong, nobody) == {9}
    assert columns_of(plain, at(builder, *column(10))) == {10}
    assert columns_of(plain, nobody) == {11}  # no ground is given up for nothing


def test_no_line_without_ground_behind_it():
    builder = scene(OPEN)
    nothing = np.zeros(160, np.float32)
    everything = np.ones(160, np.bool_)
    assert line_between(country_of(builder.board), at(builder), everything, (), at(builder), nothing, nothing) == ()


def test_posts_and_their_zones_cover_the_line_and_people_stay_where_they_are():
    builder = scene(OPEN)
    grid, line = builder.board.grid, column(9)
    plain = np.zeros(grid.size, np.float32)
    posts = posts_on_line(grid, line, at(builder), plain)
    covered = {hex_ for post in posts for hex_ in (post, *grid.adjacent(post))}
    assert set(line) <= covered
    assert len(posts) <= 4
    here = (line[1], line[5])
    assert set(here) <= set(posts_on_line(grid, line, at(builder, *here), plain))


# ------------------------------------------------------------------------------------------------- the front


def test_there_is_no_front_in_small_forces_in_short_battles_and_at_the_end():
    assert seen(two_lines(own=planning().line_from - 1))[1] is None
    assert seen(two_lines())[1] is not None
    assert seen(two_lines(turns=planning().line_turns - 1))[1] is None
    late = two_lines()
    late.set(turn=39)
    assert seen(late)[1] is None


@pytest.mark.parametrize("enemies, reach", [(6, planning().leash), (18, planning().short_leash)])
def test_nobody_goes_farther_than_a_few_hexes_beyond_firm_ground(enemies, reach):
    _, front = seen(two_lines(enemies=enemies))
    edge = max(hex_ % COLS for hex_ in np.flatnonzero(front.firm))
    farthest = max(hex_ % COLS for hex_ in np.flatnonzero(front.leash))
    assert edge < farthest <= edge + reach


def test_the_line_parts_the_two_sides_and_every_hex_of_it_is_under_a_zone():
    builder = two_lines()
    _, front = seen(builder)
    grid = builder.board.grid
    covered = {hex_ for post in front.posts for hex_ in (post, *grid.adjacent(post))}
    assert front.posts
    assert set(front.line) <= covered
    steps = steps_from(country_of(builder.board), at(builder, *column(12)), 40, at(builder, *front.line))
    assert steps[4 * COLS] == 41  # no enemy comes through to the western edge


def test_an_enemy_behind_the_line_has_broken_in():
    builder = two_lines()
    builder.place("armour", hex=4 * COLS + 3, side="axis")
    builder.control("axis", 4 * COLS + 3)
    _, front = seen(builder)
    assert front.intruders == (4 * COLS + 3,)
    assert not front.covers(4 * COLS + 2)


def test_what_lies_behind_the_line_needs_no_garrison():
    builder = two_lines()
    _, front = seen(builder)
    assert front.covers(4 * COLS + 2)
    assert not front.covers(front.posts[0])


def test_the_weaker_side_puts_more_of_its_strength_in_the_line():
    strong, weak = estimate_of(two_lines(enemies=2)), estimate_of(two_lines(enemies=24))
    assert line_share(strong) == planning().line_least
    assert line_share(weak) > line_share(strong)


def test_who_has_broken_in_is_thrown_back_if_enough_is_at_hand():
    def kinds(tanks):
        builder = two_lines()
        for _ in range(tanks):
            builder.place("armour", hex=4 * COLS + 3, side="axis")
        builder.control("axis", 4 * COLS + 3)
        estimate, front = seen(builder)
        return [(task.kind, task.goal.hex) for task in intruder_tasks(estimate, front)]

    assert kinds(1) == [(COUNTER, 4 * COLS + 3)]
    assert kinds(8) == []


def test_patience_ends_with_the_battle():
    early, late = estimate_of(two_lines(turns=40)), estimate_of(two_lines(turns=6))
    assert patience(early) == planning().patience
    assert patience(late) == 0.0


# ------------------------------------------------------------------------------------------------- who and where


def test_every_post_is_a_task_and_is_manned_up_to_a_share():
    builder = two_lines()
    estimate, front = seen(builder)
    tasks = tuple(line_tasks(estimate, front))
    assert {task.goal.hex for task in tasks} == set(front.posts)
    manned = assign(estimate, tasks, {}, Shares(line=0.9)).on(tasks, LINE)
    assert set(manned.values()) == set(front.posts)
    tasks = (*tasks, Task(ASSAULT, Goal(4 * COLS + 18, 40.0, False, "", 40.0), 0.0))
    few = assign(estimate, tasks, {}, Shares(line=0.2)).on(tasks, LINE)
    assert 0 < len(few) <= 0.2 * len(estimate.own.units)
    assert assign(estimate, tasks, {}).on(tasks, LINE) == {}


def test_those_of_the_line_stay_about_their_posts_and_the_reserve_out_of_contact():
    builder = two_lines()
    estimate, front = seen(builder)
    picture = estimate.picture
    first, second, third = (unit.id for unit in picture.own[:3])
    post = picture.own[0].hex
    limits = limits_of(picture, front, {first: post}, {second: 0})
    assert all(picture.grid.distance(hex_, post) <= 1 for hex_ in limits[first])
    assert limits[second] == frozenset(np.flatnonzero(front.calm).tolist())
    assert limits[third] == frozenset(np.flatnonzero(front.leash).tolist())


def test_who_is_too_far_forward_may_come_back():
    builder = two_lines()
    raider = builder.place("armour", hex=4 * COLS + 15)
    estimate, front = seen(builder)
    limits = limits_of(estimate.picture, front, {}, {})
    assert not front.leash[4 * COLS + 15]
    assert 4 * COLS + 14 in limits[raider]
    assert 4 * COLS + 16 not in limits[raider]


def test_reserves_wait_behind_the_line_where_no_enemy_is_near():
    builder = two_lines()
    estimate, front = seen(builder)
    duties = rallies(estimate.picture, front, [unit.id for unit in estimate.picture.own[:2]])
    for duty in duties.values():
        assert front.calm[duty.goal.hex]
        assert min(estimate.picture.grid.distance(duty.goal.hex, foe) for foe in estimate.picture.foes) >= 3
    assert len(duties) == 2


@pytest.mark.parametrize("seed", [1, 2])
def test_the_plan_says_who_mans_the_line_and_who_waits(seed):
    builder = two_lines(own=24, enemies=20)
    plan = make_plan(picture_of(builder, "allied", seed), PlanMemory(), personality_named("balanced"))
    kinds = {mission.task for mission in plan.missions}
    assert {LINE, RESERVE} <= kinds
    assert plan.posts and plan.limits
    assert not any(goal.hex in set(plan.posts.values()) for goal in plan.goals if goal.name == "")
    assert not plan.reserve & plan.posts.keys()
    units = [unit for mission in plan.missions for unit in mission.units]
    assert len(units) == len(set(units))


def test_the_enemy_has_his_side_of_it():
    builder = two_lines(own=18, enemies=18)
    assert builder.board.grid.size == 160
    estimate = estimate_of(builder, "axis")
    front = front_of(estimate, (Goal(4 * COLS + 18, 1.0, True),))
    assert front is not None
    assert all(control_codes(builder.state)[hex_] == AXIS for hex_ in front.posts)


# ------------------------------------------------------------------------------------------------- in the field


def beside_the_enemy(worth=6):
    builder = scene(goals=[(20, "axis", 1, worth)])
    unit = builder.place("infantry", hex=17)
    builder.place("company", hex=20, side="axis")
    return picture_of(builder), unit


def plan_with(picture, **settings):
    return replace(plan_from_greedy(picture), **settings)


def test_a_post_is_left_for_an_attack_at_a_price():
    picture, unit = beside_the_enemy()
    free = slots_for(picture, plan_with(picture), 20)[unit]
    bound = slots_for(picture, plan_with(picture, posts={unit: 17}), 20)[unit]
    assert all(one.price > other.price for one, other in zip(bound, free, strict=True))


def test_it_is_worth_something_to_stand_at_ones_post():
    picture, unit = beside_the_enemy()
    usual, manned = (plan_with(picture, posts=posts) for posts in ({}, {unit: 9}))
    soldier = picture.position.units[unit]
    assert ground(picture, manned, soldier, 9) > ground(picture, usual, soldier, 9)
    assert ground(picture, manned, soldier, 10) == ground(picture, usual, soldier, 10)


def test_nobody_attacks_who_is_to_wait_for_better_chances():
    builder = scene(goals=[(20, "axis", 1, 6)])
    for _ in range(2):
        builder.place("armour", hex=19)
    builder.place("company", hex=20, side="axis")
    picture = picture_of(builder)

    def attacks(points):
        choices = Tactician().choices(picture, plan_with(picture, patience=points))
        return [choice for choice in choices if isinstance(choice.order, Attack)]

    assert attacks(0.0)
    assert not attacks(1000.0)


def before_a_dear_goal():
    """A picture of an enemy company next to a goal that is dear and held, and its hex."""
    builder = scene([". " * 12] * 5, goals=[(24, "allied", 40, 400)])
    builder.place("infantry", hex=25)
    builder.place("company", hex=26, side="axis")
    return picture_of(builder), 26


def value_of_attack(picture, plan, target):
    (assault,) = assaults(picture, plan, (target,))
    return assault.value


def test_ground_from_which_a_goal_is_threatened_is_not_worth_as_much_as_the_goal(monkeypatch):
    def value():
        picture, target = before_a_dear_goal()
        return value_of_attack(picture, plan_from_greedy(picture), target)

    bounded = value()
    monkeypatch.setattr(worth, "MOST_FOR_A_WAY", 1000.0)
    assert value() > bounded


def test_a_small_goal_on_such_ground_adds_no_more_than_itself():
    picture, target = before_a_dear_goal()
    usual = plan_from_greedy(picture)
    small = replace(usual, goals=(*usual.goals, Goal(target, 1.0, False)))
    without, with_it = (value_of_attack(picture, plan, target) for plan in (usual, small))
    assert without < with_it <= without + 1.0
