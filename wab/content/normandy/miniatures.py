"""The miniature of a unit on the sand table (campaigns/normandy/miniatures.yaml)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import field

from wab.content.models import miniatures
from wab.content.normandy import Data, normandy_root
from wab.content.reader import read_yaml
from wab.content.shelf import Stamp, stamp
from wab.engine.words.errors import DataError


class NationMiniatures(Data, frozen=True):
    """Of one nation: by the symbol on the counter, and by the name on it for units that were not equipped like others.

    `like`: the nation whose rows it takes where it has none.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    like: str = ""


class MiniaturesFile(Data, frozen=True):
    """miniatures.yaml."""

    nations: dict[str, NationMiniatures]


def miniature_of(nation: str, symbol: str, name: str = "") -> str:
    """The miniature of a unit by its nation, the symbol and the name on its counter; "" if there is none."""
    file = load_miniatures()
    own = file.nations.get(nation)
    if own is not None and name in own.units:
        return own.units[name]
    while own is not None and symbol not in own.kinds:
        own = file.nations.get(own.like)
    return own.kinds[symbol] if own is not None else ""


def load_miniatures() -> MiniaturesFile:
    """The rows of the file. DataError with file, line and field when it is wrong or names what is not in models/."""
    path = normandy_root() / "miniatures.yaml"
    return _miniatures(path, stamp(path))


@cache
def _miniatures(path: Path, made: Stamp) -> MiniaturesFile:
    found = read_yaml(path, MiniaturesFile)
    there = miniatures()
    for key, nation in found.nations.items():
        _require_end(path, found, key)
        for part, rows in (("kinds", nation.kinds), ("units", nation.units)):
            for row, name in rows.items():
                if name not in there:
                    where = f"nations.{key}.{part}.{row}"
                    raise DataError(
                        str(path), None, where, f"names {name}, which is not in models/ (see models/catalogue.yaml)"
                    )
    return found


def _require_end(path: Path, file: MiniaturesFile, key: str) -> None:
    """Following `like` must come to an end."""
    seen, at = {key}, file.nations[key].like
    while at:
        if at in seen or at not in file.nations:
            raise DataError(str(path), None, f"nations.{key}.like", f"leads to {at}, which is no nation below it")
        seen.add(at)
        at = file.nations[at].like
