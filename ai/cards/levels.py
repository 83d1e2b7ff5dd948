"""The levels of the computer player: amounts of thought, never of knowledge or luck."""

from __future__ import annotations

from dataclasses import dataclass

from ai.cards.search import Budget
from ai.cards.weights import GREEDY, Weights


@dataclass(frozen=True)
class Level:
    """How a level thinks: what it holds dear, at which phases it searches, and how much."""

    name: str
    weights: Weights
    plans_at: tuple[str, ...]
    budget: Budget


LEVELS = {
    level.name: level
    for level in (
        Level("easy", GREEDY, ("card", "give"), Budget(courses=3, worlds=2, rounds=1, turns=1)),
        Level("normal", GREEDY, ("card", "give"), Budget(courses=4, worlds=6, rounds=1, turns=2)),
        Level("hard", GREEDY, ("card", "give"), Budget(courses=6, worlds=6, rounds=2, turns=2)),
    )
}


def level_named(name: str) -> Level:
    """A level; KeyError when there is none of that name."""
    return LEVELS[name]
