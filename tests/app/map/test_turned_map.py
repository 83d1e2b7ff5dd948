"""The map shown turned: printed on its side, seen from the sea, north up. Ground turns, what is read stays upright."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import HEIGHT, WIDTH, counter
from tests.small_maps import ON_ITS_SIDE, document, small_map, written
from wab.app.gfx.specs import FlagSpec, NameSpec
from wab.app.gfx.theme import colour
from wab.app.map.names import STYLES, lay_out, readable, turned_box
from wab.app.map.scene import MapScene, open_map
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.app.window.camera import Rect
from wab.app.window.window import GameWindow
from wab.content.hexmap import HexMap, load_map
from wab.hexes import OFF_MAP, turned

COLOURS = {"clear": colour("D9C98F"), "bocage": colour("9FB073")}
TURNS = (0.0, -90.0, 180.0, 90.0, 160.6)
QUARTERS = (0.0, -90.0, 180.0, 90.0)


def _open(window: GameWindow, hexmap: HexMap) -> MapScene:
    return open_map(window, hexmap, terrain_colours=COLOURS)


@pytest.fixture
def small(window: GameWindow, tmp_path: Path) -> MapScene:
    return _open(window, small_map(tmp_path))


@pytest.fixture
def even(window: GameWindow, tmp_path: Path) -> Iterator[MapScene]:
    """Bare level ground, the same to all sides of its middle, without the lines of the grid."""
    content = document(21, 21)
    ground = ["." * 21] * 21
    content |= {"terrain": ground, "under": ground, "elevation": [[0] * 21] * 21, "land_percent": [[100] * 21] * 21}
    content |= {"rivers": [], "roads": [], "places": []}
    scene = _open(window, load_map(written(tmp_path, content)))
    scene.show_grid(False)
    yield scene


def _middle(scene: MapScene) -> int:
    return scene.grid.hex_of(scene.grid.rows // 2, scene.grid.cols // 2)


# --- places and pixels ---


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_every_hex_is_found_where_it_is_drawn(small: MapScene, turn: float, three_dimensional: bool) -> None:
    small.turn_to(turn)
    small.camera.set_mode(three_dimensional, at_once=True)
    small.camera.fit()
    for hex_id in range(small.grid.size):
        pixel = small.project(hex_id)
        assert pixel is not None and small.pick(*pixel) == hex_id


@pytest.mark.parametrize("turn", TURNS)
def test_the_whole_map_fits_into_the_window_as_it_is_turned(small: MapScene, turn: float) -> None:
    small.turn_to(turn)
    small.camera.fit()
    pixels = np.array(
        [small.camera.project_point(x, y) for x in small.camera.rect[::2] for y in small.camera.rect[1::2]]
    )
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    assert left >= -1 and top >= -1 and right <= WIDTH + 1 and bottom <= HEIGHT + 1
    assert right - left > WIDTH - 4 or bottom - top > HEIGHT - 4
    seen = small.camera.visible_rect()
    assert np.allclose(seen, small.camera.rect)


@pytest.mark.parametrize("turn", TURNS)
def test_neighbours_and_corners_lie_where_the_turned_grid_has_them(small: MapScene, turn: float) -> None:
    small.turn_to(turn)
    hex_id = _middle(small)
    small.camera.look_at(hex_id, span=6.0)
    x, y = small.project(hex_id) or (0.0, 0.0)
    px = small.camera.px_per_hex
    for direction in range(6):
        angle = math.radians(60.0 * direction + turn)
        there = small.project(small.grid.neighbour(hex_id, direction))
        assert there == pytest.approx((x + px * math.cos(angle), y - px * math.sin(angle)), abs=0.1)
        corner = math.radians(60.0 * direction - 30.0 + turn)
        for reach, found in ((0.55, True), (0.60, False)):
            picked = small.pick(x + reach * px * math.cos(corner), y - reach * px * math.sin(corner))
            assert (picked == hex_id) is found


def test_a_map_printed_on_its_side_has_flat_topped_hexes_in_columns(window: GameWindow, tmp_path: Path) -> None:
    hexmap = small_map(tmp_path, rows=9, cols=7, turn=-90.0, printed=-90, labels=ON_ITS_SIDE)
    scene, grid = _open(window, hexmap), hexmap.grid
    assert scene.turn == -90.0
    place = {
        label: scene.project(grid.parse(label)) or (0.0, 0.0) for label in ("0101", "0102", "0201", "0301", "0202")
    }
    px = scene.camera.px_per_hex
    (x, y), down, right = place["0101"], place["0102"], place["0201"]
    assert down == pytest.approx((x, y + px), abs=0.1)
    assert right == pytest.approx((x + px * math.sqrt(0.75), y + px / 2), abs=0.1)
    assert place["0301"] == pytest.approx((x + 2 * px * math.sqrt(0.75), y), abs=0.1)
    assert grid.are_adjacent(grid.parse("0102"), grid.parse("0202"))


def test_a_map_is_shown_as_printed_and_turned_with_north_up(window: GameWindow, tmp_path: Path) -> None:
    """Seen from the sea: the printed sheet lies as the grid does, north up turns it almost upside down."""
    scene = _open(window, small_map(tmp_path, turn=160.6))
    assert scene.turn == 0.0
    scene.show_north_up(True)
    scene.camera.fit()
    assert scene.turn == 160.6
    lon, lat = scene.hexmap.lonlat_of(_middle(scene))
    for off, sign in (((0.0, 0.1), (0, -1)), ((0.1, 0.0), (1, 0))):
        places = scene.hexmap.projection.to_hexes([(lon, lat), (lon + off[0], lat + off[1])])
        here, there = (scene.camera.project_point(float(x), float(y)) or (0.0, 0.0) for x, y in places)
        step = np.array(there) - here
        assert np.sign(np.round(step, 1)).tolist() == list(sign)
    scene.show_north_up(False)
    assert scene.turn == 0.0


@pytest.mark.parametrize("turn", TURNS)
def test_a_view_moves_in_the_directions_of_the_screen(small: MapScene, turn: float) -> None:
    small.turn_to(turn)
    small.camera.set_mode(False, at_once=True)
    small.camera.look_at(_middle(small), span=4.0)
    x, y = small.project(_middle(small)) or (0.0, 0.0)
    small.camera.pan(0.1, 0.2)
    assert small.project(_middle(small)) == pytest.approx((x - 0.1 * HEIGHT, y + 0.2 * HEIGHT), abs=0.1)
    small.camera.margins = (100, 0, 0, 60)
    small.camera.look_at(_middle(small))
    assert small.project(_middle(small)) == pytest.approx((x + 50, y - 30), abs=0.1)
    small.camera.margins = (0, 0, 0, 0)


@pytest.mark.parametrize("turn", [*TURNS, 30.0, -60.0])
def test_the_six_keys_lead_to_the_side_of_the_screen_on_which_they_lie(small: MapScene, turn: float) -> None:
    small.turn_to(turn)
    middle = _middle(small)
    small.camera.look_at(middle, span=6.0)
    x, y = small.project(middle) or (0.0, 0.0)
    found = []
    for key, direction in DIRECTIONS.items():
        found.append(step(small.grid, middle, key, small.turn))
        there = small.project(found[-1]) or (0.0, 0.0)
        angle = math.degrees(math.atan2(y - there[1], there[0] - x))
        assert abs(math.remainder(angle - 60.0 * direction, 360.0)) <= 30.1
    assert sorted(found) == sorted(small.grid.adjacent(middle))


# --- what is drawn ---


def _square(shot: np.ndarray, half: int = 150) -> np.ndarray:
    """The middle of a picture, which turns into itself."""
    y, x = HEIGHT // 2, WIDTH // 2
    return shot[y - half : y + half, x - half : x + half, :3].astype(int)


def _turned_picture(shot: np.ndarray, turn: float) -> np.ndarray:
    return np.rot90(_square(shot), round(turn / 90))


def _front(scene: MapScene) -> None:
    scene.set_front(np.where(scene.grid.centres[:, 0] + scene.grid.centres[:, 1] < 7.0, 1, 2))


ON_THE_GROUND: dict[str, Callable[[MapScene], None]] = {
    "ground, river and road": lambda scene: None,
    "front": _front,
    "path": lambda scene: scene.set_path([_middle(scene) - 2, _middle(scene) - 1, _middle(scene)]),
    "reach": lambda scene: scene.set_reach(scene.grid.disk(_middle(scene), 1), teeth=[(_middle(scene), 1)]),
    "hover": lambda scene: scene.set_hover(_middle(scene) + 1),
    "fog": lambda scene: scene.set_fog(scene.grid.centres[:, 0] < 4.0),
}


@pytest.mark.parametrize("turn", [-90.0, 180.0, 90.0])
@pytest.mark.parametrize("what", ON_THE_GROUND)
def test_what_lies_on_the_ground_turns_with_it(small: MapScene, what: str, turn: float) -> None:
    small.set_names([])
    small.camera.look_at(_middle(small), span=5.0)
    bare = _square(small.screenshot())
    ON_THE_GROUND[what](small)
    upright = _turned_picture(small.screenshot(), turn)
    small.turn_to(turn)
    turned = _square(small.screenshot())
    assert np.abs(turned - upright).mean() < 2.0
    assert np.abs(turned - bare).mean() > 4.0


@pytest.mark.parametrize("turn", QUARTERS[1:])
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_what_is_read_looks_the_same_at_every_turn(even: MapScene, turn: float, three_dimensional: bool) -> None:
    """Counters, figures, names, flags, pills and light on bare ground: nothing tells how the map is turned."""
    middle = _middle(even)
    even.camera.set_mode(three_dimensional, at_once=True)

    def shot() -> np.ndarray:
        even.set_counters(
            [counter(1, middle, figure="us_infantry"), counter(2, middle, figure="german_half_track", stack=1, side=2)]
        )
        even.set_flags([FlagSpec(middle, 2, "10", main=True)])
        even.set_names([NameSpec("Middle", *even.grid.centre(middle), "town", 1e6)])
        even.set_reach([], costs={middle: "2.5"})
        even.camera.look_at(middle, span=3.0)
        return _square(even.screenshot(), 70)

    even.turn_to(0.0)
    bare = _square(even.screenshot(), 70)
    upright = shot()
    even.turn_to(turn)
    differing = (np.abs(shot() - upright).max(axis=2) > 24).mean()
    assert (np.abs(bare - upright).max(axis=2) > 24).mean() > 0.2
    assert differing < 0.01


@pytest.mark.parametrize("turn", TURNS)
def test_counters_are_found_where_they_are_drawn(small: MapScene, turn: float) -> None:
    small.turn_to(turn)
    small.set_counters([counter(7, _middle(small)), counter(8, _middle(small), stack=1)])
    small.camera.look_at(_middle(small), span=4.0)
    small.update(0.0)
    x, y = small.project(_middle(small)) or (0.0, 0.0)
    assert small.pick_counter(x, y) == 7
    size = small.counters.card_size(small.camera.px_per_hex)[0]
    assert small.pick_counter(x + 0.52 * size, y - 0.5 * size) == 8


@pytest.mark.parametrize("turn", TURNS)
def test_counters_nearer_to_the_viewer_are_drawn_over_those_behind(small: MapScene, turn: float) -> None:
    small.set_counters(counter(hex_id, hex_id) for hex_id in range(small.grid.size))
    small.turn_to(turn)
    small.camera.fit()
    small.camera.set_mode(True, at_once=True)
    heights = [(small.project(spec.hex) or (0.0, 0.0))[1] for spec in small.counters.in_order]
    steps = np.diff(heights)
    assert steps.min() > -small.camera.px_per_hex / 2 and heights[-1] - heights[0] > HEIGHT / 4


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("along", [0.0, 50.0, -80.0])
def test_no_name_stands_on_its_head_or_over_the_edge(small: MapScene, turn: float, along: float) -> None:
    """Names of places lie level; those along a river keep to its course."""
    x, y = small.grid.centre(_middle(small))
    small.set_names([*small.default_names(), NameSpec("Aure", x, y, "water", 1e9, along)])
    small.turn_to(turn)
    small.camera.fit()
    small.update(0.0)
    angles = {placed.spec.text: placed.angle for placed in small.names.placed}
    assert angles["Ville"] == 0.0
    assert abs(angles["Aure"]) <= 90.0
    assert math.remainder(angles["Aure"] - along - turn, 180.0) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("turn", TURNS)
def test_no_place_is_named_beyond_the_edge_of_a_turned_map(small: MapScene, turn: float) -> None:
    """A name next to a point near each corner stands on the map, or nowhere."""
    left, bottom, right, top = small.camera.rect
    corners = [(x, y) for x in (left + 0.3, right - 0.3) for y in (bottom + 0.3, top - 0.3)]
    names = [NameSpec(f"Corner {number}", x, y, "town", 1e6) for number, (x, y) in enumerate(corners)]
    px = 70.0
    placed = lay_out(names, px, small.glyphs, [], edge=small.camera.rect, turn=turn)
    for name in placed:
        x, y = turned(name.spec.x, name.spec.y, turn)
        half = small.glyphs.width(STYLES["town"].face, name.spec.text, STYLES["town"].spacing) * name.size / 2
        for across in (-half, half):
            here = turned(x + (name.dx + across) / px, y + name.dy / px, -turn)
            assert left - 1e-9 <= here[0] <= right + 1e-9 and bottom - 1e-9 <= here[1] <= top + 1e-9
    free = lay_out(names, px, small.glyphs, [], turn=turn)
    assert len(free) == 4 and len(placed) >= 2


@pytest.mark.parametrize(
    "turn, wanted", [(0, 0), (90, 90), (91, -89), (180, 0), (200, 20), (-90, -90), (-100, 80), (360, 0)]
)
def test_lines_of_text_are_read_from_left_to_right(turn: float, wanted: float) -> None:
    assert readable(turn) == pytest.approx(wanted)


def test_a_rectangle_turned_by_a_quarter_is_exact() -> None:
    assert turned_box(Rect(1.0, 2.0, 5.0, 4.0), 90.0) == (-4.0, 1.0, -2.0, 5.0)
    assert turned_box(Rect(1.0, 2.0, 5.0, 4.0), 180.0) == (-5.0, -4.0, -1.0, -2.0)


@pytest.mark.parametrize("turn", TURNS)
def test_a_flag_keeps_clear_of_the_counter_that_stands_upper_left_of_it(small: MapScene, turn: float) -> None:
    """Alone it stands over the left shoulder of its counters; with others up there, left of them."""
    middle = _middle(small)
    small.turn_to(turn)
    small.camera.look_at(middle, span=4.0)
    x, y = small.project(middle) or (0.0, 0.0)
    behind = max(
        (other for other in small.grid.adjacent(middle) if other != OFF_MAP),
        key=lambda other: (lambda at: 0.57 * (x - at[0]) + 0.82 * (y - at[1]))(small.project(other) or (0.0, 0.0)),
    )
    feet = []
    for hexes in ([middle], [middle, behind]):
        small.set_counters(counter(hex_id, hex_id) for hex_id in hexes)
        small.set_flags([FlagSpec(middle, 1, "4")])
        small.update(0.0)
        feet.append(small.camera.project_point(*small.flag_feet[middle]))
    (over_x, over_y), (left_x, left_y) = (foot or (0.0, 0.0) for foot in feet)
    assert over_x < x and over_y < y - 5
    assert left_x < over_x and left_y == pytest.approx(y, abs=0.1)


def test_two_maps_of_one_size_are_not_taken_for_each_other(window: GameWindow, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, other = small_map(tmp_path), small_map(tmp_path / "other")
    shown = _open(window, one)
    assert _open(window, one) is shown
    assert _open(window, other) is not shown
