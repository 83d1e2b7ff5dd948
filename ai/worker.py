"""A process in which computer players think: one job a line in, progress and orders out, as JSON.

To the worker: {"job": n, "agent": name, "seed": s, "system": id, "view": text of View.encode()}; with "ask": "advice"
not an order is wanted, but what the player would do; with "ask": "proposals" the orders that it proposes for "units",
at most "most"; with "hurried": true a player that can do without a search does.
{"enough": n} ends the thinking about job n: the best so far is the answer. From it, for a job: any number of
{"progress": 0 to 1}, then {"order": {...}, "reason": {...} or null}, {"advice": [...]}, {"proposals": [...]} or
{"error": sentence}; before all jobs {"ready": true}. It never sees a state, and an end of input ends it.

    python -m ai.worker [--own package.module:Class]...

A job may name any built-in player. A class of the user's own is imported only if it was named when the process was
started: a name in a job may come from a file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from queue import Queue
from threading import Thread
from typing import Any, BinaryIO, Literal

import msgspec

from ai.agents import Advice, Agent, Proposal, make_agent
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems import get_system


class Job(msgspec.Struct):
    """One line to the worker."""

    job: int
    agent: str
    seed: int
    system: str
    view: str
    ask: Literal["order", "advice", "proposals"] = "order"
    hurried: bool = False
    units: tuple[int, ...] = ()
    most: int = 1


class Enough(msgspec.Struct):
    """A line to the worker while it thinks: there is no time to wait for a job any longer."""

    enough: int


class Answer(msgspec.Struct, omit_defaults=True):
    """One line from the worker."""

    job: int | None = None
    order: Any = None
    reason: Any = None
    advice: Any = None
    proposals: Any = None
    error: str | None = None
    progress: float | None = None
    ready: bool = False


class Worker:
    """Keeps one player for each seat and game it is asked for, so that a player may remember.

    `own`: the classes of the user's own that jobs may name (`make_agent`).
    """

    def __init__(self, tell: Callable[[Answer], None] | None = None, own: Collection[str] = ()) -> None:
        self._tell = tell
        self._own = frozenset(own)
        self._agents: dict[tuple[str, int, str, str], Agent] = {}
        self.enough = 0
        """The number of the last job for which there is no time; set while another thread thinks about it."""

    def answer(self, line: bytes) -> Answer:
        """Do one job; an error becomes a sentence in the answer, so that a bad job does not end the process."""
        try:
            job = msgspec.json.decode(line, type=Job)
        except msgspec.DecodeError as error:
            return Answer(error=f"This line is not a job ({error}).")
        try:
            return self._decide(job)
        except Exception as error:  # a player of the user's own may raise anything
            return Answer(job=job.job, error=f"{type(error).__name__}: {error}")

    def _decide(self, job: Job) -> Answer:
        view = get_system(job.system).decode_view(job.view.encode())
        key = (job.agent, job.seed, job.system, f"{view.seat}/{job.ask}")
        if key not in self._agents:
            self._agents[key] = make_agent(job.agent, job.system, job.seed, self._own)
        agent = self._agents[key]
        if self._tell is not None and hasattr(agent, "progress"):
            agent.progress = self._progress_of(job.job, self._tell)
        if hasattr(agent, "cancelled"):
            agent.cancelled = lambda: self.enough >= job.job
        if hasattr(agent, "hurried"):
            agent.hurried = job.hurried
        if job.ask == "advice":
            return Answer(job=job.job, advice=msgspec.to_builtins(_advice(agent, job, view)))
        if job.ask == "proposals":
            return Answer(job=job.job, proposals=msgspec.to_builtins(_proposals(agent, job, view)))
        order = agent.decide(view)
        reason = getattr(agent, "reason", None)
        return Answer(job=job.job, order=msgspec.to_builtins(order), reason=msgspec.to_builtins(reason))

    @staticmethod
    def _progress_of(job: int, tell: Callable[[Answer], None]) -> Callable[[float], None]:
        return lambda share: tell(Answer(job=job, progress=share))


def _advice(agent: Agent, job: Job, view: View) -> tuple[Advice, ...]:
    """Return what a player would do. A player that decides as well would remember the question: another one is
    asked.
    """
    advise = getattr(agent, "advise", None)
    if advise is None:
        raise UsageError(f"The player {job.agent!r} gives no advice.")
    advice: tuple[Advice, ...] = advise(view)
    return advice


def _proposals(agent: Agent, job: Job, view: View) -> tuple[Proposal, ...]:
    """The orders that a player proposes for troops lent to it."""
    propose = getattr(agent, "propose", None)
    if propose is None:
        raise UsageError(f"The player {job.agent!r} leads no troops of others.")
    proposals: tuple[Proposal, ...] = propose(view, job.units, job.most)
    return proposals


def serve(lines: BinaryIO, answers: BinaryIO, own: Collection[str] = ()) -> None:
    """Answer line by line until the input ends; a thread of its own reads, so that "enough" is heard at once."""
    worker = Worker(lambda answer: _send(answers, answer), own)
    jobs: Queue[bytes | None] = Queue()
    Thread(target=_read, args=(lines, worker, jobs), daemon=True, name="lines").start()
    _send(answers, Answer(ready=True))
    while (line := jobs.get()) is not None:
        _send(answers, worker.answer(line))


def _read(lines: BinaryIO, worker: Worker, jobs: Queue[bytes | None]) -> None:
    """Put jobs in the queue until the input ends, and tell the worker for which of them there is no time."""
    for line in lines:
        try:
            worker.enough = msgspec.json.decode(line, type=Enough).enough
        except msgspec.DecodeError:  # a job, or a line that is none: the worker will say so
            if line.strip():
                jobs.put(line)
    jobs.put(None)


def _send(answers: BinaryIO, answer: Answer) -> None:
    answers.write(msgspec.json.encode(answer) + b"\n")
    answers.flush()


def main(words: Sequence[str] | None = None) -> None:
    """Serve standard input and output."""
    parser = argparse.ArgumentParser(prog="ai.worker", description="Computer players think here; JSON both ways.")
    parser.add_argument("--own", action="append", default=[], metavar="MODULE:CLASS", help="a class that may be used")
    serve(sys.stdin.buffer, sys.stdout.buffer, parser.parse_args(words).own)


if __name__ == "__main__":
    main()
