"""Requests of a page to a server, each in a thread of its own: the window never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from queue import Empty, Queue
from threading import Lock, Thread
from typing import TypeVar

from wab.engine.words.errors import WabError

T = TypeVar("T")


class Errands:
    """Sends requests and hands on their answers in `update`. After `close` answers are dropped."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        self._failed = failed
        self._answers: Queue[tuple[Callable[[], None], bool]] = Queue()
        self._on_their_way = 0
        self._running, self._lock = 0, Lock()
        self._last: Callable[[], None] | None = None

    @property
    def busy(self) -> bool:
        """A request for which the player waits is on its way."""
        return self._on_their_way > 0

    def send(
        self,
        ask: Callable[[], T],
        take: Callable[[T], None],
        *,
        unasked: bool = False,
        put_away: Callable[[T], None] | None = None,
    ) -> None:
        """Ask something, and hand the answer to `take`. `unasked`: the player did not want it and does not wait.

        `put_away` gets an answer that comes after `close`.
        """
        self._on_their_way += not unasked
        with self._lock:
            self._running += 1
        Thread(target=self._run, args=(ask, take, unasked, put_away), daemon=True, name="errand").start()

    def _run(
        self, ask: Callable[[], T], take: Callable[[T], None], unasked: bool, put_away: Callable[[T], None] | None
    ) -> None:
        deed: Callable[[], None] = _nothing
        try:
            answer = ask()
            if self._last is not None and put_away is not None:
                put_away(answer)
            deed = partial(take, answer)
        except WabError as error:
            deed = partial(self._fail, error)
        finally:
            self._answers.put((deed, unasked))
            with self._lock:
                self._running -= 1
            self._end()

    def _fail(self, error: WabError) -> None:
        """Put the error into words here: a thread of its own does not know the language of the player."""
        self._failed(str(error))

    def update(self) -> None:
        """Hand on what has come."""
        while self._last is None:
            try:
                deed, unasked = self._answers.get_nowait()
            except Empty:
                return
            self._on_their_way -= not unasked
            deed()

    def close(self, last: Callable[[], None] | None = None) -> None:
        """The page is left; `last` is done when no request is on its way any more."""
        self._last = last or _nothing
        self._end()

    def _end(self) -> None:
        with self._lock:
            if self._running or self._last is None:
                return
            last, self._last = self._last, _nothing
        last()


def _nothing() -> None:
    """Nothing is left to do."""
