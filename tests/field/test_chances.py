"""Distributions over dice and odds columns, against every throw counted one by one."""

from __future__ import annotations

import operator
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import unhurried
from wab.engine import Shift, Text
from wab.field.chances import chance, combined, many, mean, outcomes, results, sums
from wab.field.odds import Columns, Table

few_dice = st.tuples(st.integers(0, 3), st.integers(1, 6))


def throws(dice, faces):
    return list(product(range(1, faces + 1), repeat=dice))


@unhurried
@given(few_dice)
def test_sums_are_counted_throw_by_throw(thrown):
    ways = sums(*thrown)
    assert ways == Counter(map(sum, throws(*thrown)))
    assert list(ways) == sorted(ways)
    assert outcomes(ways) == thrown[1] ** thrown[0]


def test_dice_that_there_are_not_have_no_sums():
    for dice, faces in ((-1, 6), (2, 0)):
        with pytest.raises(ValueError, match="there are no"):
            sums(dice, faces)


def test_nobody_can_write_into_sums_that_are_kept():
    with pytest.raises(TypeError):
        sums(2, 6)[7] = 0


@unhurried
@given(few_dice, st.integers(1, 4))
def test_results_of_a_table_take_the_ways_of_their_totals(thrown, parts):
    read = results(sums(*thrown), lambda total: total // parts)
    assert read == Counter(sum(throw) // parts for throw in throws(*thrown))


@unhurried
@given(few_dice, few_dice)
def test_two_distributions_are_joined_throw_by_throw(first, second):
    pairs = list(product(throws(*first), throws(*second)))
    added = combined(sums(*first), sums(*second), operator.add)
    assert added == Counter(sum(one) + sum(other) for one, other in pairs)
    assert list(added) == sorted(added)
    better = combined(sums(*first), sums(*second), max)
    assert better == Counter(max(sum(one), sum(other)) for one, other in pairs)
    both = combined(sums(*first), sums(*second), lambda mine, other: (mine, other))
    assert both == Counter((sum(one), sum(other)) for one, other in pairs)


@unhurried
@given(st.lists(st.integers(1, 6), max_size=4))
def test_many_that_do_not_depend_on_each_other(faces):
    ways = many(sums(1, face) for face in faces)
    assert ways == Counter(sum(throw) for throw in product(*(range(1, face + 1) for face in faces)))


@unhurried
@given(few_dice, st.integers(0, 25))
def test_chance_and_mean_are_shares_of_all_throws(thrown, least):
    totals = [sum(throw) for throw in throws(*thrown)]
    ways = sums(*thrown)
    assert chance(ways, lambda total: total >= least) == sum(total >= least for total in totals) / len(totals)
    assert mean(ways) == sum(totals) / len(totals)


RATIOS = ("1:3", "1:2", "1:1", "3:2", "2:1", "4:1")


@unhurried
@given(st.integers(0, 60), st.integers(1, 60))
def test_the_best_column_that_the_strengths_reach(attack, defence):
    columns = Columns(RATIOS)
    reached = [
        place
        for place, ratio in enumerate(RATIOS)
        if Fraction(attack, defence) >= Fraction(*map(int, ratio.split(":")))
    ]
    assert columns.reached(attack, defence) == (max(reached) if reached else -1)
    assert columns.reached(attack, 0) == len(columns) - 1 == 5


def test_a_place_is_brought_within_the_table():
    assert [Columns(RATIOS).within(place) for place in (-3, 0, 5, 9)] == [0, 0, 5, 5]


TABLE = Table(("1:1", "2:1", "3:1"), ["A1 -- D1", "-- D1 D1", "D1 D1 DD"])


@pytest.mark.parametrize(
    ("attack", "defence", "moved", "columns"),
    [(5, 2, (), (1, 1)), (5, 2, (-1, 2), (1, 2)), (5, 2, (-3,), (1, 0)), (1, 9, (1,), (0, 0)), (1, 1, (5,), (0, 2))],
)
def test_shifts_move_the_column_within_the_table(attack, defence, moved, columns):
    causes = [Shift(value, Text("Ground"), "X-1") for value in moved]
    assert TABLE.shifted(attack, defence, causes) == columns


def test_a_table_gives_the_result_of_each_face_and_counts_them():
    assert [TABLE.result(0, face) for face in (1, 2, 3)] == ["A1", "--", "D1"]
    assert TABLE.results(2) == {"D1": 2, "DD": 1}


def test_a_row_has_a_result_for_each_column():
    with pytest.raises(ValueError, match="A1 --"):
        Table(("1:1", "2:1", "3:1"), ["-- -- --", "A1 --"])


@pytest.mark.parametrize("ratios", [(), ("2:1", "1:1"), ("1:1", "2:2"), ("1",), ("a:1",), ("0:1",), ("1:0",), ("²:1",)])
def test_columns_rise_and_are_ratios(ratios):
    with pytest.raises(ValueError, match=r"rise|ratio"):
        Columns(ratios)
