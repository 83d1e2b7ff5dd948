"""Winning, objectives and air superiority (ledger 3, annexes 3 and 4)."""

import pytest

from tests.cards_field import Field, ledger_table, medal
from wab.content.cards.loader import load_scenario, load_tables, scenario_paths
from wab.content.cards.scenario import Condition
from wab.engine import Game, Setup
from wab.engine.kernel.values import Outcome
from wab.systems.cards import SYSTEM
from wab.systems.cards.sequence.victory import medals, watched
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.apply import apply
from wab.systems.cards.state.match import Match
from wab.systems.cards.state.orders import Move
from wab.systems.cards.state.state import Token
from wab.systems.cards.telling.measures import measures

PAIR = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", 1)}


def winning(**more):
    """An attack that eliminates a unit, in a battle that needs one medal more."""
    f = Field({**PAIR, **more.pop("extra", {})}, **more).ordered("a")
    f.throw("grenade", "star", "star")
    return f


@pytest.mark.clause("CRD-3-1")
@pytest.mark.clause("CRD-3-5")
@pytest.mark.clause("CRD-3-7")
def test_the_first_side_with_its_medals_wins_at_that_instant():
    f = winning(to_win=(1, 1))
    f.attack("a", "x")
    assert f.to_act is None
    assert (f.state.result.winner, f.state.result.points) == ("allies", {"allies": 1.0, "axis": 0.0})
    assert type(f.events[-1]) is ev.GameEnded
    assert f.phase == "over"
    assert f.offered() == []


@pytest.mark.clause("CRD-3-1")
def test_the_numbers_of_medals_may_differ():
    goals = {(s.medals_to_win.allies, s.medals_to_win.axis) for s in map(load_scenario, scenario_paths())}
    assert any(allies != axis for allies, axis in goals)
    f = winning(to_win=(2, 1))
    f.attack("a", "x")
    assert f.to_act is not None


@pytest.mark.clause("CRD-3-2")
def test_medals_for_units_count_whatever_the_cause():
    f = Field({"x": ("axis", "infantry", "E1", 1)})
    f.flags("x", 1)
    assert f.medals("allies") == 1
    assert f.state.kills == {"allies": 1}


@pytest.mark.clause("CRD-3-5")
@pytest.mark.clause("CRD-A3-10")
def test_the_game_may_end_in_the_other_sides_turn():
    """The Allies leave their objective in the Axis turn, driven off: the majority passes, and with it the game."""
    town = medal("majority_temporary", "both", "E5", "G5", "I5")
    units = {"a": ("allies", "infantry", "E5", 1), "b": ("allies", "infantry", "G5"), "x": ("axis", "infantry", "E4"),
             "y": ("axis", "infantry", "I5")}  # fmt: skip
    f = Field(units, medals=(town,), to_win=(1, 9))
    f.state.held = {}
    f.ordered("x", stage="move")
    f.move("x", "D4")
    assert f.state.result.winner == "allies"
    assert f.state.active == "axis"


@pytest.mark.clause("CRD-3-6")
def test_if_one_event_serves_both_the_side_to_play_wins():
    left, right = medal("permanent", "axis", "E6"), medal("majority_temporary", "allies", "G5", "E6")
    for side, start, goal in (("allies", "E7", "D7"), ("axis", "E5", "E6")):
        units = {"a": ("allies", "infantry", "G5"), "m": (side, "infantry", start), "x": ("axis", "infantry", "A1")}
        f = Field(units, medals=(left, right), to_win=(1, 1))
        if side == "axis":
            f.state.kills = {"allies": 1}
        f.ordered("m", stage="move")
        f.move("m", goal)
        assert f.state.result.winner == side


@pytest.mark.clause("CRD-3-4")
@pytest.mark.clause("CRD-A3-1")
def test_objectives_say_what_they_are_and_whose():
    for path in scenario_paths():
        board = SYSTEM.new_state(f"cards/{path.stem}", 1, {}).board
        for objective in board.objectives:
            assert objective.type in set(ledger_table("CRD-T-OBJECTIVES")) | {"clear"}
            assert objective.side in ("allies", "axis", "both")


