"""Legal attackers and targets (ledger section 7.2), and commanders in combat (7.4.5)."""

from __future__ import annotations

import pytest

from tests.fights import code, front, only, removed, the
from wab.engine import Rolled
from wab.systems.operations.combat.bombardment import why_not_bombard
from wab.systems.operations.combat.combat import (
    available_attackers,
    available_supports,
    execute_attack,
    main_attacker,
    odds,
    offered_attacks,
    preview,
    why_not_attack,
)
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import (
    Activated,
    AdvanceOffered,
    CombatJoined,
    CombatResolved,
)
from wab.systems.operations.state.orders import Attack, Bombard, Pass
from wab.systems.operations.testing.boards import ledger_examples, make_board

# ------------------------------------------------------------------------------------------------- who may attack


@pytest.mark.clause("OPS-7.2-1")
@pytest.mark.clause("OPS-10.1.1-7")
def test_only_adjacent_enemies_are_attacked():
    b = make_board([". . . ."])
    near, far, enemy = b.place("infantry", 1), b.place("infantry", 0), b.place("infantry", 2, "axis")
    assert why_not_attack(b.state, Attack((near,), 2, 1)) is None
    assert code(why_not_attack(b.state, Attack((far,), 2, 0))) == "not-adjacent"
    assert code(why_not_attack(b.state, Attack((near,), 0, 1))) == "no-enemy"
    assert code(why_not_attack(b.state, Attack((near,), 3, 1))) == "no-enemy"
    assert code(why_not_attack(b.state, Attack((near,), 400, 1))) == "no-enemy"
    assert code(why_not_attack(b.state, Attack((enemy,), 1, 2))) == "not-own-unit"


def test_water_too_wide_to_cross_parts_neighbours():
    b = make_board([". . ."], closed=[(0, 1)])
    unit = b.place("infantry", 0)
    b.place("infantry", 1, "axis")
    assert code(why_not_attack(b.state, Attack((unit,), 1, 0))) == "water"
    assert available_attackers(b.state, 1) == ()


def test_only_climbers_attack_up_a_cliff():
    b = make_board([". . ."], cliffs=[(0, 1)])
    foot, tank = b.place("infantry", 0), b.place("armour", 0)
    b.place("infantry", 1, "axis")
    assert why_not_attack(b.state, Attack((foot,), 1, 0)) is None
    assert code(why_not_attack(b.state, Attack((tank,), 1, 0))) == "cliff"


@pytest.mark.clause("OPS-7.2-2")
def test_nobody_is_forced_to_attack():
    from wab.systems.operations import SYSTEM

    b, *_ = front()
    assert SYSTEM.why_not(b.state, Pass()) is None
    assert Pass() in list(SYSTEM.offered(b.state))


@pytest.mark.clause("OPS-7.2-3")
def test_a_unit_attacks_once_a_turn():
    b = make_board([". . .", ". . ."])
    unit = b.place("infantry", 0)
    b.place("infantry", 1, "axis")
    b.place("infantry", 3, "axis")
    b.happen(execute_attack(b.state, Attack((unit,), 1, 0)))
    assert code(why_not_attack(b.state, Attack((unit,), 3, 0))) == "attacked"


@pytest.mark.clause("OPS-7.2-4")
@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_combats_are_fought_in_any_order(order):
    b = make_board([". . .", ". . ."])
    units = [b.place("infantry", 0), b.place("infantry", 0)]
    b.place("infantry", 1, "axis", defence=99)
    b.place("infantry", 3, "axis", defence=99)
    for unit, target in zip(units, order, strict=True):
        assert why_not_attack(b.state, Attack((unit,), target, 0)) is None
        b.happen(execute_attack(b.state, Attack((unit,), target, 0)))


