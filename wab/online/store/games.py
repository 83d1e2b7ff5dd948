"""Games in the store: their beginning, what is added to them in one transaction, and what they are opened from."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from wab.engine.history.telling import NOTHING, Entry, Saw, TurnBegan
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import Text
from wab.online.store.store import StoreError, in_a_row
from wab.online.store.tables import accounts, games, outbox, records, seats, snapshots, standing, told

OPEN, RUNNING, OVER, STOPPED = "open", "running", "over", "stopped"
MOST_ANSWERS = 40
"""Answers that a seat may leave for a turn; no turn asks so many different questions."""
TURNS_WITH_VIEWS = 2
"""Of so many turns, the present one among them, the entries keep what was known before each event."""
_LEVEL = 6

_entry = msgspec.json.Decoder(Entry)
_outcome = msgspec.json.Decoder(Outcome)
_encode = msgspec.json.Encoder(order="deterministic").encode


class SeatRow(NamedTuple):
    """A seat of a game and its player: an account, or a computer player's level; neither while it is free."""

    seat: str
    account: int | None
    player: str
    agent: str
    code_hash: str | None
    salt: str
    told: int
    stock: float
    away: bool


class GameRow(NamedTuple):
    """A game without its records."""

    id: str
    number: int
    system: str
    scenario: str
    options: dict[str, str]
    secret: str
    commitment: str
    seed: int | None
    data: str
    program: str
    records: int
    status: str
    pace: str
    rated: bool
    first: dict[str, float]
    since: float
    to_act: str | None
    turn: int
    result: Outcome | None


class Snapshot(NamedTuple):
    """A state behind the first `number` records, and the length of each seat's list there."""

    number: int
    state: bytes
    told: dict[str, int]


class Addition(NamedTuple):
    """An addition to a game in one transaction: records with seat and key, entries by seat, the game's new facts."""

    records: list[tuple[str | None, str | None, bytes]]
    entries: Mapping[str, list[Entry]]
    told: Mapping[str, int]
    facts: dict[str, Any]
    snapshot: Snapshot | None
    notes: list[tuple[int, str]]
    stocks: Mapping[str, float]


class Overtaken(Exception):  # noqa: N818
    """Another process has added to the game meanwhile: what was to be added does not follow from it."""


# Questions that every order asks are put into words once.
_SEATS = (
    select(seats, accounts.c.name, accounts.c.removed)
    .join_from(seats, accounts, isouter=True)
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.place)
)
_GAME = select(games).where(games.c.id == bindparam("game"))
_HAS_SEAT = select(seats.c.told).where(
    seats.c.game == bindparam("game"), seats.c.seat == bindparam("seat"), seats.c.account == bindparam("account")
)
_HAS_KEY = select(records.c.number).where(
    records.c.game == bindparam("game"), records.c.seat == bindparam("seat"), records.c.key == bindparam("key")
)
_TOLD = (
    select(told.c.body)
    .where(told.c.game == bindparam("game"), told.c.seat == bindparam("seat"), told.c.number > bindparam("after"))
    .order_by(told.c.number)
)
_STANDING = select(standing.c.body).where(
    standing.c.game == bindparam("game"),
    standing.c.seat == bindparam("seat"),
    standing.c.phase == bindparam("phase"),
    standing.c.turn == bindparam("turn"),
)
_NOW_TOLD = (
    update(seats).where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("at")).values(told=bindparam("now"))
)
_NEW_RECORD, _NEW_ENTRY = insert(records), insert(told)


def begin_game(connection: Connection, row: GameRow, players: Iterable[SeatRow], made: float) -> None:
    """Enter a game that waits for its players."""
    in_a_row(connection)
    number = connection.scalar(select(func.coalesce(func.max(games.c.number), 0))) or 0
    kept = row._asdict() | {
        "number": number + 1,
        "options": json.dumps(row.options, sort_keys=True),
        "first": json.dumps(row.first, sort_keys=True),
        "seed": None,
        "result": None,
        "made": made,
    }
    connection.execute(insert(games), kept)
    for place, player in enumerate(players):
        row_of = {name: value for name, value in player._asdict().items() if name != "player"}
        connection.execute(insert(seats), row_of | {"game": row.id, "place": place})


def game_row(connection: Connection, game: str) -> GameRow | None:
    """Return a game, None if there is none of that id."""
    found = connection.execute(_GAME, {"game": game}).mappings().first()
    return None if found is None else _game_of(found)


