"""Days of the battle: the date of a turn, in words and in figures (ZOC-T-TURNS)."""

from __future__ import annotations

from wab.app.report.words import day_in_words
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.telling.measures import date_of_turn


def day_of_turn(board: Board, turn: int) -> str:
    """The same as people write it: "12 June 1944"."""
    return day_in_words(date_of_turn(board, turn).isoformat())
