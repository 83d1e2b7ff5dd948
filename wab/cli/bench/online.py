"""Measurements of a server of games: the wait for an order, what an order costs, sizes of answers, opening of games."""

from __future__ import annotations

import gc
import os
import re
import secrets
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, NamedTuple

import msgspec

import wab
from ai.agents import make_agent
from wab.cli.bench.rounds import Result
from wab.online.client import Client, new_salt
from wab.online.lobby import Lobby
from wab.online.protocol import LONGEST_WAIT, NewGame, News, Play, encode
from wab.online.referee import Referee
from wab.online.store.store import Store
from wab.systems import get_system

SMALL, GRAND = "operations/cliffs-and-shingle", "operations/the-battle-of-normandy"
WAIT, LAST, COST, RATE = 0.010, 0.050, 0.006, 150
MEDIAN_SIZE, LARGEST, OPENING, MEMORY, CLIENT = 5_000, 40_000, 0.150, 3e6, 8e3
ORDERS, AT_ONCE, CROWD = 150, 50, 600
KEPT = 449
"""Orders of a stored game. The server keeps a snapshot every fifty records, so that 49 of them must be played again."""
OPENED, WAITING, SETTLED = 8, 200, 3.0
_ADDRESS = re.compile(r"http://[\d.]+:\d+")


class Server(NamedTuple):
    """A server in a process of its own."""

    address: str
    pid: int

    def processor(self) -> float:
        """Seconds of processor that it has used. OSError on a system without /proc."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _of_system("SC_CLK_TCK")


@contextmanager
def served() -> Iterator[Server]:
    """Start a server on a file of SQLite, at a free port."""
    code = "import sys; from wab.cli import main; sys.exit(main())"
    with TemporaryDirectory() as folder:
        words = [sys.executable, "-c", code, "serve", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = next(filter(None, (_ADDRESS.search(line) for line in process.stdout)))
                yield Server(found[0], process.pid)
            finally:
                process.terminate()


class Player:
    """Plays both seats of a game with orders drawn by chance, and times each of them."""

    def __init__(self, address: str, name: str, scenario: str = SMALL) -> None:
        self.client = Client(address)
        self.client.make_account(name)
        self.system = get_system(scenario.partition("/")[0])
        self.seats = wab.new_game(scenario).seats
        self._scenario = scenario
        self._begin()

    def _begin(self) -> None:
        self.game = self.client.begin(NewGame(self._scenario, dict.fromkeys(self.seats, "me"), new_salt())).id
        self._agents = {seat: make_agent("random", self.system.id, place) for place, seat in enumerate(self.seats)}
        self._told = dict.fromkeys(self.seats, 0)
        self._seat = self.seats[0]

    def play(self, orders: int) -> list[float]:
        """Return the seconds that each of some orders took from here and back; a game that is over begins again."""
        waits: list[float] = []
        news = self._ask()
        while len(waits) < orders:
            if news.over:
                self._begin()
                news = self._ask()
            view = self.system.decode_view(bytes(news.view))
            if view.to_act != self._seat:
                self._seat = view.to_act or self._seat
                news = self._ask()
                continue
            order, key, began = self._agents[self._seat].decide(view), secrets.token_hex(8), perf_counter()
            news = self.client.play(self.game, self._seat, news.told, key, order)
            waits.append(perf_counter() - began)
            self._told[self._seat] = news.told
        return waits

    def _ask(self) -> News:
        news = self.client.told(self.game, self._seat, self._told[self._seat])
        self._told[self._seat] = news.told
        return news


def wait_for_an_order() -> Result:
    """P30: the wait for an order over loopback."""
    waits = _one_game()[0]
    middle, last = median(waits), quantiles(waits, n=100)[-1]
    return Result(
        "P30",
        f"an order over loopback: median <= {WAIT * 1e3:g} ms, of a hundred the slowest but one <= {LAST * 1e3:g} ms",
        f"{middle * 1e3:.1f} ms, {last * 1e3:.1f} ms",
        middle <= WAIT and last <= LAST,
    )


def cost_of_an_order() -> Result:
    """P31: the processor that a server needs for an order, the engine included."""
    used = _one_game()[1]
    return Result("P31", f"processor of the server <= {COST * 1e3:g} ms an order", f"{used * 1e3:.1f} ms", used <= COST)


@cache
def _one_game() -> tuple[list[float], float]:
    with served() as server:
        player = Player(server.address, "one")
        player.play(10)
        before = server.processor()
        waits = player.play(ORDERS)
        return waits, (server.processor() - before) / ORDERS


def many_games() -> Result:
    """P32: orders in a second with many games at once, clients on the same processor."""
    with served() as server:
        players = [Player(server.address, f"player {number}") for number in range(AT_ONCE)]
        began = perf_counter()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            played = sum(map(len, pool.map(lambda player: player.play(CROWD // AT_ONCE), players)))
        rate = played / (perf_counter() - began)
    return Result("P32", f"{AT_ONCE} games at once: >= {RATE} orders a second", f"{rate:.0f}", rate >= RATE)


class _Kept(NamedTuple):
    sizes: list[int]
    batches: list[int]
    opening: float
    memory: float


@cache
def _grand_battle() -> _Kept:
    """Play the grand battle on a referee in this process, and open it again."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/games.db")
        referee = Referee(store, get_system)
        lobby = Lobby(referee, lambda scenario: (scenario.partition("/")[0], scenario))
        account = _account(store)
        seats = lobby.seats_in(GRAND)
        game = lobby.begin(account, NewGame(GRAND, dict.fromkeys(seats, "me"), new_salt())).id
        sizes, batches = _played(referee, lobby, account, game)
        opening, used = _opened_again(store, game, seats[0])
        store.close()
    return _Kept(sizes, batches, opening, used)


