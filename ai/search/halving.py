"""Halving: all options are tried in a few worlds, the better half of them in more, and so on until one is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def halve(
    options: Sequence[T],
    rounds: Iterable[range],
    play: Callable[[Sequence[T], int], bool],
    rank: Callable[[T], Any],
    *,
    least: int = 1,
    kept: T | None = None,
) -> list[T]:
    """The options that are left at the end, the best first.

    `rounds`: the numbers of the worlds of each round. `play` tries the options that are left in one world and says
    whether there is budget for another; if not, the search ends. `rank` is a key to sort by, the best option lowest.
    After each round the worse half drops out, but at least `least` stay. `kept`, the usual option with which all others
    are compared, always stays.
    """
    left = list(options)
    for worlds in rounds:
        if not all(play(left, world) for world in worlds):
            return sorted(left, key=rank)
        left = sorted(left, key=rank)[: max(least, (len(left) + 1) // 2)]
        if kept is not None and kept not in left:
            left.append(kept)
        if len(left) == 1:
            break
    return left


def doubling(first: int, rounds: int) -> Iterator[range]:
    """Rounds of worlds, each with twice as many as the one before."""
    start = 0
    for number in range(rounds):
        yield range(start, start + (first << number))
        start += first << number


def growing(first: int, worlds: int) -> Iterator[range]:
    """Rounds until all worlds are used up: `first` of them, then half as many as there were, at least `first`."""
    start = 0
    while start < worlds:
        stop = min(worlds, start + max(first, start // 2))
        yield range(start, stop)
        start = stop
