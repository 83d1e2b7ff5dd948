"""Where the data is: beside the code in a checkout, inside the package once installed."""

from __future__ import annotations

import os
from pathlib import Path

from wab.engine.errors import DataError

OVERRIDE = "WAB_DATA"
_PACKAGE = Path(__file__).resolve().parents[1]


def data_root() -> Path:
    """The folder that holds campaigns/.

    The environment variable WAB_DATA, where set, names it; else it is wab/data of the installed package or the top of
    the checkout. DataError where there is no campaigns/ in it.
    """
    if named := os.environ.get(OVERRIDE):
        return _with_campaigns(Path(named).expanduser().resolve(), field=OVERRIDE)
    installed = _PACKAGE / "data"
    return installed if installed.is_dir() else _with_campaigns(_PACKAGE.parent, field="")


def rules_root() -> Path:
    """The folder of the rule ledgers, one YAML file a system; DataError where it is missing.

    WAB_DATA does not move it: a designer's data is his own, the rules are the program's.
    """
    installed = _PACKAGE / "data" / "rules"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "docs" / "rules"
    if not folder.is_dir():
        raise DataError(str(folder), None, "", "no such folder (the rule ledgers should be here: install wab again)")
    return folder


def _with_campaigns(folder: Path, field: str) -> Path:
    if not (folder / "campaigns").is_dir():
        raise DataError(str(folder), None, field, "has no folder campaigns/ (expected the data of wab)")
    return folder
