"""A rule book that is being read: the way back and forward, and step by step."""

from __future__ import annotations

from wab.app.play.reading import Reading

BOOK = ["a", "b", "c"]


def test_the_way_back_and_forward() -> None:
    reading = Reading()
    for clause in ("a", "c", "b"):
        reading.open(clause)
    reading.go_back()
    assert (reading.at, reading.back, reading.forward) == ("c", ["a"], ["b"])
    reading.go_forward()
    assert (reading.at, reading.forward) == ("b", [])
    reading.go_forward()
    assert reading.at == "b"


def test_another_rule_opened_on_the_way_ends_the_way_forward() -> None:
    reading = Reading()
    for clause in ("a", "b"):
        reading.open(clause)
    reading.go_back()
    reading.open("c")
    assert reading.forward == [] and reading.back == ["a"]


def test_steps_stay_inside_what_is_shown() -> None:
    reading = Reading()
    told = []
    for by in (1, 1, 1, 1, -1):
        reading.step(by, BOOK)
        told.append(reading.at)
    assert told == ["a", "b", "c", "c", "b"]
    reading.step(1, ["x", "y"])
    assert reading.at == "x", "what is open is not among them: the first"
    reading.step(1, [])
    assert reading.at == "x"


def test_what_is_open_already_is_brought_into_sight_and_no_step_back() -> None:
    reading = Reading()
    reading.open("a")
    reading.moved = False
    reading.open("a")
    assert reading.moved and reading.back == []


def test_the_way_back_has_an_end() -> None:
    reading = Reading()
    for number in range(500):
        reading.open(str(number))
    assert len(reading.back) < 100 and reading.back[-1] == "498"
