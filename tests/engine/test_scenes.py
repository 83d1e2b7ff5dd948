"""Scenes: every event of a game lies in exactly one of them, in order; the pace keeps its budget."""

import json
from functools import cache

import pytest

import wab
from tests.golden.transcript import SEED
from wab.cli import main
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.pace import GRAND, MOST_FIGHTS, SHORTEST, budget_of, programme, stretches
from wab.engine.history.scenes import Moment, Scene, scenes
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.plot import Beat, Plot, Theatre
from wab.engine.words.text import Text
from wab.systems.operations.state import events as ev
from wab.systems.operations.telling.scenes import OperationsPlot
from wab.testing.walks import SCENARIOS, walk

GAMES = (
    "operations/cliffs-and-shingle",
    "operations/the-boys-of-the-twelfth",
    "zocbonds/cherbourg",
    "zocbonds/the-first-week",
    "cards/sword-beach",
    "blind/the-corridor",
    "omaha/the-first-hour",
    "omaha/the-first-waves",
)
ALL = [*GAMES, *(pytest.param(one, marks=pytest.mark.trial) for one in SCENARIOS if one not in GAMES)]


@cache
def played_game(scenario):
    return walk(scenario, seed=SEED, length=30)[0]


def grouped(game, seat):
    plot = game.system.plot
    for played in Chronicle(game, seat).turns:
        yield played, scenes(played.moments, plot, plot.theatre(game.system.view(played.began, seat)))


@pytest.mark.parametrize("scenario", ALL)
def test_every_event_of_a_game_lies_in_exactly_one_scene_in_order(scenario):
    game = played_game(scenario)
    told = 0
    for seat in game.system.seats(game.state):
        for played, found in grouped(game, seat):
            covered = [number for scene in found for number in range(scene.first, scene.last + 1)]
            assert covered == list(range(len(played.moments)))
            told += len(found)
    assert told


@pytest.mark.parametrize("scenario", GAMES)
def test_scenes_name_only_what_the_seat_saw(scenario):
    """Units, hexes and sentences of a scene come from its own seen events."""
    game = played_game(scenario)
    plot = game.system.plot
    for seat in game.system.seats(game.state):
        for played, found in grouped(game, seat):
            for scene in found:
                part = played.moments[scene.first : scene.last + 1]
                facts = [plot.facts(moment.event) for moment in part]
                assert set(scene.actors) <= {unit for one in facts for unit in one.actors}
                assert set(scene.hexes) <= {hex_ for one in facts for hex_ in one.hexes}
                assert {scene.sentence, scene.result} <= {None, *(moment.text for moment in part)}


def moments(*events, seat="axis"):
    return [Moment(event, seat, Text(type(event).__name__)) for event in events]


def joined(target, unit=1):
    return ev.CombatJoined((unit,), (), (9,), target, target - 1, 600, 1000, "1:2", "1:1", (), ())


def test_a_combat_lasts_from_its_flight_to_the_advance_and_the_next_one_is_another():
    dice = Rolled("combat", Text("dice"), 6, 0, (1, 2))
    flew = ev.SquadronFlew(50, 5, points=2, aborted=False, hp=0, out_to=0, roll=0, anti_air=0, defence=0)
    fight = [ev.Activated(1), flew, joined(5), dice, ev.CombatResolved(5, 3, "1:1", 2, 2, True)]
    after = [ev.LostHp(9, 2, "combat"), ev.Retreated(9, 5, 6), ev.AdvanceOffered(5, (1,)), ev.Advanced((1,), 5)]
    found = scenes(moments(*fight, *after, joined(5, 2)), OperationsPlot(), Theatre())
    assert [(scene.kind, scene.first, scene.last) for scene in found] == [("combat", 0, 8), ("combat", 9, 9)]
    assert found[0].loss and not found[0].gone and found[0].hexes[-1] == 5
    assert str(found[0].sentence) == "CombatJoined"


def test_marches_of_one_formation_side_by_side_are_one_scene():
    board = wab.new_game("operations/cliffs-and-shingle", seed=1).view("allied").board
    theatre = Theatre(board.map.grid, frozenset({0}), frozenset(), lambda unit: "352" if unit < 3 else "716")
    there = int(max(board.map.grid.neighbours[200]))
    moved = [ev.Moved((unit,), (200, there), 2) for unit in (1, 2, 3)]
    found = scenes(moments(*moved), OperationsPlot(), theatre)
    assert [scene.actors for scene in found] == [(1, 2), (3,)]


