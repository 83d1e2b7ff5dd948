"""Retreat and advance after combat: ledger 7.3.5."""

from __future__ import annotations

import pytest

from tests.fights import dice_showing, hex_of, hp_lost, only, removed, the
from wab.systems.operations.combat.combat import execute_attack
from wab.systems.operations.combat.retreat import (
    can_advance,
    execute_advance,
    offer_advance,
    offered_advances,
    retreat,
    retreat_hex,
    why_not_advance,
    zone_loss,
)
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.sampling import with_names
from wab.systems.operations.sequence import flow
from wab.systems.operations.state.events import Advanced, AdvanceOffered, Intruded, Retreated
from wab.systems.operations.state.orders import Advance, Attack, Pass
from wab.systems.operations.state.state import Offer
from wab.systems.operations.testing.boards import ledger_examples, make_board

PLATEAU = [". . .", ". . .", ". . ."]
"""Hex 4 in the middle; its neighbours are 3 (W), 5 (E), 1 (SW), 2 (SE), 7 (NW) and 8 (NE)."""


def code(refusal):
    return None if refusal is None else refusal.code


def beaten(rows=PLATEAU, hex_=4, main=3, **board):
    """An Axis regiment beaten by an attack from `main`: goes to 5 if it can. All land is the Axis's."""
    b = make_board(rows, control="axis", **board)
    return b, b.place("infantry", main), b.place("infantry", hex_, "axis")


# ------------------------------------------------------------------------------------------------- retreat


@pytest.mark.clause("OPS-7.3.3-2")
@pytest.mark.clause("OPS-7.3.5-1")
@pytest.mark.parametrize(("roll", "goes"), [(7, False), (8, True)])
def test_only_the_results_that_say_so_make_the_survivors_retreat(roll, goes):
    b = make_board([". . . ."])
    unit = b.place("infantry", 0, attack=40)  # 4:1: retreat from 8
    foe = b.place("infantry", 1, "axis", defence=10)
    b.set(dice=dice_showing(roll))
    events = b.happen(execute_attack(b.state, Attack((unit,), 1, 0)))
    assert bool(only(events, Retreated)) == goes
    assert hex_of(b.state, foe) == (2 if goes else 1)


@pytest.mark.clause("OPS-7.3.5-2")
@pytest.mark.parametrize(("main", "goal"), [(3, 5), (5, 3), (1, 8), (8, 1), (2, 7), (7, 2)])
def test_the_retreat_goes_away_from_the_main_attacker(main, goal):
    b, _, foe = beaten(main=main)
    assert retreat_hex(b.state, b.state.units[foe], main) == goal


@pytest.mark.clause("OPS-7.3.5-2")
def test_the_opposite_hex_is_taken_even_in_an_enemy_zone_of_control():
    b, _, foe = beaten([". . . .", ". . . .", ". . . ."], hex_=5, main=4)
    b.place("infantry", 7)  # its zone covers 6, the hex opposite to 4
    assert retreat_hex(b.state, b.state.units[foe], 4) == 6


@pytest.mark.clause("OPS-7.3.5-2")
def test_else_a_hex_free_of_enemy_zones_comes_before_the_direction():
    b, main, foe = beaten(["~ ~ . .", ". . . .", ". . . ."], hex_=5, main=4)
    b.place("infantry", 6)  # closes the wanted hex; its zone covers 10 and 2
    assert retreat_hex(b.state, b.state.units[foe], 4) == 2  # 1 is in the zone of the main attacker
    b.remove(main)
    assert retreat_hex(b.state, b.state.units[foe], 4) == 1


@pytest.mark.clause("OPS-7.3.5-2")
def test_then_direction_then_cost_then_supply_then_the_lowest_number():
    def goal(rows, **board):
        b, main, foe = beaten(rows, **board)
        b.remove(main)  # no zone of control on the board
        return retreat_hex(b.state, b.state.units[foe], 3)

    assert goal([". . .", ". . ~", ". m ."]) == 2  # 2 and 8 are nearest to the wanted direction: the lower number
    assert goal([". . m", ". . ~", ". . m"]) == 2  # nearness comes before cost
    assert goal([". . .", ". . ~", ". . m"]) == 8  # cost before number
    assert goal([". . .", ". . ~", ". . ."], supply={"axis": {7: 1}}) == 8  # nearer to the source in 7
    assert goal([". . .", ". . ~", ". . ."], supply={"axis": {7: 5}}) == 2  # that is not open yet


