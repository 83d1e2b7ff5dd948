"""The player's activities, the purposes of the next click, and the questions before an impulse ends."""

from __future__ import annotations

from enum import Enum

from wab.app.wargame.adapter.pictures import EndQuestion
from wab.engine.words.text import N_
from wab.locale import _, ngettext

NOBODY_WAITS = N_("Every unit has been activated, or no activation points are left.")


class Mode(Enum):
    """The player's present activity."""

    IDLE = "idle"
    SELECTED = "selected"
    ATTACK = "attack"
    BOMBARD = "bombard"
    REBUILD = "rebuild"
    ADVANCE = "advance"
    WATCHING = "watching"
    OVER = "over"


class Aim(Enum):
    """The purpose of the next click on the map: the obvious thing, or the thing that a button asked for."""

    ANY = "any"
    MOVE = "move"
    ATTACK = "attack"
    BOMBARD = "bombard"


def end_question(units: int, points: int, *, last: bool) -> EndQuestion:
    """The impulse is to end while so many units could still act and so many activation points are left.

    `last`: it is the last impulse of the turn.
    """
    waiting = ngettext("{count} unit has not acted", "{count} units have not acted", units).format(count=units)
    return EndQuestion(
        title=_("End the turn?") if last else _("End the impulse?"),
        words=_("{units}, and {points} activation points are left.").format(units=waiting, points=points),
        deed=_("End turn") if last else _("End impulse"),
        not_yet=_("Go on with this impulse."),
        tip=_("Pass: the other side moves."),
        clause="OPS-5.1-10",
    )
