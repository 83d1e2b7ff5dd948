"""Layers of thought that may fail: a simpler one takes over, so that a fault or a lack of time never stalls a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818  # no error: there is no time to wait
    """The player was asked to stop thinking."""


class Incident(msgspec.Struct, frozen=True):
    """A layer that failed, when and how: for the log of the player, not for the game."""

    moment: str
    layer: str
    error: str

    @classmethod
    def of(cls, moment: str, layer: str, error: Exception) -> Incident:
        """An incident with the error in words."""
        return cls(moment, layer, f"{type(error).__name__}: {error}")


def guarded(
    note: Callable[[str, Exception], None],
    layers: Iterable[tuple[str, Callable[[], T]]],
    last: Callable[[], T],
) -> T:
    """The answer of the first layer that gives one, tried in order; the answer of `last` when all of them fail.

    `layers`: pairs of name and layer. `note` receives every layer that fails. A layer that was cancelled has not
    failed; the next one answers.
    """
    for name, layer in layers:
        try:
            return layer()
        except Cancelled:
            continue
        except Exception as error:  # at any fault a simpler layer answers
            note(name, error)
    return last()
