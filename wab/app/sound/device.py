"""The sound device of the machine, through Panda3D. Where there is none, nothing is heard and nothing said."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import cos, sin
from pathlib import Path
from typing import Any, Protocol

WIDEST = 1.2
"""Radians to the side at which a sound is placed that comes from the edge of the picture."""


class Playing(Protocol):
    """A sound that has been started."""

    @property
    def over(self) -> bool:
        """It has come to its end."""
        ...

    def set_volume(self, volume: float) -> None:
        """From 0 to 1."""
        ...

    def stop(self) -> None:
        """End it now."""
        ...


class Device(Protocol):
    """A device that can let a file sound."""

    def start(self, path: Path, *, volume: float, pan: float | None, loop: bool, at: float = 0.0) -> Playing | None:
        """Let a file sound, from its second `at` on.

        `pan` -1 left to 1 right places one of a single channel, None leaves it as it is.
        """
        ...

    def update(self) -> None:
        """To be called in every frame."""
        ...

    def close(self) -> None:
        """Give the device back."""
        ...


class _Sound:
    """A sound of the engine."""

    def __init__(self, sound: Any) -> None:
        self.sound = sound

    @property
    def over(self) -> bool:
        return bool(self.sound.status() != self.sound.PLAYING)

    def set_volume(self, volume: float) -> None:
        self.sound.setVolume(volume)

    def stop(self) -> None:
        self.sound.stop()


class OpenAl:
    """The device of the machine, opened."""

    def __init__(self, manager: Any) -> None:
        self.manager = manager
        manager.audio3dSetDropOffFactor(0.0)  # how loud a sound is the player says; its place is only left or right

    def start(self, path: Path, *, volume: float, pan: float | None, loop: bool, at: float = 0.0) -> Playing | None:
        """Let a file sound; None if it cannot be read. The engine streams long files piece by piece."""
        from panda3d.core import Filename

        sound = self.manager.getSound(Filename.fromOsSpecific(str(path)), pan is not None)
        if sound is None or not sound.length():
            return None
        if pan is not None:
            sound.set3dAttributes(sin(pan * WIDEST), cos(pan * WIDEST), 0, 0, 0, 0)
        sound.setLoop(loop)
        sound.setVolume(volume)
        if at > 0:
            sound.setTime(at)
        sound.play()
        return _Sound(sound)

    def update(self) -> None:
        """Let streams go on and what has ended be put away."""
        self.manager.update()

    def close(self) -> None:
        """Give the device back."""
        self.manager.shutdown()


def open_device() -> Device | None:
    """The sound device of this machine; None if there is none that works."""
    from panda3d.core import AudioManager

    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    with _unsaid():
        manager = AudioManager.createAudioManager()
    return OpenAl(manager) if manager is not None and manager.isValid() else None


@contextmanager
def _unsaid() -> Iterator[None]:
    """Keep what system libraries say of a missing sound card to themselves: they write to the error stream directly."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, ValueError, AttributeError):  # there is no error stream
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)
