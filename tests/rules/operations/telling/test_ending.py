"""The sum of a battle that is over: points by source, losses, dice, holders of objectives."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from wab.engine import Outcome, Rolled, Text
from wab.engine.kernel.values import Record
from wab.systems.operations.state.board import Objective
from wab.systems.operations.state.events import LostHp, Removed, Scored
from wab.systems.operations.state.orders import Attack, Bombard, Pass
from wab.systems.operations.telling.ending import ending
from wab.systems.operations.testing.boards import make_board


def rolled(stream, *results, faces=6):
    return Rolled(stream, Text("Dice"), faces, 0, results)


def record(order, *events):
    return Record(order, events, "")


def summed(b, *records):
    return ending(SimpleNamespace(outcome=Outcome(None, "draw", {}), state=b.state, journal=list(records)))


@pytest.fixture
def field():
    """Two Allied units (1, 2) and two of the Axis (3, 4); the Axis holds hex 3."""
    b = make_board([". . . . . ."])
    for side, hex_ in (("allied", 0), ("allied", 1), ("axis", 4), ("axis", 5)):
        b.place("infantry", hex_, side)
    b.control("axis", 3, 4, 5)
    return b


def test_a_battle_that_goes_on_has_no_sum(field):
    with pytest.raises(ValueError, match="not over"):
        ending(SimpleNamespace(outcome=None, state=field.state, journal=[]))


@pytest.mark.clause("OPS-9.2.1-3")
def test_points_are_told_by_side_and_source_and_those_for_losses_are_counted_at_the_end(field):
    field.set(hp_lost={"allied": 2, "axis": 5}, objective_points={0: {"allied": 3}})
    found = summed(
        field,
        record(None, Scored("allied", 2, "turn", 0), Scored("axis", 4, "turn", 1)),
        record(Pass(), Scored("allied", 1, "turn", 0), Scored("allied", 7, "end", 0), Scored("axis", 6, "handicap")),
    )
    assert found.points == {
        ("allied", "turn"): 3,
        ("axis", "turn"): 4,
        ("allied", "end"): 7,
        ("axis", "handicap"): 6,
        ("allied", "losses"): 5,
        ("axis", "losses"): 2,
    }
    assert (found.hp_lost, found.earned, found.board) == ({"allied": 2, "axis": 5}, {0: {"allied": 3}}, field.board)


def test_a_side_that_lost_nothing_is_told_so(field):
    field.set(hp_lost={})
    assert summed(field).hp_lost == {"allied": 0, "axis": 0}


def test_what_was_taken_back_is_no_part_of_it(field):
    points = record(Pass(), Scored("allied", 2, "turn"))
    found = summed(field, points, points, Record(None, (), "", undo=True))
    assert found.points["allied", "turn"] == 2


def test_objectives_are_told_with_their_holders(field):
    towns = tuple(Objective({"en": name}, hex_, "allied", 1, 0, "both", True) for name, hex_ in (("A", 1), ("B", 3)))
    object.__setattr__(field.board, "objectives", towns)
    assert summed(field).holders == ("allied", "axis")
    field.control("nobody", 1)
    assert summed(field).holders == (None, "axis")


def test_losses_are_added_up_by_unit_and_who_was_withdrawn_is_not_lost(field):
    found = summed(
        field,
        record(Pass(), LostHp(1, 2, "combat"), LostHp(3, 1, "combat"), Removed(2, "withdrawn", 8)),
        record(Pass(), LostHp(1, 1, "supply"), Removed(3, "destroyed", 0), Removed(4, "captured", 5)),
    )
    assert found.lost == {1: 3, 3: 1, 4: 5}
    assert found.gone == {3, 4}
    assert found.hp_lost == {"allied": 0, "axis": 0}


def test_a_side_is_told_the_dice_of_its_attacks_and_bombardments_and_no_others(field):
    found = summed(
        field,
        record(None, rolled("weather", 50, faces=100)),
        record(Attack((1, 2), 4, 1), rolled("combat", 3, 5), LostHp(3, 1, "combat"), rolled("losses", 2, faces=2)),
        record(Bombard((3,), 1), rolled("bombardment", 6)),
        record(Attack((1,), 4, 1), rolled("combat", 1, 1)),
        record(Pass(), rolled("weather", 7, faces=100)),
    )
    assert found.dice == {"allied": ((3, 6), (5, 6), (1, 6), (1, 6)), "axis": ((6, 6),)}
