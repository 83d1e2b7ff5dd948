"""The words between the players of a game on a server: fetched now and then, and said. The window never waits."""

from __future__ import annotations

from collections.abc import Collection
from queue import Empty, Queue
from threading import Event as Signal
from threading import Thread

from wab.engine.words.clean import clean, clean_lines
from wab.engine.words.errors import WabError
from wab.online.client import Client
from wab.online.protocol import LONGEST_NAME, LONGEST_WORDS, Said

_PAUSE = 8.0  # seconds between two looks


class Talk:
    """The talk in a game. `own` are the names of this player. It closes `client` at its end."""

    def __init__(self, client: Client, game: str, own: Collection[str]) -> None:
        self.said: list[Said] = []
        self.problem: WabError | None = None
        self._client, self._game, self._own = client, game, own
        self._heard: Queue[list[Said]] = Queue()
        self._wanted: Queue[str] = Queue()
        self._wakes, self._ends = Signal(), False
        self._fresh = False  # the first answer tells of what was said before
        Thread(target=self._go_on, daemon=True, name="talk").start()

    @property
    def is_saying(self) -> bool:
        """Words are on their way."""
        return not self._wanted.empty()

    def say(self, words: str) -> None:
        """Say something to the others."""
        if words.strip():
            self._wanted.put(words.strip()[:LONGEST_WORDS])
            self._wakes.set()

    def update(self) -> list[Said]:
        """Take in what was said; return what others have said since the game was opened and the last call."""
        fresh: list[Said] = []
        while True:
            try:
                said = [_cleaned(each) for each in self._heard.get_nowait()]
            except Empty:
                return [each for each in fresh if each.player not in self._own]
            self.said += said
            fresh += said if self._fresh else ()
            self._fresh = True

    def close(self) -> None:
        """Listen no more."""
        self._ends = True
        self._wakes.set()

    def _go_on(self) -> None:
        after = 0
        while not self._ends:
            try:
                while not self._wanted.empty():
                    self._client.say(self._game, self._wanted.queue[0])
                    self._wanted.get_nowait()
                said = self._client.talk(self._game, after)
                after = max([after, *(each.number for each in said)])
                self.problem = None
                self._heard.put(said)
            except WabError as error:
                self.problem = error
            self._wakes.wait(_PAUSE)
            self._wakes.clear()
        self._client.close()


def _cleaned(said: Said) -> Said:
    return Said(said.number, clean(said.player, LONGEST_NAME), said.time, clean_lines(said.words, LONGEST_WORDS))
