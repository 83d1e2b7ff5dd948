"""A player that knows the hints alone and does only what they ask, by the hand of the window."""

from __future__ import annotations

from ai.agents import make_agents
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.ui.hints import due, watch
from wab.content.hints import parts_of

MOST = 80
"""Deeds within which a lesson has to lead to an attack."""


class Pupil:
    """One side of a game played by its hints; a computer plays the other side."""

    def __init__(self, game, side, make_hand):
        self.game, self.side = game, side
        self.session = Session(game, Seats(side, people=(side,)), start_worker=lambda: None)
        self.hand = make_hand(Drafts(self.session))
        self.learnt = self.session.learning.of(self.session.seat)
        self.others = make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, 5, game.seats)
        self.read = []

    def reaches(self, moment):
        """Check if the hints alone lead to a moment, such as an order that was given."""
        for _deed in range(MOST):
            if moment in self.learnt.done or self.game.outcome is not None:
                break
            self._act()
        return moment in self.learnt.done

    def _act(self):
        game, hand = self.game, self.hand
        if game.to_act != self.session.seat:
            game.play(self.others[game.to_act].decide(game.view(game.to_act)))
            hand.refresh()
            return
        hint = due(hand.adapter, self.learnt)
        if hint is not None:
            self._follow(hint, hand.adapter.hints()[hint.number])
        elif hand.answers_open:
            hand.choose(0)
        else:
            hand.end_turn()
            hand.confirm()
        watch(hand, self.learnt)

    def _follow(self, hint, data):
        wanted = parts_of(data.until) if data.until else ()
        deed = next((moment for moment in wanted if moment.startswith(("order:", "phase:", "attack", "first"))), "")
        self.read.append(hint.number)
        hand = self.hand
        if deed == "order:attack" and hand.plan is not None:
            hand.confirm()
            hand.confirm()
        elif deed.startswith("phase:"):
            hand.end_turn()
            hand.confirm()
        elif deed and hint.hex is not None:
            hand.click(hint.hex)
            if hint.to is not None:
                hand.click(hint.to)
            if hand.plan is not None and not deed.startswith("attack"):
                hand.confirm()
        elif deed.startswith("order:") and hand.answers_open:
            hand.choose(0)
        else:
            self.learnt.read.add(hint.number)
