"""Zones and bonds of zones on small maps (ZOC-8), and against the same worked out from pictures of the geometry."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import position, unit
from wab.content.zocbonds.loader import load_battle_map
from wab.field.zones import Zones
from wab.hexes import OFF_MAP, Grid
from wab.systems.zocbonds.state.bonds import Bonds, Ground, bonds

GRID = Grid(9, 9)
MIDDLE = GRID.hex_of(4, 4)


def flags(*hexes: int) -> np.ndarray:
    found = np.zeros(GRID.size, np.bool_)
    found[list(hexes)] = True
    return found


def ground(sea: tuple[int, ...] = (), marsh: tuple[int, ...] = (), shut: tuple[tuple[int, int], ...] = ()) -> Ground:
    impassable = np.zeros((GRID.size, 6), np.bool_)
    for hex_, direction in shut:
        impassable[hex_, direction] = True
        impassable[GRID.neighbour(hex_, direction), (direction + 3) % 6] = True
    return Ground(GRID, flags(*sea), impassable, flags(*marsh))


def step(hex_: int, *directions: int) -> int:
    for direction in directions:
        hex_ = GRID.neighbour(hex_, direction)
    return hex_


def made(ends: tuple[int, ...], enemies: tuple[int, ...] = (), on: Ground | None = None) -> Bonds:
    return bonds(on or ground(), flags(*ends), flags(*enemies))


def between(found: Bonds) -> list[tuple[str, int, int]]:
    return [(bond.kind, bond.one, bond.other) for bond in found.each if bond.kind != "edge"]


@pytest.mark.clause("ZOC-8.5.1-1")
@pytest.mark.clause("ZOC-8.5.1-2")
@pytest.mark.parametrize("direction", range(6))
def test_two_stacks_on_a_straight_line_close_the_hex_between(direction):
    other = step(MIDDLE, direction, direction)
    found = made((MIDDLE, other))
    assert np.flatnonzero(found.hexes).tolist() == [step(MIDDLE, direction)]
    assert len(between(found)) == 1
    entry = step(MIDDLE, direction, (direction + 2) % 6)
    assert found.bars(entry, GRID.direction(entry, step(MIDDLE, direction)), step(MIDDLE, direction))


@pytest.mark.clause("ZOC-8.5.1-3")
@pytest.mark.parametrize("direction", range(6))
def test_two_stacks_off_the_line_close_the_side_of_the_two_hexes_between(direction):
    other = step(MIDDLE, direction, (direction + 1) % 6)
    found = made((MIDDLE, other))
    assert not found.hexes.any()
    first, second = step(MIDDLE, direction), step(MIDDLE, (direction + 1) % 6)
    over = GRID.direction(first, second)
    assert found.bars(first, over, second) and found.bars(second, (over + 3) % 6, first)
    assert found.sides.sum() == 2


@pytest.mark.clause("ZOC-8.5.1-1")
def test_stacks_nearer_or_farther_than_two_hexes_make_no_bond():
    for other in (step(MIDDLE, 0), step(MIDDLE, 0, 0, 0), step(MIDDLE, 0, 0, 1)):
        assert between(made((MIDDLE, other))) == []
    assert between(made((MIDDLE,))) == []


@pytest.mark.clause("ZOC-8.5.3-1")
@pytest.mark.clause("ZOC-X-8.5-DE")
def test_enemies_on_both_sides_cancel_a_hexside_bond_and_one_side_is_not_enough():
    other, first, second = step(MIDDLE, 0, 1), step(MIDDLE, 0), step(MIDDLE, 1)
    assert between(made((MIDDLE, other), (first,))) and between(made((MIDDLE, other), (second,)))
    assert not between(made((MIDDLE, other), (first, second)))


@pytest.mark.clause("ZOC-8.5.3-2")
@pytest.mark.clause("ZOC-X-8.5-EF")
def test_an_enemy_in_the_hex_between_cancels_a_hex_bond():
    other = step(MIDDLE, 2, 2)
    assert between(made((MIDDLE, other)))
    assert not between(made((MIDDLE, other), (step(MIDDLE, 2),)))


@pytest.mark.clause("ZOC-8.5.4-1")
@pytest.mark.clause("ZOC-X-8.5-FG")
def test_bonds_of_both_sides_that_cross_each_other_both_stand():
    ours, theirs = (MIDDLE, step(MIDDLE, 0, 0)), (step(MIDDLE, 1), step(MIDDLE, 5))
    one, two = made(ours, theirs), made(theirs, ours)
    shut = step(MIDDLE, 0)
    assert one.hexes[shut], "the hex between ours is empty"
    assert between(two), "theirs are two apart off the line, on both sides of it"
    assert two.sides[MIDDLE, 0], "and close the side over which we would go"


@pytest.mark.clause("ZOC-8.5.6-1")
@pytest.mark.clause("ZOC-8.1-3")
def test_no_bond_goes_through_an_impassable_side_and_other_water_does_not_matter():
    first = step(MIDDLE, 0)
    shut = ground(shut=((first, 2),))
    assert not between(made((MIDDLE, step(MIDDLE, 0, 1)), on=shut))
    cut_off = ground(shut=((MIDDLE, 0),))
    assert not between(made((MIDDLE, step(MIDDLE, 0, 0)), on=cut_off)), "one end has the hex not in its zone"
    assert between(made((MIDDLE, step(MIDDLE, 0, 0))))


@pytest.mark.clause("ZOC-8.5.6-1")
@pytest.mark.clause("ZOC-8.5.1-3")
@pytest.mark.parametrize("direction", range(6))
def test_each_end_of_a_hexside_bond_must_have_both_hexes_in_its_zone(direction):
    """ZOC-8.5.1-3, ZOC-8.5.6-1: an impassable side between any end and any of the two hexes is enough."""
    other = step(MIDDLE, direction, (direction + 1) % 6)
    first, second = step(MIDDLE, direction), step(MIDDLE, (direction + 1) % 6)
    assert between(made((MIDDLE, other)))
    for end in (MIDDLE, other):
        for hex_ in (first, second):
            assert not between(made((MIDDLE, other), on=ground(shut=((end, GRID.direction(end, hex_)),))))


@pytest.mark.clause("ZOC-8.5.5-1")
@pytest.mark.clause("ZOC-8.5.6-1")
def test_the_end_of_a_bond_to_the_coast_must_have_both_hexes_of_the_side_in_its_zone():
    """ZOC-8.5.5-1, ZOC-8.5.6-1."""
    coast = tuple(GRID.hex_of(row, col) for row in (7, 8) for col in range(9))
    end = GRID.hex_of(5, 4)
    for direction in (1, 2):
        on = ground(sea=coast, shut=((end, direction),))
        closed = {bond.closed for bond in made((end,), on=on).each if bond.kind == "edge"}
        closed |= {GRID.neighbour(bond.closed, bond.direction) for bond in made((end,), on=on).each}
        assert not {step(end, 1), step(end, 2)} <= closed


@pytest.mark.clause("ZOC-8.1-1")
def test_zones_reach_all_around_but_not_over_sea_impassable_sides_or_the_marsh():
    on = ground(sea=(step(MIDDLE, 0),), marsh=(step(MIDDLE, 2),), shut=((MIDDLE, 4),))
    reach = Zones(GRID, on.open_)
    assert reach.covered(MIDDLE).tolist() == [step(MIDDLE, direction) for direction in (1, 3, 5)]
    assert reach.covered(step(MIDDLE, 2)).tolist() == []


@pytest.mark.clause("ZOC-8.1-2")
@pytest.mark.clause("ZOC-8.5.1-1")
@pytest.mark.parametrize(("key", "values", "zone", "binds"), [
    ("de_91id_fus", {}, True, True), ("de_91id_fus", {"steps": 1}, False, False), ("de_lxxxiv", {}, False, False),
    ("de_crisbecq", {}, False, False), ("de_91id_1057", {"scattered": True}, True, False),
    ("us_4id_8", {"steps": 1}, True, True),
])  # fmt: skip
def test_who_has_a_zone_and_who_can_bind(key, values, zone, binds):
    """ZOC-8.1-2, ZOC-8.5.1-1: strength 2 at least, no headquarters, no strongpoint; the scattered bind no unit."""
    state = position({key: ("1432", values)})
    standing = unit(state, key)
    assert (state.has_zone(standing), state.binds(standing)) == (zone, binds)


# ---------------------------------------------------------------- edge bonds


def corner(hex_: int, number: int, times: float = 1.0) -> tuple[float, float]:
    x, y = GRID.centres[hex_] + GRID.corner_offsets[number] * times
    return round(float(x), 4), round(float(y), 4)


def limit_corners(dry: set[int]) -> set[tuple[float, float]]:
    """Corners that a dry hex shares with one that is not, and those at the edge of the map."""
    found = set()
    for hex_ in dry:
        for direction in range(6):
            target = GRID.neighbour(hex_, direction)
            if target == OFF_MAP or target not in dry:
                found |= {corner(hex_, direction), corner(hex_, (direction + 1) % 6)}
    return found


@pytest.mark.clause("ZOC-8.5.5-1")
@pytest.mark.clause("ZOC-X-8.5-CH")
def test_a_unit_near_the_coast_or_the_edge_closes_the_side_that_leads_there():
    coast = tuple(GRID.hex_of(7, col) for col in range(9)) + tuple(GRID.hex_of(8, col) for col in range(9))
    on = ground(sea=coast)
    end = GRID.hex_of(5, 4)
    found = [bond for bond in made((end,), on=on).each if bond.kind == "edge"]
    assert len(found) == 1, "one corner looks at the coast"
    closed = found[0]
    across = GRID.neighbour(closed.closed, closed.direction)
    assert {closed.closed, across} == {step(end, 1), step(end, 2)}
    assert made((GRID.hex_of(3, 4),), on=on).each == (), "three hexes away nothing is closed"


@pytest.mark.clause("ZOC-8.5.5-1")
@pytest.mark.clause("ZOC-8.1-1")
@pytest.mark.parametrize("direction", [1, 2])
def test_a_bond_to_the_coast_needs_both_hexes_of_its_side_in_the_zone(direction):
    """ZOC-8.5.5-1, ZOC-8.1-1: no zone reaches over an impassable side, whichever of the two lies behind it."""
    coast = tuple(GRID.hex_of(row, col) for row in (7, 8) for col in range(9))
    end = GRID.hex_of(5, 4)
    sides = {frozenset((step(end, 1), step(end, 2)))}

    def closed(on):
        return {frozenset((one.closed, GRID.neighbour(one.closed, one.direction))) for one in made((end,), on=on).each}

    assert closed(ground(sea=coast)) == sides
    assert not closed(ground(sea=coast, shut=((end, direction),))) & sides


@pytest.mark.clause("ZOC-8.5.3-1")
@pytest.mark.clause("ZOC-8.5.5-1")
def test_enemies_on_both_sides_cancel_the_bond_to_the_coast_too():
    """ZOC-8.5.3-1, ZOC-8.5.5-1: as of any hexside bond; one side is not enough."""
    coast = tuple(GRID.hex_of(row, col) for row in (7, 8) for col in range(9))
    on, end = ground(sea=coast), GRID.hex_of(5, 4)
    left, right = step(end, 1), step(end, 2)
    assert made((end,), (left,), on).each and made((end,), (right,), on).each
    assert made((end,), (left, right), on).each == ()


@pytest.mark.clause("ZOC-8.5.5-2")
def test_marsh_and_impassable_sides_anchor_a_bond_as_the_coast_does():
    far = step(MIDDLE, 0, 1)
    assert [bond.kind for bond in made((MIDDLE,), on=ground(marsh=(far,))).each] == ["edge"]
    shut = ground(shut=((step(MIDDLE, 0), 1),))  # from the hex in the east to the one beyond
    assert "edge" in [bond.kind for bond in made((MIDDLE,), on=shut).each]
    assert made((MIDDLE,)).each == ()


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, GRID.size - 1), max_size=14), st.sets(st.integers(0, GRID.size - 1), max_size=20))
def test_bonds_are_those_of_the_drawn_geometry(ends, sea):
    ends -= sea
    on, dry = ground(sea=tuple(sorted(sea))), set(range(GRID.size)) - sea
    found = made(tuple(sorted(ends)), on=on)
    hexes, sides = set(), set()
    for one, other in combinations(sorted(ends), 2):
        shared = [hex_ for hex_ in GRID.adjacent(one) if hex_ in GRID.adjacent(other)]
        if GRID.distance(one, other) != 2:
            continue
        (q, r), (to_q, to_r) = GRID.axial(one), GRID.axial(other)
        if 0 in (q - to_q, r - to_r, q - to_q + r - to_r):
            hexes |= set(shared) & dry
        elif len(shared) == 2 and any(hex_ in dry for hex_ in shared):
            sides.add(frozenset(shared))
    limits = limit_corners(dry)
    for end in ends:
        for number in range(6):
            pair = [GRID.neighbour(end, (number + 5) % 6), GRID.neighbour(end, number)]
            if OFF_MAP not in pair and any(hex_ in dry for hex_ in pair) and corner(end, number, 2.0) in limits:
                sides.add(frozenset(pair))
    assert set(np.flatnonzero(found.hexes).tolist()) == hexes
    closed = {
        frozenset((int(hex_), GRID.neighbour(int(hex_), int(direction))))
        for hex_, direction in np.argwhere(found.sides)
    }
    assert closed == sides


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, GRID.size - 1), max_size=14), st.sets(st.integers(0, GRID.size - 1), max_size=14))
def test_a_closed_side_is_closed_from_both_sides_and_more_enemies_only_open(ends, enemies):
    found, fewer = made(tuple(ends), tuple(enemies - ends)), made(tuple(ends))
    for hex_, direction in np.argwhere(found.sides).tolist():
        assert found.sides[GRID.neighbour(hex_, direction), (direction + 3) % 6]
    assert not (found.sides & ~fewer.sides).any() and not (found.hexes & ~fewer.hexes).any()


@pytest.mark.clause("ZOC-X-8.5-neigh")
@pytest.mark.clause("ZOC-2.2-5")
def test_the_hexes_named_in_the_text_touch_as_it_says():
    given_, expect = example("ZOC-X-8.5-neigh")
    grid = load_battle_map().grid
    hexes = {label: grid.parse(label) for label in given_["hexes"]}
    for one, other in expect["adjacent"]:
        assert grid.are_adjacent(hexes[one], hexes[other]), f"{one} and {other}"
