"""The record that earlier versions kept of games that were over: a line of JSON a game, read once and left as it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
import platformdirs

from wab.career.games import Finished
from wab.engine.files.limits import read_start

MOST_BYTES = 1_000_000
"""More than this is not read of the file; a player who has finished every scenario from both sides has a tenth."""
LONGEST_LINE = 1_000

_line = msgspec.json.Decoder(Finished)


class Former(NamedTuple):
    """The games of a former record, and whether all of it could be read."""

    games: tuple[Finished, ...]
    is_whole: bool


def former_path() -> Path:
    """Return where earlier versions kept the record."""
    return platformdirs.user_data_path("wab", appauthor=False) / "progress.jsonl"


def read_former(path: Path) -> Former:
    """The games on the good lines of a former record. OSError when it cannot be read, TooMuch when it is no file."""
    data, is_whole = read_start(path, MOST_BYTES)
    games: dict[str, Finished] = {}
    for line in filter(None, data.split(b"\n")):
        finished = _read(line)
        is_whole = is_whole and finished is not None
        if finished is not None:
            games.setdefault(finished.game, finished)
    return Former(tuple(games.values()), is_whole)


def _read(line: bytes) -> Finished | None:
    if len(line) > LONGEST_LINE:
        return None
    try:
        return _line.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
