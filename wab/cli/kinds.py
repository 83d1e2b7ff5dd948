"""The kind of file at a path, told by its contents; by its name only if they say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import yaml

from ai.data_files import is_data_file
from wab.app.play.archive import SUFFIX as SAVE
from wab.app.play.bundle import is_bundle
from wab.content.json_data import json_bytes
from wab.content.nodes import root_node
from wab.engine.files.framing import PACKED_LINE, frames, starts_as_frame
from wab.engine.files.limits import read_start
from wab.engine.files.looking import is_folder, is_there
from wab.engine.files.safe_json import decode_json
from wab.engine.saves.export import SUFFIX as EXPORT
from wab.engine.words.errors import DataError, UsageError
from wab.engine.words.text import N_
from wab.locale import _

Kind = Literal["folder", "save", "export", "bundle", "career", "players", "map", "scenario", "unknown"]
_SQLITE = b"SQLite format 3\0"
_YAML = (".yaml", ".yml")
_OF_A_MAP = {"frame", "legend", "terrain"}
_OF_A_SCENARIO = {"summary", "briefing"}
_NOT_HERE: Mapping[Kind, str] = {
    "folder": N_("{path} is a folder; name a file."),
    "save": N_("{path} is a save; `wab replay` tells it again."),
    "export": N_("{path} is what one side knows of a game; `wab check` reads it."),
    "bundle": N_("{path} is a bundle of a save; `wab replay` tells it again."),
    "career": N_("{path} is the record of a career; `wab check` reads it."),
    "players": N_("{path} is a file of the computer players; `wab check` reads it."),
    "map": N_("{path} is a map; `wab check` reads it."),
    "scenario": N_("{path} is the file of a scenario, which is played by its id; `wab scenarios` lists the ids."),
}


class _Tagged(msgspec.Struct):
    """A line of a save or of an export: what it says of its own kind."""

    line: str = ""


_lines = msgspec.json.Decoder(_Tagged)


def kind_of(path: Path) -> Kind:
    """Return the kind of a file or folder that is there; "unknown" for what has no check of its own: a table, a note.

    A file that no longer says what it is has the kind that its name or its folder says.
    """
    if is_folder(path):
        return "folder"
    start = _start(path, 200)
    if is_bundle(path):
        return "bundle"
    if start.startswith(_SQLITE):
        return "career"
    if starts_as_frame(start):
        return _of_lines(path)
    if is_data_file(path):
        return "players"
    return _of_text(path, start)


def require_kind(path: Path, *wanted: Kind) -> None:
    """Check that a file is there and of one of these kinds. UsageError names what it is instead.

    The reader of the file says what is wrong with one of an unknown kind.
    """
    if not is_there(path):
        raise UsageError(_("There is no file {path}.").format(path=path))
    kind = kind_of(path)
    if kind in _NOT_HERE and kind not in wanted:
        raise UsageError(_(_NOT_HERE[kind]).format(path=path))


def _start(path: Path, length: int) -> bytes:
    try:
        return read_start(path, length)[0]
    except (OSError, ValueError):  # the reader of the file says it
        return b""


def _of_lines(path: Path) -> Kind:
    """A save or an export, by its first line; one whose first line is damaged by its name."""
    try:
        first = next(frames(_start(path, PACKED_LINE)), None)
        told = decode_json(_lines, first.text).line if first is not None else ""
    except ValueError:
        told = ""
    if told in ("export", "header"):
        return "export" if told == "export" else "save"
    return "export" if path.suffix == EXPORT else "save"


def _of_text(path: Path, start: bytes) -> Kind:
    """A map or a scenario by its fields; else what the name says."""
    is_json, fields = start.lstrip().startswith(b"{"), _fields(path)
    if fields and (fields >= _OF_A_MAP or fields & _OF_A_SCENARIO):
        return "map" if fields >= _OF_A_MAP else "scenario"
    if path.suffix in (SAVE, EXPORT):
        return "save" if path.suffix == SAVE else "export"
    if path.suffix in _YAML and (fields is None or path.resolve().parent.name == "scenarios"):
        return "scenario"
    return "map" if is_json and fields is None else "unknown"


def _fields(path: Path) -> set[str] | None:
    """The top fields of a text file of data; None if it cannot be read as such."""
    try:
        if _start(path, 200).lstrip().startswith(b"{"):
            return set(msgspec.json.decode(json_bytes(path), type=dict[str, msgspec.Raw]))
        root = root_node(path)
    except (DataError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return {name.value for name, _value in pairs if isinstance(name, yaml.ScalarNode)}
