"""Values that change over time: a small list of running movements, scaled by one speed setting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

INSTANT = 0.0


def ease_out(t: float) -> float:
    """Quick start, soft end."""
    t = min(max(t, 0.0), 1.0)
    return 1.0 - (1.0 - t) ** 3


def ease_both(t: float) -> float:
    """Soft start and end."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@dataclass
class _Tween:
    seconds: float
    change: Callable[[float], None]
    done: Callable[[], None] | None
    passed: float = 0.0


class Tweens:
    """Running movements. `speed` 1 is normal, 2 twice as fast, INSTANT (0) skips to the end."""

    def __init__(self) -> None:
        self.speed = 1.0
        self._running: list[_Tween] = []

    @property
    def busy(self) -> bool:
        """Something still moves."""
        return bool(self._running)

    def start(self, seconds: float, change: Callable[[float], None], done: Callable[[], None] | None = None) -> None:
        """Call `change` with 0 to 1 over some seconds of normal speed, then `done`."""
        tween = _Tween(seconds, change, done)
        if self.speed == INSTANT or seconds <= 0:
            self._finish(tween)
        else:
            change(0.0)
            self._running.append(tween)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        running, self._running = self._running, []
        for tween in running:
            tween.passed += dt * self.speed
            if self.speed == INSTANT or tween.passed >= tween.seconds:
                self._finish(tween)
            else:
                tween.change(tween.passed / tween.seconds)
                self._running.append(tween)

    def finish(self) -> None:
        """Skip to the end of everything, also of what the ends start."""
        while self._running:
            running, self._running = self._running, []
            for tween in running:
                self._finish(tween)

    @staticmethod
    def _finish(tween: _Tween) -> None:
        tween.change(1.0)
        if tween.done:
            tween.done()
