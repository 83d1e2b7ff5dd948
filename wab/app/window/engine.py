"""The engine with its window. It imports little, so that the first picture comes at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from direct.showbase.ShowBase import ShowBase
from panda3d.core import GraphicsPipeSelection

from wab.app.window.engine_config import DisplayError, WindowSettings, configure, fitted, no_graphics, why_no_window
from wab.app.window.x11 import Watch, watch
from wab.locale import _


class Engine(ShowBase):
    """The engine with one window or offscreen buffer.

    It calls `when_lost` if the connection to the screen is lost, right before the program ends.
    """

    def __init__(self, settings: WindowSettings) -> None:
        super().__init__(windowType="offscreen" if settings.offscreen else "onscreen")
        self.settings = settings
        self.disableMouse()
        self.when_lost: Callable[[], None] = lambda: None
        self.watch: Watch | None = None if settings.offscreen else watch(self.win, lambda: self.when_lost())
        self._closed = False

    def createBaseAudioManagers(self) -> None:  # noqa: N802 - a name of the engine
        """Open no player of sounds: `GameWindow.sound` does."""

    @property
    def gone(self) -> bool:
        """The window was destroyed from outside."""
        return self.watch is not None and self.watch.gone

    def close(self) -> None:
        """Take the window away; nothing if that has been done."""
        if self._closed:
            return
        self._closed = True
        if self.watch is not None:
            self.watch.close()
        self.destroy()


def open_engine(settings: WindowSettings, kind: Callable[[WindowSettings], Any] = Engine) -> Engine:
    """Configure the engine and open a window (or an offscreen buffer), with a size that fits the screen (`fitted`).

    Raises DisplayError when there is no screen, no graphics driver, or one without OpenGL 2.1 shaders.
    """
    if not settings.offscreen and (reason := why_no_window()):
        raise DisplayError(reason)
    configure(settings)
    if not settings.offscreen:
        width, height = fitted(settings, _screen())
        configure(replace(settings, width=width, height=height))
    try:
        engine: Engine = kind(settings)
    except Exception as error:
        told = str(error).lower()
        if type(error).__module__.startswith(("direct", "panda3d")) or "window" in told or "graphics pipe" in told:
            raise DisplayError(no_graphics(str(error))) from error
        raise
    gsg = engine.win.getGsg() if engine.win else None
    if gsg is None or not gsg.getSupportsGlsl():
        raise DisplayError(no_graphics(_("the driver has no OpenGL 2.1")))
    return engine


def _screen() -> tuple[int, int]:
    """Width and height of the screen in pixels; 0 if the engine does not know."""
    pipe = GraphicsPipeSelection.getGlobalPtr().makeDefaultPipe()
    return (pipe.getDisplayWidth(), pipe.getDisplayHeight()) if pipe else (0, 0)
