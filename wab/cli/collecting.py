"""A plugin for pytest that writes down what it collects: `python -m pytest --collect-only -p wab.cli.collecting`.

It needs no pytest of its own: hooks are found by their names. The file to write is named by the environment.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

TARGET = "WAB_COLLECTED"
"""The environment variable that names the file to write."""
_GIVEN_UP = ("skip", "skipif", "xfail")


class Collected(msgspec.Struct, frozen=True):
    """A test, or a case of one, that pytest would run: its file, its name, and the ids of its marks.

    `given_up`: it is marked to be skipped, or expected to fail.
    """

    file: str
    name: str
    ids: tuple[str, ...]
    given_up: bool


def pytest_collection_finish(session: Any) -> None:
    """Write down every test that was found."""
    found = [_collected(item) for item in session.items]
    Path(os.environ[TARGET]).write_bytes(msgspec.json.encode(found))


def _collected(item: Any) -> Collected:
    function = getattr(item, "originalname", None) or item.name
    owner = getattr(item, "cls", None)
    ids = tuple(str(id_) for mark in item.iter_markers("clause") for id_ in mark.args)
    given_up = any(True for name in _GIVEN_UP for _mark in item.iter_markers(name))
    return Collected(str(item.path), f"{owner.__name__}.{function}" if owner else function, ids, given_up)
