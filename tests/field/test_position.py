"""A plain position: what it says unless a system says otherwise, and copies that go their own ways."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from wab.engine import Dice, Outcome
from wab.field.deployment import Stack
from wab.field.position import Now, Position
from wab.field.zones import Zones
from wab.hexes import Grid


class Unit(NamedTuple):
    id: int
    hex: int


class Plain(Position):
    def side_of(self, unit):
        return "red"


class Quiet(Plain):
    def has_zone(self, unit):
        return unit.id > 1


def plain(kind=Plain):
    grid = Grid(3, 3)
    board = SimpleNamespace(id="x", grid=grid, zones=Zones(grid, np.ones((9, 6), np.bool_)))
    position = kind(board=board, dice=Dice(1), control=bytearray(9), now=Now(2, "red", "move"))
    position.put_all([Unit(1, 4), Unit(2, 4), Unit(3, 0)])
    return position


def test_units_weigh_one_and_have_zones_unless_the_system_says_otherwise():
    assert plain().post(4) == Stack((1, 2), 2, True)
    assert plain().post(5) is None
    quiet = plain(Quiet)
    quiet.take(2)
    assert quiet.post(4) == Stack((1,), 1, False)
    assert set(np.flatnonzero(quiet.deployed("red").zone).tolist()) == set(quiet.zones.grid.adjacent(0))


def test_copies_go_their_own_ways():
    first = plain()
    zone = first.deployed("red").zone
    second = first.copy()
    second.put(Unit(3, 8))
    second.control[0] = 1
    assert (first.units[3].hex, first.control[0], first.stacks[0]) == (0, 0, (3,))
    assert first.deployed("red").zone is zone
    assert 0 not in second.stacks and second.deployed("red").zone is not zone
    assert type(second) is Plain


def test_a_stage_is_the_phase_until_the_end():
    assert Now(2, "red", "move").stage == "move"
    assert Now(2, "red", "move", Outcome(None, "draw", {})).stage == "over"


def test_units_beside_a_hex():
    assert [unit.id for unit in plain().beside(1, "red")] == [1, 2, 3]
    assert plain().beside(1, "blue") == ()
