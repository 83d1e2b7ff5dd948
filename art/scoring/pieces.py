"""The pieces of music: themes and courses as text, put together as parts for the orchestra."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

from art.scoring.midi import Sung, score
from art.scoring.notes import BAR, Chord, Note, ScoreError, harmony, line, pitch_of
from art.scoring.orchestra import DRUM_KIT, ORCHESTRA
from art.scoring.textures import TEXTURES, Ground

FOLDER = Path(__file__).parent
LOUD = {"pp": 40.0, "p": 53.0, "mp": 66.0, "mf": 80.0, "f": 96.0, "ff": 112.0}
PHRASE = 4 * BAR
"""A phrase of four bars rises to its third bar and dies away."""
MIDDLE = (48, 76)
"""The range of chords, if a row gives none."""
LEGATO, SHORT = 0.97, 0.5


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme: its harmony, its tune and its counter-voice."""

    harmony: str
    tune: str
    counter: str


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a piece: a theme or a harmony of its own with lines, and what each instrument plays.

    `slow` stretches the theme, `shift` transposes it, `tempo` holds from here on. A row of `play` is an instrument,
    a line or a texture with its argument, and, as they are wanted, `+12` or `-12`, a range `@C3-G4`, a dynamic
    `p<f>p`, which `!` makes short.
    """

    play: tuple[str, ...]
    theme: str = ""
    harmony: str = ""
    lines: dict[str, str] = {}
    slow: float = 1.0
    shift: int = 0
    tempo: float = 0.0


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece: when it is heard, its tempo, its course. One that `ends` is not gone round."""

    what: str
    tempo: float
    course: tuple[Passage, ...]
    shift: int = 0
    ends: bool = False


class Part(NamedTuple):
    """The notes of an instrument in a passage."""

    instrument: str
    row: str
    sung: Sung


class Placed(NamedTuple):
    """A passage in its piece: its first beat, its length, its chords, its parts."""

    at: float
    beats: float
    chords: tuple[Chord, ...]
    parts: tuple[Part, ...]


@cache
def themes() -> Mapping[str, Theme]:
    """Return all themes by name."""
    return msgspec.convert(yaml.safe_load((FOLDER / "themes.yaml").read_bytes()), dict[str, Theme])


@cache
def pieces() -> Mapping[str, Piece]:
    """Return all pieces by name."""
    return msgspec.convert(yaml.safe_load((FOLDER / "pieces.yaml").read_bytes()), dict[str, Piece])


def placed(piece: Piece) -> list[Placed]:
    """Return the passages of a piece, one after the other."""
    made: list[Placed] = []
    at = 0.0
    for passage in piece.course:
        made.append(_placed(passage, at, piece.shift + passage.shift))
        at += made[-1].beats
    return made


def beats_of(piece: Piece) -> float:
    """Return the length of a piece in beats."""
    return sum(one.beats for one in placed(piece))


def seconds_of(piece: Piece) -> float:
    """Return the length of a piece, without what rings on after its last beat."""
    tempi = [*_tempi(piece), (beats_of(piece), 1.0)]
    return sum((end - start) * 60 / rate for (start, rate), (end, _) in pairwise(tempi))


def midi_of(piece: Piece) -> bytes:
    """Return a piece as MIDI."""
    parts: dict[str, list[Sung]] = {}
    for passage in placed(piece):
        for part in passage.parts:
            parts.setdefault(part.instrument, []).append(part.sung)
    return score(parts, _tempi(piece), beats_of(piece))


def _tempi(piece: Piece) -> list[tuple[float, float]]:
    made, at = [(0.0, piece.tempo)], 0.0
    for passage, where in zip(piece.course, placed(piece), strict=True):
        at = where.at
        if passage.tempo:
            made.append((at, passage.tempo))
    return made if len(made) < 2 or made[1][0] > 0 else made[1:]


def _placed(passage: Passage, at: float, shift: int) -> Placed:
    theme = themes()[passage.theme] if passage.theme else None
    lines = {**({"tune": theme.tune, "counter": theme.counter} if theme else {}), **passage.lines}
    chords = tuple(
        Chord(
            one.at * passage.slow,
            one.beats * passage.slow,
            tuple((tone + shift) % 12 for tone in one.tones),
            (one.bass + shift) % 12,
        )
        for one in harmony(theme.harmony if theme else passage.harmony)
    )
    beats = chords[-1].at + chords[-1].beats
    parts = []
    for row in passage.play:
        instrument, what, *rest = row.split()
        notes = _notes(row, what, rest, instrument, lines, chords, beats, passage, shift)
        moved = [note._replace(at=note.at + at) for note in notes]
        parts.append(Part(instrument, row, Sung(moved, _loudness(row, rest, at, beats), _legato(rest))))
    return Placed(at, beats, chords, tuple(parts))


def _notes(
    row: str,
    what: str,
    rest: list[str],
    instrument: str,
    lines: Mapping[str, str],
    chords: tuple[Chord, ...],
    beats: float,
    passage: Passage,
    shift: int,
) -> list[Note]:
    own = sum(int(token) for token in rest if re.fullmatch(r"[+-]\d+", token))
    if what in lines:
        found = line(lines[what])
        return [
            note._replace(at=note.at * passage.slow, beats=note.beats * passage.slow, pitch=note.pitch + shift + own)
            for note in found
        ]
    name, _, argument = what.partition(":")
    if name not in TEXTURES:
        raise ScoreError(f"there is no line and no texture {name}: {row}")
    player = ORCHESTRA[instrument]
    low, high = player.low, player.high
    if name in ("pad", "stabs"):
        low, high = max(low, MIDDLE[0]), min(high, MIDDLE[1])
    if wanted := [token for token in rest if token.startswith("@")]:
        lowest, _, highest = wanted[0][1:].partition("-")
        low, high = pitch_of(lowest), pitch_of(highest) if highest else high
    made = TEXTURES[name](Ground(chords, beats / BAR, low, high), argument)
    return [note._replace(pitch=note.pitch + own) for note in made]


def _legato(rest: list[str]) -> float:
    return SHORT if any(token.endswith("!") for token in rest) else LEGATO


def _loudness(row: str, rest: list[str], at: float, beats: float) -> list[tuple[float, float]]:
    """Return the strengths of a part: its dynamic over the passage, and the arch of each phrase."""
    marks = [token.rstrip("!") for token in rest if token[0] in "pmf"]
    if len(marks) != 1 or any(mark not in LOUD for mark in re.split("[<>]", marks[0])):
        raise ScoreError(f"one dynamic is wanted: {row}")
    levels = [LOUD[mark] for mark in re.split("[<>]", marks[0])]
    made = []
    phrases = max(1, round(beats / PHRASE))
    for phrase in range(phrases):
        for share, arch in ((0.0, 0.96), (0.6, 1.06), (0.999, 0.93)):
            place = (phrase + share) / phrases
            level = levels[0] if len(levels) == 1 else _between(levels, place)
            made.append((at + place * beats, level * arch))
    return made


def _between(levels: list[float], share: float) -> float:
    place = share * (len(levels) - 1)
    low = min(int(place), len(levels) - 2)
    return levels[low] + (levels[low + 1] - levels[low]) * (place - low)


def is_drum(instrument: str) -> bool:
    """Check if an instrument has strokes in the place of pitches."""
    return ORCHESTRA[instrument].bank == DRUM_KIT
