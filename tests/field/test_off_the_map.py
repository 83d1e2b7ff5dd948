"""Units off the map: boxes, and turn tables of reinforcements."""

from typing import NamedTuple

from wab.field import arrivals, boxes

BOXES = {"lost": (7,), "wave/left": (1, 4), "wave/right": (2,)}


class Entry(NamedTuple):
    turn: int


def test_a_unit_is_in_one_box_and_an_empty_box_is_gone():
    assert boxes.moved(BOXES, 2, "lost") == {"lost": (2, 7), "wave/left": (1, 4)}
    assert boxes.moved(BOXES, 4, "") == {"lost": (7,), "wave/left": (1,), "wave/right": (2,)}
    assert list(boxes.moved(BOXES, 3, "coming")) == ["coming", "lost", "wave/left", "wave/right"]
    assert BOXES["wave/right"] == (2,)


def test_a_box_is_found_by_its_unit_its_name_and_its_family():
    assert (boxes.box_of(BOXES, 4), boxes.box_of(BOXES, 9)) == ("wave/left", "")
    assert list(boxes.units_in(BOXES, ("wave/right", "nowhere", "lost"))) == [2, 7]
    assert boxes.family(BOXES, "wave") == {"left": (1, 4), "right": (2,)}


def test_units_that_are_nowhere_or_in_two_places_are_named():
    assert list(boxes.misplaced(BOXES, (3,), {1, 2, 3, 4, 7})) == []
    assert list(boxes.misplaced(BOXES, (1, 9), {1, 2, 4, 5, 7})) == [
        "unit 1 is in 2 places",
        "unit 9 is in 1 places",
        "unit 5 is nowhere",
    ]
    assert list(boxes.misplaced({"lost": (2, 1), "none": ()}, (), (1, 2))) == [
        "the box lost holds (2, 1)",
        "the box none holds ()",
    ]


def test_those_who_wait_come_on_their_turn_or_later():
    table = {1: Entry(2), 2: Entry(3), 3: Entry(1)}
    assert arrivals.due(table, (1, 2, 3), 2) == (1, 3)
    assert arrivals.to_come(table, (1, 2, 3), 2) == (2,)
    assert arrivals.due(table, (2,), 2) == ()
