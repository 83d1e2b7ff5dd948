"""The words of the top bar, of the lists and of the hints. No window."""

import pytest

import wab
from wab.app.operations.hand.adapter import OperationsAdapter, facts
from wab.app.operations.hand.hints import general_hints, hints_of
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.looks.overlays import ruined_ports, supply_notes
from wab.app.operations.looks.status import (
    arrival_rows,
    forecast_picture,
    objective_rows,
    points_rows,
    status,
    weather_brief,
    weather_effects,
)
from wab.app.play.learning import Learnt
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.ui.hints import due as hint_of
from wab.app.wargame.ui.hints import watch
from wab.locale import language
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.testing.boards import make_board

pytestmark = pytest.mark.usefixtures("english")

OMAHA, CARENTAN = "operations/cliffs-and-shingle", "operations/causeway-to-carentan"


@pytest.mark.clause("OPS-5.2-11")
def test_the_top_bar_tells_day_turn_and_points():
    now = status(wab.new_game(CARENTAN, seed=1).view("allied"))
    assert (now.turn, now.turns, now.day, now.since) == (1, 5, "10 June 1944", "D + 4")
    assert (now.points, now.points_full) == (12, 12)
    assert now.impulse == "Your turn" and now.weather_icon == "rain"


def test_the_other_side_is_told_that_it_waits():
    assert status(wab.new_game(CARENTAN, seed=1).view("axis")).impulse == "The enemy is moving"


def test_weather_names_what_it_slows_for_the_side_at_the_screen():
    board = make_board([". . ."], weather="storm")
    board.place("armour", hex=0)
    board.place("infantry", hex=1)
    view = OperationsView("allied", known_state(board.state, "allied"))
    assert weather_effects(view) == ["sight 50%", "armour 75%"]
    board.set(weather="sunny")
    assert weather_effects(OperationsView("allied", known_state(board.state, "allied"))) == []


def test_weather_in_the_fewest_words_tells_the_least_and_the_most_that_is_left():
    board = make_board([". . . ."], weather="sunny")
    view = OperationsView("axis", known_state(board.state, "axis"))
    assert weather_brief(view) == ""
    board.place("armour", 0, "axis")
    view = OperationsView("axis", known_state(board.state, "axis"))
    assert weather_brief(view) == "movement 50%"
    board.place("infantry", 1, "axis")
    board.set(weather="overcast")
    view = OperationsView("axis", known_state(board.state, "axis"))
    assert weather_brief(view) == "movement 75% to 90%"
    board.set(weather="storm")
    view = OperationsView("axis", known_state(board.state, "axis"))
    assert weather_brief(view) == "sight 50% · movement 75%"


@pytest.mark.parametrize("scenario", [OMAHA, CARENTAN])
def test_the_needle_stands_in_the_zone_of_its_level(scenario):
    game = wab.new_game(scenario, seed=1)
    game.state.turn = 2
    view = game.view("allied")
    picture, now = forecast_picture(view), view.forecast()
    assert sum(picture.zones) == pytest.approx(1.0)
    edges = [sum(picture.zones[: i + 1]) for i in range(7)]
    zone = next(index for index, edge in enumerate(edges) if picture.needle <= edge)
    levels = ("decisive", "tactical", "marginal", "draw", "marginal", "tactical", "decisive")
    assert levels[zone] == now.level
    if now.winner is not None:
        assert (zone > 3) == (now.winner == "allied")


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_in_the_first_turn_nothing_is_decided_and_goals_are_named(side):
    with language("en"):
        picture = forecast_picture(wab.new_game(OMAHA, seed=1).view(side))
    assert (picture.level, picture.winner, picture.needle) == ("Nothing decided", None, 0.5)
    assert "by turn 4 win" in picture.points and picture.points.count(",") == 2
    assert "Axis" not in picture.points and picture.score.count(",") == 1


