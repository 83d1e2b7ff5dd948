"""Open and hidden facts, one by one (ledger section 6.1)."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from wab.engine.kernel.agenda import Step
from wab.engine.kernel.values import Outcome
from wab.systems.operations.seen.knowledge import FIRST_CONTACT, board_for, contact_id, known_state
from wab.systems.operations.state.board import Entry
from wab.systems.operations.state.state import Offer
from wab.systems.operations.testing.boards import make_board

PLAIN = [". . . . . . . . . ."]


def scouted(distance, kind="infantry", row=PLAIN, **traits):
    """A scout with sight 6 in hex 0 and an enemy so far off, on open ground in the sun; the enemy's id."""
    b = make_board(row, switches={"supply": False}, weather="sunny")
    b.place("recon", 0)
    return b, b.place(kind, distance, "axis", **traits)


def estimating(tables, type_, **values):
    """Tables with other estimates of one type."""
    guess = msgspec.structs.replace(tables.estimates[type_], **values)
    return msgspec.structs.replace(tables, estimates={**tables.estimates, type_: guess})


def contact_in(known, hex_):
    """The one contact of a hex and the profile that stands in for it."""
    (unit,) = known.stack(hex_)
    assert unit.id >= FIRST_CONTACT
    return unit, known.profile(unit.id)


OPEN = {
    "turn": 4,
    "impulse": 2,
    "active": "allied",
    "weather": "rain",
    "attacked_hexes": {"allied": (3,), "axis": (5, 6)},
    "hp_lost": {"allied": 4, "axis": 7},
    "earned": {"allied": 3, "axis": 9},
    "objective_points": {0: {"allied": 1, "axis": 2}},
    "removed": (11, 12),
    "result": Outcome("axis", "marginal", {"allied": 1.0, "axis": 2.0}),
    "weather_rule": "random",
    "taken": {5: 3},
}


@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("fact", OPEN)
def test_what_the_map_and_the_journal_show_is_known_to_both_sides(fact, side):
    b, _ = scouted(8)
    b.set(**OPEN)
    assert getattr(known_state(b.state, side), fact) == OPEN[fact]


def test_both_sides_know_who_holds_the_ground():
    b, _ = scouted(8)
    b.control("axis", 6, 7, 8)
    assert known_state(b.state, "allied").control == b.state.control
    assert known_state(b.state, "axis").control == b.state.control


def test_known_facts_are_copies():
    b, _ = scouted(8)
    known = known_state(b.state, "allied")
    known.control[0] = 2
    known.hp_lost["axis"] = 99
    known.attacked_hexes["axis"] = (1,)
    assert b.state.control[0] == 1 and b.state.hp_lost["axis"] == 0 and b.state.attacked_hexes["axis"] == ()


@pytest.mark.clause("OPS-5.1-5")
def test_activation_points_and_an_advance_are_known_to_the_side_to_act_only():
    b, _ = scouted(2)
    offer = Offer(1, (1,))
    b.set(activation_points=7, agenda=(offer,))
    own, other = known_state(b.state, "allied"), known_state(b.state, "axis")
    assert (own.activation_points, own.offer) == (7, offer)
    assert (other.activation_points, other.offer) == (0, None)


def test_what_is_to_be_settled_stays_hidden_unless_it_is_on_the_list():
    class Whispering(Step, frozen=True, tag="whispering"):
        words: str = "the reserve"

    b, _ = scouted(2)
    b.set(agenda=(Whispering(), Offer(1, (1,))))
    assert known_state(b.state, "allied").agenda == (Offer(1, (1,)),)
    assert known_state(b.state, "axis").agenda == ()


@pytest.mark.clause("OPS-8.3.3-1")
def test_the_points_for_rebuilding_are_known_to_the_axis_only():
    b, _ = scouted(2)
    b.set(rebuild_points=9)
    assert known_state(b.state, "axis").rebuild_points == 9
    assert known_state(b.state, "allied").rebuild_points == 0


@pytest.mark.clause("OPS-8.3.1-2")
def test_the_timetable_is_known_and_that_an_enemy_is_late_is_not():
    b, foe = scouted(9)
    b.remove(foe)
    entries = (Entry(3, 9, foe, 8, 0), Entry(2, 9, foe, 8, 0), Entry(1, 9, foe, 8, 0))
    b.state.board = replace(b.board, entries=entries)
    b.set(turn=2, awaited=(0, 1, 2))
    assert known_state(b.state, "allied").awaited == (0,)
    assert known_state(b.state, "axis").awaited == (0, 1, 2)


