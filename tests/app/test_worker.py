from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wab.app.worker import AgentWorker, Answer, Decision, Failure, Progress

ECHO = """
    import json, sys, os
    for line in sys.stdin:
        job = json.loads(line)
        say = lambda **facts: print(json.dumps({"job": job["job"], **facts}), flush=True)
        if job["agent"] == "crash-once" and not os.path.exists(sys.argv[1]):
            open(sys.argv[1], "w").close()
            sys.exit(1)
        if job["agent"] == "crash":
            sys.exit(1)
        if job["agent"] == "silent":
            continue
        if job["agent"] == "bad":
            say(error="no such agent")
            continue
        print("not json", flush=True)
        say(progress=0.5)
        say(order={"order": "pass", "seed": job["seed"], "view": job["view"]}, reason={"text": "why"})
"""


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[AgentWorker]:
    script = tmp_path / "echo.py"
    script.write_text(textwrap.dedent(ECHO))
    worker = AgentWorker([sys.executable, str(script), str(tmp_path / "crashed")])
    yield worker
    worker.close()


def _answers(worker: AgentWorker, seconds: float = 10.0) -> list[Answer]:
    """All answers up to the last one of the job."""
    found: list[Answer] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = worker.poll()
        if answer is None:
            time.sleep(0.01)
            continue
        found.append(answer)
        if not isinstance(answer, Progress):
            return found
    raise AssertionError(f"no answer in time, only {found}")


def test_an_order_comes_back_after_its_progress(worker: AgentWorker) -> None:
    worker.request("demo", "good", '{"été": 1}'.encode(), seed=7)
    assert worker.busy
    order = {"order": "pass", "seed": 7, "view": '{"été": 1}'}
    assert _answers(worker) == [Progress(0.5), Decision(order, {"text": "why"})]
    assert not worker.busy and worker.poll() is None


def test_an_error_of_the_agent_is_a_sentence(worker: AgentWorker) -> None:
    worker.request("demo", "bad", b"{}", seed=1)
    assert _answers(worker) == [Failure("no such agent")]


def test_a_worker_that_dies_is_started_again_and_asked_again(worker: AgentWorker) -> None:
    worker.request("demo", "crash-once", b"{}", seed=3)
    assert isinstance(_answers(worker)[-1], Decision)


def test_a_worker_that_keeps_dying_is_given_up_with_a_sentence(worker: AgentWorker) -> None:
    worker.request("demo", "crash", b"{}", seed=3)
    (answer,) = _answers(worker)
    assert isinstance(answer, Failure) and answer.sentence
    assert not worker.busy


def test_after_giving_a_job_up_the_next_one_is_answered(worker: AgentWorker) -> None:
    worker.request("demo", "silent", b"{}", seed=1)
    worker.cancel()
    assert not worker.busy
    worker.request("demo", "good", b"{}", seed=2)
    last = _answers(worker)[-1]
    assert isinstance(last, Decision) and last.order["seed"] == 2


def test_a_program_that_does_not_exist_is_a_sentence(tmp_path: Path) -> None:
    worker = AgentWorker([str(tmp_path / "nothing")])
    worker.request("demo", "good", b"{}", seed=1)
    assert isinstance(_answers(worker)[-1], Failure)
    worker.close()
