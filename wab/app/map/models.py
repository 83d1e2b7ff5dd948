"""Figures of the map: the soldier, or the typical piece of equipment, of every kind of unit that a map may show.

Like those of `miniatures`: flat faces, few triangles, looking north (+y), in hex widths, the ground at z = 0.
"""

from __future__ import annotations

from functools import lru_cache

from wab.app.gfx.miniatures import Maker, beside, crouched, figure, tracks
from wab.app.gfx.solids import Solid, box, cylinder, disc, joined, prism, rod
from wab.app.gfx.theme import Rgba, colour

CONCRETE = colour("A9A08E")
PAINT = colour("77828A")
GLASS = colour("2A3338")


@lru_cache(maxsize=512)
def model(shape: str, side: int, body: Rgba, metal: Rgba) -> Solid:
    """The figure of a shape of `SHAPES` or of `miniatures`, of a side (1 or 2) in its colours; KeyError for others."""
    maker = SHAPES.get(shape)
    return maker(side, body, metal, metal) if maker else figure(shape, side, body, metal, metal)


def _assault_gun(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """Tracks, a low hull without a turret, the gun in its front."""
    hull = [(-0.150, 0.060), (0.128, 0.060), (0.172, 0.080), (0.088, 0.118), (-0.140, 0.118), (-0.164, 0.090)]
    cabin = [(-0.120, 0.112), (0.092, 0.112), (0.046, 0.170), (-0.090, 0.170)]
    return joined([
        *tracks(body, metal),
        beside(hull, -0.082, 0.082, body),
        beside(cabin, -0.088, 0.088, body.shade(1.08)),
        box(0.0, 0.070, 0.120, (0.066, 0.030, 0.036), body.shade(0.84)),
        rod((0.0, 0.070, 0.136), (0.0, 0.260, 0.140), 0.013, metal, 6),
        rod((0.0, 0.240, 0.1395), (0.0, 0.276, 0.1405), 0.019, metal, 6),
    ])  # fmt: skip


def _halftrack(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """Wheels in front, tracks behind, men in the open back."""
    dark = body.shade(0.84)
    nose = [(0.040, 0.052), (0.166, 0.052), (0.166, 0.100), (0.060, 0.122), (0.040, 0.122)]
    rear = [(-0.164, 0.052), (0.046, 0.052), (0.046, 0.152), (-0.164, 0.140)]
    parts = [beside(nose, -0.062, 0.062, body), beside(rear, -0.082, 0.082, body.shade(1.06))]
    parts.append(box(0.0, -0.062, 0.142, (0.128, 0.170, 0.010), GLASS))
    track = [(-0.160, 0.036), (-0.140, 0.010), (-0.020, 0.010), (0.000, 0.036), (-0.020, 0.062), (-0.145, 0.062)]
    for x in (-0.084, 0.084):
        parts.append(beside(track, x - 0.020, x + 0.020, metal.shade(0.74)))
        parts.append(_wheel(x, 0.118, 0.040, metal))
    heads = ((-0.040, -0.110), (0.038, -0.120), (-0.036, -0.040), (0.040, -0.046))
    parts += [prism(disc(0.024, 6), 0.140, 0.190, dark, top=0.7).moved(x, y) for x, y in heads]
    parts.append(rod((0.0, 0.020, 0.168), (0.0, 0.092, 0.180), 0.008, metal, 4))
    return joined(parts)


def _car(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """An armoured car: six wheels, sloping sides, a small turret."""
    hull = [(-0.150, 0.056), (0.150, 0.056), (0.168, 0.086), (0.110, 0.128), (-0.120, 0.128), (-0.164, 0.092)]
    parts = [beside(hull, -0.070, 0.070, body)]
    parts += [_wheel(x, y, 0.042, metal) for x in (-0.078, 0.078) for y in (-0.108, 0.0, 0.112)]
    parts.append(prism(disc(0.056, 6), 0.126, 0.172, body.shade(1.08), top=0.75).moved(0.0, -0.010))
    parts.append(rod((0.0, 0.030, 0.150), (0.0, 0.170, 0.156), 0.009, metal, 5))
    parts.append(rod((-0.040, -0.110, 0.12), (-0.046, -0.124, 0.230), 0.004, metal, 3))
    return joined(parts)


def _staff_car(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """An open car with a pennant: somebody who commands."""
    sill = [(-0.140, 0.044), (0.150, 0.044), (0.150, 0.088), (0.050, 0.096), (-0.140, 0.092)]
    parts = [beside(sill, -0.062, 0.062, body)]
    parts += [_wheel(x, y, 0.038, metal) for x in (-0.066, 0.066) for y in (-0.090, 0.098)]
    parts.append(box(0.0, 0.046, 0.094, (0.110, 0.008, 0.040), GLASS))
    parts += [
        prism(disc(0.024, 6), 0.092, 0.158, body.shade(0.84), top=0.8).moved(x, y)
        for x, y in ((-0.030, 0.0), (0.030, -0.070))
    ]
    pennant = colour("E9C14A")
    parts.append(rod((0.056, 0.138, 0.088), (0.056, 0.138, 0.270), 0.005, metal, 4))
    parts.append(box(0.056, 0.098, 0.214, (0.006, 0.080, 0.050), pennant))
    return joined(parts)


def _anti_tank(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A low gun with a long barrel behind its shield."""
    parts = [box(0.0, 0.040, 0.034, (0.190, 0.012, 0.088), body, top=0.9)]
    parts += [_wheel(x, 0.014, 0.044, metal) for x in (-0.082, 0.082)]
    parts += [rod((x * 0.3, 0.0, 0.050), (x, -0.190, 0.016), 0.012, body.shade(0.84)) for x in (-0.105, 0.105)]
    parts.append(rod((0.0, -0.060, 0.082), (0.0, 0.280, 0.092), 0.012, metal, 6))
    parts.append(rod((0.0, 0.262, 0.0915), (0.0, 0.296, 0.0925), 0.019, metal, 6))
    return joined([*parts, crouched(body, metal).moved(-0.058, -0.096)])


def _flak(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A gun on a cross, its barrel to the sky."""
    dark = body.shade(0.84)
    parts = [box(0.0, 0.0, 0.010, size, dark) for size in ((0.320, 0.036, 0.020), (0.036, 0.320, 0.020))]
    parts.append(cylinder(0.046, 0.028, 0.110, body, 8, top=0.7))
    parts.append(box(0.0, 0.022, 0.096, (0.150, 0.010, 0.086), body.shade(1.06), top=0.9))
    parts.append(rod((0.0, -0.060, 0.090), (0.0, 0.190, 0.300), 0.015, metal, 6))
    return joined([*parts, crouched(body, metal).moved(-0.086, -0.060)])


def _rockets(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A rack of tubes on a carriage."""
    tubes = [
        rod((x, -0.110, 0.078 + z), (x, 0.100, 0.180 + z), 0.022, metal, 6)
        for x, z in ((-0.050, 0.0), (0.0, 0.0), (0.050, 0.0), (-0.025, 0.044), (0.025, 0.044))
    ]
    trail = [rod((x * 0.5, -0.020, 0.050), (x, -0.180, 0.014), 0.012, body) for x in (-0.090, 0.090)]
    wheels = [_wheel(x, 0.0, 0.050, metal) for x in (-0.082, 0.082)]
    return joined([*tubes, *trail, *wheels, box(0.0, 0.0, 0.050, (0.140, 0.050, 0.030), body)])


def _casemate(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """Concrete with a gun in its slit."""
    wall = [(-0.150, -0.110), (0.150, -0.110), (0.120, 0.120), (-0.120, 0.120)]
    return joined([
        prism(wall, 0.0, 0.110, CONCRETE, top=0.92),
        prism(wall, 0.110, 0.142, CONCRETE.shade(1.08), top=0.9),
        box(0.0, 0.116, 0.050, (0.120, 0.012, 0.046), GLASS),
        rod((0.0, 0.060, 0.074), (0.0, 0.250, 0.086), 0.016, metal, 6),
    ])  # fmt: skip


def _ship(side: int, body: Rgba, metal: Rgba, rim: Rgba) -> Solid:
    """A warship: hull, turrets fore and aft, bridge, funnel and mast."""
    hull = [
        (-0.040, -0.400),
        (0.040, -0.400),
        (0.066, -0.150),
        (0.060, 0.160),
        (0.0, 0.420),
        (-0.060, 0.160),
        (-0.066, -0.150),
    ]
    parts = [prism(hull, 0.0, 0.050, PAINT, lid=PAINT.shade(1.12))]
    for y, out in ((0.190, 0.130), (-0.250, -0.130)):
        parts.append(prism(disc(0.036, 6), 0.050, 0.082, PAINT.shade(0.92)).moved(0.0, y))
        parts += [rod((x, y, 0.068), (x, y + out, 0.074), 0.008, metal, 4) for x in (-0.014, 0.014)]
    parts.append(box(0.0, 0.070, 0.050, (0.066, 0.080, 0.090), PAINT.shade(1.06), top=0.8))
    parts.append(cylinder(0.028, 0.050, 0.140, PAINT.shade(0.8), 8, top=0.9).moved(0.0, -0.070))
    parts.append(rod((0.0, 0.050, 0.130), (0.0, 0.040, 0.240), 0.006, metal, 4))
    return joined(parts)


def _wheel(x: float, y: float, radius: float, metal: Rgba) -> Solid:
    half = 0.016
    return rod((x - half, y, radius), (x + half, y, radius), radius, metal.shade(0.6), 8)


SHAPES: dict[str, Maker] = {
    "assault_gun": _assault_gun,
    "halftrack": _halftrack,
    "car": _car,
    "staff_car": _staff_car,
    "anti_tank": _anti_tank,
    "flak": _flak,
    "rockets": _rockets,
    "casemate": _casemate,
    "ship": _ship,
}
