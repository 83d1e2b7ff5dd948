"""The painted ground of one window: washes of terrain, parcels, hedges, relief, beach and sea, on paper.

Smooth things are computed on a coarse raster (`layers`), what has edges (coast, parcels, hedges) at the full raster;
one pass then mixes all of it (`mixing`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from art.painting.country import Country
from art.painting.layers import COARSE, COARSE_MARGIN, Shaping, Soft, distance, soft_layers
from art.painting.legend import Cover
from art.painting.lines import Lines
from art.painting.mixing import Tuning, hedges, mix_all, upsampled
from art.painting.noise import Field, parcel_field, warped_hexes
from art.painting.window import Window, area_mask


@dataclass(frozen=True)
class Style:
    """The style of one level; lengths in kilometres. Without a hedge width there are no hedges."""

    plain_width: float
    bocage_width: float
    hedge_width: float
    shaping: Shaping
    tuning: Tuning


FAR_STYLE = Style(
    plain_width=0.55,
    bocage_width=0.60,
    hedge_width=0.0,
    shaping=Shaping(0.80, 70.0, 0.0125, ("city", "town")),
    tuning=Tuning(0.75, 0.80, 0.0, 0.0, 1.0, 0.0, 0.0, 1.5, 0.72, 9.0, 2.3),
)
MID_STYLE = Style(
    plain_width=0.34,
    bocage_width=0.36,
    hedge_width=0.026,
    shaping=Shaping(0.62, 105.0, 0.011, ("city", "town", "village")),
    tuning=Tuning(0.18, 0.10, 1.0, 0.0, 0.09, 0.020, 0.60, 1.5, 0.72, 3.6, 1.0),
)
NEAR_STYLE = Style(
    plain_width=0.34,
    bocage_width=0.36,
    hedge_width=0.021,
    shaping=Shaping(0.62, 105.0, 0.011, ("city", "town", "village")),
    tuning=Tuning(0.18, 0.10, 1.0, 1.0, 0.06, 0.028, 0.80, 1.2, 0.58, 3.6, 1.0),
)


@dataclass(frozen=True)
class Ground:
    """A painted window and what the stamps need to know about it.

    `picture` float32[rows, cols, 3]; `land` 0..1; `inland` kilometres to the coast; `edge` kilometres to the nearest
    bocage parcel edge; `woods` bool; `soft` the coarse layers in the window `coarse`.
    """

    window: Window
    picture: Field
    land: Field
    inland: Field
    edge: Field
    woods: NDArray[np.bool_]
    coarse: Window
    soft: Field


def paint_ground(country: Country, lines: Lines, window: Window, style: Style) -> Ground:
    """Paints the ground of a window; the same place looks the same in any window of that scale which holds it."""
    coarse = window.coarser(COARSE)
    coarse = coarse.grown(round(COARSE_MARGIN * coarse.scale))
    soft = soft_layers(country, lines, coarse, style.shaping)
    land = area_mask(window, country.land)
    inland, offshore = distance(land > 0.5, window), distance(land <= 0.5, window)
    placement = _placement(window, coarse)
    bocage = upsampled(soft[Soft.BOCAGE], window.rows, window.cols, *placement)
    plain_fields = _parcels(window, (bocage < 0.95) & (land > 0), 1.75, style.plain_width, 2.1, 0.35, 1)
    bocage_fields = _parcels(window, (bocage > 0.05) & (land > 0), 1.5, style.bocage_width, 1.25, 0.50, 50)
    hedge = np.zeros_like(land)
    if style.hedge_width:
        hedge = hedges(window.left, window.top, window.step, bocage_fields[1], bocage, style.hedge_width)
    places = np.array([window.left, window.top, window.step, *placement])
    rasters = land, inland, offshore, plain_fields, bocage_fields, hedge, _hedge_shadow(hedge, window), soft
    picture = mix_all(places, (window.row, window.column), style.tuning, *rasters)
    return Ground(window, picture, land, inland, bocage_fields[1], _woods(country, window, style), coarse, soft)


def _woods(country: Country, window: Window, style: Style) -> NDArray[np.bool_]:
    hexes = warped_hexes(
        window.left, window.top, window.step, window.rows, window.cols, *country.lattice, style.shaping.warp
    )
    woods: NDArray[np.bool_] = country.cover[hexes] == Cover.WOODS
    return woods


def _placement(window: Window, coarse: Window) -> tuple[float, float, float]:
    """Fine pixels a coarse pixel, and the coarse row and column of the centre of the first fine pixel."""
    row = (coarse.top - window.top + 0.5 * window.step) * coarse.scale - 0.5
    column = (window.left - coarse.left + 0.5 * window.step) * coarse.scale - 0.5
    return window.scale / coarse.scale, row, column


def _parcels(
    window: Window, wanted: NDArray[np.bool_], size: float, width: float, aspect: float, warp: float, seed: int
) -> Field:
    fields: Field = parcel_field(window.left, window.top, window.step, wanted, size, width, aspect, warp, seed)
    return fields


def _hedge_shadow(hedge: Field, window: Window) -> Field:
    """The part of the hedges' shadow (to the lower right) that falls on open ground."""
    shift = max(1, round(0.028 * window.scale))
    cast = np.zeros_like(hedge)
    cast[shift:, shift:] = hedge[:-shift, :-shift]
    shadow: Field = np.clip(cast - hedge, 0, 1)
    return shadow
