"""Frames of map files: label schemes, where north is, how the sheet is printed; hexsides of one game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_maps import FROM_ONE, ON_ITS_SIDE, document, small_map, written
from wab.content.hexmap import Projection, load_map
from wab.engine.words.errors import DataError
from wab.hexes import RRCC, Axis, Grid, Numbering, rotation, turned

BLIND = Projection(28, 20, 10.0, -1.95, 49.75, 72.8, 111.2, -90.0, -90, ON_ITS_SIDE)
OMAHA = Projection(20, 36, 0.25, -0.80347, 49.36526, 72.502, 111.2, 180 - 19.4, 0, FROM_ONE)
FRAMES = [
    {},
    {"turn": -90.0, "printed": -90, "labels": ON_ITS_SIDE},
    {"turn": 160.6, "labels": FROM_ONE},
    {"turn": 180.0, "printed": 180},
    {"turn": 90.0, "printed": 90, "labels": ON_ITS_SIDE},
]


@pytest.mark.parametrize("degrees", range(-720, 721, 90))
def test_quarter_turns_are_exact(degrees: int) -> None:
    assert rotation(degrees) == [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][degrees // 90 % 4]


@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(-360, 360))
def test_a_vector_turned_there_and_back_is_the_same(x: float, y: float, degrees: float) -> None:
    assert turned(*turned(x, y, degrees), -degrees) == pytest.approx((x, y), abs=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
def test_degrees_and_hexes_are_inverse_on_a_turned_map(tmp_path: Path, frame: dict) -> None:
    hexmap = small_map(tmp_path, **frame)
    for hex_id in range(hexmap.grid.size):
        assert hexmap.hex_of(*hexmap.lonlat_of(hex_id)) == hex_id
    points = hexmap.projection.to_degrees(hexmap.grid.centres)
    assert hexmap.projection.to_hexes(points) == pytest.approx(hexmap.grid.centres, abs=1e-9)
    assert hexmap.name(hexmap.grid.hex_of(2, 1)) == "Ville"
    assert [hexmap.hex_of(place.lon, place.lat) for place in hexmap.places] == [place.hex for place in hexmap.places]


def test_on_a_map_turned_by_a_quarter_columns_run_east_and_rows_south() -> None:
    """The hexes of a map of 10 km with columns first, even ones half a hex to the south."""
    grid, place = Grid(BLIND.rows, BLIND.cols, BLIND.labels), dict[str, np.ndarray]()
    for label in ("0101", "0102", "0201", "0512"):
        place[label] = BLIND.to_degrees(grid.centre(grid.parse(label)))[0]
    assert place["0101"] == pytest.approx((-1.95, 49.75))
    assert place["0102"] == pytest.approx((-1.95, 49.75 - 10 / 111.2))
    assert place["0201"][0] > -1.95 and place["0201"][1] == pytest.approx(49.75 - 5 / 111.2)
    assert place["0512"] == pytest.approx((-1.4757, 48.7608), abs=2e-3)


def test_on_a_map_seen_from_the_sea_rows_run_inland_and_columns_west() -> None:
    """Two hexes of a beach whose printed grid was fitted to the ground: 250 m, north 19.4 degrees off the vertical."""
    grid = Grid(OMAHA.rows, OMAHA.cols, OMAHA.labels)
    assert OMAHA.to_degrees(grid.centre(grid.parse("0102")))[0] == pytest.approx((-0.80673, 49.36601), abs=2e-5)
    assert OMAHA.to_degrees(grid.centre(grid.parse("0512")))[0] == pytest.approx((-0.84322, 49.36613), abs=2e-4)


@pytest.mark.parametrize(
    "frame, problem",
    [
        ({"labels": ON_ITS_SIDE}, "labels must be sideways where printed is -90 or 90"),
        ({"printed": -90}, "labels must be sideways where printed is -90 or 90"),
        ({"turn": 361.0}, "turn is 361.0 (expected degrees from -360 to 360)"),
        ({"printed": 45}, "Invalid enum value 45"),
    ],
)
def test_a_frame_that_makes_no_sense_is_refused(tmp_path: Path, frame: dict, problem: str) -> None:
    with pytest.raises(DataError, match="frame") as caught:
        small_map(tmp_path, **frame)
    assert problem in caught.value.problem


def test_a_scheme_without_sense_is_refused_with_its_place(tmp_path: Path) -> None:
    content = document()
    content["frame"]["labels"] = {"rows": {"letters": True}, "cols": {"letters": True}}
    with pytest.raises(DataError) as caught:
        load_map(written(tmp_path, content))
    assert (caught.value.field, caught.value.problem) == (
        "frame.labels", "rows and columns cannot both be letters (make one of them numbers)",
    )  # fmt: skip


@pytest.mark.parametrize(
    "labels, label, expected",
    [
        (RRCC, "0799", "RRCC, 0000 to 0608"),
        (FROM_ONE, "0000", "RRCC, 0101 to 0709"),
        (Numbering("col-row", Axis(1), Axis(letters=True), digits=1), "J1", "A1 to I7"),
    ],
)
def test_a_wrong_label_is_named_with_what_is_expected(
    tmp_path: Path, labels: Numbering, label: str, expected: str
) -> None:
    content = document(labels=labels)
    content["places"][0]["hex"] = label
    with pytest.raises(DataError) as caught:
        load_map(written(tmp_path, content))
    assert caught.value.problem == f'"{label}" is not a hex of this map (expected {expected})'


# --- hexsides of one game ---


@pytest.mark.parametrize("frame", FRAMES)
def test_side_overlays_are_the_same_from_both_sides(tmp_path: Path, frame: dict) -> None:
    content = document(**frame)
    grid = Grid(7, 9, frame.get("labels", RRCC))
    one, other = grid.hex_of(1, 4), grid.hex_of(2, 4)
    content["side_overlays"] = {"coastal": f"{grid.label(0)}:E {grid.label(other)}-{grid.label(one)}", "airfield": ""}
    hexmap = load_map(written(tmp_path, content))
    coastal = hexmap.side_overlays["coastal"]
    assert coastal.dtype == bool and coastal.shape == (grid.size, 6) and not coastal.flags.writeable
    assert {(int(h), int(d)) for h, d in np.argwhere(coastal)} == {
        (0, 0), (1, 3), (one, grid.direction(one, other)), (other, grid.direction(other, one)),
    }  # fmt: skip
    assert not hexmap.side_overlays["airfield"].any()


@pytest.mark.parametrize(
    "sides, problem",
    [
        ("0000-0002", '"0000-0002" is not a hexside: these hexes do not touch'),
        ("0000-9999", '"9999" is not a hex of this map'),
        ("0000:W", '"0000:W" leads off the map'),
        ("0000", '"0000" is not a hexside (expected RRCC:direction, E NE NW W SW SE, or two hexes that touch'),
    ],
)
def test_a_wrong_side_of_an_overlay_is_explained(tmp_path: Path, sides: str, problem: str) -> None:
    content = document()
    content["side_overlays"] = {"coastal": sides}
    with pytest.raises(DataError) as caught:
        load_map(written(tmp_path, content))
    assert caught.value.field == "side_overlays" and problem in caught.value.problem


def test_the_name_of_a_side_overlay_is_clean(tmp_path: Path) -> None:
    content = document()
    content["side_overlays"] = {"coast\u200bal": ""}
    with pytest.raises(DataError, match="hidden character"):
        load_map(written(tmp_path, content))
