"""A server that is killed while two players give orders: each order it has acknowledged is played, and played once."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep, time
from typing import Any, TypeVar

import msgspec
import uvicorn
from sqlalchemy import select

import wab
from ai.agents import make_agent
from trials.trust.cluster import WHY_NOT, cluster
from trials.trust.finding import Finding
from wab.engine import Chance
from wab.engine.saves.replay import verify
from wab.online.client import Client, ServerRefuses, Unreachable, new_salt
from wab.online.protocol import NewGame
from wab.online.store.store import Store
from wab.online.store.tables import outbox, records, seats
from wab.online.web import Server
from wab.systems import get_system

ORDERS, LONGEST_LIFE = 6, 3.0
"""A server is killed before it has acknowledged so many orders, and after so many seconds in any case."""
SCENARIOS = (
    "cards/pegasus-bridge",
    "operations/cliffs-and-shingle",
    "zocbonds/determined-defence",
    "blind/the-corridor",
)
SPARE = 64 * 1024
"""Bytes that a file may still grow by while the disk is nearly full."""
_DAY = 86400.0
_PAUSE = 0.02
_PATIENCE = 120.0
T = TypeVar("T")


@dataclass
class _Heard:
    """The entries and acknowledged orders of one player, and the faults that it met."""

    keys: list[str] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unready: int = 0
    """Requests to which a server said that it cannot reach its data base."""


def servers(times: int, seed: int) -> Finding:
    """Kill a server at odd moments, also on a disk that is full and with a clock that goes back."""
    chance, found = Chance(seed, "servers"), _Found()
    for number in count():
        if found.killed >= times:
            break
        scenario = SCENARIOS[number % len(SCENARIOS)]
        with TemporaryDirectory() as folder:
            battle = _Battle(f"sqlite:///{folder}/games.db", Path(folder), scenario, chance)
            found.add(battle.play(times - found.killed), f"{scenario}, game {number}")
    words = (
        f"{found.orders:,} orders were acknowledged by them. {found.full} had a full disk: {found.unready:,} requests"
    )
    return Finding("servers", "servers killed", found.killed, tuple(found.problems), f"{words} were put off.")


def pairs_of_servers(times: int, seed: int) -> Finding:
    """Let two servers hold the same games in one PostgreSQL. Each request goes to one by chance, and one is killed."""
    if WHY_NOT:
        return Finding("server-pairs", "servers killed", 0, (), f"There is no PostgreSQL to try it on: {WHY_NOT}.")
    chance, found = Chance(seed, "server-pairs"), _Found()
    with cluster() as base, TemporaryDirectory() as folder:
        for number in count():
            if found.killed >= times:
                break
            scenario = SCENARIOS[number % len(SCENARIOS)]
            battle = _Battle(base.address, Path(folder), scenario, chance, servers=2, go_away=base.go_away)
            found.add(battle.play(times - found.killed), f"{scenario}, game {number}")
    words = f"{found.orders:,} orders were acknowledged by them. The data base broke down {found.away} times:"
    told = f"{words} {found.unready:,} requests were put off."
    return Finding("server-pairs", "servers killed", found.killed, tuple(found.problems), told)


@dataclass
class _Found:
    """Numbers of servers killed, of full disks, of breakdowns of the data base and of orders, and the problems."""

    killed: int = 0
    full: int = 0
    away: int = 0
    orders: int = 0
    unready: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, other: _Found, game: str) -> None:
        """Add what was found in a game."""
        self.killed += other.killed
        self.full += other.full
        self.away += other.away
        self.orders += other.orders
        self.unready += other.unready
        self.problems += [f"{game}: {problem}" for problem in other.problems]


class _Battle:
    """A game of two players on servers that die and come back."""

    def __init__(
        self,
        database: str,
        folder: Path,
        scenario: str,
        chance: Chance,
        servers: int = 1,
        go_away: Callable[[float], None] | None = None,
    ) -> None:
        self._go_away = go_away
        self._database, self._folder, self._scenario, self._chance = database, folder, scenario, chance
        self._ports = [_free_port() for _each in range(servers)]
        self._addresses = [f"http://127.0.0.1:{port}" for port in self._ports]

    def play(self, most: int) -> _Found:
        """Play a whole game while servers are killed, at most so many."""
        found, heard = _Found(), dict[str, _Heard]()
        with ExitStack() as stack:
            processes = [_Process(stack, self._database, port) for port in self._ports]
            for process in processes:
                process.start(self._offset())
            players = [_Player(self._addresses, self._chance.below(10**6)) for _each in range(2)]
            for player in players:
                stack.callback(player.close)
            seats = wab.new_game(self._scenario, seed=0).seats
            game = self._begun(players, seats)
            threads = []
            for player, seat in zip(players, seats, strict=True):
                heard[seat] = _Heard()
                threads.append(Thread(target=_play, args=(player, game, seat, heard[seat]), daemon=True))
                threads[-1].start()
            last = monotonic() + _PATIENCE + most
            while any(thread.is_alive() for thread in threads) and monotonic() < last:
                self._live(threads, heard, _PATIENCE if found.killed >= most else 0.0)
                if found.killed < most:
                    self._break(processes, found, most)
            for process in processes:
                process.kill()
                process.start(0.0)
            found.problems = self._problems(game, players, heard)
        found.orders = sum(len(one.keys) for one in heard.values())
        found.unready = sum(one.unready for one in heard.values())
        return found

    def _break(self, processes: list[_Process], found: _Found, most: int) -> None:
        """Kill a server and start it again, now and then on a full disk, or after the data base has broken down."""
        process = processes[self._chance.below(len(processes))]
        odd = self._chance.below(5) == 0 and found.killed + 1 < most
        if odd and self._go_away is not None:
            self._go_away(self._chance.unit())
            found.away += 1
        process.kill()
        full = odd and self._go_away is None
        process.start(self._offset(), full)
        found.killed += 1
        found.full += full

    def _offset(self) -> float:
        """Return how far the clock of a server goes after the true one."""
        return self._chance.unit() * _DAY

    def _begun(self, players: list[_Player], seats: tuple[str, ...]) -> str:
        """Begin a game; return its id."""
        for player in players:
            player.make_account()
        wanted = NewGame(self._scenario, {seats[0]: "me", seats[1]: "code"}, new_salt(), pace="daily")
        begun = _insist(lambda: players[0].client.begin(wanted))
        _insist(lambda: players[1].client.accept(begun.id, begun.codes[seats[1]]))
        return begun.id

    def _live(self, threads: list[Thread], heard: dict[str, _Heard], at_least: float) -> None:
        """Wait for some orders, and a little longer: the next order is then somewhere on its way."""
        orders = sum(len(one.keys) for one in heard.values()) + self._chance.below(ORDERS)
        last = monotonic() + (at_least or LONGEST_LIFE)
        while monotonic() < last and any(thread.is_alive() for thread in threads):
            if not at_least and sum(len(one.keys) for one in heard.values()) >= orders:
                break
            sleep(_PAUSE / 10)
        sleep(0.0 if at_least else self._chance.unit() * _PAUSE)

    def _problems(self, game: str, players: list[_Player], heard: dict[str, _Heard]) -> list[str]:
        problems = [problem for one in heard.values() for problem in one.problems]
        store = Store(self._database)
        with store.reading() as connection:
            asked = records.select().with_only_columns(records.c.key).where(records.c.game == game)
            kept = list(connection.scalars(asked))
        problems += misnumbered(_signals(store, game))
        store.close()
        problems += lost_or_twice([key for one in heard.values() for key in one.keys], kept)
        for player, (seat, one) in zip(players, heard.items(), strict=True):
            news = player.client.told(game, seat, 0)
            if not news.over:
                return [*problems, "the game has not come to its end"]
            if [_slim(bytes(entry)) for entry in news.entries] != one.entries:
                problems.append(f"the list of {seat} is not what it was told")
        path = self._folder / "game.wab"
        path.write_bytes(players[0].client.save(game))
        verdict = verify(path, get_system)
        return problems if verdict.ok else [*problems, str(verdict.problem)]


class _Process:
    """A server in a process of its own, killed at the end of a stack at the latest."""

    def __init__(self, stack: ExitStack, database: str, port: int) -> None:
        self._database, self._port = database, port
        self._process: Any = None
        stack.callback(self.kill)

    def start(self, offset: float, full: bool = False) -> None:
        """Start it, and wait until it answers. `full`: its disk is full, if the games lie in a file."""
        ways: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        if hasattr(ways, "set_forkserver_preload"):
            ways.set_forkserver_preload([__name__])
        self._process = ways.Process(target=serve, args=(self._database, self._port, offset, full), daemon=True)
        self._process.start()
        last = monotonic() + _PATIENCE
        while self._process.is_alive() and monotonic() < last:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
                break
            sleep(_PAUSE / 4)

    def kill(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


class _Player:
    """A player who asks one server or another, by chance."""

    def __init__(self, addresses: list[str], seed: int) -> None:
        self._clients = [Client(address) for address in addresses]
        self._chance = Chance(seed, "player")

    @property
    def client(self) -> Client:
        """The client for the next request."""
        return self._clients[self._chance.below(len(self._clients))]

    def make_account(self) -> None:
        """Make an account, for all servers."""
        token = self._clients[0].make_account(f"player {secrets.token_hex(4)}").token
        for client in self._clients:
            client.token = token

    def close(self) -> None:
        """Hang up."""
        for client in self._clients:
            client.close()


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


def _signals(store: Store, game: str) -> list[tuple[int, int, int]]:
    """Return account, number and place of the signals to the players of a game, in the order in which they lie."""
    with store.reading() as connection:
        people = select(seats.c.account).where(seats.c.game == game)
        asked = select(outbox.c.account, outbox.c.number, outbox.c.id).where(outbox.c.account.in_(people))
        return [(account, number, place) for account, number, place in connection.execute(asked.order_by(outbox.c.id))]


def misnumbered(signals: list[tuple[int, int, int]]) -> list[str]:
    """Return what is wrong with the numbers of signals: for each account they grow without a gap."""
    accounts = sorted({account for account, _number, _place in signals})
    return [
        f"the signals of account {account} have the numbers {found}"
        for account in accounts
        if (found := [number for own, number, _place in signals if own == account]) != list(range(1, len(found) + 1))
    ]


def lost_or_twice(acknowledged: list[str], played: list[str | None]) -> list[str]:
    """Return what is wrong with the keys of the orders that were played; orders of the server itself have none."""
    keys = [key for key in played if key is not None]
    lost, strange = set(acknowledged) - set(keys), set(keys) - set(acknowledged)
    found = {
        f"{len(lost)} acknowledged orders are lost": lost,
        f"{len(strange)} orders were played and never acknowledged": strange,
        f"{len(keys) - len(set(keys))} orders were played twice": len(keys) - len(set(keys)),
    }
    return [problem for problem, is_so in found.items() if is_so]


def serve(database: str, port: int, offset: float, full: bool) -> None:
    """Serve the games of a data base. The clock goes `offset` seconds after the true one; `full`: no file grows."""
    store_file = Path(database.removeprefix("sqlite:///"))
    if full and database.startswith("sqlite:"):
        _fill_up(store_file)
    logging.getLogger("wab").setLevel(logging.CRITICAL)  # a data base that is away is no news here
    server = Server(Store(database))
    server.referee.clock = lambda: time() - offset
    uvicorn.run(server.application, host="127.0.0.1", port=port, log_level="critical", access_log=False)


def _fill_up(path: Path) -> None:
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit

    # New pages go to the file beside the data base. A limit above the size of both would never be reached.
    beside = path.with_name(f"{path.name}-wal")
    size = beside.stat().st_size if beside.exists() else 0
    setrlimit(RLIMIT_FSIZE, (size + SPARE, RLIM_INFINITY))


def _play(player: _Player, game: str, seat: str, heard: _Heard) -> None:
    """Play one seat to the end of the game, and ask again whenever the server does not answer."""
    system = get_system(_insist(lambda: player.client.info(game)).system)
    agent, numbers = make_agent("greedy", system.id, 1), count()
    while True:
        try:
            news = player.client.told(game, seat, len(heard.entries), 1)
            heard.entries += [_slim(bytes(entry)) for entry in news.entries]
            if news.over:
                return
            view = system.decode_view(bytes(news.view))
        except Unreachable as error:
            heard.unready += _is_unready(error)
            sleep(_PAUSE)
            continue
        except ServerRefuses as error:
            heard.problems.append(f"{seat} is not told: {error}")
            return
        if view.to_act == seat and not _give(player, game, seat, heard, f"{seat} {next(numbers)}", agent.decide(view)):
            return


def _give(player: _Player, game: str, seat: str, heard: _Heard, key: str, order: Any) -> bool:
    """Give an order under one key until it is acknowledged; False if it is refused."""
    while True:
        try:
            player.client.play(game, seat, len(heard.entries), key, order)
            heard.keys.append(key)
            return True
        except Unreachable as error:
            heard.unready += _is_unready(error)
            sleep(_PAUSE)
        except ServerRefuses as error:
            heard.problems.append(f"{order} is refused: {error}")
            return False


def _is_unready(error: Unreachable) -> bool:
    """Check if a server answered that it is not ready."""
    return "is not ready" in str(error)


def _insist(ask: Callable[[], T]) -> T:
    """Ask until the server answers."""
    while True:
        try:
            return ask()
        except Unreachable:
            sleep(_PAUSE)


def _slim(entry: bytes) -> bytes:
    """Return an entry without what was known before it, which the server forgets after some turns."""
    told = msgspec.json.decode(entry)
    told.pop("before", None)
    return msgspec.json.encode(told)
