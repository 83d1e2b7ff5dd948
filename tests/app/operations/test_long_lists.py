"""Lists that are longer than the window: the wheel brings every line into sight. In the offscreen window."""

import pytest

import wab
from tests.app.key_lists import check_key_list
from tests.app.operations.table import Hotseat, shown
from wab.app.hud.kit import Kit
from wab.app.operations.looks.status import objective_rows
from wab.app.pages.fronts import get_front
from wab.app.play.archive import Seats
from wab.app.wargame.troops.order_of_battle import lines


@pytest.fixture
def battle(window, scene):
    """The whole campaign on the window of all tests."""
    session = Hotseat(wab.new_game("operations/the-battle-of-normandy", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        yield window, screen


@pytest.mark.parametrize(("panel", "line"), [("objectives", "objective-"), ("battle-order", "line-")])
def test_the_wheel_brings_the_last_line_of_a_long_list_into_sight(battle, monkeypatch, panel, line):
    window, screen = battle
    drawn, hot = {}, Kit.hot

    def watched(self, name, box):
        if name.startswith(line):
            drawn[int(name.removeprefix(line))] = box
        return hot(self, name, box)

    monkeypatch.setattr(Kit, "hot", watched)
    monkeypatch.setattr(window.hud, "scale", 0.5)  # the window of the tests is small
    screen.toggle_panel(panel)
    window.step(0.05)
    window.step(0.05)
    first, span = drawn[0], window.scene.camera.span
    window.inject_move((first.x + 60) * 0.5, (first.y + 60) * 0.5)
    window.step(0.05)
    for _turn in range(60):
        window.inject_wheel(-5.0)
        window.step(0.02)
    drawn.clear()
    window.step(0.05)
    count = len(objective_rows(screen.view) if panel == "objectives" else lines(screen.adapter, "own"))
    assert max(drawn) == count - 1
    assert drawn[count - 1].bottom <= window.hud.height / window.hud.scale - 200
    assert 0 not in drawn or drawn[0].y < first.y
    assert window.scene.camera.span == span, "the wheel over a list does not reach the map"


@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_row_of_the_key_list_is_cut(battle, monkeypatch, code):
    window, screen = battle
    check_key_list(window, screen, get_front("operations").key_groups(), monkeypatch, code)
