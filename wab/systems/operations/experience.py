"""Experience and rank (ledger 1.6): what a battle is worth to the player, and what his rank gives him.

Pure arithmetic on the best scores so far; who keeps them is not said here. Every scenario has four slots: each side,
alone or against people (OPS-1.6-3), and only the best score of a slot counts (OPS-1.6-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from wab.content.operations import Words
from wab.content.operations_tables import ExperienceTable, RankRow
from wab.engine.system import Outcome

Mode = Literal["solo", "multiplayer"]
MODES: tuple[Mode, ...] = ("solo", "multiplayer")


class Slot(Struct, frozen=True, order=True):
    """Where a score is kept (OPS-1.6-3): scenario id, the player's side, alone or against people."""

    scenario: str
    side: str
    mode: Mode


Best = Mapping[Slot, int]
"""The best score so far of each slot that has one."""


def score(table: ExperienceTable, outcome: Outcome, side: str) -> int:
    """The score of a battle for a side: by the level of its victory, a draw, or a defeat (OPS-1.6-1)."""
    if outcome.winner not in (None, side):
        return table.score["defeat"]
    return table.score[outcome.level]


def worth(table: ExperienceTable, kind: str, mode: Mode, points: int) -> int:
    """Experience for a score in a scenario of a kind: campaign, advanced or battle."""
    factor = table.multiplayer_factor if mode == "multiplayer" else 1.0
    return round(points * table.weight[kind] * factor)


def better(best: Best, slot: Slot, points: int) -> dict[Slot, int]:
    """The best scores after a battle: a slot changes only where the new score beats the old (OPS-1.6-2)."""
    return {**best, slot: max(points, best.get(slot, 0))}


def total(table: ExperienceTable, best: Best, kinds: Mapping[str, str]) -> int:
    """All experience: the sum over all slots (OPS-1.6-3). `kinds` by scenario id."""
    return sum(worth(table, kinds[slot.scenario], slot.mode, points) for slot, points in sorted(best.items()))


def added(table: ExperienceTable, best: Best, slot: Slot, kind: str, points: int) -> int:
    """Experience that a score adds: the difference to the old best, nothing where it is no better (OPS-1.6-2)."""
    old = best.get(slot, 0)
    return worth(table, kind, slot.mode, max(points, old)) - worth(table, kind, slot.mode, old)


def greatest(table: ExperienceTable, kinds: Mapping[str, str], sides: Iterable[str]) -> int:
    """All the experience that there is to win in these scenarios."""
    highest = max(table.score.values())
    slots = [(kind, mode) for kind in kinds.values() for _ in sides for mode in MODES]
    return sum(worth(table, kind, mode, highest) for kind, mode in slots)


# ------------------------------------------------------------------------------------------------- ranks


def ranks_held(table: ExperienceTable, experience: int) -> tuple[RankRow, ...]:
    """Every rank up to the one that this experience gives, lowest first: what they unlock adds up (OPS-1.6-7)."""
    return tuple(row for row in table.ranks if row.start <= experience)


def rank(table: ExperienceTable, experience: int) -> RankRow:
    """The rank that this experience gives (OPS-1.6-1)."""
    return ranks_held(table, experience)[-1]


def to_next_rank(table: ExperienceTable, experience: int) -> int:
    """Experience missing to the next rank, 0 at the highest."""
    return next((row.start - experience for row in table.ranks if row.start > experience), 0)


def tips(table: ExperienceTable, experience: int) -> tuple[Words, ...]:
    """The advice open to a player, lowest rank first (OPS-1.6-4)."""
    return tuple(tip for row in ranks_held(table, experience) for tip in row.tips)


def is_spared(table: ExperienceTable, experience: int, topic: str, *, first_battle: bool) -> bool:
    """Tell whether a player is spared the tutorial on a topic (OPS-1.6-5); some only after their first battle."""
    spared: set[str] = set()
    for row in ranks_held(table, experience):
        spared.update(row.skips if first_battle else (*row.skips, *row.skips_elsewhere))
    return topic in spared or "all" in spared


def opened(table: ExperienceTable, experience: int) -> tuple[str, ...]:
    """Functions and content that the player's rank has opened (OPS-1.6-7)."""
    return tuple(name for row in ranks_held(table, experience) for name in row.opens)
