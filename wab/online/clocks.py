"""Time in a game: its pace, when the time of a player is up, and what happens then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wab.online.protocol import Clock, Pace
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
    return row.since + seat.stock


def clock_of(row: GameRow, seats: Iterable[SeatRow]) -> Clock:
    """Return the clock as every player may see it. It runs from the passing of the decision, not from an order."""
    return Clock(row.pace, row.since, deadline(row, seats))  # type: ignore[arg-type]


def stocks_after(row: GameRow, seats: Iterable[SeatRow], now: float, turn: int, to_act: str | None) -> dict[str, float]:
    """Return the seconds that players have left when the decision passes on. A clock that goes back takes nothing."""
    stock = next((each for name, each in STOCKS.items() if name == row.pace), None)
    if stock is None:
        return {}
    left = {}
    for seat in seats:
        had = seat.stock
        if seat.seat == row.to_act:
            had = max(had - max(now - row.since, 0.0), 0.0)
        if turn > row.turn:
            had = min(had + stock.a_turn * (turn - row.turn), stock.most)
        if had != seat.stock:
            left[seat.seat] = had
    return left
