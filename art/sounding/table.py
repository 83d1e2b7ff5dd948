"""Sounds of the table: dice, cards, buttons."""

from __future__ import annotations

import numpy as np

from art.sounding.dsp import Samples, band, clock, dice_of, echo, fall, in_place, mixed, noise, ring, sweep, swell

Chance = np.random.Generator
WOOD = ((236, 0.05, 0.035), (402, 0.04, 0.035), (787, 0.03, 0.035))


def _room(dice: Chance) -> Samples:
    return echo(dice, 0.45, dark=3200, first=(0.013, 0.029))


def _knock(dice: Chance, hard: float) -> Samples:
    """A die of bone on wood."""
    size = dice.uniform(0.9, 1.12)
    bone = [(2650 * size, 0.014, 0.09), (4300 * size, 0.010, 0.08), (6900 * size, 0.006, 0.05)]
    strike = noise(dice, 0.12) * fall(0.12, 0.003 + 0.002 * hard, 0.0002)
    return ring(strike, bone) + ring(strike, WOOD) * hard


def dice_thrown(number: int) -> Samples:
    """Dice fall on a wooden table, jump, roll and lie still."""
    dice, parts = dice_of("dice thrown", number), []
    for one in range(4):
        at, gap, gain = 0.02 + 0.045 * one * dice.uniform(0.6, 1.3), dice.uniform(0.13, 0.19), dice.uniform(0.7, 1.0)
        while gap > 0.012 and at < 1.0:
            parts.append((at, _knock(dice, 0.9 * gain), gain))
            at += gap * dice.uniform(0.85, 1.1)
            gap *= 0.68
            gain *= 0.72
        for _ in range(int(dice.integers(2, 6))):  # it rolls over its edges
            at += dice.uniform(0.03, 0.06)
            parts.append((at, _knock(dice, 0.35), gain * 0.8))
    return in_place(mixed(1.25, parts), _room(dice), 0.22)


def dice_shaken(number: int) -> Samples:
    """Dice in a leather cup."""
    dice, parts = dice_of("dice shaken", number), []
    for turn in range(4):
        for _ in range(4):
            at = 0.03 + turn * 0.118 + dice.normal(0, 0.017)
            parts.append((max(0.0, at), band(_knock(dice, 0.3), 300, 4200), dice.uniform(0.4, 1.0)))
        leather = band(noise(dice, 0.09), 150, 900) * swell(0.09, 0.04, 0.015)
        parts.append((turn * 0.118, leather, 0.35))
    return in_place(mixed(0.6, parts), _room(dice), 0.12)


def card_drawn(number: int) -> Samples:
    """A card slides off the pile."""
    dice = dice_of("card drawn", number)
    long = 0.26
    time = clock(long)
    rub = band(noise(dice, long), 1600, 9500) * swell(long, 0.10 + 0.01 * number, 0.045)
    grain = 0.6 + 0.4 * np.sign(np.sin(2 * np.pi * (140 + 300 * time) * time))
    snap = band(noise(dice, 0.03), 1500, 8000) * fall(0.03, 0.012, 0.0005)
    dry = mixed(long + 0.05, [(0, rub * grain, 0.6), (0.195, snap, 0.55)])
    return in_place(dry, _room(dice), 0.14)


def card_played(number: int) -> Samples:
    """A card is laid on the table: a breath of air, a slap."""
    dice = dice_of("card played", number)
    air = band(noise(dice, 0.16), 400, 3000) * swell(0.16, 0.12, 0.03)
    slap = band(noise(dice, 0.05), 700, 7500) * fall(0.05, 0.022, 0.0005)
    wood = ring(noise(dice, 0.2) * fall(0.2, 0.006, 0.0005), WOOD)
    return in_place(mixed(0.4, [(0, air, 0.25), (0.13, slap, 0.8), (0.13, wood, 1.2)]), _room(dice), 0.2)


