"""The shell of a deputy: it proposes orders for troops that are lent to it, one after the other.

The dice are unknown, so the list is thought out on imagined outcomes. Only what comes before the first throw is sure.
When orders turn out as imagined, the list goes on where it was; otherwise it is made again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Set
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from msgspec.structs import replace as changed

from ai.shell.layers import Incident
from ai.shell.reasons import Proposal, Reason
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View

P = TypeVar("P")
"""A position of known facts, in which the other units of the side cannot be used."""
M = TypeVar("M")
"""The memory of a leader's planner."""


@dataclass(frozen=True, slots=True)
class Step(Generic[P, M]):
    """A proposal, the position for which it is made, and what the planner remembered when it was made."""

    before: P
    memory: M
    proposal: Proposal


class Deputy(ABC, Generic[P, M]):
    """A player that leads lent units. One for a seat of a game; it remembers what it proposed.

    `cancelled` is asked while it thinks: once it says yes, the list ends with what there is, and goes on from there at
    the next question. `incidents`: layers of its leader that failed. A system says how positions are made and
    compared, and which player leads.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cancelled: Callable[[], bool] = lambda: False
        self.incidents: list[Incident] = []
        self._units: frozenset[int] = frozenset()
        self._begin(None)

    # ---- what a system says

    @abstractmethod
    def _lead(self, memory: M | None) -> None:
        """Take a new leader with nothing but a copy of what a planner remembers; None for nothing at all."""

    @abstractmethod
    def _remembered(self) -> M:
        """Return what the leader's planner remembers now; it changes when the leader goes on."""

    @abstractmethod
    def _kept(self, memory: M, *, plan: bool) -> M:
        """A copy of what a planner remembers, with the plan or without it."""

    @abstractmethod
    def _entrusted(self, view: View, units: Collection[int]) -> tuple[P, frozenset[int]] | None:
        """The position for a leader of these units, and the units in play; None if it may not decide."""

    @abstractmethod
    def _in_play(self, position: P) -> Set[int]:
        """The units in play in a position."""

    @abstractmethod
    def _alike(self, one: P, other: P) -> bool:
        """Tell whether two positions are the same for a decision."""

    @abstractmethod
    def _may_decide(self, position: P, side: str, units: frozenset[int]) -> bool:
        """Tell whether the decision that is due is about these units alone."""

    @abstractmethod
    def _decided(self, position: P, side: str) -> tuple[Order, Reason]:
        """The leader's next order, and why."""

    @abstractmethod
    def _is_for(self, order: Order, units: frozenset[int]) -> bool:
        """Tell whether an order does something with these units and no others."""

    @abstractmethod
    def _imagined(self, position: P, order: Order) -> tuple[P, bool]:
        """The position that an order is imagined to lead to, and whether dice are thrown for it."""

    # ---- from one question to the next

    def propose(self, view: View, units: Collection[int], most: int) -> tuple[Proposal, ...]:
        """Return what it would do with these units now, in order, at most `most` orders; () where nothing is worth
        doing.

        UsageError for a view of another system.
        """
        entrusted = self._entrusted(view, units)
        if entrusted is None:
            return ()
        position, lent = entrusted
        self._take_up(position, lent)
        while len(self._steps) < most and not self.cancelled() and self._think(view.side, lent):
            pass
        return tuple(step.proposal for step in self._steps[:most])

    def _begin(self, memory: M | None) -> None:
        self._lead(memory)
        self._steps: list[Step[P, M]] = []
        self._next: P | None = None
        self._sure = True

    def _take_up(self, position: P, units: frozenset[int]) -> None:
        """Go on where the position is as imagined; otherwise begin again with the memory of the last real one."""
        others, self._units = units ^ (self._units & self._in_play(position)), units
        if others:
            self._begin(self._kept(self._memory, plan=False))
        place = next((number for number, step in enumerate(self._steps) if self._alike(step.before, position)), None)
        if place is not None:
            self._steps = self._steps[place:]
        elif self._has_imagined_nothing() or (self._next is not None and self._alike(self._next, position)):
            self._steps = []
        else:
            self._begin(self._memory)
        if not self._steps:
            self._next = position
        self._mark()

    def _has_imagined_nothing(self) -> bool:
        """Tell whether the leader has decided on real positions only: then it may go on from there."""
        return not self._steps or (len(self._steps) == 1 and self._next is not None)

    @property
    def _memory(self) -> M:
        """Return what the planner remembers of the last real position."""
        return self._steps[0].memory if self._steps else self._remembered()

    def _mark(self) -> None:
        """Mark as sure what comes first now, and everything up to the next throw of dice."""
        sure = True
        for number, step in enumerate(self._steps):
            self._steps[number] = replace(step, proposal=changed(step.proposal, sure=sure))
            sure = sure and not step.proposal.throws
        self._sure = sure

    def _think(self, side: str, units: frozenset[int]) -> bool:
        """Add the next order; False when there is none."""
        before = self._next
        if before is None or not self._may_decide(before, side, units):
            return False
        order, reason = self._decided(before, side)
        if self.cancelled():  # an order thought out in a hurry is not proposed
            return False
        if not self._is_for(order, units):
            self._next = None
            return False
        after, rolled = self._imagined(before, order)
        memory = self._kept(self._remembered(), plan=True)
        self._steps.append(Step(before, memory, Proposal(order, reason, self._sure, rolled)))
        self._sure = self._sure and not rolled
        self._next = after
        return True
