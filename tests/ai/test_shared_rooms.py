"""Shared parts of the players of all systems, on made-up options, units and layers: no rule system is needed."""

import msgspec
import numpy as np
import pytest

from ai.operations.outlines.assignment import kept_back, kept_together, share_out
from ai.operations.outlines.chance import Curve
from ai.operations.outlines.goals import Duty, Goal, stressed
from ai.operations.outlines.missions import Assigned, Entry, by_sector, side_by_side
from ai.operations.outlines.plan import Mission, Plan
from ai.operations.outlines.stakes import (
    CONTEST,
    DELAY,
    DENY,
    HOLD,
    IGNORE,
    LATER,
    SEIZE,
    chosen_outline,
    outlines,
    stakes_of,
)
from ai.operations.outlines.tasks import LINE, RELIEF, Task
from ai.search.halving import doubling, growing, halve
from ai.search.worlds import Worlds
from ai.shell.layers import Cancelled, guarded
from ai.shell.levels import named
from ai.shell.thinking import Thinker
from ai.shell.thoughts import Thoughts
from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.hexes import Grid

# ------------------------------------------------------------------------------------------------- layers


def failing():
    raise ZeroDivisionError("seven")


def cancelled():
    raise Cancelled


def test_the_first_layer_that_answers_is_taken_and_those_that_failed_are_noted():
    thinker = Thinker(1)
    layers = [("plan", failing), ("search", cancelled), ("quick", lambda: "done"), ("never asked", failing)]
    assert guarded(thinker._noting("turn 3"), layers, lambda: "last") == "done"
    assert [(one.moment, one.layer, one.error) for one in thinker.incidents] == [
        ("turn 3", "plan", "ZeroDivisionError: seven")
    ]


def test_the_last_resort_answers_when_every_layer_fails():
    noted = []
    assert guarded(lambda *fault: noted.append(fault), [("one", failing), ("two", failing)], lambda: 5) == 5
    assert [layer for layer, _ in noted] == ["one", "two"]


def test_a_thinker_that_is_cancelled_stops_and_one_that_is_not_goes_on():
    thinker, told = Thinker(1), []
    thinker._pause()
    thinker._tell(0.5)  # there is no listener
    thinker.progress = told.append
    thinker._tell(0.75)
    assert thinker._go_on() and told == [0.75]
    thinker.cancelled = lambda: True
    assert not thinker._go_on()
    with pytest.raises(Cancelled):
        thinker._pause()


def test_thoughts_are_kept_until_they_are_stale_and_not_begun_without_time():
    time, asked = [True], []
    thoughts = Thoughts(lambda: time[0])
    think = lambda key: asked.append(key) or key * 10  # noqa: E731
    assert list(thoughts.of([1, 2], think)) == [10, 20]
    thoughts.forget(lambda key, thought: thought == 10)
    assert list(thoughts.of([1, 2], think)) == [10, 20]
    time[0] = False
    assert list(thoughts.of([1, 3], think)) == [10]
    assert asked == [1, 2, 1]


def test_a_name_that_is_not_there_is_told_with_those_that_are():
    assert named({"easy": 1}, "easy", "level") == 1
    with pytest.raises(UsageError, match="no level 'mad'; there are: easy"):
        named({"easy": 1}, "mad", "level")


# ------------------------------------------------------------------------------------------------- search


def test_worlds_are_made_once_and_in_the_order_of_their_numbers():
    made = []
    worlds = Worlds(lambda number: made.append(number) or f"world {number}")
    assert (worlds[2], worlds[0]) == ("world 2", "world 0")
    assert made == [0, 1, 2]


def test_rounds_take_every_world_once():
    assert list(doubling(3, 3)) == [range(3), range(3, 9), range(9, 21)]
    assert list(growing(4, 17)) == [range(4), range(4, 8), range(8, 12), range(12, 17)]


