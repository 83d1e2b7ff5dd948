"""The balance of the card game's scenarios as it was measured last (CRD-S-10): docs/lab/balance_cards.csv."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from wab.content.cards.loader import scenario_infos

COUNTED = Path(__file__).resolve().parents[3] / "docs" / "lab" / "balance_cards.csv"
ROWS = {row["scenario"]: row for row in csv.DictReader(COUNTED.read_text(encoding="utf-8").splitlines())}
ABOUT_80 = 0.82
FEWEST = 40


@pytest.mark.clause("CRD-S-10")
@pytest.mark.parametrize("scenario", [info.id for info in scenario_infos() if info.kind != "lesson"])
def test_between_equal_players_neither_side_wins_more_than_about_80_of_100(scenario: str) -> None:
    row = ROWS[scenario]
    games = int(row["games"])
    assert games >= FEWEST, "play more games with lab.balance --system cards"
    allies = (int(row["allied"]) + int(row["draws"]) / 2) / games
    assert 1 - ABOUT_80 <= allies <= ABOUT_80
