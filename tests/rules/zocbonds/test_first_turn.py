"""The worked first turn played as orders, from the first event on, with the dice that the ledger gives."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, carried_out, ids, load, unit
from tests.rules.zocbonds.fighting import of
from tests.rules.zocbonds.test_invasion import LANDINGS
from wab.engine.orders import Order
from wab.systems.zocbonds import SYSTEM, movement, stacking
from wab.systems.zocbonds import events as ev
from wab.systems.zocbonds import orders as od
from wab.systems.zocbonds.decisions import DECISIONS
from wab.systems.zocbonds.flow import open_game
from wab.systems.zocbonds.marching import reach
from wab.systems.zocbonds.odds import preview
from wab.systems.zocbonds.setup import starting_state
from wab.systems.zocbonds.state import State

DROPS = {"507": "us_82ab_507", "505": "us_82ab_505", "508": "us_82ab_508", "502": "us_101ab_502",
         "506": "us_101ab_506", "501": "us_101ab_501", "3-minus": "uk_6ab_3", "5": "uk_6ab_5",
         "8-3": "uk_6ab_8_3"}  # fmt: skip
"""The drops by the end of the id of their example."""


def does(state: State, order: Order) -> list:
    """What a legal order brings, up to the next decision."""
    refusal = DECISIONS.why_not(state, order)
    assert refusal is None, (order, refusal)
    return carried_out(state, DECISIONS.execute(state, order))


def on_offer(state: State, kind: type) -> list:
    return [order for group in DECISIONS.offered(state, None) for order in group if isinstance(order, kind)]


def the_morning() -> tuple[State, list]:
    """The campaign after the special invasion phase of the example: its dice, losses by the unit with most steps left,
    no advance beyond the beaches."""
    on = board()
    state = starting_state(on, 1, {})
    hexes = {key: on.scenario.drops[key] for key in DROPS.values()}
    by_hex = sorted(DROPS, key=lambda name: hexes[DROPS[name]])
    beach_of = {landing: beach for beach, landing in LANDINGS.items()}
    assaults = [named(f"INV-{beach_of[landing]}") for landing in on.scenario.assault]
    load(
        state,
        scatter=tuple(named(f"SC-{name}").given["die"] for name in by_hex),
        assault=tuple(die for one in assaults for die in one.given["assault_dice"]),
        tanks=tuple(one.given["dd_tank_die"] for one in assaults if one.given["dd_tank_die"]),
        rangers=(named("INV-PointeDuHoc").expect["fifth_rangers_die"],),
    )
    found = [*carried_out(state, open_game(state)), *carried_out(state, DECISIONS.run(state))]
    while state.now.phase == "invasion":
        losses = on_offer(state, od.LoseStep)
        found += does(state, max(losses, key=lambda one: state.units[one.unit].steps) if losses else od.Done())
    return state, found


@pytest.fixture(scope="module")
def morning() -> tuple[State, list]:
    return the_morning()


@pytest.mark.clause("ZOC-20.1-1")
@pytest.mark.clause("ZOC-X-SC-total")
@pytest.mark.clause("ZOC-X-INV-totals")
def test_the_invasion_ends_as_in_the_example(morning):
    state, found = morning
    expect = named("SC-total").expect
    down = {event.unit: event.result for event in of(found, ev.Scattered)}
    for name, key in DROPS.items():
        assert down[state.board.ids[key]] == named(f"SC-{name}").expect["result"], key
    assert state.now.replacements["us_airborne"] == expect["us_airborne_replacements"]
    assert state.now.replacements["british_airborne"] == expect["british_airborne_replacements"]
    assert all(state.is_cadre(unit(state, key)) for key in ("us_82ab_507", "us_82ab_508", "us_101ab_501"))
    lost: dict[str, int] = {}
    for landing, keys in state.board.scenario.assault.items():
        there = [(state.profile(number).steps, state.units.get(number)) for number in ids(state, *keys)]
        steps = sum(full - (standing.steps if standing else 0) for full, standing in there if standing)
        lost[landing.split("_")[0]] = lost.get(landing.split("_")[0], 0) + steps
    totals = named("INV-totals").expect
    assert (lost["omaha"], lost["gold"], lost["juno"]) == (
        totals["omaha_steps"], totals["gold_steps"], totals["juno_steps"]
    )  # fmt: skip
    assert (state.now.phase, state.now.side) == ("movement", "axis")
    assert SYSTEM.invariants(state) == []


def gather(state: State, target: str, *keys: str) -> None:
    """March units to a hex beside the target, into company where that is in reach."""
    goal, grid = state.board.hex(target), state.board.grid
    together: set[int] = set()
    for key in keys:
        way = reach(state, ids(state, key))
        near = [int(hex_) for hex_ in way.hexes if grid.distance(int(hex_), goal) == 1]
        full = set(stacking.full_for(state, ids(state, key), near))
        orders = [od.Move(ids(state, key), way.path_to(hex_), "ordinary") for hex_ in near if hex_ not in full]
        legal = [order for order in orders if movement.why_not_move(state, order) is None]
        assert legal, key
        order = min(legal, key=lambda one: (one.path[-1] not in together, one.path[-1]))
        does(state, order)
        together.add(order.path[-1])


@pytest.mark.clause("ZOC-3-4")
@pytest.mark.clause("ZOC-3-5")
@pytest.mark.clause("ZOC-11.3-1")
def test_the_91st_and_its_tanks_attack_the_cadre_of_the_508th(morning):
    """The approach of GC-1 as orders. On this map the Douve halves who comes from 2610, so that the odds are 2-1, not
    the 3-1 of the example: ground, artillery and supply are the example's."""
    state, given, expect = morning[0].copy(), named("GC-1").given, named("GC-1").expect
    party = ("de_6fj_fj", "de_91id_1057", "de_100_pz")
    gather(state, "2710", *party)
    across = reach(state, ids(state, "de_91id_1_1058")).path_to(state.board.hex("2711"))
    does(state, od.Move(ids(state, "de_91id_1_1058"), across, "ordinary"))
    does(state, od.Done())
    assert state.now.phase == "combat"
    units = ids(state, *party, "de_91id_fus", "de_91id_1_1058")
    hq, tanks = (state.board.ids[key] for key in ("de_cotentin_art", "de_100_pz"))
    order = od.Attack(state.board.hex("2710"), units, "de_91id", tanks, (hq,))
    seen = preview(state, order)
    assert (seen.defence, seen.bonus) == (expect["defence"], given["breakdown"]["dcb_base"])
    assert (seen.attack, seen.odds) == (9, "2-1") and seen.shifts[0].value == given["shifts"]["artillery"]
    load(state, combat=(given["die"],))
    done = does(state, order)
    (declared,) = of(done, ev.AttackDeclared)
    (rolled,) = of(done, ev.CombatRolled)
    assert declared.column == rolled.column == seen.column and rolled.rolled == given["die"]
    assert sum(one.points for one in of(done, ev.SupplySpent)) == expect["supply_spent"]
    assert unit(state, "de_100_pz").fought and state.board.hex("2710") in state.now.attacked


