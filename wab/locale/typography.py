"""Apostrophes, quotation marks and colons as printers set them: data and messages hold a keyboard's."""

from __future__ import annotations

import re

from wab.locale import _, current_language

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=[\s.,;:!?])")
_QUOTED = re.compile(r'(?<![\w"])"([^"\n]{1,200})"(?![\w"])')
_QUOTES = {"fr": "\u00ab\u00a0\\1\u00a0\u00bb"}


def curly(text: str) -> str:
    """A text with curly apostrophes, and with the quotation marks of the reader's language instead of straight ones."""
    if "'" in text:
        text = _APOSTROPHE.sub("\u2019", text)
    if '"' in text:
        text = _QUOTED.sub(_QUOTES.get(current_language(), "\u201c\\1\u201d"), text)
    return text


def headed(head: str, words: str) -> str:
    """Words behind their head, with the colon of the reader's language between them."""
    return _("{name}: {words}").format(name=head, words=words)
