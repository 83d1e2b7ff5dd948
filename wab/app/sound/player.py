"""The player: effects where they happen, one ambience under them, each at the volume that was set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from wab.app.sound.device import Device, Playing
from wab.app.sound.music import Music
from wab.app.sound.recordings import Recording, recordings

MOST = 12
"""Effects that sound at the same time; further ones are left out."""
ALIKE = 2
"""Of them, variants of one sound."""
AT_ONCE = 4
"""Effects that start in one frame: where moves are shown all at once, they do not sound all at once."""
LEAST_APART, MOST_APART, SHARE_APART = 0.07, 0.8, 0.3
"""Between two starts of one sound lies a share of its length, within these seconds."""
FADE = 2.5
"""Seconds in which an ambience comes up, or goes."""
GUNS = -22.5
"""LUFS from which an effect is as loud as a weapon: the music goes down under it."""
LONG = 4.0
"""Seconds of a short piece that leave no room for the music."""
LATEST = {"effect": 0.6, "music": 4.0}
"""Seconds that a sound may wait for its turn; later it would belong to nothing. Pieces of music follow each other."""


class Levels(NamedTuple):
    """Volumes from 0 to 1, and whether anything is heard at all."""

    effects: float = 0.8
    ambience: float = 0.6
    on: bool = True
    music: float = 0.0


class _Due(NamedTuple):
    """An effect that is to start at a moment."""

    moment: float
    name: str
    volume: float
    pan: float


@dataclass
class _Voice:
    name: str
    sound: Playing
    volume: float
    guns: bool
    alone: bool


@dataclass
class _Loop:
    """An ambience: how loud it is, and how loud it is to be."""

    sound: Playing
    now: float = 0.0
    wanted: float = 1.0


@dataclass
class _Book:
    """The memory of each sound: the moment of its last start, and the number of its last variant."""

    started: dict[str, float] = field(default_factory=dict)
    variant: dict[str, int] = field(default_factory=dict)


def _no_device() -> Device | None:
    return None


class Player:
    """Lets sounds be heard. Files are read, and the device is opened, when the first of them is heard.

    `open_device` returns None if nothing can be heard: then nothing is ever loaded. Time passes by `update` alone.
    """

    def __init__(self, open_device: Callable[[], Device | None] = _no_device, levels: Levels | None = None) -> None:
        self.levels = levels or Levels()
        self._open = open_device
        self._device: Device | None = None
        self._asked = False
        self._moment = 0.0
        self._due: list[_Due] = []
        self._voices: list[_Voice] = []
        self._loops: dict[str, _Loop] = {}
        self._around: dict[str, float] = {}
        self._book = _Book()
        self.music = Music(self._stream)

    # ---- what is to be heard

    def play(self, name: str, *, volume: float = 1.0, pan: float = 0.0, after: float = 0.0) -> None:
        """Let an effect or a piece be heard, `after` so many seconds. `pan` is its place, -1 left to 1 right.

        A piece that waits already is not asked for twice. KeyError for a name that no recording has.
        """
        group = recordings()[name].group
        if not self.levels.on or self.levels.effects <= 0:
            return
        if group != "music" or all(due.name != name for due in self._due):
            self._due.append(_Due(self._moment + after, name, volume, max(-1.0, min(1.0, pan))))

    def surround(self, shares: Mapping[str, float]) -> None:
        """Set what is heard under everything from now on: ambiences, each with a share from 0 to 1; none for
        silence.
        """
        self._around = {name: share for name, share in shares.items() if share > 0}

    def hush(self) -> None:
        """Leave out what is still to come, and end the effects that sound; the ambience goes on."""
        self._due.clear()
        for voice in self._voices:
            voice.sound.stop()
        self._voices.clear()

    def set_levels(self, levels: Levels) -> None:
        """Set the volumes; playing sounds follow."""
        self.levels = levels
        if not levels.on or levels.effects <= 0:
            self.hush()
        for voice in self._voices:
            voice.sound.set_volume(voice.volume * levels.effects)
        self._turn_loops()

    # ---- time

    def update(self, seconds: float) -> None:
        """Let time pass: start what is due, put away what has ended, let the ambience come and go."""
        self._moment += seconds
        self._voices = [voice for voice in self._voices if not voice.sound.over]
        self._start_due()
        self._follow_around(seconds)
        guns, alone = any(voice.guns for voice in self._voices), any(voice.alone for voice in self._voices)
        self.music.update(seconds, self.levels.music if self.levels.on else 0.0, guns=guns, hush=alone)
        if self._device is not None:
            self._device.update()

    def close(self) -> None:
        """End everything and give the device back."""
        self.hush()
        for loop in self._loops.values():
            loop.sound.stop()
        self._loops.clear()
        self.music.stop()
        if self._device is not None:
            self._device.close()
        self._device, self._asked = None, True

    def _start_due(self) -> None:
        if not self._due:
            return
        self._due.sort()
        waiting: list[_Due] = []
        started = 0
        for due in self._due:
            if due.moment > self._moment:
                waiting.append(due)
            elif started >= AT_ONCE or self._has_to_wait(due.name):
                if self._moment - due.moment < LATEST[recordings()[due.name].group]:
                    waiting.append(due)
            else:
                started += self._start(due)
        self._due = waiting

    def _has_to_wait(self, name: str) -> bool:
        """A piece of music for the one before it, an effect for its own last start."""
        recording = recordings()[name]
        if recording.group == "music":
            return any(recordings()[voice.name].group == "music" for voice in self._voices)
        apart = min(MOST_APART, max(LEAST_APART, SHARE_APART * recording.files[0].seconds))
        return self._moment - self._book.started.get(name, -apart) < apart

    def _start(self, due: _Due) -> bool:
        """Start an effect; False if too many sound already, or nothing can."""
        alike = sum(voice.name == due.name for voice in self._voices)
        if len(self._voices) >= MOST or alike >= ALIKE:
            return False
        recording = recordings()[due.name]
        number = (self._book.variant.get(due.name, -1) + 1) % len(recording.files)
        sound = self._sound(recording, number, due.volume * self.levels.effects, due.pan)
        if sound is None:
            return False
        self._book.started[due.name], self._book.variant[due.name] = self._moment, number
        take = recording.files[number]
        guns = recording.group == "effect" and take.loudness > GUNS and due.volume > 0.5
        alone = recording.group == "music" and take.seconds >= LONG
        self._voices.append(_Voice(due.name, sound, due.volume, guns, alone))
        return True

    def _sound(self, recording: Recording, number: int, volume: float, pan: float) -> Playing | None:
        if (device := self._opened()) is None:
            return None
        place = pan if recording.group == "effect" else None
        loop = recording.group == "ambience"
        return device.start(recording.files[number].path, volume=volume, pan=place, loop=loop)

    def _stream(self, path: Path, loop: bool, at: float) -> Playing | None:
        device = self._opened()
        return None if device is None else device.start(path, volume=0.0, pan=None, loop=loop, at=at)

    def _opened(self) -> Device | None:
        if not self._asked:
            self._asked, self._device = True, self._open()
        return self._device

    # ---- the ambience

    @property
    def _ambience(self) -> float:
        return self.levels.ambience if self.levels.on else 0.0

    def _follow_around(self, seconds: float) -> None:
        wanted = self._around if self._ambience > 0 else {}
        for name in wanted:
            if name not in self._loops and (sound := self._sound(recordings()[name], 0, 0.0, 0.0)) is not None:
                self._loops[name] = _Loop(sound)
        for name, loop in list(self._loops.items()):
            loop.wanted = wanted.get(name, 0.0)
            step = seconds / FADE if self._ambience > 0 else 1.0  # muted is muted at once
            loop.now += max(-step, min(step, loop.wanted - loop.now))
            if loop.now <= 0 and loop.wanted <= 0:
                loop.sound.stop()
                del self._loops[name]
        self._turn_loops()

    def _turn_loops(self) -> None:
        for loop in self._loops.values():
            loop.sound.set_volume(loop.now * self._ambience)
