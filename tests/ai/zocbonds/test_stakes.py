"""The worth of hexes now: more where they are the last that the Allies need."""

import numpy as np
import pytest

from ai.zocbonds.stakes import last_hexes, worth_now, worth_of
from ai.zocbonds.weights import DECISIVE, LAST_HEX
from tests.ai.zocbonds.test_planner_zocbonds import CHERBOURG
from tests.rules.zocbonds.field import position
from wab.systems.zocbonds.state.board import CODES

NAMES = ("saint_lo", "caen")


def hexes(state, name):
    cities = {str(city): found for city, found in state.board.lines.cities.items()}
    return list(cities[name])


def taken(*names, some=None):
    """A position in which the Allies hold cities, or the first `some` hexes of each."""
    state = position({"us_9id_39": "2416", "de_352id_916": "1010"})
    for name in names:
        for hex_ in hexes(state, name)[:some]:
            state.control[hex_] = CODES["allied"]
    return state


def gain(state, name):
    """Return what the hexes of a city are worth more than usual, all together."""
    more = worth_now(state) - worth_of(state.board)
    return float(more[hexes(state, name)].sum())


def test_hexes_are_worth_what_they_are_as_long_as_no_objective_is_met():
    state = taken()
    assert np.array_equal(worth_now(state), worth_of(state.board))


@pytest.mark.parametrize(("met", "last"), [NAMES, NAMES[::-1]])
def test_with_one_objective_met_the_other_city_decides_and_that_one_no_more_than_before(met, last):
    state = taken(met)
    assert gain(state, last) == pytest.approx(DECISIVE)
    assert gain(state, met) == 0.0


def test_what_is_still_missing_of_the_last_city_shares_what_it_decides():
    whole, begun = taken("saint_lo"), taken("saint_lo")
    caen = hexes(begun, "caen")
    assert len(caen) > 1
    begun.control[caen[0]] = CODES["allied"]
    more = [worth_now(state)[caen[-1]] - worth_of(state.board)[caen[-1]] for state in (whole, begun)]
    assert more[0] == pytest.approx(DECISIVE / len(caen)) and more[1] == pytest.approx(DECISIVE / (len(caen) - 1))


def test_with_cherbourg_cut_off_either_city_decides():
    state = taken()
    for hex_ in state.board.lines.cities["cherbourg"]:
        state.control[hex_] = CODES["allied"]
    assert gain(state, "saint_lo") == pytest.approx(DECISIVE) == gain(state, "caen")


def test_part_of_a_city_meets_no_objective():
    state = taken("caen", some=1)
    assert np.array_equal(worth_now(state), worth_of(state.board))


def test_where_objectives_end_nothing_they_are_worth_nothing_more():
    state = position({"us_4id_8": "2814"}, scenario=CHERBOURG)
    for hex_ in state.board.lines.cities["cherbourg"]:
        state.control[hex_] = CODES["allied"]
    assert np.array_equal(worth_now(state), worth_of(state.board))


def test_of_each_city_the_hex_farthest_from_the_enemy_falls_last_and_costs_most_as_the_last_objective():
    state = taken()
    saint_lo, caen = last_hexes(state)
    assert last_hexes(state) == {saint_lo: LAST_HEX[False], caen: LAST_HEX[False]}
    enemy = state.board.hex("2416")
    assert caen == max(hexes(state, "caen"), key=lambda hex_: state.board.grid.distance(hex_, enemy))
    assert last_hexes(taken("saint_lo")) == {caen: LAST_HEX[True]}
