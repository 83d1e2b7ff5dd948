"""Ground and front of a game next to the ground and front of 1944, as charts tell them.

A front is the ground that is held, next to ground that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.engine.kernel.measures import Measure
from wab.engine.words.text import N_, Text

HISTORY = "history"
Flags = NDArray[np.bool_]


def ground_measures(hexmap: HexMap, ground: Flags, held: Flags, then: Flags | None) -> Iterator[Measure]:
    """Of `ground` (bool[N]: land in play) how much the Allies hold, and how far ahead of history's their front lies;
    `then`: what they held in history, None if that is not known.
    """
    values = {"game": km2(hexmap, held & ground)}
    if then is not None:
        values[HISTORY] = km2(hexmap, then & ground)
    names: Mapping[str, Text] = {"game": Text(N_("this game")), HISTORY: Text(N_("history"))}
    yield Measure("ground", Text(N_("Ground in Allied hands, km²")), values, names)
    lead = ahead(hexmap, ground, held, then) if then is not None else None
    gap = {} if lead is None else {"game": lead, HISTORY: 0.0}
    yield Measure("front", Text(N_("Front ahead of history (−: behind), km")), gap, names)


def ahead(hexmap: HexMap, ground: Flags, held: Flags, then: Flags) -> float | None:
    """Return how far the front lies ahead of history's on average, in km; None if one of them is not on the map."""
    now_at, then_at = edge(hexmap, ground, held), edge(hexmap, ground, then)
    if not now_at.any() or not then_at.any():
        return None
    from scipy.spatial import cKDTree  # a third of a second, and few who load the rules measure a front

    centres = hexmap.grid.centres * hexmap.km_per_hex
    gaps, _nearest = cKDTree(centres[then_at]).query(centres[now_at])
    return round(float(np.mean(np.where(then[now_at], -gaps, gaps))), 1)


def edge(hexmap: HexMap, ground: Flags, held: Flags) -> Flags:
    """bool[N]: ground that is held, next to ground that is not."""
    around = hexmap.grid.neighbours
    other = np.where(around >= 0, (ground & ~held)[around], False)
    found: Flags = held & ground & other.any(axis=1)
    return found


def km2(hexmap: HexMap, hexes: Flags) -> float:
    """The area of some hexes (bool[N]), rounded to a km²."""
    return round(int(hexes.sum()) * sqrt(3) / 2 * hexmap.km_per_hex**2)