@pytest.mark.clause("OPS-X-12")
@pytest.mark.clause("OPS-7.3.5-4")
def test_a_retreat_respects_stacking_unit_by_unit_the_best_defender_first():
    example = ledger_examples()["OPS-X-12"]
    b = make_board([". . . .", ". . . .", ". . . ."], control="axis")
    b.place("infantry", 4)
    for _ in range(example["given"]["units_already_in_opposite_hex"]):
        b.place("infantry", 6, "axis")
    retreating = [b.place("infantry", 5, "axis", defence=defence) for defence in (8, 12, 9)]
    assert len(retreating) == example["given"]["retreating_units"]
    events = b.happen(retreat(b.state, 5, 4))
    there = [unit for unit in retreating if hex_of(b.state, unit) == 6]
    assert there == [retreating[1]]
    assert len(there) == example["expect"]["units_to_that_hex"]
    elsewhere = [unit for unit in retreating if hex_of(b.state, unit) not in (5, 6)]
    assert len(elsewhere) == example["expect"]["units_elsewhere"]
    assert [event.unit for event in only(events, Retreated)] == [retreating[1], retreating[2], retreating[0]]


@pytest.mark.clause("OPS-7.3.5-5")
@pytest.mark.clause("OPS-8.2.2-1")
@pytest.mark.parametrize(("full_hp", "loss"), [(8, 2), (4, 1), (2, 1)])
def test_a_retreat_into_an_enemy_zone_costs_a_quarter_of_full_hp(full_hp, loss):
    b = make_board([". . . ."], control="axis")
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis", full_hp=full_hp, hp=full_hp, quality="elite")
    b.place("infantry", 3)
    assert zone_loss(b.state, foe) == loss
    events = b.happen(retreat(b.state, 1, 0))
    assert hp_lost(events, "retreat") == {foe: loss}
    assert b.state.units[foe].fatigue == 10 + loss


@pytest.mark.clause("OPS-7.3.5-5")
def test_a_friend_in_the_hex_does_not_spare_that_loss_and_no_zone_costs_nothing():
    b = make_board([". . . ."], control="axis")
    b.place("infantry", 0)
    foe, _ = b.place("infantry", 1, "axis"), b.place("infantry", 2, "axis")
    enemy = b.place("infantry", 3)
    twin = b.state.copy()
    assert hp_lost(b.happen(retreat(b.state, 1, 0)), "retreat") == {foe: 2}
    b.state = twin
    b.remove(enemy)
    assert not hp_lost(b.happen(retreat(b.state, 1, 0)), "retreat")


def test_a_unit_too_weak_for_that_loss_is_destroyed():
    b = make_board([". . . ."], control="axis")
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis", hp=2, quality="elite")
    b.place("infantry", 3)
    assert removed(b.happen(retreat(b.state, 1, 0))) == {foe: "destroyed"}
    assert b.state.hp_lost["axis"] == 2


@pytest.mark.clause("OPS-8.4.3-6")
def test_a_unit_worn_out_by_its_retreat_surrenders():
    b = make_board([". . ."], control="axis")
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis", hp=2, fatigue=45)
    assert removed(b.happen(retreat(b.state, 1, 0))) == {foe: "exhausted"}


@pytest.mark.clause("OPS-X-13")
@pytest.mark.clause("OPS-7.3.5-6")
def test_who_cannot_retreat_surrenders():
    example = ledger_examples()["OPS-X-13"]
    b, _, foe = beaten(["~ . ~", ". . .", "~ ~ ~"])
    b.place("infantry", 7)
    for _ in range(3):
        b.place("infantry", 5, "axis")
    events = b.happen(retreat(b.state, 4, 3))
    assert example["expect"]["retreating_unit"] == "surrenders"
    assert removed(events) == {foe: "surrendered"}
    assert b.state.hp_lost["axis"] == 8


@pytest.mark.clause("OPS-7.3.5-7")
@pytest.mark.parametrize(
    ("rows", "kind"),
    [([". . ~"], "infantry"), ([". . m"], "armour"), ([". ."], "infantry"), ([". . ="], "infantry")],
)
def test_sea_closed_ground_and_the_edge_close_a_retreat(rows, kind):
    b = make_board(rows, control="axis")
    b.place("infantry", 0)
    foe = b.place(kind, 1, "axis")
    assert retreat_hex(b.state, b.state.units[foe], 0) is None


@pytest.mark.clause("OPS-7.3.5-7")
def test_zones_alone_close_nothing_and_spent_points_do_not_hinder_but_casemates_cannot_go():
    b = make_board([". . . ."], control="axis")
    b.place("infantry", 0)
    b.place("infantry", 3)
    tired = b.place("infantry", 1, "axis", spent=99, halted=True)
    fixed = b.place("artillery", 1, "axis", movement=0)
    assert retreat_hex(b.state, b.state.units[tired], 0) == 2
    assert retreat_hex(b.state, b.state.units[fixed], 0) is None


