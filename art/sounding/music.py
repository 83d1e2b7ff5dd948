"""Short figures and pieces of our own: drums, a bugle, horns and strings. Written for this game."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from art.sounding.dsp import (
    Samples,
    band,
    clock,
    count,
    dice_of,
    driven,
    echo,
    fall,
    in_place,
    mixed,
    noise,
    ring,
    saw,
    wander,
)

Chance = np.random.Generator
Note = tuple[float, float, float]
"""Beat, length in beats, pitch as a number of MIDI (60 is middle C)."""


def pitch(number: float) -> float:
    """Hertz of a MIDI number."""
    return float(440.0 * 2 ** ((number - 69) / 12))


def brass(dice: Chance, number: float, seconds: float, *, loud: float = 0.8, warm: float = 0.0) -> Samples:
    """A note of a bugle or a horn: it is blown up to pitch, gets brighter as it gets louder, and trembles late.

    `warm` 0 a bugle to 1 a horn.
    """
    long = seconds + 0.18
    time = clock(long)
    tone = pitch(number) * (1 - 0.035 * np.exp(-time / 0.025))
    tone *= 1 + 0.0035 * np.minimum(1, time / 0.5) * np.sin(2 * np.pi * 5.3 * time)
    tone *= wander(dice, long, 8, 0.9985, 1.0015)
    blown = np.minimum(1, time / (0.035 + 0.03 * warm)) * np.minimum(1, np.maximum(0, long - time) / 0.17)
    blown *= 0.82 + 0.18 * np.exp(-time / 0.12)
    phase = 2 * np.pi * np.cumsum(tone) / 44_100
    made = np.zeros_like(time)
    for partial in range(1, 17):
        if pitch(number) * partial > 15000:
            break
        strength = partial ** (-0.55 - 0.9 * warm) * np.exp(
            -((partial * pitch(number) / (2600 - 1300 * warm)) ** 2) * 0.5
        )
        made += strength * (blown * loud) ** (1 + 0.28 * (partial - 1)) * np.sin(phase * partial)
    breath = band(noise(dice, long), 700, 4000) * blown * 0.02
    note: Samples = made * 0.5 + breath
    return note


def strings(dice: Chance, number: float, seconds: float) -> Samples:
    """A chord tone of low strings: a few players, not quite together."""
    long = seconds + 0.5
    time = clock(long)
    shape = np.minimum(1, time / 0.45) * np.minimum(1, np.maximum(0, long - time) / 0.5)
    made = np.zeros_like(time)
    for _ in range(4):
        tone = pitch(number) * dice.uniform(0.9975, 1.0025) * wander(dice, long, 5, 0.998, 1.002)
        made += saw(tone, 18)
    chord: Samples = band(made, 60, 1500) * shape * 0.22
    return chord


def snare(dice: Chance, hard: float) -> Samples:
    """A stroke on a field drum: skin, shell and snares."""
    skin = ring(noise(dice, 0.2) * fall(0.2, 0.004, 0.0003), [(196, 0.09, 0.12), (331, 0.06, 0.08), (479, 0.04, 0.05)])
    wires = band(noise(dice, 0.2), 1500, 9000) * fall(0.2, 0.10 + 0.05 * hard, 0.001)
    return mixed(0.25, [(0, skin, 1.0), (0.001, wires, 1.5)]) * hard


def drum(dice: Chance, hard: float) -> Samples:
    """A stroke on a bass drum."""
    tone = 54 * (1 + 0.5 * np.exp(-clock(0.9) / 0.02))
    skin = np.sin(2 * np.pi * np.cumsum(tone) / 44_100) * fall(0.9, 0.75, 0.003)
    felt = band(noise(dice, 0.08), 60, 600) * fall(0.08, 0.04, 0.002)
    return mixed(0.95, [(0, skin, 0.6), (0, felt, 1.6)]) * hard


def timpani(dice: Chance, number: float, hard: float) -> Samples:
    """A stroke on a kettledrum of this pitch."""
    base = pitch(number)
    strike = noise(dice, 1.5) * fall(1.5, 0.012, 0.001)
    return (
        ring(strike, [(base, 1.3, 0.06), (base * 1.5, 0.8, 0.035), (base * 1.99, 0.6, 0.02), (base * 2.44, 0.4, 0.01)])
        * hard
    )


def roll(dice: Chance, seconds: float, start: float, end: float) -> Samples:
    """A roll of the field drum that swells from one strength to another."""
    parts, at = [], 0.0
    while at < seconds:
        hard = start + (end - start) * at / seconds
        parts.append((at, snare(dice, hard * dice.uniform(0.75, 1.0)), 1.0))
        at += 0.038 * dice.uniform(0.9, 1.1)
    return mixed(seconds + 0.25, parts)


def _hall(dice: Chance, seconds: float) -> Samples:
    return echo(dice, seconds, dark=3800, first=(0.021, 0.037, 0.058), wide=True)


def _played(
    dice: Chance, notes: Iterable[Note], beat: float, *, loud: float, warm: float
) -> list[tuple[float, Samples, float]]:
    return [(at * beat, brass(dice, number, long * beat, loud=loud, warm=warm), 1.0) for at, long, number in notes]


def turn(number: int) -> Samples:
    """Our turn: a flam of the drum and a call of the bugle on its natural notes."""
    dice = dice_of("turn", number)
    beat = 0.2
    call: Iterable[Note] = ((0, 0.9, 67), (1, 0.45, 67), (1.5, 0.45, 72), (2, 2.6, 76))
    parts = _played(dice, call, beat, loud=0.8, warm=0.25)
    for at, hard in ((0, 0.9), (0.9, 0.35), (1, 0.7), (1.5, 0.6), (2, 1.0)):
        parts.append((at * beat, snare(dice, hard), 0.5))
    parts.append((2 * beat, drum(dice, 0.8), 0.4))
    return in_place(mixed(1.5, parts), _hall(dice, 1.3), 0.3)


def turn_of_others(number: int) -> Samples:
    """The other side's turn: the drum alone, low."""
    dice = dice_of("turn of others", number)
    strokes = ((0, 0.5), (0.13, 0.3), (0.26, 0.6), (0.52, 0.9))
    parts = [(at, snare(dice, hard), 1.0) for at, hard in strokes]
    parts += [(0, drum(dice, 0.7), 0.25), (0.52, drum(dice, 1.0), 0.32)]
    return in_place(mixed(1.2, parts), _hall(dice, 1.2), 0.3)


