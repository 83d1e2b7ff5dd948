"""Dice next to what was to be expected: chances of sums, percentiles, and dice by the side that ordered them."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from wab.engine.history.course import at_turns, whole_course
from wab.engine.history.journal import lasting
from wab.engine.history.luck import Dice, chances_of_sums
from wab.testing.walks import walk


@pytest.mark.parametrize(("faces", "count"), [(6, 1), (6, 3), (4, 4), (2, 5)])
def test_the_chances_of_sums_are_those_of_all_rolls(faces: int, count: int) -> None:
    sums = Counter(sum(roll) for roll in product(range(1, faces + 1), repeat=count))
    expected = [sums[total] / faces**count for total in range(count, count * faces + 1)]
    assert chances_of_sums(faces, count) == pytest.approx(expected)


def test_the_percentile_counts_smaller_series_and_half_of_the_equal_ones() -> None:
    assert Dice("x", 6, (), (3, 4)).percentile == pytest.approx(50)
    assert Dice("x", 6, (), (1, 1)).percentile == pytest.approx(100 / 72)
    assert Dice("x", 6, (), (6, 6)).percentile == pytest.approx(100 - 100 / 72)


def test_a_thousand_dice_are_no_trouble() -> None:
    assert Dice("x", 6, (), (1, 6) * 500).percentile == pytest.approx(50)


def test_symbols_and_lots_have_no_sums() -> None:
    assert not Dice("x", 6, ("a",) * 6, (1,)).has_sums
    assert not Dice("x", 100, (), (1,)).has_sums


def test_dice_by_side_are_those_of_the_attacks_and_no_lots() -> None:
    game, _ = walk("operations/causeway-to-carentan", seed=3, length=200)
    told = whole_course(game.system, game.setup, lasting(game.journal))
    assert {side for side, _dice in told.dice} <= set(game.system.sides)
    assert all("Losses" not in dice.purpose for _side, all_ in told.dice for dice in all_)


def test_states_at_the_ends_of_turns() -> None:
    game, _ = walk("operations/causeway-to-carentan", seed=3, length=200)
    states = at_turns(game.system, game.setup, lasting(game.journal), (0, 1, game.turn))
    assert {turn: game.system.turn(state) for turn, state in states.items()} == {0: 1, 1: 1, game.turn: game.turn}
    assert game.system.encode(states[game.turn]) == game.system.encode(game.state)


def test_places_taken_stand_beside_historys_days() -> None:
    game, _ = walk("operations/causeway-to-carentan", seed=3, length=200)
    fates = {str(fate.name): fate for fate in whole_course(game.system, game.setup, lasting(game.journal)).fates}
    past = fates["Carentan"].past
    assert past is not None and past == ("1944-06-12", "allied")
    assert fates["Carentan"].holder == "axis"
