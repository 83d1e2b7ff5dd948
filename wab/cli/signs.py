"""Signs that a console cannot write: a readable one stands in the place of each, "?" where there is none."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from unicodedata import combining, normalize

READABLE = "wab-readable"
"""The name of what an encoding does with a sign that it does not have; for `errors` of a stream."""
_INSTEAD: Mapping[str, str] = {
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−─━", "-"),
    **dict.fromkeys("·•∙●▪◆", "*"),
    **dict.fromkeys("│┃", "|"),
    "×": "x", "÷": "/", "±": "+/-", "≈": "~", "≤": "<=", "≥": ">=", "≠": "!=", "⁄": "/",
    "→": "->", "←": "<-", "↔": "<->", "↑": "^", "↓": "v", "⇒": "=>",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O",
    "°": " deg", "€": "EUR", "£": "GBP", "№": "No.", "✓": "+", "✗": "x",
}  # fmt: skip


def readable(sign: str) -> str:
    """Return what stands in ASCII in the place of a sign: its letter without accents, its quotation mark, its arrow."""
    if instead := _INSTEAD.get(sign):
        return instead
    parts = normalize("NFKD", sign)
    plain = "".join(_INSTEAD.get(part, part) for part in parts if not combining(part))
    return (plain if plain.isascii() else "?") if plain else ""


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(readable, error.object[error.start : error.end])), error.end


codecs.register_error(READABLE, _replace)


def json_for(encoding: str, text: str) -> str:
    """JSON as an encoding can write it: with escapes where it lacks a sign, so that no text is another one."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", lambda sign: json.dumps(sign[0])[1:-1], text)
    return text
