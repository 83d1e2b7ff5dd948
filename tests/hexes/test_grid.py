"""The grid: numbering, neighbours, distance, lines, labels, places on the plane."""

from __future__ import annotations

import copy
import math
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import unhurried
from wab.hexes import DIRECTIONS, OFF_MAP, Grid, HexId, opposite

CAMPAIGN = Grid(68, 71)


@st.composite
def grids_with_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, list[HexId]]:
    grid = Grid(draw(st.integers(1, 12)), draw(st.integers(1, 12)))
    return grid, [draw(st.integers(0, grid.size - 1)) for _ in range(count)]


def labels(grid: Grid, hexes: tuple[HexId, ...]) -> list[str]:
    return [grid.label(hex_id) for hex_id in hexes]


# --- neighbours ---


@pytest.mark.parametrize(
    "first, second, touch",
    [
        ("2713", "2814", True),
        ("2713", "2813", True),
        ("2713", "2812", False),
        ("3606", "3705", True),
        ("3606", "3706", True),
        ("3606", "3707", False),
        ("3606", "3606", False),
        ("2710", "2711", True),
    ],
)
def test_odd_rows_lie_half_a_hex_east(first: str, second: str, touch: bool) -> None:
    assert CAMPAIGN.are_adjacent(CAMPAIGN.parse(first), CAMPAIGN.parse(second)) is touch


@pytest.mark.parametrize(
    "centre, around",
    [
        ("1010", ["1011", "1110", "1109", "1009", "0909", "0910"]),
        ("1110", ["1111", "1211", "1210", "1109", "1010", "1011"]),
    ],
)
def test_directions_run_counter_clockwise_from_the_east(centre: str, around: list[str]) -> None:
    hex_id = CAMPAIGN.parse(centre)
    assert labels(CAMPAIGN, CAMPAIGN.adjacent(hex_id)) == around
    for direction, label in enumerate(around):
        assert CAMPAIGN.direction(hex_id, CAMPAIGN.parse(label)) == direction


def test_directions_point_where_their_names_say() -> None:
    hex_id = CAMPAIGN.parse("1110")
    x, y = CAMPAIGN.centre(hex_id)
    for direction, name in enumerate(DIRECTIONS):
        there_x, there_y = CAMPAIGN.centre(CAMPAIGN.neighbour(hex_id, direction))
        assert (there_y > y + 0.1) == name.startswith("N")
        assert (there_y < y - 0.1) == name.startswith("S")
        assert (there_x > x) == name.endswith("E")


@unhurried
@given(grids_with_hexes(1))
def test_going_there_and_back_ends_where_it_began(case: tuple[Grid, list[HexId]]) -> None:
    grid, (hex_id,) = case
    for direction in range(6):
        there = grid.neighbour(hex_id, direction)
        assert there == grid.neighbours[hex_id, direction]
        if there != OFF_MAP:
            assert grid.neighbour(there, opposite(direction)) == hex_id
            assert grid.direction(hex_id, there) == direction


@unhurried
@given(grids_with_hexes(1))
def test_neighbours_are_the_hexes_with_centres_one_width_away(case: tuple[Grid, list[HexId]]) -> None:
    grid, (hex_id,) = case
    away = np.hypot(*(grid.centres - grid.centres[hex_id]).T)
    assert sorted(grid.adjacent(hex_id)) == np.flatnonzero(np.abs(away - 1.0) < 1e-9).tolist()


def test_a_corner_of_the_map_has_few_neighbours() -> None:
    assert labels(CAMPAIGN, CAMPAIGN.adjacent(CAMPAIGN.parse("0000"))) == ["0001", "0100"]
    assert CAMPAIGN.neighbour(0, 4) == OFF_MAP


def test_direction_between_distant_hexes_is_an_error() -> None:
    with pytest.raises(ValueError, match="0000 and 0005 do not touch"):
        CAMPAIGN.direction(0, 5)


@pytest.mark.parametrize("hex_id", [OFF_MAP, 4828])
def test_a_hex_off_the_map_is_never_taken_for_one_on_it(hex_id: HexId) -> None:
    assert hex_id not in CAMPAIGN
    for question in (CAMPAIGN.adjacent, CAMPAIGN.label, CAMPAIGN.centre, CAMPAIGN.distances):
        with pytest.raises(ValueError, match="no hex number"):
            question(hex_id)
    with pytest.raises(ValueError, match="no hex number"):
        CAMPAIGN.neighbour(hex_id, 0)
    with pytest.raises(ValueError, match="no hex number"):
        CAMPAIGN.are_adjacent(0, hex_id)


