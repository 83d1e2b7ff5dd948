"""Derived facts, worked out once: what follows from a state stays for as long as that from which it follows.

A state that is a `Deriving` keeps its facts in one dict, `_cache`, which a copy of the state copies as well: an entry
is replaced, never written to, so that copies share what has not changed. A board, which never changes, is an
`Unchanging`. Both are bases without fields, for dataclasses that declare `_cache` or `_found` with `compare=False`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


class Deriving:
    """A state that keeps what follows from it. `version` is a number that changes whenever the state does."""

    __slots__ = ()
    board: Any
    version: int
    _cache: dict[str, tuple[object, Any]]

    def derived(self, key: str, make: Callable[[], T]) -> T:
        """A derived fact, worked out once for each version of the state."""
        return self.kept(key, self.version, make)

    def kept(self, key: str, basis: object, make: Callable[[], T]) -> T:
        """A derived fact that stays as it is for as long as what it is made of, its basis, is equal."""
        found = self._cache.get(key)
        if found is None or found[0] != basis:
            found = (basis, make())
            self._cache[key] = found
        value: T = found[1]  # what `make` gave under this key
        return value

    def renewed(self, key: str, parts: tuple[object, ...], make: Callable[[T | None], T]) -> T:
        """A derived fact that stays as it is for as long as its parts are the same objects.

        `make` is given what it was before, None at first, to be carried on from there.
        """
        found = self._cache.get(key)
        if found is None or not all(map(is_, found[0], parts)):  # type: ignore[call-overload]  # parts of this key
            found = (parts, make(None if found is None else found[1]))
            self._cache[key] = found
        value: T = found[1]
        return value

    def settled(self, key: Hashable, facts: tuple[object, ...], make: Callable[[], T]) -> T:
        """A conclusion by key: it stays for as long as the facts behind it are equal.

        Copies of a state on the same board share these; they are no part of what is copied.
        """
        known: dict[Hashable, tuple[object, Any]] = self.renewed("settled", (self.board,), lambda _: {})
        found = known.get(key)
        if found is None or found[0] != facts:
            found = known[key] = (facts, make())
        value: T = found[1]
        return value


class Unchanging:
    """An object that never changes, as a board, and keeps what follows from it alone."""

    __slots__ = ()
    _found: dict[Hashable, Any]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from this alone, worked out when it is first asked for."""
        if key not in self._found:
            self._found[key] = make()
        found: T = self._found[key]
        return found
