"""The changes that each event makes in a state, and the rest that it leaves alone."""

from __future__ import annotations

import msgspec
import pytest

from wab.engine.kernel.values import Outcome
from wab.systems.operations.state.board import SIDE_CODE, Entry
from wab.systems.operations.state.events import (
    Advanced,
    Arrived,
    CombatJoined,
    GameEnded,
    ImpulseBegan,
    ImpulseEnded,
    LostHp,
    Moved,
    Retreated,
    Scored,
    SupplyJudged,
    Tired,
    TurnBegan,
)
from wab.systems.operations.testing.boards import make_board

ROW = [". . . . . . . ."]


@pytest.fixture
def b():
    """Two Allied regiments in hexes 1 and 2, an Axis one in 6."""
    board = make_board(ROW)
    board.place("infantry", 1)
    board.place("infantry", 2)
    board.place("infantry", 6, "axis")
    return board


def changed(before, after):
    """The fields in which two units differ, with the new values."""
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {name: value for name, value in new.items() if old[name] != value}


def let(b, event, unit=1):
    """Return what an event changes of a unit."""
    before = b.state.units[unit]
    b.happen([event])
    return changed(before, b.state.units[unit])


@pytest.mark.clause("OPS-5.1-1")
@pytest.mark.clause("OPS-8.5.2-4")
@pytest.mark.clause("OPS-6.5-3")
def test_a_new_turn_makes_units_fresh_but_supply_and_spotting_go_on(b):
    deeds = {"activated": 2, "spent": 5, "moved": True, "marched": True, "attacked": True, "halted": True}
    b.change(1, supplied=False, turns_unsupplied=2, spotted=True, fatigue=30, hp=5, supported=True, **deeds)
    b.set(impulse=2, active="axis", attacked_hexes={"axis": (1,)})
    fresh = let(b, TurnBegan(4, "rain", 7))
    assert fresh == dict.fromkeys(deeds, False) | {"activated": 0, "spent": 0, "supported": False}
    state = b.state
    assert (state.turn, state.weather, state.impulse, state.active, state.rebuild_points) == (4, "rain", 0, "", 7)
    assert state.attacked_hexes == {}


@pytest.mark.clause("OPS-8.5.2-5")
def test_an_impulse_begins_with_supply_judged_for_its_side(b):
    b.change(1, supplied=False, turns_unsupplied=2)
    assert let(b, ImpulseBegan("allied", 2, 20, unsupplied=(2,), supplied=(1,))) == {
        "supplied": True, "turns_unsupplied": 0,
    }  # fmt: skip
    assert (b.state.units[2].supplied, b.state.units[2].turns_unsupplied) == (False, 0)
    assert (b.state.active, b.state.impulse, b.state.activation_points) == ("allied", 2, 20)


@pytest.mark.clause("OPS-8.5.2-4")
def test_the_end_of_a_turn_counts_turns_without_supply(b):
    b.change(2, supplied=False, turns_unsupplied=2)
    assert let(b, SupplyJudged(unsupplied=(1,), supplied=(2,))) == {"supplied": False, "turns_unsupplied": 1}
    assert (b.state.units[2].supplied, b.state.units[2].turns_unsupplied) == (True, 0)


@pytest.mark.clause("OPS-8.5.1-1")
def test_the_turn_in_which_a_port_is_taken_is_remembered_and_of_no_other_hex(b):
    object.__setattr__(b.board, "ports", {"allied": {3: 4}})
    b.control("axis", 3, 4)
    b.set(turn=5)
    b.happen([Moved((2,), (2, 3, 4), 4, False, False, (3, 4), None)])
    assert b.state.taken == {3: 5}
    assert [b.state.control[hex_] for hex_ in (3, 4)] == [SIDE_CODE["allied"]] * 2
    b.set(turn=6)
    b.happen([Moved((2,), (4, 3), 2, False, False, (3,), None)])
    assert b.state.taken == {3: 5}, "it was ours already"


@pytest.mark.clause("OPS-8.3.1-1")
@pytest.mark.parametrize(("kind", "taken"), [("infantry", True), ("commander", False)])
def test_a_unit_that_arrives_takes_its_hex(b, kind, taken):
    unit = b.place(kind, 4)
    b.remove(unit)
    object.__setattr__(b.board, "entries", (Entry(2, 4, unit, 6, 10), Entry(3, 4, 9, 6, 10)))
    b.set(awaited=(0, 1))
    b.control("nobody", 4)
    b.happen([Arrived(unit, 0, 4)])
    arrived = b.state.units[unit]
    assert (arrived.hex, arrived.hp, arrived.fatigue, b.state.awaited) == (4, 6, 10, (1,))
    assert (b.state.control[4] == SIDE_CODE["allied"]) is taken


@pytest.mark.clause("OPS-6.5-3")
def test_a_move_adds_up_and_hides_who_was_spotted(b):
    b.change(1, spotted=True, spent=2)
    assert let(b, Moved((1,), (1, 2, 3), 4, True, True, (), None)) == {
        "hex": 3, "spent": 6, "moved": True, "marched": True, "halted": True, "spotted": False,
    }  # fmt: skip
    assert let(b, Moved((1,), (3, 2), 2, False, False, (), None)) == {"hex": 2, "spent": 8}, "marched and halted stay"


