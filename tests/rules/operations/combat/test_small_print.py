"""Points of the rules that are easily overlooked, each by its clause: every test fails when its rule is broken."""

from __future__ import annotations

import msgspec
import pytest

from tests.fights import code, dice_showing, only, the
from wab.content.operations.shapes import ImmediateVictory
from wab.engine import Dice, draw
from wab.systems.operations.combat.anti_air import STREAM, flights, fly, risks
from wab.systems.operations.combat.combat import why_not_attack
from wab.systems.operations.combat.modifiers import divisional_integrity
from wab.systems.operations.combat.odds import engagement
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.movement.movement import execute_move, movement_left, reach, why_not_move
from wab.systems.operations.sequence import flow, turn
from wab.systems.operations.state.board import Objective
from wab.systems.operations.state.events import (
    Activated,
    AdvanceOffered,
    GameEnded,
    ImpulseBegan,
    LostHp,
    Moved,
    Reconstituted,
    Sighted,
    SquadronFlew,
    SupplyJudged,
    Tired,
)
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.units.reconstitution import automatic_reconstitution

ROW = [". . . . . . . ."]


def passing(b, times=1):
    """Passes of the sides in turn, and what happens by them."""
    return [event for _ in range(times) for event in b.happen(flow.execute(b.state, Pass()))]


# ------------------------------------------------------------------------------------------------- combat


def integrity(b, units, target):
    """Columns by which complete divisions shift an attack."""
    fight = engagement(b.state, Attack(tuple(units), target, b.state.units[units[0]].hex))
    return [shift.value for shift in divisional_integrity(fight)]


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_division_is_complete_without_its_commander():
    b = make_board(ROW)
    ours = [b.place("infantry", 2, division="29id") for _ in range(2)]
    b.place("commander", 0, division="29id")
    b.place("infantry", 3, "axis")
    assert integrity(b, ours, 3) == [1]


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_defending_division_is_complete_without_its_commander():
    b = make_board(ROW)
    unit = b.place("infantry", 2)
    for _ in range(2):
        b.place("infantry", 3, "axis", division="352")
    b.place("commander", 7, "axis", division="352")
    assert integrity(b, [unit], 3) == [-1]


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_commander_who_takes_part_is_not_the_second_unit_of_a_division():
    b = make_board(ROW)
    lone, commander = b.place("infantry", 2, division="29id"), b.place("commander", 2, division="29id")
    b.place("infantry", 3, "axis", division="352")
    b.place("commander", 3, "axis", division="352")
    assert integrity(b, [lone, commander], 3) == []


@pytest.mark.clause("OPS-7.2-13")
def test_a_hex_that_was_attacked_in_the_first_impulse_is_safe_in_the_second():
    b = make_board(ROW, impulses=2, switches={"supply": False})
    first, second = b.place("infantry", 2), b.place("infantry", 2)
    b.place("infantry", 3, "axis", defence=99)
    assert why_not_attack(b.state, Attack((second,), 3, 2)) is None
    b.happen(flow.execute(b.state, Attack((first,), 3, 2)))
    passing(b, 2)
    assert (b.state.active, b.state.turn, b.state.impulse) == ("allied", 1, 2)
    assert code(why_not_attack(b.state, Attack((second,), 3, 2))) == "hex-attacked"
    passing(b, 2)
    assert (b.state.active, b.state.turn, b.state.impulse) == ("allied", 2, 1)
    assert why_not_attack(b.state, Attack((second,), 3, 2)) is None


# ------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.clause("OPS-10.3.1-11")
@pytest.mark.clause("OPS-7.4.4-4")
def test_bombers_that_are_driven_off_have_flown_and_rest_like_others():
    b = make_board(ROW)
    b.place("infantry", 3, "axis", anti_air=6)
    bomber = b.squadron("us_heavy_bombers", defence=6)
    shown = 9 - 6 + 6  # the result 9 is given up without loss
    dice = next(d for d in range(10**6) if sum(draw(d, STREAM, n, 6) + 1 for n in (0, 1)) == shown)
    b.set(turn=4, dice=Dice(dice))
    flown = the(b.happen(fly(b.state, {bomber: 15}, 3, "allied")), SquadronFlew)
    assert (flown.aborted, flown.points, flown.hp) == (True, 0, 0)
    assert b.state.squadrons[bomber].flown
    assert (flown.out_to, b.state.squadrons[bomber].out_to) == (7, 7)


