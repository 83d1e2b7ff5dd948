"""Sampled battles: each contact of a view is a unit that it may be, so that the sample is sound and looks the same."""

from __future__ import annotations

import pytest

from wab.engine import Game
from wab.systems.operations.seen import sampling
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence.invariants import invariants
from wab.systems.operations.state import setup
from wab.systems.operations.testing.boards import make_board


@pytest.fixture
def seen(monkeypatch):
    """A drawn battle as a side sees it; its board is found by name, as boards of scenarios are."""

    def view(b, side="allied"):
        monkeypatch.setattr(setup, "_board", lambda scenario, digest: b.board)
        return OperationsView(side, known_state(b.state, side))

    return view


def battle(*rows):
    """Sight 9 in clear weather: detected beyond 6 hexes, recognised beyond 3."""
    b = make_board(rows or [". . . . . . . . . . . ."], weather="sunny", switches={"supply": False})
    b.place("recon", 0, sight=9)
    b.control("axis", *range(6, b.board.grid.size))
    return b


def same_and_sound(view):
    for seed in range(12):
        sample = Game.made_up(view, seed)
        assert invariants(sample.state) == []
        assert sample.view(view.side).encode() == view.encode()


def test_a_contact_on_our_ground_is_a_commander(seen):
    """Any other unit would have taken the hex."""
    b = battle()
    b.control("allied", 8)
    b.place("commander", 8, "axis")
    for _ in range(4):
        b.place("infantry", 11, "axis")
    same_and_sound(seen(b))


def test_a_contact_on_its_own_ground_can_be_anybody(seen):
    b = battle()
    b.place("commander", 8, "axis")
    b.place("infantry", 11, "axis")
    view = seen(b)
    names = {next(unit.id for unit in view.sample(seed).state.stack(8)) for seed in range(12)}
    assert names == {2, 3}


def test_in_a_crowded_hex_some_weigh_nothing(seen):
    b = battle()
    room = b.board.tables.conduct.stacking
    for _ in range(room):
        b.place("infantry", 8, "axis")
    b.place("company", 8, "axis")
    for hex_ in (10, 11):
        b.place("infantry", hex_, "axis")
    view = seen(b)
    assert len(view.position.stacks[8]) == room + 1
    same_and_sound(view)


def test_better_known_contacts_get_the_units_that_they_need(seen):
    """Two recognised guns, and a crowd that is only detected: no unit in it may take the guns' names."""
    b = battle()
    for hex_ in (4, 5):
        b.control("axis", hex_)
        b.place("artillery", hex_, "axis")
    room = b.board.tables.conduct.stacking
    for _ in range(room):
        b.place("infantry", 8, "axis")
    b.place("commander", 8, "axis")
    view = seen(b)
    known = [view.profile(unit.id) for unit in view.position.units_of("axis")]
    assert [profile.type for profile in known if profile.level == "recognised"] == ["other", "other"]
    same_and_sound(view)


def test_names_for_contacts_leave_out_whom_nobody_sees(seen):
    b = battle()
    b.place("infantry", 2, "allied")
    b.control("axis", 3)
    b.place("armour", 3, "axis")
    b.place("commander", 8, "axis")
    b.place("infantry", 11, "axis")
    view = seen(b)
    guesses = [view.with_names(seed) for seed in range(12)]
    for guess in guesses:
        assert {1: 0, 2: 2, 3: 3}.items() <= {id_: unit.hex for id_, unit in guess.units.items()}.items()
        assert len(guess.stack(8)) == 1 and guess.side_in(11) is None
    assert {guess.stack(8)[0].id for guess in guesses} == {4, 5}


def test_names_for_contacts_tell_nothing_that_is_hidden(seen):
    """A regiment is seen far off and another is not: a reader must not learn which."""

    def guesses(near, far):
        b = battle()
        for hex_ in (near, far):
            b.place("infantry", hex_, "axis")
        view = seen(b)
        return [sorted((unit.id, unit.hex) for unit in view.with_names(seed).units.values()) for seed in range(12)]

    assert guesses(8, 11) == guesses(11, 8)


def test_every_contact_gets_a_unit_wherever_a_deal_is_possible():
    assert sampling._dealt({1: [7, 8], 2: [7], 3: [8, 9]}) == {1: 8, 2: 7, 3: 9}
    assert sampling._dealt({1: [7], 2: [7]}) == {1: 7}
    assert sampling._dealt({}) == {}
