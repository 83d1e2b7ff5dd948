"""Tanks of the Allies."""

from __future__ import annotations

import numpy as np

from art.modelling import fittings as fit
from art.modelling.sculpture import Sculpture

SIDES = (-1, 1)


def sherman(s: Sculpture) -> None:
    """The M4, the medium tank of all Allied armies."""
    _sherman_gear(s)
    _sherman_hull(s)
    _sherman_turret(s)
    fit.barrel(s, (0, 1.15, 2.04), 2.0, 0.072)
    _sherman_load(s)


def firefly(s: Sculpture) -> None:
    """The British Sherman with the 17-pounder."""
    _sherman_gear(s)
    _sherman_hull(s)
    _sherman_turret(s)
    fit.barrel(s, (0, 1.15, 2.04), 3.3, 0.066, brake=True)
    s.paint("armour", 0.03)
    s.box((0, -1.42, 2.06), (0.5, 0.24, 0.26), 0.05)
    _sherman_load(s)


def _sherman_gear(s: Sculpture) -> None:
    fit.tracks(s, 0.98, 0.40, [(-2.25, 0.62, 0.36), (2.30, 0.70, 0.40), (-1.6, 0.33, 0.33), (1.55, 0.33, 0.33)])
    with s.mirrored():
        for y in (-1.35, 0.0, 1.30):
            fit.bogie(s, 0.98, y)
        fit.sprocket(s, 0.98, 2.30, 0.70, 0.38, 0.15)
        fit.road_wheel(s, 0.98, -2.25, 0.62, 0.32, 0.12, holes=6)


def _sherman_hull(s: Sculpture) -> None:
    s.paint("armour", 0.04)
    upper = ((-2.65, 1.0), (-2.55, 1.55), (-0.2, 1.72), (1.30, 1.72), (2.25, 1.02))
    lower = ((-2.6, 0.75), (-2.6, 1.2), (2.2, 1.2), (2.75, 0.80), (2.65, 0.48), (2.2, 0.36), (-2.2, 0.36))
    s.hull([(side * 1.28, y, z) for side in SIDES for y, z in upper], 0.06)
    s.hull([(side * 0.76, y, z) for side in SIDES for y, z in lower], 0.10)
    s.cone((-0.76, 2.42, 0.72), (0.76, 2.42, 0.72), 0.34, edge=0.04, blend=0.08)
    for x in (-0.5, 0.5):
        s.ball((x, 1.62, 1.58), (0.34, 0.42, 0.22), blend=0.08)
    s.paint("armour2")
    for x in (-0.5, 0.5):
        s.cone((x, 1.45, 1.76), (x, 1.45, 1.83), 0.26, edge=0.02)
    s.ball((0.52, 1.98, 1.42), 0.15)
    fit.machine_gun(s, (0.52, 2.05, 1.42))
    fit.louvres(s, 0, -1.75, 1.69, 0.8, 0.75, 9)
    with s.mirrored():
        fender = [(-2.65, 1.26), (-2.65, 1.30), (2.35, 1.30), (2.75, 1.10), (2.7, 1.06), (2.35, 1.24)]
        s.slab(fender, 0.10, (1.25, 0, 0), edge=0.01)
        s.cone((1.05, 2.1, 1.32), (1.05, 2.22, 1.40), 0.11)


def _sherman_turret(s: Sculpture) -> None:
    s.paint("armour", 0.12)
    s.ball((0, -0.05, 2.02), (0.98, 1.12, 0.46))
    s.ball((0, -0.75, 2.05), (0.78, 0.62, 0.34))
    s.cone((0, 0, 1.7), (0, 0, 1.9), 0.95, blend=0.05)
    s.box((0, 0, 1.36), (2, 2, 1.0), how="keep", blend=0.12)
    s.paint("armour", 0.05)
    s.box((0, 0.98, 2.03), (0.52, 0.16, 0.26), 0.12)
    s.ball((0, 1.08, 2.03), (0.30, 0.25, 0.24))
    fit.hatch(s, 0.42, -0.25, 2.33, 0.32)
    fit.hatch(s, -0.45, -0.05, 2.32, 0.25)
    fit.commander(s, (0.42, -0.25, 2.52), "leather", 20)
    fit.aerial(s, (-0.55, -0.7, 2.3))


