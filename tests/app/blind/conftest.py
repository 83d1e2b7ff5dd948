"""The blind battle on the window of all tests."""

from __future__ import annotations

import pytest

from tests.app.wargame.stage import battle_on, keys_of
from tests.rules.blind.field import SHORT
from wab.app.blind.front import FRONT
from wab.app.play.archive import Seats
from wab.app.play.session import Session


@pytest.fixture
def shown(window, english):
    """Opens the battle screen of a game for a side, or for two persons; a computer that does not move leads others."""

    def open_(game, side, people=()):
        other = "axis" if side == "allied" else "allied"
        seats = Seats(side, people=people) if people else Seats(side, {other: "random"})
        session = Session(game, seats, start_worker=lambda: None, privacy=FRONT.privacy(game))
        return battle_on(window, FRONT, session, SHORT)

    with keys_of(window, FRONT):
        yield open_
