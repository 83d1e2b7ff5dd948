"""Tanks and assault guns of the Germans."""

from __future__ import annotations

import itertools

import numpy as np

from art.modelling import fittings as fit
from art.modelling.sculpture import Sculpture

SIDES = (-1, 1)


def panzer_four(s: Sculpture) -> None:
    """The Panzer IV with its skirts."""
    fit.tracks(s, 1.14, 0.40, [(-2.60, 0.62, 0.36), (2.65, 0.72, 0.38), (-1.85, 0.28, 0.28), (1.85, 0.28, 0.28)])
    with s.mirrored():
        for y in np.linspace(-1.80, 1.72, 8):
            fit.road_wheel(s, 1.14, float(y), 0.30, 0.225, 0.13)
        _return_rollers(s, 1.04, (-1.4, -0.45, 0.5, 1.4), 0.93)
        fit.sprocket(s, 1.14, 2.65, 0.72, 0.38, 0.14)
        fit.road_wheel(s, 1.14, -2.60, 0.62, 0.33, 0.10, holes=7)
        _fender(s, 1.16, 0.24, -2.95, 3.0, 1.05)
    s.paint("armour", 0.02)
    lower = ((-2.9, 0.55), (-2.9, 1.1), (2.2, 1.12), (2.85, 0.95), (2.95, 0.62), (2.6, 0.40), (-2.5, 0.40))
    upper = ((-2.75, 1.1), (-2.6, 1.55), (1.70, 1.60), (1.85, 1.1))
    s.hull([(side * 0.90, y, z) for side in SIDES for y, z in lower], 0.03)
    s.hull([(side * 1.32, y, z) for side in SIDES for y, z in upper], 0.03)
    _bow_plate(s, 1.80, 1.38)
    _spare_links(s, [(float(x), 2.62, 1.10) for x in np.linspace(-0.7, 0.7, 6)], (-16, 0, 0))
    _panzer_four_turret(s)
    _panzer_four_skirts(s)
    fit.spade_and_axe(s, -1.1, 1.62)
    s.paint("exhaust")
    s.cone((-0.8, -3.0, 0.85), (0.8, -3.0, 0.85), 0.17, edge=0.03)
    fit.rolled_canvas(s, (-0.75, -2.35, 1.68), (0.5, -2.35, 1.68))


def _panzer_four_turret(s: Sculpture) -> None:
    s.paint("armour", 0.02)
    box = (
        (0.68, 0.95, 1.6), (0.58, 0.9, 2.22), (1.0, 0.25, 1.6), (0.82, 0.25, 2.25),
        (1.0, -0.6, 1.6), (0.82, -0.55, 2.25), (0.62, -1.25, 1.62), (0.52, -1.15, 2.22),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in box], 0.04)
    s.box((0, 0.98, 1.92), (0.42, 0.12, 0.24), 0.06)
    s.box((0, -1.35, 1.92), (0.62, 0.28, 0.20), 0.05)
    fit.barrel(s, (0, 1.05, 1.94), 2.35, 0.072, brake=True)
    fit.hatch(s, 0, -0.62, 2.24, 0.33, True)
    fit.commander(s, (0, -0.62, 2.62), "black_cap", 10)


def _panzer_four_skirts(s: Sculpture) -> None:
    """Plates round the turret and along the hull."""
    s.paint("armour", 0.0)
    corners = [(1.18, 0.62), (1.22, -0.2), (1.15, -1.0), (0.75, -1.62)]
    with s.mirrored():
        for (x, y), (to_x, to_y) in itertools.pairwise(corners):
            angle = float(np.degrees(np.arctan2(to_y - y, to_x - x))) + 90
            half = float(np.hypot(to_x - x, to_y - y)) / 2 + 0.01
            s.box(((x + to_x) / 2, (y + to_y) / 2, 1.92), (0.025, half, 0.34), 0.01, (0, 0, angle))
        for y in (-2.0, -0.9, 0.2, 1.3):
            s.box((1.52, y, 1.02), (0.02, 0.535, 0.40), 0.012, (0, -4, 0))
    s.paint("steel")
    for y in (-2.3, 0.0, 1.5):
        s.cone((-1.5, y, 1.44), (1.5, y, 1.44), 0.025)
    fit.side_crosses(s, 1.535, 0.2, 1.05, 0.22)


