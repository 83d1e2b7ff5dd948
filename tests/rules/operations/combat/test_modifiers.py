"""Modifiers of land combat: ledger 7.4."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from wab.systems.operations.combat.combat import odds
from wab.systems.operations.combat.modifiers import (
    armour_in_the_open,
    cherbourg_fortification,
    cliff,
    column_shifts,
    combined_arms,
    commander_columns,
    commander_lines,
    divisional_integrity,
    from_the_sea,
    rivers,
    support,
    support_points,
    terrain_of_defender,
    tiger,
)
from wab.systems.operations.combat.odds import column_of, engagement, ratio_text
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.testing.boards import ledger_examples, make_board

PLATEAU = [". . .", ". . .", ". . ."]
"""Hex 4 in the middle; its neighbours are 3 (W), 5 (E), 1 and 2 (S), 7 and 8 (N)."""


def values(shifts):
    return [shift.value for shift in shifts]


def fight(b, units, target, supports=()):
    main = b.state.units[units[0]].hex
    return engagement(b.state, Attack(tuple(units), target, main, tuple(supports)))


# ------------------------------------------------------------------------------------------------- notation


@pytest.mark.clause("OPS-X-18")
@pytest.mark.clause("OPS-7.4-1")
def test_there_is_no_limit_to_what_adds_up():
    """Whole division, tanks with infantry, tanks in the open, three commanders: eight columns and three lines."""
    b = make_board([". . . ."], switches={"commanders": True})
    foot = b.place("infantry", 1, division="1id", attack=5)
    tank = b.place("armour", 1, division="1id", attack=5)
    leaders = [b.place("commander", 1, columns=columns, lines=1) for columns in (1, 1, 2)]
    b.place("infantry", 2, "axis", defence=40)
    found = odds(b.state, Attack((foot, tank, *leaders), 2, 1))
    assert found.ratio == "1:4"
    assert sum(values(found.columns)) == 1 + 1 + 2 + 4
    assert (found.final_ratio, found.modifier) == ("6:1", 3)


@pytest.mark.clause("OPS-7.4-1")
@pytest.mark.clause("OPS-7.4-2")
@pytest.mark.clause("OPS-7.4-3")
def test_modifiers_of_both_sides_add_up():
    """The ledger's combined example: whole division and tanks against a Tiger in the bocage under a commander."""
    example = ledger_examples()["OPS-X-18"]
    b = make_board([". . b . ."], switches={"commanders": True})
    foot = b.place("infantry", 1, division="1id", attack=26)
    tank = b.place("armour", 1, division="1id", attack=26)
    guns = [b.place("artillery", 0, bombardment=5) for _ in range(3)]
    b.place("armour", 2, "axis", defence=25, tiger=True)
    b.place("commander", 2, "axis", defence=1, lines=1, name="Dietrich")
    found = odds(b.state, Attack((foot, tank), 2, 1, tuple(guns)))
    assert found.ratio == example["given"]["ratio"]
    assert sorted(values(found.columns)) == [-1, -1, 1, 1]
    assert found.final_ratio == example["expect"]["ratio"]
    assert values(found.lines) == [3, -1]
    assert found.modifier == example["expect"]["dice_modifier"]
    assert all(shift.clause.startswith("OPS-7.4") and str(shift.text) for shift in (*found.columns, *found.lines))


# ------------------------------------------------------------------------------------------------- 7.4.1


