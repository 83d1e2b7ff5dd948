"""A server in memory whose games begin at a state of the test: every answer as its bytes, at a time of the test."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from sqlalchemy import delete, update

from wab.engine import Game, Order
from wab.engine.kernel.writer import program_version, step_body
from wab.online import notify
from wab.online.accounts import hashed
from wab.online.protocol import Draw, NewAccount, News, Play, TakeBack, encode
from wab.online.store import games as kept
from wab.online.store.games import OPEN, RUNNING, Addition, GameRow, SeatRow, Snapshot
from wab.online.store.store import Store
from wab.online.store.tables import accounts, devices, tables
from wab.online.web import Server
from wab.testing.truths import some_orders

Answer = tuple[int, tuple[tuple[str, str], ...], bytes]
"""The status of an answer, its headers and its bytes."""


PAGES = ("/", "/games/{game}", "/games/{game}/save", "/games/{game}/report", "/ranking?system=operations", "/account")
"""Pages for a browser that have to do with games."""


class Letters:
    """Keeps what would be sent to players, in place of the post."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, ...]] = []

    def send(self, *letter: str) -> None:
        """Keep a letter."""
        self.sent.append(letter)


class World:
    """A server without computer players. `now` is its clock."""

    def __init__(self, store: Path, seats: int = 4) -> None:
        self.post = Letters()
        self.server = Server(Store(f"sqlite:///{store}"), post=self.post, address="http://wab")  # type: ignore[arg-type]
        self.now = 1000.0
        self.server.referee.clock = lambda: self.now
        self._loop = asyncio.new_event_loop()
        transport = httpx2.ASGITransport(self.server.application, raise_app_exceptions=False)
        self._http = httpx2.AsyncClient(transport=transport, base_url="http://wab")
        self.tokens = [f"token {number}" for number in range(seats)]
        for number, token in enumerate(self.tokens, 1):
            self.server.accounts.make(NewAccount(f"player {number}"), 0.0)
            with self.server.store.writing() as connection:  # a page is equal in two worlds only for equal tokens
                connection.execute(update(devices).where(devices.c.account == number).values(token_hash=hashed(token)))
                calls = {"mail": f"{number}@wab", "webhook": f"https://wab/{number}"}
                connection.execute(update(accounts).where(accounts.c.id == number).values(**calls))
        self.seats: dict[str, str] = {}
        self.game = ""

    def close(self) -> None:
        """Let the data base go."""
        self._loop.run_until_complete(self._http.aclose())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        self.server.store.close()

    def lay(self, game: Game[Any], state: Any, name: str) -> None:
        """Lay a game out that stands at a state, with a player of its own at each seat. It is the only one here."""
        system, setup = game.system, game.setup
        stands = Game(system, setup, state.copy())
        self.seats = dict(zip(stands.seats, self.tokens, strict=False))
        self.game = name
        self.post.sent.clear()
        row = GameRow(
            name, 0, setup.system, setup.scenario, dict(setup.options), "1" * 64, "2" * 64, None,
            system.data_digest(), program_version(), 0, OPEN, "daily", False, {}, self.now, None, 0, None,
        )  # fmt: skip
        players = [
            SeatRow(seat, number, "", "", None, "", 0, 3600.0, False) for number, seat in enumerate(self.seats, 1)
        ]
        facts = {"status": RUNNING, "seed": "5", "to_act": stands.to_act, "turn": stands.turn}
        snapshot = Snapshot(1, system.encode(state), dict.fromkeys(self.seats, 0))
        opening = [(None, None, kept.pressed(step_body(game.journal[0])))]
        with self.server.store.writing() as connection:
            connection.execute(update(accounts).values(called=0))
            for table in reversed(tables.sorted_tables):
                if table.name not in ("accounts", "devices"):
                    connection.execute(delete(table))
            kept.begin_game(connection, row, players, self.now)
            kept.add(connection, row, Addition(opening, {}, {}, facts, snapshot, [], {}), self.now)

    def ask(self, seat: str, method: str, path: str, body: Any = None) -> Answer:
        """Return the answer to a request of a seat. `path` goes on from the seat, or begins with a stroke."""
        place = f"/api/games/{self.game}/seats/{seat.replace('/', '~')}"
        whole = path if path.startswith("/") else f"{place}/{path}"
        content = None if body is None else body if isinstance(body, bytes) else encode(body)
        headers = {"authorization": f"Bearer {self.seats[seat]}", "cookie": f"wab={self.seats[seat]}"}
        said = self._loop.run_until_complete(self._http.request(method, whole, content=content, headers=headers))
        assert said.status_code < 500, said.content
        return said.status_code, tuple(sorted(said.headers.items())), said.content

    def news(self, seat: str, after: int = 0) -> News:
        """Return the entries of a seat."""
        return msgspec.json.decode(self.ask(seat, "GET", f"told?after={after}")[2], type=News)

    def play(self, seat: str, order: Order, key: str) -> Answer:
        """Play an order of a seat that knows all."""
        raw = msgspec.Raw(msgspec.json.encode(order))
        return self.ask(seat, "POST", "orders", Play(self.news(seat).told, key, raw))

    def called(self, seat: str) -> list[tuple[str, ...]]:
        """Return the mails and the calls of webhooks that the player of a seat has got."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(notify, "call", lambda hook, *words: self.post.send(hook, *words))
            self.server.notifier.send_waiting()
        number = self.tokens.index(self.seats[seat]) + 1
        return [letter for letter in self.post.sent if letter[0] in (f"{number}@wab", f"https://wab/{number}")]

    def take_back(self, seat: str, key: str) -> Answer:
        """Take the last order back."""
        return self.ask(seat, "POST", "undo", TakeBack(self.news(seat).told, key))

    def answers(self, seat: str, refused: list[Order]) -> dict[str, Answer]:
        """Everything that a seat can learn by asking; `refused` are orders that it may not give."""
        told = self.news(seat).told
        game = f"/api/games/{self.game}"
        found = {
            "news": self.ask(seat, "GET", "told?after=0"),
            "nothing new": self.ask(seat, "GET", f"told?after={told}"),
            "too much known": self.ask(seat, "GET", f"told?after={told + 7}"),
            "facts": self.ask(seat, "GET", game),
            "list": self.ask(seat, "GET", "/api/games?which=mine"),
            "talk": self.ask(seat, "GET", f"{game}/words"),
            "signals": self.ask(seat, "GET", "/api/me/told"),
            "save": self.ask(seat, "GET", f"{game}/save"),
            "undo, not knowing all": self.ask(seat, "POST", "undo", TakeBack(told + 1, "x")),
            "no order": self.ask(seat, "POST", "orders", Play(told, "x", msgspec.Raw(b'{"order":"?"}'))),
            "watching": self.ask(seat, "GET", f"{game}/watch"),
            "no draw": self.ask(seat, "POST", "draw", Draw(False)),
            "claim of time": self.ask(seat, "POST", "late", b'{"what":"win"}'),
        }
        for page in PAGES:
            found[f"page {page}"] = self.ask(seat, "GET", page.format(game=self.game))
        found["mails"] = 200, (), msgspec.json.encode(self.called(seat))
        for number, order in enumerate(refused):
            raw = msgspec.Raw(msgspec.json.encode(order))
            found[f"refusal {number}: {order}"] = self.ask(seat, "POST", "orders", Play(told, "x", raw))
        return found


def refused_orders(game: Game[Any], seat: str, orders: list[Order], most: int = 3) -> list[Order]:
    """Return some of the orders that a seat may not give now."""
    view = game.view(seat)
    return [order for order in orders if game.to_act != seat or view.why_not(order) is not None][:most]


def of_each_kind(game: Game[Any], most: int = 200) -> list[Order]:
    """Return an order of each kind on offer."""
    kinds: dict[type[Order], Order] = {}
    for order in some_orders(game.legal_orders(), most):
        kinds.setdefault(type(order), order)
    return list(kinds.values())