def test_a_system_without_a_table_shows_paths_as_marches():
    plot = Plot()
    assert plot.beat(ev.Moved((1,), (1, 2), 2)) == Beat("march", by="unit")
    assert plot.beat(ev.Scored("axis", 1, "turn")).kind == "news"


def scene(kind, number, *, side="axis", near=True, loss=False, gone=False):
    return Scene(kind, number, number, (1,), (1,), side, near, loss, gone, Text("x"), None)


def test_marches_give_way_before_fights_are_shortened():
    told = [scene("march", number) for number in range(10)] + [scene("combat", 10 + n) for n in range(3)]
    pace = programme(told, "allied", 14.0)
    assert pace.seconds <= 14.0
    assert [one.seconds for one in pace.shown if one.number >= 10] == [4.0] * 3
    assert sorted([*pace.strip, *(one.number for one in pace.shown)]) == list(range(13))


def test_far_marches_and_quiet_fire_of_ours_stand_in_the_strip():
    told = [scene("march", 0, near=False), scene("bombardment", 1, side="allied"), scene("bombardment", 2, loss=True)]
    pace = programme(told, "allied", 20.0)
    assert [one.number for one in pace.shown] == [2] and pace.strip == (0, 1)


@pytest.mark.parametrize("budget", [12.0, 20.0, 30.0])
def test_many_fights_keep_the_budget_and_no_fight_is_too_short_to_be_seen(budget):
    told = [scene("combat", number, gone=number % 4 == 0) for number in range(80)]
    pace = programme(told, "allied", budget)
    assert pace.seconds <= budget + 1e-9
    assert min(one.seconds for one in pace.shown) >= SHORTEST
    assert all(told[one.number].gone for one in pace.shown)
    assert len(pace.shown) == int(budget / SHORTEST)


def test_fights_in_which_nobody_is_destroyed_give_way_first():
    told = [scene("combat", number, gone=number % 4 == 0) for number in range(40)]
    pace = programme(told, "allied", 30.0)
    assert {one.number for one in pace.shown} >= set(range(0, 40, 4))
    assert len(pace.shown) == MOST_FIGHTS


def test_each_turn_of_others_has_its_own_budget():
    """A turn with several changes of sides is shown in parts; no part takes longer than it may."""
    info = next(info for info in wab.scenarios() if info.id == "operations/the-battle-of-normandy")
    assert budget_of(info) == GRAND == 30.0
    sides = ["axis"] * 30 + ["allied"] * 5 + ["axis"] * 40
    told = [scene("combat" if n % 2 else "march", n, side=side) for n, side in enumerate(sides)]
    parts = stretches(told, "allied")
    assert [(own, len(part)) for own, part in parts] == [(False, 30), (True, 5), (False, 40)]
    paces = [programme(told, "allied", budget_of(info), part) for own, part in parts if not own]
    for pace, (_own, part) in zip(paces, [parts[0], parts[2]], strict=True):
        assert 0.9 * GRAND < pace.seconds <= GRAND + 1e-9
        assert sorted([*pace.strip, *(one.number for one in pace.shown)]) == list(part)


def test_news_of_no_side_belongs_to_the_turn_before_it():
    told = [scene("combat", 0), scene("news", 1, side=None), scene("march", 2, side="allied")]
    assert stretches(told, "allied") == ((False, range(2)), (True, range(2, 3)))


def test_the_command_prints_the_scenes_that_a_side_saw(tmp_path, capsys):
    game = played_game("operations/cliffs-and-shingle")
    game.save(tmp_path / "game.wab")
    assert main(["scenes", str(tmp_path / "game.wab"), "--side", "axis", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    expected = [(played.turn, scene.kind) for played, found in grouped(game, "axis") for scene in found]
    assert [(one["turn"], one["kind"]) for one in told] == expected
    assert main(["scenes", str(tmp_path / "game.wab"), "--side", "axis"]) == 0
    printed = capsys.readouterr().out
    assert "Combat" in printed and "in the strip" in printed
    assert all(one["sentence"] in printed for one in told)
