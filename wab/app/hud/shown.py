"""What the window writes of a text: some of it comes out of files of other people."""

from __future__ import annotations

from functools import lru_cache

from wab.engine.clean import clean_lines

LONGEST_LINE = 400
_LONGEST_PAGE = 12_000


def shown(text: str) -> str:
    """A text with its line ends, without hidden characters, cut where it is longer than any page."""
    if text.isascii() and text.isprintable() and len(text) <= _LONGEST_PAGE:
        return text
    return _cleaned(text[: _LONGEST_PAGE + 1])


@lru_cache(maxsize=2048)
def _cleaned(text: str) -> str:
    return clean_lines(text, _LONGEST_PAGE)
