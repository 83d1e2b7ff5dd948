"""The hints of Omaha: a player of the hints alone goes through the lesson; the window shows them."""

from collections import Counter
from typing import get_args

import pytest

import wab
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.omaha.screen.hints import hints_of
from wab.app.play.archive import Seats
from wab.app.play.learning import Learnt
from wab.app.play.session import Session, tag_of
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.ui.hints import due, due_of
from wab.content.hints import parts_of
from wab.content.omaha.loader import PACK
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.state import orders as od

LESSON = "omaha/the-first-hour"
SEEDS = 12


class Pupil:
    """A player of the hints alone: it gives the orders that they ask for, and sends companies inland."""

    def __init__(self, seed):
        self.game, self.learnt, self.read = wab.new_game(LESSON, seed=seed), Learnt(done={"first-select"}), []

    def play(self):
        grid = self.game.state.board.grid
        while self.game.outcome is None:
            view = self.game.view("us")
            hint = due_of(hints_of(LESSON), view, self.learnt, lambda _moment: False, grid)
            order = self._inland(view) if hint is None else self._asked(view, hint)
            self.learnt.done.add(f"order:{tag_of(order)}")
            self.game.play(order)
        return self.game.outcome

    def _asked(self, view, hint):
        self.read.append(hint.number)
        self.learnt.read.add(hint.number)
        deed = (hints_of(LESSON)[hint.number].until or "").removeprefix("order:")
        orders = [one for one in view.legal_orders() if tag_of(one) == deed and not isinstance(one, od.Move | od.Done)]
        return orders[0] if orders else self._inland(view)

    def _inland(self, view):
        """A company's move to the next row of hexes, else what ends the phase, else the first order on offer."""
        orders, state = list(view.legal_orders()), view.position
        for one in orders:
            if isinstance(one, od.Move) and len(one.units) == 1 and state.profile(one.units[0]).infantry:
                here, there = (self._row(state, hex_) for hex_ in (state.units[one.units[0]].hex, one.path[-1]))
                if there > here:
                    return one
        return next((one for one in orders if isinstance(one, od.Done)), orders[0])

    @staticmethod
    def _row(state, hex_):
        return 99 if is_high(state.board, hex_) else int(state.board.grid.label(hex_)[:2])


def test_hints_alone_lead_through_the_lesson():
    levels, read = Counter(), Counter()
    for seed in range(SEEDS):
        pupil = Pupil(seed)
        levels[pupil.play().level] += 1
        read.update(set(pupil.read))
    assert levels["us_victory"] >= SEEDS // 4, levels
    assert all(read[number] == SEEDS for number in (0, 1, 3, 5, 6)), read
    assert read[4], read


def test_each_deed_that_a_hint_waits_for_is_an_order_that_it_asks_for():
    """Ends of phases and answers come long before most hints, and would put them away unread."""
    tags = {kind.__struct_config__.tag for kind in get_args(od.OmahaOrder)} - {"done", "choose"}
    for hint in (*hints_of(LESSON), *PACK.hints()):
        for moment in parts_of(hint.until or "start"):
            assert not moment.startswith("order:") or moment.removeprefix("order:") in tags


def test_other_scenarios_have_the_general_hints():
    assert hints_of("omaha/easy-fox") == PACK.hints() != ()


@pytest.mark.usefixtures("english")
def test_the_window_shows_the_first_hint():
    played = wab.new_game(LESSON, seed=1)
    table = Drafts(Session(played, Seats("us", people=("us",)), start_worker=lambda: None))
    hint = due(OmahaAdapter(table), Learnt())
    assert hint is not None
    assert hint.number == 0
    assert str(hint.text).startswith("The current and the mines")
