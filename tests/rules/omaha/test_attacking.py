"""Attacks as orders, from the choice of units to the results (OMA-8.1 to OMA-8.34)."""

import pytest

from tests.rules.omaha.printed import BOARD, at, game, of, play, run
from wab.systems.omaha.combat.attacking import (
    TASKS,
    USES,
    execute_attack,
    offered_attacks,
    why_not_attack,
)
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import GONE, HERO
from wab.systems.omaha.state.steps import Force

POOLS = {
    "wn_marker": ("wn_marker-9", "wn_marker-10"),
    "mobile_marker": ("mobile_marker-1",),
    "tactical": ("tactical-1",),
    "division": ("division-1",),
}
WN64 = "0816"
SQUAD, BAZOOKA, FLANK = "squad-1", "squad-3", "tactical-7"
"""A squad of 3 that asks for automatic rifles, one of 4 for bazookas, a company of 3 for a flank."""
TACTICAL, RIFLES, SHIPS = "wn_marker-1", "wn_marker-7", "wn_marker-15"
ABOVE, BESIDE = "0916", "0817"


def inland(forces, **units):
    """The actions of the east have begun; units stand on high ground, in reach of WN64."""
    state = game(turn=9, forces=forces, **units)
    state.changed(phase="actions", acting="east", pools=POOLS, naval=1)
    return state


def attack(state, *names, target=WN64, naval=False, answers=()):
    order = od.Attack(at(target), tuple(sorted(of(name) for name in names)), naval)
    assert why_not_attack(state, order) is None
    told = run(state, execute_attack(state, order))
    more, ties = play(state, TASKS, answers=answers)
    return [one for one in told + more if isinstance(one, ev.Resolved)], ties


def why(state, *names, target=WN64, naval=False):
    found = why_not_attack(state, od.Attack(at(target), tuple(sorted(of(name) for name in names)), naval))
    return found.code if found else ""


def test_the_counters_are_what_these_tests_take_them_for():
    rows = {key: BOARD.counters[key].row for key in (SQUAD, BAZOOKA, FLANK, TACTICAL, RIFLES, SHIPS)}
    assert [rows[key].strength for key in (SQUAD, BAZOOKA, FLANK, RIFLES, SHIPS)] == [3, 4, 3, 1, 3]
    assert [rows[key].needs for key in (SQUAD, BAZOOKA, FLANK, RIFLES, SHIPS)] == [
        ("BR",), ("BZ",), ("FL",), ("BR",), ("NV",),
    ]  # fmt: skip
    assert rows[TACTICAL].tactical and rows[FLANK].division == "352"
    assert not BOARD.side_row(at(ABOVE), at(WN64)).attack


@pytest.mark.clause("OMA-8.2-1", "OMA-8.3-1", "OMA-8.3-3", "OMA-8.3-5", "OMA-8.33-2", "OMA-8.34-1", "OMA-9.1-1")
def test_a_company_with_the_weapon_defeats_a_lone_squad():
    state = inland({WN64: Force(SQUAD)}, E_2_16=ABOVE)
    defence = BOARD.side_row(at(ABOVE), at(WN64)).defence
    (found,), _ = attack(state, "E_2_16")
    assert (found.us, found.german, found.lacking, found.code) == (6, 3 + defence, (), "X")
    assert state.now.forces == {} and state.now.pools[GONE] == (SQUAD,)
    unit = state.units[of("E_2_16")]
    assert unit.acted and unit.hex == at(ABOVE) and not unit.disrupted


@pytest.mark.clause("OMA-8.3-4", "OMA-8.3-6", "OMA-9.2-1", "OMA-7.7-2")
def test_without_the_weapon_the_attackers_are_shaken_and_the_squad_gains_a_marker():
    worn = {name: (ABOVE, {"steps": 1}) for name in ("A_1_16", "B_1_16")}
    state = inland({WN64: Force(BAZOOKA)}, D_1_16=(BESIDE, {"steps": 1}), **worn)
    state.changed(orders={of("16 HQ"): (of("D_1_16"),)})
    (found,), ties = attack(state, "A_1_16", "B_1_16", "D_1_16")
    assert (found.us, found.lacking, found.code) == (6, ("BZ",), "F1")
    assert all(state.units[of(name)].disrupted for name in ("A_1_16", "B_1_16", "D_1_16"))
    force = state.now.forces[at(WN64)]
    assert force.seen and force.marker in POOLS["wn_marker"] and not ties


