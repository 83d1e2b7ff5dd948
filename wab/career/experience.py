"""Experience and rank (ledger 1.6): what a battle is worth to the player, and what the rank opens.

Pure arithmetic on the best scores so far, the same for every rule system; `wab.career.career` keeps them. Every
scenario has four slots: each side, alone or against people (OPS-1.6-3). Only the best score of a slot counts
(OPS-1.6-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wab.content.career import MOST_POINTS, Rank, Scale
from wab.content.reader import Title
from wab.engine.kernel.values import Outcome

Mode = Literal["solo", "multiplayer"]
MODES: tuple[Mode, ...] = ("solo", "multiplayer")
_NO_VICTORY = ("defeat", "draw")


class Slot(Struct, frozen=True, order=True):
    """The slot of a score (OPS-1.6-3): scenario id, the player's side, alone or against people."""

    scenario: str
    side: str
    mode: Mode


class Score(Struct, frozen=True, order=True):
    """The score of a battle for the player: points on the scale of its system, and the experience for them."""

    points: Annotated[int, Meta(ge=0, le=MOST_POINTS)]
    experience: Annotated[int, Meta(ge=0, le=MOST_POINTS * 10_000)]


Best = Mapping[Slot, Score]
"""The best score so far of each slot that has one."""


def points_of(scale: Scale, outcome: Outcome, side: str) -> int:
    """The score of a battle for a side: by the level of its victory, a draw, or a defeat (OPS-1.6-1).

    A victory of a level that the scale does not name counts as the least one.
    """
    if outcome.winner is None:
        return scale.score["draw"]
    if outcome.winner != side:
        return scale.score["defeat"]
    wins = {level: points for level, points in scale.score.items() if level not in _NO_VICTORY}
    return wins.get(outcome.level, min(wins.values()))


def worth(scale: Scale, kind: str, mode: Mode, points: int) -> int:
    """Experience for a score in a scenario of a kind; one that the scale does not name counts once."""
    factor = scale.multiplayer_factor if mode == "multiplayer" else 1.0
    return round(points * scale.weight.get(kind, 1.0) * factor)


def is_better(new: Score, old: Score | None) -> bool:
    """Tell whether a score takes the place of the best so far of its slot (OPS-1.6-2)."""
    return old is None or new.points > old.points


def better(best: Best, slot: Slot, new: Score) -> dict[Slot, Score]:
    """The best scores after a battle: a slot changes only where the new score beats the old (OPS-1.6-2)."""
    return {**best, slot: new} if is_better(new, best.get(slot)) else dict(best)


def added(old: Score | None, new: Score) -> int:
    """Experience that a score adds: the difference to the old best, nothing if it is no better (OPS-1.6-2)."""
    if not is_better(new, old):
        return 0
    return max(0, new.experience - (old.experience if old is not None else 0))


def total(best: Best) -> int:
    """All experience: the sum over all slots (OPS-1.6-3)."""
    return sum(score.experience for score in best.values())


def greatest(scale: Scale, kinds: Iterable[str], sides: Sequence[str]) -> int:
    """All the experience that there is to win in scenarios of these kinds, led from these sides."""
    highest = max(scale.score.values())
    slots = [(kind, mode) for kind in kinds for _ in sides for mode in MODES]
    return sum(worth(scale, kind, mode, highest) for kind, mode in slots)


# ------------------------------------------------------------------------------------------------- ranks


def ranks_held(ranks: Sequence[Rank], experience: int) -> tuple[Rank, ...]:
    """Every rank up to the rank that this experience gives, lowest first: what they open adds up (OPS-1.6-7)."""
    return tuple(rank for rank in ranks if rank.start <= experience)


def rank_of(ranks: Sequence[Rank], experience: int) -> Rank:
    """The rank that this experience gives (OPS-1.6-1)."""
    return ranks_held(ranks, experience)[-1]


def next_rank(ranks: Sequence[Rank], experience: int) -> Rank | None:
    """The rank that comes next; None at the highest."""
    return next((rank for rank in ranks if rank.start > experience), None)


def to_next_rank(ranks: Sequence[Rank], experience: int) -> int:
    """Experience missing to the next rank, 0 at the highest."""
    following = next_rank(ranks, experience)
    return following.start - experience if following is not None else 0


def tips(ranks: Sequence[Rank], experience: int) -> tuple[Title, ...]:
    """The advice open to a player, lowest rank first (OPS-1.6-4)."""
    return tuple(tip for rank in ranks_held(ranks, experience) for tip in rank.tips)


def is_spared(ranks: Sequence[Rank], experience: int, topic: str, *, first_battle: bool) -> bool:
    """Tell whether a player is spared the tutorial on a topic (OPS-1.6-5); some only after their first battle."""
    spared: set[str] = set()
    for rank in ranks_held(ranks, experience):
        spared.update(rank.skips if first_battle else (*rank.skips, *rank.skips_elsewhere))
    return topic in spared or "all" in spared


def opened(ranks: Sequence[Rank], experience: int) -> tuple[str, ...]:
    """Functions and content that the player's rank has opened (OPS-1.6-7)."""
    return tuple(name for rank in ranks_held(ranks, experience) for name in rank.opens)
