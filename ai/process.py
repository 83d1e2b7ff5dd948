"""The other player, in a process of its own: orders are thought out there while the window goes on drawing.

If no such process can be kept running, the player thinks in a thread of this process.

One JSON object a line each way. To the worker: `{"job", "agent", "seed", "system", "view"}`, and `{"enough": job}` to
end its thinking early. From it, for that job: any number of `{"progress"}`, then `{"order", "reason"}`, `{"advice"}`,
`{"proposals"}` or `{"error"}`.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import msgspec

from ai.worker import Answer as Said
from ai.worker import Worker
from wab.engine.outside.processes import python_command
from wab.locale import _, current_language


@dataclass(frozen=True)
class Progress:
    """The progress of the thinking, 0 to 1."""

    share: float


@dataclass(frozen=True)
class Decision:
    """The agent's choice: the order in its encoded form, and the reason, if it gives one."""

    order: dict[str, Any]
    reason: dict[str, Any] | None


@dataclass(frozen=True)
class Counsel:
    """The agent's advice, line by line, in encoded form."""

    lines: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Proposals:
    """The orders that the agent proposes for troops lent to it, in encoded form."""

    orders: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Failure:
    """No order came of it; the sentence says why."""

    sentence: str


Answer: TypeAlias = Progress | Decision | Counsel | Proposals | Failure
FALLBACK = "greedy"
"""The player that decides if there is no time to wait for another player, or if that player cannot be run safely."""
_DIED = object()
_RESTARTS = 3


def worker_command(own: Collection[str] = ()) -> list[str]:
    """Return the command that starts the worker.

    `own`: the classes from outside that may be asked for an order; the owner of the program has named each of them.
    """
    named = [word for name in sorted(own) for word in ("--own", name)]
    return python_command("from ai.worker import main; main()", *named)


