"""The shared rules at their edges: one table, the first and the last hex, the order of results, read-only arrays."""

from __future__ import annotations

import operator
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from wab.engine import Dice
from wab.field import chances, control, costs, moves, stacking, supply
from wab.field.deployment import Deployment, Stack
from wab.field.moves import Fault, Moves
from wab.field.odds import Columns
from wab.field.position import Now, Position
from wab.field.zones import Zones
from wab.hexes import CLOSED, Grid, Workspace, reach

GRID = Grid(3, 6)
NOWHERE = np.zeros(GRID.size, np.bool_)


def table(cost=1):
    return np.full((GRID.size, 6), cost, np.uint8)


def only(*hexes):
    flags = NOWHERE.copy()
    flags[list(hexes)] = True
    return flags


# ---------------------------------------------------------------- chances


def test_joined_numbers_ascend_and_other_results_come_as_they_come_up():
    assert list(chances.combined({5: 1, 2: 1}, {1: 1}, operator.add).items()) == [(3, 1), (6, 1)]
    assert list(chances.combined({5: 1, 2: 1}, {1: 1}, lambda a, b: (a, b))) == [(5, 1), (2, 1)]
    assert list(chances.combined({5: 1, 2: 1, 9: 1}, {1: 1}, lambda a, b: a + b if a < 9 else "nine")) == [6, 3, "nine"]


# ---------------------------------------------------------------- control


def test_no_hexes_are_no_text():
    assert control.to_runs(b"") == ""
    assert control.from_runs("", 0, (0, 1)) == bytearray()


# ---------------------------------------------------------------- cost tables


def test_one_table_is_the_dearest_and_what_is_worked_out_cannot_be_written_to():
    cheap, dear = table(1), table(3)
    assert costs.dearest([cheap]) is cheap
    assert (costs.dearest([cheap, dear]) == 3).all()
    for found in (costs.dearest([cheap, dear]), costs.closed_to_all([cheap]), costs.closed_to_all([cheap, dear])):
        assert not found.flags.writeable


def test_sides_at_the_edge_of_the_map_lead_nowhere():
    open_outwards = np.where(GRID.neighbours < 0, 1, CLOSED).astype(np.uint8)
    assert not costs.enterable(GRID, [open_outwards]).any()


# ---------------------------------------------------------------- deployments


def test_what_does_not_change_is_shared():
    zones = Zones(GRID, np.ones((GRID.size, 6), np.bool_))
    first = Deployment.empty(GRID.size).carried_on(zones, {3: Stack((1, 2), 2, True)})
    other = first.carried_on(zones, {3: Stack((1, 4), 2, True)})
    assert other.occupied is first.occupied and other.stacked is first.stacked and other.zone is first.zone
    assert (first.ids, other.ids) == ((1, 2), (1, 4))
    heavier = first.carried_on(zones, {3: Stack((1, 2), 5, False)})
    assert heavier.ids is first.ids and heavier.stacked[3] == 5 and not heavier.zone.any()
    assert first.carried_on(zones, {3: Stack((1, 2), 2, True), 7: None}) is first
    for found in (Deployment.empty(GRID.size), first, heavier, heavier.carried_on(zones, {3: None})):
        assert not any(array.flags.writeable for array in (found.occupied, found.stacked, found.zone))


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ((6, 7), None),
        ((6, 18), Fault("off-map", ())),
        ((-1, 6), Fault("off-map", ())),
        ((7, 8), Fault("not-a-path", (7,))),
        ((6,), Fault("not-a-path", (6,))),
        ((), Fault("not-a-path", ())),
        ((6, 7, 9), Fault("gap", (7, 9))),
    ],
)
def test_what_is_no_path_at_all(path, found):
    assert moves.broken(GRID, path, 6) == found
    assert moves.fault(GRID, path, 6, 9, table(), NOWHERE, NOWHERE) == found


