"""Loops that lie under everything, quietly: the country by its weather, and the sea. Each ends as it begins."""

from __future__ import annotations

import numpy as np

from art.sounding.dsp import (
    Samples,
    band,
    circular,
    clock,
    coloured,
    count,
    dice_of,
    echo,
    faded,
    fall,
    far,
    in_place,
    looped,
    noise,
    placed,
    sweep,
    swell,
    wander,
)
from art.sounding.weapons import boom

Chance = np.random.Generator
Part = tuple[float, Samples, float]
OVER = 2.0
"""Seconds over which the end of a bed of noise is blended into its beginning."""


def _wide(make: Samples, other: Samples) -> Samples:
    return np.stack([make, other], axis=1)


def _bed(dice: Chance, long: float, low: float, high: float, slope: float) -> Samples:
    """Two channels of noise in a band, seamless."""
    return _wide(*(looped(band(coloured(dice, long + OVER, slope), low, high), long) for _ in range(2)))


def _wind(dice: Chance, long: float, *, hard: float) -> Samples:
    """Wind in hedges and leaves: gusts that come over from one side to the other."""
    gusts = wander(dice, long, 0.35, 0.15, 1.0) ** 1.5
    low = _bed(dice, long, 70, 420, 1.2) * (0.35 + 0.65 * gusts)[:, None]
    leaves = _bed(dice, long, 900, 4200, 0.8) * (gusts**2)[:, None] * wander(dice, long, 3, 0.6, 1.0)[:, None]
    side = 0.25 * (wander(dice, long, 0.3, -1, 1))
    return (low * (0.7 + 0.5 * hard) + leaves * 0.35) * np.stack([1 - side, 1 + side], axis=1)


def _bird(dice: Chance) -> Samples:
    """A song bird: some short whistles that slide."""
    parts: list[Part] = []
    kind, base, at = int(dice.integers(0, 3)), dice.uniform(2600, 4300), 0.0
    for turn in range(int(dice.integers(3, 8))):
        long = (0.07, 0.13, 0.045)[kind] * dice.uniform(0.8, 1.3)
        time = clock(long) / long
        slide = (0.25, -0.18, 0.4)[kind] * dice.uniform(0.5, 1.2)
        tone = base * (1 + slide * (time - 0.5)) * (1 + 0.07 * ((turn * 7) % 3 - 1))
        parts.append((at, sweep(tone) * np.sin(np.pi * time) ** 1.5, dice.uniform(0.5, 1.0)))
        at += long + (0.06, 0.11, 0.02)[kind] * dice.uniform(0.7, 1.5)
    made = np.zeros(count(at + 0.1))
    for start, sound, gain in parts:
        place = round(start * 44_100)
        made[place : place + len(sound)] += gain * sound
    return made


def _birds(dice: Chance, long: float, songs: int, gain: float) -> list[Part]:
    wood = echo(dice, 1.1, dark=5000)
    return [
        (
            dice.uniform(0, long),
            placed(in_place(_bird(dice), wood, 0.4), dice.uniform(-0.9, 0.9)),
            gain * dice.uniform(0.2, 1.0),
        )
        for _ in range(songs)
    ]


def _far_guns(dice: Chance, long: float, shots: int, gain: float) -> list[Part]:
    """The front, many kilometres away: dull blows in groups."""
    valley = echo(dice, 3.0, dark=600, first=(0.4, 0.9))
    parts: list[Part] = []
    at = dice.uniform(0, 2)
    while len(parts) < shots:
        for _ in range(int(dice.integers(1, 5))):
            blow = in_place(band(far(boom(dice, size=0.6, bright=0.3), 2500), 28, 170), valley, 0.8)
            parts.append((at, placed(blow, dice.uniform(-0.6, 0.6)), gain * dice.uniform(0.3, 1.0)))
            at += dice.uniform(0.2, 0.7)
        at += dice.uniform(1.5, 5.0)
    return parts


def _drops(dice: Chance, long: float, each_second: int, low: float, high: float) -> Samples:
    """Rain: many drops a second, left and right."""
    channels = []
    for _ in range(2):
        made = np.zeros(count(long + OVER))
        at = dice.integers(0, len(made), int(each_second * (long + OVER)))
        np.add.at(made, at, dice.exponential(1.0, len(at)) * dice.choice([-1.0, 1.0], len(at)))
        channels.append(looped(band(made, low, high), long))
    return _wide(*channels)


