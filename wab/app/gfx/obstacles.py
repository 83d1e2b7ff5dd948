"""Obstacles of steel and wood as solids: hedgehogs, stakes, gates. Sizes in hex widths, about the origin."""

from __future__ import annotations

import math
from functools import lru_cache

from wab.app.gfx.solids import Solid, joined, rod
from wab.app.gfx.theme import Rgba


@lru_cache(maxsize=8)
def hedgehog(steel: Rgba, arm: float, high: float, thick: float) -> Solid:
    """Three crossed beams; each reaches `arm` to both sides and `high` up."""
    turns = ((math.cos(angle) * arm, math.sin(angle) * arm) for angle in (0.3, 2.4, 4.5))
    low = high * 0.043
    return joined(
        rod((-x, -y, low), (x, y, high), thick, steel.shade(0.9 + 0.12 * number)) for number, (x, y) in enumerate(turns)
    )


@lru_cache(maxsize=8)
def stake(wood: Rgba, high: float, thick: float) -> Solid:
    """A pole that leans to the sea."""
    return rod((0.0, high * 0.35, 0.0), (0.0, -high * 0.35, high), thick, wood, 6)


@lru_cache(maxsize=8)
def gate(steel: Rgba, wide: float, high: float, thick: float) -> Solid:
    """A Belgian gate: an upright frame of bars with its struts behind."""
    half, bars = wide / 2, (0.0, 0.5, 1.0)
    frame = [rod((-half, 0.0, high * up), (half, 0.0, high * up), thick, steel) for up in (0.12, 0.55, 1.0)]
    frame += [rod((-half + wide * at, 0.0, 0.0), (-half + wide * at, 0.0, high), thick, steel) for at in bars]
    frame += [rod((x, 0.0, high * 0.9), (x, high * 0.9, 0.01), thick, steel.shade(0.85)) for x in (-half, half)]
    return joined(frame)
