from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from wab.app.gfx.ribbons import Line, Stroke, build, rounded
from wab.app.gfx.theme import Rgba
from wab.app.map.front_line import front_chains
from wab.hexes import Grid


def test_between_two_halves_the_front_is_one_chain_with_the_first_side_on_its_left() -> None:
    grid = Grid(6, 8)
    sides = np.where(np.arange(grid.size) // grid.cols < 3, 1, 2)
    chains = front_chains(grid, sides)
    assert len(chains) == 1
    start, end = chains[0][0], chains[0][-1]
    assert start[0] > end[0]  # side 1 holds the south: the chain runs west, the south on its left
    assert np.ptp(chains[0][:, 1]) < 1.0


def test_around_an_island_the_front_is_closed() -> None:
    grid = Grid(7, 7)
    sides = np.full(grid.size, 2)
    sides[grid.hex_of(3, 3)] = 1
    (chain,) = front_chains(grid, sides)
    assert len(chain) == 7
    assert np.allclose(chain[0], chain[-1])


def test_nobodys_land_and_the_edge_of_the_map_have_no_front() -> None:
    grid = Grid(6, 8)
    rows = np.arange(grid.size) // grid.cols
    assert front_chains(grid, np.where(rows < 2, 1, np.where(rows > 3, 2, 0))) == []
    assert front_chains(grid, np.ones(grid.size, int)) == []


def test_every_side_between_enemies_is_on_the_front_once() -> None:
    grid = Grid(12, 12)
    sides = (np.arange(grid.size) * 7919 % 13 > 5).astype(int) + 1
    between = sum(1 for a in range(grid.size) for b in grid.adjacent(a) if a < b and sides[a] != sides[b])
    chains = front_chains(grid, sides)
    assert sum(len(chain) - 1 for chain in chains) == between


def test_an_open_front_fades_at_its_ends_and_a_closed_one_does_not() -> None:
    stroke = Stroke((1, 1, 1, 1), (1, 1, 1, 1), Rgba(0, 0, 0), Rgba(255, 255, 255))
    flat = SimpleNamespace(at=lambda points: np.zeros(len(points)))
    open_line = np.column_stack([np.linspace(0, 2, 21), np.zeros(21)])
    vertices, _ = build([Line(open_line, stroke, fade=0.5)], flat)  # type: ignore[arg-type]
    alpha = vertices["second"][::2, 3]
    assert alpha[0] == alpha[-1] == 0 and alpha[10] == 255 and 100 < alpha[2] < 110
    ring = rounded(np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 2.0], [0.0, 0.0]]), 2)
    vertices, _ = build([Line(ring, stroke, fade=0.5)], flat)  # type: ignore[arg-type]
    assert (vertices["second"][:, 3] == 255).all()


def test_cutting_corners_keeps_the_ends_of_open_lines_and_closed_lines_closed() -> None:
    line = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    smooth = rounded(line, 3)
    assert np.allclose(smooth[[0, -1]], line[[0, -1]]) and len(smooth) > 6
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    smooth_ring = rounded(ring, 3)
    assert np.allclose(smooth_ring[0], smooth_ring[-1])
    assert smooth_ring.sum(axis=1).max() < 2.0  # the corner at (1, 1) is cut
