from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import wab
from ai.process import AgentWorker, Answer, Decision, Failure, Progress
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.systems.operations.state.orders import Pass

ECHO = """
    import json, sys, os
    for line in sys.stdin:
        job = json.loads(line)
        if "enough" in job:
            print(json.dumps({"job": job["enough"], "order": {"order": "the best so far"}}), flush=True)
            continue
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


def test_one_that_is_hurried_gives_the_best_so_far(worker: AgentWorker) -> None:
    worker.hurry()  # there is nothing to hurry
    worker.request("demo", "silent", b"{}", seed=1)
    time.sleep(0.1)
    assert worker.poll() is None
    worker.hurry()
    assert _answers(worker) == [Decision({"order": "the best so far"}, None)]


PONDERER = "tests.ai.test_process:Ponderer"


class Ponderer:
    """A player that thinks until it must stop."""

    def __init__(self, seed: int) -> None:
        self.cancelled: Callable[[], bool] = lambda: False

    def decide(self, view: View) -> Order:
        while not self.cancelled():
            time.sleep(0.001)
        return Pass()


def test_the_real_worker_hears_that_it_is_enough_while_it_thinks() -> None:
    """A player that went on until the stop would never answer."""
    game = wab.new_game("operations/to-the-sea", seed=1)
    worker = AgentWorker(own=[PONDERER])
    view = game.view(str(game.to_act)).encode()
    worker.request("operations", PONDERER, view, seed=1)
    time.sleep(0.5)
    assert worker.busy and worker.poll() is None
    worker.hurry()
    (answer,) = _answers(worker, 60.0)
    assert isinstance(answer, Decision) and answer.order == {"order": "pass"}
    worker.close()
