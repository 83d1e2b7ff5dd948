"""A server that is killed while two players give orders: each order it has acknowledged is played, and played once."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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

import wab
from ai.agents import make_agent
from trials.trust.finding import Finding
from wab.engine import Chance
from wab.engine.saves.replay import verify
from wab.online.client import Client, ServerRefuses, Unreachable, new_salt
from wab.online.protocol import NewGame
from wab.online.store.store import Store
from wab.online.store.tables import records
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
SPARE = 16 * 1024
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


def servers(times: int, seed: int) -> Finding:
    """Kill a server at odd moments, also on a disk that is full and with a clock that goes back."""
    chance, failures, killed, orders = Chance(seed, "servers"), list[str](), 0, 0
    for number in count():
        if killed >= times:
            break
        with TemporaryDirectory() as folder:
            scenario = SCENARIOS[number % len(SCENARIOS)]
            found = _Battle(Path(folder), scenario, chance).play(times - killed)
        killed += found[0]
        orders += found[1]
        failures += [f"{scenario}, game {number}: {problem}" for problem in found[2]]
    words = f"{orders:,} orders were acknowledged by them."
    return Finding("servers", "servers killed", killed, tuple(failures), words)


class _Battle:
    """A game of two players on a server that dies and comes back."""

    def __init__(self, folder: Path, scenario: str, chance: Chance) -> None:
        self._path, self._scenario, self._chance = folder / "games.db", scenario, chance
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self._port: int = place.getsockname()[1]
        self._address = f"http://127.0.0.1:{self._port}"

    def play(self, most: int) -> tuple[int, int, list[str]]:
        """Return how many servers were killed, how many orders acknowledged, and what is wrong."""
        killed, heard = 0, dict[str, _Heard]()
        with self._server():
            clients = [Client(self._address) for _each in range(2)]
            for number, client in enumerate(clients):
                client.make_account(f"player {number}")
            seats = wab.new_game(self._scenario, seed=0).seats
            wanted = NewGame(self._scenario, {seats[0]: "me", seats[1]: "code"}, new_salt(), pace="daily")
            begun = _insist(lambda: clients[0].begin(wanted))
            _insist(lambda: clients[1].accept(begun.id, begun.codes[seats[1]]))
        threads = []
        for client, seat in zip(clients, seats, strict=True):
            heard[seat] = _Heard()
            threads.append(Thread(target=_play, args=(client, begun.id, seat, heard[seat]), daemon=True))
            threads[-1].start()
        last = monotonic() + _PATIENCE + most
        while any(thread.is_alive() for thread in threads) and monotonic() < last:
            with self._server(full=killed < most and self._chance.below(5) == 0):
                self._live(threads, heard, _PATIENCE if killed >= most else 0.0)
            killed += 1
        with self._server():
            problems = self._problems(begun.id, clients, heard)
        for client in clients:
            client.close()
        return killed, sum(len(one.keys) for one in heard.values()), problems

    def _live(self, threads: list[Thread], heard: dict[str, _Heard], at_least: float) -> None:
        """Wait for some orders, and a little longer: the next order is then somewhere on its way."""
        orders = sum(len(one.keys) for one in heard.values()) + self._chance.below(ORDERS)
        last = monotonic() + (at_least or LONGEST_LIFE)
        while monotonic() < last and any(thread.is_alive() for thread in threads):
            if not at_least and sum(len(one.keys) for one in heard.values()) >= orders:
                break
            sleep(_PAUSE / 10)
        sleep(0.0 if at_least else self._chance.unit() * _PAUSE)

    @contextmanager
    def _server(self, full: bool = False) -> Iterator[None]:
        """Run a server until the end of the block, and kill it then."""
        ways: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        if hasattr(ways, "set_forkserver_preload"):
            ways.set_forkserver_preload([__name__])
        offset = self._chance.unit() * _DAY
        process: Any = ways.Process(target=serve, args=(str(self._path), self._port, offset, full), daemon=True)
        process.start()
        try:
            last = monotonic() + _PATIENCE
            while process.is_alive() and monotonic() < last:
                with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
                    break
                sleep(_PAUSE / 4)
            yield
        finally:
            process.kill()
            process.join()

    def _problems(self, game: str, clients: list[Client], heard: dict[str, _Heard]) -> list[str]:
        problems = [problem for one in heard.values() for problem in one.problems]
        store = Store(f"sqlite:///{self._path}")
        with store.reading() as connection:
            kept = list(connection.scalars(records.select().with_only_columns(records.c.key)))
        store.close()
        problems += lost_or_twice([key for one in heard.values() for key in one.keys], kept)
        for client, (seat, one) in zip(clients, heard.items(), strict=True):
            news = client.told(game, seat, 0)
            if not news.over:
                return [*problems, "the game has not come to its end"]
            if [_slim(bytes(entry)) for entry in news.entries] != one.entries:
                problems.append(f"the list of {seat} is not what it was told")
        path = self._path.with_name("game.wab")
        path.write_bytes(clients[0].save(game))
        verdict = verify(path, get_system)
        return problems if verdict.ok else [*problems, str(verdict.problem)]


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


def serve(path: str, port: int, offset: float, full: bool) -> None:
    """Serve the games of a data base. The clock goes `offset` seconds after the true one; `full`: no file grows."""
    if full:
        _fill_up(Path(path))
    server = Server(Store(f"sqlite:///{path}"))
    server.referee.clock = lambda: time() - offset
    uvicorn.run(server.application, host="127.0.0.1", port=port, log_level="critical", access_log=False)


def _fill_up(path: Path) -> None:
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit

    largest = max((one.stat().st_size for one in path.parent.glob(f"{path.name}*")), default=0)
    setrlimit(RLIMIT_FSIZE, (largest + SPARE, RLIM_INFINITY))


def _play(client: Client, game: str, seat: str, heard: _Heard) -> None:
    """Play one seat to the end of the game, and ask again whenever the server does not answer."""
    system = get_system(_insist(lambda: client.info(game)).system)
    agent, numbers = make_agent("greedy", system.id, 1), count()
    while True:
        try:
            news = client.told(game, seat, len(heard.entries), 1)
            heard.entries += [_slim(bytes(entry)) for entry in news.entries]
            if news.over:
                return
            view = system.decode_view(bytes(news.view))
        except Unreachable:
            sleep(_PAUSE)
            continue
        except ServerRefuses as error:
            heard.problems.append(f"{seat} is not told: {error}")
            return
        if view.to_act == seat and not _give(client, game, seat, heard, f"{seat} {next(numbers)}", agent.decide(view)):
            return


def _give(client: Client, game: str, seat: str, heard: _Heard, key: str, order: Any) -> bool:
    """Give an order under one key until it is acknowledged; False if it is refused."""
    while True:
        try:
            client.play(game, seat, len(heard.entries), key, order)
            heard.keys.append(key)
            return True
        except Unreachable:
            sleep(_PAUSE)
        except ServerRefuses as error:
            heard.problems.append(f"{order} is refused: {error}")
            return False


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