@pytest.mark.clause("OMA-8.3-6")
def test_a_rash_attack_costs_a_step_and_the_germans_turn_unrevealed():
    state = inland({WN64: Force("squad-7", seen=True)}, A_1_16=(ABOVE, {"steps": 1}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), ties = attack(state, "A_1_16", "B_1_16", answers=[of("B_1_16")])
    assert found.code == "F2"
    assert [tie.kind for tie in ties] == ["attacker"]
    assert state.unit(of("B_1_16")).box == "dead" and state.units[of("A_1_16")].disrupted
    assert not state.now.forces[at(WN64)].seen


@pytest.mark.clause("OMA-8.3-5", "OMA-8.33-3", "OMA-9.1-1")
def test_a_marker_is_turned_over_and_the_table_read_again():
    state = inland({WN64: Force(SQUAD, RIFLES)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16")
    assert [one.code for one in readings] == ["V", "L"]
    assert readings[1].german == readings[0].german + 1
    force = state.now.forces[at(WN64)]
    assert (force.marker, force.disrupted, force.seen) == (None, True, True)
    assert state.now.pools[GONE] == (RIFLES,)


@pytest.mark.clause("OMA-9.4-1", "OMA-9.42-2")
def test_a_tactical_marker_brings_a_unit_and_the_squad_is_read_alone():
    state = inland({WN64: Force(SQUAD, TACTICAL)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16")
    assert [one.code for one in readings] == ["V", "X"]
    (placed,) = state.now.forces.values()
    assert placed == Force("tactical-1")
    assert state.now.pools[GONE] == (SQUAD, TACTICAL)


@pytest.mark.clause("OMA-14-3")
def test_late_in_the_day_unit_and_marker_fall_together():
    state = inland({WN64: Force(SQUAD, RIFLES)}, E_2_16=ABOVE, F_2_16=BESIDE, G_2_16=(ABOVE, {"steps": 2}))
    state.changed(turn=18)
    readings, _ = attack(state, "E_2_16", "F_2_16", "G_2_16")
    assert [one.code for one in readings] == ["V", "XX"]
    assert state.now.forces == {} and state.now.pools[GONE] == (SQUAD, RIFLES)


@pytest.mark.clause("OMA-8.33-1", "OMA-8.33-4")
def test_a_company_of_the_352nd_with_communication_goes_back_to_the_division_pool():
    target = BOARD.grid.label(BOARD.positions["u1014"].hexes[0])
    ring = BOARD.grid.adjacent(at(target))
    sides = [BOARD.grid.label(hex_) for hex_ in (ring[0], ring[2])]
    state = inland({target: Force(FLANK)}, E_2_16=sides[0], F_2_16=(sides[1], {"steps": 1}))
    readings, _ = attack(state, "E_2_16", "F_2_16", target=target)
    assert readings[-1].code == "X" and readings[-1].lacking == ()
    assert state.now.pools["division"] == ("division-1", FLANK)
    alone = inland({target: Force(FLANK)}, E_2_16=sides[0])
    assert attack(alone, "E_2_16", target=target)[0][-1].lacking == ("FL",)


@pytest.mark.clause("OMA-8.23-1", "OMA-8.23-2")
def test_the_player_says_what_a_hero_does():
    nest = Force("wn75-2")  # 4, flamethrower
    assert BOARD.counters["wn75-2"].row.needs == ("FT",)
    state = inland({WN64: nest}, A_1_16=(ABOVE, {"steps": 2, "hero": HERO}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), ties = attack(state, "A_1_16", "B_1_16", answers=[USES.index("FT")])
    assert [(tie.kind, tie.among) for tie in ties] == [("hero", (0, USES.index("FT")))]
    assert found.code == "X" and found.lacking == ()
    plain = inland({WN64: nest}, A_1_16=(ABOVE, {"steps": 2, "hero": HERO}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), _ = attack(plain, "A_1_16", "B_1_16", answers=[0])
    assert found.code == "F1" and found.lacking == ("FT",)


@pytest.mark.clause("OMA-8.51-1", "OMA-8.5-1", "OMA-8.54-1")
def test_naval_fire_is_spent_on_an_attack():
    state = inland({WN64: Force(SQUAD, SHIPS)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16", naval=True)
    assert readings[0].us == 15 and [one.code for one in readings] == ["V", "L"]
    assert state.now.naval == 0
    assert why(inland({WN64: Force(SQUAD)}, E_2_16=ABOVE), "E_2_16", naval=True) == ""
    none = inland({WN64: Force(SQUAD)}, E_2_16=ABOVE)
    none.changed(naval=0)
    assert why(none, "E_2_16", naval=True) == "no-naval-fire"


@pytest.mark.clause("OMA-8.1-7", "OMA-8.13-1", "OMA-8.16-1", "OMA-8.41-2")
def test_what_keeps_units_from_attacking():
    state = inland({WN64: Force(SQUAD)}, E_2_16=ABOVE, F_2_16=BESIDE)
    assert why(state, "E_2_16") == ""
    assert why(state, "E_2_16", target="0716") == "no-germans"
    assert why(state) == "no-units"
    for change, code in (
        ({"acted": True}, "acted"),
        ({"disrupted": True}, "disrupted"),
        ({"climb": "climb"}, "climbs"),
    ):
        assert why(inland({WN64: Force(SQUAD)}, E_2_16=(ABOVE, change)), "E_2_16") == code
    for how in ("attack", "barrage", "naval"):
        state.changed(fought={at(WN64): how})
        assert why(state, "E_2_16") == "fought"
    state.changed(fought={}, spent={"east": 2})
    assert why(state, "E_2_16") == "no-actions"
    state.changed(spent={"east": 1})
    assert (why(state, "E_2_16"), why(state, "E_2_16", "F_2_16")) == ("", "no-actions")
    state.changed(orders={of("16 HQ"): (of("E_2_16"),)})
    assert why(state, "E_2_16", "F_2_16") == ""


def test_offered_attacks_are_legal_and_hold_the_strongest_party():
    state = inland({WN64: Force(SQUAD)}, E_2_16=ABOVE, F_2_16=BESIDE, G_2_16=ABOVE)
    orders = [order for group in offered_attacks(state, None) for order in group]
    assert orders and all(why_not_attack(state, order) is None for order in orders)
    everyone = tuple(sorted(of(name) for name in ("E_2_16", "F_2_16", "G_2_16")))
    assert {order.units for order in orders} >= {everyone, (of("F_2_16"),)}
    assert {order.naval for order in orders} == {False, True}
    assert len(orders) == len(set(orders))
    only = [order for group in offered_attacks(state, of("F_2_16")) for order in group]
    assert only and all(of("F_2_16") in order.units for order in only)