@pytest.mark.clause("OPS-7.2-5")
def test_the_whole_enemy_stack_is_attacked_and_defends():
    b = make_board([". . ."])
    unit = b.place("infantry", 0, attack=9)
    defenders = tuple(b.place("infantry", 1, "axis", defence=5) for _ in range(3))
    assert odds(b.state, Attack((unit,), 1, 0)).defence == 1500
    joined = the(b.happen(execute_attack(b.state, Attack((unit,), 1, 0))), CombatJoined)
    assert joined.defenders == defenders


@pytest.mark.clause("OPS-7.2-6")
def test_the_defender_is_asked_nothing_and_does_not_slip_away():
    b, _, first, second, enemy = front()
    happening = execute_attack(b.state, Attack((first, second), 2, 1))
    for event in happening:
        assert b.state.units[enemy].hex == 2  # until the dice have spoken
        apply(b.state, event)
        if isinstance(event, CombatResolved):
            break
    assert b.state.active == "allied"


@pytest.mark.clause("OPS-7.2-8")
def test_all_units_next_to_the_target_are_available_wherever_they_stand():
    b = make_board([". . .", ". . .", ". . ."])
    here, there = b.place("infantry", 3), b.place("infantry", 1)
    away = b.place("infantry", 0)
    b.place("infantry", 4, "axis")
    assert available_attackers(b.state, 4) == tuple(sorted((here, there)))
    assert away not in available_attackers(b.state, 4)
    assert why_not_attack(b.state, Attack((here, there), 4, 1)) is None


@pytest.mark.clause("OPS-7.2-9")
@pytest.mark.clause("OPS-7.2-15")
def test_guns_in_range_support_and_do_not_attack():
    b = make_board([". . . . ."])
    near, far, out = b.place("artillery", 2), b.place("artillery", 1), b.place("artillery", 0)
    unit = b.place("infantry", 2)
    flak = b.place("infantry", 2, type="other", move_class="art", anti_air=4, attack=1)
    b.place("infantry", 3, "axis")
    assert available_supports(b.state, 3) == (near, far)
    assert available_attackers(b.state, 3) == (unit, flak)
    assert code(why_not_attack(b.state, Attack((near,), 3, 2))) == "gun"
    assert code(why_not_attack(b.state, Attack((unit,), 3, 2, (out,)))) == "out-of-range"
    assert code(why_not_attack(b.state, Attack((unit,), 3, 2, (flak,)))) == "no-gun"
    assert odds(b.state, Attack((unit,), 3, 2, (near,))).attack == 600


@pytest.mark.clause("OPS-7.2-10")
def test_at_most_three_units_support():
    b = make_board([". . . ."])
    unit = b.place("infantry", 1)
    guns = tuple(b.place("artillery", hex_) for hex_ in (0, 0, 0, 1))
    b.place("infantry", 2, "axis")
    assert why_not_attack(b.state, Attack((unit,), 2, 1, guns[:3])) is None
    assert code(why_not_attack(b.state, Attack((unit,), 2, 1, guns))) == "too-many-supports"


@pytest.mark.clause("OPS-7.2-11")
def test_neighbours_of_the_defender_stay_out():
    b = make_board([". . . ."])
    unit = b.place("infantry", 0)
    defender, neighbour = b.place("infantry", 1, "axis"), b.place("infantry", 2, "axis")
    events = b.happen(execute_attack(b.state, Attack((unit,), 1, 0)))
    assert the(events, CombatJoined).defenders == (defender,)
    assert b.state.units[neighbour].fatigue == 0


@pytest.mark.clause("OPS-7.2-12")
def test_a_stack_may_split_its_attacks():
    b = make_board([". . .", ". . ."])
    first, second = b.place("infantry", 0), b.place("infantry", 0)
    b.place("infantry", 1, "axis", defence=99)
    b.place("infantry", 3, "axis", defence=99)
    one, other = Attack((first,), 1, 0), Attack((second,), 3, 0)
    assert why_not_attack(b.state, one) is None and why_not_attack(b.state, other) is None
    events = b.happen(execute_attack(b.state, one))
    assert the(events, CombatJoined).attackers == (first,)
    assert why_not_attack(b.state, other) is None
    assert the(b.happen(execute_attack(b.state, other)), CombatJoined).target == 3