def _sherman_load(s: Sculpture) -> None:
    s.paint("dark")
    s.capsule((0.30, -0.95, 2.42), (0.30, -0.95, 2.72), 0.03)
    s.box((0.30, -0.80, 2.76), (0.06, 0.28, 0.07))
    s.cone((0.30, -0.5, 2.77), (0.30, 0.25, 2.77), 0.032)
    fit.rolled_canvas(s, (-0.7, -2.45, 1.85), (0.35, -2.45, 1.83), 0.17)
    s.paint("crate")
    s.box((0.75, -2.35, 1.83), (0.27, 0.22, 0.16))
    fit.star(s, (0, 1.83, 1.38), 0.26, (-36.5, 0, 0), 0.03)
    fit.side_stars(s, 1.285, -0.4, 1.48)
    fit.side_stars(s, 0.90, -0.15, 2.08, 0.22)
    fit.spade_and_axe(s, -1.05, 1.74)
    fit.jerry_cans(s, (1.05, -1.9, 1.66), 1)


def stuart(s: Sculpture) -> None:
    """The M5, a light tank of reconnaissance."""
    fit.tracks(s, 0.88, 0.32, [(-1.62, 0.36, 0.36), (1.75, 0.68, 0.36), (-0.9, 0.30, 0.30), (1.0, 0.30, 0.30)])
    with s.mirrored():
        for y in (-0.80, 0.50):
            fit.bogie(s, 0.88, y, 0.76)
        fit.sprocket(s, 0.88, 1.75, 0.68, 0.34, 0.13)
        fit.road_wheel(s, 0.88, -1.62, 0.36, 0.34, 0.10, holes=6)
    s.paint("armour", 0.03)
    upper = ((-2.05, 0.95), (-2.05, 1.62), (-0.6, 1.62), (0.75, 1.55), (1.75, 0.95))
    lower = ((-2.0, 0.45), (-2.0, 1.1), (1.9, 1.05), (2.15, 0.72), (1.9, 0.42))
    s.hull([(side * 1.08, y, z) for side in SIDES for y, z in upper], 0.04)
    s.hull([(side * 0.70, y, z) for side in SIDES for y, z in lower], 0.08)
    s.paint("armour2")
    s.cone((0.4, 1.40, 1.20), (0.4, 1.45, 1.4), 0.15)
    fit.louvres(s, 0, -1.5, 1.63, 0.7, 0.45, 7)
    fit.machine_gun(s, (0.4, 1.5, 1.28), 0.35)
    s.paint("armour", 0.06)
    turret = (
        (0.72, 0.55, 1.6), (0.66, 0.55, 2.18), (0.78, -0.2, 1.6),
        (0.72, -0.2, 2.18), (0.55, -1.05, 1.65), (0.5, -1.0, 2.18),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in turret], 0.10)
    s.box((0, 0.62, 1.92), (0.34, 0.12, 0.20), 0.08)
    fit.barrel(s, (0, 0.7, 1.93), 1.25, 0.055, sleeve=0.4)
    fit.hatch(s, -0.3, -0.2, 2.2, 0.25)
    fit.hatch(s, 0.3, -0.2, 2.2, 0.25)
    fit.commander(s, (-0.3, -0.2, 2.36), "leather", -10)
    fit.rolled_canvas(s, (-0.6, -2.1, 1.60), (0.6, -2.1, 1.60), 0.15)
    fit.side_stars(s, 1.09, -0.7, 1.3)
    fit.star(s, (0, 1.27, 1.27), 0.18, (-32, 0, 0), 0.03)
    fit.jerry_cans(s, (-0.9, -1.6, 1.62), 2)


