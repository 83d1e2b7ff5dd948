"""Things that a file may not bring to a screen: commands to the terminal, hidden characters, lines without an end."""

import time

import pytest

from wab.engine.words.clean import clean, clean_lines, hidden_character
from wab.engine.words.errors import DataError, SaveError, UsageError


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x9b31mred", "31mred"),
        ("\x1b]0;title\x07Caen", "]0;titleCaen"),
        ("two\nlines\r\nor\tmore\u2028here", "two lines or more here"),
        ("left\u202etfel\u202c, \u2067isolated\u2069", "lefttfel, isolated"),
        ("Ca\u200ben\u200d\ufeff\u2060\u00ad", "Caen"),
        ("\ue000\U000f0000\U0010fffdCaen\ud800\x00\x7f", "Caen"),
        ("\u3164\u115f\u2800Vire", "Vire"),
        ("V\ufe0fi\u034fre\U000e0041", "Vire"),
    ],
)
def test_what_is_hidden_or_commands_goes(dirty, shown):
    assert clean(dirty) == shown


@pytest.mark.parametrize(
    "words",
    ["Sainte-Mère-Église", "l\u2019été\u00a0: 12\u202f000 œufs …", "\u2212 5 – « à » \u2011 №", "e\u0301", "漢字 Ж"],
)
def test_letters_accents_and_blanks_that_do_not_break_stay(words):
    assert clean(words) == words
    assert hidden_character(words) == ""


def test_a_long_text_is_cut_and_costs_no_more_than_what_is_shown():
    assert clean("a" * 30, 10) == "a" * 9 + "…"
    assert clean("a" * 10, 10) == "a" * 10
    vast = "\u202e" * 30_000_000
    started = time.perf_counter()
    assert clean(vast) == "…" or not clean(vast).strip("…")
    assert time.perf_counter() - started < 0.5


def test_a_pile_of_accents_on_one_letter_is_cut_down():
    assert clean("a" + "\u0301" * 500 + "b") == "a" + "\u0301" * 3 + "b"


def test_lines_of_a_page_stay_lines():
    assert clean_lines("one\x1b\ntwo\u202e\n") == "one\ntwo\n"


def test_the_hidden_character_is_named():
    assert hidden_character("a\u202eb") == "U+202E"
    assert hidden_character("a\nb") == "U+000A"
    assert hidden_character("a\nb", lines=True) == ""
    assert hidden_character("a\n\tb", lines=True) == "U+0009"


@pytest.mark.parametrize(
    "error",
    [
        UsageError("There is no \x1b[2J\u202escenario\nhere"),
        DataError("x\x1b.yaml", 3, "title\n", "\x07" + "a" * 100_000),
        SaveError("x\x1b.wab", "\u202e" + "b" * 100_000, 4),
    ],
)
def test_an_error_quotes_a_file_cleaned_and_cut(error):
    assert hidden_character(str(error)) == ""
    assert 10 < len(str(error)) <= 4000
