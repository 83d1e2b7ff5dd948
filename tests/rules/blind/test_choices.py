"""Orders on offer in each phase, and orders that are refused though they look alike."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.blind.field import (
    SHORT,
    board,
    carried_out,
    hexes,
    ids,
    number,
    of,
    offered,
    play,
    position,
    unit,
    why,
)
from tests.rules.blind.test_combat import TARGET, attack, fight, to_answer
from wab.engine.kernel.game import Game, Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.answer import fits
from wab.systems.blind.combat.losses import spread, steps_lost
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.sequence import decisions
from wab.systems.blind.sequence.flow import next_phase, open_game
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.setup import make_board, starting_state
from wab.systems.blind.state.state import ISOLATED
from wab.systems.blind.state.steps import Exit, Shown

# ---------------------------------------------------------------- phases


@pytest.mark.clause("BLD-2-2")
def test_a_phase_offers_what_its_chapters_do_and_then_its_end():
    state = position({})
    groups = [(od.Press(),), (od.Yield(),)]
    first, second = (lambda _, unit, group=group: [group] if unit in (None, 5) else [] for group in groups)
    assert [*decisions._offers(first, second)(state, None)] == [*groups, (od.Done(),)]
    assert [*decisions._offers(first, second)(state, 5)] == groups
    refused = decisions._offers(first, ends=lambda now, order: (now, order) != (state, od.Done()) or "left")
    assert [*refused(state, None)] == groups[:1]


@pytest.mark.clause("BLD-17-4")
@pytest.mark.clause("BLD-18-11")
@pytest.mark.clause("BLD-18-12")
def test_a_turn_begins_with_the_upkeep_of_units_that_left():
    state = position({"us_1_inf": "1005", "ge_91_inf": "2809"}, turn=20, phase="allied_second")
    gone = Exit(number(state, "us_4_inf"), 2, "east", 20, "allied_first", state.board.hex("2809"))
    dead = tuple(one for one in state.box("dead") if one != gone.unit)
    state.changed(exits=(gone,), left_in={"any": 20, "us": 20}, boxes={"dead": dead, "left": (gone.unit,)})
    events = carried_out(state, next_phase(state))
    assert [(event.paid, event.owed) for event in of(events, ev.Upkeep)] == [({"us": 1}, {})]
    assert [(event.units, event.uncovered) for event in of(events, ev.AirBound)] == [(1, 0)]


@pytest.mark.clause("BLD-2-6")
@pytest.mark.clause("BLD-12-20")
def test_bombs_alone_open_the_combat_phase():
    units = {"us_1_inf": "0509", "ge_91_inf": TARGET}
    for turn, wanted in ((16, "axis_reserve"), (17, "allied_combat")):
        state = position(units, turn=turn, phase="allied_first")
        carried_out(state, next_phase(state))
        assert state.now.phase == wanted
    assert hexes(state, TARGET)[0] in {order.hex for order in offered(state, od.Bomb)}
    assert why(state, od.Bomb(state.board.grid.size, 14)) == "no-target"


@pytest.mark.clause("BLD-4-34")
@pytest.mark.clause("BLD-7-40")
def test_silent_units_fire_again_in_the_next_combat_phase():
    state = position({"us_1_inf": "0509", "ge_91_inf": (TARGET, {"silent": True})}, phase="allied_second")
    carried_out(state, [ev.PhaseBegan("axis_first", "axis")])
    assert unit(state, "ge_91_inf").silent
    carried_out(state, [ev.PhaseBegan("axis_combat", "axis")])
    assert not unit(state, "ge_91_inf").silent


# ---------------------------------------------------------------- set-up


@pytest.mark.clause("BLD-5-4")
@pytest.mark.clause("BLD-5-7")
@pytest.mark.clause("BLD-14-13")
def test_a_new_board_counts_the_ways_into_a_hex_and_its_british_motors():
    on = make_board(SHORT, board(SHORT).scenario)
    around = {hex_: [there for there in on.around(hex_) if on.land[there]] for hex_ in range(on.grid.size)}
    assert [int(on.capacity[hex_]) for hex_ in around if on.land[hex_]] == [
        2 * len(there) for hex_, there in around.items() if on.land[hex_]
    ]
    assert int(on.capacity[on.hex("0804")]) == 4 and int(on.capacity[on.hex("1010")]) == 12
    kept = {"us_1_inf": False, "ca_2_armd_bde": False, "br_50_inf": True, "ge_21_pz": False}
    assert {key: on.roster[on.ids[key]].disbandable for key in kept} == kept
    start = starting_state(on, 1, {})
    assert start.now.stocks == {"br": 0, "ge": 0, "us": 0} | dict(on.scenario.stocks)
    assert next(iter(open_game(start))) == ev.TurnBegan(1)
    assert starting_state(on, 1, {"placement": "optional"}).now.phase == "placement"


@pytest.mark.clause("BLD-20-2")
def test_a_unit_is_placed_with_room_by_its_own_side_alone():
    state = Game.start(SYSTEM, Setup("blind", SHORT, 1, {"placement": "optional"})).state
    hex_, rangers, airborne = state.board.hex("0905"), number(state, "us_rangers"), number(state, "us_82ab")
    assert offered(state, od.Place, "us_rangers") == [od.Place(rangers, hex_)]
    assert {order.unit for order in offered(state, od.Place)} == {rangers, airborne}
    assert why(state, od.Place(number(state, "ge_12_ss_pz"), *hexes(state, "1610"))) == "no-place"
    assert why(state, od.Place(0, hex_)) == "no-place"
    for key in ("us_1_inf", "us_29_inf", "us_2_inf"):  # six RE fill the hex
        state.rehouse(number(state, key), "")
        state.put(replace(state.units[airborne], id=number(state, key), hex=hex_, steps=4))
    assert why(state, od.Place(rangers, hex_)) == "no-place" and not offered(state, od.Place, "us_rangers")
    state.change(number(state, "us_2_inf"), steps=1)
    assert why(state, od.Place(rangers, hex_)) is None


# ---------------------------------------------------------------- aircraft and ships


@pytest.mark.clause("BLD-12-1")
@pytest.mark.clause("BLD-13-2")
def test_the_last_air_unit_interdicts_and_ships_change_where_not_all_serve():
    state = position({"ge_91_inf": "0603"}, phase="interdiction", air=1, turn=6)
    carried_out(state, [ev.TurnBegan(6)])
    picked = state.now.ships
    assert why(state, od.PickShips(picked)) == "no-ships"
    assert {len(order.ships) for order in offered(state, od.PickShips)} == {3}
    state.changed(air=1)
    hex_ = state.board.hex("0603")
    assert od.Interdict(hex_) in offered(state, od.Interdict)
    play(state, od.Interdict(hex_))
    assert offered(state, od.Interdict) == []
    carried_out(state, [ev.TurnBegan(1)])
    assert offered(state, od.PickShips) == []  # all six serve


@pytest.mark.clause("BLD-12-4")
@pytest.mark.clause("BLD-12-6")
def test_interdiction_reaches_the_road_also_in_forest():
    state = position({"ge_91_inf": "1107"}, phase="axis_first")
    on, grid = state.board, state.board.grid
    steps = [
        (here, grid.direction(here, there), on.terrain(there))
        for here in range(grid.size)
        for there in on.around(here)
        if on.map.road[here, grid.direction(here, there)] and on.joined(here, there)
    ]
    assert "forest" in {terrain for _, _, terrain in steps}
    unit_ = number(state, "ge_91_inf")
    assert {int(ways(state, unit_).march[here, way]) for here, way, _ in steps} == {1}
    state.changed(interdicted=tuple(range(grid.size)))
    assert {int(ways(state, unit_).march[here, way]) for here, way, _ in steps} == {2}


@pytest.mark.clause("BLD-16-11")
def test_germans_come_in_by_road_at_each_letter():
    on = board()
    assert all(on.map.road[hex_].any() for hex_ in on.entries.values())


# ---------------------------------------------------------------- calls, reserve, refitting


@pytest.mark.clause("BLD-6-4")
def test_a_unit_looks_into_no_hex_of_the_other_army_group():
    state = position({"us_1_inf": "1106", "ge_91_inf": "1206"})
    assert why(state, od.Call(number(state, "us_1_inf"), *hexes(state, "1206"))) == "other-zone"


@pytest.mark.clause("BLD-4-16")
@pytest.mark.clause("BLD-9-20")
def test_a_unit_is_offered_the_attack_that_it_can_join_and_pay():
    state = position({"us_82ab": "1006", "us_4_cav": "1006", "ge_91_inf": "0907"}, stocks={"us": 3, "br": 0, "ge": 0})
    target = state.board.hex("0907")
    assert offered(state, od.Declare) == []
    play(state, od.Call(number(state, "us_82ab"), target, attack=True))
    assert offered(state, od.Declare) == [od.Declare(number(state, "us_4_cav"), target)]
    state.changed(stocks={"us": 0, "br": 9, "ge": 9})
    assert offered(state, od.Declare) == []


@pytest.mark.clause("BLD-4-31")
def test_only_own_units_on_the_map_go_into_reserve():
    state = position({"us_82ab": "0704", "us_4_inf": "0804", "ge_91_inf": "0603"}, phase="allied_second")
    assert offered(state, od.Reserve, "us_4_inf") == [od.Reserve(number(state, "us_4_inf"))]
    assert {order.unit for order in offered(state, od.Reserve)} == {*ids(state, "us_82ab", "us_4_inf")}
    for key in ("ge_91_inf", "us_1_inf"):
        assert SYSTEM.why_not(state, od.Reserve(number(state, key))).code == "moved"


@pytest.mark.clause("BLD-14-1")
@pytest.mark.clause("BLD-14-2")
@pytest.mark.clause("BLD-14-11")
def test_units_that_looked_attack_or_marched_are_neither_rebuilt_nor_broken_up():
    deeds = {"looked": {"act": "halted"}, "attacks": {"act": "fitted", "target": "1006"}, "marched": {"turned": True}}
    for values in deeds.values():
        state = position({"us_2_armd": ("1005", {"steps": 2, **values}), "ge_91_inf": "1006"}, rp={"us": 5})
        assert why(state, od.Refit(number(state, "us_2_armd"), "step")) == "moved"
        assert offered(state, od.Refit, "us_2_armd") == []
    state = position({"br_59_inf": ("1405", {"act": "halted"}), "ge_91_inf": ("1406", {"steps": 1})}, rp={"ge": 5})
    assert why(state, od.Refit(number(state, "br_59_inf"), "disband")) == "kept"
    assert SYSTEM.why_not(state, od.Refit(number(state, "ge_91_inf"), "step")).code == "no-unit"


@pytest.mark.clause("BLD-10-5")
@pytest.mark.clause("BLD-17-2")
def test_the_first_fall_of_the_port_counts():
    state = position({"us_1_inf": "0402"}, turn=5)
    for turn, side in ((5, "axis"), (6, "allied"), (7, "axis"), (9, "allied")):
        state.changed(turn=turn)
        take_ground(state, state.board.port, side)
    assert state.now.captured == 6


# ---------------------------------------------------------------- combat


@pytest.mark.clause("BLD-7-6")
def test_forces_are_offered_the_strongest_first_and_hold_two_re():
    keys = ("ge_352_inf", "ge_6_para_regt", "ge_30_mobile_bde")
    state = attack(
        {"us_1_inf": "0509", "us_2_inf": "0609", **dict.fromkeys(keys, TARGET), keys[0]: (TARGET, {"steps": 3})}
    )
    fight(state)
    strong, para, mobile = (number(state, key) for key in keys)
    pair = (para, mobile)
    two = [(pair, (strong,)), ((para,), (strong,)), ((strong,), (mobile,)), ((para,), (mobile,))]
    found = [order.forces for order in offered(state, od.Form)]
    assert found == [*two, (pair,), ((strong,),), ()]


@pytest.mark.clause("BLD-7-22")
def test_a_lone_allied_unit_fires_as_well():
    state = attack({"ge_352_inf": ("1106", {"target": "1206"}), "br_50_inf": ("1206", {})}, target="1206", side="axis")
    play(state, od.Fight(*hexes(state, "1206")))
    assert why(state, od.Form(())) == "no-forces" and why(state, od.Form((ids(state, "br_50_inf"),))) is None


@pytest.mark.clause("BLD-5-5")
@pytest.mark.clause("BLD-7-39")
def test_units_retreat_together_as_far_as_there_is_room():
    keys, going = ("ge_91_inf", "ge_709_inf", "ge_716_inf", "ge_711_inf"), ("ge_352_inf", "ge_30_mobile_bde")
    there = dict.fromkeys(keys, ("0511", {"steps": 2}))
    state = attack({"us_1_inf": "0509", **dict.fromkeys(going, TARGET), **there})
    fight(state)
    units, (back,) = list(state.table.defenders), hexes(state, "0511")
    state.put(replace(unit(state, "ge_91_inf"), id=number(state, "ge_6_para_regt"), steps=1))
    assert fits(state, units, (back, back))  # the last three RE
    state.put(replace(unit(state, "ge_91_inf"), id=number(state, "ge_cherbourg_flak"), steps=1))
    assert not fits(state, units, (back, back))


@pytest.mark.clause("BLD-7-46")
def test_every_group_of_three_may_advance_and_of_more_each_unit_and_all():
    keys, count = ("us_1_inf", "us_2_inf", "us_4_inf", "us_4_cav"), {3: 8, 4: 6}
    for size, wanted in count.items():
        state = to_answer(attack({**dict.fromkeys(keys[:size], "0509"), "ge_91_inf": TARGET}), 3)
        play(state, od.Yield())
        found = [order.units for order in offered(state, od.Advance)]
        assert len(found) == len({*found}) == wanted and {(), ids(state, *keys[:size])} < {*found}


@pytest.mark.clause("BLD-5-5")
@pytest.mark.clause("BLD-7-46")
def test_no_more_units_are_offered_an_advance_than_the_hex_holds():
    on, target = board(), "0702"  # four RE
    near = on.grid.label(next(hex_ for hex_ in on.around(on.hex(target)) if on.land[hex_]))
    keys = ("us_1_inf", "us_2_inf", "us_4_inf")
    state = to_answer(
        attack({**{key: (near, {"target": target}) for key in keys}, "ge_91_inf": target}, target=target), 3, target
    )
    play(state, od.Yield())
    assert max(len(order.units) for order in offered(state, od.Advance)) == 2


@pytest.mark.clause("BLD-7-14")
def test_the_owner_chooses_the_last_losses():
    units = [Shown(1, 0, 3), Shown(2, 0, 1), Shown(3, 0, 2)]
    assert spread(units, 4).losses((3,)) == ((1, 1), (2, 1), (3, 2))
    assert spread(units, 2).losses((2, 3)) == ((2, 1), (3, 1)) and not spread(units, 1).allows((4,))


@pytest.mark.clause("BLD-19-12")
def test_losses_cost_points_of_isolated_allied_units_alone():
    values = {"us_1_inf": ISOLATED, "us_2_inf": 0, "ge_91_inf": ISOLATED}
    state = position({key: ("1005", {"supply": supply}) for key, supply in values.items()})
    for key, points in (("us_1_inf", 2), ("us_2_inf", 0), ("ge_91_inf", 0)):
        one = Shown(number(state, key), state.board.hex("1005"), 4)
        assert steps_lost(state, [one], ((one.unit, 2),)).points == points