def cromwell(s: Sculpture) -> None:
    """The British cruiser tank."""
    fit.tracks(s, 1.14, 0.38, [(-2.55, 0.66, 0.36), (2.55, 0.68, 0.36), (-1.9, 0.42, 0.42), (1.85, 0.42, 0.42)])
    with s.mirrored():
        for y in np.linspace(-1.75, 1.75, 5):
            fit.road_wheel(s, 1.14, float(y), 0.43, 0.40, 0.12, holes=8)
        fit.sprocket(s, 1.14, -2.55, 0.66, 0.36, 0.13)
        fit.road_wheel(s, 1.14, 2.55, 0.68, 0.32)
        s.paint("armour2")
        fender = [(-2.95, 1.05), (-2.95, 1.12), (2.7, 1.12), (3.0, 0.98), (2.95, 0.92), (2.68, 1.05)]
        s.slab(fender, 0.26, (1.16, 0, 0))
    s.paint("armour", 0.02)
    hull = ((-2.9, 0.5), (-2.9, 1.35), (1.55, 1.42), (2.2, 1.0), (2.95, 0.88), (2.85, 0.45))
    s.hull([(side * 0.90, y, z) for side in SIDES for y, z in hull], 0.04)
    s.box((0, -1.5, 1.28), (1.32, 1.3, 0.15), 0.03)
    s.box((0, 0.85, 1.26), (1.34, 0.85, 0.18), 0.03)
    s.paint("armour2")
    for y in np.linspace(-2.6, -0.9, 9):
        s.box((0, float(y), 1.44), (0.75, 0.05, 0.03), 0.01)
    s.cone((0.45, 1.68, 1.20), (0.45, 1.76, 1.22), 0.2)
    s.cone((-0.42, 1.0, 1.42), (-0.42, 1.0, 1.50), 0.26)
    fit.machine_gun(s, (0.45, 1.7, 1.2), 0.45)
    _cromwell_turret(s)
    s.paint("red")
    s.box((0.62, 2.86, 0.98), (0.10, 0.02, 0.10), 0.0)
    fit.spade_and_axe(s, -1.2, 1.44, -1.8, 1.4)
    fit.jerry_cans(s, (0.95, -2.3, 1.44), 2)
    fit.rolled_canvas(s, (-0.9, -2.7, 1.52), (0.8, -2.7, 1.52), 0.15)


def _cromwell_turret(s: Sculpture) -> None:
    """A flat box with great bolts."""
    s.paint("armour", 0.02)
    box = (
        (0.98, 0.75, 1.46), (0.95, 0.72, 2.12), (1.05, -0.85, 1.46), (1.0, -0.85, 2.12),
        (0.62, 0.98, 1.46), (0.6, 0.95, 2.1), (0.8, -1.15, 1.5), (0.76, -1.12, 2.12),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in box], 0.03)
    s.box((0, 0.98, 1.80), (0.40, 0.10, 0.26), 0.04)
    s.paint("armour2", density=0.8)
    with s.mirrored():
        for y in (-0.6, 0.0, 0.5):
            for z in (1.62, 1.98):
                s.ball((1.03, y, z), 0.055)
        for z in (1.62, 1.98):
            s.ball((0.8, 0.86, z), 0.05)
    fit.barrel(s, (0, 1.02, 1.82), 2.2, 0.075, brake=True)
    fit.hatch(s, 0.35, -0.25, 2.13, 0.28, True)
    fit.commander(s, (0.35, -0.25, 2.50), "beret", 15)
    s.paint("armour2")
    s.box((-0.4, -0.2, 2.14), (0.24, 0.28, 0.035))
    s.box((0, -1.35, 1.85), (0.75, 0.2, 0.2), 0.04)
    fit.rolled_canvas(s, (-0.6, -1.35, 2.10), (0.6, -1.35, 2.10), 0.12)
    fit.aerial(s, (-0.6, -0.8, 2.1))
    fit.star(s, (0, -0.05, 2.145), 0.30, deep=0.02)
    fit.side_stars(s, 1.03, -0.1, 1.80, 0.26)


def churchill(s: Sculpture) -> None:
    """The British infantry tank: long, slow, its tracks round the whole hull."""
    fit.tracks(s, 1.16, 0.56, [(-3.15, 0.80, 0.42), (3.15, 0.95, 0.44), (-2.4, 0.30, 0.30), (2.4, 0.30, 0.30)], 0.28)
    with s.mirrored():
        for y in np.linspace(-2.3, 2.3, 11):
            fit.road_wheel(s, 1.16, float(y), 0.26, 0.19, 0.20)
        s.paint("armour", 0.02)
        side = [
            (-3.1, 0.55),
            (-3.2, 1.05),
            (-2.7, 1.22),
            (2.7, 1.24),
            (3.2, 1.10),
            (3.1, 0.70),
            (2.4, 0.42),
            (-2.4, 0.40),
        ]
        s.slab(side, 0.24, (1.16, 0, 0), edge=0.02)
        s.paint("armour2")
        s.slab([(-3.4, 1.28), (-3.4, 1.33), (3.2, 1.36), (3.6, 1.18), (3.55, 1.12), (3.15, 1.30)], 0.30, (1.16, 0, 0))
        s.box((1.42, -0.4, 1.02), (0.05, 0.34, 0.26), 0.03)
        s.cone((1.38, 1.2, 1.0), (1.48, 1.2, 1.0), 0.24)
    s.paint("armour", 0.02)
    hull = ((-3.1, 0.5), (-3.1, 1.45), (2.1, 1.50), (2.15, 1.02), (3.0, 0.95), (2.9, 0.45))
    s.hull([(side * 0.90, y, z) for side in SIDES for y, z in hull], 0.03)
    s.box((0, -1.9, 1.42), (1.05, 1.2, 0.10), 0.03)
    s.paint("armour2")
    s.cone((0.45, 2.10, 1.26), (0.45, 2.20, 1.26), 0.22)
    s.cone((-0.45, 2.10, 1.26), (-0.45, 2.17, 1.26), 0.24)
    fit.machine_gun(s, (-0.45, 2.15, 1.26), 0.4)
    fit.louvres(s, 0, -2.1, 1.52, 0.7, 0.7, 8)
    _churchill_turret(s)
    fit.jerry_cans(s, (0.8, -2.9, 1.5), 2)
    fit.rolled_canvas(s, (-0.9, -2.95, 1.62), (0.5, -2.95, 1.62), 0.16)
    fit.spade_and_axe(s, -1.3, 1.40, -1.8, 1.4)
    fit.side_stars(s, 1.41, -1.7, 0.98, 0.22)


