"""Games in the store: their beginning, what is added to them in one transaction, and what they are opened from."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Update, bindparam, delete, exists, func, insert, select, update

from wab.engine.history.telling import NOTHING, Entry, Saw, TurnBegan
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import Text
from wab.online.store.store import StoreError, announce, in_a_row
from wab.online.store.tables import accounts, devices, games, outbox, records, seats, snapshots, standing, told

OPEN, RUNNING, OVER, STOPPED = "open", "running", "over", "stopped"
MOST_LISTED = 200
MOST_ANSWERS = 40
"""Answers that a seat may leave for a turn; no turn asks so many different questions."""
TURNS_WITH_VIEWS = 2
"""Of so many turns, the present one among them, the entries keep what was known before each event."""
_LEVEL = 6
_NO_VIEW = bytes(NOTHING) + b"}"

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
    answers: bool = False
    """The seat has left an answer for some question."""
    holidays: tuple[tuple[float, float], ...] = ()
    """The holidays of its player, each with its begin and its end."""


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
    draw: str | None = None
    """The sides that agree on a draw, with commas."""

    @property
    def agreed(self) -> tuple[str, ...]:
        """The sides that agree on a draw."""
        return tuple(self.draw.split(",")) if self.draw else ()


class Opened(NamedTuple):
    """A game with its seats. `repeated`: an order with the key of the request has been played before."""

    row: GameRow
    seats: list[SeatRow]
    repeated: bool


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
_ANSWERS = exists().where(standing.c.game == seats.c.game, standing.c.seat == seats.c.seat).label("answers")
_SEATS = (
    select(seats, accounts.c.name, accounts.c.removed, accounts.c.holidays, _ANSWERS)
    .join_from(seats, accounts, isouter=True)
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.place)
)
_PLAYED = exists().where(
    records.c.game == bindparam("game"), records.c.seat == bindparam("seat"), records.c.key == bindparam("key")
)
_OPENED = _SEATS.add_columns(games, _PLAYED.label("repeated")).join(games)
_GAME = select(games).where(games.c.id == bindparam("game"))
_AT_SEAT = (
    select(accounts.c.id, seats.c.told, games.c.draw)
    .select_from(devices.join(accounts))
    .join(
        seats,
        (seats.c.account == accounts.c.id) & (seats.c.game == bindparam("game")) & (seats.c.seat == bindparam("seat")),
        isouter=True,
    )
    .join(games, games.c.id == seats.c.game, isouter=True)
    .where(devices.c.token_hash == bindparam("hash"), ~devices.c.revoked, ~accounts.c.removed)
)
_TOLD = (
    select(told.c.body, told.c.before)
    .where(told.c.game == bindparam("game"), told.c.seat == bindparam("seat"), told.c.number > bindparam("after"))
    .order_by(told.c.number)
)
_STANDING = select(standing.c.body).where(
    standing.c.game == bindparam("game"),
    standing.c.seat == bindparam("seat"),
    standing.c.phase == bindparam("phase"),
    standing.c.turn == bindparam("turn"),
)
_THIS_SEAT = update(seats).where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("at"))
_NOW_TOLD = _THIS_SEAT.values(told=bindparam("now"))
_NOW_LEFT = _THIS_SEAT.values(stock=bindparam("left"))
_SLIMMER = (
    update(told)
    .where(told.c.game == bindparam("of"), told.c.seat == bindparam("at"), told.c.turn <= bindparam("until"))
    .where(told.c.before.is_not(None))
    .values(before=None)
)
_NEXT_NOTE = (  # the account stays locked until the end: its numbers have no gap, and count on as others see them
    update(accounts)
    .where(accounts.c.id == bindparam("of"))
    .values(called=accounts.c.called + 1)
    .returning(accounts.c.called)
)
_MARKS = select(games.c.id, games.c.records, games.c.status, games.c.draw).where(
    games.c.id.in_(bindparam("games", expanding=True))
)
_CALLS = select(func.sum(accounts.c.called))
_NEW_RECORD, _NEW_ENTRY, _NEW_NOTE = insert(records), insert(told), insert(outbox)


def offer(connection: Connection, row: GameRow, agreed: Iterable[str], notes: Iterable[int], time: float) -> None:
    """Keep which sides agree on a draw, and call players. Overtaken if the game is not as `row` says."""
    facts = {"draw": ",".join(sorted(agreed)) or None}
    add(connection, row, Addition([], {}, {}, facts, None, [(each, "draw") for each in notes], {}), time)


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
        row_of = {name: value for name, value in player._asdict().items() if name in seats.c}
        connection.execute(insert(seats), row_of | {"game": row.id, "place": place})


def opened(connection: Connection, game: str, seat: str = "", key: str = "") -> Opened | None:
    """Return a game with its seats, None if there is none of that id. The request comes from `seat` with `key`."""
    found = connection.execute(_OPENED, {"game": game, "seat": seat, "key": key}).mappings().all()
    return Opened(_game_of(found[0]), [_seat_of(each) for each in found], found[0]["repeated"]) if found else None


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
    own = {name: found[name] for name in SeatRow._fields if name not in ("player", "holidays")}
    return SeatRow(player=player, holidays=periods(found["holidays"]), **own)


def periods(kept: str | None) -> tuple[tuple[float, float], ...]:
    """Return holidays as an account has them."""
    return tuple((begin, end) for begin, end in json.loads(kept or "[]"))


def games_of(connection: Connection, account: int) -> list[GameRow]:
    """Return the games in which an account has a seat, the latest first."""
    own = select(seats.c.game).where(seats.c.account == account)
    return _listed(connection, select(games).where(games.c.id.in_(own)))


def games_with_open_seats(connection: Connection) -> list[GameRow]:
    """Return the games with a seat that is free for all, the latest first."""
    free = select(seats.c.game).where(seats.c.account.is_(None), seats.c.agent == "", seats.c.code_hash.is_(None))
    return _listed(connection, select(games).where(games.c.id.in_(free), games.c.status == OPEN))


def games_over(connection: Connection, most: int = MOST_LISTED) -> list[GameRow]:
    """Return the games that are over, the latest first."""
    return _listed(connection, select(games).where(games.c.status == OVER), most)


def running_games(connection: Connection) -> list[GameRow]:
    """Return all games that go on."""
    return _listed(connection, select(games).where(games.c.status == RUNNING))


def _listed(connection: Connection, asked: Any, most: int = MOST_LISTED) -> list[GameRow]:
    found = connection.execute(asked.order_by(games.c.number.desc()).limit(most)).mappings()
    return [_game_of(each) for each in found]


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
    asked = {"of": row.id, "before": row.records, "was": row.status, "records": new, **addition.facts}
    if connection.execute(_change_of(tuple(addition.facts)), asked).rowcount != 1:
        raise Overtaken(row.id)
    if addition.records:
        rows = [
            {"game": row.id, "number": number, "seat": seat, "key": key, "body": body, "time": time}
            for number, (seat, key, body) in enumerate(addition.records, row.records + 1)
        ]
        connection.execute(_NEW_RECORD, rows)
    _add_entries(connection, row.id, addition)
    if addition.stocks:
        left = [{"of": row.id, "at": seat, "left": stock} for seat, stock in addition.stocks.items()]
        connection.execute(_NOW_LEFT, left)
    if addition.snapshot is not None:
        _add_snapshot(connection, row.id, addition.snapshot)
    for account, kind in sorted(addition.notes):  # in one order, so that no two wait for each other
        number = connection.scalar(_NEXT_NOTE, {"of": account})
        note = {"account": account, "game": row.id, "number": number, "kind": kind, "time": time, "sent": False}
        connection.execute(_NEW_NOTE, note)
    announce(connection, row.id)


@cache
def _change_of(facts: tuple[str, ...]) -> Update:
    """Return the change of these facts of a game that has as many records as before, and the status that it had."""
    same = (games.c.id == bindparam("of")) & (games.c.records == bindparam("before"))
    return (
        update(games)
        .where(same, games.c.status == bindparam("was"))
        .values({name: bindparam(name) for name in ("records", *facts)})
    )


def _add_entries(connection: Connection, game: str, addition: Addition) -> None:
    rows, lengths, slimmer = [], [], []
    for seat, entries in addition.entries.items():
        if not entries:
            continue
        now = addition.told[seat]
        turn = next((each.turn for each in reversed(entries) if isinstance(each, Saw | TurnBegan)), 0)
        for number, entry in enumerate(entries, now - len(entries) + 1):
            body, before = _parted(entry)
            rows.append({"game": game, "seat": seat, "number": number, "turn": turn, "body": body, "before": before})
        lengths.append({"of": game, "at": seat, "now": now})
        if any(isinstance(each, TurnBegan) for each in entries):
            slimmer.append({"of": game, "at": seat, "until": turn - TURNS_WITH_VIEWS})
    if rows:
        connection.execute(_NEW_ENTRY, rows)
        connection.execute(_NOW_TOLD, lengths)
    if slimmer:  # what was known before events of turns long past is most of what a game needs on the disk
        connection.execute(_SLIMMER, slimmer)


def as_told(entries: Iterable[Entry]) -> list[msgspec.Raw]:
    """Return entries as the store gives them out."""
    return [msgspec.Raw(_encode(entry)) for entry in entries]


def _parted(entry: Entry) -> tuple[bytes, bytes | None]:
    """Return an entry as it is kept: its bytes, and apart from them what was known before it."""
    if not isinstance(entry, Saw) or bytes(entry.before) == bytes(NOTHING):
        return pressed(_encode(entry)), None
    slim = msgspec.structs.replace(entry, before=NOTHING)
    return pressed(_encode(slim)), pressed(bytes(entry.before))


def _whole(body: bytes, before: bytes | None) -> msgspec.Raw:
    """Return the bytes of an entry as its seat heard it. The view before it stands at its end."""
    slim = unpressed(body)
    return msgspec.Raw(slim if before is None else slim[: -len(_NO_VIEW)] + unpressed(before) + _NO_VIEW[-1:])


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


def marks(connection: Connection, wanted: Iterable[str]) -> dict[str, object]:
    """Return by game what changes with its news; under "" what changes with the signals to players."""
    found = {game: tuple(mark) for game, *mark in connection.execute(_MARKS, {"games": list(wanted)})}
    return {**found, "": connection.scalar(_CALLS)}


def awaiting_computers(connection: Connection, since: float) -> list[str]:
    """Return the games in which a computer player decides, and has had the decision since before a time."""
    decides = (seats.c.game == games.c.id) & (seats.c.seat == games.c.to_act)
    asked = select(games.c.id).join(seats, decides).where(games.c.status == RUNNING, games.c.since <= since)
    return list(connection.scalars(asked.where((seats.c.agent != "") | seats.c.away | seats.c.account.is_(None))))


def bodies(connection: Connection, game: str, after: int = 0) -> list[bytes]:
    """Return the records of a game behind some, each as a line of a save without its seal."""
    asked = select(records.c.body).where(records.c.game == game, records.c.number > after).order_by(records.c.number)
    return [unpressed(body) for body in connection.scalars(asked)]


def told_at(connection: Connection, game: str, seat: str, token_hash: str) -> tuple[int, int | None, str] | None:
    """Return the account of a device, the length of the list of its seat in a game, and who agrees on a draw.

    None for a token that is none, or no longer; no length if the player has no such seat.
    """
    found = connection.execute(_AT_SEAT, {"game": game, "seat": seat, "hash": token_hash}).first()
    return (found[0], found[1], found[2] or "") if found is not None else None


def entries_after(connection: Connection, game: str, seat: str, after: int) -> list[msgspec.Raw]:
    """Return the list of a seat behind the first `after` entries, each in its bytes."""
    found = connection.execute(_TOLD, {"game": game, "seat": seat, "after": after})
    return [_whole(body, before) for body, before in found]


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