def medal(number: int) -> Samples:
    """An objective is ours: three notes of the bugle."""
    dice = dice_of("medal", number)
    call: Iterable[Note] = ((0, 0.5, 72), (0.5, 0.5, 76), (1, 2.4, 79))
    parts = [
        *_played(dice, call, 0.17, loud=0.7, warm=0.35),
        (0.17, snare(dice, 0.5), 0.4),
        (0.34, drum(dice, 0.5), 0.3),
    ]
    return in_place(mixed(1.1, parts), _hall(dice, 1.3), 0.32)


def lost(number: int) -> Samples:
    """An objective is lost: two notes of a muted horn, falling."""
    dice = dice_of("lost", number)
    call: Iterable[Note] = ((0, 1.0, 63), (1, 2.6, 58))
    parts = [*_played(dice, call, 0.22, loud=0.45, warm=0.9), (0.22, drum(dice, 0.6), 0.3)]
    return in_place(mixed(1.2, parts), _hall(dice, 1.4), 0.32)


def victory(number: int) -> Samples:
    """Eleven seconds in E flat: a roll, a call, and horns below it that come home."""
    dice = dice_of("victory", number)
    beat = 0.43
    tune: Iterable[Note] = (
        (2, 0.7, 70), (2.75, 0.25, 70), (3, 1, 75), (4, 1, 79), (5, 1.5, 82), (6.5, 0.5, 79),
        (7, 0.7, 80), (7.75, 0.25, 79), (8, 1, 77), (9, 1, 74), (10, 1.6, 75), (11.6, 0.4, 77),
        (12, 1, 79), (13, 0.95, 82), (14, 4.6, 87),
    )  # fmt: skip
    chords = (
        (3, 2, (51, 58, 63, 67)), (5, 2, (48, 60, 63, 67)), (7, 2, (56, 60, 63, 68)), (9, 1, (46, 58, 62, 65)),
        (10, 2, (48, 55, 60, 63)), (12, 1, (56, 60, 63)), (13, 1, (46, 58, 62, 68)), (14, 4.6, (39, 51, 58, 63, 67)),
    )  # fmt: skip
    parts = [(at, sound, 0.62) for at, sound, _ in _played(dice, tune, beat, loud=0.85, warm=0.3)]
    for at, long, numbers in chords:
        for one in numbers:
            parts.append((at * beat, brass(dice, one, long * beat, loud=0.62, warm=1.0), 0.34))
            parts.append((at * beat, strings(dice, one, long * beat), 0.30))
    parts.append((0, roll(dice, 3 * beat, 0.1, 0.7), 0.30))
    for at in (3, 5, 7, 9, 10, 12, 13, 14):
        parts.append((at * beat, timpani(dice, 39 if at != 9 and at != 13 else 46, 0.9), 0.9))
        parts.append((at * beat, snare(dice, 0.8), 0.25))
    parts += [((at + 0.5) * beat, snare(dice, 0.45), 0.25) for at in range(3, 14)]
    parts += [(14 * beat, drum(dice, 1.0), 0.9), (14 * beat, roll(dice, 3.4 * beat, 0.5, 0.05), 0.22)]
    return in_place(mixed(19.5 * beat, parts), _hall(dice, 2.2), 0.34)