def _churchill_turret(s: Sculpture) -> None:
    s.paint("armour", 0.04)
    box = (
        (0.82, 0.95, 1.52), (0.78, 0.90, 2.24), (1.0, 0.3, 1.52), (0.95, 0.3, 2.28),
        (0.98, -0.85, 1.52), (0.93, -0.8, 2.28), (0.7, -1.25, 1.55), (0.66, -1.2, 2.26),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in box], 0.08)
    s.box((0, 0.98, 1.90), (0.36, 0.14, 0.24), 0.05)
    fit.barrel(s, (0, 1.05, 1.92), 2.05, 0.072, brake=True, sleeve=0.2)
    fit.hatch(s, -0.35, -0.35, 2.28, 0.30, True)
    fit.commander(s, (-0.35, -0.35, 2.66), "beret", -12)
    s.paint("armour2")
    s.box((0.42, -0.3, 2.30), (0.26, 0.30, 0.035))
    s.box((0, -1.50, 1.92), (0.55, 0.22, 0.24), 0.05)
    fit.aerial(s, (0.6, -0.9, 2.25))
    s.paint("track", density=0.5)
    with s.mirrored():
        for y in (-0.5, -0.1, 0.3):
            s.box((1.0, y, 1.92), (0.04, 0.15, 0.24), 0.01)


def m10(s: Sculpture) -> None:
    """The tank destroyer: a Sherman's hull under an open turret with a long gun."""
    _sherman_gear(s)
    s.paint("armour", 0.02)
    upper = ((-2.7, 1.02), (-2.6, 1.52), (-0.2, 1.66), (1.15, 1.66), (2.35, 1.0))
    s.hull([(side * (1.42 if z < 1.2 else 1.02), y, z) for side in SIDES for y, z in upper], 0.03)
    lower = ((-2.6, 0.75), (-2.6, 1.2), (2.2, 1.2), (2.75, 0.80), (2.65, 0.48), (2.2, 0.36), (-2.2, 0.36))
    s.hull([(side * 0.76, y, z) for side in SIDES for y, z in lower], 0.08)
    s.paint("armour", 0.02)
    walls = (
        (0.95, 0.95, 1.68), (0.62, 0.95, 2.30), (1.12, -0.2, 1.68),
        (0.85, -0.2, 2.34), (0.9, -1.15, 1.68), (0.7, -1.2, 2.34),
    )  # fmt: skip
    s.hull([(side * a, y, z) for side in SIDES for a, y, z in walls], 0.03)
    s.box((0, -0.35, 2.25), (0.60, 0.78, 0.32), 0.02, how="cut")
    s.paint("armour", 0.02)
    s.box((0, 0.98, 2.02), (0.42, 0.16, 0.24), 0.06)
    fit.barrel(s, (0, 1.1, 2.04), 2.75, 0.074, sleeve=0.3)
    fit.commander(s, (0.30, -0.45, 2.36), "leather", 15)
    fit.commander(s, (-0.30, -0.10, 2.30), "leather", -20)
    s.paint("armour2")
    s.box((0, -1.35, 2.0), (0.62, 0.22, 0.26), 0.05)
    fit.rolled_canvas(s, (-0.7, -2.35, 1.72), (0.6, -2.35, 1.72), 0.16)
    fit.side_stars(s, 1.20, -0.8, 1.36)
    fit.star(s, (0, 1.75, 1.34), 0.24, (-38, 0, 0), 0.03)