def _surf(dice: Chance, long: float, waves: int, hard: float) -> list[Part]:
    """Waves that come in, break, and run back over the shingle."""
    parts: list[Part] = []
    for number in range(waves):
        size = dice.uniform(5.0, 6.5)
        come = band(coloured(dice, size, 1.4), 60, 900) * swell(size, 2.0, 0.9)
        breaks = band(noise(dice, size), 250, 5500) * swell(size, 2.5, 0.55)
        back = band(noise(dice, size), 1400, 8000) * swell(size, 3.8, 0.7) * wander(dice, size, 30, 0.5, 1.0)
        wave = faded(come * (0.7 + 0.4 * hard) + breaks * 0.5 + back * 0.16, 1.0, 1.3)
        pan = dice.uniform(-0.6, 0.6)
        parts.append((number * long / waves + dice.uniform(-0.6, 0.6), placed(wave, pan), dice.uniform(0.6, 1.0)))
    return [(start % long, sound, gain) for start, sound, gain in parts]


def clear(number: int) -> Samples:
    """A fine day: a breath of wind, birds, and the front far away."""
    dice, long = dice_of("clear", number), 24.0
    return circular(
        long,
        [
            (0, _wind(dice, long, hard=0.0), 0.30),
            *_birds(dice, long, 15, 0.30),
            *_far_guns(dice, long, 9, 0.22),
        ],
    )


def overcast(number: int) -> Samples:
    """Cloud: wind in the hedges, a bird now and then, the front."""
    dice, long = dice_of("overcast", number), 22.0
    return circular(
        long,
        [(0, _wind(dice, long, hard=0.5), 0.9), *_birds(dice, long, 4, 0.14), *_far_guns(dice, long, 8, 0.28)],
    )


def rain(number: int) -> Samples:
    """Rain on leaves and canvas."""
    dice, long = dice_of("rain", number), 18.0
    return circular(
        long,
        [
            (0, _drops(dice, long, 900, 1200, 9000), 0.5),
            (0, _drops(dice, long, 26, 300, 2200), 1.0),
            (0, _bed(dice, long, 400, 7000, 0.6) * wander(dice, long, 0.5, 0.75, 1.0)[:, None], 0.30),
            (0, _wind(dice, long, hard=0.4), 0.35),
            *_far_guns(dice, long, 4, 0.2),
        ],
    )


def storm(number: int) -> Samples:
    """A storm from the sea: hard wind, rain in gusts, breakers, thunder."""
    dice, long = dice_of("storm", number), 24.0
    gusts = wander(dice, long, 0.4, 0.3, 1.0)[:, None]
    thunder: list[Part] = []
    for at in (5.0, 16.5):
        size = 5.0
        roll = band(coloured(dice, size, 2.0), 28, 260) * fall(size, 5.5, 0.15) * wander(dice, size, 6, 0.25, 1.0)
        thunder.append(
            (at, in_place(placed(roll, dice.uniform(-0.6, 0.6)), echo(dice, 2.5, dark=600, wide=True), 0.5), 1.6)
        )
    howl_tone = 310 * wander(dice, long, 0.6, 0.8, 1.3)
    howl = band(noise(dice, long), 200, 900) * 0.2 + sweep(howl_tone) * 0.02
    howl = howl * gusts[:, 0] ** 2
    return circular(
        long,
        [
            (0, _wind(dice, long, hard=1.0), 0.75),
            (0, howl, 0.6),
            (0, _drops(dice, long, 1400, 1000, 8000) * gusts, 0.8),
            (0, _bed(dice, long, 500, 6000, 0.7) * gusts**2, 0.35),
            *[(at, sound, gain * 0.8) for at, sound, gain in _surf(dice, long, 4, 1.0)],
            *thunder,
        ],
    )


def dusk(number: int) -> Samples:
    """Evening and night: crickets, an owl, the front far away."""
    dice, long = dice_of("dusk", number), 22.0
    parts: list[Part] = [(0, _wind(dice, long, hard=0.0), 0.30), *_far_guns(dice, long, 10, 0.25)]
    for _ in range(3):
        tone, rate, pan = dice.uniform(4100, 4900), dice.uniform(2.2, 2.9), dice.uniform(-0.9, 0.9)
        rate = round(rate * long) / long  # whole chirps in the loop
        time = clock(long)
        chirp = np.maximum(0, np.sin(2 * np.pi * rate * time)) ** 3 * (
            0.5 + 0.5 * np.sin(2 * np.pi * round(31 * long) / long * time)
        )
        parts.append((0, placed(sweep(np.full(count(long), round(tone * long) / long)) * chirp, pan), 0.03))
    for at in (7.0, 8.1):
        time = clock(0.7)
        owl = sweep(395 - 25 * time) * swell(0.7, 0.3, 0.12)
        parts.append((at, in_place(placed(owl, 0.5), echo(dice, 1.6, dark=1500, wide=True), 0.6), 0.05))
    return circular(long, parts)


def sea(number: int) -> Samples:
    """The beach: waves on sand and shingle."""
    dice, long = dice_of("sea", number), 24.0
    return circular(long, [(0, _bed(dice, long, 80, 600, 1.4), 0.25), *_surf(dice, long, 5, 0.3)])
