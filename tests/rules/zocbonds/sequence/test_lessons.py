"""Lessons: how they begin, what their supply comes from, and what wins them."""

import msgspec
import pytest

import wab
from wab.content.zocbonds import checks
from wab.content.zocbonds.loader import (
    load_battle_map,
    load_forces,
    load_lines,
    load_scenario,
    load_tables,
    zocbonds_root,
)
from wab.systems.zocbonds.ground.beaches import open_beaches
from wab.systems.zocbonds.ground.lines_of_supply import supplied
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.board import CODES

BONDS = "zocbonds/bonds-and-retreat"


@pytest.fixture
def state():
    return wab.new_game(BONDS, seed=1).state


def test_a_lesson_may_begin_with_the_second_half_of_the_day():
    game = wab.new_game(BONDS, seed=1)
    assert (game.turn, game.to_act, game.phase) == (1, "allied", "movement")
    game = wab.new_game("zocbonds/determined-defence", seed=1)
    assert (game.turn, game.to_act, game.phase) == (1, "axis", "movement")


def test_units_of_a_lesson_stand_on_ground_of_their_own_and_are_supplied_over_their_beach(state):
    assert open_beaches(state) == ("utah",)
    for side in ("allied", "axis"):
        fed = supplied(state, side)
        assert all(fed[unit.hex] and state.holds(side, unit.hex) for unit in state.units_of(side))


def test_the_allies_win_a_lesson_as_soon_as_they_hold_its_goals(state):
    assert victory.automatic(state) is None and victory.final(state).winner == "axis"
    for hex_ in state.board.lesson.goals:
        state.control[hex_] = CODES["allied"]
    assert victory.automatic(state).winner == "allied"
    assert [score.why for score in victory.points(state)] == ["goal"] * 3


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"wanted": 9}, "lesson.wanted"),
        ({"allied": {"us_4id_8": load_battle_map().grid.parse("3011")}}, "lesson.allied.us_4id_8"),
    ],
)
def test_a_fault_of_a_lesson_is_named_with_its_field(changes, field):
    scenario = load_scenario(zocbonds_root() / "scenarios" / "bonds-and-retreat.yaml")
    wrong = msgspec.structs.replace(scenario, lesson=msgspec.structs.replace(scenario.lesson, **changes))
    found = checks.scenario_problems(wrong, load_forces(), load_lines(), load_battle_map(), load_tables())
    assert field in [where for where, _problem in found]
