"""The playing field (ledger section B, 4.0-2 to 4.0-5, 1-3): hexes, sections, base lines, sight lines."""

import pytest

from tests.cards_field import Field, ledger_table
from wab.content.cards.geometry import field_of
from wab.content.cards.loader import load_tables
from wab.systems.cards.state.board import SECTIONS
from wab.systems.cards.state.lines import Lines

BOARD = load_tables().board
ONE, TWO = field_of(BOARD, 1), field_of(BOARD, 2)
SHAPE = ledger_table("CRD-T-BOARD")


@pytest.mark.clause("CRD-B-1")
@pytest.mark.clause("CRD-4.0-2")
@pytest.mark.clause("CRD-T-BOARD")
def test_nine_rows_of_thirteen_and_twelve():
    rows = [sum(ONE.label_row(hex_) == row for hex_ in ONE.hexes) for row in range(1, 10)]
    assert rows == SHAPE["row_lengths"]
    assert len(ONE.hexes) == SHAPE["playable_hexes"] == 113
    assert len(TWO.hexes) == SHAPE["double_board"]["playable_hexes"]


@pytest.mark.clause("CRD-B-2")
def test_labels_coordinates_and_distances():
    corners = {"A1": (0, 0), "M1": (24, 0), "A2": (1, 1), "L8": (23, 7), "A9": (0, 8), "M9": (24, 8)}
    for label, place in corners.items():
        hex_ = ONE.hex(label)
        assert (ONE.x[hex_], ONE.y[hex_]) == place
        assert ONE.label(hex_) == label
    around = {ONE.label(hex_) for hex_ in ONE.adjacent[ONE.hex("E5")]}
    assert around == {"D5", "F5", "D4", "E4", "D6", "E6"}
    distances = Lines(ONE).distances
    for one, other, steps in (("E5", "E5", 0), ("E5", "H5", 3), ("A1", "M1", 12), ("A1", "A9", 8), ("G5", "G9", 4)):
        assert distances[ONE.hex(one)][ONE.hex(other)] == steps


@pytest.mark.clause("CRD-B-2")
def test_distances_are_those_of_walking():
    distances = Lines(ONE).distances
    for start in ONE.hexes[::8]:
        reached = {start: 0}
        edge = [start]
        while edge:
            edge = [other for hex_ in edge for other in ONE.adjacent[hex_] if other not in reached]
            for hex_ in edge:
                reached[hex_] = min(reached[other] for other in ONE.adjacent[hex_] if other in reached) + 1
        assert all(distances[start][hex_] == steps for hex_, steps in reached.items())


@pytest.mark.clause("CRD-B-3")
def test_half_hexes_are_no_part_of_the_field():
    f = Field({"a": ("allies", "armour", "L8")}).ordered("a", stage="move")
    assert not any(ONE.is_playable(row * 13 + 12) for row in (1, 3, 5, 7))
    assert all(f.board.field.is_playable(f.hex(label)) for label in f.reaches("a"))
    half = f.hex("L8") + 1
    assert f.why_not(type(f.offered()[0])(f.ids["a"], (f.hex("L8"), half))).code == "path"


@pytest.mark.clause("CRD-B-4")
@pytest.mark.clause("CRD-B-5")
@pytest.mark.clause("CRD-4.0-3")
@pytest.mark.clause("CRD-4.0-4")
def test_three_sections_that_share_the_hexes_on_their_lines():
    board = Field({}).board
    for name in SECTIONS:
        own = [hex_ for hex_ in ONE.hexes if name in board.sections(hex_, "allies")]
        assert len(own) == SHAPE["hexes_per_section"][name]
        mirrored = SHAPE["sections_for_north"][name].replace("_of_south", "")
        assert own == [hex_ for hex_ in ONE.hexes if mirrored in board.sections(hex_, "axis")]
    shared = {ONE.label(hex_): board.sections(hex_, "allies") for hex_ in ONE.hexes if len(ONE.section_of[hex_]) > 1}
    wanted = dict.fromkeys(SHAPE["shared_hexes"]["left_center"], ("left", "center"))
    wanted |= dict.fromkeys(SHAPE["shared_hexes"]["center_right"], ("center", "right"))
    assert shared == wanted


@pytest.mark.clause("CRD-B-6")
@pytest.mark.clause("CRD-4.0-5")
def test_base_lines_and_the_way_back_to_them():
    board = Field({}).board
    assert {ONE.label(hex_) for hex_ in ONE.base_line(south=True)} == {f"{column}9" for column in "ABCDEFGHIJKLM"}
    assert {ONE.label(hex_) for hex_ in ONE.base_line(south=False)} == {f"{column}1" for column in "ABCDEFGHIJKLM"}

    def back(side, label):
        return {ONE.label(hex_) for hex_ in board.back(side)[board.hex(label)]}

    fresh = Lines(ONE)
    for hex_ in ONE.hexes:
        assert all(ONE.label_row(other) == ONE.label_row(hex_) - 1 for other in fresh.northward[hex_])
        assert all(ONE.label_row(other) == ONE.label_row(hex_) + 1 for other in fresh.southward[hex_])
    assert back("allies", "E5") == {"D6", "E6"}
    assert back("axis", "E5") == {"D4", "E4"}
    assert back("allies", "A5") == {"A6"}
    assert back("axis", "M5") == {"L4"}
    assert back("allies", "E9") == set()
    assert back("axis", "E1") == set()


