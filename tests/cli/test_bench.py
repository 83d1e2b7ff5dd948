"""Measuring in a bench; its results are no matter for a test."""

import gc
import sys

import networkx as nx
import numpy as np
import pytest

from ai.agents import built_in
from wab.cli.bench import run, systems
from wab.cli.bench.bounds import touch_edges
from wab.cli.bench.goals import GOALS, chosen
from wab.cli.bench.landscape import COLS, ROWS, landscapes, starts
from wab.cli.bench.operations import plain
from wab.cli.bench.operations.battle import UNITS, new_battle
from wab.cli.bench.rounds import BenchError, Result, agree, interleaved, times_faster
from wab.engine import UsageError
from wab.systems import NAMES
from wab.systems.operations.state.zoc import in_enemy_zoc


def test_contestants_take_turns_and_never_get_the_same_input_twice():
    calls = []
    interleaved({"a": (lambda n: calls.append(("a", n)), 2), "b": (lambda n: calls.append(("b", n)), 1)}, rounds=3)
    assert calls == [("a", 0), ("a", 1), ("b", 0), ("a", 2), ("a", 3), ("b", 1), ("a", 4), ("a", 5), ("b", 2)]


def test_the_collector_rests_during_a_measurement_and_works_after_it():
    states = []
    interleaved({"a": (lambda _: states.append(gc.isenabled()), 1)}, rounds=2)
    assert states == [False, False]
    assert gc.isenabled()


def test_a_ratio_says_how_many_times_faster_we_are():
    assert times_faster({"ours": 0.5, "theirs": 20.0}, "ours", "theirs") == 40


def test_contestants_that_disagree_are_not_timed():
    agree("P0", [1], [1], [1])
    with pytest.raises(BenchError, match="P0"):
        agree("P0", [1], [1], [2])


def test_goals_without_their_yardstick_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    results = run({"P13", "P14"})
    assert [(result.id, result.ok) for result in results] == [("P13", False), ("P14", False)]
    assert all("pip install chess" in result.measured for result in results)


def test_a_goal_that_is_missed_is_measured_once_more(monkeypatch):
    results = iter([Result("P0", "", "slow", False), Result("P0", "", "fast", True), Result("P0", "", "fast", True)])
    monkeypatch.setattr("wab.cli.bench.goals.GOALS", {"P0": lambda: next(results)})
    assert list(run({"P0"})) == [Result("P0", "", "fast", True)]
    assert list(run(set())) == [Result("P0", "", "fast", True)]


def test_goals_are_chosen_by_id():
    assert chosen(GOALS, set()) == list(GOALS.values())
    assert chosen(GOALS, {"P3"}) == [GOALS["P3"]]
    with pytest.raises(UsageError, match="P0"):
        chosen(GOALS, {"P0", "P3"})


def test_what_every_system_is_asked_is_chosen_by_its_number_for_all_and_by_its_id_for_one():
    assert chosen(GOALS, {"P22"}) == [GOALS[f"P22-{name}"] for name in NAMES]
    assert chosen(GOALS, {"P22-CARDS"}) == chosen(GOALS, {"P22-cards"}) == [GOALS["P22-cards"]]
    assert chosen(GOALS, {"P2"}) == [GOALS["P2"]]


def test_every_goal_has_its_id():
    asked = [(number, name) for number in range(20, 25) for name in NAMES]
    of_systems = [f"P{number}-{name}" for number, name in asked if number != 24 or "normal" in built_in(name)]
    own = [f"P{number}" for number in (*range(1, 20), *range(25, 29))]
    of_a_server = [f"P{number}" for number in range(30, 35)]
    assert list(GOALS) == [*own, *of_systems, *of_a_server]


def test_every_system_has_a_goal_for_each_question():
    for name in NAMES:
        searches = "normal" in built_in(name)
        wanted = {question.id for question in systems.QUESTIONS if searches or question.id != "P24"}
        assert set(systems.asked(name)) == wanted
        assert all(goal > 0 for goal in systems.asked(name).values())