@pytest.mark.clause("OPS-X-8")
@pytest.mark.clause("OPS-7.2-13")
def test_a_hex_is_attacked_once_a_turn_but_may_still_be_bombarded():
    expect = ledger_examples()["OPS-X-8"]["expect"]
    b, gun, first, second, _ = front()
    b.place("infantry", 2, "axis", defence=99)
    b.happen(execute_attack(b.state, Attack((first,), 2, 1)))
    assert (why_not_attack(b.state, Attack((second,), 2, 1)) is None) == (expect["second_land_attack"] != "refused")
    assert code(why_not_attack(b.state, Attack((second,), 2, 1))) == "hex-attacked"
    assert (why_not_bombard(b.state, Bombard((gun,), 2)) is None) == (expect["bombardment"] == "allowed")


@pytest.mark.clause("OPS-7.2-13")
def test_the_attack_counts_for_the_attacking_side_only():
    b, _, first, _, enemy = front()
    b.happen(execute_attack(b.state, Attack((first,), 2, 1)))
    b.set(active="axis", agenda=())
    b.set(attacked_hexes={"allied": (1, 2)})
    assert why_not_attack(b.state, Attack((enemy,), 1, 2)) is None


@pytest.mark.clause("OPS-7.2-14")
def test_a_gun_supports_once_or_bombards_once():
    b, gun, first, _, _ = front()
    b.place("infantry", 2, "axis", defence=99)
    b.happen(execute_attack(b.state, Attack((first,), 2, 1, (gun,))))
    assert code(why_not_bombard(b.state, Bombard((gun,), 2))) == "fired"
    assert available_supports(b.state, 2) == ()


@pytest.mark.clause("OPS-7.2-16")
@pytest.mark.parametrize(
    ("traits", "why"),
    [
        ({"attack": 0}, "no-attack"),
        ({"supplied": False}, "unsupplied"),
        pytest.param({"marched": True}, "marched", marks=pytest.mark.clause("OPS-6.3-2")),
        ({"attacked": True}, "attacked"),
        ({"activated": 1}, "locked"),
    ],
)
def test_who_is_not_available_for_combat(traits, why):
    b = make_board([". . ."], impulses=2)
    b.set(impulse=2)
    ready, unit = b.place("infantry", 0), b.place("infantry", 0, **traits)
    b.place("infantry", 1, "axis")
    assert available_attackers(b.state, 1) == (ready,)
    assert code(why_not_attack(b.state, Attack((unit,), 1, 0))) == why


@pytest.mark.parametrize(
    ("traits", "why"),
    [({"supplied": False}, "unsupplied"), ({"marched": True}, "marched"), ({"supported": True}, "fired")],
)
def test_which_guns_are_not_available_for_support(traits, why):
    b, gun, first, _, _ = front()
    b.change(gun, **traits)
    assert available_supports(b.state, 2) == ()
    assert code(why_not_attack(b.state, Attack((first,), 2, 1, (gun,)))) == why


@pytest.mark.clause("OPS-5.2-14")
@pytest.mark.clause("OPS-5.2-15")
def test_attackers_and_guns_cost_points_and_must_all_be_paid():
    b, gun, first, second, _ = front(activation_points=2)
    assert code(why_not_attack(b.state, Attack((first, second), 2, 1, (gun,)))) == "activation-points"
    assert preview(b.state, Attack((first, second), 2, 1)).activation_points == 2
    assert preview(b.state, Attack((first,), 2, 1, (gun,))).activation_points == 2
    events = b.happen(execute_attack(b.state, Attack((first,), 2, 1, (gun,))))
    assert {event.unit for event in only(events, Activated)} == {first, gun}
    assert b.state.activation_points == 0


@pytest.mark.clause("OPS-5.2-9")
def test_the_defender_pays_nothing():
    b, _, first, _, enemy = front(activation_points=1)
    b.happen(execute_attack(b.state, Attack((first,), 2, 1)))
    assert b.state.activation_points == 0
    assert enemy not in b.state.units or b.state.units[enemy].activated == 0


