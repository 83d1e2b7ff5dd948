"""Distances to primitives and to what is joined of them: numba kernels.

A distance is negative inside a body and positive outside. Axes: x right, y forward, z up; lengths are metres of the
real thing. `Packed` holds the primitives of a sculpture as arrays, one row a primitive; `Sculpture.packed` fills it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from art.painting.compiled import compiled

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BALL, CAPSULE, BOX, CONE, RING, SLAB, HULL = range(7)
ADD, CUT, KEEP = range(3)
"""The way a primitive joins the earlier ones of its component: added to them, cut out of them, or kept of them
alone.
"""
BLOCK = 8
"""Voxels along the edge of a block: a block that no surface can cross is filled without a look at its voxels."""
FAR = 1e6


class Packed(NamedTuple):
    """The primitives of a sculpture.

    `kind`, `joined` (ADD, CUT, KEEP plus 4 times the number of the component), `blend` (m), `sizes` float64[N, 8] (what
    they mean depends on the kind; the last is the scale), `inverse` float64[N, 12] (world to primitive), `points`
    float64[P, 4] with `first` and `number` into them, `ball` float64[N, 4] (centre and radius of a ball around it).
    """

    kind: Ints
    joined: Ints
    blend: Floats
    sizes: Floats
    inverse: Floats
    points: Floats
    first: Ints
    number: Ints
    ball: Floats


@compiled
def _hashed(i: int, j: int, k: int) -> float:
    mixed = (i * 374761393 + j * 668265263 + k * 2147483647) & 0x7FFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0x7FFFFFFF
    return float(((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1.0)


@compiled
def noise(x: float, y: float, z: float) -> float:
    """Smooth noise in -1..1, one feature a unit."""
    i, j, k = math.floor(x), math.floor(y), math.floor(z)
    u, v, w = x - i, y - j, z - k
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    total = 0.0
    for a in range(2):
        for b in range(2):
            for c in range(2):
                share = (u if a else 1 - u) * (v if b else 1 - v) * (w if c else 1 - w)
                total += share * _hashed(int(i) + a, int(j) + b, int(k) + c)
    return total


@compiled
def noises(points: Floats, frequency: float) -> Floats:
    """`noise` at each of float64[N, 3]."""
    found = np.empty(len(points))
    for row in range(len(points)):
        x, y, z = points[row, 0], points[row, 1], points[row, 2]
        found[row] = noise(x * frequency, y * frequency, z * frequency)
    return found


@compiled
def _to_ball(sizes: Floats, a: float, b: float, c: float) -> float:
    """An ellipsoid; `sizes`: its three radii."""
    near = math.sqrt((a / sizes[0]) ** 2 + (b / sizes[1]) ** 2 + (c / sizes[2]) ** 2)
    slope = math.sqrt((a / sizes[0] ** 2) ** 2 + (b / sizes[1] ** 2) ** 2 + (c / sizes[2] ** 2) ** 2)
    if slope < 1e-9:
        return -float(min(sizes[0], sizes[1], sizes[2]))
    return float(near * (near - 1) / slope)


@compiled
def _to_capsule(sizes: Floats, a: float, b: float, c: float) -> float:
    """A round cone along z; `sizes`: height, radius below, radius above."""
    height, below, above = sizes[0], sizes[1], sizes[2]
    slope = (below - above) / height
    rise = math.sqrt(max(1e-6, 1 - slope * slope))
    out = math.sqrt(a * a + b * b)
    along = -slope * out + rise * c
    if along < 0:
        return float(math.sqrt(out * out + c * c) - below)
    if along > rise * height:
        return float(math.sqrt(out * out + (c - height) ** 2) - above)
    return float(out * rise + c * slope - below)


@compiled
def _rounded(u: float, v: float, w: float, edge: float) -> float:
    """Outside of a box from the excesses over its half sizes."""
    outside = math.sqrt(max(u, 0.0) ** 2 + max(v, 0.0) ** 2 + max(w, 0.0) ** 2)
    return outside + min(max(u, v, w), 0.0) - edge


@compiled
def _to_box(sizes: Floats, a: float, b: float, c: float) -> float:
    """A box with rounded edges; `sizes`: three half sizes and the radius of the edges."""
    edge = sizes[3]
    return _rounded(abs(a) - sizes[0] + edge, abs(b) - sizes[1] + edge, abs(c) - sizes[2] + edge, edge)


@compiled
def _to_cone(sizes: Floats, a: float, b: float, c: float) -> float:
    """A capped cone along z; `sizes`: height, radius below, radius above, radius of the edges."""
    edge = sizes[3]
    half = sizes[0] * 0.5 - edge
    below, above = sizes[1] - edge, sizes[2] - edge
    out, up = math.sqrt(a * a + b * b), c - sizes[0] * 0.5
    cap_x, cap_y = out - min(out, below if up < 0 else above), abs(up) - half
    wide, high = above - below, 2 * half
    share = ((above - out) * wide + (half - up) * high) / (wide * wide + high * high)
    share = min(1.0, max(0.0, share))
    side_x, side_y = out - above + wide * share, up - half + high * share
    sign = -1.0 if (side_x < 0 and cap_y < 0) else 1.0
    return float(sign * math.sqrt(min(cap_x * cap_x + cap_y * cap_y, side_x * side_x + side_y * side_y)) - edge)


@compiled
def _to_ring(sizes: Floats, a: float, b: float, c: float) -> float:
    """A torus about z; `sizes`: radius of the ring, radius of its wire."""
    out = math.sqrt(a * a + b * b) - sizes[0]
    return float(math.sqrt(out * out + c * c) - sizes[1])


@compiled
def _to_slab(sizes: Floats, corners: Floats, a: float, b: float, c: float) -> float:
    """A polygon in the plane of x and y, drawn out along z; `sizes`: half its thickness, radius of the edges."""
    nearest, sign = 1e18, 1.0
    last = len(corners) - 1
    for row in range(len(corners)):
        x, y, other_x, other_y = corners[row, 0], corners[row, 1], corners[last, 0], corners[last, 1]
        along_x, along_y, from_x, from_y = other_x - x, other_y - y, a - x, b - y
        share = (from_x * along_x + from_y * along_y) / (along_x * along_x + along_y * along_y)
        share = min(1.0, max(0.0, share))
        off_x, off_y = from_x - along_x * share, from_y - along_y * share
        nearest = min(nearest, off_x * off_x + off_y * off_y)
        above, below, left = b >= y, b < other_y, along_x * from_y > along_y * from_x
        if (above and below and left) or (not above and not below and not left):
            sign = -sign
        last = row
    edge = sizes[1]
    u, v = sign * math.sqrt(nearest) + edge, abs(c) - sizes[0] + edge
    return float(math.sqrt(max(u, 0.0) ** 2 + max(v, 0.0) ** 2) + min(max(u, v), 0.0) - edge)


@compiled
def _to_hull(sizes: Floats, planes: Floats, a: float, b: float, c: float) -> float:
    """A convex body by its planes; `sizes`: how softly they meet."""
    found, blend = -1e9, sizes[0]
    for row in range(len(planes)):
        plane = planes[row, 0] * a + planes[row, 1] * b + planes[row, 2] * c + planes[row, 3]
        if blend > 0 and found > -1e8:
            share = max(blend - abs(found - plane), 0.0) / blend
            found = max(found, plane) + share * share * blend * 0.25
        else:
            found = max(found, plane)
    return found


@compiled
def to_primitive(packed: Packed, row: int, x: float, y: float, z: float) -> float:
    """Distance to one primitive."""
    m, sizes, kind = packed.inverse[row], packed.sizes[row], packed.kind[row]
    a = m[0] * x + m[1] * y + m[2] * z + m[3]
    b = m[4] * x + m[5] * y + m[6] * z + m[7]
    c = m[8] * x + m[9] * y + m[10] * z + m[11]
    points = packed.points[packed.first[row] : packed.first[row] + packed.number[row]]
    if kind == BALL:
        found = _to_ball(sizes, a, b, c)
    elif kind == CAPSULE:
        found = _to_capsule(sizes, a, b, c)
    elif kind == BOX:
        found = _to_box(sizes, a, b, c)
    elif kind == CONE:
        found = _to_cone(sizes, a, b, c)
    elif kind == RING:
        found = _to_ring(sizes, a, b, c)
    elif kind == SLAB:
        found = _to_slab(sizes, points, a, b, c)
    else:
        found = _to_hull(sizes, points, a, b, c)
    return float(found * sizes[7])


@compiled
def _join(one: float, other: float, how: int, blend: float) -> float:
    """The distance to two bodies joined, their seam rounded over `blend`."""
    share = max(blend - abs(one - other), 0.0) / blend if how == ADD and blend > 0 else 0.0
    if how == ADD:
        return min(one, other) - share * share * blend * 0.25
    if how == CUT:
        other = -other
    if blend > 0:
        share = max(blend - abs(one - other), 0.0) / blend
    return max(one, other) + share * share * blend * 0.25


@compiled
def to_group(folds: Floats, x: float, y: float, z: float, limit: float, rows: Ints, packed: Packed) -> float:
    """Distance to what is painted alike; true within `limit` (m), beyond that only a bound.

    A component is joined in order, the components by the nearest. `folds`: depth (m), frequency across and along z.
    """
    nearest, found, component = FAR, FAR, -1
    for row in rows:
        how, own = packed.joined[row] & 3, packed.joined[row] >> 2
        if own != component:
            nearest, found, component = min(nearest, found), FAR, own
        if how != KEEP:
            reach = limit + packed.blend[row] + packed.ball[row, 3]
            off_x, off_y, off_z = x - packed.ball[row, 0], y - packed.ball[row, 1], z - packed.ball[row, 2]
            if off_x * off_x + off_y * off_y + off_z * off_z > reach * reach:
                continue
        found = _join(found, to_primitive(packed, row, x, y, z), how, packed.blend[row])
    found = min(nearest, found)
    depth, across, down = folds[0], folds[1], folds[2]
    if depth != 0.0 and abs(found) < depth * 4 + 1e-3:
        coarse = noise(x * across, y * across, z * down)
        found += depth * (coarse + 0.6 * noise(x * across * 2.1 + 5.0, y * across * 2.1, z * down * 1.6))
    return found


@compiled
def _kept(
    folds: Floats, rows: Ints, x: float, y: float, z: float, half: float, packed: Packed, kept: Ints, far: Floats
) -> tuple[float, int]:
    """For the middle of a block: its distance, and how many rows of `kept` can matter inside it."""
    nearest, found, component = FAR, FAR, -1
    for number in range(len(rows)):
        row = rows[number]
        how, own = packed.joined[row] & 3, packed.joined[row] >> 2
        if own != component:
            nearest, found, component = min(nearest, found), FAR, own
        reach = half * 3 + packed.blend[row] + packed.ball[row, 3] + folds[0] * 2
        off_x, off_y, off_z = x - packed.ball[row, 0], y - packed.ball[row, 1], z - packed.ball[row, 2]
        if how != KEEP and off_x * off_x + off_y * off_y + off_z * off_z > reach * reach:
            far[number] = FAR
            continue
        far[number] = to_primitive(packed, row, x, y, z)
        found = _join(found, far[number], how, packed.blend[row])
    count = 0
    for number in range(len(rows)):
        row = rows[number]
        limit = half * 2.2 + packed.blend[row] + folds[0] * 2
        keeps = packed.joined[row] & 3 == KEEP
        if (keeps and far[number] >= -limit) or (not keeps and far[number] <= limit):
            kept[count] = row
            count += 1
    return min(found, nearest), count


@compiled
def volume(
    folds: Floats, rows: Ints, low: Floats, step: float, blocks: Ints, packed: Packed
) -> npt.NDArray[np.float32]:
    """Distances on a lattice of `blocks` times BLOCK voxels and one more, `step` (m) apart, from the corner `low`.

    Blocks that no surface crosses hold only the sign.
    """
    found = np.empty((blocks[0] * BLOCK + 1, blocks[1] * BLOCK + 1, blocks[2] * BLOCK + 1), np.float32)
    half = step * BLOCK * 0.5 * 1.7321
    kept, far = np.empty(len(rows), np.int64), np.empty(len(rows))
    for i in range(blocks[0]):
        for j in range(blocks[1]):
            for k in range(blocks[2]):
                x = low[0] + step * (i * BLOCK + BLOCK / 2)
                y = low[1] + step * (j * BLOCK + BLOCK / 2)
                z = low[2] + step * (k * BLOCK + BLOCK / 2)
                middle, count = _kept(folds, rows, x, y, z, half, packed, kept, far)
                wide = BLOCK + (1 if i == blocks[0] - 1 else 0)
                deep = BLOCK + (1 if j == blocks[1] - 1 else 0)
                high = BLOCK + (1 if k == blocks[2] - 1 else 0)
                part = found[i * BLOCK : i * BLOCK + wide, j * BLOCK : j * BLOCK + deep, k * BLOCK : k * BLOCK + high]
                if abs(middle) > half * 1.6 + folds[0] * 2:
                    part[:] = 1.0 if middle > 0 else -1.0
                    continue
                for a in range(wide):
                    for b in range(deep):
                        for c in range(high):
                            part[a, b, c] = to_group(
                                folds,
                                low[0] + step * (i * BLOCK + a),
                                low[1] + step * (j * BLOCK + b),
                                low[2] + step * (k * BLOCK + c),
                                half * 3,
                                kept[:count],
                                packed,
                            )
    return found


@compiled
def to_groups(
    points: Floats, limit: float, folds: Floats, groups: Ints, starts: Ints, order: Ints, packed: Packed
) -> Floats:
    """At each of float64[N, 3] the distance to the nearest of some groups; `order[starts[g]:starts[g + 1]]` are the
    rows of group g."""
    found = np.empty(len(points))
    for row in range(len(points)):
        nearest = FAR
        for group in groups:
            mine = order[starts[group] : starts[group + 1]]
            x, y, z = points[row, 0], points[row, 1], points[row, 2]
            nearest = min(nearest, to_group(folds[group], x, y, z, limit, mine, packed))
        found[row] = nearest
    return found


@compiled
def openness(
    points: Floats,
    normals: Floats,
    ways: Floats,
    lengths: Floats,
    folds: Floats,
    groups: Ints,
    starts: Ints,
    order: Ints,
    packed: Packed,
) -> Floats:
    """Return how much of the sky each point sees, 0 to 1: distances along `ways`, at `lengths` (m) from it, against
    what they would be if nothing were there.
    """
    found = np.empty(len(points))
    for row in range(len(points)):
        total, weight = 0.0, 0.0
        for number in range(len(ways)):
            way = ways[number]
            facing = way[0] * normals[row, 0] + way[1] * normals[row, 1] + way[2] * normals[row, 2]
            if facing < 0.25:
                continue
            for length in lengths:
                x = points[row, 0] + way[0] * length
                y = points[row, 1] + way[1] * length
                z = points[row, 2] + way[2] * length
                nearest = FAR
                for group in groups:
                    mine = order[starts[group] : starts[group + 1]]
                    nearest = min(nearest, to_group(folds[group], x, y, z, length, mine, packed))
                total += facing * min(1.0, max(0.0, nearest / (length * facing)))
                weight += facing
        found[row] = total / max(weight, 1e-6)
    return found