def test_a_system_of_the_house_without_goals_is_told_where_they_belong(monkeypatch):
    assert systems.asked("chess") == {}
    monkeypatch.setattr(systems, "NAMES", (*NAMES, "chess"))
    with pytest.raises(UsageError, match=r"wab/cli/bench/chess/__init__\.py"):
        systems.asked("chess")


def test_the_orders_of_a_decision_are_counted_and_played_in_the_largest_scenario():
    assert {name: systems.largest(name) for name in NAMES}["cards"] == "cards/omaha-beach-double-board"
    spent, game = systems._walk("cards")
    assert len(spent.view) == len(spent.legal) == len(spent.play) == len(game.journal) - 1 > 20


@pytest.mark.parametrize(
    "name",
    ["P3", "P4", "P5", "P6", "P13", "P15", "P18", "P20-cards", "P21-cards", "P22-cards", "P23-cards", "P24-cards"],
)
def test_a_goal_gives_its_own_result(name):
    result = GOALS[name]()
    assert result.id == name
    assert any(digit in result.measured for digit in "0123456789")


def test_the_landscape_is_one_country_in_three_forms():
    land = landscapes()[0]
    assert land.workspace.grid.size == ROWS * COLS == land.graph.number_of_nodes() == land.matrix.shape[0]
    assert land.graph.number_of_edges() == land.matrix.nnz
    origin, target, price = next(iter(land.graph.edges(data="weight")))
    side = land.workspace.grid.direction(origin, target)
    assert price == land.cost[origin, side] == land.matrix[origin, target]
    assert nx.number_weakly_connected_components(land.graph) < ROWS * COLS / 4
    assert not np.array_equal(landscapes()[1].cost, land.cost)


def test_starts_are_free_hexes_and_differ_by_seed():
    land = landscapes()[0]
    found = starts(land, 50, 1)
    assert len(set(found)) == 50
    assert not land.stop[found].any()
    assert land.passable[found].all()
    assert starts(land, 50, 1) == found != starts(land, 50, 2)


# --- the battle that games are measured on ---


def test_the_battle_is_the_same_every_time_and_sound():
    first, second = new_battle(3), new_battle(3)
    assert first.digest() == second.digest() == new_battle(3, accelerated=False).digest()
    assert len(first.state.units) == UNITS
    assert first.system.invariants(first.state) == []
    assert {unit.hex for unit in first.state.units.values()} <= set(np.flatnonzero(first.state.board.land).tolist())


def test_the_sides_of_the_battle_are_equal_in_number_supplied_and_in_contact():
    state = new_battle(0).state
    own, enemy = (list(state.units_of(side)) for side in ("allied", "axis"))
    assert len(own) == len(enemy) == UNITS // 2
    assert all(unit.supplied for unit in own)
    assert any(in_enemy_zoc(state, "allied", unit.hex) for unit in own)


def test_the_battle_can_be_written_and_read():
    game = new_battle(0)
    data = game.system.encode(game.state)
    assert game.system.encode(game.system.decode(data)) == data


# --- lower bounds ---


def test_the_lower_bound_reads_every_edge_once():
    land = landscapes()[0]
    grid = land.workspace.grid
    hexes = np.array([0, 70, 4095], np.int32)
    distances = np.arange(grid.size, dtype=np.int32)
    expected = sum(
        int(land.cost[here, side]) + there
        for here in hexes.tolist()
        for side, there in enumerate(grid.neighbours[here].tolist())
        if there >= 0
    )
    assert touch_edges()(grid.neighbours, land.cost, hexes, distances) == expected


def test_a_side_turn_is_told_with_its_digests(monkeypatch):
    monkeypatch.setattr(plain, "_LAST_ORDER", 3)
    first, second = plain.play_side_turn(), plain.play_side_turn()
    assert first.digests == second.digests
    assert len(first.digests) == 3
    assert first.seconds > 0
