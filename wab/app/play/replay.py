"""Events shown one after the other: the queue, its pauses, its end. A performer says how it looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from wab.app.sound.cues import unheard
from wab.engine.kernel.events import Event


class Stage(Protocol):
    """The map or table on which things are shown."""

    def skip(self) -> None:
        """Go to the end of everything that moves."""

    @property
    def busy(self) -> bool:
        """Something still moves."""


StageT = TypeVar("StageT", bound=Stage)


class Replay(ABC, Generic[StageT]):
    """A queue of events shown one after the other. `update` goes on with it; `skip` goes to its end.

    `tell` lets an event be heard when it is shown.
    """

    def __init__(self, stage: StageT, tell: Callable[[Event], None] = unheard) -> None:
        self.stage, self._heard = stage, tell
        self.speed = 1.0
        self.active = False
        """Something is still to be shown."""
        self._queue: deque[Any] = deque()
        self._pause = 0.0

    @property
    def to_come(self) -> tuple[Event, ...]:
        """The events that are still to be shown."""
        return tuple(thing for thing in self._queue if isinstance(thing, Event))

    def enqueue(self, events: Iterable[Event]) -> None:
        """Show events after all events that are being shown."""
        self._queue.extend(events)
        self.active = True

    def update(self, seconds: float) -> bool:
        """Let time pass. True in the moment in which the last thing has been shown."""
        if not self.active:
            return False
        self._pause = max(0.0, self._pause - self._passed(seconds))
        while self._queue and self._pause <= 0 and not self.stage.busy:
            self._begin(self._queue.popleft())
        if self._queue or self._pause > 0 or self.stage.busy:
            return False
        self._finish()
        return True

    def skip(self) -> None:
        """Go to the end at once."""
        self._queue.clear()
        self.stage.skip()
        self._finish()

    def _finish(self) -> None:
        """Nothing is shown any more."""
        self.active, self._pause = False, 0.0

    def _rest(self, seconds: float) -> None:
        """Let what is shown be seen for some seconds; where nothing moves, nothing is waited for."""
        self._pause = seconds if self.speed else 0.0

    @abstractmethod
    def _passed(self, seconds: float) -> float:
        """Return how much of a pause has passed after some seconds."""

    @abstractmethod
    def _begin(self, thing: Any) -> None:
        """Show the next thing of the queue."""
