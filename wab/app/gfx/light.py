"""Time of day and weather as values of the ground program; counters and text keep most of their brightness."""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[float, float, float]


class Light(NamedTuple):
    """Gain and contrast of the ground, gain of what lies on it, where the sun is, colour and thickness of the haze."""

    gain: Rgb = (1.0, 1.0, 1.0)
    contrast: float = 1.0
    objects: float = 1.0
    sun: Rgb = (-0.45, 0.45, 0.77)
    haze: Rgb = (0.80, 0.86, 0.88)
    haze_density: float = 0.010


LIGHTS: dict[str, Light] = {
    "clear": Light(gain=(1.04, 1.03, 1.0)),
    "overcast": Light(
        gain=(0.97, 0.98, 0.99), contrast=0.94, sun=(-0.25, 0.25, 0.93), haze=(0.74, 0.77, 0.78), haze_density=0.014
    ),
    "rain": Light(
        gain=(0.90, 0.93, 0.94),
        contrast=0.93,
        objects=0.97,
        sun=(-0.2, 0.2, 0.96),
        haze=(0.66, 0.70, 0.72),
        haze_density=0.022,
    ),
    "storm": Light(
        gain=(0.78, 0.82, 0.85),
        contrast=0.97,
        objects=0.94,
        sun=(-0.2, 0.2, 0.96),
        haze=(0.50, 0.55, 0.58),
        haze_density=0.032,
    ),
    "dusk": Light(
        gain=(0.96, 0.79, 0.62), objects=0.95, sun=(-0.80, 0.25, 0.45), haze=(0.86, 0.62, 0.44), haze_density=0.013
    ),
    "night": Light(
        gain=(0.54, 0.60, 0.74),
        contrast=0.96,
        objects=0.90,
        sun=(-0.3, 0.4, 0.87),
        haze=(0.16, 0.20, 0.29),
        haze_density=0.018,
    ),
}
