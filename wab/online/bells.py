"""Requests that wait until something happens in a game, or to a player."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import suppress
from time import monotonic


class Bells:
    """Wakes the requests that wait for a game. `ring` may be called from any thread.

    Another process may play the games of the same store, and rings no bell here: a request looks again after a second
    at the latest.
    """

    LOOK = 1.0

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
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
        self._loop = asyncio.get_running_loop()
        event, until = asyncio.Event(), monotonic() + seconds
        self._waiting[game].add(event)
        try:
            yield
            while (left := until - monotonic()) > 0 and not self._hung_up:
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), min(left, self.LOOK))
                event.clear()
                yield
        finally:
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]
