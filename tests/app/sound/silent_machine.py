"""A device of the tests that writes down what it is asked to let sound."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Heard:
    """A sound that was started on the device of the tests."""

    name: str
    volume: float
    pan: float | None
    loop: bool
    at: float = 0.0
    over: bool = False
    stopped: bool = False

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    def stop(self) -> None:
        self.over = self.stopped = True


@dataclass
class Machine:
    """Everything that was started, the first first; the music apart."""

    heard: list[Heard] = field(default_factory=list)
    music: list[Heard] = field(default_factory=list)
    opened: int = 0
    closed: bool = False

    def open(self) -> Machine:
        self.opened += 1
        return self

    def start(self, path: Path, *, volume: float, pan: float | None, loop: bool, at: float = 0.0) -> Heard:
        started = Heard(path.stem, volume, pan, loop, at)
        (self.music if path.parent.name == "music" else self.heard).append(started)
        return started

    def update(self) -> None: ...

    def close(self) -> None:
        self.closed = True

    @property
    def names(self) -> list[str]:
        """The sounds by name, without the number of the variant."""
        return [one.name.rstrip("0123456789").rstrip("-") for one in self.heard]
