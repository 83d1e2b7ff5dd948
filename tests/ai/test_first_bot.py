"""The example of docs/agents.md: a bot in sixty lines, loaded by name, plays games to their end and knows why."""

import json
import re
from pathlib import Path

import pytest

import wab
from ai.agents import Reason, make_agent, make_agents
from ai.match import play_out
from lab import ladder
from wab.cli import main

ROOT = Path(__file__).resolve().parents[2]
NAME = "examples.first_bot:FirstBot"
SCENARIO = "operations/to-the-sea"


def test_it_is_as_short_as_the_page_says():
    assert len((ROOT / "examples" / "first_bot.py").read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_it_beats_chance(side):
    """In a seat where even the better player loses now and then: it gets more points out of it than chance does."""

    def lead(player):
        other, total = "axis" if side == "allied" else "allied", 0
        for seed in range(8):
            game = wab.new_game(SCENARIO, seed=seed)
            play_out(game, make_agents({side: player, other: "random"}, "operations", seed, own={NAME}))
            total += game.outcome.points[side] - game.outcome.points[other]
        return total

    assert lead(NAME) > lead("random")


def test_it_gives_its_reasons():
    game = wab.new_game(SCENARIO, seed=1)
    bot, other = make_agent(NAME, "operations", 1, {NAME}), make_agent("greedy", "operations", 1)
    reasons = []
    while len(reasons) < 3:
        if game.to_act == "axis":
            game.play(bot.decide(game.view("axis")))
            reasons.append(bot.reason)
        else:
            game.play(other.decide(game.view(game.to_act)))
    assert all(isinstance(reason, Reason) for reason in reasons)


def test_the_command_line_finds_it_in_the_folder_where_it_is_given(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(ROOT)
    results = tmp_path / "results.json"
    assert (
        main(["simulate", SCENARIO, "--allied", NAME, "--axis", "random", "--games", "1", "--json", str(results)]) == 0
    )
    assert json.loads(results.read_text(encoding="utf-8"))["players"]["allied"] == NAME


def test_the_ladder_takes_players_by_such_names(tmp_path, capsys):
    words = ["--pairs", f"{NAME}/random", "--games", "2", "--scenarios", SCENARIO, "--workers", "1", "--print"]
    assert ladder.main([*words, "--store", str(tmp_path / "games.jsonl")]) == 0
    assert f"| {NAME} against random | 2 |" in capsys.readouterr().out


def test_the_code_on_the_page_about_environments_runs():
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    code = next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "ai.environment" in code)
    names = {}
    exec(compile(code, "docs/agents.md", "exec"), names)
    assert names["battle"].agents == []


@pytest.mark.parametrize("turns", [1, pytest.param(99, marks=pytest.mark.trial)])
def test_the_player_of_zocbonds_on_the_page_lands_and_fights(turns):
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    code = next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "Beachhead" in code)
    names = {}
    exec(compile(code, "docs/agents.md", "exec"), names)
    game = wab.new_game("zocbonds/the-first-week", seed=3)
    orders = []
    players = {"allied": names["Beachhead"](3), **make_agents({"axis": "random"}, "zocbonds", 3, ("axis",))}
    while game.to_act is not None and game.turn <= turns:
        order = players[game.to_act].decide(game.view(game.to_act))
        orders.append(type(order).__name__)
        game.play(order)
    assert game.turn > 1 and {"Land", "Attack", "Done"} <= set(orders)