@pytest.mark.clause("OPS-7.4.1-1")
def test_a_complete_division_helps_attacker_or_defender():
    b = make_board(PLATEAU)
    ours = [b.place("infantry", hex_, division="29id") for hex_ in (3, 1)]
    theirs = [b.place("infantry", 4, "axis", division="352") for _ in range(2)]
    both = divisional_integrity(fight(b, ours, 4))
    assert values(both) == [1, -1]
    assert values(divisional_integrity(fight(b, ours[:1], 4))) == [-1]
    b.remove(theirs[0])
    assert values(divisional_integrity(fight(b, ours, 4))) == [1]


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_unit_of_the_division_elsewhere_on_the_map_breaks_its_integrity():
    b = make_board(PLATEAU)
    ours = [b.place("infantry", 3, division="29id") for _ in range(2)]
    absent = b.place("infantry", 8, division="29id")
    b.place("infantry", 4, "axis", division="352")
    away = b.place("infantry", 5, "axis", division="352")
    assert not divisional_integrity(fight(b, ours, 4))
    b.remove(absent)
    b.remove(away)  # one unit is no division
    assert values(divisional_integrity(fight(b, ours, 4))) == [1]


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_commander_neither_makes_nor_breaks_a_division_and_two_divisions_count_once():
    b = make_board(PLATEAU)
    ours = [b.place("infantry", 3, division="29id") for _ in range(2)]
    ours += [b.place("infantry", 1, division="1id") for _ in range(2)]
    b.place("commander", 0, division="29id")
    b.place("infantry", 4, "axis")
    assert values(divisional_integrity(fight(b, ours, 4))) == [1]
    lone = b.place("infantry", 2, division="2id")
    b.place("commander", 2, division="2id")
    assert not divisional_integrity(fight(b, [lone], 4))


def test_units_without_a_division_make_none():
    b = make_board(PLATEAU)
    ours = [b.place("infantry", 3) for _ in range(2)]
    b.place("infantry", 4, "axis")
    assert not divisional_integrity(fight(b, ours, 4))


# ------------------------------------------------------------------------------------------------- 7.4.2


@pytest.mark.clause("OPS-7.4.2-1")
@pytest.mark.clause("OPS-7.4.2-2")
@pytest.mark.parametrize(
    ("partner", "bonus"), [("infantry", [1]), ("mechanised", [1]), ("armour", []), ("artillery", [])]
)
def test_tanks_with_infantry_or_half_tracks_in_one_hex_combine_arms(partner, bonus):
    b = make_board(PLATEAU)
    ours = [b.place("armour", 3), b.place(partner, 3, attack=3)]
    b.place("infantry", 4, "axis")
    assert values(combined_arms(fight(b, ours, 4))) == bonus


@pytest.mark.clause("OPS-7.4.2-2")
def test_both_arms_must_stand_in_one_hex_and_both_take_part():
    b = make_board(PLATEAU)
    tank, foot, elsewhere = b.place("armour", 3), b.place("infantry", 3), b.place("infantry", 1)
    b.place("infantry", 4, "axis")
    assert not combined_arms(fight(b, [tank, elsewhere], 4))
    assert not combined_arms(fight(b, [tank], 4))
    assert values(combined_arms(fight(b, [tank, foot, elsewhere], 4))) == [1]
    b.place("armour", 1)
    assert values(combined_arms(fight(b, [tank, foot, elsewhere], 4))) == [1]


@pytest.mark.clause("OPS-7.4.2-1")
def test_the_defender_combines_arms_as_well():
    b = make_board(PLATEAU)
    ours = b.place("infantry", 3)
    b.place("armour", 4, "axis")
    b.place("mechanised", 4, "axis")
    assert values(combined_arms(fight(b, [ours], 4))) == [-1]


# ------------------------------------------------------------------------------------------------- 7.4.3


@pytest.mark.clause("OPS-7.4.3-1")
@pytest.mark.parametrize(
    ("letter", "columns"), [(".", 0), ("s", 0), ("t", 1), ("b", 1), ("f", 1), ("h", 1), ("H", 2), ("m", 2), ("c", 2)]
)
def test_the_ground_helps_the_defender_and_roads_do_not(letter, columns):
    b = make_board([f". {letter} ."], roads=[(0, 1)])
    unit = b.place("infantry", 0)
    b.place("infantry", 1, "axis")
    assert sum(values(terrain_of_defender(fight(b, [unit], 1)))) == -columns