def _opened_again(store: Store, game: str, seat: str) -> tuple[float, float]:
    """Open a game again and again; return the median of the seconds, and the memory of one that is open."""
    referees = [Referee(store, get_system) for _each in range(OPENED + 1)]
    waits, before = list[float](), 0.0
    for number, referee in enumerate(referees):
        if number == 1:  # the first one brings the data files that all share
            gc.collect()
            before = _memory()
        began = perf_counter()
        referee.news(game, seat, 10**6)
        waits.append(perf_counter() - began)
    gc.collect()
    return median(waits), max(_memory() - before, 0.0) / OPENED


def _account(store: Store) -> int:
    from wab.online.accounts import Accounts
    from wab.online.protocol import NewAccount

    accounts = Accounts(store)
    found = accounts.of_token(accounts.make(NewAccount("one"), 0.0).token)
    assert found is not None
    return found[0]


def _played(referee: Referee, lobby: Lobby, account: int, game: str) -> tuple[list[int], list[int]]:
    """Play some hundred orders by chance; return the pressed sizes of answers, and of the news of the other side."""
    system = referee.system_of_game(game)
    sizes: list[int] = []
    batches: list[int] = []
    told: dict[str, int] = {}
    agents: dict[str, Any] = {}
    last = ""
    while len(sizes) < KEPT and (seat := lobby.info(account, game).to_act) is not None:
        news = referee.news(game, seat, told.get(seat, 0))
        if seat != last and seat in told:
            batches.append(len(zlib.compress(encode(news))))
        last, told[seat] = seat, news.told
        agent = agents.setdefault(seat, make_agent("random", system.id, 1))
        order = msgspec.Raw(msgspec.json.encode(agent.decide(system.decode_view(bytes(news.view)))))
        news = referee.play(game, seat, Play(news.told, secrets.token_hex(8), order))
        told[seat] = news.told
        sizes.append(len(zlib.compress(encode(news))))
    return sizes, batches


def _of_system(name: str) -> int:
    """Return a number of the system. OSError on Windows, which has no /proc either."""
    if sys.platform == "win32":
        raise OSError(name)
    else:
        return os.sysconf(name)


def _memory(pid: int | str = "self") -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _of_system("SC_PAGE_SIZE")


def _waiting_client() -> float:
    """Return the memory of a server for a client that waits for news."""
    with served() as server:
        player = Player(server.address, "one")
        player.play(10)
        news = player.client.told(player.game, player.seats[0], 0)
        place = f"/api/games/{player.game}/seats/{player.seats[0]}/told?after={news.told}&wait={LONGEST_WAIT}"
        asked = f"GET {place} HTTP/1.1\r\nHost: wab\r\nAuthorization: Bearer {player.client.token}\r\n\r\n"
        host, _, port = server.address.removeprefix("http://").rpartition(":")
        with ExitStack() as stack:
            seen = list[float]()
            for _crowd in range(2):  # the first one makes room for what all share
                seen.append(_memory(server.pid))
                for _each in range(WAITING):
                    place_of = stack.enter_context(socket.create_connection((host, int(port))))
                    place_of.sendall(asked.encode())
                sleep(SETTLED)
            seen.append(_memory(server.pid))
        return max(seen[2] - seen[1], 0.0) / WAITING


def sizes() -> Result:
    """P33: the pressed sizes of answers in the grand battle."""
    kept = _grand_battle()
    middle, most = median(kept.sizes), max([*kept.sizes, *kept.batches])
    return Result(
        "P33",
        f"answers of the grand battle: median <= {MEDIAN_SIZE / 1e3:g} KB, most <= {LARGEST / 1e3:g} KB",
        f"{middle / 1e3:.1f} KB, {most / 1e3:.1f} KB",
        middle <= MEDIAN_SIZE and most <= LARGEST,
    )


def opening() -> Result:
    """P34: a stored game is opened, and the memory that it takes."""
    kept, waiting = _grand_battle(), _waiting_client()
    return Result(
        "P34",
        f"a stored grand battle of {KEPT} orders: opened in <= {OPENING * 1e3:g} ms, in <= {MEMORY / 1e6:g} MB;"
        f" a client that waits <= {CLIENT / 1e3:g} KB",
        f"{kept.opening * 1e3:.0f} ms, {kept.memory / 1e6:.1f} MB, {waiting / 1e3:.1f} KB",
        kept.opening <= OPENING and kept.memory <= MEMORY and waiting <= CLIENT,
    )
