"""Days on the player's own calendar, as people write them: "10 June 2026", "1er juillet 2026"."""

from __future__ import annotations

from datetime import UTC, datetime

from wab.engine.text import MONTHS
from wab.locale import _


def day_of(moment: str) -> str:
    """The day of a time in UTC (2026-06-06T05:30:00Z), where the player is; "" for what is no time."""
    try:
        when = datetime.strptime(moment, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    # Translators: the first day of a month, in a date such as "1 July 1944"
    day = _("1") if when.day == 1 else str(when.day)
    return _("{day} {month} {year}").format(day=day, month=_(MONTHS[when.month - 1]), year=when.year)
