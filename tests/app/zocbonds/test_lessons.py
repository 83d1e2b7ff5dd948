"""The lessons: a player of the hints alone reaches an attack."""

import pytest

import wab
from tests.app.wargame.pupil import Pupil
from wab.app.zocbonds.hand.hand import ZocBondsHand
from wab.app.zocbonds.looks.goals import goal_status
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.systems.zocbonds.sequence.invariants import problems

LESSONS = {"bonds-and-retreat": "allied", "a-beach": "allied", "determined-defence": "axis"}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lesson", LESSONS)
def test_hints_alone_lead_to_an_attack(lesson, seed):
    game = wab.new_game(f"zocbonds/{lesson}", seed=seed)
    assert not list(problems(game.state))
    pupil = Pupil(game, LESSONS[lesson], lambda table: ZocBondsHand(table, ZocBondsAdapter(table)))
    assert pupil.reaches("order:attack"), pupil.read
    assert len(set(pupil.read)) >= 3, "hints lead to it step by step"


@pytest.mark.usefixtures("english")
def test_the_bar_says_what_wins_and_that_nothing_is_decided():
    told = goal_status(wab.new_game("zocbonds/bonds-and-retreat", seed=1).state)
    assert (told.value, told.of) == ("0", "3") and told.tip.startswith("Nothing decided.")
    week = goal_status(wab.new_game("zocbonds/the-first-week", seed=1).state)
    assert week.of == "14" and goal_status(wab.new_game("zocbonds/cherbourg", seed=1).state) is None
