"""The hints of Omaha: a player that does only what they ask wins the lesson; each moment comes in a battle."""

from collections import Counter
from functools import partial
from typing import get_args

import pytest

import wab
from tests.rules.omaha.printed import ALONE, MARKED, game
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.omaha.screen.hints import has_come, hints_of
from wab.app.play.archive import Seats
from wab.app.play.learning import Learnt
from wab.app.play.session import Session, tag_of
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.ui.hints import due, due_of
from wab.content.hints import parts_of
from wab.content.omaha.checks import MOMENTS
from wab.content.omaha.loader import PACK
from wab.systems.omaha.state import orders as od

LESSON = "omaha/the-first-hour"
SEEDS = 24


class Pupil:
    """A player of the hints alone: it gives the orders that they ask for, and moves to the hex that they mark."""

    def __init__(self, seed):
        self.game, self.learnt, self.read, self.goal = wab.new_game(LESSON, seed=seed), Learnt(), [], None

    def play(self):
        while self.game.outcome is None:
            view = self.game.view("us")
            hint = due_of(hints_of(LESSON), view, self.learnt, partial(has_come, view.position), self.grid)
            order = self._nearer(view) if hint is None else self._asked(view, hint)
            if order is not None:
                self.learnt.done.add(f"order:{tag_of(order)}")
                self.game.play(order)
        return self.game.outcome

    @property
    def grid(self):
        return self.game.state.board.grid

    def _asked(self, view, hint):
        self.read.append(hint.number)
        self.goal = hint.hex or self.goal
        wanted = hints_of(LESSON)[hint.number].until or ""
        deed = wanted.removeprefix("order:")
        orders = [one for one in view.legal_orders() if tag_of(one) == deed and not isinstance(one, od.Move)]
        self.learnt.read.add(hint.number)
        return orders[0] if orders else None

    def _nearer(self, view):
        """A move of a company towards the marked hex, else the end of the phase, else the first order on offer."""
        orders, state = list(view.legal_orders()), view.position
        able = {}
        for one in orders:
            if self.goal is not None and isinstance(one, od.Move) and state.profile(one.units[0]).infantry:
                here = self.grid.distance(state.units[one.units[0]].hex, self.goal)
                there = self.grid.distance(one.path[-1], self.goal)
                if there < here:
                    able[one] = there
        if able:
            return min(able, key=able.__getitem__)
        return next((one for one in orders if isinstance(one, od.Done)), orders[0])


def test_hints_alone_win_a_third_of_the_lessons_at_least():
    levels, read = Counter(), Counter()
    for seed in range(SEEDS):
        pupil = Pupil(seed)
        levels[pupil.play().level] += 1
        read.update(set(pupil.read))
    assert levels["us_victory"] >= SEEDS // 3, levels
    assert all(read[number] >= SEEDS // 2 for number in (0, 1, 2, 3, 5, 6)), read
    assert read[4] >= 3, "units are disrupted in some games"


def test_the_lesson_has_seven_hints_and_each_deed_is_an_order():
    assert len(hints_of(LESSON)) == 7
    tags = {kind.__struct_config__.tag for kind in get_args(od.OmahaOrder)}
    for hint in (*hints_of(LESSON), *PACK.hints()):
        for moment in parts_of(hint.until or "start"):
            assert not moment.startswith("order:") or moment.removeprefix("order:") in tags


def test_other_scenarios_have_the_general_hints():
    assert hints_of("omaha/easy-fox") == PACK.hints() != ()
    assert not list(PACK.hint_faults())


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_comes_with_its_marker_in_the_actions_alone(moment):
    changes = {"disrupted": {"disrupted": True}, "climbing": {"climb": "climb"}}.get(moment, {})
    forces = {"0818": MARKED if moment == "reserves" else ALONE}
    state = game(6, forces, E_2_16=("0817", changes))
    state.changed(phase="actions", acting="east", naval=int(moment == "naval-fire"))
    assert [one for one in MOMENTS if has_come(state, one)] == [moment]
    state.changed(acting="")
    assert not has_come(state, moment)


@pytest.mark.usefixtures("english")
def test_the_window_shows_the_first_hint():
    played = wab.new_game(LESSON, seed=1)
    table = Drafts(Session(played, Seats("us", people=("us",)), start_worker=lambda: None))
    hint = due(OmahaAdapter(table), Learnt())
    assert hint is not None
    assert hint.number == 0
    assert "swimming tanks" in str(hint.text)
