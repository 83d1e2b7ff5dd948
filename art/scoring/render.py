"""Plays the pieces: MIDI through fluidsynth and a free soundfont, levelled, without a seam where they go round."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import soundfile

from art.scoring.pieces import Piece, midi_of, seconds_of
from art.sounding.dsp import RATE, Samples, band, count, faded, levelled, momentary

FONT = Path("/usr/share/sounds/sf3/MuseScore_General_Lite.sf3")
FONT_DIGEST = "916aaca6b0eb9f9083eb42399614acb2ff4ec72ce28dffff1814592a9696b479"
"""The soundfont that the committed pieces are played with: MuseScore General 0.2.1, the small edition."""
HALL = {"room-size": 0.78, "damp": 0.35, "width": 0.9, "level": 0.75}
GAIN = 0.5
LEVEL, CEILING = -14.0, 0.85
"""Loudness of a whole piece in LUFS, and its highest amplitude; see `art.sounding.score.CEILING`."""
RIDE, RIDDEN_OVER = 0.35, 3.0
"""A hand on the fader: by this share it brings what is loud or soft nearer to the middle, over so many seconds."""
TAIL = 4.0
"""Seconds for which the hall rings on."""
QUALITY = 0.2


class NotInstalledError(RuntimeError):
    """A program or a soundfont is missing."""


def digest_of(piece: Piece) -> str:
    """Return what a piece is made of, notes and font and hall, as a digest."""
    found = sha256(midi_of(piece))
    settings = (FONT_DIGEST, sorted(HALL.items()), GAIN, LEVEL, CEILING, RIDE, RIDDEN_OVER, TAIL, piece.ends)
    found.update(repr(settings).encode())
    return found.hexdigest()[:32]


@cache
def font() -> Path:
    """Return the soundfont. NotInstalledError, in one sentence, for another or none."""
    if not FONT.is_file():
        raise NotInstalledError(f"The soundfont {FONT} is missing: install musescore-general-soundfont-small.")
    if (found := sha256(FONT.read_bytes()).hexdigest()) != FONT_DIGEST:
        raise NotInstalledError(f"{FONT} is not the soundfont that the pieces are played with: its digest is {found}.")
    return FONT


def rendered(piece: Piece) -> Samples:
    """Return a piece as it is heard, in two channels. NotInstalledError if it cannot be played."""
    with tempfile.TemporaryDirectory() as folder:
        notes, wave = Path(folder) / "piece.mid", Path(folder) / "piece.wav"
        notes.write_bytes(midi_of(piece))
        options = [f"-osynth.reverb.{name}={value}" for name, value in HALL.items()]
        command = ["fluidsynth", "-niq", "-g", str(GAIN), "-r", str(RATE), *options, "-osynth.chorus.active=0"]
        command += ["-T", "wav", "-O", "float", "-F", str(wave), str(font()), str(notes)]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except FileNotFoundError as problem:
            raise NotInstalledError("fluidsynth is missing: install the package of that name.") from problem
        samples = np.asarray(soundfile.read(wave, always_2d=True)[0], np.float64)
    heard = band(samples, 28.0, None)
    size = count(seconds_of(piece))
    whole = ended(heard, size) if piece.ends else round_and_round(heard, size)
    return levelled(ridden(whole), LEVEL, lasting=True, ceiling=CEILING)


def ridden(samples: Samples) -> Samples:
    """Return a piece whose loud and soft passages lie nearer to each other; its end still fits its beginning."""
    blocks = np.maximum(momentary(samples), -50.0)
    size = round(RIDDEN_OVER / 0.1)
    window = np.hanning(2 * size + 1)
    smooth = np.convolve(np.pad(blocks, size, mode="wrap"), window / window.sum(), mode="valid")
    turned = np.clip(RIDE * (np.mean(smooth) - smooth), -6.0, 6.0)
    times = np.arange(len(blocks)) * 0.1 + 0.2
    decibels = np.interp(np.arange(len(samples)) / RATE, times, turned, period=len(samples) / RATE)
    return np.asarray(samples * 10 ** (decibels / 20)[:, None])


def ended(samples: Samples, size: int) -> Samples:
    """Return a piece with its last chord and what rings on."""
    return faded(samples[: size + count(TAIL)], 0.005, TAIL / 2)


def round_and_round(samples: Samples, size: int) -> Samples:
    """Return a piece that goes on at its beginning: what rings on after its end is laid over its first bar."""
    padded = np.concatenate([samples, np.zeros((size + count(TAIL), samples.shape[1]))])
    made = padded[:size].copy()
    tail = faded(padded[size : size + count(TAIL)], 0.0, TAIL / 2)
    made[: len(tail)] += tail
    return made