def test_the_parts_of_the_score_add_up_to_the_forecast():
    game = wab.new_game(CARENTAN, seed=1)
    for _ in range(4):
        view = game.view("allied")
        rows = points_rows(view)
        totals = {"allied": sum(row[1] for row in rows), "axis": sum(row[2] for row in rows)}
        assert totals == view.forecast().points
        game.play(Pass())


def test_the_list_of_objectives_holds_each_of_them_main_ones_first():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    rows = objective_rows(view)
    assert sorted(row.hex for row in rows) == sorted(objective.hex for objective in view.board.objectives)
    assert [row.main for row in rows] == sorted((row.main for row in rows), reverse=True)
    assert {row.holder for row in rows} <= {"allied", "axis"}


def test_reinforcements_stand_in_the_order_of_their_coming():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    rows = arrival_rows(view)
    assert rows and [row.turn for row in rows] == sorted(row.turn for row in rows)
    assert all(row.name and row.day and row.place for row in rows)
    assert not any(row.late for row in rows)


def hint_due(view, learnt=None, seen=()):
    """The hint that is due for a view, by what was learnt and what was read."""
    learnt = learnt if learnt is not None else Learnt()
    learnt.read |= set(seen)
    return hint_of(OperationsAdapter(Still(view)), learnt)


def test_a_hint_comes_in_its_moment_and_goes_when_it_is_read():
    class Seat:
        in_flight = False

        def __init__(self):
            self.game = wab.new_game(OMAHA, seed=1)

        @property
        def view(self):
            return self.game.view("allied")

    seat = Seat()
    hand, learnt = Interaction(seat), Learnt()
    first = hint_due(seat.view, learnt)
    assert first.number == 0 and first.text
    assert hint_due(seat.view, Learnt(), {0}) is None
    hand.click(first.hex)
    watch(hand, learnt)
    second = hint_due(seat.view, learnt)
    assert second.number == 1 and learnt.read == {0}  # what the first asks for has been done
    assert second.hex == seat.view.board.grid.parse("5030")
    hand.hover(second.hex)
    watch(hand, learnt)
    assert hint_due(seat.view, learnt).number == 1  # to point at the enemy is not yet to attack it
    hand.click(second.hex)
    watch(hand, learnt)
    assert hint_due(seat.view, learnt).number == 2
    assert hint_due(seat.view, learnt, {2, 3}) is None


def test_a_lesson_speaks_to_the_side_that_learns_by_it():
    game = wab.new_game("operations/to-the-sea", seed=1)
    assert hint_due(game.view("axis")) is not None
    assert hint_due(game.view("allied")) is None


def test_no_hint_is_due_when_the_battle_is_over():
    game = wab.new_game(OMAHA, seed=1)
    assert hint_due(game.view("allied")) is not None
    while game.outcome is None:
        game.play(Pass())
    assert hint_due(game.view("allied")) is None


def test_a_hint_of_a_turn_waits_for_it():
    game = wab.new_game(OMAHA, seed=1)
    seen = {0, 1, 2, 3}
    assert hint_due(game.view("allied"), Learnt(), seen) is None
    while game.turn < 2:
        game.play(Pass())
    assert hint_due(game.view("allied"), Learnt(), seen).number == 4


# ------------------------------------------------------------------------------------------------- hints of the battle


HINTS = {hint.when: hint for hint in general_hints()}
PERCH = "operations/perch"


def due(view, learnt=None):
    """The moments of all hints of the battle that are due now, in their order; each is read in its turn."""
    found, learnt = [], Learnt(done=set(learnt.done) if learnt is not None else set())
    while (hint := hint_due(view, learnt)) is not None:
        learnt.read.add(hint.number)
        found.append(hints_of(view)[hint.number].when)
    return found


def on_board(learnt=None, side="allied", **options):
    """A builder of a board without fog, and what is due on it for a side when it is asked."""
    b = make_board([". . . . ."], switches={"fog": False, **options.pop("switches", {})}, **options)
    return b, lambda: due(OperationsView(side, known_state(b.state, side)), learnt)


