"""Maps on a made-up country."""

import numpy as np

from ai.operations.maps.country import Country
from ai.operations.maps.influence import falloff, influence
from ai.operations.maps.lines import firm_ground, frontier, line_between, steps_from
from ai.operations.maps.supply import SAFE, lifeline_over
from ai.operations.maps.ways import CLOSED, axis_to
from wab.hexes import Grid
from wab.hexes.paths import Workspace

GRID = Grid(5, 9)


def country(water=()):
    land = np.ones(GRID.size, np.bool_)
    land[list(water)] = False
    sides = np.ones((GRID.size, 6), np.bool_)
    return Country(GRID, land, sides, ~sides)


def columns(*numbers):
    """bool[N]: the hexes of some columns."""
    mask = np.zeros((GRID.rows, GRID.cols), np.bool_)
    mask[:, list(numbers)] = True
    return mask.ravel()


def test_influence_counts_in_full_as_far_as_a_unit_strikes_this_turn():
    values = influence(Workspace(GRID), [18, 26], [4.0, 2.5], [8, 8])
    assert falloff(8)[:4] == (8, 8, 8, 8)
    apart = falloff(8)[8] / 8 if len(falloff(8)) > 8 else 0.0
    assert values[18] == 4.0 + 2.5 * apart
    assert values[26] == 2.5 + 4.0 * apart


def test_the_frontier_touches_the_enemy_and_water_parts():
    own, enemy = columns(0, 1, 2), columns(3, 4, 5, 6, 7, 8)
    assert (frontier(country(), own, enemy) == columns(2)).all()
    channel = np.flatnonzero(columns(3)).tolist()
    assert not frontier(country(channel), own, enemy).any()


def test_ground_is_firm_where_most_of_the_land_round_about_is_held():
    held = columns(0, 1, 2)
    held[GRID.cols * 2 + 6] = True  # an outpost
    firm = firm_ground(country(), held)
    assert firm[0] and not firm[GRID.cols * 2 + 6]


def test_steps_go_round_what_is_barred():
    start, barred = columns(0), columns(4)
    barred[4] = False  # a gap in the first row
    steps = steps_from(country(), start, 30, barred)
    assert steps[8] == 8 and steps[GRID.cols * 4 + 8] > 8
    assert steps[GRID.cols * 4 + 4] == 31


def test_the_line_runs_over_strong_ground():
    own, enemy = columns(0, 1, 2, 3, 4, 5), columns(6, 7, 8)
    strong = np.where(columns(4), 3.0, 0.0).astype(np.float32)
    nothing = np.zeros(GRID.size, np.float32)
    line = line_between(country(), own, enemy, (0,), columns(), strong, nothing)
    assert line == tuple(np.flatnonzero(columns(4)).tolist())


def test_a_supply_line_hangs_on_its_narrowest_place():
    price = np.ones(GRID.size, np.int32)
    price[columns(4)] = 0
    price[4] = price[GRID.cols * 2 + 4] = 1
    nowhere_closed = np.zeros((GRID.size, 6), np.bool_)
    hung = lifeline_over(GRID, price, (8,), (0,), nowhere_closed)
    assert hung.fragility == len(hung.hexes) == 2
    price[list(hung.hexes)] = 0
    assert lifeline_over(GRID, price, (8,), (0,), nowhere_closed).fragility == 0
    assert lifeline_over(GRID, price, (0,), (0,), nowhere_closed).fragility == SAFE


def test_an_axis_avoids_resistance_and_ends_where_no_way_leads():
    costs = np.full((GRID.size, 6), 2, np.uint8)
    resistance = np.zeros(GRID.size, np.float32)
    middle = GRID.cols * 2
    resistance[middle + 4] = 50
    axis = axis_to(Workspace(GRID), costs, middle, middle + 8, resistance)
    assert axis is not None and middle + 4 not in axis.hexes
    assert axis.length == 2 * (len(axis.hexes) - 1)
    assert axis_to(Workspace(GRID), np.full((GRID.size, 6), CLOSED, np.uint8), 0, 8, resistance) is None