def test_a_side_knows_its_own_aircraft_and_not_those_of_the_enemy():
    b, _ = scouted(8)
    own, other = b.squadron(hp=3), b.squadron(side="axis")
    known = known_state(b.state, "allied")
    assert list(known.squadrons) == [own] and known.squadrons[own] == b.state.squadrons[own]
    assert list(known_state(b.state, "axis").squadrons) == [other]


# ------------------------------------------------------------------------------------------------- enemies


@pytest.mark.clause("OPS-6.1-8")
def test_of_an_identified_enemy_its_fortunes_are_known_and_not_its_doings():
    doings = {"activated": 1, "spent": 4, "moved": True, "marched": True, "halted": True, "attacked": True}
    doings |= {"supported": True, "held": True}
    fortunes = {"hp": 5, "fatigue": 33, "supplied": False, "turns_unsupplied": 2, "spotted": True, "lasting": True}
    b, foe = scouted(2, **doings, **fortunes)
    unit = known_state(b.state, "allied").units[foe]
    assert {name: getattr(unit, name) for name in fortunes} == fortunes
    assert not any(getattr(unit, name) for name in doings)
    assert known_state(b.state, "axis").units[foe] == b.state.units[foe], "its own side knows all of it"


@pytest.mark.clause("OPS-6.1-9")
@pytest.mark.parametrize("kind", ["infantry", "mechanised", "armour", "artillery"])
def test_a_recognised_enemy_has_the_values_of_its_type(kind):
    b, foe = scouted(4, kind, attack=99, defence=98, movement=97, sight=9, quality="elite", anti_air=96)
    unit, profile = contact_in(known_state(b.state, "allied"), 4)
    true = b.state.profile(foe)
    guess = b.board.tables.estimates[true.type]
    for name in ("move_class", "size", "quality", "hp", "attack", "defence", "movement", "sight", "symbol", "anti_air"):
        assert getattr(profile, name) == getattr(guess, name), name
    assert (profile.side, profile.nation, profile.type, profile.level) == ("axis", true.nation, true.type, "recognised")
    assert (profile.name, profile.short, profile.kind, profile.division) == ("", "?", "", "")
    assert unit == msgspec.structs.replace(unit, hp=guess.hp, fatigue=0, supplied=True)


@pytest.mark.clause("OPS-6.1-10")
def test_a_detected_enemy_has_the_values_of_infantry_and_no_symbol_of_its_own():
    b, _ = scouted(6, "armour")
    _, profile = contact_in(known_state(b.state, "allied"), 6)
    assert (profile.symbol, profile.type, profile.nation, profile.level) == ("unknown", "infantry", "", "detected")
    assert profile.attack == b.board.tables.estimates["infantry"].attack


@pytest.mark.clause("OPS-6.1-10")
@pytest.mark.parametrize(("distance", "symbol"), [(4, "destroyer"), (6, "unknown")])
def test_what_swims_is_a_ship_that_nobody_can_fight(distance, symbol):
    """True against the staff's ideas of other units of its type."""
    b, _ = scouted(distance, "ship", [". . " + "~ " * 6])
    tables = estimating(b.board.tables, "other", attack=5, defence=6, anti_air=7)
    b.state.board = replace(b.board, tables=tables, by_side={})
    _, profile = contact_in(known_state(b.state, "allied"), distance)
    assert (profile.move_class, profile.size, profile.type, profile.symbol) == ("ship", "ship", "other", symbol)
    assert (profile.attack, profile.defence, profile.zoc, profile.anti_air) == (0, 0, 0, 0)
    assert profile.is_ship


@pytest.mark.clause("OPS-6.5-3")
@pytest.mark.parametrize("lasting", [False, True])
def test_a_side_knows_that_it_keeps_an_intruder_in_sight_and_for_how_long(lasting):
    b, _ = scouted(9, spotted=True, lasting=lasting)
    unit, profile = contact_in(known_state(b.state, "allied"), 9)
    assert (unit.spotted, unit.lasting, profile.level) == (True, lasting, "detected")


@pytest.mark.clause("OPS-6.1-9")
def test_contacts_of_a_hex_do_not_tell_the_order_of_its_units():
    """By type and not by id: two boards on which the same stack was set up the other way round look the same."""
    shown = []
    for kinds in (("infantry", "armour"), ("armour", "infantry")):
        b = make_board(PLAIN, switches={"supply": False}, weather="sunny")
        b.place("recon", 0)
        for kind in kinds:
            b.place(kind, 4, "axis")
        known = known_state(b.state, "allied")
        shown.append([(unit, known.profile(unit.id)) for unit in known.stack(4)])
    assert len(shown[0]) == 2 and shown[0] == shown[1]
    assert [unit.id for unit, _ in shown[0]] == [contact_id(4, 0), contact_id(4, 1)]


