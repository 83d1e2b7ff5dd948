"""Titles of scenarios in the reader's language."""

from __future__ import annotations

from functools import cache

import wab
from wab.locale import current_language


def words_of(words: dict[str, str]) -> str:
    """Words kept by language code, in the reader's language, or else in English."""
    return words.get(current_language()) or words.get("en", "")


@cache
def _titles() -> dict[str, dict[str, str]]:
    return {info.id: info.title for info in wab.scenarios()}


def title_of(scenario: str) -> str:
    """The title of a scenario; its id where it is not known."""
    return words_of(_titles().get(scenario, {})) or scenario