# ------------------------------------------------------------------------------------------------- movement


@pytest.mark.clause("OPS-6.2-3")
def test_movement_points_spent_before_a_bump_are_lost():
    """An unseen commander stands in hex 8: they stop next to it, and have half of their points left."""
    b = make_board([". . . . . . . . . ."])
    unit = b.place("recon", 4, sight=0, movement=6)
    b.place("commander", 8, "axis")
    (moved,) = only(b.happen(execute_move(b.state, Move((unit,), (4, 5, 6, 7, 8, 9)))), Moved)
    assert (moved.path, moved.spent) == ((4, 5, 6, 7), 6)
    assert b.state.units[unit].spent == 6
    assert movement_left(b.state, unit) == 6
    assert sorted(reach(b.state, (unit,))) == [4, 5, 6, 7]


@pytest.mark.clause("OPS-6.2-3")
def test_who_runs_into_an_unseen_zone_of_control_has_spent_his_points_and_stays():
    b = make_board([". . . . . . . . . ."])
    unit = b.place("recon", 4, sight=0, movement=6)
    b.place("infantry", 8, "axis")
    (moved,) = only(b.happen(execute_move(b.state, Move((unit,), (4, 5, 6, 7, 8, 9)))), Moved)
    assert (moved.path, moved.spent, moved.halted) == ((4, 5, 6, 7), 6, True)
    assert (b.state.units[unit].spent, movement_left(b.state, unit)) == (6, 0)


def beside_an_enemy_without_a_zone(**traits):
    """A unit with 4 of its 6 points (8 halves) left, next to an enemy that has no zone of control."""
    b = make_board([". . . . . . . . . . . . . ."], switches={"supply": False})
    b.place("infantry", 13, "axis")
    unit = b.place("infantry", 2, movement=6, **traits)
    b.place("infantry", 5, "axis", zoc=0, defence=traits.get("attack", 10))
    b.happen(flow.execute(b.state, Move((unit,), (2, 3, 4))))
    assert not in_enemy_zoc(b.state, "allied", 4)
    assert movement_left(b.state, unit) == 8
    return b, unit


@pytest.mark.clause("OPS-6.2-14")
def test_a_unit_uses_what_it_has_left_after_an_attack():
    b, unit = beside_an_enemy_without_a_zone()
    b.happen(flow.execute(b.state, Attack((unit,), 5, 4)))
    b.set(agenda=())
    assert b.state.units[unit].hex == 4 and b.state.units[unit].attacked
    assert movement_left(b.state, unit) == 8
    assert sorted(reach(b.state, (unit,))) == [0, 1, 2, 3, 4]
    assert why_not_move(b.state, Move((unit,), (4, 3, 2, 1, 0))) is None
    b.happen(flow.execute(b.state, Move((unit,), (4, 3, 2, 1))))
    assert (b.state.units[unit].hex, movement_left(b.state, unit)) == (1, 2)


@pytest.mark.clause("OPS-6.2-14")
def test_an_advance_costs_nothing_and_ends_no_movement():
    b, unit = beside_an_enemy_without_a_zone(attack=60)
    b.set(dice=dice_showing(11))
    for foe in b.state.stack(5):
        b.change(foe.id, hp=1)
    events = b.happen(flow.execute(b.state, Attack((unit,), 5, 4)))
    assert the(events, AdvanceOffered).target == 5
    b.happen(flow.execute(b.state, Advance((unit,))))
    assert (b.state.units[unit].hex, movement_left(b.state, unit)) == (5, 8)
    assert sorted(reach(b.state, (unit,))) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    b.happen(flow.execute(b.state, Move((unit,), (5, 6, 7, 8, 9))))
    assert (b.state.units[unit].hex, movement_left(b.state, unit)) == (9, 0)


# ------------------------------------------------------------------------------------------------- rest and repair


