"""The place of the pointer when a button went down or up: it may be elsewhere by the time a slow frame hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Place = tuple[float, float]
_SECONDS = 120.0
"""Seconds for which the engine keeps places that are not asked for: longer than any frame."""


def at_buttons(trail: Sequence[Place], before: Place | None) -> list[Place]:
    """The places of a frame at which a button was used: the engine notes the place of the pointer when it moves and
    once more with each button, so that a place noted twice is a button's place. `before` is the last place of the frame
    before.
    """
    found, last = [], before
    for place in trail:
        if place == last:
            found.append(place)
        last = place
    return found


class Trail:
    """The places that the engine's window notes, frame by frame."""

    def __init__(self, window: Any, watcher: Any) -> None:
        self._watcher = watcher
        window.enablePointerEvents(0)
        watcher.setTrailLogDuration(_SECONDS)
        self._last: Place | None = None

    def take(self, buttons: int) -> list[Place]:
        """The places of so many buttons that went down or up in this frame, in their order; none where the engine has
        not noted them all."""
        log = self._watcher.getTrailLog()
        trail = [(float(log.getXpos(one)), float(log.getYpos(one))) for one in range(log.getNumEvents())]
        self._watcher.clearTrailLog()
        found = at_buttons(trail, self._last)
        self._last = trail[-1] if trail else self._last
        return found if len(found) == buttons else []
