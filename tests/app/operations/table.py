"""The battle screen on the window of all tests: who plays, where its ways out lead, and how it is put away again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from wab.app.operations.screen.battle import BattleScreen
from wab.app.play.session import Session
from wab.app.window.screens import Screen
from wab.locale import language


class Exits:
    """Remembers where the screen went."""

    def __init__(self):
        self.gone = []

    def battle_over(self):
        self.gone.append("outcome")

    def hand_over(self):
        self.gone.append("curtain")

    def hand_on(self, decided, *, answer):
        return False

    def open_menu(self, rules):
        self.gone.append("menu")

    def try_out(self):
        self.gone.append("what if")

    def end_try(self):
        self.gone.append("game")

    def to_settings(self):
        self.gone.append("settings")


class Hotseat(Session):
    """A session in which the test plays the other side."""

    def play_for_enemy(self, order):
        return self._play(order)


@contextmanager
def shown(window, session) -> Iterator[BattleScreen]:
    """The battle screen of a session, in English and without waiting for anything to move; put away at the end."""
    with language("en"):
        screen = BattleScreen(session, Exits())
        window.scene.set_speed(0.0)
        window.show_screen(screen)
        screen.set_speed(0.0)
        window.step(0.05)
        yield screen
        window.show_screen(Screen())
        window.scene.set_speed(1.0)
