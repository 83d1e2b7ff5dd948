"""The data base of a career: one SQLite file, opened for a moment at a time, so that no window stands in another's way.

Faults of the file are told apart by their remedy: nothing now (Busy), nothing in this version (TooNew), nothing here
(Unusable), or a fresh start next to it (Damaged). A statement's text never holds a value.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wab.career.experience import Score, Slot, is_better
from wab.career.games import Counted, Finished, counted
from wab.career.schema import FIRST_SEALED, VERSION, has_wrong_number, is_marked, is_ours, migrate, version_of
from wab.engine.files.lock import Lock
from wab.engine.words.errors import SaveError, SaveLocked, words_of
from wab.engine.words.text import Text

MOST_BYTES = 64_000_000
"""A larger file is not opened; ten thousand games have about three million bytes."""
MOST_ROWS = 20_000
"""So many games and best scores are read; more games are not remembered one by one, but their scores count."""
PATIENCE = 3.0
"""Seconds to wait for another window that writes."""

_COMPANIONS = ("-journal", "-wal", "-shm")
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Trouble(Exception):  # noqa: N818
    """The data base cannot be used now; the text says why, without the name of the file."""


class Busy(Trouble):
    """Another program has held it for too long."""


class TooNew(Trouble):
    """A newer version of the program has written it; the text is its number."""


class Unusable(Trouble):
    """It cannot be read or written here: no right, no room, no regular file."""


class Damaged(Trouble):
    """It is no data base of a career, or not a whole one."""


class Kept(NamedTuple):
    """The contents of a data base: games by name in the order of their entry, best scores, names of records taken over.

    `bad`: rows that make no sense, or that chance has changed.
    """

    games: dict[str, Counted]
    best: dict[Slot, Score]
    taken: frozenset[str]
    bad: int = 0


NOTHING = Kept({}, {}, frozenset())

Judged = tuple[Finished, Score | None]
"""A game and its score; None if it gives no experience."""


class Store:
    """The data base at a path. It is made when something is first entered; every method may raise a Trouble."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Kept:
        """All that is kept; nothing if there is no file. Damaged where rows make no sense, too."""
        if not self._exists():
            return NOTHING
        with self._open() as base:
            fault = str(base.execute("PRAGMA integrity_check(1)").fetchone()[0])
            if fault != "ok":
                raise Damaged(fault)
            kept = _kept(base)
        if kept.bad:
            raise Damaged(str(kept.bad))
        return kept

    def enter(self, games: Iterable[Judged], taken: str = "") -> bool:
        """Enter games that are over, all of them or none; games known by name stay as they are.

        A slot's best score changes where a game beats it (OPS-1.6-2). `taken`: the name of a record that these games
        were taken over from; nothing is entered, and False, where that was done before.
        """
        with self._open(to_write=True) as base:
            if taken and not base.execute(_NEW_TAKEN, (taken,)).rowcount:
                return False
            for finished, score in games:
                _enter(base, finished, score)
        return True

    def set_aside(self, *, surely: bool = False) -> Path | None:
        """Keep a damaged file under another name and begin a new one with what could be read of it.

        That name; None if another window has done so meanwhile, unless it is `surely` damaged: reading finds not all
        that writing does. Busy and Unusable where it cannot be done.
        """
        try:
            lock = Lock(self.path)
        except SaveLocked as error:
            raise Busy(error.said) from error
        except SaveError as error:
            raise Unusable(error.said) from error
        try:
            if not surely and self._is_sound():
                return None
            return self._move_away()
        finally:
            lock.release()

    def _is_sound(self) -> bool:
        with suppress(Damaged):
            self.read()
            return True
        return False

    def _move_away(self) -> Path:
        kept = _salvaged(self.path)
        name = next(name for name in self._other_names() if not os.path.lexists(name))
        try:
            for end in ("", *_COMPANIONS):
                with suppress(FileNotFoundError):
                    os.rename(f"{self.path}{end}", f"{name}{end}")
        except OSError as error:
            raise Unusable(words_of(error)) from error
        with self._open(to_write=True) as base:
            base.executemany(_NEW_GAME, [_sealed(_row_of(game)) for game in kept.games.values()])
            base.executemany(_NEW_BEST, [_sealed(_best_row(slot, score)) for slot, score in kept.best.items()])
        return name

    def _other_names(self) -> Iterator[Path]:
        return (self.path.with_name(f"{self.path.stem}.damaged-{n}{self.path.suffix}") for n in count(1))

    def _exists(self) -> bool:
        """Tell whether there is a file. Unusable where it is no regular one, or too large to be opened."""
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise Unusable(words_of(error)) from error
        if not stat.S_ISREG(found.st_mode):
            raise Unusable(Text("it is not a regular file"))
        if found.st_size > MOST_BYTES:
            raise Damaged(f"{found.st_size:,} bytes")
        return True

    @contextmanager
    def _open(self, *, to_write: bool = False) -> Iterator[sqlite3.Connection]:
        """The data base within one transaction, in the version of this program."""
        self._exists()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(words_of(error)) from error
        try:
            with closing(_connect(self.path)) as base:
                base.execute("BEGIN IMMEDIATE" if to_write else "BEGIN")
                version = _require_ours(base)
                if version < VERSION and not to_write:
                    base.execute("ROLLBACK")
                    base.execute("BEGIN IMMEDIATE")
                    version = _require_ours(base)
                migrate(base)
                if version < FIRST_SEALED:
                    _seal_all(base)
                yield base
                base.execute("COMMIT")
        except sqlite3.Error as error:
            raise _trouble(error) from error
        except (msgspec.ValidationError, UnicodeError) as error:  # SQLite quotes names of damaged bytes in its errors
            raise Damaged(str(error)) from error


