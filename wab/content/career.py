"""The data of a player's career: the scale of each rule system, and the ranks of the house.

A scale stands in campaigns/SYSTEM/career/experience.yaml, apart from what the rules of the system read; the ranks are
in campaigns/normandy/ranks.yaml. A designer's pack without ranks has the ranks of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from wab.content.data import shared_file
from wab.content.reader import Title, read_document
from wab.content.shelf import Problem, Stamp, checked, stamp
from wab.engine.files.looking import is_file
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_
from wab.locale import current_language

MOST_POINTS = 1_000
"""The highest score that a battle can have."""
MOST_EXPERIENCE = 1_000_000
"""The highest rank begins below."""

Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Factor = Annotated[float, Meta(ge=0, le=100)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z_]{0,39}$", description=N_("a name in small letters"))]


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


class Scale(_Data, frozen=True):
    """The worth of the battles of a rule system (OPS-T-RANK).

    `score` by how a battle ended for the player: "defeat", "draw", and each level of victory of the system. `weight` by
    kind of scenario. `multiplayer_factor`: what a battle against people counts, compared with one against the computer.
    """

    score: dict[Name, Points]
    weight: dict[Name, Factor]
    multiplayer_factor: Factor = 1.0


class Rank(_Data, frozen=True):
    """A rank: experience from which it is held, its name, what it opens in words and as names.

    `tips` are advice, `skips` tutorials that are spared ("all" for every one), `skips_elsewhere` those spared only
    after the first battle, `opens` functions and content.
    """

    start: Annotated[int, Meta(ge=0, le=MOST_EXPERIENCE)]
    name: Title
    unlock: Title
    tips: tuple[Title, ...] = ()
    skips: tuple[Name, ...] = ()
    skips_elsewhere: tuple[Name, ...] = ()
    opens: tuple[Name, ...] = ()


class RanksFile(_Data, frozen=True):
    """ranks.yaml (OPS-T-RANK): from the lowest to the highest."""

    ranks: tuple[Rank, ...]


def in_language(words: Title) -> str:
    """Words of a rank in the reader's language, or else in English."""
    return next((text for code, text in words.items() if code == current_language()), words.get("en", ""))


def load_scale(system: str) -> Scale | None:
    """The scale of a rule system, checked; None if its battles give no experience. DataError when it is wrong."""
    path = shared_file(f"campaigns/{system}/career/experience.yaml")
    return _scale(path, stamp(path)) if is_file(path) else None


def load_ranks() -> tuple[Rank, ...]:
    """The ranks, lowest first, checked (OPS-1.6-7). DataError when the file is wrong or missing."""
    path = shared_file("campaigns/normandy/ranks.yaml")
    return _ranks(path, stamp(path))


def rank_called(number: int | None) -> str:
    """Return the name of a rank by its number, from 1; "" for none, and for one that is not known here."""
    try:
        ranks = load_ranks()
    except DataError:
        return ""
    return in_language(ranks[number - 1].name) if number is not None and 0 < number <= len(ranks) else ""


@cache
def _scale(path: Path, file: Stamp) -> Scale:
    document = read_document(path, Scale)
    return checked(document, scale_problems(document.content)).content


@cache
def _ranks(path: Path, file: Stamp) -> tuple[Rank, ...]:
    document = read_document(path, RanksFile)
    return checked(document, rank_problems(document.content.ranks)).content.ranks


def scale_problems(scale: Scale) -> Iterator[Problem]:
    """There is a score for a defeat, a draw and a victory, and none is worth more than a better result."""
    for name in ("defeat", "draw"):
        if name not in scale.score:
            yield f"score.{name}", "missing field (expected defeat, draw and each level of victory)"
            return
    wins = [points for name, points in scale.score.items() if name not in ("defeat", "draw")]
    if not wins:
        yield "score", "has no level of victory (expected defeat, draw and each level of victory)"
    elif not scale.score["defeat"] <= scale.score["draw"] <= min(wins):
        yield "score", "gives a worse result more than a better one (expected defeat, draw, victories to ascend)"
    if not scale.weight:
        yield "weight", "is empty (expected a weight for each kind of scenario)"


def rank_problems(ranks: tuple[Rank, ...]) -> Iterator[Problem]:
    """Ranks begin at 0 and ascend; each is named and explained in both languages (OPS-1.6-7)."""
    starts = [rank.start for rank in ranks]
    if starts[:1] != [0] or starts != sorted(set(starts)):
        yield "ranks", f"start at {starts} (expected to begin at 0 and to ascend)"
    for i, rank in enumerate(ranks):
        for name, words in (("name", rank.name), ("unlock", rank.unlock), *(("tips", tip) for tip in rank.tips)):
            yield from _both_languages(f"ranks[{i}].{name}", words)


def _both_languages(where: str, words: Title) -> Iterator[Problem]:
    for language in ("en", "fr"):
        if language not in words:
            yield f"{where}.{language}", "missing field (expected all of: en, fr)"
