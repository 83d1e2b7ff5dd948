"""Victory (ledger section 9)."""

from __future__ import annotations

import msgspec
import pytest

from tests.fights import only, the
from wab.content.operations.shapes import ImmediateVictory, Sides
from wab.systems.operations.sequence import flow, victory
from wab.systems.operations.state.board import Entry, Objective
from wab.systems.operations.state.events import GameEnded, LostHp, Removed, Scored
from wab.systems.operations.state.orders import Move, Pass

ROW = [". . . . . ."]


def contest(board, *objectives, **victory_data):
    """One regiment each, three hexes each; margins: draw 5, marginal 15, tactical 30."""
    b = board(ROW, switches={"supply": False}, turns=2)
    b.place("infantry", 0)
    b.place("infantry", 5, "axis")
    b.control("axis", 3, 4, 5)
    object.__setattr__(b.board, "victory", msgspec.structs.replace(b.board.victory, **victory_data))
    object.__setattr__(b.board, "objectives", tuple(objectives))
    return b


def objective(hex_, per_turn=0, at_end=0, scores_for="both"):
    return Objective(f"Objective {hex_}", hex_, "allied", per_turn, at_end, scores_for, False)


def play_turn(b):
    return b.happen(flow.execute(b.state, Pass())) + b.happen(flow.execute(b.state, Pass()))


@pytest.mark.clause("OPS-9.2.2-2")
@pytest.mark.parametrize("worth", [0, 1, 3])
def test_each_hp_that_the_enemy_loses_earns_points(board, worth):
    b = contest(board, points_per_hp=Sides(worth, 1))
    foe = next(b.state.units_of("axis")).id
    b.happen(iter([LostHp(foe, 3, "combat")]))
    assert victory.points(b.state) == {"allied": 3 * worth, "axis": 0}


@pytest.mark.clause("OPS-9.2.2-2")
@pytest.mark.clause("OPS-7.3.5-6")
def test_what_a_removed_unit_still_had_counts_as_lost(board):
    b = contest(board)
    foe = next(b.state.units_of("axis")).id
    b.happen(iter([LostHp(foe, 3, "combat"), Removed(foe, "surrendered", 5)]))
    assert victory.points(b.state)["allied"] == 8


@pytest.mark.clause("OPS-9.2.2-3")
def test_objectives_earn_for_their_holder_every_turn(board):
    b = contest(board, objective(1, per_turn=2), objective(4, per_turn=3))
    scored = [(event.side, event.points, event.source) for event in only(play_turn(b), Scored)]
    assert scored == [("allied", 2, "turn"), ("axis", 3, "turn")]
    play_turn(b)
    assert b.state.objective_points == {0: {"allied": 4}, 1: {"axis": 6}}


@pytest.mark.clause("OPS-9.2.2-4")
def test_some_objectives_earn_only_at_the_end(board):
    b = contest(board, objective(4, at_end=7))
    assert only(play_turn(b), Scored) == []
    assert the(play_turn(b), Scored) == Scored("axis", 7, "end", 0)


@pytest.mark.clause("OPS-9.2.2-1")
def test_an_objective_may_score_for_one_side_only(board):
    b = contest(board, objective(4, per_turn=2, scores_for="allied"), objective(1, per_turn=5, scores_for="allied"))
    assert [event.side for event in only(play_turn(b), Scored)] == ["allied"]
    assert victory.points(b.state) == {"allied": 5, "axis": 0}


@pytest.mark.clause("OPS-9.2.2-5")
def test_control_holds_an_objective_without_a_unit_in_it(board):
    b = contest(board, objective(2, per_turn=1))
    assert 2 not in b.state.stacks and victory.holder(b.state, 0) == "allied"
    b.control("axis", 2)
    assert victory.holder(b.state, 0) == "axis"


@pytest.mark.clause("OPS-9.2.4-2")
def test_the_handicap_is_added_at_the_end(board):
    b = contest(board, handicap=Sides(0, 4))
    play_turn(b)
    assert victory.points(b.state)["axis"] == 0
    assert Scored("axis", 4, "handicap") in play_turn(b)


