"""Time of day and weather as values of the ground program; counters and text keep most of their brightness."""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[float, float, float]


class Light(NamedTuple):
    """Gain and contrast of the ground, gain of what lies on it, where the sun is, colour and thickness of the haze.

    Then what the weather does, each 0 to 1: shadows of clouds, wetness, how rough the sea is, how much rain falls.
    """

    gain: Rgb = (1.0, 1.0, 1.0)
    contrast: float = 1.0
    objects: float = 1.0
    sun: Rgb = (-0.45, 0.45, 0.77)
    haze: Rgb = (0.80, 0.86, 0.88)
    haze_density: float = 0.010
    clouds: float = 0.0
    wet: float = 0.0
    swell: float = 0.0
    rain: float = 0.0


LIGHTS: dict[str, Light] = {
    "clear": Light(gain=(1.04, 1.03, 1.0)),
    "overcast": Light(
        gain=(0.97, 0.98, 0.99),
        contrast=0.94,
        sun=(-0.25, 0.25, 0.93),
        haze=(0.74, 0.77, 0.78),
        haze_density=0.014,
        clouds=1.0,
    ),
    "rain": Light(
        gain=(0.84, 0.88, 0.90),
        contrast=0.93,
        objects=0.97,
        sun=(-0.2, 0.2, 0.96),
        haze=(0.66, 0.70, 0.72),
        haze_density=0.022,
        clouds=0.7,
        wet=0.8,
        swell=0.45,
        rain=0.75,
    ),
    "storm": Light(
        gain=(0.72, 0.77, 0.80),
        contrast=0.97,
        objects=0.94,
        sun=(-0.2, 0.2, 0.96),
        haze=(0.50, 0.55, 0.58),
        haze_density=0.032,
        clouds=0.8,
        wet=1.0,
        swell=1.0,
        rain=1.0,
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


class Hour(NamedTuple):
    """The addition of a time of day to a light: a gain, the place of the sun, the colour of the haze."""

    gain: Rgb
    sun: Rgb
    haze: Rgb
    objects: float = 1.0


HOURS: dict[str, Hour] = {
    "morning": Hour((1.02, 0.975, 0.945), (-0.72, 0.30, 0.62), (0.90, 0.84, 0.80)),
    "evening": Hour((1.00, 0.885, 0.745), (-0.80, 0.25, 0.50), (0.88, 0.70, 0.54), 0.97),
}
LEAST = 0.93
"""The share of its brightness that is left of a counter in the evening, in any weather."""
BELOW_CLOUDS = 0.45
"""The share of a time of day that is left below a closed cover of clouds."""


def at_hour(light: Light, hour: str) -> Light:
    """A light at a time of day, a name of HOURS; "" or "day" leaves it as it is. KeyError for an unknown name."""
    if hour in ("", "day"):
        return light
    told, share = HOURS[hour], 1.0 - (1.0 - BELOW_CLOUDS) * light.clouds
    return light._replace(
        gain=_mixed(light.gain, _times(light.gain, told.gain), share),
        sun=_mixed(light.sun, told.sun, share),
        haze=_mixed(light.haze, told.haze, share),
        objects=min(light.objects, max(LEAST, light.objects * (1.0 + (told.objects - 1.0) * share))),
    )


def _times(one: Rgb, other: Rgb) -> Rgb:
    return one[0] * other[0], one[1] * other[1], one[2] * other[2]


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    a, b, c = (x + (y - x) * share for x, y in zip(one, other, strict=True))
    return a, b, c
