"""Players by name, the process in which they think, and what every player promises: same seed, same orders."""

import subprocess

import msgspec
import pytest

import wab
from ai.agents import NAMES, RandomAgent, Reason, make_agent, make_agents
from ai.match import EndlessGameError, play_out
from ai.process import worker_command
from ai.worker import Worker
from wab.engine import UsageError
from wab.engine.words.text import Text
from wab.systems import get_system

SCENARIO = "operations/cliffs-and-shingle"
OWN = "tests.ai.bots:FirstOrder"


# ------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize("name", NAMES)
def test_named_players_play_the_flagship(name):
    view = wab.new_game(SCENARIO, seed=1).view("allied")
    order = make_agent(name, "operations", 1).decide(view)
    assert view.why_not(order) is None


def test_somebodys_own_player_is_found_by_module_and_class():
    agent = make_agent(OWN, "operations", 5, {OWN})
    assert (type(agent).__name__, agent.seed) == ("FirstOrder", 5)


@pytest.mark.parametrize(
    "name, words",
    [
        ("napoleon", "random, greedy"),
        ("no.such.module:Bot", "Python path"),
        ("tests.ai.bots:Nobody", "Nobody"),
        ("tests.ai.bots:WithoutSeed", "seed"),
    ],
)
def test_a_player_that_is_not_there_is_an_error_in_words(name, words):
    with pytest.raises(UsageError, match=words):
        make_agent(name, "operations", 1, {name})


def test_each_side_has_a_seed_of_its_own():
    first, second = (make_agents({"allied": OWN, "axis": OWN}, "operations", seed, own={OWN}) for seed in (1, 2))
    assert len({agent.seed for agent in (*first.values(), *second.values())}) == 4


def test_random_players_of_one_seed_play_alike_and_of_others_do_not():
    view = wab.new_game(SCENARIO, seed=1).view("allied")
    orders = {seed: [RandomAgent(seed).decide(view) for _ in range(2)] for seed in range(6)}
    assert all(first == second for first, second in orders.values())
    assert len({first for first, _ in orders.values()}) > 1


def test_a_game_that_does_not_end_is_a_fault():
    class Undecided:
        """Plays the first order on offer; the game is made to be over sooner than that can end it."""

        def decide(self, view):
            return next(iter(view.legal_orders()))

    game = wab.new_game(SCENARIO, seed=1)
    game.system = _impatient(game.system)
    with pytest.raises(EndlessGameError, match="no end after 3 orders"):
        play_out(game, {"allied": Undecided(), "axis": Undecided()})


def _impatient(system):
    class Impatient(type(system)):
        nature = msgspec.structs.replace(system.nature, step_limit=3)

    return Impatient()


# ------------------------------------------------------------------------------------------------- the worker


def job(game, number=1, agent="greedy", **changes):
    line = {
        "job": number,
        "agent": agent,
        "seed": 3,
        "system": "operations",
        "view": game.view(game.to_act).encode().decode(),
    }
    return msgspec.json.encode(line | changes)


def order_in(answer):
    return msgspec.convert(answer["order"], get_system("operations").order_types)


@pytest.fixture
def worker():
    process = subprocess.Popen(
        worker_command({OWN}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    def ask(line=None):
        if line is not None:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
        return msgspec.json.decode(process.stdout.readline())

    yield ask
    process.stdin.close()
    assert process.wait(timeout=10) == 0
    process.stdout.close()


def test_a_worker_plays_a_turn_in_a_process_of_its_own(worker):
    assert worker() == {"ready": True}
    game, here = wab.new_game(SCENARIO, seed=4), Worker()
    number = 0
    while game.turn == 1:
        number += 1
        line = job(game, number, view=game.view(game.to_act).encode().decode())
        answer = worker(line)
        assert answer["job"] == number
        assert msgspec.convert(answer["reason"], Reason).text.msgid
        order = order_in(answer)
        assert msgspec.to_builtins(order) == here.answer(line).order  # the same thoughts in both processes
        game.play(order)
    assert number > 4


def test_a_bad_job_is_answered_and_does_not_end_the_worker(worker):
    worker()
    game = wab.new_game(SCENARIO, seed=4)
    assert "not a job" in worker(b'{"job": "one"')["error"]
    assert "no player" in worker(job(game, 2, agent="napoleon"))["error"]
    assert worker(job(game, 3, view="{}"))["error"]
    answer = worker(job(game, 4, agent=OWN))
    assert game.why_not(order_in(answer)) is None
    assert answer.get("reason") is None


def test_the_worker_keeps_a_player_for_each_side_and_seed():
    worker, game = Worker(), wab.new_game(SCENARIO, seed=4)
    for changes in ({}, {}, {"seed": 9}):
        assert worker.answer(job(game, **changes)).error is None
    assert len(worker._agents) == 2


def test_a_reason_survives_the_journey():
    reason = Reason(Text("Attack {hex}", {"hex": "Caen"}), 1.5)
    again = msgspec.convert(msgspec.to_builtins(reason), Reason)
    assert (str(again.text), again.score) == ("Attack Caen", 1.5)


def test_a_match_is_told_of_every_record():
    game, told = wab.new_game(SCENARIO, seed=2), []
    play_out(game, make_agents({"allied": "random", "axis": "random"}, "operations", 2), told.append)
    assert told == game.journal[1:]
    assert game.outcome is not None