@pytest.mark.clause("CRD-3-3")
def test_the_track_shows_kills_and_objectives_together():
    f = winning(medals=(medal("temporary", "allies", "E4"),))
    f.attack("a", "x")
    f.ground()
    track = medals(f.state, "allies")
    assert (track.kills, track.objectives, track.exits, track.total) == (1, (0,), 0, 2)


# ---------------------------------------------------------------- no more medals than needed


def two_on_a_hex(type_="temporary", side="allies"):
    return medal(type_, side, "E5"), medal("permanent", side, "E5")


def walked_in(goals, **more):
    """An infantry unit has entered E5 with two medals on it."""
    f = Field({"a": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "A1")}, medals=two_on_a_hex(),
              to_win=goals, **more).ordered("a", stage="move")  # fmt: skip
    f.move("a", "E5")
    return f


def killed(goals):
    """An attack eliminates a unit and with it the enemy's share of two majorities."""
    f = winning(to_win=goals, medals=(medal("majority_temporary", "allies", "E5", "E4"),) * 2)
    f.state.kills = {"axis": 2}
    f.attack("a", "x")
    return f


def at_the_start_of_a_turn(goals):
    """A unit stands on two medals of its side before the first move."""
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "A1")}, medals=two_on_a_hex(), to_win=goals)
    f.state.held = {}
    for event in watched(f.state, [ev.UnitMoved(f.ids["a"], (f.hex("E5"),), Token(f.ids["a"]))]):
        apply(f.state, event)
    return f


def struck_dead(goals):
    """Sudden death ends a battle in which the other side has its medals at the same moment."""
    at_once = medal("sudden_death", "allies", "E5")
    f = Field({"a": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "A1")},
              medals=(at_once, *two_on_a_hex()), to_win=goals).ordered("a", stage="move")  # fmt: skip
    f.move("a", "E5")
    return f


def both_at_once(goals):
    """One step gives both sides two medals."""
    units = {"a": ("allies", "infantry", "G5"), "m": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "A1")}
    left = medal("permanent", "axis", "A1")
    f = Field(units, medals=(left, left, *two_on_a_hex()), to_win=goals)
    f.state.held = {}
    f.ordered("m", stage="move")
    f.move("m", "E5")
    return f


@pytest.mark.clause("CRD-3-1")
@pytest.mark.parametrize(
    ("battle", "goals", "points"),
    [
        (walked_in, (1, 1), (1, 0)),
        (walked_in, (2, 1), (2, 0)),
        (killed, (1, 3), (1, 2)),
        (killed, (2, 3), (2, 2)),
        (at_the_start_of_a_turn, (1, 1), (1, 0)),
        (struck_dead, (1, 1), (1, 0)),
        (both_at_once, (1, 1), (1, 1)),
        (both_at_once, (1, 2), (1, 2)),
    ],
)
def test_no_side_scores_more_than_the_medals_it_needs(battle, goals, points):
    """The score of a side stops at the number of the scenario, even if it gained more at one moment."""
    result = battle(goals).state.result
    assert result is not None and result.winner == "allies"
    assert result.points == dict(zip(("allies", "axis"), points, strict=True))


@pytest.mark.clause("CRD-2.9-2")
def test_medals_beyond_the_number_do_not_count_in_a_match():
    first, second = walked_in((1, 1)).state.result, Outcome("axis", "victory", {"allies": 0.0, "axis": 1.0})
    assert Match().after(first).after(second).medals == (2, 0)


@pytest.mark.clause("CRD-A3-2")
def test_medals_that_were_lost_again_are_not_in_the_score():
    f = walked_in((3, 1))
    assert f.medals("allies") == 2 and f.state.result is None
    f.state.tokens = {}
    f.ordered("a", stage="move")
    f.move("a", "E4")
    assert f.medals("allies") == 1, "the permanent one stays"


@pytest.mark.clause("CRD-3-3")
def test_charts_and_the_end_count_the_score_of_the_battle():
    f = walked_in((1, 1))
    assert next(one.values for one in measures(f.state, ()) if one.id == "points") == {"allies": 1, "axis": 0}
    assert medals(f.state, "allies").objectives == (0, 1)


# ---------------------------------------------------------------- objectives


def walking(type_, side="allies", unit="infantry"):
    """A unit next to an objective in E5, about to move."""
    units = {"a": ("allies", unit, "E6"), "x": ("axis", "infantry", "A1")}
    return Field(units, medals=(medal(type_, side, "E5"),)).ordered("a", stage="move")


