"""Half-tracks, armoured cars, cars and trucks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from art.modelling import fittings as fit
from art.modelling.sculpture import Sculpture
from art.modelling.soldiers import bust, seated

SIDES = (-1, 1)


def _mudguard(s: Sculpture, x: float, y: float, z: float, size: float = 1.0, half: float = 0.20) -> None:
    """A curved guard over a front wheel."""
    outline = [
        (-0.60, -0.20),
        (-0.45, 0.05),
        (0.0, 0.12),
        (0.40, 0.0),
        (0.55, -0.30),
        (0.45, -0.32),
        (0.30, -0.08),
        (0.0, 0.02),
    ]
    outline += [(-0.35, -0.04), (-0.55, -0.26)]
    s.paint("armour", 0.02)
    s.slab([(y + a * size, z + b * size) for a, b in outline], half, (x, 0, 0))


def _lamp(s: Sculpture, x: float, y: float, z: float, radius: float = 0.09) -> None:
    s.paint("brass")
    s.ball((x, y, z), (radius, radius * 0.7, radius))


def _grille(s: Sculpture, y: float, z: float, half: float, high: float, count: int = 7) -> None:
    s.paint("dark")
    for x in np.linspace(-half, half, count):
        s.box((float(x), y, z), (0.025, 0.015, high), 0.0)


def american_half_track(s: Sculpture) -> None:
    """The M3 with its section."""
    fit.tracks(s, 0.82, 0.32, [(-1.95, 0.42, 0.32), (-0.15, 0.50, 0.34), (-1.5, 0.32, 0.30), (-0.6, 0.32, 0.30)])
    with s.mirrored():
        for y in (-1.35, -1.05, -0.75):
            fit.road_wheel(s, 0.82, y, 0.26, 0.20)
        fit.sprocket(s, 0.82, -0.15, 0.50, 0.32, 0.12)
        fit.road_wheel(s, 0.82, -1.95, 0.42, 0.28, 0.10, holes=6)
        fit.tyre(s, 0.86, 2.02, 0.46, 0.46, 0.14)
        _mudguard(s, 0.84, 2.05, 1.02)
        _lamp(s, 0.62, 2.62, 1.12)
        s.paint("armour2")
        s.box((1.05, -1.0, 1.10), (0.06, 0.85, 0.16))
    s.paint("armour", 0.02)
    nose = ((0.55, 2.55, 0.65), (0.50, 2.55, 1.25), (0.62, 1.3, 0.65), (0.62, 1.3, 1.38))
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in nose], 0.04)
    s.box((0, -0.3, 0.62), (0.62, 2.2, 0.14), 0.03)
    body = ((-2.3, 0.75), (-2.3, 1.72), (0.75, 1.75), (1.25, 1.30), (1.25, 0.75))
    s.hull([(side * 0.98, y, z) for side in SIDES for y, z in body], 0.03)
    s.box((0, -0.85, 1.55), (0.91, 1.38, 0.62), 0.0, how="cut")
    s.box((0, 0.95, 1.62), (0.80, 0.26, 0.30), 0.0, how="cut")
    s.paint("armour")
    s.box((0, 1.22, 1.58), (0.90, 0.03, 0.22), 0.01, (-18, 0, 0))
    _grille(s, 2.58, 0.98, 0.3, 0.22, 6)
    s.paint("armour2")
    s.cone((-0.55, 2.80, 0.72), (0.55, 2.80, 0.72), 0.13)
    s.ring((0, 0.75, 1.82), 0.42, 0.035)
    s.paint("dark")
    s.box((0, 1.15, 2.05), (0.07, 0.32, 0.08))
    s.cone((0, 1.4, 2.06), (0, 2.35, 2.10), 0.035)
    with s.at((0, 0.55, 1.60)):
        bust(s, "leather")
    _section(s, "steel_pot")
    fit.star(s, (0, 1.9, 1.37), 0.24, (-3, 0, 0), 0.03)
    fit.side_stars(s, 0.985, -0.7, 1.45, 0.22)
    fit.rolled_canvas(s, (-0.8, -2.42, 1.3), (0.8, -2.42, 1.3), 0.15)
    fit.jerry_cans(s, (0.75, -2.5, 0.75), 1)


def _section(s: Sculpture, helmet: str) -> None:
    """Men on the benches, facing each other."""
    for x, y, yaw in ((-0.56, -0.2, -90), (-0.56, -1.0, -90), (-0.56, -1.75, -90), (0.56, -0.5, 90), (0.56, -1.35, 90)):
        with s.at((x, y, 1.42), (0, 0, yaw)):
            seated(s, helmet)


def german_half_track(s: Sculpture) -> None:
    """The Sd.Kfz. 251: sloped plates, wheels that overlap."""
    fit.tracks(s, 0.84, 0.30, [(-2.25, 0.50, 0.36), (0.85, 0.62, 0.38), (-1.7, 0.38, 0.36), (0.2, 0.38, 0.36)])
    with s.mirrored():
        for number, y in enumerate(np.linspace(-1.75, 0.25, 6)):
            fit.road_wheel(s, 0.84 + (0.07 if number % 2 else -0.07), float(y), 0.42, 0.36, 0.08, holes=0)
        fit.sprocket(s, 0.84, 0.85, 0.62, 0.36, 0.11)
        fit.tyre(s, 0.86, 2.15, 0.46, 0.46, 0.12)
        _mudguard(s, 0.86, 2.18, 1.00, 1.0, 0.17)
    s.paint("armour", 0.02)
    nose = ((0.60, 2.75, 0.62), (0.42, 2.75, 1.20), (0.75, 1.35, 0.62), (0.62, 1.35, 1.48))
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in nose], 0.03)
    body = (
        (0.78, 1.4, 0.70), (1.02, 1.35, 1.22), (0.80, 1.15, 1.90),
        (0.78, -2.6, 0.72), (1.02, -2.6, 1.22), (0.80, -2.35, 1.86),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in body], 0.02)
    s.box((0, -0.75, 1.75), (0.70, 1.50, 0.62), 0.02, how="cut")
    s.paint("armour2")
    s.box((0, 1.28, 1.70), (0.78, 0.03, 0.14), 0.01, (-20, 0, 0))
    s.paint("armour", 0.01)
    s.hull(
        [(side * 0.42, 0.92 + 0.1 * z, 1.75 + z) for side in SIDES for z in (0.0, 0.36)]
        + [(0, 1.12, 1.8), (0, 1.1, 2.1)],
        0.0,
    )
    s.paint("dark")
    s.cone((0, 0.8, 2.02), (0, 1.75, 2.06), 0.035)
    with s.at((0, 0.45, 1.62)):
        bust(s, "black_cap")
    for x, y, yaw in ((-0.48, -0.4, -90), (-0.48, -1.2, -90), (0.48, -0.75, 90), (0.48, -1.6, 90)):
        with s.at((x, y, 1.45), (0, 0, yaw)):
            seated(s, "coal_scuttle")
    fit.side_crosses(s, 0.985, -0.5, 1.38, 0.17)
    fit.jerry_cans(s, (-0.4, -2.72, 0.85), 2)


def german_armoured_car(s: Sculpture) -> None:
    """The eight-wheeled Puma."""
    with s.mirrored():
        for y in (-1.75, -0.62, 0.62, 1.75):
            fit.tyre(s, 0.92, y, 0.50, 0.50, 0.16)
        s.paint("armour", 0.02)
        for y in (-1.2, 1.2):
            s.slab(
                [(y - 1.1, 0.92), (y - 0.8, 1.12), (y + 0.8, 1.12), (y + 1.1, 0.92), (y + 0.9, 0.88), (y - 0.9, 0.88)],
                0.24,
                (0.92, 0, 0),
            )
    s.paint("armour", 0.02)
    hull = (
        (0.70, 2.75, 0.85), (0.72, -2.75, 0.85), (1.02, 1.9, 1.20),
        (1.02, -1.9, 1.20), (0.72, 1.2, 1.66), (0.72, -1.9, 1.60),
        (0.50, 2.5, 0.50), (0.50, -2.5, 0.50),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in hull], 0.03)
    turret = (
        (0.62, 0.75, 1.66), (0.48, 0.62, 2.15), (0.88, 0.0, 1.66),
        (0.66, 0.0, 2.20), (0.66, -0.95, 1.66), (0.5, -0.85, 2.15),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in turret], 0.03)
    s.ball((0, 0.72, 1.92), (0.34, 0.22, 0.24))
    fit.barrel(s, (0, 0.75, 1.92), 1.85, 0.055, brake=True)
    fit.hatch(s, 0.3, -0.3, 2.18, 0.25)
    fit.commander(s, (0.3, -0.3, 2.34), "black_cap", 10)
    fit.side_crosses(s, 0.90, -1.2, 1.40, 0.17)
    fit.jerry_cans(s, (0.5, -2.3, 1.30), 2)
    fit.rolled_canvas(s, (-0.6, -2.0, 1.68), (0.6, -2.0, 1.68), 0.13)


def british_armoured_car(s: Sculpture) -> None:
    """The Daimler: four large wheels, a small turret."""
    _armoured_car(s, (-1.25, 1.30), 0.56, "beret")


def american_armoured_car(s: Sculpture) -> None:
    """The M8: six wheels, an open turret."""
    _armoured_car(s, (-1.55, -0.55, 1.50), 0.48, "leather")


def _armoured_car(s: Sculpture, axles: Sequence[float], radius: float, headgear: str) -> None:
    with s.mirrored():
        for y in axles:
            fit.tyre(s, 0.86, y, radius, radius, 0.17)
            _mudguard(s, 0.86, y, radius * 2 + 0.10, 0.95, 0.22)
        _lamp(s, 0.45, 2.12, 1.0, 0.08)
    s.paint("armour", 0.02)
    hull = (
        (0.58, 2.15, 0.65), (0.52, 2.10, 1.05), (0.80, 1.0, 0.62),
        (0.72, 0.95, 1.50), (0.82, -1.2, 0.62), (0.74, -1.1, 1.52),
        (0.60, -2.15, 0.75), (0.56, -2.1, 1.35),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in hull], 0.05)
    s.cone((0, 0.05, 1.45), (0, 0.05, 2.10), 0.72, 0.60, 0.06)
    s.box((0, 0.72, 1.82), (0.30, 0.14, 0.20), 0.06)
    fit.barrel(s, (0, 0.78, 1.84), 1.15, 0.05, sleeve=0.4)
    fit.hatch(s, 0.25, -0.1, 2.08, 0.24)
    fit.commander(s, (0.25, -0.15, 2.22), headgear, 12)
    fit.aerial(s, (-0.4, -0.4, 2.05), 0.9)
    fit.side_stars(s, 0.80, -0.2, 1.15, 0.22)
    fit.star(s, (0, 1.52, 1.30), 0.20, (-20, 0, 0), 0.03)
    fit.jerry_cans(s, (-0.7, -1.8, 1.35), 2)
    fit.rolled_canvas(s, (-0.55, -1.55, 1.62), (0.55, -1.55, 1.62), 0.14)


def jeep(s: Sculpture) -> None:
    """A jeep of reconnaissance."""
    with s.mirrored():
        fit.tyre(s, 0.62, 1.05, 0.38, 0.38, 0.10)
        fit.tyre(s, 0.62, -1.0, 0.38, 0.38, 0.10)
        s.paint("armour", 0.02)
        s.slab([(0.55, 0.72), (0.62, 0.86), (1.45, 0.86), (1.5, 0.80), (1.42, 0.78), (0.72, 0.78)], 0.14, (0.62, 0, 0))
        _lamp(s, 0.38, 1.60, 0.80)
    s.paint("armour", 0.02)
    nose = ((0.44, 1.58, 0.52), (0.44, 1.58, 1.0), (0.56, 0.55, 0.52), (0.60, 0.55, 1.05))
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in nose], 0.04)
    s.box((0, -0.45, 0.70), (0.74, 1.0, 0.24), 0.05)
    s.box((0, -0.25, 0.92), (0.66, 0.72, 0.26), how="cut")
    with s.mirrored():
        s.ball((0.74, 0.32, 0.98), (0.12, 0.30, 0.22), how="cut")
        s.ball((0.72, -1.0, 0.50), (0.3, 0.42, 0.36), how="cut")
    s.paint("armour2")
    s.box((0, 0.52, 1.28), (0.62, 0.02, 0.22), 0.01, (-12, 0, 0))
    s.box((0, 0.52, 1.28), (0.56, 0.05, 0.17), 0.0, (-12, 0, 0), how="cut")
    s.box((0, 1.66, 0.48), (0.70, 0.05, 0.06))
    s.paint("glass")
    s.box((0, 0.52, 1.28), (0.56, 0.008, 0.17), 0.0, (-12, 0, 0))
    _grille(s, 1.60, 0.80, 0.24, 0.14)
    s.paint("canvas", 0.02)
    for x in (-0.32, 0.32):
        s.box((x, -0.25, 0.82), (0.24, 0.24, 0.09), 0.05)
        s.box((x, -0.52, 1.06), (0.24, 0.07, 0.22), 0.05)
    s.box((0, -0.98, 0.86), (0.6, 0.2, 0.08), 0.05)
    s.paint("dark")
    s.capsule((0, -0.8, 0.9), (0, -0.8, 1.5), 0.035)
    s.box((0, -0.75, 1.56), (0.06, 0.26, 0.07))
    s.cone((0, -0.5, 1.57), (0, 0.35, 1.60), 0.03)
    s.paint("rubber")
    s.cone((0.1, -1.45, 0.82), (0.1, -1.62, 0.82), 0.34, edge=0.05)
    for x in (-0.32, 0.32):
        with s.at((x, -0.22, 1.22)):
            seated(s, "steel_pot")
    fit.star(s, (0, 1.05, 1.045), 0.24, (-2, 0, 0), 0.03)
    fit.jerry_cans(s, (-0.42, -1.56, 0.50), 1)


def staff_car(s: Sculpture) -> None:
    """The German light car with two officers and a pennant."""
    with s.mirrored():
        fit.tyre(s, 0.66, 1.12, 0.38, 0.38, 0.11)
        fit.tyre(s, 0.66, -1.10, 0.38, 0.38, 0.11)
        _mudguard(s, 0.66, 1.15, 0.80, 0.8, 0.14)
        _mudguard(s, 0.66, -1.05, 0.80, 0.8, 0.14)
        _lamp(s, 0.42, 1.62, 0.78, 0.07)
    s.paint("armour", 0.03)
    nose = ((0.46, 1.72, 0.50), (0.40, 1.60, 0.86), (0.60, 0.45, 0.48), (0.58, 0.45, 1.0))
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in nose], 0.05)
    s.box((0, -0.55, 0.70), (0.66, 1.10, 0.26), 0.06)
    s.box((0, -0.30, 0.95), (0.56, 0.78, 0.28), how="cut")
    s.paint("rubber")
    s.cone((0, 0.95, 0.98), (0, 1.0, 1.10), 0.30, edge=0.05)
    s.paint("armour2")
    s.box((0, 0.42, 1.18), (0.56, 0.02, 0.20), 0.01, (-10, 0, 0))
    s.paint("glass")
    s.box((0, 0.44, 1.20), (0.48, 0.02, 0.14), 0.0, (-10, 0, 0))
    s.paint("canvas", 0.04, folds=(0.01, 8, 8))
    s.capsule((-0.6, -1.5, 1.05), (0.6, -1.5, 1.05), 0.16)
    for x, helmet in ((-0.28, "coal_scuttle"), (0.28, "peaked_cap")):
        with s.at((x, -0.22, 1.12)):
            seated(s, helmet)
    s.paint("steel")
    s.capsule((0.62, 1.45, 0.85), (0.62, 1.45, 1.75), 0.018)
    s.paint("red")
    s.box((0.62, 1.25, 1.60), (0.012, 0.20, 0.13), 0.0)


def truck(s: Sculpture) -> None:
    """The American truck of two and a half tons, with its hood."""
    with s.mirrored():
        fit.tyre(s, 0.82, 2.0, 0.48, 0.48, 0.12)
        for y in (-0.95, -2.05):
            fit.tyre(s, 0.80, y, 0.48, 0.48, 0.20)
        _mudguard(s, 0.80, 2.02, 1.06, 1.0, 0.20)
        _lamp(s, 0.50, 2.72, 1.15, 0.10)
        s.paint("armour2")
        s.box((0.85, 0.85, 0.70), (0.16, 0.42, 0.16), 0.03)
    s.paint("armour2")
    s.box((0, -0.2, 0.72), (0.45, 2.9, 0.10))
    s.box((0, 2.82, 0.70), (0.85, 0.05, 0.09))
    _cab(s)
    _grille(s, 2.70, 1.10, 0.3, 0.24, 8)
    s.paint("wood")
    s.box((0, -1.45, 1.12), (1.0, 1.62, 0.28), 0.03)
    s.box((0, -1.45, 1.25), (0.93, 1.55, 0.28), 0.0, how="cut")
    s.paint("plank")
    for z in (0.95, 1.12, 1.30):
        s.box((0, -1.45, z), (1.015, 1.63, 0.012), 0.0)
    _hood(s)
    fit.star(s, (0, 2.0, 1.525), 0.26, (-5, 0, 0), 0.03)
    fit.side_stars(s, 0.885, 0.85, 1.2, 0.24)


def _cab(s: Sculpture) -> None:
    s.paint("armour", 0.02)
    nose = ((0.45, 2.68, 0.78), (0.42, 2.68, 1.42), (0.55, 1.35, 0.78), (0.60, 1.35, 1.52))
    cab = (
        (0.86, 1.38, 0.80), (0.86, 0.30, 0.80), (0.86, 1.38, 1.50),
        (0.86, 0.30, 1.60), (0.76, 1.12, 2.12), (0.78, 0.32, 2.16),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in nose], 0.07)
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in cab], 0.08)
    s.paint("glass")
    for x in (-0.36, 0.36):
        s.box((x, 1.28, 1.78), (0.28, 0.03, 0.20), 0.01, (-22, 0, 0))
    with s.mirrored():
        s.box((0.82, 0.85, 1.80), (0.035, 0.28, 0.19), 0.01, (0, -7, 0))


def _hood(s: Sculpture) -> None:
    s.paint("canvas", 0.06, folds=(0.018, 3.2, 3.2))
    arch = ((0.98, 1.42), (1.0, 1.95), (0.85, 2.34), (0.45, 2.52))
    s.hull([(side * a, y, z) for side in SIDES for y in (-3.02, 0.12) for a, z in arch], 0.06)
    for y in (-2.9, -2.15, -1.45, -0.7, -0.02):
        hoop = [(-a, y, z) for a, z in arch] + [(a, y, z) for a, z in reversed(arch)]
        s.chain(hoop, 0.03, blend=0.05)
