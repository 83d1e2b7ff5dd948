"""Names and short sentences that reports and the command line share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from wab.engine.history.course import Fate
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.measures import Change
from wab.engine.kernel.values import Setup
from wab.engine.words.text import MONTHS
from wab.locale import _, current_language
from wab.locale.numbers import signed
from wab.systems import name_of as name_of
from wab.systems import told_outcome as told_outcome


def in_language(words: Mapping[str, str]) -> str:
    """Words kept by language code, in the language of the reader, or else in English."""
    return words.get(current_language()) or words.get("en", "")


def told_undo(setup: Setup) -> str:
    """That undo was lenient in a game; "" if it was strict."""
    return _("Undo: lenient.") if setup.lenient_undo else ""


def day_in_words(day: str) -> str:
    """A day (YYYY-MM-DD) as people write it: "12 June 1944", "1er juillet 1944"; "" for no day."""
    if not day:
        return ""
    when = date.fromisoformat(day)
    # Translators: the first day of a month, in a date such as "1 July 1944"
    number = _("1") if when.day == 1 else str(when.day)
    return _("{day} {month} {year}").format(day=number, month=_(MONTHS[when.month - 1]), year=when.year)


def fate_in_words(system: str, fate: Fate) -> tuple[str, str, str]:
    """A place, when it changed hands in the game, and when in history."""
    played = _change(system, fate.played) if fate.played else _("not taken")
    return str(fate.name), played, _change(system, fate.past) if fate.past else "–"


def _change(system: str, change: Change) -> str:
    return _("{side}, {day}").format(side=name_of(system, change.side), day=day_in_words(change.day))


def verdict_in_words(system: str, verdict: Verdict) -> str:
    """The points of a turn by side, and what mattered most in it."""
    told = ", ".join(f"{name_of(system, side)} {signed(points)}" for side, points in verdict.points.items() if points)
    causes = " ".join(str(cause.words) for cause in verdict.causes)
    return f"{told}. {causes}".strip() if told else causes
