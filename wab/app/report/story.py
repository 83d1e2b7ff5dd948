"""The story of a saved game: its contents, and its readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wab.app.play.archive import diary_path, read_note
from wab.app.play.diary import Chapter, chapters, read_diary
from wab.app.requests import check_names
from wab.engine.history.course import Course, causes, final_state, whole_course
from wab.engine.history.journal import Line, Narrator, lasting
from wab.engine.kernel.measures import Account
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome, Record, Setup, side_of
from wab.engine.saves.reader import begin, fitting, read_save, records_of
from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.locale import _

NOTHING_TOLD = Course(())


@dataclass(frozen=True, slots=True)
class Story:
    """A saved game in sentences. `records` are the records that were not taken back.

    `whole`: nothing is left out; else the game goes on, and it tells only what the readers may know. `closed`: the game
    is over, or is to be spoiled. Before that its seed, by which all dice could be foretold, stays secret, nor the
    number of its records, which counts secret orders. `course` is the game in numbers, `causes` the sources of points
    that decided a game that is over, `diary` what the computer players wrote down, kept back until `closed`. `side` is
    the seat whose map can be shown, "" if there is none whose knowledge all readers share.
    """

    setup: Setup
    records: tuple[Record, ...]
    lines: tuple[Line, ...]
    outcome: Outcome | None
    torn: bool
    whole: bool = True
    closed: bool = True
    course: Course = NOTHING_TOLD
    causes: tuple[Account, ...] = ()
    diary: tuple[Chapter, ...] = ()
    side: str = ""


def read_story(path: Path, side: str = "", *, spoil: bool = False) -> Story:
    """The story of a save: whole when the game is over, or to spoil it; else what its readers know (see `readers`).

    SaveError when it cannot be read or does not fit these rules; UsageError for a side that is not the reader's.
    """
    from wab.systems import get_system

    contents = read_save(path)
    setup = contents.header.setup
    system, _state = begin(path, contents.header, get_system)
    with fitting(path, Text("more is taken back in it than was played")):
        records = tuple(lasting(records_of(path, contents, system)))
    seats = readers(path, setup, system, side, spoil=spoil)
    outcome, lines = _told(path, records, Narrator(system, setup))
    closed = spoil or outcome is not None
    whole = closed or not system.nature.hidden_information
    if not whole:
        lines = _told(path, records, Narrator(system, setup, seats))[1]
    seen_by = None if whole else seats
    with fitting(path, Text("it does not fit these rules and data")):
        told = whole_course(system, setup, records, seen_by)
    decided = _causes(path, records, system, setup, outcome)
    diary = tuple(chapters(read_diary(diary_path(path)))) if closed else ()
    shown = (seats or (side,))[0] if whole or len(seats) == 1 else ""
    return Story(setup, records, lines, outcome, contents.torn, whole, closed, told, decided, diary, shown)


def _causes(
    path: Path, records: Iterable[Record], system: System[Any], setup: Setup, outcome: Outcome | None
) -> tuple[Account, ...]:
    if outcome is None:
        return ()
    with fitting(path, Text("it does not fit these rules and data")):
        return causes(system.accounts(final_state(system, setup, records)), outcome)


def readers(path: Path, setup: Setup, system: System[Any], side: str, *, spoil: bool = False) -> tuple[str, ...]:
    """The seats whose common knowledge limits the story of a game that goes on.

    The seats of `side` if one is named, else the seats of the persons in the note next to the save, else all of them.
    UsageError when there is no such side, or when the computer plays it against the person whose game this is.
    """

    seats = system.seats(system.new_state(setup.scenario, setup.seed, setup.rule_options))
    note = read_note(path)
    own = tuple(seat for seat in seats if note is not None and note.seats.is_person(seat)) or seats
    if not side:
        return own
    check_names(seats, [side])
    named = tuple(seat for seat in own if side in (seat, side_of(seat)))
    if not named and not spoil:
        message = _("{side} is played by the computer and the game is not over. Add --spoil to see its view.")
        raise UsageError(message.format(side=side))
    return named


def _told(path: Path, records: Iterable[Record], narrator: Narrator) -> tuple[Outcome | None, tuple[Line, ...]]:
    lines: list[Line] = []
    for number, record in enumerate(records):
        with fitting(path, Text("record {number} does not fit these rules and data", {"number": str(number)})):
            lines += narrator.tell(record)
    return narrator.outcome, tuple(lines)


def told_in_part() -> str:
    """Return what a reader of a game that goes on should know of its story."""
    return _("What the other side hides is left out until the game is over. Add --spoil to see it now.")