@pytest.mark.parametrize(
    ("path", "facts", "found"),
    [
        ((6, 7, 8), {}, None),
        ((6, 7), {"first_step_only": True}, None),
        ((6, 7, 8), {"first_step_only": True}, Fault("held", (6,))),
        ((6, 7, 8), {"stop": only(6, 8)}, None),
        ((6, 7, 8), {"stop": only(7)}, Fault("stop", (7,))),
        ((6, 7, 8, 9), {"stop": only(8)}, Fault("stop", (8,))),
        ((6, 7, 8, 9), {"stop": only(7, 8)}, Fault("stop", (7,))),
        ((6, 7, 8), {"closed": only(6)}, None),
        ((6, 7, 8), {"closed": only(8)}, Fault("barred", (8,))),
        ((6, 7, 8), {"closed": only(7, 8)}, Fault("barred", (7,))),
        ((6, 7, 8), {"budget": 2}, None),
        ((6, 7, 8), {"budget": 1}, Fault("too-far", (8,))),
        ((6, 7), {"budget": 0}, Fault("too-far", (7,))),
        ((6, 7), {"budget": 0, "minimum_step": True}, None),
        ((6, 7, 8), {"budget": 0, "minimum_step": True}, Fault("too-far", (8,))),
    ],
)
def test_the_first_thing_wrong_with_a_path(path, facts, found):
    rest = {"budget": 9, "costs": table(), "stop": NOWHERE, "closed": NOWHERE} | facts
    assert moves.fault(GRID, path, 6, **rest) == found


def test_a_hexside_that_may_not_be_crossed():
    walled = table()
    walled[7, GRID.direction(7, 8)] = CLOSED
    assert moves.fault(GRID, (6, 7, 8), 6, 99, walled, NOWHERE, NOWHERE) == Fault("closed", (7, 8))
    assert moves.fault(GRID, (8, 7, 6), 8, 99, walled, NOWHERE, NOWHERE) is None


def test_faults_in_words_name_their_hexes():
    def told(kind, *hexes):
        return str(moves.sentence(GRID, Fault(kind, hexes)))

    seven, eight, nine = (f"hex {GRID.label(hex_)}" for hex_ in (7, 8, 9))
    assert told("gap", 7, 9) == f"The path has a gap: {seven} and {nine} do not touch."
    assert told("closed", 7, 8) == f"These units cannot go from {seven} to {eight}."
    assert told("stop", 7) == f"An enemy zone of control ends the move at {seven}."
    assert str(moves.sentence(GRID, Fault("off-map", ()))) == "The path leads off the map."


def test_a_move_that_is_near_already_may_lie_beyond_all_in_reach():
    walls = np.full((GRID.size, 6), CLOSED, np.uint8)
    near = reach(Workspace(GRID), 6, 2, table(), NOWHERE, NOWHERE)
    for end in (7, 8):  # the farthest hex in reach; near ones lie right beyond it
        for here in range(6, end):
            walls[here, GRID.direction(here, here + 1)] = 1
        reached = reach(Workspace(GRID), 6, 9, walls, NOWHERE, NOWHERE)
        found = Moves(reached, tuple, near)
        assert [found[number] for number in range(len(found))] == list(found) == []
        alone = Moves(reached, tuple)
        assert [alone[number] for number in range(len(alone))] == list(alone)
        assert [way[-1] for way in alone] == list(range(7, end + 1))
    beyond = reach(Workspace(GRID), 8, 1, table(), NOWHERE, only(7))
    assert 9 in beyond.hexes
    assert [way[-1] for way in (Moves(reached, tuple, beyond)[0],)] == [7]


# ---------------------------------------------------------------- columns


@pytest.mark.parametrize("ratio", ["3:١", "١:3", "3:x", "x:3", "3", "3:", ":3"])
def test_a_ratio_is_two_whole_numbers_in_plain_digits(ratio):
    with pytest.raises(ValueError, match=r"is not a ratio \(expected two whole numbers"):
        Columns((ratio,))


