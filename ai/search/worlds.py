"""Imagined worlds by number: each is made when it is first asked for, and all options are compared in the same ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")


class Worlds(Generic[S]):
    """Complete positions that a view cannot tell from the true one. `imagine` makes the world of a number from 0.

    Worlds are made in the order of their numbers, so that a number means the same world every time.
    """

    def __init__(self, imagine: Callable[[int], S]) -> None:
        self._imagine = imagine
        self._worlds: list[S] = []

    def __getitem__(self, number: int) -> S:
        """The world of a number. It is shared: play in a copy of it."""
        while len(self._worlds) <= number:
            self._worlds.append(self._imagine(len(self._worlds)))
        return self._worlds[number]
