"""Keyboards of every layout: the meaning of each key, with any sign on it, and the engine's reports of it."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any

import pytest

from tests.app.window.keyboards import CZECH, DVORAK, FRENCH, GERMAN, GREEK, HEBREW, RUSSIAN, printing
from wab.app.pages.fronts import key_groups
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import Chord
from wab.app.window.key_strokes import KeyStrokes, Kind, Stroke
from wab.app.window.keyboard import Keyboard

BATTLE = ("operations", "hex", "camera", "window")
EVERY = {"fr": FRENCH, "ru": RUSSIAN, "cz": CZECH, "gr": GREEK, "il": HEBREW, "us dvorak": DVORAK, "de": GERMAN}


def strokes(keyboard: Keyboard, *told: tuple[Kind, str, str]) -> list[Stroke]:
    """The strokes of one frame in which the engine told this: kind, name, place."""
    keys = KeyStrokes()
    for event in told:
        keys.tell(*event)
    return list(keys.take(keyboard))


def down(*names: str) -> list[Stroke]:
    return [Stroke(Kind.DOWN, name) for name in names]


# ---- what a key means


@pytest.mark.parametrize("layout", EVERY)
def test_the_nine_keys_of_the_row_count_one_to_nine_on_every_keyboard(layout: str) -> None:
    keyboard = printing(EVERY[layout])
    assert "".join(keyboard.meant(place, keyboard.named[place]) for place in "1234567890") == "1234567890"


@pytest.mark.parametrize("layout", EVERY)
def test_every_letter_is_on_exactly_one_key(layout: str) -> None:
    names = [name for name in printing(EVERY[layout]).names.values() if name in ascii_lowercase]
    assert sorted(names) == list(ascii_lowercase)


def test_letters_go_by_the_sign_that_is_printed_and_by_their_place_where_the_script_is_another() -> None:
    assert printing(RUSSIAN).meant("n", "") == "n"
    assert printing(FRENCH).meant("q", "a") == "a"
    assert printing(DVORAK).meant("l", "n") == "n" and printing(DVORAK).meant("q", "'") == "'"
    assert printing(GREEK).meant("q", ";") == "q", "no Greek key prints a q"
    assert [printing(HEBREW).meant(place, named) for place, named in (("q", "/"), ("w", "'"))] == ["q", "w"]


def test_a_sign_beside_the_row_of_digits_keeps_its_meaning() -> None:
    assert Keyboard().meant("-", "-") == "-" and Keyboard().meant("=", "=") == "="
    assert printing(CZECH).meant("-", "=") == "=" and printing(CZECH).meant("/", "-") == "-"
    assert printing(GERMAN).meant("/", "-") == "-" and printing(GERMAN).meant("-", "") == "ß"


def test_a_sign_that_only_the_row_of_digits_prints_is_taken_by_the_key_at_its_place() -> None:
    french = printing(FRENCH)
    assert french.meant("6", "-") == "6" and french.meant("-", ")") == "-"
    assert Bindings(key_groups(), {}, french).words_of("camera.out") == "), PgDn"


def test_the_number_pad_has_names_of_its_own() -> None:
    french = printing(FRENCH)
    assert french.meant("2", "2") == "2", "with Num Lock"
    assert french.meant("1", "end") == "end", "without"
    assert french.meant("-", "-") == "-" and french.meant("5", "") == "", "the middle key without Num Lock"


def test_the_layout_in_use_counts_where_the_engine_names_keys_by_the_first_one() -> None:
    assert printing(FRENCH, named={}).meant("q", "q") == "a"
    assert printing({}, named=RUSSIAN).meant("n", "") == "n"


# ---- what the bindings show


def test_buttons_show_the_signs_of_the_keyboard() -> None:
    bindings = Bindings(key_groups())
    assert bindings.caption(BATTLE, "\u2212") == "\u2212"
    french = bindings.on_keyboard(printing(FRENCH))
    assert french.caption(BATTLE, "\u2212") == ")" and french.caption(BATTLE, ".") == ":"
    assert french.meant(BATTLE, "-", False, False) == Chord("-") and french.meant(BATTLE, ":", False, False).key == "."
    assert bindings.on_keyboard(printing(CZECH)).words_of("camera.in") == "=, PgUp", "plus is on a key of the row"


def test_a_sign_that_only_the_number_pad_has_is_not_shown_where_another_key_does_the_same() -> None:
    bepo = printing({"8": "-", "-": "=", "=": "%", "7": "+"})
    assert Bindings(key_groups(), {}, bepo).words_of("camera.out") == "PgDn"
    assert Bindings(key_groups(), {}, bepo).meant(BATTLE, "-", False, False) == Chord("-")


def test_keys_that_the_player_has_laid_stay_on_another_keyboard() -> None:
    laid = Bindings(key_groups(), {"operations.attack": ("ö",)}, printing(GERMAN))
    russian = laid.on_keyboard(printing(RUSSIAN))
    assert laid.meant(BATTLE, "ö", False, False) == Chord("a") and laid.words_of("operations.attack") == "Ö"
    assert russian.chosen() == laid.chosen() == {"operations.attack": ("ö",)}


@pytest.mark.parametrize(("sign", "shown"), [("é", "É"), ("ß", "ß"), ("f5", "F5")])
def test_a_sign_without_a_capital_is_shown_as_it_is(sign: str, shown: str) -> None:
    assert Bindings(key_groups()).key_words(sign) == shown


# ---- what the engine tells


def test_a_key_that_the_engine_cannot_name_is_heard_by_its_place() -> None:
    told = ((Kind.DOWN, "", "n"), (Kind.TYPED, "т", ""), (Kind.UP, "", "n"))
    assert strokes(printing(RUSSIAN), *told) == [Stroke(Kind.DOWN, "n"), Stroke(Kind.TYPED, "т"), Stroke(Kind.UP, "n")]


@pytest.mark.parametrize("place_first", [True, False])
def test_the_place_and_the_name_of_one_key_are_one_stroke(place_first: bool) -> None:
    pair = [(Kind.DOWN, "", "6"), (Kind.DOWN, "-", "")]
    told = pair if place_first else pair[::-1]
    up = ((Kind.UP, "", "6"), (Kind.UP, "-", ""))
    assert strokes(printing(FRENCH), *told, *up) == [Stroke(Kind.DOWN, "6"), Stroke(Kind.UP, "6")]


def test_keys_that_follow_each_other_in_one_frame_are_not_mixed_up() -> None:
    shift = ((Kind.DOWN, "", "lshift"), (Kind.DOWN, "shift", ""), (Kind.DOWN, "lshift", ""))
    named = ((Kind.DOWN, "", "n"), (Kind.TYPED, "N", ""), (Kind.DOWN, "n", ""))
    assert strokes(Keyboard(), *shift, *named) == [*down("shift", "lshift"), Stroke(Kind.TYPED, "N"), *down("n")]
    assert strokes(printing(RUSSIAN), *shift, (Kind.DOWN, "", "n")) == down("shift", "lshift", "n")
    other = ((Kind.DOWN, "", "n"), (Kind.DOWN, "", "f5"), (Kind.DOWN, "f5", ""))
    assert strokes(printing(RUSSIAN), *other) == down("n", "f5")


def test_a_key_without_a_place_is_heard_by_its_name() -> None:
    assert strokes(printing(RUSSIAN), (Kind.DOWN, "n", ""), (Kind.UP, "n", "")) == [*down("n"), Stroke(Kind.UP, "n")]


def test_keys_repeat_with_a_name_and_without() -> None:
    keys = KeyStrokes()

    def frame(keyboard: Keyboard, *told: Any) -> list[str]:
        for event in told:
            keys.tell(*event)
        return [stroke.name for stroke in keys.take(keyboard) if stroke.kind is Kind.DOWN]

    french, russian = printing(FRENCH), printing(RUSSIAN)
    assert frame(french, (Kind.DOWN, "", "6"), (Kind.TYPED, "-"), (Kind.DOWN, "-")) == ["6"]
    assert frame(french, (Kind.TYPED, "-"), (Kind.REPEAT, "-")) == ["6"]
    assert frame(french, (Kind.UP, "", "6"), (Kind.UP, "-")) == []
    assert frame(russian, (Kind.DOWN, "", "n"), (Kind.TYPED, "т")) == ["n"]
    assert frame(russian, (Kind.TYPED, "т"), (Kind.TYPED, "т")) == ["n", "n"]
    assert frame(russian, (Kind.UP, "", "n")) == [] and frame(russian, (Kind.TYPED, "т")) == []


def test_a_key_goes_up_as_what_it_went_down_though_the_layout_has_changed() -> None:
    keys = KeyStrokes()
    keys.tell(Kind.DOWN, place="q")
    keys.tell(Kind.DOWN, "a")
    assert list(keys.take(printing(FRENCH))) == down("a")
    keys.tell(Kind.UP, place="q")
    keys.tell(Kind.UP, "q")
    assert list(keys.take(Keyboard())) == [Stroke(Kind.UP, "a")]


def test_no_key_stays_down_when_the_window_hears_no_more_of_the_keyboard() -> None:
    keys = KeyStrokes()
    keys.tell(Kind.DOWN, place="n")
    assert list(keys.take(printing(RUSSIAN))) == down("n")
    assert list(keys.let_go()) == [Stroke(Kind.UP, "n")] and list(keys.let_go()) == []
