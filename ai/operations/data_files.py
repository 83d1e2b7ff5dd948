"""The data files of the players: what is wrong with one, told before anybody plays with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ai.operations.levels import FOLDER, levels, personalities
from ai.operations.openings import openings_problems
from ai.operations.planning import planning
from wab.engine.errors import DataError

_READERS: Mapping[str, Callable[[Path], object]] = {
    "levels.yaml": levels,
    "personalities.yaml": personalities,
    "planning.yaml": planning,
}


def data_files() -> tuple[Path, ...]:
    """All data files of the players of operations."""
    return tuple(sorted(FOLDER.glob("*.yaml")))


def is_data_file(path: Path) -> bool:
    """Tell whether a path is that of a data file of these players."""
    return path.resolve() in {file.resolve() for file in data_files()}


def problems(path: Path) -> Iterator[DataError]:
    """What is wrong with such a file, nothing if it is sound."""
    reader = _READERS.get(path.name)
    if reader is None:
        yield from openings_problems(path)
        return
    try:
        reader(path)
    except DataError as error:
        yield error