@pytest.mark.clause("CRD-B-8")
@pytest.mark.clause("CRD-1-3")
@pytest.mark.clause("CRD-2.2-1")
def test_the_two_faces_of_the_board():
    country, beach = Field({}).board, Field({}, face="beach").board
    assert set(country.terrain) == {"plain", ""}
    for hex_ in ONE.hexes:
        row = ONE.label_row(hex_)
        assert beach.terrain[hex_] == ("plain" if row < 5 else "beach" if row < 8 else "ocean")


@pytest.mark.clause("CRD-B-8")
def test_terrain_replaces_the_printed_hex_and_an_obstacle_does_not():
    f = Field({}, face="beach", terrain={"E6": "forest"}, obstacles={"F6": "wire"})
    assert (f.board.terrain[f.hex("E6")], f.board.terrain[f.hex("F6")]) == ("forest", "beach")


# ---------------------------------------------------------------- sight lines


def lines(one, other):
    found = Lines(ONE).between(ONE.hex(one), ONE.hex(other))
    return [{ONE.label(hex_) for hex_ in part} for part in found[:3]], found[3:]


@pytest.mark.clause("CRD-B-7")
def test_a_line_through_hexes_and_one_along_their_sides():
    assert lines("E5", "H5") == ([{"F5", "G5"}, set(), set()], (False, False))
    parts, edges = lines("G5", "H6")
    assert parts[0] == set()
    assert sorted(map(sorted, parts[1:])) == [["G6"], ["H5"]]
    assert edges == (False, False)
    parts, edges = lines("A1", "A3")
    assert parts[0] == set()
    assert {"A2"} in parts
    assert sorted(edges) == [False, True]


@pytest.mark.clause("CRD-B-7")
def test_every_line_is_as_exact_arithmetic_says():
    """Against fractions: the part of the segment that lies inside a hex, met by clipping at its six sides."""
    from fractions import Fraction
    from itertools import combinations

    corners = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))

    def inside(first, second, hex_):
        low, high = Fraction(0), Fraction(1)
        x0, y0 = ONE.x[first] - ONE.x[hex_], 3 * (ONE.y[first] - ONE.y[hex_])
        dx, dy = ONE.x[second] - ONE.x[first], 3 * (ONE.y[second] - ONE.y[first])
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            slope, offset = (bx - ax) * dy - (by - ay) * dx, (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)
            if slope == 0:
                if offset >= 0:
                    return False
            elif slope > 0:
                high = min(high, Fraction(-offset, slope))
            else:
                low = max(low, Fraction(-offset, slope))
        return low < high

    fresh = Lines(ONE)
    for first, second in combinations(ONE.hexes[::9], 2):
        through = {hex_ for hex_ in ONE.hexes if hex_ not in (first, second) and inside(first, second, hex_)}
        assert set(fresh.between(first, second).through) == through


@pytest.mark.clause("CRD-4.4.6-10")
def test_lines_are_the_same_both_ways():
    table = Lines(TWO)
    for first in TWO.hexes[::9]:
        for second in TWO.hexes[::7]:
            if first != second:
                assert table.between(first, second) is table.between(second, first)


@pytest.mark.clause("CRD-B-7")
def test_hexes_beside_a_line_lie_on_the_side_of_their_centres():
    for first, second in (("G5", "G9"), ("A5", "M5"), ("C2", "D4"), ("B9", "C7"), ("M1", "M9"), ("E5", "F7")):
        one, other = ONE.hex(first), ONE.hex(second)
        found = Lines(ONE).between(one, other)
        low, high = min(one, other), max(one, other)
        dx, dy = ONE.x[high] - ONE.x[low], ONE.y[high] - ONE.y[low]
        for part, side in ((found.left, -1), (found.right, 1)):
            for hex_ in part:
                cross = dx * (ONE.y[hex_] - ONE.y[low]) - dy * (ONE.x[hex_] - ONE.x[low])
                assert cross * side > 0
                assert hex_ not in found.through
    beside = Lines(ONE).between(ONE.hex("G5"), ONE.hex("G9"))
    assert {ONE.label(hex_) for hex_ in beside.left + beside.right} == {"F6", "G6", "F8", "G8"}
    assert {ONE.label(hex_) for hex_ in beside.through} == {"G7"}
