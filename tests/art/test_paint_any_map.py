"""The painter on maps of any file, scale, legend and orientation, with coast and heights from their hexes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from shapely.geometry import LineString, Point

from art.paint_map import made_from, main
from art.painting.bake import LEVELS, paint, rect_in_the_grid
from art.painting.country import Country, load_country
from art.painting.legend import Cover, load_legend
from art.painting.lines import Lines, draw_lines
from art.painting.window import Window
from tests.small_maps import ON_ITS_SIDE, document, written
from wab.app.map.ground_art import Index
from wab.app.map.lines import LineWork
from wab.content.hexmap import load_map
from wab.content.json_data import read_json
from wab.hexes import Grid

pytestmark = pytest.mark.art

GEODATA = Path(__file__).parents[2] / "geodata"
ORIENTATIONS: dict[str, dict[str, Any]] = {
    "north up": {},
    "on its side": {"turn": -90.0, "printed": -90, "labels": ON_ITS_SIDE},
    "upside down": {"turn": 180.0, "printed": 180},
    "from the sea": {"turn": 160.6},
    "on its other side": {"turn": 90.0, "printed": 90, "labels": ON_ITS_SIDE},
}


def _country(folder: Path, **frame: Any) -> tuple[Country, Lines]:
    country = load_country(written(folder, document(**frame)), None)
    return country, draw_lines(country)


def _colours(country: Country, lines: Lines, hexes: list[int]) -> np.ndarray:
    """Mean colour of the far picture around the centres of hexes, float64[n, 3]."""
    scale = LEVELS[0].px_per_hex / country.km_per_hex
    windows = [
        Window(x - 0.7, y + 0.7, round(1.4 * scale), round(1.4 * scale), scale) for x, y in country.centres[hexes]
    ]
    return np.array([paint(country, lines, window, LEVELS[0]).mean(axis=(0, 1)) for window in windows])


@pytest.mark.parametrize("name", ORIENTATIONS)
def test_sea_and_land_are_painted_where_the_hexes_are(tmp_path: Path, name: str) -> None:
    country, lines = _country(tmp_path, **ORIENTATIONS[name])
    grid = country.grid
    sea, land = [grid.hex_of(5, 1), grid.hex_of(6, 7)], [grid.hex_of(0, 1), grid.hex_of(1, 7)]
    colours = _colours(country, lines, sea + land)
    assert (colours[:2, 2] > colours[:2, 0] + 10).all()
    assert (colours[2:, 2] < colours[2:, 0] - 10).all()


@pytest.mark.parametrize("name", ORIENTATIONS)
def test_rivers_follow_hexsides_and_roads_lead_from_hex_to_hex(tmp_path: Path, name: str) -> None:
    country, lines = _country(tmp_path, **ORIENTATIONS[name])
    (river,) = lines.rivers
    course = LineString(country.placing.to_grid(river.points))
    hexmap, grid = load_map(tmp_path / "map.json"), country.grid
    for hex_id, direction in hexmap.rivers[0].sides[1:-1]:
        middle = (grid.centres[hex_id] + grid.centres[grid.neighbours[hex_id, direction]]) / 2
        assert course.distance(Point(middle)) < 0.12
    (road,) = lines.roads
    assert road.hexes in (hexmap.roads[0].hexes, hexmap.roads[0].hexes[::-1])
    way = LineString(country.placing.to_grid(road.points))
    assert all(way.distance(Point(grid.centres[hex_id])) < 0.45 for hex_id in road.hexes)
    town = next(town for town in lines.towns if town.name == "Ville")
    assert country.hex_at(town.x, town.y) == hexmap.place("Ville").hex


@pytest.mark.parametrize("shuffle", [1, 2, 3])
def test_a_river_is_one_line_in_whatever_order_its_sides_are_listed(tmp_path: Path, shuffle: int) -> None:
    content = document()
    sides = content["rivers"][0]["sides"].split()
    content["rivers"][0]["sides"] = " ".join(np.random.default_rng(shuffle).permutation(sides))
    country = load_country(written(tmp_path, content), None)
    (river,) = draw_lines(country).rivers
    course = LineString(country.placing.to_grid(river.points))
    for hex_id, direction in country.rivers[0].sides[1:-1]:
        middle = (country.grid.centres[hex_id] + country.grid.centres[country.grid.neighbours[hex_id, direction]]) / 2
        assert course.distance(Point(middle)) < 0.2


@pytest.mark.parametrize("name", ["on its side", "upside down"])
def test_a_map_printed_turned_is_painted_for_the_eye_of_its_reader(tmp_path: Path, name: str) -> None:
    """Relief is lit from the upper left of the sheet: of a ridge of the sheet, the left side is the light one."""
    content, grid = document(9, 9, **ORIENTATIONS[name]), Grid(9, 9)
    right = load_country(written(tmp_path, content), None).centres[:, 0].reshape(9, 9)
    content |= {key: [] for key in ("rivers", "roads", "places")}
    content |= {"terrain": ["." * 9] * 9, "under": ["." * 9] * 9, "land_percent": [[100] * 9] * 9}
    middle = float(np.median(right))
    content["elevation"] = np.maximum(0, 600 - 60 * np.abs(right - middle)).astype(int).tolist()
    country = load_country(written(tmp_path, content), None)
    lines = draw_lines(country)
    inner = [h for h in range(grid.size) if 2 <= grid.row_col(h)[0] <= 6 and 2 <= grid.row_col(h)[1] <= 6]
    left_side = [h for h in inner if -6.5 < country.centres[h, 0] - middle < -1.5]
    right_side = [h for h in inner if 1.5 < country.centres[h, 0] - middle < 6.5]
    light, dark = (_colours(country, lines, side).mean() for side in (left_side, right_side))
    assert light > dark + 5


@pytest.mark.parametrize("name", ["on its side", "upside down", "from the sea"])
def test_coast_and_heights_of_the_sources_lie_where_they_do_on_a_map_north_up(tmp_path: Path, name: str) -> None:
    upright = load_country(written(tmp_path, document(km=3.0)), GEODATA)
    turned = load_country(written(tmp_path, document(km=3.0, **ORIENTATIONS[name])), GEODATA)
    lonlat = np.array([(-1.05 + 0.07 * i, 48.8 + 0.08 * j) for i in range(8) for j in range(9)])
    here, there = upright.placing.of_degrees(lonlat), turned.placing.of_degrees(lonlat)
    assert there == pytest.approx(turned.placing.of_grid(turned.placing.projection.to_hexes(lonlat)), abs=1e-9)
    assert turned.height(*there.T) == pytest.approx(upright.height(*here.T), abs=1e-6)
    land = [
        [country.land.contains(Point(place)) for place in places]
        for country, places in ((upright, here), (turned, there))
    ]
    assert land[0] == land[1]
    assert 10 < sum(land[0]) < len(lonlat) - 5


def test_a_map_of_any_scale_is_painted_alike(tmp_path: Path) -> None:
    pictures = []
    for km in (0.25, 10.0):
        country, lines = _country(tmp_path, km=km)
        window = Window(4.0, 12.0, 60, 40, 6.0)
        pictures.append(paint(country, lines, window, LEVELS[0]).astype(int))
    assert np.abs(pictures[0] - pictures[1]).mean() < 1.0
    assert pictures[0].std() > 8


@pytest.mark.parametrize("name", ["on its side", "upside down"])
def test_a_baked_map_is_laid_on_the_grid(tmp_path: Path, name: str) -> None:
    """The command writes pictures and lines in the plane of the grid, at any turn of the printed map."""
    path, art = written(tmp_path, document(5, 5, **ORIENTATIONS[name])), tmp_path / "painted"
    main([str(path), "--from-hexes", "--out", str(art)])
    index, lines = read_json(art / "ground.json", Index), read_json(art / "lines.json", LineWork)
    hexmap = load_map(path)
    corners = hexmap.grid.centres[:, None, :] + hexmap.grid.corner_offsets[None, :, :]
    for level in index.levels.values():
        left, bottom, right, top = level.rect
        assert left < corners[..., 0].min() and corners[..., 0].max() < right
        assert bottom < corners[..., 1].min() and corners[..., 1].max() < top
        for tile in level.tiles:
            with Image.open(art / tile.file) as picture:
                pixels = np.asarray(picture).astype(int)
            for hex_id in (hexmap.grid.hex_of(0, 2), hexmap.grid.hex_of(4, 2)):
                x, y = hexmap.grid.centre(hex_id)
                u, v = (
                    (x - tile.rect[0]) / (tile.rect[2] - tile.rect[0]),
                    (y - tile.rect[1]) / (tile.rect[3] - tile.rect[1]),
                )
                if 0.05 < u < 0.95 and 0.05 < v < 0.95:
                    at = int((1 - v) * pixels.shape[0]), int(u * pixels.shape[1])
                    red, _green, blue = pixels[at[0] - 3 : at[0] + 4, at[1] - 3 : at[1] + 4].mean(axis=(0, 1))
                    assert (blue > red) == (hexmap.terrain_name(hex_id) == "sea")
    (road,) = lines.roads
    assert LineString(road.points).distance(Point(hexmap.grid.centre(hexmap.grid.hex_of(2, 2)))) < 0.45
    before = (art / "ground.json").stat().st_mtime_ns
    main([str(path), "--from-hexes", "--out", str(art)])
    assert (art / "ground.json").stat().st_mtime_ns == before


def test_a_rectangle_of_the_sheet_in_the_plane_of_the_grid() -> None:
    assert rect_in_the_grid((1.0, 2.0, 5.0, 4.0), 0) == (1.0, 2.0, 5.0, 4.0)
    assert rect_in_the_grid((1.0, 2.0, 5.0, 4.0), 90) == (2.0, -5.0, 4.0, -1.0)
    assert rect_in_the_grid((1.0, 2.0, 5.0, 4.0), 180) == (-5.0, -4.0, -1.0, -2.0)


# --- the legend ---


def test_a_legend_adds_the_terrains_of_a_map(tmp_path: Path) -> None:
    path = tmp_path / "legend.yaml"
    path.write_text("forest: woods\nport: city\nsand: beach\n", encoding="utf-8")
    legend = load_legend(path)
    assert (legend["forest"], legend["port"], legend["sand"], legend["sea"]) == (
        Cover.WOODS,
        "city",
        "beach",
        Cover.SEA,
    )
    content = document()
    content["legend"][1] = [".", "forest"]
    country = load_country(written(tmp_path, content), None, legend)
    assert country.cover[0] == Cover.WOODS


def test_a_terrain_without_a_paint_is_named(tmp_path: Path) -> None:
    content = document()
    content["legend"][1] = [".", "orchard"]
    with pytest.raises(ValueError, match=r"the legend says nothing of orchard \(give each terrain"):
        load_country(written(tmp_path, content), None)


@pytest.mark.parametrize(
    "text, problem",
    [("forest: trees", 'forest is painted as "trees" .expected one of sea, plain'), ("- 1", "one line")],
)
def test_a_wrong_legend_is_explained(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "legend.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        load_legend(path)


def test_what_the_painter_is_told_is_part_of_the_mark_of_a_bake(tmp_path: Path) -> None:
    path, legend = written(tmp_path, document()), tmp_path / "legend.yaml"
    legend.write_text("forest: woods", encoding="utf-8")
    told = [(), (legend,), (None, 6.0), (None, 3.0, 2.0)]
    assert len({made_from(path, None, *options) for options in told}) == len(told)
