"""Data files of players: how each is checked before it is played with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from wab.engine.words.errors import DataError

Check = Callable[[Path], Iterator[DataError]]
"""Says what is wrong with a file, nothing if it is sound."""


def of_shape(reader: Callable[[Path], object]) -> Check:
    """The check of a file that is checked by reading it."""

    def asked(path: Path) -> Iterator[DataError]:
        try:
            reader(path)
        except DataError as error:
            yield error

    return asked
