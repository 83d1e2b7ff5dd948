"""Infiltration (OMA-7.32): moving past a German position under its fire."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, give, on_top, why
from tests.rules.omaha.printed import ALONE, MARKED, example, label, of
from wab.systems.omaha.movement.infiltration import GOES_ON, STAYS, positions_passed
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Force, Tie

WN62N, HERE, THERE = "0812", "0813", "0713"
"""The orange position, and two hexes next to it in its field."""


def passing(force=ALONE, **changes):
    return acting(turn=3, forces={WN62N: force}, C_1_16=(HERE, changes))


def go(state, *answers, units=("C_1_16",)):
    return give(state, od.Move(tuple(sorted(map(of, units))), (at(THERE),)), *answers)


@pytest.mark.clause("OMA-7.32-1", "OMA-7.32-2", "OMA-X-27", "OMA-X-28", "OMA-X-29")
@pytest.mark.parametrize("number", [27, 28, 29])
def test_a_card_with_colour_and_symbol_takes_a_step(number):
    given, expect = example(number)
    state = passing(MARKED if given["position"].endswith(" marker") and "no marker" not in given["position"] else ALONE)
    on_top(state, orange=given["card_has"].split()[1], target="circle")
    go(state, *([GOES_ON] * expect["step_loss"]))
    unit = state.units[of("C_1_16")]
    assert unit.steps == 3 - expect["step_loss"]
    assert label(unit.hex) == THERE


@pytest.mark.clause("OMA-X-30")
def test_a_move_away_from_the_position_is_none():
    _, expect = example(30)
    state = passing()
    assert bool(positions_passed(state, at(HERE), at("0914"))) is expect["infiltration"]
    assert positions_passed(state, at(HERE), at(THERE))


@pytest.mark.clause("OMA-7.32-3")
@pytest.mark.parametrize(("answer", "hex_"), [(STAYS, HERE), (GOES_ON, THERE)])
def test_a_unit_that_lost_a_step_goes_on_or_stays_and_has_acted(answer, hex_):
    state = passing()
    on_top(state, orange="single", target="circle")
    go(state, answer)
    unit = state.units[of("C_1_16")]
    assert (label(unit.hex), unit.acted) == (hex_, True)


@pytest.mark.clause("OMA-7.32-4")
def test_a_unit_that_infiltrates_is_no_dense_target():
    state = passing()
    on_top(state, orange="single", target="diamond")
    go(state)
    assert state.units[of("C_1_16")].steps == 3


@pytest.mark.clause("OMA-7.32-5")
def test_leaders_infiltrate_only_with_a_unit():
    state = acting(turn=3, forces={WN62N: ALONE}, C_1_16=HERE, **{"16__HQ": HERE})
    assert why(state, od.Move((of("16__HQ"),), (at(THERE),))) == "leaders"
    on_top(state, orange="", target="diamond")
    go(state, units=("C_1_16", "16__HQ"))
    assert label(state.units[of("16__HQ")].hex) == THERE


@pytest.mark.clause("OMA-7.32-6", "OMA-7.32-7")
def test_one_card_serves_for_all_units_and_positions():
    state = acting(turn=3, forces={WN62N: ALONE}, C_1_16=HERE, D_1_16=HERE)
    on_top(state, orange="single", target="circle")
    told = go(state, GOES_ON, units=("C_1_16", "D_1_16"))
    assert sum(isinstance(event, ev.CardDrawn) for event in told) == 1
    assert (state.units[of("C_1_16")].steps, state.units[of("D_1_16")].steps) == (2, 3)
    assert {label(state.units[of(name)].hex) for name in ("C_1_16", "D_1_16")} == {THERE}


def test_disrupted_germans_let_units_pass():
    state = passing(Force("squad-1", disrupted=True))
    assert not positions_passed(state, at(HERE), at(THERE))


@pytest.mark.clause("OMA-7.32-3")
def test_the_question_names_the_unit_and_the_hex_that_it_makes_for():
    state = passing()
    on_top(state, orange="single", target="circle")
    told = give(state, od.Move((of("C_1_16"),), (at(THERE),)))
    ties = [step for event in told if isinstance(event, ev.Due) for step in event.steps if isinstance(step, Tie)]
    assert ties == [Tie("go_on", (STAYS, GOES_ON), of("C_1_16"), at(THERE))]
    give(state, od.Choose(STAYS))
    assert label(state.units[of("C_1_16")].hex) == HERE
