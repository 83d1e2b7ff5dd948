"""The tool that plays every scenario to its end: its games, its page, what it says of a game that went wrong."""

import wab
from lab import play_all
from lab.measuring.store import Entry
from wab.cli.simulating import Job, Played
from wab.systems import get_system

ALL = len(wab.scenarios())
TWO = ("operations/cliffs-and-shingle", "operations/to-the-sea")


def infos():
    return [info for info in wab.scenarios() if info.id in TWO]


def test_a_run_plays_the_games_once_and_writes_the_page(tmp_path):
    store, page = tmp_path / "games.jsonl", tmp_path / "play_all.md"
    words = ["--seeds", "1", "--players", "random,greedy", "--workers", "1", "--scenarios", *TWO]
    words += ["--store", str(store), "--page", str(page)]
    assert play_all.main(words) == 0
    kept = store.read_bytes()
    assert len(kept.splitlines()) == 4
    text = page.read_text(encoding="utf-8")
    assert f"4 games of 2 of {ALL} scenarios came to their end; 0 went wrong." in text
    assert "| greedy | 2 | 2 | 0 |" in text and "| random | 2 | 2 | 0 |" in text
    assert play_all.main(words) == 0
    assert store.read_bytes() == kept


def test_every_scenario_has_its_turn_with_every_player_before_the_next_seed():
    of_operations = get_system("operations").scenarios()
    jobs = play_all.jobs_for(of_operations, ("random", "greedy"), 2)
    assert len(jobs) == len({(job.scenario, job.seed, *job.players.values()) for job in jobs}) == 120
    assert [job.seed for job in jobs] == [1] * 60 + [2] * 60
    assert jobs[29].scenario in ("operations/the-battle-of-normandy", "operations/the-thwarted-landing")


def test_the_page_counts_games_and_says_what_went_wrong():
    def entry(seed, winner):
        points = {"allied": 1.0, "axis": 2.0}
        return Entry(
            Job(TWO[0], dict.fromkeys(points, "random"), seed), Played(seed, winner, "tactical", points, 4, "", 2), ""
        )

    failed = [Job(TWO[1], {"allied": "random", "axis": "random"}, 7)]
    rows = play_all.rows_of([entry(1, "axis"), entry(2, None), entry(3, "axis")], infos(), failed)
    assert [(row.info.id, row.failures, row.seconds) for row in rows] == [(TWO[0], 0, 2.0), (TWO[1], 1, 0.0)]
    text = play_all.page(rows, ["to-the-sea, seed 7: no end"], 30)
    assert "3 games of 2 of 30 scenarios came to their end; 1 went wrong." in text
    assert f"| random | 2 | 4 | 1 | 2.0, {TWO[0]} |" in text
    assert "* to-the-sea, seed 7: no end" in text


def test_a_game_that_goes_wrong_makes_the_run_fail_and_is_told(tmp_path, capsys):
    page = tmp_path / "page.md"
    words = ["--seeds", "1", "--players", "tests.ai.bots:Nobody", "--workers", "1", "--scenarios", TWO[0]]
    words += ["--store", str(tmp_path / "games.jsonl"), "--page", str(page)]
    assert play_all.main(words) == 1
    assert "Nobody" in capsys.readouterr().err
    assert f"0 games of 1 of {ALL} scenarios came to their end; 1 went wrong." in page.read_text(encoding="utf-8")
    assert "## What went wrong" in page.read_text(encoding="utf-8")
