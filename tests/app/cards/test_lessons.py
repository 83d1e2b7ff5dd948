"""The lessons of the card game: a player of the hints alone reaches an attack."""

import pytest

import wab
from ai.agents import make_agents
from wab.app.cards.hand.interaction import Interaction
from wab.app.cards.panels.hint import hints_of
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.wargame.ui.hints import due_of
from wab.systems.cards.state.orders import Attack, OrderUnit

MOST = 120
"""Deeds within which a lesson has to lead to an attack."""


class Pupil:
    """The Allies, played by their hints; a computer plays the Axis."""

    def __init__(self, lesson, seed):
        self.game = wab.new_game(f"cards/{lesson}", seed=seed)
        self.session = Session(self.game, Seats("allies", people=("allies",)), start_worker=lambda: None)
        self.hand, self.learnt, self.read = Interaction(self.session), self.session.learning.of("allies"), []
        self.axis = make_agents({"allies": "greedy", "axis": "greedy"}, "cards", seed, self.game.seats)["axis"]

    def act(self):
        if self.game.to_act != "allies":
            self.game.play(self.axis.decide(self.game.view("axis")))
            return
        hand, view = self.hand, self.session.view
        hints = hints_of(view.board.scenario_id)
        found = due_of(hints, view, self.learnt, lambda _moment: False, view.board.field.grid)
        if found is not None:
            self.read.append(found.number)
            if hints[found.number].until is None:
                self.learnt.read.add(found.number)
        self.follow(hand)

    def follow(self, hand):
        """Do what the hint of the step says, also when it comes again in a later turn."""
        orders = tuple(self.session.view.legal_orders())
        match hand.phase:
            case "card":
                plays = [(len(self.session.view.could_order(way)), -held.place, way)
                         for held in hand.hand() for way in hand.plays(held)]  # fmt: skip
                hand.give(max(plays, key=lambda play: play[:2])[2])
            case "order" if hand.of(OrderUnit):
                hand.click(next(iter(hand.selectable())))
                if hand.asking is not None:
                    hand.give(hand.of(OrderUnit)[0])
            case "attack" if hand.of(Attack):
                attack = hand.of(Attack)[0]
                for hex_ in (self.session.view.unit(attack.unit).hex, *[self.session.view.unit(attack.target).hex] * 2):
                    hand.click(hex_)
            case "order" | "move" | "attack":
                hand.done()
                hand.done()
            case _:
                hand.give(orders[0])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("lesson", ["the-first-card", "ground-and-retreat"])
def test_hints_alone_lead_to_an_attack(lesson, seed):
    pupil = Pupil(lesson, seed)
    for _deed in range(MOST):
        if "order:attack" in pupil.learnt.done:
            break
        pupil.act()
    assert "order:attack" in pupil.learnt.done and pupil.game.turn <= 3, pupil.read
    assert len(set(pupil.read)) >= 3, "hints lead to it step by step"
