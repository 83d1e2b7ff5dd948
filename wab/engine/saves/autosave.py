"""The save of a game that is being played: one writer, a line appended and synced per action, nothing overwritten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from wab.engine.files.lock import Lock
from wab.engine.files.writing import Mark, append, clear_unfinished, damaged_names, keep_copy, mark_of, other_names
from wab.engine.kernel.game import Game
from wab.engine.kernel.writer import SNAPSHOT_EVERY, sealed, snapshot_body, step_body, write_save
from wab.engine.saves.reader import Contents, read_whole_lines, records_of
from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_


class Aside(NamedTuple):
    """A file that lay in the place of a save and was kept next to it before the save was written: where, and why.

    "damaged": it could not be read to its end. "other": it held something else than this game, up to now.
    """

    path: Path
    why: Literal["damaged", "other"]


class Autosave:
    """A save that grows with the game: `keep` appends what is new, flushed and synced, after every action.

    SaveLocked when the save is being played elsewhere, SaveError when it cannot be written. A file that lies at `path`
    and holds this game is continued; any other is first kept under another name (`asides`), byte for byte. `close` lets
    others play the save.
    """

    def __init__(self, game: Game[Any], path: Path) -> None:
        self.path = path
        self.asides: list[Aside] = []
        self._game = game
        self._mark: Mark | None = None
        self._at_stake = 0
        self._is_behind = True
        self._lock = Lock(path)
        clear_unfinished(path)
        try:
            self._open()
        except SaveError:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let others play the save; nothing more can be kept in it."""
        self._lock.release()

    # --- beginning

    def _open(self) -> None:
        mark = self._look()
        if mark is None:
            self._rewrite()
            return
        contents = _read(self.path)
        if contents is None or contents.damage is not None:
            self._put_aside("damaged", damaged_names)
            self._rewrite()
        elif self._goes_on(contents):
            self._adopt(contents, mark)
        else:
            self._put_aside("other", other_names)
            self._rewrite()

    def _goes_on(self, contents: Contents) -> bool:
        """The file holds this game up to some record.

        The values of the records are compared, not their letters: 1 and 1.0 are one number, and an older program may
        have left out what stands at its default.
        """
        ours = self._game.journal[: len(contents.steps)]
        if contents.header.setup != self._game.setup or len(ours) < len(contents.steps):
            return False
        try:
            return list(records_of(self.path, contents, self._game.system)) == ours
        except SaveError:
            return False

    def _adopt(self, contents: Contents, mark: Mark) -> None:
        self._seal, self._mark = contents.seal, mark._replace(length=contents.length)
        self._written = len(contents.steps)
        self._since_snapshot = self._written - (contents.snapshot.steps if contents.snapshot else 0)
        self._is_behind = False
        if self._written < len(self._game.journal):
            self.keep()

    # --- going on

    def keep(self) -> None:
        """Append the records that are new since the last call. SaveError when the file cannot be written.

        After a failure, which may have left half a line, the next call writes the whole file again. It also does so if
        the file was deleted or changed; a changed file is kept under another name.
        """
        if self._is_behind or self._mark is None:
            self._write_whole()
            return
        data = self._news()
        self._at_stake = len(data)
        try:
            mark = append(self.path, data, self._mark)
        except OSError as error:
            self._is_behind = True
            problem = because(N_("cannot be written ({why}); the game goes on unsaved"), error)
            raise SaveError(str(self.path), problem) from error
        if mark is None:
            self._is_behind, self._at_stake = True, 0
            self._write_whole()
        else:
            self._mark = mark

    def _write_whole(self) -> None:
        """Write the file again; a file that is not as this game left it is kept under another name."""
        now = self._look()
        if now is not None and not self._is_ours(now):
            self._put_aside("other", other_names)
        self._rewrite()

    def _is_ours(self, now: Mark) -> bool:
        """Check if the file is still as this game wrote it, with at most what a failure left behind it."""
        last = self._mark
        return last is not None and now.is_file_of(last) and 0 <= now.length - last.length <= self._at_stake

    def _look(self) -> Mark | None:
        try:
            return mark_of(self.path)
        except OSError as error:
            raise SaveError(str(self.path), because(N_("cannot be looked at ({why})"), error)) from error

    def _put_aside(self, why: Literal["damaged", "other"], names: Callable[[Path], Iterator[Path]]) -> None:
        self.asides.append(Aside(keep_copy(self.path, names(self.path)), why))

    def _rewrite(self) -> None:
        game, snapshot = self._game, self._game.snapshot
        self._seal, self._mark = write_save(self.path, game.setup, game.data, game.journal, snapshot)
        self._written = len(game.journal)
        self._since_snapshot = self._written if snapshot is None else 0
        self._is_behind = False

    def _news(self) -> bytes:
        parts: list[bytes] = []
        fresh = self._game.journal[self._written :]
        for record in fresh:
            self._append(parts, step_body(record))
        self._written += len(fresh)
        self._since_snapshot += len(fresh)
        if self._since_snapshot >= SNAPSHOT_EVERY and (snapshot := self._game.snapshot) is not None:
            self._append(parts, snapshot_body(self._written, snapshot))
            self._since_snapshot = 0
        return b"".join(parts)

    def _append(self, parts: list[bytes], body: bytes) -> None:
        line, self._seal = sealed(body, self._seal)
        parts.append(line)


def _read(path: Path) -> Contents | None:
    try:
        return read_whole_lines(path)
    except SaveError:
        return None
