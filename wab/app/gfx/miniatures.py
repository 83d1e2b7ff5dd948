"""Figures: soldiers, tanks, guns, vehicles, ships, of flat faces and few triangles, looking north (+y).

Measures are in hex widths; the ground is z = 0. Colours are those of a side or a nation, with darker metal and a
coloured rim for special forces.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from wab.app.gfx.solids import Solid, ball, box, cylinder, disc, joined, prism, rod
from wab.app.gfx.theme import Rgba, colour

Maker = Callable[[int, Rgba, Rgba, Rgba], Solid]
SKIN = colour("D9B48C")
SOLES = colour("2E261B")


@lru_cache(maxsize=256)
def figure(shape: str, side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A figure of a side (1 or 2, who have other helmets and tanks) in its colours.

    `shape`: "infantry", "resistance", "armour" or "artillery"; KeyError for any other. `rim`: the colour of the edge of
    the base, that of the metal for none.
    """
    return _MAKERS[shape](side, body, metal, rim)


@lru_cache(maxsize=16)
def silhouette(shape: str) -> Solid:
    """A body of few triangles that throws nearly the shadow of a figure."""
    grey = SOLES
    if shape == "armour":
        hull = box(0.0, 0.0, 0.02, (0.250, 0.330, 0.100), grey, top=0.9)
        turret = prism(disc(0.075, 6), 0.12, 0.185, grey)
        return joined([hull, turret, rod((0.0, 0.05, 0.152), (0.0, 0.24, 0.160), 0.012, grey, 3)])
    if shape == "artillery":
        wheels = [prism(disc(0.066, 6), 0.0, 0.03, grey).turned(90, "y").moved(x, 0.03, 0.078) for x in (-0.10, 0.07)]
        shield = box(0.0, 0.05, 0.058, (0.160, 0.010, 0.105), grey)
        gunner = prism(disc(0.045, 5), 0.0, 0.205, grey).moved(-0.062, -0.104)
        return joined([*wheels, shield, gunner, rod((0.0, -0.06, 0.112), (0.0, 0.255, 0.158), 0.018, grey, 3)])
    body = prism(disc(0.066, 6), 0.0, 0.225, grey, top=0.9)
    head = prism(disc(0.052, 6), 0.225, 0.325, grey, top=0.6)
    return joined([body, head, rod((0.062, -0.034, 0.128), (-0.058, 0.158, 0.196), 0.014, grey, 3)])