def test_out_of_play_is_closed_to_retreat():
    b = make_board([". . ."], control="axis")
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis")
    b.board.in_play.setflags(write=True)
    b.board.in_play[2] = False
    assert retreat_hex(b.state, b.state.units[foe], 0) is None


@pytest.mark.clause("OPS-8.1-3")
def test_a_commander_retreats_into_a_full_stack():
    b = make_board([". . ."], control="axis")
    b.place("infantry", 0)
    leader = b.place("commander", 1, "axis")
    for _ in range(3):
        b.place("infantry", 2, "axis")
    b.happen(retreat(b.state, 1, 0))
    assert hex_of(b.state, leader) == 2


@pytest.mark.clause("OPS-6.5-3")
def test_all_of_a_stack_that_retreats_into_a_hex_of_the_enemy_are_seen():
    b = make_board([". . . ."], control="allied")
    b.place("infantry", 0)
    stack = {b.place("infantry", 1, "axis"), b.place("commander", 1, "axis"), b.place("battalion", 1, "axis")}
    events = b.happen(retreat(b.state, 1, 0))
    assert {event.units[0] for event in only(events, Intruded)} == stack
    assert all(b.state.units[unit].spotted and b.state.units[unit].hex == 2 for unit in stack)


@pytest.mark.clause("OPS-6.5-3")
def test_a_stack_that_retreats_over_ground_of_its_own_is_not_spotted():
    b, _, foe = beaten()
    other = b.place("infantry", 4, "axis")
    assert only(b.happen(retreat(b.state, 4, 3)), Intruded) == []
    assert not b.state.units[foe].spotted and not b.state.units[other].spotted


@pytest.mark.clause("OPS-6.5-3")
def test_an_intruder_by_retreat_is_seen_beyond_the_impulse_in_which_it_was_beaten():
    """The impulse in which it is beaten is the spotter's: the next one is the one after."""
    b = make_board(["." + " ." * 15], control="allied", switches={"supply": False})
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis")
    b.happen(retreat(b.state, 1, 0))
    assert b.state.units[foe].spotted
    seen = []
    while b.state.turn < 3:
        b.happen(flow.execute(b.state, Pass()))
        seen.append((b.state.turn, b.state.active, b.state.units[foe].spotted))
    assert seen == [(1, "axis", True), (2, "allied", True), (2, "axis", False), (3, "allied", False)]


@pytest.mark.clause("OPS-6.5-3")
@pytest.mark.clause("OPS-6.1-10")
def test_the_side_that_spots_an_intruder_knows_for_how_long_and_a_sample_keeps_it():
    b = make_board(["." + " f" * 15], control="allied", switches={"supply": False})
    b.place("infantry", 0, sight=1)
    foe = b.place("infantry", 1, "axis")
    b.happen(retreat(b.state, 1, 0))
    b.change(foe, hex=9)
    b.control("axis", 9)
    (contact,) = [unit for unit in known_state(b.state, "allied").units.values() if unit.id != 1]
    assert (contact.hex, contact.spotted, contact.lasting) == (9, True, True)
    named = with_names("allied", known_state(b.state, "allied"), 1)
    assert named.units[foe].lasting


@pytest.mark.clause("OPS-6.5-4")
@pytest.mark.clause("OPS-6.5-3")
def test_a_retreat_into_a_hex_of_the_enemy_takes_it_and_is_seen():
    b = make_board([". . ."], control="allied")
    b.place("infantry", 0)
    foe = b.place("infantry", 1, "axis")
    events = b.happen(retreat(b.state, 1, 0))
    assert the(events, Retreated).control
    assert b.state.controls("axis", 2)
    assert the(events, Intruded).units == (foe,)
    assert b.state.units[foe].spotted
    b = make_board([". . ."], control="allied")
    b.place("infantry", 0)
    b.place("commander", 1, "axis")
    b.happen(retreat(b.state, 1, 0))
    assert b.state.controls("allied", 2)


# ------------------------------------------------------------------------------------------------- advance


def emptied(rows=PLATEAU, target=4, **board):
    """Two regiments in 3 and one in 1 have emptied hex 4."""
    b = make_board(rows, **board)
    b.control("axis", target)
    units = [b.place("infantry", 3), b.place("infantry", 3), b.place("infantry", 1)]
    b.happen(offer_advance(b.state, units, target, 3))
    return b, units


