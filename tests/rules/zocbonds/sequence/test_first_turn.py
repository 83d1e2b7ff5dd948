"""The worked first turn played as orders, from the first event on, with the dice that the ledger gives."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.combat.test_invasion import LANDINGS
from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, carried_out, ids, load, unit
from tests.rules.zocbonds.fighting import of
from wab.engine.kernel.orders import Order
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.ground.marching import reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.sequence.decisions import DECISIONS
from wab.systems.zocbonds.sequence.flow import open_game
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import State

DROPS = {"507": "us_82ab_507", "505": "us_82ab_505", "508": "us_82ab_508", "502": "us_101ab_502",
         "506": "us_101ab_506", "501": "us_101ab_501", "3-minus": "uk_6ab_3", "5": "uk_6ab_5",
         "8-3": "uk_6ab_8_3"}  # fmt: skip
"""The drops by the end of the id of their example."""


def does(state: State, order: Order) -> list:
    """Return what a legal order brings, up to the next decision."""
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
    hexes = {key: on.grid.label(on.drops[key]) for key in DROPS.values()}
    by_hex = sorted(DROPS, key=lambda name: hexes[DROPS[name]])
    beach_of = {landing: beach for beach, landing in LANDINGS.items()}
    assaults = [named(f"INV-{beach_of[landing]}") for landing in on.assault]
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
    for landing, keys in state.board.assault.items():
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
    """March units to a hex next to the target, into company where that is in reach."""
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


def goes(state: State, key: str, goal: str) -> None:
    """March a unit to a hex by the cheapest way."""
    does(state, od.Move(ids(state, key), reach(state, ids(state, key)).path_to(state.board.hex(goal)), "ordinary"))


def sum_of(breakdown: dict[str, list[int]]) -> int:
    """The attack of a breakdown of the ledger: full strengths, and the halved ones added, halved once, rounded up."""
    return sum(breakdown["full"]) + -(-sum(breakdown["halved"]) // 2)


@pytest.mark.clause("ZOC-X-GC-1")
@pytest.mark.clause("ZOC-A-13")
@pytest.mark.clause("ZOC-3-4")
@pytest.mark.clause("ZOC-3-5")
@pytest.mark.clause("ZOC-10.3-2")
@pytest.mark.clause("ZOC-11.3-1")
@pytest.mark.clause("ZOC-11.3-2")
@pytest.mark.clause("ZOC-14.1-6")
def test_the_91st_and_its_tanks_destroy_the_cadre_of_the_508th(morning):
    """GC-1 as orders: out of Pont-l'Abbé, with the parachutists over the Douve and a battalion over the flooded side.
    On the map it is 13 against 4, the odds, shifts, result and price of the example."""
    state, given, expect = morning[0].copy(), named("GC-1").given, named("GC-1").expect
    for key, goal in (
        ("de_91id_1057", "2709"),
        ("de_100_pz", "2709"),
        ("de_6fj_fj", "2610"),
        ("de_91id_1_1058", "2711"),
    ):
        goes(state, key, goal)
    does(state, od.Done())
    assert state.now.phase == "combat"
    units = ids(state, "de_91id_1057", "de_100_pz", "de_91id_fus", "de_6fj_fj", "de_91id_1_1058")
    hq, tanks = (state.board.ids[key] for key in ("de_cotentin_art", "de_100_pz"))
    order = od.Attack(state.board.hex("2710"), units, "de_91id", tanks, (hq,))
    seen = preview(state, order)
    halved = {part.unit: [one.clause for one in part.halved] for part in seen.attackers if part.halved}
    assert halved == {
        state.board.ids["de_6fj_fj"]: ["ZOC-10.3-1", "ZOC-11.3-1"],
        state.board.ids["de_91id_1_1058"]: ["ZOC-11.3-1", "ZOC-11.3-2"],
    }
    assert sum_of(given["breakdown"]) == expect["attack"] == 12 and seen.attack == 13
    assert (seen.defence, seen.bonus) == (expect["defence"], given["breakdown"]["dcb_base"])
    assert (seen.odds, seen.column) == (expect["basic_odds"], expect["final_column"])
    assert sorted(shift.value for shift in seen.shifts) == sorted(given["shifts"].values())
    load(state, combat=(given["die"],))
    done = does(state, order)
    (rolled,) = of(done, ev.CombatRolled)
    assert (
        rolled.result == expect["result"]
        and sum(one.points for one in of(done, ev.SupplySpent)) == expect["supply_spent"]
    )
    assert [one.unit for one in of(done, ev.Eliminated)] == [state.board.ids["us_82ab_508"]]
    paths = {order.path for order in on_offer(state, od.Advance)}
    assert state.board.hex("2710") in {path[1] for path in paths} and max(map(len, paths)) == 3, "two hexes"


@pytest.mark.clause("ZOC-X-GC-2")
@pytest.mark.clause("ZOC-X-GC-3")
@pytest.mark.clause("ZOC-3-6")
@pytest.mark.clause("ZOC-15.3-1")
@pytest.mark.clause("ZOC-12.2-1")
def test_21st_panzer_destroys_the_battalion_and_strikes_ranville_out_of_reserve(morning):
    """GC-2 and GC-3 as orders: after A1/D2 the panzers go into reserve, march and attack again; an exchange, in which
    each side chooses the other's loss."""
    state = morning[0].copy()
    panzers = ("de_21pz_125", "de_21pz_200_stug", "de_21pz_1_22")
    gather(state, "2032", *panzers)
    does(state, od.Done())
    units = ids(state, *panzers)
    order, expect = od.Attack(state.board.hex("2032"), units, "de_21pz"), named("GC-2").expect
    seen = preview(state, order)
    assert (seen.attack, seen.defence, seen.odds) == (expect["attack"], expect["defence"], expect["basic_odds"])
    assert seen.column == expect["final_column"]
    load(state, combat=(named("GC-2").given["die"], named("GC-3").given["die"]))
    done = does(state, order)
    (rolled,) = of(done, ev.CombatRolled)
    assert rolled.result == expect["result"]
    assert of(done, ev.StepLost) == [] and state.board.ids["uk_6ab_8_3"] not in state.units
    does(state, max(on_offer(state, od.IntoReserve), key=lambda one: len(one.units)))
    while state.agenda:
        does(state, od.Done())
    does(state, od.Done())
    assert state.now.phase == "reserve_movement"
    gather(state, "2131", *panzers)
    does(state, od.Done())
    assert state.now.phase == "reserve_combat"
    order, expect = od.Attack(state.board.hex("2131"), units, "de_21pz"), named("GC-3").expect
    seen = preview(state, order)
    assert (seen.attack, seen.defence, seen.odds) == (expect["attack"], expect["defence"], expect["basic_odds"])
    assert seen.bonus == named("GC-3").given["breakdown"]["dcb_terrain"] and seen.column == expect["final_column"]
    done = does(state, order)
    assert of(done, ev.CombatRolled)[0].result == expect["result"]
    assert DECISIONS.to_act(state) == "allied"
    assert {one.unit for one in on_offer(state, od.LoseStep)} == set(units)
    done += does(state, od.LoseStep(state.board.ids["de_21pz_200_stug"]))
    lost = {one.unit for one in of(done, ev.StepLost)}
    assert lost == set(ids(state, "de_21pz_200_stug", "uk_6ab_5"))
    assert not of(done, ev.Retreated) and unit(state, "uk_6ab_5").hex == state.board.hex("2131") and not state.agenda
