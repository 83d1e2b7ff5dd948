"""Sounds of weapons: rifles, machine guns, guns, ships' guns, shells, bombs, aircraft."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import signal

from art.sounding.dsp import (
    RATE,
    Samples,
    band,
    clock,
    coloured,
    count,
    dice_of,
    driven,
    echo,
    fall,
    far,
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
FAR_FROM = 20
"""A far variant is made of a near variant with this number and higher, so that no near variant is repeated."""


class Place(NamedTuple):
    """A kind of country, by its answer to a shot: seconds to fall by 60 dB, the highest tones, single echoes."""

    seconds: float
    dark: float
    first: tuple[float, ...]


FIELD = Place(1.6, 1800, (0.07, 0.19, 0.31))
HEDGES = Place(0.9, 1300, (0.024, 0.052, 0.083, 0.14))
STREET = Place(1.3, 3600, (0.011, 0.019, 0.034, 0.052, 0.088, 0.13))
CLIFF = Place(3.2, 900, (0.25, 0.7, 1.1))
DISTANCE = Place(2.8, 800, (0.16, 0.42, 0.77, 1.2))
ROUND = (FIELD, HEDGES, STREET)
"""The places of variants, in turn."""
SPACING = 0.09
"""A burst is not even: its rounds lie apart by a time that varies by so large a share."""


def answer(dice: Chance, place: Place) -> Samples:
    """Return the answer of a place."""
    return echo(dice, place.seconds, dark=place.dark, first=place.first)


def _spot(dice: Chance, number: int) -> Samples:
    """Return the answer of the place of a variant."""
    return answer(dice, ROUND[number % len(ROUND)])


def far_off(make: Callable[[int], Samples]) -> Callable[[int], Samples]:
    """Return a maker of the same sound from two kilometres away: late, low, and mostly the answer of the country."""

    def made(number: int) -> Samples:
        near = make(number + FAR_FROM)
        dice = dice_of(f"far {make.__name__}", number)
        heard = far(far(near, 700), 500)
        tail = signal.fftconvolve(heard, answer(dice, DISTANCE))
        dry, wet = heard / np.max(np.abs(heard)), tail / np.max(np.abs(tail))
        return mixed(0.1 + len(tail) / RATE, [(0.0, 0.9 * dry, 1.0), (0.06, wet, 1.0)])

    return made


def shot(dice: Chance, *, heavy: float = 0.0) -> Samples:
    """One rifle shot: the crack of the bullet, the blast, the thump. `heavy` 0 rifle to 1 automatic gun."""
    crack = band(noise(dice, 0.04), 1500, 18000) * fall(0.04, 0.016, 0.0002) * 4.0
    blast = driven(band(noise(dice, 0.16), 250, 5200) * fall(0.16, 0.10 + 0.05 * heavy, 0.0006) * 3.5, 2.0)
    tone = 190 - 80 * heavy
    thump = sweep(tone * (0.5 + 0.7 * np.exp(-clock(0.14) / 0.03))) * fall(0.14, 0.11, 0.002)
    return mixed(0.2, [(0, crack, 1.0), (0.0015, blast, 0.8), (0.001, thump, 0.2 + 0.3 * heavy)])


def rifles(number: int) -> Samples:
    """A few rifles from both sides of a hedge, near and far."""
    dice, shots, at = dice_of("rifles", number), [], 0.0
    for turn in range(6 + int(dice.integers(0, 3))):
        near = dice.random() < 0.55 or turn == 0
        sound = shot(dice, heavy=dice.random() * 0.3)
        shots.append((at, sound if near else far(sound, 380), 1.0 if near else 0.5))
        at += dice.choice([0.09, 0.16, 0.27, 0.42]) * dice.uniform(0.8, 1.25)
    return in_place(mixed(min(2.2, at + 0.3), shots), _spot(dice, number), 0.34)


def _uneven(dice: Chance) -> float:
    """Return the time to the next round of a burst, as a share of what the rate of fire gives."""
    return float(np.clip(1 + SPACING * dice.standard_normal(), 1 - 2 * SPACING, 1 + 2 * SPACING))


def machine_gun(number: int) -> Samples:
    """Bursts of a fast machine gun (even numbers, 1200 rounds a minute) or of a slow one (odd numbers, 500)."""
    dice = dice_of("machine gun", number)
    fast = number % 2 == 0
    step, bursts = (60 / 1200, (9, 14)) if fast else (60 / 500, (4, 5))
    shots, at = [], 0.0
    for rounds in bursts:
        for _ in range(rounds + int(dice.integers(0, 3))):
            sound = shot(dice, heavy=0.25 if fast else 0.45)
            bolt = ring(band(noise(dice, 0.02), 800, 6000) * fall(0.02, 0.01), [(2900, 0.03, 0.04), (4300, 0.02, 0.03)])
            shots += [(at, sound, dice.uniform(0.85, 1.0)), (at + step * 0.45, bolt, 0.25)]
            at += step * _uneven(dice)
        at += dice.uniform(0.26, 0.38)
    return in_place(mixed(at + 0.1, shots), _spot(dice, number // 2), 0.22)


def boom(dice: Chance, *, size: float, bright: float = 1.0) -> Samples:
    """An explosion: a hard front, a body that sinks in pitch, earth that falls. `size` 0 small to 1 very large."""
    long = 0.7 + 1.6 * size
    front = band(noise(dice, 0.12), 450, 9000) * fall(0.12, 0.05 + 0.03 * size, 0.0003) * 4.0 * bright
    tones = (70 - 32 * size) * (0.55 + 1.4 * np.exp(-clock(long) / (0.05 + 0.07 * size)))
    body = driven(sweep(tones) * fall(long, long * 0.75, 0.004), 1.6)
    fire = coloured(dice, long, 1.3) * fall(long, long * 0.6, 0.003)
    fire = driven(band(fire, 130, 1100 + 1500 * bright) * 7.0, 2.6) * (0.25 + 0.75 * fall(long, long * 0.45, 0.003))
    rumble = band(coloured(dice, long, 2.0), 25, 160) * fall(long, long * 0.95, 0.03) * 2.2
    return mixed(long, [(0, front, 0.9), (0, body, 0.42), (0.002, fire, 0.8), (0.01, rumble, 0.35)])


def earth(dice: Chance, seconds: float, pieces: int) -> Samples:
    """Clods and stones that come down again."""
    parts = []
    for _ in range(pieces):
        low = dice.uniform(180, 700)
        clod = band(noise(dice, 0.07), low, low * 5) * fall(0.07, dice.uniform(0.02, 0.06), 0.002)
        parts.append((dice.beta(1.6, 2.4) * seconds, clod, dice.uniform(0.15, 0.7)))
    return mixed(seconds + 0.1, parts)


def impact(number: int) -> Samples:
    """A shell strikes, and earth comes down."""
    dice = dice_of("impact", number)
    dry = mixed(2.0, [(0, boom(dice, size=dice.uniform(0.26, 0.58)), 1.0), (0.35, earth(dice, 1.1, 34), 0.35)])
    return in_place(dry, _spot(dice, number), 0.35)


def gun(number: int) -> Samples:
    """The gun of a tank or an anti-tank gun: the hardest of cracks, and its answer from the hedges."""
    dice = dice_of("gun", number)
    crack = band(noise(dice, 0.09), 700, 12000) * fall(0.09, 0.035, 0.0002) * 5.0
    ring_of = ring(band(noise(dice, 0.05), 300, 3000) * fall(0.05, 0.02), [(410, 0.22, 0.05), (980, 0.12, 0.03)])
    dry = mixed(1.2, [(0, crack, 1.0), (0.001, boom(dice, size=dice.uniform(0.1, 0.26), bright=1.4), 1.0)])
    dry = mixed(1.2, [(0, dry, 1.0), (0.004, ring_of, 0.4)])
    return in_place(dry, _spot(dice, number), 0.45)


def battery(number: int) -> Samples:
    """Four guns of a battery behind us, one after the other."""
    dice, parts, at = dice_of("battery", number), [], 0.0
    for _ in range(4):
        parts.append((at, far(boom(dice, size=0.34, bright=0.8), 180), dice.uniform(0.8, 1.0)))
        at += dice.uniform(0.12, 0.30)
    return in_place(mixed(at + 1.1, parts), echo(dice, 2.2, dark=1200, first=(0.14, 0.36, 0.6)), 0.45)


def naval(number: int) -> Samples:
    """A broadside from the sea: two very deep blows that roll along the coast."""
    dice = dice_of("naval", number)
    parts = [
        (0.0, boom(dice, size=0.9, bright=0.6), 1.0),
        (dice.uniform(0.15, 0.34), boom(dice, size=0.8, bright=0.5), 0.8),
    ]
    roll = band(coloured(dice, 3.4, 2.0), 28, 220) * swell(3.4, 1.2, 0.8) * wander(dice, 3.4, 5, 0.4, 1.0) * 1.5
    dry = mixed(3.2, [*((at, far(sound, 90), gain) for at, sound, gain in parts), (0.3, roll, 0.4)])
    return in_place(dry, answer(dice, CLIFF), 0.5)


def whistle(number: int) -> Samples:
    """A shell comes in: it sinks in pitch and swells, and then strikes."""
    dice = dice_of("whistle", number)
    long = dice.uniform(0.95, 1.2)
    time = clock(long)
    tone = 1900 - 950 * (time / long) ** 1.6 - dice.uniform(0, 120)
    air = band(noise(dice, long), 700, 5000) * 0.8
    howl = sweep(tone * wander(dice, long, 18, 0.985, 1.015)) * 0.5 + sweep(tone * 2.02) * 0.12
    rise = (time / long) ** 2.4 * np.minimum(1, (long - time) / 0.015)
    strike = impact(number)
    return mixed(long + len(strike) / 44_100, [(0, (howl + air) * rise, 0.42), (long, strike, 1.0)])


def bombs(number: int) -> Samples:
    """A stick of bombs: their howl, and five blows that come nearer."""
    dice = dice_of("bombs", number)
    long = 1.15
    time = clock(long)
    howl = (sweep(1500 - 800 * (time / long)) + 0.6 * sweep(1370 - 700 * (time / long))) * 0.3
    howl = (howl + band(noise(dice, long), 600, 3500) * 0.5) * (time / long) ** 2
    parts, at = [(0.0, howl, 0.28)], long
    for turn in range(5):
        parts.append((at, far(boom(dice, size=0.55), 260 - 50 * turn), 0.55 + 0.1 * turn))
        at += dice.uniform(0.17, 0.26)
    parts.append((at, earth(dice, 1.3, 40), 0.25))
    return in_place(mixed(at + 1.5, parts), echo(dice, 2.2, dark=1500, first=(0.12, 0.33)), 0.4)


def aircraft(number: int) -> Samples:
    """A fighter-bomber passes low: twelve cylinders whose pitch sinks as it goes by."""
    dice = dice_of("aircraft", number)
    long, top = 3.6, 1.55
    time = clock(long)
    speed, height = 125.0, 80.0
    along = (time - top) * speed
    distance = np.sqrt(along**2 + height**2)
    shift = 1 / (1 + speed * along / distance / 340)
    base = dice.uniform(84, 102) * shift
    engine = saw(base, 30) + 0.5 * saw(base * 1.006, 30) + 0.45 * saw(base / 2, 30)
    engine *= 0.8 + 0.2 * sweep(base / 3)
    hiss = band(noise(dice, long), 900, 6000) * 0.5
    loud = (height / distance) ** 1.1
    engine = band(engine, 130, None, 1) + 0.8 * band(engine, 500, 2600)
    bright = band(engine, None, 3600) * loud + band(engine, None, 900) * (1 - loud) * 0.5 * loud**0.5
    dry = driven(bright * 0.7 + hiss * loud**2 * 0.5, 1.3) * np.minimum(1, (long - time) / 0.6)
    return in_place(dry, echo(dice, 1.2, dark=1500), 0.15)


def flak(number: int) -> Samples:
    """An automatic gun against aircraft: five hard blows, and bursts high up."""
    dice, parts = dice_of("flak", number), []
    for turn in range(6):
        sound = mixed(0.5, [(0, shot(dice, heavy=0.9), 0.9), (0.002, boom(dice, size=0.02), 0.45)])
        parts.append((turn * 0.155 + 0.155 * (_uneven(dice) - 1), sound, 1.0))
        if turn % 2:
            parts.append((0.9 + turn * 0.14, far(boom(dice, size=0.2), 500), 0.7))
    return in_place(mixed(2.3, parts), answer(dice, FIELD), 0.32)


def hit(number: int) -> Samples:
    """Something gives way: wood and cloth, dull and short."""
    dice = dice_of("hit", number)
    thud = sweep(dice.uniform(84, 124) * (0.5 + 0.8 * np.exp(-clock(0.22) / 0.03))) * fall(0.22, 0.16, 0.001)
    wood = ring(
        noise(dice, 0.3) * fall(0.3, 0.012, 0.0005),
        [(310, 0.07, 0.09), (540, 0.06, 0.11), (1170, 0.035, 0.1), (2100, 0.02, 0.06)],
    )
    cloth = band(noise(dice, 0.12), 300, 2600) * fall(0.12, 0.07, 0.003)
    dry = mixed(0.4, [(0, thud, 0.35), (0, wood, 0.9), (0.004, cloth, 0.9)])
    return in_place(dry, echo(dice, 0.5, dark=1600), 0.2)


def destroyed(number: int) -> Samples:
    """A unit is gone: a blow, a fire that takes hold, things that fall."""
    dice = dice_of("destroyed", number)
    long = 2.4
    crackle = np.zeros(count(long))
    at = dice.integers(0, count(long), 260)
    crackle[at] = dice.exponential(1.0, len(at)) * dice.choice([-1.0, 1.0], len(at))
    flames = band(crackle, 900, 7000) * 1.2 + band(coloured(dice, long, 1.5), 60, 500) * wander(dice, long, 9, 0.3, 1)
    metal = ring(noise(dice, 0.8) * fall(0.8, 0.02), [(620, 0.5, 0.03), (1130, 0.4, 0.02), (1710, 0.3, 0.02)])
    parts = [
        (0.0, boom(dice, size=0.5), 1.0),
        (0.25, flames * fall(long, 3.2, 0.5), 0.5),
        (0.3, earth(dice, 1.2, 30), 0.3),
    ]
    dry = mixed(long + 0.3, [*parts, (0.42, metal, 0.5), (0.75, metal, 0.22)])
    return in_place(dry, _spot(dice, number), 0.35)
