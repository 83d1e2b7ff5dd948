"""Label schemes: every hex of the map has one label and is found by it, in any scheme; wrong ones are explained."""

import copy
import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wab.hexes import OFF_MAP, Axis, Grid, Numbering

SIDE_FIRST = Numbering("col-row", Axis(1), Axis(1), sideways=True)
"""The scheme of a map with flat-topped hexes: printed columns are the rows of the grid, both count from 1."""
BOARD = Numbering("col-row", Axis(1, backwards=True), Axis(letters=True), digits=1, short="odd")

axes = st.builds(Axis, st.integers(0, 1000), st.booleans(), st.booleans())
numberings = st.builds(
    Numbering,
    st.sampled_from(("row-col", "col-row")),
    axes,
    st.builds(Axis, st.integers(0, 1000), st.just(False), st.booleans()),
    st.integers(1, 4),
    st.sampled_from(("none", "odd", "even")),
    st.booleans(),
)
grids = st.builds(Grid, st.integers(1, 40), st.integers(1, 40), numberings)


@given(grids)
def test_every_hex_of_the_map_is_found_by_its_label_and_no_other(grid: Grid) -> None:
    names = [grid.label(hex_id) for hex_id in range(grid.size)]
    assert len(set(names)) == grid.size
    for hex_id, name in enumerate(names):
        assert grid.labelled(name) == (hex_id if grid.has_label(hex_id) else OFF_MAP)


@given(grids, st.text(alphabet="0123456789ABZ -", max_size=6))
def test_a_text_is_a_label_or_refused_with_what_is_expected(grid: Grid, text: str) -> None:
    found = grid.labelled(text)
    if found != OFF_MAP:
        assert grid.label(found) == text
    elif grid.labelled(text.strip()) == OFF_MAP:
        with pytest.raises(ValueError) as error:
            grid.parse(text)
        assert str(error.value) == f'"{text}" is not a hex of this map (expected {grid.labels_expected})'


@given(grids)
def test_short_rows_lack_their_last_hex_only(grid: Grid) -> None:
    lacking = [hex_id for hex_id in range(grid.size) if not grid.has_label(hex_id)]
    wanted = {"none": [], "odd": [1], "even": [0]}[grid.numbering.short]
    assert lacking == [row * grid.cols + grid.cols - 1 for row in range(grid.rows) if row % 2 in wanted]


@pytest.mark.parametrize(
    "numbering, shape, first, last, words",
    [
        (Numbering(), (68, 71), "0000", "6770", "RRCC, 0000 to 6770"),
        (Numbering(rows=Axis(1), cols=Axis(1)), (20, 36), "0101", "2036", "RRCC, 0101 to 2036"),
        (Numbering("col-row"), (20, 36), "0000", "3519", "CCRR, 0000 to 3519"),
        (SIDE_FIRST, (28, 20), "0101", "2820", "CCRR, 0101 to 2820"),
        (Numbering(rows=Axis(1), cols=Axis(1)), (100, 20), "001001", "100020", "RRRCCC, 001001 to 100020"),
        (BOARD, (9, 13), "A9", "M1", "A1 to M9; even rows are one hex shorter"),
        (
            Numbering(rows=Axis(letters=True), cols=Axis(1), short="even"),
            (30, 9),
            "A01",
            "AD09",
            "A01 to AD09; even rows are one hex shorter",
        ),
        (
            Numbering("col-row", Axis(1), Axis(1), short="odd", sideways=True),
            (4, 3),
            "0101",
            "0403",
            "CCRR, 0101 to 0403; even columns are one hex shorter",
        ),
    ],
)
def test_the_schemes_of_printed_maps(
    numbering: Numbering, shape: tuple[int, int], first: str, last: str, words: str
) -> None:
    grid = Grid(*shape, numbering)
    assert (grid.label(0), grid.label(grid.size - 1)) == (first, last)
    assert grid.labels_expected == words


def test_on_a_map_on_its_side_the_printed_column_is_the_row_of_the_grid() -> None:
    grid = Grid(28, 20, SIDE_FIRST)
    assert grid.row_col(grid.parse("0504")) == (4, 3)
    assert grid.are_adjacent(grid.parse("0504"), grid.parse("0505"))
    assert {grid.label(other) for other in grid.adjacent(grid.parse("0504"))} == {
        "0503", "0505", "0403", "0404", "0603", "0604",
    }  # fmt: skip  # an odd column: the columns next to it lie half a hex to the south


def test_letters_go_on_after_z() -> None:
    grid = Grid(1, 54, Numbering("col-row", Axis(1), Axis(letters=True), digits=1))
    assert [grid.label(hex_id) for hex_id in (0, 25, 26, 27, 51, 52, 53)] == [
        "A1",
        "Z1",
        "AA1",
        "AB1",
        "AZ1",
        "BA1",
        "BB1",
    ]


@pytest.mark.parametrize("text", ["M8", "a1", "A01", "N1", "A0", "A10", "1A", "A", "", "Ａ1"])
def test_what_is_no_hex_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected A1 to M9; even rows are one hex shorter"):
        Grid(9, 13, BOARD).parse(text)


def test_grids_with_other_labels_differ_and_share_their_arrays() -> None:
    plain, other = Grid(5, 4), Grid(5, 4, SIDE_FIRST)
    assert plain != other
    assert other.neighbours is plain.neighbours
    for twin in (copy.deepcopy(other), pickle.loads(pickle.dumps(other))):
        assert twin == other and twin.label(0) == "0101"


def test_a_scheme_is_read_from_data_and_checked() -> None:
    text = b'{"order": "col-row", "rows": {"first": 1}, "cols": {"letters": true}}'
    assert msgspec.json.decode(text, type=Numbering) == Numbering("col-row", Axis(1), Axis(letters=True))
    for wrong, words in (
        (b'{"rows": {"letters": true}, "cols": {"letters": true}}', "make one of them numbers"),
        (b'{"order": "diagonal"}', "order"),
        (b'{"rows": {"first": -1}}', "rows.first"),
        (b'{"digits": 0}', "digits"),
        (b'{"digit": 2}', "digit"),
    ):
        with pytest.raises(msgspec.ValidationError, match=words):
            msgspec.json.decode(wrong, type=Numbering)
