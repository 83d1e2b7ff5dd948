"""A long command that is broken off keeps what it has finished."""

from __future__ import annotations

import json
import signal

import pytest

import wab
from wab.cli import bench, simulating, windowless
from wab.cli.bench.rounds import Result
from wab.engine.outside.places import Processes
from wab.engine.outside.processes import process_pool, results
from wab.engine.saves.replay import verify
from wab.systems import get_system

SCENARIO = "cards/pegasus-bridge"
PLAYERS = ("--player", "allies=random", "--player", "axis=random")
SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.fixture
def broken_after(monkeypatch):
    """Send a signal to this program once so many games are over."""

    def break_after(games: int, number: int) -> None:
        left = iter(range(games))
        play = simulating.play_job

        def play_or_break(job, own=()):
            if next(left, None) is None:
                signal.raise_signal(number)
            return play(job, own)

        monkeypatch.setattr(simulating, "play_job", play_or_break)

    return break_after


@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_simulation_that_is_broken_off_tells_the_games_that_are_over(run, tmp_path, broken_after, number, code):
    broken_after(2, number)
    before = signal.getsignal(number)
    ran = run("simulate", SCENARIO, *PLAYERS, "--games", 50, "--json", tmp_path / "games.json")
    assert ran.code == code
    written = json.loads((tmp_path / "games.json").read_bytes())
    assert [game["seed"] for game in written["games"]] == [0, 1]
    assert written["broken_off"] is True
    assert "Mean points" in ran.out
    assert "2 of 50" in ran.err
    assert signal.getsignal(number) == before


@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_any_command_that_a_signal_ends_says_so_by_its_exit_code(run, monkeypatch, number, code):
    monkeypatch.setattr(wab, "scenarios", lambda: signal.raise_signal(number))
    ran = run("scenarios")
    assert (ran.code, ran.err) == (code, "")


def test_the_games_that_are_over_are_told_in_the_words_of_json_too(run, broken_after):
    broken_after(1, signal.SIGINT)
    ran = run("simulate", SCENARIO, *PLAYERS, "--games", 50, "--json", "-")
    assert ran.code == 130
    assert len(ran.json["games"]) == 1


def test_a_second_break_does_not_stop_the_report(run, tmp_path, broken_after, monkeypatch):
    broken_after(1, signal.SIGINT)
    write = simulating.write_json

    def break_and_write(content, target):
        signal.raise_signal(signal.SIGINT)
        write(content, target)

    monkeypatch.setattr(simulating, "write_json", break_and_write)
    assert run("simulate", SCENARIO, *PLAYERS, "--games", 50, "--json", tmp_path / "games.json").code == 130
    assert len(json.loads((tmp_path / "games.json").read_bytes())["games"]) == 1


def test_a_break_before_the_first_game_is_over_leaves_an_old_file(run, tmp_path, broken_after):
    (tmp_path / "games.json").write_text("{}")
    broken_after(0, signal.SIGINT)
    ran = run("simulate", SCENARIO, *PLAYERS, "--games", 50, "--json", tmp_path / "games.json")
    assert (ran.code, ran.out) == (130, "")
    assert (tmp_path / "games.json").read_text() == "{}"


def test_a_simulation_in_two_processes_keeps_its_games_and_ends_its_processes(run, tmp_path, monkeypatch):
    from multiprocessing import active_children

    results = Processes.results

    def one_and_break(*words):
        yield next(results(*words))
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Processes, "results", one_and_break)
    words = ("--games", 500, "--workers", 2, "--json", tmp_path / "games.json")
    assert run("simulate", SCENARIO, *PLAYERS, *words).code == 130
    assert len(json.loads((tmp_path / "games.json").read_bytes())["games"]) == 1
    assert active_children() == []


def test_the_processes_of_a_pool_do_not_hear_ctrl_c():
    with process_pool(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


def test_a_break_waits_until_the_pool_has_its_job():
    with pytest.raises(KeyboardInterrupt), process_pool(1) as pool:
        submit = pool.submit

        def break_and_submit(function, job):
            signal.raise_signal(signal.SIGINT)
            given.append(submit(function, job))
            return given[-1]

        given = []
        pool.submit = break_and_submit
        list(results(pool, lambda: 1, abs, [-3, -4, -5]))
    assert len(given) == 1


def test_a_game_that_goes_wrong_costs_no_other_game(run, tmp_path, monkeypatch):
    play = simulating.play_job
    monkeypatch.setattr(simulating, "play_job", lambda job, own=(): "it broke" if job.seed == 2 else play(job, own))
    ran = run("simulate", SCENARIO, *PLAYERS, "--games", 4, "--json", tmp_path / "games.json")
    assert ran.code == 1
    assert "it broke" in ran.err
    assert len(json.loads((tmp_path / "games.json").read_bytes())["games"]) == 2


def test_games_that_cannot_be_written_are_shown(run, tmp_path, monkeypatch):
    def fail(content, target):
        raise wab.SaveError(target, "there is no room")

    monkeypatch.setattr(simulating, "write_json", fail)
    ran = run("simulate", SCENARIO, *PLAYERS, "--games", 1, "--json", tmp_path / "games.json")
    assert ran.code == 2 and "Mean points" in ran.out


def test_measurements_that_are_broken_off_are_shown(run, monkeypatch):
    def measured(only):
        yield Result("P0", "fast", "0.1 s", True)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(bench, "run", measured)
    ran = run("bench")
    assert ran.code == 130
    assert "P0" in ran.out and "Broken off" in ran.err


def test_a_game_without_a_window_that_is_broken_off_is_kept(run, tmp_path, monkeypatch):
    orders = iter(range(9))
    decide = windowless._after

    def break_later(record, teller, pictures):
        decide(record, teller, pictures)
        if next(orders, None) is None:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(windowless, "_after", break_later)
    monkeypatch.setattr(windowless, "picture_of", lambda *words: "no screen here")
    monkeypatch.setattr(windowless, "mkdtemp", lambda prefix: str(tmp_path))
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    ran = run("play", SCENARIO, *PLAYERS)
    assert ran.code == 130
    assert str(tmp_path / "game.wab") in ran.out
    assert verify(tmp_path / "game.wab", get_system).records == 11
