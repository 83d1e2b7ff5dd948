"""Things on the beach and off it in the morning: landing craft for men and tanks, the open pits of strongpoints."""

from __future__ import annotations

from collections.abc import Sequence

from art.modelling.sculpture import Sculpture, Vector
from art.modelling.soldiers import bust
from art.modelling.tanks_allied import sherman
from art.modelling.weapons import WEAPONS

SIDES = (-1, 1)
ABOARD = (
    (-0.42, 1.5),
    (0.42, 1.45),
    (0.0, 1.0),
    (-0.42, 0.45),
    (0.42, 0.5),
    (0.0, -0.05),
    (-0.42, -0.55),
    (0.42, -0.5),
)
"""The places of men in the well, from the ramp on: x, y."""


def landing_craft(s: Sculpture) -> None:
    """An LCVP on its way in, a section behind the ramp."""
    s.paint("hull", 0.02)
    shape = ((1.12, -2.7, 0.80), (1.12, 2.35, 1.02), (0.95, -2.6, -0.2), (0.86, 1.75, -0.2))
    _well(s, shape, 0.04, ((0, 0.62, 1.0), (0.86, 1.95, 0.75), 0.02), ((0, 0.5, 0.26), (0.85, 1.75, 0.04)))
    with s.at((0, 2.42, 0.62), (-14, 0, 0)):
        _ramp(s, ((0.92, 0.07, 0.58), 0.03), (0.86, 0.03, 0.04), -0.08, 0.3)
    s.paint("armour", 0.02)
    s.box((0, -1.85, 0.92), (0.55, 0.42, 0.30), 0.06)
    s.paint("steel")
    for side in SIDES:
        s.ring((side * 0.62, -2.25, 0.88), 0.26, 0.06)
        s.cone((side * 0.62, -2.15, 1.05), (side * 0.66, -1.35, 1.18), 0.04, 0.025)
    for x, y in ABOARD:
        with s.at((x, y, 1.0), (0, 0, 9 * x)):
            _helmeted(s)
    with s.at((-0.1, -2.3, 1.2)):
        _helmeted(s)
    s.paint("foam", 0.05, folds=(0.03, 6, 6))
    with s.mirrored():
        s.chain([(0.5, 2.45, 0.0), (1.25, 1.5, 0.0), (1.5, -0.9, -0.03)], 0.11)
        s.chain([(0.5, -2.7, 0.0), (0.75, -3.2, -0.02)], 0.13)


def tank_craft(s: Sculpture) -> None:
    """An LCT on its way in: the bow with its ramp, and a tank behind it."""
    s.paint("hull", 0.03)
    shape = ((1.95, -3.9, 1.25), (1.95, 3.2, 1.45), (1.75, -3.8, -0.3), (1.6, 2.6, -0.3))
    _well(s, shape, 0.05, ((0, 0.45, 1.5), (1.5, 3.35, 1.05), 0.03), ((0, 0.2, 0.48), (1.49, 3.1, 0.06)))
    with s.at((0, 3.35, 0.95), (-16, 0, 0)):
        _ramp(s, ((1.52, 0.10, 0.85), 0.04), (1.45, 0.04, 0.06), -0.12, 0.5)
    s.paint("armour", 0.03)
    s.box((0, -3.35, 1.35), (1.0, 0.45, 0.62), 0.08)
    s.paint("steel")
    for side in SIDES:
        for y in (-2.4, -0.8, 0.8, 2.2):
            s.cone((side * 1.88, y, 1.35), (side * 1.88, y, 1.72), 0.035)
    with s.at((0.0, 0.0, 0.54)):
        sherman(s)
    with s.at((0.35, -3.35, 1.75), (0, 0, -12)):
        _helmeted(s)
    s.paint("foam", 0.06, folds=(0.03, 6, 6))
    with s.mirrored():
        s.chain([(0.9, 3.45, 0.0), (2.1, 2.3, 0.0), (2.4, -1.4, -0.03)], 0.15)
        s.chain([(0.9, -3.9, 0.0), (1.2, -4.5, -0.02)], 0.17)


def open_pit(s: Sculpture) -> None:
    """A ring of concrete in the ground with a machine gun: the Germans called it a Tobruk."""
    s.paint("earth", 0.2, folds=(0.04, 4.0, 4.0))
    s.ball((0, -0.15, -0.12), (1.12, 1.02, 0.50))
    s.box((0, 0, 1.0), (2, 2, 1.04), 0.0, how="keep")
    s.paint("concrete", 0.02, folds=(0.008, 6.0, 6.0))
    s.cone((0, 0, 0), (0, 0, 0.58), 0.74, 0.70, 0.07)
    s.cone((0, 0, 0.22), (0, 0, 0.8), 0.48, 0.48, 0.02, how="cut")
    s.paint("dark")
    s.cone((0, 0, 0.15), (0, 0, 0.24), 0.47)
    s.paint("canvas", 0.02, folds=(0.015, 9, 9))
    for x, y, turn in ((-0.62, 0.42, 55), (0.62, 0.40, -55), (-0.80, -0.05, 90), (0.80, -0.08, 90), (0.35, -0.74, 20)):
        s.ball((x, y, 0.58), (0.24, 0.14, 0.10), (0, 0, turn))
    with s.at((0, -0.18, 0.66)):
        _helmeted(s)
    with s.at((0.0, 0.16, 0.76)):
        WEAPONS["mg42"](s)


def _well(
    s: Sculpture,
    shape: Sequence[Vector],
    edge: float,
    hollow: tuple[Vector, Vector, float],
    floor: tuple[Vector, Vector],
) -> None:
    """Half a hull given by its corners, mirrored; the hollow for the load, and its floor of planks."""
    s.hull([(side * x, y, z) for side in SIDES for x, y, z in shape], edge)
    s.box(*hollow, how="cut")
    s.paint("plank", density=0.7)
    s.box(*floor, 0.0)
    s.paint("bare", 0.01)


def _ramp(s: Sculpture, plate: tuple[Vector, float], bar: Vector, y: float, apart: float) -> None:
    """The raised ramp, and three bars across it."""
    s.box((0, 0, 0), *plate)
    for z in (-apart, 0.0, apart):
        s.box((0, y, z), bar, 0.01)


def _helmeted(s: Sculpture) -> None:
    """Head, shoulders and helmet of a man who looks ahead."""
    bust(s, "leather")
    s.paint("helmet", 0.01)
    s.ball((0, 0.01, 0.36), (0.155, 0.175, 0.15))
    s.box((0, 0.02, 0.10), (0.3, 0.3, 0.19), 0.0, how="cut")
