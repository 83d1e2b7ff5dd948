"""A line between a client and a server that a test can break in many ways."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import sleep

_PART = 65536


class Wire:
    """Forwards connections to a server, until a test wants otherwise. Both ways of a connection are treated alike."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._server = host, int(port)
        self._place = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._place.getsockname()[1]}"
        self.delay = 0.0
        """Seconds by which each part comes later."""
        self.cut = -1
        """The next answer ends behind so many bytes, and its connection with it; -1 for none."""
        self.trickles = False
        """Answers come byte by byte, with a pause each."""
        self.loses = False
        """Nothing arrives any more, and no connection is closed."""
        self.deaf = False
        """Answers never arrive; requests do."""
        self.came = 0
        """The connections that were made."""
        self._flows = Event()
        self._flows.set()
        self._lock, self._open = Lock(), list[socket.socket]()
        Thread(target=self._take, daemon=True).start()

    def hold(self) -> None:
        """Keep all that comes, and send it on at `go_on`."""
        self._flows.clear()

    def go_on(self) -> None:
        """Work again. Held parts arrive now, and lost ones stay lost."""
        self.loses = self.deaf = self.trickles = False
        self.delay = 0.0
        self._flows.set()

    def close(self) -> None:
        """Close all connections."""
        self.go_on()
        self._place.close()
        with self._lock:
            for each in self._open:
                _end(each)

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._place.accept()
                self.came += 1
                server = socket.create_connection(self._server)
                with self._lock:
                    self._open += [client, server]
                Thread(target=self._carry, args=(client, server, False), daemon=True).start()
                Thread(target=self._carry, args=(server, client, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        lost = False  # a line that has lost a part stays silent
        with suppress(OSError):
            while part := source.recv(_PART):
                sleep(self.delay)
                self._flows.wait()
                lost = lost or self.loses or (self.deaf and answers)
                if lost:
                    continue
                if answers and self.cut >= 0:
                    target.sendall(part[: self.cut])
                    self.cut = -1
                    break
                self._send(target, part, answers)
        if not lost:
            _end(source)
            _end(target)

    def _send(self, target: socket.socket, part: bytes, answers: bool) -> None:
        if not (answers and self.trickles):
            target.sendall(part)
            return
        begins = part.find(b"\r\n\r\n") + 4 if part.startswith(b"HTTP/") else 0
        target.sendall(part[:begins])
        for place in range(begins, len(part)):
            target.sendall(part[place : place + 1])
            if self.trickles:
                sleep(0.1)


def _end(place: socket.socket) -> None:
    with suppress(OSError):
        place.shutdown(socket.SHUT_RDWR)
    place.close()


@contextmanager
def wired(address: str) -> Iterator[Wire]:
    """Lay a line to a server."""
    wire = Wire(address)
    try:
        yield wire
    finally:
        wire.close()
