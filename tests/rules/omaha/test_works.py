"""Engineers and headquarters from turn 17 (OMA-18, OMA-19): what is offered, and how far a marker goes."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, give, why
from tests.rules.omaha.printed import BOARD, game, of, run
from wab.systems.omaha.sequence import works
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Base

LATE = 18
QUIET, SWEPT = "0813", "0814"


def working(**units):
    state = game(LATE, **units)
    run(state, [ev.PhaseBegan("works")])
    return state


def offered(state, unit=None):
    return [order for group in works.offered_works(state, unit) for order in group]


@pytest.mark.clause("OMA-18.1-1", "OMA-18.2-1", "OMA-18.22-1")
def test_a_post_begins_in_the_first_box_of_its_track(monkeypatch):
    monkeypatch.setattr(works, "is_potential_fire", lambda state, hex_: hex_ == at(SWEPT))
    state = working(**{"16__HQ": QUIET, "116__HQ": SWEPT})
    assert od.MakePost(of("16__HQ")) in offered(state) and od.MakePost(of("116__HQ")) not in offered(state)
    give(state, od.MakePost(of("16__HQ")))
    assert state.now.posts == {of("16__HQ"): 0}


@pytest.mark.clause("OMA-18.2-1")
def test_a_post_is_offered_a_wider_range_until_its_track_ends():
    state = working(**{"16__HQ": QUIET})
    hq, last = of("16__HQ"), len(BOARD.tables.tracks.command) - 1
    for box, wanted in ((0, True), (last - 1, True), (last, False)):
        state.changed(posts={hq: box})
        assert (od.ExtendPost(hq) in offered(state)) is wanted
        assert (od.ExtendPost(hq) in offered(state, hq)) is wanted
    assert od.ExtendPost(hq) not in offered(state, of("A_1_16"))
    assert why(state, od.ExtendPost(hq)) == "last-box" and why(state, od.ExtendPost(of("116__HQ"))) == "no-post"


@pytest.mark.clause("OMA-19.2-1", "OMA-19.21-1")
def test_the_range_of_a_base_grows_by_one_box():
    state = working()
    state.changed(bases=(Base("east", at("0711"), 1),))
    give(state, od.ExtendBase(at("0711")))
    assert state.now.bases == (Base("east", at("0711"), 2),)


@pytest.mark.clause("OMA-19-1", "OMA-19.1-1")
def test_a_base_is_offered_on_free_beach_hexes_of_its_sector(monkeypatch):
    monkeypatch.setattr(works, "is_potential_fire", lambda state, hex_: hex_ == at("0711"))
    state = working()
    assert why(state, od.PlaceBase("east", at("0711"))) == "fire"
    state.changed(bases=(Base("east", at("0711"), 1),))
    found = {order.hex for order in offered(state) if isinstance(order, od.PlaceBase) and order.sector == "east"}
    assert found and all(BOARD.beach[hex_] and BOARD.sector(hex_) == "east" for hex_ in found)
    assert at("0711") not in found
    state.changed(bases=(Base("east", at("0711"), 1), Base("east", min(found), 0)))
    assert not [one for one in offered(state) if isinstance(one, od.PlaceBase) and one.sector == "east"]
    assert why(state, od.PlaceBase("east", max(found))) == "no-bases"


def test_there_is_work_while_anything_is_offered(monkeypatch):
    state = working()
    assert not works.can_work(state)
    monkeypatch.setattr(works, "is_potential_fire", lambda state, hex_: False)
    assert works.can_work(state) and not all(len(group) for group in works.offered_works(state, None))
    state.changed(acting="none")
    assert not works.can_work(state)


@pytest.mark.clause("OMA-20.3-10")
def test_no_unit_leaves_the_map_before_turn_17():
    early, later = (acting("west", turn=turn, AB_5R="0736") for turn in (16, 17))
    assert [why(state, od.LeaveMap(of("AB_5R"))) for state in (early, later)] == ["no-exit", ""]
    orders = [order for group in works.offered_leaving(later, None) for order in group]
    assert orders == [od.LeaveMap(of("AB_5R"))]


@pytest.mark.clause("OMA-1-2")
def test_each_player_works_for_the_own_division():
    state = working(**{"16__HQ": QUIET})
    state.changed(acting="west", posts={of("16__HQ"): 0})
    assert why(state, od.ExtendPost(of("16__HQ"))) == "other-player"
    state.changed(acting="east")
    assert why(state, od.ExtendPost(of("16__HQ"))) == ""
