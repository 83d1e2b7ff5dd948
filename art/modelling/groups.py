"""Men on a base: squads, teams with a heavy weapon, commanders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from art.modelling.sculpture import Sculpture
from art.modelling.soldiers import soldier

THREE = ((0.0, 0.38, 0.0), (-0.46, -0.18, 14.0), (0.48, -0.30, -12.0))
TWO = ((-0.28, 0.15, 8.0), (0.38, -0.20, -8.0))
"""The places of the men of a squad: x, y, and degrees that they are turned."""


@dataclass(frozen=True)
class Man:
    """One of a squad: pose, weapon, helmet (None: the army's own)."""

    pose: str
    weapon: str | None
    helmet: str | None = None


def squad(s: Sculpture, army: str, men: Sequence[Man]) -> None:
    """Two or three men."""
    for man, (x, y, turn) in zip(men, THREE if len(men) == 3 else TWO, strict=True):
        with s.at((x, y, 0), (0, 0, turn)):
            soldier(s, man.pose, army, man.weapon, man.helmet)


def alone(s: Sculpture, army: str, pose: str, weapon: str) -> None:
    """One man."""
    soldier(s, pose, army, weapon)


def machine_gun_team(s: Sculpture, army: str, weapon: str) -> None:
    """Two men and a gun behind sandbags."""
    with s.at((-0.05, -0.25, 0)):
        soldier(s, "gunner", army, weapon)
    with s.at((-0.62, 0.05, 0), (0, 0, -30)):
        soldier(s, "load", army)
    s.paint("crate")
    s.box((0.55, -0.25, 0.12), (0.16, 0.10, 0.09), 0.02, (0, 0, 20))
    s.paint("metalgreen")
    s.box((-0.35, 0.48, 0.12), (0.13, 0.07, 0.10))
    s.paint("sand.bag", 0.03)
    bags = ((-0.40, 0.78, 0.09, 8), (-0.02, 0.86, 0.09, 0), (0.36, 0.80, 0.09, -10), (0.66, 0.62, 0.09, -35))
    for x, y, z, turn in (*bags, (-0.22, 0.82, 0.22, 4), (0.18, 0.84, 0.22, -4)):
        s.ball((x, y, z), (0.20, 0.11, 0.085), (0, 0, turn), blend=0.0)


def mortar_team(s: Sculpture, army: str) -> None:
    """A mortar, one man at its sight, one with a round above its muzzle."""
    s.paint("metalgreen")
    s.cone((0.05, 0.05, 0.08), (0.05, 0.62, 1.10), 0.075)
    s.cone((0.05, -0.05, 0.04), (0.05, 0.12, 0.10), 0.20, edge=0.02)
    s.capsule((0.05, 0.50, 0.85), (-0.22, 0.80, 0.04), 0.03)
    s.capsule((0.05, 0.50, 0.85), (0.32, 0.80, 0.04), 0.03)
    s.paint("dark")
    s.cone((0.05, 0.6, 1.07), (0.05, 0.625, 1.107), 0.055)
    with s.at((-0.50, 0.05, 0), (0, 0, -35)):
        soldier(s, "load", army)
    with s.at((0.60, -0.30, 0), (0, 0, 30)):
        soldier(s, "feed", army)
        s.paint("metalgreen")
        s.ball((-0.06, 0.52, 1.12), (0.06, 0.06, 0.16))
    s.paint("crate")
    s.box((-0.1, -0.62, 0.10), (0.22, 0.13, 0.09))
    s.box((0.1, -0.85, 0.10), (0.2, 0.12, 0.09), 0.02, (0, 0, 20))


def commander(s: Sculpture, army: str, helmet: str = "peaked_cap") -> None:
    """A general with field glasses, pointing; a man of the staff kneels with the map."""
    with s.at((-0.10, 0.20, 0)):
        soldier(s, "point", army, None, helmet, gear=False)
        s.paint("leather")
        s.box((0.20, -0.02, 0.84), (0.04, 0.06, 0.09), 0.03)
        for x in (-0.17, -0.27):
            s.capsule((x, 0.33, 1.24), (x, 0.42, 1.25), 0.045)
    with s.at((0.42, -0.38, 0), (0, 0, -20)):
        soldier(s, "load", army, None, gear=False)
        s.paint("star")
        s.box((0, 0.62, 0.80), (0.24, 0.16, 0.012), 0.0, (25, 0, 0))
