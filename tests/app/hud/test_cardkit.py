"""A card of any game: a deck of this test gives the values, and draws the picture itself."""

import pytest

import wab
from wab.app.cardkit.face import RATIO, Face, Look, card_box, draw_back, draw_face, says_it_all
from wab.app.cards.looks.texts import card_text
from wab.app.cards.panels.frame import hand_boxes
from wab.app.cards.screen.battle import BattleScreen
from wab.app.gfx.theme import colour
from wab.app.hud.box import Box
from wab.app.window.screens import Screen
from wab.locale import language

DRAWN = []


SMALL = 1280 / BattleScreen.least[0]  # as large as letters may be in a window of 1280 by 720


def picture(kit, box):
    DRAWN.append(box)
    kit.icon("star", box.x, box.y, box.h, colour("2B2113"))


TIDE = Face("High tide", colour("2C4A66"), picture, "The sea takes one row of the beach.")


class Table(Screen):
    """A screen on which nothing lies but what a deed draws."""

    def __init__(self, kit, deed):
        self.kit, self.deed = kit, deed

    def draw_hud(self):
        self.kit.begin_frame()
        with self.kit.over():
            self.deed(self.kit)


def drawn(window, words, deed):
    """The texts of one frame in which a deed draws."""
    window.show_screen(Table(window.kit, deed))
    DRAWN.clear()
    words.clear()
    window.step(0.05)
    window.show_screen(Screen())
    return set(words)


def test_a_face_has_title_picture_words_and_mark(window, words):
    box = card_box(40, 30, 180)
    assert box.h == round(180 * RATIO)
    told = drawn(window, words, lambda kit: draw_face(kit, box, TIDE, Look(chosen=True, mark="2/8")))
    assert {"HIGH TIDE", "2/8"} <= told and "The sea takes one row" in " ".join(words)
    (seen,) = DRAWN
    assert box.x < seen.x and seen.right < box.right and seen.bottom < box.bottom


def test_a_back_shows_only_its_number(window, words):
    assert drawn(window, words, lambda kit: draw_back(kit, card_box(0, 0, 120), "17")) == {"17"}


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_card_of_a_hand_is_whole_at_150_percent_in_a_small_window(window, words, monkeypatch, code):
    board = wab.new_game("cards/sainte-mere-eglise", seed=1).state.board
    found = {}

    def look(kit):
        monkeypatch.setattr(kit, "scale", SMALL)
        for box in hand_boxes(Box(0, 0, 1280 / SMALL, 720 / SMALL), 6):
            found.update({key: says_it_all(kit, box, card_text(board, key), "6") for key in board.tables.cards})
        monkeypatch.undo()

    with language(code):
        drawn(window, words, look)
    assert len(found) > 20
    assert [key for key, whole in found.items() if not whole] == []


def test_a_small_card_says_that_its_words_have_no_room(window, words):
    found = []
    cards = ((180, TIDE.words), (90, TIDE.words * 9))
    drawn(window, words, lambda kit: found.extend(says_it_all(kit, card_box(0, 0, wide), told) for wide, told in cards))
    assert found == [True, False]
