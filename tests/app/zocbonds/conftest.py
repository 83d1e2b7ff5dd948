"""The battle of bonds on the window of all tests."""

from __future__ import annotations

import pytest

from tests.app.operations.table import Exits
from tests.app.zocbonds.battles import SCENARIO
from wab.app.hud.kit import Kit
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.app.window.screens import Screen
from wab.app.zocbonds.front import FRONT
from wab.locale import language


@pytest.fixture
def shown(window):
    """Opens the battle screen of a game for a side; the other is led by a computer that does not move."""
    bindings = window.bindings
    window.bindings = Bindings((*FRONT.key_groups(), CAMERA, WINDOW))

    def open_(game, side):
        other = "axis" if side == "allied" else "allied"
        session = Session(game, Seats(side, {other: "greedy"}), start_worker=lambda: None)
        FRONT.show_map(window, SCENARIO)
        screen = FRONT.battle_screen(session, Exits())
        window.scene.set_speed(0.0)
        window.show_screen(screen)
        screen.set_speed(0.0)
        window.step(0.05)
        return screen

    with language("en"):
        yield open_
    window.bindings = bindings
    window.show_screen(Screen())
    window.step(0.0)


@pytest.fixture
def words(monkeypatch):
    """Every text that is drawn."""
    seen, draw = [], Kit.text
    monkeypatch.setattr(
        Kit, "text", lambda kit, text, *rest, **more: (seen.append(text), draw(kit, text, *rest, **more))[1]
    )
    return seen