@pytest.mark.clause("CRD-A3-2")
@pytest.mark.clause("CRD-T-OBJECTIVES")
def test_a_temporary_medal_is_held_while_a_unit_is_there():
    f = walking("temporary")
    f.move("a", "E5")
    assert f.medals("allies") == 1
    f.state.tokens = {}
    f.ordered("a", stage="move")
    f.move("a", "E4")
    assert f.medals("allies") == 0
    assert [type(event) for event in f.events if isinstance(event, ev.MedalWon | ev.MedalLost)] == [
        ev.MedalWon, ev.MedalLost,
    ]  # fmt: skip


@pytest.mark.clause("CRD-A3-2")
@pytest.mark.parametrize("roll", [("flag", "star", "star"), ("grenade", "grenade", "grenade")])
def test_it_is_lost_by_retreat_and_by_elimination(roll):
    f = Field({"a": ("allies", "infantry", "E5", 3), "x": ("axis", "infantry", "E4")},
              medals=(medal("temporary", "allies", "E5"),))  # fmt: skip
    f.state.held = {0: "allies"}
    f.ordered("x")
    f.throw(*roll)
    f.attack("x", "a")
    if f.state.retreat is not None:
        f.give_order(f.offered()[0])
    assert f.medals("allies") == 0
    assert f.happened(ev.MedalLost)


@pytest.mark.clause("CRD-S-4")
@pytest.mark.clause("CRD-A3-2")
def test_exits_and_other_objectives_stand_side_by_side():
    units = {"a": ("allies", "infantry", "E2"), "b": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "A5")}
    medals_ = (medal("exit", "allies", "E1"), medal("temporary", "allies", "E5"))
    f = Field(units, medals=medals_).ordered("a", "b", stage="move")
    f.move("b", "E5")
    assert f.medals("allies") == 1
    leaving = next(order for order in f.offered() if order.unit == f.ids["a"] and order.leave)
    assert leaving == Move(f.ids["a"], (f.hex("E2"), f.hex("E1")), leave=True)
    f.give_order(leaving)
    assert f.at("a") == ""
    assert f.medals("allies") == 2


@pytest.mark.clause("CRD-A3-3")
def test_a_permanent_medal_stays():
    f = walking("permanent")
    f.move("a", "E5")
    f.state.tokens = {}
    f.ordered("a", stage="move")
    f.move("a", "E4")
    assert f.medals("allies") == 1


@pytest.mark.clause("CRD-A3-1")
def test_only_the_named_side_gains_a_medal():
    f = walking("temporary", side="axis")
    f.move("a", "E5")
    assert (f.medals("allies"), f.medals("axis")) == (0, 0)


@pytest.mark.clause("CRD-A3-4")
@pytest.mark.clause("CRD-A3-5")
def test_a_majority_is_one_hex_more_than_the_enemy():
    group = medal("majority_temporary", "allies", "E5", "G5", "I5")
    units = {"a": ("allies", "infantry", "E6"), "b": ("allies", "infantry", "G6"), "x": ("axis", "infantry", "I4")}
    f = Field(units, medals=(group,)).ordered("a", "b", stage="move")
    f.move("a", "E5")
    assert f.medals("allies") == 1
    f.state.tokens = {}
    f.ordered("x", stage="move")
    f.move("x", "I5")
    assert f.medals("allies") == 0
    f.state.tokens = {}
    f.ordered("b", stage="move")
    f.move("b", "G5")
    assert f.medals("allies") == 1


@pytest.mark.clause("CRD-A3-6")
def test_sudden_death_may_ask_for_more_and_waits_for_the_end_of_the_turn():
    wanted = Condition(type="infantry", not_kinds=("resistance",), own_medals=1)
    for kind, kills, winner in (("infantry", 1, "allies"), ("infantry", 0, None), ("resistance", 1, None),
                                ("armour", 1, None)):  # fmt: skip
        units = {"a": ("allies", kind, "E6"), "x": ("axis", "infantry", "A1")}
        f = Field(
            units, medals=(medal("sudden_death", "allies", "E5", condition=wanted),), hands={"allies": ["recon_left"]}
        )
        f.state.kills = {"allies": kills}
        f.ordered("a", stage="move")
        f.move("a", "E5")
        assert f.state.result is None
        f.end_turn()
        assert (f.state.result.winner if f.state.result else None) == winner


