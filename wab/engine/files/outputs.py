"""Files that a person asked for by name: pictures, reports, JSON. All of it is there, or the old file still is."""

from __future__ import annotations

import os
from pathlib import Path

from wab.engine.files.file_names import require_name_of_any_system
from wab.engine.files.looking import look
from wab.engine.files.writing import write_beside
from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_


def write_named(path: Path, data: bytes) -> None:
    """Write a file under the name that a person gave. SaveError, and the old file untouched, when that fails.

    UsageError if the path cannot be looked at, or if Windows keeps the name for a device: the file could not be copied
    there. A link stays a link: the file behind it is written. A pipe or a device is written into directly, since a
    rename would put a file in its place.
    """
    require_name_of_any_system(path)
    if look(path) in ("file", "nothing"):
        write_beside(Path(os.path.realpath(path)), data)
        return
    try:
        with path.open("wb") as device:
            device.write(data)
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be written ({why})"), error)) from error
