"""The sequence of play (ledger section 5.1)."""

from __future__ import annotations

import pytest

from tests.fights import only, the
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.combat import why_not_fight
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.sequence import flow, turn
from wab.systems.operations.state.events import (
    Activated,
    Arrived,
    GameEnded,
    ImpulseBegan,
    ImpulseEnded,
    LostHp,
    Scored,
    Sighted,
    SupplyJudged,
    Tired,
    TurnBegan,
)
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.units.supply import supplied

ROW = [". . . . . . . ."]


def both_sides(board, **options):
    b = board(ROW, **options)
    b.place("infantry", 0)
    b.place("infantry", 7, "axis")
    b.control("axis", 4, 5, 6, 7)
    return b


def passing(b):
    return b.happen(flow.execute(b.state, Pass()))


@pytest.mark.clause("OPS-5.1-1")
def test_a_turn_opens_with_the_weather_and_fresh_units(board):
    b = both_sides(board)
    unit = b.place("infantry", 1, activated=1, spent=6, moved=True, marched=True, attacked=True, halted=True)
    b.set(attacked_hexes={"allied": (7,)})
    events = b.happen(turn.begin(b.state, 2))
    assert the(events, TurnBegan) == TurnBegan(2, "overcast")
    fresh = b.state.units[unit]
    assert (fresh.activated, fresh.spent, fresh.moved, fresh.marched, fresh.attacked, fresh.halted) == (
        0, 0, False, False, False, False,
    )  # fmt: skip
    assert b.state.attacked_hexes == {}


@pytest.mark.clause("OPS-5.1-2")
def test_the_first_player_mixes_moves_and_attacks_as_he_likes(board):
    b = both_sides(board, switches={"supply": False})
    tank = b.place("armour", 4)
    b.place("infantry", 5, "axis")
    other = b.place("infantry", 1)
    b.happen(flow.execute(b.state, Attack((tank,), 5, 4)))
    if b.state.offer is not None:
        b.happen(flow.execute(b.state, Advance(())))
    assert b.state.active == "allied"
    assert SYSTEM.why_not(b.state, Move((other,), (1, 2))) is None


@pytest.mark.clause("OPS-5.1-2")
def test_the_scenario_says_who_plays_first(board):

    b = both_sides(board)
    object.__setattr__(b.board, "first_player", "axis")
    events = b.happen(turn.begin(b.state, 1))
    assert the(events, ImpulseBegan).side == "axis"


@pytest.mark.clause("OPS-5.1-3")
def test_the_second_player_follows_and_his_pass_ends_the_turn(board):
    b = both_sides(board)
    assert the(passing(b), ImpulseBegan).side == "axis"
    events = passing(b)
    assert the(events, TurnBegan).turn == 2
    assert the(events, ImpulseBegan).side == "allied"


@pytest.mark.clause("OPS-5.1-7")
def test_two_impulses_alternate(board):
    b = both_sides(board, impulses=2)
    order = [("allied", 1)]
    for _ in range(4):
        order += [(event.side, event.impulse) for event in only(passing(b), ImpulseBegan)]
    assert order == [("allied", 1), ("axis", 1), ("allied", 2), ("axis", 2), ("allied", 1)]
    assert b.state.turn == 2


@pytest.mark.clause("OPS-5.2-6")
@pytest.mark.clause("OPS-5.2-1")
def test_activation_points_are_refilled_and_not_carried_over(board):
    b = both_sides(board, activation_points=5)
    b.set(activation_points=4)
    passing(b)
    assert b.state.activation_points == 5
    b.set(activation_points=0)
    passing(b)
    assert b.state.activation_points == 5


@pytest.mark.clause("OPS-5.2-7")
def test_each_impulse_has_the_same_number_of_points(board):
    b = both_sides(board, impulses=2, activation_points=3)
    points = [event.activation_points for _ in range(4) for event in only(passing(b), ImpulseBegan)]
    assert points == [3, 3, 3, 3]


@pytest.mark.clause("OPS-5.2-8")
def test_the_sides_may_have_different_numbers_of_points(board):

    from wab.content.operations.shapes import Sides

    b = both_sides(board)
    object.__setattr__(b.board, "activation_points", Sides(7, 3))
    assert the(passing(b), ImpulseBegan).activation_points == 3
    assert the(passing(b), ImpulseBegan).activation_points == 7


@pytest.mark.clause("OPS-5.2-9")
def test_defending_is_free(board):
    b = both_sides(board, switches={"supply": False})
    attacker = b.place("armour", 5)
    b.set(activation_points=3)
    events = b.happen(flow.execute(b.state, Move((attacker,), (5, 6))))
    events += b.happen(flow.execute(b.state, Attack((attacker,), 7, 6)))
    assert {event.unit for event in only(events, Activated)} == {attacker}
    assert b.state.activation_points == 2


@pytest.mark.clause("OPS-5.1-9")
@pytest.mark.clause("OPS-5.2-2")
def test_points_of_a_turn_are_counted_by_impulse(board):
    b = both_sides(board, impulses=2)
    unit = next(iter(b.state.units_of("allied"))).id
    b.happen(flow.execute(b.state, Move((unit,), (0, 1))))
    passing(b)
    passing(b)
    assert b.state.impulse == 2
    refusal = SYSTEM.why_not(b.state, Move((unit,), (1, 2)))
    assert refusal is not None and "OPS-5.1-9" in refusal.clauses


@pytest.mark.clause("OPS-5.1-10")
def test_a_side_may_pass_with_everything_unused(board):
    b = both_sides(board)
    assert SYSTEM.why_not(b.state, Pass()) is None
    assert list(SYSTEM.offered(b.state))[-1] == Pass()
    assert the(passing(b), ImpulseEnded).side == "allied"


