"""Influence: against a sum over all pairs of hexes, compiled against plain."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import unhurried
from wab.hexes import Grid, Workspace, influence_layer

GRID = Grid(9, 11)


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def workspace(request: pytest.FixtureRequest) -> Workspace:
    return Workspace(GRID, accelerated=request.param)


def test_one_unit_weighs_less_with_distance(workspace: Workspace) -> None:
    here = GRID.parse("0405")
    layer = influence_layer(workspace, [here], [3], (7, 4, 1))
    assert layer[here] == 21
    assert {int(layer[hex_]) for hex_ in GRID.ring(here, 1)} == {12}
    assert {int(layer[hex_]) for hex_ in GRID.ring(here, 2)} == {3}
    assert int(layer.sum()) == 21 + 6 * 12 + 12 * 3


def test_units_add_up_and_enemies_count_against(workspace: Workspace) -> None:
    here, there = GRID.parse("0405"), GRID.parse("0406")
    layer = influence_layer(workspace, [here, here, there], [2, 1, -3], (1, 1))
    assert layer[here] == layer[there] == 0
    assert layer[GRID.parse("0404")] == 3
    assert layer[GRID.parse("0407")] == -3


def test_nobody_has_no_influence(workspace: Workspace) -> None:
    assert influence_layer(workspace, [], 1, (5, 3)).tolist() == [0] * GRID.size


@unhurried
@given(
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.lists(st.tuples(st.integers(0, 80), st.integers(-50, 50)), max_size=6),
    st.lists(st.integers(-9, 9), min_size=1, max_size=8),
)
def test_influence_is_the_sum_over_all_units(
    size: tuple[int, int], units: list[tuple[int, int]], falloff: list[int]
) -> None:
    grid = Grid(*size)
    hexes = [number % grid.size for number, _ in units]
    strengths = [strength for _, strength in units]
    weights = [*falloff, *[0] * (sum(size) + 1)]
    expected = [
        sum(strength * weights[grid.distance(here, unit)] for unit, strength in zip(hexes, strengths, strict=True))
        for here in range(grid.size)
    ]
    for accelerated in (True, False):
        layer = influence_layer(Workspace(grid, accelerated), hexes, strengths, falloff)
        assert layer.dtype == np.int32
        assert layer.tolist() == expected


@pytest.mark.parametrize(
    "hexes, strengths, falloff",
    [([99], 1, (1,)), ([-1], 1, (1,)), ([0], [1, 2], (1,)), ([0], 1, ()), ([0], 1, (1,) * 99)],
)
def test_what_makes_no_sense_is_refused(
    workspace: Workspace, hexes: list[int], strengths: int, falloff: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError):
        influence_layer(workspace, hexes, strengths, falloff)
