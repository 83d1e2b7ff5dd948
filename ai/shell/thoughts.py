"""Thoughts that are kept until they are out of date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from ai.shell.thinking import go_on

T = TypeVar("T")


class Thoughts(Generic[T]):
    """Thoughts by number (of a unit, of a hex), kept until they are out of date.

    `go_on` is asked before each; once it says no, only known thoughts are given.
    """

    def __init__(self, go_on: Callable[[], bool] = go_on) -> None:
        self._go_on = go_on
        self._known: dict[int, T] = {}

    def forget(self, is_stale: Callable[[int, T], bool]) -> None:
        """Drop thoughts that are out of date."""
        self._known = {key: thought for key, thought in self._known.items() if not is_stale(key, thought)}

    def drop(self, key: int) -> None:
        """Forget one."""
        self._known.pop(key, None)

    def of(self, keys: Iterable[int], think: Callable[[int], T]) -> Iterator[T]:
        """The thoughts on these keys; missing ones are thought while there is time."""
        for key in keys:
            if key not in self._known:
                if not self._go_on():
                    continue
                self._known[key] = think(key)
            yield self._known[key]
