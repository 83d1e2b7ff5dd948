"""The plot of a turn (OMA-4-1): which events open a scene, with which units and hexes."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.rules.omaha.playing import acting, at
from tests.rules.omaha.printed import BOARD, game, of, run
from wab.engine.kernel.plot import ARRIVALS, BOMBARDMENT, CARD, COMBAT, GOES_ON, MARCH, Beat
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.telling.scenes import OmahaPlot
from wab.systems.omaha.units.losses import dead

PLOT = OmahaPlot()


def beat(event):
    found = PLOT.beat(event)
    return found.kind, found.opens


@pytest.mark.clause("OMA-4-1", "OMA-8.1-1")
def test_attacks_and_barrages_open_combats_and_moves_are_marches():
    units = (of("A_1_16"),)
    for deed, wanted in (("attack", COMBAT), ("barrage", COMBAT), ("move", MARCH)):
        assert beat(ev.Acted(units, deed, "east")) == (wanted, deed != "move")
    assert beat(ev.Engaged(at("0812"), "naval")) == (COMBAT, True)
    assert PLOT.beat(ev.Engaged(at("0812"), "attack")) == GOES_ON
    assert PLOT.beat(ev.Engaged(at("0812"), "barrage")) == GOES_ON


@pytest.mark.clause("OMA-4-1", "OMA-6-1")
def test_a_fire_card_opens_a_bombardment_and_another_card_a_scene_of_its_own():
    assert PLOT.beat(ev.CardDrawn("01", "fire", "east")) == Beat(BOMBARDMENT, opens=True)
    assert PLOT.beat(ev.CardDrawn("01", "event")) == Beat(CARD, opens=True)
    assert PLOT.beat(ev.Fired(of("A_1_16"))) == Beat(BOMBARDMENT)


@pytest.mark.clause("OMA-4-1")
def test_the_facts_of_a_unit_are_its_number_and_its_hex_on_the_map():
    state = game(A_1_16="0815")
    unit = state.unit(of("A_1_16"))
    assert PLOT.facts(ev.UnitChanged(unit, "drift")) == ((unit.id,), (at("0815"),))
    assert PLOT.facts(ev.UnitChanged(replace(unit, hex=0), "drift")) == ((unit.id,), (0,))
    assert PLOT.facts(ev.UnitChanged(dead(unit), "fire")) == ((unit.id,), ())
    assert PLOT.facts(ev.UnitChanged(replace(dead(unit), hex=at("0815")), "fire")) == ((unit.id,), ())
    assert PLOT.facts(ev.UnitChanged(state.unit(of("B_1_16")), "delay")) == ((of("B_1_16"),), ())
    assert PLOT.facts(ev.Acted((1, 2), "move", "east", hex=0)) == ((1, 2), (0,))
    assert PLOT.facts(ev.Acted((1, 2), "recover", "east")) == ((1, 2), ())
    assert PLOT.facts(ev.Cleared(at("0612"))).hexes == (at("0612"),)
    assert beat(ev.UnitChanged(unit, "landing")) == (ARRIVALS, False)


@pytest.mark.clause("OMA-4-1")
def test_the_theatre_shows_own_units_and_german_positions():
    state = acting(A_1_16="0815", B_1_16="0914")
    run(state, [ev.UnitChanged(replace(state.unit(of("B_1_16")), hex=at("0915")), "move")])
    theatre = PLOT.theatre(SimpleNamespace(position=state))
    assert theatre[0] is BOARD.grid
    assert theatre[1] == {at("0815"), at("0915")}
    assert theatre[2] == BOARD.position_at.keys()
