"""The growth on the painted maps: it is what the painter paints, and gives way to roads, rivers and the sea."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from shapely import STRtree
from shapely.geometry import LineString, Point

from art.painting.bake import sheet_of
from art.painting.country import Country, load_country
from art.painting.lines import Lines, draw_lines
from art.planting.growth import LEVEL, RELIEF_LEVEL, growth_in, part_of, roofs
from art.planting.relief import heights
from wab.content.growth import INDEX, PICTURE, RELIEF, Growth, Kind, Roof, load_growth

pytestmark = pytest.mark.art

ROOT = Path(__file__).parents[2]
MAP = ROOT / "campaigns" / "operations"
BAYEUX = 1450, 620, 90, 60  # left, top, columns and rows of pixels with hedges, a wood's edge and roads


@pytest.fixture(scope="module")
def country() -> Country:
    return load_country(MAP / "map.json", ROOT / "geodata")


@pytest.fixture(scope="module")
def lines(country: Country) -> Lines:
    return draw_lines(country)


@pytest.fixture(scope="module")
def kinds() -> NDArray[np.uint8]:
    return np.asarray(Image.open(MAP / "art" / PICTURE))


@pytest.fixture(scope="module")
def index() -> Growth:
    found = load_growth(MAP / "art")
    assert found is not None
    return found


def test_the_committed_picture_is_what_the_painter_plants(
    country: Country, lines: Lines, kinds: NDArray[np.uint8]
) -> None:
    left, top, cols, rows = BAYEUX
    window = part_of(sheet_of(country, LEVEL), country.km_per_hex, left, top, cols, rows)
    planted = growth_in(country, lines, window)
    assert np.array_equal(planted, kinds[top : top + rows, left : left + cols])
    assert len(np.unique(planted)) > 2


def test_the_committed_roofs_are_those_of_the_towns(country: Country, lines: Lines) -> None:
    committed = json.loads((MAP / "art" / INDEX).read_text(encoding="utf-8"))["roofs"]
    assert committed == list(roofs(lines, country.placing))


def test_everything_that_grows_is_somewhere(kinds: NDArray[np.uint8], index: Growth) -> None:
    assert set(np.unique(kinds).tolist()) == {int(kind) for kind in Kind}
    assert (kinds.shape[1], kinds.shape[0]) == index.size
    assert {roof[5] for roof in index.roofs} == {int(kind) for kind in Roof}
    assert (MAP / "art" / PICTURE).stat().st_size + (MAP / "art" / INDEX).stat().st_size < 1_500_000


def test_no_hedge_stands_on_a_road_or_river(country: Country, lines: Lines, kinds: NDArray[np.uint8]) -> None:
    sheet = sheet_of(country, LEVEL)
    window = part_of(sheet, country.km_per_hex, 0, 0, sheet.cols, sheet.rows)
    for course in [*lines.roads, *lines.rivers]:
        inside = course.points[window.sees(course.points, -0.1)]
        ends = np.stack([np.hypot(*(inside - end).T) for end in course.points[[0, -1]]])
        assert not (window.sample(kinds, inside[ends.min(axis=0) > 0.15]) == Kind.HEDGE).any()


def test_no_roof_stands_on_a_road(index: Growth) -> None:
    drawn = json.loads((MAP / "art" / "lines.json").read_text(encoding="utf-8"))
    roads = [LineString(road["points"]) for road in drawn["roads"]]
    tree = STRtree(roads)
    for x, y, *_ in index.roofs:
        here = Point(x, y)
        assert min((roads[i].distance(here) for i in tree.query(here.buffer(0.1))), default=1.0) > 0.02


def test_the_committed_relief_is_what_the_painter_shades(country: Country, lines: Lines, index: Growth) -> None:
    assert index.relief is not None
    metres = heights(country, lines, sheet_of(country, RELIEF_LEVEL))
    committed = np.asarray(Image.open(MAP / "art" / RELIEF)).astype(float) * index.relief.highest / 255
    assert np.abs(committed - metres).max() <= 0.51 * index.relief.highest / 255
    sea = country.sea.reshape(country.grid.rows, country.grid.cols)
    left, _bottom, _right, top = index.relief.rect
    for row, col in np.argwhere(sea)[::50].tolist():
        x, y = country.grid.centre(country.grid.hex_of(row, col))
        assert committed[int((top - y) * 10), int((x - left) * 10)] < 40