def panther(s: Sculpture) -> None:
    """The Panther: sloped plates, a very long gun."""
    fit.tracks(s, 1.28, 0.56, [(-2.95, 0.62, 0.38), (2.95, 0.82, 0.42), (-2.1, 0.44, 0.44), (2.1, 0.44, 0.44)])
    with s.mirrored():
        for number, y in enumerate(np.linspace(-2.1, 2.1, 8)):
            fit.road_wheel(s, 1.28 + (0.10 if number % 2 else -0.08), float(y), 0.46, 0.43, 0.12)
        fit.sprocket(s, 1.28, 2.95, 0.82, 0.40, 0.2)
        fit.road_wheel(s, 1.28, -2.95, 0.62, 0.34, 0.14, holes=7)
        s.paint("armour", 0.01)
        for y in (-2.1, -1.05, 0.0, 1.05, 2.1):
            s.box((1.62, y, 1.02), (0.02, 0.51, 0.20), 0.012, (0, -3, 0))
    s.paint("armour", 0.02)
    wide = [(side * 1.62, y, z) for side in SIDES for y, z in ((-3.15, 1.2), (-2.9, 1.3), (2.3, 1.25))]
    narrow = [(side * 1.10, y, 1.82) for side in SIDES for y in (-3.0, 1.6)]
    s.hull([*wide, *narrow, *((side * 1.3, 2.75, 1.0) for side in SIDES)], 0.03)
    lower = ((-3.3, 0.7), (-3.35, 1.5), (1.7, 1.78), (3.25, 0.85), (2.75, 0.42), (-2.9, 0.42))
    s.hull([(side * 0.95, y, z) for side in SIDES for y, z in lower], 0.03)
    _panther_deck(s)
    _panther_turret(s)
    fit.spade_and_axe(s, -1.25, 1.72, -1.5, 1.4)
    s.paint("armour2")
    s.cone((-1.30, -2.2, 1.66), (-1.30, 0.2, 1.66), 0.09)
    for x in (-0.75, 0.75):
        s.box((x, -3.38, 1.35), (0.26, 0.16, 0.26), 0.04)


def _panther_deck(s: Sculpture) -> None:
    s.paint("armour2")
    s.ball((0.5, 2.25, 1.42), 0.18)
    for x in (-0.55, 0.55):
        s.cone((x, 1.35, 1.80), (x, 1.35, 1.86), 0.25)
    for x in (-0.75, 0.75):
        s.cone((x, -1.85, 1.80), (x, -1.85, 1.87), 0.36, edge=0.02)
        s.box((x, -2.5, 1.84), (0.36, 0.16, 0.03))
        s.box((x, -1.25, 1.84), (0.36, 0.14, 0.03))
    s.box((0, -2.0, 1.84), (0.25, 0.4, 0.03))
    fit.machine_gun(s, (0.5, 2.3, 1.42))
    s.paint("exhaust")
    for x in (-0.3, 0.3):
        s.capsule((x, -3.4, 1.2), (x, -3.45, 1.75), 0.075)


def _panther_turret(s: Sculpture) -> None:
    s.paint("armour", 0.02)
    box = (
        (1.08, 0.60, 1.84), (0.62, 0.62, 2.52), (1.12, -0.6, 1.84), (0.80, -0.6, 2.56),
        (0.85, -1.45, 1.86), (0.62, -1.30, 2.52), (0.85, 1.0, 1.84), (0.52, 0.95, 2.42),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in box], 0.03)
    s.cone((-0.72, 1.08, 2.14), (0.72, 1.08, 2.14), 0.30, edge=0.04)
    fit.barrel(s, (0, 1.25, 2.14), 3.55, 0.075, 1.5, True, 0.12)
    fit.hatch(s, -0.3, -0.55, 2.55, 0.32, True)
    fit.commander(s, (-0.3, -0.55, 2.94), "black_cap", -15)
    with s.mirrored():
        _spare_links(s, [(1.06, y, 2.16) for y in (-0.7, -0.35, 0.0)], (0, -26, 0), (0.03, 0.13, 0.22))
    fit.rolled_canvas(s, (-0.6, -1.55, 2.2), (0.6, -1.55, 2.2), 0.13)


