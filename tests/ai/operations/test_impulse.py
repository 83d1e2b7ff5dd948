"""Whole impulses: the master problem, its demands, and the staff that carries it out."""

from dataclasses import replace
from random import Random

import pytest

from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.impulse import conductor, master
from ai.operations.impulse.agenda import with_marches
from ai.operations.impulse.columns import Column, Row
from ai.operations.impulse.master import Troops, Unsolved, second_best, solved
from examples.yardsticks import WholeImpulses
from tests.ai.gym.harness import attempt
from tests.ai.operations.scenes import game_of, scene
from wab.systems.operations.state.orders import Attack, Move

TROOPS = Troops(9, {1: (10, 5.0), 2: (10, 4.0), 3: (30, 6.0)}, {10: 3, 20: 1, 30: 3}, {1: 1, 2: 1, 3: 1})


def attack(value, units, target, points=None):
    package = Package(Attack(units, target, 0), {}, value, None, 0.5)
    return Column(package, value, units, len(units) if points is None else points, {}, target)


def move(value, unit, hex_, takes=-1):
    return Column(Step(Move((unit,), (0, hex_)), value, None, takes >= 0), value, (unit,), 1, {unit: hex_}, takes=takes)


def test_each_unit_acts_once_and_the_best_pair_is_chosen():
    columns = [attack(5, (1, 2), 50), attack(4, (1,), 50), attack(3, (2,), 60)]
    assert solved(columns, [], TROOPS).columns == tuple(columns[1:])


def test_a_hex_is_attacked_once_and_a_goal_taken_once():
    columns = [attack(4, (1,), 50), attack(3, (2,), 50), move(2, 2, 20, takes=20), move(2.5, 3, 20, takes=20)]
    assert solved(columns, [], TROOPS).columns == (columns[0], columns[3])


@pytest.mark.parametrize("points, value", [(0, 0), (1, 4), (2, 5), (3, 9)])
def test_no_more_activation_points_are_spent_than_there_are(points, value):
    columns = [attack(5, (1, 2), 50), attack(4, (3,), 60)]
    found = solved(columns, [], replace(TROOPS, points=points))
    assert found.points <= points and found.value == value


def test_units_that_come_find_room():
    columns = [move(2, 1, 20), move(3, 2, 20)]
    assert solved(columns, [], TROOPS).columns == (columns[1],)


def test_the_last_fighter_stays_where_leaving_costs_more_than_the_move_brings():
    row = Row(frozenset((10,)), 4.0)
    columns = [move(3, 1, 20), move(3.5, 2, 30)]
    assert solved(columns, [row], TROOPS).columns == (columns[1],)
    both = solved(columns, [replace(row, price=2.0)], TROOPS)
    assert both.columns == tuple(columns)
    assert both.open == ((replace(row, price=2.0), 2.0),) and both.value == 4.5


def test_another_unit_relieves_a_garrison_that_has_better_work():
    row = Row(frozenset((30,)), 6.0)
    columns = [move(5, 3, 20), move(-1, 1, 30)]
    assert solved(columns, [row], TROOPS).columns == tuple(columns)


def test_only_units_that_the_plan_calls_count_for_levels_of_defence():
    row = Row(frozenset((30,)), 1.0, None, ((10.0, 3.0),))
    columns = [move(-1, 1, 30)]
    assert solved(columns, [row], TROOPS).columns == ()
    assert solved(columns, [replace(row, called=frozenset((1,)))], TROOPS).columns == tuple(columns)


def test_the_choice_does_not_depend_on_the_order_of_the_columns():
    columns = [attack(2, (unit,), target) for unit in (1, 2, 3) for target in (50, 60, 70)]
    first = {(*column.uses, column.target) for column in solved(columns, [], TROOPS).columns}
    for seed in range(5):
        mixed = list(columns)
        Random(seed).shuffle(mixed)
        assert {(*column.uses, column.target) for column in solved(mixed, [], TROOPS).columns} == first


def test_the_second_best_plan_names_the_attack_that_it_makes_instead():
    columns = [attack(5, (1, 2), 50), attack(3, (1,), 60)]
    assert second_best(columns, [], TROOPS, solved(columns, [], TROOPS)) == ((60,), 3.0)
    assert second_best(columns[:1], [], TROOPS, solved(columns[:1], [], TROOPS)) == ((), 0.0)


def test_an_attack_forgoes_no_march_but_a_goal():
    columns = [attack(2, (1, 2), 50), move(6, 1, 30), move(7, 2, 20, takes=20)]
    assert [column.value for column in with_marches(columns)] == [8, 6, 7]


# ------------------------------------------------------------------------------------------------- the staff


@pytest.mark.parametrize("position", ["scarce_points", "two_attacks"])
def test_points_are_there_for_attacks_and_no_attack_wants_the_units_of_another(position):
    assert all(attempt(position, "examples.yardsticks:WholeImpulses", seed).values == (1.0,) for seed in range(3))
    assert attempt(position, "examples.yardsticks:OrderByOrder", 0).values == (0.0,)


def battle():
    board = scene(goals=[(20, "axis", 1, 6), (17, "allied", 1, 6)], turns=2)
    for hex_ in (18, 18, 19):
        board.place("armour", hex=hex_)
    for hex_ in (20, 22):
        board.place("infantry", hex=hex_, side="axis")
    return board


def orders_of(seed):
    game, staff = game_of(battle()), WholeImpulses(seed)
    side, given = game.to_act, []
    while game.to_act == side and len(given) < 40:
        given.append(staff.decide(game.view(side)))
        game.play(given[-1])
    return given, staff


def test_equal_views_get_equal_orders():
    assert orders_of(7)[0] == orders_of(7)[0]
    assert orders_of(7)[1].incidents == []


def test_a_solver_that_fails_leaves_single_orders(monkeypatch):
    def fail(*_):
        raise Unsolved("no")

    monkeypatch.setattr(conductor, "solved", fail)
    given, staff = orders_of(7)
    assert len(given) > 1
    assert {incident.layer for incident in staff.incidents} == {"impulse"}


def test_a_master_problem_without_columns_is_empty():
    assert master.solved([], [Row(frozenset((1,)), 3.0)], TROOPS).columns == ()
