"""The referee: holds the truth of every game, plays what seats order, and makes the news of each. No HTTP."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from wab.engine.files.safe_json import decode_json
from wab.engine.history.telling import NOTHING, Entry, Telling
from wab.engine.kernel.dice import derived_seed
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import IllegalOrder, NothingToUndo, Order, Refusal
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Record, Setup, side_of
from wab.engine.kernel.writer import program_version, step_body
from wab.engine.saves.reader import UNFIT
from wab.engine.shells.open_game import OpenSystem
from wab.engine.words.errors import WabError
from wab.engine.words.text import Text
from wab.online import clocks, ratings
from wab.online.opening import Shelf, Table, play_again, record_of
from wab.online.protocol import Draw, Late, News, Play, Standing, TakeBack, Watched
from wab.online.refusals import (
    GAME_OVER,
    IN_TIME,
    NO_DRAW,
    NOT_YOURS,
    STOPPED_BY_FAULT,
    NotHere,
    Refused,
    Stale,
    Stopped,
)
from wab.online.store import games as kept
from wab.online.store.games import OPEN, OVER, RUNNING, STOPPED, Addition, Snapshot
from wab.online.store.store import Store, StoreError

SNAPSHOT_EVERY = 20
"""At so many records, as soon as the decision passes on, so that a game opens behind the orders of one seat."""

ATTEMPTS = 5
T = TypeVar("T")
_log = logging.getLogger(__name__)


class _Done(NamedTuple):
    """The answers that were given for seats, with their phases, and the entries that are new in each list."""

    answered: list[tuple[str, str]]
    told: dict[str, list[Entry]]


class Referee:
    """All games of a store. `system_of` finds rule systems by id. `heard` is called with a game that has news.

    `thinks` is called with a game in which a computer player decides.

    Its methods may be called from several threads. Games are opened when they are asked for; another process may play
    them as well, and a commit that it has overtaken is done again on what the store holds.
    """

    def __init__(
        self,
        store: Store,
        system_of: Callable[[str], System[Any]],
        *,
        clock: Callable[[], float] = time.time,
        heard: Callable[[str], None] = lambda game: None,
        thinks: Callable[[str], None] = lambda game: None,
    ) -> None:
        self.store = store
        self.system_of = system_of
        self.clock = clock
        self._heard, self._thinks = heard, thinks
        self._shelf = Shelf(store, system_of)

    # --- questions

    def news(self, game: str, seat: str, after: int) -> News:
        """Return the news of a seat. NotHere if the game has not begun."""
        with self._shelf.at(game) as table:
            return self._news(table, seat, after)

    def _news(self, table: Table, seat: str, after: int) -> News:
        told = table.telling.told[seat]
        entries: list[msgspec.Raw] = []
        if told > after:
            with self.store.reading() as connection:
                entries = kept.entries_after(connection, table.row.id, seat, after)[: told - after]
        return self._news_of(table, seat, entries)

    def _news_of(self, table: Table, seat: str, entries: list[msgspec.Raw], answered: tuple[str, ...] = ()) -> News:
        told = table.telling.told[seat]
        clock = clocks.clock_of(table.row, table.seats, self.clock())
        over = table.row.status == OVER
        undo = self._why_not_undo(table, seat)
        draw = table.row.agreed
        return News(told, tuple(entries), table.telling.views[seat], undo, clock, over, answered, draw)

    def watch(self, game: str) -> Watched:
        """Return a game as any player of the server may see it: until the decision passed on for the last time.

        NotHere if the system hides something, or has one seat alone.
        """
        with self._shelf.at(game) as table:
            row = table.row
            seat = next((each for each in table.telling.views if each != table.game.to_act), None)
            if not isinstance(table.game.system, OpenSystem) or seat is None:
                raise NotHere(Text("This game cannot be watched while it goes on."))
            clock = clocks.clock_of(row, table.seats, self.clock())
            return Watched(table.telling.views[seat], row.turn, row.to_act, clock, row.status == OVER)

    def _why_not_undo(self, table: Table, seat: str) -> Refusal | None:
        if table.row.status == OVER:
            return GAME_OVER
        return table.game.why_not_undo(strict=True) if table.game.to_act == seat else NOT_YOURS

    # --- what seats do

    def play(self, game: str, seat: str, wanted: Play) -> News:
        """Play an order. Stale if the seat has not had all its news, Refused by the rules or the course of the game."""

        def act(table: Table) -> None:
            table.game.play(self._order(table, wanted.order))

        return self._act(game, seat, wanted.after, wanted.key, act)

    def take_back(self, game: str, seat: str, wanted: TakeBack) -> News:
        """Take the last order of a seat back. Stale or Refused as `play`."""

        def act(table: Table) -> None:
            if (refusal := self._why_not_undo(table, seat)) is not None:
                raise Refused(refusal)
            table.game.undo()

        return self._act(game, seat, wanted.after, wanted.key, act)

    def _act(self, game: str, seat: str, after: int, key: str, act: Callable[[Table], None]) -> News:
        """Do what a seat wants if it may decide and knows everything; a key that was used plays nothing again."""

        def once() -> News:
            with self._shelf.at(game, seat, key) as table:
                if table.repeated:
                    return self._news(table, seat, after)
                self._check(table, seat, after)
                done = self._carry_out(table, [(seat, key)], lambda: act(table))
                own = tuple(phase for asked, phase in done.answered if asked == seat)
                return self._news_of(table, seat, kept.as_told(done.told[seat]), own)

        return self._insist(once)

    @staticmethod
    def _insist(once: Callable[[], T]) -> T:
        """Do something on what the store holds, and again if another process was faster."""
        for _attempt in range(ATTEMPTS):
            with suppress(kept.Overtaken):
                return once()
        raise StoreError(Text("The game goes on elsewhere: ask again."))

    def _check(self, table: Table, seat: str, after: int) -> None:
        if table.row.status == OVER:
            raise Refused(GAME_OVER)
        if table.game.to_act != seat:
            raise Refused(NOT_YOURS)
        if after != table.telling.told[seat]:
            raise Stale(Text("Something has happened meanwhile: look first."))

    def resign(self, game: str, seat: str) -> News:
        """Give the game up for the side of a seat. Refused if it is over."""

        def once() -> News:
            with self._shelf.at(game) as table:
                if table.row.status == OVER:
                    raise Refused(GAME_OVER)
                self._carry_out(table, [(seat, None)], lambda: table.game.resign(side_of(seat)))
                return self._news(table, seat, table.telling.told[seat])

        return self._insist(once)

    def draw(self, game: str, seat: str, wanted: Draw) -> News:
        """Let the side of a seat agree on a draw, or no longer: a side that does not agree declines for all.

        The game is over once all sides agree. Refused if it is over, or if a computer player leads a side.
        """

        def once() -> News:
            with self._shelf.at(game) as table:
                self._agree(table, seat, wanted.agrees)
                return self._news(table, seat, table.telling.told[seat])

        return self._insist(once)

    def _agree(self, table: Table, seat: str, agrees: bool) -> None:
        if table.row.status == OVER:
            raise Refused(GAME_OVER)
        side, people = side_of(seat), [each for each in table.seats if each.account is not None]
        sides = table.game.system.sides
        if agrees and (len(sides) < 2 or {side_of(each.seat) for each in people} != set(sides)):
            raise Refused(NO_DRAW)
        agreed = {*table.row.agreed, side} if agrees else set[str]()
        if agreed == set(table.row.agreed):
            return
        if agreed == set(table.game.system.sides):
            self._carry_out(table, [(seat, None)], table.game.agree_on_draw)
            return
        asked = [each.account for each in people if agrees and side_of(each.seat) != side]
        with self.store.writing() as connection:
            kept.offer(connection, table.row, agreed, filter(None, asked), self.clock())
        table.row = table.row._replace(draw=",".join(sorted(agreed)) or None)
        self._heard(table.row.id)

    def call_time(self, game: str, seat: str, what: Late) -> News:
        """End the wait for a player whose time is up. Refused before, and for the player's own side."""
        return self._insist(lambda: self._call_time(game, seat, what))

    def _call_time(self, game: str, seat: str, what: Late) -> News:
        with self._shelf.at(game) as table:
            late, until = table.row.to_act, clocks.deadline(table.row, table.seats)
            if late is None or until is None or self.clock() < until or side_of(late) == side_of(seat):
                raise Refused(IN_TIME)
            if what == "win":
                self._carry_out(table, [(seat, None)], lambda: table.game.resign(side_of(late)))
            else:
                self.set_away(game, late, away=True)
            return self._news(table, seat, table.telling.told[seat])

    def substitute(self, game: str, seat: str, order: Order, records: int) -> bool:
        """Play an order of the computer player at a seat; False if the game has gone on since it was asked."""
        with self._shelf.at(game) as table:
            if table.row.records != records or table.game.to_act != seat or not table.level_at(seat):
                return False  # the game has gone on, or the player is back
            if table.game.why_not(order) is not None:
                return False
            try:
                self._carry_out(table, [(seat, None)], lambda: table.game.play(order))
            except kept.Overtaken:
                return False
            return True

    def question(self, game: str) -> tuple[str, str, bytes, int] | None:
        """Return the seat that decides, its level, its view and the number of records, if a computer plays there."""
        with self._shelf.at(game) as table:
            seat = table.game.to_act
            row = next((each for each in table.seats if each.seat == seat), None)
            if seat is None or row is None or table.row.status != RUNNING:
                return None
            level = table.level_at(seat)
            return (seat, level, table.game.view(seat).encode(), table.row.records) if level else None

    def running(self) -> list[str]:
        """Return the games that go on."""
        with self.store.reading() as connection:
            return [row.id for row in kept.running_games(connection)]

    def why_not_go_on(self, game: str) -> Text | None:
        """Play a game again from its first record; stop it and return why if it comes out otherwise."""
        with self.store.reading() as connection:
            row = kept.game_row(connection, game)
            bodies = kept.bodies(connection, game)
        if row is None or row.seed is None:
            return Text("There is no such game.")
        try:
            system = self.system_of(row.system)
            true = Game.start(system, Setup(row.system, row.scenario, row.seed, dict(row.options)))
            for body in bodies[1:]:
                play_again(true, record_of(system, body))
        except (WabError, *UNFIT) as error:
            with self.store.writing() as connection:
                kept.add(connection, row, Addition([], {}, {}, {"status": STOPPED}, None, [], {}), self.clock())
            return Text(str(error))
        return None

    def system_of_game(self, game: str) -> System[Any]:
        """Return the rule system of a game."""
        with self._shelf.at(game) as table:
            return table.game.system

    def seed_for_players(self, game: str) -> int:
        """Return the seed of the computer players of a game. It follows from no die, and no die from it."""
        with self._shelf.at(game) as table:
            return derived_seed(int(table.row.secret, 16), "players")

    def stand(self, game: str, seat: str, answer: Standing) -> None:
        """Keep an answer that is given for a seat until the turn ends. Refused if it is no order."""
        with self._shelf.at(game) as table, self.store.writing() as connection:
            body = bytes(answer.order)
            if body != bytes(NOTHING):
                self._order(table, body)
            kept.stand(connection, game, seat, answer.phase, None if body == bytes(NOTHING) else (answer.turn, body))

    def set_away(self, game: str, seat: str, away: bool) -> None:
        """Let a computer player decide for a seat until its player is back."""
        with self._shelf.at(game), self.store.writing() as connection:
            kept.change_seat(connection, game, seat, away=away)
        self._heard(game)
        self._thinks(game)

    def _order(self, table: Table, raw: bytes) -> Order:
        decoder = msgspec.json.Decoder(table.game.system.order_types)
        try:
            order: Order = decode_json(decoder, bytes(raw))
        except ValueError as error:
            raise Refused(Refusal(Text("This is no order of this game: {why}", {"why": str(error)}))) from error
        return order

    # --- carrying out

    def _carry_out(self, table: Table, doers: list[tuple[str | None, str | None]], act: Callable[[], Any]) -> _Done:
        """Do something with the true game, and the standing answers to it, and keep all of it in one transaction.

        A game whose commit fails is forgotten in memory: the store alone holds what counts.
        """
        first = len(table.game.journal)
        told: dict[str, list[Entry]] = {seat: [] for seat in table.telling.seats}
        answered: list[tuple[str, str]] = []
        try:
            self._happens(table, told, act)
            while (standing := self._standing(table)) is not None:
                seat, order = standing
                answered.append((seat, table.game.phase))
                doers.append((seat, None))
                self._happens(table, told, partial(table.game.play, order))
        except (IllegalOrder, NothingToUndo) as error:
            self._forget_if_changed(table, first)
            raise Refused(error.refusal) from error
        except WabError:
            self._forget_if_changed(table, first)
            raise
        except Exception as error:
            self._stop(table, error)
        try:
            self._commit(table, doers, table.game.journal[first:], told)
        except BaseException:
            self._shelf.forget(table.row.id)
            raise
        self._call(table)
        return _Done(answered, told)

    def _call(self, table: Table) -> None:
        """Say that a game has news, and whether a computer player decides in it."""
        self._heard(table.row.id)
        if table.row.to_act is not None and table.level_at(table.row.to_act):
            self._thinks(table.row.id)

    def _forget_if_changed(self, table: Table, records: int) -> None:
        if len(table.game.journal) != records:
            self._shelf.forget(table.row.id)

    @staticmethod
    def _happens(table: Table, told: dict[str, list[Entry]], act: Callable[[], Any]) -> None:
        act()
        for seat, entries in table.telling.follow().items():
            told[seat] += entries

    def _standing(self, table: Table) -> tuple[str, Order] | None:
        seat, game = table.game.to_act, table.game
        row = next((each for each in table.seats if each.seat == seat), None)
        if seat is None or row is None or row.account is None or not row.answers:
            return None
        with self.store.reading() as connection:
            body = kept.standing_answer(connection, table.row.id, seat, game.turn, game.phase)
        if body is None:
            return None
        order = self._order(table, body)
        return (seat, order) if game.view(seat).why_not(order) is None else None

    def _commit(
        self, table: Table, doers: list[tuple[str | None, str | None]], new: list[Record], told: dict[str, list[Entry]]
    ) -> None:
        now, game, row = self.clock(), table.game, table.row
        passed = game.to_act != row.to_act
        outcome = game.outcome
        facts: dict[str, Any] = {"to_act": game.to_act, "status": RUNNING}
        if passed:  # others see the turn and the time: both stay while they have no news
            facts |= {"since": now, "turn": game.turn}
        if outcome is not None:
            result = msgspec.json.encode(outcome).decode()
            facts |= {"status": OVER, "turn": game.turn, "result": result, "to_act": None}
        records = row.records + len(new)
        snapshot = None
        if records - table.kept >= SNAPSHOT_EVERY and not table.telling.holds_back and outcome is None:
            snapshot = Snapshot(records, game.system.encode(game.state), dict(table.telling.told))
        bodies = [(*doer, kept.pressed(step_body(record))) for doer, record in zip(doers, new, strict=True)]
        stocks = clocks.stocks_after(row, table.seats, now, game.turn, game.to_act) if passed else {}
        notes = self._notes(table, game.to_act) if passed else []
        addition = Addition(bodies, told, dict(table.telling.told), facts, snapshot, notes, stocks)
        with self.store.writing() as connection:
            kept.add(connection, row, addition, now)
            if outcome is not None:
                ratings.rate(connection, row, table.seats, outcome)
        table.row = row._replace(records=records, **{name: facts[name] for name in facts if name != "result"})
        if outcome is not None:
            table.row = table.row._replace(result=outcome)
        table.seats = [
            each._replace(told=addition.told.get(each.seat, each.told), stock=stocks.get(each.seat, each.stock))
            for each in table.seats
        ]
        if snapshot is not None:
            table.kept = records

    @staticmethod
    def _notes(table: Table, seat: str | None) -> list[tuple[int, str]]:
        """Return the accounts to be called: of the player who decides now, or of all when the game is over."""
        if seat is None:
            return [(each.account, "over") for each in table.seats if each.account is not None]
        account = table.account_of(seat)
        return [(account, "turn")] if account is not None else []

    def _stop(self, table: Table, fault: Exception) -> None:
        """A fault of the rules: the game stops for all with one sentence, and the trace stays here."""
        _log.exception("game %s is stopped", table.row.id, exc_info=fault)
        self._shelf.forget(table.row.id)
        with self.store.writing() as connection:
            nothing = Addition([], {}, {}, {"status": STOPPED}, None, [], {})
            kept.add(connection, table.row, nothing, self.clock())
        raise Stopped(STOPPED_BY_FAULT) from fault

    # --- beginning and opening

    def start(self, game: str, seed: int) -> None:
        """Begin a game whose seats are all taken."""
        with self.store.reading() as connection:
            row = kept.game_row(connection, game)
            players = kept.seat_rows(connection, game)
        if row is None or row.status != OPEN:
            raise NotHere(Text("There is no such game that waits for its players."))
        system = self.system_of(row.system)
        true = Game.start(system, Setup(row.system, row.scenario, seed, dict(row.options)))
        people = [each.seat for each in players if each.account is not None]
        telling = Telling(true, people)
        table = Table(row, players, true, telling, 0)
        told = telling.follow()
        facts = {"to_act": true.to_act, "turn": true.turn, "status": RUNNING, "since": self.clock(), "seed": str(seed)}
        facts |= {"data": system.data_digest(), "program": program_version()}
        snapshot = Snapshot(1, system.encode(true.state), dict(telling.told))
        body = kept.pressed(step_body(true.journal[0]))
        notes = self._notes(table, true.to_act)
        addition = Addition([(None, None, body)], told, dict(telling.told), facts, snapshot, notes, {})
        with self.store.writing() as connection:
            kept.add(connection, row, addition, self.clock())
        table.row = row._replace(to_act=true.to_act)
        self._call(table)
