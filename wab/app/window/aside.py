"""A small picture of the scene drawn apart from the window: no frame of the window is spent on it or shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

WIDE = 640
"""Pixels of its width; the height follows from the window."""
PATIENCE = 8
"""Frames that drivers may take for it."""

Picture = npt.NDArray[np.uint8]


def pixels_of(texture: Any) -> Picture:
    """The pixels of a texture, uint8[height, width, 4] RGBA, the top row first."""
    shape = texture.getYSize(), texture.getXSize(), 4
    raw = np.frombuffer(memoryview(texture.getRamImageAs("RGBA")), np.uint8).reshape(shape)
    return np.ascontiguousarray(raw[::-1])


class Aside:
    """A buffer that sees what the camera of a window sees, until it has been drawn once."""

    def __init__(self, buffer: Any, take: Callable[[Picture], None]) -> None:
        self._buffer, self._take = buffer, take
        self._left = PATIENCE

    @classmethod
    def of(cls, window: Any, camera: Any, take: Callable[[Picture], None]) -> Aside | None:
        """Begin a picture; None if the driver has no buffer for it. `take` gets it."""
        high = max(1, round(WIDE * window.getYSize() / max(1, window.getXSize())))
        buffer = window.makeTextureBuffer("aside", WIDE, high, None, True)
        if buffer is None:
            return None
        buffer.setClearColor(window.getClearColor())
        buffer.makeDisplayRegion().setCamera(camera)
        return cls(buffer, take)

    def is_drawn(self) -> bool:
        """Look, after each frame, whether it has been drawn, and hand it over; then, or in vain, its buffer is gone."""
        texture = self._buffer.getTexture()
        drawn = texture is not None and texture.hasRamImage()
        self._left -= 1
        if drawn or self._left <= 0:
            self._buffer.getEngine().removeWindow(self._buffer)
            if drawn:
                self._take(pixels_of(texture))
        return drawn or self._left <= 0
