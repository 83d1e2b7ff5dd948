"""A recorder in the place of the sound device: it keeps what was heard, and lays it together as the engine would."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from art.sounding.dsp import RATE, Samples, count
from art.sounding.files import length, read


@dataclass
class Track:
    """A sound from its start on, with every change of its volume: seconds after the start, volume.

    `begun` is the second of its file with which it starts.
    """

    clock: Recorder
    path: Path
    start: float
    pan: float | None
    loop: bool
    volumes: list[tuple[float, float]]
    end: float | None = None
    seconds: float = 0.0
    begun: float = 0.0

    @property
    def over(self) -> bool:
        """It has been stopped, or has come to its end."""
        return self.end is not None or (not self.loop and self.clock.moment >= self.start + self.seconds)

    def set_volume(self, volume: float) -> None:
        """From 0 to 1."""
        if self.volumes[-1][1] != volume:
            self.volumes.append((self.clock.moment - self.start, volume))

    def stop(self) -> None:
        """End it now."""
        self.end = self.clock.moment

    def samples(self, until: float) -> Samples:
        """Return what was heard of it up to a moment, in two channels."""
        found = read(self.path)
        last = (until if self.end is None else self.end) - self.start
        size = count(max(0.01, last if self.loop else min(last, len(found) / RATE)))
        found = np.take(found, (np.arange(size) + round(self.begun * RATE)) % len(found), axis=0)
        if found.ndim == 1:
            angle = ((self.pan or 0.0) + 1) * np.pi / 4
            found = np.stack([found * np.cos(angle), found * np.sin(angle)], axis=1)
        times, volumes = zip(*self.volumes, strict=True)
        return np.asarray(found * np.interp(np.arange(size) / RATE, times, volumes)[:, None])


@dataclass
class Recorder:
    """Keeps every sound that is started. Time passes by `pass_time`."""

    moment: float = 0.0
    tracks: list[Track] = field(default_factory=list)

    def open(self) -> Recorder:
        """Be the device."""
        return self

    def start(self, path: Path, *, volume: float, pan: float | None, loop: bool, at: float = 0.0) -> Track:
        """Take a sound down."""
        seconds = length(path)
        self.tracks.append(Track(self, path, self.moment, pan, loop, [(0.0, volume)], seconds=seconds, begun=at))
        return self.tracks[-1]

    def update(self) -> None:
        """Nothing goes on by itself."""

    def close(self) -> None:
        """There is nothing to give back."""

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.moment += seconds

    @property
    def idle(self) -> bool:
        """Nothing is heard but the ambience."""
        return all(track.over or track.loop for track in self.tracks)

    def mixed(self) -> Samples:
        """Everything laid together; peaks beyond the bounds are pressed below them."""
        whole = np.zeros((count(self.moment), 2))
        for track in self.tracks:
            at, heard = round(track.start * RATE), track.samples(self.moment)
            piece = heard[: max(0, len(whole) - at)]
            whole[at : at + len(piece)] += piece
        return np.asarray(np.tanh(whole))

    def told(self) -> str:
        """Return what was heard when, line by line."""
        return "".join(
            f"{track.start:8.2f}  {track.path.stem:20}{max(volume for _, volume in track.volumes):5.2f}"
            f"{'' if track.pan is None else f'{track.pan:+6.2f}'}\n"
            for track in self.tracks
        )