class AgentWorker:
    """A worker process, started at once and again when it dies. One job at a time; a new one replaces the last.

    A process that cannot be started, or dies too often, is replaced by a thread of this process (`is_here`) until
    `try_again`. `own` as for `worker_command`: no other class is imported there, even if a job names one.
    """

    _here: Worker | None = None

    def __init__(self, command: Sequence[str] | None = None, *, own: Collection[str] = ()) -> None:
        self._command = list(command or worker_command(own))
        self._own = frozenset(own)
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[tuple[int, Any]] = queue.Queue()
        self._generation = 0
        self._job = 0
        self._waiting: dict[str, Any] | None = None
        self._restarts = 0
        self._thinking = threading.Lock()
        self._start()

    @property
    def is_here(self) -> bool:
        """The player thinks in this process, since no process of its own can be kept running."""
        return self._here is not None

    @property
    def busy(self) -> bool:
        """A job has been asked for and not been answered."""
        return self._waiting is not None

    def request(
        self, system: str, agent: str, view: bytes, seed: int, ask: str = "order", *, hurried: bool = False, **more: Any
    ) -> int:
        """Ask an agent for an order, or for "advice", on a view (`View.encode()`). Returns the number of the job.

        `hurried`: without the search, if the agent can do without. For "proposals", `more` names the `units` lent to
        the agent and how many orders are wanted at `most`.
        """
        self._hurry_here()
        self._job += 1
        text = view.decode("utf-8")
        job = {"job": self._job, "agent": agent, "seed": seed, "system": system, "ask": ask, "view": text}
        self._waiting = {**job, "hurried": hurried, **more}
        self._restarts = 0
        self._ask()
        return self._job

    def hurry(self) -> None:
        """There is no time to wait for the running job: an agent that listens gives the best order it has found."""
        if self._waiting is not None:
            self._hurry_here()
            self._send({"enough": self._job})

    def poll(self) -> Answer | None:
        """The next answer to the running job, None when there is none yet. To be called every frame; never waits."""
        while True:
            try:
                generation, line = self._lines.get_nowait()
            except queue.Empty:
                return None
            if line is _DIED:
                if generation == self._generation:
                    self._revive()
            elif (answer := self._read(line)) is not None:
                return answer

    def cancel(self) -> None:
        """Give the running job up: ignore its further answers, and restart the process, ready for the next job."""
        if self._waiting is not None:
            self._waiting = None
            if self.is_here:
                self.think_here()
            else:
                self._stop()
                self._start()

    def think_here(self) -> None:
        """Give the process up: the running job and the next jobs are answered in this process."""
        self._stop()
        self._here = Worker(partial(self._hear, self._generation))
        self._ask()

    def try_again(self) -> None:
        """Start a process again if the player thinks here and is not busy."""
        if self.is_here and not self.busy:
            self._here = None
            self._restarts = 0
            self._start()

    def close(self) -> None:
        """End the process."""
        self._waiting = None
        self._stop()

    # --- process ---

    def _start(self) -> None:
        self._generation += 1
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
                env={**os.environ, "LANGUAGE": current_language()},  # names of places come back as words
            )  # fmt: skip
            arguments = (self._process, self._generation)
            threading.Thread(target=self._listen, args=arguments, daemon=True, name="agent-worker").start()
        except (OSError, RuntimeError):  # no room for another process, or for another thread
            self._stop()
            self._lines.put((self._generation, _DIED))

    def _listen(self, process: subprocess.Popen[bytes], generation: int) -> None:
        assert process.stdout is not None
        with process.stdout as lines:  # closed here and nowhere else: its end is the end of the process
            for line in lines:
                self._lines.put((generation, line))
        self._lines.put((generation, _DIED))

    def _stop(self) -> None:
        process, self._process = self._process, None
        self._generation += 1  # what the old process still says is of no interest
        self._hurry_here()
        if process is None:
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def _revive(self) -> None:
        """The process ended by itself: start it again, and ask again if it was asked; think here after some times."""
        if self._restarts >= _RESTARTS:
            self.think_here()
            return
        self._restarts += 1
        self._stop()
        self._start()
        self._ask()

    def _ask(self) -> None:
        """Put the running job, if there is one, to the player."""
        if self._waiting is None:
            return
        if self._here is None:
            self._send(self._waiting)
        else:
            self._answer_here(self._here, self._waiting)

    def _answer_here(self, worker: Worker, job: Mapping[str, Any]) -> None:
        """Do a job in a thread, or, if the system allows no further thread, at once and without a search.

        A player of the user's own might end its process: the fallback takes its place.
        """
        agent = FALLBACK if job["agent"] in self._own else job["agent"]
        generation = self._generation

        def think(**how: bool) -> None:
            with self._thinking:
                self._hear(generation, worker.answer(_line({**job, "agent": agent, **how})))

        try:
            threading.Thread(target=think, daemon=True, name="agent").start()
        except RuntimeError:
            think(hurried=True)

    def _hear(self, generation: int, said: Said) -> None:
        self._lines.put((generation, msgspec.json.encode(said)))

    def _hurry_here(self) -> None:
        if self._here is not None:
            self._here.enough = self._job

    def _send(self, said: Mapping[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(_line(said))
            self._process.stdin.flush()
        except OSError:
            return  # it has died; the listening thread says so, and the job is sent again

    def _read(self, line: bytes) -> Answer | None:
        try:
            said = json.loads(line)
        except ValueError:
            return None
        if not isinstance(said, dict) or said.get("job") != self._job or self._waiting is None:
            return None
        if "progress" in said:
            return Progress(float(said["progress"]))
        self._waiting = None
        if "order" in said:
            return Decision(said["order"], said.get("reason"))
        if "advice" in said:
            return Counsel(tuple(said["advice"]))
        if "proposals" in said:
            return Proposals(tuple(said["proposals"]))
        return Failure(str(said.get("error") or _("The computer player gave no order.")))


def _line(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode("utf-8") + b"\n"
