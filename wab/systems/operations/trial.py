"""Trying things out: what orders come to on a position, without a game around them. For players that search.

    trial = Trial(view.position)                       # or Trial(view.sample(seed).state)
    trial.move((unit,), hex_)
    bold = trial.copy()                                # cheap: branch wherever there is something to choose
    bold.play(attack, {"combat": 9})                   # as if the two dice had come up 9
    supplied_hexes(bold.position, "allied")            # every question of the rules, on what would then be true

A trial goes by the same rules as the game, word for word: `flow.execute` decides what happens, `apply` changes the
position. It keeps no journal and no digest, tells nobody, and asks no one whether an order is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wab.engine.dice import Dice, GivenDice
from wab.engine.events import Event
from wab.engine.orders import Refusal
from wab.engine.system import Outcome
from wab.systems.operations.apply import apply
from wab.systems.operations.combat import STREAM as COMBAT
from wab.systems.operations.flow import execute
from wab.systems.operations.legality import why_not
from wab.systems.operations.movement import reach
from wab.systems.operations.odds import Branch, preview
from wab.systems.operations.orders import Attack, Move, OperationsOrder
from wab.systems.operations.state import State


class Trial:
    """A position on which orders are tried out; the one that it starts from is left as it is.

    Chance goes by the seed of the trial, not by that of any game: what the dice of a game will show is known to nobody.
    On a position of known facts an order of the side to act comes to what that side has reason to expect. The end of
    an impulse is best tried on a sampled position, where the other side is all there.
    """

    def __init__(self, position: State, seed: int = 0) -> None:
        self._position = position.copy()
        self._position.dice = Dice(seed)

    @property
    def position(self) -> State:
        """What would be true now. To be read only, and not to be kept: the next order changes it."""
        return self._position

    @property
    def to_act(self) -> str | None:
        """The side that would have to decide now; None when the battle would be over."""
        return self._position.active or None

    @property
    def outcome(self) -> Outcome | None:
        """How the battle would have ended, None while it would go on."""
        return self._position.result

    def copy(self) -> Trial:
        """An independent trial that stands where this one does, and has the same chance before it."""
        twin = object.__new__(type(self))
        twin._position = self._position.copy()
        return twin

    def why_not(self, order: OperationsOrder) -> Refusal | None:
        """None if an order would be legal now, else the first reason against it."""
        return why_not(self._position, order)

    def play(self, order: OperationsOrder, totals: Mapping[str, int] | None = None) -> tuple[Event, ...]:
        """Carry out an order that is legal now, and return what happens.

        `totals` by stream of dice ("combat", "bombardment"...): what the next roll of that stream comes to in all;
        other rolls go by the seed. ValueError for a total that those dice cannot show, and for an order that makes no
        sense here; the trial is of no more use then.
        """
        position = self._position
        chance = position.dice
        if totals:
            position.dice = GivenDice(chance.seed, chance.drawn, totals=dict(totals))
        events: list[Event] = []
        for event in execute(position, order):
            apply(position, event)
            events.append(event)
        position.dice = Dice(chance.seed, position.dice.drawn)
        return tuple(events)

    def move(self, units: Sequence[int], hex_: int, *, strategic: bool = False) -> tuple[Event, ...]:
        """Move units of one hex together to another, the cheapest way. ValueError when it is out of their reach."""
        reached = reach(self._position, units, strategic=strategic)
        return self.play(Move(tuple(units), reached.path_to(hex_), strategic))

    def branches(self, order: Attack) -> tuple[Branch, ...]:
        """Everything that a legal attack can come to now, each with its exact chance: see `outcome_of`."""
        return preview(self._position, order).branches

    def outcome_of(self, order: Attack, branch: Branch) -> Trial:
        """A copy of this trial in which an attack has come out as in one of its `branches`.

        Which of several units loses a HP is left to the seed, and so is what anti-aircraft fire does to aircraft.
        """
        after = self.copy()
        after.play(order, {COMBAT: branch.total})
        return after
