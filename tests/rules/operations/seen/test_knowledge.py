"""A side's knowledge (ledger section 6.1), and its reports of the other's doings (OPS-5.1-5)."""

from __future__ import annotations

import pytest

from wab.systems.operations.seen.knowledge import FIRST_CONTACT, known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.state.events import Activated, Moved, Removed, Tired

PLAIN = [". . . . . . . . . ."]


def seen_at(board, distance, **traits):
    """The Allied view of an Axis regiment so far from a scout with sight 6; weather clear, ground open."""
    b = board(PLAIN, switches={"supply": False}, weather="sunny")
    b.place("recon", 0)
    foe = b.place("infantry", distance, "axis", hp=5, fatigue=33, activated=1, attacked=True, **traits)
    return b, foe, known_state(b.state, "allied")


@pytest.mark.clause("OPS-6.1-8")
def test_an_identified_enemy_shows_its_traits(board):
    b, foe, known = seen_at(board, 2)
    unit = known.units[foe]
    assert (unit.hp, unit.fatigue, unit.hex) == (5, 33, 2)
    assert known.profile(foe) == b.state.profile(foe)
    assert not (unit.activated or unit.attacked), "what it has done this turn is not known"


@pytest.mark.clause("OPS-6.1-9")
def test_a_recognised_enemy_shows_its_type_and_no_values(board):
    b, foe, known = seen_at(board, 4, defence=17)
    (contact,) = [unit for unit in known.units.values() if unit.hex == 4]
    profile = known.profile(contact.id)
    assert contact.id >= FIRST_CONTACT and foe not in known.units
    assert (profile.type, profile.level) == ("infantry", "recognised")
    assert profile.name == "" and profile.defence == b.board.tables.estimates["infantry"].defence
    assert contact.fatigue == 0 and contact.hp == profile.hp


@pytest.mark.clause("OPS-6.1-10")
def test_a_detected_enemy_shows_that_it_is_there_and_nothing_else(board):
    shown = []
    for kind in ("infantry", "armour", "artillery"):
        b = board(PLAIN, switches={"supply": False}, weather="sunny")
        b.place("recon", 0)
        b.place(kind, 6, "axis")
        known = known_state(b.state, "allied")
        (contact,) = [unit for unit in known.units.values() if unit.hex == 6]
        shown.append((contact, known.profile(contact.id)))
        assert known.profile(contact.id).level == "detected" and known.profile(contact.id).nation == ""
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.clause("OPS-6.1-1")
def test_an_unseen_enemy_is_not_there(board):
    _, _, known = seen_at(board, 7)
    assert all(known.side_of(unit) == "allied" for unit in known.units)
    assert 7 not in known.stacks


def test_a_view_does_not_change_with_what_is_hidden(board):
    views = []
    for hidden in (8, 9):
        b = board(PLAIN, switches={"supply": False}, weather="sunny")
        b.place("recon", 0)
        b.place("infantry", 6, "axis")
        b.place("armour", hidden, "axis", hp=hidden - 2)
        b.control("axis", 8, 9)
        views.append(OperationsView("allied", known_state(b.state, "allied")).encode())
    assert views[0] == views[1]


def test_a_view_holds_neither_dice_nor_the_enemys_set_up(board):
    b, foe, _ = seen_at(board, 7)
    b.board.start[foe] = (7, 8, 0)
    known = known_state(b.state, "allied")
    assert known.dice.seed == 0 and known.dice.drawn == {}
    assert foe not in known.board.start


def test_an_order_is_judged_by_what_its_side_knows(board):
    from wab.systems.operations.state.orders import Move

    b = board(PLAIN, switches={"supply": False}, weather="storm")
    scout = b.place("infantry", 0, sight=2, movement=10)
    b.place("infantry", 4, "axis")
    view = OperationsView("allied", known_state(b.state, "allied"))
    assert view.why_not(Move((scout,), (0, 1, 2, 3, 4))) is None
    assert [unit.id for unit in view.own_units()] == [scout]


@pytest.mark.clause("OPS-5.1-5")
def test_unseen_moves_of_the_enemy_are_not_replayed(board):
    b, foe, _ = seen_at(board, 9)
    before = b.state.copy()
    event = Moved((foe,), (9, 8), 2)
    b.happen(iter([event]))
    assert witnessed(before, event, b.state, "allied") is None
    assert witnessed(before, event, b.state, "axis") == event


@pytest.mark.clause("OPS-5.1-5")
def test_a_move_into_sight_is_replayed_from_where_it_was_seen(board):
    b, foe, _ = seen_at(board, 9)
    before = b.state.copy()
    event = Moved((foe,), (9, 8, 7, 6), 6)
    b.happen(iter([event]))
    seen = witnessed(before, event, b.state, "allied")
    assert isinstance(seen, Moved) and seen.path == (6,)
    assert seen.units[0] >= FIRST_CONTACT and seen.spent == 0


@pytest.mark.clause("OPS-5.1-5")
def test_what_goes_on_inside_unidentified_enemies_is_not_told(board):
    b, foe, _ = seen_at(board, 5)
    before = b.state.copy()
    for event in (Activated(foe), Tired(foe, 5, "move")):
        assert witnessed(before, event, b.state, "allied") is None
        assert witnessed(before, event, b.state, "axis") == event
    assert witnessed(before, Removed(foe, "destroyed", 0), b.state, "allied") is not None


def test_without_fog_everything_is_told(board):
    b = board(PLAIN, switches={"supply": False, "fog": False})
    b.place("recon", 0)
    foe = b.place("infantry", 9, "axis")
    before = b.state.copy()
    event = Moved((foe,), (9, 8), 2)
    b.happen(iter([event]))
    assert witnessed(before, event, b.state, "allied") == event
    assert foe in known_state(b.state, "allied").units
