"""Fatigue: ledger 8.4."""

from __future__ import annotations

import pytest

from tests.fights import dice_showing, hp_lost, only, removed
from wab.systems.operations.combat.bombardment import execute_bombard
from wab.systems.operations.combat.combat import execute_attack
from wab.systems.operations.state.events import Tired
from wab.systems.operations.state.orders import Attack, Bombard
from wab.systems.operations.testing.boards import ledger_examples, make_board
from wab.systems.operations.units.fatigue import recovery, tire


def duel(*, defender_hp=8, attack=10, roll=7, switches=None, **defender):
    """Hexes 0 to 4 in a row: a gun in 0, an attacker in 1, the defender in 2, room to retreat behind."""
    b = make_board([". b b b ."], switches=switches)
    gun = b.place("artillery", hex=0)
    attacker = b.place("infantry", hex=1, attack=attack)
    defender_ = b.place("infantry", hex=2, side="axis", defence=10, hp=defender_hp, quality="elite", **defender)
    b.set(dice=dice_showing(roll))
    return b, gun, attacker, defender_


@pytest.mark.clause("OPS-3.2-8")
@pytest.mark.clause("OPS-8.4.2-1")
@pytest.mark.clause("OPS-8.4.2-2")
def test_combat_tires_both_sides_and_each_hp_lost_one_percent_more():
    b, _, attacker, defender = duel(attack=20)  # 2:1, bocage: 1:1
    events = b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    lost = hp_lost(events)
    assert lost == {attacker: 5, defender: 1}
    assert b.state.units[attacker].fatigue == 15 + 5
    assert b.state.units[defender].fatigue == 15 + 1


@pytest.mark.clause("OPS-8.4.2-8")
def test_supporting_tires_nobody_but_activates():
    b, gun, attacker, _ = duel()
    b.happen(execute_attack(b.state, Attack((attacker,), 2, 1, (gun,))))
    assert b.state.units[gun].fatigue == 0
    assert b.state.units[gun].activated == b.state.impulse


@pytest.mark.clause("OPS-8.4.2-3")
def test_a_retreat_tires_the_one_who_retreats():
    b, _, attacker, defender = duel(attack=30, roll=10)  # 3:1, bocage: 2:1, 10: 3 against 3, retreat
    b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    assert b.state.units[defender].hex == 3
    assert b.state.units[defender].fatigue == 15 + 3 + 10


@pytest.mark.clause("OPS-X-29")
@pytest.mark.clause("OPS-8.4.2-7")
def test_the_ledgers_example_of_a_retreating_defender_at_rest():
    example = ledger_examples()["OPS-X-29"]
    b, _, attacker, defender = duel(attack=30, roll=10)
    events = b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    assert hp_lost(events)[defender] == example["given"]["hp_lost"]
    assert b.state.units[defender].fatigue == example["expect"]["fatigue_before_recovery"]
    b.happen(recovery(b.state))
    assert b.state.units[defender].fatigue == example["expect"]["fatigue_after_turn"]


@pytest.mark.clause("OPS-8.4.2-4")
def test_bombardment_tires_every_unit_of_the_stack_and_no_gun():
    b, gun, _, defender = duel()
    other = b.place("infantry", hex=2, side="axis")
    b.set(dice=dice_showing(2, "bombardment"))  # 3 points on a 2: no HP
    b.happen(execute_bombard(b.state, Bombard((gun,), 2)))
    assert [b.state.units[unit].fatigue for unit in (defender, other, gun)] == [10, 10, 0]
    assert [b.state.units[unit].hp for unit in (defender, other)] == [8, 8]


@pytest.mark.clause("OPS-8.4.2-4")
def test_each_bombardment_tires_also_where_it_costs_hp():
    b, gun, _, defender = duel()
    second = b.place("artillery", b.state.units[gun].hex, bombardment=20)
    b.set(dice=dice_showing(7, "bombardment"))
    b.happen(execute_bombard(b.state, Bombard((second,), 2)))
    lost = 8 - b.state.units[defender].hp
    assert lost > 0 and b.state.units[defender].fatigue == 10 + lost  # each HP lost tires as well (OPS-8.4.2-2)
    before = b.state.units[defender]
    b.happen(execute_bombard(b.state, Bombard((gun,), 2)))
    after = b.state.units[defender]
    assert after.fatigue - before.fatigue == 10 + before.hp - after.hp


@pytest.mark.clause("OPS-3.2-9")
@pytest.mark.clause("OPS-8.4.2-6")
def test_every_unit_recovers_at_the_end_of_the_turn_and_a_resting_one_more():
    b = make_board([". . ."])
    worked, rested = b.place("infantry", 0, fatigue=45, activated=1), b.place("infantry", 2, "axis", fatigue=45)
    b.happen(recovery(b.state))
    assert (b.state.units[worked].fatigue, b.state.units[rested].fatigue) == (35, 15)


@pytest.mark.clause("OPS-X-28")
@pytest.mark.clause("OPS-8.4.2-7")
def test_the_ledgers_example_of_rest():
    example = ledger_examples()["OPS-X-28"]
    b = make_board([". . ."])
    unit = b.place("infantry", 0, fatigue=example["given"]["fatigue"])
    b.happen(recovery(b.state))
    assert b.state.units[unit].fatigue == example["expect"]["fatigue_after_turn"]


@pytest.mark.clause("OPS-8.4.2-7")
def test_being_attacked_and_bombarded_is_not_activation():
    b, gun, attacker, defender = duel()
    b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    b.happen(execute_bombard(b.state, Bombard((gun,), 2)))
    before = b.state.units[defender].fatigue
    b.happen(recovery(b.state))
    assert b.state.units[defender].fatigue == max(0, before - 30)


@pytest.mark.clause("OPS-8.4.1-1")
def test_fatigue_stays_between_0_and_100_and_records_tell_what_really_changed():
    b = make_board([". . ."])
    fresh, spent = b.place("infantry", 0, fatigue=3), b.place("infantry", 1, fatigue=95, activated=1)
    events = b.happen([*tire(b.state, spent, 15, "combat")])
    assert b.state.units[spent].fatigue == 100
    assert events == [Tired(spent, 5, "combat")]
    assert b.happen(recovery(b.state)) == [Tired(fresh, -3, "rest"), Tired(spent, -10, "rest")]
    assert (b.state.units[fresh].fatigue, b.state.units[spent].fatigue) == (0, 90)


@pytest.mark.clause("OPS-8.4.3-6")
def test_a_defender_worn_out_by_the_fight_surrenders():
    b, _, attacker, defender = duel(defender_hp=2, fatigue=60)  # 10 against 6: 2:1, bocage: 1:1, 7: loses 1
    events = b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    assert hp_lost(events)[defender] == 1
    assert removed(events) == {defender: "exhausted"}  # elite, 60 + 15 + 1 % is over 70 %, and its last level is gone
    assert b.state.hp_lost["axis"] == 2  # what it had left counts as lost


def test_where_fatigue_is_switched_off_nobody_tires():
    b, _, attacker, _ = duel(switches={"fatigue": False})
    events = b.happen(execute_attack(b.state, Attack((attacker,), 2, 1)))
    events += b.happen(recovery(b.state))
    assert not only(events, Tired)