@pytest.mark.parametrize("ratios", [("1:1", "1:1", "2:1"), ("1:1", "2:1", "2:1"), ("1:2", "1:1", "1:2", "3:1")])
def test_every_column_is_better_than_the_one_before(ratios):
    with pytest.raises(ValueError, match="rise"):
        Columns(ratios)


# ---------------------------------------------------------------- positions


class Unit(NamedTuple):
    id: int
    hex: int


class Plain(Position):
    def side_of(self, unit):
        return "red"


class Quiet(Plain):
    def has_zone(self, unit):
        return unit.id > 1


def position(kind=Plain, *units):
    board = SimpleNamespace(id="x", grid=GRID, zones=Zones(GRID, np.ones((GRID.size, 6), np.bool_)))
    found = kind(board=board, dice=Dice(1), control=bytearray(GRID.size), now=Now(2, "red", "move"))
    found.put_all(units)
    return found


def test_what_is_worked_out_on_a_copy_is_nothing_to_the_first():
    first = position(Plain, Unit(1, 4))
    assert first.deployed("red").posts.keys() == {4}
    second = first.copy()
    second.put(Unit(1, 9))
    assert second.deployed("red").posts.keys() == {9}
    assert first.deployed("red").posts.keys() == {4}


def test_one_unit_with_a_zone_of_control_is_enough_for_its_stack():
    quiet = position(Quiet, Unit(1, 4), Unit(2, 4), Unit(3, 5), Unit(0, 7))
    assert (quiet.post(4).zone, quiet.post(5).zone, quiet.post(7).zone) == (True, True, False)


def test_units_that_are_stored_all_at_once_leave_nothing_of_those_before():
    found = position(Plain, Unit(1, 4), Unit(2, 9))
    assert found.deployed("red").ids == (1, 2)
    found.put_all([Unit(3, 9)])
    assert found.deployed("red").ids == (3,)
    assert found.deployed("red").posts.keys() == {9} and np.flatnonzero(found.deployed("red").stacked).tolist() == [9]


def test_a_unit_under_another_number_and_a_stack_of_nobody_are_told():
    found = position(Plain, Unit(1, 4))
    assert list(found.misplaced()) == []
    found.stacks[7] = ()
    assert list(found.misplaced()) == [f"the stack in {GRID.label(7)} holds a unit that is elsewhere"]
    del found.stacks[7]
    found.units[5], found.stacks[4] = Unit(1, 4), (1, 5)
    assert list(found.misplaced()) == ["unit 5 is missing from its stack"]


def test_an_overfull_hex_has_no_room():
    assert [stacking.room(3, there) for there in (1, 3, 4, 9)] == [2, 0, 0, 0]


# ---------------------------------------------------------------- zones and supply lines


def test_the_first_hex_is_a_hex_like_others():
    zones = Zones(GRID, np.ones((GRID.size, 6), np.bool_))
    assert 0 in zones.covered(1) and zones.reaches(1, 0)
    assert supply.with_ends(GRID, only(0), np.array([1])).nonzero()[0].tolist() == [0, 1]


def test_no_supply_comes_from_beyond_the_edge_of_the_map():
    last = GRID.size - 1
    assert supply.with_ends(GRID, only(last), np.array([0, 5])).nonzero()[0].tolist() == [last]


def test_what_supply_reaches_cannot_be_written_to():
    assert not supply.within(Workspace(GRID), [0], table(), 3).flags.writeable


def test_a_line_is_cut_by_the_fewest_hexes_and_its_own_is_none_of_them():
    row = Grid(1, 8)
    passes = np.ones(8, np.bool_)
    passes[[1, 2, 4, 6]] = False  # from 4: two hexes on the way to 0, one on the way to 7
    assert supply.cut(Workspace(row), 4, [0, 7], passes) == (6,)
    assert supply.cut(Workspace(row), 4, [0], passes) == (2, 1)
    assert supply.cut(Workspace(row), 4, [5], passes) == ()
    assert supply.cut(Workspace(row), 4, [], passes) is None
