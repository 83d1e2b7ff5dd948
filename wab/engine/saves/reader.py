"""Saves: the journal itself, one line appended and synced per action, each line sealed into a SHA-256 chain.

The first line says what the game was started with; a line follows for every record; every so often a snapshot of the
state, so that a long battle loads quickly. A file is only ever appended to (`autosave`), or written under another name
and renamed.

A snapshot is a cache of the records before it: it counts only behind exactly those, and with the digest of the last of
them. One that disagrees is an error, for the file was changed; one in the words of another version is passed over. A
file that is damaged somewhere holds good up to that line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from wab.engine.files.framing import DamagedFrame, Frame, frames, frames_behind, starts_as_frame
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Record, digest_of
from wab.engine.kernel.writer import FORMAT, SEAL, Header, Snapshot, Step
from wab.engine.words.errors import OtherData, SaveError, UsageError, because, words_of
from wab.engine.words.text import N_, Text, counted

LARGEST = 64 << 20
"""Bytes that a save may have."""
SystemOf = Callable[[str], System[Any]]


@dataclass(frozen=True, slots=True)
class Damage:
    """The place where a save stops being readable: the line's number from 1, its first byte, and what is wrong with it.

    `lost_bytes` is what lies from there to the end of the file, `lost_lines` how many lines begin in it. `torn`: only
    the end of a last line is missing, as when the program was killed while it wrote.
    """

    line: int
    offset: int
    problem: str | Text
    lost_bytes: int
    lost_lines: int
    torn: bool = False

    def error(self, path: Path) -> SaveError:
        """The damage as an error."""
        message = N_("{problem} (byte {offset}); the file was changed or damaged")
        problem = Text(message, {"problem": self.problem, "offset": str(self.offset)})
        return SaveError(str(path), problem, line=self.line)

    def told(self, path: Path, turn: int) -> str:
        """The damage in a sentence, for a reader who continues with the sound part, which leads up to a turn."""
        lost: Text = counted("{n} byte", "{n} bytes", self.lost_bytes)
        if self.lost_lines:
            lines = counted("{n} line", "{n} lines", self.lost_lines)
            lost = Text("{bytes} with {lines}", {"bytes": lost, "lines": lines})
        message = N_(
            "{path} is damaged from line {line} on ({problem}). What follows is lost ({lost});"
            " the game goes on from turn {turn}"
        )
        where = {"path": str(path), "line": str(self.line), "problem": self.problem}
        return str(Text(message, {**where, "lost": lost, "turn": str(turn)}))


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a save up to its end or its first damage: steps, and snapshots, with the lines on which they
    stand.

    `seal` is the chain's last link, `length` the bytes of the lines that are whole.
    """

    header: Header
    steps: tuple[Step, ...]
    step_lines: tuple[int, ...]
    snapshots: tuple[tuple[int, Snapshot], ...]
    seal: str
    length: int
    damage: Damage | None

    @property
    def snapshot(self) -> Snapshot | None:
        """The last one."""
        return self.snapshots[-1][1] if self.snapshots else None

    @property
    def torn(self) -> bool:
        """A torn last line was left out."""
        return self.damage is not None and self.damage.torn


@dataclass(frozen=True, slots=True)
class Opened:
    """A loaded game, and what its player must know about it: the damage behind it, and whether its data were others."""

    game: Game[Any]
    damage: Damage | None
    other_data: bool

    def told(self, path: Path) -> list[str]:
        """Sentences for the person who opened it; none for a sound save of the same data."""
        damage = [self.damage.told(path, self.game.turn)] if self.damage is not None else []
        return damage + [str(OtherData(str(path), Text(OTHER_DATA)))] * self.other_data


OTHER_DATA = N_(
    "it was made with other data files than those of this program; the game may go on differently from here"
)
_NO_SAVE = N_("this is not a save; choose a file that the game wrote")
_NO_FIRST_LINE = N_("its first line, which says how the game began, is damaged; without it nothing can be restored")
_lines: msgspec.json.Decoder[Header | Step | Snapshot] = msgspec.json.Decoder(Header | Step | Snapshot)

