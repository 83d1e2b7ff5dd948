"""The Cotentin before its port: planning players go for the road out of Cherbourg, and for the ring after it."""

import numpy as np
import pytest

from ai.zocbonds import judgement as j
from ai.zocbonds.levels import level_named
from ai.zocbonds.march import Marching
from ai.zocbonds.peninsula import not_yet, road_to_cut, stakes_of_plans
from ai.zocbonds.stakes import stakes
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.ai.zocbonds.test_planner_zocbonds import CHERBOURG, picture_of, planned
from tests.rules.zocbonds.field import position, unit

GERMANS = {"de_km_marine_cherbourg": "3801"}
REGIMENTS = ("us_4id_8", "us_4id_12", "us_4id_22", "us_9id_39", "us_9id_47", "us_9id_60")
CUT = {key: f"30{2 + 2 * number:02d}" for number, key in enumerate(REGIMENTS)}
"""Regiments from coast to coast, each bound to the next."""


def cherbourg(units, turn=5, **values):
    return position(units | GERMANS, scenario=CHERBOURG, turn=turn, **values)


def test_the_road_is_the_german_line_outside_the_ring_and_on_this_side_of_the_line():
    state = cherbourg({"us_4id_8": "2812"})
    road, board = road_to_cut(state), state.board
    assert road and not board.overlay("perimeter")[list(road)].any()
    assert board.overlay("allied_side_27_june")[list(road)].all()
    assert any(int(board.grid.label(hex_)[2:]) <= 6 for hex_ in road)


def test_a_cut_peninsula_has_no_road_and_its_stakes_are_those_of_everybody():
    state = cherbourg(CUT)
    assert road_to_cut(state) == ()
    assert np.array_equal(stakes_of_plans(state, "allied").worth, stakes(state, "allied").worth)
    assert not not_yet(state, "allied").any()


def test_other_scenarios_have_no_road_to_cut():
    state = position({"us_4id_8": "2812"} | GERMANS)
    assert road_to_cut(state) == () and not not_yet(state, "allied").any()


def test_the_road_counts_and_the_ring_less_until_the_last_days():
    state = cherbourg({"us_4id_8": "2812"})
    usual, planning = stakes(state, "allied").worth, stakes_of_plans(state, "allied").worth
    road, ring = list(road_to_cut(state)), np.flatnonzero(state.board.overlay("perimeter"))
    assert (planning[road] - usual[road] == pytest.approx(j.ROAD)) and (planning[ring] < usual[ring]).all()
    last = state.board.turns
    late = cherbourg({"us_4id_8": "2812"}, turn=last - j.FOR_THE_RING + 1)
    assert np.array_equal(stakes_of_plans(late, "allied").worth[ring], usual[ring])


def test_nobody_is_sent_into_the_ring_while_the_road_is_open_unless_time_is_short():
    near = {"us_4id_8": "3309"}
    early, late = cherbourg(near), cherbourg(near, turn=12)
    ring = early.board.overlay("perimeter")
    assert (not_yet(early, "allied") == ring).all() and ring.any()
    assert not not_yet(early, "axis").any() and not not_yet(late, "allied").any()


@pytest.mark.parametrize(("turn", "some"), [(5, False), (12, True)])
def test_a_plan_has_no_places_in_the_ring_while_the_road_is_open_unless_time_is_short(turn, some):
    state = cherbourg({"us_4id_8": "3407"}, turn=turn)
    state.changed(player="allied")
    _, view = begun(state)
    one = unit(state, "us_4id_8").id
    options = Marching(view, picture_of(view.position), [one], level_named("normal")).options[one]
    assert any(state.board.overlay("perimeter")[place.hex] for place in options) is some


def test_a_regiment_between_road_and_ring_marches_to_the_road():
    state = cherbourg({"us_4id_8": "3207"})
    plan, picture = planned(state)
    end = plan.places[unit(state, "us_4id_8").id].hex
    assert end in road_to_cut(picture.state)
