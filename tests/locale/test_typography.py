"""Quotes and apostrophes of what is printed: curly, in the quotes of the reader's language."""

import pytest

from wab.app.hud.shown import shown
from wab.app.report.paper import Heading, Paragraph, as_html, as_markdown
from wab.locale import language
from wab.locale.typography import curly


@pytest.mark.parametrize(
    ("code", "straight", "printed"),
    [
        ("en", "the enemy's guns", "the enemy’s guns"),
        ("en", "the divisions' guns", "the divisions’ guns"),
        ("en", 'drawn as "?", or "recognised"', "drawn as “?”, or “recognised”"),
        ("fr", "l'état-major", "l’état-major"),
        ("fr", 'dit "arrêt".', "dit «\u00a0arrêt\u00a0»."),
        ("en", "press ' or \"", "press ' or \""),
        ("en", 'an 8" gun', 'an 8" gun'),
    ],
)
def test_marks_are_those_of_print(code, straight, printed):
    with language(code):
        assert curly(straight) == printed
        assert shown(straight) == printed


def test_what_was_shown_in_one_language_is_not_kept_for_the_other():
    for code, printed in (("en", "“stop”"), ("fr", "«\u00a0stop\u00a0»"), ("en", "“stop”")):
        with language(code):
            assert shown('"stop"') == printed


def test_a_report_is_printed_so_too():
    blocks = [Heading(1, "Rommel's war"), Paragraph('They said "hold".')]
    with language("en"):
        page = as_html(blocks, "en")
        assert "Rommel’s war" in page and "“hold”" in page
        assert as_markdown(blocks, None) == "# Rommel’s war\n\nThey said “hold”.\n"