def halved(worth, rounds, **given):
    """Options by name with a fixed worth: those left, and how often each was tried."""
    tried = dict.fromkeys(worth, 0)

    def play(left, world):
        for name in left:
            tried[name] += 1
        return sum(tried.values()) < given.get("budget", 1000)

    settings = {key: value for key, value in given.items() if key != "budget"}
    return halve(list(worth), rounds, play, lambda name: -worth[name], **settings), tried


def test_the_best_option_is_left_and_the_others_were_tried_less():
    left, tried = halved({"a": 1, "b": 5, "c": 3, "d": 2}, doubling(2, 3))
    assert left == ["b"]
    assert tried == {"a": 2, "b": 6, "c": 6, "d": 2}


def test_the_usual_option_is_tried_to_the_end_although_it_is_the_worst():
    left, tried = halved({"a": 1, "b": 5, "c": 3, "d": 2}, doubling(2, 2), least=2, kept="a")
    assert left == ["b", "c", "a"]
    assert tried == {"a": 6, "b": 6, "c": 6, "d": 2}


def test_without_budget_the_search_ends_with_the_best_so_far():
    left, tried = halved({"a": 1, "b": 5, "c": 3}, doubling(10, 3), budget=7)
    assert left == ["b", "c", "a"]
    assert sum(tried.values()) == 9  # a world that has begun is played by all


# ------------------------------------------------------------------------------------------------- who does what


def test_units_go_where_they_do_most_until_every_need_is_met():
    pulls = np.array([[10.0, 4.0], [9.0, 4.0], [8.0, 4.0]])
    strength = np.full((3, 2), 5.0)
    chosen = share_out(pulls, strength, np.array([5.0, 5.0]), np.zeros(2))
    assert chosen == {0: 0, 1: 1}


def test_the_first_unit_at_a_goal_counts_for_more_than_its_strength():
    pulls, strength = np.array([[10.0, 6.0]]), np.array([[1.0, 10.0]])
    needs = np.array([10.0, 10.0])
    assert share_out(pulls, strength, needs, np.array([0.0, 0.0])) == {0: 1}
    assert share_out(pulls, strength, needs, np.array([0.9, 0.0])) == {0: 0}


def test_a_group_follows_its_greater_half():
    pulls = np.ones((3, 2))
    closer = kept_together(pulls, {0: 1, 1: 1}, [(0, 1, 2)], 2.0)
    assert closer.tolist() == [[1, 2], [1, 2], [1, 2]]
    assert kept_together(pulls, {0: 1}, [(0, 1, 2)], 2.0).tolist() == pulls.tolist()


def test_the_reserve_keeps_to_its_share_and_is_not_empty_where_all_are_too_strong():
    part = np.array([0.3, 0.1, 0.1, 0.5])
    assert kept_back([3, 1, 0, 2], part, 0.25, 0.5, 2.0) == [1, 2]
    assert kept_back([3, 0], part, 0.2, 0.5, 2.0) == [0]
    assert kept_back([3, 0], part, 0.2, 0.5, 1.2) == []


# ------------------------------------------------------------------------------------------------- stakes, missions


class Numbers:
    chance = Curve(even=1.0, slope=2.0)
    main_effort, margin, near_best = 1.5, 1.1, 0.95
    active, cheap, economy, in_the_way = 3.0, 10.0, 1.0, 0.5
    stop_after, stop_draw, distant_draw = 2, 0.1, 0.5


class Estimate:
    """Goals by hex: (need, force, turns to it)."""

    numbers, last_turn = Numbers(), 9

    def __init__(self, facts, threatened=()):
        self.facts, self.threatened = facts, threatened

    def need(self, goal):
        return self.facts[goal.hex][0]

    def force(self, goal):
        return self.facts[goal.hex][1]

    def nearest(self, hex_):
        return self.facts[hex_][2]

    def between(self, goal):
        return 0.0

    def in_the_way(self, goal):
        return 4.0 if goal.hex == 1 else 0.0

    def is_threatened(self, goal):
        return goal.hex in self.threatened


def postures(facts, held=(), threatened=(), failures=()):
    goals = [Goal(hex_, 10.0 - hex_, hex_ in held) for hex_ in facts]
    return {stake.goal.hex: stake for stake in stakes_of(Estimate(facts, threatened), goals, dict(failures))}