UNFIT = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""The errors that rules raise on orders, events and states that are not theirs."""


def newer_format(found: int, ours: int) -> Text:
    """Return what is wrong with a file of a later version of this program."""
    return Text(
        "it was written in format {found}, newer than this program reads ({ours})",
        {"found": str(found), "ours": str(ours)},
    )


def read_save(path: Path) -> Contents:
    """Read a save and check every seal. SaveError names the line that is wrong; a torn last line is left out."""
    contents = read_whole_lines(path)
    if contents.damage is not None and not contents.torn:
        raise contents.damage.error(path)
    return contents


def read_whole_lines(path: Path) -> Contents:
    """Read a save up to its end or its first damage. SaveError when its first line, or what a line says, is wrong."""
    data, reader = _bytes(path), _Reader(path)
    damage: Damage | None = None
    try:
        for found in frames(data):
            reader.take(found)
    except DamagedFrame as error:
        damage = _damage(data, error.offset, words_of(error), reader.lines + 1)
    except TooMuch as error:
        raise SaveError(
            str(path), because(N_("{why}; this is no save that the game wrote"), error), reader.lines + 1
        ) from error
    if damage is None and reader.length < len(data):
        damage = _damage(data, reader.length, Text("its end is missing"), reader.lines + 1, torn=True)
    return reader.contents(data, damage)


def _bytes(path: Path) -> bytes:
    try:
        return read_bounded(path, LARGEST)
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be read ({why}); is the name right?"), error)) from error
    except TooMuch as error:
        raise SaveError(str(path), because(N_("cannot be read: {why}"), error)) from error


def _damage(data: bytes, offset: int, problem: str | Text, line: int, *, torn: bool = False) -> Damage:
    return Damage(line, offset, problem, len(data) - offset, frames_behind(data, offset), torn)


class _Reader:
    """Takes the lines of a save one after the other, and looks whether each is in its place."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._seal = ""
        self._header: Header | None = None
        self._steps: list[Step] = []
        self._step_lines: list[int] = []
        self._snapshots: list[tuple[int, Snapshot]] = []
        self.lines = self.length = 0

    def take(self, found: Frame) -> None:
        """The next line. DamagedFrame when its seal does not fit, SaveError for what the game never wrote."""
        body, link = self._unsealed(found)
        try:
            line = decode_json(_lines, body)
        except ValueError as error:
            problem = because(N_("the line is not understood ({why})"), error)
            raise SaveError(self._path, problem, self.lines + 1) from error
        self._place(line)
        self._seal, self.length = link, found.end
        self.lines += 1

    def _unsealed(self, found: Frame) -> tuple[bytes, str]:
        body, mark, tail = found.text.rpartition(SEAL)
        if not mark or not tail.endswith(b'"}'):
            raise DamagedFrame(found.offset, Text("this is not a line of a save"))
        link = sha256(self._seal.encode() + body + b"}").hexdigest()
        if link.encode() != tail[:-2]:
            raise DamagedFrame(found.offset, Text("the seal does not fit: this line, or one before it, was changed"))
        return body + b"}", link

    def _place(self, line: Header | Step | Snapshot) -> None:
        number = self.lines + 1
        if isinstance(line, Header) != (number == 1):
            problem = Text(_NO_SAVE) if number == 1 else Text("a first line stands in the middle")
            raise SaveError(self._path, problem, number)
        if isinstance(line, Header):
            self._take_header(line)
        elif isinstance(line, Step):
            self._steps.append(line)
            self._step_lines.append(number)
        else:
            self._check_snapshot(line, number)
            self._snapshots.append((number, line))

    def _take_header(self, header: Header) -> None:
        if header.format > FORMAT:
            raise SaveError(self._path, newer_format(header.format, FORMAT), 1)
        self._header = header

    def _check_snapshot(self, snapshot: Snapshot, number: int) -> None:
        """A snapshot stands behind exactly as many records as it says, and is the state in which the last ended."""
        if not self._steps or snapshot.steps != len(self._steps):
            message = N_("its snapshot is of {told} records, and {found} stand before it; the file was changed")
            problem = Text(message, {"told": str(snapshot.steps), "found": str(len(self._steps))})
        elif not digest_of(bytes(snapshot.state)) == snapshot.digest == self._steps[-1].digest:
            problem = Text("its snapshot is not the state of the record before it; the file was changed")
        else:
            return
        raise SaveError(self._path, problem, number)

    def contents(self, data: bytes, damage: Damage | None) -> Contents:
        """All that was taken. SaveError without a first line."""
        if self._header is None:
            is_ours = starts_as_frame(data) and damage is not None and not damage.torn
            raise SaveError(self._path, Text(_NO_FIRST_LINE if is_ours else _NO_SAVE), 1)
        steps, lines = tuple(self._steps), tuple(self._step_lines)
        return Contents(self._header, steps, lines, tuple(self._snapshots), self._seal, self.length, damage)


# ------------------------------------------------------------------------------------------------- loading


def records_of(path: Path, contents: Contents, system: System[Any]) -> Iterator[Record]:
    """The records of a save, with the orders and events of their system. SaveError for one that is not understood."""
    order_type: Any = system.order_types | None
    orders = msgspec.json.Decoder(order_type)
    event_type: Any = tuple[system.event_types, ...]  # type: ignore[name-defined]
    events = msgspec.json.Decoder(event_type)
    for number, step in zip(contents.step_lines, contents.steps, strict=True):
        try:
            resigned = step.resigned or ""
            yield Record(orders.decode(step.order), events.decode(step.events), step.digest, step.undo, resigned)
        except UNFIT as error:
            problem = because(N_("the record is not understood ({why})"), error)
            raise SaveError(str(path), problem, number) from error


def begin(path: Path, header: Header, system_of: SystemOf) -> tuple[System[Any], Any]:
    """The rule system of a save, and the state before its first record. SaveError when its first line names none."""
    setup = header.setup
    try:
        system = system_of(setup.system)
        return system, system.new_state(setup.scenario, setup.seed, setup.rule_options)
    except UsageError as error:
        problem = because(N_("its first line names what is not there: {why}"), error)
        raise SaveError(str(path), problem, 1) from error
    except UNFIT as error:
        problem = because(N_("its first line does not fit these rules ({why})"), error)
        raise SaveError(str(path), problem, 1) from error


