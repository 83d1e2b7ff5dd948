"""Beaches and Mulberries (ZOC-21.1, ZOC-6.5.3)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import board, carried_out, ids, path, position
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.locale import language
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import (
    BeachClosed,
    BeachOpened,
    Eliminated,
    MulberryBegun,
    MulberryDone,
    MulberryStopped,
)
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.state import Mulberry
from wab.systems.zocbonds.telling.journal import told
from wab.systems.zocbonds.units import receipts
from wab.systems.zocbonds.units.entering import overrun
from wab.systems.zocbonds.units.losses import eliminate, lose_step

SAFE = {**BEACHES, "uk_50id_231": "2524"}


def without(*keys):
    return {key: where for key, where in BEACHES.items() if key not in keys}


@pytest.mark.clause("ZOC-21.1-1")
@pytest.mark.clause("ZOC-21.1-2")
def test_a_beach_is_open_while_engineers_stand_on_it():
    """ZOC-21.1-1, ZOC-21.1-2."""
    state = position({**without("us_1_esb_utah"), "us_4id_8": "2814"})
    assert "utah" in beaches.closed_beaches(state) and len(beaches.open_beaches(state)) == 7
    assert len(beaches.open_beaches(position(BEACHES))) == 8


@pytest.mark.clause("ZOC-21.1-10")
def test_pointe_du_hoc_is_no_beach():
    """ZOC-21.1-10."""
    assert "pointe_du_hoc" not in beaches.beaches_of(board())
    assert beaches.beaches_of(board("zocbonds/cherbourg")) == ("utah",)


@pytest.mark.clause("ZOC-6.5.3-1")
@pytest.mark.clause("ZOC-6.5.3-2")
@pytest.mark.clause("ZOC-6.5.3-3")
@pytest.mark.clause("ZOC-X-6.5.3")
def test_missing_engineers_cost_points():
    """ZOC-6.5.3-1, ZOC-6.5.3-2, ZOC-6.5.3-3: the worked example ZOC-X-6.5.3."""
    given, expect = example("ZOC-X-6.5.3")
    assert (given["weather"], given["missing_engineers"]) == ("Clear", ["Utah"])
    state = position(without("us_1_esb_utah"), row=4)
    points = {army: receipts.reinforcement_points(state, army) for army in ("us", "commonwealth")}
    assert points == {"us": expect["us_rp"], "commonwealth": expect["cw_rp"]}


@pytest.mark.clause("ZOC-6.5.3-1")
@pytest.mark.clause("ZOC-6.5.3-3")
@pytest.mark.clause("ZOC-21.2-1")
def test_sword_costs_nothing_and_points_never_fall_below_none():
    """ZOC-6.5.3-1, ZOC-6.5.3-3, ZOC-21.2-1."""
    assert beaches.points_lost(position(without("uk_101_beach_sub_area_sword")), "commonwealth") == 0
    none = position({})
    assert (beaches.points_lost(none, "us"), beaches.points_lost(none, "commonwealth")) == (6, 8)
    assert receipts.reinforcement_points(none, "commonwealth") == 0


@pytest.mark.clause("ZOC-6.5.3-1")
@pytest.mark.clause("ZOC-6.5.3-2")
@pytest.mark.clause("ZOC-6.5.3-3")
def test_a_destroyed_mulberry_costs_two_points_for_good():
    """ZOC-6.5.3-1, ZOC-6.5.3-2, ZOC-6.5.3-3."""
    state = position(BEACHES, mulberries={"us": Mulberry(destroyed=True)})
    assert (beaches.points_lost(state, "us"), beaches.points_lost(state, "commonwealth")) == (2, 0)


@pytest.mark.clause("ZOC-21.1-5")
@pytest.mark.clause("ZOC-X-21.1")
def test_a_mulberry_takes_five_turns():
    """ZOC-21.1-5: the worked example ZOC-X-21.1."""
    given, expect = example("ZOC-X-21.1")
    turn = given["condition_first_true_in_initial_phase_of_turn"]
    state = position(SAFE, turn=turn)
    events = carried_out(state, beaches.construction(state))
    done = expect["mulberry_complete_turn"]
    assert events == [MulberryBegun("us", done), MulberryBegun("commonwealth", done)]
    for later in range(turn + 1, done + 1):
        state.changed(turn=later)
        events = carried_out(state, beaches.construction(state))
        assert events == ([MulberryDone("us"), MulberryDone("commonwealth")] if later == done else [])


@pytest.mark.clause("ZOC-21.1-3")
@pytest.mark.clause("ZOC-21.1-4")
@pytest.mark.clause("ZOC-21.1-9")
@pytest.mark.parametrize(
    ("german", "label", "army"),
    [("de_352id_916", "2520", "us"), ("de_352id_916", "2620", "us"), ("de_352id_916", "2424", "commonwealth")],
)
def test_germans_near_the_site_stop_the_beginning(german, label, army):
    """ZOC-21.1-3, ZOC-21.1-4, ZOC-21.1-9."""
    units = {key: where for key, where in SAFE.items() if where != label}
    assert beaches.may_begin(position(SAFE), army)
    assert not beaches.may_begin(position({**units, german: label}), army)


@pytest.mark.clause("ZOC-21.1-3")
@pytest.mark.clause("ZOC-2.3.7-1")
@pytest.mark.clause("ZOC-A-21")
def test_a_strongpoint_beside_arromanches_counts_as_any_combat_unit():
    """ZOC-21.1-3, ZOC-2.3.7-1: the strongpoint of Longues, two hexes away, hinders no work from there."""
    assert not beaches.may_begin(position({**SAFE, "de_longues": "2424"}), "commonwealth")
    assert beaches.may_begin(position({**SAFE, "de_longues": "2623"}), "commonwealth")


@pytest.mark.clause("ZOC-21.1-6")
@pytest.mark.clause("ZOC-21.1-8")
def test_germans_on_the_site_stop_the_work_or_destroy_the_harbour():
    """ZOC-21.1-6, ZOC-21.1-8: in building it begins again later; finished, it never comes back."""
    for before, destroyed in ((Mulberry(ready=9), False), (Mulberry(done=True), True)):
        units = {**BEACHES, "de_352id_916": "2424"}
        state = position(units, mulberries={"commonwealth": before}, turn=6, side="axis", row=2)
        state.control[state.board.hex("2524")] = CODES["allied"]
        order = Move(ids(state, "de_352id_916"), path(state, "2424", "2524"), "tactical")
        assert MulberryStopped("commonwealth", destroyed) in carried_out(state, movement.execute_move(state, order))
        assert list(beaches.overrun(state, path(state, "2524"))) == []
        state.take(state.board.ids["de_352id_916"])
        state.control[state.board.hex("2524")] = CODES["allied"]
        again = [event for event in carried_out(state, beaches.construction(state)) if event.army == "commonwealth"]
        assert again == ([] if destroyed else [MulberryBegun("commonwealth", 11)])


@pytest.mark.clause("ZOC-21.1-8")
def test_a_harbour_that_is_lost_and_taken_back_in_one_turn_is_gone_all_the_same():
    """ZOC-21.1-8: entering is enough, by a retreat through the site too."""
    state = position({**BEACHES, "de_352id_916": "2424"}, mulberries={"commonwealth": Mulberry(done=True)}, turn=6)
    assert not list(overrun(state, "axis", path(state, "2423", "2525"))), "past it is not through it"
    happened = carried_out(state, overrun(state, "axis", path(state, "2423", "2524", "2525")))
    assert happened == [MulberryStopped("commonwealth", True)]
    assert not list(overrun(state, "axis", path(state, "2524")))
    assert not list(overrun(state, "allied", path(state, "2524")))


@pytest.mark.clause("ZOC-21.1-2")
@pytest.mark.parametrize("cause", ["combat", "attrition", "excess"])
def test_a_beach_closes_when_its_engineers_are_gone_whatever_took_them(cause):
    """ZOC-21.1-2: and with no other unit's end; the journal tells it by the name of the beach."""
    state = position({**BEACHES, "us_4id_8": "2814"})
    engineer, regiment = ids(state, "us_1_esb_utah")[0], ids(state, "us_4id_8")[0]
    assert BeachClosed("utah") not in carried_out(state, eliminate(state, (regiment,), cause))
    happened = carried_out(state, lose_step(state, engineer, cause))
    assert happened == [Eliminated(engineer, cause), BeachClosed("utah")]
    with language("en"):
        assert str(told(state, happened[-1])) == "Utah Beach is closed: no engineers are left there."
        assert str(told(state, BeachOpened("omaha_1"))) == "Omaha Beach, Easy Red and Fox is open."


@pytest.mark.clause("ZOC-21.1-6")
def test_enemies_beside_a_site_do_not_stop_what_was_begun():
    """ZOC-21.1-6."""
    state = position({**SAFE, "de_352id_916": "2424"}, mulberries={"commonwealth": Mulberry(ready=6)}, turn=6)
    assert MulberryDone("commonwealth") in carried_out(state, beaches.construction(state))
