"""Time in a game: its pace, when the time of a player is up, and what happens then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Text
from wab.online.protocol import HOLIDAYS, Clock, Pace
from wab.online.store.games import GameRow, SeatRow

SUBSTITUTE = "normal"
"""The computer player that decides for a player who is away."""
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0


class Stock(NamedTuple):
    """Seconds that a player has at the beginning, gets with every turn, and can have at most."""

    first: float
    a_turn: float
    most: float


STOCKS: dict[Pace, Stock] = {
    "live": Stock(20 * _MINUTE, 5 * _MINUTE, 30 * _MINUTE),
    "daily": Stock(4 * _DAY, _DAY, 7 * _DAY),
}
"""The time of each pace; a game without haste has none."""


def stock_at_start(pace: str) -> float:
    """Return the seconds with which a player begins, 0 in a game without a clock."""
    return next((stock.first for name, stock in STOCKS.items() if name == pace), 0.0)


def deadline(row: GameRow, seats: Iterable[SeatRow]) -> float | None:
    """Return when the time of the player who decides is up; None if no clock runs."""
    seat = next((each for each in seats if each.seat == row.to_act), None)
    if row.pace not in STOCKS or seat is None or seat.account is None:
        return None
    until = row.since + seat.stock
    for begin, end in sorted(seat.holidays):  # those that begin before the time is up let it go on
        if begin < until and end > row.since:
            until += end - max(begin, row.since)
    return until


def spent(seat: SeatRow, since: float, now: float) -> float:
    """Return the seconds between two times in which a player had no holidays. A clock that goes back takes nothing."""
    free = sum(max(min(end, now) - max(begin, since), 0.0) for begin, end in seat.holidays)
    return max(now - since - free, 0.0)


def holiday_of(holidays: Iterable[tuple[float, float]], now: float) -> float | None:
    """Return the end of the holidays of now; None for a player who has none."""
    return next((end for begin, end in holidays if begin <= now < end), None)


def days_left(holidays: Iterable[tuple[float, float]], now: float) -> int:
    """Return how many days of holidays a player has left: of any 365 days some are free."""
    year = now - 365 * _DAY
    taken = sum(max(end - max(begin, year), 0.0) for begin, end in holidays)
    return max(int((HOLIDAYS * _DAY + _HOUR - taken) / _DAY), 0)  # less than an hour does not count


def with_holidays(holidays: Iterable[tuple[float, float]], days: int, now: float) -> tuple[tuple[float, float], ...]:
    """Return holidays with some days from now on; the present ones end. UsageError if so many are not left."""
    year = now - 365 * _DAY
    kept = tuple((begin, min(end, now)) for begin, end in holidays if end > year and begin < now)
    if days > days_left(kept, now):
        told = N_("Days of holiday left this year: {left}")
        raise UsageError(Text(told, {"left": days_left(kept, now)}))
    return (*kept, (now, now + days * _DAY)) if days else kept


def clock_of(row: GameRow, seats: Iterable[SeatRow], now: float) -> Clock:
    """Return the clock as every player may see it. It runs from the passing of the decision, not from an order."""
    there = list(seats)
    away = next((holiday_of(each.holidays, now) for each in there if each.seat == row.to_act), None)
    return Clock(row.pace, row.since, deadline(row, there), away)  # type: ignore[arg-type]


def stocks_after(row: GameRow, seats: Iterable[SeatRow], now: float, turn: int, to_act: str | None) -> dict[str, float]:
    """Return the seconds that players have left when the decision passes on. A clock that goes back takes nothing."""
    stock = next((each for name, each in STOCKS.items() if name == row.pace), None)
    if stock is None:
        return {}
    left = {}
    for seat in seats:
        had = seat.stock
        if seat.seat == row.to_act:
            had = max(had - spent(seat, row.since, now), 0.0)
        if turn > row.turn:
            had = min(had + stock.a_turn * (turn - row.turn), stock.most)
        if had != seat.stock:
            left[seat.seat] = had
    return left
