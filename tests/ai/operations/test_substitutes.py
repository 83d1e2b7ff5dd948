"""Another unit goes to a goal when an attack needs the unit that was to hold it."""

from dataclasses import replace

import pytest

from ai.operations.judgement.weights import GREEDY
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Memory, Picture
from ai.operations.tactics.assault import assaults
from ai.operations.tactics.moves import best_move
from ai.operations.tactics.substitutes import Exchanges, substitute
from ai.operations.tactics.tactician import Tactician
from tests.ai.operations.scenes import game_of, picture_of, scene
from wab.engine.kernel.dice import Chance
from wab.systems.operations.state.orders import Attack, Pass

GOAL, FOE = 17, 20
TANK, INFANTRY, SPARE = 1, 2, 3


def before_the_goal(spare=24, held=True):
    """A tank and infantry that can attack; the tank is to hold a goal in danger, which another unit reaches too."""
    builder = scene(goals=[(GOAL, "allied" if held else "axis", 2, 10)])
    builder.place("armour", hex=18)
    builder.place("infantry", hex=19)
    if spare is not None:
        builder.place("infantry", hex=spare)
    builder.place("infantry", hex=FOE, side="axis", hp=5)
    builder.place("infantry", hex=2, side="axis")
    return builder


def plan_for(picture, held=True):
    goal = Goal(GOAL, 90.0, held, "", 90.0)
    return Plan((goal,), {TANK: Duty(goal, 90.0, False)}, limits={SPARE: frozenset((GOAL,))})


def asked(builder, held=True):
    picture = picture_of(builder)
    plan = plan_for(picture, held)
    step = best_move(picture, plan, picture.position.units[TANK])
    package = next(assaults(picture, plan, (FOE,))).best
    assert step.takes and step.order.path[-1] == GOAL
    assert TANK in package.order.units
    return substitute(picture, plan, step, package), package


def test_who_is_not_needed_for_the_attack_goes_to_the_goal_instead():
    other, package = asked(before_the_goal())
    assert other.order.units == (SPARE,)
    assert other.order.path[-1] == GOAL and package.value > 0


@pytest.mark.parametrize("spare", [None, 7])
def test_nobody_stands_in_where_nobody_else_gets_there(spare):
    assert asked(before_the_goal(spare))[0] is None


def test_a_goal_that_is_to_be_taken_is_left_to_who_was_chosen():
    assert asked(before_the_goal(held=False), held=False)[0] is None


def test_those_who_exchanged_what_they_see_to_keep_to_it_as_long_as_the_plan_stands():
    plan = plan_for(picture_of(before_the_goal()))
    exchanges = Exchanges()
    assert exchanges.applied(plan) is plan
    exchanges.note(plan, TANK, SPARE)
    changed = exchanges.applied(plan)
    assert changed.duties == {SPARE: plan.duties[TANK]}
    exchanges.note(changed, SPARE, INFANTRY)
    assert exchanges.applied(plan).duties == {INFANTRY: plan.duties[TANK]}
    fresh = replace(plan)
    assert exchanges.applied(fresh) is fresh


def test_the_attack_is_made_with_the_tank_and_the_goal_is_held():
    game, tactician, orders = game_of(before_the_goal()), Tactician(), []
    plan = plan_for(picture_of(before_the_goal()))
    while game.to_act == "allied" and game.turn == 1:
        view = game.view("allied")
        picture = Picture(view, Memory(view.board), GREEDY, Chance(1, "tests"))
        legal = (c.order for c in tactician.choices(picture, plan) if not view.why_not(c.order))
        orders.append(next(legal, Pass()))
        game.play(orders[-1])
    attack = next(order for order in orders if isinstance(order, Attack))
    assert TANK in attack.units
    assert game.state.units[SPARE].hex == GOAL