def _connect(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    base.text_factory = lambda data: data.decode(errors="replace")
    base.execute("PRAGMA trusted_schema = OFF")
    return base


def _require_ours(base: sqlite3.Connection) -> int:
    """The version of a data base. TooNew for a later one than ours, Damaged for one that is no career."""
    version = version_of(base)
    if version > VERSION and is_marked(base) and not has_wrong_number(base):
        raise TooNew(str(version))
    if version > VERSION or not is_ours(base):
        raise Damaged("it is not the data base of a career")
    return version


def _trouble(error: sqlite3.Error) -> Trouble:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # without what the extended codes add
    if code in _DAMAGE:
        return Damaged(str(error))
    return Busy(str(error)) if code in _BUSY else Unusable(str(error))


# ------------------------------------------------------------------------------------------------- rows

_OF_LIBRARY = "opponents, own, against, ended, save, picture"
_OF_GAME = f"""game, scenario, side, mode, winner, level, points, experience, before_points, before_experience, added,
    {_OF_LIBRARY}"""
_OF_BEST = "scenario, side, mode, points, experience"
_GAMES = f"SELECT {_OF_GAME}, seal FROM game ORDER BY rowid DESC LIMIT ?"
_GAMES_FROM_THE_FIRST = f"SELECT {_OF_GAME}, seal FROM game ORDER BY rowid LIMIT ?"
_BESTS = f"SELECT {_OF_BEST}, seal FROM best LIMIT ?"
_TAKEN = "SELECT substr(name, 1, 100) FROM taken LIMIT 100"
_KNOWN = "SELECT 1 FROM game WHERE game = ?"
_COUNT = "SELECT COUNT(*) FROM game"
_BEST = "SELECT points, experience FROM best WHERE scenario = ? AND side = ? AND mode = ?"
_NEW_GAME = f"INSERT OR IGNORE INTO game ({_OF_GAME}, seal) VALUES ({', '.join('?' * 18)})"
_NEW_BEST = f"INSERT OR REPLACE INTO best ({_OF_BEST}, seal) VALUES (?, ?, ?, ?, ?, ?)"
_NEW_TAKEN = "INSERT OR IGNORE INTO taken (name) VALUES (?)"


def _sealed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with its seal at its end."""
    return *row, _seal_of(row)


def _seal_of(row: tuple[Any, ...]) -> str:
    return blake2b(msgspec.json.encode(row), digest_size=8).hexdigest()


def _seal_all(base: sqlite3.Connection) -> None:
    """Seal the rows of a data base of a version without seals, as they are."""
    for table, columns in (("game", _OF_GAME), ("best", _OF_BEST)):
        for number, *row in base.execute(f"SELECT rowid, {columns} FROM {table}").fetchall():
            base.execute(f"UPDATE {table} SET seal = ? WHERE rowid = ?", (_seal_of(tuple(row)), number))


def _enter(base: sqlite3.Connection, finished: Finished, score: Score | None) -> None:
    if base.execute(_KNOWN, (finished.game,)).fetchone():
        return
    slot = finished.slot
    row = base.execute(_BEST, (slot.scenario, slot.side, slot.mode)).fetchone()
    before = _score(*row) if row else None
    if base.execute(_COUNT).fetchone()[0] < MOST_ROWS:
        base.execute(_NEW_GAME, _sealed(_row_of(counted(finished, score, before))))
    if score is not None and is_better(score, before):
        base.execute(_NEW_BEST, _sealed(_best_row(slot, score)))


def _row_of(game: Counted) -> tuple[Any, ...]:
    one, score, before = game.finished, game.score, game.before
    numbers = (*_numbers(score), *_numbers(before), game.added)
    library = (one.opponents, _real(one.own), _real(one.against), one.ended, one.save, one.picture)
    return (one.game, one.scenario, one.side, one.mode, one.winner, one.level, *numbers, *library)


def _best_row(slot: Slot, score: Score) -> tuple[Any, ...]:
    return slot.scenario, slot.side, slot.mode, score.points, score.experience


def _numbers(score: Score | None) -> tuple[int | None, int | None]:
    return (score.points, score.experience) if score is not None else (None, None)


def _real(points: float | None) -> float | None:
    """A number as the data base gives it back: 12 as 12.0."""
    return float(points) if points is not None else None


def _kept(base: sqlite3.Connection) -> Kept:
    games = _sensible(base.execute(_GAMES, (MOST_ROWS,)), _game)
    best = _sensible(base.execute(_BESTS, (MOST_ROWS,)), _slot_and_score)
    taken = frozenset(str(name) for (name,) in base.execute(_TAKEN))
    by_name = {game.finished.game: game for game in reversed(games.good)}
    return Kept(by_name, dict(best.good), taken, games.bad + best.bad)


class _Rows(NamedTuple):
    """Rows that make sense and agree with their seals, and how many do not."""

    good: list[Any]
    bad: int


def _sensible(rows: Iterable[tuple[Any, ...]], shape: Callable[..., object], *, has_seals: bool = True) -> _Rows:
    good, bad = [], 0
    for *row, seal in rows:
        try:
            if has_seals and seal != _seal_of(tuple(row)):
                raise msgspec.ValidationError
            good.append(shape(*row))
        except msgspec.ValidationError:
            bad += 1
    return _Rows(good, bad)


def _game(*row: Any) -> Counted:
    names = ("game", "scenario", "side", "mode", "winner", "level")
    more = ("opponents", "own", "against", "ended", "save", "picture")
    finished = dict(zip((*names, *more), (*row[:6], *row[11:]), strict=True))
    scores = {"score": _pair(*row[6:8]), "before": _pair(*row[8:10]), "added": row[10]}
    return msgspec.convert({"finished": finished, **scores}, Counted)


def _pair(points: Any, experience: Any) -> dict[str, Any] | None:
    return None if points is None else {"points": points, "experience": experience}


def _score(points: Any, experience: Any) -> Score:
    return msgspec.convert({"points": points, "experience": experience}, Score)


def _slot_and_score(scenario: Any, side: Any, mode: Any, points: Any, experience: Any) -> tuple[Slot, Score]:
    slot = msgspec.convert({"scenario": scenario, "side": side, "mode": mode}, Slot)
    return slot, _score(points, experience)


def _salvaged(path: Path) -> Kept:
    """Return what can still be read of a damaged data base: the games before the damage and those behind it, best
    scores.

    A best score that cannot be read is taken from the games.
    """
    kept = Kept({}, {}, frozenset())
    with suppress(sqlite3.Error, Trouble, OSError, UnicodeError):
        if path.stat().st_size > MOST_BYTES:
            return kept
        with closing(_connect(path)) as base:
            if not is_ours(base):
                return kept
            version = version_of(base)
            has_seals = version >= FIRST_SEALED

            def found(query: str, shape: Callable[..., object]) -> list[Any]:
                rows = _until_damage(base, _as_of(version, query))
                return _sensible(rows, shape, has_seals=has_seals).good

            first, last = found(_GAMES_FROM_THE_FIRST, _game), found(_GAMES, _game)
            best = found(_BESTS, _slot_and_score)
            games = {game.finished.game: game for game in (*first, *reversed(last))}
            return Kept(games, _best_of(games.values()) | dict(best), frozenset())
    return kept


def _as_of(version: int, query: str) -> str:
    """A query for a data base of an older version, with nothing in the columns that it has not."""
    query = query if version >= FIRST_SEALED else query.replace("seal", "NULL")
    return query if version > 1 else query.replace(_OF_LIBRARY, "'', NULL, NULL, '', '', ''")


def _best_of(games: Iterable[Counted]) -> dict[Slot, Score]:
    best: dict[Slot, Score] = {}
    for game in games:
        slot = game.finished.slot
        for score in filter(None, (game.before, game.score)):
            if is_better(score, best.get(slot)):
                best[slot] = score
    return best


def _until_damage(base: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    with suppress(sqlite3.Error, UnicodeError):
        yield from base.execute(query, (MOST_ROWS,))
