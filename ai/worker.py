"""A process in which computer players think: one job a line in, progress and orders out, as JSON.

To the worker: {"job": n, "agent": name, "seed": s, "system": id, "view": text of View.encode()}.
From it: {"job": n, "order": {...}, "reason": {...} or null} or {"job": n, "error": sentence}; first {"ready": true}.
It never sees a state, and an end of input ends it.
"""

from __future__ import annotations

import sys
from typing import Any, BinaryIO

import msgspec

from ai.agents import Agent, make_agent
from wab.engine.errors import WabError
from wab.systems import get_system


class Job(msgspec.Struct):
    """One line to the worker."""

    job: int
    agent: str
    seed: int
    system: str
    view: str


class Answer(msgspec.Struct, omit_defaults=True):
    """One line from the worker."""

    job: int | None = None
    order: Any = None
    reason: Any = None
    error: str | None = None
    ready: bool = False


class Worker:
    """Keeps one player for each side and game it is asked for, so that a player may remember."""

    def __init__(self) -> None:
        self._agents: dict[tuple[str, int, str, str], Agent] = {}

    def answer(self, line: bytes) -> Answer:
        """Do one job; an error becomes a sentence in the answer, so that a bad job does not end the process."""
        try:
            job = msgspec.json.decode(line, type=Job)
        except msgspec.DecodeError as error:
            return Answer(error=f"This line is not a job ({error}).")
        try:
            return self._decide(job)
        except (WabError, ValueError, LookupError, ArithmeticError, TypeError) as error:
            return Answer(job=job.job, error=f"{type(error).__name__}: {error}")

    def _decide(self, job: Job) -> Answer:
        view = get_system(job.system).decode_view(job.view.encode())
        key = (job.agent, job.seed, job.system, view.side)
        if key not in self._agents:
            self._agents[key] = make_agent(job.agent, job.system, job.seed)
        agent = self._agents[key]
        order = agent.decide(view)
        reason = getattr(agent, "reason", None)
        return Answer(job=job.job, order=msgspec.to_builtins(order), reason=msgspec.to_builtins(reason))


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    worker = Worker()
    _send(answers, Answer(ready=True))
    for line in lines:
        if line.strip():
            _send(answers, worker.answer(line))


def _send(answers: BinaryIO, answer: Answer) -> None:
    answers.write(msgspec.json.encode(answer) + b"\n")
    answers.flush()


def main() -> None:
    """Serve standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
