"""The relief that the painter shades, for the window to raise the ground by: metres over the sea."""

import numpy as np
from numpy.typing import NDArray

from art.painting.bake import Sheet
from art.painting.country import Country
from art.painting.ground import NEAR_STYLE
from art.painting.layers import distance, relief
from art.painting.lines import Lines
from art.painting.window import Window, area_mask, disc_mask

MARGIN = 60  # pixels around the sheet that the relief at its edge depends on
BEACH, CLIFF = 1.1, 0.12  # kilometres over which the land rises from the sea, and where it is steep
CLIFF_REACH = 1.75  # kilometres around the middle of a hex with cliffs


def heights(country: Country, lines: Lines, sheet: Sheet) -> NDArray[np.float32]:
    """Metres over the sea of every pixel of a sheet, float32[rows, cols] from the upper left; 0 on the sea."""
    km = country.km_per_hex
    window = Window(sheet.left * km, sheet.top * km, sheet.cols, sheet.rows, sheet.level.px_per_hex / km).grown(MARGIN)
    land = area_mask(window, country.land) > 0.5
    steep = disc_mask(window, [(*country.centres[h], CLIFF_REACH) for h in np.flatnonzero(country.cliff)], 0.2)
    rise = np.clip(distance(land, window) / (BEACH + (CLIFF - BEACH) * steep), 0, 1)
    shaped = relief(country, lines, window, NEAR_STYLE.shaping) * rise * (2 - rise)
    metres: NDArray[np.float32] = np.where(land, np.maximum(shaped, 0), 0).astype(np.float32)
    return metres[MARGIN:-MARGIN, MARGIN:-MARGIN]
