"""The headline of a turn that is over: what each side won in it, as the player at the screen reads it."""

from __future__ import annotations

from collections.abc import Callable

from wab.engine.history.verdict import Verdict
from wab.engine.kernel.values import side_of
from wab.locale import _, ngettext


def points_won(count: int) -> str:
    """A number of points in words."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def headline(verdict: Verdict, seat: str, counted: Callable[[int], str] = points_won) -> str:
    """The turn and what it brought the side of a seat and the others; `counted` puts a number of points in words."""
    side = side_of(seat)
    ours = round(verdict.points.get(side, 0))
    theirs = round(sum(points for who, points in verdict.points.items() if who != side))
    told = []
    if ours:
        told.append((_("you win {points}") if ours > 0 else _("you lose {points}")).format(points=counted(abs(ours))))
    if theirs:
        words = _("the enemy wins {points}") if theirs > 0 else _("the enemy loses {points}")
        told.append(words.format(points=counted(abs(theirs))))
    what = ", ".join(told) or _("no points for either side")
    return _("Turn {turn}: {what}.").format(turn=verdict.turn, what=what)
