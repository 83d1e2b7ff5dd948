"""The accompaniment of a melody, worked out from the harmony: chords, basses, figures, drums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from art.scoring.notes import BAR, Chord, Note, ScoreError, strokes

TIMPANI = (38, 53)
DRUMS = {"snare": 38, "drum": 36, "cymbal": 49}


class Ground(NamedTuple):
    """The ground of a part: the harmony, its bars, the lowest and the highest pitch, and voices before it."""

    chords: Sequence[Chord]
    bars: float
    low: int
    high: int


def voicings(ground: Ground, voices: int) -> list[tuple[int, ...]]:
    """Return the pitches of each chord, so that voices move little and do not run in fifths or octaves."""
    made: list[tuple[int, ...]] = []
    for chord in ground.chords:
        tones = [pitch for pitch in range(ground.low, ground.high + 1) if pitch % 12 in chord.tones]
        choices = [found for found in combinations(tones, voices) if _complete(found, chord)]
        if not choices:
            raise ScoreError(f"no room for {voices} voices between {ground.low} and {ground.high}")
        middle = (ground.low + ground.high) / 2
        before = made[-1] if made else None
        made.append(min(choices, key=lambda found: _cost(before, found, middle)))
    return made


def _complete(found: Sequence[int], chord: Chord) -> bool:
    """Check that a chord has its third (its second tone), and a seventh, if it has one, once."""
    classes = [pitch % 12 for pitch in found]
    needed = [chord.tones[1], *chord.tones[3:]]
    if any(one not in classes for one in needed) or any(classes.count(one) > 1 for one in chord.tones[3:]):
        return False
    return all(high - low >= (3 if low >= 48 else 5) for low, high in pairwise(found))


def _cost(before: Sequence[int] | None, after: Sequence[int], middle: float) -> float:
    away = abs(sum(after) / len(after) - middle)
    if before is None:
        return away + 0.2 * (after[-1] - after[0])
    moved = sum(abs(new - old) + (3 if abs(new - old) > 5 else 0) for old, new in zip(before, after, strict=True))
    parallel = 0
    for low, high in combinations(range(len(after)), 2):
        same = (after[high] - after[low]) % 12
        if same in (0, 7) and (before[high] - before[low]) % 12 == same and before[low] != after[low]:
            parallel += 1
    return moved + 8 * parallel + 0.3 * away


def pad(ground: Ground, argument: str) -> list[Note]:
    """Hold the chords in so many voices; a tone that stays is not struck again."""
    found = voicings(ground, int(argument or 3))
    held: dict[int, Note] = {}
    made: list[Note] = []
    for chord, tones in zip(ground.chords, found, strict=True):
        kept = {}
        for pitch in tones:
            old = held.get(pitch)
            stays = old is not None and abs(old.at + old.beats - chord.at) < 1e-6 and old.beats < 2 * BAR
            kept[pitch] = (
                old._replace(beats=old.beats + chord.beats) if stays and old else Note(chord.at, chord.beats, pitch)
            )
        made += [note for pitch, note in held.items() if kept.get(pitch) is None or kept[pitch].at != note.at]
        held = kept
    return sorted([*made, *held.values()])


def stabs(ground: Ground, argument: str) -> list[Note]:
    """Strike the chords in three voices on the strokes of a grid."""
    found = voicings(ground, 3)
    return [
        Note(at, 0.4, pitch, weight)
        for at, weight, _ in strokes(argument, ground.bars)
        for pitch in found[_index(ground.chords, at)]
    ]


def figure(ground: Ground, argument: str) -> list[Note]:
    """Go through the tones of each chord from the root upwards, evenly: `1343` or, with rests, `1.3.4.3.`.

    A number counts tones of the chord, not steps of a scale: 4 is the octave of the root of a triad.
    """
    step = BAR / len(argument)
    made = []
    for bar in range(round(ground.bars)):
        for place, mark in enumerate(argument):
            if mark == ".":
                continue
            at = BAR * bar + step * place
            chord = ground.chords[_index(ground.chords, at)]
            made.append(Note(at, step, _rung(chord, ground.low, int(mark)), 1.12 if place == 0 else 0.95))
    return made


def _rung(chord: Chord, low: int, number: int) -> int:
    """Return a tone of a chord by its number above the lowest root that the range has."""
    root = low + (chord.tones[0] - low) % 12
    octave, place = divmod(number - 1, len(chord.tones))
    return root + 12 * octave + (chord.tones[place] - chord.tones[0]) % 12


def bass(ground: Ground, argument: str) -> list[Note]:
    """Play the bass: `long`, or on a grid of `R` the bass, `5` the fifth of the chord, `x` the bass, soft."""
    if argument == "long":
        made: list[Note] = []
        for chord in ground.chords:
            pitch = _lowest(chord.bass, ground, made[-1].pitch if made else None)
            if made and made[-1].pitch == pitch and made[-1].beats < 2 * BAR:
                made[-1] = made[-1]._replace(beats=made[-1].beats + chord.beats)
            else:
                made.append(Note(chord.at, chord.beats, pitch))
        return made
    found = strokes(argument, ground.bars)
    ends = [at for at, _, _ in found[1:]] + [BAR * ground.bars]
    made = []
    for (at, _, mark), end in zip(found, ends, strict=True):
        chord = ground.chords[_index(ground.chords, at)]
        wanted = chord.tones[-1 if len(chord.tones) < 3 else 2] if mark == "5" else chord.bass
        pitch = _lowest(wanted, ground, made[-1].pitch if made else None)
        made.append(Note(at, min(end - at, 2.0), pitch, {"R": 1.12, "x": 0.85}.get(mark, 1.0)))
    return made


def _lowest(wanted: int, ground: Ground, before: int | None) -> int:
    """Return a pitch of a class in the range: the nearest to the pitch before it, else the lowest."""
    choices = [pitch for pitch in range(ground.low, ground.high + 1) if pitch % 12 == wanted]
    return choices[0] if before is None else min(choices, key=lambda pitch: (abs(pitch - before), pitch))


def kettles(ground: Ground, argument: str) -> list[Note]:
    """Two kettledrums: `R` the root, `5` the fifth; `~` is a roll of a beat."""
    made = []
    for at, weight, mark in strokes(argument, ground.bars):
        chord = ground.chords[_index(ground.chords, at)]
        wanted = chord.tones[2] if mark == "5" and len(chord.tones) > 2 else chord.bass
        pitch = next(one for one in range(*TIMPANI) if one % 12 == wanted)
        if mark == "~":
            made += [Note(at + place / 8, 0.12, pitch, 0.5 + 0.06 * place) for place in range(8)]
        else:
            made.append(Note(at, 0.9, pitch, weight))
    return made


def drum(name: str) -> Callable[[Ground, str], list[Note]]:
    """Strokes of a drum; `~` is a roll of a beat that swells."""

    def made(ground: Ground, argument: str) -> list[Note]:
        notes = []
        for at, weight, mark in strokes(argument, ground.bars):
            if mark == "~":
                notes += [Note(at + place / 8, 0.1, DRUMS[name], 0.35 + 0.06 * place) for place in range(8)]
            else:
                notes.append(Note(at, 0.2, DRUMS[name], weight))
        return notes

    return made


def _index(chords: Sequence[Chord], at: float) -> int:
    return max(number for number, chord in enumerate(chords) if chord.at <= at + 1e-6)


TEXTURES: dict[str, Callable[[Ground, str], list[Note]]] = {
    "pad": pad,
    "stabs": stabs,
    "figure": figure,
    "bass": bass,
    "kettles": kettles,
    **{name: drum(name) for name in DRUMS},
}
