"""The first picture of the window: the name of the game, and a bar for the loading of the rest.

The title page shows the name and a line at the same places.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from panda3d.core import CardMaker, DynamicTextFont, Filename, TextNode

from wab.app.gfx.theme import HUD, TITLE, Rgba
from wab.app.hud.scale import scale_of
from wab.app.window.engine import Engine
from wab.engine.outside.signals import breaks_wait
from wab.locale import _
from wab.systems import NAMES

MODULES = (
    "numpy", "imgui_bundle", "wab.app.map.scene", "wab.app.window.window", "wab.app.pages.routes",
    f"wab.app.{NAMES[0]}.front", "wab.app.main",
)  # fmt: skip
"""The modules that the window waits for, in parts that take a fraction of a second each."""
LOADED = 0.6
"""The share of the bar that is full once all modules are loaded."""
_LOW = 520.0  # a lower window has its name near the upper edge
_SPACING = 0.04  # between two letters of the name, by their size
_EM, _ASCENT = 1000 / 1522, 1059 / 1522  # of the face of the name, by the height of a line


def game_title(system: str) -> str:
    """Return the name of a game of this house without loading its front."""
    name: str = import_module(f"wab.app.{system}").NAME
    return _(name)


def name_place(width: float, height: float) -> tuple[float, float, float]:
    """Return left edge, upper edge and size of the game's name in a window, in pixels of the HUD at 100 %."""
    return 96.0, height * (0.17 if height > _LOW else 0.06), min(119.0, width * 0.079)


def name_spacing(size: float) -> float:
    """Return the space between two letters of the name."""
    return _SPACING * size


def line_place(y: float, size: float) -> float:
    """Return where the line under the name lies."""
    return y + size * 1.064


class Opening:
    """The first picture, and the way to the end of loading. The player may close the window meanwhile."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._closed = engine, False
        engine.accept("window-event", self._window_event)
        if not engine.settings.offscreen:
            engine.win.setCloseRequestEvent("wab-close")
            engine.accept("wab-close", self._close)
        self._root = engine.pixel2d.attachNewNode("opening")
        self._draw()
        self.show(0.0)

    def load(self) -> bool:
        """Load the modules. False if the player has closed the window."""
        for number, module in enumerate(MODULES, start=1):
            import_module(module)
            self.show(LOADED * number / len(MODULES))
            with breaks_wait():
                self._engine.taskMgr.step()
            if self._closed or self._engine.gone:
                return False
        return True

    def show(self, share: float) -> None:
        """Draw a frame with so much of the bar full. Input of the player waits."""
        self._bar.setScale(max(share, 0.001), 1, 1)
        self._engine.graphicsEngine.renderFrame()
        self._engine.graphicsEngine.flipFrame()

    def close(self) -> None:
        """Take the picture away, for the frame that comes next."""
        self._root.removeNode()

    def _draw(self) -> None:
        width, height = self._engine.win.getXSize(), self._engine.win.getYSize()
        scale = scale_of(self._engine.settings.hud_scale, width, height)
        x, y, size = name_place(width / scale, height / scale)
        wide = self._write_name(x * scale, round(y * scale), size * scale)
        y = line_place(y, size) * scale
        self._card(HUD.brass.fade(0.25), x * scale, y, wide, 2 * scale)
        self._bar = self._card(HUD.brass, x * scale, y, wide, 2 * scale)

    def _write_name(self, x: float, y: float, size: float) -> float:
        """Write the name, its letters apart, and return its width."""
        em, left = size * _EM, x
        font = DynamicTextFont(Filename.fromOsSpecific(str(TITLE.path)), 0)
        font.setPixelsPerUnit(em)
        for letter in game_title(NAMES[0]).upper():
            text = TextNode("letter")
            text.setFont(font)
            text.setText(letter)
            text.setTextColor(*HUD.text.unit)
            node = self._root.attachNewNode(text.generate())
            node.setScale(em)
            node.setPos(x, 0, -(y + size * _ASCENT))
            x += font.getGlyph(ord(letter)).getAdvance() * em + name_spacing(size)
        return x - name_spacing(size) - left

    def _card(self, colour: Rgba, x: float, y: float, wide: float, high: float) -> Any:
        maker = CardMaker("bar")
        maker.setFrame(0, wide, -high, 0)
        card = self._root.attachNewNode(maker.generate())
        card.setColor(*colour.unit)
        card.setTransparency(True)
        card.setPos(x, 0, -y)
        return card

    def _window_event(self, window: Any) -> None:
        if window != self._engine.win:  # the engine wraps it again for each event
            return
        if window.getProperties().getOpen():
            self._engine.windowEvent(window)
        else:
            self._close()

    def _close(self) -> None:
        self._closed = True
