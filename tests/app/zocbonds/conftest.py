"""The battle of bonds on the window of all tests."""

from __future__ import annotations

import pytest

from tests.app.wargame.stage import battle_on, keys_of
from tests.app.zocbonds.battles import SCENARIO
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.zocbonds.front import FRONT


@pytest.fixture
def shown(window, english):
    """Opens the battle screen of a game for a side; the other is led by a computer that does not move."""

    def open_(game, side):
        other = "axis" if side == "allied" else "allied"
        session = Session(game, Seats(side, {other: "greedy"}), start_worker=lambda: None)
        return battle_on(window, FRONT, session, SCENARIO)

    with keys_of(window, FRONT):
        yield open_
