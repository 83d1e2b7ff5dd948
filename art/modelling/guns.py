"""Guns with their crews, rockets, and works of concrete."""

from __future__ import annotations

from art.modelling import fittings as fit
from art.modelling.sculpture import Sculpture
from art.modelling.soldiers import GERMAN, soldier


def _crates(s: Sculpture, x: float, y: float) -> None:
    s.paint("crate", density=0.7)
    s.box((x, y, 0.14), (0.28, 0.2, 0.15))
    s.box((x - 0.05, y + 0.55, 0.14), (0.28, 0.2, 0.15), 0.02, (0, 0, 25))


def _loader(s: Sculpture, army: str, size: float) -> None:
    """A man who brings a shell; the origin lies under the man."""
    soldier(s, "crouch", army, gear=False)
    s.paint("shell")
    s.cone((-0.2, 0.58, 0.98), (0.32, 0.60, 0.98), size, edge=0.02)
    s.cone((0.3, 0.6, 0.98), (0.50, 0.61, 0.98), size, size * 0.15)


def _shield(
    s: Sculpture, outline: list[tuple[float, float]], y: float, lean: float, fold: float, thick: float = 0.035
) -> None:
    """A plate before the crew, mirrored: points x, z; it leans back with height and folds back with x."""
    s.hull([(x, at - z * lean - x * fold, z) for x, z in outline for at in (y, y + thick)], 0.0)


def field_gun(s: Sculpture, army: str, platform: bool) -> None:
    """A 105 mm howitzer, or a 25-pounder on its `platform`."""
    spread = 0.18 if platform else 0.75
    with s.mirrored():
        fit.tyre(s, 0.92, 0, 0.50, 0.50, 0.11)
        s.paint("armour", 0.02)
        s.chain([(0.25, -0.1, 0.50), (0.35, -1.2, 0.28), (spread, -2.9, 0.12)], 0.085)
        s.paint("armour2")
        s.box((spread, -2.95, 0.14), (0.16, 0.06, 0.16))
        s.box((0.55, 0.10, 0.50), (0.4, 0.10, 0.07))
        s.paint("armour", 0.01)
        _shield(s, [(0.22, 0.45), (1.05, 0.45), (1.05, 1.25), (0.75, 1.55), (0.22, 1.55)], 0.30, 0.12, 0.0)
    s.paint("armour", 0.02)
    s.box((0, 0.25, 0.75), (0.24, 0.04, 0.30), 0.01)
    s.box((0, -0.1, 0.65), (0.26, 0.35, 0.18), 0.04)
    _howitzer_barrel(s, platform)
    if platform:
        s.paint("armour2")
        s.ring((0, -0.1, 0.06), 1.0, 0.06)
        s.capsule((-0.9, -0.1, 0.06), (0.9, -0.1, 0.06), 0.03)
    _crates(s, -1.45, -1.6)
    fit.shells(s, 1.25, -1.9, 4)
    with s.at((-0.72, -0.75, 0), (0, 0, -12)):
        soldier(s, "load", army, gear=False)
    with s.at((0.62, -1.75, 0), (0, 0, 25)):
        _loader(s, army, 0.07)
    with s.at((-1.55, -0.35, 0), (0, 0, -25)):
        soldier(s, "point", army, gear=False)


def _howitzer_barrel(s: Sculpture, brake: bool) -> None:
    with s.at((0, 0.05, 1.02), (16, 0, 0)):
        s.paint("armour2", 0.02)
        s.box((0, 0.25, -0.16), (0.13, 0.95, 0.10), 0.04)
        s.box((0, 0.30, 0.17), (0.10, 0.62, 0.07), 0.04)
        s.paint("armour")
        s.cone((0, -0.75, 0), (0, 0.5, 0), 0.135, 0.12, 0.02)
        s.cone((0, 0.4, 0), (0, 1.95, 0), 0.105, 0.085)
        if brake:
            s.cone((0, 1.9, 0), (0, 2.15, 0), 0.13, edge=0.02)
        s.paint("steel")
        s.box((0, -0.78, 0), (0.16, 0.15, 0.17), 0.03)
        s.paint("dark")
        s.cone((0, 1.9, 0), (0, 2.157 if brake else 1.957, 0), 0.06)


