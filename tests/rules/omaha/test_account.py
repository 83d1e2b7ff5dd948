"""Numbers of a game (OMA-13): points, losses, and the units and positions that mattered in a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.omaha.playing import at
from tests.rules.omaha.printed import ALONE, game, of, run
from wab.engine.words.text import Text
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.names import hex_noun, unit_noun
from wab.systems.omaha.state.state import US
from wab.systems.omaha.telling import account
from wab.systems.omaha.units import losses


@pytest.mark.clause("OMA-13.1-1", "OMA-13.2-1")
def test_points_steps_and_loss_boxes_are_measured():
    state = game(A_1_16=("0914", {"steps": 1}), B_1_116=("0815", {"steps": 2}), **{"1_B_741": ("0713", {"steps": 1})})
    counted = {one.id: (one.title, one.values) for one in account.measures(state)}
    assert counted == {
        "points": (Text("Victory points"), {US: float(victory.points(state))}),
        "steps": (Text("Infantry steps lost"), {US: 3.0}),  # not the step of the tanks
        "boxes": (Text("Companies in the loss boxes"), {US: 1.0}),
    }
    both = game(A_1_16=("0815", {"steps": 1}), A_1_116=("0825", {"steps": 1}))
    assert account.measures(both)[-1].values == {US: 2.0}


@pytest.mark.clause("OMA-13.2-1", "OMA-20.3-1")
def test_the_sources_of_points_are_named_and_none_is_empty():
    state = game(A_1_16="0812")
    rows = {row.words: row.points for row in account.accounts(state)}
    sources = {key: count for key, count in victory.points_by_source(state).items() if count}
    assert sources
    assert rows == {Text(account._SOURCES[key]): {US: float(count)} for key, count in sources.items()}


@pytest.mark.clause("OMA-13.1-2", "OMA-8.33-2")
def test_a_turning_point_is_a_unit_lost_or_a_position_taken():
    began = game(forces={"0809": ALONE}, A_1_16=("0815", {"steps": 1}), B_1_16="0815")
    ended = began.copy()
    lost = run(ended, losses.eliminate(ended, of("A_1_16"), "drowned"))
    told = [
        ev.UnitChanged(replace(ended.unit(of("B_1_16")), steps=2), "fire"),
        ev.ForceChanged(at("0809"), replace(ALONE, disrupted=True)),
        ev.ForceChanged(at("0809"), None),
        ev.ForceChanged(at("0912"), ALONE),
        ev.ForceChanged(at("0912"), None),  # it came in this turn
    ]
    gone = next(event for event in lost if isinstance(event, ev.UnitChanged))
    found = list(account.turning_points(began, ended, [*lost, *told]))
    assert [(cause.words.msgid, cause.weight, cause.event) for cause in found] == [
        ("{unit} is lost", 1.0, gone),
        ("{hex:the} falls", 3.0, told[2]),
    ]
    assert found[0].words.args == {"unit": unit_noun(ended, of("A_1_16"))}
    assert found[1].words.args == {"hex": hex_noun(ended, at("0809"))}
