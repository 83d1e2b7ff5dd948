"""The landing on the window of all tests."""

from __future__ import annotations

import pytest

from tests.app.wargame.stage import battle_on, keys_of
from wab.app.omaha.front import FRONT
from wab.app.play.archive import Seats
from wab.app.play.session import Session


@pytest.fixture
def shown(window, english):
    """Opens the battle screen of a game for the one player."""

    def open_(game):
        session = Session(game, Seats("us"), start_worker=lambda: None)
        return battle_on(window, FRONT, session, game.setup.scenario)

    with keys_of(window, FRONT):
        yield open_