@pytest.mark.clause("OPS-7.2-13")
def test_a_combat_marks_the_hex_for_the_side_that_attacks(b):
    b.set(attacked_hexes={"allied": (7,)})
    found = let(b, CombatJoined((1, 2), (), (3,), 6, 2, 100, 100, "1:1", "1:1", (), ()))
    assert found == {"attacked": True}
    assert b.state.attacked_hexes == {"allied": (6, 7)}
    assert not b.state.units[3].attacked


@pytest.mark.clause("OPS-9.2.1-1")
def test_hp_lost_add_up_by_side_from_nothing(b):
    b.set(hp_lost={})
    assert let(b, LostHp(1, 2, "combat")) == {"hp": 6}
    b.happen([LostHp(3, 3, "combat"), LostHp(2, 1, "combat")])
    assert b.state.hp_lost == {"allied": 3, "axis": 3}


@pytest.mark.clause("OPS-8.4.1-1")
@pytest.mark.parametrize(
    ("percent", "left"), [(200, 100), (61, 100), (60, 100), (59, 99), (-40, 0), (-41, 0), (-39, 1)]
)
def test_fatigue_stays_between_nothing_and_all(b, percent, left):
    b.change(1, fatigue=40)
    assert let(b, Tired(1, percent, "move")) == {"fatigue": left}


@pytest.mark.clause("OPS-6.5-3")
@pytest.mark.parametrize("control", [True, False])
def test_who_retreats_or_advances_is_where_he_went_and_takes_it_if_told(b, control):
    b.change(2, spotted=True)
    b.control("axis", 0, 3)
    assert let(b, Retreated(1, 1, 0, control)) == {"hex": 0}
    assert let(b, Advanced((2,), 3, control), 2) == {"hex": 3, "spotted": False}
    assert [b.state.control[hex_] == SIDE_CODE["allied"] for hex_ in (0, 3)] == [control, control]
    assert b.state.offer is None


@pytest.mark.clause("OPS-9.2.1-1")
def test_points_add_up_by_side_and_by_objective_from_nothing(b):
    b.set(earned={})
    b.happen(
        [Scored("axis", 3, "objective", 0), Scored("axis", 2, "objective", 0), Scored("allied", 4, "objective", 0)]
    )
    assert b.state.earned == {"axis": 5, "allied": 4}
    assert b.state.objective_points == {0: {"axis": 5, "allied": 4}}
    b.happen([Scored("axis", 7, "losses")])
    assert b.state.earned == {"axis": 12, "allied": 4}
    assert b.state.objective_points == {0: {"axis": 5, "allied": 4}}


@pytest.mark.clause("OPS-6.5-4")
def test_an_impulse_ends_with_its_hexes_taken_and_nobody_to_act(b):
    b.control("nobody", 4)
    b.happen([ImpulseEnded("allied", (4,))])
    assert (b.state.control[4], b.state.active) == (SIDE_CODE["allied"], "")


@pytest.mark.clause("OPS-9.2.3-1")
def test_the_end_is_kept_with_winner_level_points_and_reason(b):
    b.happen([GameEnded("axis", "marginal", "points", {"allied": 3, "axis": 9})])
    assert b.state.result == Outcome("axis", "marginal", {"allied": 3.0, "axis": 9.0}, "points")
    assert (b.state.active, b.state.offer) == ("", None)


def test_every_event_is_one_version_more(b):
    before = b.state.version
    b.happen([Tired(1, 1, "move"), Tired(1, 1, "move")])
    assert b.state.version == before + 2


def test_a_unit_that_goes_back_or_forward_is_spotted_no_more(b):
    for event in (Retreated(1, 1, 0), Advanced((1,), 3)):
        b.change(1, spotted=True, lasting=True)
        let(b, event)
        assert (b.state.units[1].spotted, b.state.units[1].lasting) == (False, False)


def test_an_advance_does_not_undo_a_halt(b):
    b.change(1, halted=True)
    b.change(2, halted=False)
    b.happen([Advanced((1, 2), 3, halted=False)])
    assert [b.state.units[unit].halted for unit in (1, 2)] == [True, False]


def test_a_held_unit_is_halted_by_its_one_hex_and_not_by_standing_still(b):
    b.change(1, held=True)
    b.happen([Moved((1,), (1,), 0)])
    assert not b.state.units[1].halted
    b.happen([Moved((1,), (1, 0), 2)])
    assert b.state.units[1].halted


def test_spotted_enemies_stay_so_to_the_end_of_the_spotters_next_impulse(b):
    """OPS-6.5-3: spotting that lasts outlives one end of an impulse, and one only."""
    b.change(3, spotted=True, lasting=True)
    for left in (True, False):
        b.happen([ImpulseEnded("allied")])
        assert (b.state.units[3].spotted, b.state.units[3].lasting) == (left, False)
