"""States and views as bytes: what they name must be there, and bytes that are none are said to be none."""

import json

import pytest

import wab
from wab.systems.cards import SYSTEM
from wab.systems.cards.state.state import Choosing, Fight, Overrun, Retreating, Salvo


@pytest.fixture(scope="module")
def game():
    return wab.new_game("cards/pegasus-bridge", seed=3)


def changed(data, *path, to):
    """The bytes with another value at a place."""
    content = json.loads(data)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return json.dumps(content).encode()


NAMES = [
    (("units", 0, "id"), 10**30, "unit"),
    (("units", 0, "id"), -1, "unit"),
    (("units", 0, "hex"), -1, "hex"),
    (("units", 0, "hex"), 25, "hex"),  # a half hex
    (("units", 0, "kind"), "cavalry", "kind of unit"),
    (("removed",), [99], "unit"),
    (("tokens",), [{"unit": 77}], "unit on the board"),
    (("overrunner",), 77, "unit on the board"),
    (("retreat",), {"unit": 77, "flags": 1}, "unit on the board"),
    (("salvo",), {"card": "barrage", "side": "allies", "dice": 4, "targets": [77]}, "unit on the board"),
    (("fight",), {"attacker": 1, "target": 77, "origin": 1, "hex": 2, "dice": 3}, "unit on the board"),
    (("obstacles",), [[3, ["moat"]]], "obstacle"),
    (("obstacles",), [[999, ["wire"]]], "hex"),
    (("held",), [[9, "allies"]], "objective"),
    (("hands",), {"allies": ["joker"], "axis": []}, "card"),
    (("hands",), {"nobody": []}, "hand"),
    (("pile",), {"mine": []}, "pile"),
    (("plays",), [{"card": "joker", "effect": ""}], "card"),
    (("kills",), {"nobody": 1}, "side"),
    (("stage",), "tea", "step"),
]


@pytest.mark.parametrize(("path", "to", "what"), NAMES)
def test_what_is_not_there_is_named(game, path, to, what):
    with pytest.raises(ValueError, match=what):
        SYSTEM.decode(changed(SYSTEM.encode(game.state), *path, to=to))
    with pytest.raises(ValueError, match=what):
        SYSTEM.decode_view(changed(game.view("allies").encode(), "position", *path, to=to))


AGENDAS = [
    (Retreating(3, 2, 1), Fight(1, 3, 5, 6, 3, close=True, stage="rolled")),
    (Retreating(3, 1), Salvo("barrage", "allies", 4, (4,))),
    (Fight(1, 3, 5, 6, 2, close=True, overrun=True, asked=("axis",)),),
    (Overrun(1),),
    (Choosing("allies", ("recon_left", "barrage")),),
    (Choosing("axis", ("", ""), True),),
    (),
]


@pytest.mark.parametrize("agenda", AGENDAS)
def test_what_is_to_be_settled_comes_back_in_its_order(game, agenda):
    state = game.state.copy()
    state.agenda = agenda
    assert SYSTEM.decode(SYSTEM.encode(state)).agenda == agenda


def test_cards_that_no_seat_chooses_from_are_refused(game):
    with pytest.raises(ValueError, match="no seat chooses"):
        SYSTEM.decode(changed(SYSTEM.encode(game.state), "drawn", to=["barrage"]))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"scenario": "\xff"}', b"\x00" * 9])
def test_bytes_that_are_none_are_refused(data):
    with pytest.raises(ValueError):
        SYSTEM.decode(data)
    with pytest.raises(ValueError):
        SYSTEM.decode_view(data)


def test_options_are_kept(tmp_path):
    game = wab.new_game("cards/pegasus-bridge", seed=3, options={"variant": "younger", "axis_players": "2"})
    assert SYSTEM.decode(SYSTEM.encode(game.state)).board is game.state.board
    game.save(tmp_path / "x.wab")
    assert wab.load(tmp_path / "x.wab").digest() == game.digest()


def test_a_view_has_the_fields_of_the_exports_that_there_are(game):
    assert list(json.loads(game.view("axis").encode())) == ["seat", "position"]
