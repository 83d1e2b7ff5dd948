"""The loudness of all committed sounds and pieces, measured from their files and compared with what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from typing import NamedTuple

from art.sounding.dsp import Samples, loudness, peak
from art.sounding.files import read
from art.sounding.score import SCORE
from wab.app.sound.music import IN_MENUS, IN_PLAY
from wab.app.sound.recordings import FOLDER, MUSIC, pieces, recordings
from wab.app.window.settings import DEFAULTS

IN_MENU = ("title", "victory", "defeat")
"""Pieces of pages; all others are heard in play."""
MENU_LEVEL, PLAY_LEVEL, AMBIENCE_LEVEL, TRUE_PEAK = -20.0, -26.0, -30.0, -1.0
"""LUFS of music and of an ambience as they are heard at the volumes of a new player; decibels of the highest peak."""


class Level(NamedTuple):
    """The measure of one sound: its files, LUFS as they are wanted, least and most as measured, its highest peak."""

    name: str
    files: int
    wanted: float
    least: float
    most: float
    true_peak: float

    def __str__(self) -> str:
        measured = f"{self.least:6.1f} to {self.most:6.1f}" if self.files > 1 else f"{self.least:6.1f}          "
        return f"{self.name:18}{self.files:3}{self.wanted:8.1f}   {measured}{self.true_peak:7.1f}"


HEAD = f"{'':18}  n  wanted   LUFS measured     peak"


def levels() -> Iterator[Level]:
    """Measure everything: effects as they are in their files, ambience and music as a new player hears them."""
    for name, recording in recordings().items():
        voice = SCORE[name]
        taken = [read(FOLDER / take.file) for take in recording.files]
        turned = decibels(DEFAULTS.ambience) if recording.group == "ambience" else 0.0
        yield _level(name, taken, voice.loudness, turned, lasting=recording.group != "effect")
    for name in pieces():
        share = IN_MENUS if name in IN_MENU else IN_PLAY
        wanted = MENU_LEVEL if name in IN_MENU else PLAY_LEVEL
        turned = decibels(DEFAULTS.music * share)
        yield _level(name, [read(MUSIC / f"{name}.ogg")], wanted - turned, turned, lasting=True)


def decibels(share: float) -> float:
    """Return a volume in decibels."""
    return 20 * log10(share)


def _level(name: str, taken: list[Samples], wanted: float, turned: float, *, lasting: bool) -> Level:
    measured = [loudness(samples, lasting=lasting) + turned for samples in taken]
    highest = max(decibels(peak(samples)) for samples in taken)
    return Level(name, len(taken), wanted + turned, min(measured), max(measured), highest)
