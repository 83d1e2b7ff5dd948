"""Trials: the effect of orders on a position, without a game around them. For players that search.

    trial = Trial(SYSTEM, view.position)               # or Trial(SYSTEM, view.sample(seed).state)
    bold = trial.copy()                                # cheap: branch wherever there is something to choose
    bold.play(attack, {"combat": 9})                   # as if the next roll of that stream were a 9
    supplied_hexes(bold.position, "allied")            # every question of the rules, on what would then be true

A trial goes by the same rules as the game, word for word: `System.execute` decides what happens, `System.apply` changes
the position. It keeps no journal and no digest, shows nothing to any observer, and does not check whether an order is
legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from wab.engine.kernel.dice import Dice, GivenDice
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.kernel.system import GameState, System
from wab.engine.kernel.values import Outcome

S = TypeVar("S", bound=GameState)


class Trial(Generic[S]):
    """A position on which orders are tried out; the position that it starts from stays as it is.

    Chance goes by the seed of the trial, never by the seed of a game: the coming dice of a game stay unknown. On a
    position of known facts an order has the effect that the seat to act may expect. An unknown fact (a card from the
    pile, the other side's orders) needs a sampled position.
    """

    def __init__(self, system: System[S], position: S, seed: int = 0) -> None:
        self.system = system
        self.position = position.copy()
        self.position.dice = Dice(seed)

    @classmethod
    def upon(cls, system: System[S], position: S) -> Trial[S]:
        """A trial on this very position, which its orders change, with the dice that are in it."""
        trial: Trial[S] = object.__new__(cls)
        trial.system, trial.position = system, position
        return trial

    @property
    def to_act(self) -> str | None:
        """The seat that would have to decide now; None when the game would be over."""
        return self.system.to_act(self.position)

    @property
    def phase(self) -> str:
        """Return what would have to be decided now."""
        return self.system.phase(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game would have ended, None while it would go on."""
        return self.system.outcome(self.position)

    def copy(self) -> Trial[S]:
        """An independent trial that stands where this one does, and has the same chance before it."""
        return self.upon(self.system, self.position.copy())

    def why_not(self, order: Order) -> Refusal | None:
        """None if an order would be legal now, else the first reason against it."""
        return self.system.why_not(self.position, order)

    def play(self, order: Order, totals: Mapping[str, int] | None = None) -> tuple[Event, ...]:
        """Carry out an order that is legal now, and return what happens.

        `totals` by stream of dice ("combat", "attack"...): the total of the next roll of that stream; other rolls go by
        the seed. ValueError for a total that those dice cannot show, and for an order that makes no sense here; the
        trial is of no more use then.
        """
        if not totals:
            return tuple(self.happenings(order))
        chance: Any = self.position.dice
        self.position.dice = GivenDice(chance.seed, chance.drawn, totals=dict(totals))
        events = tuple(self.happenings(order))
        self.position.dice = replace(chance, drawn=self.position.dice.drawn)
        return events

    def happenings(self, order: Order) -> Iterator[Event]:
        """The same, event by event: each is handed out when it is about to happen, and happens when one goes on."""
        system, position = self.system, self.position
        for event in system.execute(position, order):
            yield event
            system.apply(position, event)
