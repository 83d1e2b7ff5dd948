"""A system of plain positions: what it says of a state, and its bytes, there and back."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from wab.engine import Dice, Outcome
from wab.field.position import Now, PlainSystem, Position
from wab.field.zones import Zones
from wab.hexes import Grid

GRID = Grid(3, 3)
SIDES = {1: "red", 2: "red", 3: "blue"}
BOARD = SimpleNamespace(id="plain/x", grid=GRID, roster=SIDES, zones=Zones(GRID, np.ones((9, 6), np.bool_)))


class Unit(msgspec.Struct, frozen=True):
    id: int
    hex: int


class State(Position):
    def side_of(self, unit):
        return SIDES[unit]


class Plain(PlainSystem):
    id = "plain"
    sides = ("red", "blue")
    position_type, unit_type, now_type, codes = State, Unit, Now, {"red": 1, "blue": 2}

    def board_of(self, scenario):
        assert scenario == BOARD.id
        return BOARD


Plain.__abstractmethods__ = frozenset()  # the rest of a system has nothing to do with its positions
SYSTEM = Plain()


def state(**now):
    found = State(board=BOARD, dice=Dice(7), control=bytearray([1, 1, 0, 2, 2, 2, 0, 0, 0]), now=Now(**now))
    found.put_all([Unit(2, 4), Unit(3, 8), Unit(1, 4)])
    return found


def test_what_it_says_of_a_game_that_goes_on():
    playing = state(turn=3, side="red", phase="move")
    assert (SYSTEM.turn(playing), SYSTEM.to_act(playing), SYSTEM.phase(playing)) == (3, "red", "move")
    assert SYSTEM.outcome(playing) is None
    setup = SYSTEM.setup_of(playing)
    assert (setup.system, setup.scenario, setup.seed) == ("plain", "plain/x", 7)


def test_turns_count_from_1_and_nobody_acts_before_the_opening_or_after_the_end():
    assert SYSTEM.turn(state()) == 1
    end = Outcome("red", "victory", {})
    over = state(turn=4, side="red", phase="move", result=end)
    assert (SYSTEM.turn(over), SYSTEM.to_act(over), SYSTEM.phase(over)) == (4, None, "over")
    assert SYSTEM.outcome(over) is end


def test_equal_states_have_equal_bytes_and_come_back_from_them():
    playing = state(turn=3, side="blue", phase="move")
    data = SYSTEM.encode(playing)
    assert msgspec.json.decode(data) == [
        "plain/x",
        msgspec.to_builtins(Dice(7)),
        "2x1 1x0 3x2 3x0",
        {"turn": 3, "side": "blue", "phase": "move"},
        [{"id": 1, "hex": 4}, {"id": 2, "hex": 4}, {"id": 3, "hex": 8}],
    ]
    back = SYSTEM.decode(data)
    assert back == playing and back.stacks == {4: (1, 2), 8: (3,)}
    assert back.deployed("red").ids == (1, 2) and SYSTEM.encode(back) == data
    assert SYSTEM.invariants(back) == []


def test_bytes_do_not_depend_on_the_order_in_which_streams_of_dice_were_drawn_from():
    first, second = state(), state()
    first.dice, second.dice = Dice(7, {"a": 1, "b": 2}), Dice(7, {"b": 2, "a": 1})
    assert SYSTEM.encode(first) == SYSTEM.encode(second)


@pytest.mark.parametrize("side", ["", "red", "blue"])
def test_before_the_opening_nobody_acts(side):
    assert SYSTEM.decode(SYSTEM.encode(state(side=side))).now.side == side


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (3, {"side": "green"}, "no such side"),
        (4, [{"id": 4, "hex": 1}], "no such unit"),
        (4, [{"id": 1, "hex": 1}, {"id": 4, "hex": 1}], "no such unit"),
        (4, [{"id": 1, "hex": 1}, {"id": 2, "hex": 9}], "no such unit, or no such hex"),
        (4, [{"id": 1, "hex": -1}], "no such unit, or no such hex"),
        (4, [{"id": 1, "hex": 1}, {"id": 1, "hex": 2}], "two places"),
        (2, "9x3", "holder 3"),
        (2, "8x1", "each of the 9 hexes"),
    ],
)
def test_bytes_that_name_what_there_is_not_are_refused(place, value, told):
    packed = msgspec.json.decode(SYSTEM.encode(state()))
    packed[place] = value
    with pytest.raises(ValueError, match=told):
        SYSTEM.decode(msgspec.json.encode(packed))


def test_what_is_wrong_with_units_and_stacks_is_told():
    broken = state()
    broken.stacks[4] = (1, 2, 3)
    assert any("both sides" in problem for problem in SYSTEM.invariants(broken))
    del broken.stacks[8]
    assert any("unit 3 is missing" in problem for problem in SYSTEM.invariants(broken))


def test_units_need_no_order_of_their_own():
    with pytest.raises(TypeError):
        sorted([Unit(2, 4), Unit(1, 4)])
    assert [unit.id for unit in state().beside(5, "red")] == [1, 2]