@pytest.mark.clause("OPS-9.1-4")
@pytest.mark.clause("OPS-9.2.3-1")
@pytest.mark.parametrize(
    ("allied", "axis", "winner", "level"),
    [
        pytest.param(10, 10, None, "draw", marks=pytest.mark.clause("OPS-9.2.3-2")),
        pytest.param(15, 10, None, "draw", marks=pytest.mark.clause("OPS-9.2.3-2")),
        pytest.param(16, 10, "allied", "marginal", marks=pytest.mark.clause("OPS-9.2.3-3")),
        pytest.param(10, 25, "axis", "marginal", marks=pytest.mark.clause("OPS-9.2.3-3")),
        pytest.param(10, 26, "axis", "tactical", marks=pytest.mark.clause("OPS-9.2.3-4")),
        pytest.param(40, 10, "allied", "tactical", marks=pytest.mark.clause("OPS-9.2.3-4")),
        pytest.param(41, 10, "allied", "decisive", marks=pytest.mark.clause("OPS-9.2.3-5")),
    ],
)
def test_the_margin_makes_the_level(board, allied, axis, winner, level):
    b = contest(board)
    b.set(earned={"allied": allied, "axis": axis})
    verdict = victory.judge(b.state, victory.points(b.state))
    assert (verdict.winner, verdict.level) == (winner, level)


@pytest.mark.clause("OPS-9.2.3-6")
@pytest.mark.parametrize(("lead", "missing"), [(0, 6), (5, 1), (6, 10), (16, 15), (31, 0)])
def test_the_points_missing_to_the_next_level_are_told(board, lead, missing):
    b = contest(board)
    assert victory.judge(b.state, {"allied": lead, "axis": 0}).to_next == missing


@pytest.mark.clause("OPS-9.2.3-6")
def test_the_forecast_counts_what_is_due_at_the_end(board):
    b = contest(board, objective(1, at_end=8), handicap=Sides(0, 2))
    assert victory.forecast(b.state).points == {"allied": 8, "axis": 2}
    play_turn(b)
    play_turn(b)
    assert victory.forecast(b.state).points == {"allied": 8, "axis": 2}
    assert b.state.result.points == {"allied": 8, "axis": 2}


@pytest.mark.clause("OPS-9.2.2-1")
def test_who_has_earned_and_lost_nothing_has_no_points(board):
    b = contest(board)
    b.set(earned={}, hp_lost={})
    assert victory.points(b.state) == {"allied": 0, "axis": 0}


@pytest.mark.clause("OPS-9.2.2-5")
def test_an_objective_that_nobody_controls_scores_for_nobody(board):
    b = contest(board, objective(1, per_turn=2))
    assert [event.side for event in victory.score_of_turn(b.state)] == ["allied"]
    b.control("nobody", 1)
    assert list(victory.score_of_turn(b.state)) == []


# ------------------------------------------------------------------------------------------------- sudden ends


@pytest.mark.clause("OPS-9.1-1")
@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.clause("OPS-9.2.3-5")
def test_occupying_the_key_hex_wins_at_once_and_decisively(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (3,)),))
    unit = next(b.state.units_of("allied")).id
    events = b.happen(flow.execute(b.state, Move((unit,), (0, 1, 2, 3))))
    ended = the(events, GameEnded)
    assert (ended.winner, ended.level, ended.reason) == ("allied", "decisive", "immediate")


@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.parametrize(("any_one", "won"), [(False, None), (True, "allied")])
def test_all_key_hexes_are_needed_unless_one_is_enough(board, any_one, won):
    b = contest(board, immediate=(ImmediateVictory("allied", (0, 1), any=any_one),))
    assert victory.immediate_winner(b.state, end_of_turn=False) == won
    b.place("infantry", 1)
    assert victory.immediate_winner(b.state, end_of_turn=False) == "allied"


@pytest.mark.clause("OPS-9.1-3")
def test_a_scenario_may_ask_that_the_hex_be_held_at_the_end_of_the_turn(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (0,), end_of_turn=True, first_turn=2),))
    assert victory.immediate_winner(b.state, end_of_turn=False) is None
    assert victory.immediate_winner(b.state, end_of_turn=True) is None, "turn 1 comes before the first that counts"
    b.set(turn=2)
    assert victory.immediate_winner(b.state, end_of_turn=False) is None
    assert victory.immediate_winner(b.state, end_of_turn=True) == "allied"


@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.parametrize(
    "first",
    [
        ImmediateVictory("axis", (5,), end_of_turn=True),
        ImmediateVictory("axis", (5,), first_turn=2),
        ImmediateVictory("axis", (4,)),
    ],
)
def test_a_victory_that_does_not_count_now_bars_no_other(board, first):
    b = contest(board, immediate=(first, ImmediateVictory("allied", (0,))))
    assert victory.immediate_winner(b.state, end_of_turn=False) == "allied"


