"""Lines of sight and the distances that count what a hex hides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import unhurried
from wab.hexes import OFF_MAP, UNREACHED, Grid, HexId, SightBits, SightTable, sight_distances, sightline
from wab.hexes.sight import LARGEST_RADIUS, Values

GRID = Grid(12, 12)


def at(label: str) -> HexId:
    return GRID.parse(label)


def values(default: int = 1, **others: int) -> Values:
    """Values of GRID: one everywhere, others for hexes named h0506."""
    found = np.full(GRID.size, default, np.int16)
    for name, value in others.items():
        found[at(name.removeprefix("h"))] = value
    return found


def summed_by_hand(grid: Grid, hidden: Values, observer: HexId, target: HexId) -> int:
    return min(sum(int(hidden[hex_id]) for hex_id in line[1:]) for line in grid.lines(observer, target))


@st.composite
def landscapes(draw: st.DrawFn) -> tuple[Grid, Values, HexId]:
    grid = Grid(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    hidden = random.integers(1, draw(st.sampled_from([2, 5, 30000])), grid.size).astype(np.int16)
    return grid, hidden, draw(st.integers(0, grid.size - 1))


# --- distances ---


def test_over_open_ground_the_sight_distance_counts_hexes() -> None:
    found = sight_distances(GRID, at("0505"), values(), 3)
    away = GRID.distances(at("0505"))
    assert found.dtype == np.int32
    assert found.tolist() == np.where(away <= 3, away, UNREACHED).tolist()


def test_the_target_counts_and_the_observer_does_not() -> None:
    hidden = values(2, h0505=6, h0508=8)
    assert sight_distances(GRID, at("0505"), hidden, 20)[at("0508")] == 2 + 2 + 8
    assert sight_distances(GRID, at("0508"), hidden, 20)[at("0505")] == 2 + 2 + 6


def test_of_two_equally_straight_lines_the_better_counts() -> None:
    # from 0505 due north to 0705 the line runs between 0605 and 0606
    assert [GRID.label(line[1]) for line in GRID.lines(at("0505"), at("0705"))] == ["0606", "0605"]
    for wood in ("h0605", "h0606"):
        assert sight_distances(GRID, at("0505"), values(2, **{wood: 9}), 20)[at("0705")] == 4
    assert sight_distances(GRID, at("0505"), values(2, h0605=9, h0606=5), 20)[at("0705")] == 7


def test_a_landscape_drawn_by_hand() -> None:
    # in halves: open 2, hills 3, woods 4; a wood at 0506 east of the observer, a hill at 0507 behind it
    hidden = values(2, h0506=4, h0507=3)
    found = sight_distances(GRID, at("0505"), hidden, 8)
    assert [found[at(label)] for label in ("0505", "0506", "0507", "0508", "0509")] == [0, 4, 7, UNREACHED, UNREACHED]
    assert [found[at(label)] for label in ("0504", "0503", "0502", "0501", "0500")] == [2, 4, 6, 8, UNREACHED]


@unhurried
@given(landscapes(), st.integers(0, 12))
def test_distances_are_sums_along_lines(landscape: tuple[Grid, Values, HexId], limit: int) -> None:
    grid, hidden, observer = landscape
    sums = [summed_by_hand(grid, hidden, observer, target) for target in range(grid.size)]
    expected = [total if total <= limit else UNREACHED for total in sums]
    assert sight_distances(grid, observer, hidden, limit).tolist() == expected


@unhurried
@given(landscapes())
def test_seeing_there_and_back_differs_only_by_the_two_ends(landscape: tuple[Grid, Values, HexId]) -> None:
    grid, hidden, observer = landscape
    small = np.minimum(hidden, 3)
    out = sight_distances(grid, observer, small, 60)
    for target in range(grid.size):
        back = sight_distances(grid, target, small, 60)[observer]
        assert out[target] - small[target] == back - small[observer] or target == observer


def test_lines_along_the_edge_of_the_map_stay_on_it() -> None:
    assert sight_distances(GRID, at("0400"), values(2), 20)[at("0600")] == 4


# --- the table ---


@unhurried
@given(landscapes(), st.integers(0, 6))
def test_the_table_holds_every_line_within_its_radius(landscape: tuple[Grid, Values, HexId], radius: int) -> None:
    grid, hidden, observer = landscape
    table = SightTable.build(grid, hidden, radius)
    targets, distances = table.row(observer)
    assert tuple(targets.tolist()) == grid.disk(observer, radius)
    assert distances.tolist() == [summed_by_hand(grid, hidden, observer, target) for target in targets.tolist()]
    assert table.offsets[-1] == table.targets.size == table.distances.size


@unhurried
@given(landscapes())
def test_the_table_agrees_with_single_observers_as_far_as_it_is_complete(
    landscape: tuple[Grid, Values, HexId],
) -> None:
    grid, hidden, observer = landscape
    table = SightTable.build(grid, np.minimum(hidden, 4), 3)
    targets, distances = table.row(observer)
    within = distances <= table.complete_to
    found = sight_distances(grid, observer, np.minimum(hidden, 4), table.complete_to)
    assert np.flatnonzero(found < UNREACHED).tolist() == targets[within].tolist()
    assert found[targets[within]].tolist() == distances[within].tolist()


def test_the_table_answers_for_pairs_and_for_many_observers() -> None:
    hidden = values(2, h0506=4)
    table = SightTable.build(GRID, hidden, 2)
    assert table.distance(at("0505"), at("0507")) == 6
    assert table.distance(at("0505"), at("0505")) == 0
    assert table.distance(at("0505"), at("0508")) == UNREACHED
    observers = [at("0505"), at("0000"), at("0505")]
    places, targets, distances = table.rows(observers)
    for place, observer in enumerate(observers):
        mine = places == place
        assert targets[mine].tolist() == table.row(observer)[0].tolist()
        assert distances[mine].tolist() == table.row(observer)[1].tolist()
    assert [part.size for part in table.rows([])] == [0, 0, 0]


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        SightTable.build(GRID, values(), 2).distances[0] = 5


# --- what a line crosses ---


def named(hexes: tuple[HexId, ...]) -> list[str]:
    return [GRID.label(hex_id) if hex_id != OFF_MAP else "edge" for hex_id in hexes]


@pytest.mark.parametrize(
    "start, end, inside, left, right",
    [
        ("0505", "0505", [], [], []),
        ("0505", "0506", [], [], []),
        ("0505", "0508", ["0506", "0507"], [], []),
        ("0505", "0705", [], ["0605"], ["0606"]),
        ("0705", "0505", [], ["0606"], ["0605"]),
        ("0505", "0905", ["0705"], ["0605", "0805"], ["0606", "0806"]),
        ("0505", "0607", [], ["0606"], ["0506"]),
        ("0505", "0610", ["0506", "0507", "0608", "0609"], ["0607"], ["0508"]),
        ("0400", "0600", [], ["edge"], ["0500"]),
    ],
)
def test_what_a_line_enters_and_what_it_only_touches(
    start: str, end: str, inside: list[str], left: list[str], right: list[str]
) -> None:
    found = sightline(GRID, at(start), at(end))
    assert [named(group) for group in found] == [inside, left, right]


@unhurried
@given(st.integers(0, GRID.size - 1), st.integers(0, GRID.size - 1))
def test_a_line_meets_the_same_hexes_both_ways_with_left_and_right_exchanged(start: HexId, end: HexId) -> None:
    there, back = sightline(GRID, start, end), sightline(GRID, end, start)
    assert set(there.inside) == set(back.inside)
    assert set(there.left) == set(back.right)
    assert set(there.right) == set(back.left)


@unhurried
@given(st.integers(0, GRID.size - 1), st.integers(0, GRID.size - 1))
def test_points_along_a_line_lie_in_the_hexes_it_meets(start: HexId, end: HexId) -> None:
    met = {start, end}.union(*sightline(GRID, start, end))
    for fraction in np.linspace(0, 1, 101):
        x, y = GRID.centres[start] * (1 - fraction) + GRID.centres[end] * fraction
        assert GRID.hex_at(x, y) in met


@unhurried
@given(st.integers(0, GRID.size - 1), st.integers(0, GRID.size - 1))
def test_the_hexes_entered_are_those_with_points_of_the_line_well_inside(start: HexId, end: HexId) -> None:
    fractions = np.linspace(0, 1, 400)[:, None]
    points = GRID.centres[start] * (1 - fractions) + GRID.centres[end] * fractions
    away = np.hypot(*(points[:, None, :] - GRID.centres[None, :, :]).transpose(2, 0, 1)).min(axis=0)
    surely = set(np.flatnonzero(away < 0.49).tolist()) - {start, end}
    assert surely <= set(sightline(GRID, start, end).inside)


# --- wrong arguments ---


@pytest.mark.parametrize(
    "hidden, problem",
    [
        (values(0), "at least 1"),
        (values()[:-1], r"values must be int16\[144\]"),
        (values().astype(np.float64), r"values must be int16\[144\]"),
    ],
)
def test_values_of_a_wrong_kind_are_refused(hidden: Values, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        sight_distances(GRID, 0, hidden, 5)
    with pytest.raises(ValueError, match=problem):
        SightTable.build(GRID, hidden, 5)


@pytest.mark.parametrize("radius", [-1, LARGEST_RADIUS + 1])
def test_a_radius_out_of_range_is_refused(radius: int) -> None:
    with pytest.raises(ValueError, match="lines of sight"):
        SightTable.build(GRID, values(), radius)


# --- who sees whom, yes or no ---


@unhurried
@given(
    st.tuples(st.integers(1, 8), st.integers(1, 8)),
    st.integers(0, 2**32 - 1),
    st.integers(0, 9),
    st.sampled_from([0, 1, 3, 8, 20, 30_000]),
)
def test_a_bit_says_whether_the_sight_distance_is_within_the_limit(
    size: tuple[int, int], seed: int, radius: int, limit: int
) -> None:
    grid = Grid(*size)
    hidden = np.random.default_rng(seed).choice(np.array([1, 2, 3, 9, 20_000], np.int16), grid.size)
    bits, table = SightBits.build(grid, hidden, radius, limit), SightTable.build(grid, hidden, radius)
    for observer in range(grid.size):
        expected = [table.distance(observer, target) <= limit for target in range(grid.size)]
        assert [bits.sees(observer, target) for target in range(grid.size)] == expected
        assert bits.seen_by([observer]).tolist() == expected


def test_many_observers_see_what_any_of_them_sees() -> None:
    hidden = values()
    hidden[::5] = 6
    bits = SightBits.build(GRID, hidden, 4, 7)
    observers = [at("0303"), at("0808"), at("0303")]
    together = bits.seen_by(observers)
    assert together.tolist() == np.any([bits.seen_by([one]) for one in observers], axis=0).tolist()
    assert bits.rows(observers).shape == (3, (3 * 4 * 5 + 7) // 8)
    assert bits.seen_by([]).sum() == 0


def test_a_row_has_a_bit_for_each_offset_of_the_disk() -> None:
    bits = SightBits.build(GRID, values(), 3, 100)
    row = np.unpackbits(bits.rows([at("0505")])[0], bitorder="little")[: len(bits.offsets)]
    q, r = GRID.axial(at("0505"))
    assert row.all()
    assert {GRID.from_axial(q + dq, r + dr) for dq, dr in bits.offsets.tolist()} == {
        hex_ for hex_ in GRID.disk(at("0505"), 3) if hex_ != at("0505")
    }


def test_a_limit_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        SightBits.build(GRID, values(), 3, -1)