@pytest.mark.clause("OPS-3.3-3")
def test_larger_scenarios_speak_of_the_advanced_rules_and_lessons_only_of_themselves():
    assert {hint.when for hint in hints_of(wab.new_game(PERCH, seed=1).view("allied"))} >= set(HINTS)
    lesson = wab.new_game(OMAHA, seed=1).view("allied")
    assert hints_of(lesson) == lesson.board.hints
    for hint in HINTS.values():
        assert set(hint.text) == {"en", "fr"} and all(len(text) < 400 for text in hint.text.values())


def test_weather_is_spoken_of_in_that_weather_and_to_whom_it_matters():
    for weather, sides in (("sunny", ["axis"]), ("rain", ["allied", "axis"]), ("overcast", [])):
        for side in ("allied", "axis"):
            _, told = on_board(side=side, weather=weather)
            assert told() == ([f"weather:{weather}"] if side in sides else []), (weather, side)


@pytest.mark.parametrize("kind, moment", [("commander", "commander"), ("ship", "ship"), ("artillery", "gun")])
def test_a_hint_about_a_kind_of_unit_comes_when_one_is_selected(kind, moment):
    learnt = Learnt()
    b, told = on_board(learnt)
    unit = b.place(kind, 0)

    class Hand:
        adapter = OperationsAdapter(Still(OperationsView("allied", known_state(b.state, "allied"))))
        units, attacking, target = frozenset(), False, None

    watch(Hand, learnt)
    assert told() == []
    Hand.units = frozenset({unit})
    watch(Hand, learnt)
    assert told() == [f"first-{moment}"]


def test_a_unit_out_of_supply_and_one_that_is_worn_are_spoken_of():
    b, told = on_board()
    unit = b.place("infantry", 0, quality="conscript")
    assert told() == []
    b.change(unit, fatigue=31)
    assert told() == ["worn"]
    b.change(unit, fatigue=0, supplied=False)
    assert told() == ["unsupplied"]


@pytest.mark.clause("OPS-3.3-3")
def test_losses_are_spoken_of_where_they_can_be_made_good():
    for side, switch, rebuild in (("allied", "reconstitution_allied", "automatic"), ("axis", "", "manual")):
        b, told = on_board(side=side, switches={switch: True} if switch else {})
        unit = b.place("infantry", 0, side, rebuild=rebuild)
        b.set(rebuild_points=3 if side == "axis" else 0)
        assert told() == []
        b.change(unit, hp=6)
        assert told() == [{"allied": "losses", "axis": "points"}[side]]
    b, told = on_board()
    b.place("infantry", 0, rebuild="automatic", hp=2)
    assert told() == [], "nobody is rebuilt in this scenario"


def test_aircraft_are_spoken_of_when_they_can_fly():
    game = wab.new_game(PERCH, seed=1)
    while not any(squadron.status == "ready" for squadron in game.view("allied").own_squadrons()):
        game.play(Pass())
    assert "aircraft" in due(game.view("allied")) and "aircraft" not in due(game.view("axis"))


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_a_port_in_ruins_is_spoken_of_until_it_opens():
    b, told = on_board(supply={"allied": {0: 1}})
    object.__setattr__(b.board, "ports", {"allied": {0: 3}})
    b.place("infantry", 1)
    b.set(turn=2, taken={0: 2})
    assert told() == ["port"]
    view = OperationsView("allied", known_state(b.state, "allied"))
    assert ruined_ports(view) == [(0, 5)]
    note, *_others = supply_notes(view)
    assert (note.hex, note.unit) == (0, None) and "from turn 5 on" in note.text
    assert ruined_ports(OperationsView("axis", known_state(b.state, "axis"))) == []
    b.set(turn=5)
    assert told() == []
    assert ruined_ports(OperationsView("allied", known_state(b.state, "allied"))) == []


def test_the_line_of_a_hex_tells_holder_and_sight():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    own = view.own_units()[0].hex
    assert facts(view, own).startswith("Allies")
    outside = int((~view.board.in_play).argmax())
    assert facts(view, outside) == "outside the battle"
