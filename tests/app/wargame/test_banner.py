"""The banner of the phase: its track, its task, the units that can act. In the offscreen window."""

import pytest

import wab
from tests.app.blind.bench import adapter_of, staged
from tests.app.operations.table import Hotseat, shown
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.play.archive import Seats
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.screen.banner import FOLDED, HIGH
from wab.app.wargame.ui.places import list_left
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.systems.operations.state.orders import Pass

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def large(window, scene, monkeypatch):
    session = Hotseat(wab.new_game("operations/the-night-of-the-crickets", seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        monkeypatch.setattr(window.hud, "scale", 0.35)
        screen.ui.hints_off = True
        window.step(0.05)
        yield window, screen, session


def banner(window):
    for _frame in range(2):
        window.step(0.05)
    return window.kit.covered.get("banner")


def test_the_banner_stands_next_to_tools_and_lists_and_folds_to_a_line(large):
    window, screen, _session = large
    box = banner(window)
    assert box.h == HIGH and box.x >= list_left(screen._desk)
    screen.toggle_panel("objectives")
    assert banner(window).x > screen.ui.list_right
    screen.ui.panel, screen.ui.banner = "", False
    assert banner(window).h == FOLDED
    screen.ui.banner = None
    assert banner(window).h == HIGH


def test_a_click_on_its_units_goes_from_one_to_the_next(large):
    window, screen, _session = large
    banner(window)
    assert "banner-units" in window.kit.places
    screen.next_unit()
    first = screen.interaction.units
    assert first and screen._desk.kept("waiting-units", screen.interaction.waiting)
    screen.next_unit()
    assert screen.interaction.units != first


def test_the_track_of_impulses_follows_the_turn():
    game = wab.new_game("operations/cliffs-and-shingle", seed=1)
    guide = OperationsAdapter(Still(game.view("allied"))).guide()
    assert guide.steps[guide.place] == "Allies" and "enemy" in guide.now
    game.play(Pass())
    guide = OperationsAdapter(Still(game.view("axis"))).guide()
    assert guide.steps[guide.place] == "Axis" and "turn ends" in guide.now
    while game.outcome is None:
        game.play(Pass())
    assert OperationsAdapter(Still(game.view("axis"))).guide() is None


def test_every_phase_of_bonds_has_its_step_and_its_task():
    game = wab.new_game("zocbonds/cherbourg", seed=1)
    adapter = ZocBondsAdapter(Still(game.view("allied")))
    assert set(adapter.track) <= set(adapter.phases) and set(adapter.tasks) <= set(adapter.phases)
    assert set(adapter.track) <= set(adapter.tasks)


def test_the_track_of_the_double_blind_game_shows_the_present_phase():
    guide = adapter_of(staged().state, "allied").guide()
    assert guide.steps[guide.place] == "Allied first movement" and "call" in guide.now
