"""Trying things out: what orders come to on a position, without a game around them. For players that search.

A trial goes by the same rules as the game, word for word: `flow.execute` decides what happens, `apply` changes the
position. It keeps no journal and no digest, tells nobody, and asks no one whether an order is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.dice import Dice
from wab.engine.events import Event
from wab.engine.orders import Order, Refusal
from wab.engine.system import Outcome
from wab.systems.cards.apply import apply
from wab.systems.cards.flow import execute
from wab.systems.cards.legality import phase, to_act, why_not
from wab.systems.cards.state import State


class Trial:
    """A position on which orders are tried out; the one that it starts from is left as it is.

    Chance goes by the seed of the trial, not by that of any game: what dice and pile hold is known to nobody. On a
    position of known facts it can be played on until a card that nobody knows would have to be drawn; whole turns are
    tried on a sampled position.
    """

    def __init__(self, position: State, seed: int = 0) -> None:
        self.position = position.copy()
        self.position.dice = Dice(seed)

    @property
    def to_act(self) -> str | None:
        """The seat that would have to decide now; None when the battle would be over."""
        return to_act(self.position)

    @property
    def phase(self) -> str:
        """What would have to be decided now."""
        return phase(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the battle would have ended, None while it would go on."""
        return self.position.result

    def copy(self) -> Trial:
        """An independent trial that stands where this one does, and has the same chance before it."""
        twin = object.__new__(type(self))
        twin.position = self.position.copy()
        return twin

    def why_not(self, order: Order) -> Refusal | None:
        """None if an order would be legal now, else the first reason against it."""
        return why_not(self.position, order)

    def play(self, order: Order) -> None:
        """Carry out an order that is legal now. An order that makes no sense here leaves a trial of no more use."""
        for _ in self.happenings(order):
            pass

    def happenings(self, order: Order) -> Iterator[Event]:
        """The same, event by event: each is handed out when it is about to happen, and happens when one goes on."""
        for event in execute(self.position, order):  # type: ignore[arg-type]  # only orders of this system are legal
            yield event
            apply(self.position, event)
