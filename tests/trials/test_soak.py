"""The soak plays the same games every time, with every check, and what fails can be seen again."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

import wab
from trials import soak
from wab.engine import Chance, Refusal, Text
from wab.systems.operations import Operations
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.orders import OperationsOrder, Pass
from wab.systems.operations.testing.positions import POSITIONS, PREFIX, known_boards, position
from wab.testing.players import Temper, invented
from wab.testing.walks import Table
from wab.testing.watch import Watch, refusal_problems, undo_problems


@pytest.fixture(autouse=True)
def boards():
    with known_boards():
        yield


def test_positions_are_sound_and_the_same_for_the_same_number():
    for number in range(25):
        state = position(number)
        assert POSITIONS.invariants(state) == []
        data = POSITIONS.encode(state)
        again = soak.start(Table(PREFIX + str(number)), state.dice.seed).state
        assert POSITIONS.encode(again) == data
        assert POSITIONS.encode(POSITIONS.decode(data)) == data


@pytest.mark.trial
def test_positions_are_of_all_sorts():
    states = [position(number) for number in range(60)]
    rules = [state.board.rules for state in states]
    for name in ("fog", "supply", "fatigue", "commanders", "air", "naval", "reconstitution_axis"):
        assert {getattr(rule, name) for rule in rules} == {False, True}, name
    assert {state.board.impulses for state in states} == {1, 2}
    assert {state.active for state in states} == set(SIDES)
    assert {state.weather for state in states} == {"sunny", "overcast", "rain", "storm"}
    assert len({state.board.grid.size for state in states}) > 10
    assert any(state.squadrons for state in states)
    assert any(state.awaited for state in states)
    everybody = [(state.profile(unit.id), unit) for state in states for unit in state.units.values()]
    assert any(profile.is_ship for profile, _ in everybody)
    assert any(profile.is_commander for profile, _ in everybody)
    assert len({profile.kind for profile, _ in everybody}) > 40
    assert {unit.supplied for _, unit in everybody} == {False, True}
    assert any(unit.hp < profile.hp for profile, unit in everybody)
    assert any(unit.fatigue > 50 for _, unit in everybody)


def test_a_small_soak_finds_nothing(tmp_path):
    for number in range(4):
        report = soak.play(soak.Job(number, 3, 12), tmp_path / "failed")
        assert report.problems == ()
        assert report.orders or report.ended
    assert not (tmp_path / "failed").exists()


def test_a_game_is_the_same_every_time(tmp_path):
    for number in (2, 8):  # a position, a scenario
        first, second = (soak.play(soak.Job(number, 5, 15), tmp_path) for _ in range(2))
        assert first.orders
        assert first.orders == second.orders


def test_a_game_that_fails_leaves_a_bundle_with_the_command_that_repeats_it(tmp_path, monkeypatch):
    def unlucky(system, state):
        return ["turn 2 is unlucky"] if state.turn > 1 else []

    monkeypatch.setattr(Operations, "invariants", unlucky)
    monkeypatch.setattr(soak, "POSITIONS_IN_TEN", 0)
    report = soak.play(soak.Job(4, 2, 120), tmp_path / "failed")
    assert report.problems == ("turn 2 is unlucky",)
    (folder,) = (tmp_path / "failed").iterdir()
    assert {path.name for path in folder.iterdir()} == {"what.txt", "orders.jsonl", "game.wab"}
    told = (folder / "what.txt").read_text("utf-8")
    assert "turn 2 is unlucky" in told
    assert "python -m trials soak-operations --seed 2 --case 4" in told


def test_another_system_is_soaked_with_all_its_choices(tmp_path):
    every = soak.tables_of("cards")
    assert len(every) > 20 and {soak.Job(number, 1, 1, "cards").table for number in range(len(every))} == set(every)
    assert any(soak.Job(number, 1, 1, "cards").table.chosen for number in range(24))
    assert soak.play(soak.Job(3, 1, 10, "cards"), tmp_path).problems == ()


def test_figures_are_held_against_the_events():
    game = soak.start(Table("cards/pegasus-bridge"), 1)
    watch = Watch(game, Chance(1, "test"))
    before = game.state.copy()
    events = game.play(next(iter(game.legal_orders())))
    assert list(watch.problems_after(before, events)) == []
    unit = next(iter(game.state.units.values()))
    game.state.put(replace(unit, figures=unit.figures - 1))
    assert any("figures, the events say +0" in problem for problem in watch.problems_after(before, ()))


# ---------------------------------------------------------------- the checks notice


def watched(number: int = 4):
    game = soak.start(Table(PREFIX + str(number)), 1)
    return game, Watch(game, Chance(1, "test"))


def test_points_and_strength_are_held_against_the_events():
    game, watch = watched()
    before = game.state.copy()
    events = game.play(Pass())
    assert list(watch.problems_after(before, events)) == []
    game.state.activation_points += 1
    unit = next(unit for _, unit in sorted(game.state.units.items()) if unit.hp > 1)
    game.state.put(replace(unit, hp=unit.hp - 1))
    game.state.version += 1
    problems = " ".join(watch.problems_after(before, ()))
    assert "activation points are left" in problems
    assert "HP, the events say" in problems


def test_a_die_without_a_record_is_noticed():
    game, watch = watched()
    before = game.state.copy()
    events = game.play(Pass())
    game.state.dice = replace(game.state.dice, drawn={"combat": 7})
    assert any("dice were rolled" in problem for problem in watch.problems_after(before, events))


def test_an_offer_that_is_refused_or_made_twice_is_noticed():
    game, watch = watched()
    orders = list(game.legal_orders())
    assert list(watch.problems_before(orders)) == []
    wrong = next(order for order in invented(game, Chance(1, "wrong"), 50) if game.why_not(order) is not None)
    assert any("is on offer:" in problem for problem in watch.problems_before([*orders[:2], wrong]))
    assert any("on offer 2 times" in problem for problem in watch.problems_before([orders[0], orders[0]]))
    assert any("nothing is on offer" in problem for problem in watch.problems_before([]))


def test_a_refusal_without_words_is_noticed(monkeypatch):
    game, _ = watched()
    wrong = [order for order in invented(game, Chance(1, "wrong"), 50) if game.why_not(order) is not None]
    assert list(refusal_problems(game, wrong)) == []
    monkeypatch.setattr(game, "why_not", lambda order: Refusal(Text(" ")))
    assert len(list(refusal_problems(game, wrong))) == len(wrong)


def test_an_undo_that_does_not_restore_is_noticed():
    game = soak.start(Table(wab.scenarios()[0].id), 1)
    orders = [order for order in game.legal_orders() if not isinstance(order, Pass)]
    taken_back = 0
    for order in orders[:12]:
        if game.why_not(order) is not None:
            continue
        before = game.digest()
        game.play(order)
        if game.why_not_undo() is None:
            assert list(undo_problems(game, before, order)) == []
            assert any("does not restore" in problem for problem in undo_problems(game, "another", order))
            taken_back += 1
    assert taken_back


def test_players_pass_less_often_the_more_patient_they_are():
    game, _ = watched()
    orders = list(game.legal_orders())
    passes = Counter()
    for seed in range(12):
        temper = Temper(game.system, Chance(seed, "temper"))
        passes[sum(isinstance(temper.choose(orders), Pass) for _ in range(60))] += 1
    assert len(passes) > 2


def test_invented_orders_are_of_every_kind_and_some_are_legal():
    kinds, legal = Counter(), 0
    for number in range(20):
        game, _ = watched(number)
        for order in invented(game, Chance(number, "invent"), 40):
            assert isinstance(order, OperationsOrder)
            kinds[type(order).__name__] += 1
            legal += game.why_not(order) is None
    assert len(kinds) == 5
    assert 0 < legal < kinds.total()