@pytest.mark.clause("OPS-8.4.2-7")
@pytest.mark.parametrize(("impulse", "left"), [(1, 60 - 10), (2, 60 - 10), (0, 60 - 30)])
def test_who_acted_in_either_impulse_has_not_rested(impulse, left):
    b = make_board(ROW, impulses=2, switches={"supply": False})
    unit = b.place("infantry", 1, fatigue=60)
    b.place("infantry", 7, "axis")
    for now in (1, 2):
        assert b.state.impulse == now
        if now == impulse:
            b.happen([Activated(unit)])
        passing(b, 1)
        events = passing(b)
    rest = [event for event in only(events, Tired) if event.unit == unit and event.cause == "rest"]
    assert [event.percent for event in rest] == [left - 60]
    assert b.state.units[unit].fatigue == left


def worn(**enemy):
    """An Allied unit that rebuilds itself, and an Axis one with the given values."""
    b = make_board(ROW, switches={"reconstitution_allied": True})
    unit = b.place("infantry", 0, hp=4, rebuild="automatic")
    b.place(**{"kind": "infantry", "hex": 1, "side": "axis"} | enemy)
    return b, unit


@pytest.mark.clause("OPS-8.3.2-2")
@pytest.mark.parametrize("enemy", [{"kind": "commander"}, {"zoc": 0}, {"supplied": False, "turns_unsupplied": 3}])
def test_contact_is_an_enemy_next_door_whether_or_not_he_controls_the_hex(enemy):
    b, _ = worn(**enemy)
    assert not in_enemy_zoc(b.state, "allied", 0)
    assert only(b.happen(automatic_reconstitution(b.state)), Reconstituted) == []


@pytest.mark.clause("OPS-8.3.2-2")
def test_an_enemy_two_hexes_away_is_no_contact():
    b, unit = worn(hex=2)
    assert the(b.happen(automatic_reconstitution(b.state)), Reconstituted).unit == unit


# ------------------------------------------------------------------------------------------------- supply


@pytest.mark.clause("OPS-8.5.2-5")
@pytest.mark.clause("OPS-8.5.2-4")
def test_turns_without_supply_are_counted_once_a_turn_at_its_end():
    """Not at the start of an impulse: with two of them the second turn, and its loss, would come too early."""
    b = make_board(ROW, impulses=2, supply={"allied": {0: 1}, "axis": {7: 1}})
    unit = b.place("infantry", 3)
    b.place("infantry", 7, "axis")
    b.control("axis", 1, 2, 7)
    counts, lost = [], []
    for _turn in range(3):
        events = b.happen(turn.begin_impulse(b.state, "allied", 1)) + passing(b, 2)
        counts.append(b.state.units[unit].turns_unsupplied)
        assert unit in only(events, ImpulseBegan)[0].unsupplied
        events = passing(b, 2)
        assert unit in the(events, SupplyJudged).unsupplied
        lost.append(sum(event.hp for event in only(events, LostHp) if event.unit == unit))
    assert counts == [0, 1, 2]
    assert lost == [0, 1, 1]


@pytest.mark.clause("OPS-8.5.2-5")
def test_the_start_of_an_impulse_in_supply_sets_the_count_back():
    b = make_board(ROW, supply={"allied": {0: 1}, "axis": {7: 1}})
    unit = b.place("infantry", 3, supplied=False, turns_unsupplied=3, hp=5)
    b.place("infantry", 7, "axis")
    b.control("axis", 7)
    b.happen(turn.begin_impulse(b.state, "allied", 1))
    back = b.state.units[unit]
    assert (back.supplied, back.turns_unsupplied, back.hp) == (True, 0, 5)
    b.control("axis", 1, 2)  # cut off again in the same turn: it counts as the first
    events = passing(b, 2)
    assert b.state.units[unit].turns_unsupplied == 1
    assert [event for event in only(events, LostHp) if event.unit == unit] == []


# ------------------------------------------------------------------------------------------------- the sequence of play


