"""Games on a cluster: the same as here, lost ones played again, and one sentence if a cluster cannot be used."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import sys
from contextlib import contextmanager

import pytest
from distributed import LocalCluster
from distributed.config import config

from lab.measuring.store import Store, play
from trials import __main__ as trials
from wab.cli.simulating import Job
from wab.content.data import data_root
from wab.engine.outside import cluster
from wab.engine.outside.cluster import Cluster

SCENARIO = "cards/pegasus-bridge"
PLAYERS = ("--player", "allies=random", "--player", "axis=random")
OWN = """
class Mine:
    def __init__(self, seed):
        pass

    def decide(self, view):
        return next(iter(view.legal_orders()))
"""


@contextmanager
def machines(workers=1, **more):
    """A scheduler with so many workers, each a process that is started again if it is killed."""
    words = {"threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "memory_limit": 0}
    with LocalCluster(n_workers=workers, silence_logs=logging.CRITICAL, **(words | more)) as there:
        yield there


@pytest.fixture(scope="module")
def two():
    """Two workers."""
    with machines(2) as there:
        yield there


@pytest.fixture
def simulate(run, tmp_path):
    """The digests of so many games by their seeds, and what the command left behind."""

    def simulated(games, *words, players=PLAYERS):
        path = tmp_path / "games.json"
        path.unlink(missing_ok=True)
        ran = run("simulate", SCENARIO, *players, "--games", games, "--json", path, *words)
        found = json.loads(path.read_bytes())["games"] if path.exists() else []
        return {game["seed"]: game["digest"] for game in found}, ran

    return simulated


@pytest.fixture
def after_the_first(monkeypatch):
    """Do something once the first game that a cluster has played is over."""

    def do_after(deed):
        results = Cluster.results

        def watched(*words):
            for number, found in enumerate(results(*words)):
                yield found
                if number == 0:
                    deed()

        monkeypatch.setattr(Cluster, "results", watched)

    return do_after


def address(there):
    return ("--cluster", there.scheduler_address)


def test_the_games_of_a_cluster_of_this_machine_are_the_games_of_one_process(simulate):
    here, _ = simulate(5)
    there, ran = simulate(5, "--cluster", "local", "--workers", 2)
    assert (there, ran.code) == (here, 0)
    assert "Mean points" in ran.out


def test_the_games_of_a_worker_that_is_killed_are_played_again(simulate, two, after_the_first):
    here, _ = simulate(6)
    killed = two.workers[0].pid
    after_the_first(lambda: os.kill(killed, signal.SIGKILL))
    there, ran = simulate(6, *address(two))
    assert (there, ran.code) == (here, 0)
    assert two.workers[0].pid != killed


def test_a_break_keeps_the_games_that_are_over(simulate, two, after_the_first):
    after_the_first(lambda: signal.raise_signal(signal.SIGINT))
    there, ran = simulate(500, *address(two))
    assert (len(there), ran.code) == (1, 130)
    assert "1 of 500" in ran.err


def test_games_of_a_cluster_go_into_the_store_of_a_measurement(two, tmp_path, capsys):
    jobs = [Job(SCENARIO, {"allies": "random", "axis": "random"}, seed) for seed in range(3)]
    digests = {}
    for name, words in {"here": {}, "there": {"cluster": two.scheduler_address}}.items():
        assert play(Store(tmp_path / name), jobs, 1, 0, lambda done, of: None, **words) == []
        digests[name] = [entry.played.digest for entry in Store(tmp_path / name).entries()]
    assert digests["there"] == digests["here"] and len(digests["here"]) == 3


def test_a_player_from_outside_is_the_same_there_or_is_refused(simulate, two, tmp_path, monkeypatch, after_the_first):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path)
    (tmp_path / "their_player.py").write_text(OWN)
    players = ("--player", "allies=their_player:Mine", "--player", "axis=random")
    here, _ = simulate(2, players=players)
    there, _ = simulate(2, "--cluster", "local", players=players)
    assert there == here and len(here) == 2
    _, ran = simulate(2, *address(two), players=players)
    assert ran.code == 2
    assert "has another version of their_player than this machine, or none" in ran.err


def test_soak_is_tried_on_a_cluster_and_parts_that_need_this_machine_are_not(two, tmp_path, capsys):
    kept = ["--page", str(tmp_path / "page.md"), "--store", str(tmp_path / "rows.json")]
    assert trials.main(["--only", "soak-cards", "--minutes", "0", *address(two), *kept]) == 0
    row = trials.kept(tmp_path / "rows.json")["soak-cards"]
    assert (row.next, row.failures) == (2, [])
    with pytest.raises(SystemExit):
        trials.main(["--only", "kills", *address(two), *kept])
    assert "kills: tried on this machine alone" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------- errors


def test_the_extra_is_missing(refuse, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'wab[cluster]'" in refuse("simulate", SCENARIO, "--cluster", "local")


@pytest.mark.parametrize("absent", ["tcp://127.0.0.1:1", "tcp://absent.invalid:8786"])
def test_no_scheduler_answers(refuse, monkeypatch, absent):
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    assert f"No Dask scheduler answers at {absent}" in refuse("simulate", SCENARIO, "--cluster", absent)


@pytest.mark.parametrize("word", ["here", "http://127.0.0.1:8786"])
def test_a_word_is_no_address(refuse, word):
    assert "is not the address of a scheduler" in refuse("simulate", SCENARIO, "--cluster", word)


def test_a_measurement_ends_with_the_sentence_too(tmp_path):
    jobs = [Job(SCENARIO, {"allies": "random", "axis": "random"}, 1)]
    with pytest.raises(SystemExit, match="is not the address of a scheduler"):
        play(Store(tmp_path / "games"), jobs, 1, 0, lambda done, of: None, cluster="here")


def test_a_scheduler_without_workers(refuse):
    with machines(0) as there:
        assert "has no worker" in refuse("simulate", SCENARIO, *address(there))


def test_a_worker_with_several_threads(refuse):
    with machines(threads_per_worker=2, processes=False, protocol="tcp") as there:
        assert "start it with --nthreads 1" in refuse("simulate", SCENARIO, *address(there))


def test_a_worker_with_other_data(refuse, tmp_path):
    for folder in (data_root() / "campaigns").iterdir():
        if folder.name != "cards":
            (tmp_path / "campaigns").mkdir(exist_ok=True)
            (tmp_path / "campaigns" / folder.name).symlink_to(folder)
    shutil.copytree(data_root() / "campaigns" / "cards", tmp_path / "campaigns" / "cards")
    with (tmp_path / "campaigns" / "cards" / "tables" / "air.yaml").open("a") as table:
        table.write("# another one\n")
    with machines(env={"WAB_DATA": str(tmp_path)}) as there:
        assert "has other data of cards than this machine" in refuse("simulate", SCENARIO, *address(there))


def test_a_worker_with_another_version_of_the_program(refuse):
    other = "import wab.cli.places as places\nplaces._digest_of = lambda name: name"
    with machines(preload=[other]) as there:
        assert "has another version of ai than this machine" in refuse("simulate", SCENARIO, *address(there))


def test_a_worker_without_the_program(refuse):
    other = "import sys\nsys.modules['wab'] = None"
    with machines(preload=[other]) as there:
        assert "lacks wab" in refuse("simulate", SCENARIO, *address(there))


def test_the_scheduler_ends_while_games_are_played(simulate, after_the_first, monkeypatch):
    monkeypatch.setitem(config["distributed"]["comm"]["timeouts"], "connect", "1s")
    with machines() as there:
        after_the_first(there.close)
        found, ran = simulate(500, *address(there))
    # The second game may be over before the scheduler has closed.
    assert (0 < len(found) < 500, ran.code) == (True, 1)
    assert "is gone" in ran.err and f"{len(found)} of 500" in ran.err