@pytest.mark.clause("OPS-X-14")
@pytest.mark.clause("OPS-7.4.3-2")
def test_the_ledgers_example_of_the_marsh():
    example = ledger_examples()["OPS-X-14"]
    b = make_board([". m ."])
    unit = b.place("infantry", 0, attack=50)
    b.place("infantry", 1, "axis", defence=10)
    found = odds(b.state, Attack((unit,), 1, 0))
    assert (found.ratio, found.final_ratio) == (example["given"]["ratio"], example["expect"]["ratio"])


@pytest.mark.clause("OPS-7.4.3-1")
def test_the_worst_of_a_town_and_the_ground_under_it_counts_once():
    b = make_board([". t ."])
    marsh = b.board.map.terrain_names.index("marsh")
    ground = replace(b.board.map, under=np.array([0, marsh, 0], np.uint8))
    b.set(board=replace(b.board, map=ground))
    unit = b.place("infantry", 0)
    b.place("infantry", 1, "axis")
    (shift,) = terrain_of_defender(engagement(b.state, Attack((unit,), 1, 0)))
    assert (shift.value, shift.text.args["terrain"].msgid) == (-2, "marsh")


@pytest.mark.clause("OPS-7.4.3-3")
def test_a_river_helps_only_if_every_attacker_is_across_it_and_a_bridge_does_not_matter():
    b = make_board(PLATEAU, rivers=[(3, 4), (7, 4)], roads=[(3, 4)])
    bridged, wet, dry = b.place("infantry", 3), b.place("infantry", 7), b.place("infantry", 1)
    b.place("infantry", 4, "axis")
    assert values(rivers(fight(b, [bridged], 4))) == [-1]
    assert values(rivers(fight(b, [bridged, wet], 4))) == [-1]
    assert not rivers(fight(b, [bridged, wet, dry], 4))


def test_a_cliff_helps_only_if_every_attacker_climbs():
    b = make_board(PLATEAU, cliffs=[(3, 4)])
    climber, walker = b.place("infantry", 3), b.place("infantry", 1)
    b.place("infantry", 4, "axis")
    assert values(cliff(fight(b, [climber], 4))) == [-2]
    assert not cliff(fight(b, [climber, walker], 4))


def test_an_attack_off_the_beach_is_harder_for_those_who_land():
    b = make_board(["s . s"])
    ours, inland = b.place("infantry", 0), b.place("infantry", 1, "axis")
    assert values(from_the_sea(fight(b, [ours], 1))) == [-1]
    theirs = b.place("infantry", 2, "axis")
    assert not from_the_sea(fight(b, [theirs], 1))
    b = make_board([*PLATEAU[:2], "s s s"])
    ours, inland = b.place("infantry", 1), b.place("infantry", 3)
    b.place("infantry", 4, "axis")
    assert not from_the_sea(fight(b, [ours, inland], 4))


# ------------------------------------------------------------------------------------------------- 7.4.4


@pytest.mark.clause("OPS-7.4.4-1")
@pytest.mark.parametrize(
    ("points", "bonus"),
    [
        (2, []),
        (3, [1]),
        (6, [1]),
        (7, [2]),
        (11, [2]),
        (12, [3]),
        (17, [3]),
        (18, [4]),
        (25, [5]),
        (33, [6]),
        (150, [6]),
    ],
)
def test_support_points_become_lines_on_the_dice(points, bonus):
    b = make_board([". . . ."])
    unit, gun = b.place("infantry", 1), b.place("artillery", 0, bombardment=points)
    b.place("infantry", 2, "axis")
    assert values(support(fight(b, [unit], 2, [gun]))) == bonus
    assert not support(fight(b, [unit], 2))


