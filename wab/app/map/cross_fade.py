"""A cross-fade: the picture that the window showed before a cut lies over the new view and fades."""

from __future__ import annotations

from typing import Any

from panda3d.core import CardMaker, NodePath, TransparencyAttrib

SECONDS = 0.2


class CrossFade:
    """The last picture of the window of `base`, under the panels. Time passes by `update` alone."""

    def __init__(self, base: Any) -> None:
        self._base = base
        self._card: NodePath | None = None
        self._left = 0.0

    @property
    def going(self) -> bool:
        """The old picture can still be seen."""
        return self._card is not None

    def start(self) -> None:
        """Lay the picture of now over the views to come. Nothing fades where the window cannot be read."""
        window = self._base.win
        picture = window.getScreenshot() if window is not None and window.isValid() else None
        if picture is None:
            return
        self.end()
        card = CardMaker("cross-fade")
        card.setFrameFullscreenQuad()
        card.setUvRange(picture)
        self._card = self._base.render2d.attachNewNode(card.generate())
        self._card.setTexture(picture)
        self._card.setTransparency(TransparencyAttrib.M_alpha)
        self._card.setBin("background", 0)  # under the panels
        self._card.setDepthTest(False)
        self._card.setDepthWrite(False)
        self._left = SECONDS

    def update(self, seconds: float) -> None:
        """Let time pass."""
        if self._card is None:
            return
        self._left -= seconds
        if self._left <= 0:
            self.end()
        else:
            self._card.setAlphaScale(self._left / SECONDS)

    def end(self) -> None:
        """Take the old picture away."""
        if self._card is not None:
            self._card.removeNode()
            self._card = None
