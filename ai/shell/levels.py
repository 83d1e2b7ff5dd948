"""Levels and characters by name. A level never changes dice, rules or knowledge: only how much a player thinks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Generic, Protocol, TypeVar

import msgspec

from wab.engine.words.errors import UsageError


class HasName(Protocol):
    """An entry of a file under a name."""

    @property
    def name(self) -> str:
        """Return what it is asked for by."""
        ...


T = TypeVar("T")
L = TypeVar("L", bound=HasName)
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Personality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The character of a commander, each trait from -1 to 1 with 0 for balanced.

    `aggression` makes attacks and risks cheaper, `concentration` gathers strength at the main effort,
    `patience` rests tired units, `boldness` keeps a smaller reserve.
    """

    name: str
    aggression: float = 0.0
    concentration: float = 0.0
    patience: float = 0.0
    boldness: float = 0.0


class Levels(msgspec.Struct, Generic[L], frozen=True, forbid_unknown_fields=True):
    """The shape of a file of levels; the system knows what is in each of them."""

    levels: tuple[L, ...]

    def by_name(self) -> dict[str, L]:
        """The levels by name, in the order of the file."""
        return {level.name: level for level in self.levels}


def named(entries: Mapping[str, T], name: str, what: str) -> T:
    """The entry of that name; UsageError with the known names when there is none. `what`: "level"..."""
    try:
        return entries[name]
    except KeyError:
        raise UsageError(f"There is no {what} {name!r}; there are: {', '.join(entries)}.") from None
