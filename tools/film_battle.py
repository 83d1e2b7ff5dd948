"""Film a combat as the window shows it: fire, dice, losses and the retreat of the defender, without panels.

    python -m tools.film_battle SCENARIO --out FILM.webp [--fight N] [--mode 2d|3d] [--span HEXES] [--size WxH]
    python -m tools.film_battle SCENARIO --out PICTURE.png --after SECONDS ...

The computer plays both sides. The Nth attack after which a unit goes back is shown by the battle screen itself to the
side that attacks; the camera looks at the defender. A name in .png takes one moment of it, with the panels.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from PIL import Image

from tools.record_battle import Script, played
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.shots import PLAYER, open_game
from wab.app.wargame.screen.poses import NOWHERE
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.systems.operations.state.events import CombatJoined, Retreated

RATE = 12
"""Pictures a second."""
SHRINK, QUALITY = 1.4, 72
"""The factor by which a film is drawn larger than it is kept, and the quality of its pictures, up to 100."""
LINGER, LONGEST = 1.6, 20.0
"""Seconds after which nothing more is waited for, longer than any pause in a fight, and of the whole at most."""
SETTLE = 12
"""Frames before the order."""
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Fight:
    """An attack of a game: the game just before it, whose it is, the order, and the hex that is attacked."""

    game: Game[Any]
    side: str
    order: Order
    target: HexId


@dataclass(frozen=True)
class Look:
    """The view of a fight: the mode, the hexes from top to bottom, the size of the picture in pixels, and the language.
    Also how far (in hex widths) the camera looks next to the defender, to the right and upward.
    """

    mode: str = "3d"
    span: float = 5.0
    aside: tuple[float, float] = (0.0, 0.0)
    size: tuple[int, int] = (960, 540)
    language: str = "en"


def find(scenario: str, number: int) -> Fight:
    """The attack with this number, from 1 on, among the attacks of the computer's game that drive a unit back.

    LookupError if there are fewer.
    """
    finished = open_game(scenario)
    orders, game = played(finished), Game.start(finished.system, finished.setup)
    found = 0
    for place, order in enumerate(orders):
        events = game.play(order)
        joined = next((event for event in events if isinstance(event, CombatJoined)), None)
        if joined is None or not any(isinstance(event, Retreated) for event in events):
            continue
        found += 1
        if found == number:
            before = Game.start(finished.system, finished.setup)
            for earlier in orders[:place]:
                before.play(earlier)
            return Fight(before, before.to_act or "", order, joined.target)
    raise LookupError(f"{scenario}: {found} attacks drive somebody back")


def shown(window: GameWindow, fight: Fight, look: Look) -> Iterator[float]:
    """Let the window show a fight; the seconds since the order after each picture, until nothing moves any more."""
    go = PageNavigator(window, Settings(language=look.language), language=look.language, mode=look.mode)
    others = dict.fromkeys((side for side in fight.game.system.sides if side != fight.side), PLAYER)
    go.session = Session(fight.game, Seats(fight.side, others), start_worker=lambda: Script(()))
    screen = cast(BattleScreen, go.front.battle_screen(go.session, go))
    try:
        window.show_screen(screen)
        scene = _come_near(window, fight, look)
        screen.ui.hints_off = True
        window.follow = False  # the film has a view of its own
        screen.interaction.give(fight.order)
        screen.on_click(*NOWHERE)  # what the order did is shown when the player's click is over
        screen.interaction.hover(None)
        passed, rest = 0.0, LINGER
        while rest > 0 and passed < LONGEST:
            yield passed
            window.step(1 / RATE)
            passed += 1 / RATE
            if scene.camera.flying:  # a question at the end would have the map moved out of its way
                _look(scene, fight, look)
            rest = LINGER if scene.busy else rest - 1 / RATE
    finally:
        window.follow = True
        window.show_screen(Screen())
        go.close_session()


def film(fight: Fight, look: Look) -> list[Image.Image]:
    """The pictures of a fight, without panels."""
    width, height = (round(side * SHRINK) for side in look.size)
    window = GameWindow(open_engine(WindowSettings(width=width, height=height, offscreen=True)))
    try:
        window.hud.root.hide()
        return [_small(window.pixels(), look.size) for _passed in shown(window, fight, look)]
    finally:
        window.close()


def moment(fight: Fight, look: Look, after: float) -> Image.Image:
    """One picture of a fight, with the panels, so many seconds after it has begun to be shown."""
    window = GameWindow(open_engine(WindowSettings(width=look.size[0], height=look.size[1], offscreen=True)))
    try:
        for passed in shown(window, fight, look):
            if passed >= after:
                return Image.fromarray(window.screenshot()).convert("RGB")
        raise LookupError(f"all is over before {after} seconds")
    finally:
        window.close()


def write_film(pictures: Sequence[Image.Image], path: Path) -> None:
    """Write pictures as one that moves, over and over, as WebP."""
    pictures[0].save(
        path, "WEBP", save_all=True, append_images=pictures[1:], duration=round(1000 / RATE), loop=0,
        quality=QUALITY, method=6, minimize_size=False, allow_mixed=False, kmin=9, kmax=60,
    )  # fmt: skip


def _come_near(window: GameWindow, fight: Fight, look: Look) -> MapScene:
    window.step(0.0)
    scene = cast(MapScene, window.scene)
    scene.camera.set_mode(look.mode == "3d", at_once=True)
    for _frame in range(SETTLE):
        _look(scene, fight, look)
        window.step(1.0)  # until all of the country stands
    return scene


def _look(scene: MapScene, fight: Fight, look: Look) -> None:
    x, y = scene.grid.centre(fight.target)
    right, up = scene.camera.on_ground(*look.aside)
    scene.camera.fly_to(x + right, y + up, look.span)
    scene.camera.update(10.0)


def _small(picture: Picture, size: tuple[int, int]) -> Image.Image:
    return Image.fromarray(picture).convert("RGB").resize(size, Image.Resampling.LANCZOS)


def main() -> None:
    """Find the fight, show it, and write what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", help="a scenario or save of a hex-and-counter system, as system/name")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--fight", type=int, default=1, help="which attack that drives somebody back")
    parser.add_argument("--mode", default="3d", choices=("2d", "3d"))
    parser.add_argument("--span", type=float, default=5.0, help="hexes from top to bottom")
    parser.add_argument("--aside", type=float, nargs=2, default=(0.0, 0.0), help="hex widths to the right and upward")
    parser.add_argument("--size", default="960x540", metavar="WxH")
    parser.add_argument("--language", default="en")
    parser.add_argument("--after", type=float, default=0.0, help="seconds until the moment of a picture")
    asked = parser.parse_args()
    width, height = (int(part) for part in asked.size.split("x"))
    look = Look(asked.mode, asked.span, tuple(asked.aside), (width, height), asked.language)
    fight = find(asked.scenario, asked.fight)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    if asked.out.suffix == ".webp":
        write_film(film(fight, look), asked.out)
    else:
        moment(fight, look, asked.after).save(asked.out)
    print(f"{asked.out}: {asked.out.stat().st_size} bytes, {fight.order}")


if __name__ == "__main__":
    main()
