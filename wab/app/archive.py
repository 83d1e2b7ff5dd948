"""The folder of saves: where running games are kept, who plays them, and how far they have come."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import platformdirs

from wab.app.diary import diary_path
from wab.engine.errors import SaveError
from wab.engine.saves import write_beside

SUFFIX = ".wab"
NOTE = ".json"


class Seats(msgspec.Struct, frozen=True):
    """Who plays: the side at this screen, and the computer player of every side that no person plays."""

    side: str
    agents: dict[str, str] = {}


class Note(msgspec.Struct, frozen=True):
    """What a list says of a save without reading it; written beside the save, and of no use without it.

    `winner` and `level` belong to a game that is over; `level` "" to one that goes on.
    """

    scenario: str
    seats: Seats
    turn: int = 1
    winner: str | None = None
    level: str = ""

    @property
    def is_over(self) -> bool:
        """The game has come to its end."""
        return bool(self.level)


class Kept(msgspec.Struct, frozen=True):
    """A save in the folder: its file, when it was last written (seconds), and its note, None without a readable one."""

    path: Path
    written: float
    note: Note | None


def saves_folder() -> Path:
    """The player's folder of saves; it may not exist yet."""
    return platformdirs.user_data_path("wab", appauthor=False) / "saves"


def new_save_path(scenario: str, folder: Path | None = None) -> Path:
    """A name for the save of a game that begins now: scenario and time, and no other file of that name."""
    folder = folder or saves_folder()
    words = re.sub(r"[^a-z0-9]+", "-", scenario.rpartition("/")[2].lower()).strip("-") or "game"
    stem = f"{words}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 1000))
    return next(path for name in names if not (path := folder / (name + SUFFIX)).exists())


def note_path(save: Path) -> Path:
    """Where the note of a save lies."""
    return save.with_suffix(NOTE)


def write_note(save: Path, note: Note) -> None:
    """Keep the note of a save. SaveError when it cannot be written."""
    write_beside(note_path(save), msgspec.json.encode(note))


def read_note(save: Path) -> Note | None:
    """The note of a save; None where there is none that can be read: the save itself says all that matters."""
    try:
        return msgspec.json.decode(note_path(save).read_bytes(), type=Note)
    except (OSError, msgspec.DecodeError):
        return None


def kept_games(folder: Path | None = None) -> list[Kept]:
    """The saves in a folder, the one written last first."""
    return sorted(_kept(folder or saves_folder()), key=lambda kept: (-kept.written, kept.path.name))


def _kept(folder: Path) -> Iterator[Kept]:
    for path in folder.glob("*" + SUFFIX):
        try:
            written = path.stat().st_mtime
        except OSError:  # taken away a moment ago
            continue
        yield Kept(path, written, read_note(path))


def last_running(games: list[Kept]) -> Kept | None:
    """The game to continue: the last one that is not over."""
    return next((kept for kept in games if kept.note is None or not kept.note.is_over), None)


def delete(save: Path) -> None:
    """Throw a save, its note and its diary away. SaveError when that fails."""
    try:
        save.unlink(missing_ok=True)
        note_path(save).unlink(missing_ok=True)
        diary_path(save).unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(str(save), f"cannot be deleted ({error.strerror})") from error
