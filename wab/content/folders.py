"""The files of a folder that are content. Editors, systems and synchronisers leave files of their own there, which are
none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sized
from itertools import islice
from pathlib import Path
from unicodedata import normalize

from wab.engine.words.errors import DataError
from wab.engine.words.text import Text

MOST_FILES = 2_000
YAML = (".yaml", ".yml")
_STEM = re.compile(r"\w[\w -]*")
"""No "._x" and ".#x" of systems and editors, no "x (conflicted copy)" and "x.sync-conflict-1" of synchronisers."""


def files_of(folder: Path, endings: tuple[str, ...]) -> tuple[Path, ...]:
    """The files of a folder with one of some endings, by name; none where there is no such folder.

    DataError if it holds too much.
    """
    return tuple(folder / name for name in _names_of(folder, endings))


def yaml_files(folder: Path) -> tuple[Path, ...]:
    """The YAML files of a folder by name; of two that differ in their ending only, the .yaml file."""
    return tuple(folder / name for name in yaml_names(folder))


def yaml_names(folder: Path) -> list[str]:
    """The names of these files, without a path for each: a folder is looked at whenever a scenario is asked for."""
    found = [(name, *os.path.splitext(name)) for name in _names_of(folder, YAML)]
    by_stem = {
        stem: name for name, stem, ending in sorted(found, key=lambda one: YAML.index(one[2].lower()), reverse=True)
    }
    return [name for name, stem, _ending in found if by_stem[stem] == name]


def _names_of(folder: Path, endings: tuple[str, ...]) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            found = list(islice(entries, MOST_FILES + 1))
    except OSError:  # no folder, or none that may be read: a folder of content need not have each
        return []
    _require_few(folder, found)
    return sorted(entry.name for entry in found if _is_content(entry, endings))


def _is_content(entry: os.DirEntry[str], endings: tuple[str, ...]) -> bool:
    if not _has_name(entry.name, endings):
        return False
    if entry.is_symlink():
        return os.path.exists(entry) and not os.path.isdir(entry)
    return not os.path.isdir(entry)


def _has_name(name: str, endings: tuple[str, ...]) -> bool:
    stem, ending = os.path.splitext(normalize("NFC", name))
    return ending.lower() in endings and _STEM.fullmatch(stem) is not None


def _require_few(folder: Path, found: Sized) -> None:
    if len(found) > MOST_FILES:
        problem = Text("holds more than {limit} files (take away what is no content)", {"limit": MOST_FILES})
        raise DataError(str(folder), None, "", problem)


def unlisted(path: Path) -> Iterator[DataError]:
    """That the game does not read a scenario file of this name, though it lies in a folder of scenarios."""
    path = path.absolute()
    if path.parent.name != "scenarios" or path in yaml_files(path.parent):
        return
    if _has_name(path.name, YAML):
        problem = Text("is not read: another file here has this name with another ending (rename one of them)")
    else:
        problem = Text("is not read (expected a name of letters, digits and - that ends with .yaml or .yml)")
    yield DataError(str(path), None, "", problem)
