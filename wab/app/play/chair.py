"""A seat of this person in a game on a server: its line, and what it knows and has seen."""

from __future__ import annotations

from typing import Any

from wab.app.play.table import Witnessed
from wab.engine.history.story import Story
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.system import System
from wab.engine.kernel.view import View
from wab.engine.saves.reader import UNFIT
from wab.online import client as net
from wab.online.protocol import Clock


class Chair:
    """A seat, as the server has told it so far. The constructor waits for the server.

    Unreachable, ServerRefuses or NotUnderstood if the server does not say how the game stands.
    """

    view: View
    why_not_undo: Refusal | None
    clock: Clock
    draw: tuple[str, ...]
    """The sides that agree on a draw."""

    def __init__(self, client: net.Client, game: str, seat: str, rules: System[Any]) -> None:
        self.seat = seat
        self.story = Story(rules, seat)
        self.witnessed: list[Witnessed] = []
        self._rules, self._told = rules, 0
        news = client.told(game, seat, 0)
        self.line = net.Line(client, game, seat, news.told)
        try:
            self.take(net.heard(news), gave=False)
        except UNFIT as error:
            self.line.close()
            raise net.NotUnderstood(net.STRANGE) from error
        self.witnessed.clear()  # the journal has what was before

    @property
    def decides(self) -> bool:
        """The seat has to decide."""
        return self.view.to_act == self.seat

    def take(self, heard: net.Heard, *, gave: bool) -> None:
        """Take in news; `gave`: its player gave an order, so that what the seat did is the player's own doing."""
        for event, seat in self.story.take(heard.entries):
            self.witnessed.append(Witnessed(event, own=gave and seat == self.seat))
        if heard.news.told < self._told:
            return
        self._told = heard.news.told
        self.view = self._rules.decode_view(bytes(heard.news.view))
        self.why_not_undo = heard.news.undo
        self.clock = heard.news.clock
        self.draw = heard.news.draw

    def hand_on(self, other: Chair) -> None:
        """Let another seat of this player show what this one has not shown yet, and nothing twice."""
        left, self.witnessed = self.witnessed, []
        both = zip(reversed(other.witnessed), reversed(left), strict=False)
        other.witnessed = [Witnessed(theirs.event, ours.own) for theirs, ours in both][::-1]
