"""The painted art: the painter is deterministic and seamless; the committed art fits map, units and limits."""

import json
from itertools import combinations
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import yaml
from fontTools.ttLib import TTFont
from PIL import Image
from shapely.geometry import LineString, Point

from art.fetch_fonts import FACES
from art.paint_counters import counter_atlas, index_of, paper
from art.painting.bake import LEVELS, TEXTURE_BYTES, paint, sheet_of
from art.painting.country import Country, load_country
from art.painting.lines import Lines, draw_lines
from art.painting.symbols import WIDTHS
from art.painting.window import Window
from wab.content.hexmap import HexMap, load_map
from wab.content.operations.shapes import Nation, Size
from wab.hexes import OFF_MAP

pytestmark = pytest.mark.art

ROOT = Path(__file__).parents[2]
ART = ROOT / "campaigns" / "operations" / "art"
ASSETS = ROOT / "wab" / "app" / "assets"
FRENCH = "éèàçùâêîôûëïüœŒÉÈÀÇ«»’“”−–—…·½€"
TEXTURE_LIMIT = 64_000_000
CORNER_DISTANCE = 0.578  # hex widths from the centre of a hex to its corners
STREAMED_TILES = 6  # a window of 1600 x 900 sees at most so many


@pytest.fixture(scope="module")
def hexmap() -> HexMap:
    return load_map(ROOT / "campaigns" / "operations" / "map.json")


@pytest.fixture(scope="module")
def country() -> Country:
    return load_country(ROOT / "campaigns" / "operations" / "map.json", ROOT / "geodata")


@pytest.fixture(scope="module")
def lines(country: Country) -> Lines:
    return draw_lines(country)


