"""Attacks of two players of a side together (ZOC-27.1)."""

import pytest
from msgspec.structs import replace

from tests.rules.zocbonds.field import board, ids, load, unit
from tests.rules.zocbonds.fighting import asked, attack, fight, fought, of, offered, refused, scene
from wab.engine.kernel.events import Rolled
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import SEVENTH, WEST, army_side
from wab.systems.zocbonds.state.orders import Consent, Stand
from wab.systems.zocbonds.state.state import Unit
from wab.systems.zocbonds.state.steps import DeterminedDefence, MayAdvance, NeedsConsent


def at_the_boundary():
    """A hex on the boundary of the armies, a neighbour on the American side, and one on the British."""
    on = board()
    for hex_ in range(on.grid.size):
        around = [near for near in on.grid.adjacent(hex_) if on.dry[near] and on.dry[hex_]]
        sides = {army_side(on, near): near for near in around}
        if len(sides) == 2 and not on.map.river[hex_].any() and on.terrain(hex_) != "city":
            return tuple(map(on.grid.label, (hex_, sides["us"], sides["commonwealth"])))
    raise LookupError


def two_germans(**now):
    target, west, east = at_the_boundary()
    state = scene(
        target, {"us_101ab_506": {}},
        {"de_352id_914": (west, {}), "de_12ss_25": (east, {}), "de_lxxxiv": (west, {}), "us_4id_8": ("2814", {})},
        side="axis", options={"players": "4"}, player=WEST, **now,
    )  # fmt: skip
    return state, target


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-27.1-2")
def test_an_attack_with_units_of_the_other_player_waits_for_his_consent():
    state, target = two_germans()
    order = attack(state, target, "de_12ss", units=["de_12ss_25", "de_352id_914"])
    assert refused(state, order) == ""
    assert of(fought(state, order), ev.AttackDeclared) == []
    assert isinstance(state.agenda[0], NeedsConsent) and state.agenda[0].seat == SEVENTH
    assert offered(state) == [Consent(True), Consent(False)]
    done = fought(load(state, combat=(2,)), Consent(True))
    (declared,) = of(done, ev.AttackDeclared)
    assert declared.fight.units == ids(state, "de_12ss_25", "de_352id_914") and declared.fight.seat == WEST
    assert unit(state, "de_352id_914").fought


@pytest.mark.clause("ZOC-27.1-1")
def test_a_declined_attack_is_not_asked_for_again_in_the_phase():
    state, target = two_germans()
    order = attack(state, target, "de_12ss", units=["de_12ss_25", "de_352id_914"])
    fought(state, order)
    fought(state, Consent(False))
    assert not state.agenda and state.now.fight is None and not unit(state, "de_12ss_25").fought
    assert refused(state, order) == "declined"
    assert refused(state, attack(state, target, "de_12ss", units=["de_12ss_25"])) == ""


@pytest.mark.clause("ZOC-27.1-1")
def test_what_the_other_player_has_declined_is_not_on_offer_any_more():
    """ZOC-27.1-1: with the partner's gun; without it the same attack is."""
    state, target = two_germans(supply={"seventh_army": 2, "panzergruppe_west": 2})
    order = attack(state, target, "de_12ss", units=["de_12ss_25"], guns=["de_lxxxiv"])
    assert order in offered(state)
    fought(state, order)
    fought(state, Consent(False))
    assert order not in offered(state) and replace(order, guns=()) in offered(state)
    assert all(refused(state, one) == "" for one in offered(state))


@pytest.mark.clause("ZOC-27.1-2")
def test_the_main_force_needs_a_unit_of_the_player_and_alone_he_asks_nobody():
    state, target = two_germans()
    assert refused(state, attack(state, target, "de_352id", units=["de_12ss_25", "de_352id_914"])) == "other-seat"
    fought(load(state, combat=(2,)), attack(state, target, "de_12ss", units=["de_12ss_25"]))
    assert state.now.attacked


@pytest.mark.clause("ZOC-27.1-1")
def test_guns_of_the_other_player_need_his_consent():
    state, target = two_germans(supply={"seventh_army": 2, "panzergruppe_west": 2})
    order = attack(state, target, "de_12ss", units=["de_12ss_25"], guns=["de_lxxxiv"])
    assert refused(state, order) == ""
    fought(state, order)
    assert state.agenda[0].seat == SEVENTH
    assert refused(state, Consent(True)) == ""


@pytest.mark.clause("ZOC-27.1-1")
@pytest.mark.clause("ZOC-17.2-6")
def test_a_gun_of_the_other_player_steadies_a_defender_with_his_consent():
    """ZOC-27.1-1: the points are the partner's."""
    target, west, east = at_the_boundary()
    state = scene(
        east, {"de_12ss_25": {}}, {"us_4id_8": (target, {})}, side="allied", options={"players": "4"},
        supply={"seventh_army": 2, "panzergruppe_west": 2},
    )  # fmt: skip
    state.put(Unit(state.board.ids["de_lxxxiv"], state.board.hex(west), 1))
    fight(state, east, ["us_4id_8"], ["us_4id_8"], result="DR", advance=2)
    state.changed(fight=replace(state.fight, seat="allied", against=WEST))
    asked(state, DeterminedDefence(WEST), MayAdvance("allied", state.fight.units))
    order = Stand(state.board.ids["de_12ss_25"], str(state.board.ids["de_lxxxiv"]))
    assert order in offered(state)
    fought(state, order)
    assert state.agenda[0].seat == SEVENTH
    done = fought(load(state, defence=(6,)), Consent(True))
    assert [(one.track, one.points) for one in of(done, ev.SupplySpent)] == [("seventh_army", 1)]


@pytest.mark.clause("ZOC-27.1-1")
def test_consent_that_nobody_asked_for_is_refused():
    state, _ = two_germans()
    assert refused(state, Consent(True)) == "not-now"


@pytest.mark.clause("ZOC-27.1-1")
def test_a_stand_without_support_asks_nobody():
    """ZOC-27.1-1: of one German player of two neither."""
    _, _, east = at_the_boundary()
    target = at_the_boundary()[0]
    state = scene(east, {"de_12ss_25": {}}, {"us_4id_8": (target, {})}, side="allied", options={"players": "4"})
    fight(state, east, ["us_4id_8"], ["us_4id_8"], result="DR", advance=2)
    state.changed(fight=replace(state.fight, seat="allied", against=WEST))
    asked(state, DeterminedDefence(WEST), MayAdvance("allied", state.fight.units))
    done = fought(load(state, defence=(6,)), Stand(state.board.ids["de_12ss_25"]))
    assert len(of(done, ev.DefenceRolled)) == 1 and not of(done, ev.Asked)
    assert len(of(done, Rolled)) == 1, "its die is on record"