@pytest.mark.clause("ZOC-X-GC-2")
@pytest.mark.clause("ZOC-3-6")
def test_21st_panzer_destroys_the_battalion_and_strikes_again_out_of_reserve(morning):
    """GC-2 on the map: after A1/D2 the panzers go into reserve, and a reserve phase comes up."""
    state = morning[0].copy()
    gather(state, "2032", "de_21pz_125", "de_21pz_200_stug", "de_21pz_1_22")
    does(state, od.Done())
    units = ids(state, "de_21pz_125", "de_21pz_200_stug", "de_21pz_1_22")
    order = od.Attack(state.board.hex("2032"), units, "de_21pz")
    assert preview(state, order).column == named("GC-2").expect["final_column"]
    load(state, combat=(named("GC-2").given["die"],))
    done = does(state, order)
    (rolled,) = of(done, ev.CombatRolled)
    assert rolled.result == named("GC-2").expect["result"]
    assert of(done, ev.StepLost) == [] and state.board.ids["uk_6ab_8_3"] not in state.units
    reserves = on_offer(state, od.IntoReserve)
    assert reserves
    does(state, max(reserves, key=lambda one: len(one.units)))
    while state.agenda:
        does(state, od.Done())
    does(state, od.Done())
    assert state.now.phase == "reserve_movement"
    does(state, od.Done())
    assert state.now.phase == "reserve_combat"