def shuffled(number: int) -> Samples:
    """A pile of cards is shuffled: a riffle and a knock."""
    dice, parts, at = dice_of("shuffled", number), [], 0.02
    for turn in range(34):
        flick = band(noise(dice, 0.02), 1300, 8000) * fall(0.02, 0.008, 0.0004)
        parts.append((at, flick, dice.uniform(0.4, 0.9) * (0.5 + 0.5 * np.sin(np.pi * turn / 34))))
        at += 0.024 * (1.2 - 0.5 * np.sin(np.pi * turn / 34)) * dice.uniform(0.8, 1.2)
    wood = ring(noise(dice, 0.2) * fall(0.2, 0.006), WOOD)
    return in_place(mixed(at + 0.3, [*parts, (at + 0.06, wood, 1.0)]), _room(dice), 0.16)


def click(number: int) -> Samples:
    """A button: a small dry tap."""
    dice = dice_of("click", number)
    strike = noise(dice, 0.05) * fall(0.05, 0.0025, 0.0003)
    return ring(strike, [(1500 + 170 * number, 0.012, 0.09), (620, 0.016, 0.08), (3300, 0.005, 0.03)])


def refused(number: int) -> Samples:
    """No: two dull taps on wood, the second lower."""
    dice = dice_of("refused", number)
    high = ring(noise(dice, 0.16) * fall(0.16, 0.006), [(285, 0.075, 0.1), (610, 0.04, 0.05)])
    low = ring(noise(dice, 0.2) * fall(0.2, 0.006), [(205, 0.1, 0.12), (430, 0.05, 0.05)])
    return in_place(mixed(0.42, [(0, high, 0.8), (0.115, low, 1.0)]), _room(dice), 0.15)


def _bell(tone: float, long: float) -> Samples:
    made = np.zeros_like(clock(long))
    for partial, size, half in (
        (1.0, 1.0, 1.0),
        (2.0, 0.5, 0.7),
        (2.76, 0.22, 0.45),
        (5.4, 0.1, 0.2),
        (0.5, 0.25, 1.2),
    ):
        made += size * np.sin(2 * np.pi * tone * partial * clock(long)) * fall(long, long * half, 0.003)
    return made


def asked(number: int) -> Samples:
    """A decision is wanted: two soft notes of a desk bell, rising."""
    dice = dice_of("asked", number)
    dry = mixed(1.5, [(0, _bell(587.3, 1.0), 0.5), (0.17, _bell(880.0, 1.2), 0.6)])
    return in_place(dry, echo(dice, 0.9, dark=4000), 0.2)


def telegraph(number: int) -> Samples:
    """A message comes in: some strokes of a key, faint, as on a field wireless."""
    dice = dice_of("telegraph", number)
    strokes = ((1, 3, 1), (3, 1, 3), (1, 1, 3, 1), (3, 3, 1), (1, 3, 3))[number % 5]
    parts, at, unit = [], 0.03, 0.055
    for stroke in strokes:
        tone = sweep(np.full(round(44_100 * unit * stroke), 742.0))
        ramp = np.minimum(1, np.minimum(np.arange(len(tone)), np.arange(len(tone))[::-1]) / 250)
        parts.append((at, tone * ramp, 0.5))
        at += unit * (stroke + 1)
    hiss = band(noise(dice, at + 0.1), 500, 2600) * 0.08 * swell(at + 0.1, at / 2, at / 3)
    return band(mixed(at + 0.15, [*parts, (0, hiss, 1.0)]), 350, 2600)


def muster(number: int) -> Samples:
    """Men come back to a unit: crates set down, a bolt, straps."""
    dice = dice_of("muster", number)
    crate = ring(noise(dice, 0.3) * fall(0.3, 0.012), [(148, 0.1, 0.12), (260, 0.07, 0.1), (420, 0.05, 0.06)])
    bolt = ring(noise(dice, 0.1) * fall(0.1, 0.006), [(1750, 0.03, 0.06), (2900, 0.025, 0.05), (4800, 0.012, 0.03)])
    strap = band(noise(dice, 0.1), 900, 5000) * swell(0.1, 0.04, 0.02)
    parts = [(0, crate, 1.0), (0.27, crate, 0.6), (0.44, strap, 0.3), (0.58, bolt, 0.6), (0.66, bolt, 0.75)]
    return in_place(mixed(0.95, parts), echo(dice, 0.6, dark=2200), 0.2)
