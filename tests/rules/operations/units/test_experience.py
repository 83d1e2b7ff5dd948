"""Experience and rank (ledger 1.6, OPS-T-RANK)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from wab.career.experience import (
    MODES,
    Score,
    Slot,
    added,
    better,
    greatest,
    is_spared,
    opened,
    points_of,
    rank_of,
    ranks_held,
    tips,
    to_next_rank,
    total,
    worth,
)
from wab.content.career import load_ranks, load_scale
from wab.content.data import program_root
from wab.engine import Outcome
from wab.engine.words.errors import DataError
from wab.systems import NAMES, get_system
from wab.systems.operations.testing.boards import ledger_examples, ledger_tables

SCALE = load_scale("operations")
RANKS = load_ranks()
LEDGER = ledger_tables()["OPS-T-RANK"]["rebuild"]
KINDS = {"one": "campaign", "two": "advanced", "three": "battle"}
SIDES = ("allied", "axis")


def score_for(points, kind="campaign"):
    return Score(points, worth(SCALE, kind, "solo", points))


def outcome(winner, level):
    return Outcome(winner, level, {"allied": 10.0, "axis": 4.0})


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-T-RANK")
@pytest.mark.parametrize("level", ["marginal", "tactical", "decisive"])
def test_a_battle_gives_experience_by_its_result(level):
    won = outcome("axis", level)
    assert points_of(SCALE, won, "axis") == LEDGER["score_per_result"][level]
    assert points_of(SCALE, won, "allied") == LEDGER["score_per_result"]["defeat"]
    drawn = outcome(None, "draw")
    assert {points_of(SCALE, drawn, side) for side in SIDES} == {LEDGER["score_per_result"]["draw"]}


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-T-RANK")
@pytest.mark.parametrize("kind", ["campaign", "advanced", "battle"])
def test_longer_scenarios_weigh_more(kind):
    assert worth(SCALE, kind, "solo", 80) == 80 * LEDGER["weight_per_kind"][kind]
    assert worth(SCALE, kind, "multiplayer", 80) == 80 * LEDGER["weight_per_kind"][kind] * 1


@pytest.mark.clause("OPS-1.6-1")
def test_experience_makes_a_player_rise_in_rank():
    won = Score(100, worth(SCALE, "campaign", "solo", 100))
    experience = total({Slot(f"s{i}", "allied", "solo"): won for i in range(3)})
    assert experience == 300
    assert [rank_of(RANKS, points).name["en"] for points in (0, 99, 100, 299, experience)] == [
        "Recruit", "Recruit", "Corporal", "Corporal", "Sergeant",
    ]  # fmt: skip
    assert (to_next_rank(RANKS, 40), to_next_rank(RANKS, experience), to_next_rank(RANKS, 20_000)) == (60, 300, 0)


@pytest.mark.clause("OPS-1.6-2")
@pytest.mark.clause("OPS-X-37")
def test_only_the_best_score_of_a_slot_counts():
    example = ledger_examples()["OPS-X-37"]
    given = example["given"]
    old, new, worse = (score_for(points) for points in (given["old_best"], given["new_score"], 50))
    slot = Slot("one", "allied", "solo")
    best = better({}, slot, old)
    assert added(old, new) == example["expect"]["experience_added"]
    assert added(old, worse) == added(old, old) == example["expect"]["and_with_new_score_50"]
    assert added(None, old) == old.experience
    assert better(best, slot, worse) == best == {slot: old}
    assert better(best, slot, new) == {slot: new}


@pytest.mark.clause("OPS-1.6-2")
def test_what_is_added_is_the_growth_of_the_total():
    best = {Slot("three", "axis", "solo"): score_for(40, "battle")}
    for slot, new in (
        (Slot("three", "axis", "solo"), score_for(60, "battle")),
        (Slot("two", "axis", "solo"), score_for(10, "advanced")),
    ):
        gain = total(better(best, slot, new)) - total(best)
        assert added(best.get(slot), new) == gain > 0


@pytest.mark.clause("OPS-1.6-2")
def test_a_better_score_never_takes_experience_away():
    """The data may give less for a battle than when it was won."""
    assert added(Score(60, 240), Score(80, 80)) == 0


@pytest.mark.clause("OPS-1.6-3")
def test_each_scenario_has_four_slots_that_add_up():
    best = {}
    for mode in MODES:
        for side in SIDES:
            slot = Slot("one", side, mode)
            assert added(best.get(slot), score_for(60)) == 60
            best = better(best, slot, score_for(60))
    assert len(best) == 4
    assert total(best) == 240


@pytest.mark.clause("OPS-1.6-3")
@pytest.mark.clause("OPS-T-RANK")
def test_all_there_is_to_win_is_the_ledger_s_figure():
    count = ledger_tables()["OPS-T-SCENARIO-COUNT"]["rebuild"]
    campaign = count["campaign_allied_only"] + count["campaign_axis_only"] + count["campaign_shared"]
    kinds = {f"c{i}": "campaign" for i in range(campaign)}
    kinds |= {f"a{i}": "advanced" for i in range(count["advanced"])}
    kinds |= {f"b{i}": "battle" for i in range(count["battles"])}
    assert greatest(SCALE, kinds.values(), SIDES) == LEDGER["maximum_total"]["value"]
    assert RANKS[-1].start < LEDGER["maximum_total"]["value"]


@pytest.mark.clause("OPS-T-RANK")
def test_the_ranks_are_the_ledger_s():
    assert [(row.name["en"], row.start) for row in RANKS] == [(row["rank"], row["from"]) for row in LEDGER["ranks"]]
    assert dict(SCALE.score) == {name: LEDGER["score_per_result"][name] for name in SCALE.score}
    assert SCALE.multiplayer_factor == LEDGER["multiplayer_factor"]["value"]


@pytest.mark.clause("OPS-1.6-4")
def test_a_higher_rank_gives_more_advice():
    by_rank = [tips(RANKS, row.start) for row in RANKS]
    assert len(by_rank[0]) >= 1
    for lower, higher in pairwise(by_rank):
        assert higher[: len(lower)] == lower
    names = [row.name["en"] for row in RANKS if row.tips]
    assert names == ["Recruit", "Corporal", "Lieutenant"]  # where the ledger's table unlocks advice
    assert len(tips(RANKS, 100)) > len(tips(RANKS, 99))
    assert len(tips(RANKS, 600)) > len(tips(RANKS, 599))


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
    assert is_spared(RANKS, experience, topic, first_battle=first_battle) == spared


@pytest.mark.clause("OPS-1.6-7")
def test_rank_opens_functions_and_content():
    assert opened(RANKS, 599) == ()
    assert "random_weather" not in opened(RANKS, 2399)
    assert "random_weather" in opened(RANKS, 2400)
    highest = opened(RANKS, RANKS[-1].start)
    assert len(highest) == len(set(highest)) == sum(len(row.opens) for row in RANKS) == 8
    assert [len(ranks_held(RANKS, row.start)) for row in RANKS] == list(range(1, len(RANKS) + 1))
    for row in RANKS:
        assert row.tips or row.skips or row.skips_elsewhere or row.opens, row.name


@pytest.mark.clause("OPS-1.6-7")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("start: 300 ", "start: 50 ", r"ranks\.yaml:\d+: ranks: start at"),
        ("en: Corporal, ", "", r"ranks\[1\]\.name\.en: missing"),
        ("opens: [best_replays]", "opens: [Best]", r"ranks\[5\]\.opens"),
        ("start: 0", "strat: 0", r"strat: unknown field"),
    ],
)
def test_the_ranks_are_checked_when_they_are_read(tmp_path, monkeypatch, old, new, problem):
    path = a_copy(tmp_path, monkeypatch, "campaigns/normandy/ranks.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        load_ranks()


@pytest.mark.clause("OPS-T-RANK")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("draw: 40, ", "", r"score\.draw: missing"),
        ("draw: 40, ", "draw: 61, ", r"score: gives a worse result more"),
        (", marginal: 60, tactical: 80, decisive: 100", "", r"score: has no level of victory"),
        ("decisive: 100", "decisive: 100000", r"score\.decisive"),
        ("{campaign: 1.0, advanced: 1.5, battle: 4.0}", "{}", r"weight: is empty"),
    ],
)
def test_a_scale_is_checked_when_it_is_read(tmp_path, monkeypatch, old, new, problem):
    path = a_copy(tmp_path, monkeypatch, "campaigns/operations/career/experience.yaml")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        load_scale("operations")


def test_a_pack_without_ranks_and_scales_has_those_of_the_program(tmp_path, monkeypatch):
    (tmp_path / "campaigns").mkdir()
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    assert load_ranks() == RANKS and load_scale("operations") == SCALE
    assert load_scale("chess") is None


def a_copy(tmp_path, monkeypatch, name):
    """A file of the program's data in a pack of its own, which is in use."""
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text((program_root() / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    return path


@pytest.mark.parametrize("system", NAMES)
def test_every_system_of_the_house_has_a_scale_that_fits_its_scenarios(system):
    scale = load_scale(system)
    assert scale is not None
    assert {info.kind for info in get_system(system).scenarios()} <= set(scale.weight)
    assert set(scale.score) - {"defeat"} <= set(get_system(system).names)


def test_a_level_or_kind_that_the_scale_does_not_name_still_counts():
    assert points_of(SCALE, outcome("axis", "crushing"), "axis") == SCALE.score["marginal"]
    assert worth(SCALE, "puzzle", "solo", 60) == 60


def test_a_multiplayer_factor_would_count():
    scale = replace(SCALE, multiplayer_factor=2.0)
    assert (worth(scale, "campaign", "solo", 60), worth(scale, "campaign", "multiplayer", 60)) == (60, 120)
