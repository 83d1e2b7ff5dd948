"""The findings of a check of reliability: how often it was tried, and each time that something gave way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One row of the page: `tried` so many `cases` (a noun in the plural), with the story of each that went wrong.

    `told` are further figures that the check measured, a sentence.
    """

    check: str
    cases: str
    tried: int
    failures: tuple[str, ...] = ()
    told: str = ""
