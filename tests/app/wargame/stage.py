"""The battle screen of a hex system on the window of all tests, and how it is put away again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.app.operations.table import Exits
from wab.app.play.session import Session
from wab.app.wargame.screen.front import HexFront
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow


def battle_on(window: GameWindow, front: HexFront, session: Session, scenario: str, speed: float = 0.0) -> Any:
    """The battle screen of a session, on its map; at once, it waits for nothing to move."""
    front.show_map(window, scenario)
    screen = front.battle_screen(session, Exits())
    window.scene.set_speed(speed)
    window.show_screen(screen)
    screen.set_speed(speed)
    window.step(0.05)
    return screen


@contextmanager
def keys_of(window: GameWindow, front: HexFront) -> Iterator[None]:
    """The keys of a front; at the end the earlier ones, and no screen."""
    known, window.bindings = window.bindings, Bindings((*front.key_groups(), CAMERA, WINDOW))
    yield
    window.bindings = known
    window.show_screen(Screen())
    window.inject_move(-1.0, -1.0)
    window.step(0.0)
