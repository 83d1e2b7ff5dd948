"""Lists of priorities: what comes first, what is equal to it, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, TypeVar

T = TypeVar("T")


def ranked(candidates: Iterable[T], *keys: Callable[[T], Any]) -> list[list[T]]:
    """Return candidates in groups of equals, the foremost group first: the first key decides, where equal the next.

    A lower key comes first. Candidates of a group keep their order.
    """

    def order(candidate: T) -> tuple[Any, ...]:
        return tuple(key(candidate) for key in keys)

    return [list(group) for _, group in groupby(sorted(candidates, key=order), key=order)]


def foremost(candidates: Iterable[T], *keys: Callable[[T], Any]) -> list[T]:
    """Return the candidates that none precedes, [] for no candidates."""
    return next(iter(ranked(candidates, *keys)), [])