def _game_of(found: Mapping[Any, Any]) -> GameRow:
    own = {name: found[name] for name in GameRow._fields}
    own["options"], own["first"] = json.loads(own["options"]), json.loads(own["first"])
    own["seed"] = int(own["seed"]) if own["seed"] else None
    own["result"] = _outcome.decode(own["result"]) if own["result"] else None
    return GameRow(**own)


def seat_rows(connection: Connection, game: str) -> list[SeatRow]:
    """Return the seats of a game in their order."""
    found = connection.execute(_SEATS, {"game": game}).mappings()
    return [_seat_of(each) for each in found]


def _seat_of(found: Mapping[Any, Any]) -> SeatRow:
    player = "" if found["account"] is None or found["removed"] else found["name"]
    return SeatRow(player=player, **{name: found[name] for name in SeatRow._fields if name != "player"})


def games_of(connection: Connection, account: int) -> list[GameRow]:
    """Return the games in which an account has a seat, the latest first."""
    own = select(seats.c.game).where(seats.c.account == account)
    return _listed(connection, select(games).where(games.c.id.in_(own)))


def games_with_open_seats(connection: Connection) -> list[GameRow]:
    """Return the games with a seat that is free for all, the latest first."""
    free = select(seats.c.game).where(seats.c.account.is_(None), seats.c.agent == "", seats.c.code_hash.is_(None))
    return _listed(connection, select(games).where(games.c.id.in_(free), games.c.status == OPEN))


def games_over(connection: Connection) -> list[GameRow]:
    """Return the games that are over, the latest first."""
    return _listed(connection, select(games).where(games.c.status == OVER))


def running_games(connection: Connection) -> list[GameRow]:
    """Return all games that go on."""
    return _listed(connection, select(games).where(games.c.status == RUNNING))


def _listed(connection: Connection, asked: Any) -> list[GameRow]:
    return [_game_of(each) for each in connection.execute(asked.order_by(games.c.number.desc()).limit(200)).mappings()]


def take_seat(connection: Connection, game: str, seat: str, account: int, salt: str) -> bool:
    """Seat an account if the seat is still free. Its code leads its own player back, and no other."""
    free = (seats.c.game == game) & (seats.c.seat == seat) & seats.c.account.is_(None) & (seats.c.agent == "")
    taken = connection.execute(update(seats).where(free).values(account=account, salt=salt))
    return bool(taken.rowcount == 1)


def change_seat(connection: Connection, game: str, seat: str, **values: Any) -> None:
    """Change facts of a seat."""
    connection.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values))


def add(connection: Connection, row: GameRow, addition: Addition, time: float) -> None:
    """Add to a game if it has as many records as `row` says. Overtaken if it has not."""
    new = row.records + len(addition.records)
    same = (games.c.id == row.id) & (games.c.records == row.records) & (games.c.status == row.status)
    done = connection.execute(update(games).where(same).values(records=new, **addition.facts))
    if done.rowcount != 1:
        raise Overtaken(row.id)
    if addition.records:
        rows = [
            {"game": row.id, "number": number, "seat": seat, "key": key, "body": body, "time": time}
            for number, (seat, key, body) in enumerate(addition.records, row.records + 1)
        ]
        connection.execute(_NEW_RECORD, rows)
    for seat, entries in addition.entries.items():
        _add_entries(connection, row.id, seat, entries, addition.told[seat])
    for seat, stock in addition.stocks.items():
        change_seat(connection, row.id, seat, stock=stock)
    if addition.snapshot is not None:
        _add_snapshot(connection, row.id, addition.snapshot)
    for account, kind in addition.notes:
        connection.execute(insert(outbox).values(account=account, game=row.id, kind=kind, time=time, sent=False))


def _add_entries(connection: Connection, game: str, seat: str, entries: list[Entry], now: int) -> None:
    if not entries:
        return
    first = now - len(entries) + 1
    turn = next((each.turn for each in reversed(entries) if isinstance(each, Saw | TurnBegan)), 0)
    rows = [
        {"game": game, "seat": seat, "number": number, "turn": turn, "slim": False, "body": pressed(_encode(entry))}
        for number, entry in enumerate(entries, first)
    ]
    connection.execute(_NEW_ENTRY, rows)
    connection.execute(_NOW_TOLD, {"of": game, "at": seat, "now": now})
    if any(isinstance(each, TurnBegan) for each in entries):
        _slim_down(connection, game, seat, turn - TURNS_WITH_VIEWS)