def has_other_data(path: Path, contents: Contents, system_of: SystemOf) -> bool:
    """Tell whether a save was made with other data files than there are now. SaveError without its system."""
    return contents.header.data != begin(path, contents.header, system_of)[0].data_digest()


def load_game(path: Path, system_of: SystemOf, observers: Iterable[str] = (), *, whole: bool = False) -> Game[Any]:
    """Load a save that is sound: from its last snapshot, or from the start if a caller asks what was seen.

    `whole` lets every record happen again and trusts no snapshot.

    SaveError says what is wrong with a bad one: not a save, damaged, changed, or of other rules or data. A torn last
    line alone is left out.
    """
    return open_save(path, system_of, observers, whole=whole, strict=True).game


def open_save(
    path: Path,
    system_of: SystemOf,
    observers: Iterable[str] = (),
    *,
    whole: bool = False,
    strict: bool = False,
    same_data: bool = False,
) -> Opened:
    """Load a save as far as it is whole, and say what its player must know. Nothing is written.

    SaveError when nothing can be loaded: no save, its first line damaged, changed by hand, of other rules. `strict`
    takes damage for an error as well; `same_data` raises OtherData for a save that was made with other data files.
    """
    contents = read_save(path) if strict else read_whole_lines(path)
    system, state = begin(path, contents.header, system_of)
    other_data = contents.header.data != system.data_digest()
    if other_data and same_data:
        raise OtherData(str(path), Text(OTHER_DATA))
    try:
        game = _game_of(path, contents, system, state, tuple(observers), whole=whole)
        check_sound(path, game)
    except SaveError as error:
        if not other_data:
            raise
        message = N_("{problem} (it was made with other data files than those of this program)")
        reason = Text(message, {"problem": error.said})
        raise SaveError(str(path), reason, error.line) from error
    game.remember_data(contents.header.data)
    return Opened(game, contents.damage, other_data)


def _game_of(
    path: Path, contents: Contents, system: System[Any], state: Any, observers: tuple[str, ...], *, whole: bool
) -> Game[Any]:
    setup = contents.header.setup
    records = list(records_of(path, contents, system))
    if not records:  # the opening follows from the first line
        return Game.start(system, setup, observers=observers)
    game = None if observers or whole else _from_snapshot(path, contents, system, state, records)
    game = game or Game(system, setup, state, observers=observers)
    _repeat_all(path, game, contents, records[len(game.journal) :])
    return game


def _from_snapshot(
    path: Path, contents: Contents, system: System[Any], beginning: Any, records: list[Record]
) -> Game[Any] | None:
    """The game as its last snapshot has it; None without one that this version understands, word for word."""
    snapshot = contents.snapshot
    if snapshot is None:
        return None
    try:
        state = system.decode(bytes(snapshot.state))
        if system.encode(state) != bytes(snapshot.state):
            return None
    except (UsageError, *UNFIT):
        return None
    if system.setting(state) != system.setting(beginning):
        number = contents.snapshots[-1][0]
        problem = Text("its snapshot is of another game than its first line; the file was changed")
        raise SaveError(str(path), problem, number)
    game = Game(system, contents.header.setup, state)
    game.journal.extend(records[: snapshot.steps])
    return game


def _repeat_all(path: Path, game: Game[Any], contents: Contents, records: Iterable[Record]) -> None:
    for record in records:
        number = contents.step_lines[len(game.journal)]
        with fitting(path, Text("the record does not fit the state before it"), number):
            game.repeat(record)
        if game.journal[-1].digest != record.digest:
            problem = Text("the state differs from the one saved: other rules or other data")
            raise SaveError(str(path), problem, number)


@contextmanager
def fitting(path: Path, problem: Text, line: int | None = None) -> Iterator[None]:
    """Do something with a save whose contents may not be fit for it: any error of the rules becomes a SaveError."""
    try:
        yield
    except (UsageError, *UNFIT) as error:
        raise SaveError(str(path), problem, line) from error


def check_sound(path: Path, game: Game[Any]) -> None:
    """Look at a game as its players will: nothing may be wrong with its state, and each seat must see it.

    SaveError when something is wrong: a forged state would bring a window down later.
    """
    with fitting(path, Text("the state that it comes to is none of these rules")):
        problems = game.system.invariants(game.state)
        if game.to_act not in (None, *game.seats):
            problems.append(f"{game.to_act!r} would have to act, and is no seat")
        if not problems:
            _look_around(game)
    if problems:
        raise SaveError(str(path), Text("the state that it comes to is not sound ({why})", {"why": problems[0]}))


def _look_around(game: Game[Any]) -> None:
    for seat in game.seats:
        game.view(seat).encode()
    len(game.legal_orders())  # which makes the groups of all of them
    if (outcome := game.outcome) is not None and outcome.winner not in (None, *game.system.contenders):
        raise ValueError(f"{outcome.winner!r} is no side")
