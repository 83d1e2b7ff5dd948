"""What of a folder is content. Editors, systems and synchronisers leave files of their own there, which are none."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sized
from itertools import islice
from pathlib import Path
from unicodedata import normalize

from wab.engine.errors import DataError
from wab.engine.text import Text

MOST_FILES = 2_000
YAML = (".yaml", ".yml")
_STEM = re.compile(r"\w[\w -]*")
"""No "._x" and ".#x" of systems and editors, no "x (conflicted copy)" and "x.sync-conflict-1" of synchronisers."""


def files_of(folder: Path, endings: tuple[str, ...]) -> tuple[Path, ...]:
    """The files of a folder with one of some endings, by name; of files that differ in that only, the first ending.

    None where there is no such folder. DataError where it holds too much.
    """
    try:
        with os.scandir(folder) as entries:
            found = list(islice(entries, MOST_FILES + 1))
    except OSError:  # no folder, or none that may be read: a folder of content need not have each
        return ()
    _require_few(folder, found)
    named = sorted((entry for entry in found if _is_content(entry, endings)), key=lambda entry: _rank(entry, endings))
    by_stem = {Path(entry.name).stem: entry.name for entry in reversed(named)}
    return tuple(folder / name for name in sorted(by_stem.values()))


def _is_content(entry: os.DirEntry[str], endings: tuple[str, ...]) -> bool:
    if not _has_name(entry.name, endings) or (entry.is_symlink() and not os.path.exists(entry)):
        return False
    return not entry.is_dir()


def _has_name(name: str, endings: tuple[str, ...]) -> bool:
    stem, ending = os.path.splitext(normalize("NFC", name))
    return ending.lower() in endings and _STEM.fullmatch(stem) is not None


def _rank(entry: os.DirEntry[str], endings: tuple[str, ...]) -> tuple[int, str]:
    return endings.index(Path(entry.name).suffix.lower()), entry.name


def _require_few(folder: Path, found: Sized) -> None:
    if len(found) > MOST_FILES:
        problem = Text("holds more than {limit} files (take away what is no content)", {"limit": MOST_FILES})
        raise DataError(str(folder), None, "", problem)


def unlisted(path: Path) -> Iterator[DataError]:
    """That the game does not read a scenario file of this name, though it lies in a folder of scenarios."""
    path = path.absolute()
    if path.parent.name != "scenarios" or path in files_of(path.parent, YAML):
        return
    if _has_name(path.name, YAML):
        problem = Text("is not read: another file here has this name with another ending (rename one of them)")
    else:
        problem = Text("is not read (expected a name of letters, digits and - that ends with .yaml or .yml)")
    yield DataError(str(path), None, "", problem)
