"""What players say beside their orders: reasons, advice, and proposals for troops that are lent to them."""

from __future__ import annotations

from typing import Any

import msgspec

from wab.engine.text import Text


class Reason(msgspec.Struct, frozen=True):
    """Why a player gave an order: a sentence with numbers, for the journal of a game.

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
    rejected: tuple[tuple[str, float], ...] = ()


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