@pytest.mark.clause("OPS-8.5.1-9")
def test_of_a_side_those_in_supply_and_those_without_are_told_apart():
    b = make_board(ROW, supply={"allied": {0: 1}, "axis": {7: 1}})
    fed, cut = b.place("infantry", 1), b.place("infantry", 4)
    foe = b.place("infantry", 7, "axis")
    b.control("axis", 2, 3, 7)
    began = the(b.happen(turn.begin_impulse(b.state, "allied", 1)), ImpulseBegan)
    assert (began.supplied, began.unsupplied) == ((fed,), (cut,))
    judged = the(passing(b, 2), SupplyJudged)
    assert (judged.supplied, judged.unsupplied) == ((fed, foe), (cut,))


@pytest.mark.clause("OPS-6.1-13")
def test_only_enemies_that_are_seen_better_than_before_are_told():
    b = make_board([". . . . . . . . . . . ."] * 3, switches={"supply": False})
    b.place("infantry", b.at(2, 0))
    walker = b.place("infantry", b.at(0, 2), sight=6, movement=6)
    known = b.place("commander", b.at(2, 1), "axis")
    better, last = b.place("commander", b.at(0, 7), "axis"), b.place("commander", b.at(0, 11), "axis")
    assert (levels(b.state, "allied").get(known), levels(b.state, "allied").get(last)) == ("identified", None)
    assert levels(b.state, "allied")[better] == "detected"
    path = tuple(b.at(0, col) for col in (2, 3, 4))
    events = b.happen(flow.execute(b.state, Move((walker,), path)))
    assert levels(b.state, "allied")[better] == "recognised"
    assert only(events, Sighted) == [Sighted("allied", (better,))]
    assert only(b.happen(flow.execute(b.state, Move((walker,), tuple(reversed(path))))), Sighted) == []


@pytest.mark.clause("OPS-5.1-2")
def test_nobody_sights_anything_by_passing():
    """The impulse of the other side has begun by then; its sight is its own affair."""
    b = make_board(ROW, switches={"supply": False})
    b.place("infantry", 2, sight=6)
    b.place("infantry", 6, "axis", sight=6)
    assert only(passing(b, 4), Sighted) == []


@pytest.mark.clause("OPS-9.2.3-5")
def test_the_end_of_a_turn_looks_for_victories_that_count_then_only(board):
    b = board(ROW, switches={"supply": False}, turns=5)
    b.place("infantry", 0)
    b.place("infantry", 7, "axis")
    town = Objective({"en": "Town"}, 0, "allied", 0, 0, "both", True)
    victory = msgspec.structs.replace(b.board.victory, immediate=(ImmediateVictory("allied", (0,), end_of_turn=True),))
    object.__setattr__(b.board, "victory", victory)
    object.__setattr__(b.board, "objectives", (town,))
    assert only(passing(b), GameEnded) == [], "not in the middle of a turn"
    ended = the(passing(b), GameEnded)
    assert (ended.winner, ended.reason, b.state.turn) == ("allied", "immediate", 1)


# ------------------------------------------------------------------------------------------------- aircraft in numbers


@pytest.mark.clause("OPS-10.3.1-11")
def test_fighter_bombers_need_no_rest_after_a_mission():
    b = make_board(ROW)
    b.place("infantry", 3, "axis")
    plane = b.squadron()
    b.set(turn=4)
    flown = the(b.happen(fly(b.state, {plane: 5}, 3, "allied")), SquadronFlew)
    assert (flown.roll, flown.anti_air, flown.hp, flown.aborted, flown.points) == (0, 0, 0, False, 5)
    assert flown.out_to == 4


@pytest.mark.clause("OPS-7.6-1")
def test_the_risk_of_a_mission_adds_up_over_all_throws():
    b = make_board(ROW)
    b.place("infantry", 3, "axis", anti_air=12)
    plane = b.squadron(hp=1, defence=3)
    (risk,) = risks(b.state, {plane: 5}, 3, "allied")
    ends = flights(b.state, plane, 5, risk.anti_air)
    assert sum(ends.values()) == 36
    assert risk.expected_hp == pytest.approx(sum(ways * end.hp for end, ways in ends.items()) / 36)
    assert risk.destroy_chance == pytest.approx(sum(ways for end, ways in ends.items() if end.hp == 1) / 36)
    assert 0 < risk.destroy_chance <= risk.abort_chance <= 1
    assert risk.expected_hp == pytest.approx(risk.destroy_chance), "it has one HP to lose"
