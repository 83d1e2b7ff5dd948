"""Things that men carry. The right hand is the origin, the muzzle looks along y. Forty hundredths too thick, to be
seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from art.modelling.sculpture import Sculpture

STOCK = (
    (-0.44, -0.13), (-0.44, 0.0), (-0.10, 0.035), (0.10, 0.045),
    (0.10, -0.025), (-0.02, -0.025), (-0.08, -0.055), (-0.2, -0.075),
)  # fmt: skip
"""Outline of a rifle's stock, y and z."""


def _rifle(s: Sculpture, length: float, nose_cap: bool = False) -> None:
    s.paint("wood", 0.012)
    s.slab(STOCK, 0.030, edge=0.014)
    s.box((0, 0.30, 0.012), (0.026, 0.24, 0.034))
    s.paint("steel")
    s.cone((0, 0.3, 0.022), (0, length + 0.16, 0.022), 0.0165)
    s.box((0, 0.06, 0.045), (0.018, 0.10, 0.022), 0.008)
    s.cone((0, 0.02, 0.05), (0.075, 0.01, 0.035), 0.013)
    s.box((0, 0.06, -0.035), (0.018, 0.045, 0.03), 0.008)
    s.box((0, length + 0.12, 0.05), (0.008, 0.012, 0.022), 0.004)
    s.ring((0, -0.015, -0.035), 0.028, 0.007, (0, 90, 0))
    if nose_cap:
        s.box((0, 0.52, 0.02), (0.03, 0.04, 0.032), 0.012)


def _submachine_gun(s: Sculpture, wooden: bool = False) -> None:
    s.paint("steel")
    s.cone((0, -0.12, 0.02), (0, 0.22, 0.02), 0.030)
    s.cone((0, 0.2, 0.02), (0, 0.46, 0.02), 0.017)
    s.box((0, 0.16, -0.12), (0.016, 0.03, 0.12), 0.008)
    s.paint("wood" if wooden else "steel")
    s.capsule((0, -0.02, -0.02), (0, -0.05, -0.11), 0.025)
    s.chain([(0, -0.12, 0.01), (0, -0.4, -0.06)], 0.022)
    if wooden:
        s.capsule((0, 0.26, -0.01), (0, 0.24, -0.10), 0.024)
        s.box((0, -0.38, -0.05), (0.026, 0.09, 0.05))


def _bren(s: Sculpture) -> None:
    s.paint("steel")
    s.box((0, 0.05, 0), (0.032, 0.24, 0.045), 0.014)
    s.cone((0, 0.25, 0.02), (0, 0.80, 0.02), 0.020)
    s.cone((0, 0.8, 0.02), (0, 0.86, 0.02), 0.026, 0.032)
    s.capsule((0, 0.10, 0.05), (0, 0.16, 0.20), 0.030, 0.026)
    for side in (-0.13, 0.13):
        s.capsule((0, 0.62, 0), (side, 0.66, -0.26), 0.014)
    s.paint("wood", 0.01)
    s.slab([(-0.46, -0.12), (-0.46, 0.02), (-0.18, 0.03), (-0.18, -0.06)], 0.030, edge=0.015)
    s.capsule((0, -0.1, -0.03), (0, -0.14, -0.11), 0.024)


def _mg42(s: Sculpture) -> None:
    s.paint("steel")
    s.box((0, 0, 0), (0.036, 0.26, 0.050), 0.014)
    s.box((0, 0.45, 0.01), (0.034, 0.24, 0.036), 0.014)
    s.cone((0, 0.68, 0.01), (0, 0.84, 0.01), 0.022)
    s.cone((0, 0.8, 0.01), (0, 0.87, 0.01), 0.026, 0.038)
    for side in (-0.17, 0.17):
        s.capsule((0, 0.62, -0.02), (side, 0.68, -0.33), 0.015)
    s.capsule((-0.05, 0.05, 0.02), (-0.20, 0.06, -0.10), 0.022)
    s.cone((-0.07, 0.05, -0.02), (-0.17, 0.05, -0.02), 0.085)
    s.paint("wood")
    s.slab([(-0.52, -0.11), (-0.52, 0.04), (-0.24, 0.03), (-0.24, -0.04)], 0.030, edge=0.015)
    s.capsule((0, -0.12, -0.03), (0, -0.17, -0.12), 0.024)


def _browning(s: Sculpture) -> None:
    """The American .30 on its tripod."""
    s.paint("steel")
    s.box((0, 0, 0), (0.045, 0.20, 0.065), 0.014)
    s.cone((0, 0.18, 0.01), (0, 0.66, 0.01), 0.036)
    s.cone((0, 0.64, 0.01), (0, 0.74, 0.01), 0.022, 0.030)
    for foot in ((-0.26, 0.30), (0.26, 0.30), (0.0, -0.34)):
        s.capsule((0, 0.10, -0.06), (foot[0], 0.10 + foot[1], -0.52), 0.020)
    s.paint("metalgreen")
    s.box((-0.14, 0.06, -0.03), (0.07, 0.10, 0.08), 0.012)


def _flame_thrower(s: Sculpture) -> None:
    s.paint("steel")
    s.cone((0, -0.30, 0), (0, 0.60, 0), 0.028)
    s.cone((0, 0.56, 0), (0, 0.66, 0), 0.045, 0.038)
    s.capsule((0, 0.10, 0), (0, 0.08, -0.12), 0.022)
    s.paint("rubber")
    s.chain([(0, -0.28, 0), (0.05, -0.44, -0.10), (0.02, -0.58, 0.06)], 0.022, blend=0.02)


def _mine_detector(s: Sculpture) -> None:
    """A long handle and a plate; the hand that holds it points down and forward."""
    s.paint("wood")
    s.capsule((0, -0.35, 0.02), (0, 0.95, -0.02), 0.022)
    s.paint("metalgreen")
    s.box((0, -0.10, 0.05), (0.05, 0.11, 0.035), 0.015)
    s.cone((0, 0.93, -0.05), (0, 0.98, 0.03), 0.19, 0.19, 0.02)


def _rocket_tube(s: Sculpture) -> None:
    s.paint("metalgreen")
    s.cone((0, -0.55, 0), (0, 0.75, 0), 0.048, edge=0.006)
    s.cone((0, -0.6, 0), (0, -0.5, 0), 0.065, 0.05)
    s.capsule((0, 0.02, 0), (0, 0, -0.15), 0.024)
    s.paint("wood")
    s.box((0, -0.2, -0.07), (0.025, 0.1, 0.05))


def _panzerfaust(s: Sculpture) -> None:
    s.paint("metalgreen")
    s.cone((0, -0.5, 0), (0, 0.35, 0), 0.030)
    s.cone((0, 0.33, 0), (0, 0.45, 0), 0.035, 0.085)
    s.cone((0, 0.44, 0), (0, 0.60, 0), 0.085, 0.04)


WEAPONS: dict[str, Callable[[Sculpture], None]] = {
    "garand": partial(_rifle, length=0.62),
    "enfield": partial(_rifle, length=0.60, nose_cap=True),
    "kar98": partial(_rifle, length=0.64),
    "thompson": partial(_submachine_gun, wooden=True),
    "mp40": _submachine_gun,
    "sten": _submachine_gun,
    "bren": _bren,
    "mg42": _mg42,
    "browning": _browning,
    "flame": _flame_thrower,
    "detector": _mine_detector,
    "bazooka": _rocket_tube,
    "panzerfaust": _panzerfaust,
}