def _soldier(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A rifleman at the ready."""
    light, dark = body.shade(1.10), body.shade(0.86)
    legs = [
        box(-0.036, 0.018, 0.012, (0.042, 0.050, 0.105), dark, top=0.9),
        box(0.036, -0.022, 0.012, (0.042, 0.050, 0.105), dark, top=0.9),
    ]
    torso = prism([(-0.066, -0.036), (0.066, -0.036), (0.066, 0.036), (-0.066, 0.036)], 0.110, 0.225, body, top=0.92)
    belt = box(0.0, 0.0, 0.108, (0.128, 0.078, 0.018), metal)
    pack = box(0.0, -0.052, 0.135, (0.082, 0.036, 0.075), dark)
    head = ball(0.041, SKIN, sides=6, rings=4).moved(0.0, 0.010, 0.262)
    helmet = _helmet(side, light)
    arms = [
        rod((-0.070, -0.004, 0.205), (-0.052, 0.072, 0.162), 0.022, body),
        rod((0.070, -0.004, 0.205), (0.040, 0.050, 0.150), 0.022, body),
    ]
    rifle = rod((0.062, -0.034, 0.128), (-0.058, 0.158, 0.196), 0.012, metal.shade(0.72))
    return joined([_base(0.088, metal, rim), *legs, torso, belt, pack, head, helmet, *arms, rifle])


def _helmet(side: int, tint: Rgba) -> Solid:
    """Round with a narrow brim for the Allies; deep over ears and neck for the Axis."""
    crown = ball(0.056, tint, sides=8, rings=2, low=0, high=90).scaled(1.0, 1.06, 0.92).moved(0.0, -0.004, 0.278)
    if side == 1:
        return joined([crown, prism(disc(0.061, 8), 0.270, 0.280, tint, top=0.95).moved(0.0, -0.004)])
    guard = [(-0.064, -0.078), (0.064, -0.078), (0.070, 0.0), (0.058, 0.046), (-0.058, 0.046), (-0.070, 0.0)]
    neck = prism([(-0.056, -0.074), (0.056, -0.074), (0.056, -0.012), (-0.056, -0.012)], 0.246, 0.272, tint)
    return joined([crown, prism(guard, 0.268, 0.281, tint, top=0.86), neck])


def _fighter(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A man of the Resistance: beret, open coat, submachine gun at the hip."""
    coat = prism(disc(0.070, 6, 0.5), 0.060, 0.220, body.shade(1.08), top=0.82)
    legs = [box(x, 0.0, 0.012, (0.044, 0.050, 0.060), SOLES) for x in (-0.034, 0.034)]
    scarf = prism(disc(0.040, 6), 0.212, 0.232, rim)
    head = ball(0.040, SKIN, sides=6, rings=4).moved(0.0, 0.006, 0.258)
    beret = prism(disc(0.060, 8), 0.276, 0.296, metal.shade(0.85), top=0.78).moved(0.014, 0.0)
    arms = [
        rod((-0.064, 0.0, 0.200), (-0.030, 0.080, 0.140), 0.021, body),
        rod((0.064, 0.0, 0.200), (0.060, 0.050, 0.136), 0.021, body),
    ]
    gun = rod((0.062, -0.020, 0.134), (-0.034, 0.126, 0.146), 0.014, metal.shade(0.6))
    return joined([_base(0.088, metal, rim), coat, *legs, scarf, head, beret, *arms, gun])


def _tank(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A medium tank: tracks with wheels, sloping hull, turret, gun."""
    light, dark = body.shade(1.08), body.shade(0.84)
    parts = [_slab(0.270, 0.400, metal, rim), *tracks(body, metal)]
    hull = [(-0.150, 0.060), (0.128, 0.060), (0.172, 0.080), (0.100, 0.122), (-0.140, 0.122), (-0.164, 0.090)]
    parts.append(beside(hull, -0.082, 0.082, body))
    parts += [box(x, -0.006, 0.076, (0.058, 0.312, 0.012), dark) for x in (-0.098, 0.098)]
    parts.append(box(0.0, -0.112, 0.122, (0.112, 0.056, 0.010), dark))
    parts.append(_turret(side, body, light))
    parts += [
        box(0.0, 0.054, 0.134, (0.060, 0.026, 0.034), dark),
        cylinder(0.028, 0.176, 0.190, dark, 6).moved(-0.022, -0.03),
    ]
    muzzle = 0.206 if side == 1 else 0.262  # short gun, or long one with a muzzle brake
    parts.append(rod((0.0, 0.056, 0.152), (0.0, muzzle, 0.160), 0.011, metal, 6))
    if side == 2:
        parts.append(rod((0.0, muzzle - 0.026, 0.159), (0.0, muzzle + 0.014, 0.161), 0.018, metal, 6))
        parts += [box(x, -0.006, 0.048, (0.010, 0.290, 0.046), body.shade(0.93)) for x in (-0.136, 0.136)]
    parts.append(rod((0.048, -0.056, 0.17), (0.052, -0.078, 0.262), 0.004, metal, 3))
    return joined(parts)


def tracks(body: Rgba, metal: Rgba) -> list[Solid]:
    """Two tracks with their wheels."""
    parts, dark = [], body.shade(0.84)
    for x in (-0.098, 0.098):
        track = [(-0.170, 0.036), (-0.142, 0.012), (0.142, 0.012), (0.176, 0.044), (0.156, 0.074), (-0.150, 0.074)]
        parts.append(beside(track, x - 0.028, x + 0.028, metal.shade(0.74)))
        outward = 0.030 if x > 0 else -0.030
        parts += [rod((x, y, 0.034), (x + outward, y, 0.034), 0.021, dark, 6) for y in (-0.105, -0.035, 0.035, 0.105)]
    return parts


def _turret(side: int, body: Rgba, light: Rgba) -> Solid:
    """Rounded for the Allies; a flat box with a bin behind for the Axis."""
    if side == 1:
        return prism(disc(0.078, 8, 0.39), 0.122, 0.182, light, top=0.72).scaled(0.98, 1.05, 1.0).moved(0.0, -0.010)
    box_ = prism([(-0.074, -0.062), (0.074, -0.062), (0.060, 0.052), (-0.060, 0.052)], 0.122, 0.174, light, top=0.88)
    return joined([box_.moved(0.0, -0.008), box(0.0, -0.092, 0.132, (0.090, 0.040, 0.034), body)])


def _gun(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A field gun with shield, wheels and split trail, and its gunner."""
    dark = body.shade(0.84)
    parts = [_slab(0.300, 0.380, metal, rim)]
    for x in (-0.088, 0.088):
        parts.append(rod((x - 0.014, 0.030, 0.078), (x + 0.014, 0.030, 0.078), 0.066, metal.shade(0.72), 10))
        parts.append(rod((x - 0.017, 0.030, 0.078), (x + 0.017, 0.030, 0.078), 0.026, body, 6))
        parts.append(rod((x * 0.35, 0.010, 0.072), (x * 1.25, -0.168, 0.020), 0.014, dark))
    parts.append(rod((-0.088, 0.030, 0.078), (0.088, 0.030, 0.078), 0.012, metal))
    shield = box(0.0, 0.0, 0.058, (0.168, 0.010, 0.112), body, top=0.9).turned(12, "x").moved(0.0, 0.056)
    parts += [shield, box(0.0, 0.010, 0.088, (0.042, 0.120, 0.036), dark)]
    parts.append(rod((0.0, -0.066, 0.112), (0.0, 0.252, 0.158), 0.017, metal, 6))
    parts.append(rod((0.0, 0.228, 0.1545), (0.0, 0.262, 0.1594), 0.024, metal, 6))
    crew = crouched(body, metal).moved(-0.062, -0.104)
    return joined([*parts, crew])


def crouched(body: Rgba, metal: Rgba) -> Solid:
    """A gunner on one knee."""
    return joined([
        box(0.0, -0.010, 0.012, (0.072, 0.078, 0.048), body.shade(0.86)),
        prism(disc(0.044, 6), 0.058, 0.142, body, top=0.88),
        ball(0.034, SKIN, sides=6, rings=3).moved(0.0, 0.006, 0.168),
        ball(0.047, body.shade(1.1), sides=6, rings=2, low=0, high=90).moved(0.0, 0.002, 0.172),
        rod((0.034, 0.0, 0.125), (0.056, 0.064, 0.110), 0.016, body),
    ])  # fmt: skip


def beside(profile: list[tuple[float, float]], left: float, right: float, tint: Rgba) -> Solid:
    """A profile in the plane of y and z, drawn out along x."""
    upright = prism(profile, left, right, tint)
    points = upright.points[:, [2, 0, 1]]
    return Solid(points.copy(), upright.colours)


def _base(radius: float, metal: Rgba, rim: Rgba) -> Solid:
    return joined([prism(disc(radius, 10), 0.0, 0.007, rim), prism(disc(radius * 0.84, 10), 0.007, 0.014, metal)])


def _slab(width: float, length: float, metal: Rgba, rim: Rgba) -> Solid:
    """The base of a vehicle or gun: only the rim of special forces is seen, others stand on their own feet."""
    if rim == metal:
        return joined([])
    return joined(
        [
            box(0.0, 0.0, 0.0, (width, length, 0.008), rim),
            box(0.0, 0.0, 0.008, (width * 0.9, length * 0.93, 0.004), metal),
        ]
    )


_MAKERS: dict[str, Maker] = {"infantry": _soldier, "resistance": _fighter, "armour": _tank, "artillery": _gun}
