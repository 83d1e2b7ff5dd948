"""Things left behind: goals that were to be held, commanders who would be alone; and marches in the last turn."""

import pytest

from ai.operations.greedy.packages import Slot
from ai.operations.judgement.tactics import EMPTY
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Memory, moved
from ai.operations.tactics.company import cost_of_being_alone
from ai.operations.tactics.slots import left_behind
from ai.operations.tactics.watch import StaffMemory
from tests.ai.operations.scenes import picture_of, scene

HOME = 9


@pytest.mark.parametrize("pinned", [True, False])
def test_a_goal_is_not_left_to_nobody_for_an_attack_even_where_no_enemy_is_near(pinned):
    builder = scene(goals=[(HOME, "allied", 1, 10)])
    guard = builder.place("infantry", hex=HOME)
    picture = picture_of(builder)
    goal = Goal(HOME, 20.0, True, "", 20.0)
    plan = Plan((goal,), {guard: Duty(goal, 20.0, pinned)}, ())
    slot = Slot(picture.position.units[guard], HOME + 1, 5.0, 0.0)
    cost = left_behind(picture, plan, moved(picture.position, {guard: HOME + 1}), [slot])
    assert cost == (EMPTY * goal.worth if pinned else 0.0)


def test_a_goal_into_which_unseen_enemies_may_walk_is_left_less_readily():
    builder = scene(goals=[(HOME, "allied", 1, 10)])
    guard = builder.place("infantry", hex=HOME)
    picture = picture_of(builder)
    goal = Goal(HOME, 20.0, True, "", 20.0)
    plan = Plan((goal,), {guard: Duty(goal, 20.0, True)}, walk_ins={HOME: 0.8})
    slot = Slot(picture.position.units[guard], HOME + 1, 5.0, 0.0)
    assert left_behind(picture, plan, moved(picture.position, {guard: HOME + 1}), [slot]) == 16.0


def test_a_commander_who_stays_alone_in_reach_of_the_enemy_is_reckoned_lost_and_not_beside_a_fighter():
    builder = scene()
    leader = builder.place("commander", hex=HOME)
    guard = builder.place("infantry", hex=HOME)
    builder.place("armour", hex=HOME + 2, side="axis")
    builder.change(leader, attacked=True)
    picture = picture_of(builder)
    alone, beside = picture.position.units[leader], picture.position.units[guard]
    assert cost_of_being_alone(picture, HOME, (alone,)) > 0
    assert cost_of_being_alone(picture, HOME, (alone, beside)) == 0


def test_in_the_last_turn_only_arrival_counts():
    board = scene().board
    staff, plain = StaffMemory(board), Memory(board)
    assert staff.pace(12, 1, 0.8)[0] == 1.0
    assert not staff.pace(12, 1, 0.8)[1:].any()
    assert (staff.pace(12, 3, 0.8) == plain.pace(12, 3, 0.8)).all()