def test_a_contact_is_named_by_its_hex_and_its_place_in_it():
    ids = {contact_id(hex_, place) for hex_ in range(50) for place in range(16)}
    assert len(ids) == 50 * 16 and min(ids) == FIRST_CONTACT
    assert [contact_id(3, place) - contact_id(3, 0) for place in (1, 2)] == [1, 2]
    assert contact_id(4, 0) - contact_id(3, 0) == 16, "saved views name contacts like this"


@pytest.mark.clause("OPS-6.1-9")
def test_an_enemy_in_the_first_hex_of_the_map_is_a_contact_like_any_other():
    b = make_board(PLAIN, switches={"supply": False}, weather="sunny")
    b.place("recon", 4)
    b.place("infantry", 0, "axis")
    unit, profile = contact_in(known_state(b.state, "allied"), 0)
    assert unit.id == FIRST_CONTACT and profile.level == "recognised"


# ------------------------------------------------------------------------------------------------- carried on


def shown(known):
    """Every unit that a side knows, with its profile."""
    return {id_: (unit, known.profile(id_)) for id_, unit in sorted(known.units.items())}


def anew(b, side="allied"):
    """Return the knowledge of a side, put together from nothing."""
    fresh = b.state.copy()
    fresh.put_all(list(b.state.units.values()))
    return known_state(fresh, side)


@pytest.mark.clause("OPS-6.1-1")
def test_knowledge_follows_an_enemy_that_comes_nearer_and_goes():
    b, foe = scouted(7)
    for hex_, level in ((6, "detected"), (4, "recognised"), (2, "identified"), (5, "detected"), (8, "")):
        known_state(b.state, "allied")
        b.change(foe, hex=hex_)
        known = known_state(b.state, "allied")
        assert [known.profile(unit.id).level for unit in known.stack(hex_)] == ([level] if level else [])
        assert shown(known) == shown(anew(b)), "nothing is left behind where it stood"
        contacts = {id_ for id_ in known.roster if id_ >= FIRST_CONTACT}
        assert contacts == {unit.id for unit in known.stack(hex_)} - {foe}


@pytest.mark.clause("OPS-6.1-1")
def test_knowledge_follows_the_eyes_of_a_side_and_what_is_destroyed():
    b, foe = scouted(6)
    for change in (lambda: b.change(1, hex=4), lambda: b.change(foe, hp=3), lambda: b.remove(foe)):
        known_state(b.state, "allied")
        change()
        assert shown(known_state(b.state, "allied")) == shown(anew(b))
    assert set(known_state(b.state, "allied").units) == {1}


def test_what_has_not_changed_is_not_put_together_again():
    b, foe = scouted(2)
    before = known_state(b.state, "allied")
    assert known_state(b.state, "allied") is before
    b.change(1, fatigue=20)
    after = known_state(b.state, "allied")
    assert after is not before and after.units[foe] is before.units[foe]
    assert before.units[1].fatigue == 0, "what was known before stays as it was"


@pytest.mark.clause("OPS-6.1-9")
def test_knowledge_begins_anew_on_another_board():
    """If estimates are others, a contact that has not moved is shown by the new ones."""
    b, _ = scouted(4)
    contact_in(known_state(b.state, "allied"), 4)
    b.state.board = replace(b.board, tables=estimating(b.board.tables, "infantry", attack=77), by_side={})
    b.changed()
    _, profile = contact_in(known_state(b.state, "allied"), 4)
    assert profile.attack == 77


# ------------------------------------------------------------------------------------------------- the board


@pytest.mark.parametrize(("side", "own"), [("allied", 1), ("axis", 2)])
def test_a_side_reads_where_its_own_units_began_and_no_others(side, own):
    b, foe = scouted(5)
    b.board.start.update({1: (0, 8, 0), foe: (5, 8, 0)})
    mine, theirs = b.squadron(side=side, hp=2), b.squadron(side="axis" if side == "allied" else "allied", hp=4)
    b.board.squadron_hp.update({mine: 2, theirs: 4})
    board = board_for(b.board, side)
    assert dict(board.start) == {own: b.board.start[own]}
    assert dict(board.squadron_hp) == {mine: 2}


def test_the_board_of_a_side_is_made_once_and_is_its_own():
    b, _ = scouted(5)
    board = board_for(b.board, "allied")
    assert board_for(b.board, "allied") is board is board_for(board, "allied")
    assert board_for(b.board, "axis") is not board
    assert set(board.by_side) == {"allied"}, "no way leads from what a side knows to what the other knows"
