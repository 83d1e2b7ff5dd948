"""Cleans a text that came out of a file for people to read: bounded, on its line, and without hidden characters."""

from __future__ import annotations

import re

CUT = "…"
LONGEST = 2000

_WHITE = "\t\n\x0b\x0c\r\x85\u2028\u2029"
_HIDDEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters, with the one of terminal commands
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"  # no width, no look, or another direction of writing
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff"  # halves of characters, and private use
)
_BREAKS = re.compile(f"[{_WHITE}]+")
_UNSEEN = re.compile(f"[{_HIDDEN}]+")
_ACCENTS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_PILE = re.compile(f"([{_ACCENTS}]{{3}})[{_ACCENTS}]+")  # more than three on one letter run over the lines around it
_FOREIGN = re.compile(f"[{_WHITE}{_HIDDEN}]")
_IN_LINES = re.compile(f"[{_WHITE.replace(chr(10), '')}{_HIDDEN}]")


def clean(text: str, longest: int = LONGEST) -> str:
    """A text as one line of at most `longest` characters, cut with an ellipsis.

    Line breaks and tabs become blanks. Control characters, terminal commands, marks that turn the direction of writing,
    characters without width or look and private ones go; of a pile of accents three stay. Letters, dashes and blanks
    that do not break stay as they are.
    """
    if len(text) <= longest and text.isascii() and text.isprintable():
        return text
    cut = text[: longest + 1]
    if _FOREIGN.search(cut):
        cut = _UNSEEN.sub("", _BREAKS.sub(" ", cut))
    cut = _PILE.sub(r"\1", cut)
    return cut if len(cut) <= longest else cut[: longest - 1] + CUT


def clean_lines(text: str, longest: int = LONGEST) -> str:
    """As `clean`, with line breaks kept: for a page rather than a line."""
    if len(text) <= longest and text.isascii() and text.isprintable():
        return text
    return "\n".join(clean(line, longest) for line in text[:longest].split("\n"))


def hidden_character(text: str, *, lines: bool = False) -> str:
    """The first character that `clean` would not leave as it is, as U+202E; "" if there is none.

    `lines`: line breaks are as they should be.
    """
    found = (_IN_LINES if lines else _FOREIGN).search(text)
    return f"U+{ord(found[0]):04X}" if found else ""
