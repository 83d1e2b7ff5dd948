"""A server of games that runs in the process of a test, and a slow line to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR, create_connection, create_server, socket

import uvicorn

from wab.online.store.store import Store
from wab.online.web import Server


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server whose data base lies in `folder`."""
    server = Server(Store(f"sqlite:///{folder / 'games.db'}"))
    running = uvicorn.Server(uvicorn.Config(server.application, log_level="critical", lifespan="on"))
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.bells.hang_up()
    running.should_exit = True
    thread.join(10)


@contextmanager
def delayed(address: str, seconds: float) -> Iterator[str]:
    """Another address of the same server, to which everything takes so much longer."""
    port = int(address.rpartition(":")[2])
    listening = create_server(("127.0.0.1", 0))
    ends: list[socket] = []

    def forward(source: socket, target: socket, wait: float) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                time.sleep(wait)
                target.sendall(data)
            target.shutdown(SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                here, _peer = listening.accept()
                there = create_connection(("127.0.0.1", port))
                ends.extend((here, there))
                threading.Thread(target=forward, args=(here, there, seconds), daemon=True).start()
                threading.Thread(target=forward, args=(there, here, 0.0), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    with suppress(OSError):
        listening.shutdown(SHUT_RDWR)
    thread.join(10)
    for end in (listening, *ends):
        end.close()