# --- the grid as a value ---


def test_equal_sizes_make_equal_grids_that_share_their_arrays() -> None:
    grid = Grid(68, 71)
    assert grid == CAMPAIGN != Grid(71, 68)
    assert hash(grid) == hash(CAMPAIGN)
    for twin in (Grid(68, 71), copy.deepcopy(grid), pickle.loads(pickle.dumps(grid))):
        assert twin == grid
        assert twin.neighbours is grid.neighbours


def test_a_grid_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        CAMPAIGN.rows = 3  # type: ignore[misc]
    for array in (CAMPAIGN.neighbours, CAMPAIGN.q, CAMPAIGN.r, CAMPAIGN.centres, CAMPAIGN.corner_offsets):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("rows, cols", [(0, 5), (5, 0), (-1, 5)])
def test_a_grid_without_hexes_is_refused(rows: int, cols: int) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        Grid(rows, cols)


# --- labels ---


@unhurried
@given(grids_with_hexes(1))
def test_a_label_is_read_back(case: tuple[Grid, list[HexId]]) -> None:
    grid, (hex_id,) = case
    assert grid.parse(grid.label(hex_id)) == hex_id
    assert grid.parse(f" {grid.label(hex_id)}\n") == hex_id


def test_a_label_says_row_and_column() -> None:
    assert CAMPAIGN.parse("3533") == 35 * 71 + 33
    assert CAMPAIGN.label(35 * 71 + 33) == "3533"


@pytest.mark.parametrize("text", ["", "4l2", "353", "35333", "6800", "0071", "-101", "35 3", "３５３３", "+1+1"])
def test_a_wrong_label_is_an_error_that_says_what_is_expected(text: str) -> None:
    with pytest.raises(ValueError) as error:
        CAMPAIGN.parse(text)
    assert str(error.value) == f'"{text}" is not a hex of this map (expected RRCC, 0000 to 6770)'


def test_maps_beyond_a_hundred_rows_have_longer_labels() -> None:
    big = Grid(101, 20)
    assert big.label(big.size - 1) == "100019"
    assert big.parse("100019") == big.size - 1
    with pytest.raises(ValueError, match="expected RRRCCC, 000000 to 100019"):
        big.parse("0101")


# --- distance, rings, disks ---


@unhurried
@given(grids_with_hexes(3))
def test_distance_is_a_metric(case: tuple[Grid, list[HexId]]) -> None:
    grid, (a, b, c) = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert grid.distance(a, b) == grid.distances(a)[b]


@unhurried
@given(grids_with_hexes(1))
def test_distance_counts_steps(case: tuple[Grid, list[HexId]]) -> None:
    grid, (start,) = case
    steps, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        new = [there for there in grid.adjacent(here) if there not in steps]
        steps.update(dict.fromkeys(new, steps[here] + 1))
        edge += new
    found = grid.distances(start).tolist()
    if grid.cols > 1:  # on a single column the shortest way may lead over the edge
        assert found == [steps[hex_id] for hex_id in range(grid.size)]
    assert all(found[hex_id] <= count for hex_id, count in steps.items())


@unhurried
@given(grids_with_hexes(1), st.integers(0, 14))
def test_rings_and_disks_are_what_the_distances_say(case: tuple[Grid, list[HexId]], radius: int) -> None:
    grid, (hex_id,) = case
    away = grid.distances(hex_id)
    assert list(grid.ring(hex_id, radius)) == np.flatnonzero(away == radius).tolist()
    assert list(grid.disk(hex_id, radius)) == np.flatnonzero(away <= radius).tolist()


def test_a_ring_in_the_open_has_six_hexes_a_step() -> None:
    centre = CAMPAIGN.parse("3030")
    assert [len(CAMPAIGN.ring(centre, radius)) for radius in range(5)] == [1, 6, 12, 18, 24]
    assert len(CAMPAIGN.disk(centre, 4)) == 61


def test_a_negative_radius_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        CAMPAIGN.disk(0, -1)


# --- lines ---


