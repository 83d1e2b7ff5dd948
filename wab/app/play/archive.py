"""The folder of saves: where running games are kept, who plays them, and how far they have come."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import platformdirs

from wab.engine.files.file_names import words_as_name
from wab.engine.files.limits import read_bounded
from wab.engine.files.lock import Lock
from wab.engine.files.looking import is_there
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import write_beside
from wab.engine.kernel.values import side_of
from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_, Text
from wab.locale import _

SUFFIX = ".wab"
NOTE = ".json"
LENT = ".lent"
"""The file next to a save that lists the troops with the staff, by seat."""
LEARNING = ".read"
"""The file next to a save with what each seat has read of the hints, and how it last saw the map."""
PICTURE = ".png"
"""A small picture of the game next to a save, as its player saw it last."""
LONGEST_NAME = 60
"""Characters of the name that a player gives a game."""
LARGEST_NOTE = 1 << 20
"""Bytes that a note, or a file that says which troops are with the staff, may have."""


class Seats(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players: the seat of the person whose game this is, and the computer player of every other seat.

    `people` are all seats that persons play at this screen, if there is more than one. In `agents` and `people` a side
    stands for every seat of the side that is not named itself.
    """

    side: str
    agents: dict[str, str] = {}
    people: tuple[str, ...] = ()

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats, or sides, that persons play; none when the computer plays all of them."""
        return self.people or (() if self.side in self.agents else (self.side,))

    def agent_of(self, seat: str) -> str | None:
        """Return the name of the computer player at a seat; None if a person sits there, or no player."""
        if seat in self.persons:
            return None
        if seat in self.agents:
            return self.agents[seat]
        return None if side_of(seat) in self.persons else self.agents.get(side_of(seat))

    def is_person(self, seat: str) -> bool:
        """Check if a person at this screen plays a seat."""
        return seat in self.persons or (side_of(seat) in self.persons and seat not in self.agents)

    def fits(self, seats: tuple[str, ...]) -> bool:
        """Check if every player named here has a place in a game with these seats, or is one of its sides."""
        places = {*seats, *map(side_of, seats)}
        return places.issuperset((self.side, *self.agents, *self.people))

    def given(self, agents: Mapping[str, str]) -> Seats:
        """Return the same players with the computer players that are asked for now, by side or seat.

        The new ones count for more; a computer player for a side plays at every seat of it.
        """

        def is_given(seat: str) -> bool:
            return seat in agents or side_of(seat) in agents

        kept = {seat: name for seat, name in self.agents.items() if not is_given(seat)}
        people = tuple(person for person in self.people if not is_given(person))
        return Seats(self.side, kept | dict(agents), people)

    def exchanged(self, one: str, other: str) -> Seats:
        """The same players with the two sides exchanged: the second game of a match."""
        return Seats(
            exchanged(self.side, one, other),
            {exchanged(seat, one, other): name for seat, name in self.agents.items()},
            tuple(exchanged(seat, one, other) for seat in self.people),
        )


def exchanged(name: str, one: str, other: str) -> str:
    """Return the name of one side's seat or option with the other side in its place ("allies/1", "allies_players")."""
    for side, instead in ((one, other), (other, one)):
        rest = name.removeprefix(side)
        if rest != name and rest[:1] in ("", "/", "_"):
            return instead + rest
    return name


class Note(msgspec.Struct, frozen=True):
    """The facts that a list shows of a save without reading it; written next to the save, and of no use without it.

    `name` is the player's name for the game, "" for none. `winner` and `level` belong to a game that is over; `level`
    is "" for a game that goes on. `first` are the points that each side's player brought along from the first game of a
    match of two. `told` is a sentence about the last turn, as the player saw it.
    """

    scenario: str
    seats: Seats
    turn: int = 1
    winner: str | None = None
    level: str = ""
    first: dict[str, float] = {}
    name: str = ""
    told: Text | None = None

    @property
    def side(self) -> str:
        """The side of the person whose game this is."""
        return side_of(self.seats.side)

    @property
    def won(self) -> bool:
        """That side has won."""
        return self.is_over and self.winner == self.side

    @property
    def is_over(self) -> bool:
        """The game has come to its end."""
        return bool(self.level)


_NOTES = msgspec.json.Decoder(Note)


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
    return next(path for name in names if not is_there(path := folder / (name + SUFFIX)))


def named_path(name: str, folder: Path) -> Path:
    """Return the path of a game with the player's name for it; SaveError for a name without a letter or a digit."""
    words = words_as_name(name[:LONGEST_NAME])
    if not words:
        raise SaveError(name, _("a name needs a letter or a digit"))
    return folder / (words + SUFFIX)


def forget_beside(save: Path) -> None:
    """Take away the files next to a save. OSError when that fails."""
    for path in (note_path, diary_path, lent_path, learning_path, picture_path):
        path(save).unlink(missing_ok=True)


def copy_beside(save: Path, other: Path) -> None:
    """Give another save the diary of this one, the troops with the staff, and the hints that were read. SaveError when
    that fails."""
    for path in (diary_path, lent_path, learning_path):
        try:
            if os.path.isfile(path(save)):
                write_beside(path(other), path(save).read_bytes())
        except OSError as error:
            raise SaveError(str(path(other)), because(N_("cannot be written ({why})"), error)) from error


def lent_path(save: Path) -> Path:
    """Return the path of the file that lists the troops of a save that are with the staff."""
    return save.with_suffix(LENT)


def learning_path(save: Path) -> Path:
    """Return the path of the file that says what has been read of the hints of a save."""
    return save.with_suffix(LEARNING)


def picture_path(save: Path) -> Path:
    """Return the path of the picture of a save, if there is one."""
    return save.with_suffix(PICTURE)


def diary_path(save: Path) -> Path:
    """Return the path of the diary of a save."""
    return save.with_suffix(".diary")


def note_path(save: Path) -> Path:
    """Return the path of the note of a save."""
    return save.with_suffix(NOTE)


def write_note(save: Path, note: Note) -> None:
    """Keep the note of a save. SaveError when it cannot be written."""
    write_beside(note_path(save), msgspec.json.encode(note))


def read_note(save: Path) -> Note | None:
    """Return the note of a save; None if none can be read: the save itself says all that matters."""
    try:
        return decode_json(_NOTES, read_bounded(note_path(save), LARGEST_NOTE))
    except (OSError, ValueError):
        return None


def kept_games(folder: Path | None = None) -> list[Kept]:
    """The saves in a folder, the one written last first."""
    return sorted(_kept(folder or saves_folder()), key=lambda kept: (-kept.written, kept.path.name))


def _kept(folder: Path) -> Iterator[Kept]:
    for path in folder.glob("*" + SUFFIX):
        try:
            found = path.stat()
        except OSError:  # taken away a moment ago
            continue
        if stat.S_ISREG(found.st_mode) and path.name[0] not in ".~#":  # systems put "._game.wab" next to a save
            yield Kept(path, found.st_mtime, read_note(path))


def last_running(games: list[Kept]) -> Kept | None:
    """The game to continue: the last one that is not over."""
    return next((kept for kept in games if kept.note is None or not kept.note.is_over), None)


def delete(save: Path) -> None:
    """Throw a save away with all files next to it. SaveError when that fails, SaveLocked while it is played."""
    lock = Lock(save)
    try:
        save.unlink(missing_ok=True)
        forget_beside(save)
    except OSError as error:
        raise SaveError(str(save), because(N_("cannot be deleted ({why})"), error)) from error
    finally:
        lock.release()
