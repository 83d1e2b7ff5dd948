"""Bombardment: ledger 7.5."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fights import dice_showing, hp_lost, only, removed, seed_of_pair, the
from wab.engine import Dice, Rolled
from wab.systems.operations.combat.bombardment import (
    available_guns,
    execute_bombard,
    level_of,
    loss,
    offered_bombardments,
    points_on,
    preview_bombardment,
    reduced,
    why_not_bombard,
)
from wab.systems.operations.combat.combat import why_not_attack
from wab.systems.operations.combat.odds import WAYS
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import Activated, AdvanceOffered, Bombarded, LostHp, Retreated, Tired
from wab.systems.operations.state.orders import Attack, Bombard
from wab.systems.operations.testing.boards import campaign_tables, ledger_examples, make_board


def code(refusal):
    return None if refusal is None else refusal.code


def battery(distance=1, row=". . . . . . . .", **gun):
    """A gun in hex 0 and an Axis regiment so many hexes to the east."""
    traits = {"bombardment": 15, "range": 3, "sight": 9} | gun
    board = {name: traits.pop(name) for name in ("activation_points", "switches", "impulses") if name in traits}
    b = make_board([row], **board)
    return b, b.place("artillery", 0, **traits), b.place("infantry", distance, "axis")


# ------------------------------------------------------------------------------------------------- who, what


@pytest.mark.clause("OPS-7.1-1")
def test_land_combat_is_between_neighbours_and_bombardment_at_a_distance():
    b = make_board([". . . ."], switches={"supply": False, "fog": False})
    near, far, gun = b.place("infantry", 1), b.place("infantry", 0), b.place("artillery", 0, range=2)
    b.place("infantry", 2, "axis")
    assert why_not_attack(b.state, Attack((near,), 2, 1)) is None
    assert code(why_not_attack(b.state, Attack((far,), 2, 0))) == "not-adjacent"
    assert why_not_bombard(b.state, Bombard((gun,), 2)) is None
    assert code(why_not_bombard(b.state, Bombard((near,), 2))) == "no-gun"


@pytest.mark.clause("OPS-7.1-1")
@pytest.mark.clause("OPS-7.5.1-1")
def test_bombardment_has_an_order_and_a_table_of_its_own_no_retreat_and_no_advance():
    b, gun, foe = battery()
    order = Bombard((gun,), 1)
    assert why_not_bombard(b.state, order) is None
    assert code(why_not_attack(b.state, Attack((gun,), 1, 0))) == "gun"
    events = b.happen(execute_bombard(b.state, order))
    assert not only(events, Retreated) and not only(events, AdvanceOffered)
    assert b.state.units[foe].hex == 1
    assert b.state.attacked_hexes["allied"] == ()
    kinds = [type(event) for event in events]
    steps = [Activated, Rolled, Bombarded, LostHp, Tired]
    assert [kinds.index(kind) for kind in steps] == sorted(kinds.index(kind) for kind in steps)


@pytest.mark.clause("OPS-7.5.1-1")
def test_a_stack_bombed_to_nothing_leaves_its_hex_to_nobody():
    b, gun, foe = battery(bombardment=99)
    b.change(foe, hp=1)
    b.set(dice=dice_showing(7, "bombardment"))
    events = b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    assert removed(events) == {foe: "destroyed"}
    assert b.state.offer is None


@pytest.mark.clause("OPS-7.5.1-2")
@pytest.mark.clause("OPS-7.5.1-6")
@pytest.mark.parametrize(("distance", "why"), [(1, None), (2, None), (3, None), (4, "out-of-range")])
def test_a_gun_reaches_every_hex_up_to_its_range(distance, why):
    b, gun, _ = battery(distance)
    assert code(why_not_bombard(b.state, Bombard((gun,), distance))) == why
    assert available_guns(b.state, distance) == ((gun,) if why is None else ())


@pytest.mark.clause("OPS-7.5.1-2")
@pytest.mark.clause("OPS-10.1.1-9")
def test_ships_bombard_and_units_without_guns_do_not():
    b = make_board(["~ . . . ."])
    ship, foot = b.place("ship", 0, range=4, sight=9), b.place("infantry", 1)
    b.place("infantry", 2, "axis")
    assert why_not_bombard(b.state, Bombard((ship,), 2)) is None
    assert code(why_not_bombard(b.state, Bombard((foot,), 2))) == "no-gun"


@pytest.mark.clause("OPS-7.5.1-2")
@pytest.mark.clause("OPS-10.1.1-9")
def test_the_campaigns_guns_reach_two_or_three_hexes_and_nothing_else_on_land_has_points():
    for name, kind in campaign_tables().units.items():
        if kind.move_class != "ship" and kind.bombardment:
            assert kind.move_class == "art", name
            assert kind.range in (2, 3), name


@pytest.mark.clause("OPS-7.5.1-3")
def test_axis_guns_bombard():
    b = make_board([". . ."], active="axis")
    gun = b.place("artillery", 0, "axis")
    b.place("infantry", 1)
    assert why_not_bombard(b.state, Bombard((gun,), 1)) is None


@pytest.mark.clause("OPS-7.5.1-5")
def test_the_target_must_be_detected():
    b, gun, _ = battery(3, sight=2)
    assert level_of(b.state, 3) is None
    assert code(why_not_bombard(b.state, Bombard((gun,), 3))) == "not-detected"
    assert not list(offered_bombardments(b.state))
    b.place("infantry", 2)
    assert why_not_bombard(b.state, Bombard((gun,), 3)) is None
    assert code(why_not_bombard(b.state, Bombard((gun,), 1))) == "not-detected"
    assert code(why_not_bombard(b.state, Bombard((gun,), 999))) == "not-detected"


@pytest.mark.clause("OPS-X-8")
@pytest.mark.clause("OPS-7.5.1-7")
def test_a_hex_may_be_bombarded_again():
    expect = ledger_examples()["OPS-X-8"]["expect"]
    b, gun, _ = battery()
    other = b.place("artillery", 0)
    b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    assert expect["second_bombardment"] == "allowed"
    assert why_not_bombard(b.state, Bombard((other,), 1)) is None
    assert code(why_not_bombard(b.state, Bombard((gun,), 1))) == "fired"


@pytest.mark.parametrize(
    ("traits", "why"),
    [
        pytest.param({"supplied": False}, "unsupplied", marks=pytest.mark.clause("OPS-8.5.2-1")),
        pytest.param({"marched": True}, "marched", marks=pytest.mark.clause("OPS-6.3-2")),
        pytest.param({"supported": True}, "fired", marks=pytest.mark.clause("OPS-7.2-14")),
        pytest.param({"activated": 1}, "locked", marks=pytest.mark.clause("OPS-5.1-9")),
    ],
)
def test_which_guns_cannot_fire(traits, why):
    b, gun, _ = battery(impulses=2, **traits)
    b.set(impulse=2)
    assert code(why_not_bombard(b.state, Bombard((gun,), 1))) == why


@pytest.mark.clause("OPS-5.2-14")
def test_a_gun_that_bombards_costs_a_point():
    b, gun, _ = battery(activation_points=1)
    other = b.place("artillery", 0)
    assert code(why_not_bombard(b.state, Bombard((gun, other), 1))) == "activation-points"
    assert preview_bombardment(b.state, Bombard((gun,), 1)).activation_points == 1
    b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    assert b.state.activation_points == 0


def test_units_are_named_once_in_order():
    b, gun, _ = battery()
    other = b.place("artillery", 0)
    assert code(why_not_bombard(b.state, Bombard((other, gun), 1))) == "units-out-of-order"
    assert code(why_not_bombard(b.state, Bombard((), 1))) == "no-units"


# ------------------------------------------------------------------------------------------------- effect


@pytest.mark.clause("OPS-7.5.1-10")
def test_points_of_up_to_three_units_add_up():
    b, gun, _ = battery(bombardment=5)
    guns = (gun, *(b.place("artillery", 0, bombardment=5) for _ in range(3)))
    assert points_on(b.state, Bombard(guns[:3], 1))[0] == 15
    assert why_not_bombard(b.state, Bombard(guns[:3], 1)) is None
    assert code(why_not_bombard(b.state, Bombard(guns, 1))) == "too-many-units"


@pytest.mark.clause("OPS-X-19")
@pytest.mark.clause("OPS-7.5.2-1")
@pytest.mark.clause("OPS-7.5.2-2")
@pytest.mark.clause("OPS-7.5.2-3")
def test_the_ledgers_example_of_a_bombardment():
    example = ledger_examples()["OPS-X-19"]
    given_, expect = example["given"], example["expect"]
    b, gun, foe = battery(bombardment=given_["bombardment_points"])
    other = b.place("infantry", 1, "axis")
    b.set(dice=dice_showing(given_["dice"], "bombardment"))
    events = b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    lost = hp_lost(events, "bombardment")
    assert sum(lost.values()) == the(events, Bombarded).hp == expect["stack_hp_lost"]
    assert b.state.hp_lost["allied"] == expect["attacker_hp_lost"]
    assert b.state.units[gun].hp == 4
    for unit in (foe, other):
        assert b.state.units[unit].fatigue == expect["every_unit_fatigue"] + lost.get(unit, 0)


@pytest.mark.clause("OPS-7.5.2-1")
def test_losses_are_dealt_as_in_combat_commanders_last():
    b, gun, foe = battery(bombardment=50)
    b.change(foe, hp=4)
    leader = b.place("commander", 1, "axis")
    b.set(dice=dice_showing(2, "bombardment"))  # 6 HP
    assert removed(b.happen(execute_bombard(b.state, Bombard((gun,), 1)))) == {foe: "destroyed", leader: "destroyed"}


@pytest.mark.clause("OPS-7.5.2-1")
def test_without_points_nothing_happens_and_nobody_tires():
    b, gun, foe = battery(3, bombardment=1, range=3, sight=3)  # 1 point on a detected target: half a point, none
    order = Bombard((gun,), 3)
    assert level_of(b.state, 3) == "detected"
    shown = preview_bombardment(b.state, order)
    assert (shown.points, shown.expected_hp, shown.fatigue) == (0, 0, 0)
    events = b.happen(execute_bombard(b.state, order))
    assert not only(events, Rolled)
    assert b.state.units[foe].fatigue == 0
    assert b.state.units[gun].supported


@pytest.mark.clause("OPS-X-20")
@pytest.mark.clause("OPS-7.5.3-1")
@pytest.mark.clause("OPS-7.5.3-2")
@pytest.mark.clause("OPS-7.5.3-3")
@pytest.mark.parametrize(("distance", "level"), [(2, "identified"), (4, "recognised"), (6, "detected")])
def test_points_count_by_how_well_the_target_is_known(distance, level):
    example = ledger_examples()["OPS-X-20"]
    b, gun, _ = battery(distance, bombardment=example["given"]["bombardment_points"], range=9, sight=6)
    assert level_of(b.state, distance) == level
    points, shifts = points_on(b.state, Bombard((gun,), distance))
    assert points == example["expect"][level] == sum(shift.value for shift in shifts)


@pytest.mark.clause("OPS-7.5.3-4")
@pytest.mark.parametrize(
    ("points", "percent", "left"), [(15, 75, 11), (15, 50, 7), (20, 75, 15), (3, 50, 1), (6, 75, 4)]
)
def test_reduced_points_are_rounded_to_the_nearest_halves_down(points, percent, left):
    assert reduced(points, percent) == left


@pytest.mark.clause("OPS-7.5.3-4")
def test_the_best_known_unit_of_the_stack_counts():
    b, _, foe = battery(6, range=9, sight=3)
    assert level_of(b.state, 6) is None
    b.change(foe, spotted=True)
    b.place("infantry", 6, "axis")
    assert level_of(b.state, 6) == "detected"
    b.place("infantry", 5)
    assert level_of(b.state, 6) == "identified"


@pytest.mark.clause("OPS-7.5.3-5")
@pytest.mark.parametrize("letter", list(".bHmct"))
def test_the_ground_does_not_matter(letter):
    b, gun, _ = battery(row=f". {letter} . .")
    shown = preview_bombardment(b.state, Bombard((gun,), 1))
    assert [branch.hp for branch in shown.branches] == [loss(b.state, 15, total) for total in range(2, 13)]
    b.set(dice=dice_showing(11, "bombardment"))
    events = b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    assert the(events, Bombarded).hp == sum(hp_lost(events, "bombardment").values()) == loss(b.state, 15, 11) == 6


@given(hps=st.lists(st.integers(1, 8), min_size=1, max_size=3), points=st.integers(1, 60), commander=st.booleans())
@settings(deadline=None, max_examples=15, derandomize=True)
def test_the_preview_equals_the_enumeration_of_all_36_throws(hps, points, commander):
    b, gun, _ = battery(bombardment=points)
    b.remove(2)
    for hp in hps:
        b.place("infantry", 1, "axis", hp=hp)
    if commander:
        b.place("commander", 1, "axis")
    order = Bombard((gun,), 1)
    shown = preview_bombardment(b.state, order)
    expected = {branch.total: branch.hp for branch in shown.branches}
    total_hp = 0
    for first in range(1, 7):
        for second in range(1, 7):
            state = b.state.copy()
            state.dice = Dice(seed_of_pair("bombardment", first, second))
            for event in execute_bombard(state, order):
                apply(state, event)
                total_hp += event.hp if isinstance(event, LostHp) else 0
            assert state.hp_lost["axis"] == expected[first + second]
    assert {branch.total: branch.ways for branch in shown.branches} == WAYS
    assert shown.expected_hp == pytest.approx(total_hp / 36)


# ------------------------------------------------------------------------------------------------- orders on offer


def test_bombardments_are_offered_gun_by_gun_and_together():
    b, gun, _ = battery(bombardment=3, range=2)
    others = [b.place("artillery", 0, bombardment=points) for points in (2, 5, 4)]
    b.place("infantry", 2, "axis")
    offered = list(offered_bombardments(b.state))
    guns = (gun, *others)
    strongest = (gun, others[1], others[2])
    assert set(offered) == {Bombard(group, hex_) for hex_ in (1, 2) for group in (*((g,) for g in guns), strongest)}
    assert len(offered) == 10
    assert offered == list(offered_bombardments(b.state))
    assert {order.units for order in offered_bombardments(b.state, others[0])} == {(others[0],)}
    b.set(activation_points=2)
    assert max(len(order.units) for order in offered_bombardments(b.state)) == 2


@pytest.mark.clause("OPS-7.5.3-1")
def test_the_chances_of_a_preview_are_those_of_two_dice():
    b, gun, _ = battery()
    shown = preview_bombardment(b.state, Bombard((gun,), 1))
    assert sum(branch.probability for branch in shown.branches) == pytest.approx(1)
    assert shown.branches[0].probability == pytest.approx(1 / 36)


@pytest.mark.clause("OPS-7.5.3-2")
@pytest.mark.clause("OPS-7.5.3-3")
@pytest.mark.parametrize(
    ("distance", "clause", "word"),
    [(1, "", ""), (5, "OPS-7.5.3-2", "recognised"), (8, "OPS-7.5.3-3", "detected")],
)
def test_a_preview_says_why_points_are_fewer_and_nothing_else(distance, clause, word):
    """Sight 9: identified up to 3 hexes, recognised up to 6, detected up to 9."""
    b, gun, _ = battery(distance, ". . . . . . . . . .", range=9)
    reasons = preview_bombardment(b.state, Bombard((gun,), distance)).shifts[1:]
    assert [shift.clause for shift in reasons] == ([clause] if clause else [])
    assert all(word in str(shift.text) for shift in reasons)


@pytest.mark.clause("OPS-8.4.2-4")
@pytest.mark.parametrize("fatigue", [True, False])
def test_a_preview_shows_fatigue_only_where_there_is_any(fatigue):
    b, gun, _ = battery(switches={"fatigue": fatigue})
    shown = preview_bombardment(b.state, Bombard((gun,), 1))
    assert shown.fatigue == (b.board.tables.fatigue.bombardment if fatigue else 0)


# ------------------------------------------------------------------------------------------------- to the point


@pytest.mark.clause("OPS-7.2-14")
def test_every_gun_must_be_able_to_fire():
    b, gun, _ = battery()
    second = b.place("artillery", 0, bombardment=5)
    assert why_not_bombard(b.state, Bombard((gun, second), 1)) is None
    b.change(second, supported=True)
    assert code(why_not_bombard(b.state, Bombard((gun, second), 1))) == "fired"


@pytest.mark.clause("OPS-7.5.1-2")
def test_hex_number_0_can_be_bombarded():
    b = make_board([". . ."])
    gun = b.place("artillery", 1)
    b.place("infantry", 0, "axis")
    assert why_not_bombard(b.state, Bombard((gun,), 0)) is None
    assert code(why_not_bombard(b.state, Bombard((gun,), -1))) is not None
    assert code(why_not_bombard(b.state, Bombard((gun,), 3))) is not None


@pytest.mark.clause("OPS-7.5.3-4")
def test_a_share_of_points_is_the_nearest_whole_with_halves_down():
    for percent in (25, 33, 50, 75, 100):
        for points in range(400):
            exact = Fraction(points * percent, 100)
            assert reduced(points, percent) == ceil(exact - Fraction(1, 2))


@pytest.mark.clause("OPS-7.5.3-1")
def test_an_identified_target_takes_all_points():
    b, gun, _ = battery(bombardment=99)
    assert preview_bombardment(b.state, Bombard((gun,), 1)).points == 99


@pytest.mark.clause("OPS-T-BOMBARD")
def test_each_column_serves_from_its_lowest_points():
    b, *_ = battery()
    table = b.board.tables.bombardment
    for column, lowest in enumerate(table.columns):
        for total, row in enumerate(table.rows, 2):
            assert loss(b.state, lowest, total) == row[column]
            assert loss(b.state, lowest - 1, total) == (row[column - 1] if column else 0)


@pytest.mark.clause("OPS-7.5.3-4")
def test_a_preview_says_when_nothing_can_come_of_it():
    b, gun, _ = battery(8, ". . . . . . . . . .", range=9, bombardment=1)
    shown = preview_bombardment(b.state, Bombard((gun,), 8))
    assert (shown.points, shown.nothing_chance) == (0, 1)
    b, gun, _ = battery()
    assert preview_bombardment(b.state, Bombard((gun,), 1)).nothing_chance == 0


@pytest.mark.clause("OPS-7.5.3-4")
def test_a_bombardment_that_comes_to_nothing_rolls_and_does_nothing():
    b, gun, _ = battery(8, ". . . . . . . . . .", range=9, bombardment=1)
    events = b.happen(execute_bombard(b.state, Bombard((gun,), 8)))
    (told,) = only(events, Bombarded)
    assert (told.points, told.roll, told.hp) == (0, 0, 0)
    assert not only(events, Rolled) and not only(events, LostHp) and not only(events, Tired)


@pytest.mark.clause("OPS-8.4.3-6")
@pytest.mark.clause("OPS-8.4.2-4")
def test_a_bombardment_can_be_the_last_straw():
    b, gun, foe = battery(bombardment=1)
    bears = b.board.tables.state.quality["veteran"].fatigue_threshold
    b.change(foe, hp=2, fatigue=bears)
    b.set(dice=dice_showing(2, "bombardment"))
    events = b.happen(execute_bombard(b.state, Bombard((gun,), 1)))
    assert removed(events) == {foe: "exhausted"}


@pytest.mark.clause("OPS-7.5.3-4")
def test_nobody_knows_a_level_between_impulses_or_of_his_own_or_of_nobody():
    b, _, enemy = battery(2, activation_points=2)
    assert level_of(b.state, 2) == "identified" and enemy
    assert level_of(b.state, 0) is None
    assert level_of(b.state, 1) is None
    b.set(active="")
    assert level_of(b.state, 2) is None


@pytest.mark.clause("OPS-7.5.1-6")
def test_a_target_out_of_reach_hides_no_later_one_and_points_are_not_overspent():
    """The nearest enemy is beyond the gun's range in the list's order; the offer goes on to the next."""
    row = ". . . . . . . ."
    b, first, _ = battery(7, row, range=3, activation_points=1)
    second = b.place("artillery", 5, bombardment=15, range=3, sight=9)
    b.place("infantry", 1, "axis")
    b.changed()
    offers = list(offered_bombardments(b.state))
    assert {order.target for order in offers} == {1, 7}
    assert all(len(order.units) <= 1 for order in offers)
    assert {order.units for order in offers} == {(first,), (second,)}
