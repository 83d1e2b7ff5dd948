"""Experience and rank (ledger 1.6, OPS-T-RANK)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.boards import ledger_examples, ledger_tables
from wab.content.operations_loader import load_experience, operations_root
from wab.engine import Outcome
from wab.engine.errors import DataError
from wab.systems.operations.experience import (
    MODES,
    Slot,
    added,
    better,
    greatest,
    is_spared,
    opened,
    rank,
    ranks_held,
    score,
    tips,
    to_next_rank,
    total,
    worth,
)

TABLE = load_experience()
LEDGER = ledger_tables()["OPS-T-RANK"]["rebuild"]
KINDS = {"one": "campaign", "two": "advanced", "three": "battle"}
SIDES = ("allied", "axis")


def outcome(winner, level):
    return Outcome(winner, level, {"allied": 10.0, "axis": 4.0})


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-T-RANK")
@pytest.mark.parametrize("level", ["marginal", "tactical", "decisive"])
def test_a_battle_gives_experience_by_its_result(level):
    won = outcome("axis", level)
    assert score(TABLE, won, "axis") == LEDGER["score_per_result"][level]
    assert score(TABLE, won, "allied") == LEDGER["score_per_result"]["defeat"]
    drawn = outcome(None, "draw")
    assert {score(TABLE, drawn, side) for side in SIDES} == {LEDGER["score_per_result"]["draw"]}


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-T-RANK")
@pytest.mark.parametrize("kind", ["campaign", "advanced", "battle"])
def test_longer_scenarios_weigh_more(kind):
    assert worth(TABLE, kind, "solo", 80) == 80 * LEDGER["weight_per_kind"][kind]
    assert worth(TABLE, kind, "multiplayer", 80) == 80 * LEDGER["weight_per_kind"][kind] * 1


@pytest.mark.clause("OPS-1.6-1")
def test_experience_makes_a_player_rise_in_rank():
    wins = {Slot(f"s{i}", "allied", "solo"): 100 for i in range(3)}
    kinds = dict.fromkeys(("s0", "s1", "s2"), "campaign")
    experience = total(TABLE, wins, kinds)
    assert experience == 300
    assert [rank(TABLE, points).name["en"] for points in (0, 99, 100, 299, experience)] == [
        "Recruit", "Recruit", "Corporal", "Corporal", "Sergeant",
    ]  # fmt: skip
    assert (to_next_rank(TABLE, 40), to_next_rank(TABLE, experience), to_next_rank(TABLE, 20_000)) == (60, 300, 0)


@pytest.mark.clause("OPS-1.6-2")
@pytest.mark.clause("OPS-X-37")
def test_only_the_best_score_of_a_slot_counts():
    example = ledger_examples()["OPS-X-37"]
    slot, old = Slot("one", "allied", "solo"), example["given"]["old_best"]
    best = better({}, slot, old)
    assert added(TABLE, best, slot, "campaign", example["given"]["new_score"]) == example["expect"]["experience_added"]
    assert added(TABLE, best, slot, "campaign", 50) == example["expect"]["and_with_new_score_50"]
    assert better(best, slot, 50) == best == {slot: old}
    assert better(best, slot, example["given"]["new_score"]) == {slot: example["given"]["new_score"]}


@pytest.mark.clause("OPS-1.6-2")
def test_what_is_added_is_the_growth_of_the_total():
    best = {Slot("three", "axis", "solo"): 40}
    for slot, points in ((Slot("three", "axis", "solo"), 60), (Slot("two", "axis", "solo"), 10)):
        grown = better(best, slot, points)
        gain = total(TABLE, grown, KINDS) - total(TABLE, best, KINDS)
        assert added(TABLE, best, slot, KINDS[slot.scenario], points) == gain > 0


@pytest.mark.clause("OPS-1.6-3")
def test_each_scenario_has_four_slots_that_add_up():
    best = {}
    for mode in MODES:
        for side in SIDES:
            slot = Slot("one", side, mode)
            assert added(TABLE, best, slot, "campaign", 60) == 60
            best = better(best, slot, 60)
    assert len(best) == 4
    assert total(TABLE, best, KINDS) == 240


@pytest.mark.clause("OPS-1.6-3")
@pytest.mark.clause("OPS-T-RANK")
def test_all_there_is_to_win_is_the_ledger_s_figure():
    count = ledger_tables()["OPS-T-SCENARIO-COUNT"]["rebuild"]
    campaign = count["campaign_allied_only"] + count["campaign_axis_only"] + count["campaign_shared"]
    kinds = {f"c{i}": "campaign" for i in range(campaign)}
    kinds |= {f"a{i}": "advanced" for i in range(count["advanced"])}
    kinds |= {f"b{i}": "battle" for i in range(count["battles"])}
    assert greatest(TABLE, kinds, SIDES) == LEDGER["maximum_total"]["value"]
    assert TABLE.ranks[-1].start < LEDGER["maximum_total"]["value"]


@pytest.mark.clause("OPS-T-RANK")
def test_the_ranks_are_the_ledger_s():
    assert [(row.name["en"], row.start) for row in TABLE.ranks] == [
        (row["rank"], row["from"]) for row in LEDGER["ranks"]
    ]
    assert dict(TABLE.score) == {name: LEDGER["score_per_result"][name] for name in TABLE.score}
    assert TABLE.multiplayer_factor == LEDGER["multiplayer_factor"]["value"]


@pytest.mark.clause("OPS-1.6-4")
def test_a_higher_rank_gives_more_advice():
    by_rank = [tips(TABLE, row.start) for row in TABLE.ranks]
    assert len(by_rank[0]) >= 1
    for lower, higher in pairwise(by_rank):
        assert higher[: len(lower)] == lower
    names = [row.name["en"] for row in TABLE.ranks if row.tips]
    assert names == ["Recruit", "Corporal", "Lieutenant"]  # where the ledger's table unlocks advice
    assert len(tips(TABLE, 100)) > len(tips(TABLE, 99))
    assert len(tips(TABLE, 600)) > len(tips(TABLE, 599))


@pytest.mark.clause("OPS-1.6-5")
@pytest.mark.parametrize(
    ("experience", "first_battle", "topic", "spared"),
    [
        (299, False, "movement", False),
        (300, False, "movement", True),
        (300, False, "combat", True),
        (300, True, "combat", False),
        (300, False, "supply", False),
        (999, True, "movement", False),
        (1000, True, "supply", True),
        (1000, False, "supply", True),
    ],
)
def test_rank_spares_tutorials(experience, first_battle, topic, spared):
    assert is_spared(TABLE, experience, topic, first_battle=first_battle) == spared


@pytest.mark.clause("OPS-1.6-7")
def test_rank_opens_functions_and_content():
    assert opened(TABLE, 599) == ()
    assert "random_weather" not in opened(TABLE, 2399)
    assert "random_weather" in opened(TABLE, 2400)
    highest = opened(TABLE, TABLE.ranks[-1].start)
    assert len(highest) == len(set(highest)) == sum(len(row.opens) for row in TABLE.ranks) == 8
    assert [len(ranks_held(TABLE, row.start)) for row in TABLE.ranks] == list(range(1, len(TABLE.ranks) + 1))
    for row in TABLE.ranks:
        assert row.tips or row.skips or row.skips_elsewhere or row.opens, row.name


@pytest.mark.clause("OPS-1.6-7")
def test_the_table_is_checked_when_it_is_read(tmp_path, monkeypatch):
    from shutil import copytree

    copytree(operations_root(), tmp_path / "campaigns" / "operations")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    path = tmp_path / "campaigns/operations/tables/experience.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("start: 300 ", "start: 50 "), encoding="utf-8")
    with pytest.raises(DataError, match=r"experience\.yaml:\d+: ranks"):
        load_experience()
    path.write_text(text.replace("draw: 40, ", ""), encoding="utf-8")
    with pytest.raises(DataError, match=r"score\.draw: missing"):
        load_experience()


def test_a_multiplayer_factor_would_count():
    table = replace(TABLE, multiplayer_factor=2.0)
    assert (worth(table, "campaign", "solo", 60), worth(table, "campaign", "multiplayer", 60)) == (60, 120)
