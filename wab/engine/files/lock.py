"""One writer: a lock next to a file, held by one process, that vanishes with it however it ends."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from wab.engine.words.errors import SaveError, SaveLocked, because
from wab.engine.words.text import N_, Text

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK)}
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}
_ATTEMPTS = 100  # an odd disk may never show a file twice as the same

if sys.platform == "win32":
    import msvcrt

    def _seize(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """The right to write a file, until `release`. SaveLocked when another process has it, SaveError when it cannot be
    had.

    The system keeps the lock, on a second file with ".lock" behind its name: a process that is killed leaves that file
    behind, but no lock. A disk that knows no locks gives the right to every process.
    """

    def __init__(self, path: Path) -> None:
        self._beside = path.with_name(path.name + ".lock")
        self._number: int | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._number = self._take()
        except BlockingIOError as error:
            problem = Text("it is being played in another window; close it there, or play a copy of it")
            raise SaveLocked(str(path), problem) from error
        except OSError as error:
            raise SaveError(str(path), because(N_("cannot be written ({why}); nothing was changed"), error)) from error

    def _take(self) -> int:
        for _attempt in range(_ATTEMPTS):
            number = self._open()
            if self._is_there(number):
                return number
            os.close(number)  # its holder took the file away in the moment before
        return self._open()

    def _open(self) -> int:
        """The lock's file, seized. BlockingIOError when another process has it."""
        number = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _seize(number)
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return number
            os.close(number)
            if error.errno in _HELD:
                raise BlockingIOError(error.errno, "it is locked") from error
            raise
        return number

    def __del__(self) -> None:
        """A lock that is forgotten is released."""
        self.release()

    def _is_there(self, number: int) -> bool:
        try:
            return os.path.samestat(os.fstat(number), os.stat(self._beside))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give the right back; once more does no harm."""
        number, self._number = self._number, None
        if number is None:
            return
        with suppress(OSError):  # taken away while it is held, so that no process gets hold of a file that goes
            self._beside.unlink()
        os.close(number)
        with suppress(OSError):
            if sys.platform == "win32":  # which takes no open file away
                self._beside.unlink()


def is_locked(path: Path) -> bool:
    """Tell whether a process plays a save at this moment; none does in a folder that cannot be written to."""
    try:
        Lock(path).release()
    except SaveError as error:
        return isinstance(error, SaveLocked)
    return False