@pytest.fixture(scope="module")
def drawn() -> dict:
    return json.loads((ART / "lines.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def index() -> dict:
    return json.loads((ART / "ground.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def atlas() -> dict:
    return json.loads((ASSETS / "counters" / "atlas.json").read_text(encoding="utf-8"))


# ---- the painter


def crop(column: int, row: int, level: int = 1) -> Window:
    """A small window near Bayeux, counted in pixels of its level."""
    scale = LEVELS[level].px_per_hex / 3.0
    return Window(102 + column / scale, 125.6 - row / scale, 90, 60, scale, column, row)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_the_same_window_is_painted_the_same_twice(country: Country, lines: Lines, level: int) -> None:
    first = paint(country, lines, crop(0, 0, level), LEVELS[level])
    again = paint(country, lines, crop(0, 0, level), LEVELS[level])
    assert first.tobytes() == again.tobytes()
    assert first.std() > 8


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_windows_that_overlap_agree(country: Country, lines: Lines, level: int) -> None:
    here = paint(country, lines, crop(0, 0, level), LEVELS[level])
    aside = paint(country, lines, crop(37, 23, level), LEVELS[level])
    assert np.array_equal(here[23:, 37:], aside[:-23, :-37])


def test_land_and_sea_differ_in_colour(country: Country, lines: Lines) -> None:
    sea = np.flatnonzero(country.sea)
    x, y = country.centres[sea[len(sea) // 2]]
    far_out = paint(country, lines, Window(x, y, 8, 8, 6.0), LEVELS[0])
    inland = paint(country, lines, crop(0, 60, 0), LEVELS[0])
    assert far_out[..., 2].mean() > far_out[..., 0].mean()
    assert inland[..., 2].mean() < inland[..., 0].mean()


# ---- the pictures of the map


def test_the_index_covers_the_whole_map(index: dict, hexmap: HexMap) -> None:
    corners = hexmap.grid.centres[:, None, :] + hexmap.grid.corner_offsets[None, :, :]
    for level in index["levels"].values():
        left, bottom, right, top = level["rect"]
        assert corners[..., 0].min() > left and corners[..., 0].max() < right
        assert corners[..., 1].min() > bottom and corners[..., 1].max() < top


def test_the_tiles_of_a_level_meet_without_gap_or_overlap(index: dict) -> None:
    for level in index["levels"].values():
        left, bottom, right, top = level["rect"]
        areas = [(r[2] - r[0]) * (r[3] - r[1]) for r in (tile["rect"] for tile in level["tiles"])]
        assert sum(areas) == pytest.approx((right - left) * (top - bottom), rel=1e-5)
        for a, b in combinations([tile["rect"] for tile in level["tiles"]], 2):
            apart = a[2] <= b[0] + 1e-5 or b[2] <= a[0] + 1e-5 or a[3] <= b[1] + 1e-5 or b[3] <= a[1] + 1e-5
            assert apart


def test_the_pictures_have_the_sizes_of_the_index(index: dict, country: Country) -> None:
    for level in LEVELS:
        entry, sheet = index["levels"][level.name], sheet_of(country, level)
        assert entry["size"] == [sheet.cols, sheet.rows]
        for tile in entry["tiles"]:
            with Image.open(ART / tile["file"]) as picture:
                assert list(picture.size) == tile["size"]
                assert max(picture.size) <= level.tile <= 2048
            shown = (tile["rect"][2] - tile["rect"][0]) * level.px_per_hex
            assert (tile["uv"][2] - tile["uv"][0]) * tile["size"][0] == pytest.approx(shown, abs=0.01)


def test_textures_stay_within_the_budget(index: dict) -> None:
    def bytes_of(width: int, height: int, channels: float, mipmaps: bool = True) -> float:
        return width * height * channels * (4 / 3 if mipmaps else 1)

    def bytes_of_level(level: dict) -> float:
        each = [bytes_of(*tile["size"], TEXTURE_BYTES[level["texture"]], level["mipmaps"]) for tile in level["tiles"]]
        return max(each) * STREAMED_TILES if level["stream"] else sum(each)

    ground = sum(bytes_of_level(level) for level in index["levels"].values())
    with Image.open(ASSETS / "counters" / "atlas.png") as counters, Image.open(ASSETS / "paper.png") as grain:
        atlas = bytes_of(*counters.size, 4) + bytes_of(*grain.size, 1)
    glyphs = 4 * bytes_of(512, 512, 1) + bytes_of(1024, 1024, 4, mipmaps=False)  # map text, and the atlas of the panels
    assert ground + atlas + glyphs <= TEXTURE_LIMIT


# ---- the line work


def near(points: list, place: np.ndarray) -> float:
    return LineString(points).distance(Point(place))


def test_every_river_side_has_its_river(drawn: dict, hexmap: HexMap) -> None:
    waters = [LineString(river["points"]) for river in drawn["rivers"]]
    grid, missed = hexmap.grid, 0
    sides = [(h, d) for h, d in zip(*np.nonzero(hexmap.river[:, :3]), strict=True) if grid.neighbours[h, d] != OFF_MAP]
    for hex_id, direction in sides:
        middle = Point((grid.centres[hex_id] + grid.centres[grid.neighbours[hex_id, direction]]) / 2)
        missed += min(water.distance(middle) for water in waters) > 0.12
    assert missed <= 0.04 * len(sides)  # sides that lie in the sea have none


def test_every_road_passes_through_its_hexes(drawn: dict, hexmap: HexMap) -> None:
    links = set()
    for road in drawn["roads"]:
        for a, b in zip(road["hexes"], road["hexes"][1:], strict=False):
            links.add(frozenset((a, b)))
        assert near(road["points"], hexmap.grid.centres[road["hexes"][len(road["hexes"]) // 2]]) < 0.45
    grid = hexmap.grid
    expected = {
        frozenset((int(h), int(grid.neighbours[h, d])))
        for h, d in zip(*np.nonzero(hexmap.road), strict=True)
        if grid.neighbours[h, d] != OFF_MAP
    }
    assert links == expected


def test_every_bridge_of_the_map_is_drawn_on_its_side(drawn: dict, hexmap: HexMap) -> None:
    places = np.array([bridge["at"] for bridge in drawn["bridges"]])
    grid = hexmap.grid
    sides = [(h, d) for h, d in zip(*np.nonzero(hexmap.bridge[:, :3]), strict=True) if grid.neighbours[h, d] != OFF_MAP]
    assert len(places) == len(sides)
    for hex_id, direction in sides:
        middle = (grid.centres[hex_id] + grid.centres[grid.neighbours[hex_id, direction]]) / 2
        assert np.hypot(*(places - middle).T).min() < 0.6


def test_coast_rings_are_areas_and_rivers_have_widths(drawn: dict) -> None:
    assert all(len(ring["outer"]) >= 4 for ring in drawn["coast"])
    for river in drawn["rivers"]:
        start, end = river["width"]
        assert 0.5 <= start <= end <= 1.0


def test_towns_are_drawn_in_their_hexes(drawn: dict, hexmap: HexMap) -> None:
    for town in drawn["towns"]:
        away = np.array(town["at"]) - hexmap.grid.centre(town["hex"])
        assert np.hypot(*away) <= CORNER_DISTANCE, town["name"]


# ---- counters, fonts, paper


def test_sprites_lie_inside_the_atlas_and_apart(atlas: dict) -> None:
    with Image.open(ASSETS / "counters" / "atlas.png") as picture:
        assert list(picture.size) == atlas["size"] and max(picture.size) <= 2048
    taken = np.zeros((atlas["size"][1], atlas["size"][0]), bool)
    places = dict(atlas["sprites"])
    for name, sizes in atlas["symbols"].items():
        places |= {f"{name}/{size}": dict(zip("xywh", rect, strict=True)) for size, rect in sizes.items()}
    for name, place in places.items():
        assert place["x"] >= 0 and place["x"] + place["w"] <= atlas["size"][0], name
        assert place["y"] >= 0 and place["y"] + place["h"] <= atlas["size"][1], name
        area = taken[place["y"] : place["y"] + place["h"], place["x"] : place["x"] + place["w"]]
        assert not area.any(), name
        area[:] = True
        if "nine" in place:
            left, top, right, bottom = place["nine"]
            assert left + right < place["w"] and top + bottom <= place["h"], name


def test_the_committed_atlas_is_what_the_tool_paints(atlas: dict) -> None:
    painted = counter_atlas()
    with Image.open(ASSETS / "counters" / "atlas.png") as picture:
        assert np.array_equal(np.asarray(picture), painted.picture)
    assert atlas == json.loads(json.dumps(index_of(painted)))


def test_every_unit_has_a_symbol_in_all_sizes(atlas: dict) -> None:
    table = (ROOT / "campaigns" / "operations" / "tables" / "units.yaml").read_text(encoding="utf-8")
    wanted = {kind["symbol"] for kind in _kinds(yaml.safe_load(table))}
    assert wanted and wanted <= atlas["symbols"].keys()
    assert all([int(size) for size in sizes] == list(WIDTHS) for sizes in atlas["symbols"].values())


def _kinds(node: object) -> list[dict]:
    """All mappings with a symbol, however deep they lie."""
    found = [node] if isinstance(node, dict) and "symbol" in node else []
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    return found + [kind for child in children for kind in _kinds(child)]


def test_symbols_differ_from_each_other(atlas: dict) -> None:
    with Image.open(ASSETS / "counters" / "atlas.png") as picture:
        opacity = np.asarray(picture)[..., 3].astype(int)
    cut = {}
    for name, sizes in atlas["symbols"].items():
        x, y, wide, high = sizes["24"]
        cut[name] = opacity[y : y + high, x : x + wide]
    for first, second in combinations(sorted(cut), 2):
        assert np.abs(cut[first] - cut[second]).sum() > 255 * 4, (first, second)


def _luminance(code: str) -> float:
    parts = [int(code[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.clause("OPS-T-COLOURS")
def test_every_nation_has_readable_colours() -> None:
    nations = yaml.safe_load((ROOT / "campaigns" / "normandy" / "nations.yaml").read_text(encoding="utf-8"))["nations"]
    assert set(nations) == set(get_args(Nation))
    for name, colours in nations.items():
        assert _contrast(colours["ink"], colours["body"]) >= 4.5, name
        assert _contrast(colours["symbol"], colours["field"]) >= 4.5, name


def test_every_size_of_formation_has_a_mark(atlas: dict) -> None:
    without = {"group", "battery", "commander", "ship"}  # told by the symbol itself
    marks = {f"echelon_{size}/{card}" for size in set(get_args(Size)) - without for card in (48, 96)}
    assert marks <= atlas["sprites"].keys()


def test_every_font_has_its_licence_and_french_letters() -> None:
    folder = ASSETS / "fonts"
    assert {path.name for path in folder.glob("*.ttf")} == {face.file_name for face in FACES}
    for face in FACES:
        licence = (folder / f"{face.family}-OFL.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License" in licence or "SIL OPEN FONT LICENSE" in licence
        letters = TTFont(folder / face.file_name).getBestCmap()
        assert not [letter for letter in FRENCH if ord(letter) not in letters], face.file_name


def test_the_paper_tiles_without_a_seam() -> None:
    with Image.open(ASSETS / "paper.png") as picture:
        tile = np.asarray(picture)
    assert tile.shape == (512, 512) and np.array_equal(tile, paper())
    inside = np.abs(np.diff(tile.astype(int), axis=0)).mean()
    across = np.abs(tile[0].astype(int) - tile[-1]).mean()
    assert across < 1.3 * inside
    assert tile.mean() == pytest.approx(128, abs=1)