@pytest.mark.clause("OPS-7.3.5-8")
@pytest.mark.clause("OPS-7.3.5-10")
@pytest.mark.clause("OPS-10.1.1-8")
@pytest.mark.parametrize("kind", ["infantry", "mechanised", "armour", "recon", "battalion", "company", "commander"])
def test_units_of_every_kind_can_pursue(kind):
    b = make_board([". . . ."])
    unit = b.place(kind, 1)
    assert can_advance(b.state, unit, 2)
    b.happen(offer_advance(b.state, (unit,), 2, 1))
    assert why_not_advance(b.state, Advance((unit,))) is None


@pytest.mark.clause("OPS-7.3.5-10")
@pytest.mark.clause("OPS-10.1.1-8")
def test_some_or_all_attackers_may_advance_or_none():
    b, (one, two, three) = emptied()
    for units in ((), (one,), (one, two), (one, two, three)):
        assert why_not_advance(b.state, Advance(units)) is None
    events = b.happen(execute_advance(b.state, Advance((one, two))))
    assert the(events, Advanced).units == (one, two)
    assert [hex_of(b.state, unit) for unit in (one, two, three)] == [4, 4, 1]
    assert b.state.offer is None
    assert b.state.controls("allied", 4)


def test_who_stays_leaves_hex_and_control_as_they_are():
    b, units = emptied()
    b.happen(execute_advance(b.state, Advance(())))
    assert [hex_of(b.state, unit) for unit in units] == [3, 3, 1]
    assert b.state.offer is None
    assert b.state.controls("axis", 4)


@pytest.mark.clause("OPS-7.3.5-9")
def test_the_main_stack_is_offered_first():
    b = make_board(PLATEAU)
    units = [b.place("infantry", 1), b.place("infantry", 3), b.place("infantry", 2)]
    (offer,) = offer_advance(b.state, units, 4, 3)
    assert offer == AdvanceOffered(4, (units[1], units[0], units[2]))


@pytest.mark.clause("OPS-7.3.5-9")
@pytest.mark.clause("OPS-8.1-5")
def test_an_advance_keeps_the_stacking_limit():
    b, units = emptied()
    units += [b.place("infantry", 1), b.place("commander", 1)]
    b.set(agenda=(Offer(4, tuple(units)),))
    assert code(why_not_advance(b.state, Advance(tuple(units[:4])))) == "stack-full"
    assert why_not_advance(b.state, Advance((*units[:3], units[4]))) is None
    assert {order.units for order in offered_advances(b.state)} == {
        (),
        *((unit,) for unit in units),
        tuple(units[:2]),
        tuple(units[2:]),
        (*units[:3], units[4]),
    }


@pytest.mark.clause("OPS-7.3.5-9")
def test_an_advance_costs_nothing_ignores_zones_and_is_no_fatigue():
    b, (one, *_) = emptied()
    b.place("infantry", 8, "axis")
    b.change(one, spent=99, halted=True)
    assert can_advance(b.state, one, 4)
    b.happen(execute_advance(b.state, Advance((one,))))
    assert hex_of(b.state, one) == 4
    assert (b.state.units[one].spent, b.state.units[one].fatigue) == (99, 0)


@pytest.mark.clause("OPS-7.3.5-9")
def test_forbidden_ground_stays_forbidden_and_then_nothing_is_offered():
    b = make_board([". m ."])
    tank = b.place("armour", 0)
    assert not list(offer_advance(b.state, [tank], 1, 0))
    foot = b.place("infantry", 0)
    (offer,) = offer_advance(b.state, [tank, foot], 1, 0)
    assert offer.units == (foot,)


@pytest.mark.clause("OPS-7.3.5-9")
def test_the_advance_is_offered_after_destruction_too_but_not_to_guns():
    b = make_board([". . . ."])
    unit, gun = b.place("infantry", 1, attack=99), b.place("artillery", 0)
    foe = b.place("infantry", 2, "axis", defence=1)
    b.set(dice=dice_showing(7))
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (gun,))))
    assert removed(events) == {foe: "destroyed"}
    assert the(events, AdvanceOffered).units == (unit,)


def test_no_advance_while_a_defender_is_left():
    b = make_board([". . ."])
    unit, foe = b.place("infantry", 0, attack=10), b.place("infantry", 1, "axis", defence=10)
    b.set(dice=dice_showing(7))  # 1:1 on a 7: no retreat
    assert not only(b.happen(execute_attack(b.state, Attack((unit,), 1, 0))), AdvanceOffered)
    assert {unit, foe} <= set(b.state.units)


