"""A career as plain data for programs and for people: rank, experience, campaigns, best scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wab.career.campaigns import Progress, progress
from wab.career.career import Career
from wab.career.judging import attainable
from wab.content.career import Rank
from wab.engine.kernel.values import ScenarioInfo

Campaigns = dict[str, dict[str, Progress]]


def campaigns(infos: Sequence[ScenarioInfo], career: Career) -> Campaigns:
    """Return how far the player has come in every campaign, by rule system and side (OPS-11.2.1-3)."""
    found: Campaigns = {}
    results = career.outcomes()
    for system, side in _sides(infos):
        own = [info for info in infos if info.system == system]
        found.setdefault(system, {})[side] = progress(own, side, results)
    return found


def _sides(infos: Sequence[ScenarioInfo]) -> Iterator[tuple[str, str]]:
    yield from dict.fromkeys((info.system, side) for info in infos for side in info.sides if side in info.campaigns)


def as_data(career: Career, infos: Sequence[ScenarioInfo]) -> dict[str, Any]:
    """All of it, as `wab career --json` prints it. `rank` and `next` are None if the ranks cannot be read."""
    standing = career.standing()
    following = standing.following if standing is not None else None
    held = {"number": standing.number, **_rank(standing.rank)} if standing is not None else None
    return {
        "experience": career.experience,
        "attainable": attainable(tuple(infos)),
        "rank": held,
        "next": {**_rank(following), "missing": standing.missing} if standing is not None and following else None,
        "campaigns": {
            system: {side: {"count": one.count, "done": one.done, "next": one.following} for side, one in sides.items()}
            for system, sides in campaigns(infos, career).items()
        },
        "best": [
            {
                "scenario": slot.scenario,
                "side": slot.side,
                "mode": slot.mode,
                "points": score.points,
                "experience": score.experience,
            }
            for slot, score in sorted(career.best.items())
        ],
        "games": len(career.library),
    }


def _rank(rank: Rank) -> Mapping[str, Any]:
    return {"name": rank.name, "start": rank.start, "unlock": rank.unlock, "opens": rank.opens}
