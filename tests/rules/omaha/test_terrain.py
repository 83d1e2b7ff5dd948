"""Terrain from turn 17 (OMA-19.3): what engineers clear, and what they never do."""

from __future__ import annotations

import pytest

from tests.rules.omaha.printed import ALONE, BOARD, at, game
from wab.systems.omaha.ground.terrain import has_uncleared, is_flooded, is_worked, way
from wab.systems.omaha.state.steps import Base

WIDEST = len(BOARD.tables.tracks.engineer) - 1


def sides(kind):
    grid = BOARD.grid
    return [(one, two) for one in range(grid.size) for two in grid.adjacent(one) if BOARD.side(one, two) == kind]


@pytest.mark.clause("OMA-19.34-1", "OMA-19.31-1")
def test_engineers_clear_shingle_and_no_seawall():
    bare, worked = game(18), game(18)
    worked.changed(bases=tuple(Base("east", hex_, WIDEST) for hex_ in range(BOARD.grid.size) if BOARD.beach[hex_]))
    for kind, opened in (("shingle", True), ("seawall", False)):
        found = [
            side for side in sides(kind)
            if way(bare, "vehicle", *side) == "no" and way(bare, "foot", *side) != "no" and not BOARD.is_mined(side[1])
        ]  # fmt: skip
        assert found and all(is_worked(worked, here) for here, _ in found)
        assert any(way(worked, "vehicle", *side) == "yes" for side in found) is opened, kind


@pytest.mark.clause("OMA-19.3-1", "OMA-19.32-1")
def test_a_hex_is_worked_in_the_range_of_a_base_and_out_of_german_fire():
    state = game(18)
    assert is_worked(state, at("0711")) is False
    state.changed(bases=(Base("east", at("0711"), 2),))
    reach = BOARD.tables.tracks.engineer[2]
    for hex_ in range(BOARD.grid.size):
        assert is_worked(state, hex_) is (BOARD.grid.distance(at("0711"), hex_) <= reach)
    state.changed(forces={at("0812"): ALONE})
    assert is_worked(state, at("0711")) is False


@pytest.mark.clause("OMA-7.3-2")
def test_a_hexside_is_the_same_from_both_hexes():
    grid = BOARD.grid
    for here in range(grid.size):
        for there in grid.adjacent(here):
            assert BOARD.side_row(here, there) == BOARD.side_row(there, here)
            assert BOARD.by_road(here, there) == BOARD.by_road(there, here)


@pytest.mark.clause("OMA-5.14-5", "OMA-5.21-2")
def test_obstacles_end_with_the_mines_and_the_sea_takes_the_low_sand_first():
    hex_ = min(BOARD.obstacles)
    last = BOARD.tables.turns.mines[1]
    assert [has_uncleared(game(turn), hex_) for turn in (1, last, last + 1)] == [True, True, False]
    low = next(one for one in range(BOARD.grid.size) if BOARD.terrain[one] == "low_beach")
    high = next(one for one in range(BOARD.grid.size) if BOARD.terrain[one] == "high_beach")
    assert [is_flooded(game(1), low), is_flooded(game(16), low), is_flooded(game(16), high)] == [False, True, False]
