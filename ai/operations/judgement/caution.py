"""Caution: the numbers by which foresight weighs what the enemy could do next, read from data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from ai.operations.judgement.levels import FOLDER
from wab.content.reader import read_yaml

FILE = FOLDER / "foresight.yaml"

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Points = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Caution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers; the comments in `data/foresight.yaml` say what each means."""

    belief: Share
    rivals: Count
    aftermath: Share
    still_feared: Share
    clearly: Points
    doubt: Points
    foremost: Count
    feared: Points
    tries: Count
    refuges: Count
    largest: Count
    ground: Share
    pays: Points
    rounds: Count


@cache
def caution(file: Path = FILE) -> Caution:
    """The numbers as shipped, or the numbers of another file; DataError when it is wrong."""
    return read_yaml(file, Caution)
