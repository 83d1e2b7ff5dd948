"""Record how a battle sounds: its real screen, offscreen, with a recorder in the place of the sound device.

    python -m tools.record_battle SAVE|SCENARIO OUT.wav [--side SIDE] [--seconds N]

A save is played again order by order and watched by one side; a scenario is first played by the computer. Everything
that is heard goes through the table of sounds and the player of the game itself. Next to OUT.wav lie OUT.png, its
spectrogram, and OUT.txt, what was heard when.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from ai.agents import make_agents
from ai.process import AgentWorker, Answer, Decision
from art.sounding.dsp import loudness
from art.sounding.files import write_wave
from art.sounding.pictures import spectrogram
from art.sounding.recorder import Recorder
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.shots import PLAYER, open_game
from wab.app.sound.player import Player
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order

FRAME = 1 / 20
LINGER = 3.0
"""Seconds that are still recorded after the last event."""
SIZE = 640, 400


class Script(AgentWorker):
    """Plays in the place of a computer player's process: gives the orders of a game that has been played."""

    def __init__(self, orders: Iterable[Order]) -> None:
        self.orders = iter(orders)
        self.over = False

    def request(self, *job: Any, **how: Any) -> int:
        """It knows what comes next anyway."""
        return 0

    def poll(self) -> Answer | None:
        """The next order; nothing after the last."""
        order = next(self.orders, None)
        self.over = order is None
        return None if order is None else Decision(msgspec.to_builtins(order), None)

    def hurry(self) -> None:
        """It never thinks."""

    def close(self) -> None:
        """There is no process."""


def played(game: Game[Any]) -> list[Order]:
    """The orders of a game that were not taken back; where none has been given, the computer plays it to its end."""
    if len(game.journal) <= 1:
        agents = make_agents(dict.fromkeys(game.system.sides, PLAYER), game.system.id, game.setup.seed, game.seats)
        while (actor := game.to_act) is not None:
            game.play(agents[actor].decide(game.view(actor)))
    orders: list[Order] = []
    for record in game.journal:
        if record.undo:
            orders.pop()
        elif record.order is not None:
            orders.append(record.order)
    return orders


def record(what: str, side: str = "", seconds: float = 120.0) -> Recorder:
    """Watch a game from its beginning with the ears of one side, so many seconds at most."""
    finished = open_game(what)
    script = Script(played(finished))
    recorder = Recorder()
    window = GameWindow(open_engine(WindowSettings(width=SIZE[0], height=SIZE[1], offscreen=True)))
    try:
        watch(window, Game.start(finished.system, finished.setup), script, side, recorder, seconds)
    finally:
        window.close()
    return recorder


def watch(
    window: GameWindow, game: Game[Any], script: Script, side: str, recorder: Recorder, seconds: float
) -> Session:
    """Let a window show a game to its end, or so many seconds, with the recorder as its sound device."""
    silence, window.sound = window.sound, Player(recorder.open)
    go = PageNavigator(window, Settings())
    seat = side or game.system.sides[0]
    session = Session(game, Seats(seat, dict.fromkeys(game.system.sides, PLAYER)), start_worker=lambda: script)
    go.session = session
    rest, told = LINGER, False
    try:
        window.show_screen(go.front.battle_screen(session, go))
        while recorder.moment < seconds and rest > 0:
            window.step(FRAME)
            recorder.pass_time(FRAME)
            showing = getattr(window.screen, "showing", False)
            if (script.over or session.outcome is not None) and recorder.idle and not showing:
                rest -= FRAME
                if not told and rest <= LINGER / 2 and session.outcome is not None:
                    go.battle_over()
                    rest, told = LINGER, True
    finally:
        window.show_screen(Screen())
        go.close_session()
        window.sound = silence
    return session


def main() -> None:
    """Record, mix and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", help="a save, or a scenario as system/name")
    parser.add_argument("out", type=Path, metavar="OUT.wav")
    parser.add_argument("--side", default="", help="the side that listens; the first one where none is named")
    parser.add_argument("--seconds", type=float, default=120.0, help="the longest that is recorded")
    asked = parser.parse_args()
    recorder = record(asked.what, asked.side, asked.seconds)
    sound = recorder.mixed()
    write_wave(asked.out, sound)
    spectrogram(sound, asked.what, 1600).save(asked.out.with_suffix(".png"))
    asked.out.with_suffix(".txt").write_text(recorder.told(), encoding="utf-8")
    print(f"{len(recorder.tracks)} sounds in {recorder.moment:.0f} s, {loudness(sound, lasting=True):.1f} LUFS")


if __name__ == "__main__":
    main()
