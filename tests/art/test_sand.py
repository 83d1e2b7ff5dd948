"""Sand of three heights on the map of Omaha: told apart on the painted map, and bare."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from art.build_map import main
from art.painting.bake import LEVELS, paint
from art.painting.country import load_country
from art.painting.ground import paint_ground
from art.painting.legend import load_legend
from art.painting.lines import draw_lines
from art.painting.stamps import clearings, copse_trees
from art.painting.window import Window
from wab.content.hexmap import load_map

pytestmark = pytest.mark.art

OMAHA = Path(__file__).parents[2] / "campaigns/omaha"
SANDS = ("low_beach", "mid_beach", "high_beach")


@pytest.fixture(scope="module")
def painted():
    country = load_country(OMAHA / "map.json", None, load_legend(OMAHA / "legend.yaml"), 1.0, 2.6)
    return country, draw_lines(country), load_map(OMAHA / "map.json")


def window(country, hex_id, half, scale):
    x, y = country.centres[hex_id]
    return Window(x - half, y + half, round(2 * half * scale), round(2 * half * scale), scale)


def test_a_rebuild_gives_the_committed_bytes():
    assert main(["--map", "omaha", "--check"]) == 0


@pytest.mark.parametrize("level", [0, 1])
def test_sand_is_darker_the_longer_the_tide_covers_it_and_paler_than_fields(painted, level):
    country, lines, hexmap = painted
    scale = LEVELS[level].px_per_hex / country.km_per_hex

    def brightness(terrain):
        hexes = np.flatnonzero(hexmap.is_terrain(terrain))[::6]
        return np.mean([paint(country, lines, window(country, h, 0.3, scale), LEVELS[level]).mean() for h in hexes])

    low, mid, high = map(brightness, SANDS)
    assert low + 8 < mid < high - 4


def test_no_tree_stands_on_sand(painted):
    country, lines, hexmap = painted
    sand = country.centres[hexmap.is_terrain(*SANDS)]
    (left, bottom), (right, top) = sand.min(axis=0), sand.max(axis=0)
    around = Window(float(left), float(top), round((right - left) * 20), round((top - bottom) * 20), 20.0)
    trees, _ = copse_trees(paint_ground(country, lines, around, LEVELS[1].style), clearings(lines, around))
    away = np.hypot(*(trees[:, None, :] - sand[None, :, :]).transpose(2, 0, 1)).min(axis=1)
    assert len(trees) > 10 and away.min() > 0.3