def anti_tank_gun(s: Sculpture, army: str) -> None:
    """A PaK 40, or the 6-pounder of the Allies."""
    german = army in GERMAN
    with s.mirrored():
        fit.tyre(s, 0.72, -0.05, 0.42, 0.42, 0.10)
        s.paint("armour", 0.02)
        s.chain([(0.18, -0.1, 0.45), (0.42, -1.2, 0.25), (0.75, -2.35, 0.12)], 0.065)
        s.paint("armour2")
        s.box((0.78, -2.4, 0.14), (0.13, 0.05, 0.15))
        s.paint("armour", 0.01)
        _shield(s, [(0.0, 0.35), (0.92, 0.35), (0.95, 0.85), (0.60, 1.22), (0.0, 1.22)], 0.32, 0.14, 0.18)
    s.paint("armour2")
    s.box((0, -0.1, 0.55), (0.5, 0.14, 0.10), 0.04)
    s.box((0, -0.15, 0.70), (0.18, 0.3, 0.16), 0.04)
    with s.at((0, 0, 0.86), (2.5, 0, 0)):
        s.paint("armour", 0.02)
        s.cone((0, -0.75, 0), (0, 0.6, 0), 0.105, 0.095, 0.02)
        s.cone((0, 0.5, 0), (0, 2.25, 0), 0.075, 0.06)
        s.box((0, 0.1, -0.13), (0.10, 0.62, 0.07), 0.03)
        if german:
            s.cone((0, 2.2, 0), (0, 2.34, 0), 0.10, 0.115, 0.02)
            s.cone((0, 2.38, 0), (0, 2.54, 0), 0.115, 0.10, 0.02)
        s.paint("steel")
        s.box((0, -0.8, 0), (0.13, 0.15, 0.14))
        s.paint("dark")
        s.cone((0, 2.2, 0), (0, 2.55 if german else 2.26, 0), 0.045)
    s.paint("crate", density=0.7)
    s.box((1.15, -1.3, 0.12), (0.22, 0.16, 0.12), 0.02, (0, 0, 20))
    fit.shells(s, 1.0, -1.75, 3, 0.85)
    with s.at((-0.40, -0.95, 0), (0, 0, -5)):
        soldier(s, "load", army)
    with s.at((0.48, -1.55, 0), (0, 0, 22)):
        _loader(s, army, 0.055)


def flak_eighty_eight(s: Sculpture) -> None:
    """The 8.8 cm gun on its cross."""
    s.paint("armour", 0.03)
    s.box((0, 0, 0.28), (0.32, 0.55, 0.12), 0.05)
    s.chain([(0, -2.5, 0.18), (0, 2.5, 0.18)], 0.13)
    s.chain([(-2.0, 0, 0.20), (2.0, 0, 0.20)], 0.11)
    s.paint("armour2")
    for x, y in ((0, 2.5), (0, -2.5), (2.0, 0), (-2.0, 0)):
        s.cone((x, y, 0), (x, y, 0.07), 0.26, edge=0.02)
        s.cone((x, y, 0), (x, y, 0.42), 0.055)
    s.paint("armour", 0.03)
    s.cone((0, 0, 0.3), (0, 0, 0.95), 0.30, 0.22, 0.03)
    s.box((0, -0.1, 1.15), (0.30, 0.45, 0.26), 0.06)
    with s.mirrored():
        cheek = ((-0.45, 1.0), (0.35, 1.0), (0.2, 1.75), (-0.3, 1.75))
        s.hull([(x, y, z) for x in (0.22, 0.29) for y, z in cheek], 0.02)
    _long_barrel(s)
    s.paint("armour", 0.01)
    with s.mirrored():
        _shield(s, [(0.24, 0.75), (0.95, 0.75), (0.95, 1.75), (0.62, 2.18), (0.24, 2.18)], 0.72, 0.10, 0.22, 0.045)
    s.hull([(x, y - z * 0.1, z) for x in (-0.25, 0.25) for z in (0.75, 1.30) for y in (0.66, 0.70)], 0.0)
    _crates(s, 1.35, -1.45)
    fit.shells(s, -1.7, -1.95, 4, 1.1)
    with s.at((0, -1.75, 0)):
        _loader(s, "heer", 0.08)
    with s.at((-1.05, -0.55, 0), (0, 0, -30)):
        soldier(s, "load", "heer")
    with s.at((1.35, -0.45, 0), (0, 0, 18)):
        soldier(s, "point", "heer")


def _long_barrel(s: Sculpture) -> None:
    with s.at((0, -0.05, 1.55), (17, 0, 0)):
        s.paint("armour", 0.02)
        s.cone((0, -1.0, 0), (0, 1.3, 0), 0.15, 0.14, 0.02)
        s.cone((0, 1.2, 0), (0, 2.6, 0), 0.115, 0.10)
        s.cone((0, 2.5, 0), (0, 4.1, 0), 0.09, 0.072)
        s.box((0, 0.3, -0.20), (0.15, 1.1, 0.09), 0.03)
        s.cone((0, -0.4, 0.20), (0, 1.35, 0.20), 0.085, edge=0.03)
        s.paint("steel")
        s.box((0, -1.05, 0), (0.21, 0.22, 0.22), 0.03)
        s.paint("star")
        for number in range(3):
            place = 3.3 + 0.14 * number
            s.cone((0, place, 0), (0, place + 0.06, 0), 0.094, edge=0.0)


