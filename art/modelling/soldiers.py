"""Men: heads, jackets, trousers, boots, webbing, packs.

Heads, hands and weapons are a little large, to be seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import yaml

from art.modelling.distance import Floats
from art.modelling.helmets import HELMETS, OF_ARMY
from art.modelling.sculpture import Sculpture
from art.modelling.weapons import WEAPONS

FILE = Path(__file__).with_name("poses.yaml")
FOLDS = (0.011, 11.0, 6.5)
"""Of cloth: 11 mm deep, stretched downwards."""
GERMAN = ("heer", "ss", "fj")
LONG_JACKETS = ("us_para", "uk_para", "fj", "ss")
GAITERS = ("us", "us_ranger", "uk", "ca", "pl", "fr", "uk_commando")
AMERICAN = ("us", "us_para", "us_ranger", "fr")
BRITISH = ("uk", "uk_para", "uk_commando", "ca", "pl")
CARGO_POCKETS = ("us", "us_para", "us_ranger", "uk_para", "fr")
LIFTED = 13.0
"""Degrees that a head looks up: the board is seen from above, and a face that is not lifted is a hat."""
SIDES = (-1.0, 1.0)


def vector(x: float, y: float, z: float) -> Floats:
    """A place or a way in metres."""
    return np.array([x, y, z], float)


def unit(way: Floats) -> Floats:
    """The same way, one metre long."""
    found: Floats = way / np.linalg.norm(way)
    return found


@dataclass(frozen=True)
class Pose:
    """The joints of a man, float64[3] each; `pitch`: degrees that the right foot is bent."""

    pelvis: Floats
    chest: Floats
    neck: Floats
    head: Floats
    left_knee: Floats
    left_ankle: Floats
    right_knee: Floats
    right_ankle: Floats
    right_hand: Floats
    left_hand: Floats
    right_elbow: Floats
    left_elbow: Floats
    pitch: float

    @property
    def middle(self) -> Floats:
        """Between pelvis and chest."""
        return self.pelvis * 0.55 + self.chest * 0.45

    @property
    def waist(self) -> Floats:
        """Return where the belt is."""
        return self.pelvis * 0.75 + self.chest * 0.25

    @property
    def shoulders(self) -> tuple[Floats, Floats]:
        """Left and right."""
        return self.chest + vector(-0.215, -0.01, 0.13), self.chest + vector(0.215, -0.01, 0.13)

    @property
    def arms(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Elbow and hand, left and right."""
        return (self.left_elbow, self.left_hand), (self.right_elbow, self.right_hand)

    @property
    def legs(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Knee and ankle, left and right."""
        return (self.left_knee, self.left_ankle), (self.right_knee, self.right_ankle)


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    pelvis: tuple[float, float, float]
    chest: tuple[float, float, float]
    neck: tuple[float, float, float]
    head: tuple[float, float, float]
    left_knee: tuple[float, float, float]
    left_ankle: tuple[float, float, float]
    right_knee: tuple[float, float, float]
    right_ankle: tuple[float, float, float]
    right_hand: tuple[float, float, float]
    left_hand: tuple[float, float, float]
    right_elbow: tuple[float, float, float]
    left_elbow: tuple[float, float, float]
    pitch: float


@lru_cache(maxsize=1)
def poses() -> dict[str, Pose]:
    """The poses of `poses.yaml` by their names."""
    rows = msgspec.convert(yaml.safe_load(FILE.read_text("utf-8")), dict[str, _Row])
    found = {}
    for name, row in rows.items():
        joints = {joint: value for joint, value in msgspec.structs.asdict(row).items() if joint != "pitch"}
        found[name] = Pose(**{joint: np.array(value, float) for joint, value in joints.items()}, pitch=row.pitch)
    return found


def soldier(
    s: Sculpture, pose: str, army: str, weapon: str | None = None, helmet: str | None = None, gear: bool = True
) -> None:
    """A man of an army in one of `poses`, with one of `WEAPONS` and `HELMETS`; KeyError for unknown names."""
    p = poses()[pose]
    _head(s, p, helmet or OF_ARMY[army])
    _hands(s, p)
    _jacket(s, p, army)
    _trousers(s, p, army)
    _boots(s, p, army)
    _belt(s, p)
    if gear:
        _straps(s, p)
        _pouches(s, p, army)
        if army in GERMAN:
            _german_kit(s, p)
        elif army != "resistance":
            _allied_kit(s, p, army)
    if weapon:
        _weapon(s, p, weapon)


def face(s: Sculpture) -> None:
    """A head about the origin, looking along y, without what it wears."""
    s.paint("skin", 0.025, density=1.6)
    s.ball((0, 0, 0.01), (0.105, 0.122, 0.142))
    s.ball((0, 0.045, -0.085), (0.074, 0.072, 0.062), blend=0.04)
    s.capsule((0, 0.112, 0.01), (0, 0.142, -0.035), 0.015, 0.026, blend=0.015)
    for side in SIDES:
        s.ball((side * 0.108, -0.005, -0.015), (0.020, 0.034, 0.045))
        s.ball((side * 0.055, 0.085, -0.045), (0.038, 0.035, 0.035), blend=0.03)
        s.capsule((side * 0.02, 0.118, 0.022), (side * 0.07, 0.098, 0.020), 0.016, blend=0.012)
    s.box((0, 0.128, -0.088), (0.035, 0.02, 0.004), 0.002, how="cut", blend=0.008)
    s.paint("eye")
    for side in SIDES:
        s.ball((side * 0.043, 0.110, -0.004), (0.020, 0.014, 0.010))
    s.paint("hair", folds=(0.006, 40, 40))
    s.ball((0, -0.022, 0), (0.112, 0.116, 0.120))
    s.box((0, -0.15, 0), (0.3, 0.17, 0.3), how="keep")


def _head(s: Sculpture, p: Pose, helmet: str) -> None:
    with s.at(p.head, (LIFTED, 0, 0)):
        face(s)
        HELMETS[helmet](s)


def _hands(s: Sculpture, p: Pose) -> None:
    s.paint("skin", 0.025)
    s.capsule(p.neck - vector(0, 0.01, 0.05), p.head - vector(0, 0.02, 0.07), 0.065, 0.06)
    for elbow, hand in p.arms:
        way = unit(hand - elbow)
        s.ball(hand, (0.052, 0.055, 0.050), blend=0.02)
        s.capsule(hand - way * 0.03, hand + way * 0.045, 0.044, 0.036)
        s.capsule(hand + vector(0, 0, 0.03), hand + vector(0, 0.05, 0.045), 0.018, blend=0.012)


def _jacket(s: Sculpture, p: Pose, army: str) -> None:
    left, right = p.shoulders
    s.paint("jacket", 0.06, folds=FOLDS)
    s.ball(p.middle, (0.178, 0.142, 0.20))
    s.ball(p.chest + vector(0, 0, 0.02), (0.212, 0.155, 0.20), (-8, 0, 0))
    s.capsule(left, right, 0.088, blend=0.08)
    s.capsule(p.chest + vector(0, 0, 0.12), p.neck, 0.11, 0.075, blend=0.05)
    longer = 0.10 if army in LONG_JACKETS else 0.04
    s.ball(p.pelvis + vector(0, 0, -0.02 - longer * 0.4), (0.190, 0.165, 0.13 + longer), blend=0.05)
    for shoulder, (elbow, hand) in zip((left, right), p.arms, strict=True):
        way = unit(hand - elbow)
        s.ball(shoulder, 0.098, blend=0.05)
        s.capsule(shoulder, elbow, 0.090, 0.072, blend=0.04)
        s.capsule(elbow, hand - way * 0.05, 0.074, 0.054, blend=0.025)
        s.ball(shoulder * 0.4 + elbow * 0.6, (0.088, 0.088, 0.06), blend=0.03)
        s.ball(elbow + way * 0.07, 0.078, blend=0.02)
    s.paint("jacket2", 0.01)
    s.ring(p.neck + vector(0, -0.005, -0.045), 0.080, 0.026, (18, 0, 0))
    for elbow, hand in p.arms:
        way = unit(hand - elbow)
        s.cone(hand - way * 0.095, hand - way * 0.045, 0.062, 0.060, 0.012)
    with s.at(p.chest):
        for side in SIDES:
            s.box((side * 0.10, 0.145, -0.01), (0.05, 0.018, 0.05), 0.015, (-10, 0, -side * 18))


def _trousers(s: Sculpture, p: Pose, army: str) -> None:
    s.paint("trousers", 0.05, folds=(0.010, 11.0, 6.5))
    s.ball(p.pelvis + vector(0, 0, -0.05), (0.172, 0.145, 0.14))
    for side, (knee, ankle) in zip(SIDES, p.legs, strict=True):
        hip = p.pelvis + vector(side * 0.10, 0, -0.04)
        way = unit(ankle - knee)
        s.capsule(hip, knee, 0.118, 0.090, blend=0.04)
        s.capsule(knee, ankle - way * 0.12, 0.092, 0.082, blend=0.03)
        s.ball(knee, 0.096, blend=0.02)
        s.ball(ankle - way * 0.17, 0.100, blend=0.05)
        if army in CARGO_POCKETS:
            pocket = hip * 0.45 + knee * 0.55 + vector(side * 0.105, 0, 0)
            s.box(pocket, (0.03, 0.065, 0.08), 0.025, blend=0.015)


def _boots(s: Sculpture, p: Pose, army: str) -> None:
    gaiters = army in GAITERS
    for (knee, ankle), pitch in zip(p.legs, (0.0, p.pitch), strict=True):
        way = unit(ankle - knee)
        s.paint("gaiter" if gaiters else "boots", 0.02)
        s.cone(ankle - way * (0.20 if gaiters else 0.26), ankle + way * 0.02, 0.082, 0.068, 0.02)
        s.paint("boots", 0.03)
        with s.at(ankle, (pitch, 0, 0)):
            s.capsule((0, -0.05, -0.055), (0, 0.13, -0.065), 0.058, 0.052)
            s.ball((0, 0, -0.02), (0.066, 0.085, 0.07))
            s.ball((0, 0.13, -0.055), (0.066, 0.08, 0.048))
            s.paint("sole")
            s.box((0, 0.045, -0.108), (0.060, 0.155, 0.014), 0.012)


def _belt(s: Sculpture, p: Pose) -> None:
    s.paint("web.belt")
    s.ball(p.middle, (0.196, 0.164, 0.215))
    s.box(p.waist, (0.4, 0.4, 0.027), 0.01, how="keep")


def _straps(s: Sculpture, p: Pose) -> None:
    s.paint("web.strap")
    for side in SIDES:
        s.box(p.chest + vector(side * 0.10, 0, 0.05), (0.021, 0.4, 0.4), 0.0)
    s.ball(p.chest + vector(0, 0, 0.025), (0.226, 0.172, 0.208), (-8, 0, 0), how="keep")


def _pouches(s: Sculpture, p: Pose, army: str) -> None:
    s.paint("leather" if army in GERMAN else "web.kit")
    for side in SIDES:
        if army in AMERICAN:
            for x, y in ((0.06, 0.155), (0.135, 0.115)):
                s.box(p.waist + vector(side * x, y, 0), (0.032, 0.025, 0.045), 0.012, (0, 0, -side * 25))
        elif army in BRITISH:
            s.box(p.waist + vector(side * 0.105, 0.15, 0.07), (0.055, 0.042, 0.080), 0.018, (0, 0, -side * 15))
            s.box(p.waist + vector(side * 0.105, 0.19, 0.11), (0.05, 0.01, 0.03), 0.008, (0, 0, -side * 15))
        elif army in GERMAN:
            for x, y in ((0.055, 0.16), (0.105, 0.14), (0.15, 0.105)):
                s.box(p.waist + vector(side * x, y, -0.01), (0.023, 0.028, 0.045), 0.012, (0, 0, -side * 30))


def _german_kit(s: Sculpture, p: Pose) -> None:
    """Gas mask tin, bread bag, bottle."""
    s.paint("metalgreen")
    s.cone(p.waist + vector(-0.10, -0.19, -0.02), p.waist + vector(0.12, -0.20, -0.12), 0.062, edge=0.015)
    s.ring(p.waist + vector(-0.02, -0.192, -0.055), 0.062, 0.008, (0, 62, 0))
    s.cone(p.waist + vector(0.19, -0.13, -0.02), p.waist + vector(0.21, -0.13, 0.02), 0.06)
    s.paint("web.bag", 0.02)
    s.box(p.waist + vector(0.17, -0.08, -0.10), (0.05, 0.08, 0.09), 0.04)


def _allied_kit(s: Sculpture, p: Pose, army: str) -> None:
    """Pack, blanket, bottle, spade."""
    s.paint("web.pack", 0.02)
    if army not in ("us_para", "uk_para"):
        s.box(p.chest + vector(0, -0.215, 0), (0.125, 0.075, 0.15), 0.05, (-4, 0, 0))
        s.box(p.chest + vector(0, -0.29, 0.04), (0.09, 0.02, 0.075))
        s.box(p.chest + vector(0, -0.30, 0.03), (0.012, 0.015, 0.09), 0.01)
        s.paint("bedroll", 0.01)
        if army in AMERICAN:
            roll = [(-0.15, -0.21, -0.06), (-0.13, -0.21, 0.16), (0.13, -0.21, 0.16), (0.15, -0.21, -0.06)]
            s.chain([p.chest + vector(*place) for place in roll], 0.048)
        else:
            s.capsule(p.chest + vector(-0.12, -0.21, 0.18), p.chest + vector(0.12, -0.21, 0.18), 0.055)
    s.paint("web.can", 0.01)
    s.ball(p.waist + vector(0.20, -0.06, -0.09), (0.045, 0.075, 0.085))
    s.box(p.waist + vector(-0.19, -0.05, -0.08), (0.035, 0.07, 0.085), 0.025)
    s.paint("metalgreen")
    s.capsule(p.waist + vector(0.02, -0.19, -0.02), p.waist + vector(0.03, -0.20, -0.24), 0.022)
    s.box(p.waist + vector(0.03, -0.20, -0.26), (0.06, 0.014, 0.07), 0.012)


def _weapon(s: Sculpture, p: Pose, weapon: str) -> None:
    way = p.left_hand - p.right_hand
    upright = abs(way[2]) < 0.8 * np.linalg.norm(way)
    with s.aimed(
        p.right_hand + unit(way) * 0.04 + vector(0, 0, 0.03), way, (0.0, 0.0, 1.0) if upright else (0.0, -1.0, 0.0)
    ):
        WEAPONS[weapon](s)


def bust(s: Sculpture, headgear: str = "leather") -> None:
    """Head, chest and arms of a man who looks out of a hatch; `headgear`: "leather", "black_cap" or "beret"."""
    s.paint("jacket", 0.05)
    s.ball((0, 0, -0.05), (0.21, 0.15, 0.22))
    s.capsule((-0.2, 0, 0.06), (0.2, 0, 0.06), 0.08)
    for side in SIDES:
        s.capsule((side * 0.22, 0, 0.05), (side * 0.30, 0.16, -0.12), 0.07, 0.06)
    s.paint("skin", 0.02, density=1.5)
    s.ball((0, 0.03, 0.30), (0.10, 0.115, 0.135))
    s.capsule((0, 0, 0.12), (0, 0.03, 0.30), 0.06)
    s.capsule((0, 0.14, 0.31), (0, 0.17, 0.27), 0.015, 0.025)
    for side in SIDES:
        s.ball((side * 0.30, 0.18, -0.14), 0.05)
    s.paint("eye")
    for side in SIDES:
        s.ball((side * 0.04, 0.135, 0.30), (0.018, 0.012, 0.01))
    with s.at((0, 0.03, 0.30)):
        _crew_cap(s, headgear)


def _crew_cap(s: Sculpture, headgear: str) -> None:
    if headgear == "leather":
        s.paint("leather", 0.02)
        s.ball((0, -0.015, 0.04), (0.125, 0.145, 0.13))
        s.box((0, 0.16, -0.06), (0.2, 0.12, 0.10), how="cut")
        s.ring((0, 0.06, 0.10), 0.11, 0.025, (70, 0, 0))
    elif headgear == "black_cap":
        s.paint("beret", 0.02)
        s.ball((0, -0.02, 0.09), (0.13, 0.14, 0.07))
        s.ball((0, 0.11, 0.06), (0.08, 0.08, 0.015))
        s.paint("strap")
        s.ring((0, 0, 0), 0.118, 0.02, (0, 90, 0))
    else:
        s.paint("beret", 0.02)
        s.ball((0.03, -0.02, 0.09), (0.15, 0.15, 0.05), (0, 16, 0))
        s.ball((0, 0, 0.06), (0.115, 0.13, 0.06))


def seated(s: Sculpture, helmet: str) -> None:
    """A man who sits in an open car, hands before the body; the seat is 0.26 m below the origin."""
    s.paint("jacket", 0.05, folds=(0.008, 11.0, 7.0))
    s.ball((0, -0.05, -0.06), (0.19, 0.14, 0.26))
    s.capsule((-0.19, -0.03, 0.1), (0.19, -0.03, 0.1), 0.08)
    for side in SIDES:
        s.capsule((side * 0.22, -0.03, 0.08), (side * 0.26, 0.12, -0.12), 0.075, 0.065)
        s.capsule((side * 0.26, 0.12, -0.12), (side * 0.1, 0.36, -0.06), 0.06, 0.05)
    s.paint("trousers", 0.04)
    for side in SIDES:
        s.capsule((side * 0.1, 0, -0.26), (side * 0.11, 0.42, -0.18), 0.1, 0.085)
    s.paint("skin", 0.02)
    s.capsule((0, -0.02, 0.18), (0, 0, 0.3), 0.06)
    for side in SIDES:
        s.ball((side * 0.1, 0.38, -0.05), 0.05)
    with s.at((0, 0, 0.36), (6, 0, 0)):
        face(s)
        HELMETS[helmet](s)
