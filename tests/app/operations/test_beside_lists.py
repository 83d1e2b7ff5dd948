"""Things that move aside for an open list: hints, and the map next to it. In the offscreen window."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Kit
from wab.app.play.archive import Seats

SMALL, LARGE = 0.5, 0.3
"""Scales at which the window of the tests is 1,040 and 1,730 pixels wide at 100 %."""


@pytest.fixture
def battle(window, scene):
    """A scenario with hints, on the window of all tests."""
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        yield window, screen


def step(window):
    for _ in range(3):
        window.step(0.05)


def test_a_hint_stands_beside_an_open_list(battle, monkeypatch):
    window, screen = battle
    boxes, hot = {}, Kit.hot

    def watched(self, name, box):
        boxes[name] = box
        return hot(self, name, box)

    monkeypatch.setattr(Kit, "hot", watched)
    monkeypatch.setattr(window.hud, "scale", LARGE)
    step(window)
    alone = boxes["hint-off"].x
    screen.toggle_panel("objectives")
    step(window)
    assert boxes["hint-off"].x > max(alone, screen.ui.list_right) > alone
    screen.ui.panel = ""
    step(window)
    assert boxes["hint-off"].x == alone


@pytest.mark.parametrize("scale, spared", [(LARGE, True), (SMALL, False)])
def test_in_a_narrow_window_an_open_list_takes_the_place_of_the_panel_of_units(battle, monkeypatch, scale, spared):
    window, screen = battle
    monkeypatch.setattr(window.hud, "scale", scale)
    step(window)
    panel = METRICS.side_panel * scale
    assert window.scene.camera.margins[2] > panel
    screen.toggle_panel("objectives")
    step(window)
    assert (window.scene.camera.margins[2] > panel) is spared
