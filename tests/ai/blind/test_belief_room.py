"""Particles and their scale: the shared room of beliefs, on a strip of hexes that belongs to no game."""

import numpy as np
import pytest

from ai.belief.particles import Draws, Habits, Particles
from ai.belief.scale import Scale, error, fitted, skill, tenths

LENGTH = 9
LAND = np.ones(LENGTH, np.bool_)


def strip(pieces, count=200, seed=5, habits=None):
    """Particles on a strip of hexes; a piece goes two hexes a move."""
    hexes = np.arange(LENGTH)
    distances = np.abs(hexes[:, None] - hexes).astype(np.int16)
    reach = np.full((LENGTH, 4), -1, np.int32)
    for hex_ in hexes:
        near = [there for there in hexes if 0 < abs(there - hex_) <= 2]
        reach[hex_, : len(near)] = near
    found = Particles(distances, [reach], count, seed, habits or Habits())
    for piece, hex_ in pieces.items():
        found.add(piece, 0, 2, [hex_])
    return found


def line(*hexes):
    mask = np.zeros(LENGTH, np.bool_)
    mask[list(hexes)] = True
    return mask


def test_a_piece_that_was_seen_is_where_it_was_seen():
    particles = strip({7: 3})
    assert particles.occupied() == pytest.approx([0, 0, 0, 1, 0, 0, 0, 0, 0])
    assert particles.stacks(3) == {(7,): pytest.approx(1.0)} and particles.stacks(4) == {}
    assert particles.expected({7: 5.0})[3] == pytest.approx(5.0)


def test_the_same_seed_is_the_same_belief():
    def moved(seed):
        particles = strip({1: 4, 2: 5, 3: 6}, seed=seed)
        for _ in range(4):
            particles.move(LAND, line(0, 1))
        return particles.hexes.tolist()

    assert moved(3) == moved(3) != moved(4)


def test_pieces_fill_a_line_one_after_the_other():
    particles = strip({1: 2, 2: 2, 3: 2})
    for _ in range(6):
        particles.move(LAND, line(0, 1))
    chances = particles.occupied()
    assert chances[0] > 0.8 and chances[1] > 0.8


def test_pieces_stay_on_their_own_ground():
    particles, own = strip({1: 2, 2: 6}), line(4, 5, 6, 7, 8)
    particles.clear(own)
    particles.move(own, line(4))
    assert particles.occupied()[:4].sum() == 0.0
    assert particles.occupied().sum() > 0.99


def test_a_vacant_hex_pushes_pieces_out_and_an_occupied_one_pulls_the_nearest_in():
    particles = strip({1: 2, 2: 7})
    particles.vacate(2, LAND)
    assert particles.occupied()[2] == 0.0 and particles.occupied()[[1, 3]].sum() == pytest.approx(1.0)
    particles.fill(5)
    assert particles.occupied()[5] == pytest.approx(1.0)
    assert particles.occupied()[7] < 0.5


def test_a_table_shows_who_is_there_and_who_is_not():
    particles = strip({1: 2, 2: 2, 3: 8})
    particles.show(2, [3], LAND)
    assert particles.stacks(2) == {(3,): pytest.approx(1.0)}
    particles.remove(3)
    assert particles.occupied()[2] == 0.0


def test_draws_are_spread_evenly():
    numbers = Draws(1).below(10, 10_000)
    assert numbers.min() == 0 and numbers.max() == 9 and 4.3 < numbers.mean() < 4.7
    assert sorted(Draws(2).order(range(20))) == [*range(20)] != Draws(2).order(range(20))


def test_a_scale_brings_chances_nearer_to_what_comes_true():
    cases = [(0.9, number % 10 < 6) for number in range(500)] + [(0.2, number % 10 < 3) for number in range(500)]
    scale = fitted(cases)
    better = [(scale.of(said), true) for said, true in cases]
    assert error(cases) > 0.15 and error(better) < 0.02 and skill(better) > skill(cases)
    assert scale.of_all(np.array([0.9]))[0] == pytest.approx(scale.of(0.9))
    assert Scale().of(0.3) == pytest.approx(0.3)


def test_tenths_hold_all_cases():
    found = tenths([(0.05, False), (0.07, True), (1.0, True)])
    assert [(one.true, one.cases) for one in found] == [(0.5, 2), (1.0, 1)]
