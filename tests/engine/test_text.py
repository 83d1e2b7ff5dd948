"""Sentences that are kept as messages: translated by the catalogue, or with the words of a data file."""

import msgspec

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
