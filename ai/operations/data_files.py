"""The data files of the players: what is wrong with one, told before anybody plays with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ai.operations.levels import FOLDER, levels, personalities
from ai.operations.openings import openings_problems
from ai.operations.planning import planning
from ai.operations.tactics.caution import caution
from wab.engine.errors import DataError


def _of_shape(reader: Callable[[Path], object]) -> Callable[[Path], Iterator[DataError]]:
    """What is wrong with a file that is checked by reading it."""

    def asked(path: Path) -> Iterator[DataError]:
        try:
            reader(path)
        except DataError as error:
            yield error

    return asked


_CHECKS: Mapping[str, Callable[[Path], Iterator[DataError]]] = {
    "foresight.yaml": _of_shape(caution),
    "levels.yaml": _of_shape(levels),
    "openings.yaml": openings_problems,
    "personalities.yaml": _of_shape(personalities),
    "planning.yaml": _of_shape(planning),
}


def data_files() -> tuple[Path, ...]:
    """All data files of the players of operations."""
    return tuple(FOLDER / name for name in _CHECKS)


def is_data_file(path: Path) -> bool:
    """Tell whether a path is that of a data file of these players."""
    return path.resolve() in {file.resolve() for file in data_files()}


def problems(path: Path) -> Iterator[DataError]:
    """What is wrong with such a file, nothing if it is sound; KeyError for a name that is none of theirs."""
    return _CHECKS[path.name](path)