def test_a_posture_follows_from_chance_threat_and_distance():
    facts = {1: (5, 20, 1), 2: (20, 5, 1), 3: (10, 6, 1), 4: (5, 20, 8), 5: (5, 20, 1), 6: (5, 20, 1), 7: (50, 1, 1)}
    found = postures(facts, held=(5, 6, 7), threatened=(6, 7))
    assert {hex_: stake.posture for hex_, stake in found.items()} == {
        1: SEIZE,
        2: IGNORE,
        3: CONTEST,
        4: LATER,
        5: DENY,
        6: HOLD,
        7: DELAY,
    }
    assert found[1].need == 5 + 0.5 * 4.0
    assert found[3].goal.draw == pytest.approx(7.0 * 0.6)


def test_assaults_that_failed_too_often_are_given_up():
    assert postures({1: (10, 8, 1)}, failures={1: 2}.items())[1].given_up
    assert not postures({1: (10, 8, 1)}, failures={1: 1}.items())[1].given_up


def test_an_outline_is_kept_until_another_is_clearly_better():
    stakes = list(postures({1: (10, 12, 1), 2: (10, 11, 1)}).values())
    found = outlines(stakes, Numbers())
    best, second, even = found
    assert {best.main, second.main} == {1, 2} and even.main is None
    assert best.value > second.value > even.value
    assert chosen_outline(found, second, Numbers(), 0) is second  # the best is better by less than the margin
    assert chosen_outline([msgspec.structs.replace(best, value=2 * best.value), second], second, Numbers(), 0) != second
    assert chosen_outline(found, None, Numbers(), 0) is best
    assert chosen_outline(found, None, Numbers(), 1) is second  # nearly as good: chance decides


def test_goals_are_stressed_by_hex():
    (goal, other) = stressed([Goal(1, 4.0, False, draw=2.0), Goal(2, 4.0, False)], {1: 0.5})
    assert (goal.worth, goal.draw, other.worth) == (2.0, 1.0, 4.0)


def test_posts_of_a_sector_and_ways_out_side_by_side_are_one_mission():
    def entry(kind, hex_, unit, need=1.0, sector=0):
        return Entry(Task(kind, Goal(hex_, 1.0, True), need, sector=sector), (unit,))

    entries = [entry(LINE, 3, 1, 2.0), entry(LINE, 4, 2, 5.0), entry(LINE, 5, 3, 1.0, sector=1)]
    first, second = by_sector(entries)
    assert (first.units, first.task.goal.hex, first.task.need) == ((1, 2), 4, 7.0)
    assert second.units == (3,)
    grid = Grid(1, 20)
    ways = [entry(RELIEF, 0, 1), entry(RELIEF, 3, 2), entry(RELIEF, 15, 3), entry(LINE, 9, 4)]
    assert [one.units for one in side_by_side(grid, ways, RELIEF, 4)] == [(4,), (1, 2), (3,)]


def test_what_was_assigned_is_found_by_kind_of_task():
    tasks = [Task(LINE, Goal(7, 1.0, True), 1.0), Task(RELIEF, Goal(8, 1.0, False), 1.0)]
    assert Assigned({}, {5: 0, 6: 1}, ()).on(tasks, LINE) == {5: 7}


def test_an_attack_away_from_what_is_held_spares_the_mission():
    grid, goal = Grid(1, 20), Goal(5, 1.0, True)
    mission = Mission(0, "hold", goal, (1,), 1.0, Text("Hold"))
    plan = Plan((goal,), {1: Duty(goal, 1.0, False)}, (mission,), limits={1: frozenset({5, 6})})
    assert plan.mission_of(1) is mission and plan.mission_of(2) is None
    assert not plan.spares(grid, mission, (1,), 5, 7)
    assert plan.spares(grid, mission, (1,), 5, 8)
    assert plan.may_stand(1, 6) and not plan.may_stand(1, 7) and plan.may_stand(2, 7)