@pytest.mark.clause("OPS-9.1-3")
def test_an_immediate_victory_counts_up_to_its_last_turn(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (0,), last_turn=1),))
    assert victory.immediate_winner(b.state, end_of_turn=False) == "allied"
    b.set(turn=2)
    assert victory.immediate_winner(b.state, end_of_turn=False) is None


@pytest.mark.clause("OPS-9.1-3")
@pytest.mark.clause("OPS-8.5.1-1")
def test_a_scenario_may_ask_that_the_key_hex_be_held_by_a_unit_in_supply(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (0,), supplied=True),))
    assert victory.immediate_winner(b.state, end_of_turn=True) == "allied", "all are in supply where supply is off"
    switches = msgspec.structs.replace(b.board.rules, supply=True)
    object.__setattr__(b.board, "rules", switches)
    b.changed()
    assert victory.immediate_winner(b.state, end_of_turn=True) is None, "there is no source"
    object.__setattr__(b.board, "supply_hexes", {"allied": ((1, 1),), "axis": ()})
    b.changed()
    assert victory.immediate_winner(b.state, end_of_turn=True) == "allied"


@pytest.mark.clause("OPS-9.2.2-5")
def test_the_enemy_in_the_key_hex_does_not_occupy_it_for_us(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (5,)),))
    assert b.state.side_in(5) == "axis"
    assert victory.immediate_winner(b.state, end_of_turn=False) is None


@pytest.mark.clause("OPS-9.2.2-5")
def test_control_or_a_commander_alone_does_not_occupy(board):
    b = contest(board, immediate=(ImmediateVictory("allied", (2,)),))
    assert b.state.controls("allied", 2)
    b.place("commander", 2)
    assert victory.immediate_winner(b.state, end_of_turn=False) is None
    b.place("company", 2)
    assert victory.immediate_winner(b.state, end_of_turn=False) == "allied"


@pytest.mark.clause("OPS-9.1-1")
@pytest.mark.clause("OPS-9.1-4")
@pytest.mark.clause("OPS-9.2.2-1")
def test_points_from_losses_turns_and_the_end_add_up_and_decide(board):
    """None of the other two ways to win is taken: all turns are played, and three sources of points are counted."""
    b = contest(board, objective(1, per_turn=2, at_end=3))
    foe = next(b.state.units_of("axis")).id
    b.happen([LostHp(foe, 4, "combat")])
    play_turn(b)
    assert b.state.result is None
    ended = the(play_turn(b), GameEnded)
    assert ended.points == {"allied": 4 + 2 * 2 + 3, "axis": 0}
    assert (ended.winner, ended.level, ended.reason) == ("allied", "marginal", "points")


@pytest.mark.clause("OPS-9.1-1")
@pytest.mark.clause("OPS-9.1-2")
@pytest.mark.clause("OPS-9.2.3-5")
def test_a_side_without_units_loses_at_once(board):
    b = contest(board)
    foe = next(b.state.units_of("axis")).id
    b.happen(iter([Removed(foe, "surrendered", 8)]))
    ended = the(list(victory.sudden_end(b.state)), GameEnded)
    assert (ended.winner, ended.level, ended.reason) == ("allied", "decisive", "destruction")


@pytest.mark.clause("OPS-9.1-2")
def test_expected_reinforcements_keep_a_side_in_play(board):
    b = contest(board)
    foe = next(b.state.units_of("axis")).id
    b.happen(iter([Removed(foe, "surrendered", 8)]))
    object.__setattr__(b.board, "entries", (Entry(2, 5, foe, 8, 0),))
    b.set(awaited=(0,))
    assert victory.destroyed_sides(b.state) == ()


@pytest.mark.clause("OPS-9.1-2")
@pytest.mark.clause("OPS-9.1-4")
@pytest.mark.parametrize(
    ("held", "winner", "level"), [((1, 4), "allied", "marginal"), ((4, 1), "axis", "marginal"), ((0, 5), None, "draw")]
)
def test_where_both_sides_lose_their_last_unit_points_decide(board, held, winner, level):
    """Neither has destroyed the other: what the end earns is scored first, and no turn is played in between."""
    worth = 12 if winner else 0
    b = contest(board, objective(held[0], at_end=worth), objective(held[1], per_turn=99))
    b.happen([Removed(unit, "surrendered", 8) for unit in sorted(b.state.units)])
    events = b.happen(victory.sudden_end(b.state))
    ended = the(events, GameEnded)
    assert (ended.winner, ended.level, ended.reason) == (winner, level, "points")
    assert ended.points == b.state.result.points
    assert [event.source for event in only(events, Scored)] == (["end"] if winner else [])
    assert b.state.active == ""
