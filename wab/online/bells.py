"""Requests that wait until something happens in a game, or to a player."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from threading import Event, Thread
from time import monotonic

from wab.online.store.store import Store, StoreError

Marks = Callable[[Iterable[str]], Mapping[str, object]]
"""Returns by game what changes with its news; under "" what changes with the signals to players."""
_log = logging.getLogger(__name__)


class Bells:
    """Wakes the requests that wait for a game; those under "" wait for any. `ring` may be called from any thread.

    Another process may play the games of the same store. It rings here if the data base announces its news; otherwise
    `marks` shows once a second what has changed.
    """

    LOOK = 1.0

    def __init__(self, marks: Marks = lambda games: {}) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._marks = marks
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watch: asyncio.Task[None] | None = None
        self._hung_up = False

    def ring(self, game: str) -> None:
        """A game has news."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, game)

    def hang_up(self) -> None:
        """The server ends: every request that waits is answered now."""
        self._hung_up = True
        if self._loop is not None:
            for game in tuple(self._waiting):
                self._loop.call_soon_threadsafe(self._wake, game)

    def _wake(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()

    async def looks(self, game: str, seconds: float) -> AsyncGenerator[None, None]:
        """Yield whenever it is time to look: at once, at each ring, and for the last time after some seconds.

        A bell that rings during a look leads to another one.
        """
        if seconds <= 0:
            yield
            return
        self._loop = asyncio.get_running_loop()
        event, until = asyncio.Event(), self._loop.time() + seconds
        self._waiting[game].add(event)
        ends = self._loop.call_at(until, event.set)
        if self._watch is None or self._watch.done():
            self._watch = self._loop.create_task(self._look_elsewhere())
        try:
            yield
            while not self._hung_up and self._loop.time() < until:
                await event.wait()
                event.clear()
                yield
        finally:
            ends.cancel()
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]

    async def _look_elsewhere(self) -> None:
        """Wake the requests for games that have changed. One question serves all of them, while there are any."""
        known: Mapping[str, object] = {}
        while self._waiting and not self._hung_up:
            try:
                found = await asyncio.to_thread(self._marks, tuple(self._waiting))
            except StoreError as error:
                _log.warning("the data base is not watched: %s", error)
                found = {}
            for game, mark in found.items():
                if game not in known or known[game] != mark:
                    self._wake(game)
            known = found
            await asyncio.sleep(self.LOOK)


class Listener:
    """A thread that hears what other processes on the same data base announce."""

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self._store, self._heard = store, heard
        self._ends = Event()

    def start(self) -> None:
        """Begin, if the data base announces anything."""
        if self._store.announces:
            Thread(target=self._work, daemon=True, name="listener").start()

    def close(self) -> None:
        """End within a second."""
        self._ends.set()

    def _work(self) -> None:
        while not self._ends.is_set():
            began = monotonic()
            try:
                for game in self._store.announced(self._ends.is_set):
                    self._heard(game)
            except StoreError as error:
                _log.warning("other processes are not heard: %s", error)
            self._ends.wait(max(Bells.LOOK - (monotonic() - began), 0.0))
