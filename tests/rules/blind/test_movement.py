"""Movement, calls and reserve (BLD-4), stacking (BLD-5), army groups (BLD-6), forts as ground (BLD-11)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.blind.field import board, carried_out, hexes, ids, number, of, offered, play, position, unit, why
from wab.engine.kernel.dice import Chance
from wab.systems.blind import SYSTEM
from wab.systems.blind.ground.boundary import border, is_sound
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.movement.calls import free_re
from wab.systems.blind.movement.marching import points_left
from wab.systems.blind.seen.known import known
from wab.systems.blind.sequence.flow import next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import zone
from wab.systems.blind.state.state import ISOLATED, PARTIAL

COTENTIN = "0503 0504 0604 0605 0603 0704 0705"


def march(state, key, labels):
    return play(state, od.March(number(state, key), hexes(state, labels)))


def call(state, key, label, attack=False):
    return play(state, od.Call(number(state, key), *hexes(state, label), attack=attack))


def code(state, key, label, attack=False):
    return why(state, od.Call(number(state, key), *hexes(state, label), attack=attack))


def step(state, key, origin, target, kind="march"):
    here, there = hexes(state, f"{origin} {target}")
    return int(getattr(ways(state, number(state, key)), kind)[here, state.board.grid.direction(here, there)])


# ---------------------------------------------------------------- costs


@pytest.mark.clause("BLD-4-4")
@pytest.mark.clause("BLD-4-5")
@pytest.mark.clause("BLD-4-6")
@pytest.mark.clause("BLD-T-TEC")
def test_terrain_rivers_and_roads():
    state = position({"us_4_cav": "0504", "us_82ab": "0704", "us_4_inf": "0804"})
    assert step(state, "us_4_cav", "0504", "0505") == 1  # the road, the river under it ignored
    assert step(state, "us_4_cav", "0504", "0505", "across") == 4 + 1
    assert step(state, "us_82ab", "0504", "0505", "across") == 3 + 1  # on foot
    assert step(state, "us_4_inf", "1407", "1507", "across") == 2 + 2  # major river
    assert step(state, "us_4_inf", "0804", "0803") == 255  # the sea


@pytest.mark.clause("BLD-4-2")
@pytest.mark.clause("BLD-4-3")
@pytest.mark.clause("BLD-4-1")
def test_a_unit_marches_within_its_allowance_and_finishes_before_the_next_begins():
    state = position({"us_4_inf": "0804", "us_82ab": "0704", "ge_91_inf": "0603"}, allied="0705 0604")
    march(state, "us_4_inf", "0804 0705")
    left = points_left(state, number(state, "us_4_inf"))
    assert left == 8 - 1
    march(state, "us_4_inf", "0705 0704")
    assert points_left(state, number(state, "us_4_inf")) < left
    march(state, "us_82ab", "0704 0604")
    assert why(state, od.March(number(state, "us_4_inf"), hexes(state, "0704 0705"))) == "cannot-move"
    assert why(state, od.March(number(state, "ge_91_inf"), hexes(state, "0603 0503"))) == "no-unit"
    state = position({"us_82ab": "0704"}, allied="0604 0504 0503")
    assert why(state, od.March(number(state, "us_82ab"), hexes(state, "0704 0604 0504 0503"))) == "too-far"
    assert why(state, od.March(number(state, "us_82ab"), hexes(state, "0704 0504"))) == "gap"


@pytest.mark.clause("BLD-4-7")
@pytest.mark.clause("BLD-3-1")
def test_a_march_keeps_to_own_ground_and_leaves_it_its_own():
    state = position({"us_82ab": "0704"}, allied="0604")
    assert why(state, od.March(number(state, "us_82ab"), hexes(state, "0704 0603"))) == "barred"
    (marched,) = march(state, "us_82ab", "0704 0604")
    assert state.holds("allied", state.board.hex("0704"))
    assert SYSTEM.witnessed(state, marched, state, "axis") is None


@pytest.mark.clause("BLD-9-10")
@pytest.mark.clause("BLD-T-SUPPLY")
@pytest.mark.parametrize(("supply", "points"), [(0, 8), (PARTIAL, 4), (ISOLATED, 4)])
def test_supply_and_the_allowance(supply, points):
    state = position({"us_4_inf": ("0804", {"supply": supply})})
    assert points_left(state, number(state, "us_4_inf")) == points
    fortress = position({"ge_cherbourg_fortress_1": ("0402", {"supply": supply})}, phase="axis_first")
    assert points_left(fortress, number(fortress, "ge_cherbourg_fortress_1")) == {0: 2, PARTIAL: 1, ISOLATED: 2}[supply]


@pytest.mark.clause("BLD-11-1")
@pytest.mark.clause("BLD-11-2")
@pytest.mark.clause("BLD-11-3")
@pytest.mark.clause("BLD-11-7")
def test_forts_cost_allied_units_a_point_and_the_road_until_one_has_entered():
    state = position({"us_4_inf": "0403", "ge_709_inf": "0303"}, allied="0403")
    assert {state.board.grid.label(fort) for fort in state.board.forts} == {"0302", "0402", "0502", "0113", "0114"}
    plain = state.board.tables.terrain.terrain["city"].motor
    assert step(state, "us_4_inf", "0403", "0402") == plain + 1
    assert step(state, "ge_709_inf", "0403", "0402") == 1
    call(state, "us_4_inf", "0402")
    assert state.now.forts == hexes(state, "0402")
    assert step(state, "us_4_inf", "0403", "0402") == 1
    carried_out(state, [ev.PhaseBegan("axis_reserve", "axis"), ev.Called(state.board.hex("0402"), False, False)])
    assert state.holds("axis", state.board.hex("0402")) and state.now.forts == hexes(state, "0402")


# ---------------------------------------------------------------- calls


@pytest.mark.clause("BLD-4-8")
@pytest.mark.clause("BLD-4-10")
@pytest.mark.clause("BLD-4-17")
def test_the_referee_says_vacant_or_occupied_and_nothing_else():
    for defenders in ({"ge_91_inf": "0603"}, {"ge_91_inf": "0603", "ge_7_army_assault_bn": "0603"}):
        state = position({"us_82ab": "0704", **defenders})
        (called,) = call(state, "us_82ab", "0603")
        assert (called.occupied, called.attack) == (True, False)
        heard = SYSTEM.witnessed(state, called, state, "axis")
        assert heard == ev.Called(*hexes(state, "0603"), occupied=True, attack=False)
    assert code(position({"us_82ab": "0704"}), "us_82ab", "0804") == "not-beside"
    assert code(position({"us_82ab": "0704"}), "us_82ab", "0504") == "not-beside"


@pytest.mark.clause("BLD-4-10")
def test_the_intention_is_heard_only_of_an_occupied_hex():
    state = position({"us_82ab": "0704"})
    (called,) = call(state, "us_82ab", "0603", attack=True)
    assert not called.occupied and not called.attack
    assert state.now.stocks["us"] == 20 and unit(state, "us_82ab").target == -1


@pytest.mark.clause("BLD-4-11")
@pytest.mark.clause("BLD-4-12")
def test_a_unit_that_looked_stops_and_joins_no_attack():
    state = position({"us_82ab": "1006", "us_4_cav": "1006", "ge_91_inf": "0907"})
    call(state, "us_82ab", "0907")
    assert unit(state, "us_82ab").hex == state.board.hex("1006")
    assert why(state, od.Declare(number(state, "us_82ab"), *hexes(state, "0907"))) == "cannot-move"
    assert offered(state, od.March, "us_82ab") == []
    assert not unit(state, "us_82ab").turned  # a call without a step is no march (BLD-4-15)
    play(state, od.Declare(number(state, "us_4_cav"), *hexes(state, "0907")))
    play(state, od.Done())
    play(state, od.Done())
    (opened, *_) = play(state, od.Fight(*hexes(state, "0907")), 1)
    assert [one.unit for one in opened.attackers] == [number(state, "us_4_cav")]


@pytest.mark.clause("BLD-4-16")
def test_others_join_an_attack_that_was_called():
    state = position({"us_82ab": "1006", "us_4_cav": "1006", "ge_91_inf": "0907"})
    assert why(state, od.Declare(number(state, "us_82ab"), *hexes(state, "0907"))) == "not-called"
    call(state, "us_82ab", "0907", attack=True)
    assert code(state, "us_4_cav", "0907") == "called"
    (declared,) = play(state, od.Declare(number(state, "us_4_cav"), *hexes(state, "0907")))
    assert state.now.contacts == {state.board.hex("0907"): 2}
    assert SYSTEM.witnessed(state, declared, state, "axis") == ev.Declared(*hexes(state, "0907"))


@pytest.mark.clause("BLD-4-26")
@pytest.mark.clause("BLD-4-30")
@pytest.mark.clause("BLD-4-33")
@pytest.mark.parametrize("phase", ["allied_second", "allied_reserve"])
def test_attacks_are_announced_in_the_first_movement_phase_alone(phase):
    state = position({"us_82ab": ("0704", {"reserve": phase == "allied_reserve"}), "ge_91_inf": "0603"}, phase=phase)
    assert code(state, "us_82ab", "0603", attack=True) == "no-attack"
    call(state, "us_82ab", "0603")
    assert unit(state, "us_82ab").bound == -1


@pytest.mark.clause("BLD-4-37")
def test_a_unit_calls_only_what_it_could_enter():
    state = position({"us_82ab": "0704", "us_4_inf": "0804"}, allied="0604", turn=3)
    carried_out(state, [ev.Marched(number(state, "us_82ab"), hexes(state, "0704 0604"), 3)])
    assert code(state, "us_82ab", "0504") == "too-far"  # four points: bocage and the Merderet
    assert code(state, "us_82ab", "0603") is None


@pytest.mark.clause("BLD-9-16")
@pytest.mark.clause("BLD-9-18")
@pytest.mark.clause("BLD-9-20")
def test_an_attack_is_paid_before_it_is_announced():
    state = position(
        {"us_82ab": ("0704", {"supply": ISOLATED}), "ge_91_inf": "0603"}, stocks={"us": 1, "br": 9, "ge": 9}
    )
    assert code(state, "us_82ab", "0603", attack=True) == "no-supply"
    state.changed(stocks={"us": 2, "br": 9, "ge": 9})
    call(state, "us_82ab", "0603", attack=True)
    assert state.now.stocks == {"us": 0, "br": 9, "ge": 9}


@pytest.mark.clause("BLD-4-29")
def test_a_second_movement_begins_through_the_called_hex():
    state = position(
        {"us_82ab": ("0704", {"bound": "0603"}), "us_4_inf": ("0705", {"bound": "0605"}), "ge_91_inf": "0605"},
        phase="allied_second",
        allied="0604 0603",
    )
    assert why(state, od.March(number(state, "us_82ab"), hexes(state, "0704 0604"))) == "bound"
    assert {order.path[1] for order in offered(state, od.March, "us_82ab")} == {*hexes(state, "0603")}
    march(state, "us_82ab", "0704 0603")
    assert unit(state, "us_82ab").bound == -1 and offered(state, od.March, "us_82ab")
    assert code(state, "us_4_inf", "0706") == "bound"
    call(state, "us_4_inf", "0605")
    assert unit(state, "us_4_inf").act == "halted"


@pytest.mark.clause("BLD-4-18")
@pytest.mark.clause("BLD-4-21")
@pytest.mark.clause("BLD-4-25")
@pytest.mark.clause("BLD-4-28")
def test_units_turn_upright_as_their_first_movement_phase_begins():
    state = position({"us_82ab": ("0704", {"turned": True}), "ge_91_inf": ("2809", {"turned": True})})
    carried_out(state, [ev.PhaseBegan("allied_second", "allied")])
    assert unit(state, "us_82ab").turned
    carried_out(state, [ev.PhaseBegan("allied_first", "allied")])
    assert not unit(state, "us_82ab").turned and unit(state, "ge_91_inf").turned


# ---------------------------------------------------------------- reserve


@pytest.mark.clause("BLD-4-31")
@pytest.mark.clause("BLD-4-35")
@pytest.mark.clause("BLD-4-38")
def test_units_that_stand_still_go_into_reserve():
    places = {"us_82ab": ("0704", {"bound": "0603"}), "us_4_inf": "0804", "us_4_cav": "0804", "ge_91_inf": "0603"}
    state = position(places, phase="allied_second", allied="0705")
    march(state, "us_4_cav", "0804 0705")
    assert why(state, od.Reserve(number(state, "us_4_cav"))) == "moved"
    for key in ("us_82ab", "us_4_inf"):
        play(state, od.Reserve(number(state, key)))
    assert why(state, od.March(number(state, "us_4_inf"), hexes(state, "0804 0705"))) == "cannot-move"
    assert why(state, od.Reserve(number(state, "us_4_inf"))) == "moved"


@pytest.mark.clause("BLD-4-32")
@pytest.mark.clause("BLD-4-36")
def test_only_reserves_march_in_the_reserve_phase_and_then_lapse():
    state = position(
        {"us_82ab": ("0704", {"reserve": True}), "us_4_inf": "0804"}, phase="allied_reserve", allied="0705"
    )
    assert why(state, od.March(number(state, "us_4_inf"), hexes(state, "0804 0705"))) == "cannot-move"
    march(state, "us_82ab", "0704 0705")
    assert not unit(state, "us_82ab").turned and unit(state, "us_82ab").roved
    play(state, od.Done())
    assert not unit(state, "us_82ab").reserve


# ---------------------------------------------------------------- stacking


@pytest.mark.clause("BLD-5-1")
@pytest.mark.clause("BLD-5-2")
@pytest.mark.clause("BLD-5-3")
@pytest.mark.clause("BLD-8-4")
@pytest.mark.clause("BLD-8-6")
def test_a_division_counts_two_until_its_last_step():
    state = position({"us_4_inf": "0804", "us_4_cav": "0804", "us_1_inf": ("1005", {"steps": 1})})
    assert [state.re(number(state, key)) for key in ("us_4_inf", "us_4_cav", "us_1_inf")] == [2, 1, 1]
    assert state.profile(number(state, "us_4_cav")).full == 1


@pytest.mark.clause("BLD-5-5")
def test_a_full_hex_takes_no_unit():
    state = position({"us_4_inf": "0804", "us_9_inf": "0804", "us_82ab": "0705"})
    assert why(state, od.March(number(state, "us_82ab"), hexes(state, "0705 0804"))) == "barred"


@pytest.mark.clause("BLD-5-8")
@pytest.mark.clause("BLD-5-9")
@pytest.mark.clause("BLD-5-13")
def test_three_regiments_go_over_a_hexside_in_a_phase():
    keys = ("us_4_inf", "us_1_inf", "us_4_cav", "us_102_cav")
    state = position({**dict.fromkeys(keys, "1006"), "ge_91_inf": "0907"})
    origin, target = hexes(state, "1006 0907")
    call(state, "us_4_inf", "0907")
    assert free_re(state, origin, target) == 1
    assert why(state, od.Declare(number(state, "us_1_inf"), target)) == "crowded"
    play(state, od.Declare(number(state, "us_4_cav"), target))
    assert why(state, od.Declare(number(state, "us_102_cav"), target)) == "crowded"
    assert code(state, "us_102_cav", "1007") is None  # another hexside of the same hex
    own = position(dict.fromkeys(keys, "1006"), allied="1106")
    for key in keys:
        march(own, key, "1006 1106")


# ---------------------------------------------------------------- army groups


@pytest.mark.clause("BLD-6-1")
@pytest.mark.clause("BLD-6-2")
def test_the_army_groups_hold_their_units():
    groups = {profile.key: profile.account for profile in board().roster.values()}
    assert groups["fr_2_armd"] == groups["us_1_inf"] == "us"
    assert {groups[key] for key in ("br_50_inf", "ca_3_inf", "pl_1_armd", "al_belgian_bde")} == {"br"}


@pytest.mark.clause("BLD-6-4")
def test_a_unit_neither_marches_nor_calls_over_the_boundary():
    state = position({"us_1_inf": "1106", "ge_91_inf": "1207"}, allied="1206 1106")
    assert why(state, od.March(number(state, "us_1_inf"), hexes(state, "1106 1206"))) == "barred"
    assert code(state, "us_1_inf", "1207") == "not-beside" and code(state, "us_1_inf", "1107") is None


@pytest.mark.clause("BLD-6-5")
def test_a_unit_on_the_wrong_side_goes_home_and_attacks_nobody():
    state = position({"us_1_inf": "1308", "ge_91_inf": "1208"}, allied="1308 1408 1309 1208")
    state.control[state.board.hex("1208")] = 2
    assert why(state, od.March(number(state, "us_1_inf"), hexes(state, "1308 1408"))) == "barred"
    assert code(state, "us_1_inf", "1208", attack=True) == "other-zone"
    call(state, "us_1_inf", "1208")


@pytest.mark.clause("BLD-6-3")
@pytest.mark.clause("BLD-6-5")
@pytest.mark.clause("BLD-6-6")
def test_the_boundary_is_drawn_before_the_first_unit_moves():
    state = position({"us_1_inf": "1006", "ge_91_inf": "2809"}, allied="1106")
    lines = state.board.boundaries
    assert all(is_sound(state.board, line) for line in lines.values())
    assert why(state, od.Boundary(lines["caumont"][1:])) == "boundary"
    assert why(state, od.Boundary((*lines["caumont"], lines["argentan"][-1]))) == "boundary"
    for order in offered(state, od.Boundary):
        assert border(state.board, zone(state.board, order.sides, "us")) == order.sides
    (drawn,) = play(state, od.Boundary(lines["argentan"]))
    assert SYSTEM.witnessed(state, drawn, state, "axis") is None and known(state, "axis").now.boundary == ()
    march(state, "us_1_inf", "1006 1106")
    assert why(state, od.Boundary(lines["caumont"])) == "boundary-late"
    assert state.now.boundary == lines["argentan"]


def test_two_zones_share_the_land():
    on = board()
    for line in on.boundaries.values():
        us, br = zone(on, line, "us"), zone(on, line, "br")
        assert not (us & br).any() and np.array_equal(us | br, on.land)


# ---------------------------------------------------------------- knowledge


@pytest.mark.clause("BLD-0-1")
@pytest.mark.clause("BLD-1-1")
@pytest.mark.clause("BLD-3-2")
@pytest.mark.clause("BLD-3-4")
def test_a_side_knows_its_own_units_and_the_border():
    state = position({"us_82ab": "0704", "ge_91_inf": "0603"}, mover=None)
    for side, key in (("allied", "us_82ab"), ("axis", "ge_91_inf")):
        position_ = known(state, side)
        assert {*position_.units} == {number(state, key)} and position_.control == state.control
    assert known(state, "axis").now.stocks == {"ge": 20} and known(state, "axis").dice.seed == 0
    assert known(state, "allied").now.demolish and len(SYSTEM.sides) == 2


@pytest.mark.clause("BLD-2-6")
def test_no_phase_falls_out_for_a_secret_reason():
    for reserve in (False, True):
        state = position({"us_82ab": "0704", "ge_91_inf": ("0603", {"reserve": reserve})}, phase="allied_first")
        names = []
        for _ in range(8):
            carried_out(state, next_phase(state))
            names.append(state.now.phase)
        assert names[:2] == ["axis_reserve", "allied_second"]  # no attack was announced: both know it
        assert names[2:] == [
            "interdiction",
            "axis_first",
            "allied_reserve",
            "axis_second",
            "allied_first",
            "axis_reserve",
        ]


@pytest.mark.parametrize("seed", range(8))
def test_samples_keep_what_is_certain(seed):
    state = position({"us_82ab": "0704", "ge_91_inf": "0603", "ge_709_inf": "0402", "ge_711_inf": "1706"})
    call(state, "us_82ab", "0603")
    call_hex = state.board.hex("0603")
    view = SYSTEM.view(state, "allied")
    made_up = SYSTEM.dealt("allied", view.position, Chance(seed, "x"))
    assert made_up.stacks[call_hex] and SYSTEM.invariants(made_up) == []
    assert SYSTEM.view(made_up, "allied").encode() == view.encode()
    assert {*made_up.units} == {*state.units} == {*ids(state, "us_82ab", "ge_91_inf", "ge_709_inf", "ge_711_inf")}
    assert of([], ev.Called) == []
