"""The gym of blind: small positions, each for one thing that can be seen of a good player."""

import pytest

from lab.beliefs import player
from tests.rules.blind.field import number, play, position, unit
from wab.systems.blind import SYSTEM
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.steps import Report

pytestmark = pytest.mark.gym
NORMAL = "normal"


def phase_of(state, name=NORMAL, most=12, seed=6):
    """The orders that a player gives until its phase is over, or it has given so many."""
    agent, phase, given = player(name, seed), SYSTEM.phase(state), []
    while SYSTEM.phase(state) == phase and len(given) < most:
        order = agent.decide(SYSTEM.view(state, SYSTEM.to_act(state)))
        given.append(order)
        if isinstance(order, od.Done):
            break
        play(state, order)
    assert agent.incidents == []
    return given


def of(orders, kind):
    return [order for order in orders if isinstance(order, kind)]


@pytest.mark.parametrize("name", ["greedy", NORMAL])
def test_a_vacant_town_beside_the_border_is_taken(name):
    state = position({"br_50_inf": "1205", "br_8_armd_bde": "1205"}, phase="allied_second")
    town = state.board.hex("1206")
    state.changed(reports={"allied": {town: Report("vacant", (2, 7))}})
    phase_of(state, name)
    assert state.holds("allied", town)


def test_a_division_that_can_attack_at_full_strength_does_not_march_before():
    units = {"us_1_inf": "1005", "us_29_inf": "1005", "us_2_inf": "0905", "ge_716_inf": "1006"}
    state = position(units, phase="allied_first")
    state.changed(reports={"allied": {state.board.hex("1006"): Report("occupied", (2, 4))}})
    orders = phase_of(state, most=8)
    attack = next(order for order in orders if isinstance(order, od.Call) and order.attack)
    assert attack.hex == state.board.hex("1006")
    assert [order for order in of(orders, od.March) if order.unit == attack.unit] == []
    assert not unit(state, "us_1_inf").turned or not unit(state, "us_29_inf").turned


BEACHES = {"br_50_inf": "1205", "ca_3_inf": "1405", "us_4_inf": "0804", "us_2_inf": "1005"}


@pytest.mark.parametrize("behind", ["1009", "0909", "0809"])
def test_a_reserve_fills_a_hole(behind):
    """Saint-Lô is empty, and the enemy stands before it; Caen has its garrison."""
    units = {"us_1_inf": "0807", "us_29_inf": "0907", "ge_352_inf": (behind, {"reserve": True}), "ge_21_pz": "1407"}
    state = position(units | BEACHES, phase="axis_reserve", allied="0806 0906 0805 0905")
    phase_of(state)
    assert unit(state, "ge_352_inf").hex == state.board.hex("0808")


def test_demolition_goes_on_to_the_end():
    state = position({"ge_709_inf": "0402", "us_4_inf": "0804"}, phase="axis_second", port=3)
    assert of(phase_of(state), od.Standing) == [] and state.now.demolish


def test_the_garrison_of_a_city_stays_there():
    state = position({"ge_21_pz": "1407", "br_3_inf": "1506", "ca_3_inf": "1406"}, phase="axis_second")
    phase_of(state)
    assert unit(state, "ge_21_pz").hex == state.board.hex("1407")


def test_the_same_position_is_the_same_phase():
    def played():
        units = {"us_1_inf": "1005", "us_29_inf": "1005", "ge_352_inf": "1006", "us_rangers": "0905"}
        return phase_of(position(units, phase="allied_second"))

    assert played() == played()


def test_no_point_of_supply_goes_into_a_hopeless_attack():
    """A lone brigade before a fresh panzer division that is known to be there."""
    state = position({"br_4_commando_bde": "1405", "ge_12_ss_pz": "1406"}, phase="allied_first")
    hex_ = state.board.hex("1406")
    state.changed(reports={"allied": {hex_: Report("occupied", (2, 4))}})
    before = dict(state.now.stocks)
    phase_of(state)
    assert state.now.stocks == before
    assert number(state, "ge_12_ss_pz") in state.units
