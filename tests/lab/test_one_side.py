"""The tools that compare players and sides, on a game with one side against the rules."""

import pytest

from lab import balance, ladder, play_all
from lab.measuring import solo
from lab.measuring.store import Entry
from tests.toys.packages import toys_installed
from tests.toys.solitaire import SYSTEM
from wab.cli.bench.systems import goals
from wab.cli.simulating import Job, Played

NAME = SYSTEM.scenarios()[0].id


@pytest.fixture(autouse=True)
def toys():
    with toys_installed():
        yield


def entry(player, seed, winner, points):
    return Entry(Job(NAME, {"patrol": player}, seed), Played(seed, winner, "victory", {"patrol": points}, 4, "", 2), "")


def test_the_ladder_plays_each_player_on_each_seed_once_and_compares_them(tmp_path, capsys):
    words = ["--system", "solitaire", "--pairs", "greedy:random", "--games", "24", "--workers", "1", "--print"]
    assert ladder.main([*words, "--store", str(tmp_path / "games.jsonl"), "--picture", str(tmp_path / "x.svg")]) == 0
    told = capsys.readouterr().out
    assert "24 games on 2 scenarios." in told
    assert "| random | 12 | " in told and "| greedy | 12 | " in told
    assert "| greedy and random | 12 | " in told
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 24
    jobs = ladder.jobs_for([("greedy", "random"), ("easy", "greedy")], SYSTEM.scenarios(), 8)
    assert len(jobs) == len(set(map(repr, jobs))) == 2 * 2 * 3


def test_players_are_compared_on_equal_seeds_by_victory_then_by_points():
    games = [entry("greedy", 1, "patrol", 5.0), entry("random", 1, "garrison", 3.0)]
    games += [entry("greedy", 2, "garrison", 1.0), entry("random", 2, "garrison", 1.0)]
    games += [entry("greedy", 3, "garrison", 2.0), entry("random", 3, "garrison", 3.0)]
    games += [entry("greedy", 4, "patrol", 9.0)]  # no one to compare with
    duel = solo.duel_of("greedy", "random", games)
    assert (duel.better.points, duel.better.games) == (1.5, 3)
    assert duel.lead == pytest.approx((2 + 0 - 1) / 3)
    text = solo.section(games, SYSTEM.scenarios(), ["random", "greedy"], "x.svg")
    assert "| greedy | 4 | 50 % (15–85) | 4.2 | 1.0 | 1.8 | 3.5 | 6.0 | 9.0 |" in text
    assert "| greedy and random | 3 | 50 % " in text


def test_the_balance_counts_the_automaton_s_victories(tmp_path):
    page = tmp_path / "balance.md"
    words = ["--system", "solitaire", "--player", "random", "--games", "10", "--workers", "1", "--page", str(page)]
    assert balance.main([*words, "--store", str(tmp_path / "games.jsonl")]) == 0
    text = page.read_text(encoding="utf-8")
    assert "20 games of 2 scenarios, `random` against the rules." in text
    assert "| Patrol | draw | Garrison | mean points |" in text
    assert "* **The Causeway** (garrison): its file does not say" in text


def test_every_scenario_is_played_to_its_end(tmp_path):
    words = ["--system", "solitaire", "--seeds", "2", "--workers", "1", "--page", str(tmp_path / "page.md")]
    assert play_all.main([*words, "--store", str(tmp_path / "games.jsonl")]) == 0
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "8 games of 2 of " in text
    assert "| random | 2 | 4 | 0 |" in text


def test_it_is_measured_without_a_goal():
    measured = {name: goal for name, goal in goals() if name.endswith("-solitaire")}
    assert sorted(measured) == ["P20-solitaire", "P21-solitaire", "P22-solitaire", "P23-solitaire"]
    result = measured["P22-solitaire"]()
    assert result.ok
    assert result.goal == "solitaire, an order played: no goal"
