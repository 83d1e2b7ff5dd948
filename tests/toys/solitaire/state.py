"""The truth: squads on a causeway, a pile of cards, and what is still to be settled."""

from __future__ import annotations

import msgspec

from wab.engine import Dice, Outcome
from wab.engine.kernel.agenda import Step
from wab.engine.kernel.pile import Pile, pile_of

SIDE, AUTOMATON = "patrol", "garrison"
STEPS, WANTED = 3, 4
"""Steps of a squad; steps across the causeway with which the patrol wins."""
DECK = pile_of({"rifles": 4, "machine_gun": 3, "mortar": 3, "quiet": 3})
HITS = {"rifles": 1, "machine_gun": 2, "mortar": 1, "quiet": 0}
CHOICES = {"squads": ("3", "4")}


class Course(msgspec.Struct, frozen=True):
    """A scenario: how long the causeway is, how many turns there are, from which turn on two cards are drawn."""

    title: str
    length: int
    turns: int
    pressed: int


COURSES = {
    "solitaire/the-causeway": Course("The Causeway", 5, 8, 4),
    "solitaire/the-long-causeway": Course("The Long Causeway", 8, 12, 3),
}


class Squad(msgspec.Struct, frozen=True):
    """`place` 0 is the near end of the causeway; at its far end a squad is across, and safe."""

    id: int
    place: int
    steps: int


class Card(Step, frozen=True, tag="card"):
    """The garrison draws a card."""

    question = "card"


class Hit(Step, frozen=True, tag="hit"):
    """A hit on one of these squads; the player says on which where there are several."""

    squads: tuple[int, ...]
    question = "hit"


class State(msgspec.Struct):
    """`phase` is the last that began, `agenda` what is to be settled first; `reserve` is an unknown card."""

    scenario: str
    chosen: dict[str, str]
    dice: Dice
    squads: tuple[Squad, ...]
    pile: Pile
    discards: Pile = ()
    reserve: str = ""
    shown: bool = False
    turn: int = 0
    moved: tuple[int, ...] = ()
    phase: str = "fire"
    agenda: tuple[Card | Hit, ...] = ()
    result: Outcome | None = None

    def copy(self) -> State:
        return msgspec.structs.replace(self)  # nothing in it is ever written to

    @property
    def course(self) -> Course:
        return COURSES[self.scenario]

    def squad(self, number: int) -> Squad | None:
        return next((squad for squad in self.squads if squad.id == number), None)

    @property
    def exposed(self) -> tuple[Squad, ...]:
        """The squads that are not across."""
        return tuple(squad for squad in self.squads if squad.place < self.course.length)

    @property
    def across(self) -> int:
        """The steps that are across."""
        return sum(squad.steps for squad in self.squads if squad.place == self.course.length)
