"""Handing the screen over between several persons at a game in which nothing is hidden, and their notice of it."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.pages.fronts import Exits
from wab.app.play.messages import Messages
from wab.app.play.table import Table
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.typography import joined
from wab.locale import _


@dataclass
class Handing:
    """The handing of the screen from person to person; `told` is the last seat that had notice of its turn."""

    session: Table
    exits: Exits
    messages: Messages
    told: str = ""
    on_turn: str = ""
    """The seat that had a phase of its own last."""
    words: str = ""
    """The message that tells it where no page does; "" before the first."""

    def __post_init__(self) -> None:
        session = self.session
        if len(session.seats.people) < 2 or session.waiting is not None or session.is_copy:
            # no other person sits here, or the curtain names the next, or the game is a copy to try things out
            self.told = self.on_turn = session.seat

    def took(self, seat: str) -> None:
        """A person sits down behind the curtain and knows it."""
        self.told = self.on_turn = seat

    def follow(self, adapter: Adapter, *, answers: bool) -> None:
        """Tell the person who has to decide now, on a page, or in a message if no page is wanted.

        `answers` says that the decision is an answer. An answer, and a phase that goes on after answers of others, has
        a page only if the player always wants one (`wab.app.window.settings.HAND_OVERS`). The first person to play has
        a page as well.
        """
        session = self.session
        seat, begins = session.seat, not (answers or session.seat == self.on_turn)
        if (seat == self.told and not begins) or session.waiting is not None or session.outcome is not None:
            return
        first, self.told = not self.told, seat
        self.on_turn = self.on_turn if answers else seat
        self.messages.take_back(self.words)
        several = len(session.seats.people) > 1
        if several and self.exits.hand_on(decided(adapter), answer=not (begins or first)):
            return
        self.words = _("Over to: {seat}").format(seat=adapter.side_name(seat))
        self.messages.say_now(self.words)


def decided(adapter: Adapter) -> str:
    """The turn, and what has to be decided in it."""
    turn = _("Turn {turn}").format(turn=max(1, adapter.view.turn))
    return joined(turn, adapter.question())
