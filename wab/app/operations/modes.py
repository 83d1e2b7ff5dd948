"""What a player can be about, what he is asked and told, and the seat at which he plays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from wab.engine.orders import Order, Refusal
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.operations.view import OperationsView

TOAST_SECONDS = 4.5


class Mode(Enum):
    """What the player is about."""

    IDLE = "idle"
    SELECTED = "selected"
    ATTACK = "attack"
    BOMBARD = "bombard"
    REBUILD = "rebuild"
    ADVANCE = "advance"
    WATCHING = "watching"
    OVER = "over"


class Aim(Enum):
    """What the next click on the map is for: the obvious thing, or what a button asked for."""

    ANY = "any"
    MOVE = "move"
    ATTACK = "attack"
    BOMBARD = "bombard"


@dataclass
class Toast:
    """A sentence beside the pointer, with the clause that says so; it fades by itself."""

    text: str
    clauses: tuple[str, ...] = ()
    hex: HexId | None = None
    seconds: float = TOAST_SECONDS
    bad: bool = True


@dataclass(frozen=True)
class EndQuestion:
    """The impulse is to end while units could still act: how many, how many activation points are left."""

    units: tuple[int, ...]
    points: int


class Table(Protocol):
    """What the interaction needs of the game: one side's view, and hands to play with."""

    @property
    def view(self) -> OperationsView:
        """What the side at the screen knows now."""
        ...

    def play(self, order: Order) -> object:
        """Carry out a legal order."""
        ...

    def undo(self) -> object:
        """Take back the last order."""
        ...

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        ...


def question_words(question: EndQuestion) -> str:
    """What is asked before the impulse ends."""
    units = ngettext("{count} unit has not acted", "{count} units have not acted", len(question.units))
    return _("{units}, and {points} activation points are left.").format(
        units=units.format(count=len(question.units)), points=question.points
    )
