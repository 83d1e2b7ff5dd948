"""Ships, and aircraft that strike. Lengths are of the model, not of the ship."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from art.modelling import fittings as fit
from art.modelling.sculpture import Sculpture

LENGTH = 4.4
"""Half the length of a hull."""


@dataclass(frozen=True)
class Plan:
    """A warship: half its beam, height of the forecastle, funnels (y, radius), turrets (y, height, way they look), size
    of a turret, its barrels (x)."""

    beam: float
    forecastle: float
    funnels: tuple[tuple[float, float], ...]
    turrets: tuple[tuple[float, float, int], ...]
    turret: float
    barrels: tuple[float, ...]


DESTROYER = Plan(
    0.52,
    0.62,
    ((0.35, 0.34), (-0.65, 0.30)),
    ((2.95, 0.69, 1), (2.25, 0.92, 1), (-2.35, 0.62, -1), (-3.15, 0.44, -1)),
    1.0,
    (0.0,),
)
CRUISER = Plan(
    beam=0.64,
    forecastle=0.66,
    funnels=((0.30, 0.34), (-0.80, 0.34)),
    turrets=((2.85, 0.73, 1), (2.15, 0.97, 1), (-2.0, 0.72, -1), (-2.9, 0.45, -1)),
    turret=1.3,
    barrels=(-0.4, 0.0, 0.4),
)
BATTLESHIP = Plan(
    0.78, 0.70, ((0.1, 0.40),), ((2.75, 0.78, 1), (2.0, 1.02, 1), (-1.6, 0.75, -1), (-2.6, 0.45, -1)), 1.65, (-0.5, 0.5)
)


def _outline(length: float, beam: float) -> list[tuple[float, float]]:
    """Half a deck, bow to stern: y, x."""
    shares = ((1.0, 0.0), (0.72, 0.5), (0.35, 0.9), (-0.1, 1.0), (-0.6, 0.92), (-0.93, 0.55), (-1.0, 0.2))
    return [(length * y, beam * x) for y, x in shares]


def _deck(length: float, beam: float, z: float, aft: float = -99.0) -> list[tuple[float, float, float]]:
    half = [(x, y, z) for y, x in _outline(length, beam) if y > aft]
    return half + [(-x, y, z) for x, y, z in half if x > 0]


def warship(s: Sculpture, plan: Plan) -> None:
    """A ship by its plan, afloat at z = 0."""
    s.paint("hull")
    s.hull(_deck(LENGTH, plan.beam, 0.42) + _deck(LENGTH * 0.93, plan.beam * 0.82, -0.2), 0.02)
    bow = [(x, y, plan.forecastle + 0.06 * max(0.0, y / LENGTH)) for x, y, _z in _deck(LENGTH, plan.beam, 0.0, 0.1)]
    s.hull([*bow, *((side * plan.beam * 0.97, 0.3, 0.3) for side in (-1, 1)), (0, LENGTH * 0.9, 0.3)], 0.02)
    s.paint("deck", density=0.6)
    s.hull([(x * 0.93, y * 0.985, z) for x, y, _ in _deck(LENGTH, plan.beam, 0.0) for z in (0.40, 0.435)], 0.0)
    fore = _deck(LENGTH, plan.beam, 0.0, 0.2)
    s.hull([(x * 0.90, y * 0.97, z) for x, y, _ in fore for z in (plan.forecastle, plan.forecastle + 0.065)], 0.0)
    _bridge(s, plan)
    _funnels(s, plan)
    _masts(s, plan)
    for y, z, way in plan.turrets:
        _turret(s, plan, y, z, way)
    _boats(s, plan)
    _wake(s, plan)


def _bridge(s: Sculpture, plan: Plan) -> None:
    beam, top = plan.beam, plan.forecastle
    s.paint("armour", 0.02)
    s.box((0, 1.25, top + 0.16), (beam * 0.62, 0.55, 0.22), 0.05)
    s.box((0, 1.35, top + 0.46), (beam * 0.5, 0.34, 0.18), 0.05)
    s.box((0, 1.40, top + 0.70), (beam * 0.44, 0.24, 0.12), 0.04)
    s.cone((0, 1.2, top + 0.75), (0, 1.2, top + 1.02), 0.17, edge=0.03)
    s.box((0, -0.2, 0.55), (beam * 0.5, 1.35, 0.16), 0.04)
    s.box((0, -1.75, 0.62), (beam * 0.45, 0.4, 0.22), 0.05)


def _funnels(s: Sculpture, plan: Plan) -> None:
    for y, radius in plan.funnels:
        s.paint("armour")
        s.cone((0, y, 0.45), (0, y - 0.10, 1.55), radius * 0.72, radius * 0.62, 0.03)
        s.paint("dark")
        s.cone((0, y - 0.085, 1.36), (0, y - 0.103, 1.57), radius * 0.67, radius * 0.64)


def _masts(s: Sculpture, plan: Plan) -> None:
    s.paint("steel", density=0.8)
    s.cone((0, 0.95, plan.forecastle + 0.5), (0, 0.80, 2.65), 0.05, 0.025)
    s.capsule((-0.30, 0.85, 2.1), (0.30, 0.85, 2.1), 0.022)
    s.box((0, 0.85, 2.35), (0.16, 0.02, 0.10), 0.01)
    s.cone((0, -1.4, 0.8), (0, -1.45, 1.7), 0.035, 0.022)


def _turret(s: Sculpture, plan: Plan, y: float, z: float, way: int) -> None:
    size = plan.turret
    s.paint("armour", 0.03)
    s.cone((0, y, z - 0.25), (0, y, z + 0.06), 0.22 * size, edge=0.02)
    shape = (
        (0.18, 0.25, 0.03),
        (0.15, 0.20, 0.25),
        (0.24, -0.2, 0.03),
        (0.20, -0.2, 0.27),
        (0.24, 0.05, 0.03),
        (0.2, 0.02, 0.28),
    )
    s.hull([(side * a * size, y + way * b * size, z + c * size) for side in (-1, 1) for a, b, c in shape], 0.03)
    s.paint("bare")
    for x in plan.barrels:
        start = (x * 0.34, y + way * 0.2 * size, z + 0.15 * size)
        end = (x * 0.34, y + way * 0.95 * size, z + 0.25 * size)
        s.cone(start, end, 0.036 + 0.012 * size, 0.026 + 0.010 * size)


def _boats(s: Sculpture, plan: Plan) -> None:
    s.paint("armour2", 0.01, density=0.8)
    with s.mirrored():
        for y in (-0.15, -1.15):
            s.ball((plan.beam * 0.82, y, 0.66), (0.07, 0.30, 0.08))
        s.cone((plan.beam * 0.7, 0.75, 0.5), (plan.beam * 0.7, 0.75, 0.75), 0.10)


def _wake(s: Sculpture, plan: Plan) -> None:
    s.paint("foam", 0.05, folds=(0.03, 6, 6))
    with s.mirrored():
        s.chain([(0.05, 4.2, 0.0), (plan.beam * 0.9, 2.3, 0.0), (plan.beam * 1.3, -0.7, -0.04)], 0.09)
        s.chain([(plan.beam * 0.6, -3.4, 0.0), (plan.beam * 0.8, -4.4, -0.02)], 0.11)


@dataclass(frozen=True)
class Wings:
    """An aircraft: span and length (m), engines (x), square tips, what hangs below, the marking."""

    span: float
    length: float
    engines: tuple[float, ...]
    square: bool
    load: str
    marking: str


FIGHTER_BOMBER = Wings(12.4, 11.0, (0.0,), False, "bombs", "star")
TYPHOON = Wings(12.7, 9.8, (0.0,), False, "rockets", "roundel")
HEAVY_BOMBER = Wings(31.0, 22.0, (-8.6, -4.2, 4.2, 8.6), False, "none", "star")
GERMAN_BOMBER = Wings(20.0, 14.5, (-3.0, 3.0), False, "bombs", "cross")


def aircraft(s: Sculpture, wings: Wings) -> None:
    """An aircraft in level flight about the origin, its nose along y; one metre of it is a third of one."""
    with s.at((0, 0, 0), scale=0.34):
        _fuselage(s, wings)
        _wing(s, wings)
        _tail(s, wings)
        for x in wings.engines:
            _engine(s, wings, x)
        _load(s, wings)
        _marks(s, wings)


def _fuselage(s: Sculpture, wings: Wings) -> None:
    half, thick = wings.length / 2, wings.length * (0.075 if len(wings.engines) > 1 else 0.088)
    nose = half if len(wings.engines) > 1 else half * 0.85
    s.paint("armour", 0.15)
    s.capsule((0, nose - thick, 0), (0, -half * 0.25, 0.05), thick, thick * 0.95)
    s.capsule((0, -half * 0.2, 0.05), (0, -half * 0.95, 0.25), thick * 0.95, thick * 0.25)
    s.paint("glass")
    if len(wings.engines) > 1:
        s.ball((0, nose - thick * 0.4, 0.05), (thick * 0.72, thick * 0.9, thick * 0.72))
        s.ball((0, nose * 0.60, thick * 0.80), (thick * 0.55, thick * 1.3, thick * 0.5))
    else:
        s.ball((0, -half * 0.02, thick * 0.85), (thick * 0.55, thick * 1.35, thick * 0.62))


def _wing(s: Sculpture, wings: Wings) -> None:
    half, root = wings.span / 2, wings.length * 0.24
    s.paint("armour", 0.1)
    with s.mirrored():
        plan = (
            (0.2, root * 0.62),
            (half * 0.92, root * 0.30),
            (half, 0.05),
            (half * 0.94, -root * 0.18),
            (0.2, -root * 0.50),
        )
        s.hull([(x, y, z - 0.06 * x / half + 0.25 * x / half) for x, y in plan for z in (-0.10, 0.12)], 0.10)


def _tail(s: Sculpture, wings: Wings) -> None:
    back, size = -wings.length / 2 * 0.93, wings.length * 0.16
    s.paint("armour", 0.06)
    with s.mirrored():
        plan = ((0.05, size * 0.35), (size * 1.1, 0.0), (size * 1.05, -size * 0.28), (0.05, -size * 0.30))
        s.hull([(x, back + y, 0.25 + z) for x, y in plan for z in (-0.05, 0.05)], 0.05)
    fin = [
        (back + size * 0.7, 0.3),
        (back, 0.3 + size * 1.05),
        (back - size * 0.32, 0.3 + size * 1.0),
        (back - size * 0.25, 0.2),
    ]
    s.slab(fin, 0.07, edge=0.05)


def _engine(s: Sculpture, wings: Wings, x: float) -> None:
    many = len(wings.engines) > 1
    front = wings.length * (0.24 if many else 0.425)
    radius = wings.length * (0.045 if many else 0.075)
    lift = 0.05 + (0.12 * abs(x) / (wings.span / 2) if many else 0.0)
    if many:
        s.paint("armour", 0.1)
        s.capsule((x, front - radius, lift), (x, -wings.length * 0.06, lift), radius, radius * 0.5)
    s.paint("armour2")
    s.cone((x, front - radius * 0.5, lift), (x, front + radius * 0.1, lift), radius * 1.02, radius * 0.9, 0.1)
    s.paint("dark")
    s.cone((x, front + radius * 0.1, lift), (x, front + radius * 0.75, lift), radius * 0.30, radius * 0.06)
    for angle in np.arange(3) * 120.0 + 20.0:
        with s.at((x, front + radius * 0.3, lift), (0, float(angle), 0)):
            s.box((0, 0, radius * 1.25), (radius * 0.18, 0.09, radius * 1.2), 0.03)


def _load(s: Sculpture, wings: Wings) -> None:
    if wings.load == "bombs":
        s.paint("metalgreen")
        with s.mirrored():
            s.capsule((2.0, 0.9, -0.42), (2.0, -0.7, -0.42), 0.30, 0.14)
    elif wings.load == "rockets":
        s.paint("bare")
        with s.mirrored():
            for x in (2.2, 2.8, 3.4, 4.0):
                s.capsule((x, 1.2, -0.30), (x, -0.9, -0.30), 0.11, 0.08)


def _marks(s: Sculpture, wings: Wings) -> None:
    out, size = wings.span * 0.34, wings.length * 0.075
    for x in (-out, out):
        at = (x, 0.12 * wings.length * 0.3, 0.34)
        if wings.marking == "star":
            fit.star(s, at, size, deep=0.10)
        elif wings.marking == "cross":
            fit.cross(s, at, 1.3 * size, deep=0.14)
        else:
            s.paint("blue")
            s.cone((x, at[1], 0.12), (x, at[1], 0.40), size, edge=0.0)
            s.paint("star", density=1.2)
            s.cone((x, at[1], 0.12), (x, at[1], 0.43), size * 0.62, edge=0.0)
            s.paint("red")
            s.cone((x, at[1], 0.12), (x, at[1], 0.46), size * 0.30, edge=0.0)
    if wings.marking == "cross":
        return
    s.paint("star")
    with s.mirrored():
        for x in (0.30, 0.36):  # the stripes of the invasion
            s.box((wings.span / 2 * x, -0.05, 0.12), (wings.span * 0.010, wings.length * 0.085, 0.16), 0.0)
