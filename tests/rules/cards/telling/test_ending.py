"""The sum of a game that is over: medals, holders of objectives, losses by kind, faces of the attack dice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.cards_field import Field, medal
from wab.engine import Outcome, Rolled, Text
from wab.engine.kernel.values import Record
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.apply import apply
from wab.systems.cards.state.orders import Done
from wab.systems.cards.telling.ending import Ending, Loss, ending

UNITS = {
    "a": ("allies", "infantry", "E5"),
    "b": ("allies", "infantry", "F5", 1),
    "t": ("allies", "armour", "G5"),
    "x": ("axis", "infantry", "E3"),
    "y": ("axis", "artillery", "F3"),
}


def summed(f: Field, *records: Record) -> Ending:
    game: Any = SimpleNamespace(outcome=Outcome(None, "draw", {}), state=f.state, journal=list(records))
    return ending(game)


def rolled(*results: int, stream: str = "attack") -> Record:
    return Record(Done(), (Rolled(stream, Text("Dice"), 6, 0, results),), "")


def test_a_game_that_goes_on_has_no_sum() -> None:
    game: Any = SimpleNamespace(outcome=None, state=Field(UNITS).state, journal=[])
    with pytest.raises(ValueError, match="not over"):
        ending(game)


def test_losses_are_told_side_by_side_in_units_and_figures() -> None:
    f = Field(UNITS)
    sizes = {name: f.state.profile(f.ids[name]).figures for name in UNITS}
    assert summed(f).losses == (
        Loss("allies", "infantry", 2, 0, sizes["a"] + sizes["b"], sizes["b"] - 1),
        Loss("allies", "armour", 1, 0, sizes["t"], 0),
        Loss("axis", "infantry", 1, 0, sizes["x"], 0),
        Loss("axis", "artillery", 1, 0, sizes["y"], 0),
    )
    apply(f.state, ev.Eliminated(f.ids["b"], f.hex("F5"), "axis"))
    found = {(loss.side, loss.kind): loss for loss in summed(f).losses}
    assert found["allies", "infantry"] == Loss("allies", "infantry", 2, 1, sizes["a"] + sizes["b"], sizes["b"])


@pytest.mark.clause("CRD-S-4")
def test_who_left_the_board_by_an_exit_has_lost_only_what_it_had_lost_before() -> None:
    f = Field({**UNITS, "u": ("allies", "armour", "H5")})
    tank, other = f.ids["t"], f.ids["u"]
    size = f.state.profile(tank).figures
    happened = (ev.FiguresLost(tank, 2, "attack"), ev.Recovered(tank, 1), ev.UnitLeft(tank, "allies"))
    for event in happened:
        apply(f.state, event)
    f.state.take(other)
    (found,) = (loss for loss in summed(f, Record(Done(), happened, "")).losses if loss.kind == "armour")
    assert found == Loss("allies", "armour", 2, 1, 2 * size, 1 + size)


def test_who_never_came_has_lost_nothing() -> None:
    f = Field(UNITS)
    waiting = f.state.units.pop(f.ids["t"])
    (found,) = (loss for loss in summed(f).losses if loss.kind == "armour")
    assert (found.units, found.eliminated, found.figures_lost) == (1, 0, 0)
    assert found.figures == waiting.figures


def test_faces_are_counted_in_attacks_that_were_not_taken_back() -> None:
    f = Field(UNITS)
    faces = f.board.tables.dice.faces
    told = summed(f, rolled(1, 1, 6), rolled(6), rolled(3, stream="deck"), rolled(2), Record(None, (), "", undo=True))
    assert sum(told.faces.values()) == 4
    expected: dict[str, int] = {}
    for result in (1, 1, 6, 6):
        expected[faces[result - 1]] = expected.get(faces[result - 1], 0) + 1
    assert told.faces == expected


def test_medals_and_holders_of_objectives_are_told() -> None:
    f = Field(UNITS, medals=(medal("temporary", "allies", "E5"),))
    number = f.board.objectives[0].number
    apply(f.state, ev.MedalWon(number, "allies"))
    apply(f.state, ev.Eliminated(f.ids["x"], f.hex("E3"), "allies"))
    found = summed(f)
    assert found.held == {number: "allies"} and found.board is f.board
    assert {side: (track.kills, track.objectives) for side, track in found.medals.items()} == {
        "allies": (1, (number,)),
        "axis": (0, ()),
    }
