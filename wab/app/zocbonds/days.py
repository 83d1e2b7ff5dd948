"""Days of the battle: the date of a turn, in words and in figures (ZOC-T-TURNS)."""

from __future__ import annotations

from datetime import date, timedelta

from wab.app.report.words import day_in_words
from wab.systems.zocbonds.board import Board


def date_of_turn(board: Board, turn: int) -> date:
    """The day of a turn; the first is 6 June 1944."""
    return date.fromisoformat(board.tables.turns.first_day) + timedelta(days=turn - 1)


def day_of_turn(board: Board, turn: int) -> str:
    """The same as people write it: "12 June 1944"."""
    return day_in_words(date_of_turn(board, turn).isoformat())
