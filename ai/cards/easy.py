"""The player `easy` of the card game: the searching player at that level."""

from __future__ import annotations

from ai.cards.levels import level_named
from ai.cards.searcher import Searcher


def make(seed: int) -> Searcher:
    """The player `easy`."""
    return Searcher(seed, level_named("easy"))
