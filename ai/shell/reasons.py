"""The words of players next to their orders: reasons, advice, and proposals for troops that are lent to them."""

from __future__ import annotations

from typing import Any

import msgspec

from wab.engine.words.text import N_, Text


class Reason(msgspec.Struct, frozen=True):
    """The reason why a player gave an order, with numbers, for the diary of a game.

    `text` is what is to be done and why, without a full stop ("Attack Caen at 3:1"): it stands within a sentence. With
    a full stop it is a sentence of its own.

    Players that plan add the mission that it serves, the course that they chose, and the courses that they rejected,
    each with the share of victory expected of it. `helps`: the mission was given to other units. `spared`: the order
    takes the units off their mission.
    """

    text: Text
    score: float = 0.0
    mission: Text | None = None
    helps: bool = False
    spared: bool = False
    course: str = ""
    rejected: tuple[tuple[str | Text, float], ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """A line of a staff paper: what a player would do in a person's place. No order is given.

    `text` is the order; `notes` are the sentences below it: with what, how likely, what is at stake. `units` by id;
    `start` and `goal`: hexes that an arrow joins, -1 for none; `main`: it comes first.
    """

    text: Text
    units: tuple[int, ...] = ()
    start: int = -1
    goal: int = -1
    main: bool = False
    notes: tuple[Text, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """An order that a player proposes for troops lent to it, and why.

    `sure`: it rests on no throw of dice that is still to come. `throws`: dice are thrown when it is carried out.
    """

    order: Any
    reason: Reason
    sure: bool = True
    throws: bool = False


NOTHING_MORE = frozenset(
    (
        N_("Pass: nothing more to gain"),
        N_("Stop: nothing more to gain"),
        N_("Order {unit:the}: most can be gained there"),
    )
)
"""The words for an order that only ends or prepares what a player does: no diary tells it next to other orders."""
COURSES = {
    "usual": N_("the usual plan"),
    "plain": N_("a plan made on the spot"),
    "careful": N_("a more careful plan"),
    "bold": N_("a bolder plan"),
    "without": N_("a plan that leaves one goal aside"),
    "for": N_("a plan that puts everything on one goal"),
    "hold": N_("staying on the defensive"),
}
"""The names of the courses of a planning player, by the first word of their name."""


def course_in_words(name: str) -> Text:
    """A course as people call it; a course of a foreign player by the name that it has."""
    return Text(COURSES.get(name.partition(" ")[0], name))
