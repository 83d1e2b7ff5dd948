"""Reads and writes files of sound."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from panda3d.core import Datagram, Filename, MovieAudio, MovieAudioCursor

from art.sounding.dsp import RATE, Samples

QUARTER = RATE // 4


def read(path: Path) -> Samples:
    """Return what the engine hears in a file. ValueError for one that it cannot read, or of another rate."""
    found = _opened(path)
    packet = Datagram()
    found.readSamples(round(found.length() * RATE), packet)
    samples = np.frombuffer(bytes(packet.getMessage()), np.int16) / 32768.0
    return samples if found.audioChannels() == 1 else samples.reshape(-1, found.audioChannels())


def length(path: Path) -> float:
    """Return the seconds of a file. ValueError as above."""
    return float(_opened(path).length())


def _opened(path: Path) -> MovieAudioCursor:
    found = MovieAudio.get(Filename.fromOsSpecific(str(path))).open()
    if found is None or found.audioRate() != RATE or found.length() <= 0:
        raise ValueError(f"{path} is no sound of {RATE} samples a second")
    return found


def write_ogg(path: Path, samples: Samples, quality: float) -> None:
    """Write Ogg Vorbis. Needs the package soundfile."""
    import soundfile

    channels = 1 if samples.ndim == 1 else samples.shape[1]
    packing = {"format": "OGG", "subtype": "VORBIS", "compression_level": 1 - quality}
    with soundfile.SoundFile(path, "w", RATE, channels, **packing) as out:
        for start in range(0, len(samples), QUARTER):  # the encoder takes no more at a time
            out.write(samples[start : start + QUARTER])


def write_wave(path: Path, samples: Samples) -> None:
    """Write a plain file of 16 bits a sample."""
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1 if samples.ndim == 1 else samples.shape[1])
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