def tiger(s: Sculpture) -> None:
    """The Tiger: a great box."""
    fit.tracks(s, 1.40, 0.70, [(-2.75, 0.62, 0.38), (2.80, 0.84, 0.42), (-2.0, 0.43, 0.43), (2.0, 0.43, 0.43)])
    with s.mirrored():
        for number, y in enumerate(np.linspace(-2.0, 2.0, 8)):
            fit.road_wheel(s, 1.40 + (0.16 if number % 2 else -0.10), float(y), 0.45, 0.42, 0.12)
        fit.sprocket(s, 1.40, 2.80, 0.84, 0.42, 0.26)
        fit.road_wheel(s, 1.40, -2.75, 0.62, 0.34, 0.18, holes=7)
        _fender(s, 1.62, 0.18, -3.1, 3.15, 1.14)
    s.paint("armour", 0.02)
    lower = ((-3.0, 0.6), (-3.0, 1.65), (1.9, 1.25), (2.85, 1.15), (3.0, 0.9), (2.75, 0.42), (-2.7, 0.42))
    upper = ((-2.95, 1.12), (-2.9, 1.75), (1.85, 1.78), (2.0, 1.12))
    s.hull([(side * 0.98, y, z) for side in SIDES for y, z in lower], 0.03)
    s.hull([(side * 1.52, y, z) for side in SIDES for y, z in upper], 0.03)
    _bow_plate(s, 1.98, 1.52)
    s.paint("armour2")
    for x in (-0.65, 0.65):
        s.cone((x, 1.4, 1.76), (x, 1.4, 1.83), 0.27)
    for x in (-0.95, 0.95):
        s.box((x, -2.1, 1.78), (0.38, 0.6, 0.03))
    s.paint("exhaust")
    for x in (-0.5, 0.5):
        s.capsule((x, -3.15, 1.1), (x, -3.15, 1.85), 0.13)
    _tiger_turret(s)
    fit.side_crosses(s, 1.54, -0.4, 1.50, 0.19)
    fit.spade_and_axe(s, 1.2, 1.80, -1.4, 1.3)
    s.paint("steel")
    s.chain([(-1.3, -1.6, 1.8), (-1.25, 0, 1.8), (-1.3, 1.5, 1.8)], 0.03)
    fit.rolled_canvas(s, (-0.6, -2.7, 1.88), (0.5, -2.65, 1.88), 0.13)


def _tiger_turret(s: Sculpture) -> None:
    s.paint("armour", 0.03)
    s.cone((0, -0.35, 1.74), (0, -0.35, 2.58), 1.06, edge=0.05)
    s.hull([(side * a, y, z) for side in SIDES for z in (1.76, 2.56) for a, y in ((1.0, 0.0), (0.85, 0.85))], 0.04)
    s.box((0, 1.0, 2.16), (0.85, 0.13, 0.34), 0.04)
    s.cone((0, 1.0, 2.16), (0, 1.45, 2.17), 0.30, 0.22, 0.04)
    fit.barrel(s, (0, 1.3, 2.17), 3.15, 0.092, 1.5, True, 0.30)
    fit.hatch(s, -0.48, -0.45, 2.58, 0.33, True)
    fit.commander(s, (-0.48, -0.45, 2.97), "black_cap", -12)
    s.paint("armour2")
    s.cone((0.45, -0.1, 2.56), (0.45, -0.1, 2.64), 0.24)
    s.box((0, -1.58, 2.15), (0.70, 0.30, 0.25), 0.05)
    with s.mirrored():
        _spare_links(s, [(1.05, y, 2.2) for y in (-0.8, -0.46, -0.12, 0.22)], (0, 0, 0), (0.035, 0.14, 0.22))


