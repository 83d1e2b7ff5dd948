"""Files that a person asked for by name: pictures, reports, JSON. All of it is there, or the old file still is."""

from __future__ import annotations

from pathlib import Path

from wab.engine.errors import SaveError, because
from wab.engine.file_names import require_name_of_any_system
from wab.engine.files import write_beside
from wab.engine.text import N_


def write_named(path: Path, data: bytes) -> None:
    """Write a file under the name that a person gave. SaveError, and the old file untouched, when that fails.

    A name that Windows keeps for a device is refused on every system: the file could not be copied there.

    A link stays a link: the file behind it is written. What is no file (a pipe, a device) is written straight into,
    since a rename would put a file in its place.
    """
    require_name_of_any_system(path)
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.write(data)
            return
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be written ({why})"), error)) from error
    write_beside(path, data)
