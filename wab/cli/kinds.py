"""What kind of file a path is, told by what stands in it and not by its name alone."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import yaml

from ai.data_files import is_data_file
from wab.content.json_data import json_bytes
from wab.content.nodes import root_node
from wab.engine.errors import DataError
from wab.engine.export import SUFFIX

Kind = Literal["folder", "save", "export", "players", "map", "scenario", "unknown"]
SAVE = ".wab"
_GZIP = b"\x1f\x8b"
"""How each line of a save begins, and the one line of an export."""
_OF_A_MAP = {"frame", "legend", "terrain"}
_OF_A_SCENARIO = {"summary", "briefing"}


def kind_of(path: Path) -> Kind:
    """The kind of a file or folder that is there; "unknown" for what has no check of its own, a table for one.

    What has the name of a save, or the place of a scenario, is one however damaged it is.
    """
    if path.is_dir():
        return "folder"
    if path.suffix == SUFFIX:
        return "export"
    if path.suffix == SAVE or _start(path, 2) == _GZIP:
        return "save"
    if is_data_file(path):
        return "players"
    if path.suffix in (".yaml", ".yml"):
        return "scenario" if _is_scenario(path) else "unknown"
    return "map" if _is_map(path) else "unknown"


def _start(path: Path, length: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(length)
    except OSError:  # whoever reads it will say so
        return b""


def _is_scenario(path: Path) -> bool:
    """In a folder of scenarios, or with the fields of one; what cannot be read is left to the reader of scenarios."""
    if path.resolve().parent.name == "scenarios":
        return True
    try:
        root = root_node(path)
    except DataError:
        return True
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return bool({name.value for name, _ in pairs if isinstance(name, yaml.ScalarNode)} & _OF_A_SCENARIO)


def _is_map(path: Path) -> bool:
    """JSON with the fields of a map; JSON that cannot be read is left to the reader of maps."""
    if not _start(path, 200).lstrip().startswith(b"{"):
        return False
    try:
        fields = msgspec.json.decode(json_bytes(path), type=dict[str, msgspec.Raw])
    except (DataError, msgspec.MsgspecError, UnicodeDecodeError):
        return True
    return fields.keys() >= _OF_A_MAP
