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


class Wire:
    """Another address of a server. Everything takes `seconds` longer to it, and it can be cut."""

    def __init__(self, address: str, seconds: float = 0.0) -> None:
        self._port, self._seconds = int(address.rpartition(":")[2]), seconds
        self._listening = create_server(("127.0.0.1", 0))
        self._ends: list[socket] = []
        self._is_cut = False
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Break all connections, and every new one, until `mend`."""
        self._is_cut = True
        self._break()

    def mend(self) -> None:
        """Connections are possible again."""
        self._is_cut = False

    def close(self) -> None:
        """Listen no more."""
        with suppress(OSError):
            self._listening.shutdown(SHUT_RDWR)
        self._thread.join(10)
        self._listening.close()
        self._break()

    def _break(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _peer = self._listening.accept()
                if self._is_cut:
                    here.close()
                    continue
                there = create_connection(("127.0.0.1", self._port))
                self._ends += (here, there)
                for source, target, wait in ((here, there, self._seconds), (there, here, 0.0)):
                    threading.Thread(target=_forward, args=(source, target, wait), daemon=True).start()


def _forward(source: socket, target: socket, wait: float) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            time.sleep(wait)
            target.sendall(data)
        target.shutdown(SHUT_RDWR)


@contextmanager
def wire(address: str, seconds: float = 0.0) -> Iterator[Wire]:
    """A wire to a server for as long as it is used."""
    found = Wire(address, seconds)
    try:
        yield found
    finally:
        found.close()