@pytest.mark.clause("OPS-X-15")
@pytest.mark.clause("OPS-7.4.4-2")
@pytest.mark.clause("OPS-7.4.4-3")
def test_the_points_of_all_supports_are_added_before_the_table_is_read():
    example = ledger_examples()["OPS-X-15"]
    b = make_board([". . . ."])
    unit = b.place("infantry", 1)
    guns = [b.place("artillery", 0, bombardment=5) for _ in range(2)] + [b.place("ship", 0, bombardment=5)]
    b.place("infantry", 2, "axis")
    combat = fight(b, [unit], 2, guns)
    assert support_points(combat) == example["given"]["support_points"]
    assert values(support(combat)) == [example["expect"]["dice"]]


@pytest.mark.clause("OPS-7.4.4-5")
def test_guns_of_the_defender_do_not_support_him():
    b = make_board([". . . ."])
    unit = b.place("infantry", 1)
    b.place("infantry", 2, "axis")
    b.place("artillery", 2, "axis", bombardment=15)
    b.place("artillery", 3, "axis", bombardment=15)
    assert not odds(b.state, Attack((unit,), 2, 1)).lines
    own = b.place("artillery", 0, bombardment=15)
    assert values(odds(b.state, Attack((unit,), 2, 1, (own,))).lines) == [3]  # the ledger's 15 points, undiminished


# ------------------------------------------------------------------------------------------------- 7.4.5


def led(b, hex_, side="allied", **bonus):
    return b.place("commander", hex_, side, name="Collins", **bonus)


@pytest.mark.clause("OPS-7.4.5-2")
@pytest.mark.clause("OPS-10.1.1-5")
def test_commanders_of_both_sides_give_columns_and_lines_by_name():
    b = make_board(PLATEAU, switches={"commanders": True})
    ours = [b.place("infantry", 3), led(b, 3, columns=1, lines=1)]
    b.place("infantry", 4, "axis")
    led(b, 4, "axis", columns=2)
    combat = fight(b, ours, 4)
    assert values(commander_columns(combat)) == [1, -2]
    assert values(commander_lines(combat)) == [1]
    assert str(commander_lines(combat)[0].text) == "Commander: Collins"


@pytest.mark.clause("OPS-7.4.5-3")
def test_a_commander_who_is_not_taken_along_or_stands_elsewhere_gives_nothing():
    b = make_board(PLATEAU, switches={"commanders": True})
    ours, _ = b.place("infantry", 3), led(b, 3, columns=1)
    b.place("infantry", 4, "axis")
    led(b, 5, "axis", columns=1)
    alone = led(b, 1, columns=1)
    assert not commander_columns(fight(b, [ours], 4))
    assert not commander_columns(fight(b, [ours, alone], 4))


@pytest.mark.clause("OPS-7.4.5-2")
def test_several_commanders_add_up_unless_the_scenario_caps_them():
    for cap, expected in ((0, [1, 1]), (1, [1])):
        b = make_board(PLATEAU, switches={"commanders": True, "commander_cap": cap})
        ours = [b.place("infantry", 3), led(b, 3, columns=1), led(b, 3, columns=1)]
        b.place("infantry", 4, "axis")
        assert values(commander_columns(fight(b, ours, 4))) == expected


def test_where_commanders_are_switched_off_they_give_nothing():
    b = make_board(PLATEAU)
    ours = [b.place("infantry", 3), led(b, 3, columns=1, lines=1)]
    b.place("infantry", 4, "axis")
    assert not commander_columns(fight(b, ours, 4))
    assert not commander_lines(fight(b, ours, 4))


# ------------------------------------------------------------------------------------------------- 7.4.6, 7.4.7


@pytest.mark.clause("OPS-7.4.6-1")
@pytest.mark.parametrize("weather", ["sunny", "storm"])
def test_tigers_give_one_column_in_attack_and_defence_whatever_the_weather(weather):
    b = make_board([". m . ."], weather=weather)
    tigers = [b.place("armour", 1, "axis", tiger=True) for _ in range(2)]
    foe = b.place("infantry", 0)
    assert values(tiger(fight(b, [foe], 1))) == [-1]
    b.set(active="axis")
    assert values(tiger(fight(b, tigers, 0))) == [1]


