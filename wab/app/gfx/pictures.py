"""Pictures that cannot be read. A process of its own reads them first: a damaged one may end the process that reads it.

The verdicts are kept in a file, by the size and the time of each picture. The program's own pictures are sound.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import msgspec
import platformdirs

from wab.content.data import program_root
from wab.content.folders import files_of
from wab.content.shelf import Stamp, stamp
from wab.engine.files.limits import read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import write_beside
from wab.engine.outside.processes import python_command
from wab.engine.words.errors import SaveError

ENDINGS = (".jpg", ".jpeg", ".png")
WIDEST = 16_384
"""Points of a side of a picture, the most that drivers take."""
_PROGRAM = "from wab.app.gfx.pictures import main; main()"
_BEGUN, _SOUND, _DAMAGED = "begun", "sound", "damaged"
_AT_ONCE = 200
"""Pictures for one process: systems limit the length of a command."""
_PATIENCE = 120
"""Seconds for one process."""
_LARGEST_RECORD = 1 << 20
_records = msgspec.json.Decoder(dict[str, tuple[int, int, bool]])


def damaged_pictures(folder: Path) -> frozenset[str]:
    """The names of the pictures in a folder that cannot be read. The window goes on without them."""
    if folder.resolve().is_relative_to(program_root()):
        return frozenset()
    stamps, known = [stamp(path) for path in files_of(folder, ENDINGS)], _record()
    new = [each for each in stamps if known.get(each.path, ())[:2] != (each.changed, each.size)]
    if new:
        damaged = set(unreadable([Path(each.path) for each in new]))
        known |= {each.path: (each.changed, each.size, Path(each.path) not in damaged) for each in new}
        _write(known, stamps)
    return frozenset(Path(each.path).name for each in stamps if not known[each.path][2])


def unreadable(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The pictures that cannot be read, by a process that reads all of them.

    Where a picture ends the process, another one goes on behind it.
    """
    found, rest = [], list(paths)
    while rest:
        part = rest[:_AT_ONCE]
        verdicts = _verdicts(part)
        if verdicts is None:  # no process could be started: the reader of a picture says what is wrong
            break
        found += [path for path, said in zip(part, verdicts, strict=False) if said == _DAMAGED]
        found += part[len(verdicts) : len(verdicts) + 1]
        rest = rest[min(len(verdicts) + 1, len(part)) :]
    return tuple(found)


def _verdicts(paths: Sequence[Path]) -> list[str] | None:
    """Return what a process says of each picture, as far as it comes; None if it does not even begin."""
    with TemporaryFile() as told, TemporaryFile() as complaints, suppress(OSError, subprocess.TimeoutExpired):
        command = python_command(_PROGRAM, *map(str, paths))
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=told, stderr=complaints, timeout=_PATIENCE, check=False
            )
        told.seek(0)
        words = told.read().decode(errors="replace").split()
        return words[1:] if words[:1] == [_BEGUN] else None
    return None


def main() -> None:
    """Read pictures and say of each, at once, whether it is sound. A complaint of the reader counts for a JPEG."""
    _say(_BEGUN)
    for path in map(Path, sys.argv[1:]):
        _say(_SOUND if _is_sound(path) else _DAMAGED)


def _say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def _is_sound(path: Path) -> bool:
    from panda3d.core import Filename, PNMImage, PNMImageHeader

    name, head, complaints = Filename.fromOsSpecific(str(path)), PNMImageHeader(), os.fstat(2).st_size
    if not os.path.isfile(path) or not head.readHeader(name) or max(head.getXSize(), head.getYSize()) > WIDEST:
        return False
    is_png, image = path.suffix.lower() == ".png", PNMImage()
    image.setReadSize(head.getXSize() // 8, head.getYSize() // 8)  # a JPEG is gone through all the same, and sooner
    return bool(image.read(name)) and (is_png or os.fstat(2).st_size == complaints)


# ------------------------------------------------------------------------------------------------- kept verdicts


def _record_path() -> Path:
    return platformdirs.user_cache_path("wab", appauthor=False) / "pictures.json"


def _record() -> dict[str, tuple[int, int, bool]]:
    try:
        return decode_json(_records, read_bounded(_record_path(), _LARGEST_RECORD))
    except (OSError, ValueError):
        return {}


def _write(known: Mapping[str, tuple[int, int, bool]], stamps: Sequence[Stamp]) -> None:
    kept = dict(list(known.items())[-2000:]) | {each.path: known[each.path] for each in stamps}
    with suppress(SaveError):
        write_beside(_record_path(), msgspec.json.encode(kept))
