"""The panels of a battle screen at its beginning: none lies over another in any size and language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from wab.app.hud.widgets import shared
from wab.app.map.scene import MapScene
from wab.app.pages.battle.curtain import HandOverPage
from wab.app.pages.routes import PageNavigator
from wab.app.requests import scenario_info
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.locale import set_language

BATTLES = (
    "operations/cliffs-and-shingle",
    "zocbonds/cherbourg",
    "cards/pegasus-bridge",
    "blind/the-blind-man-and-the-wall",
)
SIZES = ((1280, 720), (1600, 900), (1920, 1080), (2560, 1440))


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    size = window.hud.width, window.hud.height
    found = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves")
    yield found
    found.close_session()
    window.show_screen(Screen())
    window.hud.resize(*size)
    window.set_hud_scale(1.0)
    set_language(None)


@pytest.mark.slow("four sizes, two scales and two languages of four games")
@pytest.mark.parametrize("scenario", BATTLES)
def test_no_panel_lies_over_another(go: PageNavigator, scenario: str) -> None:
    info, window = scenario_info(scenario), go.window
    go.start(info, info.sides[0], {}, seed=5, people=info.sides)
    while go.session is not None and go.session.waiting is not None:
        go.session.take_seat()
        go.return_to_battle()
    over = []
    for size in SIZES:
        window.hud.resize(*size)
        for scale in (1.0, 1.5):
            window.set_hud_scale(scale)
            for code in ("en", "fr"):
                set_language(code)
                for _frame in range(2):
                    if isinstance(window.screen, HandOverPage):
                        go.back()
                    window.screen.update(0.02)
                    window._draw_hud(0.02)
                panels = window.screen._desk.kit.covered  # type: ignore[attr-defined]
                assert len(panels) > 3
                over += [
                    (one, other, size, scale, code)
                    for (one, there), (other, here) in combinations(panels.items(), 2)
                    if shared(there, here) > 1.0
                ]
    assert over == []
