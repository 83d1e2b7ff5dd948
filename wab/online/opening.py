"""Games that are open in memory: each opens from the last sound snapshot that the store holds of it."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, RLock
from typing import Any

import msgspec
from sqlalchemy import Connection

from wab.engine.history.telling import Telling
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Record, Setup
from wab.engine.kernel.writer import Step
from wab.engine.saves.reader import UNFIT
from wab.engine.words.text import Text
from wab.online import clocks
from wab.online.refusals import NOT_BEGUN, STOPPED_BY_FAULT, NotHere, Refused, Stopped
from wab.online.store import games as kept
from wab.online.store.games import OPEN, STOPPED, GameRow, SeatRow, Snapshot
from wab.online.store.store import Store

IN_MEMORY = 200
"""Games that are held open; the game that was asked for longest ago is let go first."""

_log = logging.getLogger(__name__)
_step = msgspec.json.Decoder(Step)


@dataclass
class Table:
    """A game that is open in memory: the truth, the lists of its seats, and its row in the store."""

    row: GameRow
    seats: list[SeatRow]
    game: Game[Any]
    telling: Telling
    kept: int
    """The records that the last snapshot has."""
    repeated: bool = False
    """The key of the present request has been used before."""

    def account_of(self, seat: str) -> int | None:
        """The account at a seat."""
        return next((each.account for each in self.seats if each.seat == seat), None)

    def level_at(self, seat: str) -> str:
        """Return the computer player that decides for a seat now, "" if its player does."""
        row = next(each for each in self.seats if each.seat == seat)
        return row.agent or (clocks.SUBSTITUTE if row.away or row.account is None else "")


class Shelf:
    """The games of a store that are open. `system_of` finds rule systems by id."""

    def __init__(self, store: Store, system_of: Callable[[str], System[Any]]) -> None:
        self._store, self._system_of = store, system_of
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, RLock] = {}
        self._shelf = Lock()

    @contextmanager
    def at(self, game: str, seat: str = "", key: str = "") -> Iterator[Table]:
        """Return a game as the store holds it; no other thread of this process touches it meanwhile.

        The request comes from `seat` with `key`.
        """
        with self._shelf:
            lock = self._locks.setdefault(game, RLock())
        with lock:
            yield self._opened(game, seat, key)

    def _opened(self, game: str, seat: str, key: str) -> Table:
        with self._shelf:
            table = self._tables.get(game)
        with self._store.reading() as connection:  # one moment of the store: another process may play on
            found = kept.opened(connection, game, seat, key)
            if found is None:
                raise NotHere(Text("There is no such game."))
            row, players, repeated = found
            if row.status == OPEN:
                raise Refused(NOT_BEGUN)
            if row.status == STOPPED:
                raise Stopped(STOPPED_BY_FAULT)
            if table is None or table.row.records != row.records:
                table = self._open(connection, row, players)
        table.row, table.seats, table.repeated = row, players, repeated
        with self._shelf:
            self._tables[game] = table
            self._tables.move_to_end(game)
            while len(self._tables) > IN_MEMORY:
                self._tables.popitem(last=False)
        return table

    def forget(self, game: str) -> None:
        """Let a game go that is no longer as the store holds it."""
        with self._shelf:
            self._tables.pop(game, None)

    def _open(self, connection: Connection, row: GameRow, players: list[SeatRow]) -> Table:
        """Open a game from its last sound snapshot. WabError if none leads to the records behind it."""
        system = self._system_of(row.system)
        snapshots = kept.last_snapshots(connection, row.id)
        bodies = {each.number: kept.bodies(connection, row.id, each.number) for each in snapshots}
        people = [each.seat for each in players if each.account is not None]
        for snapshot in snapshots:
            try:
                return self._open_from(system, row, players, people, snapshot, bodies[snapshot.number])
            except UNFIT as error:
                _log.warning(
                    "game %s: the snapshot of record %s does not hold", row.id, snapshot.number, exc_info=error
                )
        raise Stopped(STOPPED_BY_FAULT)

    def _open_from(
        self,
        system: System[Any],
        row: GameRow,
        players: list[SeatRow],
        people: list[str],
        snapshot: Snapshot,
        bodies: list[bytes],
    ) -> Table:
        state = system.decode(snapshot.state)
        true = Game(system, Setup(row.system, row.scenario, row.seed or 0, dict(row.options)), state)
        place = (0, state.copy())  # the last one at which nothing is held back
        for number, body in enumerate(bodies, 1):
            record, actor = record_of(system, body), true.to_act
            true.repeat(record)
            if true.journal[-1].digest != record.digest:
                raise ValueError("the state differs from the state that was kept: other rules or other data")
            if true.to_act != actor or true.outcome is not None:
                place = (number, true.state.copy())
        told = {each.seat: each.told for each in players}
        telling = Telling(true, people, state=place[1], records=place[0], told=told)
        telling.catch_up()
        return Table(row, players, true, telling, snapshot.number)


def play_again(game: Game[Any], record: Record) -> None:
    """Do again what a record did. ValueError if it comes out otherwise."""
    if record.resigned:
        game.end_as(record.resigned)
    elif record.undo:
        game.undo()
    elif record.order is not None:
        game.play(record.order)
    if game.journal[-1].digest != record.digest:
        raise ValueError("it comes out otherwise with these rules and data")


def record_of(system: System[Any], body: bytes) -> Record:
    """Return a record out of its line."""
    step = _step.decode(body)
    order = msgspec.json.decode(step.order, type=system.order_types | None)
    events = msgspec.json.decode(step.events, type=tuple[system.event_types, ...])  # type: ignore[name-defined]
    return Record(order, events, step.digest, step.undo, step.resigned or "")
