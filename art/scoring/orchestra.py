"""The orchestra: where each instrument lies in the soundfont, its range, its seat, and how it is played."""

from __future__ import annotations

from typing import NamedTuple

from art.scoring.notes import pitch_of

EXPRESSIVE, PLAIN, DRUM_KIT = 17, 0, 128
"""Banks of the soundfont. In the first, the breath controller says how loud a note is while it lasts."""


class Instrument(NamedTuple):
    """An instrument: its bank and program, its range, its seat (0 left to 127 right), its volume, its share of hall."""

    bank: int
    program: int
    low: int
    high: int
    pan: int
    volume: int
    hall: int


def _range(text: str) -> tuple[int, int]:
    low, high = text.split("-")
    return pitch_of(low), pitch_of(high)


def _of(bank: int, program: int, span: str, pan: int, volume: int, hall: int = 60) -> Instrument:
    low, high = _range(span)
    return Instrument(bank, program, low, high, pan, volume, hall)


ORCHESTRA: dict[str, Instrument] = {
    "piccolo": _of(EXPRESSIVE, 72, "D5-A7", 74, 82),
    "flute": _of(EXPRESSIVE, 73, "C4-C7", 70, 92),
    "oboe": _of(EXPRESSIVE, 68, "Bb3-G6", 58, 92),
    "cor-anglais": _of(EXPRESSIVE, 69, "E3-A5", 56, 126),
    "clarinet": _of(EXPRESSIVE, 71, "D3-Bb6", 72, 96),
    "bassoon": _of(EXPRESSIVE, 70, "Bb1-D5", 62, 94),
    "horn": _of(EXPRESSIVE, 60, "Bb1-F5", 44, 93, 72),
    "trumpet": _of(EXPRESSIVE, 56, "E3-C6", 82, 84, 66),
    "trombone": _of(EXPRESSIVE, 57, "E2-Bb4", 88, 80, 66),
    "tuba": _of(EXPRESSIVE, 58, "D1-F4", 84, 84, 60),
    "violins": _of(EXPRESSIVE, 48, "G3-E7", 36, 112, 64),
    "violas": _of(EXPRESSIVE, 48, "C3-A6", 58, 106, 64),
    "cellos": _of(EXPRESSIVE, 48, "C2-C6", 80, 110, 60),
    "strings": _of(EXPRESSIVE, 49, "C2-E6", 64, 97, 70),
    "tremolo": _of(EXPRESSIVE, 44, "C3-E6", 60, 106, 64),
    "cello": _of(EXPRESSIVE, 42, "C2-C6", 76, 98, 64),
    "basses": _of(EXPRESSIVE, 43, "E1-G3", 92, 108, 50),
    "pizzicato": _of(PLAIN, 45, "E1-E6", 66, 122, 60),
    "harp": _of(PLAIN, 46, "C1-G7", 30, 104, 70),
    "timpani": _of(PLAIN, 47, "C2-A3", 54, 114, 66),
    "bell": _of(PLAIN, 14, "C3-F5", 48, 84, 90),
    "glockenspiel": _of(PLAIN, 9, "G5-C8", 40, 84, 70),
    "percussion": _of(DRUM_KIT, 48, "C1-G5", 64, 106, 66),
}
