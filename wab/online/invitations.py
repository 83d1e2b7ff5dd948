"""Invitations as people hand them on: the game and the code of a seat in one word."""

from __future__ import annotations

import re

from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text

_INVITATION = re.compile(r"(?P<game>[a-z2-9]{12})\.(?P<code>[A-Za-z0-9_-]{8,40})")


def invitation(game: str, code: str) -> str:
    """Return the word for an invitation."""
    return f"{game}.{code}"


def read_invitation(word: str) -> tuple[str, str]:
    """Return the game and the code of an invitation. UsageError for a word that is none."""
    found = _INVITATION.fullmatch(word.strip())
    if found is None:
        raise UsageError(Text("{word} is no invitation: copy the whole line again.", {"word": repr(word[:60])}))
    return found["game"], found["code"]