def defeat(number: int) -> Samples:
    """Eleven seconds in C minor: a muffled drum, a lonely horn over low strings."""
    dice = dice_of("defeat", number)
    beat = 0.62
    tune: Iterable[Note] = (
        (1, 1.4, 67), (2.5, 0.5, 68), (3, 2, 67), (5, 1, 63), (6, 1, 65), (7, 1.8, 62), (9, 0.9, 63), (10, 0.9, 62),
        (11, 4.2, 60),
    )  # fmt: skip
    chords = (
        (1, 4, (36, 48, 55, 63)), (5, 2, (44, 51, 60)), (7, 2, (43, 50, 59, 62)), (9, 2, (41, 53, 56, 60)),
        (11, 4.2, (36, 48, 55, 60)),
    )  # fmt: skip
    parts = [(at, sound, 0.7) for at, sound, _ in _played(dice, tune, beat, loud=0.55, warm=0.85)]
    for at, long, numbers in chords:
        parts += [(at * beat, strings(dice, one, long * beat), 0.42) for one in numbers]
    for at in range(0, 14, 2):
        parts += [
            (at * beat, band(drum(dice, 0.8), None, 160), 1.0),
            ((at + 0.75) * beat, band(snare(dice, 0.3), None, 1200), 0.35),
        ]
        parts.append(((at + 1) * beat, band(drum(dice, 0.5), None, 160), 0.8))
    return in_place(driven(mixed(16.5 * beat, parts) * 0.5, 0.5), _hall(dice, 2.6), 0.36)


def draw(number: int) -> Samples:
    """A draw: a drum, and a horn that ends on an open fifth."""
    dice = dice_of("draw", number)
    beat = 0.5
    tune: Iterable[Note] = ((1, 1, 62), (2, 1, 65), (3, 1, 67), (4, 3.6, 69))
    chords = ((1, 3, (38, 50, 57)), (4, 3.6, (38, 45, 57, 62)))
    parts = [(at, sound, 0.65) for at, sound, _ in _played(dice, tune, beat, loud=0.6, warm=0.8)]
    for at, long, numbers in chords:
        parts += [(at * beat, strings(dice, one, long * beat), 0.42) for one in numbers]
    parts += [(at * beat, drum(dice, 0.7), 0.8) for at in (0, 1, 4)]
    made = mixed(8.6 * beat, parts)
    return in_place(made[: count(8.6 * beat)], _hall(dice, 2.2), 0.34)
