"""Chance: uniform, reproducible, recorded."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wab.engine import Chance, Dice, Rolled, Text, draw

PURPOSE = Text("a test")


@pytest.mark.parametrize("faces", [2, 6, 10, 100])
def test_every_face_is_as_likely_as_the_next(faces):
    rolls = 600 * faces
    counts = Counter(draw(1, "test", index, faces) for index in range(rolls))
    assert set(counts) == set(range(faces))
    chi_square = sum((count - 600) ** 2 / 600 for count in counts.values())
    assert chi_square < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5


def test_a_roll_does_not_tell_the_next_one():
    pairs = Counter((draw(7, "test", index, 6), draw(7, "test", index + 1, 6)) for index in range(0, 72_000, 2))
    assert len(pairs) == 36
    assert max(abs(count - 1000) for count in pairs.values()) < 160  # five standard deviations


@given(st.integers(0, 2**64), st.text(max_size=8), st.integers(0, 10_000), st.integers(1, 2**40))
def test_a_draw_depends_on_seed_stream_and_number_only(seed, stream, index, bound):
    assert 0 <= draw(seed, stream, index, bound) < bound
    assert draw(seed, stream, index, bound) == draw(seed, stream, index, bound)


def test_these_draws_are_the_same_on_every_machine_for_ever():
    drawn = [draw(1944, "combat", index, 6) for index in range(12)]
    assert drawn == [0, 0, 4, 0, 1, 0, 0, 0, 2, 4, 3, 2]


def test_seeds_and_streams_are_independent():
    a, b = Dice(1).roll("a", PURPOSE, 6, 40), Dice(1).roll("b", PURPOSE, 6, 40)
    assert a.results != b.results != Dice(2).roll("b", PURPOSE, 6, 40).results


def test_a_record_moves_its_stream_on_and_no_other():
    dice = Dice(3)
    rolled = dice.roll("a", PURPOSE, 6, 2)
    after = dice.after(rolled)
    assert (dice.drawn, after.drawn) == ({}, {"a": 2})
    assert after.roll("a", PURPOSE).first == 2
    assert after.roll("b", PURPOSE) == dice.roll("b", PURPOSE)


def test_dice_roll_from_one_to_their_faces():
    results = Dice(5).roll("a", PURPOSE, 6, 300).results
    assert set(results) == {1, 2, 3, 4, 5, 6}


def test_rolling_again_without_handing_the_record_on_gives_the_same_dice():
    dice = Dice(9)
    assert dice.roll("a", PURPOSE, 6, 5) == dice.roll("a", PURPOSE, 6, 5)


@pytest.mark.parametrize("first", [0, 2, 7])
def test_a_record_that_is_not_the_next_one_is_refused(first):
    dice = Dice(1, {"a": 1})
    with pytest.raises(ValueError, match="stands at 1"):
        dice.after(Rolled("a", PURPOSE, 6, first, (1,)))


def test_private_chance_is_reproducible_and_leaves_the_game_alone():
    first, second = Chance(4, "player"), Chance(4, "player")
    assert [first.below(10) for _ in range(30)] == [second.below(10) for _ in range(30)]
    numbers = [first.unit() for _ in range(50)]
    assert numbers == [second.unit() for _ in range(50)]
    assert all(0.0 <= number < 1.0 for number in numbers)
    assert len(set(numbers)) == 50


def test_the_total_of_a_roll_is_the_sum_of_its_faces():
    assert Rolled("a", PURPOSE, 6, 0, (3, 4)).total == 7
