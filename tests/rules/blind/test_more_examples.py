"""The worked examples of supply, port, arrivals, exits and victory; the others stand in `test_examples.py`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.blind import test_examples
from tests.rules.blind.field import (
    board,
    carried_out,
    example,
    ids,
    number,
    of,
    play,
    position,
    unit,
)
from wab.engine.words.text import Text
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.losses import steps_lost
from wab.systems.blind.movement import exits
from wab.systems.blind.sequence import victory
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.state import ISOLATED
from wab.systems.blind.state.steps import Exit, Shown, Table
from wab.systems.blind.units import stocks


def shown(state, *keys, turned=False):
    return [Shown(one, state.units[one].hex, state.units[one].steps, turned) for one in ids(state, *keys)]


# ---------------------------------------------------------------- supply and port (9, 10)


@pytest.mark.clause("BLD-X-21")
@pytest.mark.clause("BLD-9-21")
@pytest.mark.clause("BLD-9-22")
def test_21_beaches_in_german_hands():
    given, expect = example(21)
    state = position({}, turn=7)
    assert state.board.row(7).supply["us"] == given["us_supply_due"]

    def with_lost(*beaches):
        lost = state.copy()
        for beach in beaches:
            take_ground(lost, lost.board.beaches[beach], "axis")
        return stocks.supply_of(lost, "us")

    assert with_lost("utah") == expect["us_supply"]
    assert with_lost("omaha") == expect["with_omaha_instead"]
    assert with_lost("utah", "omaha") == expect["with_both"]
    assert stocks.rounded(Fraction(5, 2)) == 3


@pytest.mark.clause("BLD-X-22")
@pytest.mark.clause("BLD-10-4")
@pytest.mark.clause("BLD-10-5")
@pytest.mark.clause("BLD-T-CHERBOURG")
def test_22_the_port_is_repaired_in_seven_turns():
    given, expect = example(22)
    state = position(
        {"us_4_inf": "0402", "ge_91_inf": "2809"},
        phase="allied_second",
        turn=given["cherbourg_captured_in_turn"],
        port=given["demolition"],
        rp={"br": 0, "ge": 0, "us": 30},
        captured=given["cherbourg_captured_in_turn"],
    )
    extra = {}
    while state.now.turn < 25 or state.now.phase != "allied_second":
        if SYSTEM.phase(state) == "port":
            play(state, od.Repair())
        else:
            play(state, od.Done())
        if SYSTEM.phase(state) == "allied_first":
            extra[state.now.turn] = stocks.port_supply(state)
            assert stocks.supply_of(state, "us") == state.board.row(state.now.turn).supply["us"] + extra[state.now.turn]
    assert min(turn for turn, points in extra.items() if points) == expect["repaired_in_turn"]
    assert {turn: extra[turn] for turn in expect["extra_us_supply"]} == expect["extra_us_supply"]


# ---------------------------------------------------------------- rebuilding, withdrawal (14, 17)


@pytest.mark.clause("BLD-X-34")
@pytest.mark.clause("BLD-14-4")
@pytest.mark.clause("BLD-14-14")
@pytest.mark.clause("BLD-14-15")
def test_34_an_airborne_division_regroups_with_its_own_point():
    given, expect = example(34)
    state = position({"us_82ab": "0704"}, turn=given["turn"])
    assert state.profile(number(state, "us_82ab")).fire(unit(state, "us_82ab").steps) == 4
    play(state, od.Refit(number(state, "us_82ab"), "step"))
    assert state.profile(number(state, "us_82ab")).fire(unit(state, "us_82ab").steps) == int(expect["rebuilt_to"][0])
    assert state.now.rp["us"] == expect["us_rp_account"]
    left = {"101st Airborne": state.now.rp["us_101ab"], "6th Airborne": state.now.rp["br_6ab"]}
    assert left == expect["airborne_rp_left"] and state.now.rp["us_82ab"] == 0


@pytest.mark.clause("BLD-X-29")
@pytest.mark.clause("BLD-17-1")
@pytest.mark.clause("BLD-17-2")
@pytest.mark.clause("BLD-17-3")
@pytest.mark.clause("BLD-17-5")
def test_29_airborne_divisions_leave_after_cherbourg():
    given, expect = example(29)
    units = {"us_82ab": "0704", "us_101ab": "0705", "ge_91_inf": "2809"}
    state = position(units, phase="allied_second", turn=7, captured=given["cherbourg_captured_in_turn"])
    gone = {}
    while len(gone) < 2:
        for event in of(play(state, od.Done()), ev.Withdrawn):
            gone[state.profile(event.unit).key] = state.now.turn
    assert gone["us_101ab"] == expect["remove_101st_at_start_of_turn"]
    assert gone["us_82ab"] == expect["remove_82nd_at_start_of_turn"]


# ---------------------------------------------------------------- exits and points (18, 19)


def off_map(state, edge, *keys, turn=20, phase="allied_first"):
    """Units that have left the map."""
    hex_ = next(hex_ for hex_, one in state.board.edges.items() if one == edge)
    gone = tuple(Exit(one, state.profile(one).row.re, edge, turn, phase, hex_) for one in ids(state, *keys))
    state.changed(
        exits=(*state.now.exits, *gone),
        left_in={"any": turn, edge: turn},
        boxes={
            "left": ids(state, *keys),
            "dead": tuple(one for one in state.box("dead") if one not in ids(state, *keys)),
        },
    )
    for here in range(state.board.grid.size):
        if state.board.land[here] and not state.stacks.get(here):
            take_ground(state, here, "allied")
    return state


@pytest.mark.clause("BLD-X-24")
@pytest.mark.clause("BLD-18-7")
@pytest.mark.clause("BLD-18-8")
@pytest.mark.clause("BLD-18-9")
@pytest.mark.clause("BLD-16-12")
def test_24_reinforcements_are_diverted():
    given, expect = example(24)
    state = position({"ge_91_inf": "2820"}, phase="allied_second", turn=given["exit_turn"])
    waiting = [one for one, profile in state.board.roster.items() if profile.arrives and profile.side == "axis"]
    waiting = tuple(one for one in waiting if state.profile(one).arrives.turn > given["exit_turn"])
    off_map(state, given["edge"], "us_4_inf", "us_4_cav", turn=given["exit_turn"])
    gone = {*state.box("left"), *waiting, *state.units}
    dead = tuple(one for one in state.board.roster if one not in gone)
    state.changed(
        boxes={"coming": waiting, "dead": dead, "left": state.box("left")}, stocks={"br": 99, "ge": 0, "us": 99}
    )
    diverted = {}
    while state.now.turn < 25:
        for event in of(play(state, od.Done()), ev.Diverted):
            diverted |= {state.profile(one).key: (event.edge, state.now.turn) for one in event.units}
    assert diverted == {"ge_331_inf": ("east", 22), "ge_security_regt_1": ("east", 24)}
    assert expect["diverted"] == ["division due at B in turn 22", "regiment due by the east in turn 24"]
    assert expect["western_unit"] == "enters" and number(state, "ge_kg_343") in state.box("coming")


@pytest.mark.clause("BLD-X-25")
@pytest.mark.clause("BLD-18-11")
@pytest.mark.clause("BLD-18-12")
def test_25_what_units_off_the_map_cost():
    given, expect = example(25)
    us = ("us_1_inf", "us_2_inf", "us_4_inf", "us_9_inf", "us_4_cav")
    state = off_map(position({}, turn=21, air=10), "east", *us, "br_3_inf", "br_8_armd_bde")
    assert exits.re_off_map(state, "us") == given["us_re_off_map"]
    assert exits.re_off_map(state, "br") == given["br_re_off_map"]
    (upkeep,) = exits.upkeep(state)
    assert upkeep.paid == {"br": expect["br_supply_spent"], "us": expect["us_supply_spent"]}
    (bound,) = exits.air_cover(state)
    assert bound.units == expect["air_units"]


@pytest.mark.clause("BLD-X-26")
@pytest.mark.clause("BLD-19-7")
@pytest.mark.clause("BLD-19-9")
def test_26_diverted_units_count_against_exits():
    given, expect = example(26)
    state = off_map(position({}, turn=22), given["edge"], "us_1_inf", "us_4_cav")
    state.changed(diverted={given["edge"]: given["diverted_re"]})
    assert exits.re_off_map(state) == given["exited_re"]
    assert exits.award_by(state, given["edge"], fresh=False) == expect["vp"]


@pytest.mark.clause("BLD-X-27")
@pytest.mark.clause("BLD-19-2")
@pytest.mark.clause("BLD-19-3")
def test_27_a_city_scores_once():
    given, expect = example(27)
    assert given["events"] == ["freed", "german_again", "freed_again"]
    state, found, before = position({}), [], 0
    for side in ("allied", "axis", "allied"):
        take_ground(state, state.board.port, side)
        found.append(victory.points(state) - before)
        before = victory.points(state)
    assert found == expect["vp"]


@pytest.mark.clause("BLD-X-28")
@pytest.mark.clause("BLD-19-12")
def test_28_losses_while_isolated_cost_points():
    given, expect = example(28)
    state = position({"us_82ab": ("0704", {"steps": given["steps_destroyed"], "supply": ISOLATED})})
    units = shown(state, "us_82ab")
    event = steps_lost(state, units, ((units[0].unit, given["steps_destroyed"]),))
    assert -event.points == expect["vp"]
    state.changed(table=Table(state.board.hex("0704"), "answer", defenders=tuple(units)))
    carried_out(state, [event])
    assert state.now.scored == {"isolation": expect["vp"]} and not state.units


@pytest.mark.clause("BLD-X-33")
@pytest.mark.clause("BLD-19-8")
@pytest.mark.clause("BLD-19-11")
def test_33_exits_score_in_each_phase_up_to_a_limit():
    given, expect = example(33)
    divisions = ("us_1_inf", "us_2_inf", "us_4_inf", "us_9_inf")
    state = off_map(position({}, turn=20, air=9), given["edge"], *divisions)
    assert exits.re_off_map(state) == given["re_off_map"]
    found = {}
    for turn in range(20, 26):
        for phase in ("allied_first", "allied_second"):
            state.changed(turn=turn, phase=phase)
            carried_out(state, exits.award(state))
        found[turn] = state.now.scored["west"]
    assert found == expect["vp_after"]


# ---------------------------------------------------------------- the end (20)


@pytest.mark.clause("BLD-X-30")
@pytest.mark.clause("BLD-20-7")
def test_30_levels_of_the_short_scenario():
    given, expect = example(30)
    row = board("blind/from-cherbourg-to-caen").tables.victory[given["scenario"]]
    names = [str(Text(SYSTEM.names[row.level(points)])) for points in given["vp"]]
    plain = [name.replace(" victory", "") for name in names]
    assert plain == expect["levels"]


@pytest.mark.clause("BLD-X-31")
@pytest.mark.clause("BLD-20-12")
@pytest.mark.clause("BLD-2-1")
def test_31_the_calendar():
    given, expect = example(31)
    months = {"06": "June", "07": "July", "08": "August"}
    days = [board().row(turn).first for turn in given["turns"]]
    assert [f"{int(day[-2:])} {months[day[5:7]]}" for day in days] == expect["first_days"]


def test_every_example_has_a_test():
    tests = {**vars(test_examples), **globals()}
    marks = {mark.args[0] for name, test in tests.items() if name.startswith("test_") for mark in _marks(test)}
    assert {f"BLD-X-{one}" for one in range(1, 36)} <= marks


def _marks(test):
    return [mark for mark in getattr(test, "pytestmark", []) if mark.name == "clause"]