def test_an_attack_names_its_units_in_order_once_and_a_hex_of_theirs():
    b, gun, first, second, _ = front()
    assert code(why_not_attack(b.state, Attack((second, first), 2, 1))) == "units-out-of-order"
    assert code(why_not_attack(b.state, Attack((first, first), 2, 1))) == "units-out-of-order"
    assert code(why_not_attack(b.state, Attack((first,), 2, 1, (gun, gun)))) == "units-out-of-order"
    assert code(why_not_attack(b.state, Attack((first,), 2, 3))) == "main"
    assert code(why_not_attack(b.state, Attack((), 2, 1))) == "no-units"


@pytest.mark.clause("OPS-7.3.5-3")
def test_the_main_attacker_is_the_hex_with_the_most_attack():
    b = make_board([". . .", ". . .", ". . ."])
    one, two, strong = b.place("infantry", 3), b.place("infantry", 3), b.place("infantry", 1, attack=11)
    assert main_attacker(b.state, (one, two, strong)) == 3
    assert main_attacker(b.state, (one, strong)) == 1


@pytest.mark.clause("OPS-7.3.5-3")
def test_the_attacker_does_not_steer_the_retreat_by_calling_a_weak_stack_the_main_one():
    """With the weak regiment as the main one the defender would fall back to the west, before it to the east."""
    b = make_board([". . . .", ". . . .", ". . . .", ". . . ."])
    strong, weak = b.place("infantry", 4, attack=30), b.place("infantry", 6, attack=3)
    b.place("infantry", 5, "axis", defence=10)
    refusal = why_not_attack(b.state, Attack((strong, weak), 5, 6))
    assert refusal is not None and (refusal.code, refusal.where, refusal.clauses) == ("main", (4,), ("OPS-7.3.5-3",))
    assert why_not_attack(b.state, Attack((strong, weak), 5, 4)) is None
    assert why_not_attack(b.state, Attack((weak,), 5, 6)) is None  # alone it is the main one, and has only its own odds
    equal = b.place("infantry", 6, attack=27)
    assert why_not_attack(b.state, Attack((strong, weak, equal), 5, 6)) is not None  # of equals the lower hex
    assert {order.main for order in offered_attacks(b.state, strong) if weak in order.units} == {4}


# ------------------------------------------------------------------------------------------------- commanders


def with_commander(**board):
    b = make_board([". . ."], switches={"commanders": True}, **board)
    return b, b.place("infantry", 0), b.place("commander", 0, columns=1), b.place("infantry", 1, "axis")


@pytest.mark.clause("OPS-7.4.5-3")
@pytest.mark.clause("OPS-7.3.2-5")
def test_a_commander_attacks_only_beside_a_unit_of_his_hex():
    b, unit, commander, _ = with_commander()
    assert available_attackers(b.state, 1) == (unit, commander)
    assert why_not_attack(b.state, Attack((unit, commander), 1, 0)) is None
    assert code(why_not_attack(b.state, Attack((commander,), 1, 0))) == "commander-alone"
    b.change(unit, attacked=True)
    assert available_attackers(b.state, 1) == ()


@pytest.mark.clause("OPS-7.4.5-3")
def test_a_commander_attacked_alone_is_captured_without_combat():
    b = make_board([". . ."], switches={"commanders": True})
    unit, commander = b.place("infantry", 0), b.place("commander", 1, "axis", columns=1)
    order = Attack((unit,), 1, 0)
    assert preview(b.state, order).destroy_chance == 1
    events = b.happen(execute_attack(b.state, order))
    assert removed(events) == {commander: "captured"}
    assert not only(events, Rolled)
    assert b.state.hp_lost["axis"] == 2
    assert (b.state.units[unit].hp, b.state.units[unit].fatigue, b.state.units[unit].attacked) == (8, 0, True)
    assert the(events, AdvanceOffered).units == (unit,)
