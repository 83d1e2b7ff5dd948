"""German armour stands off the printed positions: players and window know its field of fire all the same."""

from __future__ import annotations

import pytest

from ai.agents import make_agent
from ai.omaha.danger import danger
from ai.omaha.risk import step_risk
from tests.rules.omaha.playing import at
from tests.rules.omaha.printed import of
from tests.rules.omaha.test_armour import TANK, game
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.wargame.adapter.adapter import Still
from wab.locale import language
from wab.systems.omaha import SYSTEM

ROAD = "1213"
"""A hex of the coast road without a printed position."""


def facing_armour():
    state = game(18, {ROAD: TANK}, E_2_16="1113")
    state.changed(phase="actions", acting="east")
    assert at(ROAD) not in state.board.position_at
    return state


def test_armour_adds_to_the_risk_around_it():
    state, alone = facing_armour(), game(18, E_2_16="1113")
    unit, hex_ = of("E/2/16", state.board), at("1113")
    assert step_risk(state, unit) > step_risk(alone, unit)
    assert danger(state).step[:, hex_].max() > danger(alone).step[:, hex_].max()


@pytest.mark.parametrize("name", ["greedy", "normal"])
def test_players_decide_next_to_armour(name):
    agent = make_agent(name, "omaha", 1)
    view = SYSTEM.view(facing_armour(), "us")
    assert view.why_not(agent.decide(view)) is None and agent.incidents == []


def test_the_window_shows_armour_and_its_fire():
    adapter = OmahaAdapter(Still(SYSTEM.view(facing_armour(), "us")))
    (key,) = adapter.stack(at(ROAD))
    assert adapter.counter(key).symbol == "armour"
    with language("en"):
        assert ROAD in adapter.hex_facts(at("1113"))
