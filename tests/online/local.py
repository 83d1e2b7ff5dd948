"""A server on this machine, in a thread of its own, and bots that play on it over HTTP."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep
from typing import Any

import msgspec
import uvicorn

from ai.agents import make_agent
from wab.cli.online.serving import listen
from wab.engine import Game, Order, Setup
from wab.online.client import Client, new_salt
from wab.online.protocol import NewGame
from wab.online.store.store import Store
from wab.online.web import Server
from wab.systems import get_system

PATIENCE = 30.0
"""Seconds after which a test gives up."""


@contextmanager
def served(address: str) -> Iterator[tuple[str, Server]]:
    """Run a server on a data base; give its address and itself."""
    store = Store(address)
    server = Server(store)
    with listen("127.0.0.1", 0) as place:
        config = uvicorn.Config(server.application, log_level="warning", access_log=False, lifespan="on")
        runs = uvicorn.Server(config)
        thread = Thread(target=runs.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        until(lambda: runs.started)
        try:
            yield f"http://127.0.0.1:{place.getsockname()[1]}", server
        finally:
            runs.should_exit = True
            thread.join(PATIENCE)
            store.close()


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    last = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < last, "it does not come about"
        sleep(0.01)


def player(address: str, name: str) -> Client:
    """Return a client with a new account."""
    client = Client(address)
    client.make_account(name)
    return client


def seated(clients: list[Client], scenario: str, options: dict[str, str] | None = None) -> str:
    """Begin a game in which the clients sit in turn; return its id."""
    setup = Setup(scenario.partition("/")[0], scenario, 0, options or {})
    seats = Game.start(get_system(setup.system), setup).seats
    owners = {seat: clients[number % len(clients)] for number, seat in enumerate(seats)}
    asked = {seat: "me" if owner is clients[0] else "code" for seat, owner in owners.items()}
    begun = clients[0].begin(NewGame(scenario, asked, new_salt(), options or {}))
    for seat, code in begun.codes.items():
        owners[seat].accept(begun.id, code)
    return begun.id


def play_on(clients: list[Client], game: str, most: int = 10_000) -> list[Order]:
    """Let `greedy` play a game by its clients, at most so many orders; return its orders."""
    info = clients[0].info(game)
    owners = {seat: client for client in clients for seat in client.info(game).own}
    agents = {seat: make_agent("greedy", info.system, number) for number, seat in enumerate(owners)}
    told, given = dict.fromkeys(owners, 0), list[Order]()
    while (seat := clients[0].info(game).to_act) is not None and len(given) < most:
        news = owners[seat].told(game, seat, told[seat])
        while not news.over and len(given) < most:
            told[seat] = news.told
            view = get_system(info.system).decode_view(bytes(news.view))
            if view.to_act != seat:
                break
            order = agents[seat].decide(view)
            news = owners[seat].play(game, seat, news.told, secrets.token_hex(8), order)
            given.append(order)
    return given


def again(setup: Setup, orders: list[Order]) -> Game[Any]:
    """Return the game of the same orders without a server."""
    game = Game.start(get_system(setup.system), setup)
    for order in orders:
        game.play(order)
    return game


def raw(order: Order) -> msgspec.Raw:
    """Return the bytes of an order."""
    return msgspec.Raw(msgspec.json.encode(order))
