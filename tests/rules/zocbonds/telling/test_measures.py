"""A battle in numbers and in sentences: charts, places next to history's, what mattered in a turn."""

import pytest

from ai.agents import make_agents
from tests.rules.zocbonds.field import board, carried_out, ids, position
from wab import new_game
from wab.engine.history.course import whole_course
from wab.engine.history.journal import lasting
from wab.engine.history.verdict import verdict_on
from wab.locale import language
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.telling import measures

WEEK = "zocbonds/the-first-week"
PLACES = {"us_1id_16": "2620", "de_352id_914": "2420", "de_352id_915": "2519"}


def measured(state):
    return {measure.id: measure.values for measure in measures.measures(state)}


def told(began, ended, seen=()):
    return {str(cause.words): cause for cause in SYSTEM.turning_points(began, ended, seen)}


@pytest.fixture(autouse=True)
def _in_english():
    with language("en"):
        yield


@pytest.fixture
def began():
    return position(PLACES, scenario=WEEK)


@pytest.fixture
def ended(began):
    return began.copy()


def hold(state, side, *labels):
    for hex_ in state.board.hexes(labels):
        state.control[hex_] = CODES[side]


def test_steps_on_the_map_and_steps_that_are_missing_are_counted_by_side(ended):
    before = measured(ended)
    roster, (first, second) = ended.board.roster, ids(ended, "de_352id_914", "de_352id_915")
    carried_out(ended, [ev.StepLost(first, roster[first].steps - 1), ev.Eliminated(second)])
    after, gone = measured(ended), 1 + roster[second].steps
    assert before["steps"]["axis"] - after["steps"]["axis"] == gone
    assert after["losses"]["axis"] - before["losses"]["axis"] == gone
    assert after["steps"]["allied"] == before["steps"]["allied"] and not before["losses"]["axis"]


def test_ground_stands_beside_history_on_days_whose_front_is_known(ended):
    assert measures.day(ended) == "1944-06-07"
    values = measured(ended)
    assert values["ground"]["history"] > values["ground"]["game"] > 0
    hold(ended, "allied", "1815", "1816")
    after = measured(ended)
    assert (
        after["ground"]["game"] > values["ground"]["game"] and after["ground"]["history"] == values["ground"]["history"]
    )
    assert after["front"]["game"] > values["front"]["game"] and after["front"]["history"] == 0
    third = position(PLACES, scenario=WEEK, turn=3)
    assert set(measured(third)["ground"]) == {"game"} and not measured(third)["front"]


def test_a_place_weighs_by_its_points_and_shows_the_event_that_took_it(began, ended):
    """Bayeux is worth points in the first week, a village near the ships none; control may change without a march."""
    bayeux, village = ended.board.hexes(("2322", "2326"))
    assert ended.board.terrain(village) == "village"
    hold(ended, "allied", "2322", "2326")
    took = (ev.ControlTaken("allied", (bayeux,)), ev.ControlTaken("allied", (village,)))
    causes = sorted(told(began, ended, took).values(), key=lambda cause: -cause.weight)
    assert [cause.event for cause in causes] == list(took)
    assert causes[0].weight > causes[1].weight > 0


def test_before_the_landing_no_beach_is_missed():
    state = new_game(WEEK, seed=1).system.new_state(WEEK, 1, {})
    assert victory.totals(state)["allied"] < 0
    assert measured(state)["points"]["allied"] == 0


def test_landmarks_are_the_places_of_these_days_and_the_cities(began, ended):
    marks = {str(mark.name): mark for mark in measures.landmarks(began)}
    assert {"Carentan", "Bayeux", "Caen", "Cherbourg", "Saint-Lô"} <= set(marks)
    assert "Falaise" not in marks and "Valognes" not in marks, "after the first week"
    assert marks["Bayeux"].holder == "axis" and marks["Bayeux"].history[0] == ("1944-06-07", "allied")
    hold(ended, "allied", "2322")
    assert next(mark for mark in measures.landmarks(ended) if str(mark.name) == "Bayeux").holder == "allied"
    campaign = position(PLACES, turn=2)
    assert "Valognes" in {str(mark.name) for mark in measures.landmarks(campaign)}


def test_a_place_that_was_taken_is_told_with_its_points_and_the_march_that_took_it(began, ended):
    hold(ended, "allied", "2322")
    (unit,), bayeux = ids(ended, "us_1id_16"), board(WEEK).hex("2322")
    march = ev.Moved((unit,), (bayeux,), "ordinary", 6, (bayeux,))
    causes = told(began, ended, [march])
    assert causes["The Allies take Bayeux: 2 points."].event is march
    causes = told(ended, began)
    assert "The Germans take Bayeux." in causes, "nothing counts for them in the first week"


def test_a_city_of_several_hexes_is_taken_in_parts(began, ended):
    hold(ended, "allied", "1928", "2029")
    assert any(words.startswith("The Allies take a part of Caen: ") for words in told(began, ended))
    whole = ended.copy()
    hold(whole, "allied", "1929", "2030")
    assert any(words.startswith("The Allies take Caen: ") for words in told(ended, whole))


def test_losses_are_told_by_side_the_strongest_first(began, ended):
    (weak,), (strong,) = ids(ended, "de_352id_914"), ids(ended, "us_1id_16")
    assert "The Germans lose 1 step." in told(began, ended, [ev.StepLost(weak, 1)])
    assert "The Germans lose Grenadier-Regiment 914." in told(began, ended, [ev.StepLost(weak, 1), ev.Eliminated(weak)])
    roster = ended.board.roster
    posts = [unit for unit in roster if roster[unit].type == "strongpoint"][:2]
    gone = [ev.Eliminated(unit) for unit in (*posts, weak)]
    (words,) = told(began, ended, gone)
    assert words.startswith("The Germans lose 3 units, Grenadier-Regiment 914 and ")
    assert told(began, ended, [ev.Eliminated(strong)]).keys() == {"The Allies lose the 16th Infantry."}


def test_harbours_and_linked_beaches_are_told(began, ended, monkeypatch):
    done = ev.MulberryDone("us")
    assert told(began, ended, [done])["The Mulberry of the US First Army is ready."].event is done
    monkeypatch.setattr(victory, "beaches_linked", lambda state: state is ended)
    points = ended.board.tables.points.first_week.beaches_linked
    assert f"The Allies gain {points} points: beaches linked." in told(began, ended)


def test_the_course_of_a_game_has_charts_verdicts_and_fates():
    game = new_game(WEEK, seed=3)
    players = make_agents(dict.fromkeys(SYSTEM.sides, "greedy"), "zocbonds", 3, game.seats)
    while game.to_act is not None and game.turn < 3:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    course = whole_course(game.system, game.setup, lasting(game.journal))
    assert {chart.id for chart in course.worth_drawing} >= {"points", "steps", "losses", "ground"}
    assert [verdict.turn for verdict in course.verdicts] == [1, 2] and all(one.causes for one in course.verdicts)
    assert course.days[:2] == ((1, "1944-06-06"), (2, "1944-06-07"))
    assert any(fate.played is not None for fate in course.fates)
    assert verdict_on(SYSTEM, 1, game.view("axis"), game.view("allied"), ()).points == {"allied": 0, "axis": 0}
