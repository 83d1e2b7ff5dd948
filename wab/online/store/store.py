"""The store of a server: its engine, its transactions, its migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import RLock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DataError, IntegrityError, InterfaceError, SQLAlchemyError

from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import N_, Text

_BUSY = 10_000  # milliseconds
_LISTEN = 1.0  # seconds
_CHANNEL = "wab"
_NOTIFY = text(f"SELECT pg_notify('{_CHANNEL}', :game)")


class StoreError(WabError):
    """The data base does not answer, or is none of this program."""


class Store:
    """The data base at an address (`sqlite:///games.db`, `postgresql+psycopg://...`), with its tables up to date.

    StoreError if it cannot be opened, UsageError for an address that is none.
    """

    def __init__(self, address: str) -> None:
        try:
            self.url: URL = make_url(address)
            self._engine = create_engine(self.url, pool_pre_ping=not self.is_sqlite)
        except (ArgumentError, ImportError, SQLAlchemyError) as error:
            told = N_("The address of the data base is not understood: {address}")
            raise UsageError(Text(told, {"address": address})) from error
        # SQLite lets writers of one process wait by chance, and some for very long.
        self._one_writer: AbstractContextManager[object] = RLock() if self.is_sqlite else nullcontext()
        self._reads: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        if self.is_sqlite:
            event.listen(self._engine, "connect", _prepare)
            event.listen(self._engine, "begin", _begin)
        self._bring_up_to_date()

    @property
    def is_sqlite(self) -> bool:
        """The data base is one file of this machine."""
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a connection for questions, all of one moment. StoreError if the data base does not answer."""
        with _told(), self._engine.connect().execution_options(**self._reads) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a connection whose changes take effect together at the end, or not at all."""
        with (
            self._one_writer,
            _told(),
            self._engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    @property
    def announces(self) -> bool:
        """Other processes on the same data base can be heard."""
        return not self.is_sqlite

    def announced(self, is_over: Callable[[], bool]) -> Iterator[str]:
        """Yield the games that other processes, and this one, have announced, until it is over.

        StoreError if the data base does not answer any longer.
        """
        with _told(), self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {_CHANNEL}"))
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it never serves anything else
            while not is_over():
                try:
                    found = list(driver.notifies(timeout=_LISTEN, stop_after=1))
                except driver.Error as error:
                    raise StoreError(Text("The data base does not answer: {why}", {"why": str(error)})) from error
                yield from (each.payload for each in found)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def _bring_up_to_date(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.writing() as connection:
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise StoreError(Text("The data base belongs to another version of this program.")) from error


def _prepare(connection: Any, _record: object) -> None:
    """Every transaction is on the disk before it counts; readers do not wait for the writer."""
    if isinstance(connection, sqlite3.Connection):
        connection.isolation_level = None  # the driver begins no transaction of its own
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A transaction that writes takes its place at once: a reader that begins to write would have to give up."""
    is_writing = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def in_a_row(connection: Connection) -> None:
    """Let no other transaction count on before this one has ended. On SQLite one writes at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(1)"))


def announce(connection: Connection, game: str) -> None:
    """Tell the other processes that a game has news, as soon as this transaction counts. SQLite cannot."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"game": game})


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise  # the question of the caller: a name that is taken, for example
    except DataError as error:
        raise UsageError(Text("The data base cannot keep this: {why}", {"why": str(error.orig)})) from error
    except (DatabaseError, InterfaceError) as error:
        raise StoreError(Text("The data base does not answer: {why}", {"why": str(error.orig)})) from error
