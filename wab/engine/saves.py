"""Saves: the journal itself, one line appended and synced per action, each line sealed into a SHA-256 chain.

The first line says what the game was started with; a line follows for every record; every so often a snapshot of the
state, so that a long battle loads quickly. A file is only ever appended to, or written beside and renamed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from wab.engine.errors import SaveError
from wab.engine.framing import DamagedFrame, frame, frames, whole_length
from wab.engine.game import Game, Record, Setup
from wab.engine.system import System

FORMAT = 1
SNAPSHOT_EVERY = 100
SystemOf = Callable[[str], System[Any]]
_SEAL = b',"seal":"'


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line"):
    """First line of a save: format, version of the program, digest of the data files, and how the game was started."""

    format: int
    program: str
    data: str
    setup: Setup


class Step(msgspec.Struct, frozen=True, tag="step", tag_field="line"):
    """A record of the journal. Orders and events stay raw until the system that owns them is known."""

    order: msgspec.Raw
    events: msgspec.Raw
    digest: str
    undo: bool = False


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="line"):
    """The whole state after `steps` records."""

    steps: int
    digest: str
    state: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Contents:
    """What a save holds: its steps and the lines on which they stand, and the last snapshot.

    `seal` is the chain's last link, `torn` tells that a torn last line was left out.
    """

    header: Header
    steps: tuple[Step, ...]
    step_lines: tuple[int, ...]
    snapshot: Snapshot | None
    seal: str
    torn: bool


_encode = msgspec.json.Encoder(order="deterministic").encode
_lines: msgspec.json.Decoder[Header | Step | Snapshot] = msgspec.json.Decoder(Header | Step | Snapshot)


def program_version() -> str:
    """Version of the installed program."""
    try:
        return version("wab")
    except PackageNotFoundError:
        return "unknown"


# ------------------------------------------------------------------------------------------------- writing


def _sealed(body: bytes, seal: str) -> tuple[bytes, str]:
    link = sha256(seal.encode() + body).hexdigest()
    return body[:-1] + _SEAL + link.encode() + b'"}', link


def _bodies(game: Game[Any]) -> Iterator[bytes]:
    yield _encode(Header(FORMAT, program_version(), game.system.data_digest(), game.setup))
    for record in game.journal:
        yield _step(record)
    if _may_snapshot(game):
        yield _snapshot(game)


def _may_snapshot(game: Game[Any]) -> bool:
    """A state that an undo could still leave is no place to start a replay from."""
    return game.why_not_undo() is not None


def _step(record: Record) -> bytes:
    order = msgspec.Raw(_encode(record.order))
    return _encode(Step(order, msgspec.Raw(_encode(record.events)), record.digest, record.undo))


def _snapshot(game: Game[Any]) -> bytes:
    return _encode(Snapshot(len(game.journal), game.digest(), msgspec.Raw(game.system.encode(game.state))))


def save_game(game: Game[Any], path: Path) -> str:
    """Write a whole game beside `path` and rename it into place; returns the last seal. SaveError when that fails."""
    seal, parts = "", []
    for body in _bodies(game):
        line, seal = _sealed(body, seal)
        parts.append(frame(line))
    write_beside(path, b"".join(parts))
    return seal


def write_beside(path: Path, data: bytes) -> None:
    """Write a file so that at every moment either the old or the new one is there. SaveError when that fails."""
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SaveError(str(path), f"cannot be written ({error.strerror}); nothing was changed") from error


class Autosave:
    """A save that grows with the game: `keep` appends what is new, flushed and synced, after every action."""

    def __init__(self, game: Game[Any], path: Path) -> None:
        self.path = path
        self._game = game
        self._rewrite()

    def _rewrite(self) -> None:
        self._seal = save_game(self._game, self.path)
        self._written = len(self._game.journal)
        self._since_snapshot = 0 if _may_snapshot(self._game) else self._written
        self._is_behind = False

    def keep(self) -> None:
        """Append the records that are new since the last call. SaveError when the file cannot be written.

        After a failure, which may have left half a line, the next call writes the whole file anew.
        """
        if self._is_behind:
            self._rewrite()
            return
        data = self._news()
        try:
            with self.path.open("ab") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            self._is_behind = True
            raise SaveError(
                str(self.path), f"cannot be written ({error.strerror}); the game goes on unsaved"
            ) from error

    def _news(self) -> bytes:
        parts: list[bytes] = []
        fresh = self._game.journal[self._written :]
        for record in fresh:
            self._append(parts, _step(record))
        self._written += len(fresh)
        self._since_snapshot += len(fresh)
        if self._since_snapshot >= SNAPSHOT_EVERY and _may_snapshot(self._game):
            self._append(parts, _snapshot(self._game))
            self._since_snapshot = 0
        return b"".join(parts)

    def _append(self, parts: list[bytes], body: bytes) -> None:
        line, self._seal = _sealed(body, self._seal)
        parts.append(frame(line))


# ------------------------------------------------------------------------------------------------- reading


def read_save(path: Path) -> Contents:
    """Read a save and check every seal. SaveError names the line that is wrong; a torn last line is left out."""
    data = _bytes(path)
    seal, number = "", 0
    lines: list[Header | Step | Snapshot] = []
    try:
        for number, found in enumerate(frames(data), 1):
            line, seal = _unsealed(path, found.text, seal, number)
            lines.append(line)
        torn = whole_length(data) < len(data)
    except DamagedFrame as error:
        raise SaveError(
            str(path), f"{error} (byte {error.offset}); the file was changed or damaged", number + 1
        ) from error
    return _contents(path, lines, seal, torn)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(str(path), f"cannot be read ({error.strerror}); is the name right?") from error


def _unsealed(path: Path, text: bytes, seal: str, number: int) -> tuple[Header | Step | Snapshot, str]:
    body, mark, tail = text.rpartition(_SEAL)
    if not mark or not tail.endswith(b'"}'):
        raise SaveError(str(path), "this is not a line of a save; choose a file that the game wrote", number)
    link = sha256(seal.encode() + body + b"}").hexdigest()
    if link != tail[:-2].decode(errors="replace"):
        raise SaveError(str(path), "the seal does not fit: this line, or one before it, was changed", number)
    try:
        return _lines.decode(body + b"}"), link
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(str(path), f"the line is not understood ({error})", number) from error


def _contents(path: Path, lines: list[Header | Step | Snapshot], seal: str, torn: bool) -> Contents:
    if not lines or not isinstance(lines[0], Header):
        raise SaveError(str(path), "this is not a save; choose a file that the game wrote", 1)
    header = lines[0]
    if header.format > FORMAT:
        raise SaveError(
            str(path), f"it was written in format {header.format}, newer than this program reads ({FORMAT})", 1
        )
    snapshots = [line for line in lines if isinstance(line, Snapshot)]
    steps = [(number, line) for number, line in enumerate(lines, 1) if isinstance(line, Step)]
    return Contents(
        header,
        tuple(line for _, line in steps),
        tuple(number for number, _ in steps),
        snapshots[-1] if snapshots else None,
        seal,
        torn,
    )


def records_of(path: Path, contents: Contents, system: System[Any]) -> Iterator[Record]:
    """The records of a save, with the orders and events of their system. SaveError for one that is not understood."""
    order_type: Any = system.order_types | None
    orders = msgspec.json.Decoder(order_type)
    event_type: Any = tuple[system.event_types, ...]  # type: ignore[name-defined]
    events = msgspec.json.Decoder(event_type)
    for number, step in zip(contents.step_lines, contents.steps, strict=True):
        try:
            yield Record(orders.decode(step.order), events.decode(step.events), step.digest, step.undo)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise SaveError(str(path), f"the record is not understood ({error})", number) from error


def load_game(path: Path, system_of: SystemOf, observers: Iterable[str] = (), *, whole: bool = False) -> Game[Any]:
    """Load a save: from its last snapshot, or from the start where somebody asks what was seen on the way.

    `whole` lets every record happen again and trusts no snapshot: the thorough way to check a file.

    SaveError says what is wrong with a bad one: not a save, damaged, changed, or of other rules or data.
    """
    contents = read_save(path)
    system = system_of(contents.header.setup.system)
    records = list(records_of(path, contents, system))
    observers = tuple(observers)
    if contents.snapshot is not None and not observers and not whole:
        return _from_snapshot(path, contents, contents.snapshot, system, records)
    setup = contents.header.setup
    game = Game(system, setup, system.new_state(setup.scenario, setup.seed, setup.options), observers=observers)
    _repeat_all(path, game, contents, records)
    return game


def _from_snapshot(
    path: Path, contents: Contents, snapshot: Snapshot, system: System[Any], records: list[Record]
) -> Game[Any]:
    try:
        state = system.decode(bytes(snapshot.state))
    except (msgspec.DecodeError, ValueError) as error:
        raise SaveError(str(path), f"its snapshot is not understood ({error})") from error
    game = Game(system, contents.header.setup, state)
    game.journal.extend(records[: snapshot.steps])
    if game.digest() != snapshot.digest:
        raise SaveError(str(path), "its snapshot does not fit these rules and data; it was made by another version")
    _repeat_all(path, game, contents, records[snapshot.steps :])
    return game


def _repeat_all(path: Path, game: Game[Any], contents: Contents, records: Iterable[Record]) -> None:
    for record in records:
        number = contents.step_lines[len(game.journal)]
        try:
            game.repeat(record)
        except (KeyError, ValueError, IndexError) as error:
            raise SaveError(str(path), "the record does not fit the state before it", number) from error
        if game.journal[-1].digest != record.digest:
            raise SaveError(str(path), "the state differs from the one saved: other rules or other data", number)
