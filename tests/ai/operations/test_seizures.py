"""Seizures: goals that lie open to the enemy, and what the hardest player does about them."""

import pytest

from ai.agents import Reason
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.lookahead.foresight import Foresight
from ai.operations.lookahead.replies import Replies, together
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.tactics.seizures import seizures
from ai.operations.tactics.watch import StaffMemory
from ai.shell.choice import Choice
from tests.ai.operations.scenes import game_of, scene
from wab.engine.kernel.dice import Chance
from wab.engine.words.text import Text
from wab.systems.operations.state.orders import Move

WIDE = [". " * 29 + "."] * 5
GOAL = 30 * 2 + 8
GUARD, RIDERS = GOAL - 1, GOAL + 5
"""Hexes of a middle row: a goal, who guards it from next to it, enemies who get to it in an impulse."""


def open_goal(guard=GUARD, riders=RIDERS, turns=4):
    """A goal in allied hands with an allied regiment near it, and a group of enemy tanks some hexes off."""
    board = scene(WIDE, goals=[(GOAL, "allied", 1, 6)], turns=turns)
    board.place("infantry", hex=guard)
    board.place("armour", hex=riders, side="axis")
    return board


def picture_for(builder, side="allied"):
    view = game_of(builder).view(side)
    return Picture(view, StaffMemory(view.board, STAFF.threat_share), STAFF, Chance(1, "tests"))


def enemys_walks(builder):
    reply = Replies().after(picture_for(builder))
    assert reply is not None and reply.state.active == "axis"
    return reply


def test_a_goal_that_nobody_bars_is_taken_by_walking_in():
    reply = enemys_walks(open_goal(guard=0))
    (walk,) = reply.seizures
    assert (walk.unit, walk.goal.hex) == (2, GOAL)
    assert walk.way[0] == RIDERS and walk.way[-1] == GOAL
    assert walk.value == pytest.approx(walk.goal.worth, rel=0.01), "nobody could drive it out again"
    assert reply.worth == pytest.approx(walk.value)


def test_who_stands_in_it_or_too_far_off_leaves_nothing_to_walk_to():
    assert enemys_walks(open_goal(guard=GOAL)).seizures == ()
    assert enemys_walks(open_goal(guard=0, riders=30 * 3 - 1)).seizures == ()


def test_a_goal_that_his_own_side_holds_is_not_taken_again():
    board = open_goal()
    picture = picture_for(board)
    (goal,) = plan_from_greedy(picture).goals
    assert goal.held and seizures(picture, (goal,)) == []


def test_a_zone_of_control_bars_the_way_too():
    """Next to the way, not on it: who has no zone there bars nothing."""

    def is_open(beside, **traits):
        board = scene(WIDE, goals=[(GOAL, "allied", 1, 6)], turns=4)
        board.place("infantry", hex=beside, **traits)
        board.place("armour", hex=GOAL + 8, side="axis")  # no way round is short enough
        return bool(enemys_walks(board).seizures)

    north, far = GOAL + 2 - 30, GOAL + 1 - 60
    assert is_open(far) and is_open(north, zoc=0)
    assert not is_open(north)


def test_who_walks_does_not_attack_as_well():
    board = open_goal(guard=0)
    board.place("company", hex=RIDERS + 3, hp=1)
    reply = enemys_walks(board)
    assert reply.attacks and reply.seizures and set(reply.attacks[0].taken) == {2}
    assert reply.worth == max(reply.attacks[0].value, reply.seizures[0].value)
    assert together(reply.attacks) + together((), reply.seizures) > reply.worth


def test_a_move_that_leaves_a_goal_open_is_left_undone_unless_it_gains_more():
    picture = picture_for(open_goal(guard=GOAL))
    path = picture.reach(picture.position.units[1]).path_to(GOAL - 3)
    for gain, refused in ((0.5, True), (100.0, False)):
        assert Foresight(lambda: True).objects_to(picture, move(path, gain)) is refused


def move(path, gain):
    return Choice(Move((1,), path), Reason(Text("a move")), gain)


def test_a_precaution_bars_the_way():
    picture = picture_for(open_goal(guard=GOAL - 2))
    choice = Foresight(lambda: True).precaution(picture, Plan((), {}))
    assert choice is not None and choice.order.units == (1,) and picture.view.why_not(choice.order) is None
    assert str(choice.reason.text).startswith("Bar the way to")
    reply = Replies().after(picture)
    assert choice.order.path[-1] in {GOAL, *reply.seizures[0].way}
