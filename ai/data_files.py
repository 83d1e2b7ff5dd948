"""The data files of the players of all systems: what is wrong with one, before it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ai.shell.data_files import Check
from wab.engine.words.errors import DataError
from wab.systems import NAMES as SYSTEMS


@cache
def _checks() -> Mapping[Path, Check]:
    """Every data file with its check; a system whose players read no data has no module `data_files`."""
    found: dict[Path, Check] = {}
    for system in SYSTEMS:
        if find_spec(f"ai.{system}") is not None and find_spec(f"ai.{system}.data_files") is not None:
            found |= import_module(f"ai.{system}.data_files").CHECKS
    return {path.resolve(): check for path, check in found.items()}


def data_files() -> tuple[Path, ...]:
    """All data files of the players."""
    return tuple(_checks())


def is_data_file(path: Path) -> bool:
    """Tell whether a path leads to a data file of the players."""
    return path.resolve() in _checks()


def problems(path: Path, shipped: Path | None = None) -> Iterator[DataError]:
    """Return what is wrong with such a file, nothing if it is sound; KeyError for a file that is none of them.

    `shipped`: the data file in whose place this one stands, where it is a copy.
    """
    return _checks()[(shipped or path).resolve()](path)
