"""Looks at a path that a person gave. A path that cannot be looked at is one sentence, never a traceback."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal

from wab.engine.words.errors import UsageError, words_of
from wab.engine.words.text import Text

Place = Literal["nothing", "file", "folder", "other"]
"""Kinds of places to which a path leads; "other" is a pipe or a device."""


def look(path: Path) -> Place:
    """Return what lies at a path, behind its links. UsageError if the system does not say it.

    A folder without permission, a name that is too long and a circle of links are such paths.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "nothing"
    except (OSError, ValueError) as error:
        told = Text("{path} cannot be looked at ({why}).", {"path": str(path), "why": words_of(error)})
        raise UsageError(told) from error
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "other"


def is_there(path: Path) -> bool:
    """Check if anything lies at a path. UsageError as `look`."""
    return look(path) != "nothing"


def is_file(path: Path) -> bool:
    """Check if a path leads to a regular file. UsageError as `look`."""
    return look(path) == "file"


def is_folder(path: Path) -> bool:
    """Check if a path leads to a folder. UsageError as `look`."""
    return look(path) == "folder"
