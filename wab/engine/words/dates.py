"""Days on the player's own calendar, as people write them: "10 June 2026", "1er juillet 2026"."""

from __future__ import annotations

from datetime import UTC, datetime

from wab.engine.words.text import MONTHS
from wab.locale import _


def day_of(moment: str) -> str:
    """The day of a time in UTC (2026-06-06T05:30:00Z), where the player is; "" for what is no time."""
    when = _local(moment)
    return _day(when) if when is not None else ""


def moment_of(moment: str) -> str:
    """The same with the time of day: "10 June 2026, 14:30", "1er juillet 2026, 14 h 30"."""
    when = _local(moment)
    if when is None:
        return ""
    # Translators: a time of day behind its date, such as "6 June 1944, 14:30"
    message = _("{day}, {hour}:{minute}")
    return message.format(day=_day(when), hour=when.hour, minute=f"{when.minute:02}")


def _local(moment: str) -> datetime | None:
    try:
        return datetime.strptime(moment, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _day(when: datetime) -> str:
    # Translators: the first day of a month, in a date such as "1 July 1944"
    day = _("1") if when.day == 1 else str(when.day)
    return _("{day} {month} {year}").format(day=day, month=_(MONTHS[when.month - 1]), year=when.year)
