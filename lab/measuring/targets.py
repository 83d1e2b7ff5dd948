"""Targets of many games, next to the results: targets are data, a file a rule system.

A target is a number of every battle (`Battle.counts`, `Battle.moments`, a front) put together in one of a few ways, and
the span in which it is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from pathlib import Path
from statistics import fmean, median
from typing import Literal

import msgspec

from lab.measuring.battles import Battle
from lab.measuring.front_pages import apart_on
from lab.measuring.fronts import Ground
from lab.measuring.pages import table
from lab.measuring.statistics import Share
from wab.content.reader import read_document

Way = Literal["share", "mean", "median", "turn", "by_turn", "rate", "front"]
FEW = 10
"""Of fewer games nothing is called met or missed."""


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that is wanted between `low` and `high`.

    `way`: the `share` of games in which the count `of` is 1; its `mean`; its `median`; the median `turn` of the moment
    `of`; the share of games in which that came `by_turn` `turn`; the `rate` of the sum of `of` to the sum of `per`; the
    mean distance of the `front` on the day `of`, in km. Shares are parts of 1. `inside`: where the 95 % interval of a
    share has to lie.
    """

    what: str
    way: Way
    of: str
    low: float | None = None
    high: float | None = None
    per: str = ""
    turn: int = 0
    inside: tuple[float, float] | None = None


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of targets, in the order of the page."""

    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Found:
    """The result of the games: the number, nan where no game tells it, and how it is written; a share as such."""

    value: float
    words: str
    games: int
    share: Share | None = None


def load_targets(path: Path) -> tuple[Target, ...]:
    """The targets of a file. DataError with file, line and field when it is wrong."""
    content: Targets = read_document(path, Targets).content
    return content.targets


def found(target: Target, ground: Ground, played: Sequence[Battle]) -> Found:
    """Return the result of some games."""
    if target.way in ("share", "by_turn"):
        return _share(target, played)
    if target.way == "turn":
        return _turn(target, played)
    if target.way == "rate":
        whole = sum(battle.counts.get(target.per, 0.0) for battle in played)
        part = sum(battle.counts.get(target.of, 0.0) for battle in played)
        rate = part / whole if whole else float("nan")
        return Found(rate, f"{rate:.2f}", len(played))
    if target.way == "front":
        figures = apart_on(ground, played, target.of)
    else:
        figures = [battle.counts[target.of] for battle in played if target.of in battle.counts]
    if not figures:
        return Found(float("nan"), "–", 0)
    value = median(figures) if target.way == "median" else fmean(figures)
    return Found(value, f"{value:.1f} ({min(figures):.1f} to {max(figures):.1f})", len(figures))


def _share(target: Target, played: Sequence[Battle]) -> Found:
    if target.way == "share":
        points = sum(battle.counts.get(target.of, 0.0) for battle in played)
    else:
        points = float(sum(battle.moments.get(target.of, inf) <= target.turn for battle in played))
    share = Share(points, len(played))
    return Found(share.value, str(share), len(played), share)


def _turn(target: Target, played: Sequence[Battle]) -> Found:
    """The median of games; games that never see it count as later than all others."""
    turns = [float(battle.moments.get(target.of, inf)) for battle in played]
    middle = sorted(turns)[(len(turns) - 1) // 2]
    seen = f"{sum(not isinf(turn) for turn in turns)} of {len(turns)} games"
    return Found(middle, f"never ({seen})" if isinf(middle) else f"{middle:.0f} ({seen})", len(turns))


def verdict(target: Target, result: Found) -> str:
    """Return whether a target is met, in a word or three."""
    if result.games < FEW:
        return "too few games"
    low, high = (-inf if target.low is None else target.low), (inf if target.high is None else target.high)
    if not low <= result.value <= high:
        return "missed"
    if target.inside is not None and result.share is not None:
        least, most = result.share.interval
        if least < target.inside[0] or most > target.inside[1]:
            return "met, not yet certain"
    return "met"


def wanted(target: Target) -> str:
    """The span as it is written: "45–55 %", "at most 8"."""
    scale, unit = (100, " %") if target.way in ("share", "by_turn") else (1, "")
    low, high = (None if bound is None else f"{scale * bound:g}" for bound in (target.low, target.high))
    if low is None:
        return f"at most {high}{unit}"
    return f"at least {low}{unit}" if high is None else f"{low}–{high}{unit}"


def targets_table(targets: Sequence[Target], ground: Ground, played: Sequence[Battle]) -> str:
    """A row for each target: what it is, what is wanted, the result of the games."""
    rows = []
    for target in targets:
        result = found(target, ground, played)
        rows.append((target.what, wanted(target), result.words, result.games, verdict(target, result)))
    return table(("what", "wanted", "found", "games", ""), rows)


def ends_table(played: Sequence[Battle]) -> str:
    """Return how the games ended: who won, at which level, why, and the share of all games with its interval."""
    ends = [(o.winner or "draw", o.level, o.reason) for battle in played if (o := battle.outcome) is not None]
    counted = sorted({end: ends.count(end) for end in ends}.items(), key=lambda entry: (-entry[1], entry[0]))
    rows = [(*end, count, str(Share(count, len(ends)))) for end, count in counted]
    return table(("winner", "level", "reason", "games", "share"), rows)
