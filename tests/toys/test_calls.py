"""The closed toy: its rules on its own map, what each side hears, and what a sample must hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.toys import calls
from tests.toys.calls import SYSTEM
from tests.toys.calls.state import (
    CODES,
    LOST,
    Attack,
    Call,
    Called,
    Done,
    Enter,
    Entered,
    March,
    Report,
    Retreat,
    Stand,
    StepLost,
    Unit,
    WentBack,
)
from wab.engine import Dice, GivenDice
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup

LANE = "calls/the-lane"
NORTH, NORTH_TOO, NORTH_EAST, NORTH_LATE, SOUTH, SOUTH_TOO, SOUTH_EAST = range(1, 8)


def hex_(label):
    return calls.state.BOARDS[LANE].grid.parse(label)


def position(*units, turn=1, side="north", **now):
    """A state with these units on the map, the others lost: (id, label) each, on ground of its own side."""
    state = SYSTEM.new_state(LANE, 1, {})
    state.put_all(Unit(id_, hex_(label)) for id_, label in units)
    for unit in state.units.values():
        state.control[unit.hex] = CODES[state.side_of(unit.id)]
    gone = tuple(sorted({*state.board.roster} - {*state.units}))
    state.changed(turn=turn, side=side, boxes={LOST: gone}, worn=dict.fromkeys(gone, 2), **now)
    assert SYSTEM.invariants(state) == []
    return state


def happen(state, order, die=None):
    """The events of a legal order, applied one by one, with the die as given."""
    assert SYSTEM.why_not(state, order) is None
    if die is not None:
        state.dice = GivenDice(1, {}, totals={"combat": die})
    events = []
    for event in SYSTEM.execute(state, order):
        SYSTEM.apply(state, event)
        events.append(event)
    state.dice = Dice(1, state.dice.drawn)
    assert SYSTEM.invariants(state) == []
    return events


def code(state, order):
    found = SYSTEM.why_not(state, order)
    return found and found.code


def test_a_unit_marches_over_ground_of_its_side_to_a_hex_with_room():
    state = position((NORTH, "0304"), (NORTH_TOO, "0305"), (NORTH_EAST, "0305"), (SOUTH, "0001"))
    assert code(state, March(NORTH, (hex_("0304"), hex_("0305")))) == "no-way"
    assert code(state, March(NORTH, (hex_("0304"), hex_("0202")))) == "no-way"
    assert code(state, March(SOUTH, (hex_("0001"), hex_("0002")))) == "busy"
    happen(state, March(NORTH, (hex_("0304"), hex_("0404"))))
    assert state.units[NORTH].hex == hex_("0404")
    assert code(state, March(NORTH, (hex_("0404"), hex_("0304")))) == "busy"
    assert {order.path[-1] for order in SYSTEM.offered(position((NORTH, "0405")), NORTH) if isinstance(order, March)}


def test_a_vacant_hex_is_entered_and_an_occupied_one_is_heard_of():
    state = position((NORTH, "0203"), (NORTH_TOO, "0203"), (SOUTH, "0202"))
    assert code(state, Call(NORTH, hex_("0303"))) == "not-beside"
    assert happen(state, Call(NORTH, hex_("0202"))) == [Called(hex_("0202"), True, NORTH)]
    assert state.now.contacts == (hex_("0202"),)
    called, entered = happen(state, Call(NORTH_TOO, hex_("0103")))
    assert (called.occupied, entered) == (False, Entered(hex_("0103"), NORTH_TOO))
    assert state.units[NORTH_TOO].hex == hex_("0103") and state.holds("north", hex_("0103"))
    heard = {hex_("0202"): Report(1, "occupied"), hex_("0103"): Report(1, "vacant")}
    assert SYSTEM.view(state, "north").position.now.reports == {"north": heard}
    assert SYSTEM.view(state, "south").position.now.reports == {}
    assert SYSTEM.witnessed(state, called, state, "south") == Called(hex_("0103"), False, 0)
    happen(state, Done())
    assert state.now.contacts == () and state.now.reports == {"north": heard}


def beaten(*units):
    """Two attackers have beaten the stack in 0202 and its owner must answer."""
    state = position((NORTH, "0203"), (NORTH_TOO, "0203"), *units, contacts=(hex_("0202"),))
    happen(state, Attack((NORTH, NORTH_TOO), hex_("0202")), die=6)
    return state


def test_the_defender_is_asked_out_of_turn_and_both_see_the_table():
    state = beaten((SOUTH, "0202"))
    assert (state.now.side, SYSTEM.to_act(state), SYSTEM.phase(state)) == ("north", "south", "yield")
    assert SYSTEM.view(state, "north").position.now.agenda == state.now.agenda
    assert state.now.reports["south"] == {hex_("0203"): Report(1, "seen", (NORTH, NORTH_TOO))}
    assert state.now.reports["north"] == {hex_("0202"): Report(1, "seen", (SOUTH,))}
    assert code(state, Done()) == "not-now"
    assert happen(state, Stand())[0] == StepLost(SOUTH)
    assert SYSTEM.to_act(state) == "north" and state.units[SOUTH].hex == hex_("0202")


def test_a_bad_roll_costs_the_first_attacker_a_step():
    state = position((NORTH, "0203"), (SOUTH, "0202"), contacts=(hex_("0202"),))
    assert StepLost(NORTH) in happen(state, Attack((NORTH,), hex_("0202")), die=3)
    assert SYSTEM.phase(state) == "march"
    assert code(state, Attack((NORTH,), hex_("0202"))) == "cannot"


def test_a_retreat_costs_as_few_steps_as_it_can_and_the_enemy_does_not_see_where_it_goes():
    state = beaten((SOUTH, "0202"))
    offered = [order.path for order in SYSTEM.offered(state) if isinstance(order, Retreat)]
    far, near = tuple(map(hex_, ("0202", "0101", "0001"))), tuple(map(hex_, ("0202", "0201", "0200")))
    assert far in offered and near not in offered  # 0200 lies beside ground of the north
    assert code(state, Retreat((SOUTH,), near)) == "no-retreat"
    gone, *_, entered = happen(state, Retreat((SOUTH,), far))
    assert gone == WentBack((SOUTH,), far) and entered == Entered(hex_("0202"), NORTH)
    assert SYSTEM.witnessed(state, gone, state, "north") is None
    assert SYSTEM.witnessed(state, entered, state, "south") == Entered(hex_("0202"), 0)
    assert state.holds("north", hex_("0202"))


def test_a_stack_may_split_and_those_without_a_way_back_are_lost():
    state = beaten((SOUTH, "0202"), (SOUTH_TOO, "0202"))
    for other in range(state.board.grid.size):
        keep = {hex_("0202"), hex_("0101"), hex_("0001")}
        state.control[other] = CODES["south"] if other in keep else CODES["north"]
    state.put(Unit(SOUTH_EAST, hex_("0001")))
    state.changed(boxes={LOST: tuple(unit for unit in state.box(LOST) if unit != SOUTH_EAST)})
    path = tuple(map(hex_, ("0202", "0101", "0001")))
    assert code(state, Retreat((SOUTH, SOUTH_TOO), path)) == "no-retreat"  # there is room for one of them
    events = happen(state, Retreat((SOUTH,), path))
    assert events.count(StepLost(SOUTH_TOO)) == 2 and StepLost(SOUTH) in events
    assert (state.stacks[hex_("0001")], SOUTH_TOO in state.box(LOST)) == ((SOUTH, SOUTH_EAST), True)
    assert SYSTEM.to_act(state) == "north"


def test_reinforcements_enter_on_their_turn_or_later():
    state = SYSTEM.new_state(LANE, 1, {})
    state.changed(turn=1, side="north")
    assert code(state, Enter(NORTH_LATE)) == "not-due"
    state.changed(turn=3)
    happen(state, Enter(NORTH_LATE))
    assert state.units[NORTH_LATE].hex == hex_("0401")
    assert NORTH_LATE not in state.box("coming")


@pytest.mark.parametrize("seed", range(20))
def test_a_sample_has_a_unit_in_each_hex_that_was_called_occupied(seed):
    state = position((NORTH, "0203"), (SOUTH, "0202"), (SOUTH_TOO, "0000"), contacts=(hex_("0202"),))
    game = Game.made_up(SYSTEM.view(state, "north"), seed)
    assert hex_("0202") in game.state.stacks
    assert {*game.state.units} == {*state.units}
    assert game.setup == Setup("calls", LANE, seed)


def test_the_side_with_more_hexes_wins():
    state = position((NORTH, "0203"), (SOUTH, "0202"), turn=5, side="south")
    state.control[hex_("0000")] = CODES["north"]
    happen(state, Done())
    assert (state.now.result.winner, state.now.result.points) == ("north", {"north": 16.0, "south": 14.0})


def test_losses_are_told_with_the_ground_that_went_with_them():
    began = position((NORTH, "0203"), (SOUTH, "0202"), (SOUTH_TOO, "0102"))
    ended = began.copy()
    ended.take(SOUTH)
    ended.changed(boxes={LOST: tuple(sorted((*began.box(LOST), SOUTH)))})
    ended.now = replace(ended.now, worn={**ended.now.worn, SOUTH: 2})
    ended.control[hex_("0202")] = CODES["north"]
    (cause,) = SYSTEM.turning_points(began, ended, ())
    assert str(cause.words) == "South loses south 5: 1 point."


def test_it_is_small():
    files = Path(calls.__file__).parent.glob("*.py")
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert 300 < len(lines) < 700
