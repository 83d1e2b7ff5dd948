"""The promises of every state of a battle: each broken promise is found and said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import wab
from wab.systems.operations.ground.sight import hex_levels
from wab.systems.operations.sequence.invariants import invariants
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.state.stacking import occupied, stacked
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.units.supply import supplied_hexes


def sound():
    """A board with nothing wrong: two Allied units, one of the Axis, sea in the west."""
    b = make_board(["~ . . . . ."], activation_points=3)
    b.place("infantry", 1)
    b.place("infantry", 2)
    b.place("infantry", 5, "axis")
    return b


def test_a_sound_board_has_nothing_wrong():
    assert invariants(sound().state) == []


@pytest.mark.parametrize(
    ("fares", "words"),
    [
        ({"hp": 0}, "0 of 8 HP"),
        ({"hp": 9}, "9 of 8 HP"),
        ({"fatigue": -1}, "-1 % fatigue"),
        ({"fatigue": 101}, "101 % fatigue"),
        pytest.param({"hp": 2, "fatigue": 71}, "stands on the map at state 0", marks=pytest.mark.clause("OPS-8.4.3-6")),
        ({"hex": 0}, "no land unit may"),
        ({"activated": 2}, "activated in impulse 2 of 1"),
        ({"marched": True, "attacked": True}, "marched and fought"),
        ({"marched": True, "supported": True}, "marched and fought"),
    ],
)
def test_what_can_be_wrong_with_a_unit(fares, words):
    b = sound()
    b.change(1, **fares)
    assert [line for line in invariants(b.state) if words in line]


def test_a_stack_is_of_one_side_and_within_the_limit():
    b = sound()
    b.change(3, hex=2)
    assert any("both sides stand in" in line for line in invariants(b.state))
    b = sound()
    for _ in range(3):
        b.place("infantry", 2)
    assert any("overstacked" in line for line in invariants(b.state))
    b = sound()
    b.state.stacks[3] = (1,)
    assert any("holds a unit that is elsewhere" in line for line in invariants(b.state))


def test_every_hex_of_land_has_one_holder_and_the_sea_none():
    for hex_, holder in ((3, "nobody"), (0, "axis"), (1, "axis")):
        b = sound()
        b.control(holder, hex_)
        assert any("OPS-6.5-4" in line for line in invariants(b.state)), (hex_, holder)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"activation_points": -1}, "-1 of 3 activation points"),
        ({"activation_points": 4}, "4 of 3 activation points"),
        ({"rebuild_points": 1}, "1 reconstitution points"),
        ({"rebuild_points": -1}, "-1 reconstitution points"),
        ({"hp_lost": {"axis": -2}}, "lost -2 HP"),
        ({"active": "neutral"}, "'neutral' is no side"),
        ({"removed": (1,)}, "has left the game and stands on the map"),
    ],
)
def test_what_can_be_wrong_with_points_and_sides(facts, words):
    b = sound()
    b.set(**facts)
    assert [line for line in invariants(b.state) if words in line]


def test_a_unit_that_acted_has_cost_its_point():
    b = sound()
    b.change(1, activated=1)
    assert any("3 of 3 activation points are left after 1 units" in line for line in invariants(b.state))
    b.set(activation_points=2)
    assert invariants(b.state) == []


def test_an_awaited_unit_is_not_on_the_map():
    game = wab.new_game("operations/cliffs-and-shingle", seed=1)
    state = game.state.copy()
    entry = state.board.entries[state.awaited[0]]
    unit = next(state.units_of("allied"))
    state.put(replace(unit, id=entry.unit))
    assert any("is awaited" in line for line in invariants(state))


def test_rebuild_points_are_within_those_of_the_turn():
    b = sound()
    rules = replace(b.board.rules, reconstitution_axis=True, reconstitution_allied=True)
    object.__setattr__(b.board, "rules", rules)
    object.__setattr__(b.board, "reconstitution_points", (2,) * 10)
    b.set(rebuild_points=2)
    assert invariants(b.state) == []
    b.set(rebuild_points=3)
    assert any("OPS-8.3.3-5" in line for line in invariants(b.state))


@pytest.mark.parametrize("scenario", [info.id for info in wab.scenarios() if info.system == "operations"])
def test_all_invariants_hold_through_turns_of_passing(scenario):
    game = wab.new_game(scenario, seed=3)
    while game.to_act:
        assert invariants(game.state) == []
        game.play(Pass())
    assert invariants(game.state) == []


@pytest.mark.parametrize(
    "derived",
    [zone_of_control, stacked, occupied, hex_levels, supplied_hexes],
)
def test_what_is_worked_out_once_cannot_be_written_by_who_asks(derived):
    b = make_board(["~ . . . . ."], supply={"allied": {1: 1}})
    b.place("infantry", 2)
    first = derived(b.state, "allied")
    assert first.any()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1
    assert derived(b.state, "allied") is first