@pytest.mark.clause("OPS-X-16")
@pytest.mark.clause("OPS-7.4.7-1")
def test_the_ledgers_example_of_cherbourg():
    example = ledger_examples()["OPS-X-16"]
    b = make_board([". c ."], fortified=[1])
    unit = b.place("infantry", 0, attack=50)
    b.place("infantry", 1, "axis", defence=10)
    found = odds(b.state, Attack((unit,), 1, 0))
    assert found.ratio == example["given"]["ratio"]
    assert f"C{-sum(values(found.columns)):.0f}" == example["expect"]["shift"]
    assert found.final_ratio == example["expect"]["ratio"]


@pytest.mark.clause("OPS-7.4.7-2")
def test_the_fortification_counts_only_against_allies_wholly_from_outside():
    b = make_board(PLATEAU, fortified=[4, 5])
    outside, inside = b.place("infantry", 3), b.place("infantry", 5)
    axis = b.place("infantry", 4, "axis")
    assert values(cherbourg_fortification(fight(b, [outside], 4))) == [-1]
    assert not cherbourg_fortification(fight(b, [outside, inside], 4))
    b.remove(outside)
    b.set(active="axis")
    assert not cherbourg_fortification(fight(b, [axis], 5))  # an Axis attack into the ring
    out = b.place("infantry", 8, "axis")
    assert not cherbourg_fortification(fight(b, [out], 5))


# ------------------------------------------------------------------------------------------------- 7.4.8


