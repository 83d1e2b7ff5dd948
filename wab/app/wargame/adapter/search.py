"""Names compared as people type them."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """A text without accents and capitals, for comparing."""
    folded = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))
