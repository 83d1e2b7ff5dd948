"""Opens a battle of the flagship on the window of all tests."""

from __future__ import annotations

import pytest

import wab
from tests.app.operations.drawn import SCALE, Drawn
from tests.app.operations.table import Exits, Hotseat
from wab.app.operations.screen.battle import BattleScreen
from wab.app.play.archive import Seats
from wab.app.window.screens import Screen
from wab.locale import language


@pytest.fixture
def opened(window, scene, monkeypatch):
    """Opens a scenario on the window of all tests: the screen, and what its frames draw."""

    def open_(scenario, side="allied", seed=7):
        session = Hotseat(wab.new_game(f"operations/{scenario}", seed=seed), Seats(side, {}))
        screen = BattleScreen(session, Exits())
        window.show_screen(screen)
        screen.set_speed(0.0)
        screen.ui.hints_off = True
        monkeypatch.setattr(window.hud, "scale", SCALE)
        return screen, session, Drawn(window, monkeypatch).frame()

    with language("en"):
        yield open_
    window.show_screen(Screen())
    scene.set_speed(1.0)
