"""The ground of a board: heights, rivers and the painted picture."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.app.cards.boards import TERRAIN, board, hex_of
from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table.painting import PIXELS, paint
from wab.app.cards.table.relief import BoardRelief, board_rect, grid_of
from wab.app.cards.table.waters import flow_of, river_arms, river_points

SEEN = {
    "river": lambda r, g, b: b > r + 20, "lake": lambda r, g, b: b > r + 20, "ocean": lambda r, g, b: b > r + 20,
    "beach": lambda r, g, b: r > 200 and g > 180 and r > b + 30, "forest": lambda r, g, b: g > r and g > b + 30,
    "town": lambda r, g, b: r > g + 15 and r > b + 30,
}  # fmt: skip


@pytest.fixture(scope="module")
def ground() -> BoardSpec:
    return board()


@pytest.fixture(scope="module")
def picture(ground: BoardSpec) -> np.ndarray:
    return paint(ground, BoardRelief(ground))


def colour_of(picture: np.ndarray, spec: BoardSpec, label: str) -> np.ndarray:
    """The mean colour about the middle of a hex."""
    x, y = grid_of(spec).centre(hex_of(label))
    rect = board_rect(spec)
    col, row = round((x - rect.left) * PIXELS), round((rect.top - y) * PIXELS)
    return picture[row - 8 : row + 8, col - 8 : col + 8, :3].reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize("kind", SEEN)
def test_a_hex_is_painted_as_its_terrain(picture: np.ndarray, ground: BoardSpec, kind: str) -> None:
    for label in TERRAIN[kind].split():
        assert SEEN[kind](*colour_of(picture, ground, label)), (label, colour_of(picture, ground, label))


def test_the_same_board_gives_the_same_picture_and_another_seed_another(ground: BoardSpec) -> None:
    small = board({"forest": "C3", "river": "D5 E5"}, seed=3)
    one, two = (paint(small, BoardRelief(small)) for _ in range(2))
    assert (one == two).all()
    other = board({"forest": "C3", "river": "D5 E5"}, seed=4)
    assert (paint(other, BoardRelief(other)) != one).mean() > 0.2


@pytest.mark.parametrize("label, least, most", [
    ("I4", 0.10, 0.20), ("K6", 0.15, 0.30), ("L8", 0.12, 0.24), ("M9", 0.22, 0.36), ("E5", -0.001, 0.001),
    ("A4", -0.001, 0.001), ("K9", -0.05, -0.005),
])  # fmt: skip
def test_high_ground_rises_and_water_lies_low(ground: BoardSpec, label: str, least: float, most: float) -> None:
    assert least <= BoardRelief(ground).of_hex(hex_of(label)) <= most


def test_heights_at_many_points_are_those_at_each(ground: BoardSpec) -> None:
    relief = BoardRelief(ground)
    points = np.random.default_rng(3).uniform((0, 0), (12, 6.9), (40, 2))
    assert relief.at(points) == pytest.approx([relief.height(x, y) for x, y in points], abs=1e-4)


def test_a_river_flows_without_a_gap_through_its_hexes_and_off_the_board(ground: BoardSpec) -> None:
    grid, points = grid_of(ground), river_points(ground)
    rivers = [hex_of(label) for label in TERRAIN["river"].split()]
    for one, other in itertools.pairwise(rivers):
        middle = (grid.centres[one] + grid.centres[other]) / 2
        assert np.linalg.norm(points - middle, axis=1).min() < 0.05, "the water crosses the side between the two"
    inside = {int(found) for x, y in points if (found := grid.hex_at(float(x), float(y))) >= 0}
    assert set(rivers) <= inside
    assert points[:, 1].max() > board_rect(ground).top and points[:, 1].min() < board_rect(ground).bottom


def test_a_river_ends_in_a_lake_and_a_bridge_stands_across(ground: BoardSpec) -> None:
    into_lake = board({"river": "C5 D5", "lake": "E5"})
    assert 0.0 in river_arms(into_lake)[hex_of("D5")], "eastward, into the lake"
    straight = flow_of(into_lake, hex_of("D5")) % 180.0
    assert min(straight, 180.0 - straight) < 1.0


def test_a_board_without_water_has_none() -> None:
    assert len(river_points(board({"forest": "C3"}))) == 0


def test_the_picture_tells_where_the_borders_of_hexes_are(picture: np.ndarray, ground: BoardSpec) -> None:
    grid, rect = grid_of(ground), board_rect(ground)

    def told(x: float, y: float) -> int:
        return int(picture[round((rect.top - y) * PIXELS), round((x - rect.left) * PIXELS), 3])

    for label in ("E5", "H4", "B7", "L2"):
        x, y = grid.centre(hex_of(label))
        assert told(x, y) == 255
        assert told(x + 0.5, y) < 45 and told(x - 0.5, y) < 45
        assert told(x + 0.25, y + 0.75 / 3**0.5) < 60, "the side to the north-east"
        assert 60 < told(x + 0.47, y) < 200


def test_what_is_no_hex_of_the_board_is_paler() -> None:
    spec = board({})
    shown, rect, grid = paint(spec, BoardRelief(spec)).astype(int), board_rect(spec), grid_of(spec)
    rows = [round((rect.top - grid.centre(hex_of(label))[1]) * PIXELS) for label in ("A2", "A4", "A6", "A8")]
    strips = np.concatenate([shown[row - 25 : row + 25, :, :3] for row in rows])
    vivid = strips.max(axis=2) - strips.min(axis=2)
    halves = np.concatenate([vivid[:, 4:46], vivid[:, -46:-4]], axis=1)
    assert halves.mean() < 0.85 * vivid[:, 80:-80].mean()


def test_a_hex_is_found_by_the_label_that_is_printed_on_it(ground: BoardSpec) -> None:
    grid = grid_of(ground)
    for label in ("A1", "C4", "E7", "M9"):
        assert grid.parse(label) == hex_of(label) and grid.label(grid.parse(label)) == label
    with pytest.raises(ValueError, match="not a hex"):
        grid.parse("0404")
