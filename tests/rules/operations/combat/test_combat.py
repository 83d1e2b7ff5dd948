"""Land combat: ledger 7.2 and 7.3.1 to 7.3.3."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fights import code, dice_showing, front, hp_lost, only, seed_of_pair, the
from wab.engine import Dice, Rolled
from wab.systems.operations.combat.combat import (
    available_attackers,
    available_squadrons,
    available_supports,
    execute_attack,
    odds,
    offered_attacks,
    preview,
    why_not_attack,
)
from wab.systems.operations.combat.odds import TOTALS, WAYS, Cell, cell, column_of, ratio_column, ratio_text, within
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import (
    Activated,
    AdvanceOffered,
    CombatJoined,
    CombatResolved,
    LostHp,
    Removed,
    Retreated,
    Tired,
)
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.testing.boards import campaign_tables, ledger_examples, make_board

# ------------------------------------------------------------------------------------------------- ratio and table


@pytest.mark.clause("OPS-X-9")
@pytest.mark.clause("OPS-2.4-6")
@pytest.mark.clause("OPS-7.3.2-1")
@pytest.mark.clause("OPS-7.3.2-2")
def test_the_ratio_is_rounded_to_the_nearest_with_halves_for_the_defender():
    example = ledger_examples()["OPS-X-9"]
    table = make_board([". ."]).board.tables.combat
    ratios = [ratio_text(ratio_column(a * 100, d * 100, table)) for a, d in example["given"]["pairs"]]
    assert ratios == example["expect"]["ratios"]
    halves = [(25, 10), (10, 25), (15, 10), (10, 15)]
    assert [ratio_text(ratio_column(a, d, table)) for a, d in halves] == ["2:1", "1:3", "1:1", "1:2"]


@given(attack=st.integers(1, 30000), defence=st.integers(1, 30000))
@settings(deadline=None, max_examples=200, derandomize=True)
def test_no_other_simple_ratio_is_nearer(attack, defence):
    table = make_board([". ."]).board.tables.combat
    column = ratio_column(attack, defence, table)
    larger, smaller = max(attack, defence), min(attack, defence)
    term = abs(column) + 1
    assert column == 0 or (column > 0) == (attack > defence)
    nearest = min(abs(larger - n * smaller) for n in (term - 1, term, term + 1) if n >= 1)
    assert abs(larger - term * smaller) == nearest


@pytest.mark.clause("OPS-7.3.2-1")
def test_current_values_after_state_go_into_the_ratio():
    b = make_board([". . ."])
    first, second = b.place("infantry", 0, attack=9), b.place("infantry", 0, attack=9, hp=6, quality="veteran")
    b.place("infantry", 1, "axis", defence=10, hp=4, quality="veteran")
    found = odds(b.state, Attack((first, second), 1, 0))
    assert (found.attack, found.defence) == (900 + 720, 700)


@pytest.mark.clause("OPS-7.3.2-3")
def test_the_ratio_is_rounded_before_it_is_shifted():
    b = make_board([". m ."])
    unit = b.place("infantry", 0, attack=24)
    b.place("infantry", 1, "axis", defence=10)  # 2.4: 2:1, marsh: 1:2, one column each
    found = odds(b.state, Attack((unit,), 1, 0))
    assert (found.ratio, found.final_ratio) == ("2:1", "1:2")


@pytest.mark.clause("OPS-7.3.2-4")
def test_ratio_and_roll_are_brought_within_the_table_once_at_the_end():
    b = make_board([". m ."])
    table = b.board.tables.combat
    unit = b.place("infantry", 0, attack=120)
    b.place("infantry", 1, "axis", defence=10)
    found = odds(b.state, Attack((unit,), 1, 0))
    assert (found.ratio, found.final_ratio) == ("12:1", "10:1")  # clamped first it would end at 8:1
    assert within(table, column_of("1:9")) == column_of("1:6")
    assert cell(table, 0, -3) == cell(table, 0, 1)
    assert cell(table, 0, 19) == cell(table, 0, 16)


@pytest.mark.clause("OPS-7.3.2-5")
def test_with_no_defence_the_ratio_is_ten_to_one_before_modifiers():
    b = make_board([". m ."])
    unit = b.place("infantry", 0, attack=1)
    b.place("infantry", 1, "axis", defence=0)
    found = odds(b.state, Attack((unit,), 1, 0))
    assert (found.ratio, found.final_ratio) == ("10:1", "8:1")


@pytest.mark.clause("OPS-7.3.2-5")
def test_guns_alone_cannot_attack():
    b, gun, *_ = front()
    assert why_not_attack(b.state, Attack((), 2, 1, (gun,))) is not None


@pytest.mark.clause("OPS-X-10")
@pytest.mark.clause("OPS-7.3.3-1")
@pytest.mark.clause("OPS-7.3.3-2")
@pytest.mark.clause("OPS-7.3.3-3")
def test_the_worked_example_of_the_table():
    example = ledger_examples()["OPS-X-10"]
    given_, expect = example["given"], example["expect"]
    b = make_board([". . . ."])
    units = [b.place("infantry", 0, attack=60), b.place("artillery", 0, bombardment=7, attack=0)]
    defenders = [b.place("infantry", 1, "axis", defence=5) for _ in range(2)]
    order = Attack((units[0],), 1, 0, (units[1],))
    assert odds(b.state, order).final_ratio == given_["ratio"]
    assert odds(b.state, order).modifier == given_["dice_modifier"]
    b.set(dice=dice_showing(given_["dice"]))
    events = b.happen(execute_attack(b.state, order))
    result = the(events, CombatResolved)
    assert result.roll == expect["modified_roll"]
    assert (result.attacker_hp, result.defender_hp) == (expect["attacker_hp_lost"], expect["defender_hp_lost"])
    lost = hp_lost(events)
    assert lost[units[0]] == 1
    assert sum(lost[unit] for unit in defenders) == 13
    assert all(event.hex == 2 for event in only(events, Retreated))


# ------------------------------------------------------------------------------------------------- course of a combat


@pytest.mark.clause("OPS-7.3.1-1")
def test_the_seven_steps_come_in_order():
    b = make_board([". . . ."])
    unit = b.place("infantry", 0, attack=40)
    b.place("infantry", 1, "axis", defence=10)
    b.set(dice=dice_showing(8))  # 4:1 on an 8: 3 against 5, retreat
    order = Attack((unit,), 1, 0)
    kinds = [type(event) for event in b.happen(execute_attack(b.state, order))]
    steps = [Activated, CombatJoined, Rolled, CombatResolved, LostHp, Tired, Retreated, AdvanceOffered]
    assert [kinds.index(kind) for kind in steps] == sorted(kinds.index(kind) for kind in steps)
    assert b.state.offer is not None


def test_the_record_of_a_combat_tells_what_the_preview_told():
    b = make_board([". b . ."])
    unit, gun = b.place("infantry", 0, attack=30), b.place("artillery", 0)
    b.place("infantry", 1, "axis", defence=10)
    order = Attack((unit,), 1, 0, (gun,))
    base = preview(b.state, order).odds
    joined = the(b.happen(execute_attack(b.state, order)), CombatJoined)
    assert (joined.ratio, joined.final_ratio) == (base.ratio, base.final_ratio) == ("3:1", "2:1")
    assert (joined.columns, joined.lines) == (base.columns, base.lines)
    assert [shift.value for shift in (*joined.columns, *joined.lines)] == [-1, 1]


def test_a_preview_says_what_an_attack_costs_and_where_the_beaten_go():
    b, _, first, second, enemy = front()
    b.change(first, fatigue=20, activated=1)
    shown = preview(b.state, Attack((first, second), 2, 1))
    assert shown.activation_points == 1
    assert shown.energy_after == {first: 65, second: 85, enemy: 85}
    assert (shown.main, shown.retreat_hex) == (1, 3)
    assert b.state.units[first].fatigue == 20


SIDES = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["infantry", "mechanised", "armour", "battalion"]),
            "hp": st.integers(1, 4),
            "fatigue": st.integers(0, 100),
            "quality": st.sampled_from(["elite", "veteran", "experienced", "conscript"]),
        }
    ),
    min_size=1,
    max_size=3,
)


@given(
    attackers=SIDES,
    defenders=SIDES,
    guns=st.integers(0, 3),
    ground=st.sampled_from(list(".bhmtc")),
    strength=st.integers(1, 12),
    river=st.booleans(),
)
@settings(deadline=None, max_examples=25, derandomize=True)
def test_the_preview_equals_the_enumeration_of_all_36_throws(attackers, defenders, guns, ground, strength, river):
    b = make_board([f". . {ground} . ."], rivers=[(1, 2)] if river else [])
    units = tuple(b.place(unit.pop("kind"), 1, attack=4 * strength, **unit) for unit in map(dict, attackers))
    enemies = [b.place(unit.pop("kind"), 2, "axis", **unit) for unit in map(dict, defenders)]
    supports = tuple(b.place("artillery", 0) for _ in range(guns))
    order = Attack(units, 2, 1, supports)
    if why_not_attack(b.state, order) is not None:  # exhausted attackers
        return
    foreseen = preview(b.state, order)
    expected = {branch.total: (branch.attacker_hp, branch.defender_hp, branch.retreat) for branch in foreseen.branches}
    assert sum(branch.probability for branch in foreseen.branches) == pytest.approx(1)
    seen = dict.fromkeys(TOTALS, 0)
    for first in range(1, 7):
        for second in range(1, 7):
            outcome = _fight_out(b.state.copy(), order, enemies, Dice(seed_of_pair("combat", first, second)))
            assert outcome == expected[first + second]
            seen[first + second] += 1
    assert seen == WAYS == {branch.total: branch.ways for branch in foreseen.branches}
    _check_means(foreseen, sum(b.state.units[unit].hp for unit in enemies))


def _fight_out(state, order, enemies, dice):
    """HP lost by each side in one execution, and whether survivors had to retreat."""
    state.dice = dice
    events = []
    for event in execute_attack(state, order):
        apply(state, event)
        events.append(event)
    lost = hp_lost(events)
    by_defender = sum(lost.get(unit, 0) for unit in enemies)
    result = the(events, CombatResolved)
    survived = any(unit not in {r.unit for r in only(events, Removed) if r.cause == "destroyed"} for unit in enemies)
    return sum(lost.values()) - by_defender, by_defender, result.retreat and survived


def _check_means(foreseen, owned):
    def mean(value):
        return sum(branch.ways * value(branch) for branch in foreseen.branches) / 36

    assert foreseen.expected_attacker_hp == pytest.approx(mean(lambda branch: branch.attacker_hp))
    assert foreseen.expected_defender_hp == pytest.approx(mean(lambda branch: branch.defender_hp))
    assert foreseen.retreat_chance == pytest.approx(mean(lambda branch: branch.retreat))
    assert foreseen.destroy_chance == pytest.approx(mean(lambda branch: branch.defender_hp == owned))


# ------------------------------------------------------------------------------------------------- orders on offer


def test_attacks_are_offered_singly_by_stack_and_together_with_and_without_guns():
    b = make_board([". . .", ". . .", ". . ."])
    one, two, other = b.place("infantry", 3), b.place("infantry", 3), b.place("infantry", 1)
    gun = b.place("artillery", 3)
    b.place("infantry", 4, "axis")
    offered = list(offered_attacks(b.state))
    groups = [(one,), (two,), (other,), (one, two), (one, two, other)]
    assert {(order.units, order.supports) for order in offered} == {
        (tuple(group), guns) for group in groups for guns in ((), (gun,))
    }
    assert len(offered) == len(set(offered)) == 10
    assert all(why_not_attack(b.state, order) is None for order in offered)
    assert {order.main for order in offered if len(order.units) == 3} == {3}
    assert list(offered_attacks(b.state)) == offered
    assert {order.units for order in offered_attacks(b.state, other)} == {(other,), (one, two, other)}
    assert all(order.supports for order in offered_attacks(b.state, gun))


def test_with_few_points_the_offer_goes_as_far_as_they_do():
    b = make_board([". . ."], activation_points=2)
    weak, strong, ready = b.place("infantry", 0), b.place("infantry", 0, attack=9), b.place("infantry", 0, activated=1)
    b.place("artillery", 0)
    b.place("infantry", 1, "axis")
    offered = list(offered_attacks(b.state))
    assert max(len(order.units) for order in offered) == 3
    b.set(activation_points=1)
    offered = list(offered_attacks(b.state))
    assert {order.units for order in offered} == {(weak,), (strong,), (ready,), (strong, ready)}
    assert {order.units for order in offered if order.supports} == {(ready,)}


def test_nothing_is_offered_against_a_hex_attacked_this_turn():
    b, _, first, _, _ = front()
    b.set(attacked_hexes={"allied": (2,)})
    assert not list(offered_attacks(b.state))
    assert not list(offered_attacks(b.state, first))


# ------------------------------------------------------------------------------------------------- each and every one


@pytest.mark.clause("OPS-7.2-16")
def test_every_attacker_must_be_able_to_attack():
    b, _, first, second, _ = front()
    for fares, reason in (
        ({"attacked": True}, "attacked"),
        ({"supplied": False}, "unsupplied"),
        ({"hex": 0}, "not-adjacent"),
    ):
        before = b.state.units[second]
        b.change(second, **fares)
        assert code(why_not_attack(b.state, Attack((first, second), 2, 1))) == reason
        b.change(second, hex=before.hex, attacked=False, supplied=True)
    assert why_not_attack(b.state, Attack((first, second), 2, 1)) is None


@pytest.mark.clause("OPS-7.2-15")
def test_every_support_must_be_able_to_support():
    b, gun, first, second, _ = front()
    tired = b.place("artillery", 0, supported=True)
    assert why_not_attack(b.state, Attack((first,), 2, 1, (gun,))) is None
    assert code(why_not_attack(b.state, Attack((first,), 2, 1, (gun, tired)))) == "fired"
    assert code(why_not_attack(b.state, Attack((first,), 2, 1, (gun, second)))) == "no-gun"


@pytest.mark.clause("OPS-7.2-15")
def test_guns_alone_do_not_attack():
    b, gun, *_ = front()
    assert code(why_not_attack(b.state, Attack((), 2, 1, (gun,)))) == "no-units"


@pytest.mark.clause("OPS-7.2-1")
def test_nobody_is_available_against_a_hex_without_an_enemy():
    b, *_ = front()
    assert available_attackers(b.state, 3) == available_supports(b.state, 3) == available_squadrons(b.state, 3) == ()


@pytest.mark.clause("OPS-5.2-5")
@pytest.mark.clause("OPS-7.4.5-3")
def test_where_points_are_short_the_strongest_are_offered_without_a_commander_whose_men_stay_behind():
    """Two points: a regiment west of the enemy and one east of it; the commander is active, its men would cost more."""
    b = make_board([". . . .", ". . . ."], activation_points=2)
    b.place("infantry", 5, "axis")
    west, east, south = b.place("infantry", 4, attack=9), b.place("infantry", 6, attack=9), b.place("infantry", 1)
    b.place("commander", 1, activated=1)
    offered = list(offered_attacks(b.state))
    assert Attack((west, east), 5, 4) in offered
    assert not any(south in order.units and len(order.units) > 2 for order in offered)


@pytest.mark.clause("OPS-7.2-1")
def test_hex_number_0_is_a_hex_like_others():
    b = make_board([". . ."])
    unit = b.place("infantry", 1)
    b.place("infantry", 0, "axis")
    assert why_not_attack(b.state, Attack((unit,), 0, 1)) is None
    assert available_attackers(b.state, 0) == (unit,)


# ------------------------------------------------------------------------------------------------- ends of the table


@pytest.mark.clause("OPS-7.3.2-5")
def test_nothing_to_attack_with_is_the_worst_ratio_and_nothing_to_defend_the_best():
    table = campaign_tables().combat
    assert ratio_column(0, 300, table) == column_of(table.columns[0])
    assert ratio_column(300, 0, table) == column_of(table.columns[-1])
    assert ratio_column(0, 0, table) == column_of(table.columns[-1])


@pytest.mark.clause("OPS-7.3.3-1")
def test_the_end_rows_serve_all_totals_beyond():
    table = campaign_tables().combat
    last = table.first_roll + len(table.rows) - 1
    for column in range(len(table.columns)):
        rows = [cell(table, column, total) for total in (table.first_roll - 9, table.first_roll, last, last + 9)]
        low, high = table.rows[0], table.rows[-1]
        assert rows[0] == rows[1] == Cell(low.attacker[column], low.defender[column], bool(low.retreat[column]))
        assert rows[2] == rows[3] == Cell(high.attacker[column], high.defender[column], bool(high.retreat[column]))


# ------------------------------------------------------------------------------------------------- what a preview says


@pytest.mark.clause("OPS-7.4.5-3")
def test_a_commander_beside_a_fighting_unit_is_not_captured():
    b, _, first, _, _ = front()
    b.place("commander", 2, "axis")
    shown = preview(b.state, Attack((first,), 2, 1))
    assert shown.destroy_chance < 1
    joined = b.happen(execute_attack(b.state, Attack((first,), 2, 1)))
    assert only(joined, CombatResolved)


@pytest.mark.clause("OPS-7.4.5-3")
def test_a_lone_commander_is_captured_for_certain_and_at_no_cost():
    b = make_board([". . . ."])
    unit, gun = b.place("infantry", 1), b.place("artillery", 0, bombardment=30)
    b.place("commander", 2, "axis")
    shown = preview(b.state, Attack((unit,), 2, 1, (gun,)))
    assert shown.odds.modifier > 0
    assert {(branch.attacker_hp, branch.defender_hp, branch.retreat) for branch in shown.branches} == {(0, 2, False)}
    assert [branch.modified for branch in shown.branches] == [total + shown.odds.modifier for total in TOTALS]
    assert (shown.destroy_chance, shown.retreat_chance, shown.gain_chance) == (1, 0, 1)


def test_a_hex_is_gained_by_retreat_or_by_destruction():
    b, gun, first, second, _ = front()
    shown = preview(b.state, Attack((first, second), 2, 1, (gun,)))
    assert shown.odds.modifier > 0
    assert [branch.modified for branch in shown.branches] == [total + shown.odds.modifier for total in TOTALS]
    assert 0 < shown.retreat_chance < shown.gain_chance + 1e-9
    assert shown.gain_chance == pytest.approx(
        sum(branch.probability for branch in shown.branches if branch.retreat or branch.defender_hp == 8)
    )


@pytest.mark.clause("OPS-8.4.2-1")
def test_a_preview_shows_the_energy_after_the_combat_within_its_bounds():
    for fatigue_on in (True, False):
        b = make_board([". . . ."], switches={"fatigue": fatigue_on})
        fresh, spent = b.place("infantry", 1), b.place("infantry", 1, fatigue=99)
        b.place("infantry", 2, "axis")
        shown = preview(b.state, Attack((fresh, spent), 2, 1))
        tiring = b.board.tables.fatigue.combat if fatigue_on else 0
        assert shown.energy_after[fresh] == 100 - tiring
        assert shown.energy_after[spent] == max(0, 1 - tiring)


@pytest.mark.clause("OPS-7.3.5-4")
def test_a_preview_shows_where_the_strongest_defender_would_go():
    """The hex opposite has room for one more: the strongest goes first and takes it."""
    b = make_board([". . . . .", ". . . . .", ". . . . ."])
    unit = b.place("infantry", 6)
    b.place("artillery", 7, "axis", movement=0)
    b.place("infantry", 7, "axis")
    assert preview(b.state, Attack((unit,), 7, 6)).retreat_hex == 8
