"""Sentences that are kept as messages: translated by the catalogue, or with the words of a data file."""

import time

import msgspec
import pytest

from wab.engine import Text
from wab.locale import language


def test_a_text_of_the_data_speaks_the_language_of_who_reads_it():
    marsh = Text.of_data({"en": "marsh", "fr": "marais"})
    with language("en"):
        assert str(marsh) == "marsh"
        assert str(Text("{a}: {b}", {"a": "x", "b": marsh})) == "x: marsh"
    with language("fr"):
        assert str(marsh) == "marais"
        assert str(Text("{a}, {b}", {"a": "x", "b": marsh})) == "x, marais"


def test_a_text_of_the_data_may_hold_braces():
    assert str(Text.of_data({"en": "{odd}", "fr": "{odd}"})) == "{odd}"


def test_a_text_survives_being_written_and_read_with_its_words():
    text = Text("Terrain: {terrain}", {"terrain": Text.of_data({"en": "marsh", "fr": "marais"})})
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)
    assert again == text
    with language("fr"):
        assert "marais" in str(again)
    assert b"words" not in msgspec.json.encode(Text("plain"))


@pytest.mark.parametrize(
    "hostile",
    [
        "{missing}",
        "{a:>3000000000}",
        "{a.__class__}",
        "{a[0]}",
        "{a!r}",
        "{0}",
        "{}",
        "{",
        "}",
        "{{a}}:",
        "{{",
        "{a:{a}}",
        "{ a }",
    ],
)
def test_a_message_of_a_file_is_no_format(hostile):
    told = str(Text(f"Dice: {hostile}", {"a": "6", "purpose": Text(hostile, {"a": "6"})}))
    assert told == f"Dice: {hostile}".replace("{a}", "6")


def test_only_plain_places_are_filled():
    assert str(Text("{a}, {b}{a} {c} {d:>9}", {"a": "x", "b": 2, "d": 1.5})) == "x, 2x {c} {d:>9}"


def test_an_argument_is_no_format_either():
    assert str(Text("{a} {b}", {"a": "{b}", "b": "{a:>9999999999}"})) == "{b} {a:>9999999999}"


def test_what_a_text_brings_is_cleaned():
    dirty = Text("a\x1b[31m{who}\n", {"who": "\u202eeno\nyna"})
    assert str(dirty) == "a[31meno yna "
    assert str(Text.of_data({"en": "x\x1b\u202e", "fr": "x\x1b\u202e"})) == "x"
    assert str(Text("{purpose}", {"purpose": Text("\x9bdice")})) == "dice"


def test_a_text_is_never_long_however_it_repeats_itself():
    nested = Text("{a}" * 600, {"a": "x" * 100_000})
    for _level in range(7):
        nested = Text("{a}" * 600, {"a": nested})
    started = time.perf_counter()
    assert len(str(nested)) <= 4000
    assert len(str(Text("m" * 50_000_000))) <= 4000
    assert len(str(Text.of_data({"en": "w" * 50_000_000}))) <= 4000
    assert str(Text("{a}", {"a": 10**100_000})) == "…"
    assert time.perf_counter() - started < 1


def test_texts_in_texts_end_somewhere():
    nested = Text("deep")
    for _level in range(100_000):
        nested = Text("({a})", {"a": nested})
    assert "deep" not in str(nested)
    assert str(Text("({a})", {"a": Text("({a})", {"a": "six"})})) == "((six))"
