"""Rows of an order that is put together, and orders put together by ticks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from wab.engine.kernel.orders import Order, Refusal


@dataclass(frozen=True)
class Row:
    """A row of an order that is put together: a unit that takes part or not, or a part with a value (`ticked`: None).

    `unit` is the unit whose row it is, None if the row belongs to no unit; `refusal` says why it cannot be chosen.
    """

    unit: int | None
    ticked: bool | None
    refusal: Refusal | None = None

    @property
    def key(self) -> str:
        """Its name."""
        return f"row-{self.unit}"


@dataclass(frozen=True)
class Candidate(Row):
    """A unit or an air unit that could take part."""

    unit: int
    ticked: bool


@dataclass(frozen=True)
class TickPlan(ABC):
    """An order put together by ticks. Immutable: every tick gives a new plan."""

    view: Any
    units: frozenset[int]

    @property
    @abstractmethod
    def order(self) -> Order:
        """The order as it stands."""

    @property
    @abstractmethod
    def rows(self) -> tuple[Candidate, ...]:
        """The units that stand to choice, with the reason against each unit that cannot take part."""

    @cached_property
    def refusal(self) -> Refusal | None:
        """The reason why the order cannot be given as it stands; None if it can."""
        found: Refusal | None = self.view.why_not(self.order)
        return found

    def toggle(self, unit: int) -> Self:
        """The plan with a unit ticked or unticked; itself where the rules bar the tick."""
        row = next((row for row in self.rows if row.unit == unit), None)
        return self._with(unit) if row is not None and (row.ticked or row.refusal is None) else self

    def _with(self, unit: int) -> Self:
        return replace(self, units=self.units ^ {unit})
