"""Writing files so that nothing is lost: in a second file, synced and renamed, and never over a stranger's file."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from glob import escape
from itertools import count
from pathlib import Path
from typing import NamedTuple

from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_

_BINARY = getattr(os, "O_BINARY", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a pipe must not wait for its other end


class Mark(NamedTuple):
    """By what a file is known again: where it lies on the disk, and how long it is."""

    device: int
    inode: int
    length: int

    def is_file_of(self, other: Mark | None) -> bool:
        """Tell whether two marks are of one file, however long it was."""
        return other is not None and self[:2] == other[:2]


def mark_of(path: Path) -> Mark | None:
    """The mark of the file that a name means now; None if there is none. OSError when that cannot be found out."""
    try:
        return _mark(os.stat(path))
    except FileNotFoundError:
        return None


def _mark(found: os.stat_result) -> Mark:
    return Mark(found.st_dev, found.st_ino, found.st_size)


def write_beside(path: Path, data: bytes, *, owner_only: bool = False) -> Mark:
    """Write a file so that at every moment either the old or the new one is there. SaveError when that fails.

    The folder is synced as well: a power cut then cannot bring the old file back. `owner_only`: other users of the
    machine cannot read it, where the system knows such files.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        mark = _write_new(beside, data, 0o600 if owner_only else 0o666)
        os.replace(beside, path)
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be written ({why}); nothing was changed"), error)) from error
    finally:  # a signal may end the program as well
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    sync_folder(path.parent)
    return mark


def clear_unfinished(path: Path) -> None:
    """Take away the unfinished second file of a program that was killed. Only the owner of the lock may call this."""
    with suppress(OSError):
        for left in path.parent.glob(f"{escape(path.name)}.*.new"):
            left.unlink(missing_ok=True)


def _write_new(path: Path, data: bytes, mode: int = 0o666) -> Mark:
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        return _mark(os.fstat(file.fileno()))


def sync_folder(folder: Path) -> None:
    """Let the names in a folder reach the disk, where the system can do that."""
    with suppress(OSError):  # Windows opens no folders, and writes names at once
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def append(path: Path, data: bytes, last: Mark) -> Mark | None:
    """Write at the end of the file that `last` marks, synced; its new mark. OSError when that fails.

    None, and nothing is written, when the name means another file now, or none, or the file has another length.
    """
    try:
        number = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY | _AT_ONCE)
    except FileNotFoundError:
        return None
    with open(number, "ab") as file:
        if _mark(os.fstat(number)) != last:
            return None
        file.write(data)
        file.flush()
        os.fsync(number)
        return _mark(os.fstat(number))


def append_line(path: Path, line: bytes, *, sync: bool = False) -> None:
    """Write a line at the end of a text file; one that was cut off before it is ended first. OSError when that fails.

    Without `sync` it may be lost in a power cut.
    """
    number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _BINARY | _AT_ONCE, 0o666)
    try:
        _require_regular(os.fstat(number))
        length = os.lseek(number, 0, os.SEEK_END)
        os.lseek(number, max(0, length - 1), os.SEEK_SET)
        is_cut_off = os.read(number, 1) not in (b"", b"\n")
        _write_all(number, b"\n" * is_cut_off + line + b"\n")
        if sync:
            os.fsync(number)
    finally:
        os.close(number)


def _require_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def _write_all(number: int, data: bytes) -> None:
    while data:
        data = data[os.write(number, data) :]


def keep_copy(path: Path, names: Iterator[Path]) -> Path:
    """Copy a file, byte for byte, under the first of some names that nothing has; that name.

    SaveError when it cannot be copied.
    """
    try:
        for name in names:
            with suppress(FileExistsError):
                _copy_new(path, name)
                sync_folder(name.parent)
                return name
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be copied ({why}); nothing was changed"), error)) from error
    raise AssertionError("the names never end")


def _copy_new(path: Path, copy: Path) -> None:
    _require_regular(os.stat(path))
    with path.open("rb") as source, copy.open("xb") as target:
        try:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        except BaseException:
            with suppress(OSError):
                copy.unlink(missing_ok=True)
            raise
    shutil.copystat(path, copy)


def damaged_names(path: Path) -> Iterator[Path]:
    """Names for copies of a damaged file: "game.wab.damaged", "game.wab.damaged-2"...; no list of saves shows them."""
    return (path.with_name(f"{path.name}.damaged{'' if n == 1 else f'-{n}'}") for n in count(1))


def other_names(path: Path) -> Iterator[Path]:
    """Names for what another has written in place of a file: "game-other.wab", "game-other-2.wab"..."""
    return (path.with_name(f"{path.stem}-other{'' if n == 1 else f'-{n}'}{path.suffix}") for n in count(1))
