"""The staff of a game: a player that is asked for advice, and processes for players that work alongside the game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ai.agents import Advice, built_in
from ai.process import FALLBACK, AgentWorker, Counsel, Failure
from wab.engine.kernel.view import View

ADVISER = "normal"  # the player that is asked for advice; FALLBACK in systems that have no such level


class Advisers:
    """Advice on a moment of a game, and the processes that were hired. Nothing here waits."""

    def __init__(self, start_worker: Callable[[], AgentWorker]) -> None:
        self._start_worker = start_worker
        self._adviser: AgentWorker | None = None
        self._hired: list[AgentWorker] = []
        self._advice: tuple[int, tuple[Advice, ...]] | None = None
        self._consulted: int | None = None

    @property
    def workers(self) -> tuple[AgentWorker, ...]:
        """Every process that there is."""
        return tuple(filter(None, (self._adviser, *self._hired)))

    def hire(self) -> AgentWorker:
        """Return another process."""
        self._hired.append(self._start_worker())
        return self._hired[-1]

    def advice(self, moment: int) -> tuple[Advice, ...] | None:
        """Return the advice for a moment; None until it has been asked and has answered."""
        return self._advice[1] if self._advice is not None and self._advice[0] == moment else None

    def ask(self, moment: int, view: View, seed: int) -> None:
        """Ask what a good player would do with a view, once for each moment."""
        if self._consulted == moment:
            return
        if self._adviser is None:
            self._adviser = self._start_worker()
        self._consulted = moment
        system = view.rules.id
        adviser = ADVISER if ADVISER in built_in(system) else FALLBACK
        self._adviser.request(system, adviser, view.encode(), seed, "advice")

    def listen(self) -> str:
        """Take the answer of the adviser. Return why it failed, "" if it did not; it then has no advice to give."""
        if self._adviser is None or self._consulted is None:
            return ""
        match self._adviser.poll():
            case Counsel(lines):
                self._advice = self._consulted, msgspec.convert(lines, tuple[Advice, ...])
            case Failure(sentence):
                self._advice = self._consulted, ()
                return sentence
        return ""

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.close()
