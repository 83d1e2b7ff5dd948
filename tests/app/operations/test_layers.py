"""Overlays beyond the moment: history, threat, terrain, and who cuts a supply line. No window but for the last."""

import numpy as np
import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from tests.app.operations.test_fires import view_of
from wab.app.hud.kit import Kit
from wab.app.map.front_line import front_chains
from wab.app.operations.looks import layers, overlays
from wab.app.play.archive import Seats
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.units.supply import why_unsupplied

pytestmark = pytest.mark.usefixtures("english")

GRAND = "operations/the-battle-of-normandy"


@pytest.fixture
def grand():
    """The whole battle, as it would be on 13 June."""
    view = wab.new_game(GRAND, seed=1).view("allied")
    view.position.turn = 6
    return view


def test_the_front_in_history_is_that_of_the_day_or_the_last_before_it(grand):
    assert layers.snapshot(grand).day <= grand.board.dates[5]
    held = layers.history_line(grand)
    assert front_chains(grand.board.map.grid, held), "there is a line to draw"
    bayeux, caen = grand.board.map.hex_of(-0.70, 49.28), grand.board.map.hex_of(-0.37, 49.18)
    assert held[bayeux] == 1 and held[caen] == 2
    assert "Allies" in layers.owner_words(grand, bayeux)
    tints = overlays.overlay(grand, "history")
    assert tints.line is not None and (tints.line == held).all() and len(tints.legend) == 3
    (note,) = overlays.notes(grand, "history")
    assert "June 1944" in note.text


def test_before_the_first_front_it_says_that_none_is_known(grand, monkeypatch):
    monkeypatch.setattr(layers, "snapshot_of", lambda day: None)
    assert overlays.overlay(grand, "history").line is None
    assert overlays.notes(grand, "history")[0].text == "No front line is known for that day."


def test_threat_covers_own_ground_that_the_known_enemy_reaches():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=2, sight=9)
    board.place("infantry", hex=6, side="axis", movement=2)
    view = view_of(board)
    tints = overlays.overlay(view, "threat")
    assert tints.colours[4, 3] > 0 and tints.colours[0, 3] == 0
    assert layers.threat_words(view, 4) == "1 known enemy could attack it"
    assert layers.threat_words(view, 0) == "no known enemy could attack it"


def test_the_ground_tells_cost_and_columns():
    view = view_of(make_board([". b m"]))
    assert layers.ground_words(view, 1) == "infantry 2, armour 3, artillery 3 · 1 column for the defender"
    assert "armour closed" in layers.ground_words(view, 2)
    marks = overlays.overlay(view, "ground").marks
    assert len({int(mark) for mark in marks[:3]}) == 3, "each step has a pattern of its own"


def cut_board():
    board = make_board([". . . . . ."], supply={"allied": {0: 1}}, switches={"fog": False})
    board.unit = board.place("infantry", hex=5, sight=6, name="Far")
    board.foe = board.place("infantry", hex=2, side="axis", name="Block")
    return board


def test_who_cuts_a_supply_line_is_named_with_the_place():
    board = cut_board()
    cut = why_unsupplied(board.state, board.unit)
    assert cut.by == (board.foe,)
    (note,) = overlays.notes(view_of(board), "supply")
    assert note.text.startswith("Far: supply cut by Block,") and note.hex == cut.hexes[0] and note.unit == board.unit
    tints = overlays.overlay(view_of(board), "supply")
    assert "A supply line is cut here" in [words for _tint, _mark, words in tints.legend]


def test_every_overlay_is_drawn_with_its_legend_one_at_a_time_and_its_line_goes_with_it(window, scene):
    session = Hotseat(wab.new_game(GRAND, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        for key, name in (("y", "threat"), ("f4", "ground"), ("f6", "history"), ("s", "supply")):
            assert screen.on_key(key, False, False)
            window.step(0.05)
            assert screen.ui.overlay == name and "legend" in window.kit.covered
            drawn = window.scene.history.ribbons.node.getGeom(0).getVertexData().getNumRows()
            line = screen.adapter.layer(name).line
            assert (drawn > 3) is (line is not None and bool(np.any(line == 1)))
        screen.on_key("s", False, False)
        window.step(0.05)
        assert screen.ui.overlay == ""


def test_the_words_of_a_legend_keep_off_its_lower_edge(window, scene, monkeypatch):
    words = []
    write = Kit.text

    def noted(self, text, x, y, *rest, **more):
        words.append((text, y))
        return write(self, text, x, y, *rest, **more)

    session = Hotseat(wab.new_game(GRAND, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        for key, name in (("y", "threat"), ("f4", "ground")):
            assert screen.on_key(key, False, False)
            monkeypatch.setattr(Kit, "text", noted)
            words.clear()
            window.step(0.05)
            monkeypatch.setattr(Kit, "text", write)
            box = window.kit.covered["legend"]
            inside = {said for _tint, _pattern, said in screen.adapter.layer(name).legend}
            lowest = max(y for text, y in words if text in inside)
            assert box.bottom - lowest >= 24