def _slim_down(connection: Connection, game: str, seat: str, turn: int) -> None:
    """Forget what was known before the events of turns long past: it is most of what a game needs on the disk."""
    own = (told.c.game == game) & (told.c.seat == seat)
    found = connection.execute(select(told.c.number, told.c.body).where(own, told.c.turn <= turn, ~told.c.slim)).all()
    for number, body in found:
        entry = _entry.decode(unpressed(body))
        if isinstance(entry, Saw):
            entry = msgspec.structs.replace(entry, before=NOTHING)
        kept = {"body": pressed(_encode(entry)), "slim": True}
        connection.execute(update(told).where(own, told.c.number == number).values(**kept))


def _add_snapshot(connection: Connection, game: str, snapshot: Snapshot) -> None:
    """Keep a state; of the older ones the last is kept as well."""
    older = select(snapshots.c.number).where(snapshots.c.game == game).order_by(snapshots.c.number.desc())
    numbers = list(connection.scalars(older))
    connection.execute(delete(snapshots).where(snapshots.c.game == game, snapshots.c.number.in_(numbers[1:])))
    state, lengths = pressed(snapshot.state), json.dumps(snapshot.told, sort_keys=True)
    connection.execute(insert(snapshots).values(game=game, number=snapshot.number, state=state, told=lengths))


def last_snapshots(connection: Connection, game: str) -> list[Snapshot]:
    """Return the states that a game may be opened from, the last first."""
    asked = select(snapshots).where(snapshots.c.game == game).order_by(snapshots.c.number.desc())
    found = connection.execute(asked).mappings()
    return [Snapshot(each["number"], _state(each["state"]), json.loads(each["told"])) for each in found]


def _state(data: bytes) -> bytes:
    """Return the bytes of a state; of a damaged one none, so that the state before it is taken."""
    try:
        return unpressed(data)
    except StoreError:
        return b""


def bodies(connection: Connection, game: str, after: int = 0) -> list[bytes]:
    """Return the records of a game behind some, each as a line of a save without its seal."""
    asked = select(records.c.body).where(records.c.game == game, records.c.number > after).order_by(records.c.number)
    return [unpressed(body) for body in connection.scalars(asked)]


def has_key(connection: Connection, game: str, seat: str, key: str) -> bool:
    """Check if an order with this key has been played by this seat."""
    return connection.scalar(_HAS_KEY, {"game": game, "seat": seat, "key": key}) is not None


def told_at(connection: Connection, game: str, seat: str, account: int) -> int | None:
    """Return the number of entries in the list of a player's seat; None if the player has no such seat."""
    found: int | None = connection.scalar(_HAS_SEAT, {"game": game, "seat": seat, "account": account})
    return found


def entries_after(connection: Connection, game: str, seat: str, after: int) -> list[msgspec.Raw]:
    """Return the list of a seat behind the first `after` entries, each in its bytes."""
    found = connection.scalars(_TOLD, {"game": game, "seat": seat, "after": after})
    return [msgspec.Raw(unpressed(body)) for body in found]


def stand(connection: Connection, game: str, seat: str, phase: str, answer: tuple[int, bytes] | None) -> None:
    """Keep the answer that a seat gives whenever it is asked this in a turn; None keeps none any longer.

    Answers of other turns go, and a seat has only the last few.
    """
    own = (standing.c.game == game) & (standing.c.seat == seat)
    connection.execute(delete(standing).where(own, standing.c.phase == phase))
    if answer is not None:
        turn, body = answer
        connection.execute(delete(standing).where(own, standing.c.turn != turn))
        if (connection.scalar(select(func.count()).select_from(standing).where(own)) or 0) >= MOST_ANSWERS:
            connection.execute(delete(standing).where(own))
        connection.execute(insert(standing).values(game=game, seat=seat, phase=phase, turn=turn, body=body))


def standing_answer(connection: Connection, game: str, seat: str, turn: int, phase: str) -> bytes | None:
    """Return the answer that a seat has left for this question in this turn."""
    asked = {"game": game, "seat": seat, "phase": phase, "turn": turn}
    body: bytes | None = connection.scalar(_STANDING, asked)
    return body


def pressed(data: bytes) -> bytes:
    """Return bytes as the store keeps them."""
    return zlib.compress(data, _LEVEL)


def unpressed(data: bytes) -> bytes:
    """Return the bytes that the store has kept. StoreError if they are damaged."""
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise StoreError(Text("The data base is damaged.")) from error
