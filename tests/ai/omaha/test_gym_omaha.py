"""The gym of omaha: small positions, each for one thing that can be seen of a good player."""

import pytest

from ai.agents import make_agent
from tests.rules.omaha.playing import acting, at
from tests.rules.omaha.printed import BOARD, of, run
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.combat.fire import matching, targets, terms
from wab.systems.omaha.movement.actions import is_free
from wab.systems.omaha.sequence.decisions import DECISIONS
from wab.systems.omaha.sequence.victory import points, points_by_source
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Force

pytestmark = pytest.mark.gym
LEVELS = ["greedy", "normal"]
BARE, MARKED = Force("squad-1"), Force("squad-1", "wn_marker-1")


def sector_of(state, name="normal", most=60, seed=3):
    """The orders that a player gives until the sector that is played is done."""
    agent, given = make_agent(name, "omaha", seed), []
    while len(given) < most:
        order = agent.decide(SYSTEM.view(state, "us"))
        given.append(order)
        if isinstance(order, od.Done):
            break
        run(state, DECISIONS.execute(state, order))
    assert agent.incidents == []
    return given


def of_kind(orders, kind):
    return [order for order in orders if isinstance(order, kind)]


def unit(state, name):
    return state.unit(of(name))


@pytest.mark.parametrize("name", LEVELS)
def test_o1_no_unit_that_has_a_way_drowns(name):
    state = acting(turn=7, E_2_16="0514", F_2_16="0516", G_2_16="0512")
    low = [one.hex for one in state.units.values() if BOARD.tide_of(one.hex) == 0]
    assert len(low) >= 3
    sector_of(state, name)
    infantry = [one for one in state.units.values() if state.profile(one.id).infantry]
    assert all(BOARD.tide_of(one.hex) != 0 for one in infantry)


def test_o2_five_steps_do_not_meet_in_fire_if_another_hex_is_as_near():
    state = acting(turn=5, forces={"0816": MARKED, "0818": MARKED}, E_2_16="0515", F_2_16="0517")
    sector_of(state)
    dense = matching(targets(state), "none", terms(state))
    assert not {of("E_2_16"), of("F_2_16")} & dense


@pytest.mark.parametrize("name", LEVELS)
def test_o3_free_actions_are_taken(name):
    places = {"E_2_16": ("0516", {"disrupted": True}), "I_3_16": "0510", "AB_2R": "0525"}
    state = acting(turn=5, forces={"0816": BARE, "0809": BARE}, **places)
    sector_of(state, name)
    assert not unit(state, "E_2_16").disrupted
    assert BOARD.to_shelter[unit(state, "I_3_16").hex] < BOARD.to_shelter[at("0510")]


def test_o4_ships_fire_at_the_marker_that_hurts_most():
    state = acting(turn=6, forces={"0816": MARKED}, E_2_16="0716", F_2_16="0715", G_2_16="0717")
    state.changed(naval=2)
    sector_of(state)
    assert state.now.naval < 2


def test_o5_a_lone_strongpoint_is_attacked_by_those_who_have_what_it_asks_for():
    bar = Force("squad-1", seen=True)
    state = acting(turn=8, forces={"0816": bar}, E_2_16="0815", F_2_16="0817")
    orders = sector_of(state)
    attack = of_kind(orders, od.Attack)
    assert attack and attack[0].target == at("0816") and at("0816") not in state.now.forces


@pytest.mark.parametrize("name", LEVELS)
def test_o6_a_worn_company_makes_no_hopeless_attack(name):
    state = acting(turn=8, forces={"0812": MARKED, "0912": MARKED}, E_2_16=("0813", {"steps": 1}))
    assert of_kind(sector_of(state, name), od.Attack) == []


def test_o7_a_colonel_goes_where_companies_are():
    near = {"E_2_16": "0714", "F_2_16": "0715", "G_2_16": "0716", "H_2_16": "0714"}
    state = acting(turn=8, forces={"0818": MARKED}, **near, **{"16__HQ": "0613"})
    state.change_all(map(of, near), acted=True)
    sector_of(state)
    colonel = unit(state, "16 HQ").hex
    led = {colonel, *BOARD.grid.adjacent(colonel)}
    companies = [one for one in state.units.values() if state.profile(one.id).infantry and one.hex in led]
    assert len(companies) >= 3


def test_o8_heroes_act():
    state = acting(turn=9, forces={"0818": MARKED}, E_2_16=("0815", {"hero": "hero"}))
    assert is_free(state, of("E_2_16"))
    sector_of(state)
    assert unit(state, "E_2_16").acted


def test_o9_the_last_company_before_a_catastrophe_is_not_risked():
    keys = ["A/1/16", "B/1/16", "C/1/16", "E/2/16", "F/2/16", "I/3/16", "K/3/16"]
    places = ["0504", "0505", "0506", "0605", "0606", "0706", "0707"]
    units = {key: (place, {"steps": 1}) for key, place in zip(keys, places, strict=True)}
    state = acting(
        turn=9, forces={"0816": MARKED, "0818": MARKED, "0918": BARE}, **units, G_2_16=("0714", {"steps": 2})
    )
    assert state.losses("1st") == 7
    sector_of(state)
    hex_ = unit(state, "G/2/16").hex
    swept = [BOARD.positions[name].dots.get(hex_) for name in ("WN64", "WN65")]
    assert "intense" not in swept


def test_o10_the_last_turn_gains_by_spreading():
    state = acting(turn=16, E_2_16="1015", F_2_16="1015", G_2_16="1117", H_2_16="1018")
    before = points(state)
    sector_of(state)
    assert points(state) > before


def test_o11_a_draw_without_germans_is_taken_end_to_end():
    state = acting(turn=15, forces={"1612": BARE}, E_2_16="0816", F_2_16="0816", G_2_16="0818", H_2_16="1016")
    sector_of(state)
    state.change_all(state.units, acted=False)
    state.changed(spent={}, turn=16)
    sector_of(state)
    assert points_by_source(state)["draws"] >= 5


def test_o12_two_truths_with_equal_views_get_equal_orders():
    orders = []
    for squad in ("squad-1", "squad-5"):
        state = acting(turn=8, forces={"0816": Force(squad)}, E_2_16="0815", F_2_16="0715")
        orders.append(make_agent("normal", "omaha", 5).decide(SYSTEM.view(state, "us")))
    assert orders[0] == orders[1]
