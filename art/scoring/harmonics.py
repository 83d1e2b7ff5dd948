"""Faults of a score: seconds that grate, tones outside of the chord, notes out of range."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from art.scoring.notes import Note
from art.scoring.orchestra import ORCHESTRA
from art.scoring.pieces import Piece, Placed, is_drum, placed

GRATING = (1, 11)
"""Half tones between two tones that grate, octaves apart or not."""
HELD = 0.75
"""Beats for which two tones have to sound together to be heard as a clash."""


class Found(NamedTuple):
    """A place of a score: its beat, what plays there, and the pitches."""

    at: float
    rows: tuple[str, ...]
    pitches: tuple[int, ...]


def _notes(passage: Placed) -> list[tuple[Note, str]]:
    return [(note, part.row) for part in passage.parts if not is_drum(part.instrument) for note in part.sung.notes]


def clashes(piece: Piece) -> list[Found]:
    """Return pairs of tones a half tone apart that sound together for long."""
    made = []
    for passage in placed(piece):
        for (one, row), (other, beside) in combinations(_notes(passage), 2):
            together = min(one.at + one.beats, other.at + other.beats) - max(one.at, other.at)
            if together >= HELD and abs(one.pitch - other.pitch) % 12 in GRATING:
                made.append(Found(max(one.at, other.at) - passage.at, (row, beside), (one.pitch, other.pitch)))
    return made


def out_of_range(piece: Piece) -> list[Found]:
    """Return notes that an instrument does not have."""
    made = []
    for passage in placed(piece):
        for part in passage.parts:
            player = ORCHESTRA[part.instrument]
            for note in part.sung.notes:
                if not player.low <= note.pitch <= player.high:
                    made.append(Found(note.at - passage.at, (part.row,), (note.pitch,)))
    return made


def share_in_chord(piece: Piece) -> float:
    """Return the share of all beats of notes in which a note belongs to the chord below it."""
    inside = whole = 0.0
    for passage in placed(piece):
        for note, _ in _notes(passage):
            for chord in passage.chords:
                start = passage.at + chord.at
                beats = min(note.at + note.beats, start + chord.beats) - max(note.at, start)
                if beats > 0:
                    whole += beats
                    inside += beats * (note.pitch % 12 in (*chord.tones, chord.bass))
    return inside / whole
