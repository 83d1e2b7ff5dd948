"""The music: one piece after the other by mood, cross-faded, with rests between, and quieter while guns fire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, pi, sin
from pathlib import Path

from wab.app.sound.device import Playing
from wab.app.sound.recordings import MUSIC, pieces

IN_MENUS, IN_PLAY = 1.0, 0.5
"""Shares of the volume: while a battle is played, music lies 6 dB lower."""
DUCKED, DUCKING, RISING = 0.5, 0.15, 1.5
"""The share that is left of it while guns fire (6 dB less), and the seconds in which it goes down and comes up."""
CROSSING, RUSHING = 3.0, 1.2
"""Seconds in which a piece gives way to another, and to an attack."""
SETTLED = 20.0
"""Seconds that a piece is heard at least before the mood may change it: turns can be short."""
FEW, SOON = 2, 15.0
"""So many fights within so many seconds are an attack; a single fight changes no piece."""
SURGE = 30.0
"""Seconds for which an attack is heard after its last fight."""
ROUNDS, REST = 2, 50.0
"""A piece goes round so often; then nothing is heard of it for so many seconds, and it begins again."""


Start = Callable[[Path, bool, float], Playing | None]
"""Lets a file sound: its path, whether it goes round, the second at which it begins; None if nothing can be heard."""


@dataclass
class _Heard:
    """A piece that sounds: its share of loudness, how long it has sounded, and where it was begun."""

    name: str
    sound: Playing
    at: float
    share: float = 0.0
    lasted: float = 0.0


class Music:
    """Plays pieces. Time passes by `update` alone; without a volume nothing is opened and nothing loaded."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._wanted, self._level = "", IN_MENUS
        self._surge, self._surge_ends = "", 0.0
        self._fights: list[float] = []
        self._moment = 0.0
        self._now: _Heard | None = None
        self._going: list[_Heard] = []
        self._left: dict[str, float] = {}
        self._rests_until = 0.0
        self._gain = 1.0

    def begin(self, piece: str, level: float = IN_MENUS, *, at_once: bool = False) -> None:
        """Set the piece of the mood; "" is silence. `at_once` ends what an attack has begun."""
        if piece != self._wanted:
            self._rests_until = 0.0
        self._wanted, self._level = piece, level
        if at_once:
            self._surge, self._fights = "", []
            if self._now is not None and self._now.name != piece:
                self._let_go()

    def surge(self, piece: str) -> None:
        """Tell of a fight: a few of them soon after each other call for the piece of an attack."""
        self._fights = [moment for moment in self._fights if self._moment - moment < SOON] + [self._moment]
        if len(self._fights) >= FEW or self._surge:
            self._surge, self._surge_ends = piece, self._moment + SURGE

    def update(self, seconds: float, volume: float, *, guns: bool = False, hush: bool = False) -> None:
        """Let time pass. `volume` is the player's own, `guns` fire, `hush` leaves the room to another piece."""
        self._moment += seconds
        if volume <= 0:
            self.stop()
            return
        if self._surge and self._moment > self._surge_ends:
            self._surge = ""
        self._change()
        wanted = 0.0 if hush else DUCKED if guns else 1.0
        step = seconds / (DUCKING if wanted < self._gain else RISING)
        self._gain += max(-step, min(step, wanted - self._gain))
        self._fade(seconds, volume)

    def stop(self) -> None:
        """End it now."""
        for heard in [*self._going, *([self._now] if self._now else [])]:
            heard.sound.stop()
        self._going, self._now = [], None

    @property
    def piece(self) -> str:
        """Return the piece that is heard, "" for none."""
        return self._now.name if self._now is not None else ""

    def _change(self) -> None:
        now, wanted = self._now, self._surge or self._wanted
        if now is not None and now.sound.over:
            self._rests_until = inf if pieces()[now.name].ends else self._moment + REST
            self._now = now = None
        if now is None:
            if wanted and (self._surge or self._moment >= self._rests_until):
                self._open(wanted)
        elif now.name != wanted:
            if self._surge or not wanted or now.lasted >= SETTLED:
                self._let_go()
                if wanted:
                    self._open(wanted)
        elif not self._surge and now.lasted >= ROUNDS * pieces()[now.name].seconds:
            self._let_go()
            self._left.pop(now.name, None)
            self._rests_until = self._moment + REST

    def _open(self, name: str) -> None:
        piece, at = pieces()[name], self._left.pop(name, 0.0)
        sound = self._start(MUSIC / f"{name}.ogg", not piece.ends, at)
        if sound is None:
            self._surge, self._rests_until = "", self._moment + REST
        else:
            self._now = _Heard(name, sound, at)

    def _let_go(self) -> None:
        """Let the piece that is heard die away; it will go on from there, if it is wanted again."""
        if self._now is not None:
            now = self._now
            self._left[now.name] = (now.at + now.lasted) % pieces()[now.name].seconds
            self._going.append(now)
            self._now = None

    def _fade(self, seconds: float, volume: float) -> None:
        crossing = RUSHING if self._surge else CROSSING
        loud = volume * self._gain * (IN_PLAY if self._surge else self._level)
        for heard in [*self._going, *([self._now] if self._now else [])]:
            step = seconds / crossing
            heard.share = min(1.0, heard.share + step) if heard is self._now else heard.share - step
            heard.lasted += seconds
            heard.sound.set_volume(loud * sin(max(0.0, heard.share) * pi / 2))
        for heard in [heard for heard in self._going if heard.share <= 0]:
            heard.sound.stop()
            self._going.remove(heard)
