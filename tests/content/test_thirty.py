"""The thirty scenarios: all there, each once, two campaigns without a gap (ledger chapter 11)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

import wab
from wab.career.campaigns import chain
from wab.content.operations.loader import damaged_scenarios, load_scenario

LEDGER = Path(__file__).resolve().parents[2] / "docs" / "rules" / "scenarios_operations.yaml"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@pytest.fixture(scope="module")
def ledger():
    return yaml.load(LEDGER.read_text(encoding="utf-8"), Loader=LOADER)


@pytest.fixture(scope="module")
def infos():
    return [info for info in wab.scenarios() if info.system == "operations"]


def test_no_scenario_is_damaged():
    assert [str(damage.problem) for damage in damaged_scenarios()] == []


@pytest.mark.clause("OPS-11.1-1")
@pytest.mark.clause("OPS-1.3-2")
@pytest.mark.clause("OPS-T-SCENARIO-COUNT")
def test_there_are_18_campaign_scenarios_10_advanced_ones_and_2_battles(infos, ledger):
    counts = ledger["counts"]
    assert Counter(info.kind for info in infos) == {"campaign": 18, "advanced": 10, "battle": 2}
    assert len(infos) == counts["total"] == 30
    shared = [info for info in infos if len(info.campaigns) == 2]
    assert len(shared) == counts["campaign_shared"]


def test_each_scenario_of_the_ledger_is_there_once(infos, ledger):
    assert sorted(info.ledger for info in infos) == sorted(entry["id"] for entry in ledger["scenarios"])
    assert len({info.title["en"] for info in infos}) == len({info.title["fr"] for info in infos}) == len(infos)


@pytest.mark.clause("OPS-11.1-2")
@pytest.mark.clause("OPS-11.2.1-1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_campaign_is_a_chain_of_ten(infos, ledger, side):
    places = sorted(info.campaigns[side] for info in infos if side in info.campaigns)
    assert places == list(range(1, 11))
    names = {info.id: info.ledger for info in infos}
    assert [names[scenario] for scenario in chain(infos, side)] == ledger["campaigns"][side]


def test_titles_kinds_and_lengths_are_the_ledger_s(infos, ledger):
    mine = {info.ledger: info for info in infos}
    for entry in ledger["scenarios"]:
        info = mine[entry["id"]]
        assert info.title["en"] == entry["title"]
        assert info.kind == entry["kind"]
        assert info.campaigns == entry["campaign_order"]
        assert info.turns == entry["turns"]["count"], entry["title"]
        assert info.difficulty == entry["difficulty"], entry["title"]


def test_days_and_sides_are_the_ledger_s(infos, ledger):
    mine = {info.ledger: info for info in infos}
    for entry in ledger["scenarios"]:
        scenario = load_scenario(mine[entry["id"]].path)
        assert scenario.dates[0] == entry["dates"]["from"], entry["title"]
        assert scenario.dates[-1] <= entry["dates"]["to"], entry["title"]
        assert scenario.first_player == entry["first_player"], entry["title"]
        assert scenario.impulses == entry["impulses"], entry["title"]
