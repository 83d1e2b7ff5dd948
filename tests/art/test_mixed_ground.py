"""Mixed ground: told from clear ground and from bocage on the painted map, hex by hex, far and near."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from art.painting.bake import LEVELS, paint
from art.painting.country import load_country
from art.painting.layers import COARSE, Soft, soft_layers
from art.painting.legend import load_legend
from art.painting.lines import draw_lines
from art.painting.window import Window
from wab.content.hexmap import load_map

pytestmark = pytest.mark.art

ROOT = Path(__file__).parents[2]
ZOCBONDS = ROOT / "campaigns/zocbonds"
HALF = 1.5
"""Kilometres from the centre of a hex that are looked at: nearly all of it."""


@pytest.fixture(scope="module")
def painted():
    country = load_country(ZOCBONDS / "map.json", ROOT / "geodata", load_legend(ZOCBONDS / "legend.yaml"), 3.8)
    return country, draw_lines(country), load_map(ZOCBONDS / "map.json")


def around(country, hex_id, scale):
    x, y = country.centres[hex_id]
    size = round(2 * HALF * scale)
    return Window(x - HALF, y + HALF, size, size, scale)


def test_every_mixed_hex_has_fields_and_patches_of_bocage(painted):
    country, lines, hexmap = painted
    mixed = np.flatnonzero(hexmap.is_terrain("mixed"))
    assert len(mixed) > 40
    for hex_id in mixed[::4]:
        soft = soft_layers(country, lines, around(country, hex_id, 1 / COARSE), LEVELS[0].style.shaping)
        share = float((soft[Soft.BOCAGE] > 0.5).mean())
        assert 0.08 < share < 0.92, hexmap.grid.label(int(hex_id))


@pytest.mark.parametrize("level", [0, 1])
def test_mixed_ground_is_greener_than_clear_and_more_uneven_than_both(painted, level):
    country, lines, hexmap = painted
    scale = LEVELS[level].px_per_hex / country.km_per_hex

    def look(labels):
        pictures = [paint(country, lines, around(country, hexmap.grid.parse(label), scale), LEVELS[level])
                    for label in labels]  # fmt: skip
        green = [picture[..., 1].astype(float) - picture[..., 0] for picture in pictures]
        return float(np.mean([one.mean() for one in green])), float(np.mean([one.std() for one in green]))

    clear, mixed, bocage = (
        look(("2125", "2227", "1932")),
        look(("2419", "2522", "2425")),
        look(("2012", "1914", "2108")),
    )
    assert clear[0] + 2 < mixed[0] < bocage[0] - 2
    assert mixed[1] > clear[1] + 1
