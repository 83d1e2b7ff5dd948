"""The armies and the sides, with their colours (campaigns/normandy/nations.yaml)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from wab.content.normandy import Data, Side, normandy_root
from wab.content.reader import read_yaml
from wab.content.shelf import Stamp, stamp

Hue = Annotated[str, Meta(pattern=r"\A[0-9A-F]{6}\Z")]
"""Red, green and blue, as RRGGBB."""


class NationColours(Data, frozen=True):
    """An army on its counters: body, rim and writing of the card, ground and lines of the unit symbol.

    `pool`: digits sit in a soft dark pool.
    """

    body: Hue
    edge: Hue
    ink: Hue
    field: Hue
    symbol: Hue
    pool: bool = False


class SideColours(Data, frozen=True):
    """A side on the map: its line on the front, the flag of an objective; `safe` for colour-blind players.

    `pattern` and `mark` say the same without a colour.
    """

    line: Hue
    flag: Hue
    flag_ink: Hue
    safe: Hue
    pattern: Literal["diagonal", "dots"]
    mark: Literal["round", "square"]


class NationsFile(Data, frozen=True):
    """nations.yaml."""

    nations: dict[str, NationColours]
    sides: dict[Side, SideColours]


def load_nations() -> NationsFile:
    """Armies by key, sides by id. DataError with file, line and field when the file is wrong."""
    path = normandy_root() / "nations.yaml"
    return _nations(path, stamp(path))


@cache
def _nations(path: Path, file: Stamp) -> NationsFile:
    return read_yaml(path, NationsFile)