def light_flak(s: Sculpture, army: str) -> None:
    """The Bofors of the Allies, its barrel to the sky."""
    s.paint("armour", 0.02)
    s.box((0, 0, 0.42), (0.30, 1.25, 0.10), 0.04)
    with s.mirrored():
        for y in (-1.1, 1.1):
            fit.tyre(s, 0.62, y, 0.40, 0.40, 0.10)
        s.paint("armour")
        s.chain([(0.2, 0, 0.40), (1.45, 0, 0.16)], 0.07)
        s.cone((1.45, 0, 0), (1.45, 0, 0.10), 0.20)
    s.paint("armour", 0.03)
    s.cone((0, 0, 0.45), (0, 0, 0.95), 0.34, 0.26, 0.03)
    s.box((0, -0.1, 1.12), (0.34, 0.42, 0.16), 0.05)
    with s.at((0, -0.1, 1.35), (40, 0, 0)):
        s.paint("armour2", 0.02)
        s.box((0, 0, 0), (0.15, 0.55, 0.16), 0.04)
        s.cone((0, 0.4, 0), (0, 2.05, 0), 0.07, 0.05)
        s.cone((0, 2.0, 0), (0, 2.22, 0), 0.06, 0.11)
    s.paint("armour", 0.01)
    with s.mirrored():
        _shield(s, [(0.18, 0.80), (0.80, 0.80), (0.80, 1.55), (0.18, 1.65)], 0.55, 0.10, 0.10)
    for x, yaw in ((-0.62, 12.0), (0.62, -12.0)):
        with s.at((x, -0.55, 0.42), (0, 0, yaw)):
            soldier(s, "load", army, gear=False)
    _crates(s, 1.35, -1.3)


def rocket_launcher(s: Sculpture) -> None:
    """The six barrels of a Nebelwerfer."""
    with s.mirrored():
        fit.tyre(s, 0.62, 0, 0.42, 0.42, 0.10)
        s.paint("armour", 0.02)
        s.chain([(0.15, -0.1, 0.45), (0.55, -2.0, 0.12)], 0.065)
    s.paint("armour2")
    s.box((0, 0, 0.55), (0.5, 0.16, 0.12), 0.04)
    with s.at((0, -0.1, 0.95), (28, 0, 0)):
        for number in range(6):
            with s.at((0, 0, 0), (0, 60.0 * number, 0)):
                s.paint("armour", density=0.8)
                s.cone((0.23, -0.75, 0), (0.23, 0.75, 0), 0.125, edge=0.01)
                s.paint("dark")
                s.cone((0.23, 0.70, 0), (0.23, 0.757, 0), 0.09)
                s.cone((0.23, -0.757, 0), (0.23, -0.70, 0), 0.09)
        s.paint("armour2")
        s.cone((0, -0.5, 0), (0, 0.5, 0), 0.14)
    with s.at((-0.95, -0.85, 0), (0, 0, -20)):
        soldier(s, "kneel", "heer")
    with s.at((0.95, -1.15, 0), (0, 0, 15)):
        _loader(s, "heer", 0.10)
    s.paint("crate")
    s.box((1.35, -0.35, 0.16), (0.22, 0.6, 0.16), 0.02, (0, 0, 10))


def casemate(s: Sculpture) -> None:
    """A gun in concrete, earth heaped against it."""
    s.paint("earth", 0.25, folds=(0.05, 3.0, 3.0))
    s.ball((0, -1.2, -0.1), (2.4, 1.6, 1.1))
    s.box((0, 0, 1.9), (4, 4, 2), 0.0, how="keep")
    s.paint("concrete", 0.04, folds=(0.012, 4.0, 4.0))
    wall = ((-1.5, -1.4), (1.5, -1.4), (1.75, 0.6), (1.15, 1.35), (-1.15, 1.35), (-1.75, 0.6))
    s.slab(wall, 0.72, (0, 0, 0.72), axis="z", edge=0.10)
    roof = [(x * 1.10, y * 1.08) for x, y in wall]
    s.slab(roof, 0.22, (0, 0, 1.62), axis="z", edge=0.14)
    for half, deep in ((0.95, 1.36), (0.72, 1.20), (0.50, 1.04)):
        s.box((0, deep, 0.85), (half, 0.16, 0.46 - (0.95 - half) * 0.25), 0.02, how="cut")
    s.paint("dark")
    s.box((0, 0.85, 0.85), (0.44, 0.12, 0.30), 0.0)
    s.paint("armour", 0.02)
    s.cone((0, 0.5, 0.90), (0, 2.7, 1.02), 0.12, 0.09, 0.02)
    s.paint("concrete2")
    s.cone((0.7, -0.6, 1.8), (0.7, -0.6, 2.05), 0.28, edge=0.05)
    s.paint("leather", 0.02, folds=(0.02, 9, 9))
    for x in (-0.6, 0.2, -0.1):
        s.ball((x, -0.4 + x * 0.3, 1.88), (0.42, 0.30, 0.07))
