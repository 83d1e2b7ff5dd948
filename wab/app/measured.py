"""The costs of the window: measured offscreen for `wab bench`, in a process of its own (`launch.measure_window`)."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from panda3d.core import BoundingVolume, NodePath

import wab
from ai.agents import make_agents
from wab.app.map.scene import MapScene
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.requests import Frames, Measured, scenario_info
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.game import Game
from wab.engine.words.errors import UsageError
from wab.locale import _

SPANS = 24.0, 11.0, 4.6
"""Heights of the views in hex widths: the whole front, the middle distance, near by."""
SETTLE, FRAMES = 6, 5
"""Frames until all is built, and frames that are timed at each distance."""
FRAME = 1 / 60
SIZE = 1600, 900


@dataclass(frozen=True)
class _Look:
    """The scene of a window from one distance after another."""

    window: GameWindow
    scene: MapScene
    at: tuple[float, float]

    def frames(self, *, deep: bool) -> Frames:
        """Draw some frames at every distance, the view moving a little."""
        self.scene.camera.set_mode(deep, at_once=True)
        draws, vertices, spent = [], [], []
        for span in SPANS:
            self.scene.camera.fly_to(*self.at, span)
            for _frame in range(SETTLE):
                self.window.step(0.0)
            draws.append(in_view(self.scene))
            vertices.append(self.scene.statistics()["vertices"])
            spent.append(median(self._frame(number) for number in range(FRAMES)))
        textures = self.scene.statistics()["texture_bytes"]
        return Frames(max(draws), max(vertices), textures, sum(spent) / len(spent))

    def _frame(self, number: int) -> float:
        started = time.process_time()
        self.scene.camera.pan(0.002 * (-1) ** number, 0.0)
        self.window.step(FRAME)
        return time.process_time() - started


def measure(scenario: str, *, to_the_end: bool = False) -> Measured:
    """Open the window offscreen, the title, and a battle as its first side sees it; `to_the_end`: in its last turn,
    led there by players at random."""
    window = GameWindow(open_engine(WindowSettings(width=SIZE[0], height=SIZE[1], offscreen=True)))
    go = PageNavigator(window, Settings("en"))
    go.title()
    _settle(window)
    title = time.process_time()
    game = wab.new_game(scenario, seed=0)
    if to_the_end:
        _lead_to_the_end(game)
    started = time.process_time()
    go.play(game, Seats(game.to_act or game.system.sides[0]), None)
    _settle(window)
    battle = time.process_time() - started
    scene = window.scene
    assert isinstance(scene, MapScene)
    look = _Look(window, scene, (scene.camera.x, scene.camera.y))
    flat, deep = look.frames(deep=False), look.frames(deep=True)
    driver = window.win.getGsg().getDriverRenderer()
    found = Measured(title, battle, flat, deep, _peak(), driver)
    go.close_session()
    return found


def in_view(scene: MapScene) -> int:
    """Geoms of the map that the camera sees now."""
    camera = scene.base.cam
    frustum = camera.node().getLens().makeBounds()
    frustum.xform(camera.getMat(scene.base.render))
    paths = (path for path in scene.root.findAllMatches("**/+GeomNode") if not path.isHidden())
    return sum(path.node().getNumGeoms() for path in paths if _meets(frustum, scene.base.render, path))


def _meets(frustum: BoundingVolume, render: NodePath, path: NodePath) -> bool:
    bounds = path.node().getBounds().makeCopy()
    bounds.xform(path.getParent().getMat(render))
    return bool(frustum.contains(bounds) != BoundingVolume.IF_no_intersection)


def _settle(window: GameWindow) -> None:
    for _frame in range(2):
        window.step(0.0)


def _lead_to_the_end(game: Game[Any]) -> None:
    """Play a battle at random up to its last turn."""
    last = scenario_info(game.setup.scenario).turns
    players = make_agents(dict.fromkeys(game.seats, "random"), game.system.id, 0)
    while (actor := game.to_act) is not None and game.turn < last:
        game.play(players[actor].decide(game.view(actor)))


def _peak() -> float:
    """The most memory of this process, in GB. UsageError if the system does not tell it by these ways."""
    for line in _status():
        if found := re.match(r"VmHWM:\s*(\d+)", line):
            return int(found[1]) * 1024 / 1e9
    if sys.platform == "win32":
        raise UsageError(_("How much memory a process has used is not told on Windows: measure on Linux or macOS."))
    else:
        from resource import RUSAGE_SELF, getrusage

        return getrusage(RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)


def _status() -> Iterator[str]:
    path = Path("/proc/self/status")
    if os.path.exists(path):
        yield from path.read_text().splitlines()