@pytest.mark.clause("CRD-A3-7")
def test_units_set_up_on_an_objective_hold_it_from_the_start():
    game = Game.start(SYSTEM, Setup("cards", "cards/villers-bocage", 1))
    town = game.state.board.objectives[0]
    assert town.type == "majority_temporary"
    assert game.state.held == {0: "allies"}
    assert medals(game.state, "allies").total == 1
    opening = game.journal[0].events
    assert ev.MedalWon(0, "allies") in opening
    for other in ("pegasus-bridge", "mortain"):
        assert Game.start(SYSTEM, Setup("cards", f"cards/{other}", 1)).state.held == {}


@pytest.mark.clause("CRD-A3-8")
def test_passing_through_gains_nothing():
    units = {"a": ("allies", "armour", "E6"), "x": ("axis", "infantry", "A1")}
    f = Field(units, medals=(medal("permanent", "allies", "E5"),)).ordered("a", stage="move")
    f.move("a", "E5", "E4")
    assert f.medals("allies") == 0
    back = Field({"x": ("axis", "infantry", "E5")}, medals=(medal("permanent", "axis", "E4"),))
    back.flags("x", 2)
    back.retreat("E4", "E3")
    assert back.medals("axis") == 0


@pytest.mark.clause("CRD-A3-9")
def test_enemies_next_to_it_contest_nothing():
    f = walking("temporary")
    f.state.put(f.state.units[f.ids["x"]].__class__(f.ids["x"], "axis", "infantry", 4, f.hex("E4")))
    f.move("a", "E5")
    assert f.medals("allies") == 1


@pytest.mark.clause("CRD-A3-10")
@pytest.mark.parametrize("kind", ["infantry", "resistance", "armour", "artillery"])
def test_any_unit_holds_an_objective(kind):
    f = walking("temporary", unit=kind)
    f.move("a", "E5")
    assert f.medals("allies") == 1


# ---------------------------------------------------------------- air superiority


@pytest.mark.clause("CRD-A4-2")
@pytest.mark.clause("CRD-A4-4")
@pytest.mark.clause("CRD-T-AIR")
@pytest.mark.parametrize("theatre", ["western", "eastern", "pacific", "mediterranean"])
def test_the_table_of_air_superiority(theatre):
    wanted = ledger_table("CRD-T-AIR")
    air = load_tables().air
    for year, who in zip(wanted["years"], wanted[theatre], strict=True):
        dice = air.dice_of(theatre, year)
        assert {"allies": dice.allies, "axis": dice.axis} == wanted["dice"][who]


@pytest.mark.clause("CRD-A4-1")
@pytest.mark.clause("CRD-A4-3")
@pytest.mark.clause("CRD-0-4")
def test_every_scenario_follows_the_table_or_says_why_not():
    for path in scenario_paths():
        scenario = load_scenario(path)
        usual = load_tables().air.dice_of(scenario.theatre, scenario.year)
        assert (scenario.theatre, scenario.year) == ("western", 1944)
        assert (usual.allies, usual.axis) == (2, 1)
        assert scenario.air == usual or scenario.special.air_override


@pytest.mark.clause("CRD-3-3")
def test_a_side_counts_only_the_objectives_that_it_holds_itself():
    f = Field(PAIR, medals=(medal("permanent", "both", "C1"), medal("permanent", "both", "G1")))
    f.state.held = {0: "allies", 1: "axis"}
    assert [medals(f.state, side).objectives for side in ("allies", "axis")] == [(0,), (1,)]


@pytest.mark.clause("CRD-S-6")
@pytest.mark.clause("CRD-A3-8")
def test_a_work_that_is_not_entered_keeps_no_other_medal_back():
    units = {"a": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "A1")}
    f = Field(units, medals=(medal("clear", "allies", "G5"), medal("permanent", "allies", "E5")),
              obstacles={"G5": "bunker"}).ordered("a", stage="move")  # fmt: skip
    f.move("a", "E5")
    assert f.state.held == {1: "allies"}
