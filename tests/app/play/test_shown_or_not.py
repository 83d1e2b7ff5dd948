"""The showing of a battle changes nothing of it: watched, skipped by key or without animations it is the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import wab
from ai.process import AgentWorker, Answer, Decision
from ai.worker import Worker
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.game import Game

BATTLES = {
    "operations": "operations/cliffs-and-shingle",
    "zocbonds": "zocbonds/cherbourg",
    "blind": "blind/the-corridor",
    "cards": "cards/pegasus-bridge",
}
ROLLED = b'"rolled"'
ALL = 10_000
"""More orders than any game has."""
PARTS = {"operations": 12, "zocbonds": 26, "blind": 40, "cards": 40}
"""So many orders of a battle have dice among them, and take much longer when they are shown."""
FRAME = 0.5
MOST_FRAMES = 20_000
EVERY = 3
"""Frames between two presses of the key that skips what is shown."""


class Here(AgentWorker):
    """Computer players that think in this process, as they do in one of their own."""

    def __init__(self) -> None:
        self._thinks, self._decided = Worker(), False
        self._said: Answer | None = None

    def request(self, system: str, agent: str, view: bytes, seed: int, ask: str = "order", **how: Any) -> int:
        """Think at once."""
        job = {"job": 1, "agent": agent, "seed": seed, "system": system, "ask": ask, "view": view.decode()}
        said = self._thinks.answer(msgspec.json.encode(job))
        assert said.order is not None, said
        self._said = Decision(msgspec.to_builtins(said.order), None)
        return 1

    def poll(self) -> Answer | None:
        """The order, once."""
        said, self._said = self._said, None
        return said

    def hurry(self) -> None:
        """It has decided."""

    def close(self) -> None:
        """There is no process."""


def played(window: GameWindow, scenario: str, how: str, orders: int) -> tuple[Game[Any], int]:
    """A game of two computer players on the screen for so many orders, and the frames in which something was shown."""
    game = wab.new_game(scenario, seed=11)
    go = PageNavigator(window, Settings("en", reduced_motion=how == "without animations"))
    seats = Seats(game.system.sides[0], dict.fromkeys(game.system.sides, "greedy"))
    go.session = session = Session(game, seats, start_worker=Here)
    screen: Any = go.front.battle_screen(session, go)
    window.show_screen(screen)
    if window.scene is not None:
        window.scene.set_speed(go.settings.animation_speed)
    frames = shown = 0
    while (is_under_way(session, orders) or screen.showing) and window.screen is screen:
        assert frames < MOST_FRAMES
        window.step(FRAME)
        frames += 1
        shown += screen.showing
        if how == "skipped" and frames % EVERY == 0:
            window.inject_key("space")
    go.close_session()
    assert game.outcome is not None or len(game.journal) >= orders
    return game, shown


def is_under_way(session: Session, orders: int) -> bool:
    """Tell whether the game has neither ended nor come to so many orders."""
    return session.outcome is None and len(session.game.journal) < orders


def told(game: Game[Any], orders: int) -> list[bytes]:
    """So many orders of a game with all that came of them, the dice as they fell, and the state after each."""
    return [msgspec.json.encode((record.order, record.events, record.digest)) for record in game.journal[:orders]]


@pytest.mark.parametrize(
    ("system", "orders"), [*PARTS.items(), *(pytest.param(name, ALL, marks=pytest.mark.trial) for name in BATTLES)]
)
def test_a_game_is_the_same_watched_skipped_and_without_animations(
    cleared: GameWindow, system: str, orders: int
) -> None:
    scenario = BATTLES[system]
    watched, longest = played(cleared, scenario, "watched", orders)
    skipped, shorter = played(cleared, scenario, "skipped", orders)
    still, shortest = played(cleared, scenario, "without animations", orders)
    assert longest > 1.5 * shorter and longest > 1.5 * shortest  # it was shown, and it was skipped
    assert told(watched, orders) == told(skipped, orders) == told(still, orders)
    assert ROLLED in b"".join(told(watched, orders))
