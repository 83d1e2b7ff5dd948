"""Sounds of movement: boots, lorries, tanks, ships."""

from __future__ import annotations

import numpy as np

from art.sounding.dsp import (
    Samples,
    band,
    clock,
    coloured,
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
    sweep,
    swell,
    wander,
)

Chance = np.random.Generator


def _step(dice: Chance) -> Samples:
    """A boot with nails on a dirt road: heel, grit, sole."""
    heel = sweep(95 * (0.6 + 0.6 * np.exp(-clock(0.08) / 0.015))) * fall(0.08, 0.06, 0.002)
    grit = np.zeros(count(0.13))
    at = dice.integers(0, len(grit), 46)
    grit[at] = dice.standard_normal(46)
    grit = band(grit, 900, 6500) * fall(0.13, 0.14, 0.008)
    sole = band(noise(dice, 0.09), 250, 1500) * fall(0.09, 0.05, 0.004)
    return mixed(0.2, [(0, heel, 0.16), (0.002, sole, 1.0), (0.010, grit, 2.6), (0.075, grit[::-1], 0.9)])


def march(number: int) -> Samples:
    """A section on the march, not in step, with the rattle of its kit."""
    dice = dice_of("march", number)
    long, parts = 1.7, []
    for _ in range(5):  # men
        at, beat, gain = dice.uniform(0, 0.4), dice.uniform(0.49, 0.55), dice.uniform(0.35, 1.0)
        while at < long - 0.2:
            parts.append((at, _step(dice), gain * dice.uniform(0.7, 1.0)))
            if dice.random() < 0.35:
                kit = ring(
                    noise(dice, 0.09) * fall(0.09, 0.01), [(2300, 0.05, 0.03), (3700, 0.04, 0.02), (890, 0.05, 0.03)]
                )
                parts.append((at + 0.03, kit, 0.5 * gain))
            at += beat * dice.uniform(0.96, 1.04)
    dry = mixed(long, parts) * _passing(long)
    return in_place(dry, echo(dice, 0.6, dark=1800), 0.12)


def _passing(long: float) -> Samples:
    """Comes and goes."""
    time = clock(long)
    return np.minimum(1, time / (0.22 * long)) ** 0.7 * np.minimum(1, (long - time) / (0.35 * long)) ** 1.2


def _engine(dice: Chance, long: float, rate: Samples, *, cylinders: int, rough: float) -> Samples:
    """Explosions one after the other: pulses at `rate` turns a second in an exhaust that answers low."""
    phase = np.cumsum(rate * cylinders / 2) / 44_100 + wander(dice, long, 90, -rough, rough) * 0.8
    beats = np.floor(np.maximum.accumulate(phase)).astype(int)
    firsts = np.flatnonzero(np.diff(beats, prepend=-1) > 0)
    strength = 1 + rough * dice.standard_normal(cylinders)
    pulses = np.zeros(count(long))
    pulses[firsts] = strength[np.arange(len(firsts)) % cylinders] * (1 + 0.15 * dice.standard_normal(len(firsts)))
    body = ring(pulses, [(68, 0.09, 0.6), (124, 0.06, 0.5), (260, 0.03, 0.35), (540, 0.02, 0.2), (1100, 0.012, 0.1)])
    body = 0.55 * body + 1.3 * band(body, 220, 2400)
    wash = band(noise(dice, long), 200, 3200) * (0.3 + 0.7 * np.abs(body) / (np.max(np.abs(body)) + 1e-9))
    return driven(body / (np.std(body) + 1e-9) * 0.2 + wash * 0.6, 1.4)


