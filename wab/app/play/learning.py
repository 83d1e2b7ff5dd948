"""Hints that each seat has read, its first deeds, and its view of the map: kept next to the save."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from wab.app.play.archive import LARGEST_NOTE, learning_path
from wab.engine.files.limits import read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import write_beside
from wab.engine.words.errors import WabError


class Learnt(msgspec.Struct):
    """The hints that a seat has read, by number; the moments and deeds behind it; its view of the map.

    `look` holds the point in the middle and the height of the picture, in hex widths, and 1.0 for three dimensions.
    """

    read: set[int] = msgspec.field(default_factory=set)
    done: set[str] = msgspec.field(default_factory=set)
    off: bool = False
    """The player wants no hints."""
    look: tuple[float, float, float, float] | None = None
    opened: bool = False
    """It has been shown what happened before the first decision."""


_KEPT = msgspec.json.Decoder(dict[str, Learnt])


class Learning:
    """The facts of all seats. `save` gives the present save of the game, None for a game that is not kept."""

    def __init__(self, save: Callable[[], Path | None]) -> None:
        self._save = save
        self._seats = self._read()
        self._kept = self._bytes()

    def of(self, seat: str) -> Learnt:
        """Return the facts of a seat, to be read and changed."""
        return self._seats.setdefault(seat, Learnt())

    def gave(self, seat: str, kind: str) -> None:
        """Remember that a seat has given an order of a kind, named by its tag."""
        self.of(seat).done.add(f"order:{kind}")
        self.keep()

    def keep(self) -> None:
        """Write the facts next to the save if they have changed. A file that cannot be written is no harm."""
        save, data = self._save(), self._bytes()
        if save is None or data == self._kept:
            return
        with suppress(WabError):
            write_beside(learning_path(save), data)
            self._kept = data

    def _bytes(self) -> bytes:
        return msgspec.json.encode(self._seats, order="deterministic")

    def _read(self) -> dict[str, Learnt]:
        save = self._save()
        if save is None:
            return {}
        try:
            return decode_json(_KEPT, read_bounded(learning_path(save), LARGEST_NOTE))
        except (OSError, ValueError):
            return {}