@unhurried
@given(grids_with_hexes(2))
def test_a_line_is_a_shortest_way_close_to_the_straight_one(case: tuple[Grid, list[HexId]]) -> None:
    grid, (start, end) = case
    lines = grid.lines(start, end)
    assert grid.line(start, end) == lines[0]
    assert len(lines) in (1, 2)
    for line in lines:
        assert (line[0], line[-1], len(line)) == (start, end, grid.distance(start, end) + 1)
        assert all(grid.are_adjacent(a, b) for a, b in pairwise(line))
        fractions = np.linspace(0.0, 1.0, len(line))[:, None]
        points = grid.centres[start] * (1 - fractions) + grid.centres[end] * fractions
        assert np.hypot(*(points - grid.centres[list(line)]).T).max() <= 0.5 + 1e-9


@unhurried
@given(grids_with_hexes(2))
def test_a_line_back_is_the_same_line(case: tuple[Grid, list[HexId]]) -> None:
    grid, (start, end) = case
    assert grid.lines(end, start) == tuple(line[::-1] for line in grid.lines(start, end))


@pytest.mark.parametrize(
    "start, end, lines",
    [
        ("1010", "1010", [["1010"]]),
        ("1010", "1013", [["1010", "1011", "1012", "1013"]]),
        ("1010", "1312", [["1010", "1110", "1211", "1212", "1312"], ["1010", "1110", "1111", "1212", "1312"]]),
        ("1010", "1210", [["1010", "1110", "1210"], ["1010", "1109", "1210"]]),
        ("1010", "1111", [["1010", "1110", "1111"], ["1010", "1011", "1111"]]),
        ("1111", "1010", [["1111", "1110", "1010"], ["1111", "1011", "1010"]]),
    ],
)
def test_lines_drawn_by_hand(start: str, end: str, lines: list[list[str]]) -> None:
    found = CAMPAIGN.lines(CAMPAIGN.parse(start), CAMPAIGN.parse(end))
    assert [labels(CAMPAIGN, line) for line in found] == lines


def test_a_line_along_the_edge_keeps_to_the_map() -> None:
    found = CAMPAIGN.lines(CAMPAIGN.parse("1000"), CAMPAIGN.parse("1200"))
    assert [labels(CAMPAIGN, line) for line in found] == [["1000", "1100", "1200"]]


# --- the plane ---


def test_centres_lie_as_the_campaign_grid_says() -> None:
    assert CAMPAIGN.centre(0) == (0.0, 0.0)
    assert CAMPAIGN.centre(CAMPAIGN.parse("0307")) == pytest.approx((7.5, 3 * math.sqrt(3) / 2))
    for hex_id in (0, 77, 3899):
        assert CAMPAIGN.centres[hex_id] == pytest.approx(CAMPAIGN.centre(hex_id))


@unhurried
@given(grids_with_hexes(1), st.floats(0, 0.499), st.floats(0, 2 * math.pi))
def test_every_point_around_a_centre_lies_in_its_hex(
    case: tuple[Grid, list[HexId]], radius: float, angle: float
) -> None:
    grid, (hex_id,) = case
    x, y = grid.centre(hex_id)
    assert grid.hex_at(x + radius * math.cos(angle), y + radius * math.sin(angle)) == hex_id


@unhurried
@given(st.floats(-3, 14), st.floats(-3, 12))
def test_the_hex_at_a_point_has_the_nearest_centre(x: float, y: float) -> None:
    grid = Grid(10, 12)
    away = np.hypot(*(grid.centres - (x, y)).T)
    found = grid.hex_at(x, y)
    if found == OFF_MAP:
        assert away.min() >= 0.5 - 1e-9
    else:
        assert away[found] <= away.min() + 1e-9
        assert away[found] <= 1 / math.sqrt(3) + 1e-9


@pytest.mark.parametrize("point", [(-0.6, 0.0), (71.0, 0.0), (3.0, -0.6), (math.nan, 0.0), (0.0, math.inf)])
def test_a_point_beyond_the_edge_lies_in_no_hex(point: tuple[float, float]) -> None:
    assert CAMPAIGN.hex_at(*point) == OFF_MAP


def test_corners_lie_between_directions_and_belong_to_three_hexes() -> None:
    hex_id = CAMPAIGN.parse("1010")
    for k in range(6):
        corner = CAMPAIGN.centres[hex_id] + CAMPAIGN.corner_offsets[k]
        around = (hex_id, CAMPAIGN.neighbour(hex_id, (k - 1) % 6), CAMPAIGN.neighbour(hex_id, k))
        away = np.hypot(*(CAMPAIGN.centres[list(around)] - corner).T)
        assert away == pytest.approx([1 / math.sqrt(3)] * 3)
