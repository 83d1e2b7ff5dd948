"""Colours as people see them who part fewer of them, and how far two colours lie apart."""

from __future__ import annotations

import numpy as np

from wab.app.gfx.theme import Rgba

# Severe forms of colour blindness, applied to linear light (Machado, Oliveira and Fernandes 2009).
BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def light_of(tint: Rgba) -> np.ndarray:
    """Linear light of a colour."""
    part = np.array(tint[:3]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab_of(tint: Rgba, sight: str) -> np.ndarray:
    """A colour in CIE L*a*b* as it is seen."""
    light = np.clip(np.array(BLIND.get(sight, USUAL)) @ light_of(tint), 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = to_xyz @ light / (0.9505, 1.0, 1.089)
    f = [np.cbrt(value) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one: Rgba, two: Rgba, sight: str) -> float:
    """The CIE76 difference of two colours as they are seen."""
    return float(np.linalg.norm(lab_of(one, sight) - lab_of(two, sight)))


def contrast(one: Rgba, two: Rgba) -> float:
    """The contrast of WCAG 2, from 1 to 21."""
    bright, dark = sorted((float(light_of(tint) @ (0.2126, 0.7152, 0.0722)) for tint in (one, two)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
