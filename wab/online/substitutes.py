"""The computer players of a server: they decide in their own seats, and for players who are away."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from threading import Condition, Thread
from time import sleep
from typing import Any

import msgspec

from ai.agents import built_in, seat_seed
from ai.process import AgentWorker, Decision, Failure
from wab.engine.words.errors import WabError
from wab.online.referee import Referee
from wab.online.store import games as kept

_FALLBACK = "greedy"
_PAUSE = 0.02
_LOOK, _PATIENCE = 10.0, 30.0
"""Seconds after which games are looked for, and for which another process may think about one."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Asked:
    game: str
    seat: str
    level: str
    records: int


class Substitutes:
    """A thread that asks computer players, in a process of their own, for one game after the other."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._turn = Condition()
        self._ends = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin, with all games in which a computer player decides."""
        self._look_around(0.0)
        self._thread = Thread(target=self._work, daemon=True, name="substitutes")
        self._thread.start()

    def close(self) -> None:
        """End after the order that is being thought about."""
        with self._turn:
            self._ends = True
            self._turn.notify()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def look_at(self, game: str) -> None:
        """A computer player may have to decide in this game."""
        with self._turn:
            self._waiting[game] = None
            self._turn.notify()

    def _work(self) -> None:
        worker: AgentWorker | None = None
        while (game := self._next()) is not None:
            try:
                question = self._referee.question(game)
                if question is not None:
                    worker = worker or AgentWorker()
                    self._decide(worker, game, *question)
            except WabError as error:
                _log.warning("game %s: no computer player decides: %s", game, error)
            except Exception as error:
                _log.exception("game %s: no computer player decides", game, exc_info=error)
        if worker is not None:
            worker.close()

    def _look_around(self, patience: float) -> None:
        """Take up the games that wait for a computer player: the process that was to think may have died."""
        with self._referee.store.reading() as connection:
            waiting = kept.awaiting_computers(connection, self._referee.clock() - patience)
        for game in waiting:
            self.look_at(game)

    def _next(self) -> str | None:
        while True:
            with self._turn:
                if not self._waiting and not self._ends:
                    self._turn.wait(_LOOK)
                if self._ends:
                    return None
                if self._waiting:
                    return self._waiting.popitem(last=False)[0]
            try:
                self._look_around(_PATIENCE)
            except WabError as error:
                _log.warning("the games of computer players are not looked at: %s", error)

    def _decide(self, worker: AgentWorker, game: str, seat: str, level: str, view: bytes, records: int) -> None:
        system = self._referee.system_of_game(game)
        seed = seat_seed(self._referee.seed_for_players(game), seat)
        for name in (level if level in built_in(system.id) else _FALLBACK, _FALLBACK):
            worker.request(system.id, name, view, seed)
            wanted = self._answer(worker)
            if wanted is None:
                continue
            order: Any = msgspec.convert(wanted, system.order_types)
            if self._referee.substitute(game, seat, order, records):
                return
        _log.warning("game %s: the computer player at %s gave no order", game, seat)

    def _answer(self, worker: AgentWorker) -> dict[str, Any] | None:
        while not self._ends:
            match worker.poll():
                case Decision(order, _reason):
                    return order
                case Failure(sentence):
                    _log.warning("a computer player failed: %s", sentence)
                    return None
            sleep(_PAUSE)
        return None
