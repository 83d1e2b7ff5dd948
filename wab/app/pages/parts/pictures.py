"""The small picture of a game next to its save: of each turn that begins, and of the moment in which it is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from panda3d.core import AsyncTask

from wab.app.gfx.png import write_small
from wab.app.play.archive import picture_path
from wab.app.play.table import Table
from wab.app.window.window import GameWindow
from wab.engine.words.errors import WabError

SIZE = 320, 180
"""Pixels of a picture."""
SECONDS, TASK = 1.0, "picture of the turn"


class Pictures:
    """Takes pictures of the map in a window. A screen that two sides share leaves none: each would see what only the
    other may know.
    """

    def __init__(self, window: GameWindow) -> None:
        self._window = window

    def keep(self, session: Table) -> None:
        """Keep a picture of the map at once, as the player sees it."""
        if session.save is None:
            return
        if not session.is_private:
            with suppress(OSError):
                picture_path(session.save).unlink(missing_ok=True)
            return
        picture = self._window.scene_picture()
        if picture is not None:
            self._write(session, picture)

    def follow(self, current: Callable[[], Table | None], is_shown: Callable[[], bool]) -> None:
        """Keep a picture of the turn that begins, as soon as its map is shown: a game that is killed has that one."""
        self.forget()
        self._window.taskMgr.doMethodLater(SECONDS, partial(self._take, current, is_shown), TASK)

    def forget(self) -> None:
        """Take no picture of the turn any more."""
        self._window.taskMgr.remove(TASK)

    def _take(self, current: Callable[[], Table | None], is_shown: Callable[[], bool], _task: Any) -> int:
        session = current()
        if session is None or session.save is None or not session.is_private:
            return int(AsyncTask.DS_done)
        if not is_shown():
            return int(AsyncTask.DS_again)
        self._window.draw_aside(lambda picture: self._write(session, picture) if session is current() else None)
        return int(AsyncTask.DS_done)

    def _write(self, session: Table, picture: npt.NDArray[np.uint8]) -> None:
        if session.save is not None:
            with suppress(WabError):  # a list without a picture is no harm
                write_small(picture, picture_path(session.save), *SIZE)
