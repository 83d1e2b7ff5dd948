"""The levels of the computer player: amounts of thought, never of knowledge or luck."""

from __future__ import annotations

from dataclasses import dataclass

from ai.cards.search import Budget
from ai.cards.weights import WHOLE_TURN, Weights


@dataclass(frozen=True)
class Level:
    """How a level thinks: what it holds dear, and how much it searches before it plays a card (None: not at all)."""

    name: str
    weights: Weights
    budget: Budget | None


LEVELS = {
    level.name: level
    for level in (
        Level("easy", WHOLE_TURN, None),
        Level("normal", WHOLE_TURN, Budget(courses=4, worlds=6, rounds=1, turns=2)),
        Level("hard", WHOLE_TURN, Budget(courses=6, worlds=6, rounds=2, turns=2)),
    )
}


def level_named(name: str) -> Level:
    """A level; KeyError when there is none of that name."""
    return LEVELS[name]