@pytest.mark.clause("OPS-6.5-4")
@pytest.mark.clause("OPS-6.5-3")
def test_an_advance_takes_the_hex_and_is_seen_but_a_commander_takes_none():
    b, (one, *_) = emptied()
    leader = b.place("commander", 3)
    b.set(agenda=(Offer(4, (one, leader)),))
    twin = b.state.copy()
    events = b.happen(execute_advance(b.state, Advance((one,))))
    assert the(events, Advanced).control
    assert the(events, Intruded).units == (one,)
    b.state = twin
    events = b.happen(execute_advance(b.state, Advance((leader,))))
    assert not the(events, Advanced).control
    assert b.state.controls("axis", 4)


def test_an_advance_names_units_of_the_offer_in_order():
    b, (one, two, _) = emptied()
    stranger = b.place("infantry", 5)
    assert code(why_not_advance(b.state, Advance((stranger,)))) == "not-offered"
    assert code(why_not_advance(b.state, Advance((two, one)))) == "units-out-of-order"
    b.set(agenda=())
    assert code(why_not_advance(b.state, Advance((one,)))) == "no-advance"
    assert not list(offered_advances(b.state))


@pytest.mark.clause("OPS-7.3.5-9")
def test_who_cannot_move_at_all_does_not_advance():
    b = make_board([". . ."])
    fixed, mobile = b.place("infantry", 0, movement=0), b.place("infantry", 0)
    assert not can_advance(b.state, fixed, 1)
    assert can_advance(b.state, mobile, 1)


@pytest.mark.clause("OPS-6.5-3")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_an_advance_gives_away_who_enters_ground_of_the_enemy(side):
    b = make_board([". . ."])
    unit = b.place("infantry", 0)
    b.control(side, 1)
    b.set(agenda=(Offer(1, (unit,)),))
    events = b.happen(execute_advance(b.state, Advance((unit,))))
    assert bool(only(events, Intruded)) == (side == "axis")


TALL = [". . . .", ". . . .", ". . . .", ". . . .", ". . . ."]
"""Hex 9 has the neighbours 8 (W), 10 (E), 4 (SW), 5 (SE), 12 (NW) and 13 (NE)."""


def turned_aside(board=TALL, **facts):
    """An Axis regiment in 9, beaten from the east by one without a zone; the west is closed to it."""
    b = make_board(board, control="axis", closed=[(8, 9)], **facts)
    b.place("infantry", 10, zoc=0)
    return b, b.state.units[b.place("infantry", 9, "axis")]


@pytest.mark.clause("OPS-7.3.5-2")
def test_of_open_hexes_those_nearest_to_the_wanted_direction_come_first():
    b, unit = turned_aside()
    assert retreat_hex(b.state, unit, 10) == 4
    b.place("commander", 4)
    assert retreat_hex(b.state, unit, 10) == 12
    b.place("commander", 12)
    assert retreat_hex(b.state, unit, 10) == 5


@pytest.mark.clause("OPS-7.3.5-2")
def test_of_equal_hexes_the_one_nearest_to_any_source_comes_first():
    b, unit = turned_aside(supply={"axis": {16: 1, 3: 1}})
    distance = b.board.grid.distance
    assert min(distance(12, 16), distance(12, 3)) < min(distance(4, 16), distance(4, 3))
    assert max(distance(12, 16), distance(12, 3)) > max(distance(4, 16), distance(4, 3))
    assert retreat_hex(b.state, unit, 10) == 12


@pytest.mark.clause("OPS-7.3.5-2")
@pytest.mark.parametrize(("holder", "goal"), [("axis", 4), ("allied", 12)])
def test_only_a_source_that_a_side_holds_draws_its_units(holder, goal):
    b, unit = turned_aside(supply={"axis": {16: 1, 0: 1}})
    b.control(holder, 0)
    b.control("axis", 16)
    if goal == 4:
        b.control("allied", 16)
    assert retreat_hex(b.state, unit, 10) == goal


@pytest.mark.clause("OPS-7.3.5-8")
@pytest.mark.clause("OPS-7.3.5-10")
def test_each_of_three_stacks_is_offered_the_advance_and_the_slowest_may_go():
    b = make_board(PLATEAU)
    stacks = {hex_: tuple(b.place("company", hex_, movement=1) for _ in range(2)) for hex_ in (3, 5, 7)}
    units = tuple(unit for stack in stacks.values() for unit in stack)
    assert all(can_advance(b.state, unit, 4) for unit in units)
    b.set(agenda=(Offer(4, units),))
    assert {Advance(stack) for stack in stacks.values()} <= set(offered_advances(b.state))
