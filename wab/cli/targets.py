"""Files and folders that a command is to write: looked at before it begins to work."""

from __future__ import annotations

import os
from pathlib import Path

from wab.cli.kinds import require_kind
from wab.engine.files.file_names import require_name_of_any_system
from wab.engine.files.looking import is_folder, look
from wab.engine.words.errors import UsageError
from wab.locale import _

PICTURES = (".png", ".jpg", ".jpeg")
REPORTS = (".html", ".htm", ".md", ".markdown")


def check_target(path: Path, *endings: str) -> None:
    """Check that a file can be written under a name with one of these endings. UsageError if not.

    It takes the place of no save and of no content. A pipe or a device takes what is written, under any name.
    """
    place = look(path)
    if place == "other" or os.path.abspath(path).startswith("/dev/"):
        return
    if place == "folder":
        raise UsageError(_("{path} is a folder; name a file.").format(path=path))
    if place == "file":
        require_kind(path, "export")
    if endings and path.suffix.lower() not in endings:
        message = _("{path} cannot be written: the name must end in {endings}.")
        raise UsageError(message.format(path=path, endings=", ".join(endings)))
    require_name_of_any_system(path)
    if not is_folder(path.parent):
        raise UsageError(_("There is no folder {path}.").format(path=path.parent))
    _require_write(Path(os.path.realpath(path)).parent)


def check_folder_target(path: Path) -> None:
    """Check that a folder is there, or can be made, and that files can be written into it. UsageError if not."""
    if path.suffix.lower() == ".zip" and not is_folder(path):
        message = _("{path} is the name of a file; --out names a folder, in which the bundle gets a name of its own.")
        raise UsageError(message.format(path=path))
    whole = Path(os.path.abspath(path))
    there = next(place for place in (whole, *whole.parents) if look(place) != "nothing")
    if not is_folder(there):
        raise UsageError(_("{path} is not a folder.").format(path=there))
    _require_write(there)


def _require_write(folder: Path) -> None:
    if not os.access(folder, os.W_OK):
        raise UsageError(_("Nothing can be written into the folder {path}.").format(path=folder))
