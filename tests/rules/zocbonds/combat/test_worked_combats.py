"""The worked combats of the ledger on small boards: strengths, odds, shifts, columns, results, and what follows.

Each board is built from units of the order of battle whose strengths the example gives; the ledger's own numbers are
what is expected.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, ids, load, unit
from tests.rules.zocbonds.fighting import attack, find, fought, of, offered, refused, scene
from wab.systems.zocbonds.combat.odds import battle_of, preview
from wab.systems.zocbonds.combat.shifts import defenders_armour
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Advance, Attack, GiveGround, IntoReserve, LoseStep, RetreatTo, Stand
from wab.systems.zocbonds.state.state import State, Works

Units = dict[str, dict[str, Any]]
ONE, TWO, LANDED = {"steps": 1}, {"steps": 2}, {"landed": True, "regroup": True}
SHIFT_NAMES = {
    "artillery": "ZOC-11.6-1",
    "naval": "ZOC-19.2-4",
    "TQ": "ZOC-11.5-1",
    "water obstacle": "ZOC-11.3-4",
    "defender armour": "ZOC-11.4.2-1",
}
ARMOUR = ("ZOC-11.4.1-1", "ZOC-11.4.1-2")


class Combat(NamedTuple):
    """A worked combat: terrain of the target, what runs along each hexside, who stands where, who leads."""

    terrain: str
    sides: tuple[tuple[str, ...], ...]
    attackers: tuple[Units, ...]
    defenders: Units
    main: str
    attached: str | None = None
    side: str = "allied"
    guns: tuple[str, ...] = ()
    naval: int = 0
    works: bool = False
    phase: str = "combat"


PLAIN: tuple[str, ...] = ()
RIVER, MAJOR, FLOOD = ("river",), ("major_river",), ("flooded",)
PANZERS: Units = {"de_21pz_125": {}, "de_21pz_1_22": {}, "de_21pz_200_stug": {}}

COMBATS: dict[str, Combat] = {
    "GC-1": Combat(
        "bocage", (PLAIN, FLOOD),
        ({"de_91id_1057": {}, "de_100_pz": {}}, {"de_91id_1058": {}, "de_6fj_fj": {}}),
        {"us_82ab_508": {**ONE, "scattered": True}}, "de_91id", "de_100_pz", "axis", ("de_lxxxiv",),
    ),
    "GC-2": Combat("mixed", (PLAIN,), (PANZERS,), {"uk_6ab_8_3": ONE}, "de_21pz", side="axis"),
    "GC-3": Combat(
        "village", (PLAIN,), ({key: {"reserve": True} for key in PANZERS},), {"uk_6ab_5": {}}, "de_21pz", side="axis",
        phase="reserve_combat",
    ),
    "A": Combat(
        "bocage", (PLAIN,), ({"us_101ab_506": {}, "us_4id_12": TWO},), {"de_795_ost": {}}, "us_4id", "us_101ab_506"
    ),
    "B": Combat(
        "bocage", (PLAIN,), ({"us_4id_8": {}, "us_70_dd": ONE},), {"de_91id_fus": {}}, "us_4id", "us_70_dd"
    ),
    "C": Combat(
        "clear", (PLAIN,), ({"us_101ab_327": LANDED, "us_4id_12": LANDED, "us_746": LANDED},),
        {"de_wn_utah": {}}, "us_4id", "us_101ab_327",
    ),
    "D": Combat(
        "mixed", (PLAIN,), ({"us_29id_115": TWO, "us_29id_116": TWO, "us_743_dd": ONE},),
        {"de_352id_916": {}, "de_3flak_1_flak": {}}, "us_29id", "us_743_dd", naval=1,
    ),
    "E": Combat(
        "mixed", (PLAIN,), ({"us_1id_16": TWO, "us_1id_18": TWO, "us_741_dd": {}},),
        {"de_352id_915": {}, "de_352id_fus": {}}, "us_1id", "us_741_dd", naval=1, works=True,
    ),
    "F": Combat(
        "mixed", (PLAIN, PLAIN),
        ({"uk_50id_231": {}, "uk_4_7_dg_dd": {}}, {"uk_49id_146": TWO, "uk_59_recon_and_11_h": {}}),
        {"de_352id_fus": {}}, "uk_50id", "uk_4_7_dg_dd",
    ),
    "G": Combat(
        "mixed", (RIVER,), ({"uk_50id_69": {}, "uk_50id_151": {}, "uk_sherwood_rangers_dd": ONE},),
        {"de_716id_1_726": {}, "de_352id_fus": {}}, "uk_50id", "uk_sherwood_rangers_dd", naval=1,
    ),
    "H": Combat(
        "mixed", (RIVER, RIVER, RIVER),
        (
            {"ca_3id_7": {}, "ca_2bde_6_car_dd": {}}, {"ca_3id_8": TWO, "ca_2bde_10_car_dd": {}},
            {"ca_3id_9": TWO, "ca_2bde_27_car": {}},
        ),
        {"de_21pz_200_pzjg": {}, "de_716id_736": {}}, "ca_3id", "ca_2bde_6_car_dd", naval=1,
    ),
    "I": Combat(
        "clear", (PLAIN,), ({"uk_3id_8": LANDED, "uk_3id_9": LANDED, "uk_27bde_staffs_yeo": LANDED},),
        {"de_wn_queen": {}}, "uk_3id", "uk_27bde_staffs_yeo",
    ),
    "J": Combat(
        "mixed", (PLAIN, PLAIN),
        ({"uk_1_ss": {}, "uk_27bde_13_18_h_dd": {}}, {"uk_3id_185": {}, "uk_27bde_e_riding_yeo": LANDED}),
        {"de_periers_ridge": {}, "de_21pz_192": {}}, "uk_1_ss", "uk_27bde_13_18_h_dd",
    ),
    "11.2c": Combat(
        "village", (PLAIN, PLAIN, PLAIN),
        ({"us_1id_16": {}, "us_745": {}}, {"us_29id_115": {}, "us_29id_116": {}}, {"us_2id_9": {}}),
        {"de_352id_fus": {}, "de_275id_fus": {}}, "us_1id", "us_745",
    ),
    "11.4.4": Combat(
        "village", (MAJOR, MAJOR),
        ({"uk_43id_129": {}, "uk_43id_130": {}, "uk_sherwood_rangers_dd": {}}, {"uk_43id_214": {}, "uk_49id_146": {}}),
        {"de_12ss_25": {}, "de_2pz_2": {}}, "uk_43id", "uk_sherwood_rangers_dd",
    ),
}  # fmt: skip


def set_up(name: str) -> tuple[State, Attack, str]:
    """The board of a combat, the order of its attack, and the number of its target."""
    combat, on = COMBATS[name], board()
    zone, roads = on.overlay("naval_zone"), on.map.road > 0
    target, *around = find(
        combat.terrain,
        *combat.sides,
        also=lambda hex_: (bool(zone[hex_]) or not combat.naval) and (roads[hex_].sum() > 1 or name not in "AB"),
    )
    places = {
        key: (label, values)
        for label, units in zip(around, combat.attackers, strict=True)
        for key, values in units.items()
    }
    attacking = tuple(places)
    near = next(on.grid.label(hex_) for hex_ in on.grid.ring(on.hex(target), 4) if on.dry[hex_])  # where the guns stand
    places |= {gun: (near, {}) for gun in combat.guns}
    supply = {"seventh_army": 3, "us": 3, "commonwealth": 3}
    state = scene(
        target, combat.defenders, places, side=combat.side, phase=combat.phase, supply=supply,
        ships={"us": 2, "commonwealth": 2},
    )  # fmt: skip
    if combat.works:
        state.changed(works=(Works(on.hex(target), "axis", done=True),))
    order = attack(
        state, target, combat.main, combat.attached, attacking, guns=combat.guns, naval=combat.naval
    )  # fmt: skip
    return state, order, target


@pytest.mark.clause("ZOC-X-breakdown")
@pytest.mark.parametrize("name", COMBATS)
def test_the_boards_are_those_of_the_ledger(name):
    """The strengths at full and at half, of the defenders, and of units that support the bonus."""
    state, order, _ = set_up(name)
    seen, given = preview(state, order), named(name).given["breakdown"]
    full = [part.strength for part in seen.attackers if not part.halved]
    halved = [part.strength for part in seen.attackers if part.halved]
    assert sorted(full) == sorted(given["full"])
    assert sorted(halved) == sorted(given["halved"])
    assert sorted(part.strength for part in seen.defenders) == sorted(given["defenders"])
    assert seen.bonus == min(given["dcb_base"], given["dcb_terrain"])
    assert seen.full_attack == sum(given["full"]) + -(-sum(given["halved"]) // 2)
    assert seen.full_defence == sum(given["defenders"]) + seen.bonus


@pytest.mark.clause("ZOC-X-GC-1")
@pytest.mark.clause("ZOC-X-GC-2")
@pytest.mark.clause("ZOC-X-GC-3")
@pytest.mark.clause("ZOC-X-A")
@pytest.mark.clause("ZOC-X-B")
@pytest.mark.clause("ZOC-X-C")
@pytest.mark.clause("ZOC-X-D")
@pytest.mark.clause("ZOC-X-E")
@pytest.mark.clause("ZOC-X-F")
@pytest.mark.clause("ZOC-X-G")
@pytest.mark.clause("ZOC-X-H")
@pytest.mark.clause("ZOC-X-I")
@pytest.mark.clause("ZOC-X-J")
@pytest.mark.clause("ZOC-X-11.2c")
@pytest.mark.clause("ZOC-X-11.4.4")
@pytest.mark.clause("ZOC-10.4-1")
@pytest.mark.clause("ZOC-10.5-1")
@pytest.mark.clause("ZOC-10.5-2")
@pytest.mark.clause("ZOC-10.6-1")
@pytest.mark.clause("ZOC-T-ODDS")
@pytest.mark.parametrize("name", COMBATS)
def test_strengths_odds_and_shifts_are_those_of_the_ledger(name):
    state, order, _ = set_up(name)
    seen, example = preview(state, order), named(name)
    assert refused(state, order) == ""
    assert (seen.attack, seen.defence) == (example.expect["attack"], example.expect["defence"])
    assert (seen.odds, seen.column) == (example.expect["basic_odds"], example.expect["final_column"])
    values: dict[str, float] = {}
    for shift in seen.shifts:
        values[shift.clause] = values.get(shift.clause, 0) + shift.value
    for cause, value in example.given["shifts"].items():
        clauses = ARMOUR if cause == "armour" else (SHIFT_NAMES[cause],)
        assert sum(values.get(clause, 0) for clause in clauses) == value, cause


@pytest.mark.clause("ZOC-10.5-4")
@pytest.mark.clause("ZOC-T-CRT")
@pytest.mark.clause("ZOC-19.1.3-1")
@pytest.mark.parametrize("name", [name for name in COMBATS if named(name).given["die"]])
def test_the_die_gives_the_result_of_the_ledger(name):
    """No fighter-bombers in overcast weather."""
    state, order, _ = set_up(name)
    example = named(name)
    done = fought(load(state, combat=(example.given["die"],)), order)
    (rolled,) = of(done, ev.CombatRolled)
    assert rolled.result == example.expect["result"] and rolled.column == example.expect["final_column"]
    assert not of(done, ev.JabosRolled)


def resolved(name: str, **dice: tuple[int, ...]) -> tuple[State, list[Any], str]:
    state, order, target = set_up(name)
    done = fought(load(state, combat=(named(name).given["die"],), **dice), order)
    return state, done, target


@pytest.mark.clause("ZOC-EOP-6")
@pytest.mark.clause("ZOC-X-GC-1")
@pytest.mark.clause("ZOC-17.9-5")
@pytest.mark.clause("ZOC-14.1-6")
@pytest.mark.clause("ZOC-13.4-2")
@pytest.mark.clause("ZOC-14.2-1")
def test_the_cadre_of_the_drop_is_gone_and_the_germans_advance_two_hexes():
    state, done, target = resolved("GC-1")
    assert [event.points for event in of(done, ev.SupplySpent)] == [named("GC-1").expect["supply_spent"]]
    assert state.box("cadres") == ids(state, "us_82ab_508")
    paths = [order.path for order in offered(state) if isinstance(order, Advance)]
    assert any(len(path) == 3 for path in paths)
    assert any(len(path) == 3 and state.board.hex(target) not in path for path in paths), "in any direction"


@pytest.mark.clause("ZOC-X-GC-2")
@pytest.mark.clause("ZOC-12.1-2")
@pytest.mark.clause("ZOC-15.1-6")
@pytest.mark.clause("ZOC-15.1-9")
def test_a_single_step_costs_the_attacker_nothing_and_he_goes_into_reserve():
    state, done, _ = resolved("GC-2")
    assert named("GC-2").expect["attacker_loss"] == 0
    assert [event.unit for event in of(done, ev.Eliminated)] == list(ids(state, "uk_6ab_8_3"))
    assert not of(done, ev.StepLost)
    (order,) = [order for order in offered(state) if isinstance(order, IntoReserve)]
    fought(state, order)
    assert all(unit(state, key).reserve for key in PANZERS)


@pytest.mark.clause("ZOC-X-GC-3")
@pytest.mark.clause("ZOC-12.1-7")
@pytest.mark.clause("ZOC-12.2-1")
@pytest.mark.clause("ZOC-15.3-1")
def test_an_exchange_takes_a_step_that_the_other_side_chooses():
    """The Allies pick the assault gun; no unit moves."""
    state, done, target = resolved("GC-3")
    assert state.agenda[0].question == "losses" and state.agenda[0].seat == "allied"
    done = fought(state, LoseStep(state.board.ids["de_21pz_200_stug"]))
    lost = {event.unit: event.steps for event in of(done, ev.StepLost)}
    assert lost == {state.board.ids["de_21pz_200_stug"]: 1, state.board.ids["uk_6ab_5"]: 2}
    assert not state.agenda and state.now.fight is None and unit(state, "uk_6ab_5").hex == state.board.hex(target)


@pytest.mark.clause("ZOC-X-A")
@pytest.mark.clause("ZOC-10.3-2")
@pytest.mark.clause("ZOC-14.1-2")
def test_combat_a_either_may_lead_and_both_may_advance_two_hexes():
    state, order, target = set_up("A")
    other = attack(state, target, "us_101ab", "us_4id_12")
    assert preview(state, other).column == preview(state, order).column
    state = resolved("A")[0]
    assert state.box("eliminated") == ids(state, "de_795_ost")
    two = {order.unit for order in offered(state) if isinstance(order, Advance) and len(order.path) == 3}
    assert two == set(ids(state, "us_101ab_506", "us_4id_12"))


@pytest.mark.clause("ZOC-X-B")
@pytest.mark.clause("ZOC-12.1-5")
@pytest.mark.clause("ZOC-13.6-1")
@pytest.mark.clause("ZOC-13.1-1")
def test_combat_b_the_beaten_retreat_disrupted():
    state = resolved("B")[0]
    fought(state, GiveGround())
    order = next(order for order in offered(state) if isinstance(order, RetreatTo))
    fought(state, order)
    assert unit(state, "de_91id_fus").disrupted
    assert {type(order) for order in offered(state)} >= {Advance}


@pytest.mark.clause("ZOC-EOP-7")
@pytest.mark.clause("ZOC-X-C")
@pytest.mark.clause("ZOC-X-I")
@pytest.mark.clause("ZOC-14.1-5")
@pytest.mark.clause("ZOC-6.5.2-3")
@pytest.mark.clause("ZOC-16.2-2")
@pytest.mark.parametrize("name", ["C", "I"])
def test_units_that_landed_enter_the_vacated_hex_alone(name):
    state, done, target = resolved(name)
    assert [event.box for event in of(done, ev.Eliminated)] == ["eliminated"]
    paths = {order.path[1:] for order in offered(state) if isinstance(order, Advance)}
    assert paths == {(state.board.hex(target),)}


@pytest.mark.clause("ZOC-X-D")
@pytest.mark.clause("ZOC-X-H")
@pytest.mark.clause("ZOC-X-J")
@pytest.mark.clause("ZOC-12.4.2-1")
@pytest.mark.clause("ZOC-12.4.1-6")
@pytest.mark.clause("ZOC-12.4.4-2")
@pytest.mark.clause("ZOC-16.2-5")
@pytest.mark.clause("ZOC-T-DD")
@pytest.mark.parametrize(("name", "lead"), [
    ("D", "de_3flak_1_flak"), ("H", "de_21pz_200_pzjg"), ("J", "de_periers_ridge"),
])  # fmt: skip
def test_determined_defences_of_the_example(name, lead):
    expected = named(name).expect["dd"]
    state, done, _ = resolved(name, defence=(expected["die"],))
    while state.agenda[0].question == "losses":  # combat J: a step of the main force first
        done = fought(state, LoseStep(state.board.ids["uk_27bde_13_18_h_dd"]))
    done = fought(state, Stand(state.board.ids[lead]))
    (rolled,) = of(done, ev.DefenceRolled)
    columns = {"Other": "other", "Strongpoint/City": "fortress"}
    assert rolled.column == columns[expected["column"]]
    assert sum(shift.value for shift in rolled.modifiers) == expected["drm"]
    cells = {"dot -1": "holds costs", "dot EX": "holds exchange", "-": "fails"}
    assert rolled.cell == cells[expected["result"]]
    if name == "D":
        assert unit(state, lead).steps == 1 and not state.agenda
    if name == "H":
        assert state.agenda[0].seat == "axis"
        fought(state, LoseStep(state.board.ids["ca_3id_7"]))
        assert unit(state, "ca_3id_7").steps == 2 and lead not in state.units and not state.agenda
    if name == "J":
        assert state.board.ids[lead] not in state.units
        assert unit(state, "uk_27bde_13_18_h_dd").steps == 1
        assert state.agenda[0].question == "retreat" or unit(state, "de_21pz_192").disrupted


@pytest.mark.clause("ZOC-X-E")
@pytest.mark.clause("ZOC-12.1-8")
def test_combat_e_nothing_happens():
    state, done, _ = resolved("E")
    assert not of(done, ev.StepLost) and not state.agenda and state.now.fight is None


@pytest.mark.clause("ZOC-X-G")
@pytest.mark.clause("ZOC-12.2-2")
@pytest.mark.clause("ZOC-12.1-4")
@pytest.mark.clause("ZOC-12.2-5")
def test_combat_g_the_tank_battalion_must_take_the_loss():
    """It gave the armour shift; the German chooses the German loss."""
    state, done, _ = resolved("G")
    assert [event.unit for event in of(done, ev.Eliminated)] == list(ids(state, "uk_sherwood_rangers_dd"))
    assert state.agenda[0].seat == "axis"
    fought(state, LoseStep(state.board.ids["de_716id_1_726"]))
    fought(state, GiveGround())
    fought(state, next(order for order in offered(state) if isinstance(order, RetreatTo)))
    assert unit(state, "de_352id_fus").disrupted
    assert any(isinstance(order, Advance) and len(order.path) == 3 for order in offered(state))


@pytest.mark.clause("ZOC-X-11.4.4")
@pytest.mark.clause("ZOC-11.4.2-4")
@pytest.mark.clause("ZOC-11.3-4")
@pytest.mark.clause("ZOC-11.4.4-1")
def test_british_armour_across_a_major_river_denies_the_shift_of_the_defenders_armour():
    state, order, _ = set_up("11.4.4")
    assert named("11.4.4").expect["defender_armour_shift"] == "denied by the British armour present"
    assert defenders_armour(battle_of(state, order)) is None