def assault_gun(s: Sculpture) -> None:
    """The StuG III: no turret, the gun in its front."""
    fit.tracks(s, 1.12, 0.38, [(-2.40, 0.60, 0.36), (2.45, 0.72, 0.38), (-1.6, 0.28, 0.28), (1.6, 0.28, 0.28)])
    with s.mirrored():
        for y in np.linspace(-1.6, 1.55, 6):
            fit.road_wheel(s, 1.12, float(y), 0.31, 0.26, 0.13, holes=6)
        _return_rollers(s, 1.04, (-1.1, 0.0, 1.1), 0.92)
        fit.sprocket(s, 1.12, 2.45, 0.72, 0.38, 0.14)
        fit.road_wheel(s, 1.12, -2.40, 0.60, 0.33, 0.10, holes=8)
        _fender(s, 1.15, 0.24, -2.75, 2.8, 1.04)
        s.paint("armour")
        for y in (-1.75, -0.65, 0.45):
            s.box((1.50, y, 1.0), (0.02, 0.535, 0.36), 0.012, (0, -5, 0))
    s.paint("armour", 0.02)
    lower = ((-2.7, 0.55), (-2.7, 1.35), (1.5, 1.25), (2.5, 1.02), (2.75, 0.65), (2.4, 0.40), (-2.4, 0.40))
    s.hull([(side * 0.88, y, z) for side in SIDES for y, z in lower], 0.03)
    foot = [(side * 1.30, y, 1.08) for side in SIDES for y in (-1.4, 1.35)]
    roof = [(side * 1.05, y, z) for side in SIDES for y, z in ((-1.3, 1.90), (0.65, 1.92), (1.3, 1.55))]
    s.hull([*foot, *roof], 0.03)
    s.box((0, -2.0, 1.38), (0.85, 0.7, 0.14), 0.04)
    s.paint("armour", 0.08)
    s.ball((0.05, 1.32, 1.56), (0.42, 0.40, 0.30))
    s.cone((0.05, 1.2, 1.56), (0.05, 1.85, 1.58), 0.24, 0.17)
    fit.barrel(s, (0.05, 1.5, 1.58), 2.55, 0.075, 1.5, True, 0.2)
    fit.hatch(s, -0.55, -0.35, 1.92, 0.32, True)
    fit.commander(s, (-0.55, -0.35, 2.30), "black_cap")
    fit.hatch(s, 0.5, -0.5, 1.92, 0.28)
    s.paint("armour2")
    s.box((0.45, 0.1, 2.10), (0.36, 0.02, 0.17), 0.01, (12, 0, 0))
    fit.machine_gun(s, (0.45, -0.15, 2.06), 0.75)
    _spare_links(s, [(x, 1.62, 1.32) for x in (-0.8, -0.55, 0.6, 0.85)], (-55, 0, 0), (0.11, 0.05, 0.2))
    fit.side_crosses(s, 1.535, -0.65, 1.0)
    fit.rolled_canvas(s, (-0.75, -2.2, 1.62), (0.7, -2.2, 1.62), 0.15)
    fit.spade_and_axe(s, -1.1, 1.12, -2.5, 0.4)


def _return_rollers(s: Sculpture, x: float, places: tuple[float, ...], z: float) -> None:
    s.paint("armour2")
    for y in places:
        s.cone((x, y, z), (x + 0.21, y, z), 0.12, edge=0.02)


def _fender(s: Sculpture, x: float, half: float, back: float, front: float, z: float) -> None:
    s.paint("armour2")
    nose = front - 0.42
    outline = [
        (back, z),
        (back, z + 0.04),
        (nose, z + 0.04),
        (front, z - 0.17),
        (front - 0.03, z - 0.21),
        (nose - 0.02, z),
    ]
    s.slab(outline, half, (x, 0, 0), edge=0.01)


def _bow_plate(s: Sculpture, y: float, z: float) -> None:
    """The machine gun and the driver's slit."""
    s.paint("armour2")
    s.cone((0.55, y - 0.05, z), (0.55, y + 0.08, z), 0.18)
    s.box((-0.58, y + 0.02, z + 0.03), (0.28, 0.06, 0.11))
    fit.machine_gun(s, (0.55, y, z), 0.48)
    s.paint("dark")
    s.box((-0.58, y + 0.09, z + 0.03), (0.2, 0.01, 0.027), 0.0)


def _spare_links(
    s: Sculpture,
    places: list[tuple[float, float, float]],
    turn: tuple[float, float, float],
    half: tuple[float, float, float] = (0.10, 0.22, 0.03),
) -> None:
    s.paint("track", density=0.5)
    for place in places:
        s.box(place, half, 0.01, turn)
