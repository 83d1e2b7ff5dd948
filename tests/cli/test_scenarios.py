"""`wab scenarios` and what else the command line says of scenarios: sizes, words for sides, damaged files, weather."""

from __future__ import annotations

from importlib.metadata import version

import pytest

import wab
from tests.content.designer import Designer
from wab.app.report.words import told_outcome
from wab.app.requests import GameRequest
from wab.cli import opening
from wab.engine.kernel.values import Outcome
from wab.locale import language
from wab.systems import NAMES, get_system


def test_json_tells_kind_campaigns_difficulty_length_size_and_ledger_id(run):
    for entry, info in zip(run("scenarios", "--json").json, wab.scenarios(), strict=True):
        assert (entry["kind"], entry["campaigns"], entry["difficulty"]) == (info.kind, info.campaigns, info.difficulty)
        assert entry["minutes"] >= 1 and set(entry["units"]) == set(entry["sides"])
        assert all(units >= 1 for units in entry["units"].values())
        own = info.kind == "lesson" and not entry["ledger"]  # a lesson is ours
        assert own or entry["ledger"].startswith(("BLD-20-", "OPS-S-", "CRD-T-SCN-", "OMA-", "ZOC-2"))


def test_the_table_has_a_whole_line_for_each(run):
    lines = run("scenarios").out.splitlines()
    infos = wab.scenarios()
    assert len(lines) == len(infos) + 1
    for line, info in zip(lines[1:], infos, strict=True):
        assert line.startswith(info.id) and info.title["en"] in line
        assert str(info.turns) in line and ":".join(str(info.units[side]) for side in info.sides) in line


def test_places_in_campaigns_are_told_in_the_language_of_the_reader(run):
    info = next(info for info in wab.scenarios() if info.campaigns == {"allied": 1})
    told = {code: line for code in ("en", "fr") for line in _lines(run, code) if line.startswith(info.id)}
    assert "Allies 1" in told["en"] and "Alliés 1" in told["fr"]


def _lines(run, code):
    with language(code):
        return run("scenarios").out.splitlines()


def test_a_damaged_scenario_is_told_and_the_others_are_listed(run, tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    before = {entry["id"] for entry in run("scenarios", "--json").json}
    designer.replace("to-the-sea", "impulses: 1", "impulses: lots")
    ran = run("scenarios", "--json")
    assert ran.code == 0
    assert {entry["id"] for entry in ran.json} == before - {"operations/to-the-sea"}
    [line] = ran.err.strip().splitlines()
    assert "operations/to-the-sea" in line and "to-the-sea.yaml:" in line and "impulses" in line
    ran = run("simulate", "operations/to-the-sea")
    assert ran.code == 2 and "impulses" in ran.err and "There is no scenario" not in ran.err


def test_outcomes_are_told_in_words_and_not_in_ids():
    points = {"allied": 30.0, "axis": 42.0}
    with language("en"):
        told = told_outcome(Outcome("axis", "tactical", points), "operations")
        assert told == "Winner: Axis, tactical victory. Points: Allies 30, Axis 42."
        assert told_outcome(Outcome(None, "draw", points), "operations") == "A draw. Points: Allies 30, Axis 42."


@pytest.mark.clause("OPS-4.2.1-3")
def test_weather_can_be_chosen_for_a_game(run, shortest, monkeypatch):
    asked: list[GameRequest] = []
    monkeypatch.setattr(opening, "run_game", asked.append)
    assert run("play", shortest, "--weather", "random").code == 0
    assert run("play", shortest, "--option", "weather=random").code == 0
    assert run("play", shortest).code == 0
    assert [request.options for request in asked] == [{"weather": "random"}, {"weather": "random"}, {}]


def test_weather_that_there_is_not_or_for_a_save_is_refused(refuse, shortest, save):
    assert "historical, random" in refuse("play", shortest, "--weather", "foggy")
    assert "not for a save" in refuse("play", save, "--weather", "random")


def test_a_player_is_named_by_one_option_and_the_short_forms_mean_the_same(run, shortest, monkeypatch):
    asked: list[GameRequest] = []
    monkeypatch.setattr(opening, "run_game", asked.append)
    forms = (("--player", "axis=easy"), ("--axis", "easy"), ("--seat", "axis=easy"))
    assert [run("play", shortest, *form).code for form in forms] == [0, 0, 0]
    assert [request.agents for request in asked] == [{"axis": "easy"}] * 3


def test_a_side_that_the_scenario_has_not_is_refused(refuse, shortest):
    for form in (("--player", "allies=easy"), ("--allies", "easy")):
        assert "allied, axis" in refuse("play", shortest, *form)


def test_the_version_is_told(run):
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"{version('wab')}\n")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_names_no_side_and_no_option_of_a_system(run, command):
    shown = run(command, "--help").out
    assert "--player" in shown and "--option" in shown
    named = {side for name in NAMES for side in get_system(name).sides}
    named |= {option for name in NAMES for option in get_system(name).choices}
    assert [word for word in sorted(named) if f"--{word}" in shown] == []


@pytest.mark.parametrize("info", [get_system(name).scenarios()[0] for name in NAMES], ids=lambda info: info.id)
def test_help_for_a_scenario_lists_its_sides_players_and_options(run, info):
    shown = " ".join(run("play", info.id, "--help").out.split())
    for side in info.sides:
        assert f"{side} (" in shown
    assert "greedy" in shown and "deputy" not in shown
    for option, values in get_system(info.system).choices.items():
        assert f"{option}: {', '.join(values)}" in shown
