"""What if? The player tries out a turn on a copy with a made-up hidden side, and the copy counts for nothing.

The copy comes from the view of the player alone (`View.sample`): it betrays nothing of the truth beyond that view.
It has dice of its own and no file.
"""

from __future__ import annotations

from typing import Any

from wab.app.play.archive import Seats
from wab.app.play.seating import fitting_level
from wab.app.play.table import Table
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import side_of
from wab.locale import _


def why_not_try(session: Table) -> str:
    """Return why the player cannot try a turn on a copy now; "" if that is possible.

    With another person at the screen the copy would show one person the other's secrets.
    """
    if session.is_copy:
        return _("This is a copy already.")
    if session.outcome is not None:
        return _("The battle is over.")
    if len(session.seats.people) > 1 or not session.persons:
        return _("Only somebody who plays alone against the computer can try things out.")
    if session.covered or not session.my_turn:
        return _("Not now: the enemy is moving.")
    return ""


def copy_of(session: Table, seed: int) -> Game[Any]:
    """Return a game that the seat at the screen cannot tell from the true one, with the same players and options.

    `seed` makes up what is hidden, and the dice; it must not follow from the game's own seed.
    """
    return Game.made_up(session.view, seed, dict(session.setup.options))


def seats_of_copy(session: Table, level: str) -> Seats:
    """Return the players of a copy: the computer plays for persons elsewhere, at `level` if the system has it."""
    if not session.kept_at:
        return session.seats
    there = fitting_level(session.rules.id, level)
    others = {side: there for side in session.rules.sides if side != side_of(session.seat)}
    return Seats(session.seat, others | session.seats.agents)
