"""Headgear of men. The head's middle is the origin, its face looks along y."""

from __future__ import annotations

from collections.abc import Callable

from art.modelling.sculpture import Sculpture

CHIN = ((-0.115, 0.03, 0.0), (-0.085, 0.075, -0.10), (0.0, 0.105, -0.135), (0.085, 0.075, -0.10), (0.115, 0.03, 0.0))


def _above(s: Sculpture, height: float, half: float, blend: float = 0.0) -> None:
    """Keep what lies above a height."""
    s.box((0, 0, height + half), (0.5, 0.5, half), 0.0, how="keep", blend=blend)


def _straps(s: Sculpture) -> None:
    s.paint("strap")
    s.chain(CHIN, 0.011, blend=0.01)


def steel_pot(s: Sculpture) -> None:
    """The American M1."""
    s.paint("helmet", 0.03)
    s.ball((0, -0.008, 0.05), (0.152, 0.176, 0.158))
    s.ball((0, 0, 0.022), (0.170, 0.200, 0.030), blend=0.035)
    _above(s, 0.005, 0.34, 0.012)
    _straps(s)


def netted_pot(s: Sculpture) -> None:
    """The M1 of paratroops and Rangers, with the band of its net."""
    steel_pot(s)
    s.paint("strap")
    s.ring((0, -0.005, 0.055), 0.165, 0.008)


def coal_scuttle(s: Sculpture) -> None:
    """The German helmet: deep over ears and neck."""
    s.paint("helmet", 0.03)
    s.ball((0, -0.012, 0.055), (0.152, 0.178, 0.155))
    s.ball((0, -0.035, -0.02), (0.192, 0.205, 0.105), blend=0.05)
    s.ball((0, 0.12, 0.045), (0.125, 0.105, 0.020), blend=0.03)
    _above(s, -0.055, 0.36, 0.012)
    s.box((0, 0.30, -0.10), (0.5, 0.25, 0.135), how="cut", blend=0.02)


def jump_helmet(s: Sculpture) -> None:
    """The helmet of the German paratroops, without a rim."""
    s.paint("helmet", 0.03)
    s.ball((0, -0.008, 0.045), (0.158, 0.180, 0.158))
    s.ball((0, 0, 0.012), (0.166, 0.192, 0.03), blend=0.04)
    _above(s, -0.005, 0.34, 0.012)
    s.paint("strap")
    s.chain([(-0.125, 0, 0), (-0.08, 0.08, -0.11), (0.08, 0.08, -0.11), (0.125, 0, 0)], 0.012)


def soup_plate(s: Sculpture) -> None:
    """The flat British helmet under its net."""
    s.paint("helmet", 0.04, folds=(0.004, 55, 55))
    s.ball((0, -0.005, 0.065), (0.150, 0.168, 0.112))
    s.cone((0, 0, 0.042), (0, 0, 0.075), 0.262, 0.185, 0.012, blend=0.05)
    _above(s, 0.035, 0.31)
    _straps(s)


def beret(s: Sculpture) -> None:
    """A beret pulled to the right, with its badge."""
    s.paint("helmet", 0.05, folds=(0.004, 20, 20))
    s.ball((0.05, -0.02, 0.095), (0.185, 0.175, 0.055), (0, 22, 0))
    s.ball((0, -0.01, 0.06), (0.128, 0.146, 0.075), blend=0.05)
    _above(s, 0.035, 0.31)
    s.paint("brass")
    s.ball((-0.055, 0.125, 0.10), (0.022, 0.015, 0.028))


def peaked_cap(s: Sculpture) -> None:
    """An officer's cap."""
    s.paint("helmet", 0.03)
    s.ball((0, -0.02, 0.125), (0.175, 0.185, 0.045), (-14, 0, 0))
    s.cone((0, -0.005, 0.04), (0, -0.015, 0.12), 0.132, 0.145, blend=0.03)
    s.paint("leather")
    s.ball((0, 0.13, 0.04), (0.10, 0.085, 0.018), (-25, 0, 0))
    s.paint("brass")
    s.ball((0, 0.14, 0.12), (0.028, 0.02, 0.03))
    s.ring((0, -0.003, 0.058), 0.138, 0.010)


def side_cap(s: Sculpture) -> None:
    """A man of the Resistance in a beret."""
    s.paint("helmet", 0.05, folds=(0.004, 20, 20))
    s.ball((0.03, -0.03, 0.105), (0.165, 0.165, 0.045), (6, 14, 0))
    s.ball((0, -0.01, 0.07), (0.126, 0.142, 0.06), blend=0.05)
    _above(s, 0.045, 0.31)


HELMETS: dict[str, Callable[[Sculpture], None]] = {
    "steel_pot": steel_pot,
    "netted_pot": netted_pot,
    "coal_scuttle": coal_scuttle,
    "jump_helmet": jump_helmet,
    "soup_plate": soup_plate,
    "beret": beret,
    "peaked_cap": peaked_cap,
    "side_cap": side_cap,
}
OF_ARMY = {
    "us": "steel_pot",
    "us_para": "netted_pot",
    "us_ranger": "netted_pot",
    "uk": "soup_plate",
    "uk_para": "beret",
    "uk_commando": "beret",
    "ca": "soup_plate",
    "pl": "soup_plate",
    "fr": "steel_pot",
    "resistance": "side_cap",
    "heer": "coal_scuttle",
    "ss": "coal_scuttle",
    "fj": "jump_helmet",
}
