"""Texts as the window writes them: some of them come out of files of other people."""

from __future__ import annotations

from functools import lru_cache

from wab.engine.words.clean import clean_lines
from wab.locale import current_language
from wab.locale.numbers import NO_BREAK
from wab.locale.typography import curly

LONGEST_LINE = 400
_NARROW = "\u202f"
_LONGEST_PAGE = 12_000


def shown(text: str) -> str:
    """A text with its line ends and curly quotes, without hidden characters, cut where it is longer than any page."""
    plain = text.isascii() and text.isprintable() and len(text) <= _LONGEST_PAGE
    if plain and "'" not in text and '"' not in text:
        return text
    return _cleaned(text[: _LONGEST_PAGE + 1], current_language())


@lru_cache(maxsize=2048)
def _cleaned(text: str, _language: str) -> str:
    return curly(clean_lines(text, _LONGEST_PAGE)).replace(_NARROW, NO_BREAK)  # the fonts have no narrow one