def open_fight(attackers, defenders, letter="."):
    b = make_board([f". {letter} ."])
    ours = [b.place(kind, 0, attack=20 // len(attackers)) for kind in attackers]
    for kind in defenders:
        b.place(kind, 1, "axis", defence=10 // len(defenders))
    return b, ours


@pytest.mark.clause("OPS-7.4.8-1")
@pytest.mark.clause("OPS-7.4.8-3")
@pytest.mark.parametrize(
    ("attackers", "bonus"),
    [(["armour"], [2]), (["mechanised"], [1]), (["armour", "mechanised"], [2]), (["infantry"], [])],
)
def test_tanks_and_half_tracks_have_a_bonus_against_infantry_in_the_open(attackers, bonus):
    b, ours = open_fight(attackers, ["infantry", "infantry"])
    assert values(armour_in_the_open(fight(b, ours, 1))) == bonus


@pytest.mark.clause("OPS-7.4.8-2")
def test_one_armoured_unit_among_the_attackers_is_enough():
    b, ours = open_fight(["armour", "infantry", "infantry"], ["infantry"])
    assert values(armour_in_the_open(fight(b, ours, 1))) == [2]


@pytest.mark.clause("OPS-7.4.8-2")
@pytest.mark.clause("OPS-7.4.8-3")
@pytest.mark.parametrize(
    ("defenders", "bonus"),
    [
        (["infantry", "mechanised"], []),
        (["infantry", "armour"], []),
        (["infantry", "artillery"], []),
        (["infantry", "commander"], [2]),
    ],
)
def test_any_defender_but_infantry_cancels_it_commanders_apart(defenders, bonus):
    b, ours = open_fight(["armour"], defenders)
    assert values(armour_in_the_open(fight(b, ours, 1))) == bonus


@pytest.mark.clause("OPS-7.4.8-2")
@pytest.mark.clause("OPS-7.4.8-3")
@pytest.mark.parametrize("letter", list("sbfhHmtc"))
def test_only_clear_terrain_is_open(letter):
    b, ours = open_fight(["armour"], ["infantry"], letter)
    assert not armour_in_the_open(fight(b, ours, 1))


@pytest.mark.clause("OPS-7.4.8-3")
def test_the_bonus_works_for_the_axis_and_across_rivers():
    b = make_board([". . ."], rivers=[(0, 1)])
    tank = b.place("armour", 0, "axis")
    b.place("infantry", 1)
    assert values(armour_in_the_open(fight(b, [tank], 1))) == [2]


@pytest.mark.clause("OPS-X-17")
@pytest.mark.clause("OPS-7.4.8-1")
def test_the_ledgers_example_of_armour_in_the_open():
    example = ledger_examples()["OPS-X-17"]
    expect, ratio = example["expect"], example["given"]["ratio"]
    cases = [
        (["armour", "infantry"], ["infantry", "infantry"], ".", expect["ratio"]),
        (["mechanised", "infantry"], ["infantry", "infantry"], ".", expect["with_only_mechanised_attacker"]),
        (["armour", "infantry"], ["infantry", "mechanised"], ".", expect["with_one_mechanised_defender"]),
        (["armour", "infantry"], ["infantry", "infantry"], "b", expect["in_bocage"].split()[0]),
    ]
    for attackers, defenders, letter, final in cases:
        b, ours = open_fight(attackers, defenders, letter)
        found = odds(b.state, Attack(tuple(ours), 1, 0))
        without_arms = sum(values(combined_arms(fight(b, ours, 1))))  # the example leaves combined arms aside
        assert found.ratio == ratio
        assert ratio_text(column_of(found.final_ratio) - int(without_arms)) == final


@pytest.mark.clause("OPS-7.4.5-2")
def test_under_a_cap_the_best_commanders_count():
    """By columns first, then by lines; the order of placing does not matter."""
    b = make_board(PLATEAU, switches={"commanders": True, "commander_cap": 1})
    ours = [b.place("infantry", 3), led(b, 3, columns=1, lines=3), led(b, 3, columns=2), led(b, 3, columns=2, lines=1)]
    b.place("infantry", 4, "axis")
    assert values(commander_columns(fight(b, ours, 4))) == [2]
    assert values(commander_lines(fight(b, ours, 4))) == [1]


# ------------------------------------------------------------------------------------------------- who is helped


@pytest.mark.clause("OPS-7.4.1-2")
def test_a_gun_in_support_completes_the_division_of_the_attacker():
    b = make_board(PLATEAU)
    unit, other = b.place("infantry", 3, division="1id"), b.place("infantry", 3, division="1id")
    gun = b.place("artillery", 0, division="1id")
    b.place("infantry", 4, "axis")
    assert not divisional_integrity(fight(b, [unit, other], 4))
    assert values(divisional_integrity(fight(b, [unit, other], 4, [gun]))) == [1]


@pytest.mark.clause("OPS-7.4.1-1")
@pytest.mark.clause("OPS-7.4.2-1")
@pytest.mark.parametrize(("who", "hex_", "side"), [("Attacker", 3, "allied"), ("Defender", 4, "axis")])
def test_a_shift_says_whom_it_helps(who, hex_, side):
    b = make_board(PLATEAU)
    strong = [b.place(kind, hex_, side, division="2nd") for kind in ("infantry", "armour")]
    weak = [b.place("infantry", 7 - hex_, "axis" if side == "allied" else "allied")]
    combat = fight(b, strong if who == "Attacker" else weak, 4)
    assert [str(shift.text).split(":")[0] for shift in divisional_integrity(combat)] == [who]
    assert [str(shift.text).split(":")[0] for shift in combined_arms(combat)] == [who]


@pytest.mark.clause("OPS-7.4.7-2")
def test_from_inside_the_fortified_zone_its_works_give_no_shift():
    b = make_board(PLATEAU, fortified=[3, 4])
    unit = b.place("infantry", 3)
    b.place("infantry", 4, "axis")
    assert "OPS-7.4.7-1" not in {shift.clause for shift in column_shifts(fight(b, [unit], 4))}
