"""The messages to the player, one after the other: nothing takes the place of what has not been read."""

from __future__ import annotations

from collections import deque

SECONDS = 6.0
"""So long a message is shown, at least, before the next one that waits takes its place."""
MOST = 8
"""Messages that wait; if there are more, the oldest waiting message is left out."""


class Messages:
    """A short queue of sentences. The first is shown until the player does something, or its time is over.

    A message with nothing behind it stays until it is read.
    """

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._shown_for = 0.0

    @property
    def now(self) -> str:
        """The message that is shown; "" for none."""
        return self._waiting[0] if self._waiting else ""

    def say(self, words: str) -> None:
        """Tell the player something after what is shown already. Nothing new where it is "" or waits already."""
        if not words or words in self._waiting:
            return
        if len(self._waiting) > MOST:
            del self._waiting[1]
        self._waiting.append(words)

    def say_now(self, words: str) -> None:
        """Tell the player something before all that waits: what was shown comes again after it."""
        self.take_back(words)
        self._waiting.appendleft(words)
        self._shown_for = 0.0

    def take_back(self, words: str) -> None:
        """Something is no longer true: who has not read it need not."""
        if words in self._waiting:
            self._waiting.remove(words)

    def read(self) -> None:
        """The player has seen what is shown and goes on: the next one comes."""
        if self._waiting:
            self._waiting.popleft()
        self._shown_for = 0.0

    def forget(self) -> None:
        """Leave nothing of the last person's messages: another person sits here."""
        self._waiting.clear()
        self._shown_for = 0.0

    def pass_time(self, seconds: float) -> None:
        """Time passes while the first message can be seen."""
        self._shown_for += seconds if self._waiting else 0.0
        if self._shown_for >= SECONDS and len(self._waiting) > 1:
            self.read()
