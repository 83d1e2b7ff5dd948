"""Distribution of losses: ledger 7.3.4."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fights import dice_showing, hp_lost, only, removed
from wab.engine import Dice, Rolled, Text
from wab.systems.operations.combat.combat import execute_attack
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.testing.boards import ledger_examples, make_board
from wab.systems.operations.units.losses import STREAM, by_power, deal, deal_losses, suffer, surrender_exhausted
from wab.systems.operations.units.strength import attack_value, defence_value

A, B, C = 11, 12, 13


@pytest.mark.clause("OPS-X-11")
@pytest.mark.clause("OPS-7.3.4-1")
def test_losses_alternate_between_strength_order_and_chance():
    example = ledger_examples()["OPS-X-11"]
    names = dict(zip(example["given"]["units_by_power"], (A, B, C), strict=True))
    picks = [2, 2, 2]  # chance names C each time
    total = example["given"]["losses"]
    steps = [_taken(total_so_far, picks) for total_so_far in range(1, total + 1)]
    expected = [names.get(name, C) for name in example["expect"]["order"]]
    assert steps == expected


def _taken(number: int, picks: list[int]) -> int:
    """Return which unit takes HP number `number`."""
    ranks = [[(A, 8), (B, 8), (C, 8)]]
    before, after = deal(ranks, number - 1, picks), deal(ranks, number, picks)
    (unit,) = (unit for unit in after if after[unit] != before.get(unit, 0))
    return unit


@pytest.mark.clause("OPS-7.3.4-2")
def test_the_strength_order_starts_again_after_the_last_unit():
    assert deal([[(A, 8), (B, 8)]], 5, [1, 1]) == {A: 2, B: 3}  # A, chance B, B, chance B, A


@pytest.mark.clause("OPS-7.3.4-2")
def test_units_without_hp_are_skipped_by_order_and_chance_alike():
    assert deal([[(A, 1), (B, 8), (C, 8)]], 4, [0, 0]) == {A: 1, B: 3}  # A, chance B, B, chance B: A has none left
    assert deal([[(A, 1), (B, 1), (C, 8)]], 7, [0, 0, 0]) == {A: 1, B: 1, C: 5}


@pytest.mark.clause("OPS-7.3.4-2")
def test_losses_beyond_all_hp_vanish():
    assert deal([[(A, 4), (B, 2)]], 35, [0] * 17) == {A: 4, B: 2}
    assert deal([[(A, 4)]], 0, []) == {}


@pytest.mark.clause("OPS-7.3.4-2")
def test_commanders_lose_hp_last():
    assert deal([[(A, 2), (B, 2)], [(C, 2)]], 4, [1, 1]) == {A: 2, B: 2}
    assert deal([[(A, 2), (B, 2)], [(C, 2)]], 5, [1, 1]) == {A: 2, B: 2, C: 1}


@pytest.mark.clause("OPS-7.3.4-2")
def test_the_order_of_power_is_by_current_value_then_hp_then_id():
    b = make_board([". . ."])
    worn = b.place("infantry", 0, attack=9, defence=20, hp=4)  # attack 495, defence 1400
    first = b.place("infantry", 0, attack=6, defence=10)
    second = b.place("infantry", 0, attack=6, defence=10)
    small = b.place("infantry", 0, attack=6, defence=10, full_hp=4, hp=4)
    stack = b.state.stack(0)
    assert [unit.id for unit in by_power(b.state, stack, attack_value)] == [first, second, small, worn]
    assert [unit.id for unit in by_power(b.state, stack, defence_value)] == [worn, first, second, small]


@pytest.mark.clause("OPS-7.3.4-2")
def test_chance_is_even_among_two_and_among_three():
    """With any number of units left, the faces of the draw divide among them without rest."""
    b = make_board([". . ."])
    for _ in range(3):
        b.place("infantry", 0)
    (rolled,) = [event for event in deal_losses(b.state, b.state.stack(0), 2, "combat", Text("")) if _is_roll(event)]
    counts = {
        left: {name: sum(face % left == name for face in range(rolled.faces)) for name in range(left)}
        for left in (2, 3)
    }
    assert counts == {2: {0: 3, 1: 3}, 3: {0: 2, 1: 2, 2: 2}}


def _is_roll(event: object) -> bool:
    return isinstance(event, Rolled)


@pytest.mark.clause("OPS-7.3.4-2")
@given(
    hps=st.lists(st.integers(1, 8), min_size=1, max_size=4),
    commander=st.booleans(),
    hp=st.integers(0, 40),
    seed=st.integers(1, 9999),
)
@settings(deadline=None, max_examples=60, derandomize=True)
def test_a_stack_loses_exactly_what_it_owes_and_no_unit_more_than_it_has(hps, commander, hp, seed):
    b = make_board([". . ."])
    units = [b.place("infantry", 0, hp=has) for has in hps]
    if commander:
        units.append(b.place("commander", 0))
    b.set(dice=Dice(seed))
    owned = {unit: b.state.units[unit].hp for unit in units}
    events = b.happen(deal_losses(b.state, b.state.stack(0), hp, "combat", Text("")))
    lost = hp_lost(events)
    assert sum(lost.values()) == min(hp, sum(owned.values())) == b.state.hp_lost["allied"]
    assert all(1 <= count <= owned[unit] for unit, count in lost.items())
    assert {unit for unit in units if unit not in b.state.units} == {u for u in units if lost.get(u, 0) == owned[u]}
    if commander and lost.get(units[-1], 0):
        assert not set(units[:-1]) & set(b.state.units)


@pytest.mark.clause("OPS-3.2-4")
@pytest.mark.clause("OPS-3.2-6")
@pytest.mark.clause("OPS-8.4.2-2")
def test_a_unit_that_loses_its_last_hp_is_destroyed_and_others_tire():
    b = make_board([". . ."])
    gone, hurt = b.place("infantry", 0, hp=2), b.place("infantry", 1)
    events = b.happen([*suffer(b.state, gone, 9, "combat"), *suffer(b.state, hurt, 3, "combat")])
    assert removed(events) == {gone: "destroyed"}
    assert hp_lost(events) == {gone: 2, hurt: 3}
    assert (b.state.units[hurt].hp, b.state.units[hurt].fatigue) == (5, 3)
    assert b.state.hp_lost["allied"] == 5


@pytest.mark.clause("OPS-8.4.3-6")
def test_exhausted_units_surrender_and_their_hp_count_as_lost():
    b = make_board([". . ."])
    worn, fresh = b.place("infantry", 0, hp=2, quality="conscript", fatigue=35), b.place("infantry", 1)
    events = b.happen(surrender_exhausted(b.state, (worn, fresh, 99)))
    assert removed(events) == {worn: "exhausted"}
    assert b.state.hp_lost["allied"] == 2


@pytest.mark.clause("OPS-7.3.4-2")
def test_power_is_attack_among_attackers_and_defence_among_defenders():
    for ours, theirs, who_loses_one in (
        ([(3, 9), (9, 2)], [(1, 1), (1, 1)], 1),  # 12 against 2, 6:1 on a 7: the attackers lose 1 HP
        ([(5, 5), (5, 5)], [(9, 4), (1, 6)], 3),  # 10 against 10, 1:1 on a 7: the defenders lose 1 HP
    ):
        b = make_board([". . . ."])
        units = [b.place("infantry", 0, attack=attack, defence=defence) for attack, defence in ours]
        units += [b.place("infantry", 1, "axis", attack=attack, defence=defence) for attack, defence in theirs]
        b.set(dice=dice_showing(7))
        lost = hp_lost(b.happen(execute_attack(b.state, Attack(tuple(units[:2]), 1, 0))))
        side = units[:2] if who_loses_one < 2 else units[2:]
        assert {unit: lost[unit] for unit in side if unit in lost} == {units[who_loses_one]: 1}


@pytest.mark.clause("OPS-7.3.4-2")
def test_supports_and_bystanders_take_no_combat_losses():
    b = make_board([". . . ."])
    attackers = [b.place("infantry", 1, attack=2), b.place("infantry", 1, attack=2)]
    bystander, gun = b.place("infantry", 1), b.place("artillery", 0)
    b.place("infantry", 2, "axis", defence=20)
    b.set(dice=dice_showing(2))
    events = b.happen(execute_attack(b.state, Attack(tuple(attackers), 2, 1, (gun,))))
    lost = hp_lost(events)
    assert set(lost) == set(attackers)
    assert (b.state.units[bystander].hp, b.state.units[gun].hp) == (8, 4)
    draws = [rolled for rolled in only(events, Rolled) if rolled.stream == STREAM]
    assert [len(rolled.results) for rolled in draws] == [sum(lost.values()) // 2]


# ------------------------------------------------------------------------------------------------- when dice are rolled


@pytest.mark.clause("OPS-7.3.4-2")
def test_commanders_too_start_with_the_first_of_them():
    """A takes the first HP; of the commanders chance takes B, and the order then begins with B."""
    assert deal([[(A, 1)], [(B, 2), (C, 2)]], 3, [0]) == {A: 1, B: 2}


@pytest.mark.clause("OPS-7.3.4-2")
@pytest.mark.parametrize(
    ("kinds", "hp", "dice"),
    [
        (["infantry"], 5, None),
        (["infantry", "infantry"], 1, None),
        (["infantry", "commander"], 5, None),
        (["infantry", "infantry"], 2, (2, 1)),
        (["infantry", "infantry", "commander"], 5, (2, 2)),
        (["infantry", "infantry", "infantry"], 7, (6, 3)),
    ],
)
def test_dice_are_rolled_for_every_second_hp_where_there_is_a_choice(kinds, hp, dice):
    """With as many faces as every possible number of units divides."""
    b = make_board([". . ."], switches={"fatigue": False})
    for kind in kinds:
        b.place(kind, 0)
    events = b.happen(deal_losses(b.state, b.state.stack(0), hp, "combat", Text("Losses")))
    rolled = [(event.faces, len(event.results)) for event in only(events, Rolled)]
    assert rolled == ([dice] if dice else [])
    assert sum(hp_lost(events).values()) == hp


@pytest.mark.clause("OPS-7.3.4-2")
@pytest.mark.parametrize("seed", range(1, 9))
def test_the_face_of_the_die_names_the_unit(seed):
    b = make_board([". . ."], switches={"fatigue": False}, seed=seed)
    units = [b.place("infantry", 0) for _ in range(3)]
    events = b.happen(deal_losses(b.state, b.state.stack(0), 2, "combat", Text("Losses")))
    (rolled,) = only(events, Rolled)
    expected = dict.fromkeys(units, 0)
    expected[units[0]] += 1
    expected[units[(rolled.results[0] - 1) % 3]] += 1
    assert hp_lost(events) == {unit: hp for unit, hp in expected.items() if hp}