def lorry(number: int) -> Samples:
    """Lorries and half-tracks: six cylinders that change up, gears, tyres on a road."""
    dice = dice_of("lorry", number)
    long = 2.0
    time = clock(long)
    change = dice.uniform(0.7, 1.1)
    rate = np.where(time < change, 19 + 11 * time / change, 21 + 7 * (time - change) / (long - change))
    rate = np.convolve(rate, np.ones(3000) / 3000, mode="same")
    rate[:3000], rate[-3000:] = rate[3000], rate[-3001]
    engine = _engine(dice, long, rate, cylinders=6, rough=0.18)
    gears = sweep(rate * 23) * 0.07 + sweep(rate * 31) * 0.05 + sweep(rate * 47) * 0.02
    tyres = band(coloured(dice, long, 1.0), 180, 2400) * wander(dice, long, 14, 0.4, 1.0) * 0.5
    gap = 1 - 0.55 * np.exp(-(((time - change) / 0.09) ** 2))
    return in_place((engine * gap + gears + tyres * 0.6) * _passing(long), echo(dice, 0.8, dark=1500), 0.15)


def tracks(number: int) -> Samples:
    """A tank: a deep engine, links that clank over the sprocket, and their squeal."""
    dice = dice_of("tracks", number)
    long = 2.1
    rate = 17 + 6 * np.minimum(1, clock(long) / 0.9) + wander(dice, long, 4, -0.7, 0.7)
    engine = _engine(dice, long, rate, cylinders=9, rough=0.45)
    parts, at = [], 0.05
    while at < long - 0.1:
        link = ring(
            noise(dice, 0.09) * fall(0.09, 0.008, 0.0006),
            [(dice.uniform(480, 560), 0.05, 0.07), (1240, 0.035, 0.05), (2350, 0.025, 0.035), (3900, 0.015, 0.02)],
        )
        parts.append((at, link, dice.uniform(0.5, 1.0)))
        at += 0.083 * dice.uniform(0.9, 1.12)
    for _ in range(3):  # squeals
        tone, size = dice.uniform(1150, 2200), dice.uniform(0.18, 0.4)
        bend = tone * (1 + 0.06 * np.sin(2 * np.pi * clock(size) / size * dice.uniform(0.5, 1.5)))
        squeal = (sweep(bend) + 0.5 * sweep(bend * 2.01) + 0.3 * sweep(bend * 3.02)) * swell(size, size / 2, size / 5)
        parts.append((dice.uniform(0.3, long - 0.6), squeal * wander(dice, size, 45, 0.3, 1), 0.055))
    ground = band(coloured(dice, long, 1.8), 28, 130) * 1.3
    clatter = mixed(long, parts)
    return in_place((engine * 0.5 + clatter * 2.6 + ground * 0.3) * _passing(long), echo(dice, 0.9, dark=1600), 0.16)


def ship(number: int) -> Samples:
    """A ship under way: the beat of its screws and the bow wave."""
    dice = dice_of("ship", number)
    long = 3.2
    beat = 0.55 + 0.45 * np.maximum(0, np.sin(2 * np.pi * 3.1 * clock(long))) ** 2
    hull = (saw(np.full(count(long), 41.0), 12) * 0.5 + band(coloured(dice, long, 2), 30, 180)) * beat
    wave = band(noise(dice, long), 350, 5200) * wander(dice, long, 3, 0.25, 1.0)
    return in_place((hull * 0.9 + wave * 0.5) * _passing(long), echo(dice, 1.2, dark=1500), 0.2)


def horn(number: int) -> Samples:
    """The horn of a ship, out on the water."""
    dice = dice_of("horn", number)
    long = 2.4
    time = clock(long)
    blown = np.minimum(1, time / 0.16) * np.minimum(1, np.maximum(0, (1.75 - time) / 0.22))
    lift = 1 - 0.03 * np.exp(-time / 0.08)
    tone = sum(saw(base * lift * wander(dice, long, 6, 0.998, 1.002), 16) for base in (116.5, 146.8, 174.6))
    air = band(noise(dice, long), 300, 2500) * 0.25
    return in_place(
        (band(np.asarray(tone), 80, 1500) * 0.6 + air) * blown, echo(dice, 3.0, dark=900, first=(0.4, 0.9)), 0.5
    )
