"""The figure of the top bar about victory: goals that are held, or net points, and how many win."""

from __future__ import annotations

from wab.app.wargame.adapter.pictures import Status
from wab.app.zocbonds.looks import looks
from wab.locale import _
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.state import State


def goal_status(state: State) -> Status | None:
    """Return what the Allies have and need; in the first turn nothing is decided, and the tip says what wins.

    None for a battle that neither goals nor points decide (ZOC-26.3-1).
    """
    board, lesson, least = state.board, state.board.lesson, victory.to_win(state.board)
    if lesson is not None:
        names = ", ".join(looks.place_title(board, hex_) for hex_ in lesson.goals)
        told = _("The Allies win with {count} of these hexes by turn {turn}: {places}.")
        told = told.format(count=lesson.wanted, turn=board.turns, places=names)
        return Status(_("Goals"), str(len(victory.points(state))), str(lesson.wanted), _tip(state, told), "", "flag")
    if least is None:
        return None
    told = _("The Allies win with {points} net points by turn {turn}.").format(points=least, turn=board.turns)
    return Status(_("Points"), str(victory.net(state)), str(least), _tip(state, told), "ZOC-24.3-5", "flag")


def _tip(state: State, told: str) -> str:
    return _("Nothing decided.") + " " + told if state.now.turn <= 1 else told
