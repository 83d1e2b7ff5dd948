"""The place of the data: next to the code in a checkout, inside the package once installed."""

from __future__ import annotations

import os
from pathlib import Path

from wab.engine.files.looking import is_file, is_folder
from wab.engine.words.errors import DataError
from wab.engine.words.text import Text
from wab.home import home

OVERRIDE = "WAB_DATA"
_PACKAGE = home() / "wab"


def data_root() -> Path:
    """The folder that holds campaigns/.

    The environment variable WAB_DATA, where set, names it; otherwise it is the program's own folder. DataError if there
    is no campaigns/ in it.
    """
    if named := os.environ.get(OVERRIDE):
        return _with_campaigns(Path(os.path.realpath(os.path.expanduser(named))), field=OVERRIDE)
    return program_root()


def program_root() -> Path:
    """The folder of the program's own data, even if WAB_DATA names another: wab/data once installed, the top of a
    checkout.
    """
    installed = _PACKAGE / "data"
    return installed if is_folder(installed) else _with_campaigns(_PACKAGE.parent, field="")


def shared_folder(name: str) -> Path:
    """A folder that belongs to no rule system, as "campaigns/normandy" or "models".

    It is the folder of the data in use, or the program's own where a designer's pack brings none. DataError if neither
    is there.
    """
    for root in (data_root(), program_root()):
        if is_folder(root / name):
            return root / name
    raise DataError(
        str(program_root() / name), None, "", Text("no such folder (it comes with the program: install wab again)")
    )


def shared_file(name: str) -> Path:
    """A file of the data in use, or the program's own where a designer's pack brings none."""
    own = data_root() / name
    return own if is_file(own) else program_root() / name


def models_root() -> Path:
    """The folder of the 3D models; DataError if it is missing."""
    return shared_folder("models")


def rules_root() -> Path:
    """The folder of the rule ledgers, one YAML file a system; DataError if it is missing.

    WAB_DATA does not move it: the data belongs to the designer, the rules to the program.
    """
    installed = _PACKAGE / "data" / "rules"
    folder = installed if is_folder(installed) else _PACKAGE.parent / "docs" / "rules"
    if not is_folder(folder):
        problem = Text("no such folder (the rule ledgers should be here: install wab again)")
        raise DataError(str(folder), None, "", problem)
    return folder


def _with_campaigns(folder: Path, field: str) -> Path:
    if not is_folder(folder / "campaigns"):
        raise DataError(str(folder), None, field, Text("has no folder campaigns/ (expected the data of wab)"))
    return folder