@pytest.mark.clause("OPS-5.1-12")
def test_the_end_of_a_turn_goes_step_by_step(board):
    from wab.systems.operations.state.board import Entry, Objective

    b = both_sides(board, supply={"allied": {0: 1}, "axis": {}})
    object.__setattr__(b.board, "objectives", (Objective("Bridge", 0, "allied", 2, 0, "both", True),))
    cut = b.place("infantry", 6, "axis", turns_unsupplied=1, supplied=False, fatigue=50)
    newcomer = b.place("infantry", 1)
    b.remove(newcomer)
    object.__setattr__(b.board, "entries", (Entry(2, 1, newcomer, 8, 0),))
    b.set(awaited=(0,))
    passing(b)
    kinds = [type(event) for event in passing(b)]
    steps = [Scored, Tired, SupplyJudged, LostHp, TurnBegan, Arrived, ImpulseBegan]
    assert [kinds.index(step) for step in steps] == sorted(kinds.index(step) for step in steps)
    assert kinds[0] is ImpulseEnded
    assert cut in b.state.units


@pytest.mark.clause("OPS-5.1-12")
@pytest.mark.clause("OPS-9.1-4")
def test_after_the_last_turn_the_game_ends_on_points(board):
    b = both_sides(board, turns=1)
    passing(b)
    assert the(passing(b), GameEnded).reason == "points"
    assert b.state.active == ""
    assert SYSTEM.why_not(b.state, Pass()).code == "over"
    assert list(SYSTEM.offered(b.state)) == []


@pytest.mark.clause("OPS-8.5.1-9")
def test_supply_is_judged_at_the_start_of_the_own_impulse_and_kept_through_it(board):
    b = both_sides(board, supply={"allied": {0: 1}, "axis": {7: 1}})
    axis = next(b.state.units_of("axis")).id
    b.control("allied", 7)
    events = passing(b)
    assert the(events, ImpulseBegan).unsupplied == (axis,)
    assert not b.state.units[axis].supplied
    b.control("axis", 7)
    assert not b.state.units[axis].supplied
    passing(b)
    assert b.state.units[axis].supplied


@pytest.mark.clause("OPS-8.5.2-5")
@pytest.mark.clause("OPS-8.5.1-9")
def test_a_unit_that_finds_its_line_again_has_its_strength_back_at_the_next_judgement_and_not_before(board):
    b = both_sides(board, impulses=2, supply={"allied": {0: 1}, "axis": {7: 1}})
    unit = b.place("infantry", 3, supplied=False, turns_unsupplied=1, activated=0)
    half = allowance(b.state, unit)
    assert unit in supplied(b.state, "allied")  # the way is open again, in the middle of its side's impulse
    assert not in_enemy_zoc(b.state, "axis", 4)
    b.place("infantry", 4, "axis")
    assert why_not_fight(b.state, b.state.units[unit], 4).code == "unsupplied"
    passing(b)  # through the enemy's impulse, too, it is no threat
    assert (b.state.active, b.state.units[unit].supplied) == ("axis", False)
    assert not in_enemy_zoc(b.state, "axis", 2)
    passing(b)
    assert (b.state.active, b.state.impulse, b.state.units[unit].supplied) == ("allied", 2, True)
    assert (b.state.units[unit].turns_unsupplied, b.state.units[unit].hp) == (0, 8)
    assert in_enemy_zoc(b.state, "axis", 2) and allowance(b.state, unit) == 2 * half
    assert why_not_fight(b.state, b.state.units[unit], 4) is None


@pytest.mark.clause("OPS-8.5.2-5")
@pytest.mark.clause("OPS-8.5.1-9")
def test_a_unit_that_is_cut_off_in_its_own_impulse_fights_on_to_its_end(board):
    b = both_sides(board, supply={"allied": {0: 1}, "axis": {7: 1}})
    unit = b.place("infantry", 3)
    b.place("infantry", 4, "axis")
    b.control("axis", 1, 2)
    assert unit not in supplied(b.state, "allied")
    assert why_not_fight(b.state, b.state.units[unit], 4) is None
    assert in_enemy_zoc(b.state, "axis", 2)
    passing(b)
    b.control("axis", 1, 2)  # its zone had taken them back
    assert b.state.units[unit].supplied and unit not in supplied(b.state, "allied")
    passing(b)
    assert (b.state.turn, b.state.units[unit].supplied, b.state.units[unit].turns_unsupplied) == (2, False, 1)


@pytest.mark.clause("OPS-6.1-13")
def test_whoever_sees_more_after_an_order_is_told_so(board):
    b = both_sides(board, supply={"allied": {0: 1}})
    scout = b.place("infantry", 3)
    events = b.happen(flow.execute(b.state, Move((scout,), (3, 4, 5))))
    foe = next(b.state.units_of("axis")).id
    assert only(events, Sighted)[-1] == Sighted("allied", (foe,))


@pytest.mark.clause("OPS-6.5-3")
def test_an_intruder_stays_spotted_to_the_end_of_the_spotters_next_impulse(board):
    b = board(["." + " ." * 15], switches={"supply": False})
    unit = b.place("infantry", 0)
    b.place("infantry", 15, "axis")
    b.control("axis", *range(1, 16))
    b.happen(flow.execute(b.state, Move((unit,), (0, 1, 2))))
    assert b.state.units[unit].spotted
    passing(b)
    assert b.state.units[unit].spotted
    passing(b)
    assert not b.state.units[unit].spotted
