"""Notes as text: lines of a melody, chords of a harmony, strokes of a beat.

A line is a row of `PITCH:BEATS`, `r` for a rest, `|` between bars: `D4:1.5 A4:.5 r:2 | ...`. A harmony is a row of
chords, equally long within a bar: `Bb | Cm F7/A | ...`. Strokes stand on a grid of a bar: `X` hard, `x`, `o` soft.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BAR = 4.0
"""Beats of a bar: all pieces are in common time."""
_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SHAPES = {"": (0, 4, 7), "m": (0, 3, 7), "7": (0, 4, 7, 10), "m7": (0, 3, 7, 10), "5": (0, 7), "sus": (0, 5, 7)}
_CHORD = re.compile(r"([A-G][#b]?)(m7|m|7|5|sus|)(?:/([A-G][#b]?))?$")
_PITCH = re.compile(r"([A-G][#b]?)(-?\d)$")
STRENGTHS = {"X": 1.25, "x": 1.0, "o": 0.62, ".": 0.0}


class Note(NamedTuple):
    """A note: its beat, its length in beats, its pitch as a number of MIDI, and its weight among the others."""

    at: float
    beats: float
    pitch: int
    weight: float = 1.0


class Chord(NamedTuple):
    """A chord: its beat, its length, the classes of its tones, the root first, and the class of its bass."""

    at: float
    beats: float
    tones: tuple[int, ...]
    bass: int


class ScoreError(ValueError):
    """A score that cannot be read."""


def pitch_class(name: str) -> int:
    """Return the class of a tone, 0 for C."""
    return (_STEPS[name[0]] + name.count("#") - name[1:].count("b")) % 12


def pitch_of(text: str) -> int:
    """Return a pitch as a number of MIDI: C4 is 60."""
    if (found := _PITCH.match(text)) is None:
        raise ScoreError(f"{text} is no pitch")
    name, octave = found.groups()
    return 12 * (int(octave) + 1) + _STEPS[name[0]] + name.count("#") - name[1:].count("b")


def line(text: str) -> list[Note]:
    """Read a line. ScoreError for a bar that has too few beats or too many."""
    notes: list[Note] = []
    at = 0.0
    for number, bar in enumerate(text.split("|")):
        for token in bar.split():
            pitch, _, length = token.partition(":")
            if pitch != "r":
                notes.append(Note(at, float(length), pitch_of(pitch)))
            at += float(length)
        if abs(at - BAR * (number + 1)) > 1e-6:
            raise ScoreError(f"bar {number + 1} of {text!r} ends at beat {at:g}")
    return notes


def harmony(text: str) -> list[Chord]:
    """Read the chords of a harmony."""
    chords: list[Chord] = []
    for number, bar in enumerate(text.split("|")):
        names = bar.split()
        for place, name in enumerate(names):
            if (found := _CHORD.match(name)) is None:
                raise ScoreError(f"{name} is no chord")
            root, shape, bass = found.groups()
            tones = tuple((pitch_class(root) + step) % 12 for step in _SHAPES[shape])
            size = BAR / len(names)
            chords.append(Chord(BAR * number + size * place, size, tones, pitch_class(bass or root)))
    return chords


def strokes(text: str, bars: float) -> list[tuple[float, float, str]]:
    """Read a grid, gone through again and again: the beat of each stroke, its weight, and its letter."""
    bars_of_grid = text.split("/")
    made = []
    for bar in range(round(bars)):
        grid = bars_of_grid[bar % len(bars_of_grid)]
        for place, mark in enumerate(grid):
            if mark != ".":
                made.append((BAR * bar + BAR * place / len(grid), STRENGTHS.get(mark, 1.0), mark))
    return made
