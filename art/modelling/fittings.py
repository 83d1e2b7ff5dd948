"""Parts of many vehicles: tracks, wheels, guns, hatches, markings, tools, what the crew has tied on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.spatial import ConvexHull

from art.modelling.distance import Floats
from art.modelling.sculpture import Sculpture, Vector
from art.modelling.soldiers import bust

Circle = tuple[float, float, float]
"""y, z, radius of a wheel that a track runs round."""
RIGHT, LEFT = (90.0, 0.0, 90.0), (90.0, 0.0, -90.0)
"""The turn of a marking that lies on a side."""


def _belt(circles: Sequence[Circle], thin: float = 0.0) -> Floats:
    """The outline of a belt round some wheels, y and z."""
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    points = np.concatenate([
        np.stack([y + (radius - thin) * np.cos(angles), z + (radius - thin) * np.sin(angles)], 1)
        for y, z, radius in circles
    ])  # fmt: skip
    found: Floats = points[ConvexHull(points).vertices]
    return found


def tracks(s: Sculpture, x: float, width: float, circles: Sequence[Circle], pitch: float = 0.24) -> None:
    """Both tracks, `x` from the middle, `width` wide, round their wheels, a link every `pitch`."""
    outline = _belt(circles)
    ring = np.concatenate([outline, outline[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])
    with s.mirrored():
        s.paint("track", density=0.55)
        s.slab(outline, width / 2, (x, 0, 0), edge=0.015)
        s.slab(_belt(circles, 0.055), width, (x, 0, 0), edge=0.0, how="cut")
        for place in np.linspace(0, along[-1], int(along[-1] / pitch), endpoint=False):
            here = [np.interp(place, along, ring[:, axis]) for axis in (0, 1)]
            ahead = [np.interp((place + 0.05) % along[-1], along, ring[:, axis]) for axis in (0, 1)]
            slope = float(np.degrees(np.arctan2(ahead[1] - here[1], ahead[0] - here[0])))
            s.box((x, *here), (width / 2 + 0.012, pitch * 0.26, 0.034), 0.008, (slope, 0, 0))


def road_wheel(s: Sculpture, x: float, y: float, z: float, radius: float, half: float = 0.11, holes: int = 0) -> None:
    """A wheel with its tyre, seen from the right; its other side is not worked out."""
    s.paint("rubber", density=0.5)
    s.cone((x - half, y, z), (x + half, y, z), radius, edge=0.02)
    s.paint("armour2", density=0.6)
    out = x + half
    s.cone((out - 0.02, y, z), (out + 0.012, y, z), radius * 0.80, edge=0.008)
    s.cone((out - 0.05, y, z), (out + 0.07, y, z), radius * 0.62, radius * 0.24)
    for angle in np.arange(holes) * 2 * np.pi / max(1, holes):
        hole = (out + 0.03, y + radius * 0.56 * np.cos(angle), z + radius * 0.56 * np.sin(angle))
        s.ball(hole, (0.05, radius * 0.12, radius * 0.12), how="cut")
    s.cone((out, y, z), (out + 0.09, y, z), radius * 0.17, edge=0.02)


def sprocket(s: Sculpture, x: float, y: float, z: float, radius: float, half: float = 0.10) -> None:
    """The toothed wheel that drives a track."""
    s.paint("armour2", density=0.6)
    s.cone((x - half, y, z), (x + half, y, z), radius * 0.86, edge=0.02)
    s.cone((x + half - 0.02, y, z), (x + half + 0.06, y, z), radius * 0.5, radius * 0.3, 0.02)
    for angle in np.arange(13) * 2 * np.pi / 13:
        tooth = (x + half * 0.6, y + radius * 0.9 * np.cos(angle), z + radius * 0.9 * np.sin(angle))
        s.box(tooth, (0.02, 0.035, 0.035), 0.01, (float(np.degrees(angle)), 0, 0))


def bogie(s: Sculpture, x: float, y: float, high: float = 0.80) -> None:
    """The American pair of wheels on its bracket."""
    for off in (-0.30, 0.30):
        road_wheel(s, x, y + off, 0.32, 0.245, 0.13, holes=5)
    s.paint("armour2", 0.04)
    outline = ((-0.28, 0.40), (0.28, 0.40), (0.16, high - 0.02), (-0.16, high - 0.02))
    s.hull([(x + 0.04 + out * 0.13, y + a, b) for out in (-1, 1) for a, b in outline], 0.05)
    s.cone((x - 0.08, y, high), (x + 0.17, y, high), 0.09)


def tyre(s: Sculpture, x: float, y: float, z: float, radius: float, half: float) -> None:
    """The wheel of a car or gun."""
    s.paint("rubber", density=0.6)
    s.cone((x - half, y, z), (x + half, y, z), radius, edge=0.05)
    s.paint("armour2", density=0.6)
    s.cone((x - half - 0.01, y, z), (x + half + 0.01, y, z), radius * 0.58)
    s.cone((x, y, z), (x + half + 0.05, y, z), radius * 0.22, edge=0.02)


def barrel(
    s: Sculpture, at: Vector, length: float, radius: float, lift: float = 2.0, brake: bool = False, sleeve: float = 0.22
) -> None:
    """A gun from its mantlet on, with a muzzle `brake` or none.

    `lift`: degrees; `sleeve`: share of its length that is thicker.
    """
    with s.at(at, (lift, 0, 0)):
        s.paint("armour")
        s.cone((0, -0.2, 0), (0, length * sleeve, 0), radius * 1.45, radius * 1.25, 0.02)
        s.cone((0, 0, 0), (0, length, 0), radius * 1.15, radius)
        end = length
        if brake:
            end = length + 0.38
            s.cone((0, length - 0.02, 0), (0, length + 0.16, 0), radius * 1.6, radius * 1.7, 0.02)
            s.cone((0, length + 0.20, 0), (0, end, 0), radius * 1.75, radius * 1.55, 0.02)
            s.cone((0, length, 0), (0, length + 0.36, 0), radius * 1.1)
            s.box((0, length + 0.18, 0), (radius * 3, 0.022, radius * 0.8), 0.0, how="cut")
        s.paint("dark")
        s.cone((0, end - 0.05, 0), (0, end + 0.006, 0), radius * 0.72, edge=0.0)


def machine_gun(s: Sculpture, at: Vector, length: float = 0.5, lift: float = 3.0) -> None:
    """The barrel of a machine gun that looks out of a plate."""
    with s.at(at, (lift, 0, 0)):
        s.paint("dark")
        s.cone((0, 0, 0), (0, length, 0), 0.035)


def hatch(s: Sculpture, x: float, y: float, z: float, radius: float = 0.26, cupola: bool = False) -> None:
    """A round hatch, flat or as a cupola with slits."""
    s.paint("armour")
    s.cone((x, y, z - 0.05), (x, y, z + (0.20 if cupola else 0.06)), radius * 1.12, radius, 0.03)
    s.paint("armour2")
    lid = 0.19 if cupola else 0.05
    s.cone((x, y, z + lid), (x, y, z + lid + 0.05), radius * 0.85, edge=0.02)
    if cupola:
        s.paint("glass")
        for angle in np.arange(7) * 2 * np.pi / 7:
            slit = (x + radius * np.cos(angle), y + radius * np.sin(angle), z + 0.11)
            s.box(slit, (0.02, 0.085, 0.035), 0.01, (0, 0, float(np.degrees(angle))))


def commander(s: Sculpture, at: Vector, headgear: str, yaw: float = 0.0) -> None:
    """A man in the hatch."""
    with s.at(at, (0, 0, yaw)):
        bust(s, headgear)


def star(s: Sculpture, at: Vector, radius: float, turn: Vector = (0, 0, 0), deep: float = 0.025) -> None:
    """The white star of the Allies, lying in the plane of x and y before it is turned."""
    s.paint("star", density=1.5)
    points = [
        (reach * np.sin(number * np.pi / 5), reach * np.cos(number * np.pi / 5))
        for number in range(10)
        for reach in (radius * (1.0 if number % 2 == 0 else 0.40),)
    ]
    with s.at(at, turn):
        s.slab(points, deep, axis="z", edge=0.0)


def cross(s: Sculpture, at: Vector, size: float, turn: Vector = (0, 0, 0), deep: float = 0.02) -> None:
    """The black cross with white edges, lying in the plane of x and y before it is turned."""
    s.paint("star", density=1.2)
    with s.at(at, turn):
        for quarter in (0.0, 90.0):
            with s.at((0, 0, 0), (0, 0, quarter)):
                for side in (-0.30, 0.30):
                    for end in (-0.62, 0.62):
                        s.box((side * size, end * size, 0), (size * 0.07, size * 0.40, deep), 0.0)
        s.paint("dark")
        s.box((0, 0, 0), (size * 0.22, size, deep * 0.8), 0.0)
        s.box((0, 0, 0), (size, size * 0.22, deep * 0.8), 0.0)


def side_stars(s: Sculpture, x: float, y: float, z: float, radius: float = 0.20) -> None:
    """A star on each side."""
    star(s, (x, y, z), radius, RIGHT)
    star(s, (-x, y, z), radius, LEFT)


def side_crosses(s: Sculpture, x: float, y: float, z: float, size: float = 0.20) -> None:
    """A cross on each side."""
    cross(s, (x, y, z), size, RIGHT)
    cross(s, (-x, y, z), size, LEFT)


def spade_and_axe(s: Sculpture, x: float, z: float, back: float = -1.5, front: float = 1.2) -> None:
    """Tools along a fender."""
    s.paint("tool", density=0.6)
    s.capsule((x, back, z), (x, back + 0.9, z), 0.03)
    s.capsule((x + 0.1, front - 1.1, z), (x + 0.1, front, z), 0.026)
    s.paint("steel", density=0.6)
    s.box((x, back + 0.98, z), (0.07, 0.12, 0.02))
    s.box((x + 0.1, front, z + 0.01), (0.12, 0.04, 0.035), 0.015)


def jerry_cans(s: Sculpture, at: Vector, count: int = 2) -> None:
    """Cans of petrol side by side."""
    s.paint("jerry", density=0.7)
    with s.at(at):
        for number in range(count):
            s.box((number * 0.20, 0, 0.22), (0.085, 0.17, 0.22), 0.05)
            s.chain([(number * 0.2, -0.08, 0.47), (number * 0.2, 0.08, 0.47)], 0.02)


def rolled_canvas(s: Sculpture, start: Vector, end: Vector, radius: float = 0.14) -> None:
    """A tarpaulin, rolled."""
    s.paint("canvas", 0.03, folds=(0.01, 8, 8))
    s.capsule(start, end, radius)


def aerial(s: Sculpture, at: Vector, high: float = 1.0) -> None:
    """A wireless mast."""
    s.paint("dark")
    x, y, z = at
    s.capsule((x, y, z), (x - 0.03, y - 0.15, z + high), 0.02)


def louvres(s: Sculpture, x: float, y: float, z: float, wide: float, deep: float, count: int) -> None:
    """Slats over an engine."""
    s.paint("armour2")
    for place in np.linspace(x - wide, x + wide, count):
        s.box((float(place), y, z), (0.045, deep, 0.03), 0.01)


def shells(s: Sculpture, x: float, y: float, count: int, size: float = 1.0) -> None:
    """Shells standing next to a gun."""
    s.paint("shell", density=0.8)
    for number in range(count):
        place = x + 0.17 * number * size
        s.cone((place, y, 0), (place, y, 0.45 * size), 0.065 * size)
        s.cone((place, y, 0.42 * size), (place, y, 0.66 * size), 0.062 * size, 0.012 * size, 0.0)
