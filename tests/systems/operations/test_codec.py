"""States and views as bytes: what they name must be there, and bytes that are none are said to be none."""

from __future__ import annotations

import json

import pytest

import wab
from wab.systems.operations import SYSTEM


@pytest.fixture(scope="module")
def game():
    return wab.new_game("operations/causeway-to-carentan", seed=3)


def changed(data, *path, to):
    """The bytes with another value at a place."""
    content = json.loads(data)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to(inner[path[-1]])
    return json.dumps(content).encode()


NAMES = [
    (("units", 0, "id"), lambda id_: 10**30, "unit"),
    (("units", 0, "id"), lambda id_: -1, "unit"),
    (("units", 0, "hex"), lambda hex_: -1, "hex"),
    (("units", 0, "hex"), lambda hex_: 10**6, "hex"),
    (("removed",), lambda units: [99_999], "unit"),
    (("awaited",), lambda numbers: [10**9], "reinforcement"),
    (("objective_points",), lambda points: [[77, {"allied": 1}]], "objective"),
    (("squadrons",), lambda squadrons: [{"id": 50_999, "hp": 1}], "air unit"),
    (("control",), lambda text: "", "control"),
    (("control",), lambda text: text + " 1x1", "control"),
    (("control",), lambda text: "99999999999999999999x1", "control"),
    (("control",), lambda text: text.replace("x1", "x7", 1), "control"),
    (("control",), lambda text: text.replace("x", "-", 1), "control"),
]


@pytest.mark.parametrize(("path", "to", "what"), NAMES)
def test_what_is_not_there_is_named(game, path, to, what):
    with pytest.raises(ValueError, match=what):
        SYSTEM.decode(changed(SYSTEM.encode(game.state), *path, to=to))
    with pytest.raises(ValueError, match=what):
        SYSTEM.decode_view(changed(game.view("allied").encode(), "position", *path, to=to))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"scenario": "\xff"}', b"\x00" * 9])
def test_bytes_that_are_none_are_refused(data):
    with pytest.raises(ValueError):
        SYSTEM.decode(data)
    with pytest.raises(ValueError):
        SYSTEM.decode_view(data)


def test_sound_bytes_come_back(game):
    data = changed(SYSTEM.encode(game.state), "turn", to=lambda turn: turn)
    assert SYSTEM.encode(SYSTEM.decode(data)) == SYSTEM.encode(game.state)


def test_a_view_has_the_fields_of_the_exports_that_there_are(game):
    assert list(json.loads(game.view("axis").encode())) == ["side", "position"]
