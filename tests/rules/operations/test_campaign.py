"""The campaigns: what opens next (ledger 11.2.1)."""

from __future__ import annotations

import pytest

import wab
from wab.career.campaigns import chain, is_done, open_scenarios
from wab.content.operations.loader import load_scenario, scenario_infos, scenario_paths
from wab.engine import DataError, Outcome, ScenarioInfo

DRAW = Outcome(None, "draw", {"allied": 5.0, "axis": 5.0})


def won(side):
    return Outcome(side, "marginal", {"allied": 1.0, "axis": 2.0})


def info(id_, **campaigns):
    return ScenarioInfo(id_, "operations", "campaign", {"en": id_}, ("allied", "axis"), 4, campaigns=campaigns)


# In a menu's order, which differs from the campaigns' order.
SCENARIOS = (
    info("c", allied=3, axis=2),
    info("a", allied=1),
    info("x", axis=1),
    info("b", allied=2),
    info("y", axis=3),
)


def test_a_campaign_is_a_chain_in_its_own_order():
    assert chain(SCENARIOS, "allied") == ("a", "b", "c")
    assert chain(SCENARIOS, "axis") == ("x", "c", "y")


@pytest.mark.clause("OPS-11.2.1-1")
def test_the_next_scenario_opens_when_the_one_before_has_been_done():
    results = {}
    assert open_scenarios(SCENARIOS, "allied", results) == ("a",)
    results["a", "allied"] = [DRAW]
    assert open_scenarios(SCENARIOS, "allied", results) == ("a", "b")
    results["b", "allied"] = [won("allied")]
    assert open_scenarios(SCENARIOS, "allied", results) == ("a", "b", "c")


@pytest.mark.clause("OPS-11.2.1-1")
@pytest.mark.parametrize(
    ("outcomes", "done"),
    [
        ((), False),
        ((won("axis"),), False),
        ((DRAW,), True),
        ((won("allied"),), True),
        ((won("axis"), DRAW), True),
        ((won("axis"), won("axis")), True),
    ],
)
def test_a_draw_or_two_defeats_are_enough(outcomes, done):
    assert is_done({("a", "allied"): outcomes}, "a", "allied") == done


@pytest.mark.clause("OPS-11.2.1-1")
def test_a_result_farther_on_opens_nothing_before_it():
    assert open_scenarios(SCENARIOS, "allied", {("b", "allied"): [DRAW]}) == ("a",)


@pytest.mark.clause("OPS-11.2.1-3")
def test_the_campaigns_of_the_two_sides_are_apart():
    results = {(scenario, "allied"): [DRAW] for scenario in ("a", "b", "c")}
    assert open_scenarios(SCENARIOS, "axis", results) == ("x",)
    results["x", "axis"] = [won("axis")]
    assert open_scenarios(SCENARIOS, "axis", results) == ("x", "c")  # done as the Allies, not as the Axis
    results["c", "axis"] = [DRAW]
    assert open_scenarios(SCENARIOS, "axis", results) == ("x", "c", "y")


@pytest.mark.clause("OPS-1.3-1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_campaign_of_the_battle_is_in_the_base_product(side):
    """Each side has a chain of scenarios, all there to be played and found in the list."""
    scenarios = chain(scenario_infos(), side)
    assert scenarios
    assert {info.id for info in scenario_infos() if info.kind == "campaign"} == {
        id_ for own in ("allied", "axis") for id_ in chain(scenario_infos(), own)
    }
    for scenario in scenarios:
        assert wab.new_game(scenario, seed=1).to_act
    places = [info.campaigns[side] for info in scenario_infos() if side in info.campaigns]
    assert len(set(places)) == len(places) and min(places) == 1


@pytest.mark.clause("OPS-1.3-1")
def test_a_campaign_scenario_without_a_place_in_a_campaign_is_refused(tmp_path):
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    path.write_text(text.replace("campaigns: {allied: 1}\n", ""), encoding="utf-8")
    with pytest.raises(DataError, match="campaigns: is missing"):
        load_scenario(path)
    path.write_text(text.replace("kind: campaign", "kind: advanced"), encoding="utf-8")
    with pytest.raises(DataError, match='the kind is "advanced"'):
        load_scenario(path)
